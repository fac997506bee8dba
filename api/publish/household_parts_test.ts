import assert from "node:assert/strict";
import { NO_DEVICES } from "../../policy/snapshot/device_table.ts";
import { NO_PERSONAL_RULES } from "../../policy/snapshot/personal_rules.ts";
import { LIST_EFFECT, type ListInfo } from "../../policy/snapshot/snapshot_parts.ts";
import { type HouseholdParts, withLists } from "./household_parts.ts";

const { block, monitor, elsewhere } = LIST_EFFECT;

function list(id: number, more: Partial<ListInfo> = {}): ListInfo {
  return { id, name: "", kind: "block", category: "", ...more };
}

Deno.test("While the household is not known, a new list blocks only if it is for everyone, always", () => {
  const before = [list(1), list(2), list(3, { schedule: "evening" })];
  const kept: HouseholdParts = {
    personal: NO_PERSONAL_RULES,
    devices: NO_DEVICES,
    services: [],
    tunnels: [],
    clients: [],
    permitted: [],
    classes: [{
      version: 1,
      lists: Uint8Array.of(monitor, elsewhere, block),
      listWindows: [[2, 100, 200]],
      tags: [],
    }],
  };
  const after = [
    list(1),
    list(3, { schedule: "evening" }),
    list(4),
    list(5, { scopes: ["profile:child"] }),
    list(6, { except: ["device:1"] }),
    list(7, { schedule: "evening" }),
  ];
  const [held] = withLists(kept, before, after).classes;
  assert.deepEqual([...held.lists], [monitor, block, block, elsewhere, elsewhere, elsewhere]);
  // The hours follow their list to its new number.
  assert.deepEqual(held.listWindows, [[1, 100, 200]]);
  const [left] = withLists(kept, before, [list(1)]).classes;
  assert.deepEqual([[...left.lists], left.listWindows], [[monitor], undefined]);
});
