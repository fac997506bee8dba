/** What plain HTTP answers itself, and what is never sent to the name of the box (A 7.8, 5.4). */

/** How a request over plain HTTP is met: answered there, sent to HTTPS at the address typed, or to the name of the box. */
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
  "/act", // The form of /ask; what else it stands for is refused over plain HTTP.
];
/**
 * Served over HTTPS only, or nowhere yet; their clients do not want the interface and may not
 * follow a redirect to a name.
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

/** How a request for a path is met while HTTP is sent to the name. */
export function treatmentOf(path: string): PathTreatment {
  if (ANSWERED.some((each) => isUnder(path, each))) return "answered";
  return NEVER_TO_NAME.some((each) => isUnder(path, each)) ? "address" : "name";
}

function isUnder(path: string, row: string): boolean {
  return row.endsWith("/") || row.endsWith("/peer") ? path.startsWith(row) : path === row;
}
