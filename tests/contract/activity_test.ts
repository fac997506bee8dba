/** Whose names are shown, and to which accounts (A 4.4, 7.1.5). */
import assert from "node:assert/strict";
import type {
  ActivityResponse,
  NamesResponse,
} from "../../api/features/insight/activity/routes.ts";
import type { ClientPerson } from "../../api/features/insight/client_directory.ts";
import type { TopNamesQuery } from "../../api/features/insight/journal/service.ts";
import type { TopResponse } from "../../api/features/insight/statistics/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Principal } from "../../api/http/principal.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";

/** Queries of the devices 3 to 6; the tablet sent two earlier ones. */
const QUERIES: readonly { address: string; count: number; blocked?: number; name?: string }[] = [
  { address: "192.168.1.20", count: 28 },
  { address: "192.168.1.40", count: 40, blocked: 4 },
  { address: "192.168.1.50", count: 50, name: "www.roblox.com" },
  { address: "192.168.1.60", count: 60 },
];

/**
 * A box whose adults agreed as given, with requests over the local socket or from the account of a
 * person.
 */
async function box(agreed: ReadonlySet<number> = new Set([1])) {
  const services = await boxServices({ content: "family" });
  const { askers, journal } = services;
  for (const { address, count, blocked = 0, name = "own.example" } of QUERIES) {
    const client = { client: address, name };
    services.feed([
      ...Array.from({ length: count - blocked }, () => observation(client)),
      ...Array.from({ length: blocked }, () => observation({ ...client, status: "blocked" })),
    ]);
  }
  const topNamesQueries: TopNamesQuery[] = [];
  const consenting = (person: ClientPerson | undefined) =>
    person && { ...person, detailedReports: agreed.has(person.id) };
  const account = (personId: number): Principal => ({
    kind: "session",
    sessionId: 1,
    setup: false,
    rights: new Set(),
    address: "192.168.1.9",
    name: "me",
    account: { id: 1, name: "me", kind: "member", role: "full", personId, language: "" },
  });
  const app = apiApp(ROUTES, {
    ...services,
    askers: { ...askers, person: (id) => consenting(askers.person(id)) },
    journal: {
      ...services.journal,
      askedMost(query, n) {
        topNamesQueries.push(query);
        return journal.askedMost(query, n);
      },
    },
    auth: { ...services.auth, session: (cookie) => Promise.resolve(account(Number(cookie))) },
  });
  const get = async <T>(path: string, person?: number) => {
    const init = person === undefined
      ? {}
      : { headers: { host: "box", cookie: `__Host-box=${person}` } };
    const door = person === undefined
      ? { door: "socket" as const }
      : { door: "https" as const, address: "192.168.1.9", secure: true };
    const response = await app.request(`https://box${path}`, init, door);
    return { status: response.status, body: await response.json() as T & { code: string } };
  };
  return { get, asked: topNamesQueries };
}

Deno.test("Counts of a device are shown, its names only when every adult who uses it agreed", async () => {
  const { get, asked } = await box();
  const television = await get<ActivityResponse>("/api/v1/activity?scope=device:5");
  const { body } = television;
  assert.deepEqual([body.private, body.shared, body.queries, body.categories, body.services], [
    true,
    true,
    50,
    {},
    {},
  ]);
  const refused = await get<NamesResponse>("/api/v1/activity/names?scope=device:5");
  assert.deepEqual([refused.status, refused.body.code, asked.length], [403, "private", 0]);
  const agreed = await box(new Set([1, 2]));
  assert.equal(
    (await agreed.get<ActivityResponse>("/api/v1/activity?scope=device:5")).body.private,
    false,
  );
  const shown = await agreed.get<NamesResponse>(
    "/api/v1/activity/names?scope=device:5&period=week",
  );
  assert.deepEqual([shown.status, shown.body.names], [200, [{
    name: "www.roblox.com",
    count: 50,
  }]]);
  assert.deepEqual(agreed.asked.map(({ by, blocked }) => [by, blocked]), [
    [{ devices: [5] }, false],
    [{ devices: [5] }, true],
  ]);
});

Deno.test("A child's names are shown; an adult's names are private, also on a shared device", async () => {
  const { get } = await box();
  assert.equal((await get("/api/v1/activity/names?scope=person:3")).status, 200);
  for (const scope of ["person:2", "device:4"]) {
    assert.equal(
      (await get<ActivityResponse>(`/api/v1/activity?scope=${scope}`)).body.private,
      true,
      scope,
    );
    assert.equal((await get(`/api/v1/activity/names?scope=${scope}`)).status, 403, scope);
  }
  const { body } = await get<ActivityResponse>("/api/v1/activity?scope=person:1");
  assert.deepEqual([
    body.devices,
    body.shared_devices.map(({ device, private: kept }) => [device, kept]),
  ], [
    [],
    [[{ id: 5, label: "Television", shared: true, group_id: 0 }, true]],
  ]);
});

Deno.test("The names queried by a client address are refused where its device is private", async () => {
  assert.equal((await (await box()).get("/api/v1/top?client=192.168.1.20")).status, 200);
  const services = await boxServices({ content: "family" });
  const { askers } = services;
  const app = apiApp(ROUTES, { ...services, askers: { ...askers, deviceAt: () => 4 } });
  const response = await app.request("/api/v1/top?client=192.168.1.20", {}, { door: "socket" });
  assert.deepEqual([response.status, (await response.json()).code], [403, "private"]);
});

Deno.test("An invalid scope is refused, and an unknown one is not found", async () => {
  const { get } = await box();
  for (
    const [scope, status] of [["all", 400], ["device:x", 400], ["profile:child", 400], [
      "device:99",
      404,
    ]] as const
  ) {
    for (const path of ["activity", "activity/names"]) {
      assert.equal(
        (await get(`/api/v1/${path}?scope=${scope}`)).status,
        status,
        `${path} ${scope}`,
      );
    }
  }
});

Deno.test("A member sees their own queries, including names, and nothing of anybody else", async () => {
  const { get, asked } = await box();
  const own = await get<ActivityResponse>("/api/v1/me/activity", 2);
  assert.deepEqual([own.status, own.body.scope, own.body.private], [200, "person:2", false]);
  assert.deepEqual(
    (await get<NamesResponse>("/api/v1/me/activity/names", 2)).body.names[0].name,
    "own.example",
  );
  assert.deepEqual(asked[0].by, { devices: [4] });
  for (
    const path of [
      "activity?scope=person:2",
      "activity/names?scope=person:2",
      "top?kind=devices",
      "queries",
    ]
  ) {
    assert.equal((await get(`/api/v1/${path}`, 2)).status, 403, path);
  }
  assert.equal((await get("/api/v1/me/activity", 0)).status, 404);
});

Deno.test("Devices and people are ranked by their queries; a shared device counts for no person", async () => {
  const { get } = await box();
  const top = async (kind: string) => (await get<TopResponse>(`/api/v1/top?kind=${kind}`)).body.top;
  assert.deepEqual((await top("devices")).map(({ key, count }) => [key, count]), [
    ["device:6", 60],
    ["device:5", 50],
    ["device:4", 40],
    ["device:3", 30],
  ]);
  assert.deepEqual((await top("people")).map(({ key, count }) => [key, count]), [["person:2", 40], [
    "person:3",
    30,
  ]]);
  assert.equal((await top("blocked_people"))[0].count, 4);
  assert.deepEqual((await top("devices"))[1].device, {
    id: 5,
    label: "Television",
    shared: true,
    group_id: 0,
  });
});
