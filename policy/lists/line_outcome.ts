/** The outcome of one line, and whether a list may cover its name. */
import type { Coverage, IgnoredReason, RefusedReason, RuleSink } from "../model/rule.ts";
import { isLocalName, isPublicSuffix } from "./public_suffix.ts";

/** The outcome of a line: passed to the sink, ignored or refused. */
export type LineOutcome = "used" | IgnoredReason | RefusedReason;

/** A name that a rule covers, with the effect of the rule. */
export interface PlainName {
  readonly name: string;
  readonly covers: Coverage;
  readonly allow: boolean;
  readonly important: boolean;
}

const encoder = new TextEncoder();

/**
 * Whether text with a final dot is a whole name: the label before the dot is a public suffix. `ads`
 * is one without any domain, and in rules it is a part of names.
 */
export function endsInSuffix(text: string): boolean {
  const last = /\.([a-z0-9-]+)\.$/i.exec(text)?.[1]?.toLowerCase();
  return last !== undefined && last !== "ads" && isPublicSuffix(last);
}

/**
 * Passes a plain name to the sink. A block of a name of the machine itself or of a public suffix is
 * not passed (rule-syntax E7, and `com` would block half the world).
 */
export function emitName(plain: PlainName, sink: RuleSink): LineOutcome {
  const unwanted = plain.allow ? undefined : findNameFault(plain.name);
  if (unwanted !== undefined) return unwanted;
  const bytes = encoder.encode(plain.name);
  sink.name(bytes, 0, bytes.length, plain.covers, plain.allow, plain.important);
  return "used";
}

/** Why a list may not cover this name; undefined = it may. */
export function findNameFault(name: string): "local-name" | "top-level-name" | undefined {
  if (isLocalName(name)) return "local-name";
  const dot = name.indexOf(".");
  const short = dot < 0 || name.indexOf(".", dot + 1) < 0;
  return short && isPublicSuffix(name) ? "top-level-name" : undefined;
}
