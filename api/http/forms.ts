/**
 * Plain forms of pages: `POST /act` says in its field `act` which request of the API it stands for, and goes through the door as
 * that request, with every step. So each change has one way in, and works without JavaScript (DESIGN 1.3, UI 7).
 */
import { z } from "@hono/zod-openapi";
import type { Connection } from "./steps.ts";

/** Octets that a form may have: a list of rules pasted into it fits. */
const FORM_LIMIT = 1024 * 1024;
const VALUES_KEPT = 200, COOKIE_MOST = 2000;
/** The cookie that tells the next page what was done. */
export const TOLD_COOKIE = "__Host-told";

const request = z.strictObject({
  method: z.enum(["post", "put", "delete"]),
  path: z.string().max(2000).startsWith("/api/v1/"),
  body: z.record(z.string(), z.unknown()).optional(),
});
const told = z.strictObject({
  done: z.string().max(80).optional(),
  args: z.record(z.string(), z.union([z.string().max(300), z.number()])).optional(),
  undo: request.optional(),
});
const act = z.strictObject({
  ...request.shape,
  ...told.shape,
  back: z.string().max(2000).optional(),
  result: z.boolean().optional(),
});

/** What a form stands for: the request, where to go then, what to say there and how to undo it. */
export type Act = z.input<typeof act>;
/** What the next page tells. */
export type Told = z.infer<typeof told>;

/** How a form came out, where the page is shown again at once: refused, or with an answer that is shown once. */
export type FormOutcome =
  | { readonly failed: { code: string; error: string; values: Readonly<Record<string, string>> } }
  | { readonly result: unknown };

type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

const outcomes = new WeakMap<Request, FormOutcome>();

/** How the form came out that led to this request of a page; undefined = no form did. */
export function formOutcome(request: Request): FormOutcome | undefined {
  return outcomes.get(request);
}

/** A door that takes plain forms too. */
export function withForms(answer: Answer): Answer {
  return (request, connection) =>
    request.method === "POST" && new URL(request.url).pathname === "/act"
      ? acted(request, connection, answer)
      : answer(request, connection);
}

/** Whether a text is an address on this box that a browser may be sent to. */
export function isLocalAddress(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(text);
}

async function acted(request: Request, connection: Connection, answer: Answer): Promise<Response> {
  const fields = await fieldsOf(request), wanted = act.safeParse(jsonOf(fields?.get("act") ?? ""));
  if (fields === undefined || !wanted.success) return new Response("The form is not one of the box\n", { status: 400 });
  const { method, path, body, back = "/", result = false, ...tell } = wanted.data;
  const to = isLocalAddress(back) ? back : "/", headers = inner(request);
  const filled = fill(path, { ...body }, fields);
  const response = await answer(
    new Request(`http://box${filled.path}`, {
      method: method.toUpperCase(),
      headers: [...headers, ["content-type", "application/json"]],
      ...(Object.keys(filled.body).length === 0 ? {} : { body: JSON.stringify(filled.body) }),
      signal: request.signal,
    }),
    connection,
  );
  if (response.ok && !result) return seeOther(to, response, tell);
  const page = new Request(`http://box${to}`, { headers, signal: request.signal });
  outcomes.set(page, response.ok ? { result: await response.json() } : { failed: await failure(response, fields) });
  const shown = await answer(page, connection), status = response.ok ? shown.status : response.status;
  const out = new Headers(shown.headers);
  response.headers.getSetCookie().forEach((cookie) => out.append("set-cookie", cookie));
  return new Response(shown.body, { status, headers: out });
}

/** The headers that say who asks and from where. */
function inner(request: Request): [string, string][] {
  const names = [
    ...["host", "cookie", "authorization", "origin", "sec-fetch-site", "user-agent"],
    ...["accept", "accept-language", "accept-encoding"],
  ];
  return names.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}

async function fieldsOf(request: Request): Promise<URLSearchParams | undefined> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded" || request.body === null) return undefined;
  if (Number(request.headers.get("content-length") ?? 0) > FORM_LIMIT) return undefined;
  const decoder = new TextDecoder();
  let text = "", length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > FORM_LIMIT) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Puts the fields of the form into the request. `name:type` says how a field is read: `number`, `boolean` (a box that is not
 * ticked sends nothing: a hidden field before it says false), `array` (all fields of the name), `lines`, `path` (into `{name}` of
 * the path), text otherwise; a `?` after it leaves an empty field out; dots lead into objects: `account.name`, `days:number?`.
 */
function fill(path: string, body: Record<string, unknown>, fields: URLSearchParams) {
  for (const field of new Set(fields.keys())) {
    if (field === "act") continue;
    const [, name, type = "text", optional] = /^([\w.]+)(?::(\w+))?(\?)?$/.exec(field) ?? [];
    if (name === undefined) continue;
    const all = fields.getAll(field), last = all.at(-1)!.trim();
    if (type === "path") path = path.replace(`{${name}}`, encodeURIComponent(last));
    else if (optional === undefined || all.some((text) => text.trim() !== "")) put(body, name, readAs(type, all, last));
  }
  return { path, body };
}

function readAs(type: string, all: readonly string[], last: string): unknown {
  switch (type) {
    case "number":
      return last === "" ? null : Number(last);
    case "boolean":
      return last === "true" || last === "on";
    case "array":
      return all.filter((text) => text !== "");
    case "lines":
      return last.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
    default:
      return all.at(-1)!;
  }
}

function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const parts = name.split("."), leaf = parts.pop()!;
  let at = body;
  for (const part of parts) {
    if (part === "__proto__") return;
    const inside = Object.hasOwn(at, part) ? at[part] : undefined;
    at = (at[part] = typeof inside === "object" && inside !== null ? inside : {}) as Record<string, unknown>;
  }
  if (leaf !== "__proto__") at[leaf] = value;
}

async function failure(response: Response, fields: URLSearchParams) {
  const { code = "internal", error = "" } = await response.json().catch(() => ({})) as Record<string, string>;
  const typed = [...fields].filter(([name]) => name !== "act" && !/password|code|secret/i.test(name));
  const values = typed.slice(0, VALUES_KEPT).map(([name, value]) => [name.replace(/:.*$/, ""), value]);
  return { code, error, values: Object.fromEntries(values) };
}

/** 303 with what the next page tells; a cookie that only the box can set holds it for a minute. */
function seeOther(location: string, response: Response, tell: Told): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  response.headers.getSetCookie().forEach((cookie) => headers.append("set-cookie", cookie));
  const text = new TextEncoder().encode(JSON.stringify(tell)).toBase64({ alphabet: "base64url", omitPadding: true });
  if (tell.done !== undefined && text.length <= COOKIE_MOST) {
    headers.append("set-cookie", `${TOLD_COOKIE}=${text}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=60`);
  }
  return new Response(null, { status: 303, headers });
}

/** What the page before did, from its cookie; undefined = nothing, or no words of ours. */
export function toldBy(request: Request): Told | undefined {
  const text = new RegExp(`(?:^|;\\s*)${TOLD_COOKIE}=([\\w-]+)`).exec(request.headers.get("cookie") ?? "")?.[1];
  if (text === undefined) return undefined;
  try {
    const octets = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return told.safeParse(JSON.parse(new TextDecoder().decode(octets))).data;
  } catch {
    return undefined;
  }
}
