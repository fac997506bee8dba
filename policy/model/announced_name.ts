/** Names that machines announce. They may contain anything. */

/** Maximum number of characters kept. */
const NAME_CHARACTERS = 64;

/**
 * Makes a name safe to display and store: on one line, without characters that control a terminal
 * or the writing direction, and shortened.
 */
export function sanitizeAnnouncedName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, " ");
  return plain.replace(/\s+/g, " ").trim().slice(0, NAME_CHARACTERS).toWellFormed().replace(
    /\ufffd$/,
    "",
  );
}
