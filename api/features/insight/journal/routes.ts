/**
 * The query journal: a page of it, an export of all of it, and a stream of new entries (A 7.11).
 */
import type { SettingsService } from "../../../settings/settings_service.ts";
import { z } from "@hono/zod-openapi";
import { rcodeToText, typeFromText, typeToText } from "../../../../resolver/wire/codes.ts";
import { DomainError } from "../../../schema/errors.ts";
import { CSV_TYPE, csvLine } from "../../../http/csv.ts";
import { LIVE_TYPES, liveLines, liveQuery, skippedLine } from "../../../http/live_lines.ts";
import { pagedLines } from "../../../http/paged_lines.ts";
import { recordId, reply, routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import type { ClientNames } from "../../network/clients/service.ts";
import { asker, clientResponse } from "../client_response.ts";
import { type ClientDirectory, type ClientScope, devicesOf } from "../client_directory.ts";
import { HIDDEN } from "../stored_query.ts";
import { NamePrivacy, withoutName } from "../name_privacy.ts";
import { nameText } from "./name_text.ts";
import { isStatus } from "./rows.ts";
import type { Journal, JournalEntry, JournalFilter } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly journal: Pick<Journal, "recent" | "liveAfter" | "live" | "follow">;
  readonly askers: ClientDirectory;
  readonly clientNames: Pick<ClientNames, "known" | "names">;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();

const entry = z.object({
  id: z.int().describe(
    "Increasing; the live view and the journal use the same number for an entry",
  ),
  time: seconds,
  duration: z.number().describe("Microseconds"),
  client: z.string(),
  transport: z.string(),
  name: z.string().describe("Empty where it is hidden"),
  hidden: z.boolean().describe(
    "Whether the name is hidden: of a sensitive category, or private",
  ),
  private: z.boolean()
    .describe(
      "Whether the queries of the device are private: an adult sharing it did not agree to detailed reports",
    ),
  type: z.string(),
  rcode: z.string(),
  status: z.string(),
  reason: z.string(),
  origin: z.string().describe(
    "The origin of the decision, with its cause: list:3, schedule:hours, schedule:cut, category:games by choice, homework:games, limit:games",
  ),
  list: z.int().describe("Identifier of the deciding list, -1 = none"),
  rule: z.string(),
  upstream: z.string(),
  size: z.number(),
  answer: z.string(),
  client_name: z.string().describe(
    "From the household, local records or reverse names; empty = unknown",
  ),
  ...asker.shape,
}).meta({ id: "QueryEntry" });
const page = z.object({
  entries: z.array(entry),
  next: z.int().optional().describe(
    "The cursor of the next page, which even a short or empty page may have",
  ),
  kept: z.boolean().describe("Whether new queries are recorded: the setting `journal`"),
  private_until: z.int().describe(
    "Unix seconds; names that the chosen device queried before this time are private, also for its current user; 0 = none, or no device is chosen",
  ),
});
const line = z.union([entry, skippedLine]);

/** An entry of the journal in responses. */
export type QueryResponse = z.infer<typeof entry>;
/** The response of GET /api/v1/queries. */
export type QueryPage = z.infer<typeof page>;
/** One line of GET /api/v1/queries/stream. */
export type QueryLine = z.infer<typeof line>;

const filter = {
  name: z.string().max(255).optional()
    .describe(
      "Part of the name; =name for an exact match, * for anything: *.example.org. Private names are not found",
    ),
  client: z.string().max(64).optional().describe("Only queries from this address"),
  device: recordId.optional().describe("Only queries from this device"),
  person: recordId.optional().describe(
    "Only queries from devices of this person, without shared devices",
  ),
  group: recordId.optional().describe("Only queries from devices of this group"),
  status: z.enum(["answered", "cached", "stale", "local", "blocked", "failed", "allowed"])
    .optional()
    .describe("allowed = neither blocked nor failed"),
  reason: z.string().max(32).optional().describe("Only queries blocked for this reason"),
  type: z.string().max(20).optional().describe("Record type, such as AAAA"),
};
const period = {
  since: wholeNumber(0, 1e11).optional().describe("Unix seconds"),
  until: wholeNumber(0, 1e11).optional().describe("Unix seconds, not included"),
};
/** How the export is written. */
const FORMATS = ["csv", "jsonl"] as const;
const FORMAT_TEXT =
  "csv: a header row, a ' before a text that begins like a formula, control signs as \\u{1b}; " +
  "jsonl: an entry a line as it is";
/** Columns of the export; columns added later come last. */
const OWN = Object.keys(entry.shape) as readonly (keyof QueryResponse)[];
const LATER = [
  "hidden",
  "device_id",
  "device",
  "person_id",
  "person",
  "private",
  "shared_by",
] as const;
const COLUMNS = [
  ...OWN.filter((column) => !(LATER as readonly string[]).includes(column)),
  ...LATER,
];
/** Entries read at once for the export. */
const AT_ONCE = 1000;
/** The last second that ISO 8601 writes with a year of four digits. */
const LAST_SECOND = 253_402_300_799;

/** GET /api/v1/queries, /api/v1/queries/export and /api/v1/queries/stream. */
export const journalRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/queries",
    summary: "The journal of queries, newest first",
    access: "reports.read",
    query: z.strictObject({
      ...filter,
      ...period,
      limit: wholeNumber(1, 1000).default(100).describe("Entries per page"),
      cursor: wholeNumber(0).optional().describe("`next` of the previous page"),
    }),
    database: "journal",
    answers: { 200: page },
    refusals: ["bad_value"],
    async handle({ query: { limit, cursor, ...rest }, principal }, services) {
      const { journal, clientNames, askers, settings } = services;
      const privacy = NamePrivacy.of(askers, principal);
      const wanted = searched(filterOf(rest, askers), privacy);
      const { entries, next } = await journal.recent(
        wanted,
        limit,
        cursor ?? Number.MAX_SAFE_INTEGER,
      );
      return {
        entries: await allShown(entries, { clientNames, askers, privacy }),
        ...(next === undefined ? {} : { next }),
        kept: settings.resolved().values.journal,
        private_until: rest.device === undefined ? 0 : askers.privateUntil(rest.device).reports,
      };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/queries/export",
    summary:
      "The whole journal of queries as a file, newest first: CSV (times in ISO 8601) or lines of JSON",
    access: "reports.read",
    query: z.strictObject({
      ...filter,
      ...period,
      format: z.enum(FORMATS).default("csv").describe(FORMAT_TEXT),
    }),
    lines: true,
    types: ["text/csv", "application/x-ndjson"],
    database: "journal",
    answers: { 200: entry },
    headers: ["content-disposition"],
    refusals: ["bad_value"],
    handle(
      { query: { format, ...rest }, principal },
      { journal, clientNames, askers, runtime },
    ) {
      const wanted = filterOf(rest, askers);
      const privacy = NamePrivacy.of(askers, principal);
      const read = async (cursor?: number) => {
        const page = await journal.recent(searched(wanted, privacy), AT_ONCE, cursor);
        const entries = await allShown(page.entries, { clientNames, askers, privacy });
        return { ...page, entries };
      };
      const name = `box-queries-${new Date(runtime.now()).toISOString().slice(0, 10)}.${format}`;
      const type = format === "csv" ? CSV_TYPE : "application/x-ndjson";
      return reply(
        200,
        format === "csv"
          ? pagedLines(read, recordOf, csvLine(COLUMNS))
          : pagedLines(read, (found) => `${JSON.stringify(found)}\n`),
        { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
      );
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/queries/stream",
    summary: "The last queries of five minutes, then new ones as they arrive",
    access: "reports.read",
    query: z.strictObject({ ...filter, ...liveQuery }),
    lines: true,
    types: LIVE_TYPES,
    answers: { 200: line },
    refusals: ["bad_value", "too_many_watchers"],
    handle(
      { query: { last, after, ...rest }, principal, request },
      { journal, clientNames, askers },
    ) {
      const wanted = filterOf(rest, askers);
      const privacy = NamePrivacy.of(askers, principal);
      const found = matcherOf(wanted, privacy);
      return liveLines(
        {
          before: async ({ last, after }) =>
            after !== undefined
              ? await journal.liveAfter(after)
              : { entries: last === 0 ? [] : await journal.live(searched(wanted, privacy), last) },
          follow: (follower: (batch: readonly JournalEntry[]) => void) => journal.follow(follower),
          matches: found,
          shown: (seen) =>
            shown(seen, {
              name: (client) => clientNames.known(client),
              askers,
              privacy,
            }),
        },
        { last, after },
        request,
      );
    },
  }),
];

interface FilterQuery {
  readonly name?: string | undefined;
  readonly client?: string | undefined;
  readonly device?: number | undefined;
  readonly person?: number | undefined;
  readonly group?: number | undefined;
  readonly status?: JournalFilter["status"] | undefined;
  readonly reason?: string | undefined;
  readonly type?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

function filterOf(
  { device, person, group, ...query }: FilterQuery,
  askers: ClientDirectory,
): JournalFilter {
  const type = query.type === undefined ? undefined : typeFromText(query.type);
  if (query.type !== undefined && type === undefined) {
    throw new DomainError(
      "bad_value",
      sentence`There is no such record type: ${query.type}`,
    );
  }
  const devices = devicesAmong(askers, { device, person, group });
  const given = Object.entries({ ...query, type, devices });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * The effective filter. A search by name must not reveal an entry of a device whose names are
 * private.
 */
function searched(wanted: JournalFilter, privacy: NamePrivacy): JournalFilter {
  const except = wanted.name ? privacy.hiding((wanted.since ?? 0) * 1000) : [];
  return except.length === 0 ? wanted : { ...wanted, except };
}

/** The devices in all given scopes; undefined = no scope is given. */
function devicesAmong(
  askers: ClientDirectory,
  given: Readonly<Record<ClientScope["kind"], number | undefined>>,
): number[] | undefined {
  const scopes = Object.entries(given).filter(([, id]) => id !== undefined)
    .map(([kind, id]) => devicesOf(askers, { kind, id } as ClientScope));
  const [first, ...others] = scopes;
  return first?.filter((id) => others.every((devices) => devices.includes(id)));
}

/** Whether a live entry matches the journal filter. */
function matcherOf(
  wanted: JournalFilter,
  privacy: NamePrivacy,
): (seen: JournalEntry) => boolean {
  const name = wanted.name ? nameText(wanted.name) : undefined;
  const devices = wanted.devices && new Set(wanted.devices);
  return (seen) =>
    (name === undefined ||
      name.matches(seen.name) && !privacy.hides(seen.device, seen.time)) &&
    (wanted.client === undefined || seen.client === wanted.client) &&
    (devices === undefined || devices.has(seen.device)) &&
    (wanted.status === undefined || isStatus(seen.status, wanted.status)) &&
    (wanted.reason === undefined || seen.reason === wanted.reason) &&
    (wanted.type === undefined || seen.type === wanted.type);
}

/** An entry as a record of CSV. */
function recordOf(row: QueryResponse): string {
  const time = new Date(Math.min(row.time, LAST_SECOND) * 1000).toISOString();
  const { device, person, shared_by: sharers, ...plain } = row;
  const columns: Readonly<Record<typeof COLUMNS[number], string | number>> = {
    ...plain,
    time: `${time.slice(0, 19)}Z`,
    hidden: String(row.hidden),
    private: String(row.private),
    device_id: device?.id ?? "",
    device: device?.label ?? "",
    person_id: person?.id ?? "",
    person: person?.name ?? "",
    shared_by: sharers?.map(({ name }) => name).join(", ") ?? "",
  };
  return csvLine(COLUMNS.map((column) => columns[column]));
}

function shown(
  seen: JournalEntry,
  { name, askers, privacy }: {
    readonly name: (client: string) => string;
    readonly askers: ClientDirectory;
    readonly privacy: NamePrivacy;
  },
): QueryResponse {
  const isKept = privacy.hides(seen.device, seen.time);
  const entry = isKept ? withoutName(seen) : seen;
  const {
    id,
    duration,
    client,
    transport,
    status,
    reason,
    origin,
    list,
    rule,
    upstream,
    size,
    answer,
  } = entry;
  return {
    id,
    duration,
    client,
    transport,
    status,
    reason,
    origin,
    list,
    rule,
    upstream,
    size,
    answer,
    name: entry.name,
    hidden: entry.name === HIDDEN,
    private: isKept,
    time: toSeconds(entry.time),
    type: typeToText(entry.type),
    rcode: rcodeToText(entry.rcode),
    client_name: name(client),
    ...clientResponse(askers, entry.device),
  };
}

/** The entries with the names of their clients. */
async function allShown(
  entries: readonly JournalEntry[],
  { clientNames, askers, privacy }: Pick<Needs, "clientNames" | "askers"> & {
    readonly privacy: NamePrivacy;
  },
): Promise<QueryResponse[]> {
  const names = await clientNames.names(entries.map(({ client }) => client));
  const name = (client: string) => names.get(client) ?? "";
  return entries.map((seen) => shown(seen, { name, askers, privacy }));
}
