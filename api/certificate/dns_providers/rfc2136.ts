/**
 * Any name server that accepts dynamic updates signed with a shared key (RFC 2136, RFC 8945): BIND,
 * Knot, PowerDNS and others.
 */
import { isIP } from "node:net";
import { nameFromText, type WireName } from "../../../policy/model/name.ts";
import { isServerAddress } from "../../../policy/model/public_address.ts";
import { TYPE } from "../../../resolver/wire/codes.ts";
import { rcodeOf, readUint16, SECTION } from "../../../resolver/wire/message.ts";
import { MessageWriter } from "../../../resolver/wire/writer.ts";
import { CertificateError, type ChallengeWriter } from "../acme/challenge_writer.ts";
import {
  directQuery,
  DnsTimeoutError,
  type NameServer,
  queryOverTcp,
  queryOverUdp,
  readResponse,
} from "../acme/dns_exchange.ts";
import {
  CHALLENGE_TTL,
  type Credentials,
  type DnsProvider,
  plainField,
  type ProviderDeps,
  secretField,
} from "./provider.ts";
import { sign, type TsigKey, verify } from "./tsig.ts";
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";

const ALGORITHMS = ["hmac-sha256", "hmac-sha512"] as const;
/** Opcode 5 in the flags. */
const UPDATE = 5 << 11;
const CLASS = { IN: 1, NONE: 254 } as const;
/** Timeout of one response in milliseconds. */
const DEADLINE = 5_000;
const ERROR = { BADSIG: 16, BADKEY: 17, BADTIME: 18 } as const;

/** Meanings of response codes for an update (RFC 2136 2.2). */
const RCODES: Readonly<Record<number, (server: string, zone: string) => Sentence>> = {
  1: (server, zone) => sentence`${server} does not understand updates (FORMERR) (zone ${zone})`,
  2: (server, zone) => sentence`${server} has an internal error (SERVFAIL) (zone ${zone})`,
  4: (server, zone) => sentence`${server} takes no updates (NOTIMP) (zone ${zone})`,
  5: (server, zone) =>
    sentence`${server} does not let this key change the record (REFUSED): allow it updates of TXT records below _acme-challenge (zone ${zone})`,
  9: (server, zone) =>
    sentence`${server} does not hold this zone, or not with this key (NOTAUTH) (zone ${zone})`,
  10: (server, zone) =>
    sentence`${server} says that the name lies outside the zone (NOTZONE) (zone ${zone})`,
};

/** The provider RFC 2136. */
export const RFC2136: DnsProvider = {
  id: "rfc2136",
  name: "RFC 2136",
  fields: [
    plainField("server", false),
    plainField("port", true),
    plainField("key_name", false),
    plainField("key_algorithm", true),
    secretField("key_secret"),
    plainField("zone", true),
  ],
  fault,
  make: (given, deps) => new Rfc2136(given, deps),
};

function fault(
  { server, port, key_name, key_algorithm, key_secret, zone }: Credentials,
): Sentence | "" {
  if (
    isIP(server ?? "") === 0 && !/^(?=.{1,253}$)[\w-]{1,63}(\.[\w-]{1,63})*$/.test(server ?? "")
  ) {
    return sentence`The server is an address or a name without port: 192.0.2.53, ns1.example`;
  }
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) {
    return sentence`A port is a number from 1 to 65535`;
  }
  if (nameFromText(key_name ?? "") === undefined) {
    return sentence`The name of the key is a domain name, as the server spells it`;
  }
  if (key_algorithm && !(ALGORITHMS as readonly string[]).includes(key_algorithm)) {
    return sentence`The algorithm of the key is one of: ${ALGORITHMS.join(", ")}`;
  }
  if (bytesOf(key_secret ?? "") === undefined) {
    return sentence`The secret of the key is base64, as the server has it`;
  }
  if (zone && nameFromText(zone) === undefined) return sentence`The zone is a domain name`;
  return "";
}

class Rfc2136 implements ChallengeWriter {
  readonly #server: string;
  readonly #port: number;
  readonly #key: TsigKey;
  readonly #zone: string;
  readonly #deps: ProviderDeps;

  constructor(given: Credentials, deps: ProviderDeps) {
    this.#server = given.server;
    this.#port = Number(given.port || 53);
    this.#key = {
      name: nameFromText(given.key_name)!,
      algorithm: ALGORITHMS.find((each) => each === given.key_algorithm) ?? ALGORITHMS[0],
      secret: bytesOf(given.key_secret)!,
    };
    this.#zone = (given.zone ?? "").toLowerCase().replace(/\.$/, "");
    this.#deps = deps;
  }

  write(name: string, value: string, signal: AbortSignal): Promise<void> {
    return this.#update(name, value, CLASS.IN, signal);
  }

  remove(name: string, value: string, signal: AbortSignal): Promise<void> {
    return this.#update(name, value, CLASS.NONE, signal);
  }

  /** Adds the record (class IN) or removes it (class NONE, RFC 2136 2.5.4). */
  async #update(name: string, value: string, class_: number, signal: AbortSignal): Promise<void> {
    const server = { address: await this.#address(), port: this.#port };
    const zone = this.#zone || await this.#zoneOf(name, server, signal);
    const text = new TextEncoder().encode(value);
    const buffer = new Uint8Array(1024);
    const writer = new MessageWriter();
    const wire = nameFromText(zone)!;
    writer.begin(
      buffer,
      0,
      buffer.length,
      readUint16(this.#deps.runtime.randomBytes(2), 0),
      UPDATE,
    );
    writer.question(wire, 0, wire.length, TYPE.SOA, CLASS.IN);
    const rdata = Uint8Array.of(text.length, ...text);
    const ttl = class_ === CLASS.IN ? CHALLENGE_TTL : 0;
    writer.record(SECTION.AUTHORITY, nameFromText(name) as WireName, TYPE.TXT, class_, ttl, rdata);
    const response = await this.#signed(buffer.slice(0, writer.length), server, signal);
    const rcode = rcodeOf(response);
    if (rcode !== 0) {
      throw new CertificateError(
        RCODES[rcode]?.(this.#server, zone) ??
          sentence`${this.#server} refused with code ${rcode} (zone ${zone})`,
      );
    }
  }

  /** The zone of a name according to the server: the owner of the SOA record in its response. */
  async #zoneOf(name: string, server: NameServer, signal: AbortSignal): Promise<string> {
    const response = await this.#signed(
      directQuery(name, TYPE.SOA, this.#deps.runtime.randomBytes),
      server,
      signal,
    );
    const soa = readResponse(response)?.records.find(({ type }) => type === TYPE.SOA)?.owner;
    if (soa !== undefined && soa !== "." && (name === soa || name.endsWith(`.${soa}`))) return soa;
    throw new CertificateError(
      sentence`${this.#server} holds no zone for ${name}, or does not tell it: check the server, or name the zone`,
    );
  }

  /**
   * Sends a signed message over TCP, or over UDP when the server has no TCP. The response has a
   * valid signature or an error code.
   */
  async #signed(message: Uint8Array, server: NameServer, signal: AbortSignal): Promise<Uint8Array> {
    const { runtime } = this.#deps;
    const exchange = { destination: "dns_provider", runtime, deadline: DEADLINE } as const;
    const { message: sent, mac } = sign(message, this.#key, Math.floor(runtime.now() / 1000));
    let response: Uint8Array;
    try {
      response = await queryOverTcp(server, sent, exchange, signal).catch((error) => {
        if (
          signal.aborted ||
          !(error instanceof DnsTimeoutError || error instanceof Deno.errors.ConnectionRefused)
        ) {
          throw error;
        }
        return queryOverUdp(server, sent, exchange, signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new CertificateError(
        sentence`The name server could not be asked: ${(error as Error).message}`,
      );
    }
    const verdict = verify(response, this.#key, mac, Math.floor(runtime.now() / 1000));
    if (verdict.kind === "error") throw this.#badKey(verdict.error, verdict.serverTime);
    // Errors may be unsigned: an attacker gains nothing by forging one.
    if (verdict.kind === "unsigned" && rcodeOf(response) !== 0) return response;
    if (verdict.kind !== "sound") {
      throw new CertificateError(
        sentence`The answer of ${this.#server} is not signed with the key: check server and secret`,
      );
    }
    return response;
  }

  async #address(): Promise<string> {
    const isAddress = isIP(this.#server) !== 0;
    const found = isAddress
      ? [this.#server]
      : await this.#deps.lookup(this.#server).catch(() => []);
    const address = found.find(isServerAddress);
    if (address === undefined) {
      throw new CertificateError(sentence`The name server has no address: ${this.#server}`);
    }
    return address;
  }

  #badKey(error: number, serverTime: number): CertificateError {
    if (error === ERROR.BADTIME) {
      return new CertificateError(
        serverTime === 0
          ? sentence`The clocks of the box and of ${this.#server} differ (BADTIME). Set the clock`
          : sentence`The clocks of the box and of ${this.#server} differ (BADTIME): there it is ${
            new Date(serverTime * 1000).toISOString()
          }. Set the clock`,
      );
    }
    if (error === ERROR.BADSIG) {
      return new CertificateError(
        sentence`The secret is not that of the key at ${this.#server} (BADSIG): enter it again`,
      );
    }
    if (error === ERROR.BADKEY) {
      return new CertificateError(
        sentence`${this.#server} does not know this key with this algorithm, or not for this zone (BADKEY): check its name`,
      );
    }
    return new CertificateError(
      sentence`${this.#server} does not take the signature (error ${error})`,
    );
  }
}

/** The bytes of base64; undefined when it is invalid or not 8 to 512 bytes long. */
function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(base64.trim());
    return bytes.length >= 8 && bytes.length <= 512 ? bytes : undefined;
  } catch {
    return undefined;
  }
}
