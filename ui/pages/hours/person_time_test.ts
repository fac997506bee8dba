import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { PersonState, Schedules } from "../../../api/features/household/hours/schedules.ts";
import { proposedGrid } from "../../../policy/catalogue/hours.ts";
import { html } from "../../html.ts";
import { requestCount } from "../../parts/time_request.ts";
import { type RenderContext, Ui } from "../../ui.ts";
import { hoursLines } from "./person_time.ts";

const NONE = { from: 0, until: 0 };
const EVENING = Date.parse("2026-11-23T18:05:00+01:00") / 1000;
const ui = new Ui({ language: "en", zone: "Europe/Paris", now: EVENING * 1000 } as RenderContext);

function person(name: string, given: Partial<PersonState> = {}): PersonState {
  return {
    person_id: 1,
    name,
    profile: "child",
    devices: 1,
    enabled: true,
    grid: proposedGrid("child"),
    hours: [],
    proposed: "",
    open_now: true,
    why: "",
    next_change: EVENING + 3600,
    cut_until: 0,
    bonus: NONE,
    extra: NONE,
    limits: [],
    vacation: false,
    mode: { mode: "", ...NONE },
    ...given,
  };
}

/** The text of the home page about these people, without tags. */
function renderText(...people: readonly PersonState[]): string {
  const lines = hoursLines(ui, { people, time_known: true } as unknown as Schedules);
  return render(html`<p>${lines}</p>`).replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

Deno.test("The home page has a line for each child with hours, a cut or homework, and one sentence for many", () => {
  const until = EVENING + 1800;
  const cut = { open_now: false, why: "cut", next_change: until, cut_until: until } as const;
  const mode = { mode: "cut", from: EVENING, until } as const;
  const off = { enabled: false, next_change: 0 };
  assert.equal(renderText(), "");
  assert.equal(renderText(person("Emma", off)), "", "whose time nobody decides about is not there");
  assert.equal(
    renderText(person("Emma"), person("Tom", { ...cut, mode })),
    "E Emma Open until 19:05 T Tom Cut until 18:35",
  );
  const many = ["A", "B", "C", "D", "E", "F", "G"].map((name) => person(name));
  assert.equal(renderText(...many), "A, B, C, D, E, F, and G have Internet.");
});

Deno.test("The number of pending requests is shown in digits and words, and stays in place at zero", () => {
  assert.match(render(requestCount(ui, 0)), /id="waiting-requests"[^>]* hidden/);
  const two = render(requestCount(ui, 2));
  assert.doesNotMatch(two, / hidden[> ]/);
  assert.match(two.replace(/<[^>]+>/g, ""), /^2\s*2 requests/);
});
