/** A service as a person writes it, validated and normalised for storage. */
import { labelFault } from "../../../../policy/model/label.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import type { ServiceRow } from "../../../../policy/model/household.ts";
import { parsePersonalRule } from "../../../../policy/rules/read.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** Prefix of the identifiers of services of the household. */
export const OWN_SERVICE = "custom-";

/**
 * Returns the service in stored form, or why it is invalid, in a sentence. Its names must be ones
 * that a rule could block.
 */
export function readService(
  given: ServiceRow,
  protectedNames: readonly string[],
): ServiceRow | Sentence {
  const { idCharacters, nameCharacters, domains: most } = LIMITS.services;
  if (
    !given.id.startsWith(OWN_SERVICE) || !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(given.id) ||
    given.id.length > idCharacters
  ) {
    return programSentence`The id of your own service is ${OWN_SERVICE} and then small letters, digits and hyphens, not: ${given.id}`;
  }
  const name = given.name.normalize("NFC").trim();
  const fault = labelFault(name, nameCharacters);
  if (fault !== undefined) return fault;
  const domains = new Set<string>();
  for (const text of given.domains) {
    const rule = {
      scope: EVERYONE,
      domain: text,
      action: "block",
      kind: "subdomains",
      types: [],
      to: [],
      until: 0,
    } as const;
    const read = parsePersonalRule(rule, { protectedNames, now: 0 });
    if (typeof read === "string") return read;
    domains.add(read.domain);
  }
  if (domains.size === 0 || domains.size > most) {
    return sentence`A service has 1 to ${most} domains, not: ${domains.size}`;
  }
  return { id: given.id, name, group: given.group, domains: [...domains] };
}

/**
 * Returns an unused identifier for a service: `custom-` with the letters and digits of its name.
 */
export function serviceId(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(
    /^-+|-+$/g,
    "",
  );
  const first = `${OWN_SERVICE}${plain.slice(0, 24).replace(/-+$/, "") || "service"}`;
  for (let number = 2, id = first;; id = `${first}-${number++}`) if (!taken.has(id)) return id;
}
