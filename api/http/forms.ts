/**
 * Plain forms of pages. The field `act` of `POST /act` names the API request that the form makes.
 * That request passes the door with every step. So each change has one entry point, and works
 * without JavaScript.
 */
import { z } from "@hono/zod-openapi";
import type { ErrorPage } from "./app.ts";
import { DomainError } from "../schema/errors.ts";
import { errorResponse } from "./errors.ts";
import {
  FILE_FORM_LIMIT,
  fillPath,
  fillRequest,
  FORM_LIMIT,
  type FormFields,
  formFields,
  STRANGER_LIMIT,
  typedValues,
} from "./form_fields.ts";
import type { Principal } from "./principal.ts";
import type { Connection } from "./exchange.ts";
import { programSentence, sentence } from "../../policy/model/sentence.ts";

/** Characters of the flash-message cookie, and of one item in it. */
const COOKIE_MOST = 2000;
const ARGUMENT_MOST = 300;
/** Nesting depth of objects in a field `act`. */
const DEEPEST = 32;
/** The cookie that carries the flash message to the next page. */
export const FLASH_COOKIE = "__Host-flash";

const request = z.strictObject({
  method: z.enum(["post", "put", "delete"]),
  path: z.string().max(2000).startsWith("/api/v1/"),
  body: z.record(z.string(), z.unknown()).optional(),
});
const argument = z.union([
  z.string().transform((text) => text.slice(0, ARGUMENT_MOST).toWellFormed()),
  z.number(),
]);
/** Somebody whom the change does not reach, from the response of the request. */
const exception = z.object({
  name: z.string().transform((text) => text.slice(0, ARGUMENT_MOST).toWellFormed()),
  reason: z.string().max(20),
  by: z.string().max(40),
  by_name: z.string().transform((text) => text.slice(0, ARGUMENT_MOST).toWellFormed()),
});
/** Exceptions named in a flash message. */
const EXCEPTIONS_MOST = 3;
const flashMessage = z.strictObject({
  done: z.string().max(80).optional(),
  args: z.record(z.string(), argument).optional(),
  undo: request.optional(),
});
const flash = z.strictObject({ ...flashMessage.shape, exceptions: z.array(exception).optional() });
const act = z.strictObject({
  ...request.shape,
  ...flashMessage.shape,
  back: z.string().max(2000).optional(),
  here: z.string().max(2000).optional(),
  result: z.boolean().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

/**
 * What a form does: the API request, where to redirect afterwards, what to say there and how to
 * undo it. A button may make another request than its form, with only some of its `fields`, each
 * under the name given there. An error is shown on the page of the form, `here`, where that is not
 * `back`.
 */
export type FormAction = z.input<typeof act>;
/** The flash message that the next page shows. */
export type FlashMessage = z.infer<typeof flash>;

/**
 * The result of a form whose page is shown again directly: an error, or a response that is shown
 * once.
 */
export type FormOutcome =
  | {
    readonly failed: {
      code: string;
      error: string;
      facts?: Readonly<Record<string, unknown>>;
      values: Readonly<Record<string, string>>;
    };
  }
  | { readonly result: unknown; readonly values: Readonly<Record<string, string>> };

type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

const outcomes = new WeakMap<Request, FormOutcome>();

/** Returns the result of the form that led to this page request; undefined = no form. */
export function formOutcome(request: Request): FormOutcome | undefined {
  return outcomes.get(request);
}

/** Options of a form door. */
export interface FormOptions {
  /** Renders an error page for a request that is no form of the box. */
  readonly errorPage?: ErrorPage | undefined;
  /**
   * Authenticates the client before the form is read; rejects with the DomainError if the form must
   * not be read.
   */
  readonly admit: (request: Request, connection: Connection) => Promise<Principal>;
}

/** Wraps a request handler so that it accepts plain forms. */
export function withForms(answer: Answer, options: FormOptions): Answer {
  return (request, connection) =>
    request.method === "POST" && new URL(request.url).pathname === "/act"
      ? acted(request, connection, answer, options)
      : answer(request, connection);
}

/** Whether a text is an address on this box that a browser may be sent to. */
export function isLocalAddress(text: string): boolean {
  const url = /^\/[\x21-\x7e]*$/.test(text) ? URL.parse(text, "http://box") : null;
  // As a browser parses it: `/.//elsewhere/` is the path `//elsewhere/`, which as a link would be
  // another site.
  return url !== null && url.host === "box" && !url.pathname.startsWith("//");
}

async function acted(
  request: Request,
  connection: Connection,
  answer: Answer,
  { errorPage, admit }: FormOptions,
) {
  const headers = inner(request);
  const refused = (error: DomainError) =>
    errorPage?.(error, new Request("http://box/", { headers })) ?? errorResponse(error);
  const by = await admit(request, connection).catch(refusalOf);
  if (by instanceof DomainError) return refused(by);
  const fields = await formFields(request, limitOf(by));
  if (fields === "too_large") {
    return refused(new DomainError("too_large", sentence`The form is too large`));
  }
  const wanted = fields === "no_form" ? undefined : requestOf(fields);
  if (fields === "no_form" || wanted === undefined) {
    return refused(new DomainError("bad_request", programSentence`This is no form of the box`));
  }
  const {
    back = "/",
    here = back,
    result = false,
    method: _,
    path: __,
    body: ___,
    fields: ____,
    ...tell
  } = wanted.act;
  const to = isLocalAddress(back) ? back : "/";
  const from = isLocalAddress(here) ? here : "/";
  const response = await answer(
    new Request(wanted.url, {
      method: wanted.act.method.toUpperCase(),
      headers: [...headers, ["content-type", "application/json"]],
      ...(wanted.body === undefined ? {} : { body: wanted.body }),
      signal: request.signal,
    }),
    connection,
  );
  const said = await jsonOf(response);
  if (response.ok && !result) {
    const message = filledIn(tell, wanted.places, fields);
    return seeOther(to, response, { ...message, ...exceptionsIn(said) });
  }
  const page = new Request(`http://box${response.ok ? to : from}`, {
    headers: withCookies(headers, response),
    signal: request.signal,
  });
  outcomes.set(
    page,
    response.ok ? { result: said, values: typedValues(fields) } : { failed: failure(said, fields) },
  );
  const shown = await answer(page, connection);
  const out = new Headers(shown.headers);
  response.headers.getSetCookie().forEach((cookie) => out.append("set-cookie", cookie));
  // A page that redirects the browser, for example to the sign-in, still does.
  const status = response.ok || isRedirect(shown) ? shown.status : response.status;
  return new Response(shown.body, { status, headers: out });
}

/** The first exceptions in a response, for the message; a form cannot set them itself. */
function exceptionsIn(said: unknown): Pick<FlashMessage, "exceptions"> {
  const found = z.object({ exceptions: z.array(exception) }).safeParse(said);
  if (!found.success || found.data.exceptions.length === 0) return {};
  return { exceptions: found.data.exceptions.slice(0, EXCEPTIONS_MOST) };
}

/**
 * Bytes of a form, by principal: only those who may restore files over the configuration send large
 * ones (A 5.9).
 */
function limitOf(by: Principal): number {
  if (by.kind === "device") return STRANGER_LIMIT;
  // A backup can take the place of the setup.
  if (by.kind === "session" && by.setup) return FILE_FORM_LIMIT;
  return by.rights.has("backups.restore") ? FILE_FORM_LIMIT : FORM_LIMIT;
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** The API request that a form makes; undefined when the form names none. */
function requestOf(fields: FormFields) {
  const wanted = act.safeParse(parsed(fields.get("act")?.at(-1) ?? ""));
  if (!wanted.success) return undefined;
  const { fields: taken } = wanted.data;
  const given = taken === undefined ? fields : new Map(
    Object.entries(taken).flatMap(([name, here]) =>
      fields.has(name) ? [[here, fields.get(name)!] as const] : []
    ),
  );
  const { path, body, places } = fillRequest(wanted.data.path, wanted.data.body ?? {}, given);
  const url = `http://box${path}`;
  // Parsing must leave the address unchanged: no `..` that leads elsewhere, no `{name}` left over.
  if (URL.parse(url)?.href !== url) return undefined;
  return {
    act: wanted.data,
    url,
    places,
    ...(Object.keys(body).length === 0 ? {} : { body: JSON.stringify(body) }),
  };
}

/**
 * The message and the undo request, with their parameters filled; an argument `{name}` is replaced
 * by the typed value.
 */
function filledIn(
  tell: FlashMessage,
  places: Readonly<Record<string, string>>,
  fields: FormFields,
): FlashMessage {
  const short = (text: string) => text.slice(0, ARGUMENT_MOST).toWellFormed();
  const { undo } = tell;
  const typed = typedValues(fields);
  const held = ([name, value]: [string, string | number]) => {
    const field = /^\{([\w.]+)\}$/.exec(String(value))?.[1] ?? "";
    return [name, Object.hasOwn(typed, field) ? short(typed[field].trim()) : value];
  };
  const placed = Object.entries(places).map(([name, text]) => [name, short(text)]);
  const args = Object.fromEntries([...placed, ...Object.entries(tell.args ?? {}).map(held)]);
  return {
    ...tell,
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...(undo === undefined ? {} : { undo: { ...undo, path: fillPath(undo.path, places) } }),
  };
}

/** The headers that identify the client and its origin. */
function inner(request: Request): [string, string][] {
  const names = [
    "host",
    "cookie",
    "authorization",
    "origin",
    "sec-fetch-site",
    "user-agent",
    "accept",
    "accept-language",
    "accept-encoding",
  ];
  return names.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}

/**
 * The headers with the cookies of a response, so that the page shown at once belongs to the session
 * it began.
 */
function withCookies(headers: readonly [string, string][], response: Response): [string, string][] {
  const set = response.headers.getSetCookie().map((text) => text.split(";")[0]);
  if (set.length === 0) return [...headers];
  const held = new Map<string, string>();
  const cookie = headers.find(([name]) => name === "cookie")?.[1] ?? "";
  for (const pair of [...cookie.split(";"), ...set].map((text) => text.trim())) {
    if (pair.includes("=")) held.set(pair.slice(0, pair.indexOf("=")), pair);
  }
  return [...headers.filter(([name]) => name !== "cookie"), [
    "cookie",
    [...held.values()].join("; "),
  ]];
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/**
 * The response as JSON; undefined for other types, a stream for instance, which is read no further.
 */
async function jsonOf(response: Response): Promise<unknown> {
  if (/^application\/json\b/.test(response.headers.get("content-type") ?? "")) {
    return await response.json().catch(() => undefined);
  }
  await response.body?.cancel();
  return undefined;
}

/**
 * The content of a field `act`; undefined if it is not JSON, or nested more deeply than any
 * request.
 */
function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text);
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    level = level.flatMap((each) =>
      typeof each === "object" && each !== null ? Object.values(each) : []
    );
  }
  return level.length === 0;
}

function failure(said: unknown, fields: FormFields) {
  const { code, error, ...facts } = (typeof said === "object" ? said ?? {} : {}) as Record<
    string,
    unknown
  >;
  return {
    code: typeof code === "string" ? code : "internal",
    error: typeof error === "string" ? error : "",
    facts,
    values: typedValues(fields),
  };
}

/**
 * 303 with the flash message for the next page, in a cookie that only the box can set and that
 * lasts a minute.
 */
function seeOther(location: string, response: Response, tell: FlashMessage): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  response.headers.getSetCookie().forEach((cookie) => headers.append("set-cookie", cookie));
  // What does not fit in the cookie is left out: without the undo button, the message is still
  // shown.
  const text = [tell, { ...tell, undo: undefined }, { done: tell.done }].map(encoded)
    .find(({ length }) => length <= COOKIE_MOST);
  if (tell.done !== undefined && text !== undefined) {
    headers.append(
      "set-cookie",
      `${FLASH_COOKIE}=${text}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=60`,
    );
  }
  return new Response(null, { status: 303, headers });
}

function encoded(value: unknown): string {
  return new TextEncoder().encode(JSON.stringify(value)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/**
 * The flash message of the previous page, from its cookie; undefined = none, or not written by the
 * box.
 */
export function readFlashMessage(request: Request): FlashMessage | undefined {
  const text = new RegExp(`(?:^|;\\s*)${FLASH_COOKIE}=([\\w-]+)`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  if (text === undefined) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return flash.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
