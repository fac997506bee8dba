import fc from "fast-check";
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { boxServices } from "./box_services.ts";
import type { Person } from "./people.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

async function open() {
  const services = await boxServices();
  const app = apiApp(ROUTES, services);
  const ask = (person: Person, method: string, path: string, body?: unknown) =>
    send({ authorization: `Bearer ${person}` }, method, path, body);
  const signedIn = (person: Person, method: string, path: string, body?: unknown) =>
    send({ cookie: `__Host-box=${person}` }, method, path, body);
  const send = async (
    by: Record<string, string>,
    method: string,
    path: string,
    body: unknown,
  ) => {
    const headers: Record<string, string> = { host: "box", ...by };
    if (body !== undefined) headers["content-type"] = "application/json";
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request(`http://box/api/v1/${path}`, init, HTTPS);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const socket = async (method: string, path: string, body?: unknown) => {
    const sent = { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const init = { method, ...(body === undefined ? {} : sent) };
    return await app.request(`http://box/api/v1/${path}`, init, { door: "socket" });
  };
  return { services, ask, signedIn, socket };
}

Deno.test("A read-only account changes nothing of the household, and a member sees nothing of other people", async () => {
  const { services, ask } = await open();
  for (const path of ["people", "groups", "devices", "devices/1"]) {
    assert.equal((await ask("readonly", "GET", path)).status, 200, path);
    assert.equal((await ask("member", "GET", path)).status, 403, path);
  }
  for (
    const [method, path, body] of [
      ["POST", "people", { name: "Zoé", profile: "teen" }],
      ["PUT", "devices/1/person", { person_id: 0 }],
      ["PUT", "devices/1/quarantine", { on: true }],
      ["PUT", "hosts/02:00:5e:00:00:03/assign", { person_id: 1 }],
      ["DELETE", "groups/1", undefined],
    ] as const
  ) {
    for (const person of ["readonly", "member"] as const) {
      assert.equal((await ask(person, method, path, body)).status, 403, `${person} ${path}`);
    }
  }
  assert.deepEqual([services.audited, services.published], [[], 0]);
  assert.equal((await ask("everyday", "PUT", "devices/1/quarantine", { on: true })).status, 200);
  assert.equal(services.published, 1);
});

Deno.test("A device that is in quarantine already, or in none, is not logged", async () => {
  const { services, ask } = await open();
  const changed: number[] = [];
  for (const on of [false, true, true, false, false]) {
    const { status, body } = await ask("everyday", "PUT", "devices/1/quarantine", { on });
    assert.deepEqual([status, body.quarantined], [200, on]);
    changed.push(services.audited.length);
  }
  assert.deepEqual(changed, [0, 1, 1, 2, 2]);
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "device.quarantine.on",
    "device.quarantine.off",
  ]);
});

Deno.test("An account sees its own person, their devices, and the devices they share", async () => {
  const { ask } = await open();
  const { body } = await ask("member", "GET", "me/household");
  assert.deepEqual([body.person.name, body.person.profile], ["Emma", "child"]);
  const ids = (devices: { id: number }[]) => devices.map(({ id }) => id);
  assert.deepEqual([ids(body.devices), ids(body.shared_devices)], [[1], [2]]);
  assert.deepEqual((await ask("readonly", "GET", "me/household")).body, {
    devices: [],
    shared_devices: [],
  });
});

Deno.test("Only an adult agrees to detailed reports, for themselves, with immediate effect", async () => {
  const { services, ask, signedIn } = await open();
  const agreeing = (person: Person, agree: boolean) =>
    signedIn(person, "PUT", "me/detailed-reports", { agree });
  assert.equal((await agreeing("member", true)).status, 403);
  assert.equal((await agreeing("readonly", true)).status, 404);
  const byToken = await ask("full", "PUT", "me/detailed-reports", { agree: true });
  assert.equal(byToken.status, 403, "a token, which others may hold, agreed");
  for (const agree of [false, true]) {
    assert.equal((await agreeing("full", agree)).body.detailed_reports, agree);
    assert.equal((await ask("full", "GET", "people")).body.people[1].detailed_reports, agree);
  }
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "consent.change",
    "consent.change",
  ]);
});

Deno.test("The administration log records by name who got a device", async () => {
  const { services, ask } = await open();
  await ask("full", "PUT", "people/2", { name: "Anna" });
  await ask("full", "PUT", "devices/1/person", { people: [1, 2] });
  await ask("full", "PUT", "devices/1/person", { person_id: 0 });
  await ask("full", "PUT", "devices/1/group", { group_id: 1 });
  await ask("full", "PUT", "hosts/02:00:5e:00:00:01/assign", { people: [2] });
  assert.deepEqual(services.audited.slice(1).map(({ action, detail }) => [action, detail]), [
    ["device.people", { device: "Emma’s tablet", people: ["Emma", "Anna"] }],
    ["device.people", { device: "Emma’s tablet", people: [] }],
    ["device.group", { device: "Emma’s tablet", group: "Office" }],
    ["device.people", { device: "Emma’s tablet", people: ["Anna"] }],
  ]);
});

Deno.test("Invalid device changes are refused with a sentence, for any body", async () => {
  const { ask } = await open();
  const answers: readonly (readonly [path: string, body: unknown, status: number])[] = [
    ["devices/1/person", { person_id: 1, people: [1, 2] }, 400],
    ["devices/1/person", {}, 400],
    ["devices/1/person", { people: [1, 1] }, 400],
    ["devices/1/person", { people: [1, 9] }, 400],
    ["devices/1/person", { people: Array.from({ length: 21 }, (_, at) => at + 1) }, 400],
    ["devices/9/person", { person_id: 1 }, 404],
    ["devices/2/group", { group_id: 1 }, 409],
    ["devices/1/group", { group_id: 9 }, 400],
    ["hosts/02:00:5e:00:00:09/assign", { person_id: 1 }, 404],
    ["hosts/nothing/assign", { person_id: 1 }, 400],
    ["hosts/02:00:5e:00:00:03/assign", { person_id: 1, group_id: 1 }, 400],
    ["devices/9/quarantine", { on: true }, 404],
  ];
  for (const [path, body, status] of answers) {
    const answer = await ask("full", "PUT", path, body);
    assert.deepEqual(
      [answer.status, typeof answer.body.error],
      [status, "string"],
      `${path} ${JSON.stringify(body)}`,
    );
  }
  assert.equal(
    (await ask("full", "POST", "people", { name: "emma", profile: "teen" })).status,
    409,
  );
  assert.equal((await ask("full", "POST", "groups", { name: "OFFICE" })).status, 409);
});

Deno.test("After any body, a device belongs to one person or is shared by at least two", async () => {
  const { socket } = await open();
  const id = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom(1.5, "1", null, 2 ** 60));
  const body = fc.record({ person_id: id, people: fc.array(id, { maxLength: 3 }), group_id: id }, {
    requiredKeys: [],
  });
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.constantFrom("devices/1/person", "hosts/02:00:5e:00:00:01/assign"),
      async (given, path) => {
        const { status } = await socket("PUT", path, given);
        assert.ok([200, 400, 409].includes(status), String(status));
        const device = await (await socket("GET", "devices/1")).json();
        if ("people" in device) {
          assert.ok(device.people.length > 1 && device.follows !== undefined);
          assert.ok(!("person_id" in device) && !("group_id" in device));
        } else {assert.ok(
            typeof device.person_id === "number" && typeof device.group_id === "number",
          );}
      },
    ),
    { seed: 20261121, numRuns: 80 },
  );
});

Deno.test("Suggestions of the box are applied as far as the account may, and each action is logged", async () => {
  const { services, ask } = await open();
  const { body } = await ask("readonly", "GET", "learning");
  const ids = body.proposals.map(({ id }: { id: string }) => id);
  assert.ok(ids.includes("name-3") && ids.includes("setting-quarantine"), String(ids));
  assert.equal((await ask("readonly", "POST", "learning/apply", { ids: ["name-3"] })).status, 403);
  assert.equal(
    (await ask("everyday", "POST", "learning/apply", { ids })).status,
    403,
    "settings are not theirs",
  );
  assert.deepEqual(services.audited, [], "nothing was done");
  const chosen = { ids: ["name-3", "nothing"], names: { "name-3": "Scale" } };
  assert.deepEqual((await ask("everyday", "POST", "learning/apply", chosen)).body, { applied: 1 });
  assert.equal((await ask("everyday", "GET", "devices/3")).body.name, "Scale");
  assert.deepEqual(
    (await ask("full", "POST", "learning/apply", { ids: ["setting-quarantine"] })).body,
    { applied: 1 },
  );
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "device.update",
    "settings.change",
  ]);
  assert.equal((await ask("full", "POST", "learning/apply", { ids: [] })).status, 400);
});

Deno.test("A merged device brings along what it learned in the last minute", async () => {
  const { services, ask } = await open();
  for (const [id, mode] of [[1, "restricted"], [3, "learning"]] as const) {
    const { status } = await ask("full", "PUT", `restrict/device/${id}`, { mode });
    assert.equal(status, 200);
  }
  const time = Date.now();
  const names = [{ domain: "lately.com", hits: 1, first: time, last: time }];
  services.control.restricted.take([{ scope: "device:3", names, isOver: false }]);
  const merged = await ask("full", "POST", "devices/1/merge", { device_id: 3 });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  // What is shown now stays once the counts are written.
  await services.control.restricted.check();
  const { body } = await ask("full", "GET", "restrict/device/1/names");
  assert.ok(body.names.some(({ domain }: { domain: string }) => domain === "lately.com"));
});

Deno.test("A domain that restricted mode blocked names the rule of the device that allows it now", async () => {
  const { ask } = await open();
  const id = 3;
  await ask("everyday", "PUT", `restrict/device/${id}`, { mode: "restricted" });
  const rule = async () => {
    const { body } = await ask("everyday", "GET", "restrict");
    return body.devices.find((one: { id: number }) => one.id === id).outside[0];
  };
  const write = async (domain: string, more: object) => {
    const body = { kind: "subdomains", action: "allow", types: [], to: [], until: 0, ...more };
    const { status } = await ask("everyday", "PUT", `rules/${domain}?scope=device:${id}`, body);
    assert.equal(status, 200, domain);
  };
  const remove = (domain: string) =>
    ask("everyday", "DELETE", `rules/${domain}?scope=device:${id}`);
  assert.deepEqual([(await rule()).domain, (await rule()).rule], ["outside.com", ""]);
  // A rule for everyone, for a part or for some types does not allow the domain.
  await ask("everyday", "PUT", "rules/outside.com?scope=all", {
    kind: "subdomains",
    action: "allow",
    types: [],
    to: [],
    until: 0,
  });
  await write("a.outside.com", {});
  await write("outside.com", { types: ["A"] });
  assert.equal((await rule()).rule, "");
  await write("outside.com", { kind: "exact" });
  assert.equal((await rule()).rule, "");
  await write("outside.com", { action: "block" });
  assert.equal((await rule()).rule, "");
  await write("outside.com", {});
  assert.equal((await rule()).rule, "outside.com");
  await remove("outside.com");
  assert.equal((await rule()).rule, "");
});

Deno.test("Changes of restricted mode are logged with the names of devices", async () => {
  const { services, ask } = await open();
  const { devices } = (await ask("everyday", "GET", "devices")).body;
  const [device] = devices.filter((one: { person_id: number }) => one.person_id !== 2);
  const { id } = device;
  const scope = `${device.name || device.label} (device:${id})`;
  const { status } = await ask("everyday", "PUT", `restrict/device/${id}`, { mode: "restricted" });
  assert.equal(status, 200);
  const { body: { ends } } = await ask("everyday", "PUT", `restrict/device/${id}`, {
    mode: "learning",
  });
  // The second time changes nothing, and is not logged.
  for (const mode of ["restricted", "restricted"]) {
    await ask("everyday", "PUT", `restrict/device/${id}`, { mode });
  }
  const undone = await ask("everyday", "POST", `restrict/device/${id}/undo`);
  assert.deepEqual([undone.body.mode, undone.body.ends], ["learning", ends]);
  // Before the learning it was restricted.
  assert.equal(
    (await ask("everyday", "POST", `restrict/device/${id}/undo`)).body.mode,
    "restricted",
  );
  assert.equal((await ask("everyday", "POST", `restrict/device/${id}/undo`)).status, 409);
  for (const mode of ["off", "off"]) {
    await ask("everyday", "PUT", `restrict/device/${id}`, { mode });
  }
  await ask("everyday", "PUT", "restrict/all/0/names/a.vendor.com");
  await ask("everyday", "DELETE", "restrict/all/0/names/vendor.com");
  for (const status of [200, 404]) {
    const back = await ask("everyday", "POST", "restrict/all/0/names/vendor.com/undo");
    assert.equal(back.status, status);
  }
  const ids = { devices: [id, 999], days: 3 };
  assert.deepEqual((await ask("everyday", "POST", "restrict/objects", ids)).body, { started: 1 });
  // The same devices from another tab: nothing begins, and nothing is logged.
  assert.deepEqual((await ask("everyday", "POST", "restrict/objects", ids)).body, { started: 0 });
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["restrict.mode", { scope, mode: "restricted" }],
    ["restrict.mode", { scope, mode: "learning", days: 7 }],
    ["restrict.mode", { scope, mode: "restricted" }],
    ["restrict.undo", { scope, until: ends }],
    ["restrict.restore", { scope, mode: "restricted" }],
    ["restrict.mode", { scope, mode: "off" }],
    ["restrict.allow", { scope: "all", name: "vendor.com" }],
    ["restrict.remove", { scope: "all", name: "vendor.com" }],
    ["restrict.allow", { scope: "all", name: "vendor.com" }],
    ["restrict.objects", { devices: [scope], days: 3 }],
  ]);
});
