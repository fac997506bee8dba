/** Every declared kind of alert is raised somewhere, or belongs to a feature that is ahead. */
import assert from "node:assert/strict";
import { ALERT_KINDS, type AlertKind } from "../../api/events/alert_kinds.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";

/**
 * Kinds whose feature is not built yet, by the section that describes it. A kind leaves this list
 * with the commit that raises it.
 */
const AHEAD: Readonly<Record<string, readonly string[]>> = {
  "A 3.1": ["restricted", "restricted.toomany", "restricted.learned"],
  "A 7.3": ["breach"],
  "A 7.4": ["spyware", "spyware.mine", "beacon"],
  "A 7.5": ["lookalike"],
  "A 7.10": ["network.ipv6dns", "network.silent"],
  "A 4.9": ["update.available", "update.failed", "backup.failed"],
  "A 1": ["dhcp.foreign", "dhcp.full"],
  "B 7.1": ["bypass.mobile", "bypass.sharing", "roaming.fallback"],
  "B 7.2": ["sites.failing", "sites.removed"],
  "B 7.3": ["ha.state", "ha.peer", "ha.sync"],
  "B 7.4": ["dlp"],
  "B 7.5": ["unblock.request", "blocked_request"],
  "B 7.7": ["directory.failed"],
};

/** Kinds that are raised with a computed name, and the text that raises them. */
const COMPUTED: Readonly<Record<string, string>> = {
  "database.broken": "kind: `database.${trouble}`",
  "database.unavailable": "kind: `database.${trouble}`",
};

Deno.test("Every kind of alert is raised by the box, or is listed as ahead", () => {
  const sources = sourceFiles()
    .filter((path) => /^(api|tasks)\//.test(path) && !path.endsWith("_test.ts"))
    .filter((path) => !path.startsWith("api/events/kinds/"))
    .map(textOf);
  const isRaised = (kind: string) => {
    const raised = COMPUTED[kind] ?? `kind: "${kind}"`;
    return sources.some((text) => text.includes(raised));
  };
  const ahead = Object.values(AHEAD).flat();
  for (const kind of ahead) assert.ok(Object.hasOwn(ALERT_KINDS, kind), `${kind} is not declared`);
  for (const kind of Object.keys(ALERT_KINDS) as AlertKind[]) {
    assert.notEqual(
      isRaised(kind),
      ahead.includes(kind),
      isRaised(kind) ? `${kind} is raised: take it from the list` : `nothing raises ${kind}`,
    );
  }
});
