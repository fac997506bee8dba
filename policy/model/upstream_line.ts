/**
 * Upstream lines as people write them (Pi-hole's `ip#port`): `1.1.1.1`, `[2620:fe::fe]:53`,
 * `tcp://`, `tls://`, `https://`, `h3://`, `quic://`, `sdns://` (stamp.ts), `[/domain/]upstream …`,
 * `[//]` for single-label names, `[/*.domain/]` for what lies below, `#` = the default ones; and
 * the identifiers of public resolvers: `quad9`, `quad9/dot`, `cloudflare-family/plain`.
 */
import type { PublicResolver, ResolverProtocol } from "../catalogue/resolver_rows.ts";
import {
  nearestResolver,
  protocolsOf,
  publicResolver,
  publicResolverAddresses,
} from "../catalogue/resolvers.ts";
import { type Address, addressToText, parseAddress } from "./address.ts";
import { maskUpstreamLine } from "./masked_address.ts";
import { nameFromText, nameToText, type WireName } from "./name.ts";
import { parseStamp } from "./stamp.ts";
import { type Sentence, sentence } from "./sentence.ts";

/**
 * The transport of an upstream: RFC 1035 over UDP, RFC 7766, RFC 7858, RFC 8484 over HTTP/2 and
 * HTTP/3, RFC 9250, DNSCrypt 2.
 */
export type UpstreamProtocol = "udp" | "tcp" | "tls" | "https" | "h3" | "quic" | "dnscrypt";

/** One upstream server. */
export interface UpstreamTarget {
  /** As configured; the key of its statistics. */
  readonly text: string;
  readonly transport: UpstreamProtocol;
  /** IP text, or a lower-case host name, for which the certificate must be valid. */
  readonly host: string;
  /** Absent for a host name that the bootstrap servers resolve. */
  readonly address?: Address;
  /** The interface of a link-local address (RFC 4007 11): `eth0`. */
  readonly zone?: string;
  readonly port: number;
  /** Path of the URL with its query, "" except for DNS over HTTPS. */
  readonly path: string;
  /**
   * SHA-256 of signed parts of certificates, in hexadecimal digits: one of them must have signed,
   * or be, the server's.
   */
  readonly pins?: readonly string[];
  /** The signer of the DNSCrypt certificates of the server: its name and its Ed25519 key. */
  readonly provider?: { readonly name: string; readonly key: Uint8Array };
}

/** The upstreams for the domain in a line. */
export interface UpstreamRoute {
  /** Lower-case text without the final dot; "" = names of one label. */
  readonly domain: string;
  /** Whether the domain itself is excluded (`[/*.domain/]`). */
  readonly below: boolean;
  /** Empty = the default upstreams (`#`). */
  readonly targets: readonly UpstreamTarget[];
}

/** The parsed lines of a setting. */
export interface UpstreamLines {
  readonly defaults: readonly UpstreamTarget[];
  readonly routes: readonly UpstreamRoute[];
  /** Sentences for a person: key, line, what is allowed. */
  readonly errors: readonly Sentence[];
}

const ALLOWED =
  "an IP address with an optional port (192.0.2.1, 192.0.2.1:53, [2001:db8::1]:53, fe80::1%eth0, 192.0.2.1#53), " +
  "a host name, udp://, tcp://, tls://, quic://, https:// or h3:// in front of one, a stamp sdns://…, " +
  "or a public resolver such as quad9 or quad9/dot";
const DEFAULT_PORTS: Readonly<Record<UpstreamProtocol, number>> = {
  udp: 53,
  tcp: 53,
  tls: 853,
  quic: 853,
  https: 443,
  h3: 443,
  dnscrypt: 443,
};
/** A valid name of a Linux network interface. */
const ZONE = /^[\w.@-]{1,15}$/;
const MAX_LINE = 65_536;
const MAX_SHOWN = 100;

/**
 * Parses the lines of a setting. An invalid line is reported as an error and the others apply.
 * Never throws.
 */
export function parseUpstreams(lines: readonly string[], key = "upstreams"): UpstreamLines {
  const defaults: UpstreamTarget[] = [];
  const errors: Sentence[] = [];
  const routes = new Map<string, { domain: string; below: boolean; targets: UpstreamTarget[] }>();
  lines.forEach((raw, index) => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return;
    try {
      readLine(line, defaults, routes);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      const shown = maskUpstreamLine(line).slice(0, MAX_SHOWN);
      errors.push(sentence`${key}, line ${index + 1}: ${error.why}: ${shown}`);
    }
  });
  return { defaults, routes: [...routes.values()], errors };
}

const NO_LINK_LOCAL =
  sentence`A link-local address works with tls:// or tcp:// in front of it only`;

class LineError extends Error {
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(why);
    this.why = why;
  }
}

type Routes = Map<string, { domain: string; below: boolean; targets: UpstreamTarget[] }>;

function readLine(line: string, defaults: UpstreamTarget[], routes: Routes): void {
  if (line.length > MAX_LINE) throw new LineError(sentence`A line may hold ${MAX_LINE} characters`);
  if (!line.startsWith("[/")) {
    defaults.push(...line.split(/\s+/).map(readTarget));
    return;
  }
  const end = line.indexOf("/]");
  if (end < 1) throw new LineError(sentence`A forward rule is written [/domain/]upstream`);
  const words = line.slice(end + 2).split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) {
    throw new LineError(sentence`Name an upstream after /], or # for the default ones`);
  }
  const useDefault = words.includes("#");
  if (useDefault && words.length > 1) throw new LineError(sentence`# stands alone after /]`);
  const targets = useDefault ? [] : words.map(readTarget);
  const domains = line.slice(2, Math.max(end, 2)).split("/").map(readDomain);
  for (const { domain, below } of domains) {
    const id = (below ? "*." : "") + domain;
    const known = routes.get(id);
    if (known === undefined || useDefault) routes.set(id, { domain, below, targets: [...targets] });
    else known.targets.push(...targets);
  }
}

function readDomain(text: string): { domain: string; below: boolean } {
  if (text === "") return { domain: "", below: false };
  const below = text.startsWith("*.");
  const name = nameFromText(below ? text.slice(2) : text);
  if (name === undefined || name.length === 1) {
    throw new LineError(sentence`Not a domain name between the slashes`);
  }
  return { domain: nameToText(name), below };
}

/** Parses one upstream, for callers that need no error sentence; undefined if it is invalid. */
export function parseTarget(text: string): UpstreamTarget | undefined {
  try {
    return readTarget(text);
  } catch (error) {
    if (error instanceof LineError) return undefined;
    throw error;
  }
}

function readTarget(text: string): UpstreamTarget {
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(text);
  if (scheme === null) return readPreset(text) ?? readEndpoint(text, text, "udp");
  const name = scheme[1].toLowerCase();
  const rest = text.slice(scheme[0].length);
  switch (name) {
    case "udp:":
    case "tcp:":
    case "tls:":
    case "quic:":
      return readEndpoint(text, rest.replace(/\/$/, ""), name.slice(0, -1) as UpstreamProtocol);
    case "https:":
    case "h3:":
      return readUrl(text, rest, name.slice(0, -1) as UpstreamProtocol);
    case "sdns:":
      return readStamped(text, rest);
    default:
      throw new LineError(sentence`Unknown scheme ${name}//; use ${ALLOWED}`);
  }
}

/**
 * A public resolver by its identifier, with the given protocol or its best one; undefined if the
 * word is not an identifier.
 */
function readPreset(text: string): UpstreamTarget | undefined {
  const parts = /^([a-z0-9-]+)(?:\/([a-z0-9]+))?$/i.exec(text);
  if (parts === null) return undefined;
  const id = parts[1].toLowerCase();
  const wanted = parts[2]?.toLowerCase();
  const resolver = publicResolver(id);
  if (resolver === undefined) {
    const near = nearestResolver(id);
    if (near === undefined && wanted === undefined) return undefined;
    if (near === undefined) throw new LineError(sentence`There is no public resolver ${id}`);
    throw new LineError(
      wanted === undefined
        ? sentence`There is no public resolver ${id}, perhaps you mean ${near}; a host of that name is written udp://${id}`
        : sentence`There is no public resolver ${id}, perhaps you mean ${near}`,
    );
  }
  const offered = protocolsOf(resolver);
  const protocol = wanted === undefined ? offered[0] : offered.find((each) => each === wanted);
  if (protocol === undefined) {
    throw new LineError(sentence`${id} is asked by ${offered.join(", ")}, not ${wanted}`);
  }
  return { ...targetOf(resolver, protocol), text };
}

function targetOf(resolver: PublicResolver, protocol: ResolverProtocol): UpstreamTarget {
  if (protocol === "doh") return readUrl("", resolver.https!.slice("https://".length), "https");
  if (protocol === "dot") return readEndpoint("", resolver.tls!, "tls");
  // With a name whose addresses are published, the next address is used if one does not respond.
  const known = resolver.tls !== undefined && publicResolverAddresses(resolver.tls) !== undefined;
  return readEndpoint("", known ? resolver.tls! : resolver.addresses[0], "udp");
}

function readEndpoint(
  text: string,
  endpoint: string,
  transport: UpstreamProtocol,
): UpstreamTarget {
  const parts = /^\[([^\]]+)\](?:[:#](\d{1,5}))?$/.exec(endpoint) ??
    /^([^#[\]]+)#(\d{1,5})$/.exec(endpoint) ??
    /^([^:#[\]]+)(?::(\d{1,5}))?$/.exec(endpoint) ??
    /^([0-9a-fA-F:.]+(?:%[^#[\]]+)?)$/.exec(endpoint);
  if (parts === null) throw new LineError(sentence`Not an upstream; use ${ALLOWED}`);
  const port = parts[2] === undefined ? DEFAULT_PORTS[transport] : Number(parts[2]);
  if (port < 1 || port > 65_535) {
    throw new LineError(sentence`A port is a number from 1 to 65535, not ${port}`);
  }
  return { text, transport, port, path: "", ...readHost(parts[1]) };
}

function readHost(host: string): { host: string; address?: Address; zone?: string } {
  const address = parseAddress(host);
  if (address !== undefined) {
    return { host: addressToText(address), address, ...readZone(host, address) };
  }
  const name = nameFromText(host);
  const label = name === undefined ? "" : nameToText(name);
  if (
    !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(label) ||
    /^[\d.]+$/.test(label)
  ) {
    throw new LineError(sentence`Neither an IP address nor a host name; use ${ALLOWED}`);
  }
  return { host: label };
}

/** A link-local address can exist behind every interface, so the interface must be given. */
function readZone(host: string, address: Address): { zone?: string } {
  const at = host.indexOf("%");
  const isLinkLocal = address.length === 16 && address[0] === 0xfe && address[1] >> 6 === 2;
  if (at < 0) {
    if (!isLinkLocal) return {};
    throw new LineError(
      sentence`Name the interface of a link-local address, such as ${addressToText(address)}%eth0`,
    );
  }
  const zone = host.slice(at + 1);
  if (!isLinkLocal) {
    throw new LineError(
      sentence`Only a link-local address, fe80::/10, is written with an interface`,
    );
  }
  if (!ZONE.test(zone)) {
    throw new LineError(
      sentence`The name of an interface is wanted after %, and brackets before a port: [fe80::1%eth0]:53`,
    );
  }
  return { zone };
}

/** `rest` is the URL without its scheme. */
function readUrl(text: string, rest: string, transport: UpstreamProtocol): UpstreamTarget {
  if (/^\[(fe[89ab][\da-f]:|[^\]]*%)/i.test(rest)) {
    throw new LineError(NO_LINK_LOCAL);
  }
  const url = URL.parse(`https://${rest.replace(/\{\?dns\}$/, "")}`);
  if (url === null || url.hostname === "") {
    throw new LineError(sentence`Not a URL; write ${transport}://host/dns-query`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new LineError(sentence`A user name in the URL is not supported`);
  }
  const path = url.pathname === "/" && url.search === "" ? "/dns-query" : url.pathname + url.search;
  const host = readHost(url.hostname.replace(/^\[|\]$/g, ""));
  return {
    text,
    transport,
    port: url.port === "" ? DEFAULT_PORTS[transport] : Number(url.port),
    path,
    ...host,
  };
}

/** A stamp contains the address of the server and the signer of its certificate. */
function readStamped(text: string, rest: string): UpstreamTarget {
  const stamp = parseStamp(rest);
  if (typeof stamp === "string") throw new LineError(stamp);
  const { transport, pins, provider } = stamp;
  const port = /^:\d+$/.exec(stamp.address)?.[0];
  const name = port === undefined ? stamp.host : stamp.host.replace(/:\d+$/, "") + port;
  const named = name === "" ? undefined : readEndpoint(text, name, transport);
  const at = stamp.address === "" || port !== undefined
    ? named
    : readEndpoint(text, stamp.address, transport);
  if (at === undefined || (at !== named || provider !== undefined) && at.address === undefined) {
    throw new LineError(sentence`The stamp holds no address`);
  }
  if (at.zone !== undefined && transport === "https") {
    throw new LineError(NO_LINK_LOCAL);
  }
  if (at.zone !== undefined && pins.length > 0) {
    throw new LineError(NO_LINK_LOCAL);
  }
  if (provider !== undefined && nameFromText(provider.name) === undefined) {
    throw new LineError(sentence`The stamp does not say who signs the certificates of the server`);
  }
  return {
    ...at,
    ...(named === undefined ? {} : { host: named.host }),
    port: at.port === DEFAULT_PORTS[transport] ? named?.port ?? at.port : at.port,
    path: transport === "https"
      ? readUrl(text, `stamp.invalid/${stamp.path.replace(/^\//, "")}`, "https").path
      : "",
    ...(pins.length === 0 ? {} : { pins }),
    ...(provider === undefined ? {} : { provider }),
  };
}

/**
 * Finds the route of a name: the longest domain takes precedence, and for subdomains `[/*.domain/]`
 * before `[/domain/]`.
 */
export class ForwardRules {
  readonly #exact = new Map<string, UpstreamRoute>();
  readonly #below = new Map<string, UpstreamRoute>();
  readonly #single: UpstreamRoute | undefined;
  /** Whether there are no routes. */
  readonly isEmpty: boolean;

  /** The routes of upstream lines. If two have the same domain, the later one applies. */
  constructor(routes: readonly UpstreamRoute[]) {
    for (const route of routes) {
      if (route.domain === "") this.#single = route;
      else (route.below ? this.#below : this.#exact).set(route.domain, route);
    }
    this.isEmpty = routes.length === 0;
  }

  /** The route of a name in lower-case wire format; undefined = the default upstreams. */
  find(name: WireName): UpstreamRoute | undefined {
    if (this.isEmpty || name[0] === 0) return undefined;
    const text = nameToText(name);
    for (let at = 0; at >= 0;) {
      const suffix = at === 0 ? text : text.slice(at);
      const route = (at === 0 ? undefined : this.#below.get(suffix)) ?? this.#exact.get(suffix);
      if (route !== undefined) return route;
      const dot = text.indexOf(".", at);
      at = dot < 0 ? -1 : dot + 1;
    }
    return name[name[0] + 1] === 0 ? this.#single : undefined;
  }
}
