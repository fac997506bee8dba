/**
 * Presents the rules of a table as the array in `SnapshotParts`. Each rule is decoded on first
 * access.
 */
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { encodeRules } from "./rule_encoder.ts";
import { RuleTable } from "./rule_table.ts";
import type { ListRule } from "./snapshot_parts.ts";

/** A table with the secret of its fingerprints. */
interface Known {
  readonly table: RuleTable;
  readonly secret: number;
}

/**
 * The origin of each array, so that code that forwards one, such as the publisher, does not decode
 * and encode its rules again.
 */
const known = new WeakMap<readonly ListRule[], Known>();

/**
 * The rules of a table as an array. Accessing an element throws if the texts of its rule are
 * invalid.
 */
export function createLazyRules(table: RuleTable, secret: Uint8Array): readonly ListRule[] {
  const made: ListRule[] = new Array(table.length);
  const fill = (key: string | symbol): void => {
    const index = typeof key === "string" && /^\d+$/.test(key) ? Number(key) : -1;
    if (index >= 0 && index < table.length && made[index] === undefined) {
      made[index] = table.rule(index);
    }
  };
  const rules = new Proxy(made, {
    get: (target, key) => {
      fill(key);
      return Reflect.get(target, key);
    },
    has: (target, key) => {
      fill(key);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor: (
      target,
      key,
    ) => {
      fill(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys: (target) => {
      for (let index = 0; index < table.length; index++) fill(String(index));
      return Reflect.ownKeys(target);
    },
  });
  known.set(rules, { table, secret: secretId(secret) });
  return rules;
}

/**
 * The table that the rules come from, or a newly encoded one. Throws a RangeError for a list number
 * beyond `lists`.
 */
export function getRuleTable(
  rules: readonly ListRule[],
  secret: Uint8Array,
  lists: number,
): RuleTable {
  const origin = known.get(rules);
  if (origin?.secret === secretId(secret)) return origin.table;
  const table = new RuleTable(encodeRules(rules, new Fingerprinter(secret)), lists);
  known.set(rules, { table, secret: secretId(secret) });
  return table;
}
