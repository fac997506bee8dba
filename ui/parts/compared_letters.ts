/** The letters in which two texts differ, as people would mark them. */

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  /** Whether the other text has it at this place. */
  readonly isSame: boolean;
}

/** Both texts in pieces. */
export interface ComparedPieces {
  readonly name: readonly Piece[];
  readonly imitated: readonly Piece[];
}

/** One step of an alignment: how many letters it takes of each text. */
interface Step {
  readonly a: number;
  readonly b: number;
  readonly isSame: boolean;
  /** The cost of this step and of all that follow. */
  readonly cost: number;
}

const LETTER = 1;
const SWAP = 2;
/** Each run of marks costs one more, so that an added word is one run. */
const RUN = 1;

/** Letters as people count them: one with its marks is one. */
const SEGMENTER = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Compares two labels. It marks the fewest letters in the fewest runs; two letters that changed
 * places are both marked.
 */
export function compareLetters(label: string, imitatedLabel: string): ComparedPieces {
  const whole = findWhole(label, imitatedLabel);
  if (whole >= 0) {
    const after = label.slice(whole + imitatedLabel.length);
    const same = { text: imitatedLabel, isSame: true };
    const [before, rest] = [label.slice(0, whole), after].map((text) => ({ text, isSame: false }));
    return { name: [before, same, rest], imitated: [same] };
  }
  const [a, b] = [lettersOf(label), lettersOf(imitatedLabel)];
  const costs = new AlignmentCosts(a, b);
  const name: Piece[] = [];
  const imitated: Piece[] = [];
  let [i, j, inRun] = [0, 0, false];
  while (i < a.length || j < b.length) {
    const step = costs.best(i, j, inRun);
    const { isSame } = step;
    name.push({ text: a.slice(i, i + step.a).join(""), isSame });
    imitated.push({ text: b.slice(j, j + step.b).join(""), isSame });
    i += step.a;
    j += step.b;
    inRun = !isSame;
  }
  return { name, imitated };
}

/** Where a label has another one whole, at best at its start or its end; -1 = nowhere. */
function findWhole(label: string, other: string): number {
  // A mark belongs to the letter before it.
  if (/\p{M}/u.test(label)) return -1;
  if (label.startsWith(other)) return 0;
  return label.endsWith(other) ? label.length - other.length : label.indexOf(other);
}

function lettersOf(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment);
}

/** The least cost from each pair of places to the ends; `inRun` = the letter before is marked. */
class AlignmentCosts {
  readonly #a: readonly string[];
  readonly #b: readonly string[];
  readonly #costs: Uint16Array;

  constructor(a: readonly string[], b: readonly string[]) {
    this.#a = a;
    this.#b = b;
    this.#costs = new Uint16Array((a.length + 1) * (b.length + 1) * 2);
    for (let i = a.length; i >= 0; i--) {
      for (let j = b.length; j >= 0; j--) {
        if (i === a.length && j === b.length) continue;
        for (const inRun of [false, true]) {
          this.#costs[this.#placeOf(i, j, inRun)] = this.best(i, j, inRun).cost;
        }
      }
    }
  }

  /** The best step from a pair of places that is not the end; of equal ones, a common letter. */
  best(i: number, j: number, inRun: boolean): Step {
    const [a, b] = [this.#a, this.#b];
    const start = inRun ? 0 : RUN;
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    const isSwap = !isSame && i + 1 < a.length && a[i] === b[j + 1] && a[i + 1] === b[j];
    const steps: Step[] = [];
    const add = (ofA: number, ofB: number, cost: number) => {
      const rest = this.#costs[this.#placeOf(i + ofA, j + ofB, cost > 0)];
      steps.push({ a: ofA, b: ofB, isSame: cost === 0, cost: cost + rest });
    };
    if (isSame) add(1, 1, 0);
    if (isSwap) add(2, 2, start + SWAP);
    if (i < a.length) add(1, 0, start + LETTER);
    if (j < b.length) add(0, 1, start + LETTER);
    return steps.reduce((least, step) => step.cost < least.cost ? step : least);
  }

  #placeOf(i: number, j: number, inRun: boolean): number {
    return (i * (this.#b.length + 1) + j) * 2 + Number(inRun);
  }
}
