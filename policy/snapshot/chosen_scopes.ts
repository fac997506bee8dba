/** What each scope chose, looked up along a chain of scopes, the narrowest first: the first that chose something decides. */
import type { CategoryAction, ChoiceRow, HouseholdRows } from "../model/household.ts";

/** What a scope chose about a service. */
export type ServiceChoice = Pick<ChoiceRow, "value" | "schedule">;

/** Choices, pauses and scopes of rules of a household. */
export class ChosenScopes {
  readonly #choices = new Map<string, Map<string, ChoiceRow>>();
  readonly #pauses: ReadonlyMap<string, number>;
  readonly #scopes: ReadonlySet<string>;

  /** `ruleScopes` are those that rules were written for. */
  constructor({ choices, pauses }: Pick<HouseholdRows, "choices" | "pauses">, ruleScopes: readonly string[]) {
    for (const row of choices) {
      const key = `${row.kind} ${row.key}`;
      let rows = this.#choices.get(row.scope);
      if (rows === undefined) this.#choices.set(row.scope, rows = new Map());
      rows.set(key, row);
    }
    this.#pauses = new Map(pauses.map(({ scope, until }) => [scope, until]));
    this.#scopes = new Set([...ruleScopes, ...this.#choices.keys(), ...this.#pauses.keys()]);
  }

  /** Whether a scope chose anything, is paused, or has rules. */
  has(scope: string): boolean {
    return this.#scopes.has(scope);
  }

  /** What the chain chose about a category, undefined = nothing. */
  category(chain: readonly string[], category: string): CategoryAction | undefined {
    return this.#first(chain, `category ${category}`)?.value as CategoryAction | undefined;
  }

  /** What the chain chose about a service, undefined = nothing. */
  service(chain: readonly string[], id: string): ServiceChoice | undefined {
    return this.#first(chain, `service ${id}`);
  }

  /** What the chain chose about a search engine, undefined = nothing. */
  safeSearch(chain: readonly string[], engine: string): string | undefined {
    return this.#first(chain, `safe_search ${engine}`)?.value;
  }

  /** Unix milliseconds at which the last pause of the chain ends, 0 = none. */
  pausedUntil(chain: readonly string[]): number {
    return chain.reduce((last, scope) => Math.max(last, this.#pauses.get(scope) ?? 0), 0);
  }

  #first(chain: readonly string[], key: string): ChoiceRow | undefined {
    for (const scope of chain) {
      const found = this.#choices.get(scope)?.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
