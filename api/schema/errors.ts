/**
 * Expected failures: one table of codes, and the one error that services throw.
 * `api/http/errors.ts` turns it into a response (docs/decisions/0060).
 */

import type { Sentence } from "../../policy/model/sentence.ts";

/** The table; codes are stable, texts are for a person. */
export const ERRORS = {
  bad_request: { status: 400, text: "The request is not valid" },
  bad_value: { status: 400, text: "The value is not allowed" },
  weak_password: { status: 400, text: "This password is too easy to guess" },
  list_refused: { status: 400, text: "The list cannot be used" },
  breach_address_invalid: { status: 400, text: "This is not an e-mail address" },
  breach_person_gone: {
    status: 400,
    text: "This person was removed meanwhile; choose another one",
  },
  terms_needed: { status: 400, text: "Accept the terms of use in force first" },
  backup_wrong_key: {
    status: 400,
    text:
      "This recovery key does not open the backup. Use the key you kept when the backup was made.",
  },
  backup_foreign_file: { status: 400, text: "This file is not a backup of a box" },
  backup_damaged: { status: 400, text: "The backup is damaged" },
  backup_newer: {
    status: 400,
    text: "The backup is from a newer version. Update this box first, then restore it.",
  },
  backup_too_large: { status: 413, text: "The backup is far larger than any household needs" },
  not_signed_in: { status: 401, text: "Sign in first, or send a token" },
  wrong_sign_in: { status: 401, text: "The account or the password is not right" },
  code_needed: { status: 401, text: "The second factor of the account is needed too" },
  wrong_passkey: {
    status: 401,
    text: "The passkey is not right, is not known here, or came too late; try again",
  },
  wrong_code: { status: 401, text: "The code is not right, or was used before" },
  plan_needed: { status: 402, text: "This function needs a plan that the box does not have" },
  no_right: { status: 403, text: "This account may not do that" },
  private: {
    status: 403,
    text: "An adult who uses this has not agreed that the names asked for are shown",
  },
  password_needed: { status: 403, text: "Give the password of your account again to confirm it" },
  wrong_password: { status: 403, text: "The password given to confirm it is not right" },
  cross_site: { status: 403, text: "A page of another site may not ask the box" },
  secure_only: { status: 403, text: "This is answered over HTTPS only" },
  setup_needed: { status: 403, text: "Finish the installation first" },
  source_not_allowed: { status: 403, text: "This address is outside the networks that may ask" },
  not_found: { status: 404, text: "There is nothing at this address" },
  breach_address_gone: { status: 404, text: "This address is not watched any more" },
  method_not_allowed: { status: 405, text: "This address has no such method" },
  conflict: { status: 409, text: "That conflicts with what is already there" },
  no_effect: { status: 409, text: "That would change nothing: the box answers this name itself" },
  last_administrator: {
    status: 409,
    text: "This is the last account that may do everything; make another one first",
  },
  setup_finished: { status: 409, text: "The installation is finished already" },
  changed_meanwhile: { status: 409, text: "Somebody else changed it meanwhile; look at it again" },
  breach_address_known: { status: 409, text: "This address is being watched already" },
  breach_addresses_full: {
    status: 409,
    text: "The box cannot watch any more addresses; remove one first",
  },
  breach_primary_checks: { status: 409, text: "The main box of this pair checks the addresses" },
  check_running: { status: 409, text: "A check is running; wait until it ends" },
  terms_first: { status: 409, text: "Accept the terms of use in force before anything is checked" },
  password_test_off: { status: 409, text: "The password test is turned off on this box" },
  no_passkeys_here: { status: 409, text: "Passkeys do not work at this name" },
  setting_fixed: { status: 409, text: "The setting is fixed where the box is started" },
  too_large: { status: 413, text: "The body is too large" },
  wrong_type: { status: 415, text: "The body must be JSON, Content-Type: application/json" },
  wrong_host: {
    status: 421,
    text: "This is no name of the box; use its address or one of its names",
  },
  too_many_requests: { status: 429, text: "Too many requests; wait a moment" },
  throttled: { status: 429, text: "Too many wrong passwords; wait before the next try" },
  checked_recently: { status: 429, text: "It was checked a short time ago; try again later" },
  not_published: { status: 500, text: "It is saved, but the box could not take it up yet" },
  terms_not_recorded: {
    status: 500,
    text: "The acceptance of the terms could not be recorded; accept them later",
  },
  internal: { status: 500, text: "The box made a mistake; its log says more" },
  update_refused: { status: 502, text: "No new version can be verified or downloaded now" },
  holiday_service_failed: { status: 502, text: "The holiday service cannot be used now" },
  password_range_failed: {
    status: 502,
    text: "The provider of leaked passwords cannot be used now",
  },
  backup_failed: { status: 502, text: "The backup target does not work" },
  database_unavailable: { status: 503, text: "The database cannot be used now" },
  too_slow: { status: 503, text: "The answer took too long and was given up" },
  resolver_unavailable: { status: 503, text: "The resolver does not answer" },
  too_many_watchers: { status: 503, text: "Too many live views are open" },
} as const;

/** A stable code of the table. */
export type ErrorCode = keyof typeof ERRORS;

/** Headers and body fields that an error adds to the response. */
export interface ErrorDetails {
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of the body beside `error` and `code`. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * An expected failure: the request cannot be fulfilled, and the message tells the client why. Pages
 * translate it (docs/decisions/0185).
 * Callers that must distinguish causes use `code` or `details`.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: Sentence | undefined = undefined,
    details: ErrorDetails = {},
  ) {
    super(message ?? ERRORS[code].text);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

/** Whether an error is a DomainError, of one of the codes if any are given. */
export function isDomainError(
  error: unknown,
  ...codes: readonly ErrorCode[]
): error is DomainError {
  if (!(error instanceof DomainError)) return false;
  return codes.length === 0 || codes.includes(error.code);
}
