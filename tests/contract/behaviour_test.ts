/** Whether a device behaves: first contacts, countries, alerts, and whose names are shown. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { BehaviourResponse } from "../../api/features/insight/behaviour/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { writeMmdb } from "../support/mmdb_writer.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { NOW, observation } from "./facts.ts";
import { withService } from "./run_command.ts";

const DAY = 86_400_000;
const TABLET = { client: "192.168.1.20" };

/** Queries of the tablet: a known name, a new one in another country, a blocked one. */
function feedTablet(services: BoxServices): void {
  services.feed([
    observation({ ...TABLET, time: NOW - 20 * DAY, name: "example.com" }),
    observation({ ...TABLET, time: NOW - 20 * DAY, name: "www.old-shop.com", answer: "8.8.8.8" }),
    observation({ ...TABLET, time: NOW - 3 * DAY, name: "www.old-shop.com", answer: "8.8.8.8" }),
    observation({ ...TABLET, time: NOW - 2 * DAY, name: "api.new-shop.com", answer: "81.2.3.4" }),
    observation({ ...TABLET, time: NOW - DAY, name: "occ-0.nflxvideo.net", answer: "8.8.4.4" }),
    observation({ ...TABLET, time: NOW - DAY, name: "ads.blocked.com", status: "blocked" }),
  ]);
}

/** The database of countries, as the task leaves it. */
async function addCountries(services: BoxServices): Promise<void> {
  const bytes = writeMmdb([
    { network: "0.0.0.0/2", country: "US" },
    { network: "64.0.0.0/2", country: "US" },
    { network: "81.0.0.0/8", country: "DE" },
  ]);
  const path = `${services.folder}/countries.mmdb`;
  await Deno.writeFile(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const url = "https://download.db-ip.com/x.mmdb";
  await Deno.writeTextFile(`${path}.json`, JSON.stringify({ url, downloaded: NOW, sha256 }));
}

async function read(services: BoxServices, id: number, app = apiApp(ROUTES, services)) {
  const path = `/api/v1/devices/${id}/behaviour`;
  const response = await app.request(path, { headers: { host: "box" } }, { door: "socket" });
  return { status: response.status, body: await response.json() as BehaviourResponse };
}

Deno.test("First contacts and new countries are those of the last seven days", async () => {
  const services = await boxServices();
  feedTablet(services);
  await addCountries(services);
  const { body } = await read(services, 1);
  assert.equal(body.verdict, "quiet");
  assert.deepEqual(
    body.first_contacts.map(({ domain, countries, service }) => [domain, countries, service]),
    [["nflxvideo.net", ["US"], "Netflix"], ["new-shop.com", ["DE"], ""]],
  );
  assert.deepEqual([body.contacts, body.new_contacts, body.comparable], [4, 2, true]);
  assert.equal(body.known_since, (NOW - 20 * DAY) / 1000);
  assert.deepEqual(body.countries, [{ country: "US", domains: 3 }, { country: "DE", domains: 1 }]);
  assert.deepEqual(body.new_countries, ["DE"]);
  assert.deepEqual(body.new_companies, ["Netflix"]);
  assert.deepEqual([body.country_data.state, body.country_data.source], [
    "ready",
    "download.db-ip.com",
  ]);
  // No list names dangers, and there is no online service that knows ages.
  assert.deepEqual(body.unwatched, ["malicious", "beacons"]);
});

Deno.test("Without a database no country is shown, and what is new stays the same", async () => {
  const services = await boxServices();
  feedTablet(services);
  const { body } = await read(services, 1);
  assert.deepEqual([body.countries, body.new_countries], [[], []]);
  assert.deepEqual(body.first_contacts.map(({ countries }) => countries), [[], []]);
  assert.equal(body.country_data.state, "missing");
  const off = await boxServices({ flags: { country_database_url: "" } });
  assert.equal((await read(off, 1)).body.country_data.state, "off");
});

Deno.test("A beacon and a burst are worth a look until somebody acknowledged them", async () => {
  const services = await boxServices();
  feedTablet(services);
  services.control.core.events.raise({
    kind: "beacon",
    deviceId: 1,
    name: "orders.com",
    detail: "600",
  });
  services.control.core.events.raise({ kind: "random_names", deviceId: 1, detail: "|12" });
  services.control.core.events.raise({ kind: "device.new", deviceId: 1, detail: "x" });
  await services.pass(2000);
  const { body } = await read(services, 1);
  assert.equal(body.verdict, "look");
  const signs = body.signs.map(({ kind, count, open }) => [kind, count, open]);
  assert.deepEqual(signs, [["random_names", 1, 1], ["beacon", 1, 1]]);
  const open = await services.alerts.page({ deviceId: 1 }, 10);
  for (const { id, kind } of open) {
    if (kind !== "device.new") await services.alerts.acknowledge({ ids: [id] }, "admin");
  }
  assert.equal((await read(services, 1)).body.verdict, "acknowledged");
});

Deno.test("A device is silent, too new, or not recorded", async () => {
  const services = await boxServices();
  assert.equal((await read(services, 3)).body.verdict, "silent");
  const { body } = await read(services, 1);
  assert.deepEqual([body.verdict, body.comparable, body.new_contacts], ["learning", false, 0]);
  for (const flags of [{ anonymize_clients: "all" }, { journal: "off" }]) {
    const other = await boxServices({ flags });
    const found = (await read(other, 1)).body;
    assert.deepEqual([found.verdict, found.recorded], ["unrecorded", false]);
  }
  assert.equal((await read(services, 99)).status, 404);
});

Deno.test("Names and countries of an adult who did not agree are left out, counts are not", async () => {
  const services = await boxServices({ content: "family" });
  const phone = { client: "192.168.1.40" };
  services.feed([
    observation({ ...phone, time: NOW - 20 * DAY, name: "old-secret.com" }),
    observation({ ...phone, time: NOW - DAY, name: "new-secret.com", answer: "81.2.3.4" }),
    observation({ ...phone, time: NOW - 2 * DAY, name: "www.netflix.com" }),
  ]);
  await addCountries(services);
  services.control.core.events.raise({
    kind: "beacon",
    deviceId: 4,
    name: "beacon-secret.com",
    detail: "600",
  });
  await services.pass(2000);
  const { askers } = services;
  const app = (agrees: boolean) => {
    const person: typeof askers.person = (id) => {
      const found = askers.person(id);
      return found && { ...found, detailedReports: agrees };
    };
    return apiApp(ROUTES, { ...services, askers: { ...askers, person } });
  };
  const hidden = (await read(services, 4, app(false))).body;
  assert.equal(JSON.stringify(hidden).includes("secret"), false);
  assert.deepEqual([hidden.private, hidden.new_contacts, hidden.verdict], [true, 2, "look"]);
  assert.deepEqual([hidden.countries, hidden.new_countries, hidden.first_contacts], [[], [], []]);
  assert.deepEqual(hidden.new_companies, []);
  const shown = (await read(services, 4, app(true))).body;
  assert.deepEqual([shown.private, shown.new_countries], [false, ["DE"]]);
  assert.deepEqual(shown.new_companies, ["Netflix"]);
  const domains = shown.first_contacts.map(({ domain }) => domain);
  assert.deepEqual(domains, ["new-secret.com", "netflix.com"]);
});

Deno.test("`box devices behaviour` prints the verdict, alerts, contacts and countries", () =>
  withService(async ({ ask, services }) => {
    feedTablet(services);
    await addCountries(services);
    const quiet = await ask("devices", "behaviour", "1");
    assert.equal(quiet.code, 0, quiet.err);
    assert.match(quiet.out, /: The box noticed nothing unusual about this device\.\n/);
    assert.match(
      quiet.out,
      /Checks that don't run at the moment: dangerous names, contacts at regular intervals\.\n/,
    );
    assert.match(quiet.out, /Contacted for the first time: 2 of 4 domains\n/);
    assert.match(quiet.out, /New companies: Netflix\n/);
    assert.match(quiet.out, /nflxvideo\.net +Netflix +US/);
    assert.match(quiet.out, /DE +1 +new\n/);
    services.control.core.events.raise({
      kind: "beacon",
      deviceId: 1,
      name: "orders.com",
      detail: "600",
    });
    await services.pass(2000);
    services.control.core.events.raise({ kind: "random_names", deviceId: 1, detail: "|12" });
    services.control.core.events.raise({ kind: "random_names", detail: "192.168.1.99|13" });
    await services.pass(2000);
    const look = await ask("devices", "behaviour", "1");
    assert.match(look.out, /: Worth a look: alerts about this device are open\.\n/);
    assert.match(look.out, /orders\.com +every 10 min +open/);
    assert.match(look.out, /12 names +open/);
    const threats = (await ask("threats")).out;
    assert.match(threats, /beacon +orders\.com +every 10 min /);
    assert.match(threats, /random_names +12 names /);
    assert.match(threats, /random_names +13 names, from 192\.168\.1\.99 /);
    const json = JSON.parse((await ask("devices", "behaviour", "1", "--json")).out);
    assert.equal(json.verdict, "look");
    assert.equal((await ask("devices", "behaviour", "nobody’s")).code !== 0, true);
  }));

/** Stores alerts about the tablet that were raised so many days ago. */
async function storeAlerts(
  services: BoxServices,
  kind: string,
  days: number,
  acknowledged: number,
  count = 1,
): Promise<void> {
  const sql =
    'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, ' +
    "detail, last, acknowledged) values (?, ?, 'security', 5, 'administrators', 1, 0, ?, '', ?, ?)";
  const time = NOW - days * DAY;
  await services.control.core.databases.box.batch(
    Array.from({ length: count }, (_, i) => ({
      sql,
      args: [time, kind, `${kind}${i}.com`, time, acknowledged],
    })),
  );
}

Deno.test("A kind with many alerts hides no other, and an open alert does not age", () =>
  withService(async ({ ask, services }) => {
    await storeAlerts(services, "tunnel", 40, 0);
    await storeAlerts(services, "remote", 40, NOW);
    await storeAlerts(services, "beacon", 20, 0);
    await storeAlerts(services, "restricted", 1, NOW, 600);
    const { body } = await read(services, 1);
    assert.equal(body.verdict, "look");
    const signs = body.signs.map(({ kind, count, open }) => [kind, count, open]);
    assert.deepEqual(signs, [["tunnel", 1, 1], ["beacon", 1, 1], ["restricted", 600, 0]]);
    const { out } = await ask("devices", "behaviour", "1");
    assert.match(out, /tunnel0\.com/);
    assert.match(out, /beacon0\.com/);
    assert.doesNotMatch(out, /remote0\.com/);
  }));

Deno.test("Checks that do not run are named", async () => {
  const cases = [
    [{ filtering: "off" }, ["malicious", "lookalike", "rebinding", "beacons"]],
    [{ rebinding: "off", lookalike: "off" }, ["malicious", "lookalike", "rebinding", "beacons"]],
    [
      { tunnel_detection: "off", remote_tools: "off" },
      ["malicious", "tunnel", "remote", "beacons"],
    ],
    [{ tunnel_detection: "tell" }, ["malicious", "beacons"]],
  ] as const;
  for (const [flags, expected] of cases) {
    const services = await boxServices({ flags });
    assert.deepEqual((await read(services, 1)).body.unwatched, expected);
  }
});

Deno.test("Dangerous names are looked for while a list against them is in force", async () => {
  const services = await boxServices();
  const { lists } = services;
  const unwatched = async () => (await read(services, 1)).body.unwatched;
  const { id } = await lists.add({ url: "https://lists.example/phishing", category: "phishing" });
  assert.deepEqual(await unwatched(), ["malicious", "beacons"], "not downloaded yet");
  await lists.refresh(id);
  assert.deepEqual(await unwatched(), ["beacons"]);
  await lists.setEnabled(id, false);
  assert.deepEqual(await unwatched(), ["malicious", "beacons"]);
});

Deno.test("What an adult's device contacted before the consent stays hidden", async () => {
  const services = await boxServices({ content: "family" });
  const phone = { client: "192.168.1.40" };
  services.feed([
    observation({ ...phone, time: NOW - 20 * DAY, name: "old-secret.com", answer: "8.8.8.8" }),
    observation({ ...phone, time: NOW - 4 * DAY, name: "new-secret.com", answer: "81.2.3.4" }),
    observation({ ...phone, time: NOW - 3600, name: "new-secret.com", answer: "81.2.3.4" }),
  ]);
  await addCountries(services);
  const { askers } = services;
  const agreed = (days: number) => {
    const person: typeof askers.person = (id) => {
      const found = askers.person(id);
      return found && { ...found, detailedReports: true };
    };
    const reports = (NOW - days * DAY) / 1000;
    const privateUntil = () => ({ log: reports, reports });
    return apiApp(ROUTES, { ...services, askers: { ...askers, person, privateUntil } });
  };
  const after = (await read(services, 4, agreed(1))).body;
  assert.equal(JSON.stringify(after).includes("secret"), false);
  assert.deepEqual([after.private, after.new_contacts, after.countries], [true, 1, []]);
  services.feed([
    observation({ ...phone, time: NOW - 1800, name: "open.com", answer: "81.2.3.5" }),
  ]);
  const { body } = await read(services, 4, agreed(1));
  assert.deepEqual(body.first_contacts.map(({ domain }) => domain), ["open.com"]);
  assert.deepEqual(body.countries, [{ country: "DE", domains: 1 }]);
  assert.deepEqual([body.private, body.new_contacts], [false, 2]);
});
