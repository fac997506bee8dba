import assert from "node:assert/strict";
import type { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { type Right, RIGHTS } from "../http/rights.ts";
import { DatabaseUnavailableError } from "../store/database.ts";
import {
  AT,
  choices,
  GOOD,
  LOSES_ALL,
  OTHER,
  PLAIN_HASHER,
  refused,
  secretOf,
  signedIn,
  SOCKET,
  withAccounts,
} from "../../tests/support/account_scene.ts";
import { NO_FACTORS } from "./factors/factor.ts";
import { AccountService } from "./service.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

Deno.test("a session works only at its host until it ends, and survives a restart", () =>
  withAccounts(async ({ service, restarted, db }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { by, secret, cookie } = await signedIn(service, "mum");
    assert.match(cookie, /^__Host-box=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    for (const host of ["192.168.1.2", "box.home.arpa", "box:8443", "", "BOX"]) {
      assert.equal(await service.auth.session(secret, host, ""), undefined, host);
    }
    assert.ok(
      !JSON.stringify(await db.all("select * from sessions")).includes(secret),
      "the secret is stored nowhere",
    );
    assert.equal(service.sessions.of(by.account.id)[0].userAgent, "Firefox [2J");
    const next = restarted();
    assert.equal((await next.auth.session(secret, "box", "192.168.1.21"))?.name, "mum");
    await next.sessions.end(by.sessionId);
    assert.equal(await next.auth.session(secret, "box", ""), undefined);
    assert.equal(await restarted().auth.session(secret, "box", ""), undefined);
  }));

Deno.test("sessions expire, unused ones after half a day, remembered ones after a month", () =>
  withAccounts(async ({ service, clock, restarted }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const short = (await signedIn(service, "mum")).secret;
    const { cookie } = await service.signIn.withPassword({
      account: "mum",
      password: GOOD,
      remember: true,
    }, AT);
    assert.match(cookie, /; Max-Age=2592000$/);
    const alive = async (secret: string) =>
      await service.auth.session(secret, "box", "") !== undefined;
    for (let hours = 0; hours < 160; hours += 10) {
      assert.ok(await alive(short), `${hours}`);
      clock.now += 10 * 3_600_000;
    }
    clock.now += 8 * 3_600_000;
    assert.ok(!await alive(short), "seven days are the longest");
    const again = (await signedIn(service, "mum")).secret;
    clock.now += 12 * 3_600_000;
    assert.ok(!await alive(again));
    assert.ok(await alive(secretOf(cookie)));
    clock.now += 23 * 86_400_000;
    assert.ok(!await alive(secretOf(cookie)));
    await restarted().sweep();
    assert.equal(service.sessions.of(1).length, 0);
  }));

Deno.test("beyond a hundred sessions the least recently used one ends", () =>
  withAccounts(async ({ service, clock }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const first = await signedIn(service, "mum");
    const second = await signedIn(service, "mum");
    for (let i = 0; i < 99; i++) {
      clock.now += 1000;
      await service.auth.session(first.secret, "box", "");
      await service.signIn.begin(first.by.account.id, AT, false);
    }
    assert.equal(service.sessions.of(first.by.account.id).length, 100);
    assert.ok(await service.auth.session(first.secret, "box", ""));
    assert.equal(await service.auth.session(second.secret, "box", ""), undefined);
  }));

Deno.test("changing the own password ends the other sessions, a reset ends all", () =>
  withAccounts(async ({ service }) => {
    const { id } = await service.add(choices("mum"), GOOD, SOCKET);
    const one = await signedIn(service, "mum");
    const two = await signedIn(service, "mum");
    assert.equal(await service.auth.confirm(one.by, OTHER), "wrong");
    assert.equal(await service.auth.confirm(one.by, GOOD), "right");
    await service.changePassword(one.by, OTHER);
    assert.ok(await service.auth.session(one.secret, "box", ""));
    assert.equal(await service.auth.session(two.secret, "box", ""), undefined);
    assert.ok(two.by.ended?.aborted);
    await service.reset(id, GOOD, SOCKET, LOSES_ALL);
    assert.equal(await service.auth.session(one.secret, "box", ""), undefined);
    await signedIn(service, "mum", GOOD);
  }));

Deno.test("refusals reveal nothing, and failures name only existing accounts", () =>
  withAccounts(async ({ service, failures, raised, clock }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const texts = new Set<string>();
    for (const account of ["mum", "nobody", "my secret password", "\0", "\ud800"]) {
      const at = { ...AT, address: "192.168.1.66" };
      await assert.rejects(
        service.signIn.withPassword({ account, password: "wrong" }, at),
        (error) => {
          texts.add((error as DomainError).message);
          return refused("wrong_sign_in")(error);
        },
      );
    }
    assert.equal(texts.size, 1);
    assert.deepEqual(failures.map(({ account }) => account), ["mum", "", "", "", ""]);
    await assert.rejects(
      service.signIn.withPassword({ account: "mum", password: GOOD }, {
        ...AT,
        address: "192.168.1.66",
      }),
      (error) =>
        refused("throttled")(error) &&
        (error as DomainError).details.headers?.["retry-after"] === "1",
    );
    assert.deepEqual(raised, [{ kind: "account.attempts", name: "mum", detail: "192.168.1.66" }]);
    for (let i = 0; i < 30; i++) {
      const at = { ...AT, address: `192.168.2.${i}` };
      await service.signIn.withPassword({ account: `nobody ${i}`, password: "wrong" }, at).catch(
        () => {},
      );
    }
    assert.equal(failures.length, 10);
    clock.now += 60_000;
    await service.signIn.withPassword({ account: "mum", password: "wrong" }, AT).catch(() => {});
    assert.deepEqual(failures.at(-1), {
      account: "mum",
      address: "192.168.1.20",
      why: "password",
      skipped: 25,
    });
  }));

Deno.test("tokens have rights within those of the account, expire, and can be revoked", () =>
  withAccounts(async ({ service, clock, restarted, db }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { by } = await signedIn(service, "mum");
    const expires = Math.floor(clock.now / 1000) + 3600;
    const { token, secret } = await service.createToken({
      name: "nas",
      rights: ["rules.write"],
      expires,
    }, by);
    assert.match(secret, /^box_[\w-]{43}$/);
    assert.ok(!JSON.stringify(await db.all("select * from tokens")).includes(secret.slice(4)));
    const asked = await service.auth.token(secret, "192.168.1.5");
    assert.deepEqual([asked?.name, asked?.rights], [
      "mum (nas)",
      new Set(["rules.write", "rules.read"]),
    ]);
    for (
      const wrong of [
        "",
        "box_",
        secret.slice(0, -1),
        secret.slice(4),
        `${secret}x`,
        secret.toUpperCase(),
        "box_\0",
      ]
    ) {
      assert.equal(await service.auth.token(wrong, ""), undefined, wrong);
    }
    assert.deepEqual(service.tokens.get(token.id)?.lastAddress, "192.168.1.5");
    assert.ok(await restarted().auth.token(secret, ""));
    clock.now += 3600_000;
    assert.equal(await service.auth.token(secret, ""), undefined);
    await service.sweep();
    assert.ok((asked as typeof by).ended?.aborted, "what it was in the middle of breaks off");
    const all = await service.createToken({ name: "all", rights: "all", expires: 0 }, by);
    assert.deepEqual(all.token.rights.toSorted(), RIGHTS.toSorted());
    const held = await service.auth.token(all.secret, "");
    await service.tokens.revoke(all.token.id);
    assert.ok((held as typeof by).ended?.aborted);
    assert.equal(await service.auth.token(all.secret, ""), undefined);
    assert.equal(await restarted().auth.token(all.secret, ""), undefined);
  }));

Deno.test("tokens are created for the own account, or over the socket for a named one", () =>
  withAccounts(async ({ service, clock }) => {
    const create = (rights: readonly Right[], by: Principal, account?: string, expires = 0) =>
      service.createToken({ name: "t", rights, expires, account }, by);
    await assert.rejects(create([], SOCKET), refused("setup_needed"));
    await service.add(choices("mum"), GOOD, SOCKET);
    assert.equal((await create([], SOCKET)).token.accountId, 1);
    await service.add(choices("dad", { role: "everyday" }), GOOD, SOCKET);
    const { by } = await signedIn(service, "dad");
    await assert.rejects(create(["accounts.write"], by), refused("no_right"));
    await assert.rejects(create(["rules.write"], by, "mum"), refused("no_right"));
    await assert.rejects(create([], SOCKET, "nobody"), refused("not_found"));
    const soon = Math.floor(clock.now / 1000);
    for (const expires of [1, soon, soon + 11 * 365 * 86_400]) {
      await assert.rejects(create([], by, undefined, expires), refused("bad_value"));
    }
    for (let i = 0; i < 50; i++) await create(["rules.write"], by, "DAD");
    await assert.rejects(create([], by), refused("conflict"));
    await service.add(choices("gran"), GOOD, SOCKET);
    await assert.rejects(create([], SOCKET), refused("bad_value"));
  }));

Deno.test("without the database sessions continue, and changes report that it is unavailable", () =>
  withAccounts(async ({ service, db, clock, logged }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const one = await signedIn(service, "mum");
    const two = await signedIn(service, "mum");
    const { secret, token } = await service.createToken(
      { name: "t", rights: [], expires: 0 },
      one.by,
    );
    await db.close();
    clock.now += 120_000;
    assert.ok(await service.auth.session(one.secret, "box", ""));
    assert.ok(await service.auth.token(secret, ""));
    assert.equal(await service.auth.confirm(one.by, GOOD), "right");
    await assert.rejects(
      service.signIn.withPassword({ account: "mum", password: GOOD }, AT),
      DatabaseUnavailableError,
    );
    await assert.rejects(
      service.change(1, { language: "de" }, undefined, SOCKET),
      DatabaseUnavailableError,
    );
    await assert.rejects(service.tokens.revoke(token.id), DatabaseUnavailableError);
    assert.ok(await service.auth.token(secret, ""), "what was not accepted has not happened");
    await service.sessions.end(two.by.sessionId);
    assert.equal(await service.auth.session(two.secret, "box", ""), undefined);
    assert.match(logged.at(-1)!, /rows cannot be deleted yet/);
  }));

Deno.test("a session that ended without the database stays ended after a restart", () =>
  withAccounts(async ({ service, folder, lock, restarted, db, logged }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const one = await signedIn(service, "mum");
    const two = await signedIn(service, "mum");
    lock.held = true;
    await service.sessions.end(one.by.sessionId);
    assert.match(logged.join(), /rows cannot be deleted/);
    const count = async () => (await db.all("select count(*) as n from sessions"))[0].n;
    for (const held of [true, false]) {
      lock.held = held;
      const next = restarted();
      assert.equal(await next.auth.session(one.secret, "box", ""), undefined);
      assert.ok(await next.auth.session(two.secret, "box", ""));
      assert.equal(await count(), held ? 2 : 1);
    }
    await assert.rejects(Deno.stat(`${folder}/ended_sessions`), Deno.errors.NotFound);
  }));

Deno.test("accounts are loaded when the database returns after a start without it", () =>
  withAccounts(async ({ service, db, clock }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { secret } = await signedIn(service, "mum");
    let gone = true;
    const flaky = {
      run: db.run.bind(db),
      batch: db.batch.bind(db),
      close: () => Promise.resolve(),
      all: (sql: string) =>
        gone ? Promise.reject(new DatabaseUnavailableError("The disk is full")) : db.all(sql),
    };
    const next = new AccountService({
      db: flaky,
      passwords: PLAIN_HASHER,
      factors: NO_FACTORS,
      runtime: testRuntime({ now: () => clock.now, log: () => {} }),
      failed: () => {},
      raise: () => {},
    });
    await assert.rejects(next.auth.session(secret, "box", ""), DatabaseUnavailableError);
    gone = false;
    assert.equal((await next.auth.session(secret, "box", ""))?.name, "mum");
  }));
