/**
 * Tells the service manager what the box does (sd_notify(3)): a datagram to the socket that it
 * names in NOTIFY_SOCKET. Without one, nothing is sent.
 */
import { AF_UNIX, libc, MSG_NOSIGNAL, SOCK_CLOEXEC, SOCK_DGRAM } from "../../resolver/net/libc.ts";
import type { Runtime } from "./runtime.ts";

/** Longest path of a socket, without the byte that ends it (unix(7)). */
const LONGEST_PATH = 107;
/** Bytes of `sun_family`. */
const FAMILY_BYTES = 2;

/** Messages to a service manager. Sending never throws and never waits. */
export interface ServiceManager {
  /** Milliseconds between two signs of life; 0 = it expects none. */
  readonly watchdogEvery: number;
  /** The box answers names. */
  ready(): void;
  /** The box is alive. */
  alive(): void;
  /** The box begins to stop. */
  stopping(): void;
}

/** The service manager of the variables NOTIFY_SOCKET and WATCHDOG_USEC. */
export function serviceManager(
  env: Readonly<Record<string, string | undefined>>,
): ServiceManager {
  const address = socketAddress(env.NOTIFY_SOCKET ?? "");
  const send = (text: string) => {
    if (address !== undefined) sendDatagram(address, text);
  };
  const microseconds = Number(env.WATCHDOG_USEC);
  const expectsSigns = address !== undefined && Number.isFinite(microseconds) && microseconds > 0;
  return {
    // A third of the deadline: one lost sign ends nothing.
    watchdogEvery: expectsSigns ? Math.max(1000, Math.floor(microseconds / 3000)) : 0,
    ready: () => send("READY=1\nSTATUS=Answering names"),
    alive: () => send("WATCHDOG=1"),
    stopping: () => send("STOPPING=1\nSTATUS=Stopping"),
  };
}

/**
 * Gives the service manager signs of life for as long as `isAlive` resolves, until the process ends.
 */
export function keepAlive(
  manager: ServiceManager,
  isAlive: () => Promise<unknown>,
  { after }: Pick<Runtime, "after">,
): void {
  if (manager.watchdogEvery === 0) return;
  const look = () => {
    isAlive().then(manager.alive, () => {}).finally(() => after(manager.watchdogEvery, look));
  };
  look();
}

/** The address of a socket: a path, or a name of the abstract namespace that begins with @. */
function socketAddress(name: string): Uint8Array | undefined {
  const path = new TextEncoder().encode(name);
  if (!/^[/@]./.test(name) || path.length > LONGEST_PATH) return undefined;
  const isAbstract = name.startsWith("@");
  const address = new Uint8Array(FAMILY_BYTES + path.length + (isAbstract ? 0 : 1));
  new DataView(address.buffer).setUint16(0, AF_UNIX, true);
  address.set(path, FAMILY_BYTES);
  if (isAbstract) address[FAMILY_BYTES] = 0;
  return address;
}

function sendDatagram(address: Uint8Array, text: string): void {
  const descriptor = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const bytes = new TextEncoder().encode(text);
  libc.sendto(
    descriptor,
    bytes as Uint8Array<ArrayBuffer>,
    BigInt(bytes.length),
    MSG_NOSIGNAL,
    address as Uint8Array<ArrayBuffer>,
    address.length,
  );
  libc.close(descriptor);
}
