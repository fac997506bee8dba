/** The services behind the routes, made of the running box (DESIGN 1). */
import type { ResolverHandle } from "../../resolver/protocol.ts";
import type { BoxFeatures } from "../box_features.ts";
import type { BoxSettings } from "../box_settings.ts";
import { type Control, OFFERED } from "../control.ts";
import type { EncryptedDns } from "../features/network/dns_services/service.ts";
import type { HttpsRedirect } from "../features/network/https_redirect/service.ts";
import type { Log } from "../log.ts";
import { boxNames } from "../own_names.ts";
import { VERSION } from "../version.ts";
import type { BoxState, QueryTotals, Services } from "./services.ts";

/** What the services are made of. */
export interface BoxServicesDeps {
  readonly settings: BoxSettings;
  readonly control: Control;
  readonly features: BoxFeatures;
  readonly resolver: ResolverHandle;
  readonly tasks: Services["tasks"];
  readonly httpsRedirect: HttpsRedirect;
  readonly dnsServices: EncryptedDns;
  readonly authority: Services["authority"];
  readonly state: () => BoxState;
  readonly totals: () => QueryTotals;
  /** Networks of the machine in CIDR. */
  readonly networks: () => readonly string[];
  readonly publish: Services["publish"];
  readonly accounts: Services["accounts"];
  readonly factors: Services["factors"];
  readonly plan: Services["plan"];
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Makes the services. */
export function boxServices(deps: BoxServicesDeps): Services {
  const { settings, control, now } = deps;
  return {
    version: VERSION,
    now,
    log: deps.log,
    state: deps.state,
    totals: deps.totals,
    database: async (name) => void await control.databases[name].all("select 1"),
    resolver: deps.resolver,
    lists: control.lists,
    rules: control.rules,
    records: control.records,
    deviceNames: () => control.deviceNames.names(),
    choices: control.choices,
    ...{ tunnels: control.tunnels, authority: deps.authority },
    ...{ scopes: control.scopes, people: control.people },
    ...{ hours: control.hours, vacations: control.vacations, holidays: control.holidays },
    ...{ requests: control.requests, groups: control.groups },
    learning: control.learning,
    ...{ devices: control.devices, machines: control.machines, scan: control.scan },
    catalogue: OFFERED,
    journal: control.journal,
    statistics: control.statistics,
    timeSpent: control.timeSpent,
    askers: control.askers,
    settings: {
      resolved: () => settings.resolved(),
      started: () => settings.started,
      trace: (key) => settings.trace(key),
      change: (change) => settings.change({ ...change, now: Math.floor(now() / 1000) }),
    },
    publish: deps.publish,
    auth: deps.accounts.auth,
    accounts: deps.accounts,
    factors: deps.factors,
    audit: control.audit,
    alerts: control.alerts,
    exports: control.exports,
    plan: deps.plan,
    ...deps.features,
    ...{ httpsRedirect: deps.httpsRedirect, dnsServices: deps.dnsServices },
    tasks: deps.tasks,
    allowedRanges: () => [...settings.values.allowed_ranges, ...deps.networks()],
    hostNames: () => boxNames(settings, deps.dnsServices.current()?.names ?? [], Deno.hostname()),
  };
}
