/** The data of a record as separate fields of a form, combined into the format of a zone file. */
import type { RecordType } from "./record_type.ts";

/** The fields of types with several, in their order. */
export const DATA_PARTS: Partial<Record<RecordType, readonly string[]>> = {
  MX: ["preference", "target"],
  SRV: ["priority", "weight", "port", "target"],
  HTTPS: ["priority", "target", "params"],
  SVCB: ["priority", "target", "params"],
  CAA: ["flag", "tag", "text"],
};

/** Returns the data, given as a whole or by its fields; undefined = neither. */
export function dataText(
  type: RecordType,
  value: string | undefined,
  data: Readonly<Record<string, string>> | undefined,
): string | undefined {
  const parts = DATA_PARTS[type];
  if (value !== undefined || data === undefined || parts === undefined) return value;
  return parts.map((part) => part === "text" ? quoted(data[part] ?? "") : data[part] ?? "").join(
    " ",
  ).trim();
}

/** Returns the fields of stored data by name; a type without several has one, `value`. */
export function dataParts(type: RecordType, value: string): Readonly<Record<string, string>> {
  const parts = DATA_PARTS[type];
  if (parts === undefined) return { value };
  const words = value.split(" ");
  const last = words.slice(parts.length - 1).join(" ");
  const given = [...words.slice(0, parts.length - 1), last];
  const plain = (part: string, text: string) =>
    part === "text" ? text.replace(/^"(.*)"$/s, "$1") : text;
  return Object.fromEntries(parts.map((part, i) => [part, plain(part, given[i] ?? "")]));
}

function quoted(text: string): string {
  return /^".*"$/s.test(text.trim()) ? text.trim() : `"${text.trim().replace(/["\\]/g, "\\$&")}"`;
}
