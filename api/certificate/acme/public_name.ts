/**
 * Checks whether a public authority can certify a name: it must be below a registered public domain
 * (CA/B Baseline Requirements 4.2.2).
 */
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";

/**
 * Top-level names without a registry (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, ICANN's
 * `internal`).
 */
const NOBODYS = [
  "home.arpa",
  "arpa",
  "local",
  "localhost",
  "test",
  "invalid",
  "onion",
  "alt",
  "internal",
];
/** Top-level names often used in home networks although they are not registered. */
const AT_HOME = ["lan", "home", "corp", "mail", "localdomain", "intranet", "private"];

/** Maximum length of a name, without the label of its challenge (RFC 8555 8.4, RFC 1035 2.3.4). */
const LONGEST = 253 - "_acme-challenge.".length;

/** Why no public authority certifies a lower-case ASCII name, as a sentence; "" = one may. */
export function publicNameFault(name: string): Sentence | "" {
  if (name.length > LONGEST) {
    return sentence`Public authorities certify names of up to ${LONGEST} characters: ${name}`;
  }
  const under = [...NOBODYS, ...AT_HOME].find((each) => name === each || name.endsWith(`.${each}`));
  return under === undefined
    ? ""
    : sentence`No public authority certifies names below ${under}; use a name of a domain that you own: ${name}`;
}
