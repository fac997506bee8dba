/**
 * Any body posted to /act: it never throws, reaches only the API, and redirects browsers only to
 * the box.
 */
import fc from "fast-check";
import { ANY_CHARACTER } from "../support/any_character.ts";
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { admitRequest } from "../../api/http/admission.ts";
import { apiApp } from "../../api/http/app.ts";
import { fillRequest, formFields } from "../../api/http/form_fields.ts";
import { withForms } from "../../api/http/forms.ts";
import { RequestRate } from "../../api/http/sources.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { withInterface } from "../../ui/loader.ts";
import { type BoxServices, boxServices } from "../contract/box_services.ts";
import { GOOD } from "../contract/good_requests.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 80) };
const HOME: Connection = { door: "https", address: "192.168.1.20" };

/** The door of a box with its pages; records the requests to the API behind it. */
function door(services: BoxServices) {
  const asked: { method: string; path: string }[] = [];
  const { routes, errorPage } = withInterface(ROUTES, services);
  const context = { services, rate: new RequestRate() };
  const app = apiApp(routes, services, { errorPage, context });
  const answer = withForms((request, connection) => {
    asked.push({ method: request.method, path: new URL(request.url).pathname });
    return app.fetch(request, connection);
  }, { errorPage, admit: (request, connection) => admitRequest(request, connection, context) });
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    Promise.resolve(answer(
      new Request("http://box/act", {
        method: "POST",
        body,
        headers: {
          host: "box",
          origin: "https://box",
          cookie: "__Host-box=full",
          "sec-fetch-site": "same-origin",
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          ...headers,
        },
      }),
      HOME,
    ));
  return { asked, post };
}

/** Checks that apply to every answer to a form. */
async function isSound(
  response: Response,
  asked: { method: string; path: string }[],
  what: string,
): Promise<void> {
  const location = response.headers.get("location");
  if (location !== null) {
    assert.ok(response.status === 303, `${what}: ${response.status}`);
    assert.equal(new URL(location, "https://box/").host, "box", what);
    assert.match(location, /^\/(?![/\\])[\x21-\x7e]*$/, what);
  }
  assert.ok(response.status < 500 || response.status === 503 || response.status === 500, what);
  for (const { method, path } of asked) {
    assert.ok(method === "GET" || path.startsWith("/api/v1/"), `${what} reaches ${method} ${path}`);
  }
  const cookies = response.headers.getSetCookie().join("\n");
  assert.ok(cookies.length < 8000, what);
  const streamed = /event-stream|ndjson/.test(response.headers.get("content-type") ?? "");
  if (streamed) await response.body?.cancel();
  else assert.ok((await response.arrayBuffer()).byteLength < 3_000_000, what);
  asked.length = 0;
}

const WORDS = [
  "act",
  "__proto__",
  "constructor",
  "prototype",
  "path",
  "body",
  "value",
  "url",
  "name",
  "id",
];
const SUFFIXES = [
  "",
  ":number",
  ":boolean",
  ":array",
  ":lines",
  ":path",
  ":text",
  ":x",
  "?",
  ":number?",
  ":path?",
];
const fieldName = fc.oneof(
  fc.tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(...SUFFIXES),
  )
    .map(([words, suffix]) => words.join(".") + suffix),
  fc.string({ unit: ANY_CHARACTER, maxLength: 30 }),
);
const fieldText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "/",
    "//evil.example",
    "\\\\evil.example",
    "1e999",
    "true",
    "\0",
    "\u202e",
    "a\nb",
  ),
);
const address = fc.oneof(
  fc.constantFrom(...Object.keys(GOOD).map((key) => key.split(" ")[1])),
  fc.tuple(fc.constantFrom("/api/v1/", "/api/v1/lists/", "/", "//", "/api/v1/../"), fieldText).map((
    [a, b],
  ) => a + b),
  fc.constantFrom(
    "/act",
    "/sign-in",
    "/api/v1/../../act",
    "/api/v1/%2e%2e/%2e%2e/x",
    "https://evil.example/api/v1/",
  ),
);
const wish = fc.record({
  method: fc.constantFrom("post", "put", "delete", "get", "POST", "connect"),
  path: address,
  back: fc.oneof(address, fc.webUrl(), fieldText),
  body: fc.oneof(
    fc.dictionary(fieldName, fc.jsonValue({ maxDepth: 2 })),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  done: fieldName,
  args: fc.dictionary(fieldName, fc.oneof(fieldText, fc.double())),
  undo: fc.jsonValue({ maxDepth: 3 }),
  result: fc.boolean(),
  fields: fc.dictionary(fieldName, fieldName),
}, { requiredKeys: ["method", "path"] });

Deno.test("Forms with any content never lead out of the box or past its API", async () => {
  const services = await boxServices();
  const { asked, post } = door(services);
  await fc.assert(
    fc.asyncProperty(
      wish,
      fc.array(fc.tuple(fieldName, fieldText), { maxLength: 8 }),
      async (act, fields) => {
        const text = [["act", JSON.stringify(act)], ...fields].map(([name, value]) =>
          [name, value].map(encoded).join("=")
        );
        await isSound(await post(text.join("&")), asked, text.join("&").slice(0, 400));
      },
    ),
    RUNS,
  );
});

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

Deno.test("Arbitrary bytes are not a form, and the answer says so", async () => {
  const services = await boxServices();
  const { asked, post } = door(services);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fieldText, async (bytes, type) => {
      await isSound(await post(bytes as Uint8Array<ArrayBuffer>), asked, "bytes");
      const headers = { "content-type": type.replace(/[^\x21-\x7e]/g, "") || "text/plain" };
      await isSound(await post(bytes as Uint8Array<ArrayBuffer>, headers), asked, "other types");
    }),
    RUNS,
  );
  assert.deepEqual(services.logged, []);
});

Deno.test("A form from another site, or to another host name, changes nothing", async () => {
  const services = await boxServices();
  const { post } = door(services);
  const act = JSON.stringify({ method: "post", path: "/api/v1/cache/flush", back: "/lists" });
  const strangers = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "null" },
    { host: "evil.example", origin: "https://evil.example" },
  ];
  for (const headers of strangers) {
    const response = await post(`act=${encoded(act)}`, headers);
    assert.ok(
      [403, 421].includes(response.status),
      `${JSON.stringify(headers)}: ${response.status}`,
    );
    await response.body?.cancel();
  }
  assert.deepEqual(services.audited, []);
  const own = await post(`act=${encoded(act)}`);
  assert.deepEqual([own.status, own.headers.get("location"), services.audited.length], [
    303,
    "/lists",
    1,
  ]);
});

Deno.test("The fields of a form become a small body that keeps its prototype, under any name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fieldName, fieldText), { maxLength: 30 }), async (pairs) => {
      const body = pairs.map((pair) => pair.map(encoded).join("=")).join("&");
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const fields = await formFields(
        new Request("http://box/act", { method: "POST", body, headers }),
      );
      assert.ok(typeof fields !== "string");
      const filled = fillRequest("/api/v1/{id}/{name}", {}, fields);
      assert.equal(Object.getPrototypeOf(filled.body), Object.prototype);
      assert.equal(({} as Record<string, unknown>).act, undefined);
      assert.ok(JSON.stringify(filled.body).length <= 8 * body.length + 200);
      assert.match(filled.path, /^\/api\/v1\/[^/]*\/[^/]*$/);
    }),
    RUNS,
  );
});

Deno.test("A form at its limits of depth and width is read in time", async () => {
  const services = await boxServices();
  const { asked, post } = door(services);
  const act = encoded(JSON.stringify({ method: "post", path: "/api/v1/lists/check", body: {} }));
  const many = Array.from({ length: 100_000 }, (_, i) => `f${i}=1`).join("&");
  const deep = `${"a.".repeat(300_000)}a=1`;
  const same = "x:array=1&".repeat(90_000);
  const long = `text=${"x".repeat(900_000)}`;
  for (const fields of [many, deep, same, long]) {
    await isSound(await post(`act=${act}&${fields}`), asked, fields.slice(0, 20));
  }
  for (const depth of [10, 1000, 3000, 6000, 20_000]) {
    const nested = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const path = '"method":"post","path":"/api/v1/lists/check"';
    for (
      const text of [
        `{${path},"body":${nested}}`,
        `{${path},"done":"a.b","undo":{${path},"body":${nested}}}`,
      ]
    ) {
      await isSound(await post(`act=${encoded(text)}&text=a`), asked, `${depth} deep`);
    }
  }
});
