import assert from "node:assert/strict";
import { add, countsOfReport, NOTHING, runCheck, runTests } from "./run.ts";
import { within } from "./whole_box.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="4" failures="1" errors="0" time="0.1">
  <testsuite name="a_test.ts" tests="4" disabled="1" errors="0" failures="1">
    <testcase name="one &quot;works&quot;" classname="a_test.ts" time="0.001" line="1" col="6">
    </testcase>
    <testcase name="two is skipped" classname="a_test.ts" time="0.001">
      <skipped/>
    </testcase>
    <testcase name="three breaks" classname="a_test.ts" time="0.001">
      <failure message="x">AssertionError</failure>
    </testcase>
    <testcase name="four" classname="a_test.ts" time="0.001"/>
  </testsuite>
</testsuites>`;

Deno.test("countsOfReport() tells passed, skipped and failed tests apart by name", () => {
  assert.deepEqual(countsOfReport(REPORT), {
    passed: 2,
    failed: 1,
    skipped: 1,
    skippedNames: ["two is skipped"],
    failedNames: ["three breaks"],
    durations: [
      { name: 'one "works"', seconds: 0.001 },
      { name: "two is skipped", seconds: 0.001 },
      { name: "three breaks", seconds: 0.001 },
      { name: "four", seconds: 0.001 },
    ],
  });
});

Deno.test("countsOfReport() counts nothing in a truncated report", () => {
  assert.deepEqual(countsOfReport(""), NOTHING);
});

Deno.test("add() adds numbers and joins names", () => {
  const sum = add(countsOfReport(REPORT), countsOfReport(REPORT));
  assert.equal(sum.passed, 4);
  assert.deepEqual(sum.failedNames, ["three breaks", "three breaks"]);
});

Deno.test("tests run once more after a segmentation fault, and fail after a second one", async () => {
  const folder = await Deno.makeTempDir();
  const marks = `${folder}/marks`;
  const fault = (times: number) =>
    `Deno.test("faults", () => {
      const earlier = Number(Deno.readTextFileSync(${JSON.stringify(marks)}));
      Deno.writeTextFileSync(${JSON.stringify(marks)}, String(earlier + 1));
      const page = Deno.UnsafePointer.create(8n);
      if (earlier < ${times}) new Deno.UnsafePointerView(page).getUint8();
    });\n`;
  const countsAfter = async (times: number) => {
    await Deno.writeTextFile(marks, "0");
    await Deno.writeTextFile(`${folder}/a_test.ts`, fault(times));
    const { passed, failed } = await runTests({
      name: "faults",
      args: [`${folder}/a_test.ts`],
      limit: 60,
    });
    return [passed, failed, Number(await Deno.readTextFile(marks))];
  };
  try {
    assert.deepEqual(await countsAfter(1), [1, 0, 2]);
    assert.deepEqual(await countsAfter(9), [0, 1, 2]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("A check that takes too long is ended with all that it started", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const script = `sleep 60 & echo $! > ${folder}/pid; wait`;
    const { failed } = await runCheck("too long", ["sh", "-c", script], 1);
    assert.equal(failed, 1);
    const pid = (await Deno.readTextFile(`${folder}/pid`)).trim();
    const state = () => Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    const isEnded = async () => /^$|\) Z /.test(await state());
    // The kernel ends a killed process a moment later.
    assert.ok(await within(5000, isEnded), await state());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
