/**
 * The content of the diagnostic report: the state of the box without data that identifies the
 * household (A 7.11).
 */
import { CATEGORIES } from "../../../../policy/catalogue/categories.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import type { KernelServices } from "../../../http/kernel_services.ts";
import { toSeconds } from "../../../http/route.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import type { Plans } from "../../../schema/plan.ts";
import type { TaskRunner } from "../../../schema/tasks.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { DatabaseName } from "../../../store/protocol.ts";
import type { Journal } from "../../insight/journal/service.ts";
import { type ResolverSums, withoutRow } from "../../insight/totals.ts";
import type { RecordService } from "../../network/records/service.ts";
import type { ListService } from "../../protection/lists/service.ts";
import type { TermsService } from "../terms/service.ts";
import { type PrivateWords, scrubText, scrubUpstream, scrubUrl } from "./scrub.ts";
import type { Diagnostic } from "./service.ts";
import { ownDomains, scrubSettings } from "./scrub_settings.ts";
import type { Runtime } from "../../../system/runtime.ts";

const DATABASES: readonly DatabaseName[] = ["box", "journal", "stats"];
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES.map(({ category }) => category));
/** Milliseconds that the resolver has to return its statistics. */
const PATIENCE = 2000;

/** The services that a diagnostic reads. */
export interface DiagnosticServices {
  readonly version: string;
  readonly runtime: Runtime;
  readonly state: () => BoxState;
  readonly totals: () => ResolverSums;
  readonly database: KernelServices["database"];
  readonly clientFaults: KernelServices["clientFaults"];
  readonly resolver: Pick<ResolverHandle, "statistics">;
  readonly lists: Pick<ListService, "list">;
  readonly records: Pick<RecordService, "all">;
  readonly journal: Pick<Journal, "counts">;
  readonly settings: Pick<SettingsService, "resolved">;
  readonly plan: Plans;
  readonly terms: Pick<TermsService, "accepted">;
  readonly diagnostic: Pick<Diagnostic, "words" | "install" | "machine">;
  readonly tasks: Pick<TaskRunner, "taskStates">;
}

/**
 * Builds the diagnostic report. Rejects with DatabaseUnavailableError when box.db cannot be read for
 * the words to leave out.
 */
export async function diagnosticReport(
  services: DiagnosticServices,
): Promise<Record<string, unknown>> {
  const { diagnostic, settings, terms, plan } = services;
  const resolved = settings.resolved();
  const recorded = (await services.records.all()).map(({ name }) => name);
  const own: PrivateWords = {
    words: await diagnostic.words(),
    domains: ownDomains(resolved, recorded),
  };
  const accepted = await terms.accepted();
  return {
    made: toSeconds(services.runtime.now()),
    version: services.version,
    install: diagnostic.install,
    machine: diagnostic.machine(),
    state: await stateOf(services, own),
    settings: scrubSettings(resolved, own),
    counted: {
      own_domains: own.domains.length,
      local_records: resolved.values.local_records.length + recorded.length,
      local_zones: resolved.values.local_zones.length,
      refused_settings: resolved.errors.length + resolved.unknown.length,
    },
    lists: await listsOf(services, own),
    tasks: services.tasks.taskStates().map(({ doc: _, progress: __, last_error, ...task }) => ({
      ...task,
      last_error: scrubText(last_error, own),
    })),
    terms: { version: accepted?.version ?? "", at: accepted?.at ?? 0 },
    plan: { beta: plan.beta, plan: plan.held() ?? "" },
    warnings: services.state().warnings.map((warning) => scrubText(warning, own)),
  };
}

async function stateOf(
  services: DiagnosticServices,
  own: PrivateWords,
): Promise<Record<string, unknown>> {
  const { started, listeners, policy, suppressedLines } = services.state();
  const totals = services.totals();
  const { queries, byStatus } = totals;
  const journal = services.journal.counts();
  const found = await statisticsOf(services);
  const databases = await Promise.all(DATABASES.map(async (name) => {
    const why = await services.database(name).then(
      () => "ok",
      (error: Error) => scrubText(error.message, own),
    );
    return [name, why] as const;
  }));
  return {
    started: toSeconds(started),
    dns: found !== undefined,
    // Such as `udp 0.0.0.0:53`; the path of the local socket is private.
    listeners: listeners.map((listener) => listener.startsWith("socket ") ? "socket" : listener),
    policy,
    queries,
    by_status: { ...byStatus },
    cache: found?.cache ?? null,
    upstreams: (found?.upstreams ?? []).map((
      { upstream, lastAnswer, downUntil, lastError, ...counts },
    ) => ({
      upstream: scrubUpstream(upstream, own),
      ...counts,
      last_answer: toSeconds(lastAnswer),
      down_until: toSeconds(downUntil),
      last_error: scrubText(lastError, own),
    })),
    journal: { ...journal, skipped: journal.skipped + withoutRow(totals) },
    databases: Object.fromEntries(databases),
    client_faults: { ...services.clientFaults.counts() },
    suppressed_log_lines: suppressedLines,
  };
}

async function listsOf(
  { lists }: Pick<DiagnosticServices, "lists">,
  own: PrivateWords,
): Promise<unknown[]> {
  return (await lists.list()).map((list) => ({
    id: list.id,
    source: list.source,
    address: list.source === "url" ? scrubUrl(list.url, own) : "",
    format: list.format,
    kind: list.kind,
    category: KNOWN_CATEGORIES.has(list.category) || list.category === "" ? list.category : "own",
    enabled: list.enabled,
    health: list.health,
    last_success: toSeconds(list.lastSuccess),
    last_attempt: toSeconds(list.lastAttempt),
    failures: list.failures,
    last_error: scrubText(list.lastError, own),
    bytes: list.bytes,
    lines: list.lines,
  }));
}

async function statisticsOf({ resolver }: Pick<DiagnosticServices, "resolver">) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) =>
    timer = setTimeout(() => resolve(undefined), PATIENCE)
  );
  try {
    return await Promise.race([resolver.statistics().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
