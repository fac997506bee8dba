/** The accounts of the running box, put together over its database, its threads and its administration log. */
import type { Raise } from "../events/alert_kinds.ts";
import type { Services } from "../http/services.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { endedSessionsIn } from "./ended_sessions.ts";
import type { Factors } from "./factors/factor.ts";
import { Passwords } from "./passwords.ts";
import { AccountService } from "./service.ts";

/** What they are made of. */
export interface BoxAccountsDeps {
  /** box.db. */
  readonly db: Database;
  /** The file where sessions are noted that ended without database. */
  readonly endedPath: string;
  /** The module of api/accounts/password_thread.ts. */
  readonly workerUrl: URL;
  readonly factors: Factors;
  readonly audit: Services["audit"];
  /** Whether there is a person of this number. */
  readonly isPerson: (id: number) => Promise<boolean>;
  readonly raise: Raise;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Makes them; they are read from the database when somebody asks. */
export function boxAccounts(deps: BoxAccountsDeps): AccountService {
  const { db, endedPath, workerUrl, factors, audit, isPerson, raise, now, log } = deps;
  const passwords = new Passwords(workerUrl), ended = endedSessionsIn(endedPath);
  return new AccountService({
    ...{ db, passwords, factors, isPerson, raise, now, log, ended },
    failed({ account, address, why, skipped }) {
      const by = { kind: "device", name: address, address, rights: new Set<never>() } as const;
      const facts = {
        ...(account === "" ? {} : { account }),
        ...(skipped === 0 ? {} : { skipped }),
      };
      audit.record(by, "session.failed", { why, ...facts }).catch((error: Error) =>
        log("error", `The administration log misses a failed sign-in: ${error.message}`)
      );
    },
  });
}
