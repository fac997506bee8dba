import assert from "node:assert/strict";
import { hardwareTime, MACHINE_CLOCK, readTimesyncd, timeInFile } from "./machine_clock.ts";
import { within } from "../../tests/support/whole_box.ts";

Deno.test("the kernel is asked whether its clock is kept right, and answers or refuses", () => {
  assert.ok([true, false, undefined].includes(MACHINE_CLOCK.synchronised()));
});

Deno.test("where the kernel may not be asked, systemd-timesyncd tells by a file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(readTimesyncd(`${folder}/none`), undefined);
    assert.equal(readTimesyncd(folder), false);
    await Deno.writeTextFile(`${folder}/synchronized`, "");
    assert.equal(readTimesyncd(folder), true);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the latest of the clocks of a machine counts; broken ones, and none, are no error", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(hardwareTime(`${folder}/none`), undefined);
    assert.equal(hardwareTime(folder), undefined);
    for (
      const [name, text] of [["rtc0", "1792000000\n"], ["rtc1", "5\n"], ["rtc2", "garbage"], [
        "rtc3",
        "",
      ]]
    ) {
      await Deno.mkdir(`${folder}/${name}`);
      if (text !== "") await Deno.writeTextFile(`${folder}/${name}/since_epoch`, text);
    }
    assert.equal(hardwareTime(folder), 1_792_000_000_000);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a time is kept in a file; without it, and with nonsense in it, there is none", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const kept = timeInFile(`${folder}/clock`);
    assert.equal(kept.read(), 0);
    kept.write(1_792_000_000_000);
    assert.ok(await within(5000, () => kept.read() === 1_792_000_000_000));
    for (const nonsense of ["", "yesterday", "\0\0\0\0", "9".repeat(400)]) {
      await Deno.writeTextFile(`${folder}/clock`, nonsense);
      assert.equal(kept.read(), 0, nonsense);
    }
    // A folder that is gone is no error.
    timeInFile(`${folder}/gone/clock`).write(1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
