/** Turns errors of the box into HTTP responses. */
import { type DomainError, type ErrorCode, ERRORS } from "../schema/errors.ts";

/** The body of every error response. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  /**
   * Facts that a program needs in addition to the code, such as `next` of a check requested too
   * soon, or `plan`.
   */
  readonly [fact: string]: unknown;
}

/** The HTTP status of an error. */
export function statusOf({ code }: Pick<DomainError, "code">): number {
  return ERRORS[code].status;
}

/**
 * Seconds after which a request that failed with 503 may be repeated, unless the error says
 * otherwise: a database or a resolver that restarts is back by then.
 */
export const RETRY_SECONDS = 5;
const SERVICE_UNAVAILABLE = 503;

/** The headers of an error, with the time of the next try where that makes sense. */
export function headersOf(error: DomainError): Readonly<Record<string, string>> {
  const isTemporary = statusOf(error) === SERVICE_UNAVAILABLE;
  const retry = isTemporary && { "retry-after": String(RETRY_SECONDS) };
  return { ...retry, ...error.details.headers };
}

/** The response to a request that failed with an error. */
export function errorResponse(error: DomainError): Response {
  const { code, details, message } = error;
  const body: ErrorBody = { error: message, code, ...details.body };
  return Response.json(body, {
    status: statusOf(error),
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headersOf(error),
    },
  });
}
