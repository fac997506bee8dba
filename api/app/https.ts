/** HTTPS and encrypted DNS: the listeners, their certificates, and changes at run time. */
import {
  createInterfaceCertificate,
  type InterfaceCertificate,
} from "../certificate/certificate.ts";
import type { Answer } from "../front/http/front_requests.ts";
import { type Front, openFront } from "../front/front.ts";
import type { EncryptedPem, FrontListen, FrontProtocol } from "../front/protocol.ts";
import type { ClientFaults } from "../http/client_faults.ts";
import { Mutex } from "../async/mutex.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { Runtime } from "../system/runtime.ts";

/**
 * The current certificate of encrypted DNS, with a callback when it or the offered protocols
 * change.
 */
export interface EncryptedDnsSource {
  current(): EncryptedPem | undefined;
  onChange(listener: () => Promise<void>): void;
}

/** The channels of the resolver that the front uses. */
export interface FrontResolver {
  /** Makes new channels to its threads, which end the previous ones. */
  openQueryPorts(): readonly MessagePort[];
  /** Calls a listener when a thread was restarted. */
  onRestart(listener: () => void): void;
}

/** Dependencies of HTTPS and encrypted DNS. */
export interface HttpsOptions {
  readonly dataDir: string;
  /** Addresses by protocol, for as long as the box runs. */
  readonly addresses: Readonly<Record<FrontProtocol, readonly ListenAddress[]>>;
  /** Which protocols of encrypted DNS are turned on now. */
  readonly offered: () => Readonly<Record<FrontProtocol, boolean>>;
  /** Current names and addresses for the certificate of the interface. */
  readonly names: () => readonly string[];
  readonly ownAddresses: () => readonly string[];
  /** Current names of the box in lower case, which are never treated as blocked names. */
  readonly own: () => readonly string[];
  /** Networks that may connect now. */
  readonly ranges: () => readonly string[];
  readonly encrypted: EncryptedDnsSource;
  readonly resolver: FrontResolver;
  /** Called with the front once it is open. */
  readonly onOpen?: (front: Front) => void;
  /** Recently blocked names (resolver/memory/block_memory.ts). */
  readonly blocked: SharedArrayBuffer;
  readonly runtime: Runtime;
  /** Counts faults and aborts of clients. */
  readonly clientFaults: ClientFaults;
}

/** HTTPS and encrypted DNS. There are no listeners before `open`. */
export interface Https {
  /** The open listeners: `https [::]:443`, `tls [::]:853`, `quic [::]:853`. */
  readonly listeners: readonly string[];
  /** Sentences about listeners that could not be opened. */
  readonly errors: readonly string[];
  /** Returns the SHA-256 of the certificate of the interface, `AB:CD:…`; "" = none. */
  fingerprint(): string;
  /** Opens the listeners that can be opened; `answer` handles HTTP requests. Never rejects. */
  open(answer: Answer): Promise<void>;
  /**
   * Applies changed networks, names, addresses and protocols, and renews the certificate when
   * needed. Never rejects.
   */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Creates it; nothing is opened yet. */
export function createHttps(options: HttpsOptions): Https {
  const { encrypted, resolver, blocked, ranges, own, runtime, clientFaults } = options;
  const mutex = new Mutex();
  let front: Front | undefined;
  let held: InterfaceCertificate | undefined;
  let shown: EncryptedPem | undefined;

  const apply = async (front: Front) => {
    front.ranges(ranges());
    front.own(own());
    const found = await certificateOf(options, held);
    const current = encrypted.current();
    if (current?.cert !== shown?.cert || current?.key !== shown?.key) front.encrypted(current);
    shown = current;
    if (found?.fingerprint !== held?.fingerprint) front.certificate(found);
    if (found && held && found.fingerprint !== held.fingerprint) {
      runtime.log("info", `The interface has a new certificate, SHA-256 ${found.fingerprint}`);
    }
    held = found;
    await front.listen(listenOf(options));
  };
  const refresh = () => mutex.take(async () => front && await apply(front));

  return {
    get listeners() {
      return front?.listeners ?? [];
    },
    get errors() {
      return front?.errors ?? [];
    },
    fingerprint: () => held?.fingerprint ?? "",
    refresh,
    async open(answer) {
      const opened = front = await openFront({
        listen: NOTHING,
        own: [],
        ranges: [],
        answer,
        blocked,
        clientFaults,
        runtime,
        handed: () => resolver.openQueryPorts(),
        workerUrl: runtime.moduleUrl("api/front/thread"),
      });
      encrypted.onChange(refresh);
      resolver.onRestart(() => opened.resolvers());
      await refresh();
      options.onOpen?.(opened);
    },
    close: async () => await front?.close(),
  };
}

/** The listeners that stay open until the wanted ones are known. */
const NOTHING: FrontListen = { https: [], tls: [], quic: [], dnsOverHttps: false };

/** The wanted listeners: those of encrypted DNS when it is on and has a certificate. */
function listenOf({ addresses, offered, encrypted }: HttpsOptions): FrontListen {
  const on = encrypted.current() === undefined
    ? { https: false, tls: false, quic: false }
    : offered();
  const { https, tls, quic } = addresses;
  return { https, tls: on.tls ? tls : [], quic: on.quic ? quic : [], dnsOverHttps: on.https };
}

/**
 * Returns the certificate of the interface when HTTPS is on; the present one when no new one can be
 * made. Never rejects.
 */
async function certificateOf(
  { dataDir, addresses, names, ownAddresses, runtime }: HttpsOptions,
  held: InterfaceCertificate | undefined,
): Promise<InterfaceCertificate | undefined> {
  if (addresses.https.length === 0) return undefined;
  try {
    return await createInterfaceCertificate({
      folder: `${dataDir}/tls`,
      names: names(),
      addresses: ownAddresses(),
      runtime,
      workerUrl: runtime.moduleUrl("api/certificate/thread"),
    });
  } catch (error) {
    runtime.log(
      "error",
      `Could not create the certificate of the interface: ${(error as Error).message}`,
    );
    return held;
  }
}
