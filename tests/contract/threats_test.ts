/** The routes of threats: what they show, refuse, hide, log and publish. */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { THREAT_KINDS } from "../../api/features/protection/threats/found.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { withInterface } from "../../ui/loader.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { boxServices } from "./box_services.ts";
import type { Person } from "./people.ts";
import { withService } from "./run_command.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };
const DAY = 86_400_000;

async function open() {
  const services = await boxServices({ content: "family" });
  const app = apiApp(ROUTES, services);
  const ask = async (person: Person, ...[method = "GET", body]: [string?, unknown?]) => {
    const headers = {
      host: "box",
      authorization: `Bearer ${person}`,
      "content-type": "application/json",
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request("http://box/api/v1/threats", init, HTTPS);
    return { status: response.status, json: await response.json() };
  };
  const raise = async (...alerts: readonly AlertToRaise[]) => {
    await services.control.alerts.raiseWith(alerts, []);
  };
  return { services, ask, raise };
}

Deno.test("The switches, the private networks of the box and the devices in quarantine are shown", async () => {
  const { services, ask } = await open();
  const before = (await ask("readonly")).json;
  const { networks, spyware_domains, found, quarantined, ...switches } = before;
  assert.deepEqual(switches, {
    filtering: true,
    rebinding: true,
    rebinding_allowed: [],
    spyware: true,
    remote: true,
    beacons: true,
  });
  assert.deepEqual(networks, ["192.168.1.0/24"]);
  assert.ok(spyware_domains > 500, String(spyware_domains));
  assert.deepEqual([found, quarantined.includes(3)], [[], false]);
  await services.control.devices.setQuarantine(3, true);
  assert.ok((await ask("readonly")).json.quarantined.includes(3));
});

Deno.test("Whoever may see a protection sees that filtering is off, without the right to settings", async () => {
  const { services } = await open();
  const app = apiApp(ROUTES, services);
  const filtering = async (path: string) => {
    const headers = { host: "box", authorization: "Bearer readonly" };
    return (await (await app.request(`http://box/api/v1/${path}`, { headers }, HTTPS)).json())
      .filtering;
  };
  const paths = ["threats", "lookalike", "restrict"];
  assert.deepEqual(await Promise.all(paths.map(filtering)), [true, true, true]);
  const put = await app.request("http://box/api/v1/settings", {
    method: "PUT",
    headers: { host: "box", authorization: "Bearer full", "content-type": "application/json" },
    body: JSON.stringify({ values: { filtering: false } }),
  }, HTTPS);
  assert.equal(put.status, 200, await put.text());
  assert.deepEqual(await Promise.all(paths.map(filtering)), [false, false, false]);
});

Deno.test("Each switch is changed by itself, in force at once, and logged by its name", async () => {
  const { services, ask } = await open();
  for (const field of ["rebinding", "spyware", "remote", "beacons"]) {
    const off = await ask("full", "PUT", { [field]: false });
    assert.deepEqual([off.status, off.json[field]], [200, false], field);
  }
  assert.equal((await ask("full", "PUT", { spyware: false })).status, 200, "no change, no entry");
  assert.equal((await ask("full", "PUT", { rebinding: true, remote: true })).status, 200);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["rebinding.off", {}],
    ["settings.change", { settings: ["spyware"] }],
    ["settings.change", { settings: ["remote_tools"] }],
    ["settings.change", { settings: ["beacons"] }],
    ["rebinding.on", {}],
    ["settings.change", { settings: ["remote_tools"] }],
  ]);
  assert.equal(services.published, 6);
});

Deno.test("The allowed domains are written whole, without repeats, and garbage is refused", async () => {
  const { services, ask } = await open();
  const put = (rebinding_allowed: unknown) => ask("everyday", "PUT", { rebinding_allowed });
  const allowed = ["nas.example", "NAS.example.", "nas.example", "plex.example"];
  assert.deepEqual((await put(allowed)).json.rebinding_allowed, ["nas.example", "plex.example"]);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["rebinding.allowed", { domains: "nas.example, plex.example" }],
  ]);
  const many = Array.from({ length: 201 }, (_, i) => `n${i}.example`);
  assert.equal((await put(many.slice(1))).status, 200);
  for (
    const bad of [many, "nas.example", [""], ["com"], ["a..example"], ["a b.example"], [
      "*.example.org",
    ], [1]]
  ) {
    assert.equal((await put(bad)).status, 400, JSON.stringify(bad)?.slice(0, 60));
  }
  for (const bad of [{}, { networks: [] }, { rebinding: "yes" }, { found: [] }, []]) {
    assert.equal((await ask("full", "PUT", bad)).status, 400, JSON.stringify(bad));
  }
});

Deno.test("Many domains that are allowed at the same moment are all kept", async () => {
  const { services } = await open();
  const app = apiApp(ROUTES, services);
  const names = Array.from({ length: 20 }, (_, i) => `n${i}.example`);
  const added = await Promise.all(names.map(async (name) => {
    const init = { method: "PUT", headers: { host: "box", authorization: "Bearer everyday" } };
    return (await app.request(`http://box/api/v1/threats/allowed/${name}`, init, HTTPS)).status;
  }));
  assert.deepEqual(added, names.map(() => 200));
  assert.deepEqual(services.settings.resolved().values.rebinding_allowed.toSorted(), names.sort());
});

Deno.test("One allowed domain is added or removed, also with its undo, and what others changed meanwhile stays", async () => {
  const { services } = await open();
  const app = apiApp(ROUTES, services);
  const ask = async (person: Person, method: string, path: string) => {
    const headers = { host: "box", authorization: `Bearer ${person}` };
    const response = await app.request(`http://box/api/v1/${path}`, { method, headers }, HTTPS);
    return { status: response.status, json: await response.json() };
  };
  for (
    const [path, field] of [["threats", "rebinding_allowed"], ["lookalike", "allowed"]] as const
  ) {
    const add = (name: string) => ask("everyday", "PUT", `${path}/allowed/${name}`);
    const remove = (name: string) => ask("everyday", "DELETE", `${path}/allowed/${name}`);
    const allowed = async () => (await ask("readonly", "GET", path)).json[field];
    const before = services.audited.length;
    assert.deepEqual((await add("NAS.example.")).json[field], ["nas.example"]);
    await add("plex.example");
    // The undo of the first change leaves the second one.
    assert.deepEqual((await remove("nas.example")).json[field], ["plex.example"]);
    assert.deepEqual((await add("plex.example")).json[field], ["plex.example"], "no change");
    assert.equal((await remove("nas.example")).json.code, "not_found");
    // A domain is the same in each spelling.
    const spelled = ["plex.example", "xn--bcher-kva.example"];
    assert.deepEqual((await add(encodeURIComponent("BÜCHER.example"))).json[field], spelled);
    assert.deepEqual((await remove("xn--bcher-kva.example")).json[field], ["plex.example"]);
    // An address is no domain, and would allow nothing.
    assert.equal((await add("192.168.1.1")).json.code, "bad_value");
    assert.deepEqual(services.audited.slice(before).map(({ detail }) => detail), [
      { domains: "nas.example" },
      { domains: "nas.example, plex.example" },
      { domains: "plex.example" },
      { domains: spelled.join(", ") },
      { domains: "plex.example" },
    ]);
    // The limit is said without the domains.
    const most = Array.from({ length: 199 }, (_, i) => `m${i}.example`);
    const headers = {
      host: "box",
      authorization: "Bearer everyday",
      "content-type": "application/json",
    };
    const put = async (domains: readonly string[]): Promise<number> => {
      const init = { method: "PUT", headers, body: JSON.stringify({ [field]: domains }) };
      return (await app.request(`http://box/api/v1/${path}`, init, HTTPS)).status;
    };
    assert.equal(await put(["plex.example", ...most]), 200);
    const { status, json: { code, error } } = await add("one.example");
    assert.deepEqual([status, code, error], [
      400,
      "bad_value",
      "There can be 200 allowed domains; remove one first",
    ]);
    assert.equal(await put(["plex.example"]), 200);
    // At the same moment none is lost.
    const many = Array.from({ length: 5 }, (_, i) => `n${i}.example`);
    const added = await Promise.all(many.map(add));
    assert.deepEqual(added.map(({ status }) => status), many.map(() => 200));
    assert.deepEqual((await allowed()).sort(), [...many, "plex.example"]);
    await Promise.all(many.map(remove));
    assert.deepEqual(await allowed(), ["plex.example"]);
    for (
      const bad of [
        "com",
        "a..example",
        "%2A.example",
        "a%20b.example",
        "%3Cb%3E.example",
        "a%2Fb.example",
        "x".repeat(256),
      ]
    ) {
      assert.equal((await add(bad)).status, 400, bad);
    }
    assert.equal((await ask("readonly", "PUT", `${path}/allowed/a.example`)).status, 403);
    assert.equal((await ask("readonly", "DELETE", `${path}/allowed/plex.example`)).status, 403);
  }
  await services.fix({ rebinding_allowed: "fixed.example" });
  assert.equal(
    (await ask("full", "PUT", "threats/allowed/a.example")).json.code,
    "setting_fixed",
  );
});

Deno.test("The buttons of the pages change one allowed domain each, and so does their undo", async () => {
  const { services, ask, raise } = await open();
  const { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  await ask("full", "PUT", { rebinding_allowed: ["old.example"] });
  await raise({ kind: "rebinding", deviceId: 1, name: "new.example", detail: "192.168.1.7" });
  const headers = { host: "box", accept: "text/html", cookie: "__Host-box=full" };
  const page = await (await app.request("http://box/threats", { headers }, HTTPS)).text();
  const acts = [...page.matchAll(/name="act" value="([^"]*)"/g)].map(([, text]) =>
    JSON.parse(text.replaceAll("&quot;", '"'))
  ).filter(({ path }) => path.includes("/allowed/"));
  const path = (name: string) => `/api/v1/threats/allowed/${name}`;
  assert.deepEqual(acts.map((act) => [act.method, act.path, act.undo, act.body]), [
    ["put", path("new.example"), { method: "delete", path: path("new.example") }, undefined],
    ["delete", path("old.example"), { method: "put", path: path("old.example") }, undefined],
    ["put", path("{domain}"), { method: "delete", path: path("{domain}") }, undefined],
  ]);
  assert.doesNotMatch(page, /rebinding_allowed:array/);
});

Deno.test("Rules rights change the domains, the right to change settings the switches, and a fixed one is refused", async () => {
  const { services, ask } = await open();
  assert.equal((await ask("everyday", "PUT", { spyware: false })).json.code, "no_right");
  const both = { rebinding_allowed: ["nas.example"], remote: false };
  assert.equal((await ask("everyday", "PUT", both)).json.code, "no_right");
  assert.deepEqual((await ask("everyday")).json.rebinding_allowed, [], "nothing of it was written");
  assert.equal((await ask("readonly", "PUT", { rebinding_allowed: [] })).status, 403);
  assert.equal((await ask("member")).status, 403);
  await services.fix({ beacons: "off" });
  assert.equal((await ask("full", "PUT", { beacons: true })).json.code, "setting_fixed");
  assert.equal((await ask("full")).json.beacons, false);
  services.databaseGone = true;
  assert.equal((await ask("full")).status, 503);
});

Deno.test("What was found in 30 days is shown with its name and extra, newest first, 500 at most", async () => {
  const { services, ask, raise } = await open();
  const rebinding = { kind: "rebinding", deviceId: 1, name: "old.example", detail: "10.0.0.1" };
  await raise(rebinding as AlertToRaise);
  const old = services.runtime.now() - 31 * DAY;
  const { box } = services.control.core.databases;
  await box.run("update alerts set time = ? where name = 'old.example'", [old]);
  for (const [i, kind] of THREAT_KINDS.entries()) {
    await raise({ kind, deviceId: 1, name: `${kind}.example`, detail: `extra ${i}` });
  }
  await raise({ kind: "lookalike", deviceId: 1, name: "other.example", detail: "x" });
  const { found } = (await ask("full")).json;
  assert.deepEqual(
    found.map(({ kind, name, extra }: Record<string, string>) => [kind, name, extra]),
    THREAT_KINDS.map((kind, i) => [kind, `${kind}.example`, `extra ${i}`]).reverse(),
  );
  const [{ device_id, device, count, time, last }] = found;
  assert.deepEqual([device_id, device.id, count, time === last], [1, 1, 1, true]);
  assert.ok(found.every(({ acknowledged }: { acknowledged: boolean }) => acknowledged === false));
  await box.run("update alerts set acknowledged = time where kind = 'spyware'");
  const seen = (await ask("full")).json.found.filter((one: { acknowledged: boolean }) =>
    one.acknowledged
  );
  assert.deepEqual(seen.map(({ kind }: { kind: string }) => kind), ["spyware"]);
  const many = Array.from({ length: 600 }, (_, i): AlertToRaise => ({
    kind: "rebinding",
    deviceId: i,
    name: `n${i}.example`,
    detail: "192.168.1.1",
  }));
  await raise(...many);
  assert.equal((await ask("full")).json.found.length, 500);
});

Deno.test("The name is left out for a device of an adult who did not agree to detailed reports", async () => {
  const { services, ask, raise } = await open();
  const { people, devices } = services.control;
  const adult = await people.add({ name: "Paul", profile: "adult" });
  await devices.setPeople(3, { person_id: adult.id });
  const secret = { kind: "rebinding", deviceId: 3, name: "secret.example", detail: "192.168.1.7" };
  await raise(secret as AlertToRaise);
  const [found] = (await ask("everyday")).json.found;
  assert.deepEqual([found.name, found.extra, found.private, found.device_id], ["", "", true, 3]);
  await people.agree(adult.id, true);
  const [shown] = (await ask("everyday")).json.found;
  assert.deepEqual([shown.name, shown.private], ["secret.example", false]);
});

Deno.test("box threats turns checks on and off, allows domains, and shows what was found", () =>
  withService(async ({ ask, services }) => {
    const { alerts } = services.control;
    assert.match((await ask("threats")).out, /^Nothing was found in the last 30 days\.$/m);
    await alerts.raiseWith([
      { kind: "rebinding", deviceId: 1, name: "a.example", detail: "192.168.1.7" },
      { kind: "remote", name: "AnyDesk", detail: "AnyDesk" },
      { kind: "beacon", deviceId: 1, name: "c2.example", detail: "900" },
      { kind: "random_names", detail: "192.168.1.9|14" },
      { kind: "malicious", deviceId: 1, name: "bad.example", detail: "phishing" },
      { kind: "spyware", deviceId: 1, name: "spy.example", detail: "" },
    ], []);
    const { out } = await ask("threats", "allow", "NAS.Example.");
    assert.match(out, /^Allowed to lead home +nas\.example$/m);
    assert.match(out, /^Spyware +on$/m);
    assert.match(out, /^Servers of spyware +\d+ known$/m);
    assert.match(out, /^rebinding +a\.example +192\.168\.1\.7 +blocked +\S.* 1 +0 s ago$/m);
    assert.match(out, /^malicious +bad\.example +phishing +blocked +\S/m);
    assert.match(out, /^spyware +spy\.example +reported +\S/m);
    assert.match(out, /^remote +AnyDesk +reported +1 +0 s ago$/m);
    assert.match(out, /^beacon +c2\.example +every 15 min +reported +\S/m);
    assert.match(out, /^random_names +14 names, from 192\.168\.1\.9 +reported +1 /m);
    assert.match((await ask("threats", "off", "remote")).out, /^Remote access +off$/m);
    assert.match((await ask("threats", "on", "remote")).out, /^Remote access +on$/m);
    assert.equal(JSON.parse((await ask("threats", "--json")).out).remote, true);
    assert.match(
      (await ask("threats", "disallow", "nas.example")).out,
      /^Allowed to lead home +none$/m,
    );
    for (
      const [argv, message] of [
        [["on", "lookalike"], /Unknown check, there are rebinding, spyware, .*: lookalike/],
        [["on"], /Something is missing: box threats on CHECK/],
        [["of", "remote"], /perhaps on is meant/],
      ] as const
    ) {
      const { code, err } = await ask("threats", ...argv);
      assert.deepEqual([code, message.test(err)], [2, true], err);
    }
    assert.deepEqual((await ask("threats", "allow", "com")).code, 1);
    for (const command of ["threats", "lookalike"]) {
      assert.equal((await ask(command, "allow", "plex.example")).code, 0);
      assert.match(
        (await ask(command, "allow", "NAS.example.")).out,
        /plex\.example nas\.example$/m,
      );
      assert.match((await ask(command, "disallow", "plex.example")).out, / nas\.example$/m);
      const { code, err } = await ask(command, "disallow", "plex.example");
      assert.deepEqual([code, /not among the allowed domains: plex\.example/.test(err)], [1, true]);
    }
    assert.match((await ask("lookalike", "allow")).err, /Name the domain: box lookalike allow/);
    assert.match((await ask("lookalike", "typos", "x")).err, /Say on or off: box lookalike typos/);
  }));

Deno.test("box threats shows the lists against malware and phishing, or that there is none", () =>
  withService(async ({ ask, services }) => {
    assert.match((await ask("threats")).out, /^There is no list against malware or phishing\.$/m);
    const url = "https://lists.example/dangerous";
    const { id } = await services.lists.add({ url, category: "phishing", name: "Own" });
    assert.match((await ask("threats")).out, /^Own +phishing +waiting +never$/m);
    await services.lists.refresh(id);
    const counts = { lines: 123, used: 123, names: 123, rules: 0, duplicates: 0 };
    await services.control.core.databases.box.run("update lists set counts = ? where id = ?", [
      JSON.stringify({ ...counts, ignored: {}, refused: {}, samples: [] }),
      id,
    ]);
    const { out } = await ask("threats");
    assert.match(out, /^Own +phishing +ok +123 +\d+ s ago$/m);
    assert.doesNotMatch(out, /There is no list/);
    await services.lists.setEnabled(id, false);
    assert.match((await ask("threats")).out, /^Own +phishing +off /m);
  }));

Deno.test("The page offers the undo of a new list of spyware, without a question", async () => {
  const { services } = await open();
  await Deno.writeTextFile(`${services.folder}/lists/spyware.held`, "one.example\n");
  await services.control.spywareList.open();
  const { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  const headers = { host: "box", accept: "text/html", cookie: "__Host-box=full" };
  const page = await (await app.request("http://box/threats", { headers }, HTTPS)).text();
  assert.doesNotMatch(page, /data-confirm="Use/);
  const undo = /spyware\/accept.*&quot;undo&quot;:\{[^}]*\/api\/v1\/threats\/spyware\/undo/;
  assert.match(page, undo);
});

Deno.test("box threats shows the list of spyware servers, and accepts the version of a new one", () =>
  withService(async ({ ask, services }) => {
    assert.doesNotMatch((await ask("threats", "spyware")).out, /Waits|Version/);
    assert.match(
      (await ask("threats", "accept", "x")).err,
      /No list of spyware is waiting for your approval/,
    );
    assert.match((await ask("threats", "accept")).err, /box threats accept VERSION/);
    await Deno.writeTextFile(`${services.folder}/lists/spyware.held`, "one.example\n");
    await services.control.spywareList.open();
    const { out } = await ask("threats", "spyware");
    assert.match(out, /^Waits +a new list with 1 server$/m);
    const version = /^Version +(\S+)$/m.exec(out)![1];
    assert.match((await ask("threats", "accept", `${version}0`)).err, /A newer list of spyware/);
    const accepted = (await ask("threats", "accept", version)).out;
    assert.match(accepted, /^The new list is used: \d+ servers known\.$/m);
    const after = (await ask("threats", "spyware")).out;
    assert.match(after, /^Copy +downloaded$/m);
    assert.match(after, /^Undo +for 1 d: box threats undo$/m);
    const undone = (await ask("threats", "undo")).out;
    assert.match(undone, /^The list from before is used again: \d+ servers known\.$/m);
    const { out: waits } = await ask("threats", "spyware");
    assert.match(waits, /^Copy +came with the box$/m);
    assert.match(waits, /^Waits +a new list with 1 server$/m);
    assert.doesNotMatch(waits, /^Undo/m);
    assert.match(
      (await ask("threats", "undo")).err,
      /No list of spyware was accepted in the last day/,
    );
  }));

Deno.test("box quarantine shows the devices there, and moves devices in and out", () =>
  withService(async ({ ask }) => {
    const { out } = await ask("quarantine");
    assert.doesNotMatch(out, /^ *1 /m);
    assert.match((await ask("quarantine", "on", "1")).out, / is in quarantine\.$/m);
    assert.match((await ask("quarantine")).out, /^ *1 +\S/m);
    const held = JSON.parse((await ask("quarantine", "--json")).out).devices;
    assert.ok(held.some(({ id, quarantined }: Record<string, unknown>) => id === 1 && quarantined));
    assert.match((await ask("quarantine", "off", "1")).out, / is out of quarantine\.$/m);
    const unknown = await ask("quarantine", "on", "Nothing");
    assert.deepEqual([unknown.code, /There is no device/.test(unknown.err)], [1, true]);
    for (const { id } of JSON.parse((await ask("devices", "--json")).out).devices) {
      await ask("quarantine", "off", String(id));
    }
    assert.equal((await ask("quarantine")).out, "No device is in quarantine.\n");
  }));

Deno.test("The list of spyware servers is shown with its source, and a list that waits is accepted", async () => {
  const { services } = await open();
  const app = apiApp(ROUTES, services);
  const ask = async (person: Person, method: string, path: string, body?: unknown) => {
    const headers = {
      host: "box",
      authorization: `Bearer ${person}`,
      "content-type": "application/json",
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request(`http://box/api/v1/${path}`, init, HTTPS);
    return { status: response.status, json: await response.json() };
  };
  const accept = (person: Person, version: string) =>
    ask(person, "POST", "threats/spyware/accept", { version });
  const { json } = await ask("readonly", "GET", "threats/spyware");
  assert.deepEqual(
    [json.licence, json.downloaded, json.refreshed, json.failing, json.held],
    ["CC-BY-4.0", false, 0, false, 0],
  );
  assert.ok(json.domains > 500);
  assert.equal(json.held_version, "");
  assert.equal((await accept("everyday", "x")).json.code, "conflict");
  assert.equal((await accept("everyday", "")).status, 400);
  assert.equal((await ask("everyday", "POST", "threats/spyware/accept", {})).status, 400);
  assert.equal((await accept("readonly", "x")).status, 403);
  assert.equal((await ask("member", "GET", "threats/spyware")).status, 403);
  await Deno.writeTextFile(`${services.folder}/lists/spyware.held`, "one.example\ntwo.example\n");
  await services.control.spywareList.open();
  const { held, held_version: version } = (await ask("readonly", "GET", "threats/spyware")).json;
  assert.equal(held, 2);
  // A list that arrived after the page was read is not accepted unseen.
  await Deno.writeTextFile(`${services.folder}/lists/spyware.held`, "one.example\nfive.example\n");
  await services.control.spywareList.open();
  assert.equal((await accept("everyday", version)).json.code, "changed_meanwhile");
  const { held_version: newer } = (await ask("readonly", "GET", "threats/spyware")).json;
  const accepted = (await accept("everyday", newer)).json;
  assert.deepEqual(
    [accepted.domains, accepted.held, accepted.held_version, accepted.downloaded],
    [json.domains + 2, 0, "", true],
  );
  assert.ok(accepted.undo_until > 0);
  const undo = (person: Person) => ask(person, "POST", "threats/spyware/undo");
  assert.equal((await undo("readonly")).status, 403);
  const undone = (await undo("everyday")).json;
  assert.deepEqual(
    [undone.domains, undone.held, undone.held_version, undone.downloaded, undone.undo_until],
    [json.domains, 2, newer, false, 0],
  );
  assert.equal((await undo("everyday")).json.code, "conflict");
  assert.deepEqual(services.audited.map(({ action }) => action), ["list.accept", "list.return"]);
});

Deno.test("A person sees the spyware of their devices, and nobody else sees, hides or exports their notices", async () => {
  const { services, raise } = await open();
  const app = apiApp(ROUTES, services);
  const ask = async (person: Person, method: string, path: string, body?: unknown) => {
    const headers = {
      host: "box",
      authorization: `Bearer ${person}`,
      "content-type": "application/json",
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await app.request(`http://box/api/v1/${path}`, init, HTTPS);
    return { status: response.status, json: await response.json() };
  };
  // The account `member` belongs to person 1, a child; `full` to person 2.
  const { devices, alerts } = services.control;
  const [{ id: device }] = await devices.page({ person: 1 }, 1);
  const about = { deviceId: device, name: "spy.example", detail: "blocked" };
  await raise(
    { ...about, kind: "spyware" },
    { ...about, kind: "spyware.mine", personId: 1 },
    { ...about, kind: "spyware.mine", personId: 1, name: "other.example", detail: "" },
  );
  const own = async (person: Person) => (await ask(person, "GET", "me/spyware")).json.notices;
  const [second, first] = await own("member");
  assert.deepEqual([first.name, first.blocked, first.device.id], ["spy.example", true, device]);
  assert.deepEqual([second.name, second.blocked, first.count], ["other.example", false, 1]);
  for (const person of ["full", "everyday", "readonly"] as const) {
    assert.deepEqual(await own(person), [], person);
  }
  // Administrators see and acknowledge the alert for them alone.
  await ask("full", "POST", "alerts/acknowledge", { all: true });
  const rows = await alerts.page({ person: 1 }, 10);
  assert.deepEqual(rows.map(({ acknowledged }) => acknowledged), [0, 0]);
  const ids = rows.map(({ id }) => id);
  assert.equal((await ask("full", "POST", "alerts/acknowledge", { ids })).json.acknowledged, 0);
  assert.equal((await ask("full", "POST", `alerts/${ids[0]}/acknowledge`)).status, 404);
  const shown = (await ask("full", "GET", "alerts")).json.alerts;
  assert.ok(shown.every(({ kind }: { kind: string }) => kind !== "spyware.mine"));
  const exported = await alerts.since(0, 100);
  assert.ok(exported.some(({ kind }) => kind === "spyware"));
  assert.ok(exported.every(({ kind }) => kind !== "spyware.mine"), "never mailed");
  assert.equal((await own("member")).length, 2);
});

Deno.test("Every page of a watched person marks the own account and leads to the notices of spyware", async () => {
  const { services, raise } = await open();
  const { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  const frame = async (person: Person, path: string) => {
    const headers = { host: "box", accept: "text/html", cookie: `__Host-box=${person}` };
    const text = await (await app.request(`http://box${path}`, { headers }, HTTPS)).text();
    return /<details class="who">.*?<\/details>/s.exec(text)![0];
  };
  const mark = /<span class="count"[^>]*data-refresh="60">.*?Spyware on your devices/s;
  const link = /href="\/me#spyware"/;
  for (const path of ["/", "/me", "/me/breaches"]) {
    const before = await frame("member", path);
    assert.equal(before.match(/class="count"[^>]* hidden/g)?.length, 2, path);
    assert.doesNotMatch(before, link, path);
  }
  const about = { kind: "spyware.mine", deviceId: 1, name: "spy.example" } as const;
  await raise({ ...about, personId: 1 }, { ...about, personId: 1, detail: "blocked" });
  for (const path of ["/", "/me", "/me/breaches", "/password-test"]) {
    const shown = await frame("member", path);
    assert.equal(shown.match(/<span aria-hidden="true">1<\/span>/g)?.length, 2, "one server");
    assert.match(shown, mark, path);
    assert.doesNotMatch(shown, /class="count"[^>]* hidden/, path);
    assert.match(shown, link, path);
  }
  assert.doesNotMatch(await frame("full", "/"), link, "another person");
});

Deno.test("The mark goes when the person has seen the notices, and a new one brings it back", async () => {
  const { services, raise } = await open();
  const app = apiApp(ROUTES, services);
  const call = async (person: Person, method: string, path: string, body?: unknown) => {
    const headers = {
      host: "box",
      cookie: `__Host-box=${person}`,
      "content-type": "application/json",
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return await app.request(`http://box/api/v1/me/spyware${path}`, init, HTTPS);
  };
  const notices = async () => await (await call("member", "GET", "")).json();
  const seen = async (upTo: number, until?: number, person: Person = "member") => {
    const body = { up_to: upTo, until: until ?? (await notices()).until };
    return (await call(person, "POST", "/seen", body)).status;
  };
  const states = async () =>
    (await notices()).notices.map((notice: { name: string; new: boolean }) => [
      notice.name,
      notice.new,
    ]);
  assert.equal((await notices()).up_to, 0);
  const about = { kind: "spyware.mine", deviceId: 1, personId: 1, detail: "blocked" } as const;
  await raise({ ...about, name: "one.example" });
  const { up_to: first } = await notices();
  await raise({ ...about, name: "two.example" });
  // What came after the page was shown stays new, and reading marks nothing.
  assert.equal(await seen(first), 204);
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  assert.equal(await seen(0), 204);
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  // Another account marks nothing here, and no number hides what is to come.
  assert.equal(await seen(Number.MAX_SAFE_INTEGER, undefined, "full"), 204);
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  assert.equal(await seen(Number.MAX_SAFE_INTEGER), 204);
  assert.deepEqual(await states(), [["two.example", false], ["one.example", false]]);
  await raise({ ...about, name: "one.example", detail: "" });
  assert.deepEqual(await states(), [["one.example", true], ["two.example", false]]);
  assert.equal(await seen(Number.MAX_SAFE_INTEGER), 204);
  assert.deepEqual(await states(), [["one.example", false], ["two.example", false]]);
  // The same server again on the same day is only counted, and new all the same.
  const before = await notices();
  await services.pass(60_000);
  await raise({ ...about, name: "two.example" });
  const after = await notices();
  assert.equal(after.up_to, before.up_to, "no other notice");
  assert.deepEqual([after.notices[0].name, after.notices[0].count], ["two.example", 2]);
  assert.equal(after.until, before.until + 60);
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  // A page that was shown before that contact does not hide it.
  assert.equal(await seen(before.up_to, before.until), 204);
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  assert.equal(await seen(after.up_to, Number.MAX_SAFE_INTEGER), 204);
  assert.deepEqual(await states(), [["two.example", false], ["one.example", false]]);
  await services.pass(60_000);
  await raise({ ...about, name: "two.example" });
  assert.deepEqual(await states(), [["two.example", true], ["one.example", false]]);
  // A notice of another day is new although the clock was set back.
  assert.equal(await seen(Number.MAX_SAFE_INTEGER), 204);
  await services.pass(-2 * DAY);
  await raise({ ...about, name: "two.example" });
  assert.deepEqual((await states()).find(([name]: [string]) => name === "two.example"), [
    "two.example",
    true,
  ]);
  const token = { host: "box", authorization: "Bearer member", "content-type": "application/json" };
  const byToken = await app.request("http://box/api/v1/me/spyware/seen", {
    method: "POST",
    headers: token,
    body: `{"up_to":9,"until":9}`,
  }, HTTPS);
  assert.equal(byToken.status, 403);
});

Deno.test("A look-alike that a rule allows is marked, for the devices that asked for it", () =>
  withService(async ({ ask, services }) => {
    const { alerts, rules } = services.control;
    const name = "paypai.com";
    const seen = (deviceId: number) =>
      alerts.raiseWith([
        { kind: "lookalike", deviceId, name, detail: `${name}|paypal.com|typosquat` },
      ], []);
    const write = (scope: string, more: Partial<PersonalRule> = {}) =>
      rules.set({
        scope,
        domain: name,
        action: "allow",
        kind: "subdomains",
        types: [],
        to: [],
        until: 0,
        ...more,
      }, "");
    const state = async () => {
      const [row] = JSON.parse((await ask("lookalike", "--json")).out).lookalikes;
      assert.deepEqual(Object.keys(row).includes("devices"), false);
      return row.rule;
    };
    // The tablet of one person.
    await seen(1);
    assert.equal(await state(), "");
    await write("device:1", { kind: "exact" });
    await write("person:2");
    assert.equal(await state(), "");
    await write("device:1");
    assert.equal(await state(), name);
    assert.match((await ask("lookalike")).out, /letters +a rule allows paypai\.com +1 /);
    // Another device asked for it too: two people share it.
    await seen(2);
    assert.equal(await state(), "");
    await write("person:1");
    assert.equal(await state(), name);
    await rules.remove("person:2", name);
    assert.equal(await state(), "");
    assert.match((await ask("lookalike")).out, /letters +reported +2 /);
    await write("all");
    assert.equal(await state(), name);
    // An unknown device has only the rules for everyone; a narrower rule may block it.
    await seen(0);
    assert.equal(await state(), name);
    await write("device:2", { action: "block" });
    assert.equal(await state(), "");
  }));
