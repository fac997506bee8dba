/** A name beside the one that it imitates, with the letters marked that differ (A 7.5). */
import { readableName } from "../../policy/lookalikes/readable.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/** Both names with marked letters. */
export interface ComparedNames {
  readonly name: Markup;
  readonly imitated: Markup;
}

/** Longer names are not compared: they take too long, and differ everywhere. */
const LONGEST = 80;

/** Compares a name with the one that it imitates; each stays readable without the marks. */
export function comparedNames(name: string, imitated: string): ComparedNames {
  const readable = readableName(name);
  const [letters, others] = [[...readable], [...imitated]];
  const same = letters.length > LONGEST || others.length > LONGEST
    ? []
    : commonLetters(letters, others);
  return {
    name: marked(letters, new Set(same.map(([at]) => at)), name),
    imitated: marked(others, new Set(same.map(([, at]) => at)), imitated),
  };
}

/** The name that is imitated, or words for a mix of alphabets. */
export function imitatedText(ui: Ui, name: string, imitated: string): Child {
  return imitated === "" ? ui.t("lookalikes.another") : comparedNames(name, imitated).imitated;
}

/** The letters; those that are not in `same` are marked. The title has the name as it is asked for. */
function marked(letters: readonly string[], same: ReadonlySet<number>, name: string): Markup {
  const parts: { text: string; isSame: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const isSame = same.has(at) || same.size === 0;
    const last = parts.at(-1);
    if (last?.isSame === isSame) last.text += letter;
    else parts.push({ text: letter, isSame });
  }
  return html`<bdi class="domain compared" translate="no" title=${name}>${
    parts.map(({ text, isSame }) => isSame ? text : html`<mark>${text}</mark>`)
  }</bdi>`;
}

/** Pairs of places of a longest common subsequence. */
function commonLetters(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint8Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j]
        ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++;
    else j++;
  }
  return pairs;
}
