import assert from "node:assert/strict";
import { makeAuthority } from "../../../../tests/support/authority.ts";
import { needsTool } from "../../../../tests/support/tool.ts";
import { SystemTrust } from "../../../certificate/system_trust.ts";
import { reasonNotToRedirect, type RedirectFacts, type RedirectReason, TERMS } from "./terms.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const DAY = 86_400_000;

/** Facts for which every condition holds, with a chain of a test authority for localhost. */
async function scene(run: (facts: RedirectFacts, now: number) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const { cert } = await makeAuthority(folder);
    const trust = new SystemTrust(`${folder}/ca.pem`);
    const now = Date.now() + 60_000;
    await run({
      enabled: () => true,
      port: () => 443,
      isFinished: () => Promise.resolve(true),
      name: () => Promise.resolve("localhost"),
      certificate: () => ({ madeHere: false, cert }),
      trust: (chain) => trust.validityOf(chain),
      holdsSharedAddress: () => true,
      resolve: () => Promise.resolve(["192.0.2.9", "192.168.1.2"]),
      ownAddresses: () => ["192.168.1.2", "fd00::2"],
      runtime: testRuntime({ now: () => now }),
    }, now);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a certificate with only a common name, which browsers ignore. */
async function withoutNames(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const out = ["-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`];
  const kind = [
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-subj",
    "/CN=localhost",
  ];
  try {
    await new Deno.Command("openssl", { args: ["req", ...kind, ...out], stderr: "null" }).output();
    return await Deno.readTextFile(`${folder}/cert.pem`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the conditions are in the order of A 7.8", () => {
  const reasons = TERMS.map(({ reason }) => reason);
  const order = [
    "off",
    "listener",
    "setup",
    "name",
    "certificate",
    "expired",
    "untrusted",
    "standby",
    "resolve",
  ];
  assert.deepEqual(reasons, order);
});

Deno.test({
  name: "the reason is that of the first condition that fails",
  ignore: needsTool("openssl"),
  fn: () =>
    scene(async (facts, now) => {
      assert.equal(await reasonNotToRedirect(facts), undefined);
      const { cert } = facts.certificate()!;
      const nameless = await withoutNames();
      const broken: readonly (readonly [RedirectReason, Partial<RedirectFacts>])[] = [
        ["off", { enabled: () => false }],
        ["listener", { port: () => 0 }],
        ["setup", { isFinished: () => Promise.resolve(false) }],
        ["setup", { isFinished: () => Promise.reject(new Error("The database is gone")) }],
        ["name", { name: () => Promise.resolve("") }],
        ["certificate", { certificate: () => undefined }],
        ["certificate", { name: () => Promise.resolve("other.example") }],
        ["certificate", { certificate: () => ({ madeHere: false, cert: "no certificate" }) }],
        ["certificate", { certificate: () => ({ madeHere: false, cert: nameless }) }],
        ["expired", { runtime: testRuntime({ now: () => now + 3 * DAY }) }],
        ["expired", { runtime: testRuntime({ now: () => now - 3 * DAY }) }],
        ["untrusted", { trust: () => Promise.resolve(undefined) }],
        ["untrusted", { trust: () => Promise.resolve({ from: now + 1, until: now + DAY }) }],
        ["untrusted", { certificate: () => ({ madeHere: true, cert }) }],
        ["standby", { holdsSharedAddress: () => false }],
        ["resolve", { resolve: () => Promise.resolve([]) }],
        ["resolve", { resolve: () => Promise.resolve(["192.0.2.9"]) }],
        ["resolve", { resolve: () => Promise.reject(new Error("The box itself blocks it")) }],
      ];
      let worse = facts;
      for (const [reason, change] of broken) {
        assert.equal(await reasonNotToRedirect({ ...facts, ...change }), reason, reason);
      }
      for (const [reason, change] of broken.toReversed()) {
        worse = { ...worse, ...change };
        assert.equal(
          await reasonNotToRedirect(worse),
          reason,
          `${reason} before what comes after it`,
        );
      }
    }),
});
