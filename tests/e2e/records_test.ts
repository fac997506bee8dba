/**
 * Local names in a real browser: each type by its own fields, with and without scripts, turned off,
 * removed and restored (A 7.2.3).
 */
import assert from "node:assert/strict";
import { poll, showsText } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { ADDRESS, comesTo, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

Deno.test({
  name: "A name is added, refused with a sentence, turned off, changed, removed and restored",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open(PHONE);
      await page.goto("/records");
      await page.fill("#record-name", "bücher.lab.example");
      await page.fill("#record-value", "shelf");
      await page.click("#record-form button.main");
      await showsText(page, "#notices", /written like 192\.168\.1\.5, not: shelf/);
      await poll(async () =>
        assert.equal(await page.inputValue("#record-name"), "bücher.lab.example")
      );
      await page.fill("#record-value", "192.168.1.9");
      await page.click("#record-form button.main");
      await showsText(page, "table", /bücher\.lab\.example/);
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", "192.168.1.9"),
        "the name is not answered",
      );
      await page.click("table [role=switch]");
      await showsText(page, "#toasts", /no longer answered/);
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", ADDRESS),
        "the name is still answered",
      );
      await page.click("#toasts button");
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", "192.168.1.9"),
        "the name is not answered again",
      );
      await page.click("table a.button");
      await page.fill("#record-value", "192.168.1.10");
      await page.click("#record-form button.main");
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", "192.168.1.10"),
        "the change does not hold",
      );
      // DNS may answer before the page does; its Undo restores what the page shows.
      await showsText(page, "table", /192\.168\.1\.10/);
      await page.click("table .act button");
      await showsText(page, "#toasts", /is removed/);
      // Undo is offered for seconds only.
      await page.click("#toasts button");
      await showsText(page, "#toasts", /Undone|is added/);
      await showsText(page, "table", /bücher\.lab\.example/);
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", "192.168.1.10"),
        "the name is not brought back",
      );
      await page.click("table .act button");
      assert.ok(
        await comesTo(log, "xn--bcher-kva.lab.example", ADDRESS),
        "the name is still answered once removed",
      );
    }),
});

/** The input for each type, and the resulting record. */
const TYPED: readonly (readonly [
  type: string,
  name: string,
  fields: Readonly<Record<string, string>>,
  value: string,
])[] = [
  ["AAAA", "six.lab.example", { value: "FD00::5" }, "fd00::5"],
  ["CNAME", "other.lab.example", { value: "six.lab.example" }, "six.lab.example"],
  ["MX", "lab.example", { "data-target": "mail.lab.example" }, "10 mail.lab.example"],
  ["TXT", "lab.example", { value: "v=spf1 -all" }, '"v=spf1 -all"'],
  [
    "SRV",
    "_a._tcp.lab.example",
    { "data-target": "six.lab.example", "data-port": "389" },
    "0 0 389 six.lab.example",
  ],
  ["PTR", "192.168.1.77", { value: "tv.lab.example" }, "tv.lab.example"],
  ["HTTPS", "lab.example", { "data-params": "alpn=h2" }, '1 . alpn="h2"'],
  ["CAA", "lab.example", { "data-text": "ca.example" }, '0 issue "ca.example"'],
];

Deno.test({
  name:
    "Without scripts, each type has its fields, lines are pasted, and zones and the router are set",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const signedIn = await log.open(PHONE);
      const state = await signedIn.context().storageState();
      const context = await log.browser.newContext({
        storageState: state,
        javaScriptEnabled: false,
        baseURL: `http://localhost:${log.scene.box.http}`,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT);
      for (const [type, name, fields, value] of TYPED) {
        await page.goto("/records");
        await page.goto(`/records?new=${type}`);
        await page.fill("#record-name", name);
        for (const [field, text] of Object.entries(fields)) {
          await page.fill(`#record-${field}`, text);
        }
        await page.click("#record-form button.main");
        await showsText(page, "table", new RegExp(RegExp.escape(value)));
      }
      await page.click("#record-lines summary");
      await page.fill("#record-lines textarea", "192.168.1.5 nas.lab.example\nnonsense <b>\n");
      await page.click("#record-lines button.main");
      await showsText(page, "main", /1 name was added[^]*1 line was left out[^]*nonsense <b>/);
      assert.ok(await comesTo(log, "nas.lab.example", "192.168.1.5"));
      await page.fill("#zone-name", "lab.example");
      await page.click("#zones .buttons button");
      await showsText(page, "#zones", /lab\.example[^]*names in it/);
      assert.ok(await comesTo(log, "nothing.lab.example", ""), "the zone does not hold");
      await page.fill("#router-address", "192.168.1.1");
      await page.fill("#router-domain", "lan");
      await page.click("#router .buttons button");
      await showsText(page, "#router", /Stop asking it/);
      await page.fill("#zone-name", "lan");
      await page.click("#zones .buttons button");
      await showsText(
        page,
        "#notices",
        /This domain is forwarded to the router; end that first: lan/,
      );
      await page.goto("/records?new=A");
      await page.fill("#record-name", "*.lan");
      await page.fill("#record-value", "192.168.1.9");
      await page.click("#record-form button.main");
      await showsText(page, "#notices", /All names below lan are forwarded/);
      await page.click("#router button.quiet");
      await showsText(page, "#router", /Ask the router/);
      await context.close();
    }),
});
