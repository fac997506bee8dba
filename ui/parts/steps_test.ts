import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { type Step, STEP_TEXT_KEYS, stepList } from "./steps.ts";

function uiOf(language: typeof LANGUAGES[number]): Ui {
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  return new Ui({ language, zone: "UTC", now: 0, by, address: "/check", box: "box", version: "1" });
}

const NAMES = new Map([["device:3", "Lina’s tablet"]]);

function step(over: Partial<Step>): Step {
  return {
    protection: "lists",
    verdict: "next",
    outcome: "nothing",
    origin: "",
    rule: "",
    list: "",
    scope: "",
    skipped: [],
    text: "raw words",
    ...over,
  };
}

function renderText(over: Partial<Step>, language: typeof LANGUAGES[number] = "en"): string {
  const markup = render(html`<div>${stepList(uiOf(language), [step(over)], NAMES)}</div>`);
  return markup.replace(/<svg[^]*?<\/svg>|<[^>]+>/g, "").replace(/\s+/g, " ").trim();
}

Deno.test("A list that holds the name but does not apply is named, in place of no list", () => {
  const skipped = [{ list: "Kids", why: "scope" }, { list: "Work", why: "hours" }] as const;
  assert.equal(
    renderText({ skipped }),
    "Lists and categories: The list Kids has it, but doesn’t apply here. " +
      "The list Work has it, but isn’t in effect at this time.",
  );
  const blocked = renderText({ outcome: "blocked", verdict: "settle", list: "Ads", skipped });
  assert.match(blocked, /Ads.*The list Kids has it/);
});

Deno.test("Each step states its result in plain words and names who and what decided", () => {
  const blocked = { verdict: "settle", outcome: "blocked" } as const;
  const rule = { protection: "rules", rule: "||a.example^", scope: "device:3" };
  for (
    const [over, words] of [
      [{ protection: "quarantine" }, "Quarantine: No quarantine holds it back."],
      [
        { ...blocked, list: "Ads", origin: "list:1" },
        "Lists and categories: The list Ads blocks it.",
      ],
      [
        { ...blocked, list: "Fun", origin: "category:games" },
        /It is about something that is blocked: Games\. List: Fun\./,
      ],
      [{ ...blocked, origin: "category:child_abuse" }, /It is about something that is blocked: /],
      [
        { ...blocked, protection: "services", origin: "service:tiktok" },
        "Services: It belongs to TikTok, which is blocked.",
      ],
      [
        { ...blocked, protection: "services", origin: "service:custom-club" },
        /It belongs to custom-club/,
      ],
      [{ ...blocked, ...rule }, /A rule for Lina’s tablet blocks it\. \|\|a\.example\^/],
      [{ ...rule, scope: "all", outcome: "allowed" }, /A rule for everyone allows it\./],
      [{ ...blocked, protection: "bypass", origin: "category:bypass" }, /It leads around the box/],
      [
        { ...blocked, protection: "schedule", origin: "schedule:cut" },
        /Hours and cuts: The Internet is off for now/,
      ],
      [
        { ...blocked, protection: "schedule", origin: "schedule:hours" },
        /It is outside the hours of Internet/,
      ],
      [{ protection: "schedule", outcome: "lifted" }, /closed now, but this name always answers/],
      [
        { ...blocked, protection: "homework", origin: "homework:games", rule: "service:steam" },
        "Homework: It is homework time, and this waits: Games.",
      ],
      [
        {
          ...blocked,
          protection: "limits",
          origin: "limit:games",
          list: "Fun",
          rule: "||fun.example^",
        },
        /Daily limits: The time of the day for this is used up: Games\./,
      ],
      [
        { outcome: "told", rule: "service:tinder" },
        /It belongs to Tinder; such names are reported/,
      ],
      [
        { outcome: "told", list: "Dating", rule: "x" },
        /It is on the list Dating; such names are reported/,
      ],
      [
        { protection: "lists, answer", outcome: "lifted" },
        /Lists and categories \(in the answer\): It would be held back/,
      ],
      [
        { protection: "safe search", outcome: "rewritten", origin: "safe-search:google" },
        /in its safe form/,
      ],
      [
        { protection: "bogus addresses", outcome: "answered", origin: "bogus:198.51.100.7" },
        /Addresses for missing names: The server answered with an address that it gives for names/,
      ],
      [{ protection: "of tomorrow", outcome: "nothing" }, "of tomorrow: raw words"],
    ] as readonly (readonly [Partial<Step>, string | RegExp])[]
  ) {
    if (typeof words === "string") assert.equal(renderText(over), words);
    else assert.match(renderText(over), words);
  }
});

Deno.test("The block page step says whether the page is shown, and why not", () => {
  const page = (text: string) => renderText({ protection: "block page", outcome: "nothing", text });
  assert.equal(
    page("Answered with the box, where a page says why: 192.0.2.2"),
    "Block page: It is answered with the box, where a page says why.",
  );
  assert.match(
    page("Null address, no page: the device is not at home"),
    /: the device is not at home\.$/,
  );
  assert.match(
    page("Null address, no page: the list is confidential"),
    /: the list is confidential\.$/,
  );
  assert.match(
    page("Null address, no page: the box has no such address on the network of the client"),
    /no address of this kind on the device’s network\.$/,
  );
  assert.match(page("Words of tomorrow"), /: Words of tomorrow$/);
});

Deno.test("Every protection and outcome has a text in every language, whatever the rule contains", () => {
  const outcomes = [
    "nothing",
    "allowed",
    "told",
    "lifted",
    "answered",
    "rewritten",
    "blocked",
    "waits",
    "skipped",
  ];
  for (const language of LANGUAGES) {
    for (const protection of Object.keys(STEP_TEXT_KEYS)) {
      for (const outcome of outcomes) {
        for (
          const more of [{}, { list: "<b>L</b>", rule: "<script>" }, {
            scope: "group:9",
            rule: "x",
          }]
        ) {
          const markup = render(
            html`<div>${
              stepList(uiOf(language), [step({ protection, outcome, ...more })], NAMES)
            }</div>`,
          );
          assert.doesNotMatch(
            markup,
            /undefined|\{\w+\}|<script|<b><b>/,
            `${language} ${protection} ${outcome}`,
          );
        }
      }
    }
  }
});
