/** Second factors over a database that keeps nothing: nobody has any. */
import { FactorService } from "../../api/accounts/factors/service.ts";
import { Seal } from "../../api/system/seal.ts";
import { NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** The second factors of a new installation. */
export function factorsInMemory(): FactorService {
  const random = (length: number) => new Uint8Array(length).fill(7);
  return new FactorService({
    db: {
      all: (sql) =>
        Promise.resolve(/count\(\*\)/.test(sql) ? [{ totp: 0, passkeys: 0, codes: 0 }] : []),
      run: () => Promise.resolve({ changes: 0, lastId: 0 }),
      batch: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    runtime: testRuntime({ randomBytes: random, now: () => NOW, log: () => {} }),
    seal: new Seal(random(32), random),
    issuer: () => "box",
    trustedNames: () => ["box"],
  });
}
