/** The memory of the box in each phase, in the long run. */
import assert from "node:assert/strict";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { needsTool } from "../support/tool.ts";
import { runText } from "../support/whole_box.ts";

const PROGRAM = new URL("memory.ts", import.meta.url).pathname;

Deno.test({
  name: "The executable uses less than 180 MB in each phase of a life without loads",
  ignore: Deno.env.get("BOX_LONG") !== "1" || !isBuilt() || needsTool("gcc") ||
    needsTool("taskset"),
  fn: async () => {
    const options = ["--programs", `executable=${EXECUTABLE}`, "--loads", "0", "--most", "180"];
    const { code, text } = await runText([Deno.execPath(), "run", "-A", PROGRAM, ...options]);
    console.log(text);
    assert.equal(code, 0, text);
  },
});
