/** Every error of the API: one row a code, with its status and what it says when nothing more precise is known (DESIGN 6). */

/** The table; codes are stable, texts are for a person. */
export const ERRORS = {
  bad_request: { status: 400, text: "The request is not as it should be" },
  bad_value: { status: 400, text: "The value is not allowed" },
  list_refused: { status: 400, text: "The list cannot be taken" },
  source_not_allowed: { status: 403, text: "This address is outside the networks that may ask" },
  socket_only: { status: 403, text: "This is answered on the local socket of the box only; use the command `box`" },
  not_found: { status: 404, text: "There is nothing at this address" },
  method_not_allowed: { status: 405, text: "This address has no such method" },
  setting_fixed: { status: 409, text: "The setting is fixed where the box is started" },
  too_large: { status: 413, text: "The body is too large" },
  wrong_type: { status: 415, text: "The body must be JSON, Content-Type: application/json" },
  wrong_host: { status: 421, text: "This is no name of the box; use its address or one of its names" },
  too_many_requests: { status: 429, text: "Too many requests; wait a moment" },
  internal: { status: 500, text: "The box made a mistake; its log says more" },
  database_unavailable: { status: 503, text: "The database cannot be used now" },
  resolver_unavailable: { status: 503, text: "The resolver does not answer" },
  too_many_watchers: { status: 503, text: "Too many live views are open" },
} as const;

/** A stable code of the table. */
export type ErrorCode = keyof typeof ERRORS;

/** The body of every refusal. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
}

/** A refusal on its way to the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, text: string = ERRORS[code].text, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.name = "ApiError";
    this.code = code;
    this.headers = headers;
  }

  /** The status of its row. */
  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The refusal as a response. */
  toResponse(): Response {
    const body: ErrorBody = { error: this.message, code: this.code };
    return Response.json(body, { status: this.status, headers: { "cache-control": "no-store", ...this.headers } });
  }
}
