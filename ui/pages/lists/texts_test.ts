import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { html } from "../../html.ts";
import { Ui } from "../../ui.ts";
import { categoryText, listErrorText, reasonText } from "./texts.ts";

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

Deno.test("Messages of a download are translated", () => {
  const said = {
    "the server answered 410": "Der Herausgeber hat die Liste entfernt (Fehler 410).",
    "the server answered 503": "Der Server hat mit dem Fehler 503 geantwortet.",
    "the server lists.example refused the connection": "Ihr Server antwortet nicht: lists.example.",
    "the certificate of lists.example is not accepted: expired":
      "Dem Zertifikat des Servers ist nicht zu trauen: lists.example.",
    "the list that came is empty": "Die geladene Liste ist leer.",
    "no line of the list is a name or the SHA-256 of one":
      "Die Box versteht keine Zeile der Liste. Sie hat vielleicht ein anderes Format.",
    "the download was cut: 10 of 20 bytes came": "Der Download wurde unterbrochen.",
    "This list is subscribed already, as: Meine": "Sie ist schon abonniert, als: Meine.",
  };
  for (const [why, text] of Object.entries(said)) assert.equal(read(listErrorText(ui, why)), text);
});

Deno.test("An unknown message is shown as it is, escaped and marked as English", () => {
  assert.equal(
    read(listErrorText(ui, "<b>something</b> new")),
    '<span lang="en">&lt;b>something&lt;/b> new.</span>',
  );
  assert.equal(read(listErrorText(ui, "")), "");
});

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
