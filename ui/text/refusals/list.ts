/** Every sentence with which the API refuses what a page sends, and what the page shows. */
import { isIgnored, LINE_REASONS, type LineReason } from "../../../policy/lists/describe.ts";
import { backupReasons } from "../backup_reasons.ts";
import { ACCOUNT_REFUSALS } from "./accounts.ts";
import { BOX_REFUSALS } from "./box.ts";
import { CERTIFICATE_FAULTS } from "./certificate_faults.ts";
import { CERTIFICATE_REFUSALS } from "./certificates.ts";
import { EXPORT_REFUSALS } from "./exports.ts";
import { HOUSEHOLD_REFUSALS } from "./household.ts";
import { IMPORT_REFUSALS } from "./imports.ts";
import { IMPORT_WARNINGS } from "./import_warnings.ts";
import { LIST_FAULTS } from "./list_faults.ts";
import { LIST_REFUSALS } from "./lists.ts";
import { NETWORK_REFUSALS } from "./network.ts";
import { PROTECTION_REFUSALS } from "./protection.ts";
import type { TextKey } from "../list.ts";
import type { Refusals } from "./refusal.ts";
import { RESOLVER_NOTES } from "./resolver_notes.ts";
import { RULE_REFUSALS } from "./rules.ts";
import { UPDATE_FAULTS } from "./updates.ts";
import { UPSTREAM_FAULTS } from "./upstream_faults.ts";
import { UPSTREAM_REFUSALS } from "./upstreams.ts";
import { WARNINGS } from "./warnings.ts";

const BACKUP_REFUSALS: Refusals = Object.fromEntries(
  Object.entries(backupReasons).map(([reason, { en }]) => [
    en,
    `backupReasons.${reason as keyof typeof backupReasons}` as const,
  ]),
);

const LINE_REFUSALS: Refusals = Object.fromEntries(
  Object.entries(LINE_REASONS).map(([reason, sentence]) => [
    sentence,
    `lists.${isIgnored(reason as LineReason) ? "ignored" : "refused"}_${
      reason.replaceAll("-", "_")
    }` as TextKey,
  ]),
);

/** The tables; no sentence is in two of them. */
export const REFUSALS: readonly Refusals[] = [
  HOUSEHOLD_REFUSALS,
  PROTECTION_REFUSALS,
  RULE_REFUSALS,
  LIST_REFUSALS,
  NETWORK_REFUSALS,
  UPSTREAM_REFUSALS,
  CERTIFICATE_REFUSALS,
  CERTIFICATE_FAULTS,
  BOX_REFUSALS,
  BACKUP_REFUSALS,
  IMPORT_REFUSALS,
  IMPORT_WARNINGS,
  LIST_FAULTS,
  UPSTREAM_FAULTS,
  RESOLVER_NOTES,
  EXPORT_REFUSALS,
  UPDATE_FAULTS,
  WARNINGS,
  LINE_REFUSALS,
  ACCOUNT_REFUSALS,
];
