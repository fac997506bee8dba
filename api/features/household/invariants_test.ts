/**
 * After any sequence of changes a device has one owner or is shared, and memory equals the
 * database.
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type HouseholdScene,
  macOf,
  withHousehold,
} from "../../../tests/support/household_scene.ts";
import { PROFILES } from "../../../policy/model/household.ts";
import { DomainError } from "../../schema/errors.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 12) };
const id = fc.integer({ min: 0, max: 6 });
const act = fc.oneof(
  fc.record({
    do: fc.constant("person" as const),
    name: fc.string({ maxLength: 4 }),
    profile: fc.constantFrom(...PROFILES),
  }),
  fc.record({ do: fc.constant("group" as const), name: fc.string({ maxLength: 4 }) }),
  fc.record({ do: fc.constant("meet" as const), mac: fc.integer({ min: 1, max: 8 }) }),
  fc.record({
    do: fc.constant("share" as const),
    device: id,
    people: fc.array(id, { maxLength: 4 }),
  }),
  fc.record({ do: fc.constant("give" as const), device: id, person: id }),
  fc.record({ do: fc.constant("put" as const), device: id, group: id }),
  fc.record({ do: fc.constant("hold" as const), device: id, on: fc.boolean() }),
  fc.record({ do: fc.constant("merge" as const), device: id, other: id }),
  fc.record({ do: fc.constant("forget" as const), device: id }),
  fc.record({ do: fc.constant("leave" as const), person: id }),
  fc.record({ do: fc.constant("dissolve" as const), group: id }),
  fc.record({
    do: fc.constant("grow" as const),
    person: id,
    profile: fc.constantFrom(...PROFILES),
  }),
  fc.record({ do: fc.constant("agree" as const), person: id, agree: fc.boolean() }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function done(
  what: Act,
  { people, groups, devices, meet }: HouseholdScene,
): Promise<unknown> {
  switch (what.do) {
    case "person":
      return await people.add(what);
    case "group":
      return await groups.add(what);
    case "meet":
      return await meet(macOf(what.mac));
    case "share":
      return await devices.setPeople(what.device, { people: what.people });
    case "give":
      return await devices.setPeople(what.device, { person_id: what.person });
    case "put":
      return await devices.setGroup(what.device, what.group);
    case "hold":
      return await devices.setQuarantine(what.device, what.on);
    case "merge":
      return await devices.merge(what.device, what.other);
    case "forget":
      return await devices.remove(what.device);
    case "leave":
      return await people.remove(what.person);
    case "dissolve":
      return await groups.remove(what.group);
    case "grow":
      return await people.change(what.person, { profile: what.profile });
    case "agree":
      return await people.agree(what.person, what.agree);
  }
}

async function holds(
  { household, devices, people, groups, restarted }: HouseholdScene,
): Promise<void> {
  const { devices: rows } = await devices.rows();
  const everybody = household.people;
  const macs = rows.flatMap((row) => row.macs);
  assert.equal(new Set(macs).size, macs.length, "a hardware address is of one device");
  for (const { id, personId, people: sharing, groupId, macs } of rows) {
    assert.ok(macs.length > 0);
    assert.ok(personId === 0 || everybody.has(personId));
    assert.ok(groupId === 0 || household.groups.has(groupId));
    assert.ok(sharing.length !== 1 && sharing.every((one) => everybody.has(one)));
    assert.deepEqual(sharing, [...new Set(sharing)].sort((a, b) => a - b));
    if (sharing.length > 0) {
      assert.deepEqual([personId, groupId], [0, 0], "shared = no person, no group");
    }
    const shown = await devices.get(id);
    const profiles = sharing.map((one) => everybody.get(one)!.profile);
    assert.equal(shown.follows, PROFILES.find((profile) => profiles.includes(profile)));
  }
  for (const person of await people.list()) {
    assert.deepEqual(
      person.devices,
      rows.filter(({ personId }) => personId === person.id).map(({ id }) => id),
    );
    assert.deepEqual(
      person.sharedDevices,
      rows.filter((row) => row.people.includes(person.id)).map(({ id }) => id),
    );
    assert.ok(person.profile === "adult" || !person.detailedReports);
  }
  const next = restarted();
  const sorted = async (one: Pick<HouseholdScene, "devices" | "people" | "groups">) => {
    const { devices, people } = await one.devices.rows();
    return {
      people,
      devices: devices.sort((a, b) => a.id - b.id),
      groups: await one.groups.list(),
      all: await one.people.list(),
    };
  };
  assert.deepEqual(await sorted({ devices, people, groups }), await sorted(next));
}

Deno.test("the household stays consistent after any changes, and equal after a restart", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), (acts) =>
      withHousehold(async (scene) => {
        for (const name of ["Anna", "Ben"]) await scene.people.add({ name, profile: "adult" });
        for (let at = 1; at <= 3; at++) await scene.meet(macOf(at));
        for (const what of acts) {
          await done(what, scene).catch((error) =>
            assert.ok(error instanceof DomainError, `${what.do}: ${error}`)
          );
        }
        await holds(scene);
      })),
    RUNS,
  );
});
