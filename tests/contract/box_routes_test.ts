/** What the routes of the box itself guarantee beyond their schemas. */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { runsAlready } from "../../api/features/box/maintenance/service.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";
import { PASSWORD } from "./people.ts";
import { sentence } from "../../policy/model/sentence.ts";

const SOCKET: Connection = { door: "socket" };

/** Sends a request to a route; returns the response and the services behind it. */
async function sendRequest(
  method: string,
  path: string,
  body?: unknown,
  changes: Partial<BoxServices> = {},
  headers: Record<string, string> = {},
  connection = SOCKET,
) {
  const services = "feed" in changes
    ? changes as BoxServices
    : Object.assign(await boxServices(), changes);
  const init = {
    method,
    headers: {
      host: "box",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await apiApp(ROUTES, services).fetch(
    new Request(`http://box${path}`, init),
    connection,
  );
  return {
    status: response.status,
    headers: response.headers,
    answer: await response.json(),
    services,
  };
}

Deno.test("Several settings change together or not at all, and each invalid one is named", async () => {
  const good = await sendRequest("PUT", "/api/v1/settings", {
    values: { blocked_ttl: "60", canaries: "off", cache_size: null },
  });
  assert.equal(good.status, 200);
  assert.deepEqual(
    good.answer.settings.map(({ key, value }: { key: string; value: unknown }) => [key, value])
      .slice(0, 2),
    [
      ["blocked_ttl", 60],
      ["canaries", false],
    ],
  );
  assert.deepEqual(good.services.audited, [
    { by: "box", action: "settings.change", detail: { settings: ["blocked_ttl", "canaries"] } },
    { by: "box", action: "settings.reset", detail: { settings: ["cache_size"] } },
  ]);
  assert.equal(good.services.published, 1);
  const bad = await sendRequest("PUT", "/api/v1/settings", {
    values: { blocked_ttl: "soon", canaries: "maybe", cache_size: 0 },
  });
  assert.deepEqual([bad.status, bad.answer.code, Object.keys(bad.answer.settings)], [
    400,
    "bad_value",
    [
      "blocked_ttl",
      "canaries",
    ],
  ]);
  assert.equal(bad.services.settings.resolved().sources.cache_size, "default");
  const unknown = await sendRequest("PUT", "/api/v1/settings", { values: { blockd_ttl: 1 } });
  assert.deepEqual([unknown.status, /perhaps blocked_ttl is meant/.test(unknown.answer.error)], [
    404,
    true,
  ]);
  const seen = await sendRequest("PUT", "/api/v1/settings", {
    values: { blocked_ttl: 1 },
    seen: { blockd_ttl: 1 },
  });
  assert.equal(seen.status, 404);
  const task = await sendRequest("POST", "/api/v1/tasks/lists.refesh/run");
  assert.match(task.answer.error, /perhaps lists\.refresh is meant/);
});

Deno.test("Of two administrators saving at once, the second learns what the first changed", async () => {
  const services = await boxServices();
  const put = (value: number, seen: number, by: string) =>
    sendRequest(
      "PUT",
      "/api/v1/settings",
      { values: { blocked_ttl: value }, seen: { blocked_ttl: seen } },
      services,
      {
        authorization: `Bearer ${by}`,
      },
      { door: "https", address: "192.168.1.20" },
    );
  assert.equal((await put(20, 10, "full")).status, 200);
  const late = await put(30, 10, "full");
  assert.deepEqual([late.status, late.answer.code], [409, "changed_meanwhile"]);
  assert.match(late.answer.error, /full \(token\) changed blocked_ttl/);
  assert.deepEqual(
    late.answer.settings.map((
      { value, changed_by }: { value: number; changed_by: string },
    ) => [value, changed_by]),
    [
      [20, "full (token)"],
    ],
  );
  assert.equal((await put(30, 20, "full")).status, 200);
  const single = await sendRequest(
    "PUT",
    "/api/v1/settings/blocked_ttl",
    { value: 5, seen: 20 },
    services,
  );
  assert.equal(single.answer.code, "changed_meanwhile");
});

Deno.test("A client that sends a whole form changes only the fields it edited, and reverts no other change", async () => {
  const services = await boxServices();
  const seen = { blocked_ttl: 10, canaries: true };
  const put = (values: Record<string, unknown>) =>
    sendRequest("PUT", "/api/v1/settings", { values, seen }, services);
  assert.equal((await put({ blocked_ttl: 20, canaries: true })).status, 200);
  assert.equal((await put({ blocked_ttl: "10", canaries: false })).status, 200);
  const { values } = services.settings.resolved();
  assert.deepEqual([values.blocked_ttl, values.canaries], [20, false]);
  assert.deepEqual(services.audited.map(({ detail }) => detail), [{ settings: ["blocked_ttl"] }, {
    settings: ["canaries"],
  }]);
});

Deno.test("Deleting data needs a session's password, restarting the resolver needs none, a token neither", async () => {
  const https: Connection = { door: "https", address: "192.168.1.20" };
  const by = (header: Record<string, string>, path: string, body?: unknown) =>
    sendRequest("POST", path, body, {}, header, https).then((
      { status, answer },
    ) => [status, answer.code ?? ""]);
  const cookie = { cookie: "__Host-box=full" };
  const token = { authorization: "Bearer full" };
  assert.deepEqual(await by(cookie, "/api/v1/maintenance/resolver"), [200, ""]);
  for (
    const path of ["maintenance/network", "maintenance/logs", "restart", "power-off"].map((p) =>
      `/api/v1/${p}`
    )
  ) {
    assert.deepEqual(await by(cookie, path), [403, "password_needed"], path);
    assert.deepEqual(
      await by(cookie, path, { confirm_password: "wrong" }),
      [403, "wrong_password"],
      path,
    );
    assert.ok(((await by(cookie, path, { confirm_password: PASSWORD }))[0] as number) < 300, path);
    assert.ok(((await by(token, path))[0] as number) < 300, path);
  }
});

Deno.test("Maintenance reports what it removed, to the client and the administration log, one run at a time", async () => {
  const done = await sendRequest("POST", "/api/v1/maintenance/logs");
  const removed = { queries: 2, domain_ages: 0, visited_domains: 0, restrict_blocked: 1 };
  assert.deepEqual(done.answer, { action: "logs", removed });
  assert.deepEqual(done.services.audited, [{
    by: "box",
    action: "maintenance.logs",
    detail: { queries: 2 },
  }]);
  const network = await sendRequest("POST", "/api/v1/maintenance/network", undefined, {
    maintenance: { run: () => Promise.resolve({ machines: 2, announcements: 0 }) },
  });
  assert.deepEqual(network.services.audited[0].detail, {
    removed: ["machines: 2", "announcements: 0"],
  });
  const busy = await sendRequest("POST", "/api/v1/maintenance/resolver", undefined, {
    maintenance: { run: () => Promise.reject(runsAlready("logs")) },
  });
  assert.deepEqual([busy.status, busy.answer.code, busy.services.audited.length], [
    409,
    "conflict",
    0,
  ]);
  assert.equal((await sendRequest("POST", "/api/v1/maintenance/everything")).status, 404);
});

Deno.test("A machine that cannot be powered off says why", async () => {
  const refused = await sendRequest("POST", "/api/v1/power-off", undefined, {
    power: {
      restart: () => {},
      powerOff: () =>
        Promise.reject(new DomainError("conflict", sentence`The box runs in a container`)),
    },
  });
  assert.deepEqual([refused.status, refused.answer], [409, {
    error: "The box runs in a container",
    code: "conflict",
  }]);
  assert.equal(refused.services.audited.length, 0);
});

Deno.test("Terms of another version, or not accepted, are refused with the current version", async () => {
  for (
    const body of [{ accept: true, version: "2026-10-12" }, {
      accept: false,
      version: "2026-10-13",
    }]
  ) {
    const { status, answer } = await sendRequest("POST", "/api/v1/terms", body);
    assert.deepEqual([status, answer.code, answer.terms_version], [
      400,
      "terms_needed",
      "2026-10-13",
    ]);
  }
  const services = await boxServices();
  const before = await sendRequest("GET", "/api/v1/terms", undefined, services);
  assert.deepEqual([before.answer.banner, before.answer.terms_version], [true, ""]);
  const after = await sendRequest(
    "POST",
    "/api/v1/terms",
    { accept: true, version: "2026-10-13" },
    services,
  );
  assert.deepEqual([after.answer.banner, after.answer.terms_accepted_by], [false, "box"]);
});

Deno.test("Statistics have their own action for turning off, and a flag that fixes them is reported", async () => {
  const off = await sendRequest("PUT", "/api/v1/telemetry", { enabled: false });
  assert.deepEqual(off.services.audited, [{ by: "box", action: "telemetry.off", detail: {} }]);
  assert.equal(off.services.settings.resolved().values.telemetry, false);
  const services = await boxServices();
  await services.fix({ telemetry: "off" });
  assert.equal(
    (await sendRequest("PUT", "/api/v1/telemetry", { enabled: true }, services)).answer.code,
    "setting_fixed",
  );
});

Deno.test("A time zone is a name of the zone database in its spelling, or the system's", async () => {
  const put = async (zone: string) =>
    (await sendRequest("PUT", "/api/v1/time-zone", { zone })).answer;
  assert.deepEqual([(await put("europe/paris")).zone, (await put("Europe/Paris")).restart_needed], [
    "Europe/Paris",
    true,
  ]);
  // The box of the tests was started in UTC.
  assert.deepEqual([(await put("")).zone, (await put("UTC")).restart_needed], ["", false]);
  for (const zone of ["+01:00", "Mars/Base", "../etc/passwd", "Europe/Par\nis", "GMT+1x"]) {
    assert.equal((await put(zone)).code, "bad_value", zone);
  }
});

Deno.test("A 6: the administration log names the setting that was changed, never its value", async () => {
  const { services } = await sendRequest("PUT", "/api/v1/time-zone", { zone: "Europe/Paris" });
  assert.deepEqual(services.audited, [{
    action: "timezone.change",
    by: "box",
    detail: { settings: ["time_zone"] },
  }]);
});

Deno.test("A setup whose acceptance cannot be stored answers 500, with the account created and signed in", async () => {
  const services = await boxServices({ content: "setup" });
  const failing = {
    ...services,
    terms: { ...services.terms, accept: () => Promise.reject(new Error("disk")) },
  };
  const body = {
    account: { name: "anna", password: "a long way to tipperary" },
    accept_terms: true,
    terms_version: "2026-10-13",
  };
  const { status, answer } = await sendRequest("POST", "/api/v1/setup", body, failing);
  assert.deepEqual([status, answer.code, answer.account], [500, "terms_not_recorded", "anna"]);
  assert.match(answer.error, /accept them on the System page/);
  assert.deepEqual(services.audited, [{
    by: "box",
    action: "setup.finish",
    detail: { account: "anna" },
  }]);
  assert.equal(
    (await sendRequest("POST", "/api/v1/setup", body, failing)).answer.code,
    "setup_finished",
  );
});

Deno.test("Status and diagnostic count queries without a journal entry, as the metrics do", async () => {
  const services = await boxServices();
  services.feed([observation(), observation()]);
  await services.control.journal.flush();
  const { answer } = await sendRequest("GET", "/api/v1/status", undefined, services);
  assert.deepEqual(answer.journal, { written: 2, skipped: 3, lost: 0 });
  const report = await sendRequest("GET", "/api/v1/diagnostic", undefined, services);
  assert.deepEqual(report.answer.state.journal, answer.journal);
});

Deno.test("The data directory is fixed at the start of the box and reported as such", async () => {
  const { status, answer } = await sendRequest("PUT", "/api/v1/settings", {
    values: { data_dir: "/elsewhere" },
  });
  assert.notEqual(status, 200);
  assert.match(
    answer.error,
    /data_dir is fixed by the option --data-dir or the variable BOX_DATA_DIR/,
  );
});

Deno.test("A task says why it did nothing, and is found by its former name", async () => {
  const run = async (name: string) =>
    (await sendRequest("POST", `/api/v1/tasks/${name}/run`)).answer as Record<string, unknown>;
  const { name, did_nothing } = await run("certificate.renew");
  assert.deepEqual([name, did_nothing], ["certificate", "not_configured"]);
  assert.equal((await run("holidays.import")).did_nothing, "not_due");
  assert.equal((await run("telemetry.send")).did_nothing, "not_configured");
});
