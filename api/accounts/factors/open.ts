/** The second factors of the running box, put together over its database, its secret and its settings. */
import type { BoxSettings } from "../../settings/box_settings.ts";
import type { Log } from "../../system/log.ts";
import { Seal } from "../../system/seal.ts";
import type { Database } from "../../store/database.ts";
import { FactorService } from "./service.ts";

/** What they are made of. */
export interface BoxFactorsDeps {
  /** box.db. */
  readonly db: Database;
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly settings: BoxSettings;
  /** That many random bytes. */
  readonly randomBytes: (length: number) => Uint8Array;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Makes them. */
export function boxFactors(
  { db, secret, settings, randomBytes: random, now, log }: BoxFactorsDeps,
): FactorService {
  return new FactorService({
    db,
    random,
    now,
    log,
    seal: new Seal(secret, random),
    issuer: () => settings.values.box_name,
    trustedNames: () => settings.values.passkey_names.map((name) => name.toLowerCase()),
  });
}
