/**
 * The entry point of the API: every request is routed, passes the steps and gets a response; it has
 * no socket of its own.
 */
import { type Context, Hono } from "hono";
import type { AuditAction, AuditDetail } from "../schema/audit_actions.ts";
import { DatabaseUnavailableError } from "../store/database.ts";
import { admitRequest } from "./admission.ts";
import { isClientGone } from "./client_faults.ts";
import { contentTag } from "./content_tag.ts";
import { DomainError } from "../schema/errors.ts";
import { errorResponse } from "./errors.ts";
import type { KernelServices } from "./kernel_services.ts";
import type { Principal } from "./principal.ts";
import { type HandlerInput, Reply, reply, type Route } from "./route.ts";
import { RequestRate } from "./sources.ts";
import type { Connection, Exchange, StepContext } from "./exchange.ts";
import { type RequestStep, STEPS } from "./steps.ts";
import { programSentence, sentence } from "../../policy/model/sentence.ts";

/** The API as a Hono app; the environment of a request is its connection. */
export type ApiApp = Hono<{ Bindings: Connection }>;

/** Renders an error response as a page, in the language of the client. */
export type ErrorPage = (error: DomainError, request: Request) => Response | Promise<Response>;

/** Options of the API. */
export interface AppOptions {
  readonly steps?: readonly RequestStep[];
  readonly errorPage?: ErrorPage | undefined;
  /** Answers requests outside the API that match no route; absent = they are refused. */
  readonly beyond?: ((request: Request, connection: Connection) => Promise<Response>) | undefined;
  /** The context of its steps, where it is shared with another component. */
  readonly context?: StepContext;
}

/** An action that a handler writes to the administration log. */
interface AuditNote {
  readonly action: AuditAction;
  readonly detail: AuditDetail<AuditAction>;
}

/** The route table with the services of its handlers. */
interface Door<S> extends Refusals {
  readonly services: S;
  readonly steps: readonly RequestStep[];
}

/** What a refusal needs: the context of the steps, and the page for people. */
interface Refusals {
  readonly context: StepContext;
  readonly errorPage: ErrorPage | undefined;
}

/** Default time limit of a response, in milliseconds. */
const DEADLINE = 30_000;
const PLAIN = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
const LINES = { "content-type": "application/x-ndjson" };
/** JSON is never a page: nothing in it may load or run. */
const HEADERS = {
  ...PLAIN,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Creates the API over a list of routes. Tests call `app.request(path, init, connection)`. */
export function apiApp<S>(
  routes: readonly Route<S>[],
  services: NoInfer<S> & KernelServices,
  { steps = STEPS, errorPage, beyond, context = { services, rate: new RequestRate() } }:
    AppOptions = {},
): ApiApp {
  const app: ApiApp = new Hono({ getPath: (request) => pathOf(request.url) });
  const door: Door<S> = { services, steps, context, errorPage };
  const methods = new Map<string, string[]>();
  const there = new Map<string, Route<S>["there"]>();
  const astray = ({ req: { raw }, env }: Context<{ Bindings: Connection }>, error: DomainError) =>
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
    const headers = { allow: allowed.flatMap(withHead).join(", ") };
    app.all(
      path,
      (c) =>
        isHidden(path, c.env)
          ? c.notFound()
          : astray(c, new DomainError("method_not_allowed", undefined, { headers })),
    );
  }
  app.notFound(async (c) => {
    if (beyond === undefined || isOfApi(c.req.raw)) return astray(c, new DomainError("not_found"));
    return forPrograms(c.req.raw, await beyond(c.req.raw, c.env));
  });
  app.onError((error, c) => errorResponse(failure(error, "A request", c.req.raw, services)));
  return app;
}

/** A route that answers GET also answers HEAD (RFC 9110, 9.3.2). */
function withHead(method: string): string[] {
  return method === "GET" ? [method, "HEAD"] : [method];
}

/**
 * Answers a request that matches no route. Sources and rate limits apply as everywhere, so a client
 * learns nothing from missing addresses.
 */
async function foundNothing(
  request: Request,
  connection: Connection,
  nothing: DomainError,
  { context, errorPage }: Refusals,
) {
  const error = await admitRequest(request, connection, context).then(
    () => nothing,
    (refused) => failure(refused as Error, "A request without a route", request, context.services),
  );
  return errorPage !== undefined && isForPeople(request)
    ? errorPage(error, request)
    : errorResponse(error);
}

/** Whether a browser requests a page: an address outside the API. */
function isForPeople({ method, headers, url }: Request): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && !isOfApi({ url }) && /\btext\/html\b/.test(headers.get("accept") ?? "");
}

/** Replaces the page of a missing address by text or JSON for clients that do not accept HTML. */
async function forPrograms({ headers }: Request, response: Response): Promise<Response> {
  const isPage = response.status === 404 &&
    /^text\/html\b/.test(response.headers.get("content-type") ?? "");
  const accepted = headers.get("accept") ?? "";
  if (!isPage || /\btext\/html\b/.test(accepted)) return response;
  await response.body?.cancel();
  const error = new DomainError("not_found");
  if (/\bjson\b/.test(accepted)) return errorResponse(error);
  return new Response(`${error.message}\n`, {
    status: 404,
    headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}

function isOfApi({ url }: Pick<Request, "url">): boolean {
  return pathOf(url).startsWith("/api/");
}

/**
 * The path without the query string; Hono's own reader parses the host in a way that lets an
 * absolute address through.
 */
function pathOf(url: string): string {
  return new URL(url).pathname;
}

async function answer<S>(
  route: Route<S>,
  request: Request,
  connection: Connection,
  params: Record<string, string>,
  { services, steps, context, errorPage }: Door<S>,
): Promise<Response> {
  const exchange: Exchange = {
    route,
    request,
    connection,
    beforeBody: () => route.beforeBody?.(services),
    params,
    body: new Uint8Array(0),
    by: undefined,
    password: undefined,
    given: undefined,
  };
  try {
    for (const step of steps) await step.run(exchange, context);
    const outcome = await inTime(route, handled(route, exchange, services, context.services));
    return toResponse(route, request, outcome);
  } catch (error) {
    const what = `${route.method.toUpperCase()} ${route.path}`;
    const refusal = failure(error as Error, what, request, context.services);
    if (route.page !== true || errorPage === undefined) return errorResponse(refusal);
    return errorPage(refusal, request);
  }
}

/** Actions of one request that are written together: fewer than the log keeps waiting. */
const NOTES_AT_ONCE = 500;

/** Runs the handler, the audit and the publication, after the fixed steps. */
async function handled<S>(
  route: Route<S>,
  { given, by }: Exchange,
  services: S,
  kernel: KernelServices,
): Promise<unknown> {
  const notes: AuditNote[] = [];
  const note = (action: AuditNote["action"], detail: AuditNote["detail"]) => {
    if (!route.audit?.includes(action)) {
      throw new Error(`${route.path} does not declare the action ${action}`);
    }
    notes.push({ action, detail });
  };
  let outcome = await route.handle(
    { ...given!, audit: note } as HandlerInput<never, never, never>,
    services,
  );
  // The change is made and accepted: a failure to write the log does not undo it.
  const record = ({ action, detail }: AuditNote) =>
    kernel.audit.record(by!, action, detail).catch((error: Error) =>
      kernel.runtime.log(
        "error",
        `Could not write ${action} of ${by!.name} to the administration log: ${error.message}`,
      )
    );
  for (let from = 0; from < notes.length; from += NOTES_AT_ONCE) {
    await Promise.all(notes.slice(from, from + NOTES_AT_ONCE).map(record));
  }
  if (route.publishes) {
    await kernel.publish(route.publishes === "rules" ? "rules" : "all").catch((error: Error) => {
      throw new DomainError(
        "not_published",
        sentence`It is saved, but the box could not apply it yet: ${error.message}`,
      );
    });
  }
  if (route.afterPublish) outcome = await route.afterPublish(outcome as never, services);
  if (outcome instanceof ReadableStream) return reply(200, whileAllowed(outcome, by!), LINES);
  if (!(outcome instanceof Reply) || !(outcome.body instanceof ReadableStream)) return outcome;
  return reply(outcome.status, whileAllowed(outcome.body, by!), outcome.headers);
}

/** A stream ends when its session or token ends or loses rights (A 5). */
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
    timer = setTimeout(() => reject(new DomainError("too_slow")), route.deadline ?? DEADLINE);
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

/** A response that a client may cache and revalidate by its tag (RFC 9110, 8.8.3). */
function tagged(request: Request, body: unknown, given: Record<string, string>): Response {
  const text = JSON.stringify(body);
  const tag = `"${contentTag(text)}"`;
  const headers = { ...given, "cache-control": "private, no-cache", etag: tag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((part) =>
    part.trim().replace(/^W\//, "")
  );
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

/**
 * The error response for a client. Details of an unexpected error go to the log and not to the
 * client. `what` is written by the program alone: log lines are grouped by their first words.
 */
function failure(
  error: Error,
  what: string,
  request: Request,
  services: KernelServices,
): DomainError {
  if (error instanceof DomainError) return error;
  if (isClientGone(error, request.signal)) {
    return new DomainError("bad_request", programSentence`${error.message}`);
  }
  if (error instanceof DatabaseUnavailableError) {
    return new DomainError("database_unavailable", programSentence`${error.message}`);
  }
  services.runtime.log("error", `${what} failed: ${error.stack ?? error.message}`);
  return new DomainError("internal");
}
