/**
 * Well-known public resolvers, as published by their operators. The table offers choices, and the
 * addresses of server names, so that an encrypted upstream needs no look-up before the first
 * response.
 */

/** What a resolver blocks by default. */
export type ResolverFiltering = "none" | "malware" | "ads" | "family";

/**
 * The protocol of a resolver in a preset: `quad9/doh` (RFC 8484), `quad9/dot` (RFC 7858),
 * `quad9/plain` (RFC 1035).
 */
export type ResolverProtocol = "doh" | "dot" | "plain";

/** One service of a public resolver. */
export interface PublicResolver {
  /** Its identifier in upstream lines. */
  readonly id: string;
  readonly operator: string;
  /** The seat of the operator, which determines the applicable law. */
  readonly country: string;
  /** What it blocks; `ads` and `family` include malware. */
  readonly filtering: ResolverFiltering;
  /** What the resolver does and stores under its operator's policy, as text for display. */
  readonly note: string;
  /** Addresses, IPv4 first. */
  readonly addresses: readonly string[];
  /** Whether the addresses answer over plain UDP and TCP. */
  readonly plain: boolean;
  /** Name of the DNS over TLS server (RFC 7858). */
  readonly tls?: string;
  /** URL of the DNS over HTTPS server (RFC 8484). */
  readonly https?: string;
  /**
   * Whether `addresses` also answer for the names in `tls` and `https`; otherwise these are looked
   * up.
   */
  readonly pinned: boolean;
}

type Row = readonly [
  id: string,
  operator: string,
  filtering: ResolverFiltering,
  note: string,
  addresses: string,
  tls: string,
  https: string,
  flags?: "encrypted-only" | "looked-up",
];

const NO_LOG = "validates DNSSEC, keeps no client address";

/** Seats of the operators. */
const COUNTRIES: Readonly<Record<string, string>> = {
  Quad9: "Switzerland",
  Cloudflare: "United States",
  Google: "United States",
  AdGuard: "Cyprus",
  Mullvad: "Sweden",
  "Cisco OpenDNS": "United States",
  CleanBrowsing: "United States",
  "Control D": "Canada",
  "DNS.SB": "Germany",
  DNS4EU: "European Union",
};

const ROWS: readonly Row[] = [
  [
    "quad9",
    "Quad9",
    "malware",
    `Blocks known malware; ${NO_LOG}`,
    "9.9.9.9 149.112.112.112 2620:fe::fe 2620:fe::9",
    "dns.quad9.net",
    "https://dns.quad9.net/dns-query",
  ],
  [
    "quad9-unfiltered",
    "Quad9",
    "none",
    "Nothing blocked, no DNSSEC validation",
    "9.9.9.10 149.112.112.10 2620:fe::10 2620:fe::fe:10",
    "dns10.quad9.net",
    "https://dns10.quad9.net/dns-query",
  ],
  [
    "quad9-ecs",
    "Quad9",
    "malware",
    "Blocks known malware; tells servers the client's network for nearer content",
    "9.9.9.11 149.112.112.11 2620:fe::11 2620:fe::fe:11",
    "dns11.quad9.net",
    "https://dns11.quad9.net/dns-query",
  ],
  [
    "cloudflare",
    "Cloudflare",
    "none",
    "Fast everywhere; validates DNSSEC; logs kept 25 hours",
    "1.1.1.1 1.0.0.1 2606:4700:4700::1111 2606:4700:4700::1001",
    "one.one.one.one",
    "https://cloudflare-dns.com/dns-query",
  ],
  [
    "cloudflare-security",
    "Cloudflare",
    "malware",
    "Blocks malware",
    "1.1.1.2 1.0.0.2 2606:4700:4700::1112 2606:4700:4700::1002",
    "security.cloudflare-dns.com",
    "https://security.cloudflare-dns.com/dns-query",
  ],
  [
    "cloudflare-family",
    "Cloudflare",
    "family",
    "Blocks malware and adult content",
    "1.1.1.3 1.0.0.3 2606:4700:4700::1113 2606:4700:4700::1003",
    "family.cloudflare-dns.com",
    "https://family.cloudflare-dns.com/dns-query",
  ],
  [
    "google",
    "Google",
    "none",
    "Fast everywhere; validates DNSSEC; temporary logs hold client addresses",
    "8.8.8.8 8.8.4.4 2001:4860:4860::8888 2001:4860:4860::8844",
    "dns.google",
    "https://dns.google/dns-query",
  ],
  [
    "adguard",
    "AdGuard",
    "ads",
    "Blocks ads and trackers",
    "94.140.14.14 94.140.15.15 2a10:50c0::ad1:ff 2a10:50c0::ad2:ff",
    "dns.adguard-dns.com",
    "https://dns.adguard-dns.com/dns-query",
  ],
  [
    "adguard-family",
    "AdGuard",
    "family",
    "Blocks ads, trackers and adult content, enforces safe search",
    "94.140.14.15 94.140.15.16 2a10:50c0::bad1:ff 2a10:50c0::bad2:ff",
    "family.adguard-dns.com",
    "https://family.adguard-dns.com/dns-query",
  ],
  [
    "adguard-unfiltered",
    "AdGuard",
    "none",
    "Nothing blocked",
    "94.140.14.140 94.140.14.141 2a10:50c0::1:ff 2a10:50c0::2:ff",
    "unfiltered.adguard-dns.com",
    "https://unfiltered.adguard-dns.com/dns-query",
  ],
  [
    "mullvad",
    "Mullvad",
    "none",
    "Encrypted only; keeps no log",
    "194.242.2.2 2a07:e340::2",
    "dns.mullvad.net",
    "https://dns.mullvad.net/dns-query",
    "encrypted-only",
  ],
  [
    "mullvad-adblock",
    "Mullvad",
    "ads",
    "Encrypted only; blocks ads and trackers",
    "194.242.2.3 2a07:e340::3",
    "adblock.dns.mullvad.net",
    "https://adblock.dns.mullvad.net/dns-query",
    "encrypted-only",
  ],
  [
    "mullvad-base",
    "Mullvad",
    "ads",
    "Encrypted only; blocks ads, trackers and malware",
    "194.242.2.4 2a07:e340::4",
    "base.dns.mullvad.net",
    "https://base.dns.mullvad.net/dns-query",
    "encrypted-only",
  ],
  [
    "mullvad-family",
    "Mullvad",
    "family",
    "Encrypted only; blocks ads, trackers, malware, adult content and gambling",
    "194.242.2.6 2a07:e340::6",
    "family.dns.mullvad.net",
    "https://family.dns.mullvad.net/dns-query",
    "encrypted-only",
  ],
  [
    "opendns",
    "Cisco OpenDNS",
    "malware",
    "Blocks phishing",
    "208.67.222.222 208.67.220.220 2620:119:35::35 2620:119:53::53",
    "dns.opendns.com",
    "https://doh.opendns.com/dns-query",
    "looked-up",
  ],
  [
    "opendns-family",
    "Cisco OpenDNS",
    "family",
    "Blocks adult content",
    "208.67.222.123 208.67.220.123 2620:119:35::123 2620:119:53::123",
    "",
    "https://doh.familyshield.opendns.com/dns-query",
    "looked-up",
  ],
  [
    "cleanbrowsing-security",
    "CleanBrowsing",
    "malware",
    "Blocks phishing and malware",
    "185.228.168.9 185.228.169.9 2a0d:2a00:1::2 2a0d:2a00:2::2",
    "security-filter-dns.cleanbrowsing.org",
    "https://doh.cleanbrowsing.org/doh/security-filter/",
    "looked-up",
  ],
  [
    "cleanbrowsing-adult",
    "CleanBrowsing",
    "family",
    "Blocks malware and adult content",
    "185.228.168.10 185.228.169.11 2a0d:2a00:1::1 2a0d:2a00:2::1",
    "adult-filter-dns.cleanbrowsing.org",
    "https://doh.cleanbrowsing.org/doh/adult-filter/",
    "looked-up",
  ],
  [
    "cleanbrowsing-family",
    "CleanBrowsing",
    "family",
    "Blocks adult content, mixed-content sites and VPN names, enforces safe search",
    "185.228.168.168 185.228.169.168 2a0d:2a00:1:: 2a0d:2a00:2::",
    "family-filter-dns.cleanbrowsing.org",
    "https://doh.cleanbrowsing.org/doh/family-filter/",
    "looked-up",
  ],
  [
    "controld",
    "Control D",
    "none",
    "Nothing blocked",
    "76.76.2.0 76.76.10.0 2606:1a40:: 2606:1a40:1::",
    "p0.freedns.controld.com",
    "https://freedns.controld.com/p0",
    "looked-up",
  ],
  [
    "controld-malware",
    "Control D",
    "malware",
    "Blocks malware",
    "76.76.2.1 76.76.10.1 2606:1a40::1 2606:1a40:1::1",
    "p1.freedns.controld.com",
    "https://freedns.controld.com/p1",
    "looked-up",
  ],
  [
    "controld-ads",
    "Control D",
    "ads",
    "Blocks malware, ads and trackers",
    "76.76.2.2 76.76.10.2 2606:1a40::2 2606:1a40:1::2",
    "p2.freedns.controld.com",
    "https://freedns.controld.com/p2",
    "looked-up",
  ],
  [
    "controld-family",
    "Control D",
    "family",
    "Blocks malware, ads and adult content",
    "76.76.2.4 76.76.10.4 2606:1a40::4 2606:1a40:1::4",
    "family.freedns.controld.com",
    "https://freedns.controld.com/family",
    "looked-up",
  ],
  [
    "dns-sb",
    "DNS.SB",
    "none",
    `Nothing blocked; ${NO_LOG}`,
    "185.222.222.222 45.11.45.11 2a09:: 2a11::",
    "dot.sb",
    "https://doh.dns.sb/dns-query",
    "looked-up",
  ],
  [
    "dns4eu",
    "DNS4EU",
    "malware",
    "Blocks malware and fraud",
    "86.54.11.1 86.54.11.201 2a13:1001::86:54:11:1 2a13:1001::86:54:11:201",
    "protective.joindns4.eu",
    "https://protective.joindns4.eu/dns-query",
  ],
  [
    "dns4eu-child",
    "DNS4EU",
    "family",
    "Blocks malware and content unfit for children",
    "86.54.11.12 86.54.11.212 2a13:1001::86:54:11:12 2a13:1001::86:54:11:212",
    "child.joindns4.eu",
    "https://child.joindns4.eu/dns-query",
  ],
  [
    "dns4eu-ads",
    "DNS4EU",
    "ads",
    "Blocks malware and ads",
    "86.54.11.13 86.54.11.213 2a13:1001::86:54:11:13 2a13:1001::86:54:11:213",
    "noads.joindns4.eu",
    "https://noads.joindns4.eu/dns-query",
  ],
  [
    "dns4eu-unfiltered",
    "DNS4EU",
    "none",
    "Nothing blocked",
    "86.54.11.100 86.54.11.200 2a13:1001::86:54:11:100 2a13:1001::86:54:11:200",
    "unfiltered.joindns4.eu",
    "https://unfiltered.joindns4.eu/dns-query",
  ],
];

/** The public resolvers to choose from, in display order. */
export const PUBLIC_RESOLVERS: readonly PublicResolver[] = ROWS.map((
  [id, operator, filtering, note, addresses, tls, https, flags],
) => ({
  id,
  operator,
  country: COUNTRIES[operator],
  filtering,
  note,
  addresses: addresses.split(" "),
  plain: flags !== "encrypted-only",
  ...(tls === "" ? {} : { tls }),
  ...(https === "" ? {} : { https }),
  pinned: flags !== "looked-up",
}));
