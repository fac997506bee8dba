/**
 * The fields of a plain form and how they map to an API request. `name:type` says how a field is
 * read:
 * - `number`
 * - `boolean`: an unticked box sends nothing, so a hidden field before it sends false
 * - `array`: all fields of the name; `numbers`: the same, as numbers
 * - `lines`
 * - `path`: fills `{name}` in the path, in the undo request and in the message
 * - `file`: its bytes in base64, and its file name beside it as `name`
 * - `textfile`: the same, with its text in UTF-8
 * - text otherwise
 * A `?` after the type leaves out an empty field. For a file it leaves out the file name, so that
 * the file replaces the text typed under its name. Dots lead into objects: `account.name`,
 * `days:number?`.
 */

import { boundaryOf, formParts } from "./multipart.ts";
import { BODY_LIMIT } from "./route.ts";
import { concatBytes } from "../system/bytes.ts";

/** Maximum size of a form in bytes: a pasted list of rules fits. */
export const FORM_LIMIT = 1024 * 1024;
/** Maximum size of a form with a file: no import accepts more (api/features/box/import). */
export const FILE_FORM_LIMIT = 16 * 1024 * 1024 + 64 * 1024;
/**
 * Maximum size of a form from a client that is not signed in: open routes accept no more
 * (route.ts).
 */
export const STRANGER_LIMIT = BODY_LIMIT;
/**
 * Most fields of a form, and most characters and parts of a field name: the resulting request stays
 * small and flat.
 */
const MOST_FIELDS = 1000;
const LONGEST_NAME = 200;
const DEEPEST_NAME = 8;

/** Maximum number of parts of a form with files. */
const MOST_PARTS = 5000;
const decoder = new TextDecoder();

/**
 * The fields by name, each with all its values in order; of a file its name, then its bytes in
 * base64.
 */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** A request filled from a form. */
export interface FilledRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The values of the path parameters, by name. */
  readonly places: Readonly<Record<string, string>>;
}

/**
 * Reads a form; `too_large` when it is too large, `no_form` when it is not a form. Rejects when the
 * client leaves.
 */
export async function formFields(
  request: Request,
  limit = FORM_LIMIT,
): Promise<FormFields | "too_large" | "no_form"> {
  const type = request.headers.get("content-type") ?? "";
  const boundary = boundaryOf(type);
  const isPlain = type.split(";")[0].trim().toLowerCase() === "application/x-www-form-urlencoded";
  if (!isPlain && boundary === undefined || request.body === null) return "no_form";
  const bytes = await bytesOf(request, limit);
  if (bytes === undefined) return "too_large";
  return boundary === undefined ? plainFields(bytes) : partFields(bytes, boundary);
}

/** The whole body; undefined = it is too long. */
async function bytesOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body!) {
    length += part.length;
    if (length > limit) return undefined;
    parts.push(part);
  }
  return concatBytes(parts);
}

function plainFields(bytes: Uint8Array): FormFields | "too_large" {
  return gathered(
    [...new URLSearchParams(decoder.decode(bytes))].map(([name, value]) => [name, [value]]),
  );
}

function partFields(bytes: Uint8Array, boundary: string): FormFields | "too_large" | "no_form" {
  const parts = formParts(bytes, boundary, MOST_PARTS);
  if (parts === undefined) return "no_form";
  return gathered(parts.map(({ name, fileName, bytes }) => [
    name,
    fileName === undefined ? [decoder.decode(bytes)] : [fileName, bytes.toBase64()],
  ]));
}

function gathered(
  all: readonly (readonly [string, readonly string[]])[],
): FormFields | "too_large" {
  const fields = new Map<string, string[]>();
  for (const [name, values] of all) {
    const found = fields.get(name);
    if (found !== undefined) found.push(...values);
    else if (fields.size === MOST_FIELDS) return "too_large";
    else fields.set(name, [...values]);
  }
  return fields;
}

/** The parts of a field's name; undefined = the field is not part of the request. */
function parsed(field: string): { name: string; type: string; optional: boolean } | undefined {
  const [, name, type = "text", optional] =
    /^([\w.-]+)(?::(\w+))?(\?)?$/.exec(field.slice(0, LONGEST_NAME + 1)) ?? [];
  return name === undefined || field.length > LONGEST_NAME || field === "act"
    ? undefined
    : { name, type, optional: optional !== undefined };
}

/** Puts the fields of a form into the API request. */
export function fillRequest(
  path: string,
  given: Readonly<Record<string, unknown>>,
  fields: FormFields,
): FilledRequest {
  const places: Record<string, string> = {};
  const body: Record<string, unknown> = structuredClone(given);
  for (const [field, all] of fields) {
    const found = parsed(field);
    if (found === undefined) continue;
    const { name, type, optional } = found;
    const last = all.at(-1)!.trim();
    if (type === "path") places[name] = last;
    else if (type === "textfile" && optional) putText(body, name, textIn(all[1] ?? ""));
    else if (type === "file") putFile(body, name, all);
    else if (type === "textfile") putFile(body, name, [all[0], textIn(all[1] ?? "")]);
    else if (!optional || all.some((text) => text.trim() !== "")) {
      put(body, name, readAs(type, all, last));
    }
  }
  return { path: fillPath(path, places), body, places };
}

/** A path with its parameters filled; those without a value stay. */
export function fillPath(path: string, places: Readonly<Record<string, string>>): string {
  const filled = (name: string) => encodeURIComponent(places[name]).replaceAll("'", "%27");
  return path.replace(
    /\{(\w+)\}/g,
    (whole, name) => Object.hasOwn(places, name) ? filled(name) : whole,
  );
}

/**
 * The text of an uploaded file, from its bytes in base64; invalid base64 or UTF-8 is replaced,
 * never refused.
 */
function textIn(base64: string): string {
  try {
    return decoder.decode(Uint8Array.fromBase64(base64));
  } catch {
    return base64;
  }
}

/** Adds a file to the body: its content, and its name in a separate field. */
function putFile(
  body: Record<string, unknown>,
  name: string,
  [fileName = "", content = ""]: readonly string[],
): void {
  put(body, name, content);
  put(body, name.replace(/[^.]*$/, "name"), fileName);
}

/** The text of a file, when one was chosen. */
function putText(body: Record<string, unknown>, name: string, text: string): void {
  if (text.trim() !== "") put(body, name, text);
}

function readAs(type: string, all: readonly string[], last: string): unknown {
  switch (type) {
    case "number":
      // Text that is not a number is passed on unchanged, so that the error names it.
      if (last === "") return null;
      return Number.isFinite(Number(last)) ? Number(last) : last;
    case "boolean":
      return last === "true" || last === "on";
    case "array":
      return all.filter((text) => text !== "");
    case "numbers":
      return all.filter((text) => text !== "").map((text) =>
        Number.isFinite(Number(text)) ? Number(text) : text
      );
    case "lines":
      return last.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "");
    default:
      return all.at(-1)!;
  }
}

function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const parts = name.split(".");
  const leaf = parts.pop()!;
  if (parts.length >= DEEPEST_NAME || parts.includes("__proto__") || leaf === "__proto__") return;
  let at = body;
  for (const part of parts) {
    const inside = Object.hasOwn(at, part) ? at[part] : undefined;
    const open = typeof inside === "object" && inside !== null && !Array.isArray(inside);
    at = (at[part] = open ? inside : {}) as Record<string, unknown>;
  }
  at[leaf] = value;
}

/** Fields that are never sent back to a page: the browser asks for them again. */
const UNTOLD = /password|code|secret|token|credentials|(?:^|[._])key$/i;

/**
 * The typed values by plain field name, for the page that shows the error; several values are one a
 * line.
 */
export function typedValues(fields: FormFields): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [field, all] of fields) {
    const found = parsed(field);
    if (
      found === undefined || found.type.endsWith("file") || UNTOLD.test(found.name) ||
      found.name === "__proto__"
    ) {
      continue;
    }
    values[found.name] = found.type === "array" || found.type === "numbers"
      ? all.filter((text) => text !== "").join("\n")
      : all.at(-1)!;
  }
  return values;
}
