/** What services refuse, each in a class of its own (api/http/refusing.ts makes refusals of the API of them). */

/** What was wanted is refused, and why; the message is for the person who wanted it. */
export abstract class Refused<Why extends string> extends Error {
  /** Why, in a word. */
  readonly why: Why;

  constructor(why: Why, message: string) {
    super(message);
    this.name = this.constructor.name;
    this.why = why;
  }
}
