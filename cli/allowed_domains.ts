/** Adds a domain to the allowed domains of a check, and removes it. */
import { usageError } from "./command_error.ts";
import { clean } from "./terminal.ts";

/** The domains with one more, whatever its spelling. */
export function allowDomain(allowed: readonly string[], text: string): readonly string[] {
  const name = domainOf(text);
  return [...allowed.filter((other) => other !== name), name];
}

/** The domains without one. Throws a usage error if it is not among them. */
export function disallowDomain(allowed: readonly string[], text: string): readonly string[] {
  const others = allowed.filter((other) => other !== domainOf(text));
  if (others.length === allowed.length) {
    throw usageError(`It is not among the allowed domains: ${clean(text)}`);
  }
  return others;
}

function domainOf(text: string): string {
  return text.toWellFormed().toLowerCase().replace(/\.$/, "");
}
