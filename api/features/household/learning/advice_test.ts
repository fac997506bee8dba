import assert from "node:assert/strict";
import { type Advice, adviceFor, type AdviceInput } from "./advice.ts";

const young = (person_id: number, profile: "child" | "teen", enabled: boolean, games: number) => ({
  person_id,
  name: `P${person_id}`,
  profile,
  devices: 1,
  enabled,
  limits: [{ category: "games" as const, minutes: games }],
});
const spent = (person: number, key: string, minutes: number) => ({
  subject: `person:${person}`,
  key,
  minutes,
});
const advised = (seen: Partial<AdviceInput>): readonly (string | number)[][] =>
  adviceFor({ young: [], spent: [], ...seen })
    .map(({ kind, person_id, category, minutes }: Advice) => [kind, person_id, category, minutes]);

Deno.test("hours are advised for children with a device and without hours, not for teenagers", () => {
  const all = [young(1, "child", false, 0), young(2, "child", true, 0), young(3, "teen", false, 0)];
  assert.deepEqual(advised({ young: all }), [["hours", 1, "", 0]]);
  const without = all.map((one) => ({ ...one, devices: 0 }));
  assert.deepEqual(advised({ young: without }), []);
});

Deno.test("a limit is advised for categories with much time and no limit, the most first", () => {
  const all = [young(1, "child", true, 60), young(2, "teen", true, 0)];
  const rows = [
    spent(1, "category:games", 600),
    spent(1, "category:social", 30),
    spent(1, "category:social", 45),
    spent(2, "category:games", 300),
    spent(2, "category:videos", 59),
    spent(2, "category:news", 900),
    spent(2, "", 2000),
    spent(9, "category:games", 500),
  ];
  assert.deepEqual(advised({ young: all, spent: rows }), [["limit", 2, "games", 300], [
    "limit",
    1,
    "social",
    75,
  ]]);
});
