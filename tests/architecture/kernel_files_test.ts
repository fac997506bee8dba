import assert from "node:assert/strict";
import { sourceFiles, textOf } from "../support/source_files.ts";

Deno.test("what the kernel tells is read by api/system/proc_files.ts, as the runtime keeps it from the executable", () => {
  const asked = /Deno\.\w+\(\s*["`]\/(proc|sys)\//;
  assert.ok(asked.test('Deno.readTextFileSync("/proc/net/arp")'));
  const product = sourceFiles().filter((path) =>
    /^(api|resolver|policy|tasks|cli|ui)\//.test(path) && !path.endsWith("_test.ts")
  );
  assert.deepEqual(product.filter((path) => asked.test(textOf(path))), []);
});
