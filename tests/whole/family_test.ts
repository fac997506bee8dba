/**
 * A family and its office on their own network: each device gets what its people chose, identified
 * by its hardware address.
 */
import assert from "node:assert/strict";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4, BOX_V6, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");

const MACHINES = [
  { name: "phone", mac: "5c:ad:ba:00:00:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "tablet", mac: "5c:ad:ba:00:00:02", addresses: ["192.168.77.12/24"] },
  { name: "console", mac: "5c:ad:ba:00:00:03", addresses: ["192.168.77.13/24"] },
  { name: "tv", mac: "5c:ad:ba:00:00:04", addresses: ["192.168.77.14/24"] },
  { name: "camera", mac: "5c:ad:ba:00:00:05", addresses: ["192.168.77.15/24"] },
  { name: "laptop", mac: "5c:ad:ba:00:00:06", addresses: ["192.168.77.16/24"] },
  { name: "stranger", mac: "5c:ad:ba:00:00:07", addresses: ["192.168.77.17/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];

type Family = HomeBox<Name>;

/** The queries of each machine, and the expected answers. */
type Expected = readonly (readonly [Name, string, string])[];

const EXPECTED: Expected = [
  ["phone", "www.tiktok.com", OPEN],
  ["console", "www.tiktok.com", "blocked"],
  ["tv", "www.tiktok.com", "blocked"],
  ["tablet", "www.tiktok.com", OPEN],
  ["laptop", "www.netflix.com", "blocked"],
  ["phone", "www.netflix.com", OPEN],
  ["tablet", "homework.example", "blocked"],
  ["phone", "homework.example", OPEN],
  ["tablet", "www.google.com", "forcesafesearch.google.com"],
  ["phone", "www.google.com", OPEN],
  ["tablet", "tinder.com", "blocked"],
  ["phone", "tinder.com", OPEN],
  ["camera", "cloud.example", "blocked"],
  ["camera", "download.windowsupdate.com", OPEN],
  ["stranger", "www.tiktok.com", OPEN],
];

async function expectAll(family: Family, expected: Expected): Promise<void> {
  for (const [machine, name, answer] of expected) {
    assert.equal(await family.ask(machine, name), answer, `${machine} asks ${name}`);
  }
}

/**
 * Two adults, a teenager, a child, shared devices, a camera in quarantine and an office; returns
 * the ids of devices, and of Tom.
 */
async function settle(family: Family): Promise<{ devices: Record<Name, number>; tom: number }> {
  const known = MACHINES.slice(0, 6).map(async ({ name }) =>
    [name, await family.device(name)] as const
  );
  const devices = Object.fromEntries(await Promise.all(known)) as Record<Name, number>;
  const person = async (name: string, profile: string) =>
    (await family.call<{ id: number }>("POST", "/api/v1/people", { name, profile })).id;
  const anna = await person("Anna", "adult");
  const ben = await person("Ben", "adult");
  const tom = await person("Tom", "teen");
  const emma = await person("Emma", "child");
  const office = await family.call<{ id: number }>("POST", "/api/v1/groups", { name: "Office" });
  const give = (name: Name, body: unknown) =>
    family.call("PUT", `/api/v1/devices/${devices[name]}/person`, body);
  await give("phone", { person_id: anna });
  await give("tablet", { people: [anna, emma] });
  await give("console", { person_id: tom });
  await give("tv", { people: [ben, tom] });
  await family.call("PUT", `/api/v1/devices/${devices.camera}/quarantine`, { on: true });
  await family.call("PUT", `/api/v1/hosts/${MACHINES[5].mac}/assign`, { group_id: office.id });
  const block = (scope: string, id: string) =>
    family.call("PUT", `/api/v1/blocked-services?scope=${scope}`, { services: { [id]: "block" } });
  await block(`person:${tom}`, "tiktok");
  await block(`group:${office.id}`, "netflix");
  await family.call("PUT", `/api/v1/rules/homework.example?scope=person:${emma}`, {
    action: "block",
  });
  return { devices, tom };
}

Deno.test({
  name: "A family of four with shared devices, a camera and an office gets what it chose",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES, async (family) => {
      const { devices, tom } = await settle(family);
      await expectAll(family, EXPECTED);

      // Another address of the same machine is the same device, also over IPv6, from its first
      // query on.
      await family.home.address("console", "192.168.77.213/24");
      assert.equal(
        await family.ask("console", "www.tiktok.com", "-b", "192.168.77.213"),
        "blocked",
      );
      await family.home.address("console", "fd77::213/64");
      assert.equal(await family.ask("console", "www.tiktok.com", `@${BOX_V6}`), "blocked");

      // A pause opens it temporarily, an allow rule of the device permanently; both at once.
      await family.call("PUT", `/api/v1/pauses?scope=person:${tom}`, { minutes: 5 });
      assert.equal(await family.ask("console", "www.tiktok.com"), OPEN);
      await family.call("DELETE", `/api/v1/pauses?scope=person:${tom}`);
      assert.equal(await family.ask("console", "www.tiktok.com"), "blocked");
      await family.call("PUT", `/api/v1/rules/tiktok.com?scope=device:${devices.console}`, {
        action: "allow",
      });
      assert.equal(await family.ask("console", "www.tiktok.com"), OPEN);

      // After a kill and a restart all of it applies at once, quarantine above all (A 3.5).
      await family.end("SIGKILL");
      await family.start();
      await expectAll(family, EXPECTED.filter(([machine]) => machine !== "console"));

      // The journal has the client, and why its query was blocked.
      const path = `/api/v1/queries?device=${devices.camera}&name=cloud.example`;
      const seen = () => family.call<{ entries: { reason: string }[] }>("GET", path);
      assert.ok(await within(WAIT, async () => (await seen()).entries.length > 0));
      assert.equal((await seen()).entries[0].reason, "quarantine");
    }),
});

Deno.test({
  name:
    "Where new devices are quarantined, so is the first query of one, until somebody assigns it",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES.slice(0, 2), async (family) => {
      assert.equal(
        (await family.command("settings", "set", "new_devices", "held")).code,
        0,
      );
      // Queries from the box itself are never quarantined.
      const own = [...family.home.box.inside, "dig", "+short", "-p", "5300", "home.example"];
      for (const at of ["127.0.0.1", BOX_V4]) {
        assert.equal((await runText([...own, `@${at}`])).text.trim(), OPEN);
      }
      assert.equal(await family.ask("phone", "www.tiktok.com"), "blocked");
      assert.equal(await family.ask("tablet", "download.windowsupdate.com"), OPEN);
      assert.equal(await family.ask("tablet", "box.home.arpa"), BOX_V4);
      const id = await family.device("phone");
      assert.equal(await family.ask("phone", "www.tiktok.com"), "blocked");
      const anna = await family.call<{ id: number }>("POST", "/api/v1/people", {
        name: "Anna",
        profile: "adult",
      });
      await family.call("PUT", `/api/v1/devices/${id}/person`, { person_id: anna.id });
      assert.equal(await family.ask("phone", "www.tiktok.com"), OPEN);
      assert.equal(await family.ask("tablet", "www.tiktok.com"), "blocked");
    }),
});

Deno.test({
  name: "The command line shows the family as the pages do",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES, async (family) => {
      await family.device("phone");
      const added = await family.command("people", "add", "Anna", "--profile", "adult");
      assert.equal(added.code, 0, added.text);
      const listed = await family.command("people");
      assert.match(listed.text, /Anna/);
      assert.match((await family.command("devices")).text, /5c:ad:ba:00:00:01|192\.168\.77\.11/);
    }),
});
