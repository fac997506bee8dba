/** The administration log: pages, a complete export, and a live stream of entries (A 6, B 6). */
import { z } from "@hono/zod-openapi";
import { AUDIT_ACTIONS, type AuditAction } from "../../../schema/audit_actions.ts";
import type { AuditEntry, AuditFilter, AuditLog } from "../../../events/audit_log.ts";
import {
  beforeOf,
  LIVE_TYPES,
  liveLines,
  liveQuery,
  skippedLine,
} from "../../../http/live_lines.ts";
import { pagedLines } from "../../../http/paged_lines.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";

/** The services that these routes use. */
interface Needs {
  readonly audit: Pick<AuditLog, "page" | "follow">;
}

const route = routeFor<Needs>();

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])).readonly(),
]);
const entry = z.object({
  id: z.int().describe("Grows"),
  time: seconds,
  action: z.string(),
  text: z.string().describe("The action as a sentence"),
  by: z.object({
    kind: z.enum(["session", "token", "socket", "device", "service"]).describe(
      "service = the box itself, automatically",
    ),
    name: z.string(),
    account_id: z.int().describe("0 = no account"),
    address: z.string().describe("Empty on the local socket"),
  }),
  detail: z.record(z.string(), value).describe(
    "Fields of the action, masked where declared",
  ),
}).meta({ id: "AuditEntry" });
const page = z.object({ entries: z.array(entry), next: nextCursor });

/** An entry of the administration log in responses. */
export type AuditEntryResponse = z.infer<typeof entry>;
/** The response of GET /api/v1/audit. */
export type AuditPage = z.infer<typeof page>;
/** One line of GET /api/v1/audit/stream. */
export type AuditLine = AuditEntryResponse | z.infer<typeof skippedLine>;

const time = wholeNumber(0, 1e11).optional();
const filter = {
  action: z.string().max(64).optional().describe(
    "An action, or a prefix of actions: `lookalike`",
  ),
  account: z.string().max(255).optional().describe(
    "Name of the account, token or other actor",
  ),
  from: time.describe("Unix seconds"),
  to: time.describe("Unix seconds, not included"),
  text: z.string().max(255).optional().describe(
    "Part of the action, the actor or the detail",
  ),
};
/** Entries read from the database at a time during an export. */
const AT_ONCE = 500;

/** GET /api/v1/audit, /api/v1/audit/export and /api/v1/audit/stream. */
export const auditRoutes = [
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/audit",
    operationId: "listAudit",
    summary: "The administration log, newest first",
    access: "system.read",
    query: z.strictObject({ ...filter, ...pageQuery.shape }),
    database: "box",
    answers: { 200: page },
    async handle({ query: { cursor, limit, ...rest } }, { audit }) {
      const entries = await audit.page(
        filterOf(rest),
        limit,
        readCursor(cursor, ["number"])?.[0] as number | undefined,
      );
      const next = entries.length < limit ? "" : cursorOf([entries.at(-1)!.id]);
      return { entries: entries.map(shown), next };
    },
  }),
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/audit/export",
    summary: "The whole administration log as JSON lines, newest first",
    access: "system.read",
    query: z.strictObject(filter),
    lines: true,
    database: "box",
    answers: { 200: entry },
    handle: ({ query }, { audit }) => exported(filterOf(query), audit),
  }),
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/audit/stream",
    summary: "The last entries of the administration log, then new ones as they are written",
    access: "system.read",
    query: z.strictObject(liveQuery),
    lines: true,
    types: LIVE_TYPES,
    database: "box",
    answers: { 200: z.union([entry, skippedLine]) },
    refusals: ["too_many_watchers"],
    handle({ query, request }, { audit }) {
      const before = (wanted: { last: number; after?: number }) =>
        beforeOf(wanted, (limit) => audit.page({}, limit));
      const follow = (follower: (entries: readonly AuditEntry[]) => void) => audit.follow(follower);
      return liveLines({ before, follow, shown }, query, request);
    },
  }),
];

interface FilterQuery {
  readonly action?: string | undefined;
  readonly account?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly text?: string | undefined;
}

function filterOf({ from, to, ...rest }: FilterQuery): AuditFilter {
  const given = {
    ...rest,
    from: from === undefined ? from : from * 1000,
    to: to === undefined ? to : to * 1000,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function exported(filter: AuditFilter, audit: Needs["audit"]): ReadableStream<Uint8Array> {
  const read = async (before?: number) => {
    const entries = await audit.page(filter, AT_ONCE, before);
    return entries.length < AT_ONCE ? { entries } : { entries, next: entries[AT_ONCE - 1].id };
  };
  return pagedLines(read, (entry) => `${JSON.stringify(shown(entry))}\n`);
}

function shown({ id, time, action, by, detail }: AuditEntry): AuditEntryResponse {
  const known = Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as AuditAction].doc
    : "";
  const { kind, name, accountId, address } = by;
  return {
    id,
    time: toSeconds(time),
    action,
    text: known,
    by: { kind, name, account_id: accountId, address },
    detail,
  };
}
