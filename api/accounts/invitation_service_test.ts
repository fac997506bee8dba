import assert from "node:assert/strict";
import { LIMITS } from "../../policy/limits.ts";
import type { Principal } from "../http/principal.ts";
import type { Right } from "../http/rights.ts";
import type { AccountService } from "./service.ts";
import {
  type AccountScene,
  AT,
  choices,
  GOOD,
  LOSES_ALL,
  OTHER,
  refused,
  signedIn,
  SOCKET,
  withAccounts,
} from "../../tests/support/account_scene.ts";

const MUM = 7;
const KID = 8;
const MEMBER = choices("lea", { kind: "member", role: "readonly", personId: MUM });
/** A client that is not signed in. */
const STRANGER: Principal = {
  kind: "device",
  name: "",
  address: "192.168.1.66",
  rights: new Set(),
};

/** Runs a test with an administrator, two people, and a principal with chosen rights. */
function withPeople(
  test: (
    scene: AccountScene,
    by: (rights: readonly Right[]) => Promise<Principal>,
  ) => Promise<void>,
): Promise<void> {
  return withAccounts(async (scene) => {
    const { service, people } = scene;
    people.add(MUM).add(KID);
    await service.finishSetup({ name: "dad" }, GOOD);
    let count = 0;
    await test(scene, async (rights) => {
      const name = `clerk ${++count}`;
      await service.add(choices(name, { role: "custom", rights }), GOOD, SOCKET);
      return (await signedIn(service, name)).by;
    });
  });
}

/** Invites and accepts; returns the used secret. */
async function accepted(service: AccountService, personId: number, name: string) {
  const { secret } = await service.inviting.invite({ ...MEMBER, personId, name }, SOCKET);
  return await service.inviting.accept(secret, OTHER, STRANGER);
}

Deno.test("only the invited person knows the password, and the secret is valid once", () =>
  withPeople(async ({ service, restarted, db }) => {
    const { account, secret, person } = await service.inviting.invite(MEMBER, SOCKET);
    assert.deepEqual([person, account.personId], [`Person ${MUM}`, MUM]);
    assert.equal(service.invitations.stateOf(account), "invited");
    for (const password of ["", "-", GOOD]) {
      await assert.rejects(
        service.signIn.withPassword({ account: "lea", password }, AT),
        refused("wrong_sign_in"),
      );
    }
    const stored = JSON.stringify(await db.all("select * from invitations"));
    assert.ok(!stored.includes(secret), "the secret is stored");
    const next = restarted();
    const opened = await next.inviting.open(secret, STRANGER);
    assert.deepEqual([opened.account.name, opened.person], ["lea", `Person ${MUM}`]);
    await assert.rejects(next.inviting.accept(secret, "short", STRANGER), refused("weak_password"));
    const both = await Promise.allSettled([
      next.inviting.accept(secret, OTHER, STRANGER),
      next.inviting.accept(secret, GOOD, STRANGER),
    ]);
    assert.deepEqual(both.map(({ status }) => status), ["fulfilled", "rejected"]);
    await signedIn(next, "lea", OTHER);
    assert.equal(next.invitations.stateOf(next.accounts.byName("lea")!), "accepted");
    await assert.rejects(next.inviting.open(secret, STRANGER), refused("not_found"));
    const third = restarted();
    await assert.rejects(third.inviting.accept(secret, GOOD, STRANGER), refused("not_found"));
    await signedIn(third, "lea", OTHER);
  }));

Deno.test("an invitation ends when it expires, is withdrawn or is replaced", () =>
  withPeople(async ({ service, clock, restarted }) => {
    const first = await service.inviting.invite(MEMBER, SOCKET);
    const { id } = first.account;
    const second = await service.inviting.inviteAgain(id, undefined, SOCKET);
    await assert.rejects(service.inviting.open(first.secret, STRANGER), refused("not_found"));
    await service.inviting.withdraw(id, SOCKET);
    assert.equal(service.invitations.stateOf(service.accounts.known(id)), "withdrawn");
    await assert.rejects(
      service.inviting.accept(second.secret, OTHER, STRANGER),
      refused("not_found"),
    );
    await assert.rejects(service.inviting.withdraw(id, SOCKET), refused("conflict"));
    const third = await service.inviting.inviteAgain(id, undefined, SOCKET);
    clock.now += (LIMITS.accounts.invitationLife - 1) * 1000;
    await service.inviting.open(third.secret, STRANGER);
    clock.now += 1000;
    await assert.rejects(
      service.inviting.accept(third.secret, OTHER, STRANGER),
      refused("not_found"),
    );
    const next = restarted();
    await next.ready();
    assert.equal(next.invitations.stateOf(next.accounts.known(id)), "expired");
    await next.remove(id, SOCKET);
    await assert.rejects(next.inviting.accept(third.secret, OTHER, STRANGER), refused("not_found"));
  }));

Deno.test("the invitation of a disabled account is refused", () =>
  withPeople(async ({ service }) => {
    const { account, secret } = await service.inviting.invite(MEMBER, SOCKET);
    await service.change(account.id, { disabled: true }, undefined, SOCKET);
    await assert.rejects(service.inviting.accept(secret, OTHER, STRANGER), refused("not_found"));
    await service.change(account.id, { disabled: false }, undefined, SOCKET);
    await service.inviting.accept(secret, OTHER, STRANGER);
  }));

Deno.test("giving access to a person's account always needs rights over the person", () =>
  withPeople(async ({ service }, by) => {
    const lea = await accepted(service, MUM, "lea");
    const none = await service.add(
      choices("aide", { kind: "member", role: "readonly" }),
      GOOD,
      SOCKET,
    );
    const lacking: Right[][] = [
      ["accounts.write"],
      ["accounts.write", "household.write"],
      ["accounts.write", "reports.read"],
    ];
    for (const rights of lacking) {
      const clerk = await by(rights);
      assert.ok(clerk.kind === "session");
      const own = clerk.account.id;
      const ways: readonly (() => Promise<unknown>)[] = [
        () => service.inviting.invite({ ...MEMBER, name: "spy" }, clerk),
        () => service.inviting.inviteAgain(lea.id, undefined, clerk),
        () => service.inviting.inviteAgain(none.id, MUM, clerk),
        () => service.change(own, { personId: MUM }, undefined, clerk),
        () => service.removeFactors(lea.id, clerk),
        () => service.change(lea.id, { email: "spy@example.com" }, undefined, clerk),
      ];
      for (const [at, way] of ways.entries()) {
        await assert.rejects(way(), refused("no_right"), `way ${at} with ${rights}`);
      }
    }
    const parent = await by(["accounts.write", "household.write", "reports.read"]);
    await assert.rejects(
      service.add({ ...MEMBER, name: "spy" }, GOOD, parent),
      refused("conflict"),
    );
    await assert.rejects(service.reset(lea.id, GOOD, parent, LOSES_ALL), refused("conflict"));
    await assert.rejects(
      service.change(none.id, { personId: MUM }, undefined, parent),
      refused("conflict"),
      "an account whose password another person knows was linked",
    );
    await service.inviting.inviteAgain(none.id, MUM, parent);
    await assert.rejects(
      service.signIn.withPassword({ account: "aide", password: GOOD }, AT),
      refused("wrong_sign_in"),
    );
  }));

Deno.test("a new password by invitation ends sessions, tokens and consents and adds a notice", () =>
  withPeople(async ({ service, consents, restarted }) => {
    const lea = await accepted(service, MUM, "lea");
    const phone = await accepted(service, MUM, "lea on the phone");
    assert.deepEqual(service.notices.of(lea.id).map(({ kind, subject }) => [kind, subject]), [
      ["access", "lea on the phone"],
    ]);
    const { by, secret: cookie } = await signedIn(service, "lea", OTHER);
    const token = await service.createToken({ name: "nas", rights: [], expires: 0 }, by);
    consents.add(MUM).add(KID);
    const { secret, consentEnded } = await service.inviting.inviteAgain(lea.id, undefined, SOCKET);
    assert.deepEqual([consentEnded, [...consents]], [true, [KID]]);
    assert.equal(await service.auth.session(cookie, AT.host, AT.address), undefined);
    assert.equal(await service.auth.token(token.secret, ""), undefined);
    assert.ok(by.ended?.aborted);
    await assert.rejects(
      service.signIn.withPassword({ account: "lea", password: OTHER }, AT),
      refused("wrong_sign_in"),
    );
    await service.inviting.accept(secret, GOOD, STRANGER);
    const next = restarted();
    await next.ready();
    const notice = next.notices.of(lea.id).at(-1)!;
    assert.deepEqual([notice.kind, notice.by, notice.consentEnded], ["reset", "box", true]);
    assert.deepEqual(next.notices.of(phone.id).map(({ kind, subject }) => [kind, subject]), [
      ["access", "lea"],
    ]);
    assert.equal(await next.notices.read(lea.id, notice.id), 2);
    assert.deepEqual(next.notices.of(lea.id), []);
  }));

Deno.test("linking, unlinking and removing accounts ends consents and adds notices", () =>
  withPeople(async ({ service, consents }) => {
    const lea = await accepted(service, MUM, "lea");
    const { by } = await signedIn(service, "dad");
    const own = by.account.id;
    const kinds = () =>
      service.notices.of(lea.id).map(({ kind, consentEnded }) => [kind, consentEnded]);
    consents.add(MUM);
    const linked = await service.change(own, { personId: MUM }, undefined, by);
    assert.deepEqual([linked.consentsEnded, [...consents]], [[`Person ${MUM}`], []]);
    consents.add(MUM);
    await service.change(own, { personId: 0 }, undefined, by);
    assert.deepEqual([kinds(), [...consents]], [[["access", true], ["left", true]], []]);
    const spare = await accepted(service, MUM, "spare");
    consents.add(MUM);
    assert.deepEqual((await service.remove(spare.id, SOCKET)).consentsEnded, [`Person ${MUM}`]);
    consents.add(MUM);
    assert.deepEqual((await service.removeFactors(lea.id, SOCKET)).consentsEnded, [
      `Person ${MUM}`,
    ]);
    assert.deepEqual(kinds().slice(2), [["access", false], ["left", true], ["factors", true]]);
    await service.createToken({ account: "lea", name: "t", rights: [], expires: 0 }, SOCKET);
    assert.equal(service.notices.of(lea.id).at(-1)?.kind, "token");
  }));

Deno.test("an account from before invitations keeps its password and its person", () =>
  withPeople(async ({ service, db, restarted }) => {
    const { id } = await service.add(choices("old", { kind: "member" }), GOOD, SOCKET);
    await db.run("update accounts set person_id = ? where id = ?", [MUM, id]);
    const next = restarted();
    const { by } = await signedIn(next, "old");
    assert.equal(by.account.personId, MUM);
    assert.equal(next.invitations.stateOf(next.accounts.known(id)), "none");
    await db.run("update accounts set password = '-' where id = ?", [id]);
    const lost = restarted();
    await lost.ready();
    assert.equal(lost.invitations.stateOf(lost.accounts.known(id)), "expired");
  }));

Deno.test("the last administrator who can sign in cannot be invited again", () =>
  withPeople(async ({ service }) => {
    const { by } = await signedIn(service, "dad");
    const full = choices("mum", { personId: MUM });
    const { account, secret } = await service.inviting.invite(full, by);
    await assert.rejects(service.remove(by.account.id, SOCKET), refused("last_administrator"));
    await assert.rejects(
      service.change(by.account.id, { role: "readonly" }, undefined, SOCKET),
      refused("last_administrator"),
    );
    await service.inviting.accept(secret, OTHER, STRANGER);
    const mum = await signedIn(service, "mum", OTHER);
    await service.inviting.inviteAgain(by.account.id, KID, mum.by);
    await assert.rejects(
      service.inviting.inviteAgain(account.id, undefined, mum.by),
      refused("conflict"),
      "the own account",
    );
    const last = await service.add(
      choices("aide", { role: "custom", rights: [...mum.by.rights] }),
      GOOD,
      mum.by,
    );
    const aide = await signedIn(service, last.name);
    await assert.rejects(
      service.inviting.inviteAgain(account.id, undefined, aide.by),
      refused("last_administrator"),
    );
    const again = await service.inviting.inviteAgain(account.id, undefined, SOCKET);
    await service.inviting.accept(again.secret, GOOD, SOCKET);
    await signedIn(service, "mum", GOOD);
  }));

Deno.test("guessed secrets are throttled by address and logged", () =>
  withPeople(async ({ service, clock, failures }) => {
    const { secret } = await service.inviting.invite(MEMBER, SOCKET);
    const guess = (i: number) => service.inviting.open(`${i}`.padStart(43, "A"), STRANGER);
    for (let i = 0; i < LIMITS.accounts.failuresFree; i++) {
      await assert.rejects(guess(i), refused("not_found"));
    }
    await assert.rejects(guess(9), refused("throttled"));
    await assert.rejects(service.inviting.accept(secret, OTHER, STRANGER), refused("throttled"));
    const neighbour = { ...STRANGER, address: "192.168.1.67" };
    for (let i = 0; i < 20; i++) await service.inviting.open(secret, neighbour);
    assert.deepEqual(
      failures.map(({ why, address }) => [why, address]),
      Array(5).fill([
        "invitation",
        STRANGER.address,
      ]),
    );
    clock.now += 2000;
    await service.inviting.accept(secret, OTHER, STRANGER);
  }));
