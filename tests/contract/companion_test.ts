/** The routes of the online service do what they declare; its command passes its options on. */
import assert from "node:assert/strict";
import { USUAL_LIMITS } from "../../api/companion/call_limits.ts";
import { HttpListener } from "../../api/companion/http_listener.ts";
import { OPERATOR_ROUTES } from "../../api/companion/operator_routes.ts";
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
  "DELETE /v1/instances/own": {},
  "GET /v1/instances/own": {},
  "POST /v1/domains/age": { body: { domain: "paypal-login.com" } },
  "POST /v1/breaches/range": { body: { prefix: "00AAFF" } },
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
  await using scene = await CompanionScene.open(undefined, {}, {
    rdap: () => Promise.resolve({}),
    provider: { range: () => Promise.resolve([{ suffix: "A".repeat(34), breaches: ["Site"] }]) },
  });
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

/** A successful request of the operator for each route that the local socket serves. */
const OPERATOR_GOOD: Readonly<
  Record<string, { readonly query?: string; readonly body?: unknown }>
> = {
  "GET /metrics": {},
  "GET /healthz": {},
  "GET /v1/operator/status": {},
  "GET /v1/operator/names": { query: "?limit=1&beginning=b" },
  "GET /v1/operator/boxes": { query: "?limit=1&after=a" },
  "POST /v1/operator/release": { body: { name: "bbbbbbbbbb" } },
};

Deno.test("Each response to the operator matches the declaration, and boxes reach no such route", async () => {
  await using scene = await CompanionScene.open();
  await scene.database.run("insert into names values ('bbbbbbbbbb', 'key', 1, 2)");
  assert.deepEqual(OPERATOR_ROUTES.map(keyOf).sort(), Object.keys(OPERATOR_GOOD).sort());
  for (const route of OPERATOR_ROUTES) {
    const { query = "", body } = OPERATOR_GOOD[keyOf(route)];
    const answer = await scene.operatorCall(route.method, route.path + query, body);
    const schema = route.answers[answer.status];
    assert.ok(schema, `${keyOf(route)} ${answer.status} ${answer.body}`);
    const value = route.path === "/metrics" ? answer.body : JSON.parse(answer.body);
    assert.ok(schema.safeParse(value).success, `${keyOf(route)} ${answer.body}`);
    if (route.path === "/healthz") continue;
    assert.equal((await scene.call(route.method, route.path, body)).status, 404, keyOf(route));
    if (body !== undefined) {
      const more = { ...body, more: 1 };
      assert.equal((await scene.operatorCall(route.method, route.path, more)).status, 400);
    }
  }
  for (const query of ["limit=0", "limit=1001", "limit=x", "beginning=B"]) {
    const answer = await scene.operatorCall("GET", `/v1/operator/names?${query}`);
    assert.deepEqual([answer.status, jsonOf(answer).code], [400, "bad_request"], query);
  }
});

Deno.test("The commands of the operator work over the socket of a running service", async () => {
  const folder = await Deno.makeTempDir();
  const socket = `${folder}/companion.sock`;
  await using scene = await CompanionScene.open();
  const listener = await HttpListener.open({ path: socket }, {
    answering: scene.operating,
    proxies: [],
    runtime: { ...scene.runtime, after: () => () => {} },
  });
  const ask = (...argv: string[]) => run(["companion", ...argv, "--socket", socket]);
  try {
    for (let i = 0; i < 3; i++) await scene.names.give(`key${i}`);
    const names = (await scene.database.all("select name from names order by name")).map((row) =>
      String(row.name)
    );
    const status = await ask("status");
    assert.equal(status.code, 0, status.err);
    assert.match(status.out, /^Names +3$/m);
    assert.match(status.out, /^calls-per-network +60 a minute +0$/m);
    assert.equal(JSON.parse((await ask("status", "--json")).out).counts.names, 3);

    const page = await ask("names", "--limit", "2");
    assert.deepEqual([page.code, page.err], [
      0,
      `There are more: box companion names --after ${names[1]}\n`,
    ]);
    assert.equal(page.out.split("\n").length, 4);
    const rest = JSON.parse((await ask("names", "--after", names[1], "--json")).out);
    assert.deepEqual([rest.names.map(({ name }: { name: string }) => name), rest.next], [
      [names[2]],
      "",
    ]);
    const boxes = await ask("boxes", "--all", "--json");
    assert.deepEqual(
      JSON.parse(boxes.out).boxes.map(({ box, state }: Record<string, string>) => [box, state]),
      [["key0", "named"], ["key1", "named"], ["key2", "named"]],
    );

    const unasked = await ask("release", names[0]);
    assert.deepEqual([unasked.code, unasked.out], [2, ""]);
    assert.match(unasked.err, /Add --yes/);
    const released = await ask("release", names[0], "--yes");
    assert.deepEqual([released.code, released.out.split("\n")[0]], [0, `Released: ${names[0]}`]);
    const again = await ask("release", names[0], "--yes");
    assert.deepEqual([again.code, again.err], [1, `box: No box has this name: ${names[0]}\n`]);
    assert.match((await ask("boxes")).out, /^key\d +\w{10} +released +ends in /m);
    assert.match((await ask("metrics")).out, /^box_companion_names 2$/m);
    scene.database.close();
    assert.equal((await ask("status")).code, 1);
    assert.match((await ask("names")).err, /database of the service cannot be used/);
  } finally {
    await listener.close();
    await Deno.remove(folder, { recursive: true });
  }
  const gone = await ask("status");
  assert.equal(gone.code, 3);
  assert.match(gone.err, /^box: The online service is not running .*Start it with `box companion`/);
  for (const line of ["nmes", "status x", "names b --limit 0", "release"]) {
    assert.equal((await ask(...line.split(" "))).code, 2, line);
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
    "metrics-listen": "",
    socket: "",
    log: "text",
    "rdap-bootstrap": "",
    "breach-range": "",
    "breach-key": "",
    ...Object.fromEntries(
      Object.entries(USUAL_LIMITS).map(([name, figure]) => [name, String(figure)]),
    ),
  });
  const secure = await run(["companion", "--https-listen=:443"]);
  assert.equal(JSON.parse(secure.out.slice("companion ".length)).listen, "");
  assert.equal((await run(["companion", "extra"])).code, 2);
  const misplaced = await run(["companion", "--yes"]);
  assert.deepEqual([misplaced.code, misplaced.err], [
    2,
    "box: The option belongs to names, boxes or release: --yes\n",
  ]);
});
