/**
 * Refusals of services, each in a class of its own (api/http/refusing.ts translates them into
 * errors of the API).
 */

/** The refusal of a request, with its reason; the message is for the client. */
export abstract class Refused<Why extends string> extends Error {
  /** The reason, in a word. */
  readonly why: Why;

  constructor(why: Why, message: string) {
    super(message);
    this.name = this.constructor.name;
    this.why = why;
  }
}
