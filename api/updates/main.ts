/**
 * `box update-apply`, the program of the root unit: carries out the request of the service
 * (packaging/units/box-update.service). Root runs it; people use `box update`.
 */
import { parseArgs } from "node:util";
import { RELEASED, VERSION } from "../system/version.ts";
import { runUnit, type UnitContext, type UnitOptions } from "./unit.ts";

/** Seconds that a new version is watched, and that it may be unwell. */
const WATCH = 60;
const PATIENCE = 30;
const EVERY = 2;
/**
 * Milliseconds before a unit that failed ends: the path unit starts it again at once, and systemd
 * allows ten starts in ten minutes.
 */
const PAUSE_AFTER_FAILURE = 90_000;

/** The options of the program; the unit gives none of them, tests give all. */
export function readUnitOptions(argv: readonly string[]): UnitOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      way: { type: "string", default: "release" },
      home: { type: "string", default: "/opt/box" },
      data: { type: "string", default: "/var/lib/box" },
      units: { type: "string", default: "/etc/systemd/system" },
      restart: { type: "string", default: "systemctl restart box.service" },
      reload: { type: "string", default: "systemctl daemon-reload" },
      reset: { type: "string", default: "systemctl reset-failed box.service" },
      watch: { type: "string", default: String(WATCH) },
    },
  });
  const whole = Number(values.watch);
  if (!Number.isFinite(whole) || (values.way !== "release" && values.way !== "apt")) {
    throw new Error("box update-apply: the options are not understood");
  }
  return {
    way: values.way,
    home: values.home,
    data: values.data,
    units: values.units,
    restart: values.restart.split(" "),
    reload: values.reload.split(" "),
    reset: values.reset.split(" "),
    watch: { whole, patience: whole * PATIENCE / WATCH, every: Math.min(EVERY, whole / 10) },
  };
}

/** Runs the program, which writes what it does; resolves with its exit code. */
export async function updateApplyCommand(
  argv: readonly string[],
  write: (line: string) => void,
  pause: UnitContext["pause"] = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
): Promise<number> {
  try {
    await runUnit(readUnitOptions(argv), {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      pause,
      log: (text) => write(`box update: ${text}\n`),
      released: RELEASED,
      version: VERSION,
    });
    return 0;
  } catch (error) {
    write(`box update: ${(error as Error).message}\n`);
    await pause(PAUSE_AFTER_FAILURE);
    return 1;
  }
}
