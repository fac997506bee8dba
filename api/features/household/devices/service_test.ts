import assert from "node:assert/strict";
import { macOf, withHousehold } from "../../../../tests/support/household_scene.ts";
import { DomainError } from "../../../schema/errors.ts";

const code = (expected: string) => (error: unknown) =>
  error instanceof DomainError && error.code === expected;

Deno.test("a new machine becomes a device once, is reported once, and exists after a restart", () =>
  withHousehold(async ({ meet, devices, raised, restarted, published }) => {
    const mac = macOf(1);
    const id = await meet(mac, {
      name: "Emmas-iPad",
      vendor: "Apple",
      kind: "tablet",
      system: "apple",
    });
    assert.equal(await meet(mac), id);
    assert.deepEqual(raised, [{
      kind: "device.new",
      deviceId: id,
      name: "Emmas-iPad",
      detail: `${mac}|Apple|open|random`,
    }]);
    assert.equal(published.count, 1);
    const next = restarted();
    assert.equal((await next.devices.rows()).devices.length, 1);
    assert.equal(next.devices.deviceOf(mac)?.id, id);
    assert.equal(devices.byId(id)?.personId, 0);
  }));

Deno.test("a device shows data of the household before data of the network, and marks guesses", () =>
  withHousehold(async ({ meet, devices, clock }) => {
    const id = await meet(macOf(1), {
      vendor: "Sonos",
      kind: "speaker",
      addresses: ["192.168.1.9", "fe80::9"],
    });
    const shown = await devices.get(id);
    assert.deepEqual([shown.label, shown.kind, shown.kind_guessed], [
      "Sonos 00:01",
      "speaker",
      true,
    ]);
    assert.deepEqual([shown.person_id, shown.group_id, shown.known, shown.random_mac], [
      0,
      0,
      false,
      true,
    ]);
    assert.deepEqual([shown.present, shown.seen_at], [true, clock.now / 1000]);
    const said = await devices.change(id, { name: "  Kitchen radio ", kind: "iot" });
    assert.deepEqual([said.name, said.label, said.kind, said.kind_guessed, said.known], [
      "Kitchen radio",
      "Kitchen radio",
      "iot",
      false,
      true,
    ]);
    const taken = await devices.change(id, { name: "", kind: "" });
    assert.deepEqual([taken.label, taken.kind, taken.kind_guessed], [
      "Sonos 00:01",
      "speaker",
      true,
    ]);
  }));

Deno.test("names have 1 to 64 characters, are trimmed, and contain no characters that reorder or hide text", () =>
  withHousehold(async ({ meet, devices, people }) => {
    const id = await meet(macOf(1));
    for (const name of ["a\u0007", "\u202eevil", "x".repeat(65), "a\nb", "\ud800"]) {
      await assert.rejects(devices.change(id, { name }), code("bad_value"), JSON.stringify(name));
      await assert.rejects(
        people.add({ name, profile: "teen" }),
        code("bad_value"),
        JSON.stringify(name),
      );
    }
    assert.equal((await devices.change(id, { name: "👨‍👩‍👧 TV" })).name, "👨‍👩‍👧 TV");
    assert.equal((await devices.change(id, { name: "x".repeat(64) })).name.length, 64);
  }));

Deno.test("a device has one owner, several people or none, never both kinds", () =>
  withHousehold(async ({ meet, devices, people, groups }) => {
    const id = await meet(macOf(1));
    const anna = await people.add({ name: "Anna", profile: "adult" });
    const emma = await people.add({ name: "Emma", profile: "child" });
    const leo = await people.add({ name: "Leo", profile: "teen" });
    const room = await groups.add({ name: "Living room" });
    await devices.setGroup(id, room.id);
    const one = await devices.setPeople(id, { person_id: anna.id });
    assert.deepEqual([one.person_id, one.people, one.follows, one.group_id], [
      anna.id,
      undefined,
      undefined,
      room.id,
    ]);
    const shared = await devices.setPeople(id, { people: [leo.id, anna.id, emma.id] });
    assert.deepEqual([shared.people, shared.follows], [[anna.id, emma.id, leo.id], "child"]);
    assert.ok(!("person_id" in shared) && !("group_id" in shared), "absent while it is shared");
    assert.deepEqual((await groups.list())[0].devices, [], "a shared device leaves its group");
    assert.deepEqual((await people.list()).map((one) => [one.devices, one.sharedDevices]), [
      [[], [id]],
      [[], [id]],
      [
        [],
        [id],
      ],
    ]);
    await assert.rejects(devices.setGroup(id, room.id), code("conflict"));
    const alone = await devices.setPeople(id, { people: [leo.id] });
    assert.deepEqual([alone.person_id, alone.people, alone.group_id], [leo.id, undefined, 0]);
    assert.equal((await devices.setPeople(id, { person_id: 0 })).person_id, 0);
    assert.equal((await devices.setPeople(id, { people: [] })).person_id, 0);
    for (
      const owners of [
        {},
        { person_id: anna.id, people: [leo.id] },
        { people: [leo.id, leo.id] },
        {
          people: [leo.id, 99],
        },
        { person_id: 99 },
        { people: Array.from({ length: 21 }, (_, at) => at + 1) },
      ]
    ) {
      await assert.rejects(
        devices.setPeople(id, owners),
        code("bad_value"),
        JSON.stringify(owners),
      );
    }
    await assert.rejects(devices.setPeople(99, { person_id: 0 }), code("not_found"));
  }));

Deno.test("when a person is removed, a device shared by two belongs to the other one", () =>
  withHousehold(async ({ meet, devices, people, restarted }) => {
    const ids = await Promise.all(
      ["Anna", "Ben", "Emma"].map(async (name) =>
        (await people.add({ name, profile: "adult" })).id
      ),
    );
    const [two, three, own] = [await meet(macOf(1)), await meet(macOf(2)), await meet(macOf(3))];
    await devices.setPeople(two, { people: ids.slice(0, 2) });
    await devices.setPeople(three, { people: ids });
    await devices.setPeople(own, { person_id: ids[0] });
    await people.remove(ids[0]);
    for (const household of [{ devices }, restarted()]) {
      const { devices: rows } = await household.devices.rows();
      assert.deepEqual(rows.map(({ personId, people }) => [personId, people]), [[ids[1], []], [
        0,
        ids.slice(1),
      ], [
        0,
        [],
      ]]);
    }
    await assert.rejects(people.remove(ids[0]), code("not_found"));
  }));

Deno.test("a new device is quarantined until a user edits it; a manual quarantine stays", () =>
  withHousehold(async ({ meet, devices, people, box }) => {
    assert.equal((await devices.rows()).newDevices, "open");
    box.newDevices = "held";
    assert.equal((await devices.rows()).newDevices, "held", "from the first question on");
    const emma = await people.add({ name: "Emma", profile: "child" });
    const [held, named, kept] = [await meet(macOf(1)), await meet(macOf(2)), await meet(macOf(3))];
    assert.equal((await devices.get(held)).quarantined, true);
    assert.equal(
      (await devices.change(held, { kind: "tv" })).quarantined,
      true,
      "a kind does not say whose it is",
    );
    assert.equal(
      (await devices.setPeople(held, { person_id: 0 })).quarantined,
      true,
      "nobody is nobody",
    );
    assert.equal((await devices.setPeople(held, { person_id: emma.id })).quarantined, false);
    assert.equal((await devices.change(named, { name: "TV" })).quarantined, false);
    await devices.setQuarantine(kept, true);
    assert.equal((await devices.setPeople(kept, { person_id: emma.id })).quarantined, true);
    assert.equal((await devices.setQuarantine(kept, false)).device.quarantined, false);
  }));

Deno.test("quarantine survives a restart, and the box itself cannot be quarantined", () =>
  withHousehold(async ({ meet, devices, box, restarted }) => {
    const id = await meet(macOf(1));
    const self = await meet(macOf(2));
    const near = await meet(macOf(3), { addresses: ["192.168.1.2"] });
    await devices.setQuarantine(id, true);
    assert.equal((await restarted().devices.get(id)).quarantined, true);
    box.macs.push(macOf(2), macOf(4));
    box.addresses.push("192.168.1.2");
    await assert.rejects(devices.setQuarantine(self, true), code("bad_value"));
    await assert.rejects(devices.setQuarantine(near, true), code("bad_value"));
    await assert.rejects(devices.setQuarantine(99, true), code("not_found"));
    assert.equal(await meet(macOf(4)), 0, "the box is no device of the household");
  }));

Deno.test("the new-device alert is acknowledged when a user edits the device", () =>
  withHousehold(async ({ db, meet, devices, people }) => {
    const phone = await meet(macOf(1));
    const other = await meet(macOf(2));
    const insert =
      'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
      "values (1, ?, 'network', 2, 'administrators', ?, 0, '', '', 1)";
    for (
      const [kind, id] of [["device.new", phone], ["device.new", other], [
        "tunnel.blocked",
        phone,
      ]] as const
    ) {
      await db.run(insert, [kind, id]);
    }
    const anna = await people.add({ name: "Anna", profile: "adult" });
    await devices.setPeople(phone, { person_id: anna.id });
    const open = await db.all(
      "select kind, device_id from alerts where acknowledged = 0 order by id",
    );
    assert.deepEqual(open.map(({ kind, device_id }) => [kind, device_id]), [["device.new", other], [
      "tunnel.blocked",
      phone,
    ]]);
  }));

Deno.test("new devices are not reported during the learning period", () =>
  withHousehold(async ({ meet, learning, raised }) => {
    await learning.begin();
    assert.ok(await meet(macOf(1)) > 0);
    assert.deepEqual(raised, []);
  }));

Deno.test("a device is paused until its last pause ends, a shared one until the first of its people's", () =>
  withHousehold(async ({ meet, devices, people, groups, pauses }) => {
    const id = await meet(macOf(1));
    const anna = await people.add({ name: "Anna", profile: "adult" });
    const emma = await people.add({ name: "Emma", profile: "child" });
    const office = await groups.add({ name: "Office" });
    const until = async () => (await devices.get(id)).paused_until;
    assert.equal(await until(), 0);
    pauses.push({ scope: `person:${anna.id}`, until: 5000 }, {
      scope: `group:${office.id}`,
      until: 7000,
    });
    await devices.setPeople(id, { person_id: anna.id });
    assert.equal(await until(), 5);
    await devices.setGroup(id, office.id);
    assert.equal(await until(), 7);
    await devices.setPeople(id, { people: [anna.id, emma.id] });
    assert.equal(await until(), 0, "a pause of one person is none of the other");
    pauses.push({ scope: `person:${emma.id}`, until: 3000 });
    assert.equal(await until(), 3);
    pauses.push({ scope: `device:${id}`, until: 9000 });
    assert.equal(await until(), 9);
  }));

Deno.test("a machine is assigned by its hardware address in any notation", () =>
  withHousehold(async ({ meet, devices, people, groups, machines }) => {
    const id = await meet("aa:bb:cc:00:00:01");
    const emma = await people.add({ name: "Emma", profile: "child" });
    const office = await groups.add({ name: "Office" });
    assert.equal((await devices.assign("AA-BB-CC-00-00-01", { person_id: emma.id })).id, id);
    assert.equal(
      (await devices.assign("aabb.cc00.0001", { group_id: office.id })).group_id,
      office.id,
    );
    await assert.rejects(
      devices.assign("aa:bb:cc:00:00:02", { person_id: emma.id }),
      code("not_found"),
    );
    machines.set("aa:bb:cc:00:00:02", machines.get("aa:bb:cc:00:00:01")!);
    const fresh = await devices.assign("aa:bb:cc:00:00:02", { people: [emma.id] });
    assert.deepEqual([fresh.person_id, fresh.known], [emma.id, true]);
    for (
      const to of [{}, { person_id: emma.id, group_id: office.id }, { group_id: 99 }, {
        people: [99],
      }]
    ) {
      await assert.rejects(
        devices.assign("aa:bb:cc:00:00:01", to),
        code("bad_value"),
        JSON.stringify(to),
      );
    }
    await assert.rejects(devices.assign("no address", { person_id: emma.id }), code("bad_value"));
  }));

Deno.test("a device can be added once before it is seen", () =>
  withHousehold(async ({ devices, meet }) => {
    const added = await devices.add("AA:BB:CC:00:00:01", { name: "Printer", kind: "printer" });
    assert.deepEqual([added.macs, added.name, added.known, added.present], [
      ["aa:bb:cc:00:00:01"],
      "Printer",
      true,
      false,
    ]);
    assert.equal(await meet("aa:bb:cc:00:00:01"), added.id);
    await assert.rejects(devices.add("aabbcc000001", {}), code("conflict"));
    for (const none of ["none", "ff:ff:ff:ff:ff:ff", "01:00:5e:00:00:01", "00:00:00:00:00:00"]) {
      await assert.rejects(devices.add(none, {}), code("bad_value"), none);
    }
  }));

Deno.test("devices that no user edited are removed with the network, others stay", () =>
  withHousehold(async ({ meet, devices, db }) => {
    const ids = [];
    for (let at = 1; at <= 5; at++) ids.push(await meet(macOf(at)));
    await devices.change(ids[0], { name: "TV" });
    await devices.change(ids[1], { kind: "tv" });
    await devices.setQuarantine(ids[2], false);
    await db.run(
      "insert into pauses (scope, until, started, started_by) values (?, 1, 1, 'anna')",
      [
        `device:${ids[3]}`,
      ],
    );
    assert.equal(await devices.forgetUntouched(), 1);
    assert.deepEqual((await devices.rows()).devices.map(({ id }) => id), ids.slice(0, 4));
    assert.ok(await meet(macOf(5)) > ids[4], "a number is given once");
  }));

Deno.test("devices are listed by page, person, group and name", () =>
  withHousehold(async ({ meet, devices, people, groups }) => {
    const emma = await people.add({ name: "Emma", profile: "child" });
    const ben = await people.add({ name: "Ben", profile: "adult" });
    const office = await groups.add({ name: "Office" });
    const ids: number[] = [];
    for (let at = 1; at <= 5; at++) {
      ids.push(await meet(macOf(at), { addresses: [`192.168.1.${at}`], vendor: "Acme" }));
    }
    await devices.setPeople(ids[0], { person_id: emma.id });
    await devices.setPeople(ids[1], { people: [emma.id, ben.id] });
    await devices.setGroup(ids[2], office.id);
    const of = async (filter: Parameters<typeof devices.page>[0], limit = 100, after = 0) =>
      (await devices.page(filter, limit, after)).map(({ id }) => id);
    assert.deepEqual(await of({}, 2), ids.slice(0, 2));
    assert.deepEqual(await of({}, 2, ids[1]), ids.slice(2, 4));
    assert.deepEqual(await of({ person: emma.id }), ids.slice(0, 2));
    assert.deepEqual(await of({ person: 0 }), ids.slice(2));
    assert.deepEqual(await of({ group: office.id }), [ids[2]]);
    assert.deepEqual(
      await of({ group: 0 }),
      [ids[0], ids[3], ids[4]],
      "a shared one is in no group and not without",
    );
    assert.deepEqual(await of({ q: "ACME 00:04" }), [ids[3]]);
    assert.deepEqual(await of({ q: "192.168.1.5" }), [ids[4]]);
  }));

Deno.test("a new device is protected as a child's until it has a person or is approved", () =>
  withHousehold(async ({ meet, devices, people, groups, box, restarted }) => {
    box.newDevices = "child";
    const emma = await people.add({ name: "Emma", profile: "adult" });
    const [first, second, third] = [
      await meet(macOf(1)),
      await meet(macOf(2)),
      await meet(macOf(3)),
    ];
    const followed = async (id: number) =>
      (await devices.rows()).devices.find((device) => device.id === id)!.follows;
    assert.deepEqual([await followed(first), (await devices.get(first)).follows], [
      "child",
      "child",
    ]);
    assert.equal((await restarted().devices.get(first)).follows, "child");
    assert.equal((await devices.change(first, { name: "Game" })).follows, "child");
    assert.equal((await devices.setPeople(first, { person_id: emma.id })).follows, undefined);
    const home = await groups.add({ name: "Home" });
    assert.equal((await devices.setGroup(second, home.id)).follows, undefined);
    const { follows, known } = await devices.approve(third);
    assert.deepEqual([follows, known, await followed(third)], [undefined, true, undefined]);
  }));

Deno.test("the alert of a new device says what became of it, and approving lets it out", () =>
  withHousehold(async ({ meet, devices, box, raised }) => {
    box.newDevices = "held";
    const id = await meet(macOf(1));
    const alert = raised.find(({ kind }) => kind === "device.new");
    assert.match(alert?.detail ?? "", /\|held\|random$/);
    assert.equal((await devices.get(id)).quarantined, true);
    assert.deepEqual(
      (({ quarantined, known }) => [quarantined, known])(await devices.approve(id)),
      [
        false,
        true,
      ],
    );
    await assert.rejects(devices.approve(99), code("not_found"));
  }));
