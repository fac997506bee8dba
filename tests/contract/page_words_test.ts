/**
 * Everything that code declares in lists has texts in every language: settings, tasks, actions of
 * the administration log.
 */
import assert from "node:assert/strict";
import { ADMINISTRATOR_KINDS, ALERT_KINDS } from "../../api/events/alert_kinds.ts";
import { AUDIT_ACTIONS } from "../../api/schema/audit_actions.ts";
import { MATRIX, RIGHTS } from "../../api/http/rights.ts";
import { SETTINGS } from "../../api/settings/list.ts";
import { createTasks, type TaskServices } from "../../tasks/list.ts";
import { RIGHTS_IN_ORDER, ROLE_RIGHTS } from "../../ui/pages/accounts/roles.ts";
import { EXPORTED_KINDS } from "../../ui/pages/exports/kinds.ts";
import { GROUPS, START_ONLY } from "../../ui/pages/settings/groups.ts";
import { TEXTS } from "../../ui/text/list.ts";
import type { Text } from "../../ui/text/text.ts";

/** Fields without meaning for people: the numbers of alerts. */
const UNSAID: ReadonlySet<string> = new Set(["alert.acknowledge alerts", "alert.reopen alerts"]);
const SETTING_TEXTS: ReadonlySet<string> = new Set(Object.keys(TEXTS.settings));

Deno.test("Every setting has a name and a sentence on the pages", () => {
  const missing = SETTINGS.flatMap(({ key }) => [`name_${key}`, `help_${key}`]).filter((key) =>
    !SETTING_TEXTS.has(key)
  );
  assert.deepEqual(missing, []);
});

Deno.test("Every setting except those of upstreams is once on the page of settings", () => {
  const shown = GROUPS.flatMap(({ keys }) => keys).sort();
  const declared = SETTINGS.filter(({ section }) => section !== "upstreams").map(({ key }) => key)
    .sort();
  assert.deepEqual(shown, declared);
  assert.deepEqual([...START_ONLY].filter((key) => !(declared as string[]).includes(key)), []);
});

Deno.test("Every enumerated value of a setting has a text", () => {
  const words = SETTINGS.filter(({ key }) => key !== "language").flatMap(({ key, kind }) =>
    (kind.shape.choices ?? []).map((word) => `choice_${key}_${word}`)
  );
  assert.deepEqual(words.filter((key) => !SETTING_TEXTS.has(key)), []);
});

Deno.test("Every task has a name and a description on the pages", () => {
  const tasks = createTasks(new Proxy({}, { get: () => ({}) }) as TaskServices);
  const keys = tasks.flatMap(({ name }) =>
    ["task_", "does_"].map((start) => start + name.replace(/\W/g, "_"))
  );
  assert.deepEqual(keys.filter((key) => !Object.hasOwn(TEXTS.system, key)), []);
});

Deno.test("Every action of the administration log has a text, with the fields that the action declares", () => {
  const failures: string[] = [];
  for (const [action, { fields }] of Object.entries(AUDIT_ACTIONS)) {
    const text = (TEXTS.auditActions as Record<string, Text>)[action.replaceAll(".", "_")];
    const places = new Set(
      JSON.stringify(text?.en ?? "").matchAll(/\{(\w+)\}/g).map(([, name]) => name),
    );
    const unsaid = Object.keys(fields).filter((field) =>
      !places.has(field) && !UNSAID.has(`${action} ${field}`)
    );
    const unknown = [...places].filter((name) => !Object.hasOwn(fields, name));
    if (text === undefined || unsaid.length + unknown.length > 0) {
      failures.push(`${action}: ${unsaid} ${unknown}`);
    }
  }
  const actions = new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.replaceAll(".", "_")));
  assert.deepEqual(failures, []);
  assert.deepEqual(Object.keys(TEXTS.auditActions).filter((key) => !actions.has(key)), []);
});

Deno.test("Every right has a text, and the roles on the page have the rights that the API gives them", () => {
  assert.deepEqual([...RIGHTS_IN_ORDER].sort(), [...RIGHTS].sort());
  const missing = RIGHTS.filter((right) =>
    !Object.hasOwn(TEXTS.accounts, `right_${right.replace(".", "_")}`)
  );
  assert.deepEqual(missing, []);
  for (const role of ["full", "everyday", "readonly"] as const) {
    assert.deepEqual(
      RIGHTS.filter(ROLE_RIGHTS[role]),
      RIGHTS.filter((right) => MATRIX[role].has(right)),
      role,
    );
  }
});

Deno.test("The kinds of alerts to export are those for administrators, in their groups", () => {
  const shown = Object.entries(EXPORTED_KINDS).flatMap(([group, kinds]) =>
    kinds.map((kind) => `${group} ${kind}`)
  );
  const offered = ADMINISTRATOR_KINDS.map((kind) => `${ALERT_KINDS[kind].group} ${kind}`);
  assert.deepEqual(shown.sort(), offered.sort());
});
