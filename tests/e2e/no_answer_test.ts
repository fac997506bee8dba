/**
 * A tap without a response: the page claims no success, and shows the state of the box once it
 * answers again.
 */
import assert from "node:assert/strict";
import { poll } from "../support/looking.ts";
import type { Page } from "playwright-core";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };

const UNSURE = /The box didn’t answer, so it’s not clear whether that was saved/;
const BACK = /The box is back and this page is up to date/;
const CLAIM = /is (on|off|saved|in force)\.|Undo/;

const toasts = (page: Page) => page.locator("#toasts").innerText();

async function says(page: Page, text: RegExp): Promise<void> {
  const isSaid = await within(WAIT, async () => text.test(await toasts(page).catch(() => "")));
  assert.ok(isSaid, `${text} is not said: ${await toasts(page)}`);
}

/** Whether the scene's list is on. */
async function isEnabled({ scene }: LogScene): Promise<boolean> {
  const { lists } = await scene.service.call<{ lists: { id: number; enabled: boolean }[] }>(
    "GET",
    "/api/v1/lists",
  );
  return lists.find(({ id }) => id === 1)!.enabled;
}

/** The page of the lists on a phone, with the switch of the scene's list. */
async function opened(log: LogScene) {
  const page = await log.open(PHONE);
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.goto("/lists");
  const control = page.locator("#list-1-on");
  await poll(async () => assert.equal(await control.isChecked(), true));
  return { page, thrown, control };
}

Deno.test({
  name: "A tap while the box is gone claims no success, keeps the shown state and reads it again",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { page, thrown, control } = await opened(log);
      await log.scene.box.end("SIGKILL");
      await control.click();
      await says(page, UNSURE);
      assert.doesNotMatch(await toasts(page), CLAIM);
      await poll(async () =>
        assert.equal(await control.isChecked(), true, "the switch shows what was known last")
      );

      await log.scene.start();
      await says(page, BACK);
      await poll(async () => assert.equal(await control.isChecked(), true));
      assert.equal(await isEnabled(log), true);
      assert.deepEqual(thrown, []);
    }),
});

Deno.test({
  name: "A change whose response is lost is shown as the box stored it, without an earlier claim",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { page, thrown, control } = await opened(log);
      await page.route("**/act", async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.abort("connectionreset");
      });
      await page.route("**/lists", (route) => route.abort("connectionrefused"));
      await control.click();
      await says(page, UNSURE);
      await poll(async () => assert.equal(await control.isChecked(), true));
      assert.equal(await isEnabled(log), false, "the box carried it out");

      await page.unroute("**/lists");
      await says(page, BACK);
      await poll(async () =>
        assert.equal(await control.isChecked(), false, "the page shows what the box has")
      );
      assert.deepEqual(thrown, []);
    }),
});

Deno.test({
  name: "A change that the box answers late shows that it is pending, and then its result",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { page, thrown, control } = await opened(log);
      let answer = () => {};
      const held = new Promise<void>((resolve) => answer = resolve);
      await page.route("**/act", async (route) => {
        await held;
        await route.continue();
      });
      await control.click();
      await says(page, /hasn’t answered yet, so it’s not clear whether that was saved/);
      answer();
      await says(page, /Trackers is off/);
      await poll(async () => assert.equal(await control.isChecked(), false));
      assert.deepEqual(thrown, []);
    }),
});

Deno.test({
  name: "A tap without a connection says that nothing was saved",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { page, control } = await opened(log);
      await page.context().setOffline(true);
      await control.click();
      await says(page, /Not saved: this device has no connection/);
      await poll(async () => assert.equal(await control.isChecked(), true));
      assert.equal(await isEnabled(log), true);
    }),
});

Deno.test({
  name: "An open page says that it is out of date after two requests without a response",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const page = await log.open(PHONE);
      await page.goto("/dns-services");
      let gone = true;
      await page.route("**/dns-services", (route) => gone ? route.abort() : route.continue());
      await says(page, /The box is not answering; this page shows the last known state/);
      gone = false;
      assert.ok(
        await within(WAIT, async () => await toasts(page) === ""),
        "the next answer takes it away",
      );
    }),
});
