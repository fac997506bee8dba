/** Records that the box answers itself, from the setting `local_records` and the hosts file of the machine (A 7.2.3). */
import type { LocalRecord } from "../policy/model/decision.ts";
import { nameFromText, nameToText } from "../policy/model/name.ts";
import { rdataFromFields } from "../policy/lists/rdata.ts";
import { TYPE, typeFromText } from "../resolver/wire/codes.ts";
import { reverseName } from "../resolver/wire/names.ts";

/** Seconds that a local record lives unless it says otherwise. */
const LOCAL_TTL = 60;

/** A record as its line says it: `nas.home.arpa A 192.168.1.5`, `*.lab.home.arpa 300 CNAME nas.home.arpa`. */
export interface LocalLine {
  readonly name: string;
  readonly record: LocalRecord;
}

/** Reads one line: name, TTL in seconds if any, type, data. Undefined when it is none. */
export function parseLocalRecord(line: string): LocalLine | undefined {
  const [owner, ...rest] = fieldsOf(line);
  const ttl = /^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest.shift()) : LOCAL_TTL;
  const type = typeFromText(rest.shift() ?? "");
  if (owner === undefined || type === undefined || rest.length === 0) return undefined;
  const name = nameFromText(owner.startsWith("*.") ? owner.slice(2) : owner);
  const rdata = rdataFromFields(type, rest);
  if (name === undefined || name.length === 1 || rdata === undefined) return undefined;
  const text = nameToText(name);
  return { name: owner.startsWith("*.") ? `*.${text}` : text, record: { type, rdata, ttl } };
}

/** Fields of a line, parted by blanks; a field in quotes keeps its blanks. */
function fieldsOf(line: string): string[] {
  return [...line.trim().matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map((match) => match[1] ?? match[2]);
}

/** The records of lines, each address with its reverse name unless a line gives that; `hosts` stand behind them. */
export function localRecords(
  lines: readonly string[],
  hosts: ReadonlyMap<string, readonly LocalRecord[]>,
): Map<string, readonly LocalRecord[]> {
  const records = new Map<string, LocalRecord[]>();
  const parsed = lines.map(parseLocalRecord).filter((line) => line !== undefined);
  for (const { name, record } of parsed) records.set(name, [...records.get(name) ?? [], record]);
  for (const { name, record } of parsed) {
    if ((record.type !== TYPE.A && record.type !== TYPE.AAAA) || name.startsWith("*.")) continue;
    const reverse = nameToText(reverseName(record.rdata)), target = nameFromText(name);
    if (target !== undefined && !records.has(reverse)) {
      records.set(reverse, [{ type: TYPE.PTR, rdata: target, ttl: record.ttl }]);
    }
  }
  return new Map([...hosts, ...records]);
}
