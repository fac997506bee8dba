import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { queryName, queryNameInside } from "./query_name.ts";

const BY = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
const ui = new Ui({
  language: "en",
  zone: "UTC",
  now: 0,
  by: BY,
  address: "/queries",
  box: "box",
  version: "1",
});

function text(markup: unknown): string {
  return render(html`<p>${markup}</p>`).replace(/<[^>]+>/g, "");
}

Deno.test("A hidden name is noted in brackets within a sentence", () => {
  const hidden = { name: "", hidden: true, private: false };
  const shown = { ...hidden, name: "a.example", hidden: false };
  assert.equal(text(queryName(ui, hidden)), "Name not shown");
  assert.equal(text(queryNameInside(ui, hidden)), "[Name not shown]");
  assert.equal(text(queryNameInside(ui, shown)), "a.example");
});
