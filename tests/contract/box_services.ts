/** Services in memory behind the routes, for the contracts of routes and commands: small, whole, and nothing of them is real. */
import "../../api/settings/with_suffixes.ts";
import { ClientFaults } from "../../api/http/client_faults.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { peopleInMemory } from "./people.ts";
import { NOW, observation } from "./facts.ts";
import type { Application } from "../../api/app/routes.ts";
import type { JournalEntry, Journalled } from "../../api/features/insight/journal/service.ts";
import { resolveSettings } from "../../api/settings/resolve.ts";
import { DatabaseUnavailable } from "../../api/store/database.ts";
import {
  journalInMemory,
  listsInMemory,
  resolverOf,
  settingsInMemory,
  stateInMemory,
  statisticsInMemory,
  tasksInMemory,
} from "./services_in_memory.ts";
import {
  alertsInMemory,
  type Audited,
  auditInMemory,
  exportsInMemory,
} from "./events_in_memory.ts";
import { factorsInMemory } from "./factors_in_memory.ts";
import { askersInMemory } from "./askers_in_memory.ts";
import { accountsInMemory } from "./accounts_in_memory.ts";
import { boxFeaturesInMemory } from "./box_features_in_memory.ts";
import { networkInMemory } from "./network_in_memory.ts";
import { householdInMemory } from "./household_in_memory.ts";
import { hoursInMemory } from "./hours_in_memory.ts";
import { timeSpentInMemory } from "./time_spent_in_memory.ts";
import { holidaysInMemory } from "./holidays_in_memory.ts";
import { authorityInMemory } from "./authority_in_memory.ts";
import { tunnelsInMemory } from "./tunnels_in_memory.ts";
import { chosenInMemory } from "./choices_in_memory.ts";
import { recordsInMemory } from "./records_in_memory.ts";
import { importsInMemory } from "./imports_in_memory.ts";
import { requestsInMemory } from "./requests_in_memory.ts";
import { redirectInMemory } from "./redirect_in_memory.ts";
import { dnsServicesInMemory } from "./dns_services_in_memory.ts";
import { rulesInMemory } from "./rules_in_memory.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** Services with handles for the test. */
export interface BoxServices extends Application {
  /** Queries as they come, to everyone who follows. */
  feed(batch: readonly Journalled[]): void;
  /** Set to make every database unusable. */
  databaseGone: boolean;
  resolverGone: boolean;
  readonly logged: string[];
  /** How often the policy was published. */
  published: number;
  /** What the administration log was told. */
  readonly audited: Audited[];
  /** Whether every plan is open. */
  beta: boolean;
  readonly flags: Record<string, string>;
}

const TOTALS = {
  queries: 200,
  byStatus: { answered: 100, cached: 40, stale: 5, local: 5, blocked: 48, failed: 2 },
  byTransport: { udp: 200 },
  byType: { A: 150, AAAA: 50 },
  byRcode: { NOERROR: 198, SERVFAIL: 2 },
  byReason: { "": 152, list: 48 },
  dropped: { rate: 3 },
  full: { answered: 1 },
  overRate: { answered: 2 },
};
const OFFERED_LIST = {
  id: "oisd",
  name: "OISD small",
  url: "https://small.oisd.nl/",
  format: "adblock",
  kind: "block",
  category: "ads",
  homepage: "https://oisd.nl",
  licence: "GPL-3.0",
} as const;

/** Makes services with a list, two entries in the journal, and nothing else. */
export function boxServices(): BoxServices {
  const watchers = new Set<(batch: readonly JournalEntry[]) => void>();
  const kept = firstEntries();
  const saved: Record<string, unknown> = {};
  const flags: Record<string, string> = {};
  const logged: string[] = [];
  const audited: Audited[] = [];
  const services: BoxServices = {
    version: "0.9.0",
    runtime: testRuntime({ now: () => NOW, log: (_, text) => void logged.push(text) }),
    logged,
    flags,
    databaseGone: false,
    resolverGone: false,
    feed: feeding(kept, watchers),
    state: stateInMemory,
    totals: () => TOTALS,
    clientFaults: new ClientFaults(),
    database: (name) =>
      services.databaseGone
        ? Promise.reject(
          new DatabaseUnavailable(`The database ${name} cannot be used: the disk is full`),
        )
        : Promise.resolve(),
    resolver: resolverOf(() => services.resolverGone),
    ...writtenInMemory(saved, flags),
    tunnels: tunnelsInMemory(),
    authority: authorityInMemory(),
    requests: requestsInMemory(),
    ...holidaysInMemory(),
    ...networkInMemory(),
    catalogue: [OFFERED_LIST],
    journal: journalInMemory(kept, watchers),
    statistics: statisticsInMemory(),
    timeSpent: timeSpentInMemory(),
    askers: askersInMemory(),
    publish: () => {
      services.published++;
      return Promise.resolve();
    },
    published: 0,
    auth: peopleInMemory(),
    accounts: accountsInMemory(),
    factors: factorsInMemory(),
    audit: auditInMemory(audited),
    alerts: alertsInMemory(),
    exports: exportsInMemory(),
    audited,
    plan: { beta: true, held: () => undefined, has: () => services.beta },
    beta: true,
    ...boxFeaturesInMemory(),
    tasks: tasksInMemory(),
    allowedRanges: () => DEFAULT_RESOLVER_SETTINGS.allowedRanges,
    hostNames: () => ["box", "box.home.arpa", "localhost"],
  };
  return services;
}

/** What people write, and imports with it. */
function writtenInMemory(saved: Record<string, unknown>, flags: Readonly<Record<string, string>>) {
  const settings = settingsInMemory(saved, () => resolveSettings({ database: saved, flags }));
  const parts = { settings, lists: listsInMemory(), rules: rulesInMemory(), ...recordsInMemory() };
  const household = householdInMemory();
  const hours = hoursInMemory(household);
  const written = { ...parts, ...chosenInMemory(), ...household, hours };
  return {
    ...written,
    httpsRedirect: redirectInMemory(settings),
    ...dnsServicesInMemory(settings),
    imports: importsInMemory(written),
  };
}

function firstEntries(): JournalEntry[] {
  const blocked = {
    status: "blocked",
    reason: "list",
    origin: "list:1",
    list: 1,
    device: 3,
  } as const;
  return [{ id: 1, ...observation() }, {
    id: 2,
    ...observation({ name: "ads.example", ...blocked }),
  }];
}

function feeding(
  kept: JournalEntry[],
  watchers: ReadonlySet<(batch: readonly JournalEntry[]) => void>,
) {
  return (batch: readonly Journalled[]) => {
    const entries = batch.map((seen, i) => ({ id: kept.length + 1 + i, ...seen }));
    kept.push(...entries);
    for (const watcher of watchers) watcher(entries);
  };
}
