/**
 * Validates names and notes that people enter, which are displayed on pages, in terminals, logs and
 * e-mails.
 */
import { type Sentence, sentence } from "./sentence.ts";

/**
 * Controls, lone surrogates, line ends, and characters that reorder or hide text. Joiners are
 * allowed, since scripts and symbols need them.
 */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;

/** Whether a text contains characters that move, reorder or hide adjacent text. */
export function isMisleading(text: string): boolean {
  return REFUSED.test(text);
}

/**
 * Returns an error sentence if a text, normalized and trimmed, is not a valid label; undefined = it
 * is valid.
 */
export function labelFault(label: string, most: number): Sentence | undefined {
  const length = [...label.slice(0, 4 * most + 1)].length;
  if (length < 1 || length > most) return sentence`A name or note can have 1 to ${most} characters`;
  return isMisleading(label) ? sentence`A name or note cannot have control characters` : undefined;
}
