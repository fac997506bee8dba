/**
 * The categories that choices block on a device, so that more minutes of them open nothing (A 3.2,
 * 7.1.5).
 */
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import { scopeChainOf } from "../../../../policy/model/scope.ts";
import type { BlockedByChoice, ChoiceLine } from "../../../../policy/snapshot/blocked_by_choice.ts";
import type { Device, HouseholdRepository } from "../household_repository.ts";
import type { RequestOrigin } from "./request_rows.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies of `createBlockedCategories`. */
export interface BlockedCategoriesOptions {
  readonly register: Pick<HouseholdRepository, "people" | "devices">;
  /** The current choices. */
  readonly choices: { readonly blocked: BlockedByChoice };
  /** Unix milliseconds. */
  readonly now: Runtime["now"];
}

/** The categories blocked by choice for a person on a device; 0 = any person of the device. */
export type BlockedCategories = (asked: RequestOrigin) => ReadonlySet<TimedCategory>;

/** Finds the categories blocked by choice, from memory. */
export function createBlockedCategories(
  { register, choices, now }: BlockedCategoriesOptions,
): BlockedCategories {
  return (asked) => {
    const found = new Set<TimedCategory>();
    for (const line of linesOf(asked, register)) {
      for (const category of choices.blocked.of(line, now())) found.add(category);
    }
    return found;
  };
}

/**
 * The lines of scopes of a device, one for each person who shares it. For a person to whom the
 * device no longer belongs, their own line.
 */
function linesOf(
  { personId, deviceId }: RequestOrigin,
  { people, devices }: BlockedCategoriesOptions["register"],
): ChoiceLine[] {
  const device = devices.get(deviceId);
  const owners = device === undefined ? [] : ownersOf(device);
  const isTheirs = personId === 0 || owners.includes(personId);
  const group = device === undefined || device.groupId === 0 ? undefined : device.groupId;
  const around = device !== undefined && isTheirs ? { device: device.id, group } : {};
  return (isTheirs ? owners : [personId]).map((person) => {
    const profile = people.get(person)?.profile;
    const known = profile === undefined ? undefined : person;
    return { scopes: scopeChainOf({ ...around, person: known, profile }), profile };
  });
}

function ownersOf({ people, personId }: Device): readonly number[] {
  return people.length > 1 ? people : [personId];
}
