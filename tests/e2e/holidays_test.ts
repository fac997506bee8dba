/**
 * Holidays in a real browser without scripts: added manually, from a holiday service in two steps,
 * and from a calendar file (A 4.2).
 */
import assert from "node:assert/strict";
import { poll, showsText } from "../support/looking.ts";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import type { VacationsResponse } from "../../api/features/household/vacations/routes.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };
const DAY = 86_400_000;

/** A day the given number of days from now, as `YYYY-MM-DD` and in the format of calendar files. */
const day = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);
const packed = (ahead: number) => day(ahead).replaceAll("-", "");

/** The responses of a holiday service by path. */
function answers(): Readonly<Record<string, unknown>> {
  const name = (text: string) => [{ language: "EN", text }];
  const winter = {
    id: "0b9c7a52-0001",
    startDate: day(30),
    endDate: day(44),
    type: "School",
    name: name("Winter"),
  };
  return {
    "/Countries": [{ isoCode: "FR", name: name("France") }, {
      isoCode: "DE",
      name: name("Germany"),
    }],
    "/Subdivisions": [{ code: "FR-ARA", name: name("Auvergne") }],
    "/Groups": [{ code: "FR-ZA", name: name("Zone A"), subdivisions: [{ code: "FR-ARA" }] }],
    "/SchoolHolidays": [{ ...winter, nationwide: false, groups: [{ code: "FR-ZA" }] }],
  };
}

/** A window without scripts, on a box with its own holiday service. */
async function withoutScripts(log: LogScene, service: string): Promise<Page> {
  const body = { value: service };
  await log.scene.service.call("PUT", "/api/v1/settings/holiday_service_url", { body });
  const state = await (await log.open(PHONE)).context().storageState();
  const context = await log.browser.newContext({
    storageState: state,
    javaScriptEnabled: false,
    baseURL: `http://localhost:${log.scene.box.http}`,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  return page;
}

Deno.test({
  name: "Without scripts, holidays are added, imported in two steps, read from a file and removed",
  ignore,
  async fn() {
    const known = answers();
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      ({ url }) => Response.json(known[new URL(url).pathname] ?? []),
    );
    try {
      await withLog(async (log) => {
        const page = await withoutScripts(log, `http://127.0.0.1:${server.addr.port}`);
        await page.goto("/hours/holidays");
        await page.fill("#field-first_day", day(5));
        await page.fill("#field-last_day", day(4));
        await page.click("#add button");
        await showsText(page, "#notices", /before the first/);
        await page.fill("#field-last_day", day(6));
        await page.click("#add button");
        await showsText(page, ".lead", /The next ones begin on/);

        await page.click("#import a.button");
        await poll(async () =>
          assert.equal(await page.locator("#field-country").inputValue(), "FR")
        );
        await page.click("#import button");
        await page.selectOption("#field-region", "FR-ZA");
        await page.click("#import button.main");
        await showsText(page, "main", /1 holiday added/);
        await showsText(page, "#import", /France · Zone A/);

        const event = (more: string) =>
          `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${packed(60)}\r\n${more}END:VEVENT\r\n`;
        const text = `BEGIN:VCALENDAR\r\n${event("SUMMARY:Brückentag\r\n")}${
          event("RRULE:FREQ=YEARLY\r\n")
        }`;
        const file = { name: "school.ics", mimeType: "text/calendar", buffer: Buffer.from(text) };
        await page.setInputFiles("#holiday-file", file);
        await page.click("#holiday-file-form button");
        await showsText(page, "main", /1 holiday added[^]*Line 6: it repeats/);

        await page.click(".list-row:has-text('Winter') button");
        await poll(async () => {
          const { vacations } = await log.scene.service.call<VacationsResponse>(
            "GET",
            "/api/v1/vacations",
          );
          assert.deepEqual(vacations.map(({ name, source }) => `${source} ${name}`), [
            "hand ",
            "file Brückentag",
          ]);
        });
      });
    } finally {
      await server.shutdown();
    }
  },
});
