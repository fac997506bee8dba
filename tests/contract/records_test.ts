import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../support/any_character.ts";
import { homeRoutes } from "../../api/features/network/records/home_routes.ts";
import { recordRoutes } from "../../api/features/network/records/routes.ts";
import type { Application } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { LIMITS } from "../../policy/limits.ts";
import { changeSettings } from "../../api/features/box/settings/service.ts";
import { NOW } from "./facts.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { jsonRequests } from "./json_requests.ts";

async function client() {
  const services = await boxServices();
  const app = apiApp<Application>([...homeRoutes, ...recordRoutes], services);
  return { services, ask: jsonRequests(app, "/api/v1/dns-records") };
}

Deno.test("A record is added, changed in part and removed, each time published before the response, and logged", async () => {
  const { services, ask } = await client();
  const added = await ask("POST", "", { name: "Bücher.example.", type: "A", value: "192.168.1.9" });
  const times = { created: NOW / 1000, changed: NOW / 1000 };
  assert.deepEqual([added.status, added.json], [201, {
    id: 2,
    name: "xn--bcher-kva.example",
    readable: "bücher.example",
    type: "A",
    value: "192.168.1.9",
    ttl: 60,
    enabled: true,
    comment: "",
    ...times,
    by: "box",
  }]);
  const changed = await ask("PUT", "/2", { enabled: false, comment: "old" });
  assert.deepEqual(
    [changed.status, changed.json.enabled, changed.json.comment, changed.json.value],
    [
      200,
      false,
      "old",
      "192.168.1.9",
    ],
  );
  assert.equal((await ask("DELETE", "/2")).status, 204);
  assert.equal(services.published, 3);
  const detail = { name: "xn--bcher-kva.example", type: "A" };
  const actions = ["record.add", "record.change", "record.remove"] as const;
  assert.deepEqual(services.audited, actions.map((action) => ({ by: "box", action, detail })));
});

Deno.test("Data is accepted whole or in parts, like the fields of a form", async () => {
  const { ask } = await client();
  const cases = [
    ["MX", "m.example", { preference: "5", target: "Mail.example" }, "5 mail.example"],
    [
      "SRV",
      "_x._tcp.example",
      { priority: "0", weight: "5", port: "389", target: "nas.example" },
      "0 5 389 nas.example",
    ],
    [
      "HTTPS",
      "h.example",
      { priority: "1", target: ".", params: "alpn=h2 port=8443" },
      '1 . alpn="h2" port=8443',
    ],
    ["CAA", "c.example", { flag: "0", tag: "issue", text: 'a "b"' }, '0 issue "a \\"b\\""'],
  ];
  for (const [type, name, data, value] of cases) {
    const { status, json } = await ask("POST", "", { name, type, data });
    assert.deepEqual([status, json.value], [201, value], String(type));
    assert.equal((await ask("PUT", `/${json.id}`, { data, ttl: 5 })).json.value, value);
  }
});

Deno.test("Invalid records are refused with a sentence, and nothing is published", async () => {
  const { services, ask } = await client();
  const a = { name: "a.example", type: "A", value: "192.0.2.1" };
  const refusals: readonly [string, string, unknown, number, string, RegExp][] = [
    [
      "POST",
      "",
      { ...a, value: "nas" },
      400,
      "bad_value",
      /A records are written like 192.*: nas$/,
    ],
    ["POST", "", { ...a, name: "box" }, 400, "bad_value", /box itself/],
    ["POST", "", { name: "a.example", type: "A" }, 400, "bad_value", /Give the data/],
    [
      "POST",
      "",
      { ...a, type: "HTTPS", value: undefined, data: { target: "b" } },
      400,
      "bad_value",
      /data of HTTPS records/,
    ],
    [
      "POST",
      "",
      { ...a, name: "nas.example", type: "CNAME", value: "b" },
      409,
      "conflict",
      /can only be the first part|allows no other/,
    ],
    [
      "POST",
      "",
      { ...a, name: "b.example", type: "CNAME", value: "b.example" },
      409,
      "conflict",
      /circle/,
    ],
    ["POST", "", { ...a, type: "NS" }, 400, "bad_request", /type/],
    ["POST", "", { ...a, ttl: LIMITS.records.ttlMost + 1 }, 400, "bad_request", /ttl/],
    ["POST", "", { ...a, comment: "a\nb" }, 400, "bad_value", /control characters/],
    ["POST", "", { ...a, surprise: 1 }, 400, "bad_request", /surprise/],
    ["PUT", "/1", { value: "x" }, 400, "bad_value", /written like 192/],
    ["PUT", "/99", { ttl: 5 }, 404, "not_found", /number: 99/],
    ["PUT", "/x", { ttl: 5 }, 400, "bad_request", /id/],
    ["DELETE", "/99", undefined, 404, "not_found", /number: 99/],
    ["PUT", "/zones/com", undefined, 400, "bad_value", /many owners/],
    ["DELETE", "/zones/none.example", undefined, 404, "not_found", /no local zone: none\.example/],
    ["PUT", "/forwarding", { domain: "lan", router: "nas" }, 400, "bad_value", /IP address/],
    [
      "PUT",
      "/forwarding",
      { domain: "lan", router: "192.168.1.2:5300" },
      400,
      "bad_value",
      /address of the box;/,
    ],
    [
      "POST",
      "/import",
      { lines: Array(LIMITS.records.linesAtOnce + 1).fill("") },
      400,
      "bad_request",
      /lines/,
    ],
  ];
  for (const [method, path, body, status, code, message] of refusals) {
    const { status: was, json } = await ask(method, path, body);
    assert.deepEqual([was, json.code], [status, code], `${method} ${path} ${JSON.stringify(body)}`);
    assert.match(json.error, message);
  }
  assert.deepEqual([services.published, services.audited], [0, []]);
});

Deno.test("Records are paged and filtered by text and type", async () => {
  const { ask } = await client();
  for (const name of ["c.example", "a.example", "b.example"]) {
    await ask("POST", "", { name, type: "TXT", value: "x" });
  }
  const found: string[] = [];
  for (let cursor = "", pages = 0; pages === 0 || cursor !== ""; pages++) {
    const { json } = await ask("GET", `?limit=2&cursor=${cursor}`);
    found.push(...json.records.map(({ name }: { name: string }) => name));
    cursor = json.next;
  }
  assert.deepEqual(found, ["a.example", "b.example", "c.example", "nas.example"]);
  const names = async (query: string) =>
    (await ask("GET", query)).json.records.map((row: { name: string }) => row.name);
  assert.deepEqual(await names("?text=B.EX"), ["b.example"]);
  assert.deepEqual(await names("?type=A"), ["nas.example"]);
  assert.equal((await ask("GET", "?cursor=nonsense")).json.code, "bad_request");
});

Deno.test("Zones and the router are settings in simple words", async () => {
  const { services, ask } = await client();
  await ask("PUT", "/zones/B%C3%BCcher.example");
  await ask("PUT", "/zones/example");
  const { json } = await ask("GET", "/zones");
  assert.deepEqual(json.zones, [
    { zone: "example", readable: "example", records: 1 },
    { zone: "xn--bcher-kva.example", readable: "bücher.example", records: 0 },
  ]);
  const forwarding = { domain: "lan", router: "192.168.1.1", reverse: true };
  assert.deepEqual((await ask("PUT", "/forwarding", forwarding)).json, forwarding);
  assert.equal(services.settings.resolved().values.router_address, "192.168.1.1");
  assert.match((await ask("PUT", "/zones/lan")).json.error, /forwarded to the router/);
  assert.equal((await ask("DELETE", "/zones/b%C3%BCcher.example")).status, 204);
  assert.deepEqual((await ask("PUT", "/forwarding", {})).json, {
    domain: "",
    router: "",
    reverse: false,
  });
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "zone.change",
    "zone.change",
    "settings.change",
    "zone.remove",
    "settings.change",
  ]);
  await services.fix({ local_zones: "fixed.example" });
  assert.equal((await ask("PUT", "/zones/a.example")).json.code, "setting_fixed");
});

Deno.test("A zone or a record with a star never silences the upstream of its domain", async () => {
  const { services, ask } = await client();
  const { settings } = services;
  const upstreams = ["192.0.2.1", "[/corp.example/]10.0.0.1", "[/*.branch.example/]10.0.0.2"];
  await settings.change({ values: { upstreams }, by: "test" });
  const star = (name: string) => ({ name, type: "A", value: "192.168.1.9" });
  const refusals: readonly [string, string, unknown, string, RegExp][] = [
    ["PUT", "/zones/corp.example", undefined, "bad_value", /remove the line \[\/corp\.example\/\]/],
    ["PUT", "/zones/branch.example", undefined, "bad_value", /forwarded to an upstream/],
    ["POST", "", star("*.corp.example"), "conflict", /All names below corp\.example are forwarded/],
    ["POST", "", star("*.branch.example"), "conflict", /end the forwarding/],
  ];
  for (const [method, path, body, code, message] of refusals) {
    const { json } = await ask(method, path, body);
    assert.equal(json.code, code, path);
    assert.match(json.error, message);
  }
  // Single names, and all below a name further down, answer beside the forwarding.
  assert.equal((await ask("POST", "", star("nas.corp.example"))).status, 201);
  assert.equal((await ask("POST", "", star("*.lab.corp.example"))).status, 201);
  assert.equal((await ask("PUT", "/zones/lab.corp.example")).status, 200);

  const router = { router: "192.168.1.1", domain: "lab.corp.example", reverse: false };
  assert.equal((await ask("PUT", "/forwarding", router)).json.code, "bad_value");
  assert.equal((await ask("DELETE", "/zones/lab.corp.example")).status, 204);
  assert.match(
    (await ask("PUT", "/forwarding", router)).json.error,
    /record \*\.lab\.corp\.example/,
  );

  assert.equal((await ask("PUT", "/zones/own.example")).status, 200);
  const silenced = { upstreams: [...upstreams, "[/own.example/]10.0.0.3"] };
  const by = { kind: "socket", name: "box" } as never;
  await assert.rejects(changeSettings(silenced, by, services), /\[\/own\.example\/\] would never/);
  await changeSettings({ upstreams: [...upstreams, "[/other.example/]10.0.0.3"] }, by, services);
});

Deno.test("No body makes a route fail", async () => {
  const { ask } = await client();
  const text = fc.string({ unit: ANY_CHARACTER, maxLength: 30 });
  const value = fc.oneof(
    text,
    fc.constantFrom("A", "TXT", "CNAME", "*.a.b", "192.0.2.1", "10 a"),
    fc.integer(),
    fc.boolean(),
  );
  const body = fc.dictionary(
    fc.constantFrom("name", "type", "value", "ttl", "enabled", "comment", "lines", "x"),
    value,
  );
  const target = fc.constantFrom("POST ", "PUT /1", "POST /import", "PUT /forwarding");
  await fc.assert(
    fc.asyncProperty(target, body, async (target, body) => {
      const [method, path] = target.split(" ");
      const { status, json } = await ask(method, path, body);
      assert.ok([200, 201, 400, 409].includes(status), `${status} ${JSON.stringify(body)}`);
      if (status >= 400) assert.match(json.error, /^[A-Z].{5,}/s);
    }),
    { seed: 5, numRuns: 400 },
  );
});

Deno.test("The commands print the current state", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => {
      const { code, out, err } = await ask("records", ...argv);
      assert.equal(code, 0, err);
      return out;
    };
    assert.match(
      await output("add", "bücher.example", "mx", "5", "mail.example", "--ttl", "300"),
      /^bücher\.example MX is answered with 5 mail\.example \(number 2\)\.\n$/,
    );
    assert.match(await output("set", "2", "--off"), /MX is kept, and off: 5 mail\.example/);
    assert.match(
      await output(),
      /^Number +Name +Type +Data[^]*\n2 +bücher\.example +MX +5 mail\.example +300 s +off/,
    );
    assert.equal(
      await output("remove", "Bücher.example"),
      "The record Bücher.example is removed.\n",
    );
    assert.equal(await output("list", "--text", "shelf"), "There are no local records.\n");
    assert.match(await output("zones", "add", "lab.example"), /^Zone +Records\nlab\.example +0\n$/);
    assert.equal(
      await output("zones", "remove", "lab.example"),
      "The box answers no domain alone.\n",
    );
    assert.equal(
      await output("forward", "192.168.1.1", "-d", "lan", "--reverse"),
      "192.168.1.1 is asked for the names of lan and the names of private addresses.\n",
    );
    assert.equal(await output("forward", "off"), "No router is asked for names of the home.\n");
    assert.match(await output("devices"), /emmas-tablet\.home\.arpa/);
    const path = await Deno.makeTempFile();
    await Deno.writeTextFile(path, "192.168.1.7 tv.example\nnonsense\n");
    assert.match(
      await output("import", path),
      /^Records added: 1\nLine 2: This is no line of a hosts file/,
    );
    await Deno.remove(path);
    for (
      const [wrong, exit] of [
        ["add nas", 2],
        ["set", 2],
        ["set 1", 2],
        ["what", 2],
        ["remove 9", 1],
        ["remove a.b", 1],
        ["zones x", 2],
      ]
    ) {
      assert.equal((await ask("records", ...String(wrong).split(" "))).code, exit, String(wrong));
    }
  }));
