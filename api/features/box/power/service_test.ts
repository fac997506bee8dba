import assert from "node:assert/strict";
import { DomainError } from "../../../schema/errors.ts";
import { Power } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

/** Creates the service with a power switch that returns the given results. */
function powered(can: string | Error, off: Error | undefined = undefined, container = false) {
  const done: string[] = [];
  const timers: (() => void)[] = [];
  const power = new Power({
    restart: () => void done.push("restart"),
    container,
    machine: {
      canPowerOff: () => can instanceof Error ? Promise.reject(can) : Promise.resolve(can),
      powerOff: () => {
        done.push("off");
        return off === undefined ? Promise.resolve() : Promise.reject(off);
      },
    },
    runtime: testRuntime({
      after: (_, run) => {
        timers.push(run);
        return () => {};
      },
      log: (level, text) => void (level === "info" || done.push(text)),
    }),
  });
  return { power, done, pass: () => timers.splice(0).forEach((run) => run()) };
}

Deno.test("the box restarts a moment after the request, so that the response is sent", () => {
  const { power, done, pass } = powered("yes");
  power.restart();
  assert.deepEqual(done, []);
  pass();
  assert.deepEqual(done, ["restart"]);
});

Deno.test("the machine is powered off a moment after the request when that is permitted", async () => {
  const { power, done, pass } = powered("yes");
  await power.powerOff();
  assert.deepEqual(done, []);
  pass();
  assert.deepEqual(done, ["off"]);
});

Deno.test("a refused power off is reported with its reason, and the box keeps running", async () => {
  const reasons: readonly [string | Error, RegExp][] = [
    [new Error("no bus"), /systemd does not run here/],
    ["no", /does not permit it to the user of the box/],
    ["challenge", /wants the password of an administrator/],
    ["na", /cannot be powered off by programs/],
    ["later", /systemd answers later/],
  ];
  for (const [answer, message] of reasons) {
    const { power, done, pass } = powered(answer);
    await assert.rejects(
      power.powerOff(),
      (error) => error instanceof DomainError && message.test(error.message),
    );
    pass();
    assert.deepEqual(done, []);
  }
  await assert.rejects(powered("yes", undefined, true).power.powerOff(), /container/);
});

Deno.test("a power off that fails later is logged", async () => {
  const { power, done, pass } = powered("yes", new Error("denied"));
  await power.powerOff();
  pass();
  await Promise.resolve();
  assert.equal(done.at(-1), "The machine could not be powered off: denied");
});
