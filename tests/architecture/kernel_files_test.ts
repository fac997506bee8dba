import assert from "node:assert/strict";
import { sourceFiles, textOf } from "../support/source_files.ts";

Deno.test("Only api/system/proc_files.ts reads kernel files, because the runtime refuses them to the executable", () => {
  const pattern = /Deno\.\w+\(\s*["`]\/(proc|sys)\//;
  assert.ok(pattern.test('Deno.readTextFileSync("/proc/net/arp")'));
  const product = sourceFiles().filter((path) =>
    /^(api|resolver|policy|tasks|cli|ui)\//.test(path) && !path.endsWith("_test.ts")
  );
  assert.deepEqual(product.filter((path) => pattern.test(textOf(path))), []);
});
