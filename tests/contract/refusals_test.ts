import assert from "node:assert/strict";
import { type ComponentChildren, h } from "preact";
import { render } from "preact-render-to-string";
import { BACKUP_REASONS } from "../../api/schema/backup_reasons.ts";
import { LINE_REASONS } from "../../policy/lists/describe.ts";
import { PUBLIC_RESOLVERS } from "../../policy/catalogue/resolver_rows.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../../ui/html.ts";
import { errorText } from "../../ui/layout.ts";
import { input, textArea } from "../../ui/parts/field.ts";
import { refusalOrEnglish, refusalText } from "../../ui/parts/refusal.ts";
import { TEXTS } from "../../ui/text/list.ts";
import { REFUSALS } from "../../ui/text/refusals/list.ts";
import type { Text } from "../../ui/text/text.ts";
import { Ui } from "../../ui/ui.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";

const ROWS = REFUSALS.flatMap((table) => Object.entries(table));
const OTHERS = LANGUAGES.filter((language) => language !== "en");
const TAGS = ["sentence", "programSentence"] as const;
type Tag = (typeof TAGS)[number];

const SOURCE = sourceSentences();
const NOTES = PUBLIC_RESOLVERS.map(({ note }) => note);

/** The sentences in the source by their tag, with `{}` for each value. */
function sourceSentences(): Readonly<Record<Tag, ReadonlySet<string>>> {
  const found = { sentence: new Set<string>(), programSentence: new Set<string>() };
  for (const path of sourceFiles()) {
    if (!/^(?:api|policy|tasks|resolver)\//.test(path) || path.endsWith("_test.ts")) continue;
    const text = textOf(path);
    if (!/entence`/.test(text)) continue;
    const visitor: Deno.lint.LintVisitor = {
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== "Identifier" || !isTag(tag.name)) return;
        found[tag.name].add(quasi.quasis.map(({ cooked }) => cooked).join("{}"));
      },
    };
    const rules = { collect: { create: () => visitor } };
    Deno.lint.runPlugin({ name: "sentences", rules }, path, text);
  }
  return found;
}

function isTag(name: string): name is Tag {
  return (TAGS as readonly string[]).includes(name);
}

function withoutNames(template: string): string {
  return template.replaceAll(/\{\w+\}/g, "{}");
}

function placesOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))];
}

/** The wordings of a row, by language. */
function wordingsOf([template, text]: (typeof ROWS)[number]): Readonly<Record<Language, string[]>> {
  if (typeof text !== "string") {
    const other = OTHERS.map((language) => [language, [text[language]]]);
    return { en: [template], ...Object.fromEntries(other) };
  }
  const [area, key] = text.split(".");
  const found = (TEXTS as unknown as Record<string, Record<string, Text>>)[area][key];
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const wording = found[language];
      return [language, typeof wording === "string" ? [wording] : Object.values(wording)];
    }),
  ) as Record<Language, string[]>;
}

/** A value for each place; a sentence for a reason, as the API inserts it. */
function sample(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (name === "why") return "A port is a number from 1 to 65535";
    return /^(?:count|number|bits|least|most|line)$/.test(name) ? "7" : `<${name}>`;
  });
}

function uiIn(language: Language): Ui {
  return new Ui({
    language,
    zone: "UTC",
    now: 1_790_000_000_000,
    address: "/",
    box: "box",
    version: "1",
    by: { kind: "device", name: "", address: "", rights: new Set() },
  });
}

function shown(language: Language, error: string, code = "bad_value"): string {
  return render(html`<p>${errorText(uiIn(language), code, error)}</p>`);
}

/** As a person reads it. */
function readable(language: Language, error: string): string {
  return shown(language, error).replaceAll(/<[^>]+>/g, "");
}

Deno.test("Every sentence that the API refuses with has a translation", () => {
  const translated = new Set(ROWS.map(([template]) => withoutNames(template)));
  const missing = [...SOURCE.sentence].filter((each) => !translated.has(each));
  assert.deepEqual(missing, []);
});

Deno.test("Every note about a public resolver has a translation", () => {
  const translated = new Set(ROWS.map(([template]) => template));
  assert.ok(NOTES.length > 20);
  assert.deepEqual(NOTES.filter((note) => !translated.has(note)), []);
});

Deno.test("Every translation belongs to one sentence of the API", () => {
  const listed = new Set<string>(
    [BACKUP_REASONS, LINE_REASONS].flatMap((reasons) => Object.values(reasons)).concat(NOTES),
  );
  const source = SOURCE.sentence;
  const unknown = ROWS.map(([template]) => template).filter((template) =>
    !source.has(withoutNames(template)) && !listed.has(template)
  );
  assert.deepEqual(unknown, []);
  const all = ROWS.map(([template]) => withoutNames(template));
  assert.deepEqual(all.filter((each, at) => all.indexOf(each) !== at), []);
  // A sentence for programs has no translation, or it is one for pages.
  const both = [...SOURCE.programSentence].filter((each) => all.includes(each));
  assert.deepEqual(both.filter((each) => each !== "{}"), []);
});

Deno.test("A translation contains only values of its sentence, and exists in every language", () => {
  const faults = ROWS.flatMap((row) => {
    const places = placesOf(row[0]);
    return Object.entries(wordingsOf(row)).flatMap(([language, wordings]) =>
      wordings.filter((wording) =>
        wording.trim() === "" || placesOf(wording).some((place) => !places.includes(place))
      ).map((wording) => `${language}: ${wording}`)
    );
  });
  assert.deepEqual(faults, []);
});

Deno.test("Every sentence is found again with its values, in the language of the page", () => {
  for (const row of ROWS) {
    const [template] = row;
    const error = sample(template);
    const wordings = wordingsOf(row);
    for (const language of OTHERS) {
      const text = shown(language, error);
      assert.doesNotMatch(text, /lang="en"/, `${language}: ${error}`);
      assert.ok(!/[{}]/.test(text), `${language}: ${text}`);
      const whole = wordings[language].some((wording) => {
        const parts = wording.split(/\{\w+\}/).map((part) => part.trim()).filter((p) => p !== "");
        const words = readable(language, error).replaceAll("&lt;", "<").replaceAll("&amp;", "&");
        return parts.every((part) => words.includes(part));
      });
      assert.ok(whole, `${language}: ${error}: ${text}`);
    }
  }
});

Deno.test("Translations are punctuated as in their language, and do not shout", () => {
  const faults = ROWS.filter(([, text]) => typeof text !== "string").flatMap((row) => {
    const wordings = wordingsOf(row);
    const french = wordings.fr.filter((each) => / [:;?»]|« /.test(each));
    const loud = Object.values(wordings).flat().filter((each) => /!|<\/?\w|&\w+;/.test(each));
    const open = OTHERS.flatMap((language) => wordings[language]).filter((each) =>
      !/(?:[.?]|\}|times\}.*\)|\.ics|\.toml|\/dns-query)$/.test(each)
    );
    return [...french, ...loud, ...open];
  });
  assert.deepEqual(faults, []);
});

Deno.test("Values are escaped, isolated and cut; days are those of the language", () => {
  assert.equal(
    shown("de", "This is not a domain name: <b>"),
    "<p>Das ist kein Domainname: <bdi>&lt;b></bdi>. Schreiben Sie nur den Namen, " +
      "zum Beispiel shop.example.</p>",
  );
  assert.equal(
    readable("de", "The last day is before the first one: 2027-02-10 to 2027-02-01"),
    "Der letzte Tag liegt vor dem ersten. Ändern Sie einen von beiden.",
  );
  assert.match(
    readable("de", "The certificate ended on 2026-10-13: have it renewed"),
    /^Das Zertifikat ist am 13\.10\.2026 abgelaufen/,
  );
  const long = readable("de", `This is not a domain name: ${"x".repeat(5000)}`);
  assert.ok(long.length < 500, `${long.length}`);
});

Deno.test("English pages show the sentence of the API with a full stop", () => {
  assert.equal(
    readable("en", "There can be 500 people; remove one first"),
    "There can be 500 people; remove one first.",
  );
  assert.equal(
    render(html`<p>${refusalText(uiIn("en"), "it answered with status 503")}</p>`),
    "<p>It answered with status <bdi>503</bdi>.</p>",
  );
});

Deno.test("Values are told apart by the first words that stand between them", () => {
  assert.equal(
    readable("de", "Bad value in the body, field days: too big: 7"),
    "Einer der Werte ist nicht erlaubt (days). Prüfen Sie Ihre Eingabe und versuchen Sie es " +
      "noch einmal.",
  );
  assert.equal(
    shown("de", "This record already exists: nas.lan TXT a b c"),
    "<p>Diesen Eintrag gibt es schon: <bdi>nas.lan</bdi> <bdi>TXT</bdi> <bdi>a b c</bdi></p>",
  );
});

Deno.test("A reason inside a sentence is translated too", () => {
  assert.equal(
    readable("de", "upstreams, line 2: A port is a number from 1 to 65535, not 0: 192.0.2.1:0"),
    "Zeile 2 (192.0.2.1:0): Ein Port ist eine Zahl von 1 bis 65535, nicht 0.",
  );
});

Deno.test("A sentence for programs follows that of its code, and technical causes are left out", () => {
  assert.equal(
    shown("de", "Give either grid or week"),
    '<p>Dieser Wert ist nicht erlaubt. <span lang="en">Give either grid or week</span></p>',
  );
  assert.equal(
    shown("de", "The database box.db is locked", "database_unavailable"),
    "<p>Die Datenbank ist gerade nicht verfügbar</p>",
  );
  assert.equal(
    render(html`<p>${refusalOrEnglish(uiIn("de"), "<b>something</b> new")}</p>`),
    '<p><span lang="en">&lt;b>something&lt;/b> new.</span></p>',
  );
});

Deno.test("A field that a schema refuses has the label that the page shows", () => {
  const ui = uiIn("de");
  // The sentence is made before the form, and rendered after it.
  const sentence = errorText(ui, "bad_request", "Bad value in the body, field config.port: is 0");
  const part = errorText(ui, "bad_request", "Bad value in the body, field names.3: is empty");
  input(ui, { name: "config.port:number", label: "Port des Servers" });
  textArea(ui, { name: "names:lines", label: "Namen <b>" });
  const html = (shown: unknown) => render(h("p", {}, shown as ComponentChildren));
  assert.match(html(sentence), /nicht erlaubt \(<bdi>Port des Servers<\/bdi>\)/);
  assert.match(html(part), /nicht erlaubt \(<bdi>Namen &lt;b><\/bdi>\)/);
});
