/**
 * The routes as pages call them, without a socket: the same access, schemas and handlers, for the
 * same principal.
 */
import type { z } from "@hono/zod-openapi";
import { DomainError } from "../schema/errors.ts";
import type { KernelServices } from "./kernel_services.ts";
import type { Principal } from "./principal.ts";
import { type HandlerInput, Reply, type Route } from "./route.ts";
import { checkPrincipal } from "./steps/access.ts";
import { programSentence } from "../../policy/model/sentence.ts";

/** The request of a page to a route. */
export interface RouteReaderRequest {
  readonly params?: Readonly<Record<string, string | number | undefined>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The Host header of the client's request, for responses that depend on the name of the box. */
  readonly host?: string;
  /** Ends a stream that is being read, when no reader needs it any more. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a route on behalf of a principal; `path` as declared (`/api/v1/lists/{id}`). Throws the
 * DomainError with which the route refuses.
 */
export type RouteReader = <T>(
  by: Principal,
  path: string,
  request?: RouteReaderRequest,
) => Promise<T>;

/** Creates the reader over a list of routes. It only reads: changes pass all steps of the API. */
export function createRouteReader<S>(
  routes: readonly Route<S>[],
  services: NoInfer<S> & Pick<KernelServices, "database">,
): RouteReader {
  const byPath = new Map(
    routes.filter(({ method, page }) => method === "get" && !page).map((row) => [row.path, row]),
  );
  return async <T>(
    by: Principal,
    path: string,
    { params = {}, query = {}, host, signal }: RouteReaderRequest = {},
  ) => {
    const route = byPath.get(path);
    if (route === undefined) throw new Error(`No route is read at ${path}`);
    checkPrincipal(by, route);
    if (route.database !== undefined) await services.database(route.database);
    const given = {
      params: checked(route.params, texts(params)),
      query: checked(route.query, texts(query)),
      body: undefined,
      request: new Request(`http://box${path}`, {
        ...(host && { headers: { host } }),
        ...(signal && { signal }),
      }),
      principal: by,
      audit: () => {},
    } as unknown as HandlerInput<never, never, never>;
    const outcome = await route.handle(given, services);
    return (outcome instanceof Reply ? outcome.body : outcome) as T;
  };
}

function texts(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}

function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  const result = schema?.safeParse(value) ?? { success: true, data: {} };
  if (result.success) return result.data;
  throw new DomainError("bad_request", programSentence`The page asked for what is not there`);
}
