/** The version of the product, as `box version`, the User-Agent and the snapshot file tell it (DESIGN 11). */
export const VERSION = "0.9.0";

/** The User-Agent of everything that the box asks over HTTP, the anonymous statistics excepted (DESIGN 11, A 7.12.3). */
export const USER_AGENT = `box/${VERSION}`;

/** When this version was made, Unix milliseconds: a clock that shows less is wrong (api/time_known.ts). */
export const RELEASED = Date.UTC(2026, 9, 13);
