/** The services behind the routes, composed from the running box. */
import type { FactorService } from "../accounts/factors/service.ts";
import type { AccountService } from "../accounts/service.ts";
import type { BoxFeatures } from "./features.ts";
import type { Core } from "./core.ts";
import { type Control, OFFERED } from "./control.ts";
import type { BoxIdentity } from "../features/box/identity/service.ts";
import type { EncryptedDns } from "../features/network/dns_services/service.ts";
import type { HttpsRedirect } from "../features/network/https_redirect/service.ts";
import type { ResolverSums } from "../features/insight/totals.ts";
import type { AuthorityRoutesSource } from "../features/protection/block_page/offered_authority.ts";
import type { BoxState } from "../schema/box_state.ts";
import type { ClientFaults } from "../http/client_faults.ts";
import { SpywareSeen } from "../features/protection/threats/seen.ts";
import type { Plans } from "../schema/plan.ts";
import type { TaskRunner } from "../schema/tasks.ts";
import { VERSION } from "../system/version.ts";
import type { Application } from "./routes.ts";

/** Dependencies of the services. */
export interface BoxServicesDeps {
  readonly control: Control;
  readonly features: BoxFeatures;
  readonly tasks: TaskRunner;
  readonly httpsRedirect: HttpsRedirect;
  readonly dnsServices: EncryptedDns;
  readonly identity: BoxIdentity;
  readonly authority: AuthorityRoutesSource;
  readonly state: () => BoxState;
  readonly totals: () => ResolverSums;
  readonly clientFaults: ClientFaults;
  readonly allowedRanges: Application["allowedRanges"];
  readonly hostNames: Application["hostNames"];
  readonly publish: Application["publish"];
  readonly accounts: AccountService;
  readonly factors: FactorService;
  readonly plan: Plans;
}

/** Creates the services. */
export function createApplication(core: Core, deps: BoxServicesDeps): Application {
  const { runtime, settings } = core;
  const { control } = deps;
  return {
    version: VERSION,
    runtime,
    state: deps.state,
    totals: deps.totals,
    clientFaults: deps.clientFaults,
    database: async (name) => void await core.databases[name].all("select 1"),
    resolver: core.resolver,
    lists: control.lists,
    rules: control.rules,
    ruleEffects: control.ruleEffects,
    records: control.records,
    deviceNames: () => control.deviceNames.names(),
    choices: control.choices,
    tunnels: control.tunnels,
    lookalikes: control.lookalikes,
    restricted: control.restricted,
    spywareList: control.spywareList,
    spywareSeen: new SpywareSeen(core.databases.box),
    scopeUpstreams: control.scopeUpstreams,
    authority: deps.authority,
    scopes: control.scopes,
    people: control.people,
    hours: control.hours,
    vacations: control.vacations,
    holidays: control.holidays,
    requests: control.requests,
    groups: control.groups,
    learning: control.learning,
    devices: control.devices,
    machines: control.machines,
    scan: control.scan,
    catalogue: OFFERED,
    journal: control.journal,
    statistics: control.statistics,
    timeSpent: control.timeSpent,
    askers: control.askers,
    settings: {
      resolved: () => settings.resolved(),
      started: () => settings.started,
      trace: (key) => settings.trace(key),
      change: (change) => settings.change({ ...change, now: Math.floor(runtime.now() / 1000) }),
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
    httpsRedirect: deps.httpsRedirect,
    dnsServices: deps.dnsServices,
    identity: deps.identity,
    tasks: deps.tasks,
    allowedRanges: deps.allowedRanges,
    hostNames: deps.hostNames,
  };
}
