/**
 * Time-based codes of authenticators (RFC 6238): 30 seconds, six digits, SHA-1, which every
 * authenticator supports.
 */
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { Runtime } from "../../system/runtime.ts";

const PERIOD = 30;
/** Time steps by which the clock of the authenticator may differ, in each direction. */
const DRIFT = 1;
const SECRET_BYTES = 20;

/** The data that an authenticator needs. */
export interface Enrolment {
  /** In base32, for manual entry. */
  readonly secret: string;
  /** `otpauth://` address. */
  readonly address: string;
  /** The address as a QR code: an SVG. */
  readonly qr: string;
}

/** A secret of 160 bits (RFC 4226 4). */
export function newTotpSecret(random: Runtime["randomBytes"]): Uint8Array {
  return random(SECRET_BYTES);
}

/** The data to enrol the authenticator of an account. */
export function createEnrolment(secret: Uint8Array, issuer: string, account: string): Enrolment {
  // A colon separates the issuer from the account in the address.
  const [issuerText, label] = [issuer, account].map((text) => text.replaceAll(":", " "));
  const totp = new TOTP({
    issuer: issuerText,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD,
    secret: held(secret),
  });
  const address = totp.toString();
  return {
    secret: totp.secret.base32,
    address,
    qr: renderSVG(address, { ecc: "M", border: 4, pixelSize: 4 }),
  };
}

/**
 * The time step of a code that is right at `now` (Unix milliseconds) and later than `lastStep`, the
 * last accepted one; undefined otherwise. Codes are compared in constant time. A last step in the
 * future comes from a clock that ran ahead and is ignored, so that it locks no account out.
 */
export function totpStep(
  secret: Uint8Array,
  code: string,
  now: number,
  lastStep: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = Math.max(0, now);
  const delta = TOTP.validate({
    token: code,
    secret: held(secret),
    period: PERIOD,
    timestamp,
    window: DRIFT,
  });
  if (delta === null) return undefined;
  const current = TOTP.counter({ period: PERIOD, timestamp });
  const step = current + delta;
  return step > lastStep || lastStep > current + DRIFT ? step : undefined;
}

function held(secret: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
