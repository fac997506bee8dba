/**
 * The routes and the command of vacations and school holidays: what they show, refuse, log and
 * publish.
 */
import assert from "node:assert/strict";
import { holidayRoutes } from "../../api/features/household/holidays/routes.ts";
import { vacationRoutes } from "../../api/features/household/vacations/routes.ts";
import type { Application } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Two holidays, and one that repeats. */
const CALENDAR = [
  "BEGIN:VCALENDAR",
  ...event("one", "20270517"),
  ...event("two", "20270607"),
  ...event("three", "20270614", "RRULE:FREQ=YEARLY"),
  "END:VCALENDAR",
  "",
].join("\r\n");

function event(uid: string, first: string, ...more: string[]): string[] {
  const days = [`DTSTART;VALUE=DATE:${first}`, ...more];
  return ["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${uid}`, ...days, "END:VEVENT"];
}

async function asking() {
  const services = await boxServices();
  const app = apiApp<Application>([...vacationRoutes, ...holidayRoutes], services);
  return {
    services,
    async ask(method: string, path: string, body?: unknown) {
      const sent = body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const response = await app.request(`/api/v1${path}`, { method, ...sent }, { door: "socket" });
      return {
        status: response.status,
        json: response.status === 204 ? undefined : await response.json(),
      };
    },
  };
}

Deno.test("Vacations are shown with their source, whether today is one, and the state of the weekly import", async () => {
  const { status, json } = await (await asking()).ask("GET", "/vacations");
  assert.deepEqual([status, json.today, json.vacations.length], [200, true, 3]);
  const { id, first_day, last_day, name, source, by } = json.vacations[0];
  assert.deepEqual([id, first_day, last_day, name, source, by], [
    1,
    "2026-09-20",
    "2026-09-24",
    "Autumn",
    "hand",
    "anna",
  ]);
  assert.deepEqual([json.import.country, json.import.region, json.day], [
    "FR",
    "FR-ZA",
    "2026-09-21",
  ]);
  assert.match(json.import.error, /answered nothing/);
});

Deno.test("The country of the household is suggested where the service knows it", async () => {
  const { services, ask } = await asking();
  assert.equal((await ask("GET", "/holidays/countries?lang=fr")).json.proposed, "");
  for (const [country, proposed] of [["MC", "MC"], ["JP", ""]]) {
    await services.fix({ country });
    assert.equal((await ask("GET", "/holidays/countries?lang=fr")).json.proposed, proposed);
  }
  assert.deepEqual((await ask("GET", "/holidays/regions?country=mc")).json, { regions: [] });
});

Deno.test("Adding, removing, importing and a file are logged and published; ending the import is logged", async () => {
  const { services, ask } = await asking();
  const added = await ask("POST", "/vacations", {
    first_day: "2027-05-14",
    last_day: "2027-05-14",
  });
  assert.deepEqual([added.status, added.json.id, added.json.name], [201, 4, ""]);
  assert.equal((await ask("DELETE", "/vacations/2")).status, 204);
  const done = await ask("POST", "/holidays/import", {
    country: "fr",
    region: "fr-za",
    lang: "fr",
  });
  assert.deepEqual(done.json, { added: 4, known: 0, removed_by_hand: 0 });
  const file = await ask("POST", "/holidays/file", {
    content: CALENDAR,
    name: "school.ics",
  });
  assert.deepEqual(file.json.refused, [{ line: 12, why: "repeats" }]);
  assert.equal((await ask("DELETE", "/holidays/import")).status, 204);
  assert.equal((await ask("GET", "/vacations")).json.import, null);
  assert.equal(services.published, 4);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["vacation.add", { first_day: "2027-05-14", last_day: "2027-05-14" }],
    ["vacation.remove", { first_day: "2026-11-20", last_day: "2026-12-05" }],
    ["holiday.import", { country: "FR", region: "FR-ZA", added: 4 }],
    ["holiday.file", { file: "school.ics", added: 2 }],
    ["holiday.import.off", {}],
  ]);
});

Deno.test("A refusal says why and changes nothing; a failed holiday service answers 502", async () => {
  const { services, ask } = await asking();
  const refused = async (method: string, path: string, body?: unknown) =>
    (await ask(method, path, body)).status;
  assert.equal(
    await refused("POST", "/vacations", { first_day: "2027-05-14", last_day: "2027-05-13" }),
    400,
  );
  assert.equal(await refused("POST", "/vacations", { first_day: "2027-05-14" }), 400);
  assert.equal(await refused("DELETE", "/vacations/99"), 404);
  assert.equal(await refused("POST", "/holidays/file", { content: "<html>" }), 400);
  for (
    const body of [{}, { country: "France" }, { country: "FR", region: "../x" }, {
      country: "FR",
      lang: "xx",
    }]
  ) {
    assert.equal(await refused("POST", "/holidays/import", body), 400);
  }
  assert.equal(await refused("GET", "/holidays/regions?country=F"), 400);
  const failing = () =>
    Promise.reject(
      new DomainError(
        "holiday_service_failed",
        sentence`The holiday service cannot be used now: it is gone`,
      ),
    );
  Object.assign(services.holidays, { import: failing, countries: failing, regions: failing });
  for (const path of ["/holidays/countries", "/holidays/regions?country=FR"]) {
    assert.equal(await refused("GET", path), 502);
  }
  const { status, json } = await ask("POST", "/holidays/import", { country: "FR" });
  assert.deepEqual([status, json.code], [502, "holiday_service_failed"]);
  const full = () =>
    Promise.reject(new DomainError("conflict", sentence`There can be 500 vacations`));
  Object.assign(services.holidays, { import: full });
  assert.equal(await refused("POST", "/holidays/import", { country: "FR" }), 409);
  assert.deepEqual([services.published, services.audited.length], [0, 0]);
});

Deno.test("box holidays shows, adds, removes, imports and reads a file", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => {
      const { code, out, err } = await ask("holidays", ...argv);
      assert.equal(code, 0, err);
      return out;
    };
    assert.match(
      await output(),
      /^There are holidays today.*\nID .*\n1 +2026-09-20 +2026-09-24 +Autumn +by hand/,
    );
    assert.match(
      await output(),
      /Imported every week: FR FR-ZA Zone A;.*\nThe last import failed: .*answered nothing/,
    );
    assert.match(
      await output("add", "2027-05-14", "2027-05-15", "--name", "Bridge"),
      /^Added as number 4: 2027-05-14 to/,
    );
    assert.match(await output("remove", "1"), /^Removed: 1\n$/);
    assert.match(await output("countries", "--lang", "fr"), /^Code +Country\nFR +France/);
    assert.match(await output("regions", "FR"), /FR-ZA +Zone A +school group/);
    assert.match(await output("regions", "MC"), /whole country has the same holidays/);
    assert.match(
      await output("import", "FR", "FR-ZA"),
      /^4 added, 0 there already\./,
    );
    assert.match(await output("stop"), /The weekly import has ended/);
    const path = await Deno.makeTempFile({ suffix: ".ics" });
    try {
      await Deno.writeTextFile(path, CALENDAR);
      assert.match(await output("file", path), /^2 added.*\nLeft out, line 12: it repeats/);
      assert.equal(JSON.parse(await output("file", path, "--json")).known, 2);
    } finally {
      await Deno.remove(path);
    }
    assert.equal((await ask("holidays", "file", "/nowhere.ics")).code, 1);
    assert.equal((await ask("holidays", "add", "2027-05-14")).code, 2);
    assert.equal((await ask("holidays", "remove", "99")).code, 1);
  }));
