/**
 * Chooses the certificate for a client by the server name in its ClientHello and its protocol (A
 * 7.7, 7.9.4).
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { parseAddress } from "../../../policy/model/address.ts";
import type { EncryptedPem, Pem } from "../protocol.ts";

/** The longest name of a host, as text. */
const LONGEST_NAME = 253;

/** The server for a certificate; undefined = there is none for this client. */
type Found<Server> = Server | undefined;

/** The certificates in use, each with its server; they may change while connections are open. */
export class Certificates<Server> {
  readonly #serve: (pem: Pem) => Server;
  #interface: Found<Server> = undefined;
  #encrypted: { readonly names: ReadonlySet<string>; readonly server: Server } | undefined =
    undefined;
  /** Names of the box in lower case, which are never treated as blocked ones. */
  own: ReadonlySet<string> = new Set();
  /**
   * Gives a recently blocked name a certificate of the local authority (A 7.7.1); undefined = it
   * gets none.
   */
  leaf: (name: string) => Found<Server> | Promise<Found<Server>> = () => undefined;

  /** `serve` makes the server for a certificate. */
  constructor(serve: (pem: Pem) => Server) {
    this.#serve = serve;
  }

  /**
   * Replaces the certificate of the interface; throws when it is invalid, or its key does not
   * match.
   */
  interface(pem: Pem | undefined): void {
    this.#interface = pem && this.#sound(pem);
  }

  /**
   * Replaces the certificate of encrypted DNS; throws when it is invalid, or its key does not
   * match.
   */
  encrypted(pem: EncryptedPem | undefined): void {
    const names = new Set(pem?.names.map((name) => name.toLowerCase()));
    this.#encrypted = pem && { names, server: this.#sound(pem) };
  }

  /** Whether there is a certificate for HTTPS clients. */
  get any(): boolean {
    return this.#interface !== undefined || this.#encrypted !== undefined;
  }

  /** Whether a name in lower case is one of the box. */
  isOwn(name: string): boolean {
    return this.own.has(name) ||
      (this.#encrypted !== undefined && isAmong(this.#encrypted.names, name));
  }

  /**
   * The server for the name that a client requests, in lower case; "" = it sends none. `dot` = it
   * speaks DNS over TLS.
   */
  for(asked: string, { dot }: { readonly dot: boolean }): Found<Server> | Promise<Found<Server>> {
    const servername = asked.endsWith(".") ? asked.slice(0, -1) : asked;
    const encrypted = this.#encrypted;
    const usual = this.#interface ?? encrypted?.server;
    // Clients must send neither an address nor a final dot (RFC 6066, 3), but some send them.
    if (servername === "" || parseAddress(servername) !== undefined) {
      return dot ? encrypted?.server ?? usual : usual;
    }
    if (servername.length > LONGEST_NAME) return usual;
    if (encrypted !== undefined && isAmong(encrypted.names, servername)) return encrypted.server;
    if (dot || this.own.has(servername)) return usual;
    const leaf = this.leaf(servername);
    return leaf instanceof Promise ? leaf.then((made) => made ?? usual) : leaf ?? usual;
  }

  #sound(pem: Pem): Server {
    // The runtime checks neither before the first handshake, which would then fail.
    if (!new X509Certificate(pem.cert).checkPrivateKey(createPrivateKey(pem.key))) {
      throw new Error("its key is another one's");
    }
    return this.#serve(pem);
  }
}

function isAmong(names: ReadonlySet<string>, name: string): boolean {
  const dot = name.indexOf(".");
  return names.has(name) || (dot > 0 && names.has(`*${name.slice(dot)}`));
}
