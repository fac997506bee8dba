/** The rules of a table as the array that `SnapshotParts` holds, each made when it is first looked at. */
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { encodeRules, RuleTable } from "./rule_table.ts";
import type { ListRule } from "./snapshot.ts";

/** A table with the secret that its fingerprints are keyed by. */
interface Known {
  readonly table: RuleTable;
  readonly secret: number;
}

/** Where arrays come from: whoever hands one on, as the publisher does, need not make its rules to write them again. */
const known = new WeakMap<readonly ListRule[], Known>();

/** The rules of a table as an array. An element makes its rule; it throws when the texts of the rule make no sense. */
export function lazyRules(table: RuleTable, secret: Uint8Array): readonly ListRule[] {
  const made: ListRule[] = new Array(table.length);
  const fill = (key: string | symbol): void => {
    const index = typeof key === "string" && /^\d+$/.test(key) ? Number(key) : -1;
    if (index >= 0 && index < table.length && made[index] === undefined) {
      made[index] = table.rule(index);
    }
  };
  const rules = new Proxy(made, {
    get: (target, key) => (fill(key), Reflect.get(target, key)),
    has: (target, key) => (fill(key), Reflect.has(target, key)),
    getOwnPropertyDescriptor: (
      target,
      key,
    ) => (fill(key), Reflect.getOwnPropertyDescriptor(target, key)),
    ownKeys: (target) => {
      for (let index = 0; index < table.length; index++) fill(String(index));
      return Reflect.ownKeys(target);
    },
  });
  known.set(rules, { table, secret: secretId(secret) });
  return rules;
}

/** The table of these rules: the one they come from, or one that is written now. Throws a RangeError for a list beyond `lists`. */
export function tableOf(rules: readonly ListRule[], secret: Uint8Array, lists: number): RuleTable {
  const origin = known.get(rules);
  if (origin?.secret === secretId(secret)) return origin.table;
  const table = new RuleTable(encodeRules(rules, new Fingerprinter(secret)), lists);
  known.set(rules, { table, secret: secretId(secret) });
  return table;
}
