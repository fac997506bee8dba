/**
 * The fields of a plain form and what they stand for in a request of the API. `name:type` says how a field is read: `number`,
 * `boolean` (a box that is not ticked sends nothing: a hidden field before it says false), `array` (all fields of the name),
 * `numbers` (the same, of numbers),
 * `lines`, `path` (into `{name}` of the path, of what undoes it and of what is said), `file` (its octets in base64, and beside it
 * as `name` how it is called), `textfile` (the same, its text in UTF-8), text otherwise; a `?` after it leaves an empty field out,
 * and of a file how it is called, so that the file takes the place of what was typed under its name; dots lead into objects:
 * `account.name`, `days:number?`.
 */

import { boundaryOf, formParts } from "./multipart.ts";
import { BODY_LIMIT } from "./route.ts";
import { joined } from "../octets.ts";

/** Octets that a form may have: a list of rules pasted into it fits. */
export const FORM_LIMIT = 1024 * 1024;
/** Octets of a form with a file: more than that no import takes (api/features/box/import). */
export const FILE_FORM_LIMIT = 16 * 1024 * 1024 + 64 * 1024;
/** Octets of a form of somebody who is not signed in: what is open takes no more (route.ts). */
export const STRANGER_LIMIT = BODY_LIMIT;
/** Names of fields that a form may have, and characters and parts of one: what it becomes stays small and flat. */
const MOST_FIELDS = 1000, LONGEST_NAME = 200, DEEPEST_NAME = 8;

/** Parts of a form with files. */
const MOST_PARTS = 5000;
const decoder = new TextDecoder();

/** The fields by name, each with everything that was given under it, in order; of a file its name, then its octets in base64. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** A request as a form fills it. */
export interface Filled {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What filled the places of the path, by name. */
  readonly places: Readonly<Record<string, string>>;
}

/** Reads a form; `too_large` when it is, `no_form` when it is none. Rejects when the client leaves. */
export async function formFields(
  request: Request,
  limit = FORM_LIMIT,
): Promise<FormFields | "too_large" | "no_form"> {
  const type = request.headers.get("content-type") ?? "", boundary = boundaryOf(type);
  const isPlain = type.split(";")[0].trim().toLowerCase() === "application/x-www-form-urlencoded";
  if (!isPlain && boundary === undefined || request.body === null) return "no_form";
  const octets = await octetsOf(request, limit);
  if (octets === undefined) return "too_large";
  return boundary === undefined ? plainFields(octets) : partFields(octets, boundary);
}

/** The whole body; undefined = it is longer. */
async function octetsOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body!) {
    length += part.length;
    if (length > limit) return undefined;
    parts.push(part);
  }
  return joined(parts);
}

function plainFields(octets: Uint8Array): FormFields | "too_large" {
  return gathered(
    [...new URLSearchParams(decoder.decode(octets))].map(([name, value]) => [name, [value]]),
  );
}

function partFields(octets: Uint8Array, boundary: string): FormFields | "too_large" | "no_form" {
  const parts = formParts(octets, boundary, MOST_PARTS);
  if (parts === undefined) return "no_form";
  return gathered(parts.map(({ name, fileName, octets }) => [
    name,
    fileName === undefined ? [decoder.decode(octets)] : [fileName, octets.toBase64()],
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

/** The parts of the name of a field; undefined = it stands for nothing. */
function parsed(field: string): { name: string; type: string; optional: boolean } | undefined {
  const [, name, type = "text", optional] =
    /^([\w.-]+)(?::(\w+))?(\?)?$/.exec(field.slice(0, LONGEST_NAME + 1)) ?? [];
  return name === undefined || field.length > LONGEST_NAME || field === "act"
    ? undefined
    : { name, type, optional: optional !== undefined };
}

/** Puts the fields of a form into the request that it stands for. */
export function fill(
  path: string,
  given: Readonly<Record<string, unknown>>,
  fields: FormFields,
): Filled {
  const places: Record<string, string> = {};
  const body: Record<string, unknown> = structuredClone(given);
  for (const [field, all] of fields) {
    const found = parsed(field);
    if (found === undefined) continue;
    const { name, type, optional } = found, last = all.at(-1)!.trim();
    if (type === "path") places[name] = last;
    else if (type === "textfile" && optional) putText(body, name, textIn(all[1] ?? ""));
    else if (type === "file") putFile(body, name, all);
    else if (type === "textfile") putFile(body, name, [all[0], textIn(all[1] ?? "")]);
    else if (!optional || all.some((text) => text.trim() !== "")) {
      put(body, name, readAs(type, all, last));
    }
  }
  return { path: inPath(path, places), body, places };
}

/** A path with its places filled; those that nothing fills stay. */
export function inPath(path: string, places: Readonly<Record<string, string>>): string {
  const filled = (name: string) => encodeURIComponent(places[name]).replaceAll("'", "%27");
  return path.replace(
    /\{(\w+)\}/g,
    (whole, name) => Object.hasOwn(places, name) ? filled(name) : whole,
  );
}

/** The text of a file that was sent, from its octets in base64; what is none of either is replaced, never refused. */
function textIn(base64: string): string {
  try {
    return decoder.decode(Uint8Array.fromBase64(base64));
  } catch {
    return base64;
  }
}

/** A file as it is sent on: its content, and its name beside it. */
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
      // What is no number goes on as it was written, so that the refusal speaks of it.
      return last === "" ? null : Number.isFinite(Number(last)) ? Number(last) : last;
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
  const parts = name.split("."), leaf = parts.pop()!;
  if (parts.length >= DEEPEST_NAME || parts.includes("__proto__") || leaf === "__proto__") return;
  let at = body;
  for (const part of parts) {
    const inside = Object.hasOwn(at, part) ? at[part] : undefined;
    const open = typeof inside === "object" && inside !== null && !Array.isArray(inside);
    at = (at[part] = open ? inside : {}) as Record<string, unknown>;
  }
  at[leaf] = value;
}

/** Fields that no page is given back: a browser asks for them again. */
const UNTOLD = /password|code|secret|token|credentials|(?:^|[._])key$/i;

/** What was typed, by the plain names of the fields, for the page that says why it is refused; of several, one a line. */
export function typedIn(fields: FormFields): Readonly<Record<string, string>> {
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
