/**
 * DNS stamps (dnscrypt.info/stamps-specifications): all that a client needs to know of a server in
 * one word, `sdns://` and then bytes in base64url. Pure. Texts in a stamp are read without
 * validation; the caller validates them.
 */
import { type Sentence, sentence } from "./sentence.ts";

/** The transport of the server in a stamp. */
export type StampTransport = "udp" | "dnscrypt" | "https" | "tls" | "quic";

/** The content of a stamp. */
export interface Stamp {
  readonly transport: StampTransport;
  /** An IP address, an address with a port, `:port`, or "" if only the name is known. */
  readonly address: string;
  /** A host name, with or without a port; "" if none is needed. */
  readonly host: string;
  /** For DNS over HTTPS, otherwise "". */
  readonly path: string;
  /**
   * SHA-256 of signed parts of certificates in hexadecimal digits; none = any valid certificate for
   * the name is accepted.
   */
  readonly pins: readonly string[];
  /** DNSCrypt: the signer of its certificates. */
  readonly provider?: { readonly name: string; readonly key: Uint8Array };
}

/**
 * Bytes of the kind and the properties, of a key and of a hash, and the maximum number of
 * characters in a stamp.
 */
const HEAD = 9;
const KEY = 32;
const HASH = 32;
const LONGEST = 1000;
/** Set in a length if another element of the list follows. */
const MORE = 0x80;
const BROKEN = sentence`Not a DNS stamp; copy all of it, from sdns:// to its end`;
const KINDS: Readonly<Record<number, StampTransport>> = {
  0: "udp",
  1: "dnscrypt",
  2: "https",
  3: "tls",
  4: "quic",
};
const REFUSED: Readonly<Record<number, Sentence>> = {
  0x05:
    sentence`The stamp is of Oblivious DoH, which the box does not speak; use one of DNSCrypt, or of DNS over HTTPS, TLS or QUIC`,
  0x81:
    sentence`The stamp is of a relay for DNSCrypt, which answers nothing itself; use the stamp of a server`,
  0x85:
    sentence`The stamp is of a relay for Oblivious DoH, which answers nothing itself; use the stamp of a server`,
};

/**
 * Decodes the part of a stamp after its scheme. Returns an error sentence if it cannot be used.
 * Never throws.
 */
export function parseStamp(text: string): Stamp | Sentence {
  const bytes = decoded(text);
  if (bytes === undefined || bytes.length === 0) return BROKEN;
  const transport = KINDS[bytes[0]];
  if (transport === undefined) {
    return REFUSED[bytes[0]] ?? sentence`The stamp is of a protocol that the box does not know`;
  }
  const reader = new StampReader(bytes);
  const address = reader.text();
  const stamp = fieldsOf(transport, address, reader);
  if (reader.isBroken) return BROKEN;
  if (transport === "quic" && stamp.pins.length > 0) {
    return sentence`The stamp names certificates, which cannot be checked over QUIC; use the server's stamp of another protocol, or quic://${stamp.host}`;
  }
  return stamp;
}

function fieldsOf(transport: StampTransport, address: string, reader: StampReader): Stamp {
  switch (transport) {
    case "udp":
      return { transport, address, host: "", path: "", pins: [] };
    case "dnscrypt":
      return ofDnscrypt(address, reader);
    default:
      return ofName(transport, address, reader);
  }
}

function ofDnscrypt(address: string, reader: StampReader): Stamp {
  const key = reader.part();
  const name = reader.text();
  if (key.length !== KEY || name === "") reader.isBroken = true;
  return { transport: "dnscrypt", address, host: "", path: "", pins: [], provider: { name, key } };
}

/** Addresses of bootstrap servers may follow; they are ignored because the box has its own. */
function ofName(transport: StampTransport, address: string, reader: StampReader): Stamp {
  const hashes = reader.list().filter((hash) => hash.length > 0);
  const host = reader.text();
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

/** Reads fields in sequence. Past the end they are empty and the stamp is invalid. */
class StampReader {
  isBroken = false;
  #at = HEAD;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  part(): Uint8Array {
    return this.#take(this.#bytes[this.#at]);
  }

  /** Printable ASCII without spaces; any other character makes the stamp invalid. */
  text(): string {
    const part = this.part();
    if (part.some((byte) => byte <= 0x20 || byte >= 0x7f)) this.isBroken = true;
    return this.isBroken ? "" : String.fromCharCode(...part);
  }

  list(): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let more = true; more && !this.isBroken;) {
      const length = this.#bytes[this.#at];
      more = length >= MORE;
      parts.push(this.#take(length & ~MORE));
    }
    return parts;
  }

  #take(length: number | undefined): Uint8Array {
    const start = this.#at + 1;
    if (length === undefined || start + length > this.#bytes.length) {
      this.isBroken = true;
      return new Uint8Array(0);
    }
    this.#at = start + length;
    return this.#bytes.subarray(start, this.#at);
  }
}
