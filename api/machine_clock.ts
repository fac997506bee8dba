/** The clocks of this machine: what the kernel says of its own (adjtimex(2)), those that go on while it is off, and a time kept in a file. */
import { libc } from "../resolver/net/libc.ts";
import { isThere } from "./install.ts";
import { kernelNames, kernelText } from "./kernel_files.ts";
import type { KeptTime, MachineClock } from "./time_known.ts";
import { writeWhole } from "./whole_file.ts";

/** struct timex on 64 bits: its size and where the status stands; STA_UNSYNC of its bits. */
const TIMEX_SIZE = 208, STATUS_AT = 40, STA_UNSYNC = 0x40;
const CLOCKS = "/sys/class/rtc", TIMESYNCD = "/run/systemd/timesync";

/** The clocks of this machine. */
export const MACHINE_CLOCK: MachineClock = {
  synchronised() {
    const timex = new Uint8Array(TIMEX_SIZE);
    // Nothing is changed by modes 0, and anybody may ask; a sandbox may refuse all the same.
    if (libc.adjtimex(timex) < 0) return toldByTimesyncd(TIMESYNCD);
    return (new DataView(timex.buffer).getInt32(STATUS_AT, true) & STA_UNSYNC) === 0;
  },
  hardware: () => hardwareTime(CLOCKS),
  alwaysHasClock: Deno.build.arch === "x86_64",
};

/** What systemd-timesyncd tells by a file in its folder (systemd-timesyncd.service(8)); undefined = it does not run. */
export function toldByTimesyncd(folder: string): boolean | undefined {
  return isThere(folder) ? isThere(`${folder}/synchronized`) : undefined;
}

/** Unix milliseconds by the latest of the clocks in a folder like /sys/class/rtc; undefined = there is none that can be read. */
export function hardwareTime(folder: string): number | undefined {
  const times: number[] = [];
  try {
    for (const name of kernelNames(folder)) {
      try {
        times.push(Number(kernelText(`${folder}/${name}/since_epoch`)) * 1000);
      } catch {
        // One whose battery is empty cannot be read.
      }
    }
  } catch {
    // A container may not have the folder.
  }
  const read = times.filter((time) => Number.isSafeInteger(time));
  return read.length === 0 ? undefined : Math.max(...read);
}

/** A time in a file, as text that people read too: `2026-11-21T14:30:00.000Z`. Without the file, or with nonsense in it, there is none. */
export function timeInFile(path: string): KeptTime {
  return {
    read() {
      try {
        return Date.parse(Deno.readTextFileSync(path).trim()) || 0;
      } catch {
        return 0;
      }
    },
    // A disk that takes nothing is told elsewhere; the next time is kept in ten minutes.
    write: (unix) =>
      void writeWhole(path, new TextEncoder().encode(`${new Date(unix).toISOString()}\n`)).catch(
        () => {},
      ),
  };
}
