/**
 * The cost of hours for a decision, in this process: an adult, a child with open hours, one with
 * closed hours, homework.
 */
import { decideBefore, type PolicyClient } from "../../policy/decide/decide.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { NO_HOUSEHOLD } from "../../policy/model/household.ts";
import { NO_TIME, type PersonTime } from "../../policy/model/person_time.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import { nameOf, spread } from "./names.ts";
import type { Figures } from "./table.ts";

/** Lists, one of them about games, names in each, and always-permitted names. */
const LISTS = 10;
const NAMES = 20_000;
const PERMITTED = 100;
/**
 * Decisions in a round, and rounds, of which the best counts: many short ones, because the machine
 * is shared.
 */
const DECISIONS = 16_384;
const ROUNDS = 200;
const NOW = Date.UTC(2026, 9, 13, 12);
const HOUR = 3_600_000;
const DAILY = `${"0".repeat(32)}${"1".repeat(48)}${"0".repeat(16)}`.repeat(7);

/** People, their time state, and their labels in the table. */
const PEOPLE: readonly (readonly [string, "adult" | "child", Partial<PersonTime>])[] = [
  ["an adult (ns)", "adult", {}],
  ["a child without hours (ns)", "child", {}],
  ["a child, open (ns)", "child", { enabled: true, grid: DAILY }],
  ["a child, closed (ns)", "child", { mode: { mode: "cut", from: NOW - HOUR, to: NOW + HOUR } }],
  ["a child, homework (ns)", "child", {
    mode: { mode: "homework", from: NOW - HOUR, to: NOW + HOUR },
  }],
];

/** Nanoseconds of a decision for each of `PEOPLE`. */
export function measureHours(): Map<string, Figures> {
  const lists = Array.from({ length: LISTS }, (_, list) => ({
    text: Array.from({ length: NAMES }, (_, i) => `||${nameOf("b", list * NAMES + i)}^\n`).join(""),
    category: list === 0 ? "games" : "",
  }));
  const people = PEOPLE.map(([, profile], i) => ({ id: i + 1, profile }));
  const time = {
    ...NO_TIME,
    people: PEOPLE.map(([, , time], i) => ({ personId: i + 1, enabled: false, grid: "", ...time })),
    permitted: Array.from({ length: PERMITTED }, (_, i) => `school-${i}.example`),
  };
  const bare = compileInMemory(lists);
  const { classes, devices, services } = compileHousehold({ ...NO_HOUSEHOLD, people, time }, {
    lists: bare.lists,
    ruleScopes: [],
    windowsOf: () => [],
    now: NOW,
    offset: () => 0,
  });
  const versioned = classes.map(({ parts }, i) => ({ ...parts, version: i + 1 }));
  const { permitted } = time;
  const snapshot = compileInMemory(lists, {}, { classes: versioned, devices, services, permitted });
  const asked = [...spread(4096, LISTS * NAMES)].map((index, i) => ({
    name: nameFromText(nameOf(i % 2 === 0 ? "b" : "c", index))!,
    type: 1,
    class: 1,
  }));
  const figures: Record<string, number> = {};
  for (const [i, [name]] of PEOPLE.entries()) {
    const policy = snapshot.classes[devices.scopes![`person:${i + 1}`]];
    const client: PolicyClient = { policy, address: Uint8Array.of(10, 0, 0, 1), place: "home" };
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      for (let at = 0; at < DECISIONS; at++) decideBefore(asked[at & 4095], client, snapshot, NOW);
      best = Math.min(best, (performance.now() - began) / DECISIONS * 1e6);
    }
    figures[name] = best;
  }
  return new Map([["a decision", figures]]);
}
