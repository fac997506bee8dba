/**
 * The root unit as a process of its own, which kills itself (SIGKILL, as a power cut does) after it
 * wrote down the step that the second argument names.
 */
import { runUnit, type UnitOptions } from "../../api/updates/unit.ts";

const [options, killAt] = Deno.args;
await runUnit(JSON.parse(options) as UnitOptions, {
  now: () => Date.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  log: (text) => console.log(text),
  released: Date.UTC(2026, 0, 1),
  version: "1.0.0",
  reached: (step) => {
    if (step === killAt) Deno.kill(Deno.pid, "SIGKILL");
  },
});
