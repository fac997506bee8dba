/**
 * Restricted mode in a box as a process: a camera and a television learn what they ask for with dig,
 * are restricted, and survive kill -9; alerts reach the API and a syslog collector (A 3.1, 6, 7.2).
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type {
  RestrictedNameResponse,
  RestrictedOverviewResponse,
} from "../../api/features/protection/restricted/routes.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { Siem } from "../support/siem.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");

const MACHINES = [
  { name: "camera", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "tv", mac: "5c:ad:ba:00:01:02", addresses: ["192.168.77.12/24"] },
  { name: "laptop", mac: "5c:ad:ba:00:01:03", addresses: ["192.168.77.13/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
type Home = HomeBox<Name>;

const overview = (home: Home) => home.call<RestrictedOverviewResponse>("GET", "/api/v1/restrict");

async function namesOf(home: Home, id: number): Promise<readonly (readonly [string, number])[]> {
  const { names } = await home.call<{ names: RestrictedNameResponse[] }>(
    "GET",
    `/api/v1/restrict/device/${id}/names`,
  );
  return names.map(({ domain, hits }) => [domain, hits]);
}

/** Waits until a device has exactly these names. */
async function learned(
  home: Home,
  id: number,
  expected: readonly (readonly [string, number])[],
): Promise<void> {
  let last: unknown;
  const has = async () => {
    last = await namesOf(home, id);
    return JSON.stringify(last) === JSON.stringify(expected);
  };
  assert.ok(await within(WAIT, has), JSON.stringify(last));
}

async function runTask(home: Home): Promise<void> {
  const { code, text } = await home.command("tasks", "run", "restrict.learning");
  assert.equal(code, 0, text);
}

/** Sends alerts and the administration log to a SIEM in the network of the box. */
async function sendTo(siem: Siem, home: Home): Promise<void> {
  const config = { kind: "syslog", host: "127.0.0.1", port: siem.port, transport: "tcp" };
  await home.call("POST", "/api/v1/exports", { name: "SIEM", config, audit: true });
}

Deno.test({
  name: "A camera learns with dig, survives kill -9, and then gets only what it learned",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run<Name>(MACHINES, async (home) => {
      const camera = await home.device("camera");
      const tv = await home.device("tv");
      const laptop = await home.device("laptop");
      const siem = await home.home.box.enter(() => new Siem());
      try {
        await sendTo(siem, home);
        await learns(home, { camera, tv, laptop });
        await survives(home, camera);
        await isRestricted(home, siem, { camera, laptop });
        await followsGroup(home, { camera, tv });
        await endsByTime(home, siem, tv);
        await stopsByItself(home, siem, tv);
      } finally {
        siem.close();
      }
    }),
});

async function learns(
  home: Home,
  { camera, tv, laptop }: Record<Name, number>,
): Promise<void> {
  const { id: anna } = await home.call<{ id: number }>("POST", "/api/v1/people", {
    name: "Anna",
    profile: "adult",
  });
  await home.call("PUT", `/api/v1/devices/${laptop}/person`, { person_id: anna });
  const { started } = await home.call<{ started: number }>("POST", "/api/v1/restrict/objects", {
    devices: [camera, tv, laptop, 9999],
    days: 3,
  });
  assert.equal(started, 2);
  const { code, text } = await home.command("restrict", "learn", `device:${laptop}`);
  assert.notEqual(code, 0);
  assert.match(text, /adult/);
  // Each question counts, also one that is answered from a cache; over TCP and IPv6 too.
  for (let i = 0; i < 3; i++) assert.equal(await home.ask("camera", "api.vendor.com"), OPEN);
  assert.equal(await home.ask("camera", "eu.vendor.com", "+tcp"), OPEN);
  assert.equal(await home.ask("camera", "cdn.vendor.co.uk", "@fd77::1"), OPEN);
  await home.ask("camera", "nas.lan");
  assert.equal(await home.ask("tv", "api.streaming.com"), OPEN);
  await learned(home, camera, [["vendor.co.uk", 1], ["vendor.com", 4]]);
  await learned(home, tv, [["streaming.com", 1]]);
}

/** What was written before stays, and the learning goes on. */
async function survives(home: Home, camera: number): Promise<void> {
  await runTask(home);
  await home.ask("camera", "api.vendor.com");
  await home.end("SIGKILL");
  await home.start();
  const names = new Map(await namesOf(home, camera));
  assert.ok(names.get("vendor.com")! >= 4 && names.get("vendor.co.uk") === 1, [...names].join(" "));
  await home.device("camera");
  await home.ask("camera", "late.vendor.org");
  assert.ok(
    await within(
      WAIT,
      async () => (await namesOf(home, camera)).some(([domain]) => domain === "vendor.org"),
    ),
  );
  // A stop writes what is counted.
  await home.end("SIGTERM");
  await home.start();
  assert.ok((await namesOf(home, camera)).some(([domain]) => domain === "vendor.org"));
}

/** A pattern is named where it allows a part of a blocked domain, and none holds up the box. */
async function namesPartRules(home: Home, camera: number): Promise<void> {
  const backtracks = "^(a|aa)+$";
  const other = "^notoutside\\.com$";
  const part = "^cdn[0-9]+\\.outside\\.com$";
  const long = `${"a".repeat(63)}.com`;
  const path = (source: string) =>
    `/api/v1/rules/${encodeURIComponent(source)}?scope=device:${camera}`;
  const allow = (source: string) =>
    home.call("PUT", path(source), { action: "allow", kind: "regex" });
  const partRules = async () => {
    const { devices } = await overview(home);
    const { outside } = devices.find(({ id }) => id === camera)!;
    return new Map(outside.map((one) => [one.domain, one.part_rule]));
  };
  assert.equal(await home.ask("camera", long), "blocked");
  assert.ok(await within(WAIT, async () => (await partRules()).has(long)));
  await allow(backtracks);
  await allow(other);
  const start = performance.now();
  assert.deepEqual([...await partRules()].sort(), [[long, ""], ["outside.com", ""]]);
  assert.ok(performance.now() - start < WAIT);
  await allow(part);
  assert.equal(await home.ask("camera", "cdn7.outside.com"), OPEN);
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  assert.deepEqual([...await partRules()].sort(), [[long, ""], ["outside.com", part]]);
  const shown = await home.command("restrict", "show", `device:${camera}`);
  assert.ok(shown.text.includes(`a rule allows a part: ${part}`), shown.text);
  for (const source of [backtracks, other, part]) await home.call("DELETE", path(source));
}

async function isRestricted(
  home: Home,
  siem: Siem,
  { camera, laptop }: Pick<Record<Name, number>, "camera" | "laptop">,
): Promise<void> {
  const now = await home.command("restrict", "now", `device:${camera}`);
  assert.equal(now.code, 0, now.text);
  await home.device("camera");
  assert.equal(await home.ask("camera", "api.vendor.com"), OPEN);
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  assert.match(await home.home.dig("camera", "www.outside.com"), /EDE: 17.*Not among the allowed/);
  assert.equal(await home.ask("camera", "www.outside.com", "+tcp"), "blocked");
  assert.equal(await home.ask("camera", "deep.outside.com", "@fd77::1"), "blocked");
  assert.equal(await home.ask("laptop", "www.outside.com"), OPEN);
  assert.equal(await home.ask("tv", "www.outside.com"), OPEN);

  // The alert: once, in the API and as a line with its severity.
  const alertsOf = async () =>
    (await home.call<AlertPage>("GET", "/api/v1/alerts?kind=restricted")).alerts;
  assert.ok(await within(WAIT, async () => (await alertsOf()).length > 0));
  const [alert, ...others] = await alertsOf();
  assert.deepEqual(
    [alert.name, alert.severity, alert.group, others.length],
    ["outside.com", 6, "security", 0],
  );
  assert.ok(await siem.got(/restricted.*outside\.com/), siem.text);
  const counted = async () => {
    const { devices } = await overview(home);
    const device = devices.find(({ id }) => id === camera);
    return device?.blocked_today === 4 && device.outside[0]?.domain === "outside.com";
  };
  assert.ok(await within(WAIT, counted), JSON.stringify(await overview(home)));

  const explained = await home.command("explain", "www.outside.com", "--device", String(camera));
  assert.match(explained.text, /restricted mode.*restricted:outside\.com/s);
  const log = await home.command("log", "--reason", "restricted");
  assert.match(log.text, /www\.outside\.com/);

  // One tap allows it, at once; the administration log knows.
  await home.call("PUT", `/api/v1/restrict/device/${camera}/names/www.outside.com`);
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  assert.ok(await siem.got(/restrict\.allow/), siem.text);
  const shown = await home.command("restrict", "show", `device:${camera}`);
  assert.match(shown.text, /outside\.com +added/);
  await home.call("DELETE", `/api/v1/restrict/device/${camera}/names/outside.com`);
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  // A pause opens it, and a rule of the device.
  const pause = `/api/v1/pauses?scope=device:${camera}`;
  await home.call("PUT", pause, { minutes: 10 });
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  await home.call("DELETE", pause);
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  const rule = `/api/v1/rules/outside.com?scope=device:${camera}`;
  await home.call("PUT", rule, { action: "allow" });
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  await home.call("DELETE", rule);
  await namesPartRules(home, camera);

  // Kept through kill -9, from the first answer on.
  await home.end("SIGKILL");
  await home.start();
  await home.device("camera");
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  assert.equal(await home.ask("camera", "api.vendor.com"), OPEN);

  // Given to an adult: suspended, and nothing is reported; taken back: restricted again.
  const { people } = await home.call<{ people: { id: number }[] }>("GET", "/api/v1/people");
  await home.call("PUT", `/api/v1/devices/${camera}/person`, { person_id: people[0].id });
  assert.equal(await home.ask("camera", "private.com"), OPEN);
  const { devices } = await overview(home);
  assert.deepEqual(
    devices.filter(({ id }) => id === camera).map(({ suspended, outside }) => [suspended, outside]),
    [[true, []]],
  );
  await home.call("PUT", `/api/v1/devices/${camera}/person`, { person_id: 0 });
  assert.equal(await home.ask("camera", "private.com"), "blocked");
  assert.equal(devices.some(({ id }) => id === laptop), false);
}

/** A device in a restricted group gets its names at once, and stops when it is taken out. */
async function followsGroup(
  home: Home,
  { camera, tv }: Pick<Record<Name, number>, "camera" | "tv">,
): Promise<void> {
  await home.call("PUT", `/api/v1/restrict/device/${camera}`, { mode: "off" });
  assert.equal(await home.ask("camera", "group.com"), OPEN);
  const { id: group } = await home.call<{ id: number }>("POST", "/api/v1/groups", {
    name: "Cameras",
  });
  await home.call("PUT", `/api/v1/restrict/group/${group}`, { mode: "restricted" });
  await home.call("PUT", `/api/v1/restrict/group/${group}/names/group.com`);
  await home.call("PUT", `/api/v1/hosts/${MACHINES[0].mac}/assign`, { group_id: group });
  assert.equal(await home.ask("camera", "group.com"), OPEN);
  assert.equal(await home.ask("camera", "other.com"), "blocked");
  // The television learns by itself, whatever its group is.
  await home.call("PUT", `/api/v1/hosts/${MACHINES[1].mac}/assign`, { group_id: group });
  assert.equal(await home.ask("tv", "other.com"), OPEN);
  await home.call("PUT", `/api/v1/hosts/${MACHINES[0].mac}/assign`, { group_id: 0 });
  assert.equal(await home.ask("camera", "other.com"), OPEN);
  assert.deepEqual((await overview(home)).devices.map(({ id, via }) => [id, via]), [
    [tv, "device"],
  ]);
}

/** The days of a learning end while the box is off; once it runs, the device is restricted and this is reported. */
async function endsByTime(
  home: Home,
  siem: Siem,
  tv: number,
): Promise<void> {
  await home.end("SIGTERM");
  const database = new DatabaseSync(`${home.folder}/data/box.db`);
  database.exec(`update restrict_modes set ends = ends - 4 * 86400 where scope = 'device:${tv}'`);
  database.close();
  await home.start();
  await runTask(home);
  await home.device("tv");
  assert.equal(await home.ask("tv", "api.streaming.com"), OPEN);
  assert.equal(await home.ask("tv", "www.new.com"), "blocked");
  const { alerts } = await home.call<AlertPage>("GET", "/api/v1/alerts?kind=restricted.learned");
  const { subjects } = await overview(home);
  const names = subjects.find(({ id, scope }) => scope === "device" && id === tv)!.names;
  assert.deepEqual(alerts.map(({ severity, detail }) => [severity, detail]), [[2, String(names)]]);
  assert.ok(await siem.got(/restricted\.learned/), siem.text);
}

/** A device that asks for more than 500 domains is left unrestricted, and this is reported. */
async function stopsByItself(
  home: Home,
  siem: Siem,
  tv: number,
): Promise<void> {
  // Without a mode of its own it would follow its group.
  await home.call("PUT", `/api/v1/hosts/${MACHINES[1].mac}/assign`, { group_id: 0 });
  await home.call("PUT", `/api/v1/restrict/device/${tv}`, { mode: "learning" });
  const names = `${home.folder}/names`;
  await Deno.writeTextFile(
    names,
    Array.from({ length: 520 }, (_, at) => `www.many${at}.com\n`).join(""),
  );
  const dig = ["dig", `@${BOX_V4}`, "-p", "5300", "+tries=2", "+time=3", "+short", "-f", names];
  const { text } = await runText([...home.home.on("tv"), ...dig]);
  assert.equal(text.match(/192\.0\.2\.9/g)?.length, 520);
  await runTask(home);
  const { subjects } = await overview(home);
  const { mode, stopped, names: count } = subjects.find(({ id }) => id === tv)!;
  assert.deepEqual([mode, stopped, count], ["off", "toomany", 500]);
  assert.equal(await home.ask("tv", "www.anything.com"), OPEN);
  const { alerts } = await home.call<AlertPage>("GET", "/api/v1/alerts?kind=restricted.toomany");
  assert.deepEqual(alerts.map(({ severity, detail }) => [severity, detail]), [
    [3, `device|${tv}`],
  ]);
  assert.ok(await siem.got(/restricted\.toomany/), siem.text);
  const listed = await home.command("restrict");
  assert.match(listed.text, /stopped: too many names/);
}
