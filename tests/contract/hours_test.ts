import assert from "node:assert/strict";
import fc from "fast-check";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { TIMED_CATEGORIES } from "../../policy/model/person_time.ts";
import { gridOf } from "../../policy/model/week.ts";
import { boxServices } from "./box_services.ts";
import { NOW } from "./facts.ts";
import { jsonRequests } from "./json_requests.ts";

async function client() {
  const services = await boxServices();
  // On a vacation day the weekend hours apply.
  await services.vacations.remove(1);
  return { services, ask: jsonRequests(apiApp(ROUTES, services)) };
}

Deno.test("Schedules show the time state of children, teenagers and the devices they share", async () => {
  const { ask } = await client();
  const { json } = await ask("GET", "/schedules");
  const [emma] = json.people;
  assert.deepEqual(
    json.people.map(({ person_id }: { person_id: number }) => person_id),
    [1],
    "adults have no hours",
  );
  assert.deepEqual([emma.enabled, emma.open_now, emma.why, emma.next_change], [
    true,
    true,
    "",
    NOW / 1000 + 1740,
  ]);
  assert.deepEqual(emma.bonus, { from: NOW / 1000 - 60, until: NOW / 1000 + 1740 });
  assert.deepEqual([emma.extra, emma.mode.mode], [{ from: 0, until: 0 }, "homework"]);
  assert.deepEqual(emma.limits.map((each: { category: string }) => each.category), [
    ...TIMED_CATEGORIES,
  ]);
  const midnight = Date.parse("2026-09-22T00:00:00Z") / 1000;
  assert.deepEqual(emma.limits[0], {
    category: "games",
    minutes: 60,
    extra: 0,
    allowed: 60,
    used: 60,
    left: 0,
    blocked_until: midnight,
  });
  const [tv] = json.shared;
  assert.deepEqual([tv.device_id, tv.people, tv.follows, tv.homework], [2, [1, 2], "child", true]);
  assert.deepEqual([json.answers_kept, json.zone, json.now, json.time_known, json.allow_default], [
    60,
    "UTC",
    NOW / 1000,
    true,
    true,
  ]);
});

Deno.test("Hours are accepted as a grid, as hours, or as a text for each day", async () => {
  const { services, ask } = await client();
  const put = (body: object) => ask("PUT", "/people/1/schedule", body);
  const week = [{ days: ["mon", "tue"], from: "16:00", to: "18:00" }] as const;
  const grid = gridOf(week)!;
  for (const given of [{ grid }, { week }, { week: { mon: "16-18", tue: "16:00-18:00" } }]) {
    const { status, json } = await put({ enabled: true, ...given });
    assert.deepEqual([status, json.grid, json.hours], [200, grid, week]);
  }
  assert.equal((await put({ enabled: false })).json.grid, grid, "absent = as before");
  assert.equal(
    (await put({ enabled: true, grid: "" })).json.grid,
    (await ask("GET", "/schedules")).json.people[0].proposed,
  );
  assert.equal(services.published, 5);
  assert.deepEqual(services.audited.at(-1), {
    by: "box",
    action: "schedule.hours",
    detail: { person: "Emma", enabled: true },
  });
  const wrong = [{ grid: "1" }, { grid, week }, { week: { mon: "soon" } }, {
    week: [{ days: ["mon"], from: "16:10", to: "17:00" }],
  }];
  for (const given of wrong) {
    assert.equal((await put({ enabled: true, ...given })).status, 400, JSON.stringify(given));
  }
  assert.equal(
    (await ask("PUT", "/people/2/schedule", { enabled: true })).json.code,
    "bad_value",
    "an adult",
  );
  assert.equal((await ask("PUT", "/people/9/schedule", { enabled: true })).status, 404);
});

Deno.test("Cuts, homework and extra time are started and ended, and logged", async () => {
  const { services, ask } = await client();
  const mode = (body: object) => ask("PUT", "/people/1/mode", body);
  assert.deepEqual((await mode({ mode: "cut", duration: 30 })).json, {
    mode: "cut",
    from: NOW / 1000,
    until: NOW / 1000 + 1800,
    ended: ["homework", "extra"],
  });
  assert.equal((await mode({ mode: "homework", duration: "120" })).json.until, NOW / 1000 + 7200);
  assert.equal(
    (await mode({ mode: "cut", duration: "morning" })).json.until,
    Date.parse("2026-09-21T16:30:00Z") / 1000,
  );
  assert.equal((await ask("DELETE", "/people/1/mode")).status, 204);
  assert.equal((await ask("DELETE", "/people/1/mode")).status, 404);
  const given = await ask("POST", "/people/1/bonus", { minutes: 15 });
  assert.deepEqual([given.status, given.json.cut_until], [201, 0]);
  assert.equal((await ask("DELETE", "/people/1/bonus")).status, 204);
  assert.equal((await ask("DELETE", "/people/1/bonus")).status, 404);
  await ask("PUT", "/people/1/schedule", { enabled: false });
  assert.equal(
    (await ask("POST", "/people/1/bonus", { minutes: 15 })).json.code,
    "conflict",
    "not needed",
  );
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["mode.cut", { person: "Emma", duration: "30" }],
    ["mode.homework", { person: "Emma", duration: "120" }],
    ["mode.cut", { person: "Emma", duration: "morning" }],
    ["mode.end", { person: "Emma", mode: "cut" }],
    ["schedule.bonus", { person: "Emma", minutes: 15 }],
    ["schedule.bonus.end", { person: "Emma" }],
    ["schedule.hours", { person: "Emma", enabled: false }],
  ]);
});

Deno.test("A cut reports what it ended and is undone, and a bonus reports an active cut", async () => {
  const { services, ask } = await client();
  const mode = (body: object) => ask("PUT", "/people/1/mode", body);
  await mode({ mode: "cut", duration: 60 });
  assert.equal((await mode({ mode: "cut", until: NOW / 1000 + 60 })).status, 400);
  const undone = await ask("POST", "/people/1/mode/undo");
  assert.deepEqual([undone.status, undone.json.mode.mode, undone.json.bonus.until], [
    200,
    "homework",
    NOW / 1000 + 1740,
  ]);
  assert.equal((await ask("POST", "/people/1/mode/undo")).json.code, "conflict", "once");
  await mode({ mode: "cut", duration: 30 });
  const during = await ask("POST", "/people/1/bonus", { minutes: 15 });
  assert.deepEqual([during.status, during.json.cut_until], [201, NOW / 1000 + 1800]);
  assert.ok(during.json.from >= during.json.cut_until);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["mode.cut", { person: "Emma", duration: "60" }],
    ["mode.homework", { person: "Emma", duration: "60" }],
    ["mode.cut", { person: "Emma", duration: "30" }],
    ["schedule.bonus", { person: "Emma", minutes: 15 }],
  ]);
});

Deno.test("Limits and always-permitted names are stored, and an invalid one is refused by name", async () => {
  const { services, ask } = await client();
  const limit = (body: object) => ask("PUT", "/people/1/limits", body);
  assert.equal((await limit({ category: "games", minutes: 90 })).json.limits[0].left, 30);
  assert.equal((await limit({ category: "social", minutes: 15 })).json.limits[2].minutes, 15);
  assert.equal((await limit({ category: "games", minutes: 0 })).json.limits[0].minutes, 0);
  for (const minutes of [14, 481, -1, 20.5, "60"]) {
    assert.equal((await limit({ category: "games", minutes })).status, 400);
  }
  assert.equal((await limit({ category: "malware", minutes: 60 })).status, 400);
  const put = (domains?: unknown) =>
    ask("PUT", "/schedule-allow", domains === undefined ? { proposed: true } : { domains });
  assert.deepEqual((await put(["Bücher.example.", "b.example"])).json, {
    allow: ["xn--bcher-kva.example", "b.example"],
    allow_default: false,
  });
  assert.match((await put(["b.example", "co.uk"])).json.error, /many owners.*: co\.uk$/);
  assert.equal((await put(Array.from({ length: 101 }, (_, i) => `n${i}.example`))).status, 400);
  assert.deepEqual((await ask("GET", "/schedules")).json.allow, [
    "xn--bcher-kva.example",
    "b.example",
  ]);
  for (const body of [{}, { proposed: false }, { proposed: true, domains: [] }]) {
    assert.equal((await ask("PUT", "/schedule-allow", body)).status, 400);
  }
  assert.equal((await ask("GET", "/schedules")).json.allow_default, false);
  assert.equal((await put()).json.allow_default, true);
  assert.equal(services.audited.filter(({ action }) => action === "schedule.allow").length, 2);
});

Deno.test("Garbage bodies are refused and change nothing", async () => {
  const { services, ask } = await client();
  const before = (await ask("GET", "/schedules")).json;
  const routes = [
    "PUT /people/1/schedule",
    "POST /people/1/bonus",
    "PUT /people/1/mode",
    "PUT /people/1/limits",
    "PUT /schedule-allow",
  ];
  const nearly = fc.record({
    enabled: fc.constantFrom(null, 1, "true"),
    grid: fc.string(),
    minutes: fc.oneof(fc.double(), fc.constantFrom(-30, "30", 1e9)),
    mode: fc.constantFrom("cut", "homework", "sleep", 3),
    duration: fc.constantFrom("30 ", 45, null, "evening", -60),
    category: fc.constantFrom("games", "", "all"),
    domains: fc.array(fc.constantFrom("", "com", "a b", "*", "1.2.3.4")),
  }, { requiredKeys: [] }).filter((body) =>
    Object.keys(body).length > 0 && !("domains" in body && body.domains!.length === 0)
  );
  const garbage = fc.oneof(nearly, fc.jsonValue(), fc.string()).filter((body) =>
    JSON.stringify(body) !== "{}" && body !== ""
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), garbage, async (route, body) => {
      const [method, path] = route.split(" ");
      const { status } = await ask(method, path, body);
      assert.equal(status, 400, `${route} ${JSON.stringify(body)}`);
    }),
    { seed: 62, numRuns: 150 },
  );
  assert.deepEqual([(await ask("GET", "/schedules")).json, services.published, services.audited], [
    before,
    0,
    [],
  ]);
});
