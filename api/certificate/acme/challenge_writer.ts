/** How the answer to a DNS-01 challenge gets into a zone (RFC 8555 8.4): one writer for each way of reaching a provider. */

/** Writes and removes TXT records. Both reject with a CertificateFault that says what to do. */
export interface ChallengeWriter {
  /** Adds a record beside those that are there; one that is there already is no error. The name has no final dot. */
  write(name: string, value: string, signal: AbortSignal): Promise<void>;
  /** Removes this one record; one that is not there is no error. */
  remove(name: string, value: string, signal: AbortSignal): Promise<void>;
}

/** A certificate could not be obtained, or a record not be written; the message is a sentence for a person. */
export class CertificateFault extends Error {
  /** Seconds to wait before it is worth another try, as the other side said; 0 = it said nothing. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter = 0) {
    super(message);
    this.name = "CertificateFault";
    this.retryAfter = retryAfter;
  }
}
