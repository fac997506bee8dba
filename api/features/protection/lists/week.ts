/**
 * The names of the last days in the journal that a list would have blocked, shown before it is
 * subscribed.
 */
import { isSensitive } from "../../../../policy/catalogue/categories.ts";
import type { Principal } from "../../../http/principal.ts";
import { DatabaseUnavailable } from "../../../store/database.ts";
import type { ClientDirectory } from "../../insight/client_directory.ts";
import type { Journal, PassedNames } from "../../insight/journal/service.ts";
import { NamePrivacy } from "../../insight/name_privacy.ts";
import type { CheckedList, ListService } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that the names of the last days are read from. */
export interface WeekNeeds {
  readonly journal: Pick<Journal, "passedNames" | "isOn">;
  readonly lists: Pick<ListService, "list">;
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
  readonly queries: number;
  readonly names: number;
  /** The most queried names; absent when the account may not see queries. */
  readonly top?: { readonly name: string; readonly count: number }[];
}

/** The names that were not blocked in the last days; undefined = the journal cannot be read. */
export async function readPassedNames(
  { journal, lists, askers, runtime }: WeekNeeds,
): Promise<PassedNames | undefined> {
  try {
    const subscribed = await lists.list();
    return await journal.passedNames({
      since: Math.floor(runtime.now() / 1000) - DAYS * DAY,
      except: new NamePrivacy(askers).hiding(),
      allowLists: subscribed.filter(({ kind }) => kind === "allow").map(({ id }) => id),
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined;
    throw error;
  }
}

/** Returns which of them a list would have blocked. */
export function previewBlocked(
  passed: PassedNames | undefined,
  { blocked, category }: Pick<CheckedList, "blocked" | "category">,
  isOn: boolean,
  by: Pick<Principal, "rights">,
): BlockedWeek {
  if (passed === undefined) {
    return { journal: "unavailable", since: 0, complete: false, queries: 0, names: 0 };
  }
  const wanted = new Set(blocked);
  const taken = passed.names.filter(({ name }) => wanted.has(name));
  const top = taken.map(({ name, count }) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MOST_SHOWN);
  return {
    journal: isOn ? "on" : "off",
    since: passed.since,
    complete: passed.complete,
    queries: taken.reduce((sum, { count }) => sum + count, 0),
    names: taken.length,
    // Queries for such names are private once a list defines their category.
    ...(by.rights.has("reports.read") && !isSensitive(category) ? { top } : {}),
  };
}
