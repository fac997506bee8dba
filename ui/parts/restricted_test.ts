import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { RIGHTS } from "../../api/http/rights.ts";
import {
  restrictDevice,
  restrictOverview,
  restrictSubject,
} from "../pages/statements/restricted_states.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { modeButtons, restrictedState } from "./restricted.ts";

Deno.test("the undo of Turn off keeps the days of the learning", () => {
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by: { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) },
    address: "/restrict/device/1",
    box: "box",
    version: "1",
  });
  const overview = restrictOverview({
    subjects: [restrictSubject({ mode: "restricted", ends: 0, days: 30 })],
    devices: [restrictDevice({})],
  });
  const state = restrictedState(overview, "device", 1, "Doorbell", []);
  const page = renderToString(html`<p>${modeButtons(ui, state)}</p>`).replaceAll("&quot;", '"');
  assert.match(page, /"mode":"restricted","days":30/);
});
