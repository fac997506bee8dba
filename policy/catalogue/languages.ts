/** The languages that the box speaks to people. */

/** Their codes (ISO 639-1), English first since it stands in for what is missing. */
export const LANGUAGES = ["en", "fr", "es", "de", "nl", "it", "pt"] as const;
/** One of them. */
export type Language = typeof LANGUAGES[number];
