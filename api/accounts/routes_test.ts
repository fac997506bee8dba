import assert from "node:assert/strict";
import { boxServices } from "../../tests/contract/box_services.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { observation } from "../../tests/contract/facts.ts";
import {
  type AccountScene,
  choices,
  GOOD,
  OTHER,
  SOCKET,
  withAccounts,
} from "../../tests/support/account_scene.ts";
import { ROUTES } from "../app/routes.ts";
import { type ApiApp, apiApp } from "../http/app.ts";
import { serveApi } from "../http/serve.ts";
import type { Connection } from "../http/exchange.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

interface Asked {
  readonly cookie?: string;
  readonly token?: string;
  readonly host?: string;
  readonly connection?: Connection;
  readonly headers?: Record<string, string>;
}

/** Sends a request and returns its response. */
type Ask = (method: string, path: string, body?: unknown, how?: Asked) => Promise<{
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  readonly cookie: string;
  readonly headers: Headers;
}>;

function asker(app: ApiApp): Ask {
  return async (
    method,
    path,
    body,
    { cookie, token, host = "box", connection = HTTPS, headers = {} } = {},
  ) => {
    const sent: Record<string, string> = { host, "user-agent": "Firefox", ...headers };
    if (body !== undefined) sent["content-type"] ??= "application/json";
    if (cookie !== undefined) sent.cookie = `__Host-box=${cookie}`;
    if (token !== undefined) sent.authorization = `Bearer ${token}`;
    const json = typeof body === "string" ? body : JSON.stringify(body);
    const text = body === undefined ? null : json;
    const response = await app.fetch(
      new Request(`http://box${path}`, { method, headers: sent, body: text }),
      connection,
    );
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      json: isJson ? await response.json() : await response.text(),
      cookie: /__Host-box=([\w-]+);/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "",
      headers: response.headers,
    };
  };
}

interface RouteScene extends AccountScene {
  readonly ask: Ask;
  readonly services: Awaited<ReturnType<typeof boxServices>>;
  /** Signs in and returns the cookie. */
  readonly signIn: (account: string, password?: string) => Promise<string>;
}

function withRoutes(test: (scene: RouteScene) => Promise<void>): Promise<void> {
  return withAccounts(async (scene) => {
    const { service, clock } = scene;
    const services = Object.assign(await boxServices(), {
      accounts: service,
      auth: service.auth,
      runtime: testRuntime({ now: () => clock.now }),
    });
    const ask = asker(apiApp(ROUTES, services));
    const signIn = async (account: string, password = GOOD) =>
      (await ask("POST", "/api/v1/session", { account, password })).cookie;
    await service.add(choices("mum"), GOOD, SOCKET);
    await test({ ...scene, ask, services, signIn });
  });
}

Deno.test("a session works until sign-out, after which its cookie is refused", () =>
  withRoutes(async ({ ask, services }) => {
    const begun = await ask("POST", "/api/v1/session", {
      account: "mum",
      password: GOOD,
      remember: true,
    });
    assert.equal(begun.status, 200);
    assert.match(
      begun.headers.get("set-cookie")!,
      /; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const { cookie } = begun;
    const known = await ask("GET", "/api/v1/session", undefined, { cookie });
    const { passkeys_refused, ...who } = known.json;
    assert.deepEqual([who, passkeys_refused], [begun.json, services.factors.refusal("box")]);
    assert.deepEqual([known.json.account.name, known.json.setup, known.json.finished], [
      "mum",
      false,
      true,
    ]);
    const again = await ask("POST", "/api/v1/session", { account: "mum", password: GOOD }, {
      cookie,
    });
    assert.notEqual(again.cookie, cookie);
    assert.equal(
      (await ask("GET", "/api/v1/me", undefined, { cookie })).status,
      401,
      "signing in again ends the old one",
    );
    const out = await ask("DELETE", "/api/v1/session", undefined, { cookie: again.cookie });
    assert.equal(out.status, 204);
    assert.match(
      out.headers.get("set-cookie")!,
      /^__Host-box=; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=0$/,
    );
    assert.equal((await ask("GET", "/api/v1/me", undefined, { cookie: again.cookie })).status, 401);
    assert.deepEqual(services.audited.map(({ action }) => action), [
      "session.begin",
      "session.begin",
      "session.end",
    ]);
    assert.ok(!JSON.stringify(services.audited).includes(GOOD));
  }));

Deno.test("sign-in needs HTTPS and a page of the box", () =>
  withRoutes(async ({ ask }) => {
    const given = { account: "mum", password: GOOD };
    const foreign = await ask("POST", "/api/v1/session", given, {
      headers: { origin: "https://evil.example" },
    });
    assert.equal(foreign.json.code, "cross_site");
    const plain = { door: "http", address: "192.168.1.20" } as const;
    assert.equal(
      (await ask("POST", "/api/v1/session", given, { connection: plain })).json.code,
      "secure_only",
    );
    assert.equal(
      (await ask("GET", "/api/v1/session", undefined, { connection: plain })).status,
      200,
    );
    const loopback = { door: "http", address: "127.0.0.1" } as const;
    assert.equal(
      (await ask("POST", "/api/v1/session", given, { connection: loopback })).status,
      200,
    );
  }));

Deno.test("over real sockets a session works only at the host where it began", () =>
  withAccounts(async ({ service }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const services = Object.assign(await boxServices(), { accounts: service, auth: service.auth });
    const folder = await Deno.makeTempDir();
    const port = freePort();
    const http = [{ address: "127.0.0.1", port }];
    const api = await serveApi({
      routes: ROUTES,
      services,
      socketPath: `${folder}/box.sock`,
      http,
    });
    try {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ account: "mum", password: GOOD });
      const begun = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
        method: "POST",
        headers,
        body,
      });
      const cookie = begun.headers.get("set-cookie")!.split(";")[0];
      await begun.body?.cancel();
      const me = async (host: string) => {
        const response = await fetch(`http://${host}:${port}/api/v1/me/sessions`, {
          headers: { cookie },
        });
        await response.body?.cancel();
        return response.status;
      };
      assert.deepEqual([await me("127.0.0.1"), await me("localhost")], [200, 401]);
      services.databaseGone = true;
      assert.equal(await me("127.0.0.1"), 200, "nobody is signed out by a broken database");
      const refused = await fetch(`http://127.0.0.1:${port}/api/v1/session`, {
        method: "POST",
        headers,
        body,
      });
      assert.equal((await refused.json()).code, "database_unavailable");
    } finally {
      await api.close();
      await Deno.remove(folder, { recursive: true });
    }
  }));

Deno.test("administrators manage accounts, and concurrent changes are refused", () =>
  withRoutes(async ({ ask, signIn, services }) => {
    const cookie = await signIn("mum");
    const as = { cookie };
    const lea = {
      name: "Léa",
      password: OTHER,
      kind: "member",
      email: "lea@example.com",
      language: "fr",
    };
    const added = await ask("POST", "/api/v1/accounts", lea, as);
    assert.deepEqual([added.status, added.json.rights, added.json.email], [
      201,
      [],
      "lea@example.com",
    ]);
    assert.equal(
      (await ask("POST", "/api/v1/accounts", { ...lea, name: "LE\u0301A" }, as)).json.code,
      "conflict",
    );
    assert.equal(
      (await ask("POST", "/api/v1/accounts", { ...lea, name: "x", password: "x" }, as)).json.code,
      "weak_password",
    );
    const { id, changed } = added.json;
    const path = `/api/v1/accounts/${id}`;
    const first = await ask("PUT", path, { changed, kind: "administrator", role: "everyday" }, as);
    assert.deepEqual([first.status, first.json.role, first.json.language], [200, "everyday", "fr"]);
    const second = await ask("PUT", path, { changed, disabled: true }, as);
    assert.deepEqual([second.status, second.json.code, second.json.changed_by], [
      409,
      "changed_meanwhile",
      "mum",
    ]);
    assert.equal((await ask("GET", "/api/v1/accounts", undefined, as)).json.accounts.length, 2);
    assert.equal((await ask("DELETE", path, undefined, as)).status, 204);
    assert.equal((await ask("DELETE", path, undefined, as)).status, 404);
    assert.equal(
      (await ask("DELETE", "/api/v1/accounts/1", undefined, as)).json.code,
      "last_administrator",
    );
    const actions = services.audited.map(({ action }) => action);
    assert.deepEqual(actions, ["session.begin", "account.add", "account.change", "account.remove"]);
  }));

Deno.test("a reset needs the administrator's password; custom rights need a plan after the beta", () =>
  withRoutes(async ({ ask, signIn, services }) => {
    const as = { cookie: await signIn("mum") };
    const made = await ask("POST", "/api/v1/accounts", {
      name: "dad",
      password: OTHER,
      kind: "administrator",
    }, as);
    assert.equal(made.json.role, "readonly", "nothing said, an administrator may only read");
    const path = `/api/v1/accounts/${made.json.id}/password`;
    const password = "copper lantern meadow";
    assert.equal((await ask("POST", path, { password }, as)).json.code, "password_needed");
    assert.equal(
      (await ask("POST", path, { password, confirm_password: OTHER }, as)).json.code,
      "wrong_password",
    );
    assert.equal((await ask("POST", path, { password, confirm_password: GOOD }, as)).status, 200);
    assert.equal((await signIn("dad", password)).length, 43);
    services.beta = false;
    const body = { changed: made.json.changed + 1, role: "custom", rights: ["rules.write"] };
    const refused = await ask("PUT", `/api/v1/accounts/${made.json.id}`, body, as);
    assert.deepEqual([refused.status, refused.json.plan], [402, "business"]);
    const everyday = await ask(
      "PUT",
      `/api/v1/accounts/${made.json.id}`,
      { ...body, role: "everyday", rights: [] },
      as,
    );
    assert.equal(everyday.status, 200);
  }));

Deno.test("accounts manage their own sessions and change their password with the old one", () =>
  withRoutes(async ({ ask, signIn }) => {
    const cookie = await signIn("mum");
    const as = { cookie };
    for (let i = 0; i < 3; i++) await signIn("mum");
    const { sessions } = (await ask("GET", "/api/v1/me/sessions", undefined, as)).json;
    assert.equal(sessions.length, 4);
    const [current] = sessions.filter((one: { current: boolean }) => one.current);
    assert.deepEqual([current.address, current.host, current.user_agent], [
      "192.168.1.20",
      "box",
      "Firefox",
    ]);
    const other = sessions.find((one: { current: boolean }) => !one.current).id;
    assert.equal((await ask("DELETE", `/api/v1/me/sessions/${other}`, undefined, as)).status, 204);
    assert.equal((await ask("DELETE", `/api/v1/me/sessions/${other}`, undefined, as)).status, 404);
    assert.deepEqual((await ask("DELETE", "/api/v1/me/sessions", undefined, as)).json, {
      ended: 2,
    });
    const change = (old: string, next: string) =>
      ask("PUT", "/api/v1/me/password", { old, new: next }, as);
    assert.equal((await change(OTHER, OTHER)).json.code, "wrong_password");
    assert.equal((await change(GOOD, "short")).json.code, "weak_password");
    assert.equal((await change(GOOD, OTHER)).status, 204);
    assert.equal((await signIn("mum", OTHER)).length, 43);
    assert.equal(
      (await ask("PUT", "/api/v1/me", { email: "a@b.example", language: "de" }, as)).json.language,
      "de",
    );
    assert.equal((await ask("PUT", "/api/v1/me", { email: "a\nb" }, as)).json.code, "bad_value");
    assert.equal((await ask("PUT", "/api/v1/me", { role: "full" }, as)).json.code, "bad_request");
  }));

Deno.test("wrong passwords are throttled with Retry-After at sign-in and at confirmations", () =>
  withRoutes(async ({ ask, signIn, clock }) => {
    const guess = () => ask("POST", "/api/v1/session", { account: "mum", password: "wrong" });
    for (let i = 0; i < 5; i++) assert.equal((await guess()).status, 401);
    const refused = await ask("POST", "/api/v1/session", { account: "mum", password: GOOD });
    assert.deepEqual([refused.status, refused.json.code, refused.headers.get("retry-after")], [
      429,
      "throttled",
      "1",
    ]);
    clock.now += 1000;
    const as = { cookie: await signIn("mum") };
    const confirm = () =>
      ask(
        "POST",
        "/api/v1/accounts/1/password",
        { password: OTHER, confirm_password: "wrong" },
        as,
      );
    for (let i = 0; i < 5; i++) assert.equal((await confirm()).status, 403);
    assert.equal((await confirm()).status, 429);
  }));

Deno.test("a token has its chosen rights, is shown once, and revoking it ends live views", () =>
  withRoutes(async ({ ask, signIn, services }) => {
    const as = { cookie: await signIn("mum") };
    const made = await ask("POST", "/api/v1/tokens", { name: "nas", rights: ["reports.read"] }, as);
    assert.equal(made.status, 201);
    const token: string = made.json.secret;
    assert.equal((await ask("GET", "/api/v1/top", undefined, { token })).status, 200);
    assert.equal(
      (await ask("GET", "/api/v1/settings", undefined, { token })).json.code,
      "no_right",
    );
    assert.equal(
      (await ask("POST", "/api/v1/tokens", { name: "x", rights: [] }, { token })).json.code,
      "no_right",
    );
    assert.ok(
      !JSON.stringify((await ask("GET", "/api/v1/tokens?all=true", undefined, as)).json).includes(
        token,
      ),
    );
    assert.equal(
      (await ask("GET", "/api/v1/tokens?all=true", undefined, { token })).json.code,
      "no_right",
    );
    const headers = { host: "box", authorization: `Bearer ${token}` };
    const live = await apiApp(ROUTES, services).fetch(
      new Request("http://box/api/v1/queries/stream", { headers }),
      HTTPS,
    );
    const reader = live.body!.getReader();
    services.feed([observation()]);
    assert.ok((await reader.read()).value!.length > 0);
    assert.equal(
      (await ask("DELETE", `/api/v1/tokens/${made.json.id}`, undefined, as)).status,
      204,
    );
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    });
    assert.equal((await ask("GET", "/api/v1/top", undefined, { token })).status, 401);
    services.feed([observation()]);
  }));

Deno.test("a token cannot change its account and can revoke only itself", () =>
  withRoutes(async ({ ask, signIn }) => {
    const as = { cookie: await signIn("mum") };
    const make = async (name: string, rights: readonly string[] | "all") =>
      (await ask("POST", "/api/v1/tokens", { name, rights }, as)).json;
    const few = await make("few", ["rules.read"]);
    const all = await make("all", "all");
    for (const { secret: token } of [few, all]) {
      const put = await ask("PUT", "/api/v1/me", { email: "evil@example.com" }, { token });
      assert.deepEqual([put.status, put.json.code], [403, "no_right"]);
      for (const path of ["/api/v1/me/sessions", "/api/v1/me/sessions/1"]) {
        assert.equal((await ask("DELETE", path, undefined, { token })).json.code, "no_right", path);
      }
    }
    const revoke = async (id: number, how: Asked) =>
      (await ask("DELETE", `/api/v1/tokens/${id}`, undefined, how)).status;
    assert.equal(await revoke(all.id, { token: few.secret }), 404);
    assert.equal(await revoke(few.id, { token: few.secret }), 204);
    const third = await make("third", []);
    assert.equal(await revoke(third.id, { token: all.secret }), 204, "with accounts.write it may");
    assert.equal(await revoke(all.id, as), 204);
  }));

Deno.test("removing factors, tokens or sessions of a disabled account with more rights is refused", () =>
  withRoutes(async ({ ask, signIn, service }) => {
    const aide = choices("aide", { role: "custom", rights: ["accounts.write"] });
    await service.add(aide, GOOD, SOCKET);
    const { id } = await service.add(choices("dad"), GOOD, SOCKET);
    const as = { cookie: await signIn("aide") };
    const { token } = await service.createToken({
      account: "dad",
      name: "t",
      rights: [],
      expires: 0,
    }, SOCKET);
    await service.change(id, { disabled: true }, undefined, SOCKET);
    for (
      const path of [`accounts/${id}/factors`, `accounts/${id}/sessions`, `tokens/${token.id}`]
    ) {
      const { json } = await ask("DELETE", `/api/v1/${path}`, { confirm_password: GOOD }, as);
      assert.equal(json.code, "no_right", path);
    }
  }));

Deno.test("the default account can use only the setup", () =>
  withAccounts(async ({ service }) => {
    const ask = asker(
      apiApp(ROUTES, Object.assign(await boxServices(), { accounts: service, auth: service.auth })),
    );
    const begun = await ask("POST", "/api/v1/session", { account: "admin", password: "admin" });
    const as = { cookie: begun.cookie };
    assert.deepEqual([begun.json.setup, begun.json.finished], [true, false]);
    for (const path of ["/api/v1/accounts", "/api/v1/me", "/api/v1/tokens"]) {
      assert.equal((await ask("GET", path, undefined, as)).json.code, "setup_needed", path);
    }
    assert.equal(
      (await ask("POST", "/api/v1/tokens", { name: "x", rights: [] }, as)).json.code,
      "setup_needed",
    );
    const change = { old: "admin", new: GOOD };
    assert.equal((await ask("PUT", "/api/v1/me/password", change, as)).json.code, "setup_needed");
  }));
