/**
 * Certificates of a public authority for encrypted DNS (A 2.7), obtained one at a time for all
 * modes that need them. The ACME code is loaded on first use.
 */
import type {
  CertificateOrder,
  CertificateSource,
  ExternalAccount,
  ObtainedCertificate,
} from "../source.ts";
import { Mutex } from "../../async/mutex.ts";
import type { ProviderDeps } from "../dns_providers/provider.ts";
import { CertificateError, type ChallengeWriter } from "./challenge_writer.ts";
import { AcmeMemory } from "./memory.ts";
import { type ZoneDeps, Zones } from "./zones.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** Dependencies of AcmeSources. */
export interface AcmeSourcesDeps extends ProviderDeps, Pick<ZoneDeps, "ask" | "port"> {
  /** The tls directory, which exists when a certificate is obtained. */
  readonly folder: string;
  /** The module of api/certificate/acme/thread.ts. */
  readonly workerUrl: URL;
  /** The https address of the authority's directory; "" = none. */
  readonly directory: () => string;
}

/** A prepared order: the names for the certificate and the writer of the records. */
export interface OrderPreparation {
  readonly names: readonly string[];
  readonly email: string;
  /** Absent = none. */
  readonly account?: ExternalAccount;
  readonly writer: ChallengeWriter;
  /**
   * The identifier of the writer: records of another writer remain until that writer is chosen
   * again.
   */
  readonly writtenBy: string;
}

/** Creates certificate sources that share one queue and one state. */
export class AcmeSources {
  readonly #deps: AcmeSourcesDeps;
  readonly #turns = new Mutex();
  readonly #memory: AcmeMemory;
  #zones: Zones | undefined;
  /** The service that requested a pause, and the pause's start and end in Unix milliseconds. */
  #limited = { whom: "", from: 0, until: 0, why: sentence`The authority refused` };

  constructor(deps: AcmeSourcesDeps) {
    this.#deps = deps;
    this.#memory = new AcmeMemory(deps.folder, deps.runtime.log);
  }

  /**
   * A source whose orders are prepared by `prepare`, which may reject with a sentence for the
   * owner.
   */
  source(
    prepare: (order: CertificateOrder, signal: AbortSignal) => Promise<OrderPreparation>,
  ): CertificateSource {
    return {
      // One at a time: the previous order removes its records first.
      obtain: (order, tell, signal) =>
        this.#turns.take(async () => {
          signal.throwIfAborted();
          return await this.#limitedly(await prepare(order, signal), tell, signal);
        }),
      renewAt: (cert, signal) => this.#renewAt(cert, signal),
    };
  }

  /** The source of mode domain: records are written at the provider that the owner chose. */
  domain(): CertificateSource {
    return this.source(async ({ name, provider, credentials, email, account }) => {
      const { dnsProvider } = await import("../dns_providers/list.ts");
      const chosen = dnsProvider(provider);
      if (chosen === undefined) {
        throw new CertificateError(
          sentence`This version of the box does not know the provider ${provider}`,
        );
      }
      const writer = chosen.make(credentials, this.#deps);
      return {
        names: [name],
        email,
        writer,
        writtenBy: provider,
        ...(account === undefined ? {} : { account }),
      };
    });
  }

  /**
   * The renewal time that the authority suggests, in Unix milliseconds; undefined = none, or the
   * query failed.
   */
  async #renewAt(cert: string, signal: AbortSignal): Promise<number | undefined> {
    const directory = this.#deps.directory();
    const { call, runtime } = this.#deps;
    if (directory === "") return undefined;
    try {
      const { renewalTime } = await import("./renewal.ts");
      return await renewalTime(
        directory,
        cert,
        { call, runtime, memory: this.#memory },
        signal,
      );
    } catch (error) {
      this.#deps.runtime.log(
        "warn",
        `The renewal time of the certificate could not be queried: ${(error as Error).message}`,
      );
      return undefined;
    }
  }

  /**
   * Obtains a certificate unless the authority or provider requested a pause: further tries would
   * prolong it.
   */
  async #limitedly(
    order: OrderPreparation,
    tell: (step: string) => void,
    signal: AbortSignal,
  ): Promise<ObtainedCertificate> {
    const whom = [this.#deps.directory(), order.writtenBy, ...order.names].join(" ");
    const { runtime } = this.#deps;
    const { from, until, why } = this.#limited;
    const at = runtime.now();
    // If the clock was ahead, the pause would end years from now: `from` detects this.
    if (this.#limited.whom === whom && from <= at && at < until) throw new CertificateError(why);
    try {
      return await this.#obtain(order, tell, signal);
    } catch (error) {
      if (!(error instanceof CertificateError) || error.retryAfter === 0) throw error;
      const from = runtime.now();
      const until = from + error.retryAfter * 1000;
      const day = new Date(until).toISOString().slice(0, 16).replace("T", " ");
      this.#limited = {
        whom,
        from,
        until,
        why: sentence`${error.message} (not before ${day} UTC)`,
      };
      throw new CertificateError(this.#limited.why, error.retryAfter);
    }
  }

  async #obtain(
    { names, email, writer, writtenBy, account }: OrderPreparation,
    tell: (step: string) => void,
    signal: AbortSignal,
  ): Promise<ObtainedCertificate> {
    const directory = this.#deps.directory();
    if (directory === "") {
      throw new CertificateError(sentence`No authority is set: give its address as acme_directory`);
    }
    const [{ obtainCertificate }, { libraryThread }, { Zones }] = await Promise.all([
      import("./obtain.ts"),
      import("./session.ts"),
      import("./zones.ts"),
    ]);
    const zones = this.#zones ??= new Zones(this.#deps);
    const { call, runtime, pause, workerUrl } = this.#deps;
    const memory = this.#memory;
    const found = await obtainCertificate(
      { directory, names, email, tell, signal, ...(account === undefined ? {} : { account }) },
      {
        call,
        runtime,
        pause,
        memory,
        zones,
        writer,
        writtenBy,
        library: () => libraryThread(workerUrl),
      },
    );
    return { names, ...found };
  }
}
