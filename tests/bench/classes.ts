/**
 * The cost of many policies: finding the client and deciding, in this process, with one policy
 * class and with many.
 */
import { nameFromText } from "../../policy/model/name.ts";
import { decideBefore } from "../../policy/decide/decide.ts";
import type { Question } from "../../policy/model/decision.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { ClientLookup } from "../../resolver/clients/client_lookup.ts";
import type { QuerySource } from "../../resolver/listeners/reply.ts";
import { nameOf, spread } from "./names.ts";
import type { Figures } from "./table.ts";

/** Lists, names in each, and ranges of clients. */
const LISTS = 20;
const NAMES = 10_000;
const RANGES = 10_000;
/** Decisions in a round, and number of rounds, of which the best counts. */
const DECISIONS = 1_000_000;
const ROUNDS = 5;
/** The time of all decisions, in Unix milliseconds. */
const NOW = 1_790_000_000_000;

/** A household with the given number of policies; every range of clients has one of them. */
function household(classes: number): Snapshot {
  const lists = Array.from({ length: LISTS }, (_, list) => ({
    text: Array.from({ length: NAMES }, (_, i) => `||${nameOf("b", list * NAMES + i)}^\n`).join(""),
  }));
  return compileInMemory(lists, {}, {
    classes: Array.from({ length: classes }, (_, number) => ({
      version: 1,
      // Each class uses its own choice of lists, the first class all of them.
      lists: Uint8Array.from(
        { length: LISTS },
        (_, list) => number === 0 || number >> (list % 10) & 1 ? 1 : 0,
      ),
      tags: [],
    })),
    clients: Array.from(
      { length: RANGES },
      (_, i) => ({ prefix: `10.${i >> 8}.${i & 255}.0/24`, class: i % classes }),
    ),
  });
}

/** Alternately names of lists and of none. */
function questions(): Question[] {
  return [...spread(4096, LISTS * NAMES)].map((index, i) => {
    const name = nameFromText(nameOf(i % 2 === 0 ? "b" : "c", index));
    if (name === undefined) throw new Error(`No name at ${index}`);
    return { name, type: 1, class: 1 };
  });
}

/** Addresses of clients, one in each range, in mixed order. */
function sources(): QuerySource[] {
  return [...spread(8192, RANGES)].map((range) => ({
    bytes: Uint8Array.of(10, range >> 8, range & 255, 7),
    at: 0,
    length: 4,
  }));
}

/** Nanoseconds of a decision for a client seen before. */
function decision(
  snapshot: Snapshot,
  asked: readonly Question[],
  from: readonly QuerySource[],
): number {
  const clients = new ClientLookup(snapshot);
  for (const source of from) clients.find(source);
  const began = performance.now();
  for (let i = 0; i < DECISIONS; i++) {
    decideBefore(asked[i & 4095], clients.find(from[i & 8191]), snapshot, NOW);
  }
  return (performance.now() - began) / DECISIONS * 1e6;
}

/** Nanoseconds of finding a client at its first query. */
function firstQuery(snapshot: Snapshot, from: readonly QuerySource[]): number {
  const clients = new ClientLookup(snapshot);
  const fresh = from.slice(0, 1000);
  const began = performance.now();
  for (const source of fresh) clients.find(source);
  return (performance.now() - began) / fresh.length * 1e6;
}

/**
 * The figures with one class and with 1,000, over 10,000 ranges of clients: the best of several
 * alternating rounds.
 */
export function measureClasses(): Map<string, Figures> {
  const asked = questions();
  const from = sources();
  const homes = [["one policy class", household(1)], [
    "1,000 policy classes",
    household(1000),
  ]] as const;
  const results = new Map<string, Figures>(homes.map(([name]) => [name, {}]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, snapshot] of homes) {
      const figures = results.get(name)!;
      const better = (what: string, value: number) => {
        figures[what] = Math.min(figures[what] ?? Infinity, value);
      };
      better("client and decision (ns)", decision(snapshot, asked, from));
      better("client at its first query (ns)", firstQuery(snapshot, from));
    }
  }
  return results;
}
