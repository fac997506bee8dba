/**
 * Stored requests (table time_requests): until when they can be answered, and the statements that
 * change them (A 2.2, 3.2).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import { acknowledgeStatement } from "../../../events/alert_rows.ts";
import type { Row, Statement } from "../../../store/database.ts";

/** The states of a request. */
export const REQUEST_STATES = ["waiting", "accepted", "refused", "expired"] as const;
/** A state of `REQUEST_STATES`. */
export type RequestState = (typeof REQUEST_STATES)[number];

/** A request; instants are Unix milliseconds, 0 = not yet. */
export interface StoredRequest {
  readonly id: number;
  readonly personId: number;
  /** The device that sent it; it may no longer exist. */
  readonly deviceId: number;
  /** "" = Internet. */
  readonly category: TimedCategory | "";
  /** The requested minutes. */
  readonly minutes: number;
  readonly message: string;
  readonly created: number;
  readonly expires: number;
  readonly status: RequestState;
  readonly answered: number;
  /** The person who answered, "" = unanswered. */
  readonly answeredBy: string;
  /** Minutes that were given. */
  readonly given: number;
}

/** Offset of local time from UTC at an instant, in milliseconds; positive = ahead. */
export type ZoneOffset = (unix: number) => number;

/** The person and the device of the request. */
export type RequestOrigin = Pick<StoredRequest, "personId" | "deviceId">;

const { waitMost } = LIMITS.timeRequests;

/**
 * Until when a request can be answered: minutes of a category are for the same day, Internet is
 * for the hours ahead.
 */
function expiryOf(category: string, created: number, offset: ZoneOffset): number {
  return category === "" ? created + waitMost * 1000 : nextLocal(0, created, offset);
}

const COLUMNS =
  "id, person_id, device_id, category, minutes, message, created, status, answered, answered_by, given";

/** Requests that match a condition, newest first. */
export function selectText(condition: string): string {
  return `select ${COLUMNS} from time_requests where ${condition} order by id desc`;
}

/**
 * Reads a request from its row. An unanswered request past its deadline has the state expired,
 * even before that is written.
 */
export function requestOf(row: Row, now: number, offset: ZoneOffset): StoredRequest {
  const category = String(row.category) as StoredRequest["category"];
  const created = Number(row.created);
  const expires = expiryOf(category, created, offset);
  const over = row.status === "waiting" && expires <= now;
  return {
    id: Number(row.id),
    personId: Number(row.person_id),
    deviceId: Number(row.device_id),
    category,
    minutes: Number(row.minutes),
    message: String(row.message),
    created,
    expires,
    status: over ? "expired" : row.status as RequestState,
    answered: over ? expires : Number(row.answered),
    answeredBy: String(row.answered_by),
    given: Number(row.given),
  };
}

/** Inserts a waiting request. */
export function insertStatement(
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

/**
 * Writes the outcome of a request and acknowledges its alert. Only a waiting request is changed.
 */
export function outcomeStatement(
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
