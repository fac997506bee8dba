import fc from "fast-check";
import assert from "node:assert/strict";
import { readAnnounced } from "./announced.ts";

Deno.test("readAnnounced() finds the owner in names of systems in several languages", () => {
  const names: readonly (readonly [text: string, owner: string, people?: readonly string[]])[] = [
    ["Annas-iPhone", "Anna"],
    ["Anna's iPhone", "Anna"],
    ["Emma’s iPad", "Emma"],
    ["iPhone-von-Anna", "Anna"],
    ["iPad de Lucas", "Lucas"],
    ["iPhone di Marco", "Marco"],
    ["iPhone van Jan", "Jan"],
    ["MacBook-Pro-de-Marie.local", "Marie"],
    ["emma-ipad", "Emma"],
    ["Lucas-iPhone", "Lucas"],
    ["Lucas-iPhone", "Luca", ["luca"]],
    ["PC-Zoé", "Zoé"],
    ["Galaxy-S21-of-Leo", "Leo"],
    ["Johns-MacBook-Pro", "John"],
    ["iPhone", ""],
    ["Galaxy-S21", ""],
    ["my-laptop", ""],
    ["Office-PC", ""],
    ["DESKTOP-7HJK2LM", ""],
    ["ESP_1A2B3C", ""],
    ["Samsung-TV", ""],
    ["brother-printer", ""],
    ["aa:bb:cc:dd:ee:ff", ""],
    ["", ""],
  ];
  for (const [text, owner, people] of names) {
    assert.equal(readAnnounced(text, new Set(people)).owner, owner, text);
  }
});

Deno.test("readAnnounced() proposes a readable name, and none for a code", () => {
  const names: readonly (readonly [text: string, name: string])[] = [
    ["Emmas-iPad.local", "Emmas iPad"],
    ["Living_Room-TV", "Living Room TV"],
    ["Brother HL-L2350DW", "Brother HL"],
    ["DESKTOP-7HJK2LM", ""],
    ["ESP_1A2B3C", ""],
    ["android-3f4a9c0d1e", ""],
    ["192.168.1.7", ""],
    ["", ""],
  ];
  for (const [text, name] of names) assert.equal(readAnnounced(text).name, name, text);
});

Deno.test("readAnnounced() returns short text for any input", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.array(fc.string(), { maxLength: 3 }),
      (text, people) => {
        const { owner, name } = readAnnounced(text, new Set(people));
        assert.ok(owner.length <= 40 && name.length <= 64);
      },
    ),
    { seed: 20261121, numRuns: 500 },
  );
});
