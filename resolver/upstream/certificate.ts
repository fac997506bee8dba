/**
 * Reads the certificate of an upstream without trusting it: no query is sent over this connection.
 */
import { type Address, addressToText } from "../../policy/model/address.ts";

/** Names kept from a certificate, and characters of each. */
const MOST_NAMES = 16;
const LONGEST_NAME = 255;

/** The names of a certificate, and when it expires. */
export interface CertificateInfo {
  /** Host names and addresses, at most 16. */
  readonly names: readonly string[];
  /** Expiry in Unix milliseconds, 0 = not stated. */
  readonly ends: number;
}

/**
 * Connects, reads the certificate and disconnects. Rejects with a readable error, or once `signal`
 * aborts.
 */
export async function fetchCertificate(
  address: Address,
  port: number,
  name: string,
  signal: AbortSignal,
): Promise<CertificateInfo> {
  // Loaded when an upstream is first probed: no response waits for it.
  const { connect } = await import("node:tls");
  const host = addressToText(address);
  const { promise, resolve, reject } = Promise.withResolvers<CertificateInfo>();
  const socket = connect({
    host,
    port,
    // RFC 6066 3: an address is not a server name.
    ...(name === host ? {} : { servername: name }),
    // The certificate is read whatever its name: queries go over other connections, which verify
    // it.
    rejectUnauthorized: false,
    ALPNProtocols: ["dot", "h2", "http/1.1"],
  });
  const leave = () => socket.destroy(new Error("no certificate in time"));
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  socket.once("secureConnect", () => {
    const { subject, subjectaltname, valid_to } = socket.getPeerCertificate();
    const names = namesIn(subjectaltname ?? "");
    resolve({
      names: names.length > 0
        ? names
        : [String(subject?.CN ?? "")].filter((each) => each !== "").map(cut),
      ends: Date.parse(valid_to) || 0,
    });
    socket.destroy();
  });
  socket.on("error", reject);
  socket.once("close", () => {
    signal.removeEventListener("abort", leave);
    reject(new Error("the upstream closed the connection"));
  });
  return await promise;
}

/**
 * Names in the alternative name as the runtime writes it: `DNS:dns.example, IP Address:192.0.2.1`.
 */
function namesIn(text: string): string[] {
  return text.split(", ").map((part) => /^(?:DNS|IP Address):(.+)$/.exec(part)?.[1]).filter((
    each,
  ) => each !== undefined).slice(0, MOST_NAMES).map(cut);
}

function cut(name: string): string {
  return name.slice(0, LONGEST_NAME);
}
