/** The servers of spyware that devices of a person contacted. */
import assert from "node:assert/strict";
import { Alerts } from "../../../events/alerts.ts";
import { calendar } from "../../../events/calendar.ts";
import { openInProcess } from "../../../../tests/support/in_process_database.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { pageStatement } from "../../../events/alert_rows.ts";
import { findContacts } from "./found.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1, 12);

Deno.test("the notices of a device and a server are one contact, whatever the days and their number", async () => {
  let now = START;
  const runtime = testRuntime({ now: () => now, after: () => () => {} });
  const db = openInProcess("box", ":memory:", () => false);
  try {
    const dayOf = calendar(() => "Europe/Paris");
    const alerts = new Alerts({ db, runtime, dayOf, days: () => 365 });
    const raise = (deviceId: number, name: string, detail = "") =>
      alerts.raiseWith([{ kind: "spyware.mine", deviceId, personId: 4, name, detail }], []);
    for (let day = 0; day < 29; day++) {
      now = START + day * DAY;
      // More notices than are read at once.
      for (let server = 0; server < 9; server++) await raise(3, `s${server}.example`, "blocked");
      for (let server = 0; server < 9; server++) {
        now++;
        await raise(3, `s${server}.example`);
      }
    }
    await raise(5, "s0.example", "blocked");
    now++;
    await raise(3, "s1.example", "blocked");
    const contacts = await findContacts(alerts, runtime, 4);
    assert.equal(contacts.length, 10);
    assert.equal((await alerts.page({ person: 4 }, 1000)).length, 523);
    const last = START + 28 * DAY + 10;
    // 29 days with nine servers, twice each; more of the same day is counted in the same notice.
    const number = 29 * 9 * 2;
    const about = { deviceId: 3, time: START, count: 58 };
    assert.deepEqual(contacts.slice(0, 3), [
      { ...about, name: "s1.example", last, count: 59, blocked: true, newest: number - 7 },
      {
        deviceId: 5,
        name: "s0.example",
        time: last - 1,
        last: last - 1,
        count: 1,
        blocked: true,
        newest: number + 1,
      },
      { ...about, name: "s8.example", last: last - 1, blocked: false, newest: number },
    ]);
    assert.deepEqual(await findContacts(alerts, runtime, 5), []);
    now += 30 * DAY;
    assert.deepEqual(await findContacts(alerts, runtime, 4), [], "after 30 days");
  } finally {
    await db.close();
  }
});

Deno.test("the notices of a person are found by an index, however many alerts there are", async () => {
  const db = openInProcess("box", ":memory:", () => false);
  try {
    const { sql, args } = pageStatement(
      { kind: "spyware.mine", person: 4, from: START },
      100,
      9e15,
    );
    const plan = await db.all(`explain query plan ${sql}`, args);
    assert.match(plan.map(({ detail }) => String(detail)).join(), /USING INDEX alerts_person/);
    const all = pageStatement({ kind: "spyware", from: START }, 100, 9e15);
    const others = await db.all(`explain query plan ${all.sql}`, all.args);
    assert.doesNotMatch(others.map(({ detail }) => String(detail)).join(), /alerts_person/);
  } finally {
    await db.close();
  }
});
