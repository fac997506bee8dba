/**
 * Writes the TXT record of a DNS-01 challenge into a zone (RFC 8555 8.4). Each kind of provider has
 * its own writer.
 */

import type { Sentence } from "../../../policy/model/sentence.ts";

/** Writes and removes TXT records. Both reject with a CertificateError that says what to do. */
export interface ChallengeWriter {
  /**
   * Adds a record to the existing ones; an identical record is no error. The name has no final dot.
   */
  write(name: string, value: string, signal: AbortSignal): Promise<void>;
  /** Removes this one record; a missing record is no error. */
  remove(name: string, value: string, signal: AbortSignal): Promise<void>;
}

/**
 * A certificate could not be obtained, or a record could not be written. The message is a sentence
 * for the owner.
 */
export class CertificateError extends Error {
  /** Seconds to wait before another try, as stated by the server; 0 = not stated. */
  readonly retryAfter: number;

  declare readonly message: Sentence;

  constructor(message: Sentence, retryAfter = 0) {
    super(message);
    this.name = "CertificateError";
    this.retryAfter = retryAfter;
  }
}
