/** What is counted once for a state of the household is never outdated. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { macOf } from "../../../../tests/support/household_scene.ts";
import { HoursScene } from "../../../../tests/support/hours_scene.ts";
import { DomainError } from "../../../schema/errors.ts";

const MINUTE = 60_000;
const STEPS = 120;
const DEVICES = 6;

type Step = (scene: HoursScene) => unknown;

/** Picks one of those that exist, so that removed ones do not leave the steps without effect. */
const place = fc.integer({ min: 0, max: 99 });
const pick = (ids: ReadonlyMap<number, unknown>, at: number) => [...ids.keys()][at % ids.size] ?? 0;
const personAt = ({ household }: HoursScene, at: number) => pick(household.household.people, at);
const deviceAt = ({ household }: HoursScene, at: number) => pick(household.household.devices, at);

const profile = fc.constantFrom("child", "teen", "adult" as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(place, place).map(([device, person]): Step => (scene) =>
    scene.household.devices.setPeople(deviceAt(scene, device), {
      person_id: personAt(scene, person),
    })
  ),
  fc.tuple(place, place, place).map(([device, one, other]): Step => (scene) =>
    scene.household.devices.setPeople(deviceAt(scene, device), {
      people: [personAt(scene, one), personAt(scene, other)],
    })
  ),
  place.map((at): Step => (scene) =>
    scene.household.devices.setPeople(deviceAt(scene, at), { people: [] })
  ),
  place.map((at): Step => (scene) => scene.household.devices.remove(deviceAt(scene, at))),
  place.map((at): Step => ({ household }) => household.devices.add(macOf(at), { name: `d${at}` })),
  fc.tuple(place, profile).map(([at, profile]): Step => (scene) =>
    scene.household.people.change(personAt(scene, at), { profile })
  ),
  place.map((at): Step => (scene) => scene.household.people.remove(personAt(scene, at))),
  fc.tuple(place, profile).map(([at, profile]): Step => (scene) => scene.person(`p${at}`, profile)),
  fc.tuple(place, fc.integer({ min: 1, max: 80 })).map(([at, quarters]): Step => (scene) =>
    scene.hours.setSchedule(personAt(scene, at), {
      enabled: true,
      grid: "1".repeat(quarters).padEnd(672, "0"),
    }, "x")
  ),
  place.map((at): Step => (scene) => scene.hours.setMode(personAt(scene, at), "cut", "30", "x")),
  fc.boolean().map((known): Step => (scene) => void (scene.timeKnown = known)),
  fc.boolean().map((away): Step => (scene) => {
    const day = new Date(scene.now).toISOString().slice(0, 10);
    scene.vacations = away ? [{ firstDay: day, lastDay: day }] : [];
  }),
  fc.integer({ min: 1, max: 1000 }).map((more): Step => (scene) =>
    scene.until(scene.now + more * MINUTE)
  ),
);

Deno.test("property: hours after any changes are those that a restart counts anew", () =>
  HoursScene.run(async (scene) => {
    for (const profile of ["child", "teen", "adult"] as const) await scene.person(profile, profile);
    for (let id = 1; id <= DEVICES; id++) {
      await scene.household.devices.add(macOf(id), { name: `d${id}` });
    }
    const seen = new Set<string>();
    for (const each of fc.sample(step, { seed: 15, numRuns: STEPS })) {
      try {
        await each(scene);
      } catch (error) {
        assert.ok(error instanceof DomainError, String(error));
      }
      const found = await scene.hours.schedules();
      assert.deepEqual(found, await scene.restarted().schedules());
      seen.add(JSON.stringify({ ...found, now: 0 }));
    }
    assert.ok(seen.size > STEPS / 3, `the steps changed little: ${seen.size}`);
  }));

Deno.test("a household whose database was replaced is counted anew", () =>
  HoursScene.run(async (scene) => {
    const emma = await scene.person("Emma", "child");
    const { id } = await scene.household.devices.add(macOf(1), { name: "Tablet" });
    await scene.household.devices.setPeople(id, { person_id: emma });
    assert.equal((await scene.hours.schedules()).people[0].devices, 1);
    await scene.household.db.run("update devices set person_id = null");
    await scene.household.household.reload();
    assert.equal((await scene.hours.schedules()).people[0].devices, 0);
    assert.equal((await scene.hours.schedules()).cut_reach.children.devices, 0);
  }));
