/** Which certificate a client is shown: by the name that it asks for, that of the interface for every other name. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { NamedPem, Pem } from "./protocol.ts";

/** Names that have a certificate of their own at most; the one that was given first gives way. */
const MOST = 256;
/** The longest name of a host, as text. */
const LONGEST_NAME = 253;

/** The certificates in use, each with what serves it; they may change while connections are open. */
export class Certificates<Server> {
  readonly #serve: (pem: Pem) => Server;
  #own: Server;
  readonly #named = new Map<string, Server>();

  /** Throws when the certificate of the interface is none, or its key is another one's. */
  constructor(own: Pem, serve: (pem: Pem) => Server) {
    this.#serve = serve;
    this.#own = this.#sound(own);
  }

  /** Replaces the certificate of the interface; throws when it is none. */
  replace(own: Pem): void {
    this.#own = this.#sound(own);
  }

  /** Gives a name its certificate; `*.example` stands for all names one label below. Throws when it is none. */
  name({ name, cert, key }: NamedPem): void {
    const server = this.#sound({ cert, key }), known = name.toLowerCase();
    this.#named.delete(known);
    if (this.#named.size >= MOST) this.#named.delete(this.#named.keys().next().value!);
    this.#named.set(known, server);
  }

  /** What serves the name that a client asks for, in small letters; "" = it asks for none. */
  for(servername: string): Server {
    if (servername === "" || servername.length > LONGEST_NAME) return this.#own;
    const dot = servername.indexOf(".");
    const wild = dot < 0 ? undefined : this.#named.get(`*${servername.slice(dot)}`);
    return this.#named.get(servername) ?? wild ?? this.#own;
  }

  #sound(pem: Pem): Server {
    // The runtime looks at neither before the first handshake, which would then fail.
    if (!new X509Certificate(pem.cert).checkPrivateKey(createPrivateKey(pem.key))) {
      throw new Error("its key is another one's");
    }
    return this.#serve(pem);
  }
}
