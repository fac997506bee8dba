/** Parses YAML, TOML and JSON of other products into plain values, within limits. */
import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { DomainError } from "../../../schema/errors.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** A value of a document. */
export type DocumentValue = unknown;

const decoder = new TextDecoder();

/** Decodes bytes without a byte order mark. Throws DomainError beyond a size in bytes. */
export function textOf(bytes: Uint8Array, most: number = IMPORT_LIMITS.text): string {
  if (bytes.length > most) {
    throw new DomainError("bad_value", sentence`A text of an import may have ${most} bytes`);
  }
  return decoder.decode(bytes);
}

/**
 * Returns the lines of a text, at most `IMPORT_LIMITS.rows`; lines that are too long become empty.
 * `warn` is called with a sentence for what is left out.
 */
export function linesOf(text: string, warn: (text: Sentence) => void): readonly string[] {
  const { rows, line: longest } = IMPORT_LIMITS;
  const lines = text.split("\n", rows + 1);
  if (lines.length > rows) {
    lines.pop();
    warn(sentence`Only the first ${rows} lines are read; the others belong in a list`);
  }
  return lines.map((line, at) => {
    if (line.length <= longest) return line.replace(/\r$/, "");
    warn(sentence`Line ${at + 1} has more than ${longest} characters: ${line.slice(0, 40)}`);
    return "";
  });
}

/** Sentences about lists of a document that have more elements than are read. */
export function longLists(value: DocumentValue, path = ""): readonly Sentence[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const { rows } = IMPORT_LIMITS;
    if (value.length <= rows) return [];
    return [sentence`${path}: ${value.length - rows} of ${value.length} are left out`];
  }
  return Object.entries(value).flatMap(([key, each]) =>
    longLists(each, path === "" ? key : `${path}.${key}`)
  );
}

/**
 * Parses YAML without aliases, because a few of them could fill the memory. Throws DomainError for
 * invalid YAML.
 */
export function readYaml(bytes: Uint8Array): DocumentValue {
  const text = textOf(bytes, IMPORT_LIMITS.document);
  return reading("YAML", () => {
    // The recursive parser is slow on deeply nested brackets that are never closed.
    if (/(?:[[{]\s*){100}/.test(text)) {
      throw new DomainError("bad_value", sentence`The YAML file is nested too deeply`);
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

/** Parses TOML. Throws DomainError for invalid TOML. */
export function readToml(bytes: Uint8Array): DocumentValue {
  const text = textOf(bytes, IMPORT_LIMITS.document);
  return reading("TOML", () => parseToml(text));
}

/** Parses JSON. Throws DomainError for invalid JSON. */
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
      sentence`This ${what} file cannot be read: ${String((error as Error).message).slice(0, 200)}`,
    );
  }
}

/** Returns a value inside nested objects by its keys; undefined when it does not exist. */
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

/** Returns a string or number as text; undefined for other values. */
export function asText(value: DocumentValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Returns a number, also from a text that contains one; undefined for other values. */
export function asNumber(value: DocumentValue): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Whether a value means "on". */
export function isOn(value: DocumentValue): boolean {
  return value === true || value === 1 || value === "1" || value === "true" || value === "yes";
}

/** Returns the elements of a list; none when the value is not a list. */
export function asList(value: DocumentValue): readonly DocumentValue[] {
  return Array.isArray(value) ? value.slice(0, IMPORT_LIMITS.rows) : [];
}

/** Returns the texts of a list. */
export function asTexts(value: DocumentValue): readonly string[] {
  return asList(value).flatMap((each) => asText(each) ?? []);
}

/**
 * Returns the milliseconds of a duration of Go: `8h30m0s`, `10s`, `1.5h`. A bare number is returned
 * unchanged.
 */
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

/** A value of a document with its path, such as `dns.port`. */
export interface DocumentLeaf {
  readonly path: string;
  readonly value: DocumentValue;
}

/** A document whose values are looked up by path, so that unread values can be reported. */
export class ReadDocument {
  readonly #value: DocumentValue;
  readonly #placeOf: (path: string) => string;
  readonly #read = new Set<string>();

  /** `placeOf` returns the path at which this document has the value of a path. */
  constructor(value: DocumentValue, placeOf: (path: string) => string = (path) => path) {
    this.#value = value;
    this.#placeOf = placeOf;
  }

  /** Returns the value at a path, which stays unread. */
  peek(path: string): DocumentValue {
    return valueAt(this.#value, ...this.#placeOf(path).split("."));
  }

  /** Marks all of the value at a path as read. */
  mark(path: string): void {
    this.#read.add(this.#placeOf(path));
  }

  /** Returns the value at a path and marks all of it as read. */
  at(path: string): DocumentValue {
    this.mark(path);
    return this.peek(path);
  }

  /** Returns a text or number as text; other values stay unread. */
  text(path: string): string | undefined {
    return this.#typed(path, (value) => asText(value));
  }

  /** Returns a number; other values stay unread. */
  number(path: string): number | undefined {
    return this.#typed(path, (value) => asNumber(value));
  }

  /** Returns a switch; other values stay unread. */
  flag(path: string): boolean | undefined {
    return this.#typed(path, (value) => typeof value === "boolean" ? value : undefined);
  }

  /** Returns the texts of a list; a list with other elements stays unread. */
  texts(path: string): readonly string[] {
    const texts = asTexts(this.peek(path));
    if (texts.length > 0 && texts.length === asLength(this.peek(path))) this.mark(path);
    return texts;
  }

  #typed<T>(path: string, read: (value: DocumentValue) => T | undefined): T | undefined {
    const value = read(this.peek(path));
    if (value !== undefined) this.mark(path);
    return value;
  }

  /** Returns the values that were not read, without empty ones. Lists are not divided. */
  unread(): readonly DocumentLeaf[] {
    const leaves: DocumentLeaf[] = [];
    const walk = (value: DocumentValue, path: string): void => {
      if (this.#read.has(path) || isEmpty(value) || leaves.length >= IMPORT_LIMITS.leaves) return;
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        leaves.push({ path, value });
        return;
      }
      for (const [key, each] of Object.entries(value)) {
        walk(each, path === "" ? key : `${path}.${key}`);
      }
    };
    walk(this.#value, "");
    return leaves;
  }
}

function asLength(value: DocumentValue): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Whether a value contains nothing that could be lost. */
export function isEmpty(value: DocumentValue): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns a value for display. */
export function shownValue(value: DocumentValue): string {
  const text = asText(value);
  if (text !== undefined) return text;
  const texts = asTexts(value);
  return texts.length > 0 ? texts.join(", ") : JSON.stringify(value) ?? "";
}

/** Whether a path is one of these, or inside one. */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}.`));
}
