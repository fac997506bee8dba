/** Refusals of the online service, each with a stable code and its status. */

/** The HTTP status of each code. */
export const REFUSALS = {
  bad_request: 400,
  signature_missing: 401,
  signature_wrong: 401,
  clock_wrong: 401,
  replayed: 401,
  no_name: 404,
  not_found: 404,
  wrong_method: 405,
  name_released: 410,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  prefixes_used: 429,
  failed: 500,
  provider_failed: 502,
  names_exhausted: 503,
  not_configured: 503,
  provider_busy: 503,
  unavailable: 503,
} as const;

/** A code of a refusal. */
export type RefusalCode = keyof typeof REFUSALS;

/** A refused call; the message is sent to the caller. */
export class CompanionError extends Error {
  readonly code: RefusalCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "CompanionError";
    this.code = code;
    this.headers = headers;
  }
}
