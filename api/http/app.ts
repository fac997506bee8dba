/** The door of the API: every request finds its route, goes through the steps and is answered; without a socket of its own. */
import { type Context, Hono } from "hono";
import { DatabaseUnavailable } from "../store/database.ts";
import { admitted } from "./admission.ts";
import { contentTag } from "./content_tag.ts";
import { ApiError } from "./errors.ts";
import type { Principal } from "./principal.ts";
import { type Given, Reply, reply, type Route } from "./route.ts";
import type { AuditNote, Services } from "./services.ts";
import { RequestRate } from "./sources.ts";
import {
  type Connection,
  type Exchange,
  type RequestStep,
  type StepContext,
  STEPS,
} from "./steps.ts";

/** The API as Hono runs it; the environment of a request says how it came in. */
export type ApiApp = Hono<{ Bindings: Connection }>;

/** Tells a refusal as a page, in the language of who asks. */
export type ErrorPage = (error: ApiError, request: Request) => Response | Promise<Response>;

/** What a door may have of its own. */
export interface AppOptions {
  readonly steps?: readonly RequestStep[];
  readonly errorPage?: ErrorPage | undefined;
  /** Answers what none of the routes is for, outside the API; absent = it is refused. */
  readonly beyond?: ((request: Request, connection: Connection) => Promise<Response>) | undefined;
  /** What its steps look at, where something beside the door does so too. */
  readonly context?: StepContext;
}

/** What every request passes. */
interface Door {
  readonly steps: readonly RequestStep[];
  readonly context: StepContext;
  readonly errorPage: ErrorPage | undefined;
}

/** Milliseconds for an answer where a route says nothing. */
const DEADLINE = 30_000;
const PLAIN = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
const LINES = { "content-type": "application/x-ndjson" };
/** JSON is never a page: nothing in it may load or run anything. */
const HEADERS = {
  ...PLAIN,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Makes the door over a list of routes. `app.request(path, init, connection)` asks it in tests. */
export function apiApp(
  routes: readonly Route[],
  services: Services,
  { steps = STEPS, errorPage, beyond, context = { services, rate: new RequestRate() } }:
    AppOptions = {},
): ApiApp {
  const app: ApiApp = new Hono({ getPath: (request) => pathOf(request.url) });
  const door: Door = { steps, context, errorPage };
  const methods = new Map<string, string[]>(), there = new Map<string, Route["there"]>();
  const astray = ({ req: { raw }, env }: Context<{ Bindings: Connection }>, error: ApiError) =>
    foundNothing(raw, env, error, door);
  const isHidden = (path: string, { door }: Connection) =>
    door !== "socket" && there.get(path)?.(services) === false;
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ":$1");
    methods.set(path, [...methods.get(path) ?? [], route.method.toUpperCase()]);
    there.set(path, route.there);
    app.on(
      route.method.toUpperCase(),
      path,
      (c) =>
        isHidden(path, c.env) ? c.notFound() : answer(route, c.req.raw, c.env, c.req.param(), door),
    );
  }
  for (const [path, allowed] of methods) {
    const headers = { allow: allowed.join(", ") };
    app.all(
      path,
      (c) =>
        isHidden(path, c.env)
          ? c.notFound()
          : astray(c, new ApiError("method_not_allowed", undefined, { headers })),
    );
  }
  app.notFound((c) =>
    beyond === undefined || isOfApi(c.req.raw)
      ? astray(c, new ApiError("not_found"))
      : beyond(c.req.raw, c.env)
  );
  app.onError((error, c) => failure(error, `${c.req.method} ${c.req.path}`, services).toResponse());
  return app;
}

/** What finds no route is told so, to those who may ask and as often as they may: nothing is learned from what is not there. */
async function foundNothing(
  request: Request,
  connection: Connection,
  nothing: ApiError,
  { context, errorPage }: Door,
) {
  const error = await admitted(request, connection, context).then(
    () => nothing,
    (refused) => failure(refused as Error, "A request without a route", context.services),
  );
  return errorPage !== undefined && isForPeople(request)
    ? errorPage(error, request)
    : error.toResponse();
}

/** Whether somebody looks for a page: an address outside the API, asked for by a browser. */
function isForPeople({ method, headers, url }: Request): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && !isOfApi({ url }) && /\btext\/html\b/.test(headers.get("accept") ?? "");
}

function isOfApi({ url }: Pick<Request, "url">): boolean {
  return pathOf(url).startsWith("/api/");
}

/** The path without the query string; Hono's own reader takes the host apart in ways that an absolute address survives. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}

async function answer(
  route: Route,
  request: Request,
  connection: Connection,
  params: Record<string, string>,
  { steps, context, errorPage }: Door,
): Promise<Response> {
  const exchange: Exchange = {
    ...{ route, request, connection, params, body: new Uint8Array(0) },
    ...{ by: undefined, password: undefined, given: undefined },
  };
  try {
    for (const step of steps) await step.run(exchange, context);
    const outcome = await inTime(route, handled(exchange, context.services));
    return toResponse(route, request, outcome);
  } catch (error) {
    if (route.page !== true || errorPage === undefined) throw error;
    return errorPage(
      failure(error as Error, `${route.method} ${route.path}`, context.services),
      request,
    );
  }
}

/** Handle, audit, publish: the end of the fixed steps. */
async function handled({ route, given, by }: Exchange, services: Services): Promise<unknown> {
  const notes: AuditNote[] = [];
  const note = (action: AuditNote["action"], detail: AuditNote["detail"]) => {
    if (!route.audit?.includes(action)) {
      throw new Error(`${route.path} does not declare the action ${action}`);
    }
    notes.push({ action, detail });
  };
  const outcome = await route.handle({ ...given!, note } as Given<never, never, never>, services);
  for (const { action, detail } of notes) {
    // The change is made and accepted: a log that cannot be written does not undo it.
    await services.audit.record(by!, action, detail).catch((error: Error) =>
      services.log(
        "error",
        `The administration log misses ${action} of ${by!.name}: ${error.message}`,
      )
    );
  }
  if (route.publishes) {
    await services.publish(route.publishes === "rules" ? "rules" : "all").catch((error: Error) => {
      throw new ApiError(
        "not_published",
        `It is saved, but the box could not take it up yet: ${error.message}`,
      );
    });
  }
  if (outcome instanceof ReadableStream) return reply(200, whileAllowed(outcome, by!), LINES);
  if (!(outcome instanceof Reply) || !(outcome.body instanceof ReadableStream)) return outcome;
  return reply(outcome.status, whileAllowed(outcome.body, by!), outcome.headers);
}

/** A stream breaks off when the session or token that asked for it ends, or may do less than before (A 5). */
function whileAllowed(
  stream: ReadableStream<Uint8Array>,
  by: Principal,
): ReadableStream<Uint8Array> {
  const signal = "ended" in by ? by.ended : undefined;
  return signal === undefined ? stream : stream.pipeThrough(new TransformStream(), { signal });
}

async function inTime<T>(route: Route, work: Promise<T>): Promise<T> {
  if (route.lines === true) return await work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError("too_slow")), route.deadline ?? DEADLINE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toResponse(route: Route, request: Request, outcome: unknown): Response {
  if (outcome instanceof Response) return outcome;
  const first = Number(Object.keys(route.answers)[0]);
  const { status, body, headers: own } = outcome instanceof Reply
    ? outcome
    : new Reply(first, outcome);
  const headers = { ...HEADERS, ...own };
  if (status === 204) return new Response(null, { status, headers });
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  return route.store === "etag"
    ? tagged(request, body, headers)
    : Response.json(body, { status, headers });
}

/** An answer that a client may keep, and ask about again by its tag (RFC 9110, 8.8.3). */
function tagged(request: Request, body: unknown, given: Record<string, string>): Response {
  const text = JSON.stringify(body), tag = `"${contentTag(text)}"`;
  const headers = { ...given, "cache-control": "private, no-cache", etag: tag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((part) =>
    part.trim().replace(/^W\//, "")
  );
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

/** What a client is told of an error; what nobody foresaw goes to the log and not to the client. */
function failure(error: Error, what: string, services: Services): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) {
    return new ApiError("database_unavailable", error.message);
  }
  services.log("error", `${what} failed: ${error.stack ?? error.message}`);
  return new ApiError("internal");
}
