/**
 * Finds when an authority wants a certificate renewed: before a mass revocation, or when it has
 * capacity (RFC 9773).
 */
import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import * as z from "zod";
import type { HttpsCall, HttpsCaller, HttpsReply } from "../../system/https_call.ts";
import { retryAfterOf } from "../retry_after.ts";
import type { AcmeMemory } from "./memory.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Dependencies of renewalTime(). */
export interface RenewalDeps {
  readonly call: HttpsCaller;
  readonly runtime: Runtime;
  readonly memory: Pick<AcmeMemory, "state" | "keep">;
}

const HOUR = 3_600_000;
/** Milliseconds between two queries: the default, the minimum and the maximum (RFC 9773 4.3). */
const LOOK = 6 * HOUR;
const SOONEST = HOUR;
const LATEST = 24 * HOUR;
/** The identifier of the extension that names the key of the signer, as DER (RFC 5280 4.2.1.1). */
const AUTHORITY_KEY = Buffer.from("0603551d23", "hex");
const BYTE_STRING = 0x04;
const SEQUENCE = 0x30;
const KEY_IDENTIFIER = 0x80;
const BOOLEAN = 0x01;

const directoryShape = z.object({ renewalInfo: z.string() });
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const infoShape = z.object({ suggestedWindow: z.object({ start: instant, end: instant }) });

/**
 * The time at which to renew a certificate (PEM), in Unix milliseconds: a random instant in the
 * window that the authority suggests, unchanged until the window changes. Undefined = no
 * suggestion. An unreachable authority leaves the previous value. Rejects when the state cannot be
 * stored.
 */
export async function renewalTime(
  directory: string,
  pem: string,
  deps: RenewalDeps,
  signal: AbortSignal,
): Promise<number | undefined> {
  const certificate = certificateId(pem);
  if (certificate === undefined) return undefined;
  const { runtime, memory } = deps;
  const { renewal } = await memory.state();
  const known = renewal?.certificate === certificate && renewal.directory === directory
    ? renewal
    : undefined;
  // A clock that was ahead may have stored a next query that is years away.
  if (known !== undefined && known.next > runtime.now() && known.next <= runtime.now() + LATEST) {
    return known.at;
  }
  const found = await suggested(directory, certificate, deps, signal);
  const window = found?.window ?? known?.window;
  const isSame = window !== undefined && known?.window?.start === window.start &&
    known.window.end === window.end;
  let at = isSame ? known?.at : undefined;
  if (window !== undefined && !isSame) at = within(window, runtime.randomBytes);
  const next = runtime.now() + Math.min(Math.max(found?.wait || LOOK, SOONEST), LATEST);
  await memory.keep({
    renewal: { directory, certificate, next, ...(window && { window }), ...(at && { at }) },
  });
  return at;
}

/** The window that the authority suggests now; undefined = none that is usable. */
async function suggested(
  directory: string,
  certificate: string,
  { call, runtime }: RenewalDeps,
  signal: AbortSignal,
) {
  try {
    const base = new URL(directory);
    const places = directoryShape.parse(await read(base));
    const at = new URL(`${places.renewalInfo.replace(/\/$/, "")}/${certificate}`);
    // No other host is queried in the authority's name.
    if (at.host !== base.host || at.protocol !== "https:") return undefined;
    const reply = await call(get(at));
    const { suggestedWindow: window } = infoShape.parse(jsonOf(reply));
    if (!(window.start < window.end)) return undefined;
    return { window, wait: retryAfterOf(reply.headers["retry-after"], runtime.now()) * 1000 };
  } catch {
    return undefined;
  }

  async function read(url: URL): Promise<unknown> {
    return jsonOf(await call(get(url)));
  }

  function get(url: URL): HttpsCall {
    return { destination: "certificate_authority", method: "GET", url, signal };
  }
}

function jsonOf({ status, text }: HttpsReply): unknown {
  if (status !== 200) throw new Error(`status ${status}`);
  return JSON.parse(text);
}

/** A random instant in a window, uniformly distributed. */
function within(
  { start, end }: { readonly start: number; readonly end: number },
  random: Runtime["randomBytes"],
): number {
  const bytes = random(4);
  const part = Buffer.from(bytes).readUInt32BE(0) / 2 ** 32;
  return Math.floor(start + (end - start) * part);
}

/**
 * The identifier of a certificate: the identifier of the signing key and the serial number (RFC
 * 9773 4.1). Undefined when the certificate has no authority key identifier.
 */
export function certificateId(pem: string): string | undefined {
  try {
    const { raw, serialNumber } = new X509Certificate(pem);
    const key = authorityKey(Buffer.from(raw));
    const hex = serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`;
    // DER integers are signed: a leading zero byte keeps a high first bit positive.
    const serial = Buffer.from(/^[89a-f]/i.test(hex) ? `00${hex}` : hex, "hex");
    return key && `${key.toString("base64url")}.${serial.toString("base64url")}`;
  } catch {
    return undefined;
  }
}

function authorityKey(der: Buffer): Buffer | undefined {
  const found = der.indexOf(AUTHORITY_KEY);
  let at = found + AUTHORITY_KEY.length;
  if (found < 0) return undefined;
  if (der[at] === BOOLEAN) at += 3;
  // Each value is shorter than 128 bytes, so its length takes one byte.
  if (der[at] !== BYTE_STRING || der[at + 2] !== SEQUENCE || der[at + 4] !== KEY_IDENTIFIER) {
    return undefined;
  }
  const length = der[at + 5];
  return length > 0 && length <= der[at + 3] - 2
    ? der.subarray(at + 6, at + 6 + length)
    : undefined;
}
