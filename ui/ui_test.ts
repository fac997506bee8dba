import assert from "node:assert/strict";
import fc from "fast-check";
import { render } from "preact-render-to-string";
import { type Language, LANGUAGES } from "../policy/catalogue/languages.ts";
import { html } from "./html.ts";
import { type RenderContext, Ui } from "./ui.ts";

const NOW = 1_790_000_000_000;
const S = NOW / 1000;

function uiIn(language: Language, change: Partial<RenderContext> = {}): Ui {
  return new Ui({
    language,
    zone: "Europe/Berlin",
    now: NOW,
    address: "/",
    box: "box",
    version: "1",
    by: { kind: "device", name: "", address: "", rights: new Set(["rules.read"]) },
    ...change,
  });
}

/** Replaces non-breaking spaces by plain ones. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f\u2009]/g, " ");
}

function textOf(markup: unknown): string {
  return plain(render(html`<p>${markup}</p>`).replace(/<[^>]*>/g, ""));
}

const en = uiIn("en");
const de = uiIn("de");
const fr = uiIn("fr");

Deno.test("Ui inserts values into the text of each language and formats numbers for it", () => {
  assert.equal(en.t("lists.lead", { count: 12_000, names: "x" }), "x names from 12,000 lists.");
  assert.equal(de.t("lists.lead", { count: 12_000, names: "x" }), "x Namen aus 12.000 Listen.");
  assert.equal(
    plain(fr.t("lists.lead", { count: 12_000, names: "x" })),
    "x noms de 12 000 listes.",
  );
});

Deno.test("Ui never interprets inserted values as placeholders or patterns", () => {
  assert.equal(
    en.t("lists.turned_on", { name: "{name} $& $1 {count}" }),
    "{name} $& $1 {count} is on.",
  );
  assert.equal(en.t("lists.turned_on"), "{name} is on.");
  assert.equal(en.t("lists.turned_on", { toString: 1 } as never), "{name} is on.");
});

Deno.test("Ui uses plural rules: zero is singular in French; Portuguese is that of Portugal", () => {
  const said = (language: Language, count: number) =>
    plain(uiIn(language).t("lists.names", { count }));
  const both = LANGUAGES.map((language) => [said(language, 1), said(language, 2)]);
  for (const [one, many] of both) {
    assert.notEqual(one.replace(/^\S+ /, ""), many.replace(/^\S+ /, ""));
  }
  assert.deepEqual([said("en", 0), said("de", 0), said("nl", 0)], [
    "0 names",
    "0 Namen",
    "0 namen",
  ]);
  assert.deepEqual([said("fr", 0), said("pt", 0)], ["0 nom", "0 nomes"]);
  assert.deepEqual(LANGUAGES.map((language) => said(language, 1_000_000)), [
    "1,000,000 names",
    "1 000 000 noms",
    "1.000.000 nombres",
    "1.000.000 Namen",
    "1.000.000 namen",
    "1.000.000 nomi",
    "1 000 000 nomes",
  ]);
  assert.deepEqual(["1.5", "-1", "NaN"].map((text) => said("en", Number(text))), [
    "2 names",
    "-1 name",
    "NaN names",
  ]);
});

Deno.test("Ui inserts markup at its placeholder, and escapes text", () => {
  const said = en.tRich("lists.fetched", { ago: html`<b>now</b>` });
  assert.equal(render(html`<p>${said}</p>`), "<p>Fetched <b>now</b></p>");
  assert.equal(
    render(html`<p>${en.tRich("lists.fetched", { ago: "<b>" })}</p>`),
    "<p>Fetched &lt;b></p>",
  );
});

Deno.test("Numbers, compact numbers and percentages are formatted for the language", () => {
  assert.deepEqual([en, de, fr].map((ui) => plain(ui.number(1_234_567.8))), [
    "1,234,568",
    "1.234.568",
    "1 234 568",
  ]);
  assert.deepEqual([en.number(0.55, 1), en.number(-0), en.number(NaN), en.number(Infinity)], [
    "0.6",
    "-0",
    "NaN",
    "∞",
  ]);
  assert.deepEqual([0, 999, 1200, 1_250_000, 1e12].map((n) => en.compactNumber(n)), [
    "0",
    "999",
    "1.2K",
    "1.3M",
    "1T",
  ]);
  assert.deepEqual([0, 0.0123, 0.5, 0.999, 1].map((n) => en.percent(n)), [
    "0%",
    "1.2%",
    "50%",
    "100%",
    "100%",
  ]);
  assert.equal(plain(de.percent(0.5)), "50 %");
});

Deno.test("Bytes are shown in the fitting unit, from zero to a petabyte", () => {
  const sizes = [0, 1, 999, 1000, 1500, 12_345_678, 1e9, 1e12, 1e15, 1e18].map((size) =>
    plain(en.bytes(size))
  );
  assert.deepEqual(sizes, [
    "0 byte",
    "1 byte",
    "999 byte",
    "1 kB",
    "1.5 kB",
    "12 MB",
    "1 GB",
    "1 TB",
    "1 PB",
    "1,000 PB",
  ]);
  assert.equal(plain(de.bytes(1500)), "1,5 kB");
  assert.deepEqual([-1, -5000, NaN, Infinity].map((size) => plain(en.bytes(size))), [
    "-1 byte",
    "-5 kB",
    "NaN byte",
    "∞ PB",
  ]);
});

Deno.test("Latencies and durations are shown in the fitting unit", () => {
  assert.deepEqual([0, 340, 12_000, 1_200_000].map((n) => plain(en.latency(n))), [
    "0 ms",
    "0.3 ms",
    "12 ms",
    "1.2 sec",
  ]);
  assert.deepEqual([0, 45, 60, 3600, 86_400, 172_800].map((n) => plain(en.duration(n))), [
    "0 seconds",
    "45 seconds",
    "1 minute",
    "1 hour",
    "24 hours",
    "2 days",
  ]);
});

Deno.test("Weekdays are as short in Portuguese as in other languages", () => {
  const short = (language: Language, style: Intl.DateTimeFormatOptions) =>
    plain(uiIn(language).date(S, style));
  assert.equal(short("pt", { weekday: "short" }), "seg");
  assert.equal(
    short("pt", { weekday: "short", day: "numeric", month: "long" }),
    "seg, 21 de setembro",
  );
  assert.equal(short("pt", { weekday: "long" }), "segunda-feira");
  for (const language of LANGUAGES) {
    assert.ok(short(language, { weekday: "short" }).length <= 4, language);
  }
});

Deno.test("A label and its value are separated as the language does", () => {
  assert.equal(en.labelWithValue("For whom", "all"), "For whom: all");
  assert.equal(uiIn("fr").labelWithValue("Pour qui", "tous"), "Pour qui\u00a0: tous");
});

Deno.test("A time is shown as time of day today and otherwise with the date, in the zone of the household", () => {
  assert.match(textOf(en.time(S)), /^\d\d:\d\d:\d\d$/);
  assert.match(textOf(en.time(S - 2 * 86_400)), /^Sep \d+, 2026, /);
  assert.match(textOf(de.time(S - 2 * 86_400)), /^\d+\.09\.2026, \d\d:\d\d$/);
  assert.equal(textOf(en.time(0)), "never");
  const late = { zone: "Pacific/Auckland" };
  assert.notEqual(textOf(uiIn("en", late).time(S)), textOf(en.time(S)));
});

Deno.test("Past and future times are described in words", () => {
  const said = [0, 59, 60, 3600, 86_400, 3 * 86_400, 70 * 86_400, 800 * 86_400].map((far) =>
    textOf(en.relativeTime(S - far))
  );
  assert.deepEqual(said, [
    "this minute",
    "this minute",
    "1 minute ago",
    "1 hour ago",
    "yesterday",
    "3 days ago",
    "2 months ago",
    "2 years ago",
  ]);
  assert.deepEqual([3600, 86_400].map((far) => textOf(de.relativeTime(S + far))), [
    "in 1 Stunde",
    "morgen",
  ]);
  assert.equal(textOf(fr.relativeTime(0)), "jamais");
});

Deno.test("Any clock value renders: before 1970, the year 9999, and beyond the range of Date", () => {
  const times = [
    -1,
    -62_135_596_800,
    253_402_300_799,
    8.64e12,
    8.64e12 + 1,
    -1e20,
    1e300,
    NaN,
    Infinity,
    -Infinity,
  ];
  for (const language of LANGUAGES) {
    for (const seconds of times) {
      for (const now of [NOW, 0, -1, 8.64e15]) {
        const ui = uiIn(language, { now });
        for (const markup of [ui.time(seconds), ui.relativeTime(seconds)]) {
          assert.match(
            render(html`<p>${markup}</p>`),
            /^<p><time datetime="[-+\d]+T[^"]*" title="[^"]+">[^<]+<\/time>/,
          );
        }
        assert.notEqual(ui.date(seconds, { dateStyle: "short" }), "");
        assert.ok(Number.isFinite(ui.zoneOffset(seconds)));
      }
    }
  }
  assert.match(
    render(html`<p>${en.time(253_402_300_799)}</p>`),
    /datetime="9999-12-31T23:59:59.000Z"/,
  );
});

Deno.test("Formatting throws for no number", () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      for (const ui of [en, fr]) {
        for (
          const text of [
            ui.bytes(number),
            ui.latency(number),
            ui.duration(number),
            ui.percent(number),
          ]
        ) {
          assert.ok(text.length > 0 && !text.includes("undefined"), text);
        }
        render(
          html`<p>${ui.time(number)}${ui.relativeTime(number)}${ui.compactNumber(number)}</p>`,
        );
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

Deno.test("A list ends with the conjunction of the language", () => {
  assert.deepEqual([en.list(["a", "b", "c"]), de.list(["a", "b"]), fr.list([])], [
    "a, b, and c",
    "a und b",
    "",
  ]);
});

Deno.test("Rights are those of the principal; the socket has all rights", () => {
  assert.deepEqual([en.may("rules.read"), en.may("rules.write")], [true, false]);
  const socket = { kind: "socket", name: "box", address: "", rights: new Set<never>() } as const;
  assert.equal(uiIn("en", { by: socket }).may("system.write"), true);
});

Deno.test("A refused form keeps its submitted values, also empty ones", () => {
  const failed = { code: "bad_value", error: "", values: { a: "typed", b: "" } };
  const ui = uiIn("en", { failed });
  assert.deepEqual(
    [
      ui.fieldValue("a", "held"),
      ui.fieldValue("b", "held"),
      ui.fieldValue("c", 7),
      ui.fieldValue("d"),
    ],
    [
      "typed",
      "",
      "7",
      "",
    ],
  );
});
