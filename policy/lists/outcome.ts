/** What one line came to, and the names that lines hold. */
import { nameFromText, nameToText } from "../model/name.ts";
import type { Covers, Ignored, Refused, RuleSink } from "../model/rule.ts";
import { isLocalName, isPublicSuffix } from "./suffix.ts";

/** What became of a line: something was told to the sink, or it counts for nothing, or it is wrong. */
export type Outcome = "used" | Ignored | Refused;

/** A name that a rule covers, with what the rule does. */
export interface PlainName {
  readonly name: string;
  readonly covers: Covers;
  readonly allow: boolean;
  readonly important: boolean;
}

const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** Presentation form without final dot (RFC 1035 2.3.4). */
const MAX_NAME_TEXT = 253;
const encoder = new TextEncoder();

/**
 * The name as lower-case ASCII without final dot: labels of letters, digits, `-` and `_`, other scripts as A-labels.
 * Undefined when it is no name, or when its last label is a number, as in an address.
 */
export function asciiName(text: string): string | undefined {
  let name = text.endsWith(".") ? text.slice(0, -1) : text;
  if (!isAscii(name)) {
    const wire = name.length > MAX_NAME_TEXT ? undefined : nameFromText(name);
    if (wire === undefined) return undefined;
    name = nameToText(wire);
  }
  name = name.toLowerCase();
  if (name.length > MAX_NAME_TEXT || !NAME.test(name)) return undefined;
  return /(?:^|\.)\d+$/.test(name) ? undefined : name;
}

/**
 * Tells the sink a plain name, unless it is blocked and one of the machine's own or a public suffix (E7, and `com` would block half
 * the world).
 */
export function takeName(plain: PlainName, sink: RuleSink): Outcome {
  const unwanted = plain.allow ? undefined : unwantedName(plain.name);
  if (unwanted !== undefined) return unwanted;
  const bytes = encoder.encode(plain.name);
  sink.name(bytes, 0, bytes.length, plain.covers, plain.allow, plain.important);
  return "used";
}

/** Why a list may not cover this name, when it may not. */
export function unwantedName(name: string): "local-name" | "top-level-name" | undefined {
  if (isLocalName(name)) return "local-name";
  const dot = name.indexOf(".");
  const short = dot < 0 || name.indexOf(".", dot + 1) < 0;
  return short && isPublicSuffix(name) ? "top-level-name" : undefined;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
