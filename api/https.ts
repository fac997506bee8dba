/** HTTPS and encrypted DNS: what is listened on, with which certificates, and what changes while it runs (DESIGN 3, 11; A 7.9). */
import { type InterfaceCertificate, interfaceCertificate } from "./certificate/certificate.ts";
import type { Answer } from "./front/http/answering.ts";
import { type Front, openFront } from "./front/front.ts";
import type { EncryptedPem, FrontListen, FrontProtocol } from "./front/protocol.ts";
import { InTurn } from "./in_turn.ts";
import type { Log } from "./log.ts";
import type { ListenAddress } from "./settings/listen.ts";

/** The certificate of encrypted DNS as it is, and word of each change of it, or of what is offered. */
export interface EncryptedSource {
  current(): EncryptedPem | undefined;
  onChange(listener: () => Promise<void>): void;
}

/** The resolver as the front reaches it. */
export interface HandingResolver {
  /** Makes new channels to its threads, which end those before. */
  handed(): readonly MessagePort[];
  /** Calls a listener when a thread was started anew. */
  whenRestarted(listener: () => void): void;
}

/** What HTTPS and encrypted DNS are made of. */
export interface HttpsOptions {
  readonly dataDir: string;
  /** Addresses by protocol, for as long as the box runs. */
  readonly addresses: Readonly<Record<FrontProtocol, readonly ListenAddress[]>>;
  /** Which protocols of encrypted DNS are turned on, as it is now. */
  readonly offered: () => Readonly<Record<FrontProtocol, boolean>>;
  /** Names and addresses that the certificate of the interface is for, as they are now. */
  readonly names: () => readonly string[];
  readonly ownAddresses: () => readonly string[];
  /** Names of the box in small letters as they are now, which are never taken for blocked ones. */
  readonly own: () => readonly string[];
  /** Networks that may connect, as they are now. */
  readonly ranges: () => readonly string[];
  readonly encrypted: EncryptedSource;
  readonly resolver: HandingResolver;
  /** Names blocked lately (resolver/block_memory.ts). */
  readonly blocked: SharedArrayBuffer;
  /** The module of a thread, by its path. */
  readonly thread: (path: string) => URL;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
}

/** HTTPS and encrypted DNS, open where they can be. */
export interface Https {
  /** What is listened on now: `https [::]:443`, `tls [::]:853`, `quic [::]:853`. */
  readonly listeners: readonly string[];
  /** Sentences about what could not be listened on. */
  readonly errors: readonly string[];
  /** SHA-256 of the certificate of the interface, `AB:CD:…`; "" = there is none. */
  readonly fingerprint: () => string;
  /** The front, for certificates and authorities that others make. */
  readonly front: Front;
  /** Takes up networks, names, addresses and protocols that changed, and makes the certificate anew when it must be. Never rejects. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what can be opened. Never rejects: names are answered whatever becomes of it. */
export async function openHttps(options: HttpsOptions, answer: Answer): Promise<Https> {
  const { encrypted, resolver, blocked, ranges, own, thread, after, log } = options;
  const front = await openFront({
    ...{ listen: NOTHING, own: [], ranges: [], answer, blocked, log, after },
    handed: () => resolver.handed(),
    workerUrl: thread("api/front/thread"),
  });
  let held: InterfaceCertificate | undefined, shown: EncryptedPem | undefined;
  const turn = new InTurn();
  const refresh = () => turn.take(refreshed);
  const refreshed = async () => {
    front.ranges(ranges());
    front.own(own());
    const found = await certificateOf(options, held), now = encrypted.current();
    if (now?.cert !== shown?.cert || now?.key !== shown?.key) front.encrypted(now);
    shown = now;
    if (found?.fingerprint !== held?.fingerprint) front.certificate(found);
    if (found && held && found.fingerprint !== held.fingerprint) {
      log("info", `The interface has a new certificate, SHA-256 ${found.fingerprint}`);
    }
    held = found;
    await front.listen(listenOf(options));
  };
  encrypted.onChange(refresh);
  resolver.whenRestarted(() => front.resolvers());
  await refresh();
  return {
    get listeners() {
      return front.listeners;
    },
    get errors() {
      return front.errors;
    },
    fingerprint: () => held?.fingerprint ?? "",
    front,
    refresh,
    close: () => front.close(),
  };
}

/** What is open until it is known what is to be. */
const NOTHING: FrontListen = { https: [], tls: [], quic: [], dnsOverHttps: false };

/** What is to be open: encrypted DNS where it is turned on and has a certificate. */
function listenOf({ addresses, offered, encrypted }: HttpsOptions): FrontListen {
  const on = encrypted.current() === undefined
    ? { https: false, tls: false, quic: false }
    : offered();
  const { https, tls, quic } = addresses;
  return { https, tls: on.tls ? tls : [], quic: on.quic ? quic : [], dnsOverHttps: on.https };
}

/** The certificate of the interface, when there is an interface over HTTPS; the one that is held when none can be made. Never rejects. */
async function certificateOf(
  { dataDir, addresses, names, ownAddresses, thread, now, log }: HttpsOptions,
  held: InterfaceCertificate | undefined,
): Promise<InterfaceCertificate | undefined> {
  if (addresses.https.length === 0) return undefined;
  try {
    return await interfaceCertificate({
      ...{ folder: `${dataDir}/tls`, names: names(), addresses: ownAddresses(), now, log },
      workerUrl: thread("api/certificate/thread"),
    });
  } catch (error) {
    log("error", `The certificate of the interface cannot be made: ${(error as Error).message}`);
    return held;
  }
}
