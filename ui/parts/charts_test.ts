import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { Language } from "../../policy/catalogue/languages.ts";
import { Ui } from "../ui.ts";
import { html } from "../html.ts";
import { barList } from "./bar_list.ts";
import { avatar, colourOf, initials } from "./avatar.ts";
import { shareBar } from "./share.ts";
import { dayTicks, timeTicks, valueTicks } from "./ticks.ts";
import { type ChartPoint, timeChart } from "./time_chart.ts";

const HOUR = 3600;
const DAY = 86_400;

function uiOf(zone = "Europe/Berlin", language: Language = "de"): Ui {
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  return new Ui({ language, zone, now: 0, by, address: "/", box: "box", version: "1" });
}

function drawn(points: readonly ChartPoint[], step = HOUR, ui = uiOf()): string {
  return render(timeChart(ui, {
    id: "c",
    caption: "Queries",
    points,
    step,
    heads: { total: "Queries", part: "Blocked" },
    total: (count) => `${count} queries`,
    part: (count) => `${count} blocked`,
  }));
}

/** All numbers in a drawing, to check that none is invalid. */
function numbersOf(markup: string): number[] {
  return [...markup.matchAll(/ (?:x|y|width|height|x1|x2|y1|y2)="([^"]*)"/g)].map(([, text]) =>
    parseFloat(text)
  );
}

Deno.test("valueTicks() starts at zero and reaches the largest value in round steps", () => {
  assert.deepEqual(valueTicks(87), [0, 50, 100]);
  assert.deepEqual(valueTicks(18_204), [0, 5000, 10_000, 15_000, 20_000]);
  assert.deepEqual(valueTicks(3), [0, 1, 2, 3]);
  assert.deepEqual(valueTicks(4), [0, 1, 2, 3, 4]);
});

Deno.test("valueTicks() also handles zero, one and values that are not numbers", () => {
  for (const most of [0, 1, -5, Number.NaN, Infinity]) {
    assert.deepEqual(valueTicks(most), [0, 1], String(most));
  }
  const huge = valueTicks(Number.MAX_SAFE_INTEGER);
  assert.ok(huge.length <= 5 && huge.at(-1)! >= Number.MAX_SAFE_INTEGER);
});

Deno.test("timeTicks() are round in the household's time zone, including half-hour zones", () => {
  const from = Date.UTC(2026, 10, 20, 13) / 1000;
  const texts = (zone: string) => timeTicks(uiOf(zone), from, from + DAY).map(({ text }) => text);
  assert.deepEqual(texts("Europe/Berlin"), ["18:00", "00:00", "06:00", "12:00"]);
  assert.deepEqual(texts("Asia/Kolkata"), ["00:00", "06:00", "12:00", "18:00"]);
});

Deno.test("timeTicks() stay round when daylight saving changes", () => {
  const from = Date.UTC(2026, 9, 24, 20) / 1000;
  const ticks = timeTicks(uiOf(), from, from + DAY);
  assert.deepEqual(ticks.map(({ text }) => text), ["00:00", "06:00", "12:00", "18:00"]);
  assert.deepEqual(ticks.map(({ at }) => (at - ticks[0].at) / HOUR), [0, 7, 13, 19]);
});

Deno.test("timeTicks() returns at most eight ordered marks for an hour, a week and a year", () => {
  for (const length of [HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY]) {
    const ticks = timeTicks(uiOf("America/St_Johns"), 1_790_000_123, 1_790_000_123 + length);
    assert.ok(ticks.length >= 2 && ticks.length <= 8, `${length}: ${ticks.length}`);
    assert.ok(ticks.every(({ at }, i) => i === 0 || at > ticks[i - 1].at));
  }
});

Deno.test("dayTicks() names UTC days as days of the household", () => {
  const days = Array.from({ length: 7 }, (_, i) => Date.UTC(2026, 10, 15 + i) / 1000);
  for (const zone of ["America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo"]) {
    assert.deepEqual(dayTicks(uiOf(zone, "en"), days).map(({ text }) => text)[0], "Sun", zone);
  }
  assert.equal(dayTicks(uiOf(), Array.from({ length: 30 }, (_, i) => i * DAY)).length, 6);
});

Deno.test("A chart without data, with one step or with huge counts stays inside its frame", () => {
  const cases: ChartPoint[][] = [
    [],
    [{ at: 0, total: 0, part: 0 }],
    [{ at: 0, total: 1, part: 1 }],
    [{ at: 0, total: 1e15, part: 3 }, { at: HOUR, total: 2, part: 1 }],
    [{ at: 0, total: Number.NaN, part: -4 }, { at: HOUR, total: 5, part: 50 }],
    Array.from({ length: 1500 }, (_, i) => ({ at: i * HOUR, total: i, part: i / 3 })),
  ];
  for (const points of cases) {
    const markup = drawn(points);
    const numbers = numbersOf(markup);
    assert.ok(
      numbers.every((number) => Number.isFinite(number) && number >= 0 && number <= 210),
      markup.slice(0, 2000),
    );
    assert.doesNotMatch(markup, /NaN|Infinity|undefined|style=/);
  }
});

Deno.test("Columns start at zero, and the part never exceeds the whole", () => {
  const markup = drawn([{ at: 0, total: 100, part: 25 }, { at: HOUR, total: 50, part: 90 }]);
  const heights = [...markup.matchAll(/<rect class="(whole|part)"[^>]* height="([\d.]+)"/g)].map((
    [, name, height],
  ) => [
    name,
    Number(height),
  ]);
  assert.deepEqual(heights, [["whole", 150], ["part", 37.5], ["whole", 75], ["part", 75]]);
});

Deno.test("Every step and the total are readable as text", () => {
  const markup = drawn([{ at: 1_795_000_000, total: 100, part: 25 }, {
    at: 1_795_003_600,
    total: 50,
    part: 9,
  }]);
  assert.match(markup, /role="img" tabindex="0" aria-label="Queries: 150 queries, 34 blocked"/);
  assert.equal([...markup.matchAll(/<tbody>.*<\/tbody>/gs)][0][0].match(/<tr>/g)!.length, 2);
  assert.match(markup, /<td class="number">50<\/td><td\s+class="number">9<\/td>/);
});

Deno.test("barList() scales bars to the largest count and shows each share of the total", () => {
  const bars = [{ name: "a", count: 40, href: "/queries?name=a" }, {
    name: html`<bdi>b</bdi>`,
    count: 10,
  }];
  const markup = render(barList(uiOf(), bars, { whole: 80 }));
  assert.deepEqual([...markup.matchAll(/rect width="([^"]+)"/g)].map(([, width]) => width), [
    "100%",
    "25%",
  ]);
  assert.match(markup, /50\s%/);
  assert.match(markup, /href="\/queries\?name=a"/);
  assert.doesNotMatch(render(barList(uiOf(), [{ name: "a", count: 0 }])), /NaN|undefined/);
});

Deno.test("The parts of a whole fill its bar, the largest first, without empty ones", () => {
  const markup = render(shareBar(uiOf(), [
    { name: "few", count: 1, colour: 1 },
    { name: "none", count: 0, colour: 2 },
    { name: "many", count: 3, colour: 3 },
  ]));
  assert.deepEqual(
    [...markup.matchAll(/rect [^>]*x="([^"]+)" width="([^"]+)"/g)].map((
      [, x, width],
    ) => [x, width]),
    [
      ["0%", "75%"],
      ["75%", "25%"],
    ],
  );
  assert.doesNotMatch(markup, /none/);
  assert.doesNotMatch(render(shareBar(uiOf(), [])), /NaN/);
});

Deno.test("An avatar shows at most two letters in a stable colour", () => {
  assert.deepEqual(
    ["emma", "Oma Ruth", "jean-luc de la tour", "", "🎈", "مريم", "éva"].map(initials),
    [
      "E",
      "OR",
      "JT",
      "?",
      "?",
      "م",
      "É",
    ],
  );
  assert.equal(colourOf("emma"), colourOf("emma"));
  assert.match(render(avatar("<b>x")), /aria-hidden="true">[^<]*<\/span>/);
});
