/**
 * Domains that only the box answers, and the router for names of the home: a simple form of
 * settings (A 7.2.3).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { zoneFault } from "../../../../policy/lists/host_name.ts";
import { isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import { parseTarget } from "../../../../policy/model/upstream_line.ts";
import { isPlainServer } from "../../../settings/kinds.ts";
import { type ParsedName, readName } from "./owner.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** The server to which queries for the names of the home are forwarded. */
export interface Forwarding {
  /** Domain whose names are forwarded to the router; "" = none. */
  readonly domain: string;
  /** Its address, with a port if it is not 53; "" = nothing is forwarded. */
  readonly router: string;
  /** Whether the names of private addresses are forwarded to it. */
  readonly reverse: boolean;
}

/** The facts that a zone or a router is checked against. */
export interface HomeFacts {
  /** Names of the box, lower case. */
  readonly ownNames: readonly string[];
  /** The existing zones in stored form. */
  readonly zones: readonly string[];
  readonly forwarding: Forwarding;
  /** Domains that lines of the setting `upstreams` forward. */
  readonly forwarded: readonly string[];
  /** Names below which a record with a star answers all. */
  readonly wildcards: readonly string[];
  /** Names that have a CNAME. */
  readonly aliases: readonly string[];
  /** Addresses of the box. */
  readonly addresses: readonly string[];
  /** Ports on which the box answers DNS. */
  readonly ports: readonly number[];
}

/** Returns the zone in stored form, or why it is invalid, in a sentence. */
export function readZone(text: string, facts: HomeFacts): ParsedName {
  const read = readName(text);
  if ("problem" in read) return read;
  const { name } = read;
  const { most } = { most: LIMITS.records.zones };
  if (facts.zones.includes(name)) return read;
  const problem = domainProblem(name, facts);
  if (problem !== undefined) return { problem };
  if (facts.aliases.includes(name)) {
    return {
      problem: sentence`This name has a CNAME, and the top of a zone cannot have one: ${name}`,
    };
  }
  if (name === domainOf(facts.forwarding)) {
    return { problem: sentence`This domain is forwarded to the router; end that first: ${name}` };
  }
  if (facts.forwarded.includes(name)) {
    return {
      problem: sentence`This domain is forwarded to an upstream; remove the line [/${name}/] first`,
    };
  }
  return facts.zones.length < most
    ? read
    : { problem: sentence`There can be ${most} local zones; remove one first` };
}

/**
 * Returns the forwarding in stored form, or why it is invalid, in a sentence. An empty router ends
 * it.
 */
export function readForwarding(given: Forwarding, facts: HomeFacts): Forwarding | Sentence {
  const router = given.router.trim();
  const written = given.domain.trim();
  if (router === "") return { domain: "", router: "", reverse: false };
  const target = isPlainServer(router) ? parseTarget(router) : undefined;
  if (target?.address === undefined) {
    return sentence`Give the router by its IP address, with a port if it is not 53, such as 192.168.1.1: ${router}`;
  }
  const host = addressToText(target.address);
  const loopback = host === "::1" || host.startsWith("127.");
  const own = facts.addresses.map((text) => parseAddress(text)).some((it) =>
    it && addressToText(it) === host
  );
  if ((loopback || own) && facts.ports.includes(target.port)) {
    return sentence`This is the address of the box; give the address of the router: ${router}`;
  }
  if (target.address.every((byte) => byte === 0)) {
    return sentence`No router has this address: ${router}`;
  }
  if (written === "" && !given.reverse) {
    return sentence`Choose what the router answers: a domain, the names of addresses, or both`;
  }
  const read = written === "" ? { name: "" } : readName(written);
  if ("problem" in read) return read.problem;
  const problem = read.name === "" ? undefined : domainProblem(read.name, facts);
  if (problem !== undefined) return problem;
  if (facts.zones.includes(read.name)) {
    return sentence`This domain is a local zone; remove the zone first: ${read.name}`;
  }
  if (facts.wildcards.includes(read.name)) {
    return sentence`The record *.${read.name} answers all names of this domain; remove it first`;
  }
  return { domain: read.name, router, reverse: given.reverse };
}

/** Returns why a domain cannot be made local, in a sentence. */
function domainProblem(name: string, { ownNames }: HomeFacts): Sentence | undefined {
  if (ownNames.includes(name)) {
    return sentence`This is a name of the box itself; choose another one: ${name}`;
  }
  const fault = zoneFault(name, isPublicSuffix);
  return fault && sentence`${fault}; give another domain, such as one below it: ${name}`;
}

function domainOf({ domain }: Forwarding): string {
  const read = readName(domain);
  return "name" in read ? read.name : "";
}
