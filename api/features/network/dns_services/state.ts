/** The state of the certificate of encrypted DNS, for display. */
import { LIMITS } from "../../../../policy/limits.ts";
import { describeCertificate } from "../../../certificate/certificate_description.ts";
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";
import type { StoredChoice } from "./table.ts";

/** The choice, its progress, and the certificate in use. Times in Unix seconds, 0 = none. */
export interface CertificateState {
  /** The chosen mode, "" = none. */
  readonly mode: StoredChoice["mode"];
  /** The chosen name, or the one in use when none was chosen. */
  readonly name: string;
  readonly provider: string;
  readonly email: string;
  readonly chosen: number;
  readonly chosen_by: string;
  /**
   * The progress of the choice; while a new certificate is obtained, the previous one stays in use.
   */
  readonly state: StoredChoice["state"];
  readonly step: string;
  readonly error: string;
  /** Time of the next attempt. */
  readonly next: number;
  /**
   * When the box made the certificate again automatically, for 60 days: Apple devices need the
   * profile again.
   */
  readonly remade: number;
  /** The name in use, "" = no certificate is. */
  readonly serving: string;
  /** Where the certificate in use comes from, "" = there is none. */
  readonly serving_mode: StoredChoice["mode"];
  /** Every name of the certificate in use, and its other fields. */
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly fingerprint: string;
  readonly issuer: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Returns the milliseconds before the next attempt, by the number of consecutive failures: 1, 2, 4
 * hours, at most a day.
 */
export function pauseAfter(tries: number): number {
  return Math.min(HOUR * 2 ** Math.max(0, tries - 1), DAY);
}

/** Returns the state at a time in Unix milliseconds. */
export function certificateState(
  choice: StoredChoice,
  installed: InstalledCertificate | undefined,
  now: number,
): CertificateState {
  const { mode, provider, email, chosenAt, chosenBy, state, step, error, tried, tries, remadeAt } =
    choice;
  const described = installed === undefined ? undefined : describeCertificate(installed.cert);
  const noted = remadeAt > 0 && now - remadeAt < LIMITS.encryptedDns.remadeNoticeDays * DAY;
  const again = state === "failed" && (mode === "domain" || mode === "box");
  return {
    mode,
    name: choice.name || (installed?.name ?? ""),
    provider,
    email,
    chosen: seconds(chosenAt),
    chosen_by: chosenBy,
    state,
    step,
    error,
    next: again ? seconds(tried + pauseAfter(tries)) : 0,
    remade: noted ? seconds(remadeAt) : 0,
    serving: installed?.name ?? "",
    serving_mode: installed?.mode ?? "",
    ...described ?? { names: [], from: 0, until: 0, fingerprint: "", issuer: "" },
  };
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000));
}
