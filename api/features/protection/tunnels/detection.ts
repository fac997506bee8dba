/** What can be done about data carried inside DNS. */

/** What is done about a tunnel: it is blocked and told, told alone, or not looked for. */
export const TUNNEL_DETECTIONS = ["on", "tell", "off"] as const;
/** One of `TUNNEL_DETECTIONS`. */
export type TunnelDetection = (typeof TUNNEL_DETECTIONS)[number];
