/**
 * Encrypted DNS in a real browser: choosing a certificate, switching protocols and the redirect, a
 * profile, and the same without scripts (A 4.6, 7.8).
 */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { makeAuthority } from "../support/authority.ts";
import { freePort } from "../support/box_process.ts";
import {
  assertCount,
  type Cookies,
  type Look,
  openWindow,
  poll,
  showsText,
  signIn,
  type ViewedBox,
  withChromium,
} from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT } from "../support/whole_box.ts";
import { dnsServicesPage } from "../../ui/pages/dns_services.ts";
import { UNFOLD } from "./examine.ts";
import { Visits } from "./inspection.ts";
import { keep } from "./log_scene.ts";
import { placeOf } from "./places.ts";
import { violations } from "./violations.ts";

const PASSWORD = "a long way to tipperary";
const NAME = "dns.home.example";
const PHONE: Look = { size: "phone", scheme: "dark", language: "en" };

/** A certificate made by the box, on a phone: the status, the switches, and the profile. */
async function byTaps(page: Page, scene: Scene): Promise<void> {
  await page.goto("/dns-services");
  await showsText(page, ".lead", /unencrypted so far/);
  await showsText(page, "#redirect", /the box has no name yet/);
  await page.click("#way-self summary");
  await page.fill("#self-name", "no name");
  await page.click("#way-self button");
  await showsText(page, "#notices", /no name/);
  await poll(async () => assert.equal(await page.inputValue("#self-name"), "no name"));
  await page.fill("#self-name", NAME);
  await page.click("#way-self button");
  await showsText(page, "#toasts", /certificate is in use/);
  await showsText(
    page,
    "#protocols",
    new RegExp(`${RegExp.escape(NAME)}[^]*https://${RegExp.escape(NAME)}:${scene.https}/dns-query`),
  );
  await showsText(page, "#redirect", /browsers do not know who signed/);
  await page.click("#switch-quic");
  await showsText(page, "#toasts", /DNS over QUIC is off/);
  await showsText(page, "#protocol-quic", /Off/);
  await page.click("#toasts button");
  await showsText(page, "#protocol-quic", /Answers/);
  await page.click("#switch-redirect");
  await showsText(page, "#redirect", /it is turned off/);
  await page.evaluate(UNFOLD);
  assert.deepEqual(await violations(page), []);
  await keep(page, "dns-services");
  await assertCount(page.locator(".code-to-scan svg"), 2);
  const profile = await page.request.get("/api/v1/dns-services/profile");
  await poll(async () => assert.match(await profile.text(), /com\.apple\.dnsSettings\.managed/));
}

/** Layout problems of the page with all its content, in the longest language and both sizes. */
async function looks(
  browser: Browser,
  seen: ViewedBox,
  cookies: Cookies,
): Promise<readonly string[]> {
  const place = placeOf(dnsServicesPage)!;
  const found: string[] = [];
  for (const size of ["desktop", "phone"] as const) {
    const look: Look = { size, scheme: "light", language: "de" };
    const context = await openWindow(browser, seen, look, cookies);
    const visits = await Visits.begin(context, seen, look);
    found.push(...(await visits.inspect(place, true)).problems);
    await context.close();
  }
  return found;
}

/**
 * An uploaded certificate, without scripts: refused with the input preserved, then accepted from a
 * file.
 */
async function withoutScripts(
  browser: Browser,
  signed: Page,
  scene: Scene,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    storageState: await signed.context().storageState(),
    javaScriptEnabled: false,
    baseURL: `http://localhost:${scene.box.http}`,
  });
  const page = await context.newPage();
  const { cert } = await makeAuthority(folder, NAME);
  page.setDefaultTimeout(WAIT);
  await page.goto("/dns-services?mode=import");
  await page.fill("#import-certificate", cert);
  await page.fill("#import-key", "no key");
  await page.click("#way-import button");
  await showsText(page, "main", /key/);
  await poll(async () =>
    assert.match(await page.inputValue("#import-certificate"), /BEGIN CERTIFICATE/)
  );
  await poll(async () =>
    assert.equal(await page.inputValue("#import-key"), "", "a key is never given back")
  );
  await page.setInputFiles("#import-key-file", `${folder}/key.pem`);
  await page.click("#way-import button");
  await showsText(page, "#certificate", /A certificate of your own[^]*give a new one before then/);
  await page.goto("/dns-services?provider=ovh");
  await assertCount(page.locator("#way-domain input[name^=credentials]"), 4);
  await context.close();
}

Deno.test({
  name:
    "A certificate is chosen, protocols are switched, devices get their profile, with and without scripts",
  ignore: needsTool("chromium", "openssl"),
  async fn() {
    const folder = await Deno.makeTempDir();
    const dns = `127.0.0.1:${freePort()}`;
    try {
      await Scene.run(
        { https: true, flags: [`--dot-listen=${dns}`, `--doq-listen=${dns}`] },
        async (scene) => {
          const account = { name: "anna", password: PASSWORD };
          const terms = {
            accept_terms: true,
            terms_version: "2026-10-13",
            telemetry: false,
            country: "FR",
            lists: [],
          };
          await scene.service.call("POST", "/api/v1/setup", { body: { account, ...terms } });
          const seen: ViewedBox = {
            url: `http://127.0.0.1:${scene.box.http}`,
            account: "anna",
            password: PASSWORD,
          };
          await withChromium(async (browser) => {
            const { cookies } = await signIn(browser, seen);
            const page = await (await openWindow(browser, seen, PHONE, cookies)).newPage();
            await byTaps(page, scene);
            assert.deepEqual(await looks(browser, seen, cookies), []);
            await withoutScripts(browser, page, scene, folder);
          });
        },
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
