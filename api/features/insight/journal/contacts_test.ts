import assert from "node:assert/strict";
import {
  BLOCKED,
  DAY,
  NOW,
  QUERY,
  recordAll,
  withJournal,
} from "../../../../tests/support/journal_scene.ts";
import { CONTACT_BOUNDS, readContacts } from "./contacts.ts";

const PHONE = 3;

Deno.test("contacts() are the answered names of one device, with first and last time", () =>
  withJournal(async ({ journal }) => {
    const shop = { ...QUERY, device: PHONE, name: "shop.example" };
    await recordAll(journal, [
      { ...shop, time: NOW - 20 * DAY },
      { ...shop, time: NOW - 6 * DAY, status: "cached", answer: "" },
      { ...shop, time: NOW, status: "stale", answer: "CNAME a.example, 192.0.2.7" },
      { ...shop, name: "other.example", device: 4 },
      { ...shop, name: "unknown.example", device: 0 },
      { ...shop, name: "local.example", status: "local" },
      { ...shop, name: "failed.example", status: "failed" },
      { ...shop, name: "gone.example", rcode: 3 },
      { ...shop, name: "" },
      { ...BLOCKED, device: PHONE },
    ]);
    assert.deepEqual(await journal.contacts(PHONE), {
      names: [{
        name: "shop.example",
        first: NOW - 20 * DAY,
        last: NOW,
        count: 3,
        answer: "CNAME a.example, 192.0.2.7",
      }],
      since: NOW - 20 * DAY,
      complete: true,
    });
    assert.deepEqual(await journal.contacts(9), { names: [], since: 0, complete: true });
  }));

Deno.test("contacts() of an empty journal are none", () =>
  withJournal(async ({ journal }) => {
    assert.deepEqual(await journal.contacts(PHONE), { names: [], since: 0, complete: true });
  }));

Deno.test("readContacts() reads pieces, newest first, until its time or its names are over", () =>
  withJournal(async ({ journal, database }) => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...QUERY,
      device: PHONE,
      name: `n${i % 20}.example`,
      time: NOW - (60 - i) * 1000,
    }));
    await recordAll(journal, rows);
    const read = (bounds: Partial<typeof CONTACT_BOUNDS>, now = () => NOW) =>
      readContacts(database, PHONE, now, { ...CONTACT_BOUNDS, ...bounds });
    const whole = await read({});
    const pieces = await read({ piece: 7 });
    const sorted = (found: typeof whole) => found.names.toSorted((a, b) => a.first - b.first);
    assert.deepEqual(sorted(pieces), sorted(whole));
    assert.equal(whole.names.length, 20);
    assert.ok(whole.names.every(({ count }) => count === 3));
    let clock = NOW;
    const cut = await read({ piece: 10, budget: 5 }, () => clock += 4);
    assert.equal(cut.complete, false);
    assert.ok(cut.since > NOW - 60_000, String(cut.since - NOW));
    const few = await read({ names: 5 });
    assert.deepEqual([few.names.length, few.complete], [5, false]);
  }));

Deno.test("readContacts() knows all names since the time that it reached", () =>
  withJournal(async ({ journal, database }) => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...QUERY,
      device: PHONE,
      name: `n${i}.example`,
      time: NOW - (60 - i) * 1000,
    }));
    await recordAll(journal, rows);
    const bounds = { ...CONTACT_BOUNDS, piece: 10, names: 25 };
    const { names, since, complete } = await readContacts(database, PHONE, () => NOW, bounds);
    assert.equal(complete, false);
    assert.ok(names.length > 0 && names.length <= 25, String(names.length));
    const expected = rows.filter(({ time }) => time >= since).map(({ name }) => name).sort();
    assert.deepEqual(names.map(({ name }) => name).sort(), expected);
  }));

Deno.test("readContacts() reads a rare device at once, however many entries are of others", () =>
  withJournal(async ({ journal, database }) => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
      ...QUERY,
      device: i % 80 === 0 ? PHONE : PHONE + 1,
      name: `n${i}.example`,
      time: NOW - (400 - i) * 1000,
    }));
    await recordAll(journal, rows);
    let counted = 0;
    const read = (piece: number) =>
      readContacts(
        {
          ...database,
          all: (sql, args) => {
            if (sql.includes("group by")) counted++;
            return database.all(sql, args);
          },
        },
        PHONE,
        () => NOW,
        { ...CONTACT_BOUNDS, piece },
      );
    for (const [piece, pieces] of [[5, 1], [4, 2], [2, 3], [1, 5]]) {
      counted = 0;
      const { names, complete } = await read(piece);
      assert.deepEqual([names.length, complete, counted], [5, true, pieces], `piece ${piece}`);
    }
  }));

Deno.test("readContacts() reads answers with any characters", () =>
  withJournal(async ({ journal, database }) => {
    const answer = `TXT "a\\"b" {}[], \u00fc\n\u{1f600}`;
    await recordAll(journal, [{ ...QUERY, device: PHONE, answer }, { ...QUERY, device: PHONE }]);
    const { names: [contact] } = await readContacts(database, PHONE, () => NOW);
    assert.deepEqual([contact.answer, contact.count], [answer, 2]);
    // A damaged text does not prevent reading.
    await database.run("update queries set answer = cast(x'41ff2242' as text)");
    const { names: [damaged] } = await readContacts(database, PHONE, () => NOW);
    assert.equal(damaged.answer, 'A\ufffd"B');
  }));
