/** Every sentence with which the API refuses what a page sends, and what the page shows. */
import { backupReasons } from "../backup_reasons.ts";
import { ACCOUNT_REFUSALS } from "./accounts.ts";
import { BOX_REFUSALS } from "./box.ts";
import { CERTIFICATE_REFUSALS } from "./certificates.ts";
import { HOUSEHOLD_REFUSALS } from "./household.ts";
import { IMPORT_REFUSALS } from "./imports.ts";
import { LIST_REFUSALS } from "./lists.ts";
import { NETWORK_REFUSALS } from "./network.ts";
import { PROTECTION_REFUSALS } from "./protection.ts";
import type { Refusals } from "./refusal.ts";
import { RULE_REFUSALS } from "./rules.ts";
import { UPSTREAM_REFUSALS } from "./upstreams.ts";

const BACKUP_REFUSALS: Refusals = Object.fromEntries(
  Object.entries(backupReasons).map(([reason, { en }]) => [
    en,
    `backupReasons.${reason as keyof typeof backupReasons}` as const,
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
  BOX_REFUSALS,
  BACKUP_REFUSALS,
  IMPORT_REFUSALS,
  ACCOUNT_REFUSALS,
];
