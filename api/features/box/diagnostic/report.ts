/** What a diagnostic holds: how the box is, without anything that names its household (A 7.11). */
import { CATEGORIES } from "../../../../policy/catalogue/categories.ts";
import { toSeconds } from "../../../http/route.ts";
import type { DatabaseName, Services } from "../../../http/services.ts";
import { withoutRow } from "../../../totals.ts";
import { type Private, shownText, shownUpstream, shownUrl } from "./scrub.ts";
import { ownDomains, shownSettings } from "./shown_settings.ts";

const DATABASES: readonly DatabaseName[] = ["box", "journal", "stats"];
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES.map(({ category }) => category));
/** Milliseconds that the resolver has to tell its statistics. */
const PATIENCE = 2000;

/** Puts the diagnostic together. Rejects with DatabaseUnavailable when box.db cannot say what must be left out. */
export async function diagnosticReport(services: Services): Promise<Record<string, unknown>> {
  const { diagnostic, settings, terms, plan } = services, resolved = settings.resolved();
  const recorded = (await services.records.all()).map(({ name }) => name);
  const own: Private = { words: await diagnostic.words(), domains: ownDomains(resolved, recorded) };
  const accepted = await terms.accepted();
  return {
    made: toSeconds(services.now()),
    version: services.version,
    install: diagnostic.install,
    machine: diagnostic.machine(),
    state: await stateOf(services, own),
    settings: shownSettings(resolved, own),
    counted: {
      own_domains: own.domains.length,
      local_records: resolved.values.local_records.length + recorded.length,
      local_zones: resolved.values.local_zones.length,
      refused_settings: resolved.errors.length + resolved.unknown.length,
    },
    lists: await listsOf(services, own),
    tasks: services.tasks.taskStates().map(({ doc: _, progress: __, last_error, ...task }) => ({
      ...task,
      last_error: shownText(last_error, own),
    })),
    terms: { version: accepted?.version ?? "", at: accepted?.at ?? 0 },
    plan: { beta: plan.beta, plan: plan.held() ?? "" },
    warnings: services.state().warnings.map((warning) => shownText(warning, own)),
  };
}

async function stateOf(services: Services, own: Private): Promise<Record<string, unknown>> {
  const { started, listeners, policy } = services.state(), totals = services.totals();
  const { queries, byStatus } = totals, journal = services.journal.counts();
  const found = await statisticsOf(services);
  const databases = await Promise.all(DATABASES.map(async (name) => {
    const why = await services.database(name).then(
      () => "ok",
      (error: Error) => shownText(error.message, own),
    );
    return [name, why] as const;
  }));
  return {
    started: toSeconds(started),
    dns: found !== undefined,
    // `udp 0.0.0.0:53`; the path of the local socket is nobody's business.
    listeners: listeners.map((listener) => listener.startsWith("socket ") ? "socket" : listener),
    policy,
    queries,
    by_status: { ...byStatus },
    cache: found?.cache ?? null,
    upstreams: (found?.upstreams ?? []).map((
      { upstream, lastAnswer, downUntil, lastError, ...counts },
    ) => ({
      upstream: shownUpstream(upstream, own),
      ...counts,
      last_answer: toSeconds(lastAnswer),
      down_until: toSeconds(downUntil),
      last_error: shownText(lastError, own),
    })),
    journal: { ...journal, skipped: journal.skipped + withoutRow(totals) },
    databases: Object.fromEntries(databases),
  };
}

async function listsOf({ lists }: Services, own: Private): Promise<unknown[]> {
  return (await lists.list()).map((list) => ({
    id: list.id,
    source: list.source,
    address: list.source === "url" ? shownUrl(list.url, own) : "",
    format: list.format,
    kind: list.kind,
    category: KNOWN_CATEGORIES.has(list.category) || list.category === "" ? list.category : "own",
    enabled: list.enabled,
    health: list.health,
    last_success: toSeconds(list.lastSuccess),
    last_attempt: toSeconds(list.lastAttempt),
    failures: list.failures,
    last_error: shownText(list.lastError, own),
    bytes: list.bytes,
    lines: list.lines,
  }));
}

async function statisticsOf({ resolver }: Services) {
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
