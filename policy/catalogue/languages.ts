/** The languages of the interface. */

/** Language codes (ISO 639-1). English is first, because it replaces missing texts. */
export const LANGUAGES = ["en", "fr", "es", "de", "nl", "it", "pt"] as const;
/** A code of `LANGUAGES`. */
export type Language = typeof LANGUAGES[number];
