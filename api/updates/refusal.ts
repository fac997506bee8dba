/** Why an update is refused. */
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

/**
 * The reasons: another form, a signature that no trusted key made, a key that is unknown, expired
 * or replaced, an expired or older manifest, another channel, a version that is not newer, a file
 * of another length or content, no file for this machine, a disk without room, a clock that is
 * wrong, a program that does not start, one that does not answer, an installation without a place
 * to return to, a request that is not understood, a package manager that refuses.
 */
export const UPDATE_FAULTS = [
  "format",
  "signature",
  "key",
  "expired",
  "older",
  "channel",
  "version",
  "length",
  "hash",
  "machine",
  "disk",
  "clock",
  "start",
  "health",
  "previous",
  "request",
  "package",
  "interrupted",
] as const;
/** One of `UPDATE_FAULTS`. */
export type UpdateFault = (typeof UPDATE_FAULTS)[number];

/** An update that is refused; the message completes a sentence such as "Not installed: …". */
export class UpdateError extends Error {
  readonly fault: UpdateFault;
  declare readonly message: Sentence;

  constructor(fault: UpdateFault, message: Sentence) {
    super(message);
    this.name = "UpdateError";
    this.fault = fault;
  }
}

/** What came from outside has another form than this version reads. */
export function malformed(detail: string): UpdateError {
  return new UpdateError("format", sentence`its form is wrong: ${detail}`);
}

/** Whether a text is one of `UPDATE_FAULTS`. */
export function isUpdateFault(text: unknown): text is UpdateFault {
  return UPDATE_FAULTS.includes(text as UpdateFault);
}
