/**
 * Reads the description of a UPnP device: plain HTTP to the address that responded, limited in
 * size, without redirects.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Runtime } from "../../../system/runtime.ts";

const PATIENCE = 3000;

/**
 * Returns the text at an address; "" for any other response. Rejects when it is unreachable or too
 * slow.
 */
export async function fetchDescription(
  address: string,
  after: Runtime["after"],
  signal: AbortSignal,
): Promise<string> {
  const { hostname, port, host, pathname, search } = new URL(address);
  signal.throwIfAborted();
  const connection = await inTime(Deno.connect({ hostname, port: Number(port || 80) }), after);
  const close = () => {
    try {
      connection.close();
    } catch {
      // It was closed.
    }
  };
  const callOff = after(PATIENCE, close);
  signal.addEventListener("abort", close);
  try {
    // With HTTP/1.0 the body ends with the connection and is not chunked.
    await connection.write(
      new TextEncoder().encode(`GET ${pathname}${search} HTTP/1.0\r\nHost: ${host}\r\n\r\n`),
    );
    const bytes = new Uint8Array(LIMITS.scan.descriptionBytes);
    let length = 0;
    for (let read: number | null = 0; read !== null && length < bytes.length;) {
      read = await connection.read(bytes.subarray(length));
      length += read ?? 0;
    }
    const text = new TextDecoder().decode(bytes.subarray(0, length));
    const body = text.indexOf("\r\n\r\n");
    return /^HTTP\/1\.[01] 200(?: |\r)/.test(text) && body > 0 ? text.slice(body + 4) : "";
  } finally {
    callOff();
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Connects, or rejects after the timeout; a late connection is closed. */
async function inTime(
  connecting: Promise<Deno.TcpConn>,
  after: Runtime["after"],
): Promise<Deno.TcpConn> {
  const { promise, reject } = Promise.withResolvers<never>();
  let late = false;
  const callOff = after(PATIENCE, () => {
    late = true;
    reject(new Error("The device takes too long"));
  });
  connecting.then((connection) => late && connection.close(), () => {});
  try {
    return await Promise.race([connecting, promise]);
  } finally {
    callOff();
  }
}
