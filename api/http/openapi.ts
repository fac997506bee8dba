/** The OpenAPI document of the routes, made from the same schemas that check them. */
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { type ErrorCode, ERRORS } from "../schema/errors.ts";
import { type Route, routeFor } from "./route.ts";
import { SESSION_COOKIE } from "./steps/access.ts";

const errorSchema = z.object({ error: z.string(), code: z.string() }).openapi("Error");

/** The document (OpenAPI 3.1). */
export function openApiDocument(routes: readonly Route[], version: string): unknown {
  const app = new OpenAPIHono();
  const { openAPIRegistry: registry } = app;
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
  });
  registry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  for (const declared of routes) registry.registerPath(pathConfig(declared));
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "The box",
      version,
      description:
        "Times are Unix seconds in UTC, 0 = never. A refusal has a sentence and a stable code.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/", description: "The box that gave this document" }],
  });
}

function pathConfig(declared: Route): ReturnType<typeof createRoute> {
  const types = declared.types ??
    [declared.lines === true ? "application/x-ndjson" : "application/json"];
  const contentOf = (schema: z.ZodType) =>
    Object.fromEntries(
      types.map((type) => [type, { schema: type.endsWith("json") ? schema : z.string() }]),
    );
  const body = bodyOf(declared);
  return createRoute({
    method: declared.method,
    path: declared.path,
    operationId: operationId(declared),
    tags: [declared.path.split("/")[3] ?? "box"],
    summary: declared.summary,
    description: `${declared.doc}. Access: ${accessText(declared)}.${planText(declared)}`,
    security: securityOf(declared),
    request: {
      ...(declared.params === undefined ? {} : { params: declared.params }),
      ...(declared.query === undefined ? {} : { query: declared.query }),
      ...(body === undefined
        ? {}
        : { body: { content: { "application/json": { schema: body } } } }),
    },
    responses: {
      ...refusalsOf(declared),
      ...Object.fromEntries(
        Object.entries(declared.answers).map(([status, schema]) => [
          status,
          {
            description: declared.summary,
            ...(status === "204" ? {} : { content: contentOf(schema) }),
          },
        ]),
      ),
      default: { description: "Refused", content: { "application/json": { schema: errorSchema } } },
    },
  });
}

/** `get_lists_id_accept`: never changes, as programs are generated from it. */
function operationId({ method, path }: Route): string {
  const words = path.replace("/api/v1", "").match(/[\w-]+/g) ?? ["front"];
  return [method, ...words].join("_").replaceAll("-", "_");
}

/** The codes of the steps and of the handler, by status. */
function refusalsOf(declared: Route): Record<string, ReturnType<typeof refusal>> {
  const texts = new Map<number, string[]>();
  for (const code of new Set([...stepRefusals(declared), ...declared.refusals ?? []])) {
    const { status, text } = ERRORS[code];
    texts.set(status, [...texts.get(status) ?? [], `\`${code}\`: ${text}`]);
  }
  return Object.fromEntries([...texts].map(([status, lines]) => [status, refusal(lines)]));
}

function refusal(lines: readonly string[]) {
  return {
    description: lines.join("; "),
    content: { "application/json": { schema: errorSchema } },
  };
}

function stepRefusals({ access, database, body, plan, confirmPassword }: Route): ErrorCode[] {
  return [
    ...(access === "open"
      ? []
      : ["not_signed_in", "no_right", "cross_site", "secure_only"] as const),
    ...(database === undefined ? [] : ["database_unavailable"] as const),
    ...(body === undefined ? [] : ["too_large", "wrong_type"] as const),
    ...(plan === undefined ? [] : ["plan_needed"] as const),
    ...(confirmPassword === true ? ["password_needed", "wrong_password"] as const : []),
    ...["bad_request", "source_not_allowed", "wrong_host", "too_many_requests"] as const,
  ];
}

/** The body with the password that a session must give again. */
function bodyOf({ body, confirmPassword }: Route): z.ZodType | undefined {
  if (confirmPassword !== true) return body;
  const password = z.object({ confirm_password: z.string().max(1024).optional() });
  if (body === undefined) return password;
  return body instanceof z.ZodObject ? body.extend(password.shape) : body.and(password);
}

function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === "open") return [];
  return access === "session" || access === "setup"
    ? [{ session: [] }]
    : [{ session: [] }, { token: [] }];
}

function accessText({ access }: Route): string {
  return typeof access === "string" ? access : access.join(" and ");
}

function planText({ plan }: Route): string {
  return plan === undefined ? "" : ` Plan: ${plan.name}.`;
}

/** The route that gives the document of a list of routes, its own included. */
export function openApiRoute(
  routes: () => readonly Route[],
): Route<{ readonly version: string }> {
  const route = routeFor<{ readonly version: string }>();
  // Hundreds of schemas are converted, which takes a third of a second.
  let made: { readonly version: string; readonly document: Record<string, unknown> } | undefined;
  return route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/api/v1/openapi.json",
    summary: "This API as an OpenAPI document",
    access: "account",
    store: "etag",
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: (_, { version }) => {
      if (made?.version !== version) {
        const document = openApiDocument(routes(), version) as Record<string, unknown>;
        made = { version, document };
      }
      return made.document;
    },
  });
}
