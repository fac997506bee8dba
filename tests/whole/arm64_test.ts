import assert from "node:assert/strict";
import { runTool } from "../../packaging/tools.ts";
import { executableName } from "../../packaging/target.ts";
import { BoxProcess } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { ROOT } from "../support/source_files.ts";
import { isStrictRun, needsTool } from "../support/tool.ts";

const isLong = Deno.env.get("BOX_LONG") === "1";

/**
 * Emulation takes a minute of processor time, so this runs only in the long run and in a strict
 * one, which have built the executable before. An arm64 machine tests its own directly
 * (executable_test.ts).
 */
const WANTED = (isLong || isStrictRun()) && Deno.build.arch !== "aarch64";

/** Lets a box answer a query under qemu, which runs the launcher and the runtime one by one. */
async function answersUnder(launcherEmulator: string, target: "arm64" | "arm"): Promise<void> {
  const executable = `${ROOT}dist/${executableName({ name: target })}`;
  const folder = await Deno.makeTempDir();
  const upstream = new FakeUpstream((query) => [respond(query, { address: "192.0.2.77" })]);
  try {
    // qemu emulates one program: the launcher unpacks and prints what it would execute.
    const unpacked = await runTool([launcherEmulator, executable], {
      env: { BOX_UNPACK_DIR: `${folder}/unpacked`, BOX_UNPACK_ONLY: "1" },
      limit: 300,
    });
    assert.equal(unpacked.code, 0, unpacked.output);
    const program = unpacked.output.trim().split("\n");
    // Without arm64 libraries on this machine, the executable brings them.
    assert.match(program[0]!, /\/libc\/box$/);
    const command = ["qemu-aarch64-static", ...program];
    const env = { DENO_DIR: `${folder}/cache`, HOME: folder };
    const box = new BoxProcess({ command, folder, upstream: `127.0.0.1:${upstream.port}`, env });
    const milliseconds = await box.answers("www.example", 900_000);
    console.log(`${target} under qemu: first answer after ${(milliseconds / 1000).toFixed(1)} s`);
    const { output } = await box.end("SIGTERM");
    assert.doesNotMatch(output, /panicked|Illegal instruction/);
  } finally {
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "The arm64 executable unpacks and answers a query under qemu",
  ignore: !WANTED || needsTool("qemu-aarch64-static"),
  fn: () => answersUnder("qemu-aarch64-static", "arm64"),
});

Deno.test({
  name: "The executable for 32-bit systems unpacks and answers a query under qemu",
  ignore: !WANTED || !isLong || needsTool("qemu-aarch64-static", "qemu-arm-static"),
  fn: () => answersUnder("qemu-arm-static", "arm"),
});

Deno.test({
  name: "On a 32-bit kernel the executable for 32-bit systems says what it needs",
  ignore: !WANTED || !isLong || needsTool("qemu-arm-static"),
  fn: async () => {
    const executable = `${ROOT}dist/${executableName({ name: "arm" })}`;
    const { code, transcript } = await runTool(["qemu-arm-static", executable, "version"], {
      limit: 60,
    });
    assert.equal(code, 70);
    assert.match(transcript, /^box: this machine runs a 32-bit kernel, .* 64-bit .*arm_64bit=1/);
  },
});
