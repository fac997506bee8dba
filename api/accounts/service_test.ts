import assert from "node:assert/strict";
import type { DomainError } from "../schema/errors.ts";
import { MATRIX, type Right } from "../http/rights.ts";
import {
  AT,
  choices,
  GOOD,
  KEEPS_ALL,
  LOSES_ALL,
  OTHER,
  refused,
  signedIn,
  SOCKET,
  withAccounts,
} from "../../tests/support/account_scene.ts";

Deno.test("a new installation has one account, admin, for the setup only", () =>
  withAccounts(async ({ service, restarted }) => {
    assert.equal(await service.isFinished(), false);
    const { by, secret } = await signedIn(service, "Admin", "admin");
    assert.deepEqual([by.setup, by.rights], [true, MATRIX.setup]);
    await assert.rejects(service.finishSetup({ name: "Zoé" }, "admin"), refused("weak_password"));
    const account = await service.finishSetup({ name: "Zoé", language: "fr" }, GOOD);
    assert.deepEqual([account.name, account.language, await service.isFinished()], [
      "Zoé",
      "fr",
      true,
    ]);
    assert.equal(await service.auth.session(secret, "box", ""), undefined);
    await assert.rejects(
      service.signIn.withPassword({ account: "admin", password: "admin" }, AT),
      refused("wrong_sign_in"),
    );
    await assert.rejects(
      service.signIn.withPassword({ account: "Zoé", password: "admin" }, AT),
      refused("wrong_sign_in"),
    );
    await assert.rejects(service.finishSetup({ name: "again" }, GOOD), refused("setup_finished"));
    assert.equal((await signedIn(restarted(), "ZOE\u0301")).by.setup, false);
  }));

Deno.test("the first full administrator replaces the default account, a member does not", () =>
  withAccounts(async ({ service }) => {
    await service.add(choices("kid", { kind: "member", role: "readonly" }), GOOD, SOCKET);
    assert.equal(await service.isFinished(), false);
    await service.add(choices("mum"), GOOD, SOCKET);
    assert.deepEqual(service.accounts.list().map(({ name }) => name), ["mum", "kid"]);
    assert.equal(await service.isFinished(), true);
  }));

Deno.test("the last full administrator cannot be removed, disabled or demoted", () =>
  withAccounts(async ({ service }) => {
    const mum = await service.add(choices("mum"), GOOD, SOCKET);
    const { id } = mum;
    await assert.rejects(service.remove(id, SOCKET), refused("last_administrator"));
    for (const change of [{ disabled: true }, { role: "everyday" }, { kind: "member" }] as const) {
      await assert.rejects(
        service.change(id, change, undefined, SOCKET),
        refused("last_administrator"),
      );
    }
    const dad = await service.add(choices("dad"), GOOD, SOCKET);
    const both = await Promise.allSettled([
      service.change(id, { disabled: true }, undefined, SOCKET),
      service.remove(dad.id, SOCKET),
    ]);
    assert.deepEqual(both.map(({ status }) => status), ["fulfilled", "rejected"]);
  }));

Deno.test("of two concurrent changes the second is refused and names the first actor", () =>
  withAccounts(async ({ service, clock }) => {
    const mum = await service.add(choices("mum"), GOOD, SOCKET);
    clock.now += 60_000;
    const { by } = await signedIn(service, "mum");
    const changes = { email: "mum@example.com" };
    const { account: after } = await service.change(mum.id, changes, mum.changed, by);
    assert.ok(after.changed > mum.changed);
    await assert.rejects(
      service.change(mum.id, { language: "de" }, mum.changed, SOCKET),
      (error) => {
        assert.ok(refused("changed_meanwhile")(error));
        assert.match(
          (error as DomainError).message,
          /^mum changed this account meanwhile \(2026-\d\d-\d\d \d\d:\d\d UTC\)/,
        );
        assert.deepEqual((error as DomainError).details.body, {
          changed: after.changed,
          changed_by: "mum",
        });
        return true;
      },
    );
    const { account: same } = await service.change(
      mum.id,
      { language: "de" },
      after.changed,
      SOCKET,
    );
    assert.ok(same.changed > after.changed, "two changes within a second are two versions");
  }));

Deno.test("managing accounts or granting rights beyond the own rights is refused", () =>
  withAccounts(async ({ service }) => {
    const mum = await service.add(choices("mum"), GOOD, SOCKET);
    const rights: Right[] = ["accounts.write", "rules.write"];
    const aide = await service.add(choices("aide", { role: "custom", rights }), GOOD, SOCKET);
    const { by } = await signedIn(service, "aide");
    assert.deepEqual(
      by.rights,
      new Set<Right>(["accounts.read", "accounts.write", "rules.read", "rules.write"]),
    );
    const beyond = refused("no_right");
    await assert.rejects(service.add(choices("x"), GOOD, by), beyond);
    await assert.rejects(
      service.add(choices("x", { role: "custom", rights: ["reports.read"] }), GOOD, by),
      beyond,
    );
    await assert.rejects(service.change(aide.id, { role: "full" }, undefined, by), beyond);
    await assert.rejects(service.change(mum.id, { disabled: true }, undefined, by), beyond);
    await assert.rejects(service.reset(mum.id, OTHER, by, LOSES_ALL), beyond);
    await assert.rejects(service.remove(mum.id, by), beyond);
    const helper = await service.add(
      choices("helper", { role: "custom", rights: ["rules.read"] }),
      GOOD,
      by,
    );
    await service.reset(helper.id, OTHER, by, KEEPS_ALL);
    await service.remove(helper.id, by);
  }));

Deno.test("a change applies to sessions and tokens immediately and aborts their requests", () =>
  withAccounts(async ({ service }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const dad = await service.add(choices("dad"), GOOD, SOCKET);
    const { by, secret } = await signedIn(service, "dad");
    const token = await service.createToken(
      { name: "script", rights: ["system.write", "rules.write"], expires: 0 },
      by,
    );
    const tokenBy = await service.auth.token(token.secret, "");
    await service.change(dad.id, { language: "it" }, undefined, SOCKET);
    assert.deepEqual([by.ended?.aborted, (tokenBy as typeof by).ended?.aborted], [false, false]);
    await service.change(dad.id, { role: "everyday" }, undefined, SOCKET);
    assert.deepEqual([by.ended?.aborted, (tokenBy as typeof by).ended?.aborted], [true, true]);
    const now = await service.auth.session(secret, "box", "");
    const held = await service.auth.token(token.secret, "");
    assert.deepEqual(now?.rights, MATRIX.everyday);
    assert.deepEqual(held?.rights, new Set<Right>(["system.read", "rules.read", "rules.write"]));
    await service.change(dad.id, { disabled: true }, undefined, SOCKET);
    assert.equal(await service.auth.session(secret, "box", ""), undefined);
    assert.equal(await service.auth.token(token.secret, ""), undefined);
    await assert.rejects(
      service.signIn.withPassword({ account: "dad", password: GOOD }, AT),
      refused("wrong_sign_in"),
    );
    await service.change(dad.id, { disabled: false }, undefined, SOCKET);
    assert.equal(
      await service.auth.session(secret, "box", ""),
      undefined,
      "ended sessions do not come back",
    );
    await service.remove(dad.id, SOCKET);
    assert.equal(await service.auth.token(token.secret, ""), undefined);
  }));

Deno.test("a new password for the default account also finishes the installation", () =>
  withAccounts(async ({ service }) => {
    const { secret } = await signedIn(service, "admin", "admin");
    await service.reset(1, GOOD, SOCKET, KEEPS_ALL);
    assert.equal(await service.isFinished(), true);
    assert.equal(await service.auth.session(secret, "box", ""), undefined);
    assert.equal((await signedIn(service, "admin")).by.setup, false);
    await assert.rejects(
      service.signIn.withPassword({ account: "admin", password: "admin" }, AT),
      refused("wrong_sign_in"),
    );
  }));

Deno.test("a sign-in with the old password during a reset gets no session", () =>
  withAccounts(async ({ service }) => {
    const { id } = await service.add(choices("mum"), GOOD, SOCKET);
    const { sessions } = service;
    const begin = sessions.begin.bind(sessions);
    sessions.begin = async (...given) => {
      const begun = await begin(...given);
      await service.reset(id, OTHER, SOCKET, KEEPS_ALL);
      return begun;
    };
    await assert.rejects(
      service.signIn.withPassword({ account: "mum", password: GOOD }, AT),
      refused("wrong_sign_in"),
    );
    sessions.begin = async (...given) => {
      await service.reset(id, GOOD, SOCKET, KEEPS_ALL);
      return await begin(...given);
    };
    const late = service.signIn.withPassword({ account: "mum", password: OTHER }, AT);
    await assert.rejects(late, refused("wrong_sign_in"));
    assert.deepEqual(sessions.of(id), []);
  }));

Deno.test("a reset revokes only the tokens of the account, unless they are kept", () =>
  withAccounts(async ({ service, restarted }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { id } = await service.add(choices("dad"), GOOD, SOCKET);
    const token = async (account: string) =>
      (await service.createToken(
        { account, name: "nas", rights: ["reports.read"], expires: 0 },
        SOCKET,
      )).secret;
    const hers = await token("mum");
    const first = await token("dad");
    const second = await token("dad");
    const before = await service.auth.token(first, "");
    assert.equal((await service.reset(id, OTHER, SOCKET, KEEPS_ALL)).tokens, 0);
    assert.ok(await service.auth.token(first, ""));
    assert.equal((await service.reset(id, GOOD, SOCKET, LOSES_ALL)).tokens, 2);
    assert.ok(
      before?.kind === "token" && before.ended?.aborted,
      "what it was in the middle of breaks off",
    );
    for (const now of [service, restarted()]) {
      assert.deepEqual([await now.auth.token(first, ""), await now.auth.token(second, "")], [
        undefined,
        undefined,
      ]);
      assert.ok(await now.auth.token(hers, ""));
    }
  }));

Deno.test("a token has no rights beyond its own, even if its account has them", () =>
  withAccounts(async ({ service }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { by } = await signedIn(service, "mum");
    const { secret } = await service.createToken(
      { name: "t", rights: ["accounts.write", "rules.read"], expires: 0 },
      by,
    );
    const token = (await service.auth.token(secret, ""))!;
    const custom = { role: "custom", kind: "administrator" } as const;
    await assert.rejects(service.add(choices("x"), GOOD, token), refused("no_right"));
    await assert.rejects(service.reset(1, OTHER, token, KEEPS_ALL), refused("no_right"));
    await service.add(choices("x", { ...custom, rights: ["rules.read"] }), GOOD, token);
    await service.add(choices("kid", { kind: "member", role: "readonly" }), GOOD, token);
  }));

Deno.test("reload() reads accounts that were replaced in the database", () =>
  withAccounts(async ({ service, db }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { secret } = await signedIn(service, "mum");
    await db.run("update accounts set disabled = 1, name = 'dad', name_key = 'dad' where id = 1");
    assert.ok(await service.auth.session(secret, "box", ""));
    await service.reload();
    assert.equal(await service.auth.session(secret, "box", ""), undefined);
    assert.equal(service.accounts.byName("mum"), undefined);
    assert.equal(service.accounts.byName("DAD")?.disabled, true);
  }));

Deno.test("an account links only to existing people and is unlinked when they are removed", () =>
  withAccounts(async ({ service, people, restarted }) => {
    await service.finishSetup({ name: "Zoé" }, GOOD);
    const member = choices("lea", { kind: "member", personId: 7 });
    await assert.rejects(service.inviting.invite(member, SOCKET), refused("bad_value"));
    people.add(7);
    const { id } = (await service.inviting.invite(member, SOCKET)).account;
    await assert.rejects(
      service.change(id, { personId: 8 }, undefined, SOCKET),
      refused("bad_value"),
    );
    people.delete(7);
    const unchanged = { personId: 7, language: "de" } as const;
    const { account } = await service.change(id, unchanged, undefined, SOCKET);
    assert.equal(account.personId, 7, "as it was");
    await service.accounts.unlinkPerson(7);
    const next = restarted();
    await next.ready();
    assert.equal(next.accounts.known(id).personId, 0);
  }));
