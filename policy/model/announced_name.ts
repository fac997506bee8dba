/** Names that machines announce: anything may stand in them. */

/** Characters of a name that are kept. */
const NAME_CHARACTERS = 64;

/** A name as it may be shown and kept: on one line, without what steers a terminal or the direction of writing, not endless. */
export function announcedName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, " ");
  return plain.replace(/\s+/g, " ").trim().slice(0, NAME_CHARACTERS).toWellFormed().replace(
    /\ufffd$/,
    "",
  );
}
