import assert from "node:assert/strict";
import { executableName } from "../../packaging/target.ts";
import { BoxProcess } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { ROOT } from "../support/source_files.ts";
import { isStrictRun, needsTool } from "../support/tool.ts";

const EXECUTABLE = `${ROOT}dist/${executableName({ name: "arm64" })}`;
/** Root of Debian's arm64 libraries (libc6-arm64-cross, libgcc-s1-arm64-cross). */
const LIBRARIES = "/usr/aarch64-linux-gnu";

/**
 * Emulation takes a minute of processor time, so this runs only in the long run and in a strict
 * one, which have built the executable before. An arm64 machine tests its own directly
 * (executable_test.ts).
 */
const WANTED = (Deno.env.get("BOX_LONG") === "1" || isStrictRun()) && Deno.build.arch !== "aarch64";

Deno.test({
  name: "The arm64 executable unpacks and answers a query under qemu",
  ignore: !WANTED || needsTool("qemu-aarch64-static"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
    try {
      // qemu emulates one program: the launcher unpacks and prints what it would execute.
      const unpacked = await new Deno.Command("qemu-aarch64-static", {
        args: [EXECUTABLE],
        env: { BOX_UNPACK_DIR: `${folder}/unpacked`, BOX_UNPACK_ONLY: "1" },
      }).output();
      assert.equal(unpacked.code, 0, new TextDecoder().decode(unpacked.stderr));
      const program = new TextDecoder().decode(unpacked.stdout).trim().split("\n");
      const command = ["qemu-aarch64-static", "-L", LIBRARIES, ...program];
      const env = { DENO_DIR: `${folder}/cache`, HOME: folder };
      const box = new BoxProcess({ command, folder, upstream: `127.0.0.1:${upstream.port}`, env });
      const milliseconds = await box.answers("www.example", 300_000);
      console.log(`arm64 under qemu: first answer after ${(milliseconds / 1000).toFixed(1)} s`);
      const { output } = await box.end("SIGTERM");
      assert.doesNotMatch(output, /panicked|Illegal instruction/);
    } finally {
      await upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
