/**
 * Queries of ordinary programs that resemble data inside DNS, in known patterns. None may be
 * detected as a tunnel.
 */
import type { TunnelQuery } from "../../policy/tunnels/detector.ts";
import { seeded, text, TYPES } from "./tunnel_traffic.ts";

/** One shape of ordinary queries. */
export interface InnocentShape {
  readonly name: string;
  /** Queries an hour of one busy device or server. */
  readonly perHour: number;
  /**
   * Whether its domain carries data on purpose and is in the catalogue, so that only the catalogue
   * can distinguish it.
   */
  readonly listed?: boolean;
  readonly make: (random: () => number, i: number) => Parts;
}

interface Parts {
  readonly name: string;
  readonly type?: number;
  readonly rcode?: number;
  readonly answer?: string;
  /** Bytes of the response after its question. */
  readonly more?: number;
}

const HEX = "0123456789abcdef";
const ROT = "0123456789nopqrs";
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const DIGITS = "0123456789";
const WORDS =
  "edge static video cache media front image api data news shop mail blog login assets stream ads sync"
    .split(" ");
const whole = (random: () => number, below: number) => Math.floor(random() * below);
const pick = <T>(random: () => number, from: readonly T[]) => from[whole(random, from.length)];
const hex = (random: () => number, length: number) => text(random, HEX, length);
const uuid = (random: () => number) =>
  [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-");
const reversed = (random: () => number) =>
  Array.from({ length: 4 }, () => whole(random, 256)).join(".");
const listed = (random: () => number) => random() < 0.1 ? { answer: "127.0.0.2" } : { rcode: 3 };

/** All shapes. */
export const INNOCENT_SHAPES: readonly InnocentShape[] = [
  {
    name: "Akamai edge names",
    perHour: 600,
    make: (r) => ({ name: `e${whole(r, 90_000)}.dsc${pick(r, ["a", "b", "g"])}.akamaiedge.net` }),
  },
  {
    name: "Akamai measurements (mPulse)",
    perHour: 60,
    make: (r) => ({
      name: `${text(r, BASE32, 20)}-${hex(r, 8)}-${hex(r, 9)}-clienttons-s.akamaihd.net`,
      more: 150,
    }),
  },
  {
    name: "CloudFront distributions",
    perHour: 300,
    make: (r) => ({ name: `d${text(r, BASE32, 13)}.cloudfront.net`, more: 80 }),
  },
  {
    name: "Google user content",
    perHour: 120,
    make: (r) => ({ name: `${text(r, BASE32, 26)}-a-sites-opensocial.googleusercontent.com` }),
  },
  {
    name: "Google video servers",
    perHour: 400,
    make: (r) => ({ name: `rr${whole(r, 9)}---sn-${text(r, BASE32, 8)}.googlevideo.com` }),
  },
  {
    name: "Google network measurements",
    perHour: 40,
    make: (r) => ({
      name: `p4-${text(r, BASE32, 13)}-${text(r, BASE32, 16)}-${
        whole(r, 999_999)
      }-i1-v6exp3.v4.metric.gstatic.com`,
    }),
  },
  {
    name: "Facebook content network",
    perHour: 300,
    make: (r) => ({
      name: `scontent-${pick(r, ["fra", "cdg", "mad", "lhr"])}${whole(r, 9)}-${
        whole(r, 3)
      }.xx.fbcdn.net`,
    }),
  },
  {
    name: "Netflix servers",
    perHour: 300,
    make: (r) => ({ name: `ipv4-c${whole(r, 300)}-fra00${whole(r, 9)}-ix.1.oca.nflxvideo.net` }),
  },
  {
    name: "Counters of visitors, UUID names",
    perHour: 60,
    make: (r) => ({ name: `${uuid(r)}.sync.ad-exchange.com` }),
  },
  {
    name: "Advertising, session names",
    perHour: 60,
    make: (r) => ({
      name: `s${text(r, DIGITS, 13)}-${hex(r, 16)}.${pick(r, WORDS)}.adtech-pixel.com`,
    }),
  },
  {
    name: "Cedexis radar",
    perHour: 60,
    make: (r) => ({
      name: `i1-j1-18-24-1-${whole(r, 99_999)}-${text(r, DIGITS, 10)}-i.init.cedexis-radar.net`,
    }),
  },
  {
    name: "Plex direct",
    perHour: 200,
    make: (_, i) => ({ name: `192-168-1-${i % 250}.${hex(seeded(i % 3), 32)}.plex.direct` }),
  },
  {
    name: "Tailscale nodes",
    perHour: 100,
    make: (_, i) => ({ name: `laptop-${i % 40}.tail${hex(seeded(i % 5), 6)}.ts.net` }),
  },
  {
    name: "WebRTC and TURN names",
    perHour: 60,
    make: (r) => ({ name: `turn-${hex(r, 12)}.global.turn.twilio.com` }),
  },
  {
    name: "IoT with UUID names",
    perHour: 120,
    make: (_, i) => ({ name: `${uuid(seeded(i % 30))}.iot.eu-west-1.vendor-cloud.com` }),
  },
  {
    name: "Amazon IoT endpoints",
    perHour: 60,
    make: (_, i) => ({
      name: `a${text(seeded(i % 20), BASE32, 13)}-ats.iot.eu-west-1.amazonaws.com`,
    }),
  },
  {
    name: "Apple services",
    perHour: 300,
    make: (r) => ({
      name: `p${whole(r, 180)}-${
        pick(r, ["caldav", "contacts", "content", "ckdatabase"])
      }.icloud.com`,
      type: 65,
    }),
  },
  {
    name: "Windows telemetry",
    perHour: 120,
    make: (_, i) => ({ name: `v${i % 20}.events.data.microsoft.com` }),
  },
  {
    name: "Trackers behind the site's own name",
    perHour: 120,
    make: (_, i) => ({ name: `${hex(seeded(i % 60), 10)}.metrics.news-site.com` }),
  },
  {
    name: "Blogs that a crawler reads",
    perHour: 20_000,
    make: (r, i) => ({ name: `${pick(r, WORDS)}${pick(r, WORDS)}${i % 5000}.tumblr.com` }),
  },
  {
    name: "Spam lists, addresses",
    perHour: 20_000,
    make: (r) => ({ name: `${reversed(r)}.zen.mail-blocklist.org`, ...listed(r) }),
  },
  {
    name: "Spam lists, addresses of IPv6",
    perHour: 5000,
    make: (r) => ({ name: `${[...hex(r, 32)].join(".")}.zen.mail-blocklist.org`, ...listed(r) }),
  },
  {
    name: "Spam lists, domains",
    perHour: 10_000,
    make: (r, i) => ({
      name: `${pick(r, WORDS)}${i}${pick(r, WORDS)}.com.dbl.mail-blocklist.org`,
      ...listed(r),
    }),
  },
  {
    name: "Spam lists, hashes",
    perHour: 150,
    make: (r) => ({ name: `${text(r, BASE32, 52)}.mail-hashes.org`, ...listed(r) }),
  },
  {
    name: "Antivirus, hashes answered with 127.0.0.0/8",
    perHour: 200,
    make: (r) => ({ name: `${text(r, BASE32, 26)}.avqs.antivirus-one.com`, answer: "127.0.4.8" }),
  },
  {
    name: "McAfee file reputation, a full scan",
    perHour: 40_000,
    listed: true,
    make: (r) => ({
      name: `0.11-a${hex(r, 7)}.${hex(r, 5)}.1518.1b88.3ea3.210.0.${
        text(r, BASE32, 26)
      }.avts.mcafee.com`,
      answer: "127.0.4.8",
    }),
  },
  {
    name: "Sophos file reputation",
    perHour: 5000,
    listed: true,
    make: (r) => ({
      name: `3.1o19sr00s2s17s4qp${text(r, ROT, 45)}.${text(r, ROT, 63)}.${
        text(r, ROT, 19)
      }.i.01.mac.sophosxl.net`,
      type: TYPES.TXT,
      more: 60,
    }),
  },
  {
    name: "Spamhaus hashes of content",
    perHour: 5000,
    listed: true,
    make: (r) => ({
      name: `${text(r, BASE32, 52)}._file.${hex(seeded(7), 26)}.hbl.dq.spamhaus.net`,
      ...listed(r),
    }),
  },
  {
    name: "Team Cymru, routes of addresses",
    perHour: 10_000,
    make: (r) => ({ name: `${reversed(r)}.origin.asn-mapping.com`, type: TYPES.TXT, more: 90 }),
  },
  {
    name: "Ethereum node lists",
    perHour: 3000,
    listed: true,
    make: (r) => ({
      name: `${text(r, BASE32, 26)}.all.mainnet.ethdisco.net`,
      type: TYPES.TXT,
      more: 380,
    }),
  },
  {
    name: "DKIM keys of one big sender",
    perHour: 30,
    make: (r) => ({
      name: `${text(r, BASE32, 32)}._domainkey.big-mailer.com`,
      type: TYPES.TXT,
      more: 460,
    }),
  },
  {
    name: "DKIM keys of many senders",
    perHour: 2000,
    make: (_, i) => ({ name: `s1024._domainkey.sender${i}.com`, type: TYPES.TXT, more: 300 }),
  },
  {
    name: "SPF with macros",
    perHour: 2000,
    make: (r) => ({ name: `${reversed(r)}._spf.corp-sender.com`, answer: "127.0.0.1" }),
  },
  {
    name: "ACME challenges",
    perHour: 300,
    make: (_, i) => ({
      name: `_acme-challenge.host${i}.big-hoster.com`,
      type: TYPES.TXT,
      more: 70,
    }),
  },
  {
    name: "Validation of certificates by CNAME",
    perHour: 20,
    make: (r) => ({
      name: `_${hex(r, 32)}.${pick(r, WORDS)}.big-hoster.com`,
      type: TYPES.CNAME,
      more: 120,
    }),
  },
  {
    name: "Service discovery",
    perHour: 300,
    make: (_, i) => ({
      name: `_ldap._tcp.${uuid(seeded(i % 9))}.domains._msdcs.corp-network.com`,
      type: TYPES.SRV,
      more: 90,
    }),
  },
  {
    name: "Reverse look-ups",
    perHour: 10_000,
    make: (r) => ({ name: `${reversed(r)}.in-addr.arpa`, type: 12, more: 40 }),
  },
  {
    name: "Reverse look-ups of IPv6",
    perHour: 3000,
    make: (r) => ({ name: `${[...hex(r, 32)].join(".")}.ip6.arpa`, type: 12, rcode: 3 }),
  },
  {
    name: "Encrypted DNS discovery",
    perHour: 60,
    make: () => ({ name: "_dns.resolver.arpa", type: 64 }),
  },
  {
    name: "Probes of browsers",
    perHour: 60,
    make: (r) => ({ name: text(r, BASE32, 12), rcode: 3 }),
  },
  {
    name: "Search suffixes",
    perHour: 600,
    make: (r, i) => ({
      name: `${pick(r, WORDS)}${i % 900}.example.com.branch.corp-network.com`,
      rcode: 3,
    }),
  },
];

/** Queries of one shape for a number of hours, at its rate, from one client. */
export function* innocent(
  shape: InnocentShape,
  hours: number,
  seed: number,
): Generator<TunnelQuery> {
  const random = seeded(seed);
  const start = 1_795_000_000_000;
  const step = 3_600_000 / shape.perHour;
  for (let i = 0; i < shape.perHour * hours; i++) {
    const {
      name,
      type = TYPES.A,
      rcode = 0,
      answer = rcode === 0 && type === TYPES.A ? "198.51.100.7" : "",
      more = 40,
    } = shape
      .make(random, i);
    const time = start + Math.floor(i * step);
    yield {
      time,
      client: "192.168.1.40",
      name,
      type,
      rcode,
      status: "answered",
      size: 18 + name.length + more,
      answer,
    };
  }
}
