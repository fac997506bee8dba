/** Local records in memory, for the contracts of routes and commands. */
import { clashOf } from "../../api/features/network/records/clash.ts";
import { readLines } from "../../api/features/network/records/lines.ts";
import {
  type ReadRecord,
  readRecord,
  type RecordDraft,
} from "../../api/features/network/records/record.ts";
import {
  type AddedLines,
  type StoredRecord,
  wanted,
} from "../../api/features/network/records/service.ts";
import { byName, readableName } from "../../api/features/network/records/table.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { HOSTILE, NOW } from "./facts.ts";

type Row = StoredRecord & ReadRecord;

/** One record, written by somebody with a hostile name, and a device. */
export function recordsInMemory(): Pick<Application, "records" | "deviceNames"> {
  const rows = new Map<number, Row>();
  let last = 0;
  const check = (draft: RecordDraft, others: readonly Row[]) => {
    const read = readRecord(draft, ["box", "box.home.arpa"]);
    if (typeof read === "string") throw new DomainError("bad_value", read);
    const clash = clashOf(read, {
      records: others.filter(({ enabled }) => enabled),
      zones: [],
      settings: () => [],
    });
    if (clash !== undefined) throw new DomainError("conflict", clash);
    return read;
  };
  const keep = (read: ReadRecord, by: string, id = ++last): Row => {
    const created = rows.get(id)?.created ?? NOW;
    const row = { ...read, id, readable: readableName(read.name), created, changed: NOW, by };
    rows.set(id, row);
    return row;
  };
  const add = (draft: RecordDraft, by: string) => keep(check(draft, [...rows.values()]), by);
  const found = (id: number) => {
    const row = rows.get(id);
    if (row === undefined) {
      throw new DomainError("not_found", `There is no local record with the number: ${id}`);
    }
    return row;
  };
  const records: Application["records"] = {
    all: (filter = {}) => Promise.resolve(wanted([...rows.values()].sort(byName), filter)),
    add: async (draft, by) => await add(draft, by),
    change: async (id, change, by) => {
      const row = await found(id);
      const others = [...rows.values()].filter((other) => other !== row);
      return keep(check({ ...row, comment: "", ...change(row) }, others), by, id);
    },
    remove: async (id) => {
      const row = await found(id);
      rows.delete(id);
      return row;
    },
    addLines: (lines, by) => Promise.resolve(addLines(lines, (draft) => add(draft, by))),
  };
  const first = add(
    { name: "nas.example", type: "A", value: "192.168.1.5", ttl: 60, enabled: true, comment: "" },
    HOSTILE,
  );
  rows.set(first.id, { ...first, comment: HOSTILE });
  const deviceNames =
    () => [{ name: "tv.home.arpa", device: HOSTILE, addresses: ["192.168.1.20"] }];
  return { records, deviceNames };
}

function addLines(lines: readonly string[], add: (draft: RecordDraft) => Row): AddedLines {
  const records: Row[] = [];
  const refused: { line: number; text: string; why: string }[] = [];
  for (const { line, text, drafts, problem } of readLines(lines)) {
    if (problem !== undefined) refused.push({ line, text, why: problem });
    for (const draft of drafts) {
      try {
        records.push(add(draft));
      } catch (error) {
        refused.push({ line, text, why: (error as Error).message });
      }
    }
  }
  return { records, refused };
}
