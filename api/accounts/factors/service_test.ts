import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { LIMITS } from "../../../policy/limits.ts";
import {
  type AccountScene,
  choices,
  GOOD,
  refused,
  SOCKET,
  withAccounts,
} from "../../../tests/support/account_scene.ts";
import { SoftwarePasskey } from "../../../tests/support/software_passkey.ts";
import { Seal } from "../../system/seal.ts";
import { FactorService } from "./service.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const HOST = "localhost:8443";
const ORIGIN = "https://localhost:8443";
const random = (length: number) => new Uint8Array(randomBytes(length));

interface FactorScene extends AccountScene {
  readonly factors: FactorService;
  /** The account of the tests. */
  readonly anna: { readonly id: number; readonly name: string };
  /** The service of a box with another secret, over the same database. */
  readonly ofAnotherBox: FactorService;
  /** The current code of an authenticator. */
  code(secret: string): string;
  /** Enrols an authenticator; returns its secret. */
  enrol(): Promise<string>;
  register(
    passkey: SoftwarePasskey,
    name?: string,
  ): Promise<{ readonly handle: string; readonly id: number }>;
}

function withFactors(test: (scene: FactorScene) => Promise<void>): Promise<void> {
  return withAccounts(async (scene) => {
    const { db, clock, logged, service } = scene;
    const made = (fill: number) =>
      new FactorService({
        db,
        runtime: testRuntime({
          randomBytes: random,
          now: () => clock.now,
          log: (_, text) => void logged.push(text),
        }),
        seal: new Seal(new Uint8Array(32).fill(fill), random),
        issuer: () => "box",
        trustedNames: () => [],
      });
    const factors = made(1);
    const place = factors.place(HOST);
    await service.finishSetup({ name: "root" }, GOOD);
    const anna = await service.add(choices("anna", { role: "full" }), GOOD, SOCKET);
    const code = (secret: string) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now });
    await test({
      ...scene,
      factors,
      anna,
      ofAnotherBox: made(2),
      code,
      async enrol() {
        const { secret } = factors.authenticators.begin(anna);
        assert.equal(await factors.authenticators.confirm(anna.id, code(secret)), "confirmed");
        clock.now += 30_000;
        return secret;
      },
      async register(passkey, name = "laptop") {
        const { challenge, user } = await factors.passkeys.registrationOptions(anna, place);
        const { id } = await factors.passkeys.register(
          anna,
          passkey.create(challenge),
          name,
          place,
        );
        return { handle: user.id, id };
      },
    });
  });
}

Deno.test("An authenticator is active after its first code, and each code is valid once", () =>
  withFactors(async ({ factors, anna, clock, code }) => {
    const { secret } = factors.authenticators.begin(anna);
    assert.equal(await factors.required(anna.id), false);
    assert.equal(await factors.authenticators.confirm(anna.id, "000000"), "wrong");
    const first = code(secret);
    assert.equal(
      await factors.authenticators.confirm(anna.id, `${first.slice(0, 3)} ${first.slice(3)}`),
      "confirmed",
    );
    assert.deepEqual(await factors.kinds(anna.id), ["totp"]);
    assert.equal(await factors.verify(anna.id, { code: first }), undefined);
    clock.now += 30_000;
    const both = await Promise.all(
      [1, 2].map(() => factors.verify(anna.id, { code: code(secret) })),
    );
    assert.deepEqual(both.sort(), ["totp", undefined]);
    assert.equal(await factors.authenticators.confirm(anna.id, code(secret)), "absent");
  }));

Deno.test("A new authenticator replaces the old one with its first code, within ten minutes", () =>
  withFactors(async ({ factors, anna, clock, code, enrol }) => {
    const old = await enrol();
    const { secret } = factors.authenticators.begin(anna);
    assert.equal(await factors.verify(anna.id, { code: code(old) }), "totp");
    clock.now += LIMITS.factors.enrolmentLife * 1000;
    assert.equal(await factors.authenticators.confirm(anna.id, code(secret)), "absent");
    const next = await enrol();
    assert.equal(await factors.verify(anna.id, { code: code(old) }), undefined);
    assert.equal(await factors.verify(anna.id, { code: code(next) }), "totp");
  }));

Deno.test("Authenticator secrets are sealed, and a box that cannot open them logs what to do", () =>
  withFactors(async ({ factors, ofAnotherBox, anna, code, enrol, db, logged }) => {
    const secret = await enrol();
    const [row] = await db.all("select secret from totp");
    assert.match(String(row.secret), /^1\./);
    const codes = await factors.firstCodes(anna.id);
    assert.equal(await ofAnotherBox.verify(anna.id, { code: code(secret) }), undefined);
    assert.ok(
      logged.some((text) =>
        text.includes("box account reset NAME --factors") && !text.includes(secret)
      ),
    );
    assert.equal(await ofAnotherBox.required(anna.id), true);
    assert.equal(await ofAnotherBox.verify(anna.id, { code: codes[0] }), "recovery");
  }));

Deno.test("Recovery codes are valid once and are removed with the last second factor", () =>
  withFactors(async ({ factors, anna, enrol, db }) => {
    await enrol();
    const codes = await factors.firstCodes(anna.id);
    assert.equal(codes.length, LIMITS.factors.recoveryCodes);
    assert.deepEqual(await factors.firstCodes(anna.id), []);
    const stored = JSON.stringify(await db.all("select * from recovery_codes"));
    for (const code of codes) {
      assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll("-", "")));
    }
    const twice = await Promise.all([1, 2].map(() => factors.verify(anna.id, { code: codes[3] })));
    assert.deepEqual(twice.sort(), ["recovery", undefined]);
    assert.equal(await factors.recovery.left(anna.id), 9);
    const renewed = await factors.recovery.renew(anna.id);
    assert.equal(await factors.verify(anna.id, { code: codes[0] }), undefined);
    assert.equal(await factors.verify(anna.id + 1, { code: renewed[0] }), undefined);
    await factors.recovery.removeUnneeded(anna.id);
    assert.equal(await factors.recovery.left(anna.id), 10);
    await factors.authenticators.remove(anna.id);
    await factors.recovery.removeUnneeded(anna.id);
    assert.equal(await factors.recovery.left(anna.id), 0);
  }));

Deno.test("signIn() rejects replayed, removed and copied passkeys and those of other accounts", () =>
  withFactors(async ({ factors, anna, register, logged }) => {
    const passkey = new SoftwarePasskey(ORIGIN);
    const { handle, id } = await register(passkey);
    const { passkeys } = factors;
    const place = factors.place(HOST);
    const wrong = refused("wrong_passkey");
    const challenge = async () => (await passkeys.signInOptions("192.0.2.1", place)).challenge;
    const answer = passkey.get(await challenge(), handle);
    assert.equal(await passkeys.signIn(answer, place), anna.id);
    await assert.rejects(passkeys.signIn(answer, place), wrong);
    await assert.rejects(
      passkeys.signIn(passkey.get(await challenge(), handle, { counter: 1 }), place),
      wrong,
    );
    assert.ok(logged.some((text) => text.includes("counter decreased")));
    await assert.rejects(passkeys.signIn(passkey.get(await challenge(), "b3RoZXI"), place), wrong);
    const registration = (await passkeys.registrationOptions(anna, place)).challenge;
    await assert.rejects(passkeys.signIn(passkey.get(registration, handle), place), wrong);
    const elsewhere = factors.place("localhost:9");
    await assert.rejects(passkeys.signIn(passkey.get(await challenge(), handle), elsewhere), wrong);
    assert.equal(await passkeys.signIn(passkey.get(await challenge(), undefined), place), anna.id);
    await passkeys.remove(anna.id, id);
    await assert.rejects(passkeys.signIn(passkey.get(await challenge(), handle), place), wrong);
  }));

Deno.test("A passkey is registered once, by the account that began, and at most twenty exist", () =>
  withFactors(async ({ factors, anna, register }) => {
    const { passkeys } = factors;
    const place = factors.place(HOST);
    const passkey = new SoftwarePasskey(ORIGIN);
    const begun = [
      await passkeys.registrationOptions(anna, place),
      await passkeys.registrationOptions(anna, place),
    ];
    const late = passkey.create(begun[1].challenge);
    const other = { id: anna.id + 1, name: "ben" };
    const foreign = new SoftwarePasskey(ORIGIN).create(begun[0].challenge);
    await assert.rejects(passkeys.register(other, foreign, "mine", place), refused("bad_value"));
    await assert.rejects(passkeys.register(anna, foreign, "mine", place), refused("bad_value"));
    const { id } = await passkeys.register(anna, late, "phone", place);
    await assert.rejects(register(passkey), refused("conflict"));
    assert.equal((await passkeys.rename(anna.id, id, "tablet")).name, "tablet");
    await assert.rejects(passkeys.rename(other.id, id, "stolen"), refused("not_found"));
    await assert.rejects(passkeys.remove(other.id, id), refused("not_found"));
    for (let count = 1; count < 20; count++) {
      await register(new SoftwarePasskey(ORIGIN), `key ${count}`);
    }
    await assert.rejects(register(new SoftwarePasskey(ORIGIN)), refused("conflict"));
    assert.equal((await passkeys.of(anna.id)).length, 20);
  }));

Deno.test("remove() deletes every factor of an account, and so does removing the account", () =>
  withFactors(async ({ factors, anna, service, enrol, register, db }) => {
    const setUp = async () => {
      await enrol();
      await register(new SoftwarePasskey(ORIGIN));
      await factors.firstCodes(anna.id);
      assert.deepEqual(await factors.kinds(anna.id), ["totp", "passkey", "recovery"]);
    };
    await setUp();
    await factors.remove(anna.id);
    assert.deepEqual(await factors.kinds(anna.id), []);
    await setUp();
    await service.remove(anna.id, SOCKET);
    for (const table of ["totp", "passkeys", "recovery_codes"]) {
      assert.deepEqual(await db.all(`select * from ${table}`), []);
    }
  }));
