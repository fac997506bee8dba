/** The query journal: a page of it, and the questions as they come (A 7.11). */
import { z } from "@hono/zod-openapi";
import type { Observation } from "../../../../resolver/protocol.ts";
import { rcodeToText, typeFromText, typeToText } from "../../../../resolver/wire/codes.ts";
import { ApiError } from "../../../http/errors.ts";
import { liveLines, skippedLine } from "../../../http/live_lines.ts";
import { route, seconds, toSeconds } from "../../../http/route.ts";
import type { JournalEntry, JournalFilter } from "./service.ts";

const entry = z.object({
  id: z.int().describe("Grows; 0 = not written yet"),
  time: seconds,
  duration: z.number().describe("Microseconds"),
  client: z.string(),
  transport: z.string(),
  name: z.string(),
  type: z.string(),
  rcode: z.string(),
  status: z.string(),
  reason: z.string(),
  origin: z.string(),
  list: z.int().describe("Identifier of the deciding list, -1 = none"),
  rule: z.string(),
  upstream: z.string(),
  size: z.number(),
  answer: z.string(),
});
const page = z.object({ entries: z.array(entry), next: z.int().optional().describe("The cursor of the next page") });
const line = z.union([entry, skippedLine]);

/** An entry of the journal as the API shows it. */
export type ShownQuery = z.infer<typeof entry>;
/** The answer of GET /api/v1/queries. */
export type QueryPage = z.infer<typeof page>;
/** One line of GET /api/v1/queries/stream. */
export type QueryLine = z.infer<typeof line>;

const filter = {
  name: z.string().max(255).optional().describe("Part of the name"),
  client: z.string().max(64).optional(),
  status: z.enum(["answered", "cached", "stale", "local", "blocked", "failed"]).optional(),
  reason: z.string().max(32).optional(),
  type: z.string().max(20).optional().describe("Record type, such as AAAA"),
};
const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** GET /api/v1/queries and /api/v1/queries/stream. */
export const journalRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/queries",
    summary: "The journal of queries, newest first",
    access: "reports.read",
    query: z.strictObject({
      ...filter,
      since: number(0, 1e11).optional().describe("Unix seconds"),
      until: number(0, 1e11).optional().describe("Unix seconds, not included"),
      limit: number(1, 1000).default(100),
      cursor: number(0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    database: "journal",
    answers: { 200: page },
    refusals: ["bad_value"],
    async handle({ query: { limit, cursor, since, until, ...rest } }, { journal }) {
      const wanted: JournalFilter = {
        ...filterOf(rest),
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      };
      const { entries, next } = await journal.recent(wanted, limit, cursor ?? Number.MAX_SAFE_INTEGER);
      return { entries: entries.map(shown), ...(next === undefined ? {} : { next }) };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/queries/stream",
    summary: "The last queries of five minutes, then each as it comes",
    access: "reports.read",
    query: z.strictObject({ ...filter, last: number(0, 1000).default(0) }),
    lines: true,
    answers: { 200: line },
    refusals: ["bad_value", "too_many_watchers"],
    handle({ query: { last, ...rest }, request }, { journal }) {
      const wanted = filterOf(rest);
      const before = last === 0 ? [] : journal.live().filter((seen) => matches(seen, wanted)).slice(-last);
      const follow = (follower: (batch: readonly Observation[]) => void) => journal.follow(follower);
      return liveLines({ before, follow, matches: (seen) => matches(seen, wanted), shown }, request.signal);
    },
  }),
];

interface FilterQuery {
  readonly name?: string | undefined;
  readonly client?: string | undefined;
  readonly status?: Observation["status"] | undefined;
  readonly reason?: string | undefined;
  readonly type?: string | undefined;
}

function filterOf(query: FilterQuery): JournalFilter {
  const type = query.type === undefined ? undefined : typeFromText(query.type);
  if (query.type !== undefined && type === undefined) {
    throw new ApiError("bad_value", `There is no such record type: ${query.type}`);
  }
  const { name, client, status, reason } = query;
  const given = Object.entries({ name: name?.toLowerCase(), client, status, reason, type });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function matches(seen: Observation, wanted: JournalFilter): boolean {
  return (wanted.name === undefined || seen.name.includes(wanted.name)) &&
    (wanted.client === undefined || seen.client === wanted.client) &&
    (wanted.status === undefined || seen.status === wanted.status) &&
    (wanted.reason === undefined || seen.reason === wanted.reason) &&
    (wanted.type === undefined || seen.type === wanted.type);
}

function shown(seen: Observation | JournalEntry): ShownQuery {
  const id = "id" in seen ? seen.id : 0;
  return {
    ...seen,
    id,
    time: toSeconds(seen.time),
    type: typeToText(seen.type),
    rcode: rcodeToText(seen.rcode),
  };
}
