import assert from "node:assert/strict";
import { ROOT } from "../../tests/support/source_files.ts";
import { kernelBytes, kernelLink, kernelNames, readProcFile } from "./proc_files.ts";

Deno.test("kernel files, folders and links are read as the runtime reads them", async () => {
  assert.equal(readProcFile("/proc/self/comm"), Deno.readTextFileSync("/proc/self/comm"));
  assert.deepEqual(
    kernelNames("/proc/self/ns").sort(),
    [...Deno.readDirSync("/proc/self/ns")].map((e) => e.name).sort(),
  );
  assert.equal(kernelLink("/proc/self/ns/net"), Deno.readLinkSync("/proc/self/ns/net"));
  const path = await Deno.makeTempFile();
  const bytes = new Uint8Array(50_000).map((_, i) => i & 255);
  await Deno.writeFile(path, bytes);
  assert.deepEqual(kernelBytes(path), bytes);
  await Deno.remove(path);
});

Deno.test("errors contain the missing path", () => {
  for (const read of [readProcFile, kernelNames, kernelLink]) {
    assert.throws(() => read("/proc/nothing-here"), /\/proc\/nothing-here: no such file/);
  }
});

Deno.test("a program without all permissions can read kernel files", async () => {
  const script = `import { kernelNames, readProcFile } from "${ROOT}api/system/proc_files.ts";
    console.log(readProcFile("/proc/self/stat").startsWith(String(Deno.pid)), kernelNames("/proc/self/fd").length > 2);`;
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(path, script);
  const flags = ["--allow-ffi", "--allow-read", "--no-prompt", "--no-check"];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, path],
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "true true\n", new TextDecoder().decode(stderr));
  await Deno.remove(path);
});
