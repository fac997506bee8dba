import assert from "node:assert/strict";
import { hardwareTime, MACHINE_CLOCK, readTimesyncd, timeInFile } from "./machine_clock.ts";
import { within } from "../../tests/support/whole_box.ts";

Deno.test("synchronised() reads the kernel's status or returns undefined", () => {
  assert.ok([true, false, undefined].includes(MACHINE_CLOCK.synchronised()));
});

Deno.test("readTimesyncd() reads the state from a file", async () => {
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

Deno.test("hardwareTime() returns the latest clock and ignores broken ones", async () => {
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

Deno.test("timeInFile() stores a time and returns 0 without valid text", async () => {
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
    // A missing folder is no error.
    timeInFile(`${folder}/gone/clock`).write(1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
