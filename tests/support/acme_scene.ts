/** Obtains certificates from Pebble for names in a zone of Knot, in this process. */
import {
  type AcmeDeps,
  type AcmeRequest,
  obtainCertificate,
} from "../../api/certificate/acme/obtain.ts";
import { directQuery, queryServer } from "../../api/certificate/acme/dns_exchange.ts";
import { AcmeMemory } from "../../api/certificate/acme/memory.ts";
import type { LibraryThread } from "../../api/certificate/acme/session.ts";
import { Zones } from "../../api/certificate/acme/zones.ts";
import type { Credentials, ProviderDeps } from "../../api/certificate/dns_providers/provider.ts";
import { RFC2136 } from "../../api/certificate/dns_providers/rfc2136.ts";
import { createHttpsCaller } from "../../api/system/https_call.ts";
import { Knot, KNOT_KEY, type KnotOptions } from "./knot.ts";
import { Pebble, type PebbleOptions } from "./pebble.ts";
import { testRuntime } from "./test_runtime.ts";

/** The thread that runs the ACME library. */
export const ACME_THREAD = new URL("../../api/certificate/acme/thread.ts", import.meta.url);

/**
 * The ACME library in the thread of the test. Loaded on first use, because loading takes a third of
 * a second.
 */
export function acmeLibrary(): LibraryThread {
  const { port1, port2 } = new MessageChannel();
  void import("../../api/certificate/acme/library.ts").then(({ answerAt }) => answerAt(port2));
  const terminate = () => {
    port1.close();
    return port2.close();
  };
  return Object.assign(port1, { onerror: null, terminate }) as unknown as LibraryThread;
}

/** Random bytes. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** A timer of the system; the returned function cancels it. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** What providers in tests are called with. Waits are cut to a hundredth and recorded. */
export function providerDeps(
  changes: Partial<ProviderDeps> & { readonly ca?: string } = {},
): ProviderDeps {
  const { ca, ...rest } = changes;
  return {
    call: createHttpsCaller({
      lookup: () => Promise.resolve(["127.0.0.1"]),
      userAgent: "box/test",
      deadline: 3_000,
      ...(ca === undefined ? {} : { ca }),
    }),
    lookup: () => Promise.resolve(["127.0.0.1"]),
    runtime: testRuntime({ now: () => Date.now(), randomBytes, after }),
    pause: (ms) => new Promise((later) => setTimeout(later, Math.min(ms / 100, 50))),
    ...rest,
  };
}

/** The configuration of the RFC 2136 provider for a Knot. */
export function knotCredentials({ address, port }: Knot): Credentials {
  const { name, algorithm, secret } = KNOT_KEY;
  return {
    server: address,
    port: String(port),
    key_name: name,
    key_algorithm: algorithm,
    key_secret: secret,
  };
}

/** A Pebble that queries a Knot, and a store for accounts and orders. */
export class AcmeScene {
  readonly folder: string;
  readonly knot: Knot;
  readonly pebble: Pebble;
  readonly steps: string[] = [];
  readonly logLines: string[] = [];
  memory: AcmeMemory;

  private constructor(folder: string, knot: Knot, pebble: Pebble) {
    this.folder = folder;
    this.knot = knot;
    this.pebble = pebble;
    this.memory = this.newMemory();
  }

  /** Runs a test and cleans up afterwards, also after a failure. */
  static async run(
    options: { knot?: Partial<KnotOptions>; pebble?: Partial<PebbleOptions> },
    test: (scene: AcmeScene) => Promise<void>,
  ): Promise<void> {
    const folder = await Deno.makeTempDir();
    const ended: (() => Promise<unknown>)[] = [];
    try {
      await Deno.mkdir(`${folder}/tls`);
      const knot = await Knot.start({
        zones: { "home.example": [] },
        ...options.knot,
        folder: `${folder}/knot`,
      });
      ended.push(() => knot.end());
      const pebble = await Pebble.start({
        ...options.pebble,
        dns: `${knot.address}:${knot.port}`,
        folder,
      });
      ended.push(() => pebble.end());
      await test(new AcmeScene(folder, knot, pebble));
    } finally {
      for (const end of ended) await end();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** A store over the same files, as after a restart. */
  newMemory(): AcmeMemory {
    return new AcmeMemory(`${this.folder}/tls`, (_, text) => this.logLines.push(text));
  }

  /** Obtains a certificate, for dns.home.example by default. */
  obtain(
    request: Partial<AcmeRequest> = {},
    deps: Partial<AcmeDeps> = {},
  ): ReturnType<typeof obtainCertificate> {
    const base = providerDeps({ ca: this.pebble.web.ca });
    return obtainCertificate({
      directory: this.pebble.directory,
      names: ["dns.home.example"],
      email: "owner@home.example",
      tell: (step) => this.steps.push(step),
      signal: new AbortController().signal,
      ...request,
    }, {
      ...base,
      library: acmeLibrary,
      memory: this.memory,
      writer: RFC2136.make(knotCredentials(this.knot), base),
      writtenBy: "rfc2136",
      zones: this.zones(),
      runtime: { ...base.runtime, log: (_, text) => this.logLines.push(text) },
      ...deps,
    });
  }

  /** Zones as Knot serves them, in place of a resolver. */
  zones(elapsed: () => number = () => performance.now()): Zones {
    const { address, port } = this.knot;
    const exchange = {
      destination: "domain_servers",
      runtime: testRuntime({ monotonic: elapsed, randomBytes }),
    } as const;
    return new Zones({
      ...exchange,
      port,
      ask: (name, type) =>
        queryServer(
          { address, port },
          directQuery(name, type, randomBytes),
          exchange,
          AbortSignal.timeout(2_000),
        ),
      pause: () => new Promise((later) => setTimeout(later, 10)),
    });
  }
}
