import assert from "node:assert/strict";
import { type Import, readFacts, ROOT, sourceFiles, textOf } from "../support/source_files.ts";
import { importCycles, importFailures, type ImportGraph } from "./imports.ts";

const DECLARED = new Set(
  Object.keys(
    (JSON.parse(Deno.readTextFileSync(ROOT + "deno.json")) as { imports: Record<string, string> })
      .imports,
  )
    .map((name) => name.replace(/\/$/, "")),
);

function graphOf(files: Readonly<Record<string, string>>): ImportGraph {
  return new Map(
    Object.entries(files).map(([path, text]) => [path, readFacts(path, text).imports]),
  );
}

let tree: ImportGraph | undefined;

/** The imports of all files, which are parsed once. */
function wholeTree(): ImportGraph {
  return tree ??= new Map<string, readonly Import[]>(
    sourceFiles().map((path) => [path, readFacts(path, textOf(path)).imports]),
  );
}

Deno.test("Imports follow the table in layers.ts", () => {
  const graph = wholeTree();
  assert.deepEqual(importFailures(graph, DECLARED), []);
});

Deno.test("There is no import cycle, including type imports", () => {
  assert.deepEqual(importCycles(wholeTree()), []);
});

const FORBIDDEN: readonly (readonly [path: string, text: string, reason: RegExp])[] = [
  ["policy/a.ts", `import "../resolver/b.ts";`, /decisions are pure/],
  ["policy/a.ts", `import "node:fs";`, /no I\/O/],
  ["policy/a.ts", `import "hono";`, /no packages/],
  ["policy/a.ts", `export { x } from "../api/b.ts";`, /decisions are pure/],
  ["resolver/a.ts", `import "../api/store/b.ts";`, /never waits/],
  ["resolver/a.ts", `const x = await import("../api/b.ts");`, /never waits/],
  ["resolver/a.ts", `import "node:fs";`, /no files/],
  ["resolver/a.ts", `import p from "dns-packet";`, /loses SVCB/],
  ["resolver/wire/a.ts", `import "../net/b.ts";`, /without sockets/],
  ["api/a.ts", `import "../resolver/resolve.ts";`, /typed messages/],
  ["api/http/a.ts", `import "@libsql/client";`, /one folder knows/],
  [
    "api/features/household/rules/service.ts",
    `import "../../box/backup/table.ts";`,
    /service\.ts only/,
  ],
  [
    "api/http/a.ts",
    `import type { X } from "../features/box/a/service.ts";`,
    /routes file declares/,
  ],
  ["api/http/a.ts", `import type { X } from "../events/b.ts";`, /routes file declares/],
  ["api/store/a.ts", `import type { X } from "../http/b.ts";`, /declares its own tables/],
  ["api/settings/a.ts", `import "../features/box/a/service.ts";`, /a feature reads them/],
  ["api/schema/a.ts", `import type { X } from "../events/b.ts";`, /several features share/],
  ["api/system/a.ts", `import "../store/database.ts";`, /no feature and no database/],
  ["api/async/a.ts", `import "../system/log.ts";`, /know nothing of the box/],
  [
    "api/publish/a.ts",
    `import type { X } from "../features/protection/lists/service.ts";`,
    /it is given rows/,
  ],
  ["api/accounts/a.ts", `import "../features/box/a/service.ts";`, /built on accounts/],
  ["api/events/a.ts", `import "../accounts/service.ts";`, /report to the log/],
  [
    "api/features/box/a/routes.ts",
    `import type { X } from "../../../app/a.ts";`,
    /api\/app composes/,
  ],
  ["tasks/a.ts", `import "../api/store/table.ts";`, /a client of the services/],
  ["cli/a.ts", `import { x } from "../api/http/b.ts";`, /local socket/],
  ["cli/a.ts", `type X = string; import "../tests/support/b.ts";`, /never does/],
  [
    "ui/pages/a.ts",
    `import { x } from "../../api/features/box/backup/service.ts";`,
    /typed loader/,
  ],
  ["api/app/a.ts", `import "../companion/names.ts";`, /program of its own/],
  ["api/app/serve.ts", `import "../companion/service.ts";`, /program of its own/],
  ["api/a.ts", `import "npm:left-pad@1";`, /pinned in deno\.json/],
  ["api/a.ts", `import "left-pad";`, /not in deno\.json/],
  ["api/a.ts", `import "node:http2";`, /aborts/],
];

for (const [path, text, reason] of FORBIDDEN) {
  Deno.test(`An import is refused: ${text} in ${path}`, () => {
    const failures = importFailures(graphOf({ [path]: text }), DECLARED);
    assert.equal(failures.length, 1, failures.join("; "));
    assert.match(failures[0]!, reason);
  });
}

const ALLOWED: readonly (readonly [path: string, text: string])[] = [
  ["policy/a.ts", `import "tldts"; import "./model/name.ts";`],
  ["resolver/a.ts", `import "../policy/b.ts"; import "node:tls";`],
  ["resolver/wire/a.ts", `import "dns-packet"; import "../../policy/model/name.ts";`],
  ["api/store/a.ts", `import "@libsql/client"; import "../../resolver/protocol.ts";`],
  [
    "api/features/household/rules/routes.ts",
    `import "../../box/backup/service.ts"; import "./table.ts";`,
  ],
  ["tasks/a.ts", `import "../api/features/box/backup/service.ts"; import "croner";`],
  ["cli/a.ts", `import type { X } from "../api/http/b.ts"; import { type Y } from "../api/c.ts";`],
  ["policy/a_test.ts", `import "fast-check"; import "node:assert/strict";`],
  ["api/companion/main.ts", `import "./service.ts";`],
  ["cli/commands/companion.ts", `import type { X } from "../../api/companion/options.ts";`],
  ["main.ts", `import "./resolver/b.ts"; import "./api/c.ts";`],
];

for (const [path, text] of ALLOWED) {
  Deno.test(`An import is allowed: ${text} in ${path}`, () => {
    assert.deepEqual(importFailures(graphOf({ [path]: text }), DECLARED), []);
  });
}

Deno.test("importCycles() returns the path of a cycle, also of type imports", () => {
  const cycle = {
    "a.ts": `import "./b.ts";`,
    "b.ts": `export * from "./c.ts";`,
    "c.ts": `import("./a.ts");`,
  };
  const path = ["a.ts -> b.ts -> c.ts -> a.ts"];
  assert.deepEqual(importCycles(graphOf(cycle)), path);

  const ofTypes = { ...cycle, "c.ts": `import type { A } from "./a.ts";` };
  assert.deepEqual(importCycles(graphOf(ofTypes)), path);
  assert.deepEqual(importCycles(graphOf({ ...cycle, "c.ts": "" })), []);
});
