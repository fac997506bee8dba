import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { openApiDocument } from "../../api/http/openapi.ts";
import { boxServices } from "./box_services.ts";
import { TRIAL } from "./door/door.ts";

// deno-lint-ignore no-explicit-any -- a document of which the test reads what it names
type Document = any;
const document = () =>
  JSON.parse(JSON.stringify(openApiDocument([...ROUTES, TRIAL], "0.9.0"))) as Document;

Deno.test("The OpenAPI document is valid for an independent validator", async () => {
  assert.deepEqual((await new Validator().validate(document())).errors, undefined);
  const broken = document();
  broken.paths["/api/v1/lists"].get.responses = 7;
  assert.equal((await new Validator().validate(broken)).valid, false);
});

Deno.test("It contains every route once, with its schemas and access", () => {
  const { openapi, paths } = document();
  const ids: string[] = [];
  assert.equal(openapi, "3.1.0");
  for (const { path, method, access } of ROUTES) {
    const operation = paths[path]?.[method];
    assert.ok(operation, `${method} ${path}`);
    ids.push(operation.operationId);
    assert.equal(operation.security.length > 0, access !== "open", path);
  }
  assert.equal(new Set(ids).size, ids.length);
  const query = paths["/api/v1/query"].post.requestBody.content["application/json"].schema;
  assert.deepEqual(Object.keys(query.properties), ["name", "type", "class", "as", "explain"]);
  const { requestBody, responses } = paths[TRIAL.path].post;
  assert.ok("confirm_password" in requestBody.content["application/json"].schema.properties);
  assert.match(responses["402"].description, /plan_needed/);
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
