/**
 * The root unit as a process of its own, which kills itself (SIGKILL, as a power cut does) after it
 * wrote down the step that the second argument names; `fill STEP` fills the disk instead.
 */
import { runUnit, type UnitOptions } from "../../api/updates/unit.ts";

const [options, killAt] = Deno.args;
/** Writes until the disk is full. */
function fill(path: string): void {
  using file = Deno.openSync(path, { create: true, write: true });
  for (const size of [65_536, 4096, 512, 1]) {
    try {
      for (;;) file.writeSync(new Uint8Array(size));
    } catch {
      // No room for another block of this size.
    }
  }
}

await runUnit(JSON.parse(options) as UnitOptions, {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  log: (text) => console.log(text),
  released: Date.UTC(2026, 0, 1),
  version: "1.0.0",
  reached: (step) => {
    if (step === killAt) Deno.kill(Deno.pid, "SIGKILL");
    if (`fill ${step}` === killAt) fill(`${JSON.parse(options).home}/filler`);
  },
});
