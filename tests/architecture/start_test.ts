import assert from "node:assert/strict";
import { readFacts, textOf } from "../support/source_files.ts";
import { packageOf, targetOf } from "./imports.ts";

/**
 * What the runtime reads before the first line of a module runs: every module that an import names,
 * static or dynamic, and their imports. Packages and modules of the runtime are returned by name.
 */
function readBefore(
  path: string,
): { readonly modules: ReadonlySet<string>; readonly outside: readonly string[] } {
  const modules = new Set<string>([path]);
  const outside = new Set<string>();
  for (const from of modules) {
    for (const { specifier, typeOnly } of readFacts(from, textOf(from)).imports) {
      const to = targetOf(from, specifier);
      if (typeOnly || to !== undefined && !to.endsWith(".ts")) continue;
      if (to === undefined) outside.add(packageOf(specifier) ?? specifier);
      else modules.add(to);
    }
  }
  return { modules, outside: [...outside].sort() };
}

Deno.test("The box answers names before most of the program is loaded", () => {
  const { modules, outside } = readBefore("api/app/serve.ts");
  assert.deepEqual(outside, ["smol-toml"]);
  assert.deepEqual(
    [...modules].filter((path) =>
      /^(api\/app\/control_side\.ts|ui\/|tasks\/|api\/http\/)/.test(path)
    ),
    [],
  );
  assert.ok(
    modules.size < 111,
    `api/app/serve.ts needs ${modules.size} modules, so a start takes longer`,
  );
});

Deno.test("A thread that answers loads neither suffixes nor schemas", () => {
  const { outside } = readBefore("resolver/worker.ts");
  assert.deepEqual(outside.filter((name) => !name.startsWith("node:")), ["@noble/ciphers"]);
});

Deno.test("The code behind the answers loads no page before somebody opens one", () => {
  const { modules } = readBefore("api/app/control_side.ts");
  assert.deepEqual([...modules].filter((path) => path.startsWith("ui/pages/")), []);
});
