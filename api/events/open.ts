/** The events over the database of the box: administration log and alerts. */
import type { ResolverHandle } from "../../resolver/protocol.ts";
import { lookup } from "../system/lookup.ts";
import { Seal } from "../system/seal.ts";
import type { Database } from "../store/database.ts";
import { Alerts } from "./alerts.ts";
import { AuditLog } from "./audit_log.ts";
import { calendar } from "./calendar.ts";
import type { NameDirectory } from "./export/event.ts";
import { Exports } from "./export/service.ts";
import { VERSION } from "../system/version.ts";
import type { Runtime } from "../system/runtime.ts";

/** What they need. */
export interface EventsDeps {
  readonly db: Database;
  readonly settings: () => {
    readonly time_zone: string;
    readonly alerts_days: number;
    readonly audit_days: number;
  };
  readonly runtime: Runtime;
}

/** Makes them. */
export function openEvents(
  { settings, ...deps }: EventsDeps,
): { readonly alerts: Alerts; readonly audit: AuditLog } {
  const dayOf = calendar(() => settings().time_zone);
  const alerts = new Alerts({ ...deps, dayOf, days: () => settings().alerts_days });
  return {
    alerts,
    audit: new AuditLog({ ...deps, raise: alerts.raise, days: () => settings().audit_days }),
  };
}

/** What the export needs beside the events. */
export interface ExportsDeps {
  readonly db: Database;
  readonly alerts: Alerts;
  readonly audit: AuditLog;
  readonly resolver: Pick<ResolverHandle, "ask">;
  /** How devices and people are called. */
  readonly called: NameDirectory;
  readonly settings: () => { readonly box_name: string };
  /** That of the data directory. */
  readonly secret: Uint8Array;
  readonly runtime: Runtime;
}

/** Makes the export and begins to send. */
export function openExports(
  { resolver, settings, secret, ...deps }: ExportsDeps,
): Exports {
  const exports = new Exports({
    ...deps,
    raise: deps.alerts.raise,
    seal: new Seal(secret, deps.runtime.randomBytes),
    lookup: (host) => lookup(resolver, host),
    source: () => ({ host: settings().box_name, version: VERSION }),
  });
  exports.start().catch((error) =>
    deps.runtime.log("error", `Alerts are not exported: ${error.message}`)
  );
  return exports;
}
