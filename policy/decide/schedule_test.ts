import assert from "node:assert/strict";
import { nameFromText } from "../model/name.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import type { ClassParts, SnapshotParts } from "../snapshot/snapshot_parts.ts";
import { decideBefore, explain, type NameOrigin } from "./decide.ts";

const GAMES: ListText = {
  text: "||fun.example^\n||else.example^$dnsrewrite=NOERROR;A;1.2.3.4",
  category: "games",
};
const STEAM = { id: "steam", category: "games", names: ["steam.example"] };

/** The decision for a child whose class has these parts and allows all lists. */
function child(
  parts: Partial<ClassParts>,
  lists: readonly ListText[] = [],
  more: Partial<SnapshotParts> = {},
) {
  const own = { version: 1, lists: new Uint8Array(lists.length), tags: [], minor: true, ...parts };
  const snapshot = compileInMemory(lists, {}, { services: [STEAM], ...more, classes: [own] });
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(10, 0, 0, 1),
    place: "home" as const,
  };
  const question = (name: string) => ({ name: nameFromText(name)!, type: 1, class: 1 });
  return {
    decided(name: string, now: number, via?: NameOrigin): string {
      const { verdict } = decideBefore(question(name), client, snapshot, now, via);
      return verdict.do === "block" ? `${verdict.reason} ${verdict.origin}` : verdict.do;
    },
    explained: (name: string, protection: string, now: number) =>
      explain(question(name), client, snapshot, now).find((step) =>
        step.protection === protection
      )!,
    changes: snapshot.classes[0].changes,
  };
}

Deno.test("names are blocked from the first instant of a closed interval to its end, with the cause", () => {
  const { decided, changes } = child({
    closed: [[10, 20, "hours"], [20, 25, "cut"], [30, 40, "hours"]],
  });
  assert.deepEqual(
    [9, 10, 19, 20, 24, 25, 29, 30, 39, 40].map((now) => decided("a.example", now)),
    [
      "resolve",
      "schedule schedule:hours",
      "schedule schedule:hours",
      "schedule schedule:cut",
      "schedule schedule:cut",
      "resolve",
      "resolve",
      "schedule schedule:hours",
      "schedule schedule:hours",
      "resolve",
    ],
  );
  assert.deepEqual(changes, [10, 20, 25, 30, 40]);
});

Deno.test("permitted names and their rewrite targets pass the schedule", () => {
  const { decided, explained } = child({ closed: [[0, 9, "cut"]] }, [], {
    permitted: ["school.example"],
  });
  assert.deepEqual(
    ["school.example", "a.school.example", "example"].map((name) => decided(name, 1)),
    [
      "resolve",
      "resolve",
      "schedule schedule:cut",
    ],
  );
  assert.equal(decided("cdn.example", 1, "rewrite"), "resolve");
  assert.equal(decided("cdn.example", 1), "schedule schedule:cut");
  assert.equal(explained("school.example", "schedule", 1).outcome, "lifted");
  assert.match(
    explained("cdn.example", "schedule", 1).text,
    /^Blocked, reason schedule, origin schedule:cut$/,
  );
  assert.equal(explained("cdn.example", "schedule", 9).outcome, "nothing");
});

Deno.test("a blocked category covers its services and all its lists, including allowed ones", () => {
  const { decided, changes } = child({
    held: [["games", 10, 20, "homework"], ["videos", 0, 99, "limit"]],
  }, [GAMES]);
  const names = ["www.fun.example", "else.example", "www.steam.example", "free.example"];
  assert.deepEqual(names.map((name) => decided(name, 9)), [
    "resolve",
    "resolve",
    "resolve",
    "resolve",
  ]);
  // A rewrite of a list is blocked like the other names.
  const held = "category homework:games";
  assert.deepEqual(names.map((name) => decided(name, 10)), [held, held, held, "resolve"]);
  assert.deepEqual(names.map((name) => decided(name, 20)), [
    "resolve",
    "resolve",
    "resolve",
    "resolve",
  ]);
  assert.deepEqual(changes, [10, 20, 99]);
});

Deno.test("the step of a blocked category names its rule", () => {
  const { explained } = child({ held: [["games", 0, 9, "limit"]] }, [GAMES]);
  const { rule, list, origin } = explained("www.fun.example", "limits", 1);
  assert.deepEqual([rule, list, origin], ["||fun.example^", "list 1", "limit:games"]);
  assert.equal(explained("www.steam.example", "limits", 1).rule, "service:steam");
  assert.equal(explained("www.steam.example", "homework", 1).outcome, "nothing");
  const both = child({ held: [["games", 0, 9, "limit"], ["games", 0, 5, "homework"]] });
  assert.equal(both.explained("www.steam.example", "homework", 1).outcome, "blocked");
  assert.equal(both.explained("www.steam.example", "limits", 5).outcome, "blocked");
});
