/** Connects to the first of several addresses that answers (RFC 8305). */
import { type Address, addressToText } from "../../policy/model/address.ts";

/** Milliseconds before the next address is tried in parallel with the first (RFC 8305 5). */
const STAGGER = 250;
/** Milliseconds for a connection and its handshake. */
export const CONNECT_TIMEOUT = 5000;

/**
 * Opens a connection to the first address that answers, tried in order. `zone` is the interface of
 * a link-local address. `open` receives the address as text and a signal that aborts when the
 * result is no longer needed; a connection that opens too late goes to `discard`. Rejects with the
 * last error, or when no address answered in 5 s.
 */
export function connectFirst<Way>(
  addresses: readonly Address[],
  zone: string,
  open: (hostname: string, signal: AbortSignal) => Promise<Way>,
  discard: (way: Way) => void,
): Promise<Way> {
  const { promise, resolve, reject } = Promise.withResolvers<Way>();
  const aborts = new Set<AbortController>();
  let next = 0;
  let settled = false;
  let stagger: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    settled = true;
    clearTimeout(stagger);
    clearTimeout(limit);
    for (const abort of aborts) abort.abort();
  };
  const start = async () => {
    clearTimeout(stagger);
    if (settled || next >= addresses.length) return;
    const address = addressToText(addresses[next++]);
    const abort = new AbortController();
    aborts.add(abort);
    if (next < addresses.length) stagger = setTimeout(start, STAGGER);
    try {
      const way = await open(zone === "" ? address : `${address}%${zone}`, abort.signal);
      aborts.delete(abort);
      if (settled) return discard(way);
      settle();
      resolve(way);
    } catch (error) {
      aborts.delete(abort);
      if (settled) return;
      if (next < addresses.length) return start();
      if (aborts.size > 0) return;
      settle();
      reject(error);
    }
  };
  const limit = setTimeout(() => {
    settle();
    reject(new Error(`no connection within ${CONNECT_TIMEOUT / 1000} s`));
  }, CONNECT_TIMEOUT);
  if (addresses.length === 0) {
    settle();
    reject(new Error("no address known"));
  } else start();
  return promise;
}
