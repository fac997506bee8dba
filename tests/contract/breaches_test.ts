/** The routes and the command of the breach watch, and the ranges of the password test. */
import assert from "node:assert/strict";
import { breachRoutes } from "../../api/features/household/breaches/routes.ts";
import { leakedPasswordRoutes } from "../../api/features/household/leaked_passwords/routes.ts";
import { type ApiApp, apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { jsonRequests } from "./json_requests.ts";
import { withService } from "./run_command.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

function appOf(services: BoxServices): ApiApp {
  return apiApp<BoxServices>([...breachRoutes, ...leakedPasswordRoutes], services);
}

async function asking() {
  const services = await boxServices();
  return { services, ask: jsonRequests(appOf(services), "/api/v1/breaches") };
}

/** A request of a session or of a token of an account. */
async function by(
  app: ApiApp,
  who: { readonly cookie: string } | { readonly token: string },
  method: string,
  path: string,
  body?: unknown,
) {
  const credentials: Record<string, string> = "cookie" in who
    ? { cookie: `__Host-box=${who.cookie}` }
    : { authorization: `Bearer ${who.token}` };
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", host: "box", ...credentials },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }, HTTPS);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? undefined : JSON.parse(text),
  };
}

Deno.test("Full and everyday accounts add, check and remove; readonly ones look; members see their own", async () => {
  const services = await boxServices();
  await services.terms.accept("admin");
  const app = appOf(services);
  const statuses: Record<string, number[]> = {};
  for (const cookie of ["full", "everyday", "readonly", "member"]) {
    const who = { cookie };
    const got: number[] = [];
    for (
      const [method, path, body] of [
        ["GET", "/breaches"],
        ["POST", "/breaches", { address: `${cookie}@example.com` }],
        ["POST", "/breaches/1/check"],
        ["DELETE", "/breaches/99"],
        ["GET", "/me/breaches"],
      ] as const
    ) {
      got.push((await by(app, who, method, path, body)).status);
    }
    statuses[cookie] = got;
  }
  assert.deepEqual(statuses, {
    full: [200, 201, 200, 404, 200],
    everyday: [200, 201, 200, 404, 200],
    readonly: [200, 403, 403, 403, 200],
    member: [403, 403, 403, 403, 200],
  });
  const own = async (cookie: string) =>
    (await by(app, { cookie }, "GET", "/me/breaches")).json.addresses.map((
      { address, mine }: { address: string; mine: boolean },
    ) => [address, mine]);
  assert.deepEqual(await own("member"), [["a|b@example.com", true]]);
  assert.deepEqual(await own("full"), [["Max@example.com", true]]);
  assert.deepEqual(await own("everyday"), []);
  const { json } = await by(app, { cookie: "full" }, "GET", "/breaches");
  assert.deepEqual(json.addresses.map(({ mine }: { mine: boolean }) => mine), [
    true,
    false,
    false,
    false,
  ]);
});

Deno.test("The administration log masks addresses, and names the person and the state", async () => {
  const { services, ask } = await asking();
  await services.terms.accept("admin");
  const added = await ask("POST", "", { address: "Lea@example.com", person_id: 1 });
  assert.deepEqual([added.status, added.json.person_name], [201, "Emma"]);
  const { status, json } = await ask("POST", `/${added.json.id}/check`);
  assert.deepEqual([status, json.state.status, json.next_manual], [200, "not_configured", 0]);
  assert.equal((await ask("DELETE", `/${added.json.id}`)).status, 204);
  const { entries } = await services.audit.page({ action: "breach" }, 10).then((rows) => ({
    entries: rows.map(({ action, detail }) => ({ action, detail })),
  }));
  assert.deepEqual(entries.map(({ action }) => action), [
    "breach.address.remove",
    "breach.check",
    "breach.address.add",
  ]);
  assert.doesNotMatch(JSON.stringify(entries), /Lea@/);
  assert.match(JSON.stringify(entries), /"person":"Emma"/);
  assert.match(JSON.stringify(entries), /"state":"not_configured"/);
});

Deno.test("Bad, known and too many addresses are refused, each with its code", async () => {
  const { services, ask } = await asking();
  const code = async (body: unknown) => {
    const { status, json } = await ask("POST", "", body);
    return `${status} ${json.code}`;
  };
  const local = "l".repeat(LIMITS.breaches.localPartCharacters);
  const bad: readonly unknown[] = [
    "none",
    "a@b",
    `x${local}@example.com`,
    "a b@example.com",
    "a@b@example.com",
    "a\u0000@example.com",
    `${"a".repeat(250)}@b.example`,
  ];
  for (const address of bad) {
    assert.equal(await code({ address }), "400 breach_address_invalid", String(address));
  }
  assert.equal(await code({ address: "" }), "400 bad_request");
  assert.equal(await code({ address: "a".repeat(600) }), "400 bad_request");
  assert.equal(await code({ address: 7 }), "400 bad_request");
  assert.equal(await code({ address: "a@b.example", more: 1 }), "400 bad_request");
  assert.equal(await code({ address: "a@b.example", person_id: 99 }), "400 breach_person_gone");
  assert.equal(await code({ address: "mAX@example.COM" }), "409 breach_address_known");
  for (let i = 2; i < LIMITS.breaches.addresses; i++) {
    assert.equal((await ask("POST", "", { address: `a${i}@example.com` })).status, 201);
  }
  assert.equal(await code({ address: "one@more.example" }), "409 breach_addresses_full");
  services.beta = false;
  assert.equal(await code({ address: "one@more.example" }), "402 plan_needed");
  assert.equal((await ask("DELETE", "/1")).status, 204);
  assert.equal((await ask("GET")).status, 200);
});

Deno.test("Check now says when it works again, and refuses before the terms are accepted", async () => {
  const { services, ask } = await asking();
  const early = await ask("POST", "/1/check");
  assert.deepEqual([early.status, early.json.code], [409, "terms_first"]);
  await services.terms.accept("admin");
  await services.control.core.databases.box.run(
    "update breach_addresses set manual = ? where id = 1",
    [services.runtime.now() - 3_600_000],
  );
  const app = appOf(services);
  const response = await by(app, { cookie: "full" }, "POST", "/breaches/1/check");
  const next = services.runtime.now() / 1000 + 23 * 3600;
  assert.deepEqual([response.status, response.json.code, response.json.next], [
    429,
    "checked_recently",
    next,
  ]);
  assert.equal(response.headers.get("retry-after"), String(23 * 3600));
  const gone = await ask("POST", "/99/check");
  assert.deepEqual([gone.status, gone.json.code], [404, "breach_address_gone"]);
});

Deno.test("Without the database every route is 503", async () => {
  const services = await boxServices();
  const app = appOf(services);
  services.databaseGone = true;
  for (
    const [method, path] of [
      ["GET", "/breaches"],
      ["POST", "/breaches"],
      ["DELETE", "/breaches/1"],
      ["POST", "/breaches/1/check"],
      ["GET", "/me/breaches"],
      ["GET", "/pwned-range?prefix=21BD1"],
    ] as const
  ) {
    const body = method === "POST" ? { address: "a@b.example" } : undefined;
    const { status, json } = await by(app, { cookie: "full" }, method, path, body);
    assert.deepEqual([status, json.code], [503, "database_unavailable"], path);
  }
});

Deno.test("A range needs a session: any account has it, tokens and the socket do not", async () => {
  const services = await boxServices();
  const app = appOf(services);
  const path = "/pwned-range?prefix=21bd1";
  for (const cookie of ["full", "readonly", "member"]) {
    const { status, json, headers } = await by(app, { cookie }, "GET", path);
    assert.equal(status, 200, cookie);
    assert.deepEqual(json.suffixes.map(({ count }: { count: number }) => count), [3, 0]);
    assert.equal(headers.get("cache-control"), "no-store");
  }
  const token = await by(app, { token: "full" }, "GET", path);
  assert.deepEqual([token.status, token.json.code], [403, "no_right"]);
  const socket = await jsonRequests(app)("GET", path);
  assert.deepEqual([socket.status, socket.json.code], [403, "no_right"]);
  const nobody = await app.request(`/api/v1${path}`, { headers: { host: "box" } }, HTTPS);
  assert.equal(nobody.status, 401);
  await nobody.body?.cancel();
  for (const prefix of ["", "21BD", "21BD12", "21BDG", "21BD1&prefix=21BD2", "%00"]) {
    const { status, json } = await by(
      app,
      { cookie: "full" },
      "GET",
      `/pwned-range?prefix=${prefix}`,
    );
    assert.deepEqual([status, json.code], [400, "bad_request"], prefix);
    assert.ok(prefix.length < 4 || !JSON.stringify(json).includes(prefix), prefix);
  }
  for (let i = 1; i < 20; i++) await by(app, { cookie: "full" }, "GET", path);
  const late = await by(app, { cookie: "full" }, "GET", path);
  assert.deepEqual([late.status, late.headers.get("retry-after")], [429, "600"]);
  assert.equal((await by(app, { cookie: "member" }, "GET", path)).status, 200);
});

Deno.test("The test that is off answers 409 with a sentence, and says so in its state", async () => {
  const services = await boxServices({ flags: { password_breach_check: "false" } });
  const app = appOf(services);
  const { status, json } = await by(app, { cookie: "full" }, "GET", "/pwned-range?prefix=21BD1");
  assert.deepEqual([status, json.code, json.error], [
    409,
    "password_test_off",
    "The password test is turned off on this box",
  ]);
  const state = await by(app, { cookie: "member" }, "GET", "/pwned-range/state");
  assert.deepEqual(state.json, { state: "off" });
  const none = await boxServices({ flags: { password_range_url: "" } });
  const missing = await by(appOf(none), { cookie: "full" }, "GET", "/pwned-range?prefix=21BD1");
  assert.deepEqual([missing.status, missing.json.code], [409, "password_test_off"]);
  assert.match(missing.json.error, /password_range_url/);
});

Deno.test("box breaches shows, adds, checks and removes, with --json and exit codes", async () => {
  await withService(async ({ services, ask }) => {
    const run = (argv: readonly string[]) => ask(...argv);
    const shown = await run(["breaches"]);
    assert.equal(shown.code, 0);
    assert.match(shown.out, /Max@example\.com/);
    assert.match(shown.out, /Nothing is checked until the terms of use are accepted/);
    assert.ok(!shown.out.includes("\x1b]0;owned"), "a hostile name reaches the terminal");
    const early = await run(["breaches", "check", "1"]);
    assert.equal(early.code, 1);
    await services.terms.accept("admin");
    const added = await run(["breaches", "add", "lea@example.com", "--person", "Emma", "--json"]);
    assert.equal(JSON.parse(added.out).person_name, "Emma");
    const known = await run(["breaches", "add", "LEA@example.com"]);
    assert.deepEqual([known.code, /watched already/.test(known.err)], [1, true]);
    const nobody = await run(["breaches", "add", "x@example.com", "--person", "Nobody"]);
    assert.equal(nobody.code, 1);
    const checked = await run(["breaches", "check", "Lea@Example.com"]);
    assert.equal(checked.code, 1);
    assert.match(checked.out, /was not checked: Nothing is checked without an online service/);
    assert.equal((await run(["breaches", "remove", "lea@example.com"])).code, 0);
    const gone = await run(["breaches", "remove", "lea@example.com"]);
    assert.deepEqual([gone.code, /not watched/.test(gone.err)], [1, true]);
    assert.equal((await run(["breaches", "add"])).code, 2);
    assert.equal((await run(["breaches", "forget"])).code, 2);
    const json = JSON.parse((await run(["breaches", "--json"])).out);
    assert.equal(json.addresses.length, 2);
  });
});
