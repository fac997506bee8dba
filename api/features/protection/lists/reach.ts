/** Whom a list is for, as requests give it: validated and in the form that is stored. */
import { LIMITS } from "../../../../policy/limits.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { parseScope } from "../../../../policy/model/scope.ts";
import { DomainError } from "../../../schema/errors.ts";
import { readSchedule, type ScheduleGiven } from "../../../schema/week_schedule.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The stored scopes of a list, and its hours. */
export interface StoredReach {
  /** Whom it is for: `all` alone for everyone; empty = its scopes were removed, so for no one. */
  readonly scopes: readonly string[];
  /** Whom it is not for, whatever `scopes` contains. */
  readonly except: readonly string[];
  /** The grid of a week in which it has an effect; "" = always. */
  readonly schedule: string;
}

/** What a request says about it; absent fields stay as they are. */
export interface GivenReach {
  readonly scopes?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly hours?: ScheduleGiven | undefined;
}

/** For everyone, always. */
export const FOR_EVERYONE: StoredReach = { scopes: [EVERYONE], except: [], schedule: "" };

/** Whether a request says anything about it. */
export function givesReach({ scopes, except, hours }: GivenReach): boolean {
  return scopes !== undefined || except !== undefined || hours !== undefined;
}

/** The stored form. Throws `bad_value` for invalid scopes and hours, and for no scope at all. */
export function readReach(given: GivenReach, before: StoredReach = FOR_EVERYONE): StoredReach {
  const except = given.except === undefined ? before.except : validScopes(given.except);
  const scopes = given.scopes === undefined ? before.scopes : validScopes(given.scopes);
  if (given.scopes !== undefined && scopes.length === 0) {
    throw new DomainError(
      "bad_value",
      sentence`Choose at least one person, group, age or device for the list, or turn it off`,
    );
  }
  const both = scopes.find((scope) => except.includes(scope));
  if (both !== undefined || except.includes(EVERYONE)) {
    throw new DomainError(
      "bad_value",
      sentence`A list cannot include and exclude the same scope: ${both ?? EVERYONE}`,
    );
  }
  const schedule = given.hours === undefined ? before.schedule : readSchedule(given.hours);
  if (schedule === undefined) {
    throw new DomainError(
      "bad_value",
      sentence`The hours of a list are quarters of an hour of a week`,
    );
  }
  return { scopes: scopes.includes(EVERYONE) ? [EVERYONE] : scopes, except, schedule };
}

function validScopes(scopes: readonly string[]): string[] {
  const wrong = scopes.find((scope) => parseScope(scope) === undefined);
  if (wrong !== undefined) {
    throw new DomainError(
      "bad_value",
      sentence`There is no such scope (\`box scopes\` lists them): ${wrong}`,
    );
  }
  const { scopes: most } = LIMITS.lists;
  const distinct = [...new Set(scopes)].sort();
  if (distinct.length <= most) return distinct;
  throw new DomainError(
    "bad_value",
    sentence`A list can be for ${most} scopes; put devices into a group instead`,
  );
}
