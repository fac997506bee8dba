/** Explains to a person why the test of an upstream failed: what happened, why, and what to do. */
import { addressToText } from "../../policy/model/address.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";
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

/** Meanings of messages of the runtime; the first match applies. `at` = address and port. */
const MEANINGS: readonly (readonly [RegExp, (fault: ProbeFault, at: string) => Sentence])[] = [
  [/not valid for name|NotValidForName|does not match certificate/, wrongName],
  [/certificate: Expired|CertExpired|certificate has expired/i, expired],
  [
    /NotValidYet/,
    (_, at) =>
      sentence`Its certificate does not hold yet: look at the clock of this machine, or wait until it does: ${at}`,
  ],
  [
    /UnknownIssuer|CaUsedAsEndEntity|self.?signed/i,
    (_, at) =>
      sentence`Its certificate is signed by nobody whom the box trusts: use a server with a public one, or plain DNS at home: ${at}`,
  ],
  [
    /NoApplicationProtocol|no application protocol|known protocol/i,
    ({ target }, at) =>
      sentence`It speaks TLS, but no DNS over ${
        SPOKEN[target.transport] ?? "TLS"
      } at this port: check both, or somebody on the way answers in its place: ${at}`,
  ],
  [
    /not the one that the stamp names/,
    (_, at) =>
      sentence`Its certificate is not the one that the stamp names: take its stamp of today, or somebody on the way answers in its place: ${at}`,
  ],
  [
    /no DNSCrypt certificate|not signed by its provider|holds no key|DNSCrypt provider is none/,
    (_, at) =>
      sentence`It shows no DNSCrypt certificate that its stamp stands for: take its stamp of today, or check the address: ${at}`,
  ],
  [
    /DNSCrypt certificate does not hold now/,
    (_, at) =>
      sentence`Its DNSCrypt certificate does not hold now: look at the clock of this machine, or wait until it has a new one: ${at}`,
  ],
  [
    /invalid peer certificate/,
    ({ detail }, at) =>
      sentence`Its certificate cannot be trusted: use another server (${detail}): ${at}`,
  ],
  [
    /no such interface|failed to lookup address/,
    ({ target }, at) =>
      sentence`This machine has no interface ${
        target.zone ?? ""
      }: \`ip link\` lists those that it has: ${at}`,
  ],
  [
    /refused|os error 111/i,
    ({ target }, at) =>
      sentence`It refuses connections, for nothing listens at port ${target.port}: check address and port: ${at}`,
  ],
  [
    /no answer in time|no connection within|timed out|os error 110/i,
    ({ target }, at) =>
      sentence`It does not answer: the address may be wrong, or something on the way keeps port ${target.port} closed: ${at}`,
  ],
  [
    /unreachable|no route|os error (101|113)/i,
    (_, at) =>
      sentence`It cannot be reached, for no way leads to its address: look at the network of this machine: ${at}`,
  ],
  [
    /corrupt message|InvalidContentType|handshake|tls/i,
    ({ detail }, at) =>
      sentence`It does not speak TLS as it should: check port and protocol (${detail}): ${at}`,
  ],
  [
    /HTTP status|content type/,
    ({ detail }, at) =>
      sentence`It answers, but not with DNS: check the path of the URL (${detail}): ${at}`,
  ],
  [
    /reset|closed|eof|os error 104/i,
    (_, at) =>
      sentence`It closes the connection without an answer: it may speak another protocol at this port; check both: ${at}`,
  ],
];

/** The text for a test or a query without a response. */
export function describeSilence(fault: ProbeFault): Sentence {
  const known = { ...fault, detail: fault.detail.slice(0, MAX_DETAIL) };
  const at = endpointOf(fault.target);
  const meaning = MEANINGS.find(([words]) => words.test(known.detail))?.[1];
  return meaning?.(known, at) ??
    sentence`It brings no answer, check its address or use another one (${known.detail}): ${at}`;
}

/** The text for a host whose address could not be found. */
export function describeLookupFailure(target: UpstreamTarget, detail: string): Sentence {
  const why = detail.slice(0, MAX_DETAIL);
  return sentence`Its address cannot be found: check its name, and the servers of the setting bootstrap (${why}): ${target.host}`;
}

/** The text for a response that is an error. */
export function describeRefusal(target: UpstreamTarget, rcode: number): Sentence {
  const error = rcodeToText(rcode);
  return sentence`It answers ${error}: it may not serve this network or this name; allow this box there, or use another one: ${
    endpointOf(target)
  }`;
}

function wrongName({ target, certificate, detail }: ProbeFault, at: string): Sentence {
  // Over QUIC the certificate is not read, but the runtime's message names its subjects.
  const subjects = [...detail.matchAll(/\w+\("?([\w.:*-]{1,255})"?\)/g)].map(([, name]) => name);
  const names = (certificate?.names ?? subjects).slice(0, 4).join(", ");
  const { host } = target;
  return names === ""
    ? sentence`Its certificate is for another name, not for ${host}: write the name of the certificate in the upstream, or somebody on the way answers in its place: ${at}`
    : sentence`Its certificate is for ${names}, not for ${host}: write the name of the certificate in the upstream, or somebody on the way answers in its place: ${at}`;
}

function expired({ certificate }: ProbeFault, at: string): Sentence {
  if (certificate === undefined || certificate.ends === 0) {
    return sentence`Its certificate has ended: its operator must renew it, or the clock of this machine is wrong: ${at}`;
  }
  const day = new Date(certificate.ends).toISOString().slice(0, 10);
  return sentence`Its certificate has ended on ${day}: its operator must renew it, or the clock of this machine is wrong: ${at}`;
}

/** `192.0.2.1:853`, `[2001:db8::1]:53`, `dns.example:443`. */
function endpointOf({ address, zone, host, port }: UpstreamTarget): string {
  const shown = address === undefined
    ? host
    : addressToText(address) + (zone === undefined ? "" : `%${zone}`);
  return `${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}
