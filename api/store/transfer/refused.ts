/** What makes a transfer impossible: the rows, or this box, such as by a full disk. */
export type TransferCulprit = "rows" | "box";

/** An export or import is impossible; the message says why, without values of rows. */
export class TransferError extends Error {
  readonly culprit: TransferCulprit;

  constructor(message: string, culprit: TransferCulprit = "rows") {
    super(message);
    this.name = "TransferError";
    this.culprit = culprit;
  }
}
