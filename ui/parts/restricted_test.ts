import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { RIGHTS } from "../../api/http/rights.ts";
import {
  restrictDevice,
  restrictOverview,
  restrictSubject,
} from "../pages/statements/restricted_states.ts";
import type { RestrictedSubjectResponse } from "../../api/features/protection/restricted/routes.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import type { PageAction } from "./form.ts";
import { modeButtons, restrictedState } from "./restricted.ts";

const ui = new Ui({
  language: "en",
  zone: "UTC",
  now: 0,
  by: { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) },
  address: "/restrict/device/1",
  box: "box",
  version: "1",
});

/** The actions of the buttons of a device, by their labels. */
function actionsOf(over: Partial<RestrictedSubjectResponse>): Record<string, PageAction> {
  const overview = restrictOverview({
    subjects: [restrictSubject(over)],
    devices: [restrictDevice({ mode: over.mode ?? "learning" })],
  });
  const state = restrictedState(overview, "device", 1, "Doorbell", []);
  const page = renderToString(html`<p>${modeButtons(ui, state)}</p>`);
  const forms = page.matchAll(/name="act" value="([^"]+)"[^]*?aria-label="(.+?): Doorbell"/g);
  return Object.fromEntries(
    [...forms].map(([, act, label]) => [label, JSON.parse(act.replaceAll("&quot;", '"'))]),
  );
}

const UNDO = { method: "post", path: "/api/v1/restrict/device/1/undo" };

Deno.test("the undo of Turn off keeps the days of the learning", () => {
  const { "Turn off": off } = actionsOf({ mode: "restricted", ends: 0, days: 30 });
  assert.deepEqual(off.undo?.body, { mode: "restricted", days: 30 });
});

Deno.test("Restrict now offers an undo without a question, unless the days are over", () => {
  const { "Restrict now": now } = actionsOf({ ends: 60 });
  assert.deepEqual(now.undo, UNDO);
  assert.equal(actionsOf({ ends: 0 })["Restrict now"].undo, undefined);
});

Deno.test("Turn off lets a learning go on too, unless the days are over", () => {
  const { "Turn off": off } = actionsOf({ ends: 60 });
  assert.deepEqual(off.undo, UNDO);
  assert.equal(actionsOf({ ends: 0 })["Turn off"].undo, undefined);
  const { "Continue learning": go } = actionsOf({ mode: "off", ends: 0, undo_until: 60 });
  assert.deepEqual([go.path, go.undo?.body], [UNDO.path, { mode: "off" }]);
});

Deno.test("a learning that was ended early can be continued until its undo ends", () => {
  const { "Continue learning": go } = actionsOf({ mode: "restricted", ends: 0, undo_until: 60 });
  assert.deepEqual([go.method, go.path], [UNDO.method, UNDO.path]);
  assert.deepEqual(go.undo?.body, { mode: "restricted" });
  assert.ok(!("Continue learning" in actionsOf({ mode: "restricted", ends: 0, undo_until: 0 })));
});

Deno.test("Learn again offers an undo without a question, and its page as long as it is possible", () => {
  const { "Learn again": again } = actionsOf({ mode: "restricted", ends: 0 });
  assert.deepEqual([again.body, again.undo], [{ mode: "learning" }, UNDO]);
  const { "Undo the new learning": undo } = actionsOf({ ends: 60, restore_until: 60 });
  assert.deepEqual([undo.method, undo.path], [UNDO.method, UNDO.path]);
  assert.ok(!("Undo the new learning" in actionsOf({ ends: 60, restore_until: 0 })));
});
