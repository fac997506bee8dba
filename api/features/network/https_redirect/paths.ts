/**
 * Paths that plain HTTP serves itself, and paths that are never redirected to the name of the box
 * (A 7.8, 5.4).
 */

/**
 * The treatment of a request over plain HTTP: served there, redirected to HTTPS at the requested
 * address, or to the name of the box.
 */
export type PathTreatment = "answered" | "address" | "name";

/** Paths; one that ends in a slash, or in `peer`, matches every path that begins with it. */
const ANSWERED = [
  "/healthz",
  "/metrics",
  "/api/v1/stats",
  "/ask",
  "/api/v1/ask",
  "/assets/",
  "/certificate",
  "/certificate/",
  // The form of /ask; other actions under this path are refused over plain HTTP.
  "/act",
];
/**
 * Served over HTTPS only, or not at all; their clients are no browsers and may not follow a
 * redirect to a name.
 */
const NEVER_TO_NAME = [
  "/fonts/",
  "/favicon.svg",
  "/wpad.dat",
  "/proxy.pac",
  "/api/v1/ha/peer",
  "/dns-query",
  "/.well-known/",
];

/** Returns the treatment of a path while HTTP is redirected to the name. */
export function treatmentOf(path: string): PathTreatment {
  if (ANSWERED.some((each) => isUnder(path, each))) return "answered";
  return NEVER_TO_NAME.some((each) => isUnder(path, each)) ? "address" : "name";
}

function isUnder(path: string, row: string): boolean {
  return row.endsWith("/") || row.endsWith("/peer") ? path.startsWith(row) : path === row;
}
