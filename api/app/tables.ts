/**
 * Every table of the box, declared once; a test checks that the list and the schema have the same
 * tables.
 */
import { FACTOR_TABLES } from "../accounts/factors/table.ts";
import { ACCOUNT_TABLES } from "../accounts/table.ts";
import { EXPORTS_TABLE } from "../events/export/table.ts";
import { EVENT_TABLES } from "../events/table.ts";
import { BACKUP_TABLES } from "../features/box/backups/table.ts";
import { TERMS_TABLE } from "../features/box/terms/table.ts";
import { BREACH_TABLES } from "../features/household/breaches/table.ts";
import { HOURS_TABLES } from "../features/household/hours/table.ts";
import { LEARNING_TABLE } from "../features/household/learning/table.ts";
import { TIME_REQUESTS_TABLE } from "../features/household/requests/table.ts";
import { HOUSEHOLD_TABLES } from "../features/household/table.ts";
import { USAGE_TABLES } from "../features/household/usage/table.ts";
import { VACATION_TABLES } from "../features/household/vacations/table.ts";
import { JOURNAL_TABLES } from "../features/insight/journal/table.ts";
import { STATISTICS_TABLES } from "../features/insight/statistics/table.ts";
import { TIME_SPENT_TABLE } from "../features/insight/time_spent/table.ts";
import { DNS_CERTIFICATE_TABLE } from "../features/network/dns_services/table.ts";
import { MACHINES_TABLE } from "../features/network/machines/table.ts";
import { RECORDS_TABLE } from "../features/network/records/table.ts";
import { SCOPE_UPSTREAMS_TABLE } from "../features/network/upstreams/table.ts";
import { CHOICE_TABLES } from "../features/protection/choices/table.ts";
import { LIST_SCOPES_TABLE, LISTS_TABLE } from "../features/protection/lists/table.ts";
import { DOMAIN_AGES_TABLE, VISITED_TABLE } from "../features/protection/lookalikes/table.ts";
import { RESTRICT_TABLES } from "../features/protection/restricted/table.ts";
import { SPYWARE_SEEN_TABLE } from "../features/protection/threats/seen.ts";
import { RULES_TABLE } from "../features/protection/rules/table.ts";
import { TUNNELS_TABLE } from "../features/protection/tunnels/table.ts";
import { SETTINGS } from "../settings/list.ts";
import { MIGRATIONS } from "../store/migrations.ts";
import type { Table } from "../store/table.ts";

/** A condition for settings that belong only to this box; "false" when there are none. */
function settingsWithout(belongs: "inBackups" | "toSecondary"): string {
  const keys = SETTINGS.filter((setting) => !setting[belongs]).map(({ key }) => `'${key}'`);
  return keys.length === 0 ? "false" : `key in (${keys.join()})`;
}

/** Settings of the household, by key. */
export const SETTINGS_TABLE: Table = {
  name: "settings",
  database: "box",
  doc: "Settings chosen in the box: JSON values by key",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
  local: { backup: settingsWithout("inBackups"), secondary: settingsWithout("toSecondary") },
};

/** The files in which the addresses of older versions are masked (api/app/old_addresses.ts). */
const OLD_ADDRESSES_TABLE: Table = {
  name: "old_addresses",
  database: "box",
  doc: "Files in which addresses of older versions are masked",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
};

/** The tables, by database. */
export const TABLES: readonly Table[] = [
  SETTINGS_TABLE,
  TERMS_TABLE,
  ...BACKUP_TABLES,
  ...ACCOUNT_TABLES,
  ...FACTOR_TABLES,
  ...EVENT_TABLES,
  EXPORTS_TABLE,
  LISTS_TABLE,
  LIST_SCOPES_TABLE,
  RULES_TABLE,
  ...HOUSEHOLD_TABLES,
  ...BREACH_TABLES,
  LEARNING_TABLE,
  ...HOURS_TABLES,
  ...USAGE_TABLES,
  ...VACATION_TABLES,
  TIME_REQUESTS_TABLE,
  TIME_SPENT_TABLE,
  MACHINES_TABLE,
  DNS_CERTIFICATE_TABLE,
  ...CHOICE_TABLES,
  RECORDS_TABLE,
  TUNNELS_TABLE,
  DOMAIN_AGES_TABLE,
  VISITED_TABLE,
  SPYWARE_SEEN_TABLE,
  SCOPE_UPSTREAMS_TABLE,
  ...RESTRICT_TABLES,
  ...JOURNAL_TABLES,
  ...STATISTICS_TABLES,
  OLD_ADDRESSES_TABLE,
];

/** The schema of box.db in this program. */
export function boxSchema(): number {
  return MIGRATIONS.findLast(({ database }) => database === "box")!.id;
}
