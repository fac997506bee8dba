import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { html } from "../../html.ts";
import { Ui } from "../../ui.ts";
import { categoryText, reasonText } from "./texts.ts";

const ui = new Ui({
  language: "de",
  zone: "UTC",
  now: 1_790_000_000_000,
  address: "/",
  box: "box",
  version: "1",
  by: { kind: "device", name: "", address: "", rights: new Set() },
});
const read = (markup: unknown) => render(html`<p>${markup}</p>`).slice(3, -4);

Deno.test("Categories and reasons are translated; custom ones stay unchanged", () => {
  assert.equal(read(categoryText(ui, "ads")), "Werbung und Tracker");
  assert.equal(read(categoryText(ui, "<i>eigene</i>")), "<bdi>&lt;i>eigene&lt;/i></bdi>");
  assert.equal(read(categoryText(ui, "toString")), "<bdi>toString</bdi>");
  assert.equal(
    read(reasonText(ui, "refused", "not-a-name")),
    "Kein Name, keine Adresse, keine Regel",
  );
  assert.equal(read(reasonText(ui, "ignored", "browser-modifier")).slice(0, 6), "Regeln");
  assert.equal(read(reasonText(ui, "ignored", "new-one")), "new-one");
});
