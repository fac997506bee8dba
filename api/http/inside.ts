/** The routes as pages ask them, without a socket: the same access, schemas and handlers, for the same principal (DESIGN 1). */
import type { z } from "@hono/zod-openapi";
import { ApiError } from "./errors.ts";
import type { Principal } from "./principal.ts";
import { type Given, Reply, type Route } from "./route.ts";
import type { Services } from "./services.ts";
import { refuseWithout } from "./steps/access.ts";

/** What a page asks a route with. */
export interface InsideRequest {
  readonly params?: Readonly<Record<string, string | number | undefined>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The Host of who asks, for what depends on the name of the box. */
  readonly host?: string;
  /** Ends a stream that is read, when nobody wants it any more. */
  readonly signal?: AbortSignal;
}

/** Reads a route for somebody; `path` as declared (`/api/v1/lists/{id}`). Throws the ApiError that the route refuses with. */
export type Inside = <T>(by: Principal, path: string, request?: InsideRequest) => Promise<T>;

/** Makes the reader over a list of routes. Only what is read comes this way: changes go through the door, with all its steps. */
export function inside(routes: readonly Route[], services: Services): Inside {
  const byPath = new Map(
    routes.filter(({ method, page }) => method === "get" && !page).map((row) => [row.path, row]),
  );
  return async <T>(
    by: Principal,
    path: string,
    { params = {}, query = {}, host, signal }: InsideRequest = {},
  ) => {
    const route = byPath.get(path);
    if (route === undefined) throw new Error(`No route is read at ${path}`);
    refuseWithout(by, route);
    if (route.database !== undefined) await services.database(route.database);
    const given = {
      params: checked(route.params, texts(params)),
      query: checked(route.query, texts(query)),
      body: undefined,
      request: new Request(`http://box${path}`, {
        ...(host && { headers: { host } }),
        ...(signal && { signal }),
      }),
      by,
      note: () => {},
    } as unknown as Given<never, never, never>;
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
  throw new ApiError("bad_request", "The page asked for what is not there");
}
