/**
 * When a certificate is made or obtained again, and when its owner must be notified that it
 * expires.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { describeCertificate } from "../../../certificate/certificate_description.ts";
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";
import { SELF_RECIPE } from "./certificate_choice.ts";
import { pauseAfter } from "./state.ts";
import type { StoredChoice } from "./table.ts";

const DAY = 86_400_000;
/**
 * Days before expiry at which its owner is notified; a certificate that the box renews
 * automatically should not reach the second.
 */
const TOLD = [30, 7];
/**
 * Milliseconds before expiry at which a certificate is renewed, even when its authority gives a
 * later time.
 */
const LATEST = 10 * DAY;
/** Milliseconds of a certificate's life before which its authority's renewal window is ignored. */
const SOONEST = DAY;
/**
 * Certificates with a shorter lifetime, in milliseconds, are renewed and reported proportionally
 * later.
 */
const USUAL_LIFE = 90 * DAY;

/**
 * Returns the due work: `remake` by the box itself, `obtain` from an authority, or nothing. While
 * the time is unknown, only work that needs no date is due. `renewAt` = when the authority wants
 * the certificate renewed, in Unix milliseconds; absent = it gave no time.
 */
export function dueWork(
  choice: StoredChoice,
  installed: InstalledCertificate | undefined,
  clock: { readonly now: number; readonly known: boolean },
  renewAt?: number,
): "remake" | "obtain" | undefined {
  const { mode, name, chosenAt, state, tried, tries } = choice;
  const isOurs = installed?.chosen === chosenAt && installed.mode === mode;
  if (mode === "self") {
    const sound = isOurs && installed.name === name && installed.recipe >= SELF_RECIPE;
    return sound && !(clock.known && mustRenew(installed, clock.now)) ? undefined : "remake";
  }
  if ((mode !== "domain" && mode !== "box") || !clock.known) return undefined;
  // An interrupted attempt continues at once; a clock that was ahead left attempts dated in the
  // future.
  const waited = state !== "failed" || clock.now >= tried + pauseAfter(tries) || tried > clock.now;
  const due = !isOurs || state === "failed" || mustRenew(installed, clock.now, renewAt);
  return due && waited ? "obtain" : undefined;
}

/**
 * Whether a certificate expires soon, or is not valid yet because a clock was wrong by years when
 * it was made.
 */
function mustRenew(installed: InstalledCertificate, now: number, renewAt?: number): boolean {
  const { from, left, near } = timesOf(installed, now);
  if (from > now) return true;
  if (renewAt === undefined) return left < near(LIMITS.encryptedDns.renewBeforeEnd * 1000);
  // Whatever the authority answers, some days remain for retries, and a window in the past causes
  // no loop.
  return now >= renewAt && now - from >= SOONEST || left < near(LATEST);
}

/**
 * The days left when a notification is due now, and the threshold that was reached; undefined = no
 * notification is due. Threshold 0 = the last notification is to be forgotten, because expiry is
 * far away: a clock was ahead.
 */
export function expiryNotice(
  { mode, notified }: StoredChoice,
  installed: InstalledCertificate,
  now: number,
): { readonly left: number; readonly threshold: number } | undefined {
  const { left: ms, near } = timesOf(installed, now);
  const left = Math.max(0, Math.ceil(ms / DAY));
  const thresholds = mode === "import" ? TOLD : TOLD.slice(1);
  const threshold = thresholds.filter((days) => ms <= near(days * DAY)).at(-1);
  if (threshold === undefined) return notified === 0 ? undefined : { left, threshold: 0 };
  return notified !== 0 && notified <= threshold ? undefined : { left, threshold };
}

/**
 * In milliseconds: the start of validity, the time left, and a function that scales a time before
 * expiry to the lifetime.
 */
function timesOf({ cert }: InstalledCertificate, now: number) {
  const { from, until } = describeCertificate(cert) ?? { from: 0, until: 0 };
  const part = Math.min(1, (until - from) * 1000 / USUAL_LIFE);
  return { from: from * 1000, left: until * 1000 - now, near: (ms: number) => ms * part };
}
