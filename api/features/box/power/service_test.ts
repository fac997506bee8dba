import assert from "node:assert/strict";
import { Power, PowerRefused, type ProgramOutcome } from "./service.ts";

/** A box whose programs answer as told. */
function powered(answers: Readonly<Record<string, ProgramOutcome | Error>>, container = false) {
  const done: string[] = [], timers: (() => void)[] = [];
  const power = new Power({
    restart: () => void done.push("restart"),
    container,
    run(program, args) {
      done.push([program, ...args].join(" "));
      const answer = answers[program] ?? new Error(`There is no program ${program}`);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    after: (_, run) => (timers.push(run), () => {}),
    log: (level, text) => void (level === "info" || done.push(text)),
  });
  return { power, done, pass: () => timers.splice(0).forEach((run) => run()) };
}

Deno.test("the box restarts a moment after it was asked, so that the answer leaves", () => {
  const { power, done, pass } = powered({});
  power.restart();
  assert.deepEqual(done, []);
  pass();
  assert.deepEqual(done, ["restart"]);
});

Deno.test("the machine is powered off through systemd where that is permitted", async () => {
  const { power, done, pass } = powered({ busctl: { code: 0, text: 's "yes"\n' }, systemctl: { code: 0, text: "" } });
  await power.powerOff();
  assert.equal(done.length, 1);
  pass();
  assert.equal(done.at(-1), "systemctl poweroff --no-ask-password");
});

Deno.test("what keeps the machine on is told, and nothing is ended", async () => {
  const reasons: readonly [ProgramOutcome | Error, RegExp][] = [
    [new Error("no busctl"), /systemd does not run here/],
    [{ code: 1, text: "Failed to connect to bus: No such file or directory" }, /systemd does not run here/],
    [{ code: 0, text: 's "no"' }, /does not permit it to the user of the box/],
    [{ code: 0, text: 's "challenge"' }, /wants the password of an administrator/],
    [{ code: 0, text: 's "na"' }, /cannot be powered off by programs/],
    [{ code: 0, text: 's "later"' }, /systemd answers later/],
  ];
  for (const [answer, message] of reasons) {
    const { power, done, pass } = powered({ busctl: answer });
    await assert.rejects(power.powerOff(), (error) => error instanceof PowerRefused && message.test(error.message));
    pass();
    assert.ok(!done.some((call) => call.startsWith("systemctl")));
  }
  await assert.rejects(powered({}, true).power.powerOff(), /container/);
});

Deno.test("a power off that fails later is told in the log", async () => {
  const { power, done, pass } = powered({
    busctl: { code: 0, text: 's "yes"' },
    systemctl: { code: 1, text: "denied\n" },
  });
  await power.powerOff();
  pass();
  await Promise.resolve();
  assert.equal(done.at(-1), "The machine could not be powered off: denied");
});
