/**
 * Writes the responses of the zone of box names: SOA, NS and glue at its apex, and the DNS-01
 * record of each assigned name. The names have no addresses, because addresses of homes are never
 * published (A 7.9.3).
 */
import { equalNames, isWithin, nameFromText, type WireName } from "../../../policy/model/name.ts";
import { CLASS, FLAG, RCODE, TYPE } from "../../../resolver/wire/codes.ts";
import {
  beginResponse,
  createEdnsParameters,
  type EdnsParameters,
  endResponse,
} from "../../../resolver/wire/edns.ts";
import { SECTION } from "../../../resolver/wire/message.ts";
import {
  type ParsedQuery,
  QUERY_COOKIE,
  QUERY_DROP,
  QUERY_OK,
} from "../../../resolver/wire/query.ts";
import { writeUint32 } from "../../../resolver/wire/ttl.ts";
import { MessageWriter } from "../../../resolver/wire/writer.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { isBoxName, NAME_LETTERS, type NameState } from "../names.ts";

const { ttl, challengeTtl } = COMPANION_LIMITS.dns;
/**
 * Refresh, retry, expire in seconds: the zone is never transferred, since all its servers read one
 * database.
 */
const TIMERS: readonly number[] = [3600, 600, 604_800];
/** Bytes of an address, by record type. */
const ADDRESS_BYTES = new Map<number, number>([[TYPE.A, 4], [TYPE.AAAA, 16]]);
const encoder = new TextEncoder();
const CHALLENGE = labelOf("_acme-challenge");
/** The HINFO record that responds to ANY (RFC 8482 4.2). */
const HINFO = new Uint8Array([7, ...encoder.encode("RFC8482"), 0]);

/** One of the zone's name servers. */
export interface NameServer {
  readonly name: WireName;
  /** Served when its name lies in the zone (glue); 4 or 16 bytes each. */
  readonly addresses: readonly Uint8Array[];
}

/** Configuration of the zone. */
export interface ZoneConfig {
  readonly domain: WireName;
  /** At least one; the first is the primary in the SOA record. */
  readonly nameServers: readonly NameServer[];
}

/** A name that must be read from the database before the response. */
export interface MissingName {
  readonly name: string;
}

/** The current data of the zone. */
export interface ZoneRecords {
  readonly serial: number;
  /** Undefined = not read yet; "failed" = reading failed. */
  known(name: string): NameState | undefined | "failed";
}

/** Writes responses, one message at a time. */
export class Zone {
  readonly #config: ZoneConfig;
  readonly #writer = new MessageWriter();
  readonly #out = new Uint8Array(65_535);
  readonly #owner = new Uint8Array(256);

  constructor(config: ZoneConfig) {
    this.#config = config;
  }

  /** The name that must be read before this query can be answered; undefined = none. */
  wants(query: ParsedQuery, read: number): string | undefined {
    return read === QUERY_OK ? this.#place(query)?.box : undefined;
  }

  /**
   * The response of at most `limit` bytes to a query for which parseQuery() returned `read`. It is
   * a view that the next call overwrites. Undefined = no response.
   */
  respond(
    query: ParsedQuery,
    read: number,
    records: ZoneRecords,
    limit: number,
  ): Uint8Array | undefined {
    if (read === QUERY_DROP) return undefined;
    const edns = createEdnsParameters(limit);
    if (read !== QUERY_OK) {
      return this.#finished(query, read === QUERY_COOKIE ? RCODE.FORMERR : read, edns, 0);
    }
    const place = query.class === CLASS.IN ? this.#place(query) : undefined;
    if (place === undefined) return this.#finished(query, RCODE.REFUSED, edns, 0);
    const known = place.box === undefined ? undefined : records.known(place.box);
    if (known === "failed") return this.#finished(query, RCODE.SERVFAIL, edns, 0);
    this.#owner.set(query.bytes.subarray(query.nameAt, query.nameAt + query.nameLength));
    const { rcode, answers } = this.#lookUp(query, place, known);
    this.#begin(query, rcode, FLAG.AA, edns);
    const owner = this.#owner.subarray(0, query.nameLength);
    let whole = answers(
      records,
      (type, seconds, rdata) =>
        this.#writer.record(SECTION.ANSWER, owner, type, CLASS.IN, seconds, rdata),
    );
    if (this.#writer.count(SECTION.ANSWER) === 0 && whole) {
      whole = this.#soa(SECTION.AUTHORITY, records);
    } else if (whole && query.type === TYPE.NS) this.#glue();
    return this.#finish(query, rcode, edns, whole);
  }

  /** A truncated response, so that the client retries over TCP. */
  truncated(query: ParsedQuery, limit: number): Uint8Array {
    const edns = createEdnsParameters(limit);
    this.#begin(query, RCODE.NOERROR, FLAG.AA | FLAG.TC, edns);
    return this.#finish(query, RCODE.NOERROR, edns, true);
  }

  /** Where a name lies in the zone; undefined = outside. */
  #place(query: ParsedQuery): Place | undefined {
    const { domain, nameServers } = this.#config;
    const name = query.name.subarray(0, query.nameLength);
    if (query.class !== CLASS.IN || !isWithin(name, domain)) return undefined;
    if (name.length === domain.length) return { kind: "top" };
    const server = nameServers.find((each) => equalNames(each.name, name));
    if (server !== undefined) return { kind: "server", server };
    if (nameServers.some((each) => isWithin(each.name, name))) return { kind: "between" };
    // The label directly below the zone belongs to a box; only its challenge exists below that.
    const below = name.length - domain.length;
    const labelAt = below - NAME_LETTERS - 1;
    const challenge = labelAt === CHALLENGE.length &&
      CHALLENGE.every((byte, i) => name[i] === byte);
    if ((labelAt !== 0 && !challenge) || name[labelAt] !== NAME_LETTERS) return { kind: "nothing" };
    const label = String.fromCharCode(...name.subarray(labelAt + 1, below));
    return isBoxName(label)
      ? { kind: challenge ? "challenge" : "name", box: label }
      : { kind: "nothing" };
  }

  #lookUp(query: ParsedQuery, place: Place, known: NameState | undefined): Found {
    const { kind, server } = place;
    const { type } = query;
    if (kind === "nothing" || (place.box !== undefined && known?.given !== true)) {
      return NOTHING_THERE;
    }
    if (type === TYPE.ANY) return found((_, add) => add(TYPE.HINFO, ttl, HINFO));
    if (kind === "top" && type === TYPE.SOA) {
      return found((records) => this.#soa(SECTION.ANSWER, records));
    }
    if (kind === "top" && type === TYPE.NS) {
      return found((_, add) =>
        this.#config.nameServers.every(({ name }) => add(TYPE.NS, ttl, name))
      );
    }
    if (server !== undefined) {
      const bytes = ADDRESS_BYTES.get(type);
      const addresses = server.addresses.filter(({ length }) => length === bytes);
      return found((_, add) => addresses.every((address) => add(type, ttl, address)));
    }
    if (kind === "challenge" && type === TYPE.TXT) {
      return found((_, add) =>
        known!.values.every((value) => add(TYPE.TXT, challengeTtl, labelOf(value)))
      );
    }
    return found(() => true);
  }

  #soa(section: number, { serial }: ZoneRecords): boolean {
    const { domain, nameServers: [{ name: primary }] } = this.#config;
    const mailbox = HOSTMASTER;
    const rdata = new Uint8Array(primary.length + mailbox.length + domain.length + 20);
    rdata.set(primary);
    rdata.set(mailbox, primary.length);
    rdata.set(domain, primary.length + mailbox.length);
    const numbersAt = rdata.length - 20;
    [serial, ...TIMERS, challengeTtl].forEach((value, i) =>
      writeUint32(rdata, numbersAt + 4 * i, value)
    );
    return this.#writer.record(
      section,
      domain,
      TYPE.SOA,
      CLASS.IN,
      section === SECTION.ANSWER ? ttl : challengeTtl,
      rdata,
    );
  }

  /**
   * Adds addresses of the name servers while there is room. RFC 9471 requires them in referrals;
   * here they are optional.
   */
  #glue(): void {
    const { domain, nameServers } = this.#config;
    for (const { name, addresses } of nameServers.filter((each) => isWithin(each.name, domain))) {
      for (const address of addresses) {
        const type = address.length === 4 ? TYPE.A : TYPE.AAAA;
        this.#writer.record(SECTION.ADDITIONAL, name, type, CLASS.IN, ttl, address);
      }
    }
  }

  #finished(query: ParsedQuery, rcode: number, edns: EdnsParameters, more: number): Uint8Array {
    this.#begin(query, rcode, more, edns);
    return this.#finish(query, rcode, edns, true);
  }

  #begin(query: ParsedQuery, rcode: number, more: number, edns: EdnsParameters): void {
    beginResponse(this.#writer, this.#out, 0, query, rcode, more, edns);
    // This server offers no recursion.
    this.#out[3] &= ~FLAG.RA;
  }

  #finish(query: ParsedQuery, rcode: number, edns: EdnsParameters, whole: boolean): Uint8Array {
    if (!whole) this.#writer.setFlags(FLAG.TC);
    return this.#out.subarray(0, endResponse(this.#writer, query, rcode, edns));
  }
}

const HOSTMASTER = labelOf("hostmaster");

/** A position in the zone; `box` = the box name whose data is needed. */
interface Place {
  readonly kind: "top" | "server" | "between" | "name" | "challenge" | "nothing";
  readonly box?: string;
  readonly server?: NameServer;
}

/** Adds a record of the owner; false when it does not fit. */
type Add = (type: number, ttl: number, rdata: Uint8Array) => boolean;
interface Found {
  readonly rcode: number;
  /** Writes the answers; false when they do not fit. */
  readonly answers: (records: ZoneRecords, add: Add) => boolean;
}

const NOTHING_THERE: Found = { rcode: RCODE.NXDOMAIN, answers: () => true };

function found(answers: Found["answers"]): Found {
  return { rcode: RCODE.NOERROR, answers };
}

/** A label or character string: its length, then its bytes. */
function labelOf(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  return new Uint8Array([bytes.length, ...bytes]);
}

/** A name server with its addresses; undefined when the name is invalid. */
export function nameServer(text: string, addresses: readonly Uint8Array[]): NameServer | undefined {
  const name = nameFromText(text);
  return name === undefined ? undefined : { name, addresses };
}
