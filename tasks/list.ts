/** Every task of the box, in the order in which they are shown. */
import type { AccountService } from "../api/accounts/service.ts";
import type { DailyCopies } from "../api/features/box/copies/service.ts";
import type { EncryptedDns } from "../api/features/network/dns_services/service.ts";
import type { Scan } from "../api/features/network/scan/service.ts";
import type { Journal } from "../api/features/insight/journal/service.ts";
import type { ListService } from "../api/features/protection/lists/service.ts";
import type { Statistics } from "../api/features/insight/statistics/service.ts";
import type { TimeSpent } from "../api/features/insight/time_spent/service.ts";
import type { Telemetry } from "../api/features/box/telemetry/service.ts";
import { alertsRetention } from "./alerts_retention.ts";
import { auditRetention } from "./audit_retention.ts";
import { certificateRenew } from "./certificate.ts";
import { boxCopy } from "./box_copy.ts";
import { healthWatch } from "./health_watch.ts";
import { learningEnd } from "./learning.ts";
import type { HolidayService } from "../api/features/household/holidays/service.ts";
import { holidaysImport } from "./holidays.ts";
import { journalRetention } from "./journal_retention.ts";
import { listsRefresh } from "./lists.ts";
import { networkPresence, networkScan } from "./network.ts";
import { requestsRetention } from "./requests_retention.ts";
import { sessionsSweep } from "./sessions.ts";
import { statsRollup } from "./stats_rollup.ts";
import { telemetrySend } from "./telemetry.ts";
import type { Task } from "./task.ts";

/** The services that tasks are clients of. */
export interface TaskServices {
  readonly accounts: AccountService;
  readonly alerts: { retain(signal: AbortSignal): Promise<void> };
  readonly audit: { retain(signal: AbortSignal): Promise<void> };
  readonly copies: DailyCopies;
  readonly dnsServices: Pick<EncryptedDns, "check">;
  readonly holidays: HolidayService;
  readonly journal: Journal;
  readonly learning: { tell(): Promise<void> };
  readonly lists: ListService;
  readonly requests: { retain(): Promise<void> };
  readonly scan: Scan;
  readonly statistics: Statistics;
  readonly telemetry: Telemetry;
  readonly timeSpent: Pick<TimeSpent, "retain">;
  readonly watch: { look(): Promise<void> };
}

/** The tasks over their services. */
export function taskList(services: TaskServices): readonly Task[] {
  const {
    accounts,
    alerts,
    audit,
    copies,
    journal,
    learning,
    lists,
    statistics,
    telemetry,
    watch,
  } = services;
  return [
    listsRefresh(lists),
    boxCopy(copies),
    journalRetention(journal),
    statsRollup(statistics, services.timeSpent),
    alertsRetention(alerts),
    auditRetention(audit),
    requestsRetention(services.requests),
    healthWatch(watch),
    networkScan(services.scan),
    networkPresence(services.scan),
    sessionsSweep(accounts),
    learningEnd(learning),
    holidaysImport(services.holidays),
    certificateRenew(services.dnsServices),
    telemetrySend(telemetry),
  ];
}
