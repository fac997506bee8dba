/** Reads the description of a UPnP device: plain HTTP at the address that answered, short, and not led elsewhere. */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Runtime } from "../../../system/runtime.ts";

const PATIENCE = 3000;

/** The text at an address; "" when the device answers with something else. Rejects when it cannot be reached or takes too long. */
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
    // HTTP/1.0: the body ends with the connection, and is in one piece.
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

/** The connection, or a rejection when it takes too long; one that comes late is closed. */
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
