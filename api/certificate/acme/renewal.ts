/**
 * Finds when an authority wants a certificate renewed: before a mass revocation, or when it has
 * capacity (RFC 9773).
 */
import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import * as z from "zod";
import type { HttpsCaller, HttpsReply } from "../../system/https_call.ts";
import { retryAfterOf } from "../retry_after.ts";
import type { AcmeMemory } from "./memory.ts";

/** What asking needs. */
export interface RenewalDeps {
  readonly call: HttpsCaller;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
  readonly memory: Pick<AcmeMemory, "state" | "keep">;
}

const HOUR = 3_600_000;
/**
 * Milliseconds between two looks: when the authority does not say, at least, and at most (RFC 9773
 * 4.3).
 */
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
 * The instant at which a certificate (PEM) of the authority is to be renewed, in Unix milliseconds:
 * one at random in the window that the authority suggests, the same until it suggests another.
 * Undefined = it does not say. An authority that leaves the signal to abort is away. Rejects when
 * what it says cannot be kept.
 */
export async function renewalTime(
  directory: string,
  pem: string,
  deps: RenewalDeps,
  signal: AbortSignal,
): Promise<number | undefined> {
  const certificate = certificateId(pem);
  if (certificate === undefined) return undefined;
  const { now, memory } = deps;
  const { renewal } = await memory.state();
  const known = renewal?.certificate === certificate && renewal.directory === directory
    ? renewal
    : undefined;
  // A clock that was ahead may have stored checks that are years away.
  if (known !== undefined && known.next > now() && known.next <= now() + LATEST) return known.at;
  const found = await suggested(directory, certificate, deps, signal);
  const window = found?.window ?? known?.window;
  const isSame = window !== undefined && known?.window?.start === window.start &&
    known.window.end === window.end;
  const drawn = () => window && within(window, deps.random);
  const at = isSame ? known?.at : drawn();
  const next = now() + Math.min(Math.max(found?.wait || LOOK, SOONEST), LATEST);
  await memory.keep({
    renewal: { directory, certificate, next, ...(window && { window }), ...(at && { at }) },
  });
  return at;
}

/** The window that the authority suggests now; undefined = none that can be used. */
async function suggested(
  directory: string,
  certificate: string,
  { call, now }: RenewalDeps,
  signal: AbortSignal,
) {
  try {
    const base = new URL(directory);
    const places = directoryShape.parse(await read(base));
    const at = new URL(`${places.renewalInfo.replace(/\/$/, "")}/${certificate}`);
    // No other host is queried in the authority's name.
    if (at.host !== base.host || at.protocol !== "https:") return undefined;
    const reply = await call({ method: "GET", url: at, signal });
    const { suggestedWindow: window } = infoShape.parse(jsonOf(reply));
    if (!(window.start < window.end)) return undefined;
    return { window, wait: retryAfterOf(reply.headers["retry-after"], now()) * 1000 };
  } catch {
    return undefined;
  }

  async function read(url: URL): Promise<unknown> {
    return jsonOf(await call({ method: "GET", url, signal }));
  }
}

function jsonOf({ status, text }: HttpsReply): unknown {
  if (status !== 200) throw new Error(`status ${status}`);
  return JSON.parse(text);
}

/** A random instant in a window, uniformly distributed. */
function within(
  { start, end }: { readonly start: number; readonly end: number },
  random: RenewalDeps["random"],
): number {
  const bytes = random(4);
  const part = Buffer.from(bytes).readUInt32BE(0) / 2 ** 32;
  return Math.floor(start + (end - start) * part);
}

/**
 * What the authority knows a certificate by: the identifier of the key that signed it and the
 * serial number (RFC 9773 4.1). Undefined when it names no such key.
 */
export function certificateId(pem: string): string | undefined {
  try {
    const { raw, serialNumber } = new X509Certificate(pem);
    const key = authorityKey(Buffer.from(raw));
    const hex = serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`;
    // As DER has it: the bytes of a positive number, whose first bit is none.
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
  // Each is shorter than 128 bytes, so that one byte says how long.
  if (der[at] !== BYTE_STRING || der[at + 2] !== SEQUENCE || der[at + 4] !== KEY_IDENTIFIER) {
    return undefined;
  }
  const length = der[at + 5];
  return length > 0 && length <= der[at + 3] - 2
    ? der.subarray(at + 6, at + 6 + length)
    : undefined;
}
