/**
 * What the card of a person says and offers during a cut, and the requests of its buttons (A 3.2).
 */
import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import type { RequestResponse } from "../../../api/features/household/requests/routes.ts";
import type { FormAction } from "../../../api/http/forms.ts";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { proposedGrid } from "../../../policy/catalogue/hours.ts";
import { html } from "../../html.ts";
import { requestCards } from "../../parts/time_request.ts";
import { type RenderContext, Ui } from "../../ui.ts";
import { currentTimeState } from "./card.ts";

/** A time in November 2026 in Paris, in Unix seconds; the 23rd is a Monday. */
const at = (time: string, day = 23) => Date.parse(`2026-11-${day}T${time}:00+01:00`) / 1000;
const NONE = { from: 0, until: 0 };
const CUT = { mode: "cut", from: at("18:00"), until: at("19:00") } as const;

function uiIn(language: RenderContext["language"] = "en"): Ui {
  return new Ui({
    language,
    zone: "Europe/Paris",
    now: at("18:05") * 1000,
    by: { kind: "socket", rights: new Set(), address: "", name: "box" },
    address: "/hours",
    box: "box",
    version: "1",
  });
}

/** Emma is cut until 19:00; her hours end at 19:30. */
function emma(given: Partial<PersonState> = {}): PersonState {
  return {
    person_id: 1,
    name: "Emma",
    profile: "child",
    devices: 1,
    enabled: true,
    grid: proposedGrid("child"),
    hours: [],
    proposed: "",
    open_now: false,
    why: "cut",
    next_change: at("19:00"),
    cut_until: at("19:00"),
    bonus: NONE,
    extra: NONE,
    mode: CUT,
    limits: [],
    vacation: false,
    ...given,
  };
}

const card = (person: PersonState, ui = uiIn()) =>
  render(html`<div>${currentTimeState(ui, person, true)}</div>`);
const plainText = (markup: string) =>
  markup.replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** The actions of the forms in some markup. */
function actsOf(markup: string): FormAction[] {
  return [...markup.matchAll(/name="act" value="([^"]*)"/g)].map(([, text]) =>
    JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))
  );
}

Deno.test("A bonus during a cut says that the cut continues, and the card ends the cut in one tap", () => {
  const markup = card(emma());
  const acts = actsOf(markup);
  const bonus = acts.find(({ path }) => path.endsWith("/bonus"))!;
  assert.equal(bonus.done, "hours.more_given_cut");
  for (const language of LANGUAGES) {
    const ui = uiIn(language);
    const { args } = actsOf(card(emma(), ui)).find(({ path }) => path.endsWith("/bonus"))!;
    const text = ui.t("hours.more_given_cut", args as Record<string, string>);
    assert.match(text, /19:00/, language);
    assert.doesNotMatch(text, /[{}]/, language);
  }
  const end = acts.find(({ method, path }) => method === "delete" && path.endsWith("/mode"))!;
  assert.equal(end.undo?.path, "/api/v1/people/1/mode/undo");
  assert.match(markup, /<button[^>]*id="end-mode-1"/);
});

Deno.test("Extra time after a cut is shown with its times in every language", () => {
  const waits = emma({ bonus: { from: at("19:30"), until: at("20:00") } });
  assert.match(
    plainText(card(waits)),
    /Extra time starts after the cut: 19:30–20:00\. It doesn’t run out before\./,
  );
  const tomorrow = emma({ bonus: { from: at("00:10", 24), until: at("00:25", 24) } });
  assert.match(plainText(card(tomorrow)), /Tuesday 00:10–00:25/);
  const texts = LANGUAGES.map((language) => uiIn(language).t("hours.extra_waits", { hours: "H" }));
  assert.equal(new Set(texts).size, LANGUAGES.length);
});

Deno.test("A cut that a request opens for a while is said to continue", () => {
  const opened = emma({
    open_now: true,
    why: "",
    next_change: at("18:30"),
    extra: { from: at("18:00"), until: at("18:30") },
  });
  assert.match(plainText(card(opened)), /Then the cut goes on until 19:00\./);
  assert.match(card(opened), /id="end-mode-1"/);
});

Deno.test("A cut or homework names what it ends, and Undo restores that", () => {
  const begins = (person: PersonState, mode: string) =>
    actsOf(card(person)).find(({ method, body }) =>
      method === "put" && (body as { mode?: string } | undefined)?.mode === mode
    )!;
  const free = emma({ open_now: true, why: "", mode: { mode: "", ...NONE } });
  assert.deepEqual(
    [begins(free, "cut").done, begins(free, "cut").args],
    ["hours.cut_begun", { name: "Emma" }],
  );
  const homework = emma({
    open_now: true,
    why: "",
    mode: { ...CUT, mode: "homework" },
    extra: { from: at("19:30"), until: at("20:00") },
  });
  const cut = begins(homework, "cut");
  assert.equal(
    uiIn().t(cut.done as "hours.cut_begun_ended", cut.args as Record<string, string>),
    "Emma’s Internet is cut. Ended with it: homework mode and extra time.",
  );
  assert.deepEqual(cut.undo, { method: "post", path: "/api/v1/people/1/mode/undo" });
  const other = begins(emma({ bonus: { from: at("19:30"), until: at("20:00") } }), "homework");
  assert.equal(
    uiIn().t(other.done as "hours.homework_begun_ended", other.args as Record<string, string>),
    "Homework mode is on for Emma. Ended with it: the cut.",
  );
});

Deno.test("A request explains the effect of accepting it during a cut or homework, before and afterwards", () => {
  const request = (given: Partial<RequestResponse>): RequestResponse => ({
    id: 7,
    person_id: 1,
    person: "Emma",
    device_id: 1,
    device: "",
    kind: "internet",
    category: "",
    minutes: 30,
    message: "",
    created: at("18:04"),
    expires: at("23:00"),
    status: "waiting",
    answered: 0,
    answered_by: "",
    given: 0,
    cut_until: 0,
    homework_until: 0,
    blocked_by_choice: false,
    ...given,
  });
  const shown = (given: Partial<RequestResponse>) => {
    const markup = render(requestCards(uiIn(), [request(given)]));
    return [plainText(markup), actsOf(markup)[0].done] as const;
  };
  const cut = { cut_until: at("19:00") };
  const homework = { homework_until: at("19:00") };
  const games = { kind: "category", category: "games" } as const;
  const [opens, given] = shown(cut);
  assert.match(
    opens,
    /Emma’s Internet is cut until 19:00\. A yes opens it for the time you give\./,
  );
  assert.equal(given, "requests.given");
  const [stays, givenCut] = shown({ ...games, ...cut });
  assert.match(stays, /cut until 19:00\. A yes doesn’t open it\./);
  assert.equal(givenCut, "requests.given_cut");
  const [after, givenHomework] = shown({ ...games, ...homework });
  assert.match(after, /Homework mode is on for Emma until 19:00\. A yes counts only after that\./);
  assert.equal(givenHomework, "requests.given_homework");
  const [blocked, givenBlocked] = shown({ ...games, ...homework, blocked_by_choice: true });
  assert.match(blocked, /blocked for Emma: Games\. A yes opens nothing while it is\./);
  assert.equal(givenBlocked, "requests.given_blocked");
  const [plain, givenPlain] = shown(homework);
  assert.doesNotMatch(plain, /Homework|A yes/);
  assert.equal(givenPlain, "requests.given");
});

Deno.test("for a person without devices a cut and hours are said to be set, and nothing in effect", () => {
  const none = emma({ devices: 0, open_now: true, why: "", mode: { mode: "", ...NONE } });
  const acts = (person: PersonState) => actsOf(card(person));
  const doneOf = (person: PersonState) =>
    acts(person).map(({ done }) => done).filter((done) => !String(done).endsWith("_ended"));
  assert.deepEqual(doneOf(none), [
    "hours.cut_set",
    "hours.homework_set",
    "hours.more_set",
  ]);
  assert.deepEqual(doneOf(emma({ mode: { mode: "", ...NONE } })), [
    "hours.cut_begun",
    "hours.homework_begun",
    "hours.more_given",
  ]);
  const extra = { from: at("18:00"), until: at("18:30") };
  const ended = acts(emma({ ...none, extra })).find(({ done }) => done === "hours.cut_set_ended")!;
  assert.equal(
    uiIn().t(ended.done as "hours.cut_set_ended", ended.args as Record<string, string>),
    "The cut is set, but Emma has no device yet. Ended with it: extra time.",
  );
  for (const language of LANGUAGES) {
    const ui = uiIn(language);
    for (const { done, args } of actsOf(card(none, ui))) {
      const text = ui.t(done as "hours.cut_set", args as Record<string, string>);
      assert.match(text, /Emma/, language);
      assert.doesNotMatch(text, /[{}]/, language);
    }
  }

  // Homework, a cut and extra time that are set are no state of hers.
  for (const mode of ["homework", "cut"] as const) {
    const text = plainText(card(emma({ devices: 0, mode: { ...CUT, mode }, extra })));
    assert.doesNotMatch(text, /are blocked|Then the cut goes on|There is extra time/, mode);
  }
});
