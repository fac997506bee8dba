/** All tasks of the box, in display order. Add a new task as one more row. */
import type { AccountService } from "../api/accounts/service.ts";
import type { Backups } from "../api/features/box/backups/service.ts";
import type { DailyCopies } from "../api/features/box/copies/service.ts";
import type { BoxIdentity } from "../api/features/box/identity/service.ts";
import type { Telemetry } from "../api/features/box/telemetry/service.ts";
import type { Updates } from "../api/features/box/updates/service.ts";
import type { BreachWatch } from "../api/features/household/breaches/service.ts";
import type { HolidayService } from "../api/features/household/holidays/service.ts";
import type { Countries } from "../api/features/insight/countries/service.ts";
import type { Journal } from "../api/features/insight/journal/service.ts";
import type { Statistics } from "../api/features/insight/statistics/service.ts";
import type { TimeSpent } from "../api/features/insight/time_spent/service.ts";
import type { EncryptedDns } from "../api/features/network/dns_services/service.ts";
import type { Scan } from "../api/features/network/scan/service.ts";
import type { ListService } from "../api/features/protection/lists/service.ts";
import type { LookalikeService } from "../api/features/protection/lookalikes/service.ts";
import type { RestrictService } from "../api/features/protection/restricted/service.ts";
import type { IdleReason } from "../api/schema/tasks.ts";
import { LIMITS } from "../policy/limits.ts";
import type { Task } from "./task.ts";

/** The services that the tasks call. */
export interface TaskServices {
  readonly accounts: Pick<AccountService, "sweep">;
  readonly alerts: { retain(signal: AbortSignal): Promise<void> };
  readonly audit: { retain(signal: AbortSignal): Promise<void> };
  readonly backups: Pick<Backups, "runDue" | "checkDue" | "progress">;
  readonly breaches: Pick<BreachWatch, "check">;
  readonly copies: Pick<DailyCopies, "copy">;
  readonly countries: Pick<Countries, "refresh">;
  readonly dnsServices: Pick<EncryptedDns, "check">;
  readonly holidays: Pick<HolidayService, "check">;
  readonly identity: Pick<BoxIdentity, "check">;
  readonly journal: Pick<Journal, "retain">;
  readonly learning: { tell(): Promise<IdleReason | void> };
  readonly lookalikes: Pick<LookalikeService, "readVisited">;
  readonly restricted: Pick<RestrictService, "check">;
  readonly lists: Pick<ListService, "refreshDue" | "progress">;
  readonly requests: { retain(): Promise<void> };
  readonly scan: Pick<Scan, "runWhole" | "poke" | "progress">;
  readonly spywareList: { refresh(signal: AbortSignal): Promise<IdleReason | void> };
  readonly statistics: Pick<Statistics, "rollup">;
  readonly telemetry: Pick<Telemetry, "send">;
  readonly timeSpent: Pick<TimeSpent, "retain">;
  readonly updates: Pick<Updates, "look" | "installDue">;
  readonly watch: { look(): Promise<void> };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Creates the list of tasks from their services. */
export function createTasks(services: TaskServices): readonly Task[] {
  const { lists, journal, statistics, timeSpent, scan } = services;
  return [
    {
      name: "lists.refresh",
      doc: "Downloads the subscribed lists that are due, and retries those that failed",
      when: { every: 5 * MINUTE },
      deadline: 4 * HOUR,
      jitter: MINUTE,
      progress: () => lists.progress(),
      run: async (signal) => (await lists.refreshDue(signal)).length === 0 ? "not_due" : undefined,
    },
    {
      name: "box.copy",
      doc: "Copies the settings and household of the box, and keeps the copies of seven days",
      when: { every: 6 * HOUR },
      deadline: 10 * MINUTE,
      jitter: MINUTE,
      atStart: true,
      run: async () => void await services.copies.copy(),
    },
    {
      name: "backups.make",
      doc: "Makes an encrypted backup when it is due, and sends it to the targets",
      when: { every: 10 * MINUTE },
      deadline: 2 * HOUR,
      jitter: 2 * MINUTE,
      first: { from: 2 * MINUTE, to: 10 * MINUTE },
      progress: () => services.backups.progress(),
      run: (signal) => services.backups.runDue(signal),
    },
    {
      name: "backups.check",
      doc: "Restores the newest backup into a temporary database every month, to see that it works",
      when: { every: 6 * HOUR },
      deadline: 2 * HOUR,
      jitter: HOUR,
      first: { from: 15 * MINUTE, to: HOUR },
      progress: () => services.backups.progress(),
      run: (signal) => services.backups.checkDue(signal),
    },
    {
      name: "journal.retention",
      doc: "Deletes the entries of the journal beyond the age or number of the settings",
      when: { every: HOUR },
      deadline: 30 * MINUTE,
      jitter: 5 * MINUTE,
      atStart: true,
      run: async (signal) => void await journal.retain(signal),
    },
    {
      name: "stats.rollup",
      doc: "Ranks each day from its hours, and deletes counters beyond the age of the settings",
      when: { cron: "5 * * * *" },
      deadline: 10 * MINUTE,
      jitter: MINUTE,
      atStart: true,
      async run(signal) {
        await statistics.rollup(signal);
        if (!signal.aborted) await timeSpent.retain();
      },
    },
    {
      name: "alerts.retention",
      doc: "Deletes alerts beyond the age of the settings",
      when: { cron: "27 3 * * *" },
      deadline: 10 * MINUTE,
      jitter: MINUTE,
      run: (signal) => services.alerts.retain(signal),
    },
    {
      name: "audit.retention",
      doc: "Deletes entries of the administration log beyond the age of the settings",
      when: { cron: "17 3 * * *" },
      deadline: 10 * MINUTE,
      jitter: MINUTE,
      run: (signal) => services.audit.retain(signal),
    },
    {
      name: "requests.retention",
      doc: "Deletes requests for more time older than 90 days",
      when: { cron: "41 3 * * *" },
      deadline: MINUTE,
      jitter: MINUTE,
      run: () => services.requests.retain(),
    },
    {
      name: "health.watch",
      doc: "Checks lists, upstreams and the disk, and raises alerts about them",
      when: { every: 5 * MINUTE },
      deadline: MINUTE,
      jitter: 0,
      atStart: true,
      run: () => services.watch.look(),
    },
    {
      name: "lookalike.visited",
      doc: "Finds the domains that the household asks most, to notice names that imitate them",
      when: { every: LIMITS.lookalikes.visitedEvery * SECOND },
      deadline: MINUTE,
      jitter: 0,
      first: {
        from: LIMITS.lookalikes.visitedFirstAfter * SECOND,
        to: LIMITS.lookalikes.visitedFirstAfter * SECOND,
      },
      run: () => services.lookalikes.readVisited(),
    },
    {
      name: "restrict.learning",
      doc: "Writes the names that devices learn, and restricts them when their days are over",
      when: { every: LIMITS.restricted.learningCheckedEvery * SECOND },
      deadline: MINUTE,
      jitter: 0,
      run: () => services.restricted.check(),
    },
    {
      name: "stalkerware",
      doc: "Downloads the list of spyware servers, when the terms are accepted",
      when: { every: LIMITS.spyware.refreshEvery * SECOND },
      deadline: 5 * MINUTE,
      jitter: 30 * MINUTE,
      first: { from: MINUTE, to: 10 * MINUTE },
      run: (signal) => services.spywareList.refresh(signal),
    },
    {
      name: "network.scan",
      doc: "Finds the machines on the network and the names that they announce",
      when: { every: LIMITS.scan.every * SECOND },
      deadline: 10 * MINUTE,
      jitter: HOUR,
      first: { from: LIMITS.scan.firstLeast * SECOND, to: LIMITS.scan.firstMost * SECOND },
      progress: () => scan.progress(),
      run: (signal) => scan.runWhole(signal),
    },
    {
      name: "network.presence",
      doc: "Probes recently seen machines to learn whether they are still on the network",
      when: { every: LIMITS.scan.probeEvery * SECOND },
      deadline: 10 * MINUTE,
      jitter: MINUTE,
      run: (signal) => scan.poke(signal),
    },
    {
      name: "sessions.sweep",
      doc: "Ends expired sessions, and the requests of expired tokens",
      when: { every: MINUTE },
      deadline: 30 * SECOND,
      jitter: 5 * SECOND,
      run: () => services.accounts.sweep(),
    },
    {
      name: "learning.end",
      doc: "Reports once that the first days are over and proposals are ready",
      when: { every: 10 * MINUTE },
      deadline: 30 * SECOND,
      jitter: 5 * SECOND,
      run: () => services.learning.tell(),
    },
    {
      // The request is sent at a random time, so that not all boxes send it at once. The import
      // runs once a week (A 4.2).
      name: "holidays.import",
      doc: "Requests the school holidays of the chosen region from the holiday service, every week",
      when: { every: HOUR },
      deadline: 2 * MINUTE,
      jitter: 15 * MINUTE,
      first: { from: MINUTE, to: 10 * MINUTE },
      run: () => services.holidays.check(),
    },
    {
      // Not all boxes ask at once.
      name: "countries.refresh",
      doc: "Downloads the database of countries every month, when the terms are accepted",
      when: { every: 6 * HOUR },
      deadline: 10 * MINUTE,
      jitter: 2 * HOUR,
      first: { from: 10 * MINUTE, to: 2 * HOUR },
      run: (signal) => services.countries.refresh(signal),
    },
    {
      // Each box has a minute of the week of its own for this (A 7.3.2).
      name: "breaches.check",
      doc:
        "Looks for the watched addresses in known data breaches, every week, and for new ones soon",
      when: { every: MINUTE },
      deadline: 10 * MINUTE,
      jitter: 0,
      first: { from: 20 * SECOND, to: MINUTE },
      run: (signal) => services.breaches.check(signal),
    },
    {
      // Renewal runs in the background (A 7.9.3).
      name: "certificate",
      formerNames: ["certificate.renew"],
      doc:
        "Renews the certificate of encrypted DNS when its authority suggests it, else 30 days before it expires",
      when: { every: 10 * MINUTE },
      deadline: MINUTE,
      jitter: MINUTE,
      first: { from: MINUTE, to: 3 * MINUTE },
      run: () => services.dnsServices.check(),
    },
    {
      // Both boxes of a pair of copies must call before it is noticed (docs/decisions/0145).
      name: "identity.check",
      doc: "Calls the online service that named the box, to see whether a copy of the box runs",
      when: { every: 6 * HOUR },
      deadline: 2 * MINUTE,
      jitter: HOUR,
      first: { from: MINUTE, to: 10 * MINUTE },
      run: (signal) => services.identity.check(signal),
    },
    {
      // Not all boxes ask at once, and none of them at a time that tells which one it is.
      name: "updates.check",
      doc: "Looks for a new version every day, when the terms are accepted, and raises an alert",
      when: { every: LIMITS.updates.checkedEvery * SECOND },
      jitter: LIMITS.updates.checkJitter * SECOND,
      first: { from: MINUTE, to: HOUR },
      deadline: 2 * MINUTE,
      run: (signal) => services.updates.look(signal),
    },
    {
      name: "updates.install",
      doc: "Begins to install the new version at the chosen hour, when that is wanted",
      when: { every: 15 * MINUTE },
      jitter: 10 * MINUTE,
      deadline: MINUTE,
      run: () => services.updates.installDue(),
    },
    createTelemetryTask(services.telemetry),
  ];
}

/**
 * Sends the anonymous statistics: first after 1 to 60 minutes, then every 24 hours ± 1 hour (A
 * 7.12.3).
 */
export function createTelemetryTask(telemetry: Pick<Telemetry, "send">): Task {
  return {
    name: "telemetry.send",
    doc:
      "Sends the anonymous statistics to the online service, if they are on and the terms are accepted",
    when: { every: 23 * HOUR },
    jitter: 2 * HOUR,
    first: { from: MINUTE, to: HOUR },
    deadline: 20 * SECOND,
    run: (signal) => telemetry.send(signal),
  };
}
