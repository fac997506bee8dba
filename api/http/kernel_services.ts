/** The services that api/http itself uses for every request. It names no feature. */
import type { AuditAction, AuditDetail } from "../schema/audit_actions.ts";
import type { Plans } from "../schema/plan.ts";
import type { DatabaseName } from "../store/protocol.ts";
import type { ClientFaults } from "./client_faults.ts";
import type { Authenticator, Principal } from "./principal.ts";
import type { Runtime } from "../system/runtime.ts";

/** The services behind the steps, whatever routes there are. */
export interface KernelServices {
  readonly runtime: Runtime;
  /** Counters of faults that clients cause. */
  readonly clientFaults: ClientFaults;
  /** Resolves when the database can be used, rejects with DatabaseUnavailableError otherwise. */
  readonly database: (name: DatabaseName) => Promise<void>;
  readonly auth: Authenticator;
  readonly plan: Pick<Plans, "has">;
  /** The administration log. */
  readonly audit: {
    record(
      principal: Principal,
      action: AuditAction,
      detail: AuditDetail<AuditAction>,
    ): Promise<void>;
  };
  /** Applies what was saved; rejects when the previous policy stays active. */
  readonly publish: (what: "all" | "rules") => Promise<void>;
  /** CIDR ranges that may connect, `private` for the private ones; networks of the box included. */
  readonly allowedRanges: () => readonly string[];
  /** Names of the box in lower case: `box`, `box.home.arpa`, `localhost`. */
  readonly hostNames: () => readonly string[];
}
