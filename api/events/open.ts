/** Creates the administration log, the alerts and the export. */
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

/** Dependencies of openEvents(). */
export interface EventsDeps {
  readonly db: Database;
  readonly settings: () => {
    readonly time_zone: string;
    readonly alerts_days: number;
    readonly audit_days: number;
  };
  readonly runtime: Runtime;
}

/** Creates the alerts and the administration log. */
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

/** Dependencies of openExports(). */
export interface ExportsDeps {
  readonly db: Database;
  readonly alerts: Alerts;
  readonly audit: AuditLog;
  readonly resolver: Pick<ResolverHandle, "ask">;
  /** The names of devices and people. */
  readonly called: NameDirectory;
  readonly settings: () => { readonly box_name: string };
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly runtime: Runtime;
}

/** Creates the export and starts sending. */
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
