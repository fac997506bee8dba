/** The data of a record by its parts, as a form has a field for each, put together as a zone file writes it. */
import type { RecordType } from "./record_type.ts";

/** The parts of the data of types that have several, in their order. */
export const DATA_PARTS: Partial<Record<RecordType, readonly string[]>> = {
  MX: ["preference", "target"],
  SRV: ["priority", "weight", "port", "target"],
  HTTPS: ["priority", "target", "params"],
  SVCB: ["priority", "target", "params"],
  CAA: ["flag", "tag", "text"],
};

/** The data as it was given: whole, or by its parts; undefined = neither was given. */
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

/** The parts of data as it is kept, by name; a type without parts has one, `value`. */
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
