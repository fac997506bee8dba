import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { ADMINISTRATOR_KINDS, KINDS_AHEAD } from "../../api/events/alert_kinds.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { boxServices } from "./box_services.ts";
import type { Person } from "./people.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

async function open() {
  const services = await boxServices();
  const app = apiApp(ROUTES, services);
  const ask = async (person: Person, method: string, path: string, body?: unknown) => {
    const headers: Record<string, string> = { host: "box", authorization: `Bearer ${person}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request(`http://box/api/v1/${path}`, init, HTTPS);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { services, ask };
}

Deno.test("Acknowledging is logged when something was open, and refused to read-only accounts", async () => {
  const { services, ask } = await open();
  assert.equal((await ask("readonly", "GET", "alerts")).body.open, 1);
  assert.equal((await ask("readonly", "POST", "alerts/1/acknowledge")).status, 403);
  assert.equal((await ask("member", "GET", "alerts")).status, 403);
  assert.equal((await ask("full", "POST", "alerts/7/acknowledge")).status, 404);
  assert.deepEqual(services.audited, []);
  assert.equal(
    (await ask("full", "POST", "alerts/1/acknowledge")).body.acknowledged_by,
    "full (token)",
  );
  assert.deepEqual((await ask("full", "POST", "alerts/acknowledge", { all: true })).body, {
    acknowledged: 0,
    open: 0,
  });
  assert.equal((await ask("readonly", "POST", "alerts/reopen", { ids: [1] })).status, 403);
  assert.deepEqual((await ask("full", "POST", "alerts/reopen", { since: 1 })).body, {
    reopened: 1,
    open: 1,
  });
  assert.deepEqual((await ask("full", "POST", "alerts/reopen", { ids: [7] })).body, {
    reopened: 0,
    open: 1,
  });
  assert.equal((await ask("full", "POST", "alerts/reopen", { all: true })).status, 400);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["alert.acknowledge", { alerts: [1], count: 1 }],
    ["alert.reopen", { count: 1 }],
  ]);
  for (
    const body of [{}, { all: false }, { ids: [] }, { ids: [0] }, { ids: [1], all: true }, {
      until: -1,
    }]
  ) {
    assert.equal(
      (await ask("full", "POST", "alerts/acknowledge", body)).status,
      400,
      JSON.stringify(body),
    );
  }
});

Deno.test("A cursor of another list, an invalid filter and a kind for persons are refused", async () => {
  const { ask } = await open();
  for (
    const query of [
      "cursor=x",
      "cursor=WyJhIl0",
      "kind=nothing",
      "group=x",
      "from=-1",
      "limit=0",
      "acknowledged=1",
      "severity=11",
    ]
  ) {
    assert.equal((await ask("full", "GET", `alerts?${query}`)).status, 400, query);
  }
  const { kinds } = (await ask("full", "GET", "alerts/kinds")).body;
  assert.deepEqual(kinds.map(({ kind }: { kind: string }) => kind), ADMINISTRATOR_KINDS);
  const config = { kind: "syslog", host: "h", port: 1, transport: "udp" };
  const ahead: readonly string[] = Object.values(KINDS_AHEAD).flat();
  for (const kind of [...ahead, "spyware.mine"]) {
    const body = { name: "x", config, kinds: [kind] };
    assert.equal((await ask("full", "POST", "exports", body)).status, 400, kind);
  }
  for (const kind of ahead) {
    assert.equal((await ask("full", "GET", `alerts?kind=${kind}`)).status, 400, kind);
  }
});

Deno.test("Targets are changed and tested with their host in the log, never with a path or a password", async () => {
  const { services, ask } = await open();
  const config = { kind: "webhook", url: "https://hooks.example/token/s3cret" };
  const added = await ask("full", "POST", "exports", { name: "Hook", config, password: "hunter2" });
  assert.deepEqual([added.status, added.body.password_set, added.body.password], [
    201,
    true,
    undefined,
  ]);
  assert.equal(added.body.config.url, config.url);
  assert.equal(
    (await ask("readonly", "GET", "exports/2")).body.config.url,
    "https://hooks.example/…",
  );
  assert.ok(!JSON.stringify((await ask("readonly", "GET", "exports")).body).includes("s3cret"));
  const put = {
    name: "Hook",
    config: { ...config, url: "https://hooks.example/token/0ther" },
    password: "",
  };
  assert.equal((await ask("full", "PUT", "exports/2", put)).body.password_set, false);
  await ask("full", "POST", "exports/2/test");
  assert.equal((await ask("full", "DELETE", "exports/2")).status, 204);
  assert.equal((await ask("full", "DELETE", "exports/2")).status, 404);
  assert.equal((await ask("everyday", "POST", "exports", put)).status, 403);
  const logged = JSON.stringify(services.audited);
  assert.ok(!/s3cret|0ther|hunter2/.test(logged), logged);
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "export.add",
    "export.change",
    "export.test",
    "export.remove",
  ]);
  assert.deepEqual(services.audited[1].detail, {
    export: "Hook",
    target: "https://hooks.example",
    changed: ["config", "password"],
  });
});

Deno.test("A target changed meanwhile is not overwritten by a request based on its old state", async () => {
  const { services, ask } = await open();
  const { name, config, kinds, audit, version } = (await ask("full", "GET", "exports/1")).body;
  const seen = { name, config, kinds, audit, version };
  const first = await ask("full", "PUT", "exports/1", { ...seen, enabled: true });
  assert.deepEqual([first.status, first.body.enabled], [200, true]);
  assert.notEqual(first.body.version, version);
  const second = await ask("full", "PUT", "exports/1", { ...seen, audit: !audit });
  assert.deepEqual([second.status, second.body.code], [409, "changed_meanwhile"]);
  assert.match(second.body.error, /Somebody changed the target/);
  assert.equal((await ask("full", "GET", "exports/1")).body.audit, audit);
  const again = await ask("full", "PUT", "exports/1", {
    ...seen,
    version: first.body.version,
    audit: !audit,
  });
  assert.deepEqual([again.status, again.body.audit], [200, !audit]);
  assert.equal(services.audited.length, 2);
});
