/** What the page for children says about a cut and extra time (A 3.2, 4.2). */
import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { AskedRequest, AskResponse } from "../../api/features/household/requests/routes.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../html.ts";
import { type RenderContext, Ui } from "../ui.ts";
import { askPage } from "./ask.ts";

/** A time of Monday 23 November 2026 in Paris, in Unix seconds. */
const at = (time: string) => Date.parse(`2026-11-23T${time}:00+01:00`) / 1000;
const NONE = { from: 0, until: 0 };

const ACCEPTED: AskedRequest = {
  id: 1,
  kind: "internet",
  category: "",
  minutes: 60,
  message: "",
  created: at("17:40"),
  expires: at("23:00"),
  status: "accepted",
  answered: at("17:45"),
  given: 60,
};

function stateOf(given: Partial<AskResponse>): AskResponse {
  return {
    device: "tablet",
    person: "Emma",
    profile: "child",
    can_ask: true,
    refusal: "",
    open: false,
    why: "cut",
    next_change: at("19:00"),
    cut_until: at("19:00"),
    homework_until: 0,
    cut_from: at("18:00"),
    extra: NONE,
    internet: true,
    categories: [],
    day_ends: at("23:59"),
    minutes: [15, 30, 60],
    requests_left: 4,
    requests: [],
    time_known: true,
    now: at("18:05"),
    ...given,
  };
}

function renderText(
  given: Partial<AskResponse>,
  language: RenderContext["language"] = "en",
): string {
  const shown = { language, zone: "Europe/Paris", now: at("18:05") * 1000, address: "/ask" };
  const { lead, body } = askPage.view(new Ui(shown as RenderContext), stateOf(given));
  return render(html`<div>${lead} ${body}</div>`).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

Deno.test("A request ended by a later cut says so; one accepted during the cut does not", () => {
  const text = renderText({ requests: [ACCEPTED] });
  assert.match(text, /The Internet is cut for you until 19:00/);
  assert.match(text, /accepted: 1 h The Internet was cut after that\./);
  assert.doesNotMatch(
    renderText({ requests: [{ ...ACCEPTED, answered: at("18:02") }] }),
    /after that/,
  );
  assert.doesNotMatch(
    renderText({ requests: [{ ...ACCEPTED, kind: "category", category: "games" }] }),
    /after that/,
    "minutes of a category stay given",
  );
  assert.doesNotMatch(
    renderText({ requests: [ACCEPTED], cut_from: 0, why: "hours" }),
    /after that/,
  );
});

Deno.test("A cut that ends while the hours are closed states its own end, and that the hours stay closed", () => {
  const text = renderText({ next_change: at("23:30") });
  assert.match(text, /The Internet is cut for you until 19:00\./);
  assert.match(text, /Then closed by the hours until 23:30\./);
  assert.doesNotMatch(renderText({}), /Then closed/);
});

Deno.test("Extra time that begins later says when: after the cut, or at the end of the hours", () => {
  const extra = { from: at("19:30"), until: at("20:00") };
  assert.match(renderText({ extra }), /Your extra time starts after the cut: 19:30–20:00\./);
  assert.match(
    renderText({ extra, open: true, why: "", cut_from: 0, next_change: at("20:00") }),
    /You have extra time later: 19:30–20:00\./,
  );
  assert.doesNotMatch(renderText({}), /extra time/);
  for (const language of LANGUAGES) {
    const text = renderText({ extra, requests: [ACCEPTED] }, language);
    assert.match(text, /19:30–20:00/, language);
    assert.doesNotMatch(text, /[{}]/, language);
  }
});

Deno.test("a category that a choice blocks says so, also below minutes that were given", () => {
  const games = {
    category: "games",
    minutes: 60,
    used: 60,
    left: 0,
    blocked: false,
    blocked_by_choice: true,
  } as const;
  const requests: AskedRequest[] = [{ ...ACCEPTED, kind: "category", category: "games" }];
  const open = { open: true, why: "", cut_from: 0, cut_until: 0 } as const;
  const text = renderText({ ...open, categories: [games], requests });
  assert.match(text, /Games, 1 h accepted: 1 h Sites of this kind are blocked on this device\./);
  assert.match(text, /Games Sites of this kind are blocked on this device\./);
  assert.doesNotMatch(text, /left of/);
  const free = { ...games, blocked_by_choice: false };
  assert.doesNotMatch(renderText({ ...open, categories: [free], requests }), /blocked/);
  const left = renderText({ ...open, categories: [{ ...games, left: 30, used: 30 }] });
  assert.doesNotMatch(left, /left of/, "blocked, whatever is left");
  for (const language of LANGUAGES) {
    assert.doesNotMatch(renderText({ categories: [games], requests }, language), /[{}]/, language);
  }
});
