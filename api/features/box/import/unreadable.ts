/** The refusal of a file, apart from its readers: these are loaded when a file comes. */

/** Says that a file cannot be read, in a sentence for the person who gave it. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Unreadable";
  }
}
