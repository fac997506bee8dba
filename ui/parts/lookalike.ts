/** A name beside the one that it imitates, with the letters and labels marked that differ (A 7.5). */
import { readableName } from "../../policy/lookalikes/readable.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { type ComparedPieces, compareLetters, type Piece } from "./compared_letters.ts";

/** Both names with marked letters. */
export interface ComparedNames {
  readonly name: Markup;
  readonly imitated: Markup;
}

/** Compares a name with the one that it imitates; each stays readable without the marks. */
export function comparedNames(name: string, imitated: string): ComparedNames {
  const pieces = comparePieces(readableName(name), imitated);
  return { name: marked(pieces.name, name), imitated: marked(pieces.imitated, imitated) };
}

/** The name that is imitated, or words for a mix of alphabets. */
export function imitatedText(ui: Ui, name: string, imitated: string): Child {
  return imitated === "" ? ui.t("lookalikes.another") : comparedNames(name, imitated).imitated;
}

/** The pieces; those that are not the same are marked. The title has the name as it is asked for. */
function marked(pieces: readonly Piece[], name: string): Markup {
  const joined: Piece[] = [];
  for (const { text, isSame } of pieces) {
    const last = joined.at(-1);
    if (last?.isSame === isSame) joined[joined.length - 1] = { text: last.text + text, isSame };
    else if (text !== "") joined.push({ text, isSame });
  }
  return html`<bdi class="domain compared" translate="no" title=${name}>${
    joined.map(({ text, isSame }) => isSame ? text : html`<mark>${text}</mark>`)
  }</bdi>`;
}

function comparePieces(name: string, imitated: string): ComparedPieces {
  const whole = { name: [same(name)], imitated: [same(imitated)] };
  if (imitated === "") return whole;
  // Between dots, so that only whole labels match.
  const at = `.${name}.`.indexOf(`.${imitated}.`);
  if (at >= 0) {
    const after = name.slice(at + imitated.length);
    return { ...whole, name: [other(name.slice(0, at)), same(imitated), other(after)] };
  }
  const [label, ending] = cutLabel(name);
  const [imitatedLabel, imitatedEnding] = cutLabel(imitated);
  const labels = compareLetters(label, imitatedLabel);
  const endings = compareEndings(ending, imitatedEnding);
  return {
    name: [...labels.name, ...endings.name],
    imitated: [...labels.imitated, ...endings.imitated],
  };
}

function same(text: string): Piece {
  return { text, isSame: true };
}

function other(text: string): Piece {
  return { text, isSame: false };
}

/** The first label, which is the one that imitates, and the labels after it. */
function cutLabel(name: string): readonly [string, readonly string[]] {
  const [label, ...ending] = name.split(".");
  return [label, ending];
}

/** Labels at the end that are the same stay unmarked. */
function compareEndings(a: readonly string[], b: readonly string[]): ComparedPieces {
  let common = 0;
  while (common < Math.min(a.length, b.length) && a.at(-1 - common) === b.at(-1 - common)) common++;
  const piecesOf = (labels: readonly string[]): Piece[] => {
    const own = labels.length - common;
    return labels.flatMap((text, i) => [same("."), i < own ? other(text) : same(text)]);
  };
  return { name: piecesOf(a), imitated: piecesOf(b) };
}
