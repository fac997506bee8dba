import assert from "node:assert/strict";
import { decodeParts } from "../../policy/snapshot/snapshot_file.ts";
import { createBoxPublisher, hostsFileVersion } from "./publisher.ts";
import { BoxSettings } from "../settings/box_settings.ts";
import { compileLists } from "../publish/compiler.ts";
import { openDataDirectory } from "../system/data_directory.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

Deno.test("the policy marks which forwarded domains are local", async () => {
  const folder = await Deno.makeTempDir();
  const directory = await openDataDirectory(`${folder}/data`);
  try {
    const upstreams = "9.9.9.9,[/fritz.box/]192.168.178.1,[/office.example.com/]10.0.0.1";
    const publisher = createBoxPublisher({
      directory,
      settings: await BoxSettings.open(directory.path, { flags: { upstreams }, env: {} }),
      runtime: testRuntime({ interfaces: () => [], now: () => 1, log: () => {} }),
      parseHosts: () => new Map(),
      compile: (request) =>
        compileLists(request, {
          workerUrl: new URL("../publish/compiler_thread.ts", import.meta.url),
        }),
    });
    const { sections } = await publisher.begin();
    const parts = decodeParts(sections);
    assert.ok(typeof parts !== "string");
    assert.deepEqual(parts.settings.homeDomains, ["fritz.box"]);
  } finally {
    directory.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a hosts file that is written, replaced or removed is detected", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/hosts`;
  try {
    const settings = await BoxSettings.open(folder, { flags: { hosts_file: path }, env: {} });
    const marks = [hostsFileVersion(settings)];
    for (const text of ["192.0.2.1 nas\n", "192.0.2.1 nas\n192.0.2.2 tv\n"]) {
      await Deno.writeTextFile(path, text);
      marks.push(hostsFileVersion(settings));
    }
    await Deno.writeTextFile(`${path}.new`, "192.0.2.1 nas\n192.0.2.3 tv\n");
    await Deno.rename(`${path}.new`, path);
    marks.push(hostsFileVersion(settings), hostsFileVersion(settings));
    assert.deepEqual([new Set(marks).size, marks.length], [4, 5]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
