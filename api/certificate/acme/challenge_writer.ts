/**
 * Writes the answer to a DNS-01 challenge into a zone (RFC 8555 8.4); there is one writer for each
 * kind of provider.
 */

/** Writes and removes TXT records. Both reject with a CertificateFault that says what to do. */
export interface ChallengeWriter {
  /**
   * Adds a record to the existing ones; an identical record is no error. The name has no final dot.
   */
  write(name: string, value: string, signal: AbortSignal): Promise<void>;
  /** Removes this one record; a missing record is no error. */
  remove(name: string, value: string, signal: AbortSignal): Promise<void>;
}

/**
 * A certificate could not be obtained, or a record not be written; the message is a sentence for a
 * person.
 */
export class CertificateFault extends Error {
  /** Seconds to wait before another try, as stated by the server; 0 = not stated. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter = 0) {
    super(message);
    this.name = "CertificateFault";
    this.retryAfter = retryAfter;
  }
}
