/** Accounts over a database that keeps nothing: what they hold in memory is all there is. */
import { NO_FACTORS } from "../../api/accounts/factors/factor.ts";
import { AccountService } from "../../api/accounts/service.ts";
import type { Database } from "../../api/store/database.ts";
import { PLAIN_HASHER } from "../support/account_scene.ts";
import { NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** The accounts of a new installation. */
export function accountsInMemory(): AccountService {
  let lastId = 0;
  const db: Database = {
    all: () => Promise.resolve([]),
    run: (sql) => Promise.resolve({ changes: 1, lastId: sql.startsWith("insert") ? ++lastId : 0 }),
    batch: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const nothing = () => {};
  const people = {
    name: (id: number) => Promise.resolve(id === 1 ? "Emma" : undefined),
    endConsents: () => Promise.resolve(false),
  };
  return new AccountService({
    db,
    passwords: PLAIN_HASHER,
    factors: NO_FACTORS,
    runtime: testRuntime({ now: () => NOW, log: nothing }),
    people,
    failed: nothing,
    raise: nothing,
  });
}
