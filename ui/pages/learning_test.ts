import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { Ui } from "../ui.ts";
import { learningPage } from "./learning.ts";

const ADVICE = [
  { kind: "hours", person_id: 3, name: "Lina", category: "", minutes: 0 },
  { kind: "limit", person_id: 3, name: "<b>Lina", category: "games", minutes: 330 },
];

async function renderPage(
  advice: readonly unknown[],
  language: (typeof LANGUAGES)[number] = "en",
): Promise<string> {
  const by = {
    kind: "socket",
    rights: new Set(["rules.read"] as const),
    address: "",
    name: "box",
  } as const;
  const learning = {
    started: 1,
    until: 2,
    active: false,
    done: false,
    gathered: 0,
    devices: [],
    proposals: [],
    advice,
  };
  const read = (path: string) =>
    Promise.resolve(path === "/api/v1/learning" ? learning : { lists: [] });
  const data = await learningPage.load({ read, principal: by } as unknown as LoadContext);
  const ui = new Ui({
    language,
    zone: "UTC",
    now: 0,
    by,
    address: "/learning",
    box: "box",
    version: "1",
  });
  return render(html`<div>${learningPage.view(ui, data).body}</div>`);
}

Deno.test("Advice for a child links to its page and cannot be ticked", async () => {
  const text = await renderPage(ADVICE);
  assert.match(text, /href="\/hours#hours-3"[^]*Lina has no hours yet/);
  assert.match(
    text,
    /&lt;b(&gt;|>)Lina, Games: 5 hours in the last seven days, without a daily limit\./,
  );
  assert.ok(!text.includes("checkbox") && !text.includes("Nothing to propose"));
  assert.match(await renderPage([]), /Nothing to propose/);
});

Deno.test("Advice is translated into every language", async () => {
  for (const language of LANGUAGES) {
    assert.doesNotMatch(await renderPage(ADVICE, language), /undefined|NaN|\{\w+\}/, language);
  }
});
