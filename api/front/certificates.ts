/** Which certificate a client is shown: by the name that it asks for, that of the interface for every other name. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import type { NamedPem, Pem } from "./protocol.ts";

/** Names that have a certificate of their own at most; the one that was given first gives way. */
const MOST = 256;
/** The longest name of a host, as text. */
const LONGEST_NAME = 253;

/** The certificates in use; they may change while connections are open. */
export class Certificates {
  #own: SecureContext;
  readonly #named = new Map<string, SecureContext>();

  /** Throws when the certificate of the interface is none, or its key is another one's. */
  constructor(own: Pem) {
    this.#own = contextOf(own);
  }

  /** Replaces the certificate of the interface; throws when it is none. */
  replace(own: Pem): void {
    this.#own = contextOf(own);
  }

  /** Gives a name its certificate; `*.example` stands for all names one label below. Throws when it is none. */
  name({ name, cert, key }: NamedPem): void {
    const context = contextOf({ cert, key }), known = name.toLowerCase();
    this.#named.delete(known);
    if (this.#named.size >= MOST) this.#named.delete(this.#named.keys().next().value!);
    this.#named.set(known, context);
  }

  /** The certificate for the name that a client asks for; "" = it asked for none. */
  for(servername: string): SecureContext {
    if (servername === "" || servername.length > LONGEST_NAME) return this.#own;
    const name = servername.toLowerCase(), dot = name.indexOf(".");
    return this.#named.get(name) ?? (dot < 0 ? undefined : this.#named.get(`*${name.slice(dot)}`)) ?? this.#own;
  }
}

function contextOf({ cert, key }: Pem): SecureContext {
  // The runtime looks at neither before the first handshake, which would then fail.
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error("its key is another one's");
  return createSecureContext({ cert, key, minVersion: "TLSv1.2" });
}
