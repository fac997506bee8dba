/** Host names that a certificate of encrypted DNS can have. */
import { isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { nameFromText, nameToText } from "../../../../policy/model/name.ts";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** A label of a host (RFC 1123, 2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Maximum length of a name: certificates add `*.` before it (RFC 5280, 4.2.1.6). */
const LONGEST = 251;
/** 32 letters and digits that are not easily confused with each other. */
const PLAIN_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns a typed host name in lower-case ASCII. Throws DomainError. */
export function hostName(typed: string): string {
  const wire = nameFromText(typed.trim().replace(/\.$/, ""));
  const name = wire === undefined ? "" : nameToText(wire).toLowerCase().replace(/\.$/, "");
  const labels = name.split(".");
  const last = labels[labels.length - 1];
  if (
    labels.length < 2 || name.length > LONGEST || !labels.every((label) => LABEL.test(label)) ||
    /^\d+$/.test(last)
  ) {
    throw new DomainError(
      "bad_value",
      sentence`A name such as dns.example.com is wanted: ${typed.slice(0, LONGEST)}`,
    );
  }
  if (isPublicSuffix(name)) {
    throw new DomainError(
      "bad_value",
      sentence`This ending belongs to many owners; use a name of your own domain: ${name}`,
    );
  }
  return name;
}

/**
 * Returns the default name of a box, always the same: `box-k7m2qx.home.arpa`. `bytes` are derived
 * from its secret.
 */
export function ownHostName(boxName: string, localDomain: string, bytes: Uint8Array): string {
  const mark = Array.from(bytes, (byte) => PLAIN_LETTERS[byte % PLAIN_LETTERS.length]).join("");
  const label = `${LABEL.test(boxName) ? boxName.slice(0, 40) : "box"}-${mark}`;
  // Names below local are resolved by multicast, not by DNS (RFC 6762, 3).
  const fits = localDomain.toLowerCase().split(".").every((each) => LABEL.test(each)) &&
    !/(^|\.)local$/i.test(localDomain);
  return hostName(`${label}.${fits ? localDomain : "home.arpa"}`);
}
