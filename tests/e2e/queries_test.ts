import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertCount, poll } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { within } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { ADDRESS, comesTo, keep, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
/** Names of the list, one for each test that allows a name. */
const [NEWS, PAPER, DAILY, WEEKLY] = ["news", "paper", "daily", "weekly"].map((name) =>
  `${name}.tracker.example`
);
const DESKTOP: Look = { size: "desktop", scheme: "light", language: "en" };
const PHONE: Look = { size: "phone", scheme: "light", language: "fr" };
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

/** The link of the row about a name. */
function rowOf(page: Page, name: string) {
  return page.locator("[data-why], .what a").filter({ hasText: name }).first();
}

/** Presses Tab until the expected element of the browser has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let steps = 0; steps < 200; steps++) {
    if (
      await page.evaluate(`document.activeElement?.matches(${JSON.stringify(wanted)}) === true`)
    ) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to: ${wanted}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
}

Deno.test({
  name: "On a phone, in French, a blocked page is found, explained and allowed in three taps",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      assert.equal(await log.asks(NEWS), "0.0.0.0");
      await log.logs(NEWS);
      const page = await log.open(PHONE);
      await page.goto("/");
      await keep(page, "three-taps-0-first-page");
      await page.tap("nav a[href='/queries']");
      await rowOf(page, NEWS).waitFor();
      await keep(page, "three-taps-1-queries");
      await rowOf(page, NEWS).tap();
      const why = page.locator("#why");
      await why.waitFor();
      // A tap before the scripts have loaded opens it on a separate page.
      await poll(async () =>
        assert.match(
          await page.locator("body").innerText(),
          /box a demandé news\.tracker\.example.*Bloqué\..*Il figure sur la liste Trackers/s,
        )
      );
      await poll(async () => assert.match(await why.innerText(), /\|\|tracker\.example\^/));
      await keep(page, "three-taps-2-why");
      await why.getByRole("button", { name: "Autoriser pour tous" }).tap();
      await page.locator(".toast").waitFor();
      await keep(page, "three-taps-3-allowed");
      await poll(async () =>
        assert.match(
          await page.locator(".toast").innerText(),
          /news\.tracker\.example est autorisé pour tous\./,
        )
      );
      assert.ok(await comesTo(log, NEWS, ADDRESS));
      assert.equal(await log.asks("other.tracker.example"), "0.0.0.0");
    }),
});

Deno.test({
  name: "With the keyboard alone a blocked name is found, explained, allowed, and blocked by Undo",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.logs("www.example", PAPER, "more.example");
      const page = await log.open(DESKTOP);
      await page.goto("/queries");
      await tabTo(page, "#field-search");
      await page.keyboard.type("tracker");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/queries\?name=tracker$/);
      await tabTo(page, "a[data-why]");
      await page.keyboard.press("Enter");
      await page.locator("#why").waitFor();
      await tabTo(page, "#why button");
      await poll(async () => assert.equal(await focused(page), "Allow for everyone"));
      await page.keyboard.press("Enter");
      await page.locator(".toast").waitFor();
      assert.ok(await comesTo(log, PAPER, ADDRESS));
      await poll(async () => assert.equal(await focused(page), "Undo"));
      await page.keyboard.press("Enter");
      assert.ok(await comesTo(log, PAPER, "0.0.0.0"));
      await poll(() => assert.equal(new URL(page.url()).search, "?name=tracker"));
    }),
});

Deno.test({
  name: "An explanation opens and closes by key, one at a time, and is announced to screen readers",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      await log.logs(DAILY, "www.ads.example");
      const page = await log.open(DESKTOP);
      await page.goto("/queries?outcome=blocked");
      await rowOf(page, DAILY).press("Enter");
      await page.locator("#why").waitFor();
      await rowOf(page, "www.ads.example").press("Enter");
      await page.locator("#why", { hasText: "www.ads.example" }).waitFor();
      await assertCount(page.locator("#why"), 1);
      await assertCount(page.locator("[aria-expanded=true]"), 1);
      await page.keyboard.press("Escape");
      await poll(async () => assert.equal(await page.locator("#why").count(), 0));
      await poll(async () => assert.match(await focused(page), /www\.ads\.example/));
    }),
});

Deno.test({
  name:
    "Live rows arrive in two tabs, wait under the pointer, and return after a restart of the box",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const tabs = [await log.open(DESKTOP), await log.open(DESKTOP)];
      const [page] = tabs;
      for (const tab of tabs) {
        await tab.goto("/queries");
        await tab.getByRole("link", { name: "Live" }).click();
        await tab.mouse.move(5, 5);
        await tab.waitForURL(/live=1/);
      }
      await log.asks("first-live.example");
      for (const tab of tabs) await rowOf(tab, "first-live.example").waitFor();
      await page.locator("#query-rows").hover();
      await log.asks("second-live.example");
      await page.getByRole("button", { name: /1 new query/ }).waitFor();
      await poll(async () => assert.equal(await rowOf(page, "second-live.example").count(), 0));
      await rowOf(tabs[1], "second-live.example").waitFor();
      await page.getByRole("button", { name: /1 new query/ }).click();
      await rowOf(page, "second-live.example").waitFor();
      await page.mouse.move(5, 5);

      await log.scene.box.end("SIGTERM");
      for (const tab of tabs) {
        await tab.locator(".log-holder[data-state=lost]").waitFor();
      }
      await log.scene.start();
      const back = async (tab: Page) =>
        await tab.locator(".log-holder[data-live]:not([data-state])").count() === 1;
      for (const tab of tabs) assert.ok(await within(40_000, () => back(tab).catch(() => false)));
      await log.asks("third-live.example");
      for (const tab of tabs) await rowOf(tab, "third-live.example").waitFor();
      for (const tab of tabs) await rowOf(tab, "second-live.example").waitFor();
    }),
});

Deno.test({
  name: "Without JavaScript the log is read, filtered, paged, and a name allowed and blocked again",
  ignore,
  fn: () =>
    withLog(async (log) => {
      await log.logs(...Array.from({ length: 130 }, (_, at) => `page${at}.example`), NEWS);
      const page = await log.open({ ...DESKTOP, javaScript: false });
      await page.goto("/queries");
      await page.getByRole("link", { name: "Older" }).click();
      await rowOf(page, "page3.example").waitFor();
      await page.getByRole("link", { name: "Newest" }).click();
      await page.getByRole("link", { name: "Blocked", exact: true }).click();
      await assertCount(page.locator("#query-rows tr"), 1);
      await page.fill("#field-search", "tracker");
      await page.getByRole("button", { name: "Search" }).click();
      await poll(() => assert.match(new URL(page.url()).search, /outcome=blocked&name=tracker/));
      await rowOf(page, NEWS).click();
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /It is on the list Trackers/)
      );
      await page.getByRole("button", { name: "Allow for everyone" }).click();
      await poll(async () =>
        assert.match(await page.locator(".toast").innerText(), /is allowed for everyone/)
      );
      assert.ok(await comesTo(log, NEWS, ADDRESS));
      await page.getByRole("button", { name: "Undo" }).click();
      assert.ok(await comesTo(log, NEWS, "0.0.0.0"));
      await page.getByRole("link", { name: "Back to the queries" }).click();
      await poll(() => assert.match(new URL(page.url()).search, /name=tracker&outcome=blocked/));
      await page.getByRole("link", { name: "Remove the filter: tracker" }).click();
      await poll(() => assert.equal(new URL(page.url()).search, "?outcome=blocked"));
    }),
});

Deno.test({
  name:
    "A rule is written, changed, removed and restored in the browser, and a name checked against it",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const page = await log.open({ size: "phone", scheme: "dark", language: "en" });
      await page.goto("/rules");
      await poll(async () => assert.match(await page.locator("main").innerText(), /No rules yet/));
      await page.fill("#field-domain", "shop.example");
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.locator(".toast", { hasText: "The rule for shop.example is saved" }).waitFor();
      assert.ok(await comesTo(log, "www.shop.example", "0.0.0.0"));

      await page.goto("/check");
      await page.fill("#field-name", "www.shop.example");
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText("www.shop.example is blocked.").waitFor();
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /A rule of yours blocks it\./)
      );
      await keep(page, "check-blocked-by-rule");

      await page.goto("/rules");
      await page.getByRole("link", { name: "Change the rule for shop.example" }).click();
      await page.getByRole("radio", { name: "Allow", exact: true }).check();
      await page.selectOption("#field-lasts", "3600");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator(".toast").waitFor();
      await poll(async () =>
        assert.match(
          await page.locator("tbody").innerText(),
          /Allowed[^]*in 59 minutes|Allowed[^]*in 1 hour/,
        )
      );
      assert.ok(await comesTo(log, "www.shop.example", ADDRESS));
      await keep(page, "rules");

      await page.getByRole("button", { name: "Remove the rule for shop.example" }).click();
      await page.locator(".toast", { hasText: "is removed" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("tbody", { hasText: "shop.example" }).waitFor();
      await page.fill("#rule-search", "nothing");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByText("No rule matches the search").waitFor();
    }),
});

Deno.test({
  name: "Lines of another filter are pasted, take effect at once, and invalid ones are reported",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open({ size: "phone", scheme: "light", language: "de" });
      await page.goto("/rules");
      await page.locator("#rule-lines summary").click();
      await page.fill("#field-lines", `||games.example^\n@@||${WEEKLY}^\n<b>no rule</b>`);
      await page.getByRole("button", { name: "Regeln hinzufügen" }).click();
      await page.getByText("2 Regeln wurden hinzugefügt.").waitFor();
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /Zeile 3: <b>no rule<\/b>/)
      );
      await keep(page, "rules-pasted");
      assert.ok(await comesTo(log, "www.games.example", "0.0.0.0"));
      assert.ok(await comesTo(log, WEEKLY, ADDRESS));
    }),
});
