import assert from "node:assert/strict";
import { DESTINATION_IDS, type DestinationId } from "../../policy/catalogue/destinations.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";
import { DOORS, NOT_THE_BOX } from "./doors.ts";
import plugin from "./lint.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Connections that a text opens when linted as a file that is not listed as a door. */
function opened(text: string): number {
  return Deno.lint.runPlugin(plugin, `${ROOT}api/features/no_door.ts`, text)
    .filter(({ id }) => id === "box/outbound").length;
}

/** Product code of the box that is not listed as a door. */
function insideCode(): string[] {
  const excused = new Set(DOORS.map(({ path }) => path));
  return sourceFiles().filter((path) =>
    /^(api|resolver|policy|tasks|ui|cli|main\.ts)/.test(path) &&
    !/_(test|fixture)\.ts$/.test(path) &&
    !excused.has(path) && !NOT_THE_BOX.some((folder) => path.startsWith(folder.path))
  );
}

Deno.test("Every door opens connections and is listed once", () => {
  assert.equal(new Set(DOORS.map(({ path }) => path)).size, DOORS.length);
  for (const { path } of DOORS) {
    assert.ok(opened(textOf(path)) > 0, `${path} opens nothing any more: remove its row`);
  }
});

Deno.test("No other code of the box opens connections, even with lint directives", () => {
  for (const path of insideCode()) {
    const text = textOf(path).replaceAll("deno-lint-ignore", "");
    assert.equal(opened(text), 0, `${path} opens a connection and is no door`);
  }
});

Deno.test("Every declared destination is reached by a door or by code that names it", () => {
  const reached = new Set<DestinationId>(
    DOORS.flatMap(({ to }) => typeof to === "string" ? [] : to),
  );
  const code = insideCode().filter((path) => path !== "policy/catalogue/destinations.ts")
    .filter((path) => path.startsWith("api/")).map(textOf).join("\n");
  for (const id of DESTINATION_IDS) {
    const isNamed = new RegExp(
      `(destination: |connectTcp\\(|openDatagrams\\(|createMailTransport\\(|connectSftp\\(|[tT]ransport\\()"${id}"`,
    ).test(code);
    assert.ok(reached.has(id) || isNamed, `${id} is declared, and nothing connects to it`);
  }
});

Deno.test("A new connection in a feature is found", () => {
  assert.equal(opened(`export const ask = () => fetch("https://a.example");\n`), 1);
  assert.equal(opened(`export const ask = (url: string) => call({ url });\n`), 0);
});
