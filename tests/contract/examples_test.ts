import assert from "node:assert/strict";
import examples from "../../api/app/api_examples.json" with { type: "json" };
import { ROUTES } from "../../api/app/routes.ts";
import { isJson } from "../../api/http/openapi/document.ts";
import { operationIdOf } from "../../api/http/openapi/operation_id.ts";
import type { Route } from "../../api/http/route.ts";
import { DocumentedApi, pointerOf } from "./documented.ts";
import { keyOf } from "./good_requests.ts";
import { addExamples, missingExamples } from "./record_examples.ts";

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
  Deno.test("Missing examples are recorded", writeExamples);
} else {
  Deno.test("Every request body and every successful answer has an example", async () => {
    const missing = missingExamples(await DocumentedApi.open()).map(({ route, part }) =>
      `${keyOf(route)}: ${operationIdOf(route)} has no example of its ${part} in ` +
      "api/app/api_examples.json; run deno task examples, or write it there"
    );
    assert.deepEqual(missing, []);
  });
}

Deno.test("Every example matches its schema, in the document and in the code", async () => {
  const api = await DocumentedApi.open();
  for (const route of ROUTES) {
    const { requestBody, responses } = api.document.paths[route.path][route.method];
    const place = ["paths", route.path, route.method] as const;
    const bodies = [
      { keys: [...place, "requestBody"], content: requestBody?.content, schema: route.body },
      ...Object.entries(route.answers).map(([status, schema]) => ({
        keys: [...place, "responses", status],
        content: responses[status].content,
        schema,
      })),
    ];
    for (const { keys, content = {}, schema } of bodies) {
      for (const [type, { example }] of Object.entries(content)) {
        if (example === undefined) continue;
        const what = `the example of ${keys.join(" ")}`;
        const faults = api.validate(pointerOf(...keys, "content", type, "schema"), example);
        assert.deepEqual(faults, [], what);
        if (schema === undefined || !isJson(type)) continue;
        const { error } = schema.safeParse(withoutPassword(route, example));
        assert.deepEqual(error?.issues, undefined, what);
      }
    }
  }
});

Deno.test("Every example of a refusal matches its schema", async () => {
  const api = await DocumentedApi.open();
  for (const [name, { content }] of Object.entries(api.document.components.responses)) {
    const { example } = content!["application/json"];
    if (name === "Refused") continue;
    const keys = ["components", "responses", name, "content", "application/json", "schema"];
    assert.deepEqual(api.validate(pointerOf(...keys), example), [], name);
    assert.notDeepEqual(api.validate(pointerOf(...keys), { error: "", code: "none" }), [], name);
  }
});

Deno.test("No example belongs to an operation that does not exist", () => {
  const known = new Set(ROUTES.map((route) => operationIdOf(route)));
  assert.deepEqual(Object.keys(examples).filter((id) => !known.has(id)), []);
});
