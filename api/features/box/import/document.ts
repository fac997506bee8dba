/** YAML, TOML and JSON of other products as plain values, within limits. */
import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { DomainError } from "../../../schema/errors.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** A value of a document. */
export type DocumentValue = unknown;

const decoder = new TextDecoder();

/** The text of bytes; a mark at its beginning is left out. Throws DomainError beyond a size. */
export function textOf(bytes: Uint8Array, most: number = IMPORT_LIMITS.text): string {
  if (bytes.length > most) {
    throw new DomainError("bad_value", `A text of an import may have ${most} octets`);
  }
  return decoder.decode(bytes);
}

/** The lines of a text, as many as an import looks at; longer ones than any line of configuration are empty. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n", IMPORT_LIMITS.rows);
  return lines.map((line) => line.length > IMPORT_LIMITS.line ? "" : line.replace(/\r$/, ""));
}

/** Reads YAML without references: a few of them would grow to fill the memory. Throws DomainError for what is none. */
export function readYaml(bytes: Uint8Array): DocumentValue {
  const text = textOf(bytes, IMPORT_LIMITS.document);
  return reading("YAML", () => {
    // A reader that goes down with each bracket takes long to find that there is no end.
    if (/(?:[[{]\s*){100}/.test(text)) {
      throw new DomainError("bad_value", "The YAML file is nested too deeply");
    }
    const document = parseDocument(text, {
      logLevel: "silent",
      prettyErrors: false,
      uniqueKeys: false,
      merge: false,
    });
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS({ maxAliasCount: 0 });
  });
}

/** Reads TOML. Throws DomainError for what is none. */
export function readToml(bytes: Uint8Array): DocumentValue {
  const text = textOf(bytes, IMPORT_LIMITS.document);
  return reading("TOML", () => parseToml(text));
}

/** Reads JSON. Throws DomainError for what is none. */
export function readJson(bytes: Uint8Array): DocumentValue {
  const text = textOf(bytes);
  return reading("JSON", () => JSON.parse(text));
}

function reading(what: string, read: () => DocumentValue): DocumentValue {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError(
      "bad_value",
      `The file is no ${what} that can be read: ${String((error as Error).message).slice(0, 200)}`,
    );
  }
}

/** A value inside of objects by the keys on its way; undefined where there is none. */
export function valueAt(value: DocumentValue, ...path: readonly string[]): DocumentValue {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at) || !Object.hasOwn(at, key)) {
      return undefined;
    }
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** The text of a value, where it is one or a number. */
export function asText(value: DocumentValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The number of a value, where it is one that is written as such or as a text. */
export function asNumber(value: DocumentValue): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Whether a value means yes. */
export function isOn(value: DocumentValue): boolean {
  return value === true || value === 1 || value === "1" || value === "true" || value === "yes";
}

/** The elements of a list; nothing where it is none. */
export function asList(value: DocumentValue): readonly DocumentValue[] {
  return Array.isArray(value) ? value.slice(0, IMPORT_LIMITS.rows) : [];
}

/** The texts of a list. */
export function asTexts(value: DocumentValue): readonly string[] {
  return asList(value).flatMap((each) => asText(each) ?? []);
}

/** Milliseconds of a duration as Go writes it: `8h30m0s`, `10s`, `1.5h`; of a bare number as it is. */
export function goDuration(value: DocumentValue): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(value)) {
    return value === "0" ? 0 : undefined;
  }
  const units: Readonly<Record<string, number>> = {
    ns: 1e-6,
    us: 1e-3,
    µs: 1e-3,
    ms: 1,
    s: 1e3,
    m: 60e3,
    h: 3600e3,
  };
  return [...value.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
    .reduce((sum, [, count, unit]) => sum + Number(count) * units[unit], 0);
}
