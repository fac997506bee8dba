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
  more: Readonly<Record<string, unknown>> = {},
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
    ...more,
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

Deno.test("A proposal about many devices names the first of them and says how many more", async () => {
  const proposal = (count: number) => {
    const devices = Array.from(
      { length: count },
      (_, at) => ({ id: at + 1, label: `TV ${at + 1}` }),
    );
    const of = { id: "group-tv", kind: "group", name: "Entertainment", to: 0 };
    return { devices, proposals: [{ ...of, devices: devices.map(({ id }) => id) }] };
  };
  assert.match(await renderPage([], "en", proposal(6)), /TV 5,? and TV 6/);
  const many = await renderPage([], "en", proposal(40));
  assert.match(many, /TV 1, TV 2, TV 3, TV 4, TV 5,? and 35 others/);
  assert.ok(!many.includes("TV 6"));
  assert.match(await renderPage([], "de", proposal(40)), /TV 5 und 35 weitere/);
});
