/** Creates the accounts of the running box from its database, threads and administration log. */
import type { RaiseAlert } from "../events/alert_kinds.ts";
import type { KernelServices } from "../http/kernel_services.ts";
import type { Database } from "../store/database.ts";
import { createEndedSessionStore } from "./ended_session_store.ts";
import type { Factors } from "./factors/factor.ts";
import { type PasswordHasher, Passwords } from "./passwords.ts";
import type { AccountPeople } from "./person_access.ts";
import { AccountService } from "./service.ts";
import type { Runtime } from "../system/runtime.ts";

/** Dependencies of createAccounts(). */
export interface CreateAccountsDeps {
  /** box.db. */
  readonly db: Database;
  /** The file of sessions that ended while the database was unavailable. */
  readonly endedPath: string;
  /** Absent = passwords are hashed in threads. */
  readonly passwords?: PasswordHasher;
  readonly factors: Factors;
  readonly audit: KernelServices["audit"];
  readonly people: AccountPeople;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

/** Creates the account service, which reads the accounts from the database at first use. */
export function createAccounts(deps: CreateAccountsDeps): AccountService {
  const { db, endedPath, factors, audit, people, raise, runtime } = deps;
  const thread = () => new Passwords(runtime.moduleUrl("api/accounts/password_thread"));
  const passwords = deps.passwords ?? thread();
  const ended = createEndedSessionStore(endedPath);
  return new AccountService({
    db,
    passwords,
    factors,
    people,
    raise,
    runtime,
    ended,
    failed({ account, address, why, skipped }) {
      const by = { kind: "device", name: address, address, rights: new Set<never>() } as const;
      const facts = {
        ...(account === "" ? {} : { account }),
        ...(skipped === 0 ? {} : { skipped }),
      };
      audit.record(by, "session.failed", { why, ...facts }).catch((error: Error) =>
        runtime.log(
          "error",
          `A failed sign-in could not be written to the administration log: ${error.message}`,
        )
      );
    },
  });
}
