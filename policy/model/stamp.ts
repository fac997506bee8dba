/**
 * DNS stamps (dnscrypt.info/stamps-specifications): what a client needs to know of a server in one word, `sdns://` and then
 * octets in base64url. Pure; text in them is read as far as it goes, and checked by whoever uses it.
 */

/** How the server of a stamp is asked. */
export type StampTransport = "udp" | "dnscrypt" | "https" | "tls" | "quic";

/** What a stamp says. */
export interface Stamp {
  readonly transport: StampTransport;
  /** An IP address, an address with a port, `:port`, or "" where only the name is known. */
  readonly address: string;
  /** A host name, with a port or without; "" where none is needed. */
  readonly host: string;
  /** Of DNS over HTTPS, else "". */
  readonly path: string;
  /** SHA-256 of signed parts of certificates in hexadecimal digits; none = every certificate for the name will do. */
  readonly pins: readonly string[];
  /** DNSCrypt: who signs its certificates. */
  readonly provider?: { readonly name: string; readonly key: Uint8Array };
}

/** Octets of the kind and the properties, of a key and of a hash, and characters that a stamp may have. */
const HEAD = 9, KEY = 32, HASH = 32, LONGEST = 1000;
/** A length with this bit says that another part of the list follows. */
const MORE = 0x80;
const BROKEN = "Not a DNS stamp; copy all of it, from sdns:// to its end";
const KINDS: Readonly<Record<number, StampTransport>> = {
  0: "udp",
  1: "dnscrypt",
  2: "https",
  3: "tls",
  4: "quic",
};
const REFUSED: Readonly<Record<number, string>> = {
  0x05:
    "The stamp is of Oblivious DoH, which the box does not speak; use one of DNSCrypt, or of DNS over HTTPS, TLS or QUIC",
  0x81:
    "The stamp is of a relay for DNSCrypt, which answers nothing itself; use the stamp of a server",
  0x85:
    "The stamp is of a relay for Oblivious DoH, which answers nothing itself; use the stamp of a server",
};

/** Reads what stands after the scheme of a stamp; a sentence says why it cannot be used. Never throws. */
export function readStamp(text: string): Stamp | string {
  const octets = decoded(text);
  if (octets === undefined || octets.length === 0) return BROKEN;
  const transport = KINDS[octets[0]];
  if (transport === undefined) {
    return REFUSED[octets[0]] ?? `The stamp is of a protocol that the box does not know`;
  }
  const reader = new StampReader(octets), address = reader.text();
  const stamp = transport === "udp"
    ? { transport, address, host: "", path: "", pins: [] }
    : transport === "dnscrypt"
    ? ofDnscrypt(address, reader)
    : ofName(transport, address, reader);
  if (reader.isBroken) return BROKEN;
  if (transport === "quic" && stamp.pins.length > 0) {
    return "The stamp names certificates, which cannot be checked over QUIC; use the server's stamp of another protocol, " +
      `or quic://${stamp.host}`;
  }
  return stamp;
}

function ofDnscrypt(address: string, reader: StampReader): Stamp {
  const key = reader.part(), name = reader.text();
  if (key.length !== KEY || name === "") reader.isBroken = true;
  return { transport: "dnscrypt", address, host: "", path: "", pins: [], provider: { name, key } };
}

/** Addresses of bootstrap servers may follow; the box has its own. */
function ofName(transport: StampTransport, address: string, reader: StampReader): Stamp {
  const hashes = reader.list().filter((hash) => hash.length > 0), host = reader.text();
  const path = transport === "https" ? reader.text() : "";
  if (host === "" || hashes.some((hash) => hash.length !== HASH)) reader.isBroken = true;
  return { transport, address, host, path, pins: hashes.map((hash) => hash.toHex()) };
}

function decoded(text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

/** Reads parts one after the other; past the end they are empty and the stamp is broken. */
class StampReader {
  isBroken = false;
  #at = HEAD;
  readonly #octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  part(): Uint8Array {
    return this.#take(this.#octets[this.#at]);
  }

  /** Printable ASCII without spaces; any other makes the stamp a broken one. */
  text(): string {
    const part = this.part();
    if (part.some((octet) => octet <= 0x20 || octet >= 0x7f)) this.isBroken = true;
    return this.isBroken ? "" : String.fromCharCode(...part);
  }

  list(): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let more = true; more && !this.isBroken;) {
      const length = this.#octets[this.#at];
      more = length >= MORE;
      parts.push(this.#take(length & ~MORE));
    }
    return parts;
  }

  #take(length: number | undefined): Uint8Array {
    const start = this.#at + 1;
    if (length === undefined || start + length > this.#octets.length) {
      this.isBroken = true;
      return new Uint8Array(0);
    }
    this.#at = start + length;
    return this.#octets.subarray(start, this.#at);
  }
}
