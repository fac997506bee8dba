/**
 * Finds the zone of a name and its name servers. A record must be visible there before the
 * authority queries them and caches the result (A 7.9.3).
 */
import { addressToText } from "../../../policy/model/address.ts";
import { TYPE } from "../../../resolver/wire/codes.ts";
import { readAnswerContent } from "../../../resolver/wire/answer_content.ts";
import { SECTION } from "../../../resolver/wire/message.ts";
import { CertificateError } from "./challenge_writer.ts";
import {
  directQuery,
  type DnsRecord,
  type ExchangeOptions,
  queryServer,
  readResponse,
} from "./dns_exchange.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** Dependencies of Zones. */
export interface ZoneDeps extends ExchangeOptions {
  /** Queries the box's own resolver for a name and a type; resolves with the response. */
  readonly ask: (name: string, type: number) => Promise<Uint8Array>;
  /** Waits; resolves immediately when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Port of the name servers; absent = 53. */
  readonly port?: number;
}

/** A name server of a zone. */
export interface ZoneServer {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Maximum length of a CNAME chain. */
const CHAIN = 8;
/** Maximum name servers of a zone, and maximum addresses of each. */
const SERVERS = 13;
const ADDRESSES = 4;
const NXDOMAIN = 3;
/** Milliseconds between two checks. */
const LOOK = 5_000;
/** Milliseconds after which a record that is not visible is reported. */
const SHOWN_LIMIT = 600_000;
/** Milliseconds to wait for silent servers while others return the record. */
const SILENT = 15_000;
/**
 * Milliseconds to wait when no server can be queried: by then most providers publish the record.
 */
const BLIND = 120_000;

/** The result of checking one server for a record. */
type Look = "shown" | "missing" | "silent";

/** How long to wait, in milliseconds, given the result of each server. */
function patienceFor(looks: readonly Look[]): number {
  if (!looks.includes("shown")) return BLIND;
  return looks.includes("silent") ? SILENT : 0;
}

/** Finds zones and queries their servers. */
export class Zones {
  readonly #deps: ZoneDeps;

  constructor(deps: ZoneDeps) {
    this.#deps = deps;
  }

  /** The name servers of the zone that a name lies in; none when they cannot be found. */
  async servers(name: string): Promise<readonly ZoneServer[]> {
    // The box returns no NS for a name with a local record. Such a zone is found by the SOA of a
    // name below it (RFC 2308 3).
    let primary: DnsRecord | undefined;
    for (let zone = name; zone.includes("."); zone = zone.slice(zone.indexOf(".") + 1)) {
      const records = await this.#records(zone, TYPE.NS);
      const names = records.filter(({ type, owner }) => type === TYPE.NS && owner === zone).map((
        { value },
      ) => value);
      if (names.length === 0 && primary?.owner === zone) names.push(primary.value);
      if (names.length > 0) {
        return await Promise.all(names.slice(0, SERVERS).map((each) => this.#server(each)));
      }
      primary ??= records.find(({ type, value }) => type === TYPE.SOA && value !== ".");
    }
    return [];
  }

  /**
   * The name at the end of the CNAME chain that starts at a name, according to the zones' own
   * servers; the name itself without a CNAME.
   */
  async target(name: string, signal: AbortSignal): Promise<string> {
    let at = name;
    for (let left = CHAIN; left > 0; left--) {
      const servers = await this.servers(at);
      const next = await this.#alias(at, servers, signal);
      if (next === undefined) return at;
      // The name becomes part of URLs of provider APIs.
      if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(next)) {
        throw new CertificateError(
          sentence`${name} points on to a name that no provider has: ${next.slice(0, 253)}`,
        );
      }
      at = next;
    }
    throw new CertificateError(
      sentence`${name} points on through more than ${CHAIN} CNAME records: shorten the chain`,
    );
  }

  /**
   * Waits until all servers of the zone return a TXT record; those without an authoritative
   * response are ignored after a while. `waiting` is called at each check with the servers that do
   * not return it yet. Rejects with a CertificateError after ten minutes.
   */
  async shown(
    name: string,
    value: string,
    signal: AbortSignal,
    waiting: (missing: readonly string[]) => void,
  ): Promise<void> {
    const servers = await this.servers(name);
    const began = this.#deps.runtime.monotonic();
    for (;;) {
      const looks = await Promise.all(
        servers.map((server) => this.#look(server, name, value, signal)),
      );
      signal.throwIfAborted();
      const waited = this.#deps.runtime.monotonic() - began;
      const missing = servers.filter((_, i) => looks[i] === "missing").map((server) => server.name);
      if (missing.length > 0 && waited >= SHOWN_LIMIT) throw notShown(name, missing, waited);
      const patience = patienceFor(looks);
      if (missing.length === 0 && waited >= patience) return;
      waiting(missing);
      await this.#deps.pause(LOOK, signal);
    }
  }

  async #server(name: string): Promise<ZoneServer> {
    const addresses: string[] = [];
    for (const [type, bytes] of [[TYPE.A, 4], [TYPE.AAAA, 16]]) {
      const response = await this.#deps.ask(name, type).catch(() => new Uint8Array(0));
      for (const each of readAnswerContent(response).addresses) {
        if (each.length === bytes) addresses.push(addressToText(each));
      }
    }
    return { name, addresses: addresses.slice(0, ADDRESSES) };
  }

  /** The answer and authority records in the resolver's response. */
  async #records(name: string, type: number): Promise<readonly DnsRecord[]> {
    const response = readResponse(await this.#deps.ask(name, type).catch(() => new Uint8Array(0)));
    return (response?.records ?? []).filter(({ section, value }) =>
      section !== SECTION.ADDITIONAL && value !== ""
    );
  }

  /** The CNAME target of a name, from the first server that answers. */
  async #alias(
    name: string,
    servers: readonly ZoneServer[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (const server of servers) {
      const records = await this.#direct(server, name, TYPE.CNAME, signal);
      if (records === undefined) continue;
      return records.find((each) =>
        each.type === TYPE.CNAME && each.owner === name && each.value !== ""
      )?.value;
    }
    // No server responds: the resolver is queried instead.
    return (await this.#records(name, TYPE.CNAME)).find((each) =>
      each.type === TYPE.CNAME && each.owner === name
    )
      ?.value;
  }

  async #look(
    server: ZoneServer,
    name: string,
    value: string,
    signal: AbortSignal,
  ): Promise<Look> {
    const records = await this.#direct(server, name, TYPE.TXT, signal);
    if (records === undefined) return "silent";
    return records.some((each) => each.type === TYPE.TXT && each.value === value)
      ? "shown"
      : "missing";
  }

  /**
   * The answer section from the first of a server's addresses with an authoritative response;
   * undefined = none responds.
   */
  async #direct(
    { addresses }: ZoneServer,
    name: string,
    type: number,
    signal: AbortSignal,
  ): Promise<DnsRecord[] | undefined> {
    const { port = 53, runtime } = this.#deps;
    for (const address of addresses) {
      const query = directQuery(name, type, runtime.randomBytes);
      const exchange = { ...this.#deps, destination: "domain_servers" } as const;
      const bytes = await queryServer({ address, port }, query, exchange, signal).catch(() =>
        undefined
      );
      const response = bytes === undefined ? undefined : readResponse(bytes);
      // A referral, a refusal or the response of a resolver contains no facts about the zone.
      if (
        response === undefined || !response.authoritative ||
        response.rcode !== 0 && response.rcode !== NXDOMAIN
      ) {
        continue;
      }
      return response.records.filter(({ section }) => section === SECTION.ANSWER);
    }
    return undefined;
  }
}

function notShown(name: string, missing: readonly string[], waited: number): CertificateError {
  const minutes = Math.round(waited / 60_000);
  const servers = missing.join(", ");
  return new CertificateError(
    sentence`The record was written, but after ${minutes} minutes these name servers do not show it (${name}): ${servers}. Check that the domain uses the name servers of this provider`,
  );
}
