/** The OpenAPI document of the routes, made from the same schemas that check them. */
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ERRORS } from "./errors.ts";
import { type Route, route } from "./route.ts";

const errorSchema = z.object({ error: z.string(), code: z.string() }).openapi("Error");

/** The document (OpenAPI 3.1). */
export function openApiDocument(routes: readonly Route[], version: string): unknown {
  const app = new OpenAPIHono();
  for (const declared of routes) app.openAPIRegistry.registerPath(pathConfig(declared));
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "The box", version, description: "Times are Unix seconds in UTC, 0 = never." },
  });
}

function pathConfig(declared: Route): ReturnType<typeof createRoute> {
  const type = declared.lines === true ? "application/x-ndjson" : "application/json";
  const refusals = new Map<number, string[]>();
  for (const code of declared.refusals ?? []) {
    const { status, text } = ERRORS[code];
    refusals.set(status, [...refusals.get(status) ?? [], `\`${code}\`: ${text}`]);
  }
  const answers = Object.entries(declared.answers).map(([status, schema]) => [
    status,
    status === "204"
      ? { description: declared.summary }
      : { description: declared.summary, content: { [type]: { schema } } },
  ]);
  const refused = [...refusals].map(([status, texts]) => [
    status,
    { description: texts.join("; "), content: { "application/json": { schema: errorSchema } } },
  ]);
  return createRoute({
    method: declared.method,
    path: declared.path,
    summary: declared.summary,
    description: `${declared.doc}. Access: ${accessText(declared)}.`,
    request: {
      ...(declared.params === undefined ? {} : { params: declared.params }),
      ...(declared.query === undefined ? {} : { query: declared.query }),
      ...(declared.body === undefined ? {} : { body: { content: { "application/json": { schema: declared.body } } } }),
    },
    responses: {
      ...Object.fromEntries(refused),
      ...Object.fromEntries(answers),
      default: { description: "Refused", content: { "application/json": { schema: errorSchema } } },
    },
  });
}

function accessText({ access }: Route): string {
  return typeof access === "string" ? access : access.join(" and ");
}

/** The route that gives the document of a list of routes, its own included. */
export function openApiRoute(routes: () => readonly Route[]): Route {
  return route({
    doc: "DESIGN 6",
    method: "get",
    path: "/api/v1/openapi.json",
    summary: "This API as an OpenAPI document",
    access: "account",
    store: "etag",
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: (_, services) => openApiDocument(routes(), services.version) as Record<string, unknown>,
  });
}
