/**
 * What makes a transfer impossible: the rows, or this box: its disk is full or cannot be written,
 * its memory is too small, its database is used by another transfer or program, or anything else.
 */
export type TransferCulprit = "rows" | "full" | "unwritable" | "memory" | "busy" | "box";

/** An export or import is impossible; the message says why, without values of rows. */
export class TransferError extends Error {
  readonly culprit: TransferCulprit;

  constructor(message: string, culprit: TransferCulprit = "rows") {
    super(message);
    this.name = "TransferError";
    this.culprit = culprit;
  }
}
