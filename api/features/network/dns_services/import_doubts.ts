/**
 * What speaks against an imported certificate, so that its owner must confirm it: it may sign
 * others, or it is for a name that is most likely not theirs. The box answers the name itself.
 */
import { POPULAR_NAMES } from "../../../../policy/catalogue/popular_names.ts";
import { isAnyPublicSuffix, registrableName } from "../../../../policy/lists/public_suffix.ts";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The facts of a certificate that decide. */
interface DoubtfulCertificate {
  readonly names: readonly string[];
  readonly isAuthority: boolean;
}

/** Throws a DomainError that names the doubt, unless there is none. */
export function refuseDoubtful({ names, isAuthority }: DoubtfulCertificate): void {
  const foreign = names.find(isForeign);
  if (foreign !== undefined) {
    throw new DomainError(
      "conflict",
      sentence`The certificate is for a well-known site, which the box would then answer itself; confirm only if the name is yours: ${foreign}`,
    );
  }
  if (!isAuthority) return;
  throw new DomainError(
    "conflict",
    sentence`The certificate may sign others (CA:TRUE): anyone who obtains its key can impersonate any site to devices that trust it. Have one made without that (openssl req -addext basicConstraints=critical,CA:FALSE), or confirm it`,
  );
}

/** Whether a name belongs to a popular site, or its wildcard covers a whole public suffix. */
function isForeign(name: string): boolean {
  const domain = name.replace(/^[^.]*\*[^.]*\./, "");
  if (domain !== name && (!domain.includes(".") || isAnyPublicSuffix(domain))) return true;
  return popularDomains().has(registrableName(domain));
}

let domains: ReadonlySet<string> | undefined;

function popularDomains(): ReadonlySet<string> {
  return domains ??= new Set(POPULAR_NAMES.map(registrableName));
}
