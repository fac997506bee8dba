/** Normalises always-permitted names from user input for storage. */
import { LIMITS } from "../../../../policy/limits.ts";
import { asciiName } from "../../../../policy/lists/host_name.ts";
import { findNameFault } from "../../../../policy/lists/line_outcome.ts";
import { isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/**
 * The names in their stored form, without duplicates. Throws DomainError for invalid names and
 * for a whole public suffix.
 */
export function readPermitted(texts: readonly string[]): string[] {
  const names = [...new Set(texts.map(readName))];
  const { permittedNames: most } = LIMITS.hours;
  if (names.length > most) {
    throw new DomainError(
      "bad_value",
      sentence`There can be ${most} always-permitted names; remove some first`,
    );
  }
  return names;
}

function readName(text: string): string {
  const given = text.trim();
  const name = asciiName(given);
  if (parseAddress(given) !== undefined) {
    throw new DomainError(
      "bad_value",
      sentence`Only names can be permitted, not addresses: ${given}`,
    );
  }
  if (name === undefined) {
    throw new DomainError("bad_value", sentence`This is not a domain name: ${given}`);
  }
  const unwanted = findNameFault(name);
  if (unwanted === "local-name") {
    throw new DomainError(
      "bad_value",
      sentence`Every machine answers this name itself: ${name}`,
    );
  }
  if (unwanted === undefined && !isPublicSuffix(name)) return name;
  throw new DomainError(
    "bad_value",
    sentence`This ending belongs to many owners; give one domain: ${name}`,
  );
}
