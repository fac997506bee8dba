/**
 * The local authority of the block page (A 7.7): created on first use, stored in `<data>/tls/`,
 * readable by the service alone, and never backed up. It signs server certificates for names, never
 * for addresses or for another authority.
 */
import { X509Certificate } from "node:crypto";
import { LIMITS } from "../../policy/limits.ts";
import { Mutex } from "../async/mutex.ts";
import { damagedPart, readPemFile, setFileAside, writePair } from "./files.ts";
import type { CertificatePair } from "./make.ts";
import { makeInThread } from "./maker.ts";
import type { Runtime } from "../system/runtime.ts";
import { DomainError } from "../schema/errors.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The authority and its facts; times in Unix seconds. */
export interface AuthorityState extends CertificatePair {
  /** Its common name, which devices display. */
  readonly name: string;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string;
  readonly made: number;
  readonly until: number;
}

/** Dependencies of LocalAuthority. */
export interface AuthorityOptions {
  /** `<data>/tls`. */
  readonly folder: string;
  /** The module of api/certificate/thread.ts. */
  readonly workerUrl: URL;
  readonly runtime: Runtime;
  /** Whether the time of day is known: a certificate with a wrong year would be useless. */
  readonly timeKnown: () => boolean;
}

const DAY = 86_400_000;
/** Validity period in milliseconds. */
const HOLDS = Math.floor(LIMITS.localAuthority.years * 365.25) * DAY;

/** Stores the authority, and creates and replaces it. */
export class LocalAuthority {
  readonly #options: AuthorityOptions;
  readonly #paths: { readonly cert: string; readonly key: string };
  readonly #turns = new Mutex();
  readonly #listeners = new Set<(authority: AuthorityState) => void>();
  #held: AuthorityState | undefined = undefined;

  constructor(options: AuthorityOptions) {
    this.#options = options;
    this.#paths = {
      cert: `${options.folder}/block-authority.pem`,
      key: `${options.folder}/block-authority.key`,
    };
  }

  /** The current authority; undefined until use() or regenerate() was called. */
  get held(): AuthorityState | undefined {
    return this.#held;
  }

  /** The stored authority, or a new one when none is usable. Rejects when none can be created. */
  use(): Promise<AuthorityState> {
    const { held } = this;
    if (held !== undefined && this.#isInForce(held)) return Promise.resolve(held);
    return this.#turns.take(async () => {
      const before = this.#held ?? await this.#kept();
      if (before !== undefined && this.#isInForce(before)) return this.#hold(before);
      return this.#hold(
        await this.#make((why) =>
          this.#options.runtime.log(
            "warn",
            `The authority of the block page cannot be kept, the next start makes another: ${why}`,
          )
        ),
      );
    });
  }

  /**
   * Creates another authority; devices do not trust the box until they trust the new one. Rejects
   * when it cannot be created or stored.
   */
  regenerate(): Promise<AuthorityState> {
    return this.#turns.take(async () =>
      this.#hold(
        await this.#make((why) => {
          throw new DomainError(
            "conflict",
            sentence`The new certificate of the block page cannot be saved: ${why}`,
          );
        }),
      )
    );
  }

  /** Calls a listener with each new current authority. */
  onChange(listener: (authority: AuthorityState) => void): void {
    this.#listeners.add(listener);
  }

  /** An authority is replaced only when it expires, and never because a clock is not set. */
  #isInForce({ until }: AuthorityState): boolean {
    return !this.#options.timeKnown() || until * 1000 > this.#options.runtime.now();
  }

  async #kept(): Promise<AuthorityState | undefined> {
    const { runtime } = this.#options;
    const { cert: certPath, key: keyPath } = this.#paths;
    const [cert, key] = [
      await readPemFile(certPath, runtime.log),
      await readPemFile(keyPath, runtime.log),
    ];
    if (cert === undefined && key === undefined) return undefined;
    const fault = cert === undefined || key === undefined ? undefined : damagedPart({ cert, key });
    if (cert !== undefined && key !== undefined && fault === undefined) {
      return described({ cert, key });
    }
    // Both are set aside: one is useless without the other, and devices must trust the new one in
    // any case.
    if (cert !== undefined) await setFileAside(certPath, runtime.log);
    if (key !== undefined) await setFileAside(keyPath, runtime.log);
    return undefined;
  }

  async #make(notKept: (why: string) => void): Promise<AuthorityState> {
    const { workerUrl, runtime, timeKnown } = this.#options;
    if (!timeKnown()) {
      throw new DomainError(
        "conflict",
        sentence`The box makes the certificate of the block page once its clock is set`,
      );
    }
    const mark = runtime.randomBytes(4).toHex().toUpperCase();
    const made = await makeInThread({
      kind: "authority",
      // Names are unique: a device that trusts an old authority of the same name would not check
      // the new one.
      subject: `Block page of the box ${mark}`,
      // A day earlier, for devices whose clock is a little behind.
      notBefore: runtime.now() - DAY,
      notAfter: runtime.now() + HOLDS,
    }, workerUrl);
    await writePair(this.#paths, made).catch((error: Error) => notKept(error.message));
    return described(made);
  }

  #hold(authority: AuthorityState): AuthorityState {
    if (this.#held?.fingerprint === authority.fingerprint) return this.#held;
    this.#held = authority;
    for (const listener of this.#listeners) listener(authority);
    return authority;
  }
}

function described({ cert, key }: CertificatePair): AuthorityState {
  const { fingerprint256, validFrom, validTo, subject } = new X509Certificate(cert);
  return {
    cert,
    key,
    fingerprint: fingerprint256,
    name: subject.replace(/^CN=/, ""),
    made: Math.floor((Date.parse(validFrom) + DAY) / 1000),
    until: Math.floor(Date.parse(validTo) / 1000),
  };
}
