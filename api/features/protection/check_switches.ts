/** Changes the checks of a page: its switches, and the domains that one of them allows. */
import type { HandlerInput } from "../../http/route.ts";
import type { AuditAction } from "../../schema/audit_actions.ts";
import { DomainError } from "../../schema/errors.ts";
import type { SettingKey, SettingValues } from "../../settings/list.ts";
import type { SettingsService } from "../../settings/settings_service.ts";
import { changeSettings } from "../box/settings/service.ts";

/** Settings that are a switch. */
type SwitchKey = {
  [Key in SettingKey]: SettingValues[Key] extends boolean ? Key : never;
}[SettingKey];

/** A switch: its field in the API, its setting, and the actions of the administration log. */
export interface CheckSwitch {
  readonly field: string;
  readonly key: SwitchKey;
  /** Absent = a change is logged as `settings.change`. */
  readonly logged?: { readonly on: AuditAction; readonly off: AuditAction };
}

/** The checks of a page. */
export interface Checks {
  readonly switches: readonly CheckSwitch[];
  /** The list of allowed domains: its field in the API, its setting, and its action. */
  readonly allowed: {
    readonly field: string;
    readonly key: "rebinding_allowed" | "lookalike_allowed";
    readonly action: "rebinding.allowed" | "lookalike.allowed";
  };
}

/**
 * Changes the fields that a request names, and logs what really changed. Rejects with a DomainError
 * as `changeSettings` does, and with `no_right` for a switch without the right to change settings.
 */
export async function changeChecks(
  { switches, allowed }: Checks,
  changes: Readonly<Record<string, boolean | readonly string[] | undefined>>,
  { principal, audit }: Pick<HandlerInput<never, never, never>, "principal" | "audit">,
  services: { readonly settings: SettingsService },
): Promise<void> {
  const named = switches.filter(({ field }) => changes[field] !== undefined);
  if (named.length > 0 && !principal.rights.has("system.write")) {
    throw new DomainError("no_right", "This account may not change settings");
  }
  const values = Object.fromEntries(named.map(({ field, key }) => [key, changes[field]]));
  const domains = changes[allowed.field];
  if (Array.isArray(domains)) values[allowed.key] = [...new Set<string>(domains)];

  const before = services.settings.resolved().values;
  await changeSettings(values, principal, services);
  const after = services.settings.resolved().values;

  const changed = named.filter(({ key }) => before[key] !== after[key]);
  for (const { key, logged } of changed) {
    if (logged !== undefined) audit(after[key] ? logged.on : logged.off, {});
  }
  if (before[allowed.key].join() !== after[allowed.key].join()) {
    audit(allowed.action, { domains: after[allowed.key].join(", ") });
  }
  const others = changed.filter(({ logged }) => logged === undefined).map(({ key }) => key);
  if (others.length > 0) audit("settings.change", { settings: others });
}
