/**
 * Parses the name of a record as a person writes it: letters of any script, a leading star, or an
 * address for a reverse name (RFC 1035, 4592).
 */
import { isLocalName, isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { nameFromText, nameToText } from "../../../../policy/model/name.ts";
import { reverseText } from "../../../../resolver/wire/names.ts";
import type { RecordType } from "./record_type.ts";

/** Longest text of a name and of a label (RFC 1035 2.3.4). */
const MOST = 253;
const MOST_OF_LABEL = 63;

/**
 * A name in stored form, lower-case ASCII without final dot, or why it is invalid, in a sentence.
 */
export type ParsedName = { readonly name: string } | { readonly problem: string };

/** Parses the name of a record of a type. `ownNames` are the names of the box, lower case. */
export function readOwner(text: string, type: RecordType, ownNames: readonly string[]): ParsedName {
  const written = text.trim();
  const address = parseAddress(written);
  if (address !== undefined) {
    return type === "PTR" ? { name: reverseText(address) } : {
      problem:
        `A record is for a name; to say what an address is called take the type PTR: ${written}`,
    };
  }
  const below = written.startsWith("*.");
  const read = readName(below ? written.slice(2) : written);
  if ("problem" in read) return read;
  const { name } = read;
  if (!below && ownNames.includes(name)) {
    return {
      problem: `This is a name of the box itself, which it answers alone; take another: ${name}`,
    };
  }
  if (isLocalName(name) || name.endsWith(".localhost")) {
    return { problem: `This is a name of every machine itself, which answers it alone: ${name}` };
  }
  if (below && isWholeEnding(name)) {
    return {
      problem: `This is a whole ending with all of its domains; name a domain below it: *.${name}`,
    };
  }
  if (type === "SRV" && !/^_[^.]+\._[^.]+\./.test(`${name}.`)) {
    return {
      problem: `An SRV record stands at a name such as _ldap._tcp.lab.example, not at: ${name}`,
    };
  }
  return { name: below ? `*.${name}` : name };
}

/**
 * Whether a name is a public suffix such as com or co.uk; home.arpa is for local use (RFC 8375).
 */
export function isWholeEnding(name: string): boolean {
  return name !== "home.arpa" && isPublicSuffix(name);
}

/** Parses a name without a star into stored form. */
export function readName(text: string): ParsedName {
  const written = text.trim().replace(/[.。]$/, "");
  if (written === "") return { problem: "Give a name, such as nas.lab.example" };
  if (written.includes("*")) {
    return {
      problem: `A * stands alone and in front of the first dot only, as in *.lab.example: ${text}`,
    };
  }
  if (/\s/.test(written)) {
    return { problem: `A name has no blanks; write - in their place: ${text}` };
  }
  if (written.includes("..") || written.startsWith(".")) {
    return {
      problem: `Two dots of a name have something between them, and none stands in front: ${text}`,
    };
  }
  if (/[\\/:@"'<>]/.test(written) && !/^[a-z0-9_./-]+$/i.test(written)) {
    return { problem: `Write the bare name, without http:// or anything behind it: ${text}` };
  }
  const wire = nameFromText(written);
  if (wire === undefined) return { problem: tooLong(written) ?? `This is no domain name: ${text}` };
  const name = nameToText(wire);
  return /^[a-z0-9_/-]+(?:\.[a-z0-9_/-]+)*$/.test(name)
    ? { name }
    : { problem: `A name has letters, digits, - and _, and dots between its parts: ${text}` };
}

function tooLong(written: string): string | undefined {
  const label = written.split(".").find((each) => each.length > MOST_OF_LABEL);
  if (label !== undefined) {
    return `A part of a name has at most ${MOST_OF_LABEL} characters, this one more: ${label}`;
  }
  return written.length > MOST
    ? `A name has at most ${MOST} characters, this one has: ${written.length}`
    : undefined;
}
