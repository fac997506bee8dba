/** Opens connections to mail servers. The caller names the destination (docs/decisions/0061). */
import type { createTransport } from "nodemailer";
import { destination, type DestinationId } from "../../policy/catalogue/destinations.ts";

type Create = typeof createTransport;

/**
 * Creates a nodemailer transport, which connects with the first message. Rejects with an Error for
 * an undeclared destination.
 */
export async function createMailTransport(
  to: DestinationId,
  options: Parameters<Create>[0],
): Promise<ReturnType<Create>> {
  destination(to);
  // Loaded with the first message: most boxes send none, and the module takes megabytes.
  const nodemailer = await import("nodemailer");
  return nodemailer.createTransport(options);
}
