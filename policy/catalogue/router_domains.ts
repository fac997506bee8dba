/**
 * Domains that routers assign to a home although the public suffix `box` covers them (FRITZ!Box,
 * EasyBox, HomeBox).
 */
export const ROUTER_DOMAINS: readonly string[] = ["fritz.box", "easy.box", "o2.box"];
