/** What a server of DNSCrypt and the box agree on: by its certificate of the moment, with a pair of keys made for it. */
import type { KeyObject } from "node:crypto";
import { nameFromText } from "../../../policy/model/name.ts";
import { TYPE } from "../../wire/codes.ts";
import type { ForwardQuestion } from "../exchange.ts";
import type { Transport, TransportDeps } from "../transport.ts";
import { newKeyPair, sharedKey } from "./box.ts";
import {
  bestCertificate,
  type Certificate,
  certificatesIn,
  providerKey,
  readCertificate,
} from "./certificate.ts";
import type { Agreement } from "./packet.ts";

/** Milliseconds for the certificate over UDP and over TCP, for how long one is used without looking, and between two looks. */
const UDP_PATIENCE = 1000, TCP_PATIENCE = 2000, KEPT = 3_600_000, BETWEEN = 5000;

/** Who signs the certificates of a server. */
export interface Provider {
  readonly name: string;
  /** Ed25519, 32 octets. */
  readonly key: Uint8Array;
}

/** The agreement with one server, made again before its certificate ends. */
export class Agreements {
  readonly #provider: Provider;
  readonly #key: KeyObject | undefined;
  /** Plain DNS to the server: over UDP, and over TCP where that brings nothing. */
  readonly #plain: readonly (readonly [Transport, patience: number])[];
  readonly #clock: TransportDeps["clock"];
  #current: { readonly agreement: Agreement; readonly until: number } | undefined;
  #refreshAt = -Infinity;
  #looking: Promise<Agreement> | undefined;

  constructor(provider: Provider, udp: Transport, tcp: Transport, clock: TransportDeps["clock"]) {
    this.#provider = provider;
    this.#key = providerKey(provider.key);
    this.#plain = [[udp, UDP_PATIENCE], [tcp, TCP_PATIENCE]];
    this.#clock = clock;
  }

  /** The agreement that holds now. Rejects with a readable error when there is none and none can be made. */
  get(): Agreement | Promise<Agreement> {
    const { ms, unix } = this.#clock, current = this.#current;
    if (current === undefined || unix >= current.until) return this.#look();
    if (ms >= this.#refreshAt) this.#look().catch(() => {});
    return current.agreement;
  }

  /** Tells that the server is silent: it may have other keys now. */
  doubt(): void {
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
    const certificate = await this.#certificate(), known = this.#current;
    this.#refreshAt = this.#clock.ms + KEPT;
    if (
      known?.agreement.magic.toHex() === certificate.magic.toHex() &&
      known.until === certificate.until
    ) {
      return known.agreement;
    }
    const mine = newKeyPair();
    const shared = sharedKey(certificate.construction, mine, certificate.publicKey);
    if (shared === undefined) throw new Error("its DNSCrypt certificate holds no key");
    const { construction, magic, until } = certificate;
    const agreement = { construction, magic, publicKey: mine.public, sharedKey: shared };
    this.#current = { agreement, until };
    return agreement;
  }

  async #certificate(): Promise<Certificate> {
    const key = this.#key;
    if (key === undefined) throw new Error("the key of its DNSCrypt provider is none");
    const octets = certificatesIn(await this.#ask());
    const signed = octets.map((each) => readCertificate(each, key)).filter((each) =>
      each !== undefined
    );
    const best = bestCertificate(signed, this.#clock.unix);
    if (best !== undefined) return best;
    throw new Error(
      octets.length === 0
        ? "it has no DNSCrypt certificate for this provider name"
        : signed.length === 0
        ? "its DNSCrypt certificate is not signed by its provider"
        : "its DNSCrypt certificate does not hold now",
    );
  }

  async #ask(): Promise<Uint8Array> {
    const name = nameFromText(this.#provider.name) ?? new Uint8Array(1);
    const type = TYPE.TXT,
      question: ForwardQuestion = {
        ...{
          name,
          nameLength: name.length,
          type,
          class: 1,
          dnssecOk: false,
          checkingDisabled: false,
        },
      };
    let why = "";
    for (const [transport, timeout] of this.#plain) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | string>();
      const answered = (response: Uint8Array) => resolve(response.slice());
      transport.ask({ question, timeout, answered, failed: (_why, detail) => resolve(detail) });
      const heard = await promise;
      if (typeof heard !== "string") return heard;
      why = heard;
    }
    throw new Error(why);
  }
}
