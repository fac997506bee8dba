/** The lengths in the API document are those that the box checks. */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Route } from "../../api/http/route.ts";
import { apiDocument } from "./api_document.ts";
import { boxFor, GOOD, keyOf, REFUSED } from "./good_requests.ts";

type Schema = Record<string, unknown>;

const document = await apiDocument();

/** A schema, its references resolved. */
function resolved(schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
  return name === undefined
    ? schema
    : { ...resolved(document.components.schemas[name]), ...schema };
}

/** The texts of a body by name, with their schemas; none if no body is read over the socket. */
function textsOf(route: Route): [string, Schema][] {
  if (REFUSED.has(keyOf(route))) return [];
  const { requestBody } = document.paths[route.path][route.method];
  const body = requestBody?.content["application/json"]?.schema;
  if (body === undefined) return [];
  const { properties = {} } = resolved(body);
  return Object.entries(properties as Record<string, Schema>)
    .map(([name, schema]): [string, Schema] => [name, resolved(schema)])
    .filter(([, { type }]) => type === "string");
}

async function statusOf(route: Route, changed: Schema): Promise<number> {
  const { path = route.path, body = {} } = GOOD[keyOf(route)] ?? {};
  const init = {
    method: route.method.toUpperCase(),
    headers: { host: "box", "content-type": "application/json" },
    body: JSON.stringify({ ...body as Schema, ...changed }),
  };
  const app = apiApp(ROUTES, await boxFor(route));
  const response = await app.request(`http://box${path}`, init, { door: "socket" });
  await response.body?.cancel();
  return response.status;
}

Deno.test("A text that is shorter or longer than the document allows is refused", async () => {
  const accepted: string[] = [];
  let tried = 0;
  for (const route of ROUTES) {
    for (const [name, { minLength = 0, maxLength }] of textsOf(route)) {
      const lengths = [Number(minLength) - 1, Number(maxLength ?? -2) + 1];
      for (const length of lengths.filter((length) => length >= 0 && length < 200_000)) {
        tried++;
        const status = await statusOf(route, { [name]: "x".repeat(length) });
        if (status !== 400 && status !== 413) {
          accepted.push(`${keyOf(route)}: ${name} of ${length} characters gives ${status}`);
        }
      }
    }
  }
  assert.ok(tried > 50);
  assert.deepEqual(accepted, []);
});

Deno.test("A name of the greatest length that the document allows is accepted", async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const route of ROUTES) {
    for (const [name, { description, maxLength }] of textsOf(route)) {
      if (!/1 to \d+ characters/.test(String(description))) continue;
      tried++;
      const [good, longest] = [
        await statusOf(route, {}),
        await statusOf(route, { [name]: "ä".repeat(Number(maxLength)) }),
      ];
      if (longest !== good) refused.push(`${keyOf(route)}: ${name} gives ${longest}, not ${good}`);
    }
  }
  assert.ok(tried > 5);
  assert.deepEqual(refused, []);
});
