/** Whose usage is shown, and to which accounts (A 4.4, 5.2, 7.1.5). */
import assert from "node:assert/strict";
import type { ReportResponse, TimeResponse } from "../../api/features/insight/time_spent/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Principal } from "../../api/http/principal.ts";
import { boxServices } from "./box_services.ts";

/** A box with requests over the local socket, or from the account of a person. */
async function box() {
  const services = await boxServices({ content: "family" });
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
    auth: { ...services.auth, session: (cookie) => Promise.resolve(account(Number(cookie))) },
  });
  return async <T>(path: string, person?: number) => {
    const init = person === undefined
      ? {}
      : { headers: { host: "box", cookie: `__Host-box=${person}` } };
    const door = person === undefined
      ? { door: "socket" as const }
      : { door: "https" as const, address: "192.168.1.9", secure: true };
    const response = await app.request(`https://box${path}`, init, door);
    return { status: response.status, body: await response.json() as T };
  };
}

Deno.test("A child's days are shown with categories and services, including days without usage", async () => {
  const { body } = await (await box())<TimeResponse>("/api/v1/people/3/time?days=9");
  assert.equal(body.days.length, 9);
  assert.deepEqual([body.days[0].day, body.days[8].day], [body.first_day, body.last_day]);
  const [first, second, last] = [body.days[0], body.days[1], body.days[8]];
  assert.deepEqual([first.minutes, second.minutes, last.minutes], [68, 0, 60]);
  assert.deepEqual(last.categories, [{ category: "games", minutes: 40 }]);
  assert.deepEqual(last.services[0], { service: "roblox", name: "Roblox", minutes: 35 });
  assert.deepEqual([body.private, body.shared, body.devices], [
    false,
    [],
    [{ device_id: 3, label: "Tablet", minutes: 128 }],
  ]);
  assert.deepEqual(body.notes, ["dns_only", "background", "other_network"]);
});

Deno.test("A report is compared with the period before", async () => {
  const { body } = await (await box())<ReportResponse>("/api/v1/people/3/report");
  assert.deepEqual([body.period, body.minutes, body.before, body.days.length], ["week", 60, 68, 7]);
  assert.deepEqual(body.categories, [{ category: "games", minutes: 40, before: 48 }]);
  assert.deepEqual(body.services[0], {
    service: "roblox",
    name: "Roblox",
    minutes: 35,
    before: 35,
  });
  assert.deepEqual([body.queries, body.blocked], [2, 1]);
  const month = (await (await box())<ReportResponse>("/api/v1/people/3/report?period=month")).body;
  assert.deepEqual([month.minutes, month.before, month.days.length], [128, 0, 30]);
  // What was not counted for the whole previous period is not comparable.
  assert.deepEqual([body.counted_before, month.counted_before], [true, false]);
});

Deno.test("Only totals are shown for an adult who did not agree, and for devices shared with one", async () => {
  const ask = await box();
  const { body } = await ask<TimeResponse>("/api/v1/people/2/time");
  assert.equal(body.private, true);
  assert.deepEqual(
    body.days.map(({ categories, services }) => [...categories, ...services]).flat(),
    [],
  );
  assert.equal(body.days[6].minutes, 60);
  const anna = (await ask<TimeResponse>("/api/v1/people/1/time")).body;
  assert.equal(anna.private, false);
  assert.equal(anna.days[6].categories.length, 1);
  const [television] = anna.shared;
  assert.deepEqual([television.device_id, television.private, television.minutes], [5, true, 120]);
  assert.deepEqual(television.days.flatMap(({ categories }) => categories), []);
  const report = (await ask<ReportResponse>("/api/v1/people/1/report")).body;
  assert.deepEqual(
    report.shared.map(({ minutes, before, categories }) => [minutes, before, categories]),
    [[
      120,
      120,
      [],
    ]],
  );
});

Deno.test("A member sees all of their own usage, and nobody else's", async () => {
  const ask = await box();
  const own = await ask<TimeResponse>("/api/v1/me/time", 2);
  assert.deepEqual([own.status, own.body.person_id, own.body.private], [200, 2, false]);
  assert.equal(own.body.days[6].categories.length, 1);
  assert.equal(
    (await ask<ReportResponse>("/api/v1/me/report?period=month", 2)).body.period,
    "month",
  );
  for (const path of ["people/2/time", "people/3/report"]) {
    assert.equal((await ask(`/api/v1/${path}`, 2)).status, 403, path);
  }
  assert.equal((await ask("/api/v1/me/time", 0)).status, 404);
});

Deno.test("Unknown people and invalid days are refused", async () => {
  const ask = await box();
  assert.equal((await ask("/api/v1/people/99/time")).status, 404);
  assert.equal((await ask("/api/v1/people/0/report")).status, 404);
  for (
    const query of [
      "time?days=0",
      "time?days=91",
      "time?days=x",
      "report?period=year",
      "report?month=1",
    ]
  ) {
    assert.equal((await ask(`/api/v1/people/3/${query}`)).status, 400, query);
  }
});
