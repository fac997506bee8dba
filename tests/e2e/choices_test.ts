/**
 * Services, categories, safe search and pauses in a real browser: choices take effect at once, with
 * and without scripts (A 7.2.3).
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertCount, poll, showsText } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { ADDRESS, comesTo, type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };
const NOTHING = "0.0.0.0";
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

/** A window without scripts. */
async function withoutScripts(log: LogScene): Promise<Page> {
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
  name: "A service is found, blocked by one choice, limited to hours, and restored by Undo",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open(PHONE);
      await page.goto("/services?name=reddit");
      await page.selectOption("#choice-reddit", "block");
      await showsText(page, "#toasts", /Reddit: saved/);
      assert.ok(await comesTo(log, "www.reddit.com", NOTHING), "the service is not blocked");
      await page.click("#toasts button");
      assert.ok(await comesTo(log, "www.reddit.com", ADDRESS), "the service is still blocked");
      await page.goto("/services/reddit");
      await page.check(".service-choice [value=block]", { force: true });
      await showsText(page, ".lead", /^Reddit is blocked\.$/);
      await page.click("text=School hours");
      await showsText(page, "main", /Mon–Fri 08:00–16:00/);
      await page.click(".week-texts summary");
      await page.fill("#service-hours-mon", "25:00");
      await page.click("form:has(.week-grid) button.main");
      await assertCount(page.locator("#service-hours-mon:invalid"), 1);
      await page.fill("#service-hours-mon", "8-16, 19:30-22:00");
      await page.click("form:has(.week-grid) button.main");
      await showsText(page, "main", /Mon–Fri 08:00–16:00 · Mon 19:30–22:00/);
    }),
});

Deno.test({
  name: "Protection is paused from any page, the pause is shown on every page, and one tap ends it",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      assert.ok(await comesTo(log, "ads.example", NOTHING));
      const page = await log.open(PHONE);
      await page.goto("/queries");
      await page.click("#pauses summary");
      await page.click("#pauses >> text=1 hour");
      await showsText(page, "#toasts", /paused and comes back/);
      assert.ok(await comesTo(log, "ads.example", ADDRESS), "nothing is paused");
      await page.goto("/settings");
      await showsText(page, "#pauses summary", /Paused/);
      await page.click("#pauses summary");
      await page.click("#pauses li button");
      await showsText(page, "#pauses summary", /^\s*Pause\s*$/);
      assert.ok(await comesTo(log, "ads.example", NOTHING), "the pause did not end");
    }),
});

Deno.test({
  name:
    "Without scripts, services, hours, categories, safe search and pauses are chosen with buttons",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await withoutScripts(log);
      const save = (id: string) => page.click(`form:has(#${id}) button`);
      await page.goto("/services?group=social");
      await page.selectOption("#choice-tiktok", "block");
      await save("choice-tiktok");
      assert.ok(await comesTo(log, "www.tiktok.com", NOTHING), "the service is not blocked");
      await page.goto("/services/tiktok");
      await page.click(".week-texts summary");
      await page.fill("#service-hours-mon", "00:00-24:0");
      await page.click("form:has(.week-grid) button.main");
      await showsText(page, "#notices", /hours in quarters/);
      for (const field of await page.locator(".week-fields input").all()) {
        await field.fill("00:00-24:00");
      }
      await page.click("form:has(.week-grid) button.main");
      assert.ok(await comesTo(log, "www.tiktok.com", NOTHING), "the hours opened the service");

      await page.goto("/categories");
      await page.selectOption("#gambling-all", "block");
      await save("gambling-all");
      assert.ok(await comesTo(log, "www.pokerstars.com", NOTHING), "the category is not blocked");
      await page.goto("/categories?category=malware&for=all");
      await page.selectOption("#risk select", "allow");
      await page.click("#risk button.main");
      await showsText(page, "#notices", /accept_risk/);
      await page.check("#risk [type=checkbox]");
      await page.click("#risk button.main");
      await showsText(page, "#toasts", /Malware: saved/);

      await page.goto("/safe-search");
      await page.selectOption("#engine-duckduckgo", "on");
      await save("engine-duckduckgo");
      await showsText(page, ".lead", / 1 of 8/);
      await page.click("#pauses summary");
      await page.click("#pauses >> text=10 minutes");
      assert.ok(await comesTo(log, "www.tiktok.com", ADDRESS), "nothing is paused");
      await page.click("#pauses summary");
      await page.click("#pauses li button");
      assert.ok(await comesTo(log, "www.tiktok.com", NOTHING), "the pause did not end");
    }),
});

Deno.test({
  name:
    "A custom service is added, blocked for a person, and removed; a rule is written for that person",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.scene.service.call("POST", "/api/v1/people", {
        body: { name: "Emma <b>", profile: "child" },
      });
      const page = await log.open(PHONE);
      await page.goto("/services");
      await page.click("#own-service summary");
      await page.fill("#own-service [name=name]", "Club");
      await page.fill("#own-service textarea", "no name at all");
      await page.click("#own-service button.main");
      await showsText(page, "#notices", /not a domain name/);
      await page.fill("#own-service textarea", "club.example\nclub-cdn.example");
      await page.click("#own-service button.main");
      await showsText(page, "#toasts", /The service is added/);
      await page.goto("/services/custom-club?scope=person:1");
      await page.check(".service-choice [value=block]", { force: true });
      await showsText(page, ".lead", /^Emma <b>: Club is blocked\.$/);
      await poll(async () =>
        assert.equal(await page.locator("#scope option:checked").textContent(), "Emma <b>")
      );
      await page.click("button.danger");
      await page.click("dialog button.danger");
      await page.waitForURL("**/services");
      await showsText(page, "#toasts", /Club is removed/);

      await page.goto("/rules?scope=person:1&add=toys.example");
      await page.click("#rule-form button.main");
      await showsText(page, "table", /toys\.example[\s\S]*Emma <b>/);
      await page.click("table a.button");
      await page.selectOption("#field-lasts", "3600");
      await page.click("#rule-form button.main");
      await showsText(
        page,
        "table",
        /toys\.example[\s\S]*Emma <b>[\s\S]*in (59|60) minutes|in 1 hour/,
      );
    }),
});
