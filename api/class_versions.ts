/**
 * Versions of policy classes: a class keeps its version while nothing changes that its answers depend on, so that the finished
 * answers of its devices stay in the memos of the workers. Renaming a device changes none (DESIGN 3).
 */
import { createHash } from "node:crypto";
import type { PersonalRule } from "../policy/model/personal_rule.ts";
import type { UnversionedClass } from "../policy/snapshot/household.ts";
import type { ClassParts } from "../policy/snapshot/snapshot.ts";

/** Gives classes their versions, from one snapshot to the next. */
export class ClassVersions {
  #known = new Map<string, number>();
  #next = 1;

  /** No version up to this one is given again: a snapshot of before has them. */
  after(version: number): void {
    this.#next = Math.max(this.#next, version + 1);
  }

  /**
   * The classes with their versions. `common` says what all of them depend on, `scopes` the digests of the rules of each scope, by
   * its number.
   */
  stamp(
    classes: readonly UnversionedClass[],
    common: string,
    scopes: readonly string[],
  ): ClassParts[] {
    const known = new Map<string, number>();
    const stamped = classes.map(({ parts, key }) => {
      const seen = (parts.views ?? []).map((view) => classes[view].parts).concat(parts);
      const rules = seen.flatMap(({ scopes: covered = [] }) =>
        covered.filter((_, i) => i % 2 === 0)
      );
      const whole = [common, key, ...rules.map((scope) => scopes[scope])].join("\n");
      // Versions of 32 bits, since memos keep them so; none comes again while an answer under it can live.
      const version = this.#known.get(whole) ?? known.get(whole) ?? this.#next++ >>> 0;
      known.set(whole, version);
      return { version, ...parts };
    });
    this.#known = known;
    return stamped;
  }
}

/** A digest of the rules of each scope, by the number of the scope. */
export function ruleDigests(rules: readonly PersonalRule[], scopes: readonly string[]): string[] {
  const byScope = Map.groupBy(rules, ({ scope }) => scope);
  return scopes.map((scope) => digest(JSON.stringify(byScope.get(scope) ?? [])));
}

/** A short digest of a text or octets. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64").slice(0, 24);
}
