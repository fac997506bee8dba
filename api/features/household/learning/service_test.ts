import assert from "node:assert/strict";
import {
  HOUSEHOLD_START,
  macOf,
  withHousehold,
} from "../../../../tests/support/household_scene.ts";

const DAY = 86_400_000;
const NO_LISTS: ReadonlySet<string> = new Set();

Deno.test("new devices are collected for seven days, then one alert follows, and later devices are reported", () =>
  withHousehold(async ({ meet, learning, raised, clock, restarted }) => {
    await meet(macOf(1));
    clock.now += 60_000;
    await learning.begin();
    assert.equal(raised.length, 1, "an earlier machine raises no alert again");
    await meet(macOf(2), { name: "TV" });
    await learning.tell();
    assert.equal(raised.length, 1);
    clock.now += 7 * DAY - 1000;
    assert.equal((await restarted().learning.state()).active, true, "a start does not end it");
    clock.now += 1000;
    assert.equal(learning.active, false);
    await learning.tell();
    assert.deepEqual(raised[1], { kind: "learning.ended", detail: "2" });
    clock.now += 1000;
    await meet(macOf(3));
    assert.equal((await learning.gathered(await learning.devices())).length, 2);
    assert.equal(raised[2].kind, "device.new");
    await learning.begin();
    assert.equal(learning.active, false, "it begins once");
  }));

Deno.test("devices seen before the installation was finished are included in learning", () =>
  withHousehold(async ({ db, meet, learning }) => {
    const ids = [await meet(macOf(1)), await meet(macOf(2))];
    const insert =
      'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
      "values (1, ?, 'network', 2, 'administrators', ?, 0, '', '', 1)";
    for (const [i, kind] of ["device.new", "device.new", "tunnel.blocked"].entries()) {
      await db.run(insert, [kind, ids[i % 2]]);
    }
    await learning.begin();
    const open = await db.all("select kind from alerts where acknowledged = 0");
    assert.deepEqual(open.map(({ kind }) => kind), ["tunnel.blocked"]);
  }));

Deno.test("learning can be ended early, and its proposals dismissed afterwards", () =>
  withHousehold(async ({ learning, raised, meet, clock }) => {
    assert.deepEqual(await learning.end(), { started: 0, until: 0, done: true, active: false });
    await learning.begin();
    await meet(macOf(1));
    clock.now += DAY;
    const ended = await learning.end();
    assert.deepEqual([ended.active, ended.done, ended.until], [
      false,
      false,
      (HOUSEHOLD_START + DAY) / 1000,
    ]);
    assert.equal((await learning.end()).done, true);
    await learning.tell();
    assert.deepEqual(raised, []);
  }));

Deno.test("a clock set far back ends learning, so that new devices are reported", () =>
  withHousehold(async ({ learning, clock }) => {
    await learning.begin();
    clock.now -= DAY;
    assert.equal(learning.active, false);
  }));

Deno.test("people, names, groups and protections are proposed from observations, except existing ones", () =>
  withHousehold(async ({ meet, learning, people, groups, devices }) => {
    const phone = await meet(macOf(1), { name: "Annas-iPhone", kind: "phone" });
    const tablet = await meet(macOf(2), { name: "iPad von Anna", kind: "tablet" });
    const tv = await meet(macOf(3), {
      name: "Living-Room-TV",
      kind: "tv",
      vendor: "Samsung Electronics",
    });
    const radio = await meet(macOf(4), { kind: "speaker", vendor: "Sonos" });
    const offered = new Set(["hagezi-samsung", "hagezi-lg", "blp-smart-tv"]);
    const found = learning.proposals(await learning.devices(), offered);
    assert.deepEqual(found.map(({ id, name, devices, to }) => [id, name, devices, to]), [
      [`person-${phone}`, "Anna", [phone, tablet], 0],
      [`name-${phone}`, "Annas iPhone", [phone], 0],
      [`name-${tablet}`, "iPad von Anna", [tablet], 0],
      [`name-${tv}`, "Living Room TV", [tv], 0],
      ["group-tv", "Entertainment", [tv, radio], 0],
      ["setting-quarantine", "new_devices", [], 0],
      ["list-hagezi-samsung", "hagezi-samsung", [tv], 0],
      ["list-blp-smart-tv", "blp-smart-tv", [tv], 0],
    ]);
    const anna = await people.add({ name: "Anna", profile: "adult" });
    await devices.setPeople(phone, { person_id: anna.id });
    await devices.change(phone, { name: "Phone" });
    const room = await groups.add({ name: "entertainment" });
    await devices.setGroup(tv, room.id);
    const left = learning.proposals(await learning.devices(), NO_LISTS);
    assert.deepEqual(left.map(({ id, devices, to }) => [id, devices, to]), [
      [`person-${tablet}`, [tablet], anna.id],
      [`name-${tablet}`, [tablet], 0],
      [`name-${tv}`, [tv], 0],
      ["group-tv", [radio], room.id],
      ["setting-quarantine", [], 0],
    ]);
  }));
