import assert from "node:assert/strict";
import { macOf, withHousehold } from "../../../tests/support/household_scene.ts";
import { createClientDirectory } from "../../app/client_directory.ts";
import { readActivityScope } from "../insight/activity/activity_scope.ts";
import { NamePrivacy } from "../insight/name_privacy.ts";

const NONE = { log: 0, reports: 0 };

Deno.test("queries of an adult without consent stay private after the device has another owner", () =>
  withHousehold(async ({ people, devices, household, meet, clock, restarted }) => {
    const mum = (await people.add({ name: "Mum", profile: "adult" })).id;
    const dad = (await people.add({ name: "Dad", profile: "adult" })).id;
    await people.agree(dad, true);
    const given: number[] = [];
    for (let at = 1; at <= 7; at++) given.push(await meet(macOf(at)));
    const [handed, shared, merged, other, forgotten, grown, agreed] = given;
    for (const id of [handed, other, grown]) await devices.setPeople(id, { person_id: mum });
    for (const id of [shared, forgotten]) await devices.setPeople(id, { people: [mum, dad] });
    await devices.setPeople(merged, { person_id: dad });
    await devices.setPeople(agreed, { person_id: dad });
    assert.deepEqual(given.map((id) => household.privateUntil(id)), given.map(() => NONE));
    clock.now += 3_600_500;
    const moment = Math.ceil(clock.now / 1000);
    await devices.setPeople(handed, { person_id: dad });
    await devices.setPeople(shared, { person_id: dad });
    await devices.setPeople(other, { person_id: dad });
    await devices.merge(merged, other);
    await devices.remove(forgotten);
    await devices.setPeople(agreed, { person_id: mum });
    await people.change(mum, { profile: "child" });
    const next = restarted();
    await next.household.ready();
    for (const repository of [household, next.household]) {
      const until = (id: number) => repository.privateUntil(id);
      assert.deepEqual(until(handed), { log: 0, reports: moment }, "given away");
      assert.deepEqual(until(shared), { log: moment, reports: moment }, "shared no more");
      assert.deepEqual(until(merged), { log: 0, reports: moment }, "merged");
      assert.deepEqual(until(forgotten), { log: moment, reports: moment }, "forgotten");
      assert.deepEqual(until(grown), { log: 0, reports: moment }, "of a child now");
    }
    assert.deepEqual(household.privateUntil(agreed), { log: 0, reports: moment });
    const askers = createClientDirectory({ household, devices }, () => undefined);
    const privacy = new NamePrivacy(askers);
    const before = clock.now - 1000;
    const after = clock.now + 1000;
    assert.deepEqual(
      [shared, forgotten, handed].map((id) => [
        privacy.hides(id, before),
        privacy.hides(id, after),
      ]),
      [[true, false], [true, false], [true, false]],
    );
    assert.ok([shared, forgotten, handed].every((id) => privacy.hiding().includes(id)));
    assert.deepEqual(privacy.hiding(after), []);
    const scope = { kind: "device", id: handed } as const;
    assert.deepEqual(
      [moment - 60, moment].map((since) => readActivityScope(askers, scope, since)!.private),
      [true, false],
    );
    const mine = readActivityScope(askers, { kind: "person", id: dad }, moment - 60)!;
    assert.ok(!mine.own.includes(handed), "the new owner is shown the names of the one before");
    assert.ok(readActivityScope(askers, { kind: "person", id: dad }, moment)!.own.includes(handed));
  }));

Deno.test("queries that were not private stay visible", () =>
  withHousehold(async ({ people, devices, household, meet, clock }) => {
    const dad = (await people.add({ name: "Dad", profile: "adult" })).id;
    const kid = (await people.add({ name: "Kid", profile: "child" })).id;
    await people.agree(dad, true);
    const id = await meet(macOf(1));
    clock.now += 60_000;
    await devices.setPeople(id, { people: [dad, kid] });
    await devices.setPeople(id, { person_id: kid });
    await devices.setPeople(id, { person_id: 0 });
    await people.remove(kid);
    assert.deepEqual(household.privateUntil(id), NONE);
    await people.agree(dad, false);
    await devices.setPeople(id, { person_id: dad });
    await people.agree(dad, true);
    assert.deepEqual(household.privateUntil(id), NONE, "a consent holds for the past too");
    await people.agree(dad, false);
    await people.remove(dad);
    assert.equal(household.privateUntil(id).reports, Math.ceil(clock.now / 1000));
  }));
