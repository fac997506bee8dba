/**
 * The names of the last days in the journal that a list would have blocked, shown before it is
 * subscribed.
 */
import { isSensitive } from "../../../../policy/catalogue/categories.ts";
import {
  coversScopes,
  createReach,
  isUnlimited,
  type ListReach,
} from "../../../../policy/model/list_reach.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { scopeChainOf } from "../../../../policy/model/scope.ts";
import type { Principal } from "../../../http/principal.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import type { ClientDevice, ClientDirectory } from "../../insight/client_directory.ts";
import type { Journal, PassedNames } from "../../insight/journal/service.ts";
import { NamePrivacy } from "../../insight/name_privacy.ts";
import type { StoredReach } from "./reach.ts";
import type { CheckedList, ListService } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that the names of the last days are read from. */
export interface WeekNeeds {
  readonly journal: Pick<Journal, "passedNames" | "isOn">;
  readonly lists: Pick<ListService, "list" | "quartersOn">;
  readonly askers: ClientDirectory;
  readonly runtime: Runtime;
}

/** Number of past days, and of names shown. */
const DAYS = 7;
const MOST_SHOWN = 20;
const DAY = 86_400;

/** The result of the preview. */
export interface BlockedWeek {
  /** Whether the journal is on and could be read. */
  readonly journal: "on" | "off" | "unavailable";
  /** Start of the counted period in Unix seconds; 0 = nothing was counted. */
  readonly since: number;
  /** False = there were too many queries to count in time. */
  readonly complete: boolean;
  /** Whether only those were counted whom the list would be for; false = everyone. */
  readonly scoped: boolean;
  readonly queries: number;
  readonly names: number;
  /** The most queried names; absent when the account may not see queries. */
  readonly top?: { readonly name: string; readonly count: number }[];
}

/** The names that were not blocked in the last days, and whether they are those of a reach. */
export interface PassedWeek extends PassedNames {
  readonly scoped: boolean;
}

/**
 * The names that were not blocked in the last days, for those whom the list would be for and in its
 * hours; undefined = the journal cannot be read. Whoever may not see queries gets those of
 * everyone, because a list of one name would reveal who queried it.
 */
export async function readPassedNames(
  { journal, lists, askers, runtime }: WeekNeeds,
  reach: StoredReach,
  by: Pick<Principal, "rights">,
): Promise<PassedWeek | undefined> {
  try {
    const subscribed = await lists.list();
    const since = Math.floor(runtime.now() / 1000) - DAYS * DAY;
    const { scopes, except, schedule } = reach;
    const wanted = createReach(scopes, except, schedule);
    const scoped = !isUnlimited(wanted) && by.rights.has("reports.read");
    const narrowed = scoped && {
      only: devicesWithin(wanted, askers),
      ...(schedule !== "" && { quarters: lists.quartersOn(schedule, since * 1000) }),
    };
    const passed = await journal.passedNames({
      since,
      ...narrowed,
      except: new NamePrivacy(askers).hiding(),
      allowLists: subscribed.filter(({ kind }) => kind === "allow").map(({ id }) => id),
    });
    return { ...passed, scoped };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return undefined;
    throw error;
  }
}

/** The devices that a list is for; 0 = clients that are no device. */
function devicesWithin(reach: ListReach, askers: ClientDirectory): number[] {
  const covers = ({ id: device, personId, people, groupId }: ClientDevice) => {
    const group = groupId === 0 ? undefined : groupId;
    return (people.length > 0 ? people : [personId]).some((id) => {
      const profile = askers.person(id)?.profile;
      const person = profile === undefined ? undefined : id;
      return coversScopes(reach, scopeChainOf({ device, person, profile, group }));
    });
  };
  const strangers = coversScopes(reach, [EVERYONE]) ? [0] : [];
  return [...strangers, ...[...askers.devices()].filter(covers).map(({ id }) => id)];
}

/** Returns which of them a list would have blocked. */
export function previewBlocked(
  passed: PassedWeek | undefined,
  { blocked, category }: Pick<CheckedList, "blocked" | "category">,
  isOn: boolean,
  by: Pick<Principal, "rights">,
): BlockedWeek {
  if (passed === undefined) {
    const nothing = { since: 0, complete: false, scoped: false, queries: 0, names: 0 };
    return { journal: "unavailable", ...nothing };
  }
  const wanted = new Set(blocked);
  const taken = passed.names.filter(({ name }) => wanted.has(name));
  const top = taken.map(({ name, count }) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MOST_SHOWN);
  return {
    journal: isOn ? "on" : "off",
    since: passed.since,
    complete: passed.complete,
    scoped: passed.scoped,
    queries: taken.reduce((sum, { count }) => sum + count, 0),
    names: taken.length,
    // Queries for such names are private once a list defines their category.
    ...(by.rights.has("reports.read") && !isSensitive(category) ? { top } : {}),
  };
}
