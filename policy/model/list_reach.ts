/** Whom a subscribed list is for, and when. */
import { EVERYONE } from "./personal_rule.ts";

/** The scopes and the hours of a list. */
export interface ListReach {
  /** The scopes that the list is for; absent = everyone, empty = no one. */
  readonly scopes?: readonly string[];
  /** The scopes that it is not for, whatever `scopes` contains; absent = none. */
  readonly except?: readonly string[];
  /** The grid of a week (policy/model/hours.ts) in which the list has an effect; absent = always. */
  readonly schedule?: string;
}

/** Whether a list is for everyone at all times. */
export function isUnlimited({ scopes, except, schedule }: ListReach): boolean {
  return scopes === undefined && except === undefined && schedule === undefined;
}

/** Whether a list is for the subject with these scopes (`scopeChainOf`). */
export function coversScopes({ scopes, except }: ListReach, chain: readonly string[]): boolean {
  if (except?.some((scope) => chain.includes(scope)) === true) return false;
  return scopes === undefined || scopes.some((scope) => chain.includes(scope));
}

/** The reach of these scopes and hours, in which absent fields stand for everyone and always. */
export function createReach(
  scopes: readonly string[],
  except: readonly string[],
  schedule: string,
): ListReach {
  return {
    ...(!scopes.includes(EVERYONE) && { scopes }),
    ...(except.length > 0 && { except }),
    ...(schedule !== "" && { schedule }),
  };
}
