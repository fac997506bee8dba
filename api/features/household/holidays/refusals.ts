/** What imports of school holidays refuse. */

/** What a person did wrong; the message is for them. */
export class HolidayRefused extends Error {
  /** Why: there is no such country or region, the file is none, nothing is imported, or somebody chose otherwise meanwhile. */
  readonly why: "bad" | "missing" | "conflict";

  constructor(why: HolidayRefused["why"], message: string) {
    super(message);
    this.name = "HolidayRefused";
    this.why = why;
  }
}

/** The refusal of an answer that somebody waits for no more. */
export function tooLate(): HolidayRefused {
  return new HolidayRefused(
    "conflict",
    "Another import was chosen, or ended, while the holiday service was asked: nothing was taken in",
  );
}
