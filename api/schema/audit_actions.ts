/**
 * Declares every action of the administration log: its description, and which fields are masked (A
 * 6, B 6).
 */
import { ACCOUNT_ACTIONS } from "./audit_actions/accounts.ts";
import { BUSINESS_ACTIONS } from "./audit_actions/business.ts";
import { HOUSEHOLD_ACTIONS } from "./audit_actions/household.ts";
import { NETWORK_ACTIONS } from "./audit_actions/network.ts";
import { PROTECTION_ACTIONS } from "./audit_actions/protection.ts";
import { SYSTEM_ACTIONS } from "./audit_actions/system.ts";

export type { AuditActionRow, AuditField } from "./audit_actions/action.ts";

/** The actions, by area: a new one goes in the file of its area. */
export const AUDIT_ACTIONS = {
  ...SYSTEM_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...HOUSEHOLD_ACTIONS,
  ...PROTECTION_ACTIONS,
  ...NETWORK_ACTIONS,
  ...BUSINESS_ACTIONS,
};

/** An action of the administration log. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** A value of a field. */
export type AuditValue = string | number | boolean | readonly (string | number)[];
/** The detail of an action: values by field; fields that do not apply are absent. */
export type AuditDetail<A extends AuditAction> = {
  readonly [Field in keyof (typeof AUDIT_ACTIONS)[A]["fields"]]?: AuditValue;
};
