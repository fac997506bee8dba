/** The door of the API: every request finds its route, goes through the steps and is answered; without a socket of its own. */
import { Hono } from "hono";
import { DatabaseUnavailable } from "../store/database.ts";
import { ApiError } from "./errors.ts";
import { Reply, type Route } from "./route.ts";
import type { Services } from "./services.ts";
import { RequestRate } from "./sources.ts";
import { type Connection, type Exchange, type StepContext, STEPS } from "./steps.ts";

/** The API as Hono runs it; the environment of a request says how it came in. */
export type ApiApp = Hono<{ Bindings: Connection }>;

/** Makes the door over a list of routes. `app.request(path, init, connection)` asks it in tests. */
export function apiApp(routes: readonly Route[], services: Services): ApiApp {
  const app: ApiApp = new Hono({ getPath: (request) => pathOf(request.url) });
  const context: StepContext = { services, rate: new RequestRate() };
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ":$1");
    methods.set(path, [...methods.get(path) ?? [], route.method.toUpperCase()]);
    app.on(route.method.toUpperCase(), path, (c) => answer(route, c.req.raw, c.env, c.req.param(), context));
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => new ApiError("method_not_allowed", undefined, { allow: allowed.join(", ") }).toResponse());
  }
  app.notFound(() => new ApiError("not_found").toResponse());
  app.onError((error, c) => failure(error, `${c.req.method} ${c.req.path}`, services).toResponse());
  return app;
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
  context: StepContext,
): Promise<Response> {
  const exchange: Exchange = { route, request, connection, params, body: new Uint8Array(0), given: undefined };
  for (const step of STEPS) await step.run(exchange, context);
  const outcome = await route.handle(exchange.given!, context.services);
  return toResponse(route, outcome);
}

function toResponse(route: Route, outcome: unknown): Response {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  if (outcome instanceof Response) return outcome;
  if (outcome instanceof ReadableStream) {
    return new Response(outcome, { headers: { ...headers, "content-type": "application/x-ndjson" } });
  }
  const first = Number(Object.keys(route.answers)[0]);
  const { status, body } = outcome instanceof Reply ? outcome : { status: first, body: outcome };
  return status === 204 ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}

/** What a client is told of an error; what nobody foresaw goes to the log and not to the client. */
function failure(error: Error, what: string, services: Services): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return new ApiError("database_unavailable", error.message);
  services.log("error", `${what} failed: ${error.stack ?? error.message}`);
  return new ApiError("internal");
}
