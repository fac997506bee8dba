/** The versions of the terms of use (A 7.12.1). */

/** Every version there was, oldest first; the last one is in force. */
export const TERMS_VERSIONS = ["2026-09-27", "2026-10-12", "2026-10-13"] as const;

/** The version in force, from release 0.8.2 on. */
export const TERMS_VERSION = "2026-10-13";
