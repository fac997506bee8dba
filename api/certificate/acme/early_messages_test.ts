import assert from "node:assert/strict";
import { WAIT, within } from "../../../tests/support/whole_box.ts";

Deno.test("Messages that arrive while a thread loads are handled in order once it has loaded", async () => {
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(
    path,
    `import { keepMessages } from "${new URL("early_messages.ts", import.meta.url)}";
    const handle = keepMessages(self);
    await new Promise((loaded) => setTimeout(loaded, 100));
    self.onmessage = ({ data }) => self.postMessage(data);
    handle();`,
  );
  const thread = new Worker(`file://${path}`, { type: "module" });
  try {
    const handled: unknown[] = [];
    thread.onmessage = ({ data }) => void handled.push(data);
    for (const message of ["first", "second"]) thread.postMessage(message);
    await within(WAIT, () => handled.length === 2);
    assert.deepEqual(handled, ["first", "second"]);
  } finally {
    thread.terminate();
    await Deno.remove(path);
  }
});
