/**
 * Assigns versions to policy classes. A class keeps its version while everything that its responses
 * depend on is unchanged, so that workers keep the cached responses of its devices. Renaming a
 * device changes no version.
 */
import { createHash } from "node:crypto";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import type { UnversionedClass } from "../../policy/snapshot/household.ts";
import type { ClassParts } from "../../policy/snapshot/snapshot_parts.ts";

/** Assigns versions to classes, from one snapshot to the next. */
export class ClassVersions {
  #known = new Map<string, number>();
  #next = 1;

  /**
   * Ensures that no version up to this one is assigned again, because an earlier snapshot uses
   * them.
   */
  after(version: number): void {
    this.#next = Math.max(this.#next, version + 1);
  }

  /**
   * The classes with their versions. `common` is a digest of everything that all of them depend on,
   * `scopes` the digests of the rules by scope number.
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
      // Versions have 32 bits, as memos store them; none is reused while a response under it can
      // exist.
      const version = this.#known.get(whole) ?? known.get(whole) ?? this.#next++ >>> 0;
      known.set(whole, version);
      return { version, ...parts };
    });
    this.#known = known;
    return stamped;
  }
}

/** A digest of the rules of each scope, by scope number. */
export function ruleDigests(rules: readonly PersonalRule[], scopes: readonly string[]): string[] {
  const byScope = Map.groupBy(rules, ({ scope }) => scope);
  return scopes.map((scope) => digest(JSON.stringify(byScope.get(scope) ?? [])));
}

/** A short digest of a text or bytes. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64").slice(0, 24);
}
