/**
 * Lists and upstreams in a real browser: checked before they are added, turned off, removed and
 * restored (A 7.6.9, 7.11).
 */
import assert from "node:assert/strict";
import { poll, showsText } from "../support/looking.ts";
import { ListServer } from "../support/list_server.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { ADDRESS, comesTo, keep, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

Deno.test({
  name: "A list is checked, added, turned off and on, removed and restored, each by a tap",
  ignore,
  async fn() {
    const server = new ListServer();
    server.text = "||spy.example^\n||more.example^\nno name at all\n";
    try {
      await withSharedLog(async (log) => {
        const page = await log.open(PHONE);
        await page.goto("/lists/add");
        await page.fill("[name=url]", server.url("/good"));
        await page.click("#own button");
        await showsText(page, "#checked", /2 names and 0 rules out of 3 lines/);
        await poll(async () =>
          assert.ok(
            await page.locator("#checked").evaluate((card) =>
              card.getBoundingClientRect().top >= 0
            ),
          )
        );
        await page.fill("#checked [name='name?']", "Mine");
        await page.click("#checked form button.main");
        await page.waitForURL("**/lists");
        assert.ok(await comesTo(log, "spy.example", "0.0.0.0"), "the list never held");
        const row = page.locator(".list-row", { hasText: "Mine" });
        await row.locator("[role=switch]").click();
        await showsText(page, "#toasts", /Mine is off/);
        assert.ok(await comesTo(log, "spy.example", ADDRESS), "the list still holds");
        await page.click("#toasts button");
        assert.ok(await comesTo(log, "spy.example", "0.0.0.0"), "the list does not hold again");
        await showsText(page, "#toasts", /Undone/);

        await row.locator("a").first().click();
        await showsText(page, "#lines", /1 line not used/);
        await page.click("main button.danger");
        await page.waitForURL("**/lists");
        await showsText(page, "#toasts", /Mine is removed/);
        assert.ok(await comesTo(log, "more.example", ADDRESS), "the list still holds once removed");
        await page.click("#toasts button");
        assert.ok(
          await comesTo(log, "more.example", "0.0.0.0"),
          "the list does not hold once brought back",
        );
      });
    } finally {
      await server.close();
    }
  },
});

Deno.test({
  name: "A doubtful list says why and is confirmed by a tap, also without scripts",
  ignore,
  async fn() {
    const server = new ListServer();
    server.text = "||google.com^\n||netflix.com^\n||lone.example^\n0.1\nThis is a text.\n";
    const look = { size: "desktop", scheme: "light", language: "en" } as const;
    try {
      await withSharedLog(async (log) => {
        await log.logs("www.google.com", "play.google.com", "www.google.com", "netflix.com");
        for (const javaScript of [true, false]) {
          const page = await log.open({
            ...look,
            size: javaScript ? "desktop" : "phone",
            javaScript,
          });
          await page.goto("/lists/add");
          await page.fill("[name=url]", server.url("/good"));
          await page.click("#own button");
          await showsText(page, "#checked", /2 of its 5 lines can’t be used/);
          await showsText(page, "#checked", /2 websites that nearly everybody uses/);
          await showsText(
            page,
            "#checked",
            /would have blocked \d+ queries to \d names that got through/,
          );
          await showsText(page, "#checked .bar-list", /www\.google\.com\s+2/);
          await keep(page, `checked-${javaScript ? "wide" : "phone"}`);
          await page.click("#checked form button.main");
          await page.waitForURL("**/lists");
          const row = page.locator(".list-row", { hasText: "127.0.0.1" });
          const shown = async () => {
            await page.reload();
            return /has no effect until you confirm it/.test(await row.innerText());
          };
          assert.ok(await within(WAIT, shown), await row.innerText());
          await poll(async () => assert.match(await row.innerText(), /Needs your confirmation/));
          assert.equal(await log.asks("lone.example"), ADDRESS);
          await row.locator("summary").first().click();
          await keep(page, `doubtful-${javaScript ? "wide" : "phone"}`);
          await row.locator(".list-trouble button").click();
          assert.ok(await comesTo(log, "lone.example", "0.0.0.0"), "the list never held");
          await page.goto("/lists");
          await row.locator("a").first().click();
          await keep(page, `list-${javaScript ? "wide" : "phone"}`);
          await page.click("main button.danger");
          await page.waitForURL("**/lists");
          assert.ok(await comesTo(log, "lone.example", ADDRESS), "the list still holds");
        }
      });
    } finally {
      await server.close();
    }
  },
});

Deno.test({
  name: "A list is made one for some and at hours, with an undo, also without scripts",
  ignore,
  async fn() {
    const server = new ListServer();
    server.text = "||scoped.example^\n";
    try {
      await withSharedLog(async (log) => {
        const body = { url: server.url("/good"), name: "Scoped" };
        const { id } = await log.scene.service.call<{ id: number }>("POST", "/api/v1/lists", {
          body,
        });
        for (const javaScript of [true, false]) {
          const page = await log.open({ ...PHONE, javaScript });
          await page.goto(`/lists/${id}`);
          await showsText(page, "#whom", /For everyone/);
          assert.ok(await comesTo(log, "scoped.example", "0.0.0.0"), "the list does not hold");
          await page.check("#whom input[name='scopes:array'][value='']");
          await page.check("#whom input[name='scopes:array'][value='profile:child']");
          await page.click("#whom summary:text-is('Hours')");
          if (!javaScript) {
            await page.click("#whom .week-texts > summary");
            await page.fill("#whom [name='hours.mon']", "18:00-20:00");
          }
          await page.click("#whom form button.main");
          const hours = javaScript ? /For: Children/ : /For: Children · Mon 18:00–20:00/;
          await showsText(page, "#whom", hours);
          assert.ok(await comesTo(log, "scoped.example", ADDRESS), "the list holds for everyone");
          await keep(page, `scoped-${javaScript ? "script" : "plain"}`);
          await page.goto("/lists");
          await showsText(page, ".list-rows", hours);
          // Nobody chosen is refused in words, and nothing changes.
          await page.goto(`/lists/${id}`);
          await page.uncheck("#whom input[name='scopes:array'][value='profile:child']");
          await page.click("#whom form button.main");
          await showsText(page, "#notices", /Choose at least one person, group, age or device/);
          await log.scene.service.call("PUT", `/api/v1/lists/${id}`, {
            body: { scopes: ["all"], hours: "" },
          });
        }
        await log.scene.service.call("DELETE", `/api/v1/lists/${id}`);
      });
    } finally {
      await server.close();
    }
  },
});

Deno.test({
  name: "A refused list is explained in the language of the browser, with the input preserved",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open({ ...PHONE, language: "pt" });
      const address = "http://127.0.0.1:1/list.txt";
      await page.goto("/lists/add");
      await page.fill("[name=url]", address);
      await page.click("#own button");
      await showsText(page, "#notices", /O seu servidor não responde: 127\.0\.0\.1/);
      await poll(async () => assert.equal(await page.inputValue("[name=url]"), address));
    }),
});

Deno.test({
  name:
    "Upstreams fixed at the start of the box are shown as fixed, cannot be edited, and can be tested",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open(PHONE);
      await page.goto("/upstreams");
      await poll(async () =>
        assert.equal(await page.locator("[name='values.upstreams:lines']").isDisabled(), true)
      );
      await showsText(page, "#setting-upstreams", /--upstreams/);
      await poll(async () => assert.equal(await page.locator("#presets form").count(), 0));
      await page.click("#test-upstreams");
      await showsText(page, "#tested", /All of them answer/);
    }),
});
