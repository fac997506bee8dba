/** Addresses as commands read them. */
import { isIP } from "node:net";
import { usageError } from "./command.ts";
import { clean } from "./terminal.ts";

/** The address of a client as it was typed (--client). Throws a usage error: what is none would find nothing, and say nothing. */
export function addressOf(text: string): string {
  if (isIP(text.split("%", 1)[0]) !== 0) return text;
  throw usageError(`Bad value for --client, allowed is an IP address: ${clean(text)}`);
}
