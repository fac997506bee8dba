/**
 * Reads the clocks of this machine: the kernel's synchronisation status (adjtimex(2)), clocks that
 * run while it is off, and a time saved in a file.
 */
import { libc } from "../../resolver/net/libc.ts";
import { isThere } from "./install.ts";
import { kernelNames, readProcFile } from "./proc_files.ts";
import type { MachineClock, SavedTime } from "./time_known.ts";
import { writeWhole } from "./atomic_file.ts";

/**
 * struct timex on 64 bits: its size and the offset of the status; STA_UNSYNC is a bit of the
 * status.
 */
const TIMEX_SIZE = 208;
const STATUS_AT = 40;
const STA_UNSYNC = 0x40;
const CLOCKS = "/sys/class/rtc";
const TIMESYNCD = "/run/systemd/timesync";

/** The clocks of this machine. */
export const MACHINE_CLOCK: MachineClock = {
  synchronised() {
    const timex = new Uint8Array(TIMEX_SIZE);
    // Modes 0 changes nothing and needs no privilege; a sandbox may still refuse it.
    if (libc.adjtimex(timex) < 0) return readTimesyncd(TIMESYNCD);
    return (new DataView(timex.buffer).getInt32(STATUS_AT, true) & STA_UNSYNC) === 0;
  },
  hardware: () => hardwareTime(CLOCKS),
  alwaysHasClock: Deno.build.arch === "x86_64",
};

/**
 * Whether systemd-timesyncd reports a synchronised clock by a file in its folder
 * (systemd-timesyncd.service(8)); undefined = it does not run.
 */
export function readTimesyncd(folder: string): boolean | undefined {
  return isThere(folder) ? isThere(`${folder}/synchronized`) : undefined;
}

/**
 * The latest time in Unix milliseconds of the clocks in a folder like /sys/class/rtc; undefined =
 * none can be read.
 */
export function hardwareTime(folder: string): number | undefined {
  const times: number[] = [];
  try {
    for (const name of kernelNames(folder)) {
      try {
        times.push(Number(readProcFile(`${folder}/${name}/since_epoch`)) * 1000);
      } catch {
        // A clock whose battery is empty cannot be read.
      }
    }
  } catch {
    // A container may lack the folder.
  }
  const read = times.filter((time) => Number.isSafeInteger(time));
  return read.length === 0 ? undefined : Math.max(...read);
}

/**
 * A time saved in a file as text: `2026-11-21T14:30:00.000Z`. Without the file, or with invalid
 * text in it, `read` returns 0.
 */
export function timeInFile(path: string): SavedTime {
  return {
    read() {
      try {
        return Date.parse(Deno.readTextFileSync(path).trim()) || 0;
      } catch {
        return 0;
      }
    },
    // A disk that cannot be written is reported elsewhere; the next time is saved in ten minutes.
    write: (unix) =>
      void writeWhole(path, new TextEncoder().encode(`${new Date(unix).toISOString()}\n`)).catch(
        () => {},
      ),
  };
}
