/** IP addresses as command arguments. */
import { isIP } from "node:net";
import { usageError } from "./command_error.ts";
import { clean } from "./terminal.ts";

/**
 * Parses the address of a client (--client). Throws a usage error: an invalid address would match
 * nothing without any message.
 */
export function parseAddress(text: string): string {
  if (isIP(text.split("%", 1)[0]) !== 0) return text;
  throw usageError(`Bad value for --client, allowed is an IP address: ${clean(text)}`);
}
