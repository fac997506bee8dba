/** Requests as they are kept (table time_requests), until when they can be answered, and what changes them (A 2.2, 3.2). */
import { LIMITS } from "../../../../policy/limits.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import { acknowledgeStatement } from "../../../events/alert_rows.ts";
import type { Row, Statement } from "../../../store/database.ts";

/** What became of a request. */
export const REQUEST_STATES = ["waiting", "accepted", "refused", "expired"] as const;
/** A state of `REQUEST_STATES`. */
export type RequestState = (typeof REQUEST_STATES)[number];

/** A request; instants are Unix milliseconds, 0 = not yet. */
export interface StoredRequest {
  readonly id: number;
  readonly personId: number;
  /** The device that it was made with; it may be gone since. */
  readonly deviceId: number;
  /** "" = Internet. */
  readonly category: TimedCategory | "";
  /** What was asked for. */
  readonly minutes: number;
  readonly message: string;
  readonly created: number;
  readonly expires: number;
  readonly status: RequestState;
  readonly answered: number;
  /** Who answered, "" = nobody did. */
  readonly answeredBy: string;
  /** Minutes that were given. */
  readonly given: number;
}

/** How far local time is ahead of UTC at an instant, in milliseconds. */
export type Offset = (unix: number) => number;

/** Who asked, and with which device. */
export type Asked = Pick<StoredRequest, "personId" | "deviceId">;

const { waitMost } = LIMITS.timeRequests;

/** Until when a request can be answered: minutes of a category are of the day, Internet is asked for the hours to come. */
function expiryOf(category: string, created: number, offset: Offset): number {
  return category === "" ? created + waitMost * 1000 : nextLocal(0, created, offset);
}

const COLUMNS =
  "id, person_id, device_id, category, minutes, message, created, status, answered, answered_by, given";

/** Requests of the rows of a condition, the newest first. */
export function selection(condition: string): string {
  return `select ${COLUMNS} from time_requests where ${condition} order by id desc`;
}

/** A request of its row; one that nobody answered in time has expired, whether that was written already or not. */
export function requestOf(row: Row, now: number, offset: Offset): StoredRequest {
  const category = String(row.category) as StoredRequest["category"], created = Number(row.created);
  const expires = expiryOf(category, created, offset),
    over = row.status === "waiting" && expires <= now;
  return {
    id: Number(row.id),
    personId: Number(row.person_id),
    deviceId: Number(row.device_id),
    ...{ category, minutes: Number(row.minutes), message: String(row.message), created, expires },
    status: over ? "expired" : row.status as RequestState,
    answered: over ? expires : Number(row.answered),
    answeredBy: String(row.answered_by),
    given: Number(row.given),
  };
}

/** Writes a request that waits. */
export function insertion(
  { personId, deviceId, category, minutes, message, created }: Omit<
    StoredRequest,
    "id" | "expires" | "status" | "answered" | "answeredBy" | "given"
  >,
): Statement {
  return {
    sql:
      "insert into time_requests (person_id, device_id, category, minutes, message, created, status, answered, " +
      "answered_by, given) values (?, ?, ?, ?, ?, ?, 'waiting', 0, '', 0)",
    args: [personId, deviceId, category, minutes, message, created],
  };
}

/** Writes what became of a request, and acknowledges the alert that told of it: a waiting one alone is changed. */
export function outcome(
  { id, personId, deviceId, status, answered, answeredBy, given }: StoredRequest,
): Statement[] {
  return [
    {
      sql: "update time_requests set status = ?, answered = ?, answered_by = ?, given = ? " +
        "where id = ? and status = 'waiting'",
      args: [status, answered, answeredBy, given, id],
    },
    acknowledgeStatement({ kind: "request.new", personId, deviceId }, answeredBy, answered),
  ];
}
