/** The interface of boxes in unusual states, and for unusual browsers. */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import {
  assertCount,
  type Look,
  openWindow,
  poll,
  signIn,
  type ViewedBox,
  withChromium,
} from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { Scene } from "../support/whole_box.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "pt-BR" };
const PASSWORD = "a long way to tipperary";
const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`;
/** Right-to-left names, as people choose them: a tablet, a list and an account. */
const NAMES = { device: "טאבלט של אמה", list: "قائمة الإعلانات", account: "עמי" };

/** A box with a finished setup, and a browser. */
async function withBox(
  options: { env?: Record<string, string> },
  test: (scene: Scene, browser: Browser, seen: () => ViewedBox) => Promise<void>,
): Promise<void> {
  await Scene.run(
    { flags: ["--lists-allow-private=on", "--rate-limit=0"], ...options },
    async (scene) => {
      const rest = {
        accept_terms: true,
        terms_version: "2026-10-13",
        telemetry: false,
        country: "PT",
        lists: [],
      };
      const account = { name: NAMES.account, password: PASSWORD };
      await scene.service.call("POST", "/api/v1/setup", { body: { account, ...rest } });
      const seen = () => ({
        url: `http://127.0.0.1:${scene.box.http}`,
        account: NAMES.account,
        password: PASSWORD,
      });
      await withChromium((browser) => test(scene, browser, seen));
    },
  );
}

/** Pixels by which a page is wider than its window. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

Deno.test({
  name: "A browser in Portuguese keeps right-to-left names inside their places, on a phone too",
  ignore,
  fn: () =>
    withBox({}, async (scene, browser, seen) => {
      const file = `${scene.folder}/list.txt`;
      await Deno.writeTextFile(
        file,
        "ads.example\ntrk.example\nnot a name at all \u202e<script>\n",
      );
      await scene.service.call("POST", "/api/v1/lists", {
        body: { path: file, name: NAMES.list, category: NAMES.device },
      });
      const { cookies } = await signIn(browser, seen());
      const context = await openWindow(browser, seen(), PHONE, cookies);
      const page = await context.newPage();
      for (
        const path of ["/", "/lists", "/lists/1", "/accounts", "/me", "/settings", "/upstreams"]
      ) {
        const response = await page.goto(path);
        if (response?.status() === 404) continue;
        await poll(async () =>
          assert.equal(await page.locator("html").getAttribute("lang"), "pt", path)
        );
        assert.ok(await tooWide(page) <= 0, `${path} is too wide`);
        for (const name of Object.values(NAMES)) {
          const bare = page.locator(
            `xpath=//main//*[text()[contains(., "${name}")]][not(self::bdi or self::h1 or self::option)]`,
          );
          await poll(async () =>
            assert.deepEqual(
              await bare.evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 200))),
              [],
              path,
            )
          );
        }
      }
      await page.goto("/lists");
      await assertCount(page.locator("bdi", { hasText: NAMES.list }), 1);
      // The sentence around the name continues from left to right.
      const [name, about] = await Promise.all([".list-name bdi", ".list-name > span"].map((part) =>
        page.locator(".list-name", { hasText: NAMES.list }).locator(
          part.replace(".list-name ", "").replace("> ", ""),
        )
          .first()
          .boundingBox()
      ));
      assert.ok(
        name !== null && about !== null && (about.x >= name.x || about.y > name.y),
        "the parts of a row are turned",
      );
    }),
});

Deno.test({
  name: "A switch works without scripts by its button, and confirms the change",
  ignore,
  fn: () =>
    withBox({}, async (scene, browser, seen) => {
      const { cookies } = await signIn(browser, seen());
      const context = await openWindow(browser, seen(), {
        ...PHONE,
        language: "en",
        javaScript: false,
      }, cookies);
      const page = await context.newPage();
      await page.goto("/lists");
      await page.click(".list-row .switch button");
      await poll(async () =>
        assert.match(await page.locator("#toasts").innerText(), /Starter list is off/)
      );
      type Shown = { lists: { enabled: boolean }[] };
      assert.equal(
        (await scene.service.call<Shown>("GET", "/api/v1/lists")).lists[0].enabled,
        false,
      );
      await page.click("#toasts button");
      await poll(async () => assert.match(await page.locator("#toasts").innerText(), /Undone/));
      assert.equal(
        (await scene.service.call<Shown>("GET", "/api/v1/lists")).lists[0].enabled,
        true,
      );
    }),
});

Deno.test({
  name: "A box whose clock is in 2019 lets its owner in and shows its pages",
  ignore: ignore || needsTool("faketime"),
  fn: () => {
    const env = {
      LD_PRELOAD: LIBRARY,
      FAKETIME: "@2019-03-04 05:06:07",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    };
    return withBox({ env }, async (_, browser, seen) => {
      const context = await openWindow(browser, seen(), { ...PHONE, language: "en" });
      const page = await context.newPage();
      await page.goto("/");
      await page.fill("[name=account]", NAMES.account);
      await page.fill("[name=password]", PASSWORD);
      await page.click("main form[action='/act'] button[type=submit]");
      await page.waitForURL((url) => url.pathname === "/");
      for (
        const path of ["/", "/queries", "/lists", "/upstreams", "/settings", "/alerts", "/system"]
      ) {
        assert.equal((await page.goto(path))?.status(), 200, path);
        const text = await page.locator("main").innerText();
        assert.ok(text.length > 20 && !/Invalid Date|NaN|undefined/.test(text), `${path}: ${text}`);
      }
    });
  },
});

Deno.test({
  name: "While a database is unusable pages say what is missing, and show the rest",
  ignore,
  fn: () =>
    withBox({}, async (scene, browser, seen) => {
      const { cookies } = await signIn(browser, seen());
      await scene.box.end("SIGTERM");
      for (const name of ["journal", "stats"]) await unusable(`${scene.data}/${name}.db`);
      await scene.start();
      const context = await openWindow(browser, seen(), { ...PHONE, language: "en" }, cookies);
      const page = await context.newPage();
      for (const path of ["/", "/lists", "/upstreams", "/settings", "/rules", "/system"]) {
        assert.equal((await page.goto(path))?.status(), 200, path);
      }
      assert.equal((await page.goto("/queries"))?.status(), 503);
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /The database journal cannot be used/)
      );
      await poll(async () =>
        assert.ok(await page.locator("main a[href='/']").count() > 0, "there is no way on")
      );
      await scene.box.end("SIGTERM");
      await unusable(`${scene.data}/box.db`);
      await scene.start();
      assert.equal((await page.goto("/lists"))?.status(), 503);
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /The database box cannot be used/)
      );
      assert.equal((await page.goto("/sign-in"))?.status(), 503);
      await poll(async () =>
        assert.match(await page.locator("main").innerText(), /The database box cannot be used/)
      );
    }),
});

/** Replaces a database by a folder, which can neither be opened nor be replaced. */
async function unusable(path: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
  await Deno.mkdir(`${path}/inside`, { recursive: true });
}
