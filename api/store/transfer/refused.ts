/** An export or import is impossible; the message says why, without values of rows. */
export class TransferRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TransferRefused";
  }
}
