/**
 * The state of the box: for monitoring, as numbers for everyone on the network, and complete for
 * its owner (A 5.4).
 */
import { statfs } from "node:fs/promises";
import { z } from "@hono/zod-openapi";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import type { KernelServices } from "../../../http/kernel_services.ts";
import { RETRY_SECONDS } from "../../../http/errors.ts";
import { count, reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { DatabaseName } from "../../../store/protocol.ts";
import type { Journal } from "../../insight/journal/service.ts";
import { type ResolverSums, withoutRow } from "../../insight/totals.ts";
import type { EncryptedDns } from "../../network/dns_services/service.ts";
import type { Diagnostic } from "../diagnostic/service.ts";
import type { BoxIdentity } from "../identity/service.ts";
import type { Updates } from "../updates/service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that these routes use. */
interface Needs {
  readonly version: string;
  readonly runtime: Runtime;
  readonly state: () => BoxState;
  readonly totals: () => ResolverSums;
  readonly database: KernelServices["database"];
  readonly resolver: Pick<ResolverHandle, "statistics">;
  readonly journal: Pick<Journal, "counts">;
  readonly settings: Pick<SettingsService, "resolved">;
  readonly diagnostic: Pick<Diagnostic, "machine" | "install">;
  readonly dnsServices: Pick<EncryptedDns, "current">;
  readonly identity: Pick<BoxIdentity, "hasCopies">;
  readonly updates: Pick<Updates, "newVersion">;
}

const route = routeFor<Needs>();

/** Milliseconds that the resolver has to respond before it counts as unavailable. */
const PATIENCE = 2000;

const health = z.object({
  status: z.enum(["ok", "failing"]),
  version: z.string(),
  uptime: z.int().describe("Seconds"),
  dns: z.boolean().describe("Whether the resolver answers"),
}).meta({ id: "Health" });
const cache = z.object({
  entries: count,
  bytes: count,
  capacity: count,
  hits: count,
  misses: count,
  evictions: count,
}).meta({ id: "CacheState" });
const stats = z.object({
  queries: count,
  blocked: count,
  cached: count,
  share: z.number().describe("Percentage of blocked queries"),
  cache,
  upstreams: count.describe("Number of lists in use"),
  lists: count,
  names: count,
  uptime: z.int().describe("Seconds"),
  version: z.string(),
});
/** The checks that block dangerous names and answers by themselves, each a switch of the settings. */
const BLOCKING_CHECKS = ["rebinding", "spyware", "lookalike"] as const;
const status = z.object({
  version: z.string(),
  started: seconds,
  uptime: z.int().describe("Seconds"),
  dns: z.boolean().describe("Whether the resolver answers"),
  time_known: z.boolean().describe(
    "Whether the time of day is known; hours and daily limits are suspended until it is",
  ),
  filtering: z.boolean(),
  checks_off: z.array(z.enum(BLOCKING_CHECKS)).readonly().describe(
    "Checks that block dangerous names and answers, and are turned off",
  ),
  data_dir: z.string(),
  listeners: z.array(z.string()).readonly(),
  addresses: z.array(z.string()).readonly().describe(
    "Addresses of the box, the most likely first",
  ),
  fingerprint: z.string().describe("SHA-256 of the certificate of the pages; empty = no HTTPS"),
  encrypted_dns: z.string().describe(
    "The name for encrypted DNS; empty = no certificate",
  ),
  copied: z.boolean().describe(
    "Whether another box uses the identity of this box at the online service",
  ),
  update: z.string().describe("The new version that is available; empty = none is known"),
  install: z.string().describe("How the box was installed: docker, pi, deb or archive"),
  machine: z.object({
    arch: z.string(),
    processors: z.int(),
    load: z.array(z.number()).readonly().describe(
      "Load average over 1, 5 and 15 minutes",
    ),
    memory: z.object({
      total: count,
      available: count,
      resident: count.describe("Resources that the box uses"),
    }),
    uptime: z.number().describe("Seconds since the machine started"),
  }),
  disk: z.object({ total: count, free: count }).nullable().describe(
    "Bytes of the disk that holds the data",
  ),
  policy: z.object({ version: z.int(), lists: count, names: count, rules: count }),
  queries: count,
  by_status: z.record(z.string(), count).describe("Queries since the start by status"),
  cache: cache.nullable(),
  upstreams: z.object({ all: count, down: count }),
  journal: z.object({
    written: count,
    skipped: count.describe("Queries without an entry, because too many came at once"),
    lost: count.describe("Entries lost because the database was unavailable"),
  }),
  databases: z.record(z.string(), z.string()).describe("ok, or why the database is unavailable"),
  warnings: z.array(z.string()).readonly(),
}).meta({ id: "Status" });

/** The response of GET /healthz. */
export type Health = z.infer<typeof health>;
/** The response of GET /api/v1/stats. */
export type Stats = z.infer<typeof stats>;
/** The response of GET /api/v1/status. */
export type BoxStatus = z.infer<typeof status>;

const DATABASES: readonly DatabaseName[] = ["box", "journal", "stats"];
const NO_CACHE = { entries: 0, bytes: 0, capacity: 0, hits: 0, misses: 0, evictions: 0 };

/** GET /healthz, /api/v1/stats and /api/v1/status. */
export const statusRoutes = [
  route({
    doc: "A 5.4, B 7.3.4",
    method: "get",
    path: "/healthz",
    operationId: "getHealth",
    summary: "Whether the box is healthy",
    access: "open",
    answers: { 200: health, 503: health },
    async handle(_, services) {
      const dns = await resolverStatistics(services) !== undefined;
      const body = {
        status: dns ? "ok" as const : "failing" as const,
        version: services.version,
        dns,
      };
      const whole = { ...body, uptime: uptimeOf(services) };
      if (dns) return reply(200, whole);
      return reply(503, whole, { "retry-after": String(RETRY_SECONDS) });
    },
  }),
  route({
    doc: "A 5.4",
    method: "get",
    path: "/api/v1/stats",
    summary: "Figures of the box, without names",
    access: "open",
    answers: { 200: stats },
    async handle(_, services) {
      const { queries, byStatus } = services.totals();
      const { lists, names } = services.state().policy;
      const found = await resolverStatistics(services);
      return {
        queries,
        blocked: byStatus.blocked,
        cached: byStatus.cached + byStatus.stale,
        share: queries === 0 ? 0 : Math.round(byStatus.blocked / queries * 10_000) / 100,
        cache: found?.cache ?? NO_CACHE,
        upstreams: found?.upstreams.length ?? 0,
        lists,
        names,
        uptime: uptimeOf(services),
        version: services.version,
      };
    },
  }),
  route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/api/v1/status",
    summary: "The complete state of the box",
    access: "system.read",
    answers: { 200: status },
    handle: (_, services) => fullStatus(services),
  }),
];

async function fullStatus(services: Needs): Promise<BoxStatus> {
  const { started, dataDir, timeKnown, listeners, addresses, fingerprint, policy, warnings } =
    services.state();
  const { arch, processors, load, memory, uptime } = services.diagnostic.machine();
  const totals = services.totals();
  const { queries, byStatus } = totals;
  const journal = services.journal.counts();
  const [found, disk, ...databases] = await Promise.all([
    resolverStatistics(services),
    diskOf(dataDir),
    ...DATABASES.map((name) =>
      services.database(name).then(() => "ok", (error: Error) => error.message)
    ),
  ]);
  const now = services.runtime.now();
  const { values } = services.settings.resolved();
  return {
    version: services.version,
    started: toSeconds(started),
    uptime: uptimeOf(services),
    dns: found !== undefined,
    time_known: timeKnown,
    filtering: values.filtering,
    checks_off: BLOCKING_CHECKS.filter((check) => !values[check]),
    data_dir: dataDir,
    listeners,
    addresses,
    fingerprint,
    encrypted_dns: services.dnsServices.current()?.names[0] ?? "",
    copied: services.identity.hasCopies,
    update: await services.updates.newVersion(),
    install: services.diagnostic.install,
    machine: { arch, processors, load, memory, uptime },
    disk,
    policy,
    queries,
    by_status: { ...byStatus },
    cache: found?.cache ?? null,
    upstreams: {
      all: found?.upstreams.length ?? 0,
      down: found?.upstreams.filter(({ downUntil }) => downUntil > now).length ?? 0,
    },
    journal: { ...journal, skipped: journal.skipped + withoutRow(totals) },
    databases: Object.fromEntries(DATABASES.map((name, i) => [name, databases[i]])),
    warnings,
  };
}

/** The disk of a folder; null where the system does not report it. */
async function diskOf(folder: string): Promise<{ total: number; free: number } | null> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined
    ? null
    : { total: found.blocks * found.bsize, free: found.bavail * found.bsize };
}

/**
 * Collects the statistics of all threads; undefined when one does not respond within two seconds.
 */
async function resolverStatistics({ resolver }: Pick<Needs, "resolver">) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) =>
    timer = setTimeout(() => resolve(undefined), PATIENCE)
  );
  try {
    return await Promise.race([resolver.statistics(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function uptimeOf(services: Needs): number {
  return toSeconds(services.runtime.now() - services.state().started);
}
