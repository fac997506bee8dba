import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { OwnHousehold } from "../../../api/features/household/people/routes.ts";
import { html } from "../../html.ts";
import { Ui } from "../../ui.ts";
import { householdCard } from "./household.ts";

function renderCard(profile: "adult" | "child" | undefined): string {
  const by = { kind: "device", rights: new Set<never>(), address: "", name: "x" } as const;
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by,
    address: "/me",
    box: "box",
    version: "1",
  });
  const person = profile && { id: 1, name: "<b>Julia", profile, detailed_reports: false };
  const household = {
    ...(person && { person }),
    devices: [{ label: "Phone" }],
    shared_devices: [{ label: "TV" }],
  };
  return render(html`<div>${householdCard(ui, household as unknown as OwnHousehold)}</div>`);
}

Deno.test("An adult may agree to detailed reports; a child and an account without a person may not", () => {
  const adult = renderCard("adult");
  assert.match(adult, /&lt;b>Julia[^]*Phone[^]*TV[^]*shared[^]*role="switch"/);
  assert.match(adult, /detailed-reports/);
  assert.doesNotMatch(renderCard("child"), /role="switch"/);
  assert.equal(renderCard(undefined), "<div></div>");
});
