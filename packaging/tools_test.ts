import assert from "node:assert/strict";
import { runTool } from "./tools.ts";

Deno.test("The output of a tool holds nothing that the tool wrote to standard error", async () => {
  const ended = await runTool(["sh", "-c", "echo '{}'; echo 'notice: update' >&2"], { limit: 10 });

  assert.equal(ended.output, "{}\n");
  assert.equal(ended.transcript, "{}\nnotice: update\n");
  assert.equal(ended.reason, "notice: update");
});
