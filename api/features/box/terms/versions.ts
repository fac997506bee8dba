/** The versions of the terms of use (A 7.12.1). */

/** All versions, oldest first; the last one is current. */
export const TERMS_VERSIONS = ["2026-09-27", "2026-10-12", "2026-10-13"] as const;

/** The current version, since release 0.8.2. */
export const TERMS_VERSION = "2026-10-13";
