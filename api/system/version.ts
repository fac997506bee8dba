/** The version of the product, as in `box version`, the User-Agent and the snapshot file. */
export const VERSION = "0.9.0";

/** The User-Agent of all HTTP requests of the box, except the anonymous statistics. */
export const USER_AGENT = `box/${VERSION}`;

/**
 * The release date of this version in Unix milliseconds: a clock that shows less is wrong
 * (api/system/time_known.ts).
 */
export const RELEASED = Date.UTC(2026, 9, 13);
