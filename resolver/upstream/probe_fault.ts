/** Explains to a person why the test of an upstream failed: what happened, why, and what to do. */
import { addressToText } from "../../policy/model/address.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import { rcodeToText } from "../wire/codes.ts";
import type { CertificateInfo } from "./certificate.ts";

/** Characters shown of a message from the runtime. */
const MAX_DETAIL = 200;

/** Data about a failed test. */
export interface ProbeFault {
  readonly target: UpstreamTarget;
  /** Error message of the runtime or of a transport. */
  readonly detail: string;
  readonly certificate?: CertificateInfo | undefined;
}

/** Names of the protocols over TLS and over QUIC. */
const SPOKEN: Readonly<Record<string, string>> = { https: "HTTPS", h3: "HTTP/3", quic: "QUIC" };

/** Meanings of messages of the runtime; the first match applies. */
const MEANINGS: readonly (readonly [RegExp, (fault: ProbeFault) => string])[] = [
  [/not valid for name|NotValidForName|does not match certificate/, wrongName],
  [
    /certificate: Expired|CertExpired|certificate has expired/i,
    ({ certificate }) =>
      `Its certificate has ended${
        endOf(certificate)
      }: its operator must renew it, or the clock of this machine is wrong`,
  ],
  [
    /NotValidYet/,
    () =>
      "Its certificate does not hold yet: look at the clock of this machine, or wait until it does",
  ],
  [
    /UnknownIssuer|CaUsedAsEndEntity|self.?signed/i,
    () =>
      "Its certificate is signed by nobody whom the box trusts: use a server with a public one, or plain DNS at home",
  ],
  [
    /NoApplicationProtocol|no application protocol|known protocol/i,
    ({ target }) =>
      `It speaks TLS, but no DNS over ${SPOKEN[target.transport] ?? "TLS"} at this port: ` +
      "check both, or somebody on the way answers in its place",
  ],
  [
    /not the one that the stamp names/,
    () =>
      "Its certificate is not the one that the stamp names: take its stamp of today, or somebody on the way answers in its place",
  ],
  [
    /no DNSCrypt certificate|not signed by its provider|holds no key|DNSCrypt provider is none/,
    () =>
      "It shows no DNSCrypt certificate that its stamp stands for: take its stamp of today, or check the address",
  ],
  [
    /DNSCrypt certificate does not hold now/,
    () =>
      "Its DNSCrypt certificate does not hold now: look at the clock of this machine, or wait until it has a new one",
  ],
  [
    /invalid peer certificate/,
    ({ detail }) => `Its certificate cannot be trusted: use another server (${detail})`,
  ],
  [
    /no such interface|failed to lookup address/,
    ({ target }) =>
      `This machine has no interface ${target.zone}: \`ip link\` lists those that it has`,
  ],
  [
    /refused|os error 111/i,
    ({ target }) =>
      `It refuses connections, for nothing listens at port ${target.port}: check address and port`,
  ],
  [
    /no answer in time|no connection within|timed out|os error 110/i,
    ({ target }) =>
      `It does not answer: the address may be wrong, or something on the way keeps port ${target.port} closed`,
  ],
  [
    /unreachable|no route|os error (101|113)/i,
    () =>
      "It cannot be reached, for no way leads to its address: look at the network of this machine",
  ],
  [
    /corrupt message|InvalidContentType|handshake|tls/i,
    ({ detail }) => `It does not speak TLS as it should: check port and protocol (${detail})`,
  ],
  [
    /HTTP status|content type/,
    ({ detail }) => `It answers, but not with DNS: check the path of the URL (${detail})`,
  ],
  [
    /reset|closed|eof|os error 104/i,
    () =>
      "It closes the connection without an answer: it may speak another protocol at this port; check both",
  ],
];

/** The text for a test without a response. */
export function describeSilence(fault: ProbeFault): string {
  const known = { ...fault, detail: fault.detail.slice(0, MAX_DETAIL) };
  const meaning = MEANINGS.find(([words]) => words.test(known.detail))?.[1];
  const text = meaning?.(known) ??
    `It brings no answer, check its address or use another one (${known.detail})`;
  return `${text}: ${endpointOf(fault.target)}`;
}

/** The text for a host whose address could not be found. */
export function describeLookupFailure(target: UpstreamTarget, detail: string): string {
  const why = detail.slice(0, MAX_DETAIL);
  return `Its address cannot be found: check its name, and the servers of the setting bootstrap (${why}): ${target.host}`;
}

/** The text for a response that is an error. */
export function describeRefusal(target: UpstreamTarget, rcode: number): string {
  return `It answers ${rcodeToText(rcode)}: it may not serve this network or this name; ` +
    `allow this box there, or use another one: ${endpointOf(target)}`;
}

function wrongName({ target, certificate, detail }: ProbeFault): string {
  // Over QUIC the certificate is not read, but the runtime's message names its subjects.
  const subjects = [...detail.matchAll(/\w+\("?([\w.:*-]{1,255})"?\)/g)].map(([, name]) => name);
  const names = (certificate?.names ?? subjects).slice(0, 4).join(", ");
  const holder = names === "" ? "another name" : names;
  return `Its certificate is for ${holder}, not for ${target.host}: ` +
    "write the name of the certificate in the upstream, or somebody on the way answers in its place";
}

function endOf(certificate: CertificateInfo | undefined): string {
  if (certificate === undefined || certificate.ends === 0) return "";
  return ` on ${new Date(certificate.ends).toISOString().slice(0, 10)}`;
}

/** `192.0.2.1:853`, `[2001:db8::1]:53`, `dns.example:443`. */
function endpointOf({ address, zone, host, port }: UpstreamTarget): string {
  const shown = address === undefined
    ? host
    : addressToText(address) + (zone === undefined ? "" : `%${zone}`);
  return `${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}
