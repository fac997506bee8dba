/** User and external text as one line, without characters that hide or reorder adjacent text. */

/** Line ends, tabs and other controls separate words. */
const PARTING = /[\p{Cc}\u2028\u2029\s]+/gu;
/**
 * Lone surrogates and characters that reorder or hide text; joiners stay, since scripts and emoji
 * need them.
 */
const HIDING = /\p{Cs}|(?![\u200c\u200d])\p{Cf}/gu;
/** More combining marks on one letter than any script needs. */
const HEAPED = /(\p{M}{4})\p{M}+/gu;

/**
 * The text on one line, Unicode-composed and trimmed. Composing is slow for long text, so the
 * caller must limit the length first.
 */
export function oneLine(text: string): string {
  return text.replace(HIDING, "").normalize("NFC").replace(PARTING, " ").replace(HEAPED, "$1")
    .trim();
}
