/** Reads the options of the online service from texts (`box companion --help`). */
import {
  type Address,
  parseAddress,
  parsePrefix,
  type Prefix,
} from "../../policy/model/address.ts";
import { isWithin, nameFromText, nameToText, type WireName } from "../../policy/model/name.ts";
import { type ListenAddress, parseListen } from "../settings/listen.ts";
import { LIMIT_NAMES, type LimitFigures, USUAL_LIMITS } from "./call_limits.ts";
import type { NameServer } from "./dns/zone.ts";
import type { DatabasePlace } from "./store/database.ts";

/** The options as texts; empty = absent. */
export interface CompanionTexts {
  readonly listen: string;
  readonly "https-listen": string;
  readonly certificate: string;
  readonly key: string;
  readonly hosts: string;
  readonly proxies: string;
  readonly "dns-listen": string;
  readonly "dns-domain": string;
  readonly "name-servers": string;
  readonly "dns-address": string;
  readonly "data-dir": string;
  readonly database: string;
  readonly "database-token": string;
  readonly "metrics-listen": string;
  readonly socket: string;
  readonly log: string;
  readonly "calls-per-network": string;
  readonly "calls-per-box": string;
  readonly "calls-in-all": string;
  readonly "names-per-network": string;
  readonly "signals-per-network": string;
  readonly "names-in-all": string;
  readonly "ages-per-box": string;
  readonly "rdap-bootstrap": string;
  readonly "prefixes-per-box": string;
  readonly "prefixes-per-home": string;
  readonly "breach-range": string;
  readonly "breach-key": string;
}

/** The validated options. */
export interface CompanionOptions {
  readonly http: readonly ListenAddress[];
  readonly https: readonly ListenAddress[];
  /** Files of the certificate chain and its key; empty = none. */
  readonly certificate: string;
  readonly key: string;
  readonly hosts: readonly string[];
  readonly proxies: readonly Prefix[];
  readonly dns: readonly ListenAddress[];
  readonly dnsDomain: string;
  readonly domain: WireName;
  readonly nameServers: readonly NameServer[];
  /** Folder to create for a database file; empty = no folder is needed. */
  readonly dataDir: string;
  readonly database: DatabasePlace;
  /** Metrics and health for programs; empty = at the local socket alone. */
  readonly metrics: readonly ListenAddress[];
  /** Path of the local socket of the operator. */
  readonly socket: string;
  readonly limits: LimitFigures;
  /** Address of IANA's list of RDAP servers; empty = ages of domains are not configured. */
  readonly rdapBootstrap: string;
  /** URL of the ranges of breached hashes, and the key for it; empty = not configured. */
  readonly breachRange: string;
  readonly breachKey: string;
}

/** The validated options, or sentences about invalid ones. */
export function companionOptions(texts: CompanionTexts): CompanionOptions | readonly string[] {
  const errors: string[] = [];
  const fail = (message: string) => void errors.push(message);
  const listening = (option: keyof CompanionTexts) => {
    const read = parseListen(texts[option]);
    if (typeof read !== "string") return read;

    fail(`--${option}: ${read}`);
    return [];
  };
  const metrics = listening("metrics-listen");
  const http = listening("listen");
  const https = listening("https-listen");
  const dns = listening("dns-listen");
  if (http.length + https.length === 0) {
    fail("Give --listen (behind a proxy) or --https-listen, or no box can call");
  }
  if (dns.length === 0) fail("Give --dns-listen, or nobody can read the records of the names");
  if (https.length > 0 && (texts.certificate === "" || texts.key === "")) {
    fail("--https-listen needs --certificate and --key: the PEM files of the chain and its key");
  }
  const domain = nameFromText(texts["dns-domain"]);
  if (domain === undefined || domain.length < 3 || domain.length > 180) {
    return [
      ...errors,
      `--dns-domain must be the domain that is delegated to this service: ${texts["dns-domain"]}`,
    ];
  }
  const nameServers = readNameServers(texts, domain, fail);
  const hosts = partsOf(texts.hosts).map((host) => host.toLowerCase());
  if (hosts.length === 0) {
    fail(
      "Give --hosts: the host of this service as boxes have it in cloud_url, such as cloud.example",
    );
  }
  hosts.filter((host) => URL.parse(`https://${host}/`)?.host !== host.replace(/:443$/, ""))
    .forEach((host) => fail(`--hosts: this is no host with or without a port: ${host}`));
  const proxies = partsOf(texts.proxies).flatMap((text) => {
    const prefix = parsePrefix(text);
    if (prefix !== undefined) return [prefix];

    fail(`--proxies: this is no address or range: ${text}`);
    return [];
  });
  const database = readDatabase(texts, fail);
  const limits = readLimits(texts, fail);
  const rdapBootstrap = texts["rdap-bootstrap"];
  if (rdapBootstrap !== "" && URL.parse(rdapBootstrap)?.protocol !== "https:") {
    fail(`--rdap-bootstrap must be an address of https: ${rdapBootstrap}`);
  }
  const { "breach-range": breachRange, "breach-key": breachKey } = texts;
  const range = URL.parse(breachRange);
  if (breachRange !== "" && (range?.protocol !== "https:" || range.search !== "")) {
    fail(`--breach-range must be an address of https without a question mark: ${breachRange}`);
  }
  if (breachKey !== "" && breachRange === "") fail("--breach-key needs --breach-range");
  if (!/^[\x21-\x7e]{0,200}$/.test(breachKey)) {
    fail("--breach-key must have at most 200 characters of ASCII without spaces");
  }
  if (!["text", "json"].includes(texts.log)) fail(`--log must be text or json: ${texts.log}`);
  const socket = socketOf(texts, fail);
  if (errors.length > 0 || database === undefined) return errors;
  const dataDir = "file" in database ? texts["data-dir"] : "";
  const dnsDomain = nameToText(domain);
  const { certificate, key } = texts;
  return {
    http,
    https,
    certificate,
    key,
    hosts,
    proxies,
    dns,
    dnsDomain,
    domain,
    nameServers,
    dataDir,
    database,
    metrics,
    socket,
    limits,
    rdapBootstrap,
    breachRange,
    breachKey,
  };
}

/** The largest figure of a limit. */
const LARGEST_LIMIT = 1_000_000_000;

function readLimits(texts: CompanionTexts, fail: (message: string) => void): LimitFigures {
  return Object.fromEntries(LIMIT_NAMES.map((name) => {
    const text = texts[name];
    const figure = text === "" ? USUAL_LIMITS[name] : Number(text);
    if (!/^\d{0,10}$/.test(text) || figure < 1 || figure > LARGEST_LIMIT) {
      fail(`--${name} must be a number from 1 to ${LARGEST_LIMIT}: ${text}`);
    }
    return [name, figure];
  })) as LimitFigures;
}

/** Bytes of sun_path without its final NUL (unix(7)). */
const LONGEST_SOCKET = 107;

function socketOf(texts: CompanionTexts, fail: (message: string) => void): string {
  const path = companionSocket(texts.socket, texts["data-dir"]);
  if (new TextEncoder().encode(path).length > LONGEST_SOCKET) {
    fail(`The path of the local socket may have ${LONGEST_SOCKET} bytes, give --socket: ${path}`);
  }
  return path;
}

/** The path of the local socket: the given one, else in the data directory; empty = none. */
export function companionSocket(socket: string, dataDir: string): string {
  if (socket !== "" || dataDir === "") return socket;
  return `${dataDir.replace(/\/+$/, "")}/companion.sock`;
}

/**
 * Reads `ns1.names.example=192.0.2.1+2001:db8::1,ns.elsewhere.example`. Servers in the zone need
 * addresses, their own or --dns-address.
 */
function readNameServers(
  texts: CompanionTexts,
  domain: WireName,
  fail: (message: string) => void,
): readonly NameServer[] {
  const usual = addressesOf(texts["dns-address"], ",", "--dns-address", fail);
  const given = partsOf(texts["name-servers"]);
  const servers: NameServer[] = [];
  for (const part of given.length > 0 ? given : [`ns1.${nameToText(domain)}`]) {
    const [text, own = ""] = part.split("=", 2);
    const name = nameFromText(text);
    if (name === undefined || name.length < 3) {
      fail(`--name-servers: this is no host name: ${text}`);
      continue;
    }
    const inside = isWithin(name, domain);
    const addresses = own === "" ? usual : addressesOf(own, "+", "--name-servers", fail);
    if (inside && addresses.length === 0) {
      fail(`${text} lies in the domain itself and needs an address: give --dns-address`);
    }
    servers.push({ name, addresses: inside ? addresses : [] });
  }
  return servers;
}

function addressesOf(
  text: string,
  by: string,
  option: string,
  fail: (message: string) => void,
): Address[] {
  return partsOf(text, by).flatMap((part) => {
    const address = parseAddress(part);
    if (address !== undefined) return [address];

    fail(`${option}: this is no address: ${part}`);
    return [];
  });
}

function readDatabase(
  texts: CompanionTexts,
  fail: (message: string) => void,
): DatabasePlace | undefined {
  const { database: url, "database-token": token, "data-dir": folder } = texts;
  if (url === "") {
    if (folder !== "") return { file: `${folder}/companion.db` };
    fail("Give --data-dir for a database file, or --database for a libSQL server");
  } else if (/^file:./.test(url)) return { file: url.slice("file:".length) };
  else if (/^(libsql|https?):\/\/[^@]+$/.test(url) && URL.canParse(url)) return { url, token };
  else {fail(
      "--database must be file:PATH, or libsql://, https:// or http:// of a libSQL server, without a password in it",
    );}
  return undefined;
}

function partsOf(text: string, by = ","): string[] {
  return text.split(by).map((part) => part.trim()).filter((part) => part !== "");
}
