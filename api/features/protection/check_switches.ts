/**
 * Changes the checks of a page: its switches, and the domains that one of them allows. Single
 * domains are added and removed one by one, so that concurrent changes are kept.
 */
import { Mutex } from "../../async/mutex.ts";
import type { HandlerInput } from "../../http/route.ts";
import type { AuditAction } from "../../schema/audit_actions.ts";
import { DomainError } from "../../schema/errors.ts";
import type { SettingKey, SettingValues } from "../../settings/list.ts";
import type { SettingsService } from "../../settings/settings_service.ts";
import { changeSettings } from "../box/settings/service.ts";
import { sentence } from "../../../policy/model/sentence.ts";

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
    /** The most domains. */
    readonly most: number;
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
    throw new DomainError("no_right", sentence`This account may not change settings`);
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

/** How often a change is made again because another one of all domains came in between. */
const MOST_TRIES = 10;
/** Changes of single domains run one after another: many at once would exceed the tries. */
const changes = new Mutex();

/**
 * Allows one domain, or takes that back, and leaves all others as they are. A domain that is allowed
 * already is no change. Rejects with a DomainError as `changeSettings` does, and with `not_found`
 * for a domain that is not allowed.
 */
export function changeAllowed(...change: Parameters<typeof changeOne>): Promise<void> {
  return changes.take(() => changeOne(...change));
}

async function changeOne(
  { allowed: { key, action, most } }: Pick<Checks, "allowed">,
  domain: string,
  isAllowed: boolean,
  { principal, audit }: Pick<HandlerInput<never, never, never>, "principal" | "audit">,
  services: { readonly settings: SettingsService },
): Promise<void> {
  for (let tries = 1;; tries++) {
    const before = services.settings.resolved().values[key];
    const others = before.filter((other) => other !== domain);
    if (isAllowed && others.length < before.length) return;
    if (!isAllowed && others.length === before.length) {
      throw new DomainError("not_found", sentence`It is not among the allowed domains: ${domain}`);
    }
    if (isAllowed && before.length >= most) {
      throw new DomainError(
        "bad_value",
        sentence`There can be ${most} allowed domains; remove one first`,
      );
    }
    const domains = isAllowed ? [...before, domain] : others;
    try {
      await changeSettings({ [key]: domains }, principal, services, { seen: { [key]: before } });
      return audit(action, { domains: domains.join(", ") });
    } catch (error) {
      const isBetween = error instanceof DomainError && error.code === "changed_meanwhile";
      if (!isBetween || tries === MOST_TRIES) throw error;
    }
  }
}
