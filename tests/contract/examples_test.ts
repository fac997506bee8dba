import assert from "node:assert/strict";
import examples from "../../api/app/api_examples.json" with { type: "json" };
import { ROUTES } from "../../api/app/routes.ts";
import { isJson } from "../../api/http/openapi/document.ts";
import { operationIdOf } from "../../api/http/openapi/operation_id.ts";
import { DocumentedApi, pointerOf } from "./documented.ts";
import { keyOf } from "./good_requests.ts";
import { addExamples, missingExamples } from "./record_examples.ts";

const FILE = new URL("../../api/app/api_examples.json", import.meta.url);
const isWriting = Deno.env.get("WRITE_EXAMPLES") === "1";

Deno.test({
  name: "deno task examples adds missing examples",
  ignore: !isWriting,
  async fn() {
    const added = await addExamples(await DocumentedApi.open(), examples);
    await Deno.writeTextFile(FILE, `${JSON.stringify(added, null, 2)}\n`);
  },
});

Deno.test({
  name: "Every request body and every successful answer has an example",
  ignore: isWriting,
  async fn() {
    const missing = missingExamples(await DocumentedApi.open()).map(({ route, part }) =>
      `${keyOf(route)}: ${operationIdOf(route)} has no example of its ${part} in ` +
      "api/app/api_examples.json; run deno task examples, or write it there"
    );
    assert.deepEqual(missing, []);
  },
});

Deno.test({
  name: "Every example matches its schema, in the document and in the code",
  ignore: isWriting,
  async fn() {
    const api = await DocumentedApi.open();
    for (const route of ROUTES) {
      const { requestBody, responses } = api.document.paths[route.path][route.method];
      const place = ["paths", route.path, route.method] as const;
      const bodies = [
        [[...place, "requestBody"], requestBody?.content ?? {}, route.body] as const,
        ...Object.entries(route.answers).map(([status, schema]) =>
          [[...place, "responses", status], responses[status].content ?? {}, schema] as const
        ),
      ];
      for (const [keys, content, schema] of bodies) {
        for (const [type, { example }] of Object.entries(content)) {
          if (example === undefined) continue;
          const what = `the example of ${keys.join(" ")}`;
          const pointer = pointerOf(...keys, "content", type, "schema");
          assert.deepEqual(api.validate(pointer, example), [], what);
          if (schema === undefined || !isJson(type)) continue;
          const { confirm_password: _, ...rest } = typeof example === "object" && example !== null
            ? example as Record<string, unknown>
            : {};
          const value = route.confirmPassword === true ? rest : example;
          assert.deepEqual(schema.safeParse(value).error?.issues, undefined, what);
        }
      }
    }
  },
});

Deno.test({
  name: "No example belongs to an operation that does not exist",
  ignore: isWriting,
  fn() {
    const known = new Set(ROUTES.map((route) => operationIdOf(route)));
    assert.deepEqual(Object.keys(examples).filter((id) => !known.has(id)), []);
  },
});
