import assert from "node:assert/strict";
import examples from "../../api/app/api_examples.json" with { type: "json" };
import { ROUTES } from "../../api/app/routes.ts";
import { isJson } from "../../api/http/openapi/document.ts";
import { operationIdOf } from "../../api/http/openapi/operation_id.ts";
import type { Route } from "../../api/http/route.ts";
import { LIMITS } from "../../policy/limits.ts";
import { DocumentedApi, pointerOf } from "./documented.ts";
import { keyOf } from "./good_requests.ts";
import { addExamples, exampleFaults } from "./record_examples.ts";

/** Writes the file before the tests read it: `deno task examples`. */
async function writeExamples(): Promise<void> {
  const added = await addExamples(await DocumentedApi.open(), examples);
  const file = new URL("../../api/app/api_examples.json", import.meta.url);
  await Deno.writeTextFile(file, `${JSON.stringify(added, null, 2)}\n`);
}

/** An example as the handler gets it: without the password that confirms. */
function withoutPassword({ confirmPassword }: Route, example: unknown): unknown {
  if (confirmPassword !== true || typeof example !== "object" || example === null) return example;
  const { confirm_password: _, ...rest } = example as Record<string, unknown>;
  return rest;
}

if (Deno.env.get("WRITE_EXAMPLES") === "1") {
  Deno.test("Missing and outdated examples are recorded", writeExamples);
} else {
  Deno.test("Every request body, and every answer in each of its types, has a valid example", async () => {
    const faults = exampleFaults(await DocumentedApi.open()).map(({ route, part, why }) =>
      `${keyOf(route)}: the example of its ${part}, ${operationIdOf(route)} in ` +
      `api/app/api_examples.json: ${why}. Run deno task examples, or write it there`
    );
    assert.deepEqual(faults, []);
  });
}

Deno.test("Every example is accepted by the schema that checks requests", async () => {
  const { document } = await DocumentedApi.open();
  for (const route of ROUTES) {
    const { requestBody, responses } = document.paths[route.path][route.method];
    const bodies = [
      { what: "request", content: requestBody?.content, schema: route.body },
      ...Object.entries(route.answers).map(([status, schema]) => ({
        what: status,
        content: responses[status].content,
        schema,
      })),
    ];
    for (const { what, content = {}, schema } of bodies) {
      for (const [type, { example }] of Object.entries(content)) {
        if (example === undefined || schema === undefined || !isJson(type)) continue;
        const { error } = schema.safeParse(withoutPassword(route, example));
        assert.deepEqual(error?.issues, undefined, `${keyOf(route)}: example of its ${what}`);
      }
    }
  }
});

Deno.test("Every example of a refusal matches its schema", async () => {
  const api = await DocumentedApi.open();
  for (const [name, { content }] of Object.entries(api.document.components.responses)) {
    const { example } = content!["application/json"];
    const keys = ["components", "responses", name, "content", "application/json", "schema"];
    assert.deepEqual(api.validate(pointerOf(...keys), example), [], name);
    assert.notDeepEqual(api.validate(pointerOf(...keys), { error: "", code: "none" }), [], name);
  }
});

Deno.test("No example belongs to an operation that does not exist", () => {
  const known = new Set(ROUTES.map((route) => operationIdOf(route)));
  assert.deepEqual(Object.keys(examples).filter((id) => !known.has(id)), []);
});

Deno.test("Hours in examples are whole weeks", () => {
  const weeks = JSON.stringify(examples).match(/"[01]{100,}"/g) ?? [];
  assert.ok(weeks.length > 0);
  assert.deepEqual(
    new Set(weeks.map((week) => JSON.parse(week).length)),
    new Set([LIMITS.services.scheduleSlots]),
  );
});
