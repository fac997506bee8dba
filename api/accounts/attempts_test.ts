import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import {
  AT,
  choices,
  GOOD,
  PLAIN_HASHER,
  refused,
  signedIn,
  SOCKET,
  withAccounts,
} from "../../tests/support/account_scene.ts";
import { DomainError } from "../schema/errors.ts";
import { DatabaseUnavailableError } from "../store/database.ts";
import { NO_FACTORS } from "./factors/factor.ts";
import { hashPassword, verifyPassword } from "./password_hash.ts";
import { passwordsBusy } from "./passwords.ts";
import { AccountService, type AccountServiceDeps } from "./service.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";
import { WAIT, within } from "../../tests/support/whole_box.ts";

Deno.test("of 10,000 attempts in a day few are hashed, and the owner can still sign in", () =>
  withAccounts(async ({ db, clock }) => {
    let hashed = 0;
    const verify: typeof PLAIN_HASHER.verify = (
      hash,
      password,
    ) => {
      hashed++;
      return PLAIN_HASHER.verify(hash, password);
    };
    const service = new AccountService({
      db,
      passwords: { ...PLAIN_HASHER, verify },
      factors: NO_FACTORS,
      runtime: testRuntime({ now: () => clock.now, log: () => {} }),
      failed: () => {},
      raise: () => {},
    });
    await service.add(choices("mum"), GOOD, SOCKET);
    await signedIn(service, "mum");
    hashed = 0;
    for (let i = 0; i < 10_000; i++) {
      clock.now += 8640;
      const account = i % 3 === 0 ? "mum" : `name ${i}`;
      const at = { ...AT, address: `192.168.1.${60 + i % 4}` };
      await assert.rejects(
        service.signIn.withPassword({ account, password: `guess ${i}` }, at),
        DomainError,
      );
      if (i % 2500 === 0) await signedIn(service, "mum");
    }
    assert.ok(hashed < 500, `${hashed} passwords were hashed`);
    await signedIn(service, "mum");
  }));

Deno.test("of a hundred concurrent attempts five are tried and the others are throttled", () =>
  withAccounts(async ({ service }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const at = { ...AT, address: "192.168.1.66" };
    const all = await Promise.allSettled(
      Array.from(
        { length: 100 },
        (_, i) => service.signIn.withPassword({ account: "mum", password: `${i}` }, at),
      ),
    );
    const codes = all.map((one) => one.status === "rejected" ? one.reason.code : "in");
    assert.deepEqual([
      codes.filter((code) => code === "wrong_sign_in").length,
      codes.filter((code) => code === "throttled").length,
    ], [5, 95]);
  }));

Deno.test("random cookies, tokens, hosts, names, passwords and codes never sign in or throw", () =>
  withAccounts(async ({ service, clock }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { secret } = await signedIn(service, "mum");
    const junk = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 200 }),
      fc.constantFrom(
        "",
        "box_",
        "__proto__",
        "constructor",
        `${secret} `,
        `${secret}\0`,
        secret.slice(1),
        `box_${secret}`,
      ),
      fc.string({ minLength: 43, maxLength: 43, unit: fc.constantFrom(..."abcXYZ019-_") }),
    );
    await fc.assert(
      fc.asyncProperty(junk, junk, junk, async (a, b, c) => {
        clock.now += 3_600_000;
        assert.equal(await service.auth.session(a, "box", b), undefined);
        if (b !== "box") assert.equal(await service.auth.session(secret, b, c), undefined);
        assert.equal(await service.auth.token(a, b), undefined);
        const at = { host: a, address: b, userAgent: c };
        await assert.rejects(
          service.signIn.withPassword({ account: a, password: b, code: c }, at),
          DomainError,
        );
        await assert.rejects(service.add(choices(a, { email: `${b}\n` }), c, SOCKET), DomainError);
      }),
      { seed: 5, numRuns: 150 },
    );
  }));

function withHasher(
  deps: Partial<AccountServiceDeps>,
  test: (service: AccountService) => Promise<void>,
): Promise<void> {
  return withAccounts(async ({ db, clock }) => {
    await test(
      new AccountService({
        db,
        passwords: PLAIN_HASHER,
        factors: NO_FACTORS,
        runtime: testRuntime({ now: () => clock.now, log: () => {} }),
        failed: () => {},
        raise: () => {},
        ...deps,
      }),
    );
  });
}

Deno.test("a hash of another cost is replaced after a sign-in", () =>
  withHasher(
    {
      passwords: {
        hash: (password) => hashPassword(password),
        verify: verifyPassword,
        close: () => {},
      },
    },
    async (service) => {
      const { id } = await service.add(choices("mum"), GOOD, SOCKET);
      await service.accounts.setPassword(
        id,
        await hashPassword(GOOD, { memory: 64, passes: 1, lanes: 1 }),
        SOCKET,
      );
      await signedIn(service, "mum");
      await within(WAIT, () => !service.accounts.get(id)!.password.includes("m=64"));
      assert.match(service.accounts.get(id)!.password, /m=32768,t=2,p=1/);
      await signedIn(service, "mum");
    },
  ));

Deno.test("attempts while the password queue is full are refused and not counted", () => {
  let busy = true;
  const verify: typeof PLAIN_HASHER.verify = (hash, password) =>
    busy ? Promise.reject(passwordsBusy()) : PLAIN_HASHER.verify(hash, password);
  return withHasher({ passwords: { ...PLAIN_HASHER, verify } }, async (service) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    for (let i = 0; i < 20; i++) {
      const asked = service.signIn.withPassword({ account: "mum", password: "wrong" }, AT);
      await assert.rejects(
        asked,
        (error) =>
          refused("too_many_requests")(error) &&
          (error as DomainError).details.headers?.["retry-after"] === "2",
      );
    }
    busy = false;
    await signedIn(service, "mum");
  });
});

Deno.test("with a second factor the password is not enough, and each code is verified once", () => {
  const codes = new Set(["123456"]);
  const used: string[] = [];
  const factors = {
    ...NO_FACTORS,
    kinds: () => Promise.resolve(["totp" as const]),
    required: () => Promise.resolve(true),
    verify: (_: number, { code }: { code: string }) => {
      used.push(code);
      return Promise.resolve(codes.delete(code) ? "totp" as const : undefined);
    },
  };
  return withHasher({ factors }, async (service) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const signIn = (password: string, code?: string) =>
      service.signIn.withPassword({ account: "mum", password, code }, AT);
    await assert.rejects(signIn(GOOD), (error) => {
      assert.deepEqual((error as DomainError).details.body, { factors: ["totp"] });
      return refused("code_needed")(error);
    });
    await assert.rejects(signIn("wrong", "123456"), refused("wrong_sign_in"));
    assert.deepEqual(used, [], "a wrong password uses no code up");
    await assert.rejects(signIn(GOOD, "654321"), refused("wrong_code"));
    assert.equal((await signIn(GOOD, " 123456 ")).account.name, "mum");
    await assert.rejects(signIn(GOOD, "123456"), refused("wrong_code"));
    for (let i = 0; i < 3; i++) await assert.rejects(signIn(GOOD, "000000"), refused("wrong_code"));
    await assert.rejects(signIn(GOOD, "000000"), refused("wrong_code"));
    await assert.rejects(signIn(GOOD, "000000"), refused("throttled"));
  });
});

Deno.test("changes that a full or locked database refuses have no effect", () =>
  withAccounts(async ({ service, db }) => {
    await service.add(choices("mum"), GOOD, SOCKET);
    const { secret } = await signedIn(service, "mum");
    const { page_count: pages } = (await db.all("pragma page_count"))[0];
    await db.all(`pragma max_page_count = ${pages}`);
    const names: string[] = [];
    for (let i = 0; i < 500; i++) {
      try {
        names.push(
          (await service.add(choices(`filler ${"x".repeat(50)} ${i}`), GOOD, SOCKET)).name,
        );
      } catch (error) {
        assert.ok(error instanceof DatabaseUnavailableError, String(error));
        break;
      }
    }
    assert.ok(names.length < 500);
    assert.deepEqual(service.accounts.list().map(({ name }) => name), ["mum", ...names]);
    assert.ok(await service.auth.session(secret, "box", ""));
    await db.all("pragma max_page_count = 100000");
    await service.add(choices("dad"), GOOD, SOCKET);
  }));
