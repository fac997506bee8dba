/**
 * Names that no block may cover: those of the box and of its upstream servers. Everything else
 * depends on them.
 */
import { nameFromText, nameToText } from "../model/name.ts";
import type { Coverage, Rule } from "../model/rule.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { compileRegex } from "./rule_index.ts";

const NONE: readonly string[] = [];
const ITSELF = 1;
const PARENT = 2;

/** Checks whether a rule would block a protected name. */
export class ProtectedNames {
  readonly #marks: FingerprintMap;
  readonly #names: readonly string[];

  /** Takes the names as text; invalid names are skipped. The fingerprinter is overwritten. */
  constructor(names: readonly string[], fingerprinter: Fingerprinter) {
    const wires = names.flatMap((name) => nameFromText(name) ?? []);
    this.#names = wires.map((wire) => nameToText(wire));
    this.#marks = new FingerprintMap(
      wires.reduce((labels, wire) => labels + fingerprinter.ofWire(wire), 0),
    );
    for (const wire of wires) {
      const labels = fingerprinter.ofWire(wire);
      for (let i = 0; i < labels; i++) {
        const [h1, h2] = [fingerprinter.h1[i], fingerprinter.h2[i]];
        this.#marks.set(h1, h2, this.#marks.get(h1, h2) | (i === labels - 1 ? ITSELF : PARENT));
      }
    }
  }

  /** Whether a rule on the name with this fingerprint would cover a protected name. */
  coveredBy(h1: number, h2: number, covers: Coverage): boolean {
    const mark = this.#marks.get(h1, h2);
    if (covers === "tree") return mark !== 0;
    return (mark & (covers === "exact" ? ITSELF : PARENT)) !== 0;
  }

  /** The protected names that a pattern matches. */
  matchedBy(trigger: Extract<Rule["trigger"], { on: "pattern" }>): readonly string[] {
    const { literal, invert } = trigger;
    const names = literal === undefined || invert === true
      ? this.#names
      : this.#names.filter((name) => name.includes(literal.toLowerCase()));
    const regex = names.length === 0 ? null : compileRegex(trigger.regex);
    return regex === null ? NONE : names.filter((name) => regex.test(name) !== (invert === true));
  }
}
