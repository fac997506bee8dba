import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { type ApiApp, apiApp } from "../../api/http/app.ts";
import { ERRORS } from "../../api/schema/errors.ts";
import type { Route } from "../../api/http/route.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { type BoxServices, boxServices, type Content } from "./box_services.ts";
import { DocumentedApi } from "./documented.ts";
import { boxFor, GOOD, keyOf, REFUSED } from "./good_requests.ts";
import { observation } from "./facts.ts";

const SOCKET: Connection = { door: "socket" };
const JSON_TYPE = { "content-type": "application/json" };

const pathOf = (route: Route) => GOOD[keyOf(route)]?.path ?? route.path;

async function open(): Promise<{ app: ApiApp; services: BoxServices }> {
  const services = await boxServices();
  return { app: apiApp(ROUTES, services), services };
}

function ask(
  app: ApiApp,
  route: Route,
  init: RequestInit = {},
  connection = SOCKET,
): Promise<Response> {
  const body = GOOD[keyOf(route)]?.body;
  const good = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
  const headers = { host: "box", ...good.headers, ...init.headers as Record<string, string> };
  const request = new Request(`http://box${pathOf(route)}`, {
    method: route.method.toUpperCase(),
    ...good,
    ...init,
    headers,
  });
  return Promise.resolve(app.fetch(request, connection));
}

async function codeOf(response: Response): Promise<string> {
  const { error, code } = await response.json();
  assert.equal(typeof error, "string");
  assert.equal(ERRORS[code as keyof typeof ERRORS]?.status, response.status, code);
  return code;
}

Deno.test("Every route names its requirement and is listed once", () => {
  for (const route of ROUTES) {
    assert.match(route.doc, /^([AB] \d|docs\/requirements\.md#)/, route.path);
    assert.ok(route.summary.length > 10, route.path);
    assert.ok(Object.keys(route.answers).length > 0, route.path);
  }
  assert.equal(new Set(ROUTES.map(keyOf)).size, ROUTES.length);
});

Deno.test("Every route answers a valid request over the local socket as documented", async () => {
  const reads = boxFor();
  const api = await DocumentedApi.open();
  for (const route of ROUTES) {
    // Read-only routes share a box.
    const services = route.method === "get" ? await reads : await boxFor(route);
    const app = apiApp(ROUTES, services);
    const leave = new AbortController();
    const response = await ask(app, route, route.lines ? { signal: leave.signal } : {});
    const { status, headers } = response;
    if (REFUSED.has(keyOf(route))) {
      const body = await response.clone().json();
      assert.ok(route.refusals?.includes(await codeOf(response) as never), keyOf(route));
      assert.deepEqual(api.faults(route, { status, headers, body }), [], keyOf(route));
      continue;
    }
    const schema = route.answers[status];
    assert.ok(schema, `${keyOf(route)} answered ${status}`);
    if (route.lines || headers.get("content-type")?.startsWith("application/json") !== true) {
      await response.body?.cancel();
      leave.abort();
      assert.deepEqual(api.faults(route, { status, headers }), [], keyOf(route));
      continue;
    }
    const body = await response.json();
    assert.deepEqual(schema.safeParse(body).error?.issues, undefined, keyOf(route));
    assert.deepEqual(api.faults(route, { status, headers, body }), [], keyOf(route));
  }
});

Deno.test("A wrong method is refused with the allowed ones, an unknown address with 404", async () => {
  const { app } = await open();
  for (const route of ROUTES) {
    const response = await ask(app, route, { method: "PATCH", body: null });
    const allowed = response.headers.get("allow")?.split(", ") ?? [];
    assert.ok(allowed.includes(route.method.toUpperCase()), keyOf(route));
    assert.equal(allowed.includes("HEAD"), allowed.includes("GET"), keyOf(route));
    assert.equal(await codeOf(response), "method_not_allowed");
  }
  for (
    const path of ["/nothing", "/api/v1", "/api/v1/lists/1/2/3", "//", "/%00", "/api/v1/statss"]
  ) {
    assert.equal(await codeOf(await app.request(path, {}, SOCKET)), "not_found", path);
  }
});

Deno.test("Invalid values in address and query are refused", async () => {
  const { app } = await open();
  const bad: readonly [string, string][] = [
    ["/api/v1/queries?limit=0", "bad_request"],
    ["/api/v1/queries?limit=many", "bad_request"],
    ["/api/v1/queries?limit=1e2", "bad_request"],
    ["/api/v1/queries?limit=0x10", "bad_request"],
    ["/api/v1/queries?limit=%205", "bad_request"],
    ["/api/v1/queries?limit=5.0", "bad_request"],
    ["/api/v1/queries?cursor=", "bad_request"],
    ["/api/v1/queries?limit=1&limit=2", "bad_request"],
    ["/api/v1/alerts?from=1e3", "bad_request"],
    ["/api/v1/alerts?cursor=AAAA", "bad_request"],
    ["/api/v1/devices?person=-1", "bad_request"],
    ["/api/v1/queries?surprise=1", "bad_request"],
    ["/api/v1/queries?type=NOTYPE", "bad_value"],
    ["/api/v1/queries/stream?type=NOTYPE", "bad_value"],
    ["/api/v1/top?kind=worst", "bad_request"],
    ["/api/v1/top?kind=upstreams&client=192.168.1.20", "bad_value"],
    ["/api/v1/statistics?period=eon", "bad_request"],
  ];
  for (const [path, code] of bad) {
    assert.equal(await codeOf(await app.request(path, {}, SOCKET)), code, path);
  }
  const post = (path: string, body: unknown, method = "POST") =>
    app.request(path, { method, body: JSON.stringify(body), headers: JSON_TYPE }, SOCKET);
  assert.equal(await codeOf(await post("/api/v1/query", { name: "a..b" })), "bad_value");
  assert.equal(await codeOf(await post("/api/v1/query", { name: "a", as: "nobody" })), "bad_value");
  assert.equal(await codeOf(await post("/api/v1/lists", {})), "list_refused");
  assert.equal(await codeOf(await post("/api/v1/cache/flush", { name: "a..b" })), "bad_value");
  const many = Array.from({ length: 65 }, (_, i) => `192.0.2.${i}`).join(" ");
  for (const line of ["quda9", "fe80::1", "sdns://AgcA", "# none", "[/home.example/]#", many]) {
    assert.equal(
      await codeOf(await post("/api/v1/upstreams/test", { upstreams: [line] })),
      "bad_value",
      line,
    );
  }
  assert.equal(await codeOf(await post("/api/v1/lists/7", { enabled: true }, "PUT")), "not_found");
  assert.equal(
    await codeOf(await post("/api/v1/lists/x", { enabled: true }, "PUT")),
    "bad_request",
  );
  assert.equal(
    await codeOf(await post("/api/v1/settings/nothing", { value: 1 }, "PUT")),
    "not_found",
  );
  assert.equal(
    await codeOf(await post("/api/v1/settings/blocked_ttl", { value: "soon" }, "PUT")),
    "bad_value",
  );
  assert.equal(
    await codeOf(await app.request("/api/v1/tasks/nothing/run", { method: "POST" }, SOCKET)),
    "not_found",
  );
});

Deno.test("A body that may have several forms is refused with what each of them lacks", async () => {
  const { app } = await open();
  const init = { method: "PUT", headers: JSON_TYPE, body: "{}" };
  const response = await app.request("/api/v1/schedule-allow", init, SOCKET);
  const { error } = await response.json();
  assert.match(error, /^Bad value in the body: field domains: .+, or field proposed: .+/);
});

Deno.test("A compressed body is refused with what is accepted", async () => {
  const { app } = await open();
  const headers = { ...JSON_TYPE, "content-encoding": "gzip" };
  const init = { method: "POST", headers, body: JSON.stringify({ name: "example.com" }) };
  const response = await app.request("/api/v1/query", init, SOCKET);
  assert.equal(response.headers.get("accept-encoding"), "identity");
  assert.deepEqual([response.status, await codeOf(response)], [415, "wrong_type"]);

  headers["content-encoding"] = "identity";
  const plain = await app.request("/api/v1/query", init, SOCKET);
  assert.equal(plain.status, 200);
  await plain.body?.cancel();
});

Deno.test("A setting fixed by a flag is refused with the flag, and a saved one takes effect", async () => {
  const { app, services } = await open();
  const put = (value: unknown) =>
    app.request(
      "/api/v1/settings/blocked_ttl",
      { method: "PUT", body: JSON.stringify({ value }), headers: JSON_TYPE },
      SOCKET,
    );
  const saved = await (await put(60)).json();
  assert.deepEqual([saved.value, saved.source, saved.fixed_by], [60, "database", ""]);
  const back =
    await (await app.request("/api/v1/settings/blocked_ttl", { method: "DELETE" }, SOCKET)).json();
  assert.deepEqual([back.value, back.source], [10, "default"]);
  await services.fix({ blocked_ttl: "5" });
  const refused = await put(60);
  assert.match((await refused.clone().json()).error, /--blocked-ttl/);
  assert.equal(await codeOf(refused), "setting_fixed");
});

/** A running box that lost its databases; what it has in memory still works. */
async function gone(content: Content): Promise<ApiApp> {
  const services = await boxFor({ content });
  await services.accounts.ready();
  services.databaseGone = true;
  return apiApp(ROUTES, services);
}

Deno.test("Without database, routes that need it answer 503 and the others work", async () => {
  const [finished, setup] = await Promise.all([gone("household"), gone("setup")]);
  for (const route of ROUTES) {
    const app = route.access === "setup" ? setup : finished;
    const leave = new AbortController();
    const response = await ask(app, route, { signal: leave.signal });
    if (route.database !== undefined) {
      assert.equal(await codeOf(response), "database_unavailable", keyOf(route));
    } else {
      assert.ok(response.status < 300 || REFUSED.has(keyOf(route)), keyOf(route));
      await response.body?.cancel();
      leave.abort();
    }
  }
});

Deno.test("Without resolver, health fails, and requests that need it say so", async () => {
  const { app, services } = await open();
  services.resolverGone = true;
  const health = await app.request("/healthz", {}, SOCKET);
  assert.deepEqual([health.status, (await health.json()).dns], [503, false]);
  assert.equal((await app.request("/api/v1/status", {}, SOCKET)).status, 200);
  assert.equal((await app.request("/api/v1/stats", {}, SOCKET)).status, 200);
  assert.equal(
    await codeOf(await app.request("/api/v1/upstreams", {}, SOCKET)),
    "resolver_unavailable",
  );
  const test = await app.request("/api/v1/upstreams/test", { method: "POST" }, SOCKET);
  assert.equal(await codeOf(test), "resolver_unavailable");
});

Deno.test("An unexpected error is answered without its detail, which is logged", async () => {
  const { services } = await open();
  const app = apiApp(ROUTES, { ...services, totals: () => JSON.parse("secret") });
  const response = await app.request("/api/v1/stats", {}, SOCKET);
  assert.ok(!(await response.clone().text()).includes("secret"));
  assert.equal(await codeOf(response), "internal");
  assert.match(services.logged[0], /secret/);
});

Deno.test("The live view replays, filters, counts what a slow reader misses, and ends with its client", async () => {
  const { app, services } = await open();
  const leave = new AbortController();
  const path = "http://box/api/v1/queries/stream?last=1&status=blocked";
  const response = await app.fetch(new Request(path, { signal: leave.signal }), SOCKET);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "\n");
  assert.equal(JSON.parse((await reader.read()).value!).name, "ads.example");
  services.feed([observation(), observation({ name: "new.example", status: "blocked" })]);
  assert.deepEqual(JSON.parse((await reader.read()).value!).name, "new.example");
  const many = Array.from({ length: 5000 }, () => observation({ status: "blocked" }));
  for (let i = 0; i < 5; i++) {
    await services.feedAll(many);
  }
  const seen: string[] = [(await reader.read()).value!];
  let lasts = 0;
  while (!seen.join("").includes('"last')) {
    services.feed([observation({ name: `last${++lasts}.example`, status: "blocked" })]);
    seen.push((await reader.read()).value!);
  }
  const lines = seen.join("").split("\n").filter((line) => line !== "");
  const found = lines.map((line) => JSON.parse(line));
  const end = found.findIndex(({ name }) => name?.startsWith("last"));
  const before = found.slice(0, end);
  const skipped = before.reduce((sum, line) => sum + (line.skipped ?? 0), 0);
  const shown = before.filter((line) => !("skipped" in line));
  assert.ok(skipped > 0);
  const missed = Number(/\d+/.exec(found[end].name)![0]) - 1;
  assert.equal(skipped + shown.length, 25_000 + missed);
  await reader.cancel();
  leave.abort();
});

Deno.test("An invalid name is quoted in its refusal, which pages have in every language", async () => {
  const { app } = await open();
  const name = "a..b";
  const body = JSON.stringify({ name });
  const sent = (path: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://box${path}`, { ...init, headers: { host: "box", ...JSON_TYPE } }),
      SOCKET,
    );
  for (
    const response of [
      await sent("/api/v1/query", { method: "POST", body }),
      await sent("/api/v1/cache/flush", { method: "POST", body }),
      await sent(`/api/v1/explain?name=${name}`),
    ]
  ) {
    assert.equal((await response.json()).error, `This is not a domain name: ${name}`, response.url);
  }
});
