/** Whether a version runs because the root unit returned to it, which happens once. */
import { readUnitState } from "./unit_state.ts";

/** The file that says which return was taken up. */
const HANDLED_FILE = "returned";

/** A return to this version. */
export interface ReturnNotice {
  /** Whether the unit returned to this version, and that was not taken up before. */
  readonly isReturned: boolean;
  /** Writes down that it was taken up. */
  readonly done: () => Promise<void>;
}

const NO_RETURN: ReturnNotice = { isReturned: false, done: () => Promise.resolve() };

/**
 * Reads the state of the unit below `home`. A start of the same version by hand later is no return:
 * the id of the last one is kept below `data`.
 */
export function readReturn(home: string, data: string, version: string): ReturnNotice {
  let last;
  try {
    last = readUnitState(`${home}/update`).last;
  } catch {
    return NO_RETURN;
  }
  if (last === undefined) return NO_RETURN;
  const wasReturned = (last.outcome === "rolled_back" && last.from === version) ||
    (last.outcome === "returned" && last.to === version);
  const path = `${data}/update/${HANDLED_FILE}`;
  if (!wasReturned || textOf(path) === last.id) return NO_RETURN;
  return {
    isReturned: true,
    done: async () => {
      await Deno.mkdir(`${data}/update`, { recursive: true, mode: 0o700 });
      await Deno.writeTextFile(path, last.id, { mode: 0o600 });
    },
  };
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
