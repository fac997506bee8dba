import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { ActivityResponse } from "../../api/features/insight/activity/routes.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { devicesCard } from "./activity.ts";

function cardOf(count: number): string {
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by: { kind: "socket", rights: new Set(), address: "", name: "box" },
    address: "/groups/1",
    box: "box",
    version: "1",
  });
  const devices = Array.from({ length: count }, (_, at) => ({
    device: { id: at + 1, label: `Device ${at + 1}` },
    queries: count - at,
    blocked: 0,
  }));
  const response = { scope: "group:1", devices, shared_devices: [], queries: 100 };
  return render(html`<div>${devicesCard(ui, response as unknown as ActivityResponse)}</div>`);
}

Deno.test("The ranking of devices shows the first ones and says how many there are besides", () => {
  const few = cardOf(20);
  assert.equal(few.match(/<li>/g)?.length, 20);
  assert.ok(!few.includes("more"));
  const many = cardOf(1000);
  assert.equal(many.match(/<li>/g)?.length, 20);
  assert.match(many, /and 980 more/);
  assert.ok(many.includes("Device 20<") && !many.includes("Device 21<"));
});
