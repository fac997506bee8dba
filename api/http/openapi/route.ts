/** The route that serves the document. */
import { z } from "@hono/zod-openapi";
import { type Route, routeFor } from "../route.ts";
import { type DocumentParts, openApiDocument } from "./document.ts";

/** The route that gives the document of a list of routes, its own included. */
export function openApiRoute(
  parts: () => Promise<DocumentParts>,
): Route<{ readonly version: string }> {
  const route = routeFor<{ readonly version: string }>();
  // Hundreds of schemas are converted, which takes a third of a second.
  let made: { readonly version: string; readonly document: Record<string, unknown> } | undefined;
  return route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/api/v1/openapi.json",
    operationId: "getOpenApi",
    summary: "This API as an OpenAPI document",
    access: "account",
    store: "etag",
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: async (_, { version }) => {
      if (made?.version !== version) {
        made = { version, document: openApiDocument({ ...await parts(), version }) };
      }
      return made.document;
    },
  });
}
