/**
 * Checks who may give access to the data of a person: an account of the person sees their domain
 * names and gives their consents (A 4.4, 5.2).
 */
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import type { Right } from "../http/rights.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The rights over the data of a person, which `accounts.write` alone does not include. */
export const PERSON_RIGHTS: readonly Right[] = ["household.write", "reports.read"];

/** The functions for people of the household that accounts need. */
export interface AccountPeople {
  /** The name of a person; undefined = unknown id. */
  name(id: number): Promise<string | undefined>;
  /** Ends every consent that an account gave for a person; returns whether there was one. */
  endConsents(id: number): Promise<boolean>;
}

/**
 * Refuses a principal without rights over the data of a person; `personId` 0 = no person. Throws
 * DomainError (no_right).
 */
export function checkPersonAccess(by: Principal, personId: number): void {
  if (personId === 0 || by.kind === "socket") return;
  const missing = PERSON_RIGHTS.find((right) => !by.rights.has(right));
  if (missing === undefined) return;
  const text =
    sentence`This account belongs to a person; changing that needs the right ${missing} too`;
  throw new DomainError("no_right", text);
}

/** Whether an account is the signed-in one. */
export function isOwnSession(by: Principal, accountId: number): boolean {
  return by.kind === "session" && by.account.id === accountId;
}
