/** The steps that every request goes through before its handler, in this order (DESIGN 6). */
import { z } from "@hono/zod-openapi";
import { parseAddress } from "../../policy/model/address.ts";
import { DatabaseUnavailable } from "../store/database.ts";
import { ApiError } from "./errors.ts";
import { BODY_LIMIT, type Route } from "./route.ts";
import type { Services } from "./services.ts";
import { isAllowed, peerAddress, type RequestRate } from "./sources.ts";

/** How a request came in: over the local socket, or over plain HTTP from an address. */
export type Connection = { readonly door: "socket" } | { readonly door: "http"; readonly address: string };

/** One request on its way to its handler. */
export interface Exchange {
  readonly route: Route;
  readonly request: Request;
  readonly connection: Connection;
  /** Parameters of the path as they were written. */
  readonly params: Readonly<Record<string, string>>;
  /** The octets of the body, once they were read. */
  body: Uint8Array;
  /** What the handler is given, once it was checked. */
  given: Parameters<Route["handle"]>[0] | undefined;
}

/** What steps look at beside the request. */
export interface StepContext {
  readonly services: Services;
  readonly rate: RequestRate;
}

/** One step; it refuses by throwing an ApiError. */
export interface RequestStep {
  readonly name: string;
  run(exchange: Exchange, context: StepContext): void | Promise<void>;
}

/** The order. A step stands before another when what it protects must not be reached by what it refuses. */
export const STEPS: readonly RequestStep[] = [
  { name: "source", run: source }, // Foreign networks learn nothing, not even what routes there are.
  { name: "host", run: host }, // A page of another site that rebinds its name to the box reaches nothing.
  { name: "rate", run: rate },
  { name: "database", run: database }, // Before access: accounts are kept in it.
  { name: "access", run: access },
  { name: "size", run: size }, // Before the body is looked at, so that its memory is bounded.
  { name: "type", run: mediaType },
  { name: "validation", run: validation },
];

function source({ connection }: Exchange, { services }: StepContext): void {
  if (connection.door === "socket") return;
  const address = peerAddress(connection.address);
  if (address === undefined || !isAllowed(address, services.allowedRanges())) throw new ApiError("source_not_allowed");
}

function host({ connection, request }: Exchange, { services }: StepContext): void {
  if (connection.door === "socket") return;
  const name = (request.headers.get("host") ?? "").replace(/:\d{0,5}$/, "").replace(/\.$/, "").toLowerCase();
  const literal = parseAddress(name.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, ""));
  if (literal === undefined && !services.hostNames().includes(name)) throw new ApiError("wrong_host");
}

function rate({ connection }: Exchange, { services, rate }: StepContext): void {
  if (connection.door === "socket") return;
  const address = peerAddress(connection.address);
  if (address !== undefined && rate.admits(address, services.now())) return;
  throw new ApiError("too_many_requests", undefined, { "retry-after": "1" });
}

async function database({ route }: Exchange, { services }: StepContext): Promise<void> {
  if (route.database === undefined) return;
  try {
    await services.database(route.database);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw new ApiError("database_unavailable", error.message);
    throw error;
  }
}

function access({ route, connection }: Exchange): void {
  if (route.access === "socket" && connection.door !== "socket") throw new ApiError("socket_only");
}

async function size(exchange: Exchange): Promise<void> {
  const { route, request } = exchange;
  if (route.body === undefined || request.body === null) return;
  const limit = route.bodyLimit ?? BODY_LIMIT;
  const tooLarge = () => new ApiError("too_large", `The body may have ${limit} octets`, { connection: "close" });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > limit) throw tooLarge();
    parts.push(part);
  }
  exchange.body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    exchange.body.set(part, at);
    at += part.length;
  }
}

function mediaType({ request, body }: Exchange): void {
  if (body.length === 0) return;
  const type = (request.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (type !== "application/json") throw new ApiError("wrong_type");
}

function validation(exchange: Exchange): void {
  const { route, request, params } = exchange;
  exchange.given = {
    params: checked(route.params, params, "the address"),
    query: checked(route.query, queryOf(request), "the query string"),
    body: route.body === undefined ? undefined : checked(route.body, jsonOf(exchange.body), "the body"),
    request,
  };
}

function queryOf(request: Request): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) out[name] = value;
  return out;
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new ApiError("bad_request", "The body is no JSON");
  }
}

function checked<T>(schema: z.ZodType<T> | undefined, value: unknown, place: string): T {
  if (schema === undefined) return {} as T;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue.path.length === 0 ? "" : `, field ${issue.path.map(String).join(".").slice(0, 100)}`;
  throw new ApiError("bad_request", `Bad value in ${place}${path}: ${issue.message.slice(0, 200)}`);
}
