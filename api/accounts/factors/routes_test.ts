import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { boxServices } from "../../../tests/contract/box_services.ts";
import {
  choices,
  GOOD,
  PLAIN_HASHER,
  secretOf,
  SOCKET,
  withAccounts,
} from "../../../tests/support/account_scene.ts";
import { SoftwarePasskey } from "../../../tests/support/software_passkey.ts";
import { ROUTES } from "../../app/routes.ts";
import { apiApp } from "../../http/app.ts";
import { Seal } from "../../system/seal.ts";
import { AccountService } from "../service.ts";
import { FactorService } from "./service.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const HOST = "localhost";
const AGAIN = { confirm_password: GOOD };
const random = (length: number) => new Uint8Array(randomBytes(length));

interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  readonly cookie: string;
}

interface RouteScene {
  readonly service: AccountService;
  readonly services: Awaited<ReturnType<typeof boxServices>>;
  readonly clock: { now: number };
  ask(
    method: string,
    path: string,
    body?: unknown,
    cookie?: string,
    host?: string,
  ): Promise<Answer>;
  /** Signs in and returns the response. */
  signIn(account?: string, code?: string): Promise<Answer>;
  /** The current code of an authenticator. */
  code(secret: string): string;
}

/**
 * The routes over accounts with second factors: root and anna are full administrators, leo reads.
 */
function withRoutes(test: (scene: RouteScene) => Promise<void>): Promise<void> {
  return withAccounts(async ({ db, clock }) => {
    const now = () => clock.now;
    const log = () => {};
    const seal = new Seal(random(32), random);
    const factors = new FactorService({
      db,
      runtime: testRuntime({ now, randomBytes: random, log }),
      seal,
      issuer: () => "box",
      trustedNames: () => ["box"],
    });
    const service = new AccountService({
      db,
      passwords: PLAIN_HASHER,
      factors,
      runtime: testRuntime({ now, log }),
      failed: () => {},
      raise: () => {},
    });
    const services = Object.assign(await boxServices(), {
      accounts: service,
      auth: service.auth,
      factors,
      runtime: testRuntime({ now }),
    });
    const app = apiApp(ROUTES, services);
    const ask: RouteScene["ask"] = async (method, path, body, cookie, host = HOST) => {
      const headers: Record<string, string> = { host };
      if (body !== undefined) headers["content-type"] = "application/json";
      if (cookie !== undefined) headers.cookie = `__Host-box=${cookie}`;
      const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
      const response = await app.fetch(new Request(`http://box${path}`, sent), {
        door: "https",
        address: "192.168.1.20",
      });
      const text = await response.text();
      const set = response.headers.get("set-cookie");
      return {
        status: response.status,
        json: text === "" ? undefined : JSON.parse(text),
        cookie: set?.includes("Max-Age=0") === false ? secretOf(set) : "",
      };
    };
    const signIn = (account?: string, code?: string) =>
      ask("POST", "/api/v1/session", {
        account: account ?? "anna",
        password: GOOD,
        ...(code === undefined ? {} : { code }),
      });
    const code = (secret: string) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now });
    await service.finishSetup({ name: "root" }, GOOD);
    await service.add(choices("anna", { role: "full" }), GOOD, SOCKET);
    await service.add(choices("leo", { role: "readonly" }), GOOD, SOCKET);
    await test({ service, services, clock, ask, signIn, code });
  });
}

/** Enrols an authenticator; returns its secret and the recovery codes. */
async function enrol({ ask, code, clock }: RouteScene, cookie: string) {
  const begun = await ask("POST", "/api/v1/me/totp", AGAIN, cookie);
  assert.equal(begun.status, 200, JSON.stringify(begun.json));
  const { secret } = begun.json;
  const confirmed = await ask("PUT", "/api/v1/me/totp", { code: code(secret) }, cookie);
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.json));
  clock.now += 30_000;
  return { secret, codes: confirmed.json.recovery_codes as string[] };
}

Deno.test("an authenticator is set up and removed with the password and required at sign-in", () =>
  withRoutes(async (scene) => {
    const { ask, signIn, code, services, clock } = scene;
    const { cookie } = await signIn();
    assert.equal((await ask("POST", "/api/v1/me/totp", {}, cookie)).json.code, "password_needed");
    assert.equal(
      (await ask("PUT", "/api/v1/me/totp", { code: "123456" }, cookie)).json.code,
      "conflict",
    );
    const { secret, codes } = await enrol(scene, cookie);
    assert.equal(codes.length, 10);
    const needed = await signIn();
    assert.deepEqual([needed.status, needed.json.code, needed.json.factors], [401, "code_needed", [
      "totp",
      "recovery",
    ]]);
    const now = code(secret);
    const signedIn = await signIn("anna", now);
    assert.equal(signedIn.status, 200);
    assert.equal((await signIn("anna", now)).json.code, "wrong_code");
    assert.equal((await signIn("anna", codes[0])).status, 200);
    const own = await ask("GET", "/api/v1/me/factors", undefined, cookie);
    assert.deepEqual([own.json.required, own.json.recovery_codes, own.json.passkeys_refused], [
      true,
      9,
      "",
    ]);
    const renewed = await ask("POST", "/api/v1/me/recovery-codes", AGAIN, cookie);
    assert.equal((await signIn("anna", codes[1])).json.code, "wrong_code");
    assert.equal((await ask("DELETE", "/api/v1/me/totp", {}, cookie)).json.code, "password_needed");
    assert.equal((await ask("DELETE", "/api/v1/me/totp", AGAIN, cookie)).status, 204);
    assert.equal((await signIn()).status, 200);
    assert.equal(
      (await ask("POST", "/api/v1/me/recovery-codes", AGAIN, cookie)).json.code,
      "conflict",
    );
    clock.now += 30_000;
    const log = JSON.stringify(services.audited);
    for (const part of [secret, now, ...codes, ...renewed.json.recovery_codes]) {
      assert.ok(!log.includes(part));
    }
    assert.deepEqual(services.audited.map(({ action }) => action), [
      "session.begin",
      "factor.add",
      "factor.codes",
      "session.begin",
      "session.begin",
      "factor.code.used",
      "factor.codes",
      "factor.remove",
      "session.begin",
    ]);
    assert.deepEqual(services.audited[3].detail, {
      account: "anna",
      remembered: false,
      factor: "totp",
    });
    assert.deepEqual(services.audited[5].detail, { account: "anna", left: 9 });
  }));

Deno.test("wrong codes are throttled like wrong passwords", () =>
  withRoutes(async (scene) => {
    const { signIn, code } = scene;
    const { secret } = await enrol(scene, (await signIn()).cookie);
    const seen = new Set<string>();
    for (let times = 0; times < 20; times++) seen.add((await signIn("anna", "000000")).json.code);
    assert.deepEqual([...seen], ["wrong_code", "throttled"]);
    assert.equal((await signIn("anna", code(secret))).json.code, "throttled");
  }));

Deno.test("a passkey signs in alone, but not for a disabled account or at an IP address", () =>
  withRoutes(async ({ ask, signIn, service, services }) => {
    const { cookie } = await signIn();
    const passkey = new SoftwarePasskey("https://localhost");
    const options = await ask("POST", "/api/v1/me/passkeys/options", AGAIN, cookie);
    const credential = passkey.create(options.json.challenge);
    const handle = options.json.user.id;
    const registered = await ask(
      "POST",
      "/api/v1/me/passkeys",
      { name: "laptop", credential },
      cookie,
    );
    assert.deepEqual([registered.status, registered.json.recovery_codes.length], [201, 10]);
    const sign = async () => {
      const { json } = await ask("POST", "/api/v1/session/passkey/options", {});
      return await ask("POST", "/api/v1/session/passkey", {
        credential: passkey.get(json.challenge, handle),
      });
    };
    const begun = await sign();
    assert.deepEqual([begun.status, begun.json.account.name], [200, "anna"]);
    const begin = services.audited.findLast(({ action }) => action === "session.begin")!;
    assert.deepEqual(begin.detail, { account: "anna", factor: "passkey", remembered: false });
    const [{ id }] =
      (await ask("GET", "/api/v1/me/passkeys", undefined, begun.cookie)).json.passkeys;
    const renamed = await ask(
      "PUT",
      `/api/v1/me/passkeys/${id}`,
      { name: "  phone " },
      begun.cookie,
    );
    assert.equal(renamed.json.name, "phone");
    const there = await ask(
      "POST",
      "/api/v1/session/passkey/options",
      {},
      undefined,
      "192.168.1.2",
    );
    assert.deepEqual([there.status, there.json.code], [409, "no_passkeys_here"]);
    const anna = service.accounts.byName("anna")!;
    await service.change(anna.id, { disabled: true }, undefined, SOCKET);
    assert.deepEqual([(await sign()).status, (await sign()).cookie], [401, ""]);
    await service.change(anna.id, { disabled: false }, undefined, SOCKET);
    const back = await sign();
    assert.equal(
      (await ask("DELETE", `/api/v1/me/passkeys/${id}`, AGAIN, back.cookie)).status,
      204,
    );
    assert.equal((await sign()).json.code, "wrong_passkey");
  }));

Deno.test("a passkey of a trusted name works there over HTTPS only, and not one of localhost", () =>
  withRoutes(async ({ ask, signIn }) => {
    const host = "box";
    const { cookie } = await ask(
      "POST",
      "/api/v1/session",
      { account: "anna", password: GOOD },
      undefined,
      host,
    );
    const register = async (passkey: SoftwarePasskey, place: string, session: string) => {
      const { json } = await ask("POST", "/api/v1/me/passkeys/options", AGAIN, session, place);
      const body = { name: "laptop", credential: passkey.create(json.challenge) };
      const answer = await ask("POST", "/api/v1/me/passkeys", body, session, place);
      return answer.status === 201 ? json.user.id as string : answer.json.code as string;
    };
    const named = new SoftwarePasskey("https://box");
    const local = new SoftwarePasskey("https://localhost");
    assert.equal(await register(new SoftwarePasskey("http://box"), host, cookie), "bad_value");
    const here = (await signIn()).cookie;
    const handle = await register(named, host, cookie);
    assert.equal(await register(local, "localhost", here), handle);
    const sign = async (passkey: SoftwarePasskey) => {
      const { json } = await ask("POST", "/api/v1/session/passkey/options", {}, undefined, host);
      const body = {
        credential: passkey.get(json.challenge, handle, { rpId: host, origin: "https://box" }),
      };
      return (await ask("POST", "/api/v1/session/passkey", body, undefined, host)).status;
    };
    assert.deepEqual([await sign(named), await sign(local)], [200, 401]);
  }));

Deno.test("an administrator removes factors of others with the own password, a reader cannot", () =>
  withRoutes(async (scene) => {
    const { ask, signIn, service } = scene;
    const { id } = service.accounts.byName("anna")!;
    await enrol(scene, (await signIn()).cookie);
    const path = `/api/v1/accounts/${id}/factors`;
    const root = (await signIn("root")).cookie;
    const leo = (await signIn("leo")).cookie;
    assert.deepEqual((await ask("GET", path, undefined, leo)).json.recovery_codes, 10);
    assert.equal((await ask("DELETE", path, AGAIN, leo)).json.code, "no_right");
    assert.equal((await ask("DELETE", path, {}, root)).json.code, "password_needed");
    assert.equal((await ask("DELETE", path, AGAIN, root)).status, 204);
    assert.equal((await ask("DELETE", "/api/v1/accounts/999/factors", AGAIN, root)).status, 404);
    assert.equal((await signIn()).status, 200);
  }));

Deno.test("a session for the setup cannot set up second factors", () =>
  withAccounts(async ({ service, clock }) => {
    const services = Object.assign(await boxServices(), {
      accounts: service,
      auth: service.auth,
      runtime: testRuntime({ now: () => clock.now }),
    });
    const app = apiApp(ROUTES, services);
    const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.fetch(
        new Request(`http://box${path}`, {
          method: "POST",
          headers: { host: HOST, "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
        { door: "https", address: "192.168.1.20" },
      );
    const signedIn = await ask("/api/v1/session", { account: "admin", password: "admin" });
    const cookie = `__Host-box=${secretOf(signedIn.headers.get("set-cookie")!)}`;
    for (
      const path of ["/api/v1/me/totp", "/api/v1/me/passkeys/options", "/api/v1/me/recovery-codes"]
    ) {
      const response = await ask(path, { confirm_password: "admin" }, { cookie });
      assert.deepEqual([response.status, (await response.json()).code], [403, "setup_needed"]);
    }
  }));
