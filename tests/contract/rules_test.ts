import assert from "node:assert/strict";
import { ruleRoutes } from "../../api/features/protection/rules/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { NOW, observation } from "./facts.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { jsonRequests } from "./json_requests.ts";
import { sentence } from "../../policy/model/sentence.ts";

async function client() {
  const services = await boxServices({ content: "office" });
  return { services, ask: jsonRequests(apiApp(ruleRoutes, services), "/api/v1/rules") };
}

Deno.test("A rule is written with defaults, published before the response, and logged", async () => {
  const { services, ask } = await client();
  const { status, json } = await ask("PUT", "/Ads.Example.", { action: "block" });
  const times = { until: 0, created: NOW / 1000, changed: NOW / 1000 };
  const expected = {
    domain: "ads.example",
    scope: "all",
    scope_name: "",
    action: "block",
    kind: "subdomains",
    types: [],
    to: [],
  };
  assert.deepEqual([status, json], [200, { ...expected, ...times, by: "box", exceptions: [] }]);
  assert.equal(services.published, 1);
  const detail = { name: "ads.example", action: "block", scope: "all", until: 0 };
  assert.deepEqual(services.audited, [{ by: "box", action: "rule.set", detail }]);
  assert.equal((await ask("DELETE", "/ads.example?scope=all")).status, 204);
  assert.equal(services.published, 2);
  assert.deepEqual(services.audited[1].detail, { name: "ads.example", scope: "all" });
});

Deno.test("Regular expressions and other scripts are percent-encoded in the address", async () => {
  const { ask } = await client();
  const source = "^ad[0-9]+/?\\.(a|b)%41";
  const { json } = await ask("PUT", `/${encodeURIComponent(source)}`, {
    action: "block",
    kind: "regex",
  });
  assert.equal(json.domain, source);
  assert.equal(
    (await ask("PUT", "/b%C3%BCcher.example", { action: "allow" })).json.domain,
    "xn--bcher-kva.example",
  );
  assert.equal((await ask("DELETE", `/${encodeURIComponent(`/${source}/`)}`)).status, 204);
  assert.equal((await ask("DELETE", "/B%C3%9CCHER.example")).status, 204);
});

Deno.test("Invalid rules are refused with a sentence, and nothing is published", async () => {
  const { services, ask } = await client();
  const allow = { action: "allow" };
  const refused: readonly [string, unknown, number, string, RegExp][] = [
    ["/a.example?scope=group:7", allow, 400, "bad_value", /has this name: group:7/],
    ["/a.example?scope=device:7", allow, 400, "bad_value", /has this name/],
    [
      "/a.example?scope=profile:baby",
      allow,
      400,
      "bad_value",
      /has this name/,
    ],
    ["/a.example?scope=nobody", allow, 400, "bad_value", /has this name: nobody/],
    ["/box?scope=device:1", { action: "block" }, 400, "bad_value", /the box itself/],
    ["/a..example", allow, 400, "bad_value", /not a domain name/],
    ["/box", { action: "block" }, 400, "bad_value", /the box itself/],
    ["/a.example", { action: "rewrite" }, 400, "bad_value", /Give the answer/],
    ["/a.example", { action: "allow", until: 1 }, 400, "bad_value", /in the past/],
    ["/a.example", { action: "allow", types: ["NOTYPE"] }, 400, "bad_value", /no such record type/],
    ["/a.example", { action: "maybe" }, 400, "bad_request", /action/],
    ["/a.example", { action: "allow", surprise: 1 }, 400, "bad_request", /surprise/],
    ["/a.example", { action: "allow", until: 2 ** 33 }, 400, "bad_request", /until/],
  ];
  for (const [path, body, status, code, message] of refused) {
    const { status: was, json } = await ask("PUT", path, body);
    assert.deepEqual([was, json.code], [status, code], path);
    assert.match(json.error, message);
  }
  const missing = await ask("DELETE", "/nothing.example");
  assert.deepEqual([missing.status, missing.json.code], [404, "not_found"]);
  assert.equal((await ask("DELETE", "/a.example?scope=person:1")).json.code, "not_found");
  assert.deepEqual([services.published, services.audited], [0, []]);
});

Deno.test("A domain has one rule in each scope, shown with the name of the scope", async () => {
  const { services, ask } = await client();
  for (const scope of ["all", "group:1", "device:2"]) {
    await ask("PUT", `/a.example?scope=${scope}`, { action: "block" });
  }
  const of = async (scope: string) =>
    (await ask("GET", `?name=a.example&scope=${scope}`)).json.rules.map(
      ({ scope, scope_name }: Record<string, string>) => `${scope} ${scope_name}`,
    );
  assert.deepEqual(await of("group:1"), ["group:1 Office"]);
  assert.deepEqual(await of("device:2"), ["device:2 Laptop"]);
  assert.deepEqual((await ask("GET", "?name=a.example")).json.rules.length, 3);
  assert.equal((await ask("DELETE", "/a.example?scope=group:1")).status, 204);
  assert.deepEqual(await of("group:1"), []);
  const lines = await ask("POST", "?scope=person:2", { lines: ["b.example"] });
  assert.deepEqual([lines.json.rules[0].scope, services.audited.at(-1)?.action], [
    "person:2",
    "rule.set",
  ]);
  assert.equal(
    (await ask("POST", "?scope=person:9", { lines: ["b.example"] })).json.code,
    "bad_value",
  );
});

Deno.test("A rule for a profile is written, listed and removed like any other", async () => {
  const { services, ask } = await client();
  const { status, json } = await ask("PUT", "/a.example?scope=profile:child", { action: "block" });
  assert.deepEqual([status, json.scope, json.scope_name], [200, "profile:child", ""]);
  const [{ detail }] = services.audited;
  assert.equal((detail as { scope: string }).scope, "profile:child");
  const lines = await ask("POST", "?scope=profile:teen", { lines: ["b.example"] });
  assert.equal(lines.json.rules[0].scope, "profile:teen");
  const listed = await ask("GET", "?scope=profile:child");
  assert.deepEqual(listed.json.rules.map(({ domain }: { domain: string }) => domain), [
    "a.example",
  ]);
  assert.equal((await ask("DELETE", "/a.example?scope=profile:child")).status, 204);
  assert.deepEqual((await ask("GET", "?scope=profile:child")).json.rules, []);
});

Deno.test("The commands write rules and pauses for a profile", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => (await ask(...argv)).out;
    assert.equal(
      await output("block", "a.example", "--scope", "profile:child"),
      "a.example and all below it is blocked for children.\n",
    );
    assert.match(await output("rules", "--scope", "profile:child"), /a\.example .* children /);
    assert.match(
      await output("pause", "10min", "--scope", "profile:teen"),
      /^Paused for teenagers/,
    );
    assert.match(await output("pause", "end", "--scope", "profile:teen"), /for teenagers is over/);
    assert.equal((await ask("block", "a.example", "--scope", "profile:baby")).code, 1);
  }));

Deno.test("Rules are paged and filtered by part of the name and by action", async () => {
  const { ask } = await client();
  for (
    const [domain, action] of [["a.example", "block"], ["b.example", "allow"], [
      "c.test.com",
      "block",
    ]]
  ) {
    await ask("PUT", `/${domain}`, { action });
  }
  const found: string[] = [];
  for (let cursor = "", pages = 0; pages === 0 || cursor !== ""; pages++) {
    const { json } = await ask("GET", `?limit=2&cursor=${cursor}`);
    found.push(...json.rules.map(({ domain }: { domain: string }) => domain));
    cursor = json.next;
  }
  assert.deepEqual(found, ["c.test.com", "b.example", "a.example", "shop.example"]);
  const filtered = await ask("GET", "?name=.EXAMPLE&action=block");
  assert.deepEqual(filtered.json.rules.map(({ domain }: { domain: string }) => domain), [
    "a.example",
  ]);
  assert.equal((await ask("GET", "?cursor=nonsense")).json.code, "bad_request");
});

Deno.test("The commands print the current state as a sentence", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => (await ask(...argv)).out;
    assert.equal(await output("allow", "a.example"), "a.example and all below it is allowed.\n");
    assert.equal(
      await output("block", "a.example", "--exact", "-t", "aaaa,a"),
      "a.example is blocked for A, AAAA.\n",
    );
    assert.match(
      await output("allow", "*.cdn.example", "--for", "2h"),
      /^\*\.cdn\.example is allowed until 20\d\d-/,
    );
    assert.match(
      await output("allow", "b.example", "--until", "2030-01-02T03:04"),
      /until 2030-01-02 03:04:00\.$/m,
    );
    const rewritten = await output("rules", "rewrite", "nas.example", "192.168.1.5, 2001:db8::5");
    assert.equal(
      rewritten,
      "nas.example and all below it is answered with 192.168.1.5, 2001:db8::5.\n",
    );
    assert.match(
      await output("rules", "--action", "rewrite"),
      /^Name .*By\nnas\.example +rewrite +subdomains/,
    );
    assert.equal(
      await output("rules", "remove", "nas.example"),
      "The rule for nas.example is removed.\n",
    );
    assert.equal(await output("rules", "--name", "nas"), "There are no rules.\n");
    const { code, err } = await ask("block", "box");
    assert.deepEqual([code, /^box: .*the box itself.*: box\n$/.test(err)], [1, true], err);
  }));

Deno.test("One rule too many is refused as a conflict", async () => {
  const { services, ask } = await client();
  const refuse = () =>
    Promise.reject(
      new DomainError("conflict", sentence`There can be 2000 rules; remove one first`),
    );
  Object.assign(services.rules, { set: refuse });
  const { status, json } = await ask("PUT", "/a.example", { action: "allow" });
  assert.deepEqual([status, json.code, json.error], [
    409,
    "conflict",
    "There can be 2000 rules; remove one first",
  ]);
});

Deno.test("box log shows which rule allowed a name", () =>
  withService(async ({ ask, services }) => {
    services.feed([
      observation({ name: "shop.example", origin: "rule:shop.example", rule: "@@||shop.example^" }),
    ]);
    assert.match(
      (await ask("log")).out,
      /shop\.example {2}93\.184\.216\.34 allowed by @@\|\|shop\.example\^ from /,
    );
  }));
