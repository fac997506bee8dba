/** Upstreams of groups, ages, people and devices: routes, command, and what refers to them. */
import assert from "node:assert/strict";
import { scopeUpstreamRoutes } from "../../api/features/network/upstreams/scope_routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { LIMITS } from "../../policy/limits.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { jsonRequests } from "./json_requests.ts";

async function asking() {
  const services = await boxServices();
  const app = apiApp(scopeUpstreamRoutes, services);
  return { services, ask: jsonRequests(app, "/api/v1/upstreams/scopes") };
}

Deno.test("Upstreams of a scope are written, shown, logged without secrets, and removed", async () => {
  const { services, ask } = await asking();
  const body = {
    scope: "profile:child",
    upstreams: [" https://dns.nextdns.io/abc123 ", "", "[/school.example/]192.0.2.9"],
  };
  const { status, json } = await ask("PUT", "", body);
  assert.equal(status, 200);
  assert.deepEqual(json.upstreams, [body.upstreams[0].trim(), body.upstreams[2]]);
  const { scopes } = (await ask("GET")).json;
  assert.deepEqual(
    scopes.map(({ scope, kind }: { scope: string; kind: string }) => [scope, kind]),
    [["person:1", "person"], ["profile:child", "profile"]],
  );
  const { action, detail } = services.audited.at(-1)!;
  assert.equal(action, "upstream.scope");
  assert.doesNotMatch(JSON.stringify(detail), /abc123/);
  assert.equal((await ask("DELETE", "/profile:child")).status, 204);
  assert.equal((await ask("DELETE", "/profile:child")).json.code, "not_found");
});

Deno.test("Everyone, scopes that do not exist and lines that name no upstream are refused", async () => {
  const { ask } = await asking();
  const codeOf = async (scope: string, ...upstreams: string[]) =>
    (await ask("PUT", "", { scope, upstreams })).json.code;
  assert.equal(await codeOf("all", "9.9.9.9"), "bad_value");
  assert.equal(await codeOf("device:999", "9.9.9.9"), "bad_value");
  assert.equal(await codeOf("device:1", "quda9"), "bad_value");
  assert.equal(await codeOf("device:1", "# nothing", " "), "bad_value");
  const many = Array.from({ length: LIMITS.scopeUpstreams.lines + 1 }, () => "9.9.9.9");
  assert.equal(await codeOf("device:1", ...many), "bad_request");
  assert.equal(await codeOf("device:1", "9.9.9.9"), undefined);
});

Deno.test("No more scopes than the limit have upstreams, but those that have can change them", async () => {
  const { services, ask } = await asking();
  const { most } = LIMITS.scopeUpstreams;
  const rows = Array.from({ length: most - 1 }, (_, at) => ({
    sql: "insert into scope_upstreams values (?, '[\"9.9.9.9\"]', 0, '')",
    args: [`device:${at + 1000}`],
  }));
  await services.control.core.databases.box.batch(rows);
  const put = (scope: string) => ask("PUT", "", { scope, upstreams: ["9.9.9.10"] });
  assert.equal((await put("profile:child")).json.code, "conflict");
  assert.equal((await put("person:1")).status, 200);
});

Deno.test("The hosts of a scope's upstreams cannot be blocked, and the rows go with the person", async () => {
  const { services } = await asking();
  const { rules, people, control: { scopeUpstreams } } = services;
  await scopeUpstreams.set("person:1", ["tls://dns.own.example"], "anna");
  await scopeUpstreams.rows();
  const rule = {
    scope: "all",
    domain: "own.example",
    action: "block",
    kind: "subdomains",
    types: [],
    to: [],
    until: 0,
  } as const;
  await assert.rejects(rules.set(rule, "anna"), /one of its upstreams/);
  await people.remove(1);
  assert.deepEqual((await scopeUpstreams.list()).map(({ scope }) => scope), []);
});

Deno.test("box upstreams chooses, lists and resets the servers of a scope", () =>
  withService(async ({ ask }) => {
    const set = await ask("upstreams", "set", "quad9/dot", "1.1.1.1", "--scope", "device:1");
    assert.deepEqual([set.code, set.err], [0, ""]);
    assert.match(set.out, /^Servers of .*\(device:1\): quad9\/dot, 1\.1\.1\.1\n$/);
    assert.match((await ask("upstreams", "scopes")).out, /device:1 .*quad9\/dot, 1\.1\.1\.1/);
    assert.equal((await ask("upstreams", "reset", "--scope", "device:1")).code, 0);
    assert.doesNotMatch((await ask("upstreams", "scopes")).out, /device:1/);
    assert.match((await ask("upstreams", "set", "quad9")).err, /Say whom with --scope/);
    assert.match((await ask("upstreams", "set", "-s", "all", "quad9")).err, /settings set/);
    assert.match((await ask("upstreams", "set", "-s", "device:1")).err, /Name the servers/);
  }));
