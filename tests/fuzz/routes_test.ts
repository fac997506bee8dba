import fc from "fast-check";
import { ANY_CHARACTER } from "../support/any_character.ts";
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { type ApiApp, apiApp } from "../../api/http/app.ts";
import { ERRORS } from "../../api/schema/errors.ts";
import type { Route } from "../../api/http/route.ts";
import { boxServices } from "../contract/box_services.ts";
import { GOOD, keyOf } from "../contract/good_requests.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 20) };
/** Routes that make a certificate or encrypt a backup take long, so they get fewer requests. */
const SLOW = /\/(dns-services\/(certificate|block-authority\/regenerate)|backups\/(run|download))$/;
/** Warnings about what is not part of the box: a missing folder for backups, a server of updates. */
const OUTSIDE =
  /^The backup to the target .* does not exist|^The update was not installed: The server /;
const WORDS = [
  "__proto__",
  "constructor",
  "toString",
  "id",
  "name",
  "value",
  "url",
  "confirm_password",
  "\u202e",
  "\0",
];
const junk = fc.oneof(
  fc.anything({ key: fc.constantFrom(...WORDS), maxDepth: 3 }),
  fc.json().map((text) => JSON.parse(text)),
);

/** A good body with one field removed, replaced by junk or added. */
function mutated(body: Record<string, unknown>): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...Object.keys(body), ...WORDS);
  return fc.tuple(field, junk, fc.boolean()).map(([name, value, away]) => {
    const { [name]: _, ...rest } = body;
    return away ? rest : { ...rest, [name]: value };
  });
}

async function checkRequest(app: ApiApp, route: Route, path: string, body: unknown): Promise<void> {
  const leave = new AbortController();
  const method = route.method.toUpperCase();
  const sent = method === "GET"
    ? {}
    : { body: jsonOf(body), headers: { "content-type": "application/json" } };
  const response = await app.request(path, { method, signal: leave.signal, ...sent }, {
    door: "socket",
  });
  if (
    response.status >= 300 && response.headers.get("content-type")?.startsWith("application/json")
  ) {
    const { code, error } = await response.json();
    const what = `${method} ${path} ${sent.body}: ${code} ${error}`;
    assert.notEqual(code, "internal", what);
    assert.equal(ERRORS[code as keyof typeof ERRORS].status, response.status, what);
  } else await response.body?.cancel();
  leave.abort();
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, inner) => typeof inner === "bigint" ? String(inner) : inner) ??
      "";
  } catch {
    return "{}";
  }
}

for (const route of ROUTES) {
  Deno.test(`${keyOf(route)} refuses garbage in words`, async () => {
    const good = GOOD[keyOf(route)];
    const runs = SLOW.test(route.path) ? { ...RUNS, numRuns: 4 } : RUNS;
    const services = await boxServices();
    const app = apiApp([route], services);
    const path = good?.path ?? route.path;
    const body = (good?.body ?? {}) as Record<string, unknown>;
    if (route.method === "get") await checkRequest(app, route, path, {});
    else {await fc.assert(
        fc.asyncProperty(
          fc.oneof(mutated(body), junk),
          (given) => checkRequest(app, route, path, given),
        ),
        runs,
      );}
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
      fc.constantFrom("..", "%00", "-1", "1e9", "NaN"),
    );
    const word = text.map((value) => encodeURIComponent(value.toWellFormed()));
    await fc.assert(
      fc.asyncProperty(
        word,
        word,
        word,
        (part, name, value) =>
          checkRequest(
            app,
            route,
            `${route.path.replaceAll(/\{\w+\}/g, part)}?${name}=${value}&limit=${value}`,
            body,
          ),
      ),
      runs,
    );
    assert.deepEqual(services.logged.filter((text) => !OUTSIDE.test(text)), []);
  });
}
