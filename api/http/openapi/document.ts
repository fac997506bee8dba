/** The OpenAPI document of the routes, made from the same declarations that check them. */
import { z } from "@hono/zod-openapi";
import { type ErrorCode, ERRORS } from "../../schema/errors.ts";
import { SERVER_SENT } from "../event_stream.ts";
import type { ResponseHeader, Route } from "../route.ts";
import { SESSION_COOKIE } from "../steps/access.ts";
import { descriptionOf } from "./description.ts";
import { type JsonSchema, SchemaComponents, sorted } from "./json_schema.ts";
import { operationIdOf } from "./operation_id.ts";
import {
  codesByStatus,
  type DocumentedResponse,
  errorSchema,
  refusalHeaders,
  refusalName,
  refusalResponse,
} from "./refusals.ts";

/** A group of operations, with the first words of their paths below `/api/v1`. */
export interface ApiTag {
  readonly name: string;
  readonly description: string;
  readonly paths: readonly string[];
}

/**
 * A request body and the response of each status, as JSON values or as text. A second media type of
 * a status has a key such as `200 application/x-ndjson`.
 */
export interface OperationExamples {
  readonly request?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Examples by `operationId`. */
export type ApiExamples = Readonly<Record<string, OperationExamples>>;

/** What the document is made of. */
export interface DocumentSource extends DocumentParts {
  readonly version: string;
}

/** What the document is made of, without the version of the running box. */
export interface DocumentParts {
  readonly routes: readonly Route[];
  readonly tags: readonly ApiTag[];
  readonly examples: ApiExamples;
}

/** Introduction of the document. */
const INTRODUCTION = [
  "The API of the box, a DNS filter for homes and small companies.",
  "Times are Unix seconds in UTC, 0 = never; days are written YYYY-MM-DD.",
  "A refusal is a JSON object with a sentence for a person in `error` and a stable `code`.",
  "New fields and new codes may appear in any version: programs ignore those that they do not know.",
].join(" ");

const SECURITY_SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "The cookie of a signed-in browser, from `post /api/v1/session`.",
  },
  token: {
    type: "http",
    scheme: "bearer",
    description: "A token of an account, from `post /api/v1/tokens` or the Me page.",
  },
};

const SERVERS = [
  { url: "/", description: "The box that served this document" },
  {
    url: "http://localhost",
    description:
      "The local socket `<data>/box.sock` on the machine of the box. Only root and the user of the service may open it; it has all rights without a token: `curl --unix-socket box.sock http://localhost/api/v1/status`",
  },
];

/** A refusal that every operation may have. */
const REFUSED = { error: ERRORS.internal.text, code: "internal" };

/** Headers that routes declare, as the document describes them. */
const HEADERS: Readonly<Record<ResponseHeader, { name: string; description: string }>> = {
  "set-cookie": { name: "Set-Cookie", description: `The cookie \`${SESSION_COOKIE}\`` },
  "content-disposition": {
    name: "Content-Disposition",
    description: "The file name for saving the response",
  },
};

const ETAG = { description: "Changes with the content", schema: { type: "string" } };

const SUCCESS: Readonly<Record<string, string>> = {
  200: "Success",
  201: "Added",
  202: "Begun; it goes on in the background",
  204: "Done, without a body",
};

/** The document (OpenAPI 3.1). */
export function openApiDocument(
  { routes, tags, examples, version }: DocumentSource,
): Record<string, unknown> {
  const shared = new SharedParts();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const id = operationIdOf(route);
    paths[route.path] ??= {};
    paths[route.path][route.method] = operationOf(route, {
      id,
      tag: tagOf(route, tags)?.name,
      example: examples[id] ?? {},
      shared,
    });
  }

  shareParameters(paths, shared);

  return {
    openapi: "3.1.0",
    info: {
      title: "The box",
      version,
      description: INTRODUCTION,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: SERVERS,
    security: [{ session: [] }, { token: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: shared.schemas.all(),
      parameters: sorted(shared.parameters),
      responses: sorted(shared.responses),
    },
  };
}

/** The tag of a route; undefined = none has the first word of its path. */
export function tagOf({ path }: Route, tags: readonly ApiTag[]): ApiTag | undefined {
  const [word] = path.replace("/api/v1", "").split("/").filter((segment) => segment !== "");
  return tags.find(({ paths }) => paths.includes(word));
}

/** What several operations refer to. */
class SharedParts {
  readonly schemas = new SchemaComponents();
  readonly parameters = new Map<string, unknown>();
  readonly responses = new Map<string, DocumentedResponse>();
  readonly error: JsonSchema = this.schemas.convert(errorSchema);

  constructor() {
    this.responses.set("Refused", {
      description: "Refused for another reason, or the box failed: see `code`",
      content: { "application/json": { schema: this.error, example: REFUSED } },
    });
  }

  /** A reference to the response with these codes. */
  refusal(codes: readonly ErrorCode[]): { $ref: string } {
    const name = refusalName(codes);
    if (!this.responses.has(name)) this.responses.set(name, refusalResponse(codes, this.error));
    return { $ref: `#/components/responses/${name}` };
  }
}

interface Operation {
  readonly id: string;
  readonly tag: string | undefined;
  readonly example: OperationExamples;
  readonly shared: SharedParts;
}

function operationOf(route: Route, operation: Operation): Record<string, unknown> {
  const { id, tag, shared } = operation;
  const parameters = [
    ...parametersOf(route, "path", route.params, shared),
    ...parametersOf(route, "query", route.query, shared),
  ];
  const requestBody = requestBodyOf(route, operation);
  return {
    operationId: id,
    ...(tag === undefined ? {} : { tags: [tag] }),
    summary: route.summary,
    description: descriptionOf(route),
    ...securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route, operation),
  };
}

/** The security of an operation where it differs from that of the document. */
function securityOf({ access, refusals = [] }: Route): { security?: unknown[] } {
  // An open route that may refuse a stranger depends on a setting.
  if (access === "open" && refusals.includes("not_signed_in")) {
    return { security: [{}, { session: [] }, { token: [] }] };
  }
  if (access === "open") return { security: [] };
  return access === "session" || access === "setup" ? { security: [{ session: [] }] } : {};
}

/** Parameters; equal ones of several operations are written once. */
function parametersOf(
  { path }: Route,
  place: "path" | "query",
  schema: z.ZodObject | undefined,
  shared: SharedParts,
): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = shared.schemas.convert(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...content }]) => {
    const parameter = {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: content,
    };
    return place === "path" && !path.includes(`{${name}}`) ? undefined : parameter;
  }).filter((parameter) => parameter !== undefined);
}

/**
 * Moves parameters that several operations have to the components: `Scope`, and `ScopeOfListRules`
 * for another one of that name, which `listRules` has first.
 */
function shareParameters(
  paths: Readonly<Record<string, Record<string, unknown>>>,
  { parameters }: SharedParts,
): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as {
    operationId: string;
    parameters?: unknown[];
  }[];
  const uses = new Map<string, number>();
  for (const { parameters: own = [] } of operations) {
    for (const parameter of own) {
      const text = JSON.stringify(parameter);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }

  const names = new Map<string, string>();
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const text = JSON.stringify(parameter);
      if (uses.get(text) === 1) return parameter;
      if (!names.has(text)) {
        const plain = pascal((parameter as { name: string }).name);
        const name = parameters.has(plain) ? `${plain}Of${pascal(operation.operationId)}` : plain;
        names.set(text, name);
        parameters.set(name, parameter);
      }
      return { $ref: `#/components/parameters/${names.get(text)}` };
    });
  }
}

/** The body with the password that a session gives again. */
function bodyOf({ body, confirmPassword }: Route): z.ZodType | undefined {
  if (confirmPassword !== true) return body;
  const password = z.object({
    confirm_password: z.string().max(1024).optional().describe("Cookie of the session"),
  });
  if (body === undefined) return password;
  return body instanceof z.ZodObject ? body.extend(password.shape) : body.and(password);
}

function requestBodyOf(
  route: Route,
  { id, example, shared }: Operation,
): Record<string, unknown> | undefined {
  const body = bodyOf(route);
  if (body === undefined) return undefined;
  const accepts = (value: unknown) => body.safeParse(value).success;
  return {
    // An empty body counts as an empty object.
    required: !accepts({}),
    content: {
      "application/json": {
        schema: named(`${pascal(id)}Request`, shared.schemas.convert(body), shared),
        ...(example.request === undefined ? {} : { example: example.request }),
      },
    },
  };
}

/** A component for the body of one operation, so that programs have a name for its type. */
function named(name: string, schema: JsonSchema, { schemas }: SharedParts): JsonSchema {
  return schema.$ref === undefined && schema.type === "object" ? schemas.add(name, schema) : schema;
}

function pascal(id: string): string {
  return id.slice(0, 1).toUpperCase() + id.slice(1);
}

function responsesOf(route: Route, operation: Operation): Record<string, unknown> {
  const { shared } = operation;
  const responses: Record<string, unknown> = {};
  const refusals = codesByStatus(route);
  for (const [status, codes] of refusals) responses[status] = shared.refusal(codes);
  for (const [status, schema] of Object.entries(route.answers)) {
    const codes = refusals.get(Number(status)) ?? [];
    responses[status] = answerOf(route, { status, schema, codes }, operation);
  }
  if (route.store === "etag") {
    responses[304] = { description: "The content equals that of `If-None-Match`" };
  }
  return { ...responses, default: { $ref: "#/components/responses/Refused" } };
}

interface Answer {
  readonly status: string;
  readonly schema: z.ZodType;
  /** Codes that the same status may have too. */
  readonly codes: readonly ErrorCode[];
}

function answerOf(
  route: Route,
  { status, schema, codes }: Answer,
  { id, example, shared }: Operation,
): DocumentedResponse {
  const [first] = Object.keys(route.answers);
  const suffix = status === first ? "Response" : `Response${status}`;
  const headers = headersOf(route, codes);
  const description = SUCCESS[status] ?? "It failed, with what is known";
  if (status === "204") return { description, ...headers };

  const own = named(`${pascal(id)}${suffix}`, shared.schemas.convert(schema), shared);
  const refusal = codes.length === 0 ? [] : [shared.error];
  const json = refusal.length === 0 ? own : { anyOf: [own, ...refusal] };
  const content = typesOf(route).map((type) => {
    const shown = exampleOf(type, status, example);
    return [
      type,
      {
        schema: isJson(type) ? json : textSchema(type),
        ...(shown === undefined ? {} : { example: shown }),
      },
    ];
  });
  return { description, ...headers, content: Object.fromEntries(content) };
}

/** The media types of the response of a route. */
export function typesOf({ types, lines }: Route): readonly string[] {
  return types ?? [lines === true ? "application/x-ndjson" : "application/json"];
}

/** Whether a media type is JSON, or lines of it. */
export function isJson(type: string): boolean {
  return type.endsWith("json");
}

/** The example of one media type of a response; undefined = there is none. */
function exampleOf(type: string, status: string, { responses = {} }: OperationExamples): unknown {
  const shown = responses[`${status} ${type}`] ?? responses[status];
  if (shown === undefined || (typeof shown === "string") !== isJson(type)) return shown;
  if (type !== SERVER_SENT.type) return undefined;
  const { id } = shown as { id: number };
  return SERVER_SENT.opening +
    SERVER_SENT.write({ event: "entry", id, data: JSON.stringify(shown) });
}

/** A file that is not text has no schema in OpenAPI 3.1. */
function textSchema(type: string): JsonSchema {
  return type === "application/x-x509-ca-cert" ? {} : { type: "string" };
}

function headersOf(
  { headers = [], store }: Route,
  codes: readonly ErrorCode[],
): { headers?: Record<string, unknown> } {
  const own = headers.map((header) => {
    const { name, description } = HEADERS[header];
    return [name, { description, schema: { type: "string" } }];
  });
  const all = {
    ...refusalHeaders(codes),
    ...Object.fromEntries([...own, ...(store === "etag" ? [["ETag", ETAG]] : [])]),
  };
  return Object.keys(all).length === 0 ? {} : { headers: all };
}
