/**
 * The first page and the alerts: live, with the keyboard, while the box is away, without scripts.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertCount, poll } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { pause, WAIT, within } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { keep, type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const DESKTOP: Look = { size: "desktop", scheme: "light", language: "en" };
const PHONE: Look = { size: "phone", scheme: "dark", language: "de" };
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

async function firstPage(log: LogScene, look: Look): Promise<Page> {
  const page = await log.open(look);
  await page.goto("/");
  return page;
}

/** The name in the newest row of the live list. */
async function newest(page: Page): Promise<string> {
  const rows = page.locator("#recent .recent-name");
  return await rows.count() === 0 ? "" : await rows.first().innerText();
}

Deno.test({
  name: "A query of a device appears on the first page, and the numbers follow",
  ignore,
  fn: () =>
    withLog(async (log) => {
      await log.asks("one.example");
      const page = await firstPage(log, DESKTOP);
      const value = page.locator("#home-numbers .value").first();
      const before = Number((await value.innerText()).replaceAll(",", ""));
      await log.asks("live.tracker.example");
      assert.ok(await within(WAIT, async () => await newest(page) === "live.tracker.example"));
      await poll(async () =>
        assert.match(await page.locator("#recent li").first().innerText(), /Blocked/)
      );
      await poll(async () =>
        assert.ok(Number((await value.innerText()).replaceAll(",", "")) > before)
      );
      await poll(async () =>
        assert.match(
          await page.locator(".lead").innerText(),
          /queries in the last 24 hours, 1 of them blocked/,
        )
      );
      await keep(page, "home-live");
      await page.locator("#recent .recent-name").first().click();
      await page.waitForURL(/\/queries\/\d+$/);
    }),
});

Deno.test({
  name: "Nothing moves under the pointer; new rows appear once it has left",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.logs("one.example");
      const page = await firstPage(log, DESKTOP);
      await page.locator("#recent li").first().hover();
      const seen = await newest(page);
      await log.asks("two.example");
      await pause(2500);
      await poll(async () => assert.equal(await newest(page), seen));
      await page.mouse.move(5, 5);
      assert.ok(await within(WAIT, async () => await newest(page) === "two.example"));
    }),
});

Deno.test({
  name: "While the box is away the page says so, and it recovers by itself with the missed rows",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.asks("one.example");
      const page = await firstPage(log, PHONE);
      const lost = page.locator(".home-lost");
      await poll(async () => assert.equal(await lost.isVisible(), false));
      await log.scene.box.end("SIGTERM");
      await lost.waitFor({ state: "visible" });
      await poll(async () =>
        assert.match(await lost.innerText(), /Verbindung zur Box ist unterbrochen/)
      );
      await keep(page, "home-lost");
      await log.scene.start();
      await log.asks("back.example");
      await lost.waitFor({ state: "hidden" });
      assert.ok(await within(WAIT, async () => await newest(page) === "back.example"));
    }),
});

Deno.test({
  name: "Without scripts the first page shows everything, the chart as a table too",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.logs("one.example", "ads.example", "two.example");
      const page = await firstPage(log, { ...DESKTOP, javaScript: false });
      await page.locator(".as-table summary").click();
      const text = await page.locator("main").innerText();
      for (
        const expected of [
          "Everything is protected.",
          "two.example",
          "Average answer",
          "Upstream servers",
          "Answers",
        ]
      ) {
        assert.ok(text.includes(expected), expected);
      }
      await assertCount(page.locator(".as-table tbody tr"), 24);
      await page.getByRole("link", { name: "Week" }).click();
      await page.waitForURL(/period=week/);
      await poll(async () =>
        assert.match(await page.locator(".lead").innerText(), /in the last 7 days/)
      );
    }),
});

Deno.test({
  name: "Arrow keys move through the chart, and each step is announced",
  ignore,
  fn: () =>
    withLog(async (log) => {
      await log.asks("ads.example");
      const counts = () => log.scene.service.call<{ blocked: number }>("GET", "/api/v1/statistics");
      while ((await counts()).blocked === 0) await new Promise((rested) => setTimeout(rested, 100));
      const page = await firstPage(log, DESKTOP);
      await page.locator(".chart svg").focus();
      await page.keyboard.press("End");
      const announcement = page.locator(".chart [aria-live]");
      const announced = async (earlier: string) => {
        let text = "";
        await poll(async () => {
          text = await announcement.innerText();
          assert.match(text, /, \d+ quer(y|ies), [01] blocked$/);
          assert.notEqual(text, earlier);
        });
        return text;
      };
      // The hour may have begun after the blocked query, so the one before may have counted it.
      const last = await announced("");
      await page.keyboard.press("ArrowLeft");
      const before = await announced(last);
      assert.equal([last, before].filter((text) => text.endsWith(", 1 blocked")).length, 1);
      await assertCount(page.locator(".chart-step.here"), 1);
      await page.keyboard.press("Escape");
      await poll(async () => assert.equal(await page.locator(".chart-step.here").count(), 0));
    }),
});

Deno.test({
  name: "An alert appears on its page by itself, is acknowledged there, and reopened by Undo",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open(DESKTOP);
      await page.goto("/alerts");
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /Everything has been looked at/)
      );
      const url = `http://127.0.0.1:${log.scene.box.http}/api/v1/session`;
      const tries = Array.from({ length: 12 }, async () => {
        const body = JSON.stringify({ account: "anna", password: "not the one" });
        const headers = { "content-type": "application/json" };
        await (await fetch(url, { method: "POST", headers, body })).body?.cancel();
      });
      await Promise.all(tries);
      const alert = page.locator("#alert-list .alert");
      await alert.waitFor();
      await poll(async () =>
        assert.match(
          await alert.innerText(),
          /Sign-ins to the account anna from .* are refused again and again/,
        )
      );
      await poll(async () => assert.match(await page.locator("#open-alerts").innerText(), /^1/));
      await page.reload();
      await alert.getByRole("button", { name: "Acknowledge" }).click();
      await page.locator(".toast").waitFor();
      await poll(async () => assert.equal(await page.locator("#open-alerts").isVisible(), false));
      await page.getByRole("button", { name: "Undo" }).click();
      await alert.waitFor();
      await poll(async () => assert.match(await page.locator("#open-alerts").innerText(), /^1/));
    }),
});
