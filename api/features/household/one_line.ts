/** What people and others wrote, as one line that hides and turns nothing of what is shown beside it. */

/** Line ends, tabs and other controls part words. */
const PARTING = /[\p{Cc}\u2028\u2029\s]+/gu;
/** Lone surrogates and characters that turn or hide text; joiners stay, since scripts and signs need them. */
const HIDING = /\p{Cs}|(?![\u200c\u200d])\p{Cf}/gu;
/** Marks that are heaped on one letter, beyond what any script needs. */
const HEAPED = /(\p{M}{4})\p{M}+/gu;

/** A text on one line, composed and trimmed. Composing takes its time: whoever calls has bounded the text. */
export function oneLine(text: string): string {
  return text.replace(HIDING, "").normalize("NFC").replace(PARTING, " ").replace(HEAPED, "$1")
    .trim();
}
