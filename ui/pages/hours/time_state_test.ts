import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { PersonState } from "../../../api/features/household/hours/schedules.ts";
import { proposedGrid } from "../../../policy/catalogue/hours.ts";
import { html } from "../../html.ts";
import { type RenderContext, Ui } from "../../ui.ts";
import { todayBar } from "./today.ts";
import { minutesText, untilText } from "../../parts/times.ts";
import { sentenceOf, sentenceOfAll, timeStateOf } from "./time_state.ts";

const NONE = { from: 0, until: 0 };
/** A time in November 2026 in Paris, in Unix seconds; the 23rd is a Monday. */
const at = (time: string, day = 23) => Date.parse(`2026-11-${day}T${time}:00+01:00`) / 1000;

function uiAt(time: string, language: RenderContext["language"] = "en"): Ui {
  return new Ui({ language, zone: "Europe/Paris", now: at(time) * 1000 } as RenderContext);
}

function person(given: Partial<PersonState> = {}): PersonState {
  return {
    person_id: 1,
    name: "Emma",
    profile: "child",
    devices: 1,
    enabled: true,
    grid: proposedGrid("child"),
    hours: [],
    proposed: "",
    open_now: true,
    why: "",
    next_change: at("19:30"),
    cut_until: 0,
    bonus: NONE,
    extra: NONE,
    mode: { mode: "", ...NONE },
    limits: [],
    vacation: false,
    ...given,
  };
}

/** The text of markup, without tags. */
const plainText = (markup: unknown) =>
  render(html`<p>${markup}</p>`).replace(/<svg.*?<\/svg>|<[^>]+>/gs, "");

Deno.test("An end is shown as time today, otherwise with the day", () => {
  const ui = uiAt("18:05");
  assert.equal(untilText(ui, at("19:30")), "until 19:30");
  assert.equal(untilText(ui, at("07:00", 24)), "until tomorrow 07:00");
  assert.equal(untilText(ui, at("00:00", 24)), "until midnight");
  assert.equal(untilText(ui, at("00:00", 25)), "until tomorrow 24:00");
  assert.equal(untilText(ui, at("00:00", 28)), "until Friday 24:00");
  assert.equal(untilText(ui, at("08:00", 28)), "until Saturday 08:00");
  assert.equal(untilText(uiAt("18:05", "es"), at("07:00", 24)), "hasta mañana a las 07:00");
});

Deno.test("Minutes are shown as hours from sixty", () => {
  assert.deepEqual(
    [0, 45, 60, 90, 480].map((minutes) =>
      minutesText(uiAt("12:00"), minutes).replaceAll("\u00a0", " ")
    ),
    [
      "0 min",
      "45 min",
      "1 h",
      "1 h 30 min",
      "8 h",
    ],
  );
});

Deno.test("The time state is what decides now: cut, hours, extra time, or nothing", () => {
  const ui = uiAt("18:05");
  const running = { from: at("18:00"), until: at("19:00") };
  const standing = (given: Partial<PersonState>) => timeStateOf(ui, person(given));
  assert.equal(standing({}), "open");
  assert.equal(standing({ enabled: false, next_change: 0 }), "free");
  assert.equal(standing({ open_now: false, why: "hours" }), "closed");
  assert.equal(standing({ open_now: false, why: "cut" }), "cut");
  const closing = { next_change: at("19:00") };
  assert.equal(standing({ bonus: running, ...closing }), "extra");
  assert.equal(standing({ bonus: running }), "open", "it runs out before the hours do");
  assert.equal(
    standing({ bonus: { from: at("19:30"), until: at("20:00") } }),
    "open",
    "it is to come",
  );
  assert.equal(
    standing({ enabled: false, extra: running, ...closing }),
    "extra",
    "an accepted request opens a person who is cut",
  );
});

Deno.test("The sentence says who has Internet and until when; for many people only who", () => {
  const ui = uiAt("18:05");
  const morning = at("07:00", 24);
  const cut = { open_now: false, why: "cut", next_change: morning, cut_until: morning } as const;
  assert.equal(plainText(sentenceOf(ui, person())), "Emma has Internet until 19:30.");
  assert.equal(
    plainText(sentenceOfAll(ui, [person(), person({ name: "Tom", ...cut })])),
    "Emma has Internet until 19:30. Tom’s Internet is cut until tomorrow 07:00.",
  );
  assert.equal(
    plainText(sentenceOf(ui, person({ ...cut, cut_until: at("18:35") }))),
    "Emma has no Internet until tomorrow 07:00.",
    "the hours stay closed after the cut",
  );
  const many = ["A", "B", "C", "D"].map((name, index) =>
    person({ name, ...(index === 3 ? cut : {}) })
  );
  assert.equal(plainText(sentenceOfAll(ui, many)), "A, B, and C have Internet. D has no Internet.");
});

Deno.test("Today is described in words next to its bar: hours, a vacation, extra time, cuts", () => {
  const ui = uiAt("18:05");
  assert.equal(plainText(todayBar(ui, person(), true)), "Today 07:00–08:00 and 16:30–19:30.");
  assert.equal(plainText(todayBar(ui, person({ vacation: true }), true)), "Today 08:00–20:00.");
  assert.equal(plainText(todayBar(ui, person({ enabled: false }), true)), "Today open all day.");
  assert.equal(
    plainText(todayBar(ui, person(), false)),
    "Today open all day.",
    "hours hold back until the time is known",
  );
  assert.equal(
    plainText(todayBar(ui, person({ grid: "0".repeat(672) }), true)),
    "Today closed all day.",
  );
  const cut = { mode: "cut", from: at("17:40"), until: at("22:40") } as const;
  const bonus = { from: at("19:30"), until: at("20:00") };
  assert.equal(
    plainText(todayBar(ui, person({ mode: cut, bonus }), true)),
    "Today 07:00–08:00 and 16:30–19:30. Extra time 19:30–20:00. Cut 17:40–22:40.",
  );
});
