/** The interface over HTTPS: its certificate, its front, and what changes while it runs (DESIGN 3, 11; A 5.1). */
import { type InterfaceCertificate, interfaceCertificate } from "./certificate/certificate.ts";
import type { Answer } from "./front/answering.ts";
import { type Front, openFront } from "./front/front.ts";
import type { Log } from "./log.ts";
import type { ListenAddress } from "./settings/listen.ts";

/** What HTTPS is made of. */
export interface HttpsOptions {
  readonly dataDir: string;
  readonly addresses: readonly ListenAddress[];
  /** Names and addresses that the certificate is for, as they are now. */
  readonly names: () => readonly string[];
  readonly ownAddresses: () => readonly string[];
  /** Networks that may connect, as they are now. */
  readonly ranges: () => readonly string[];
  /** The module of a thread, by its path. */
  readonly thread: (path: string) => URL;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
}

/** HTTPS that is open. */
export interface Https {
  readonly listeners: readonly string[];
  /** Sentences about what could not be listened on. */
  readonly errors: readonly string[];
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: () => string;
  /** Takes up networks, names and addresses that changed, and makes the certificate anew when it must be. Never rejects. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Opens HTTPS; undefined when no address is set or no certificate can be made, which is told. Never rejects. */
export async function openHttps(options: HttpsOptions, answer: Answer): Promise<Https | undefined> {
  const { addresses, ranges, thread, after, log } = options;
  if (addresses.length === 0) return undefined;
  let held: InterfaceCertificate;
  try {
    held = await certificateOf(options);
  } catch (error) {
    log("error", `HTTPS is not opened, no certificate can be made: ${(error as Error).message}`);
    return undefined;
  }
  const workerUrl = thread("api/front/thread");
  const front = await openFront({ addresses, workerUrl, certificate: held, ranges: ranges(), answer, log, after });
  return {
    listeners: front.listeners,
    errors: front.errors,
    fingerprint: () => held.fingerprint,
    async refresh() {
      held = await refreshed(front, held, options);
    },
    close: () => front.close(),
  };
}

function certificateOf(
  { dataDir, names, ownAddresses, thread, now, log }: HttpsOptions,
): Promise<InterfaceCertificate> {
  return interfaceCertificate({
    ...{ folder: `${dataDir}/tls`, names: names(), addresses: ownAddresses(), now, log },
    workerUrl: thread("api/certificate/thread"),
  });
}

async function refreshed(
  front: Front,
  held: InterfaceCertificate,
  options: HttpsOptions,
): Promise<InterfaceCertificate> {
  front.ranges(options.ranges());
  const found = await certificateOf(options).catch((error: Error) => {
    options.log("error", `The certificate of the interface cannot be made anew: ${error.message}`);
    return held;
  });
  if (found.fingerprint !== held.fingerprint) {
    front.certificate(found);
    options.log("info", `The interface has a new certificate, SHA-256 ${found.fingerprint}`);
  }
  return found;
}
