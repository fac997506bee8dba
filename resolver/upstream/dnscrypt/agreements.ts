/**
 * The agreement of the box with a DNSCrypt server: the server's current certificate and a key pair
 * created for it.
 */
import type { KeyObject } from "node:crypto";
import { nameFromText } from "../../../policy/model/name.ts";
import { TYPE } from "../../wire/codes.ts";
import type { ForwardQuestion } from "../exchange.ts";
import type { Transport, TransportDeps } from "../transport.ts";
import { createKeyPair, deriveSharedKey } from "./box.ts";
import {
  type DnscryptCertificate,
  extractCertificates,
  importProviderKey,
  parseCertificate,
  selectCertificate,
} from "./certificate.ts";
import type { Agreement } from "./packet.ts";

/**
 * Milliseconds to wait for the certificate over UDP and over TCP, to use one without a new check,
 * and between two checks.
 */
const UDP_PATIENCE = 1000;
const TCP_PATIENCE = 2000;
const KEPT = 3_600_000;
const BETWEEN = 5000;

/** The provider that signs the certificates of a server. */
export interface Provider {
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly key: Uint8Array;
}

/** The agreement with one server, renewed before its certificate expires. */
export class Agreements {
  readonly #provider: Provider;
  readonly #key: KeyObject | undefined;
  /** Plain DNS to the server: over UDP, then over TCP when UDP brings nothing. */
  readonly #plain: readonly (readonly [Transport, patience: number])[];
  readonly #clock: TransportDeps["clock"];
  #current: { readonly agreement: Agreement; readonly until: number } | undefined;
  #refreshAt = -Infinity;
  #looking: Promise<Agreement> | undefined;

  constructor(provider: Provider, udp: Transport, tcp: Transport, clock: TransportDeps["clock"]) {
    this.#provider = provider;
    this.#key = importProviderKey(provider.key);
    this.#plain = [[udp, UDP_PATIENCE], [tcp, TCP_PATIENCE]];
    this.#clock = clock;
  }

  /**
   * The current agreement. Rejects with a readable error when there is none and none can be made.
   */
  get(): Agreement | Promise<Agreement> {
    const { ms, unix } = this.#clock;
    const current = this.#current;
    if (current === undefined || unix >= current.until) return this.#look();
    if (ms >= this.#refreshAt) this.#look().catch(() => {});
    return current.agreement;
  }

  /** Reports that the server does not answer: it may have other keys now. */
  requestRefresh(): void {
    if (this.#current !== undefined) this.#refreshAt = Math.min(this.#refreshAt, this.#clock.ms);
  }

  sweep(): void {
    for (const [transport] of this.#plain) transport.sweep();
  }

  close(): void {
    for (const [transport] of this.#plain) transport.close();
  }

  #look(): Promise<Agreement> {
    this.#refreshAt = this.#clock.ms + BETWEEN;
    this.#looking ??= this.#agree().finally(() => this.#looking = undefined);
    return this.#looking;
  }

  async #agree(): Promise<Agreement> {
    const certificate = await this.#certificate();
    const known = this.#current;
    this.#refreshAt = this.#clock.ms + KEPT;
    if (
      known?.agreement.magic.toHex() === certificate.magic.toHex() &&
      known.until === certificate.until
    ) {
      return known.agreement;
    }
    const mine = createKeyPair();
    const shared = deriveSharedKey(certificate.construction, mine, certificate.publicKey);
    if (shared === undefined) throw new Error("its DNSCrypt certificate holds no key");
    const { construction, magic, until } = certificate;
    const agreement = { construction, magic, publicKey: mine.public, sharedKey: shared };
    this.#current = { agreement, until };
    return agreement;
  }

  async #certificate(): Promise<DnscryptCertificate> {
    const key = this.#key;
    if (key === undefined) throw new Error("the key of its DNSCrypt provider is none");
    const bytes = extractCertificates(await this.#ask());
    const signed = bytes.map((each) => parseCertificate(each, key)).filter((each) =>
      each !== undefined
    );
    const best = selectCertificate(signed, this.#clock.unix);
    if (best !== undefined) return best;
    if (bytes.length === 0) {
      throw new Error("it has no DNSCrypt certificate for this provider name");
    }
    if (signed.length === 0) {
      throw new Error("its DNSCrypt certificate is not signed by its provider");
    }
    throw new Error("its DNSCrypt certificate does not hold now");
  }

  async #ask(): Promise<Uint8Array> {
    const name = nameFromText(this.#provider.name) ?? new Uint8Array(1);
    const type = TYPE.TXT;
    const question: ForwardQuestion = {
      name,
      nameLength: name.length,
      type,
      class: 1,
      dnssecOk: false,
      checkingDisabled: false,
    };
    let why = "";
    for (const [transport, timeout] of this.#plain) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | string>();
      const answered = (response: Uint8Array) => resolve(response.slice());
      transport.ask({
        question,
        timeout,
        onAnswer: answered,
        onFailure: (_why, detail) => resolve(detail),
      });
      const result = await promise;
      if (typeof result !== "string") return result;
      why = result;
    }
    throw new Error(why);
  }
}
