/**
 * Parses the name of a record as a person writes it: letters of any script, a leading star, or an
 * address for a reverse name (RFC 1035, 4592).
 */
import { isLocalName, isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { nameFromText, nameToText } from "../../../../policy/model/name.ts";
import { reverseText } from "../../../../resolver/wire/names.ts";
import type { RecordType } from "./record_type.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** Longest text of a name and of a label (RFC 1035 2.3.4). */
const MOST = 253;
const MOST_OF_LABEL = 63;

/**
 * A name in stored form, lower-case ASCII without final dot, or why it is invalid, in a sentence.
 */
export type ParsedName = { readonly name: string } | { readonly problem: Sentence };

/** Parses the name of a record of a type. `ownNames` are the names of the box, lower case. */
export function readOwner(text: string, type: RecordType, ownNames: readonly string[]): ParsedName {
  const written = text.trim();
  const address = parseAddress(written);
  if (address !== undefined) {
    return type === "PTR" ? { name: reverseText(address) } : {
      problem: sentence`This is an address; to give it a name, choose the type PTR: ${written}`,
    };
  }
  const below = written.startsWith("*.");
  const read = readName(below ? written.slice(2) : written);
  if ("problem" in read) return read;
  const { name } = read;
  if (!below && ownNames.includes(name)) {
    return {
      problem: sentence`This is a name of the box itself; choose another one: ${name}`,
    };
  }
  if (isLocalName(name) || name.endsWith(".localhost")) {
    return {
      problem: sentence`Every machine answers this name itself: ${name}`,
    };
  }
  if (below && isWholeEnding(name)) {
    return {
      problem: sentence`This ending belongs to many owners; give one domain below it: *.${name}`,
    };
  }
  if (type === "SRV" && !/^_[^.]+\._[^.]+\./.test(`${name}.`)) {
    return {
      problem: sentence`The name of an SRV record looks like _ldap._tcp.lab.example, not: ${name}`,
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
  if (written === "") return { problem: sentence`Give a name, such as nas.lab.example` };
  if (written.includes("*")) {
    return {
      problem: sentence`A * can only be the first part of a name, as in *.lab.example: ${text}`,
    };
  }
  if (/\s/.test(written)) {
    return { problem: sentence`A name has no spaces; write - instead: ${text}` };
  }
  if (written.includes("..") || written.startsWith(".")) {
    return {
      problem: sentence`A name has no dot at its start, and no two dots in a row: ${text}`,
    };
  }
  if (/[\\/:@"'<>]/.test(written) && !/^[a-z0-9_./-]+$/i.test(written)) {
    return {
      problem:
        sentence`Write only the name, without http:// and without anything after it: ${text}`,
    };
  }
  const wire = nameFromText(written);
  if (wire === undefined) {
    return { problem: tooLong(written) ?? sentence`This is not a domain name: ${text}` };
  }
  const name = nameToText(wire);
  return /^[a-z0-9_/-]+(?:\.[a-z0-9_/-]+)*$/.test(name) ? { name } : {
    problem: sentence`A name has letters, digits, - and _, and dots between its parts: ${text}`,
  };
}

function tooLong(written: string): Sentence | undefined {
  const label = written.split(".").find((each) => each.length > MOST_OF_LABEL);
  if (label !== undefined) {
    return sentence`Each part of a name can have at most ${MOST_OF_LABEL} characters: ${label}`;
  }
  return written.length > MOST
    ? sentence`A name can have at most ${MOST} characters, this one has: ${written.length}`
    : undefined;
}
