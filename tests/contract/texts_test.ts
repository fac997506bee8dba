import assert from "node:assert/strict";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { ERRORS } from "../../api/schema/errors.ts";
import { TEXTS } from "../../ui/text/list.ts";
import type { Text } from "../../ui/text/text.ts";
import { sourceFiles, textOf } from "../support/source_files.ts";

const ALL = Object.entries(TEXTS).flatMap(([area, texts]) =>
  Object.entries(texts as Record<string, Text>).map(([key, text]) => ({
    name: `${area}.${key}`,
    text,
  }))
);

function wordings(text: Text[keyof Text]): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}

function placesOf(text: string): string[] {
  return [...new Set(text.matchAll(/\{(\w+)\}/g).map(([, name]) => name))].sort();
}

/** The text keys that pages name, in full or by a prefix that they complete. */
function usedKeys(): { quoted: ReadonlySet<string>; begun: readonly string[] } {
  const pages = sourceFiles().filter((path) =>
    /^ui\/(?!text\/(?!refusals\/))/.test(path) && !path.endsWith("_test.ts")
  );
  const source = pages.map(textOf).join("\n");
  return {
    quoted: new Set([...source.matchAll(/"(\w+\.\w+)"/g)].map(([, name]) => name)),
    begun: [...source.matchAll(/`(\w+\.\w*)\$\{/g)].map(([, start]) => start),
  };
}

Deno.test("Every text is used, by its key or by a prefix that a page completes", () => {
  const { quoted, begun } = usedKeys();
  const unsaid = ALL.filter(({ name }) =>
    !quoted.has(name) && !begun.some((start) => name.startsWith(start))
  );
  assert.deepEqual(unsaid.map(({ name }) => name), []);
});

Deno.test("Every text exists in every language, with the same placeholders", () => {
  const failures: string[] = [];
  for (const { name, text } of ALL) {
    const wanted = placesOf(wordings(text.en).at(-1)!);
    for (const language of LANGUAGES) {
      for (const wording of wordings(text[language])) {
        const places = placesOf(wording);
        // A plural for one thing may leave the number out.
        const missing = wanted.filter((place) =>
          !places.includes(place) && !(place === "count" && typeof text.en !== "string")
        );
        const unknown = places.filter((place) => !wanted.includes(place));
        if (wording.trim() === "" || missing.length + unknown.length > 0) {
          failures.push(`${name} ${language}: ${wording}`);
        }
      }
    }
  }
  assert.deepEqual(failures, []);
});

Deno.test("A text that has the same meaning on several pages exists once", () => {
  const { begun } = usedKeys();
  const byWords = new Map<string, string[]>();
  // Texts that a page chooses by a word of the API stand together, whatever they say.
  for (
    const { name, text } of ALL.filter(({ name }) => !begun.some((start) => name.startsWith(start)))
  ) {
    const words = JSON.stringify(text);
    byWords.set(words, [...byWords.get(words) ?? [], name]);
  }
  assert.deepEqual([...byWords.values()].filter((names) => names.length > 1), []);
});

Deno.test("French keeps double punctuation with the word before it", () => {
  const failures = ALL.flatMap(({ name, text }) =>
    wordings(text.fr).filter((w) => / [:;?»]|« /.test(w)).map((w) => `${name}: ${w}`)
  );
  assert.deepEqual(failures, []);
});

Deno.test("Texts do not shout, and contain no markup", () => {
  const failures = ALL.flatMap(({ name, text }) =>
    Object.values(text).flatMap(wordings).filter((w) => /!|<\/?\w|&\w+;/.test(w)).map((w) =>
      `${name}: ${w}`
    )
  );
  assert.deepEqual(failures, []);
});

Deno.test("Every code of the API has its sentence, and the English one equals that of the API", () => {
  const wanted = Object.fromEntries(
    Object.entries(ERRORS).map(([code, { text }]) => [`code_${code}`, text]),
  );
  const english = Object.entries(TEXTS.errors).filter(([key]) => key.startsWith("code_")).map((
    [key, { en }],
  ) => [key, en]);
  assert.deepEqual(Object.fromEntries(english), wanted);
});
