/** Reads local records in the format of the setting `local_records`, one in a line. */
import { rdataFromFields } from "../../policy/lists/rdata.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { typeFromText } from "../../resolver/wire/codes.ts";
import type { NamedRecord } from "../schema/named_record.ts";

/** Default TTL of a local record in seconds. */
export const LOCAL_TTL = 60;

/** Reads one line: name, TTL in seconds if any, type, data. Undefined when it is not a record. */
export function parseLocalRecord(line: string): NamedRecord | undefined {
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

/** The records of lines; a line that is not a record is left out. */
export function parseLocalRecords(lines: readonly string[]): NamedRecord[] {
  return lines.map(parseLocalRecord).filter((record) => record !== undefined);
}

/** Fields of a line, separated by spaces; a field in quotes keeps its spaces. */
function fieldsOf(line: string): string[] {
  return [...line.trim().matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map((match) =>
    match[1] ?? match[2]
  );
}
