import assert from "node:assert/strict";
import { runTool } from "../tools.ts";
import { buildArchive } from "./build.ts";

const RELEASE = { version: "1.2.3", epoch: 1_790_000_000 };

Deno.test("Two builds of an archive give the same bytes, whatever the hour and the umask", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-archive-test-" });
  const before = Deno.umask();
  try {
    const executable = `${folder}/executable`;
    const sums: string[] = [];
    const lists: string[] = [];
    for (const [umask, day] of [[0o022, 1], [0o077, 2], [0o000, 3]] as const) {
      Deno.umask(umask);
      await Deno.writeFile(executable, new Uint8Array(300_000).fill(7), { mode: 0o700 });
      await Deno.utime(executable, day * 86_400, day * 86_400);
      // gzip would write the second into its head.
      await new Promise((later) => setTimeout(later, 1100));
      const out = `${folder}/${day}`;
      const path = await buildArchive("amd64", executable, { ...RELEASE, out });
      const { output: sum } = await runTool(["sha256sum", path], { limit: 60 });
      sums.push(sum.split(" ")[0]);
      const { output: list } = await runTool(["tar", "--numeric-owner", "-tvzf", path], {
        limit: 60,
      });
      lists.push(list);
    }
    assert.equal(new Set(lists).size, 1, lists.join("\n"));
    assert.equal(new Set(sums).size, 1, sums.join(" "));
    assert.match(lists[0], /^-rwxr-xr-x 0\/0 +300000 .* box-1\.2\.3-linux-amd64\/box$/m);
    assert.match(lists[0], /^-rw-r--r-- 0\/0 .* box-1\.2\.3-linux-amd64\/update-keys$/m);
    assert.match(lists[0], /^drwxr-xr-x 0\/0 .* box-1\.2\.3-linux-amd64\/$/m);
  } finally {
    Deno.umask(before);
    await Deno.remove(folder, { recursive: true });
  }
});
