/**
 * The state of the root unit, in its own folder: what it saw, what it did last, and what it is in
 * the middle of. The service reads it and writes none of it. After a return an older version reads
 * it too, so fields that are not known are left alone.
 */
import { UPDATE_CHANNELS, type UpdateChannel } from "../../policy/catalogue/updates.ts";
import { writeFileAtomic } from "./files.ts";
import { jsonOf, recordOf, textOf, wholeOf } from "./fields.ts";
import { MOST_NUMBER, NO_FLOOR, type UpdateFloor } from "./manifest.ts";
import { isUpdateFault, malformed, type UpdateFault } from "./refusal.ts";
import { requestOf, type UpdateRequest } from "./request.ts";
import { VERSION_FORM } from "./version_order.ts";

/** Names of its files. */
export const STATE_FILE = "state.json";
export const PENDING_FILE = "pending.json";

/** Maximum characters of its files, and of a sentence in them. */
const MOST_STATE = 16_000;
const MOST_WHY = 500;
const LAST_MOMENT = 10_000_000_000_000;

/**
 * The steps of an update, in order. After an interruption, those before `switching` begin anew, and
 * the others go on; `returning` leads back to the version before.
 */
export const UPDATE_STEPS = [
  "copying",
  "unpacking",
  "trying",
  "switching",
  "restarting",
  "watching",
  "returning",
] as const;
/** One of `UPDATE_STEPS`. */
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** How an update ended. */
export const UPDATE_OUTCOMES = ["installed", "returned", "rolled_back", "refused"] as const;
/** One of `UPDATE_OUTCOMES`. */
export type UpdateOutcome = (typeof UPDATE_OUTCOMES)[number];

/** The end of the last request. */
export interface UpdateResult {
  /** The id of the request. */
  readonly id: string;
  readonly outcome: UpdateOutcome;
  /** The version that ran before, and the one that was asked for. */
  readonly from: string;
  readonly to: string;
  /** Why it failed; "" = it did not. */
  readonly fault: UpdateFault | "";
  readonly why: string;
  /** Unix seconds. */
  readonly at: number;
}

/** The state of the root unit. */
export interface UnitState {
  /** The version before the one in use, which is kept; "" = none. */
  readonly previous: string;
  /** When the version in use was switched to, in Unix seconds; 0 = by hand. */
  readonly switched: number;
  readonly floor: UpdateFloor;
  readonly last: UpdateResult | undefined;
}

/** A request that is being carried out. */
export interface PendingUpdate {
  readonly request: UpdateRequest;
  readonly step: UpdateStep;
  readonly from: string;
  /** How often it was begun. */
  readonly tries: number;
  /** When the version was switched, in Unix seconds; 0 = not yet. */
  readonly switched: number;
}

/** The state of a unit that did nothing yet. */
export const NEW_STATE: UnitState = { previous: "", switched: 0, floor: NO_FLOOR, last: undefined };

/** Sets aside a state that cannot be read. */
export function setStateAside(folder: string): void {
  Deno.renameSync(`${folder}/${STATE_FILE}`, `${folder}/${STATE_FILE}.damaged`);
}

/** Reads the state in a folder; a missing file is a new state. Throws an UpdateError. */
export function readUnitState(folder: string): UnitState {
  const text = textIfThere(`${folder}/${STATE_FILE}`);
  if (text === undefined) return NEW_STATE;
  const what = "the state of updates";
  const fields = recordOf(
    jsonOf(text, MOST_STATE, what),
    ["previous", "switched", "floor", "last"],
    what,
    "any",
  );
  const floor = recordOf(fields.floor, ["numbers", "serial"], what, "any");
  const given = recordOf(floor.numbers, [], what, "any");
  const numbers: Partial<Record<UpdateChannel, number>> = {};
  for (const channel of UPDATE_CHANNELS) {
    if (given[channel] !== undefined) {
      numbers[channel] = wholeOf(given[channel], 0, MOST_NUMBER, what);
    }
  }
  return {
    previous: fields.previous === "" ? "" : textOf(fields.previous, 64, what, VERSION_FORM),
    switched: wholeOf(fields.switched, 0, LAST_MOMENT, what),
    floor: { numbers, serial: wholeOf(floor.serial, 0, MOST_NUMBER, what) },
    last: fields.last === null ? undefined : readResult(fields.last),
  };
}

function readResult(value: unknown): UpdateResult {
  const what = "the result of the last update";
  const keys = ["id", "outcome", "from", "to", "fault", "why", "at"];
  const fields = recordOf(value, keys, what, "any");
  const outcome = UPDATE_OUTCOMES.find((one) => one === fields.outcome);
  const { fault } = fields;
  if (outcome === undefined || (fault !== "" && !isUpdateFault(fault))) {
    throw malformed(`${what} is not understood`);
  }
  return {
    id: textOf(fields.id, 32, what),
    outcome,
    from: textOf(fields.from, 64, what),
    to: textOf(fields.to, 64, what),
    fault,
    why: textOf(fields.why, MOST_WHY, what),
    at: wholeOf(fields.at, 0, LAST_MOMENT, what),
  };
}

/** Writes the state of a folder. */
export async function writeUnitState(folder: string, state: UnitState): Promise<void> {
  const last = state.last === undefined
    ? null
    : { ...state.last, why: state.last.why.slice(0, MOST_WHY) };
  await writeFileAtomic(`${folder}/${STATE_FILE}`, JSON.stringify({ ...state, last }));
}

/** Reads what a unit is in the middle of; undefined = nothing. Throws an UpdateError. */
export function readPending(folder: string): PendingUpdate | undefined {
  const text = textIfThere(`${folder}/${PENDING_FILE}`);
  if (text === undefined) return undefined;
  const what = "the update in progress";
  const fields = recordOf(
    jsonOf(text, MOST_STATE, what),
    ["request", "step", "from", "tries", "switched"],
    what,
    "any",
  );
  const step = UPDATE_STEPS.find((one) => one === fields.step);
  if (step === undefined) throw malformed(`${what} is at a step not known`);
  return {
    request: requestOf(fields.request, "any"),
    step,
    from: textOf(fields.from, 64, what),
    tries: wholeOf(fields.tries, 0, 1000, what),
    switched: wholeOf(fields.switched, 0, LAST_MOMENT, what),
  };
}

/** Writes what a unit is in the middle of. */
export async function writePending(folder: string, pending: PendingUpdate): Promise<void> {
  await writeFileAtomic(`${folder}/${PENDING_FILE}`, JSON.stringify(pending));
}

function textIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
