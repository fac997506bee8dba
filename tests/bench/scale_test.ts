/** What the largest household costs, in the long run: prints the table, and fails far above it. */
import assert from "node:assert/strict";
import { runText } from "../support/whole_box.ts";

const PROGRAM = new URL("scale.ts", import.meta.url).pathname;

Deno.test({
  name: "Pages, routes and changes of a box with 1,000 people and 10,000 devices",
  ignore: Deno.env.get("BOX_LONG") !== "1",
  fn: async () => {
    const { code, text } = await runText([Deno.execPath(), "run", "-A", PROGRAM]);
    console.log(text);
    assert.equal(code, 0, text);
    assert.doesNotMatch(text, / 5\d\d +\d+\.\d/, "a request failed");
  },
});
