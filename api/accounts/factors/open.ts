/** Creates the second factors of the running box from its database, secret and settings. */
import type { BoxSettings } from "../../settings/box_settings.ts";
import { Seal } from "../../system/seal.ts";
import type { Database } from "../../store/database.ts";
import { FactorService } from "./service.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Dependencies of createFactors(). */
export interface CreateFactorsDeps {
  /** box.db. */
  readonly db: Database;
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly settings: BoxSettings;
  readonly runtime: Runtime;
}

/** Creates the service of second factors. */
export function createFactors(
  { db, secret, settings, runtime }: CreateFactorsDeps,
): FactorService {
  return new FactorService({
    db,
    runtime,
    seal: new Seal(secret, runtime.randomBytes),
    issuer: () => settings.values.box_name,
    trustedNames: () => settings.values.passkey_names.map((name) => name.toLowerCase()),
  });
}
