import assert from "node:assert/strict";
import { macOf, withHousehold } from "../../../../tests/support/household_scene.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";

const code = (expected: string) => (error: unknown) =>
  error instanceof DomainError && error.code === expected;

async function sayOf(db: Database, device: number, domain: string, value = "block"): Promise<void> {
  const scope = `device:${device}`;
  await db.batch([
    {
      sql:
        "insert into rules (scope, domain, action, kind, types, target, until, created, changed, changed_by) " +
        "values (?, ?, ?, 'exact', '[]', '[]', 0, 1, 1, 'anna')",
      args: [scope, domain, value],
    },
    {
      sql:
        "insert into choices (scope, kind, key, value, changed, changed_by) values (?, 'service', ?, ?, 1, 'anna')",
      args: [scope, domain, value],
    },
    {
      sql:
        "insert into tunnels (who, domain, score, found, last, detail) values (?, ?, 1, 1, 1, '')",
      args: [scope, domain],
    },
    {
      sql:
        'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
        "values (1, 'device.new', 'network', 2, 'administrators', ?, 0, ?, '', 1)",
      args: [device, domain],
    },
  ]);
}

Deno.test("merging moves machines, rules, choices, pause, tunnels and alerts to the device that stays", () =>
  withHousehold(async ({ meet, devices, db, restarted }) => {
    const kept = await meet(macOf(1));
    const other = await meet(macOf(2));
    await sayOf(db, kept, "both.example", "allow");
    await sayOf(db, other, "both.example", "block");
    await sayOf(db, other, "other.example");
    await db.run("insert into pauses values (?, 99, 1, 'anna')", [`device:${other}`]);
    await devices.change(other, { name: "Old phone", kind: "phone" });
    const { kept: one } = await devices.merge(kept, other);
    assert.deepEqual([one.id, one.name, one.kind, one.macs], [kept, "Old phone", "phone", [
      macOf(1),
      macOf(2),
    ]]);
    const scope = `device:${kept}`;
    const of = (sql: string) => db.all(sql).then((rows) => rows.map((row) => Object.values(row)));
    assert.deepEqual(await of("select scope, domain, action from rules order by domain"), [
      [scope, "both.example", "allow"],
      [scope, "other.example", "block"],
    ]);
    assert.deepEqual(await of("select scope, key, value from choices order by key"), [
      [scope, "both.example", "allow"],
      [scope, "other.example", "block"],
    ]);
    assert.deepEqual(await of("select who, domain from tunnels order by domain"), [
      [scope, "both.example"],
      [scope, "other.example"],
    ]);
    assert.deepEqual(await of("select scope, until from pauses"), [[scope, 99]]);
    assert.deepEqual(await of("select distinct device_id from alerts"), [[kept]]);
    const next = restarted();
    await next.devices.rows();
    assert.equal(next.devices.deviceOf(macOf(2))?.id, kept);
    await assert.rejects(devices.get(other), code("not_found"));
    await assert.rejects(devices.merge(kept, other), code("not_found"));
    await assert.rejects(devices.merge(kept, kept), code("bad_value"));
  }));

Deno.test("two devices shared by different people are not merged, so no person loses a protection", () =>
  withHousehold(async ({ meet, devices, people }) => {
    const [anna, ben, emma] = await Promise.all(
      ["Anna", "Ben", "Emma"].map(async (name) =>
        (await people.add({ name, profile: "adult" })).id
      ),
    );
    const [first, second, third] = [
      await meet(macOf(1)),
      await meet(macOf(2)),
      await meet(macOf(3)),
    ];
    await devices.setPeople(first, { people: [anna, ben] });
    await devices.setPeople(second, { people: [anna, emma] });
    await devices.setPeople(third, { person_id: emma });
    await assert.rejects(devices.merge(first, second), code("conflict"));
    await assert.rejects(devices.merge(first, third), code("conflict"));
    const { kept } = await devices.merge(third, second);
    assert.deepEqual(kept.people, [anna, emma], "the one that is hers alone becomes shared");
    await devices.setPeople(first, { people: [emma, anna] });
    assert.deepEqual((await devices.merge(first, third)).kept.people, [anna, emma]);
  }));

Deno.test("the remaining device keeps its person, group and name, and a quarantine set by a user", () =>
  withHousehold(async ({ meet, devices, people, groups, box }) => {
    const anna = await people.add({ name: "Anna", profile: "adult" });
    const ben = await people.add({ name: "Ben", profile: "adult" });
    const office = await groups.add({ name: "Office" });
    const first = await meet(macOf(1));
    const second = await meet(macOf(2));
    await devices.setPeople(first, { person_id: anna.id });
    await devices.setPeople(second, { person_id: ben.id });
    await devices.setGroup(second, office.id);
    await devices.setQuarantine(second, true);
    const { kept } = await devices.merge(first, second);
    assert.deepEqual([kept.person_id, kept.group_id, kept.quarantined], [anna.id, office.id, true]);
    await devices.setQuarantine(first, false);
    box.newDevices = "held";
    const third = await meet(macOf(3));
    assert.equal(
      (await devices.merge(first, third)).kept.quarantined,
      false,
      "merging says what the new one is",
    );
  }));
