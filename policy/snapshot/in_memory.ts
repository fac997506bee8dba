/**
 * Compiles lists directly into a snapshot, without files or threads: for tests, scenarios and the
 * embedded starter list.
 */
import { ListParser } from "../lists/parser.ts";
import type { ListReach } from "../model/list_reach.ts";
import type { ListFormat } from "../model/rule.ts";
import { type CompiledLists, TableBuilder } from "./compile.ts";
import { NO_DEVICES } from "./device_table.ts";
import { createSnapshot } from "./create_snapshot.ts";
import { NO_PERSONAL_RULES } from "./personal_rules.ts";
import { NameTable } from "./name_table.ts";
import { homeDomains } from "./home_domains.ts";
import { DEFAULT_RESOLVER_SETTINGS, type ResolverSettings } from "./settings.ts";
import type { Snapshot } from "./snapshot.ts";
import type { ListInfo, SnapshotParts } from "./snapshot_parts.ts";

/** A list as text. */
export interface ListText extends ListReach {
  readonly text: string;
  /** `auto` by default. */
  readonly format?: ListFormat;
  /** `block` by default. */
  readonly kind?: ListInfo["kind"];
  /** "" by default. */
  readonly category?: string;
}

/**
 * A snapshot of these lists, all of them active in class 0; list number n has id n + 1. `more`
 * replaces any part of it. The default secret is fixed because it protects nothing here. Throws an
 * Error if the parts are inconsistent.
 */
export function compileInMemory(
  lists: readonly ListText[],
  settings: Partial<ResolverSettings> = {},
  more: Partial<SnapshotParts> = {},
): Snapshot {
  const secret = more.secret ?? Uint8Array.from({ length: 16 }, (_, i) => i * 17 + 3 & 0xff);
  const builder = new TableBuilder(secret);
  lists.forEach(({ text, format = "auto", kind = "block" }, index) => {
    builder.beginList(index, kind);
    const parser = new ListParser(format, builder);
    parser.push(new TextEncoder().encode(text));
    parser.end();
    builder.endList(parser);
  });
  const infos = lists.map((
    { kind = "block", format, category = "", scopes, except, schedule },
    index,
  ) => ({
    id: index + 1,
    name: `list ${index + 1}`,
    kind,
    category,
    ...(format === "rpz" && { zone: true }),
    ...(scopes && { scopes }),
    ...(except && { except }),
    ...(schedule !== undefined && { schedule }),
  }));
  return createInMemorySnapshot(builder.finish(), infos, settings, { ...more, secret });
}

/**
 * A snapshot of compiled lists, all of them active in class 0. Throws an Error if the parts are
 * inconsistent.
 */
export function createInMemorySnapshot(
  { table, sets, rules }: CompiledLists,
  lists: readonly ListInfo[],
  settings: Partial<ResolverSettings>,
  more: Partial<SnapshotParts> & Pick<SnapshotParts, "secret">,
): Snapshot {
  const names = table === undefined ? undefined : NameTable.open(new Uint8Array(table.toBuffer()));
  if (typeof names === "string") throw new Error(names);
  const base = { ...DEFAULT_RESOLVER_SETTINGS, ...settings };
  const parts: SnapshotParts = {
    version: 1,
    settings: { ...base, homeDomains: homeDomains(base) },
    lists,
    sets,
    rules,
    personal: NO_PERSONAL_RULES,
    local: new Map(),
    classes: [{ version: 1, lists: new Uint8Array(lists.length).fill(1), tags: [] }],
    clients: [],
    devices: NO_DEVICES,
    services: [],
    tunnels: [],
    permitted: [],
    ...more,
  };
  const snapshot = createSnapshot(parts, names);
  if (typeof snapshot === "string") throw new Error(snapshot);
  return snapshot;
}
