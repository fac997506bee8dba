/**
 * Reconciles the stored choice with the installed certificate at a start, after an interruption at
 * any step.
 */
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";
import { NO_CHOICE, type StoredChoice } from "./table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The reconciled state. */
export interface CertificateStart {
  readonly choice: StoredChoice;
  /** Whether the installed certificate must be removed, because none is wanted. */
  readonly removes: boolean;
}

/**
 * Reconciles the state; `stored` is the choice in the database, newer or older than the installed
 * certificate.
 */
export function readCertificateStart(
  stored: StoredChoice | undefined,
  installed: InstalledCertificate | undefined,
): CertificateStart {
  const choice = stored ?? NO_CHOICE;
  const holds = { choice, removes: false };
  if (installed !== undefined && installed.chosen > choice.chosenAt) {
    const { mode, name, chosen } = installed;
    return {
      choice: { ...NO_CHOICE, mode, name, chosenAt: chosen, state: "ready" },
      removes: false,
    };
  }
  if (choice.mode === "") return { choice, removes: installed !== undefined };
  if (choice.state === "obtaining" && choice.chosenAt === installed?.chosen) {
    return { choice: { ...choice, state: "ready", step: "" }, removes: false };
  }
  if (choice.mode !== "import" || (choice.state !== "obtaining" && installed !== undefined)) {
    return holds;
  }
  const why = choice.state === "obtaining"
    ? sentence`The box stopped before it was kept: give the certificate again`
    : sentence`Its files are damaged or gone: give the certificate again`;
  const error = choice.error || why;
  return { choice: { ...choice, state: "failed", step: "", error }, removes: false };
}
