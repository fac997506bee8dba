/**
 * Pages and routes of a large household: what one page shows, and that its statements do not grow
 * with the household.
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import type { Statement } from "../../api/store/database.ts";
import { withInterface } from "../../ui/loader.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { NOW } from "./facts.ts";

const CONNECTION: Connection = { door: "https", address: "192.168.1.20" };
const PEOPLE = 130;
const DEVICES_EACH = 4;
const GROUP = 1;

/** A household of children with devices, and a group with as many devices. */
async function largeHousehold(people: number): Promise<BoxServices> {
  const services = await boxServices();
  const { box } = services.control.core.databases;
  const ids = Array.from({ length: people }, (_, index) => index + 100);
  const devices = ids.flatMap((person, at) =>
    Array.from({ length: DEVICES_EACH }, (_, index) => ({ id: 1000 + at * 10 + index, person }))
  );
  const mac = (id: number) => `02:00:00:00:${hex(id >> 8)}:${hex(id & 255)}`;
  const insert = (table: string, columns: string, rows: readonly unknown[][]): Statement => {
    const values = columns.split(",").map((_, at) => `value ->> ${at}`).join(", ");
    const sql = `insert into ${table} (${columns}) select ${values} from json_each(?)`;
    return { sql, args: [JSON.stringify(rows)] };
  };
  await box.batch([
    insert(
      "people",
      "id,name,profile,created,changed",
      ids.map((id) => [id, `Child ${id}`, "child", NOW, NOW]),
    ),
    insert(
      "devices",
      "id,name,kind,person_id,group_id,known,created,changed",
      devices.map(({ id, person }) =>
        id % 10 < 2
          ? [id, `Device ${id}`, "phone", person, null, 1, NOW, NOW]
          : [id, `Device ${id}`, "phone", null, id % 10 === 2 ? GROUP : null, 1, NOW, NOW]
      ),
    ),
    insert("device_macs", "mac,device_id,created", devices.map(({ id }) => [mac(id), id, NOW])),
    insert(
      "machines",
      "mac,first_seen,seen_at,present_since,addresses,names,sources",
      devices.map((
        { id },
      ) => [mac(id), NOW, NOW, NOW, `[["10.0.${id >> 8}.${id & 255}",${NOW}]]`, "{}", "[]"]),
    ),
  ]);
  await services.control.household.reload();
  return services;
}

const hex = (value: number) => value.toString(16).padStart(2, "0");

async function pageOf(services: BoxServices, path: string): Promise<string> {
  const { routes, errorPage } = withInterface(ROUTES, services);
  const headers = { host: "box", accept: "text/html", cookie: "__Host-box=full" };
  const response = await apiApp(routes, services, { errorPage })
    .request(`http://box${path}`, { headers }, CONNECTION);
  assert.equal(response.status, 200, path);
  return await response.text();
}

async function compressedBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).bytes()).length;
}

/** The address of the next page that a page links to. */
function nextOf(page: string, path: string): string | undefined {
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) =>
    href.replaceAll("&amp;", "&")
  );
  return links.find((href) => href.startsWith(`${path}?`) && /[?&](cursor|devices)=/.test(href));
}

const LISTS = [
  { path: "/people", row: 'class="card person-card"', most: 50 },
  { path: "/hours", row: 'class="card hours-card"', most: 50 },
  { path: `/groups/${GROUP}`, row: 'class="device-row"', most: 100 },
  { path: "/devices", row: 'class="device-cell"', most: 100 },
] as const;

Deno.test("long lists are shown in pages that lead to each other, without scripts", async () => {
  const services = await largeHousehold(PEOPLE);
  for (const { path, row, most } of LISTS) {
    const page = await pageOf(services, path);
    const rows = page.split(row).length - 1;
    assert.ok(rows > most / 4 && rows <= most, `${path} shows ${rows} rows`);
    assert.ok(await compressedBytes(page) < 60_000, path);
    const options = page.split("<option").length - 1;
    assert.ok(options < 600, `${path} has ${options} options`);
    const next = nextOf(page, path);
    assert.ok(next !== undefined, `${path} leads to no further page`);
    const second = await pageOf(services, next);
    assert.ok(second.split(row).length > 1, next);
    assert.notEqual(second, page);
  }
});

Deno.test("restricted devices are listed in a household of any size", async () => {
  const services = await largeHousehold(300);
  const { devices } = services.control.household;
  assert.ok(devices.size > 1000);
  const last = Math.max(...devices.keys());
  await services.restricted.setMode({ kind: "device", id: last }, "restricted", 0);
  const page = await pageOf(services, "/restrict");
  assert.match(page, new RegExp(`id="restrict-device-${last}"`));
});

Deno.test("people are found by name, and a name that nobody has says so", async () => {
  const services = await largeHousehold(PEOPLE);
  for (const path of ["/people", "/hours"]) {
    const found = await pageOf(services, `${path}?q=child+227`);
    assert.match(found, /Child 227/);
    assert.doesNotMatch(found, /Child 226</);
    assert.match(await pageOf(services, `${path}?q=nobody+such`), /Nobody has this name/);
  }
});

Deno.test("the time of many people is counted, not listed by name", async () => {
  const services = await largeHousehold(PEOPLE);
  const { people, counts, last } = await services.hours.schedules({}, 50);
  assert.deepEqual([people.length, counts.people, last], [50, PEOPLE + 1, people[49].person_id]);
  assert.equal(counts.open + counts.closed + counts.without, PEOPLE + 1);
  assert.match(await pageOf(services, "/hours"), /1[0-9]{2} people have Internet/);
  const whole = await services.hours.schedules();
  assert.equal(whole.people.length, PEOPLE + 1);
  const one = await services.hours.schedules({ person: 150 });
  assert.deepEqual(one.people, whole.people.filter(({ person_id }) => person_id === 150));
});

Deno.test("a page of a large household takes as many statements as one of a small one", async () => {
  const counts: number[][] = [];
  for (const people of [5, PEOPLE]) {
    const services = await largeHousehold(people);
    const { box } = services.control.core.databases;
    let statements = 0;
    const { all } = box;
    Object.assign(box, {
      all: (...args: Parameters<typeof all>) => {
        statements++;
        return all(...args);
      },
    });
    const found: number[] = [];
    for (const path of ["/people", "/hours", "/devices", "/network", "/records", "/rules", "/"]) {
      await pageOf(services, path);
      statements = 0;
      await pageOf(services, path);
      found.push(statements);
    }
    counts.push(found);
  }
  assert.deepEqual(counts[1], counts[0]);
  assert.ok(Math.max(...counts[1]) < 40, String(counts[1]));
});

Deno.test("hundreds of names of a restricted device are shown in pages, and found by a search", async () => {
  const services = await boxServices();
  const { box } = services.control.core.databases;
  const path = `/restrict/device/3`;
  const domains = Array.from({ length: 500 }, (_, at) => `${String(at).padStart(3, "0")}.com`);
  const scopes = ["device:3", "group:1", "all"];
  await box.run("update devices set group_id = 1, person_id = null where id = 3");
  await services.control.household.reload();
  await box.run("delete from restrict_names");
  await box.run(
    "insert into restrict_names select scopes.value, substr(scopes.value, 1, 1) || " +
      "names.value, 'admin', 1, 2, 3 " +
      "from json_each(?) as scopes, json_each(?) as names " +
      "where scopes.key = 0 or names.key < 120",
    [JSON.stringify(scopes), JSON.stringify(domains)],
  );
  const blocked = (at: number) => [`x${at}.com`, Math.floor(NOW / 86_400_000) - at % 7];
  await box.run(
    "insert into restrict_blocked select 'device:3', value ->> 1, value ->> 0, 1, 2 " +
      "from json_each(?)",
    [JSON.stringify(Array.from({ length: 120 }, (_, at) => blocked(at)))],
  );
  const first = await pageOf(services, path);
  assert.ok(first.length < 170_000, `${first.length} characters`);
  assert.ok(await compressedBytes(first) < 30_000);
  assert.match(first, /500 names/);
  for (
    const [place, parameter, label, most] of [
      [path, "names", "Remove: d", 500],
      [path, "group", "Remove: g", 120],
      [path, "outside", "Allow: x", 120],
      ["/restrict", "names", "Remove: a", 120],
    ] as const
  ) {
    const seen = new Set<string>();
    let next: string | undefined = place;
    for (let pages = 0; next !== undefined && pages < 20; pages++) {
      const page: string = await pageOf(services, next);
      const names = [...page.matchAll(/aria-label="((?:Remove|Allow): [dgax][0-9]+\.com)"/g)];
      for (const [, name] of names) if (name.startsWith(label)) seen.add(name);
      next = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll("&amp;", "&"))
        .find((href) => href.startsWith(`${place}?${parameter}=`));
    }
    assert.equal(seen.size, most, `${place} ${parameter}`);
  }
  const found = await pageOf(services, `${path}?q=D49`);
  assert.match(found, /Remove: d499\.com/);
  assert.doesNotMatch(found, /: d500\.com|: d001\.com|: [gx]/);
  assert.match(await pageOf(services, `${path}?q=nothing`), /No name matches/);
  assert.match(await pageOf(services, `/restrict?q=113`), /Remove: a113\.com/);
});
