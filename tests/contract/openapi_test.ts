import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "@hono/zod-openapi";
import { API_TAGS } from "../../api/app/api_tags.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { openApiDocument, tagOf } from "../../api/http/openapi/document.ts";
import { SchemaComponents } from "../../api/http/openapi/json_schema.ts";
import { operationIdOf } from "../../api/http/openapi/operation_id.ts";
import { refusalCodes } from "../../api/http/openapi/refusals.ts";
import type { Method, Route } from "../../api/http/route.ts";
import { ERRORS } from "../../api/schema/errors.ts";
import {
  answerIn,
  type ApiDocument,
  apiDocument,
  type DocumentedParameter,
  VERSION,
} from "./api_document.ts";
import { boxServices } from "./box_services.ts";
import { TRIAL } from "./door/door.ts";
import { keyOf } from "./good_requests.ts";

const document = await apiDocument([TRIAL]);

/** Every schema of the document, with its place. */
function* schemasIn(value: unknown, place = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") yield* schemasIn(part, `${place}/${key}`);
  }
}

/** Every schema of what clients send: parameters, bodies and their components, with its place. */
function* sentSchemas(): Generator<[string, Record<string, unknown>]> {
  const { schemas, parameters } = document.components;
  const sent = new Set<string>();
  function* collect(value: unknown, place: string): Generator<[string, Record<string, unknown>]> {
    for (const [at, schema] of schemasIn(value, place)) {
      yield [at, schema];
      const [, name = ""] = /^#\/components\/schemas\/(.+)/.exec(String(schema.$ref)) ?? [];
      if (name === "" || sent.has(name)) continue;
      sent.add(name);
      yield* collect(schemas[name], name);
    }
  }
  yield* collect(parameters, "parameters");
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { requestBody, parameters }] of Object.entries(item)) {
      yield* collect(parameters, `${method} ${path}`);
      const content = requestBody?.content["application/json"];
      if (content !== undefined) yield* collect(content.schema, `${method} ${path}`);
    }
  }
}

Deno.test("The OpenAPI document is valid for an independent validator", async () => {
  const copy = () => structuredClone(document) as unknown as Record<string, unknown>;
  assert.deepEqual((await new Validator().validate(copy())).errors, undefined);

  const broken = structuredClone(document) as ApiDocument;
  Object.assign(broken.paths["/api/v1/lists"].get, { responses: 7 });
  const refused = await new Validator().validate(broken as unknown as Record<string, unknown>);
  assert.equal(refused.valid, false);
});

Deno.test("It contains every route once, with its name, chapter, texts and access", () => {
  const { paths, tags } = document;
  const ids = new Map<string, string>();
  for (const route of ROUTES) {
    const { path, method, access, summary } = route;
    const key = keyOf(route);
    const operation = paths[path]?.[method];
    assert.ok(operation, key);

    const { operationId, description, security } = operation;
    assert.match(operationId, /^[a-z]+([A-Z][a-z]*)+$/, `${key}: a verb and a noun in camelCase`);
    assert.equal(ids.get(operationId), undefined, `${key}: declare another operationId`);
    ids.set(operationId, key);

    const tag = tagOf(route, API_TAGS);
    assert.ok(tag, `${key}: no chapter of api/app/api_tags.ts has the first word of its path`);
    assert.deepEqual(operation.tags, [tag.name]);
    assert.match(summary, /^[^a-z].*[^.]$/, `${key}: a summary is a sentence without a full stop`);
    assert.ok(description.startsWith(`${summary}.`), key);
    assert.ok(!description.includes(".."), key);
    // An empty requirement stands for a caller without credentials.
    const isOpen = security?.every((one) => Object.keys(one as object).length === 0) ?? false;
    const isOptional = security?.some((one) => Object.keys(one as object).length === 0) ?? false;
    assert.equal(isOpen || isOptional, access === "open", key);
  }
  assert.deepEqual(tags.filter(({ description }) => !description.endsWith(".")), []);
  const words = new Set(ROUTES.map((route) => tagOf(route, API_TAGS)?.name));
  assert.deepEqual(API_TAGS.filter(({ name }) => !words.has(name)), [], "chapters without a route");
});

Deno.test("Every parameter says what it is", () => {
  const { paths, components: { parameters: shared } } = document;
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [] }]) =>
      parameters.map((parameter) => [`${method} ${path}`, parameter] as const)
    )
  );
  const silent = [...all, ...Object.entries(shared)]
    .map(([place, parameter]) => [place, parameter as DocumentedParameter] as const)
    .filter(([, { $ref, description, schema }]) =>
      // A component has its own description.
      $ref === undefined && description === undefined && schema.$ref === undefined
    )
    .map(([place, { name }]) => `${place}: ${name} needs .describe("…")`);
  assert.deepEqual(silent, []);
});

Deno.test("The name of an operation follows from its method and path", () => {
  const idOf = (method: Method, path: string) =>
    operationIdOf({ method, path: `/api/v1/${path}` } as Route);
  assert.equal(idOf("get", "devices"), "listDevices");
  assert.equal(idOf("get", "devices/{id}"), "getDevice");
  assert.equal(idOf("post", "people"), "createPerson");
  assert.equal(idOf("put", "dns-records/zones/{zone}"), "updateDnsRecordZone");
  assert.equal(idOf("delete", "categories/{id}"), "deleteCategory");
  assert.equal(idOf("post", "lists/{id}/accept"), "acceptList");
  assert.equal(idOf("put", "devices/{id}/person"), "setDevicePerson");
  assert.equal(idOf("get", "me/sessions"), "listMySessions");
  assert.equal(idOf("get", "audit/stream"), "followAudit");
  assert.equal(idOf("get", "statistics"), "getStatistics");
});

Deno.test("Equal schemas are one component, which is named where it is declared", () => {
  const places = new Map<string, string>();
  const equal: string[] = [];
  for (const [place, schema] of schemasIn(document)) {
    const fields = Object.keys(schema.properties ?? {}).length;
    const words = Array.isArray(schema.enum) ? schema.enum.length : 0;
    // Codes of a refusal, and small objects, may be equal by chance.
    const isLarge = (schema.type === "object" && fields >= 4) || words >= 5;
    if (!isLarge || place.includes("/responses/")) continue;

    const { description: _, default: _default, ...content } = schema;
    const text = JSON.stringify(content);
    const other = places.get(text);
    if (other === undefined) places.set(text, place);
    else equal.push(`${place} equals ${other}: share it, with .meta({ id: "Name" })`);
  }
  assert.deepEqual(equal, []);
});

Deno.test("Two schemas of one name are refused", () => {
  const components = new SchemaComponents();
  components.convert(z.object({ a: z.string().meta({ id: "Part" }) }));
  assert.throws(() => components.convert(z.object({ a: z.int().meta({ id: "Part" }) })), /Part/);
});

Deno.test("Patterns compile by the rules of the specification", () => {
  const patterns = new Set<string>();
  for (const [, { pattern }] of schemasIn(document)) {
    if (typeof pattern === "string") patterns.add(pattern);
  }
  assert.ok(patterns.size > 3);
  for (const pattern of patterns) {
    new RegExp(pattern, "u");
    assert.doesNotMatch(pattern, /\\[pPuk]|\(\?<[a-z]/, `Python reads ${pattern} otherwise`);
  }
});

Deno.test("What a client sends is limited as the code limits it", () => {
  const endless: string[] = [];
  const visit = (schema: Record<string, unknown>, place: string) => {
    const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
    if (schema.type === "string" && !has("maxLength", "enum", "const", "pattern")) {
      endless.push(place);
    }
    if (schema.type === "array" && !has("maxItems")) endless.push(place);
    if (schema.type === "integer" && (!has("maximum") || !has("minimum")) && !has("enum")) {
      endless.push(place);
    }
  };
  for (const [place, schema] of sentSchemas()) visit(schema, place);
  assert.deepEqual(endless, []);
});

Deno.test("Every field that a client sends says what it is", () => {
  const { schemas } = document.components;
  // A component has its own description.
  const isDescribed = ({ description, $ref }: Record<string, unknown>): boolean =>
    description !== undefined ||
    $ref !== undefined && isDescribed(schemas[String($ref).split("/").at(-1)!]);
  const silent: string[] = [];
  for (const [place, { properties = {} }] of sentSchemas()) {
    for (const [name, field] of Object.entries(properties as Record<string, never>)) {
      if (!isDescribed(field)) silent.push(`${place}: ${name} needs .describe("…")`);
    }
  }
  assert.deepEqual(silent, []);
});

Deno.test("Each refusal of a route is in the document, with its code and its headers", () => {
  for (const route of [...ROUTES, TRIAL] as readonly Route[]) {
    const { responses } = document.paths[route.path][route.method];
    for (const code of refusalCodes(route)) {
      const { status } = ERRORS[code];
      const listed = responses[status];
      assert.ok(listed, `${keyOf(route)} ${code}`);
      if (status in route.answers) continue;
      const { description, headers, content } = answerIn(document, listed);
      assert.ok(description?.includes(`\`${code}\``), `${keyOf(route)} ${code}`);
      const { properties } = content!["application/json"].schema as {
        properties: { code: { enum: string[] } };
      };
      assert.ok(properties.code.enum.includes(code));
      assert.equal([429, 503].includes(status), "Retry-After" in (headers ?? {}), keyOf(route));
    }
  }
  const { requestBody, responses } = document.paths[TRIAL.path].post;
  const { $ref } = requestBody?.content["application/json"].schema ?? {};
  assert.equal($ref, "#/components/schemas/CreateTrialRequest");
  const { properties } = document.components.schemas.CreateTrialRequest;
  assert.ok("confirm_password" in (properties as Record<string, unknown>));
  assert.ok("402" in responses);
});

Deno.test("Codes are one enumeration with every code of the table", () => {
  const { ErrorCode, Error: body } = document.components.schemas;
  assert.deepEqual(ErrorCode.enum, Object.keys(ERRORS));
  assert.deepEqual(body.required, ["error", "code"]);
});

Deno.test("It stays smaller than half of what it was without shared schemas", () => {
  // Without examples, as they were added later: 48,406 lines.
  const parts = { routes: ROUTES, tags: API_TAGS, examples: {}, version: VERSION };
  const lines = JSON.stringify(openApiDocument(parts), null, 2).split("\n").length;
  assert.ok(lines / ROUTES.length < 130, `${lines} lines for ${ROUTES.length} operations`);
});

Deno.test("It has an ETag, and an unchanged one is not sent again", async () => {
  const app = apiApp(ROUTES, await boxServices());
  const ask = (headers: Record<string, string>) =>
    app.request("/api/v1/openapi.json", { headers }, { door: "socket" });
  const first = await ask({});
  const tag = first.headers.get("etag")!;
  await first.body?.cancel();
  assert.equal(first.headers.get("cache-control"), "private, no-cache");
  for (const known of [tag, `"other", W/${tag}`]) {
    assert.equal((await ask({ "if-none-match": known })).status, 304);
  }
  const other = await ask({ "if-none-match": `"other"` });
  assert.equal((await other.json()).openapi, "3.1.0");
});
