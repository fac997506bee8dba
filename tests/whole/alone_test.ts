/** The executable alone in a root without any other file, so without a C library. */
import assert from "node:assert/strict";
import { runTool } from "../../packaging/tools.ts";
import { BoxProcess } from "../support/box_process.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { inRoot, refusal } from "../support/other_root.ts";
import { isStrictRun, needsTool } from "../support/tool.ts";

const refused = await refusal();
if (refused !== "" && isStrictRun()) throw new Error(`No namespace of mounts: ${refused}`);

/** A root with the executable and the folder /proc. */
async function makeRoot(): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "box-root-" });
  await Deno.copyFile(EXECUTABLE, `${root}/box`);
  await Deno.mkdir(`${root}/proc`);
  return root;
}

Deno.test({
  name: "The executable runs and restarts alone in an empty root",
  ignore: !isBuilt() || refused !== "" || needsTool("unshare", "chroot"),
  fn: async () => {
    const root = await makeRoot();
    const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
    try {
      // The paths of the box are those of its root.
      await Deno.mkdir(`${root}${root}`, { recursive: true });
      const box = new BoxProcess({
        command: [...inRoot(root), "/box"],
        folder: root,
        upstream: `127.0.0.1:${upstream.port}`,
        env: { HOME: "/home", BOX_UNPACK_DIR: "/unpacked" },
      });
      await box.answers("first.example");
      await box.runs();
      // Every file that the process uses lies in its root, the C library too.
      const maps = await Deno.readTextFile(`/proc/${box.pid}/maps`);
      assert.match(maps, /\/unpacked\/[0-9a-f]{32}\/libc\/libc\.so\.6\n/);
      assert.equal((await Deno.readTextFile(`/proc/${box.pid}/comm`)).trim(), "box");

      const restarted = await runTool(
        [...inRoot(root), "/box", "restart", "--data-dir", `${root}/data`],
        { limit: 60, env: { BOX_UNPACK_DIR: "/unpacked" } },
      );
      assert.equal(restarted.output, "The box has restarted.\n");
      await box.answers("second.example");
      const { code, output } = await box.end("SIGTERM");
      assert.equal(code, 0, output);
    } finally {
      await upstream.close();
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test({
  name: "Without /proc the executable says what it needs",
  ignore: !isBuilt() || refused !== "" || needsTool("unshare", "chroot"),
  fn: async () => {
    const root = await makeRoot();
    try {
      const command = inRoot(root).map((word) => word.replace(/^mount .* && /, ""));
      const { code, transcript } = await runTool([...command, "/box", "version"], { limit: 30 });
      assert.equal(code, 70);
      assert.equal(
        transcript,
        "box: /proc is missing, and the box needs it: mount -t proc proc /proc\n",
      );
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
