import assert from "node:assert/strict";
import { journalLines, measureJournal } from "./journal.ts";

/** Ten million rows in the long run, where the figures are for a person to read. */
const LONG = Deno.env.get("BOX_LONG") === "1";
const ROWS = Number(Deno.env.get("JOURNAL_ROWS") ?? 60_000);

Deno.test("Every search of a long journal finds its rows, or says where it continues", async () => {
  const measured = await measureJournal(ROWS);
  if (LONG) console.log(journalLines(measured));
  const found = (what: string) => measured.find((search) => search.what === what)!;
  const full = [
    "everything",
    "name part, common",
    "name, ending",
    "device, common",
    "devices of a person",
    "devices of a group",
    "devices of a large group",
    "blocked",
    "allowed",
    "type, common",
    "until the fifth day",
  ];
  for (const what of full) {
    assert.deepEqual([found(what).found, found(what).more], [100, true], what);
  }
  assert.deepEqual([found("name part, rare").found, found("name part, rare").more], [1, false]);
  for (const what of ["name part, none", "client, unknown", "device, unknown"]) {
    assert.deepEqual([found(what).found, found(what).more], [0, false]);
  }
  assert.equal(found("type, none").found, 0);
});
