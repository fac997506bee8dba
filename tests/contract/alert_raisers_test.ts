/** Every kind of alert is raised somewhere, or belongs to a feature that is ahead. */
import assert from "node:assert/strict";
import { ALERT_KINDS, type AlertKind, RAISED_KINDS } from "../../api/events/alert_kinds.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";

/** Kinds that are raised with a computed name, and the text that raises them. */
const COMPUTED: Readonly<Record<string, string>> = {
  "database.broken": "kind: `database.${trouble}`",
  "database.unavailable": "kind: `database.${trouble}`",
};

Deno.test("Every kind of alert that the box offers is raised by it", () => {
  const sources = sourceFiles()
    .filter((path) => /^(api|tasks)\//.test(path) && !path.endsWith("_test.ts"))
    .filter((path) => !path.startsWith("api/events/kinds/"))
    .map(textOf);
  const isRaised = (kind: string) => {
    const raised = COMPUTED[kind] ?? `kind: "${kind}"`;
    return sources.some((text) => text.includes(raised));
  };
  for (const kind of Object.keys(ALERT_KINDS) as AlertKind[]) {
    assert.equal(
      isRaised(kind),
      RAISED_KINDS.includes(kind),
      isRaised(kind) ? `${kind} is raised: take it from KINDS_AHEAD` : `nothing raises ${kind}`,
    );
  }
});
