/**
 * Reads the parts of a snapshot that come from the database, so that the next one can reuse them
 * while they are unchanged.
 */
import { decodeLists, decodeParts } from "../../policy/snapshot/snapshot_file.ts";
import { NO_DEVICES } from "../../policy/snapshot/device_table.ts";
import { NO_PERSONAL_RULES } from "../../policy/snapshot/personal_rules.ts";
import type {
  ListInfo,
  ListMatchFlags,
  ListRule,
  SnapshotParts,
} from "../../policy/snapshot/snapshot_parts.ts";
import type { HouseholdParts } from "./household_parts.ts";
import type { ListContent } from "../schema/lists.ts";
import type { MappedTable, StoredSnapshot } from "./snapshot_store.ts";

/** The parts of a snapshot that come from lists. */
export interface ListParts {
  readonly lists: readonly ListInfo[];
  readonly sets: readonly (readonly ListMatchFlags[])[];
  readonly rules: readonly ListRule[];
  readonly table: MappedTable | undefined;
  readonly inputs: string;
  /** Why these are not the requested parts. */
  readonly problem?: string;
}

/**
 * The parts of a snapshot that come from the database: the lists, people's choices, and the local
 * records.
 */
export interface DatabaseParts extends ListParts, HouseholdParts {
  readonly local: SnapshotParts["local"];
}

const NOTHING: DatabaseParts = {
  lists: [],
  sets: [[]],
  rules: [],
  table: undefined,
  inputs: "",
  personal: NO_PERSONAL_RULES,
  classes: [],
  clients: [],
  devices: NO_DEVICES,
  services: [],
  tunnels: [],
  permitted: [],
  upstreamSets: [],
  local: new Map(),
};

/** The snapshot's description of a list. */
export function infoOf(content: ListContent): ListInfo {
  const { id, name, kind, category, format, scopes, except, schedule } = content;
  return {
    id,
    name,
    kind,
    category,
    ...(format === "rpz" && { zone: true }),
    ...(scopes !== undefined && { scopes }),
    ...(except !== undefined && { except }),
    ...(schedule !== undefined && { schedule }),
  };
}

/**
 * The database parts of a snapshot, decoded from its sections, so that they are not in memory
 * twice.
 */
export function readDatabaseParts(snapshot: StoredSnapshot | undefined): DatabaseParts {
  if (snapshot === undefined) return NOTHING;
  const parts = decodeParts(snapshot.sections);
  if (typeof parts === "string") return NOTHING;
  const { table, inputs } = snapshot;
  const { lists, sets, rules, personal, local } = parts;
  const { classes, clients, devices, services, tunnels, permitted } = parts;
  const { upstreamSets = [], visited = [], spyware, restrictedNames = [] } = parts;
  return {
    lists,
    sets,
    rules,
    personal,
    local,
    classes,
    clients,
    devices,
    services,
    tunnels,
    visited,
    ...(spyware && { spyware }),
    permitted,
    upstreamSets,
    restrictedNames,
    table,
    inputs,
  };
}

/** The list parts of a snapshot, decoded from its sections. */
export function readListParts(snapshot: StoredSnapshot | undefined): ListParts {
  if (snapshot === undefined) return NOTHING;
  const parts = decodeLists(snapshot.sections);
  if (typeof parts === "string") return NOTHING;
  const { table, inputs } = snapshot;
  return { ...parts, table, inputs };
}
