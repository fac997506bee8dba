/** An export or import cannot be done; the message says why, in a sentence without values of rows. */
export class TransferRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TransferRefused";
  }
}
