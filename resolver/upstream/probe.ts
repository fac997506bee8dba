/**
 * Tests an upstream on a person's request. Its connections are opened for the test and closed after
 * it, so health and statistics of the pool are unaffected.
 */
import type { Address } from "../../policy/model/address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { Sentence } from "../../policy/model/sentence.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { UpstreamProbe } from "../protocol.ts";
import { RCODE, TYPE } from "../wire/codes.ts";
import { RecordCursor, SECTION } from "../wire/message.ts";
import type { HostResolver } from "./bootstrap.ts";
import { type CertificateInfo, fetchCertificate } from "./certificate.ts";
import type { ForwardQuestion } from "./exchange.ts";
import { fullRcode } from "./message.ts";
import { openTransport } from "./open_transport.ts";
import { describeLookupFailure, describeRefusal, describeSilence } from "./probe_fault.ts";
import { errorText, REMOVED_TEXT, type Transport, type TransportDeps } from "./transport.ts";

/**
 * Milliseconds for a response; with the look-up of the host and two responses in sequence a test
 * ends within 9 seconds.
 */
const PATIENCE = 2500;
/**
 * The bit that states that the upstream has validated (RFC 4035 3.2.3), in the second byte of the
 * flags.
 */
const FLAG_AD = 0x20;

/** The result of one query. */
interface Heard {
  /** Milliseconds. */
  readonly duration: number;
  readonly rcode: number;
  readonly dnssec: UpstreamProbe["dnssec"];
}

/** Tests upstreams. */
export class Prober {
  readonly #hosts: HostResolver;
  readonly #deps: TransportDeps;
  readonly #open = new Set<() => void>();
  #closed = false;

  /** `hosts` finds the addresses of named upstreams. */
  constructor(hosts: HostResolver, deps: TransportDeps) {
    this.#hosts = hosts;
    this.#deps = deps;
  }

  /**
   * Queries an upstream for a domain ("" = the root) and reports the result. Never rejects; ends
   * within 9 seconds.
   */
  async probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe> {
    let addresses: readonly Address[];
    try {
      addresses = target.address === undefined
        ? await this.#hosts.resolve(target.host)
        : [target.address];
    } catch (error) {
      return failed(describeLookupFailure(target, errorText(error)));
    }
    if (this.#closed) return failed(describeSilence({ target, detail: REMOVED_TEXT }));
    const hosts: HostResolver = {
      resolve: () => Promise.resolve(addresses),
      reportUnreachable() {},
    };
    const abort = new AbortController();
    const transports = ways(target).map((way) => openTransport(way, hosts, this.#deps));
    const close = () => {
      abort.abort();
      for (const transport of transports) transport.close();
    };
    this.#open.add(close);
    try {
      const shown = this.#certificate(target, addresses, abort);
      return await this.#try(target, questionFor(domain), transports, shown);
    } finally {
      this.#open.delete(close);
      close();
    }
  }

  /** Ends all tests in progress. */
  close(): void {
    this.#closed = true;
    for (const close of this.#open) close();
  }

  async #try(
    target: UpstreamTarget,
    question: ForwardQuestion,
    [first, tcp]: readonly Transport[],
    shown: Promise<CertificateInfo | Error> | undefined,
  ): Promise<UpstreamProbe> {
    const connected = await this.#ask(first, question);
    if (typeof connected === "string") {
      const certificate = await shown;
      const stopped = certificate instanceof Error;
      // When a connection could not be opened, its own error is more specific than the HTTP
      // client's.
      const detail = stopped && target.transport === "https" ? certificate.message : connected;
      const readable = stopped ? undefined : certificate;
      const error = describeSilence({ target, detail, certificate: readable });
      return { ...failed(error), ...certified(readable) };
    }
    const [again, overTcp, certificate] = await Promise.all([
      this.#ask(first, question),
      tcp === undefined ? undefined : this.#ask(tcp, question),
      shown,
    ]);
    const answers = connected.rcode === RCODE.NOERROR || connected.rcode === RCODE.NXDOMAIN;
    return {
      state: answers ? "answers" : "refuses",
      connectLatency: connected.duration,
      latency: typeof again === "string" ? 0 : again.duration,
      dnssec: connected.dnssec,
      ...(overTcp === undefined ? {} : { tcp: typeof overTcp !== "string" }),
      ...certified(certificate instanceof Error ? undefined : certificate),
      error: answers ? "" : describeRefusal(target, connected.rcode),
    };
  }

  /** Never rejects: a string states why no response came. */
  #ask(transport: Transport, question: ForwardQuestion): Promise<Heard | string> {
    const { clock } = this.#deps;
    clock.refresh();
    const startedAt = clock.ms;
    return new Promise((resolve) =>
      transport.ask({
        question,
        timeout: PATIENCE,
        onAnswer(response) {
          clock.refresh();
          resolve({
            duration: clock.ms - startedAt,
            rcode: fullRcode(response),
            dnssec: dnssecOf(response),
          });
        },
        onFailure: (_why, detail) => resolve(detail),
      })
    );
  }

  #certificate(target: UpstreamTarget, addresses: readonly Address[], abort: AbortController) {
    // The sockets that show certificates cannot be bound to an interface (Deno 2.9.5).
    if (target.zone !== undefined || target.transport !== "tls" && target.transport !== "https") {
      return undefined;
    }
    const limit = setTimeout(() => abort.abort(), PATIENCE);
    const read = (address: Address) =>
      fetchCertificate(address, target.port, target.host, abort.signal);
    // The second address is of the other family, if there is one.
    return read(addresses[0])
      .catch((error) => {
        if (addresses.length > 1 && !abort.signal.aborted) return read(addresses[1]);
        throw error;
      })
      .catch((error) => error instanceof Error ? error : new Error(String(error)))
      .finally(() => clearTimeout(limit));
  }
}

/**
 * The upstream as configured, and for one queried over UDP also TCP, which it must support (RFC
 * 7766 5).
 */
function ways(target: UpstreamTarget): UpstreamTarget[] {
  return target.transport === "udp" ? [target, { ...target, transport: "tcp" }] : [target];
}

/**
 * The NS records of the root, which every resolver knows and which are signed; for any other domain
 * its SOA.
 */
function questionFor(domain: string): ForwardQuestion {
  const name = nameFromText(domain) ?? new Uint8Array(1);
  const isRoot = name.length === 1;
  return {
    name,
    nameLength: name.length,
    type: isRoot ? TYPE.NS : TYPE.SOA,
    class: 1,
    dnssecOk: true,
    checkingDisabled: false,
  };
}

function dnssecOf(response: Uint8Array): UpstreamProbe["dnssec"] {
  if ((response[3] & FLAG_AD) !== 0) return "validated";
  const cursor = new RecordCursor();
  if (!cursor.reset(response)) return "none";
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.type === TYPE.RRSIG) return "signed";
  }
  return "none";
}

function certified(certificate: CertificateInfo | undefined): Pick<UpstreamProbe, "certificate"> {
  return certificate === undefined ? {} : { certificate };
}

function failed(error: Sentence): UpstreamProbe {
  return { state: "fails", connectLatency: 0, latency: 0, dnssec: "none", error };
}
