/**
 * Public domains that answer with private addresses on purpose, so that the check for DNS rebinding
 * leaves them alone (A 7.4.1). Each includes its subdomains. The project compiled them from the
 * documentation of the services.
 */

/** A service, its domains, and why it answers with private addresses. */
export interface HomeAnswerer {
  readonly name: string;
  readonly domains: readonly string[];
  readonly why: string;
}

/** The services. */
export const HOME_ANSWERERS: readonly HomeAnswerer[] = [
  {
    name: "Plex",
    domains: ["plex.direct"],
    why: "Media servers at home get certificates for names that contain their address",
  },
  {
    name: "UniFi",
    domains: ["ui.direct"],
    why: "Consoles at home get certificates for names that contain their address",
  },
  {
    name: "Synology QuickConnect",
    domains: ["direct.quickconnect.to"],
    why: "Applications reach the storage at home directly",
  },
  {
    name: "QNAP",
    domains: ["myqnapcloud.com", "myqnapcloud.io"],
    why: "Applications reach the storage at home directly",
  },
  {
    name: "Tailscale",
    domains: ["ts.net"],
    why: "Machines of a private network have addresses of 100.64.0.0/10",
  },
  {
    name: "NetBird",
    domains: ["netbird.cloud"],
    why: "Machines of a private network have addresses of 100.64.0.0/10",
  },
  {
    name: "Router pages",
    domains: [
      "asusrouter.com",
      "easy.box",
      "fritz.box",
      "mwlogin.net",
      "myfritz.box",
      "o2.box",
      "orbilogin.com",
      "orbilogin.net",
      "routerlogin.com",
      "routerlogin.net",
      "tendawifi.com",
      "tplinklogin.net",
      "tplinkmodem.net",
      "tplinkrepeater.net",
      "tplinkwifi.net",
    ],
    why: "A router answers its own name with its own address",
  },
  {
    name: "Reputation lists of mail servers",
    domains: [
      "abuseat.org",
      "barracudacentral.org",
      "dnswl.org",
      "habeas.com",
      "mailspike.net",
      "nixspam.net",
      "psbl.org",
      "rfc-clueless.org",
      "rspamd.com",
      "senderscore.com",
      "sorbs.net",
      "spamcop.net",
      "spamhaus.net",
      "spamhaus.org",
      "spamrats.com",
      "surbl.org",
      "uceprotect.net",
      "uribl.com",
    ],
    why: "An answer of 127.0.0.0/8 is a code that says what is known about an address (RFC 5782)",
  },
];

/** The domains of all of them. */
export const HOME_ANSWER_DOMAINS: readonly string[] = HOME_ANSWERERS.flatMap(({ domains }) =>
  domains
);

/**
 * Endings that only a home uses: names below them are never public (A 7.2.3, RFC 6761, RFC 6762,
 * RFC 8375). The router domains of `HOME_ANSWERERS` are public and so not among them.
 */
export const HOME_ENDINGS: readonly string[] = [
  "arpa",
  "corp",
  "example",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "private",
  "test",
];
