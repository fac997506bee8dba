/** Why the box refuses something, in the language of the user. */
import { sentencePattern } from "../../policy/model/sentence.ts";
import { type Child, html } from "../html.ts";
import { taskName } from "./task_name.ts";
import type { TextKey } from "../text/list.ts";
import { REFUSALS } from "../text/refusals/list.ts";
import type { Refusals } from "../text/refusals/refusal.ts";
import { filled, localeOf, type Ui } from "../ui.ts";

/** Maximum number of characters that are shown of a value. */
const MOST_CHARACTERS = 300;

/** A sentence of the API with its text. The pattern is compiled for the first text that is similar. */
class Wording {
  readonly template: string;
  readonly text: Refusals[string];
  /** Number of characters that are no values. */
  readonly fixed: number;
  readonly #start: string;
  readonly #end: string;
  #pattern: RegExp | undefined;

  constructor(template: string, text: Refusals[string]) {
    this.template = template;
    this.text = text;
    const parts = template.split(/\{\w+\}/);
    this.fixed = parts.join("").length;
    this.#start = parts[0];
    this.#end = parts.at(-1)!;
  }

  /** The values of the sentence by name; undefined = it is another sentence. */
  valuesIn(sentence: string): Readonly<Record<string, string>> | undefined {
    if (!sentence.startsWith(this.#start) || !sentence.endsWith(this.#end)) return undefined;
    this.#pattern ??= sentencePattern(this.template);
    const found = this.#pattern.exec(sentence);
    return found === null ? undefined : found.groups ?? {};
  }
}

// The longest sentence first: a value may contain the end of a shorter one.
const WORDINGS = REFUSALS.flatMap((table) => Object.entries(table))
  .map(([template, text]) => new Wording(template, text))
  .toSorted((one, other) => other.fixed - one.fixed);

/** The text for an English sentence of the API; undefined = it is for programs. */
export function refusalText(ui: Ui, sentence: string): Child[] | undefined {
  for (const wording of WORDINGS) {
    const given = wording.valuesIn(sentence);
    if (given === undefined) continue;
    const { template, text } = wording;
    if (typeof text === "string") return keyedText(ui, text, given);
    const { language } = ui.context;
    if (language === "en") return filled(asSentence(template), rawValues(given));
    return filled(text[language], valuesOf(ui, given));
  }
  return undefined;
}

/** The text for an English sentence of the box, or the sentence where nothing translates it. */
export function refusalOrEnglish(ui: Ui, sentence: string): Child {
  if (sentence === "") return "";
  return refusalText(ui, sentence) ?? html`<span lang="en">${asSentence(sentence)}</span>`;
}

function keyedText(ui: Ui, key: TextKey, given: Readonly<Record<string, string>>): Child[] {
  const { count } = given;
  return ui.tRich(key, valuesOf(ui, given), count === undefined ? undefined : Number(count));
}

/** A sentence with its end. */
export function endSentence(sentence: string): string {
  return /[.?:…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function asSentence(text: string): string {
  return endSentence(text.slice(0, 1).toUpperCase() + text.slice(1));
}

function valuesOf(ui: Ui, given: Readonly<Record<string, string>>): Record<string, Child> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, valueOf(ui, name, text)]),
  );
}

/** The label of a field. Rendered after the page was built, so that its forms are known. */
function FieldLabel({ ui, path }: { readonly ui: Ui; readonly path: string }): Child {
  return isolated(ui.labelOf(path) ?? path);
}

/** The values of an English sentence: its reason goes on in the same sentence. */
function rawValues(given: Readonly<Record<string, string>>): Record<string, Child> {
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, isolated(text)]));
}

function isolated(text: string): Child {
  return html`<bdi>${text.slice(0, MOST_CHARACTERS)}</bdi>`;
}

/** A value: `why` is a sentence itself, a day is written as in the language of the page. */
function valueOf(ui: Ui, name: string, text: string): Child {
  if (name === "why") return refusalOrEnglish(ui, text);
  if (name === "field") return html`<${FieldLabel} ui=${ui} path=${text} />`;
  if (name === "task") return taskName(ui, text);
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(day)) return isolated(text);
  // The days are in UTC.
  const days = { dateStyle: "medium", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(ui.context.language), days).format(day);
}
