/** The routes of the online service do what they declare; its command passes its options on. */
import assert from "node:assert/strict";
import { REFUSALS } from "../../api/companion/refusal.ts";
import { COMPANION_ROUTES } from "../../api/companion/routes.ts";
import { CompanionScene, jsonOf, newKey } from "../support/companion_scene.ts";
import { run } from "./run_command.ts";

const SIGNAL = { id: "0".repeat(32), version: "0.9.0", install: "deb", country: "", arch: "amd64" };
/** A successful request to each route, in a working order. */
const GOOD: Readonly<
  Record<string, { readonly body?: unknown; readonly headers?: Record<string, string> }>
> = {
  "POST /v1/names": { body: {} },
  "GET /v1/names/own": {},
  "PUT /v1/names/own/challenge": { body: { values: ["a".repeat(43)] } },
  "DELETE /v1/names/own/challenge": {},
  "POST /v1/telemetry": { body: SIGNAL, headers: { "user-agent": "Box/0.9.0" } },
  "GET /healthz": {},
};
const keyOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`;
const ofKey = new Map(COMPANION_ROUTES.map((route) => [keyOf(route), route]));

Deno.test("Each route is declared once, says what it does and which requirement it has, and has a request here", () => {
  assert.equal(ofKey.size, COMPANION_ROUTES.length);
  assert.deepEqual(Object.keys(GOOD).sort(), [...ofKey.keys()].sort());
  for (const { doc, summary, refusals } of COMPANION_ROUTES) {
    assert.match(doc, /^([AB] \d|docs\/requirements\.md#)/);
    assert.match(summary, /^[A-Z].*[^.]$/);
    assert.ok(refusals.every((code) => Object.hasOwn(REFUSALS, code)));
  }
});

Deno.test("Each response matches the declaration, and a signed route refuses unsigned requests", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  for (const [name, { body, headers = {} }] of Object.entries(GOOD)) {
    const { method, path, signed, answers } = ofKey.get(name)!;
    const answer = await (signed
      ? scene.signedCall(key, method, path, body)
      : scene.call(method, path, body, headers));
    assert.ok(Object.hasOwn(answers, answer.status), `${name} ${answer.status} ${answer.body}`);
    const schema = answers[answer.status];
    if (schema === null) {
      assert.equal(answer.body, "");
    } else assert.ok(schema.safeParse(jsonOf(answer)).success, `${name} ${answer.body}`);
    if (signed) {
      assert.equal(jsonOf(await scene.call(method, path, body)).code, "signature_missing", name);
    }
  }
});

Deno.test("Every route refuses a body with extra fields, or any body where none is expected", async () => {
  await using scene = await CompanionScene.open();
  const key = await newKey();
  for (const [name, { body, headers = {} }] of Object.entries(GOOD)) {
    const { method, path, signed } = ofKey.get(name)!;
    const more = { ...body as object, more: 1 };
    const answer = await (signed
      ? scene.signedCall(key, method, path, more)
      : scene.call(method, path, more, headers));
    assert.deepEqual([answer.status, jsonOf(answer).code], [400, "bad_request"], name);
  }
});

Deno.test("box companion resolves its options: given, else the variable, else the default", async () => {
  const env = {
    BOX_COMPANION_DNS_DOMAIN: "env.example",
    BOX_COMPANION_HOSTS: "env",
    BOX_COMPANION_DATABASE_TOKEN: "t",
  };
  const { code, out } = await run([
    "companion",
    "--dns-domain",
    "names.example",
    "--data-dir=/srv/x",
  ], { env });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out.slice("companion ".length)), {
    listen: "127.0.0.1:8780",
    "https-listen": "",
    certificate: "",
    key: "",
    hosts: "env",
    proxies: "127.0.0.1,::1",
    "dns-domain": "names.example",
    "dns-listen": ":53",
    "name-servers": "",
    "dns-address": "",
    "data-dir": "/srv/x",
    database: "",
    "database-token": "t",
  });
  const secure = await run(["companion", "--https-listen=:443"]);
  assert.equal(JSON.parse(secure.out.slice("companion ".length)).listen, "");
  assert.equal((await run(["companion", "extra"])).code, 2);
});
