/**
 * Masks secrets in addresses: user names, query values, random parts of paths, account identifiers
 * in paths and host names of upstreams. Scheme and host remain, so that an address can be
 * recognized. Masking is idempotent. All code that logs an address, or displays it to a person
 * without write access, uses this file.
 */
import { PUBLIC_RESOLVERS } from "../catalogue/resolver_rows.ts";
import { parseAddress } from "./address.ts";
import { parseStamp } from "./stamp.ts";

/** Replaces masked text. */
export const MASK = "…";

/** Domains of providers that give each customer a separate host name. */
const CUSTOMER_HOSTS = [
  "dns.nextdns.io",
  "dns1.nextdns.io",
  "dns2.nextdns.io",
  "dns.controld.com",
  "d.adguard-dns.com",
  "max.rethinkdns.com",
  "sky.rethinkdns.com",
  "basic.rethinkdns.com",
];
/** Path segments that precede a secret. */
const BEFORE_SECRET = /^(token|key|api-?key|secret|auth|password|pass|user|u)$/i;
/** Common paths of DNS over HTTPS (RFC 8484). */
const USUAL_PATH = /^\/?$|^\/dns-query\/?$|^\/resolve$/;
const ADDRESS = /[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"`<>]+/gi;
const UPSTREAM_SCHEME = /^(sdns|tls|quic|h3|udp|tcp):/i;
/** The number that distinguishes upstreams with equal masked addresses. */
const NUMBER = / \(\d+\)$/;

const PUBLIC_URLS = new Set<string>();
const PUBLIC_HOSTS = new Set<string>();
for (const { https, tls } of PUBLIC_RESOLVERS) {
  if (https !== undefined) {
    PUBLIC_URLS.add(https.slice("https://".length));
    PUBLIC_HOSTS.add(new URL(https).hostname);
  }
  if (tls !== undefined) PUBLIC_HOSTS.add(tls);
}

/** Masks a URL, of a list or a service. */
export function maskUrl(text: string): string {
  const parts = urlParts(text);
  if (parts === undefined) return text;
  const { scheme, authority, path, query } = parts;
  return `${scheme}${withoutUser(authority)}${maskedPath(path)}${maskedQuery(query)}`;
}

/** Masks one upstream as people write it (upstream_line.ts). */
export function maskUpstream(text: string): string {
  const number = NUMBER.exec(text)?.[0] ?? "";
  const bare = text.slice(0, text.length - number.length);
  return maskedWord(bare) + number;
}

/**
 * Masks a line of upstreams: a leading `[/home.example/]` is kept, each word after it is masked.
 */
export function maskUpstreamLine(line: string): string {
  const rule = /^\s*\[\/.*?\/\]/.exec(line)?.[0] ?? "";
  const rest = line.slice(rule.length);
  return rule + rest.split(/(\s+)/).map((word) => word.trim() === "" ? word : maskedWord(word))
    .join("");
}

/** Masks the addresses in a sentence. */
export function maskText(text: string): string {
  if (!text.includes("://")) return text;
  return text.replace(ADDRESS, (found) => {
    const end = /[').,;:!?\]]+$/.exec(found)?.[0] ?? "";
    const address = found.slice(0, found.length - end.length);
    return (UPSTREAM_SCHEME.test(address) ? maskedWord(address) : maskUrl(address)) + end;
  });
}

/** Masks the host of an upstream: a label that identifies a customer is replaced. */
export function maskHost(host: string): string {
  const name = host.toLowerCase();
  if (PUBLIC_HOSTS.has(name) || parseAddress(name.replace(/%.*$/, "")) !== undefined) return host;
  const customer = CUSTOMER_HOSTS.find((suffix) => name.endsWith(`.${suffix}`));
  if (customer !== undefined) return `${MASK}.${customer}`;
  const labels = host.split(".");
  return labels.map((label, at) => at < labels.length - 2 && isRandom(label) ? MASK : label)
    .join(".");
}

/** The masked addresses of upstreams by their configured text. Equal ones are numbered in order. */
export function upstreamNames(texts: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  for (const text of texts) {
    if (names.has(text)) continue;
    const masked = maskUpstream(text);
    const count = (used.get(masked) ?? 0) + 1;
    used.set(masked, count);
    names.set(text, count === 1 ? masked : `${masked} (${count})`);
  }
  return names;
}

/**
 * Replaces the secret parts of an address in a sentence about it, such as the host in a certificate
 * error.
 */
export function createMasker(
  { host, path }: { readonly host: string; readonly path: string },
): (text: string) => string {
  const shown = maskHost(host);
  const shownPath = maskedDohPath(host, path);
  const pairs = [[host, shown], [path, shownPath]].filter(([from, to]) => from !== to);
  if (pairs.length === 0) return (text) => text;
  return (text) => pairs.reduce((said, [from, to]) => said.replaceAll(from, to), text);
}

function maskedWord(word: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(word);
  if (scheme === null) return maskedEndpoint(word);
  const rest = word.slice(scheme[0].length);
  switch (scheme[1].toLowerCase()) {
    case "udp":
    case "tcp":
    case "tls":
    case "quic":
      return scheme[0] + maskedEndpoint(rest);
    case "sdns":
      return scheme[0] + maskedStamp(rest);
    default:
      return maskedDoh(word);
  }
}

/** A host with or without a port. Identifiers of public resolvers are kept. */
function maskedEndpoint(text: string): string {
  const at = text.lastIndexOf("@");
  if (at >= 0) return `${MASK}@${maskedEndpoint(text.slice(at + 1))}`;
  const port = /[:#]\d{1,5}\/?$/.exec(text)?.[0] ?? "";
  const host = text.slice(0, text.length - port.length);
  return /[[\]/]/.test(host) || parseAddress(text) !== undefined ? text : maskHost(host) + port;
}

function maskedStamp(text: string): string {
  const stamp = parseStamp(text);
  if (typeof stamp === "string") return maskedShown(text);
  const host = stamp.host === "" ? stamp.address : maskedEndpoint(stamp.host);
  const path = stamp.path === "" ? "" : maskedDohPath(stamp.host, stamp.path);
  return `${stamp.provider?.name ?? host}${path}`;
}

/** Keeps an already masked stamp unchanged. A broken stamp is masked completely. */
function maskedShown(text: string): string {
  const [, host, path] = /^([^/]*\.[^/]*|\[.*\]|)(\/.*)?$/.exec(text) ?? [];
  if (host === undefined || host === "") return MASK;
  return maskedEndpoint(host) + (path === undefined ? "" : maskedDohPath(host, path));
}

function maskedDoh(text: string): string {
  const parts = urlParts(text);
  if (parts === undefined) return text;
  const { scheme, authority, path, query } = parts;
  const host = withoutUser(authority);
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  const name = host.slice(0, host.length - port.length);
  const shown = name.startsWith(`${MASK}@`)
    ? `${MASK}@${maskHost(name.slice(MASK.length + 1))}`
    : maskHost(name);
  return `${scheme}${shown}${port}${maskedDohPath(name, path + query)}`;
}

function maskedDohPath(host: string, text: string): string {
  const at = text.search(/\?/);
  const path = at < 0 ? text : text.slice(0, at);
  const query = at < 0 ? "" : text.slice(at);
  if (query === "" && PUBLIC_URLS.has(`${host}${path}`)) return text;
  const masked = path.startsWith("/dns-query/") ? `/dns-query/${MASK}` : `/${MASK}`;
  const shown = USUAL_PATH.test(path.replace(/\{$/, "")) ? path : masked;
  return shown + (query === "?dns}" ? query : maskedQuery(query));
}

interface UrlParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  /** With its question mark, "" = none. */
  readonly query: string;
}

function urlParts(text: string): UrlParts | undefined {
  const found = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(text);
  if (found === null) return undefined;
  const [, scheme, authority, path, query] = found;
  return { scheme, authority, path, query: query ?? "" };
}

function withoutUser(authority: string): string {
  const at = authority.lastIndexOf("@");
  return at < 0 ? authority : `${MASK}@${authority.slice(at + 1)}`;
}

function maskedPath(path: string): string {
  const segments = path.split("/");
  return segments.map((segment, at) =>
    segment !== "" && (isRandom(segment) || BEFORE_SECRET.test(segments[at - 1] ?? ""))
      ? MASK
      : segment
  ).join("/");
}

/** Names of values are kept, values are masked. */
function maskedQuery(query: string): string {
  if (query === "" || query === "?") return query;
  const parts = query.slice(1).split(/[&;]/).map((part) => {
    const equals = part.indexOf("=");
    if (equals < 0) return isShort(part) ? part : MASK;
    return `${part.slice(0, equals)}=${MASK}`;
  });
  return `?${parts.join("&")}`;
}

/** A switch without a value: a short word of letters. */
function isShort(word: string): boolean {
  return word === MASK || /^[a-z_-]{1,12}$/i.test(word);
}

/** Whether a part of an address looks random rather than chosen by a person. */
function isRandom(part: string): boolean {
  return decoded(part).split(/[-_.~+=@:,!$]/).some(isRandomWord);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isRandomWord(word: string): boolean {
  const { length } = word;
  const hasDigit = /\d/.test(word);
  const hasLetter = /[a-z]/i.test(word);
  if (!hasDigit) return /[a-z]/.test(word) && isLongRandom(word);
  if (!hasLetter) return length >= 16;
  if (length >= 6 && /^[0-9a-f]+$/i.test(word)) return true;
  if (length >= 16) return true;
  const turns = word.match(/\d+|\D+/g)!.length - 1;
  return length >= 8 ? turns >= 3 : length >= 6 && turns >= 4;
}

/** Letters only: long with capitals inside, unlike words, or longer than words. */
function isLongRandom(word: string): boolean {
  if (word.length >= 32) return true;
  const capitals = word.match(/[a-z][A-Z]/g)?.length ?? 0;
  return word.length >= 16 && capitals * 4 >= word.length;
}
