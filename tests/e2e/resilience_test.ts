/**
 * The interface when things go wrong around it: the box is killed, sessions end, another tab saves,
 * pages become outdated.
 */
import assert from "node:assert/strict";
import { poll } from "../support/looking.ts";
import type { Page } from "playwright-core";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { pause, WAIT, within } from "../support/whole_box.ts";
import { sharedBox } from "./box_in_browser.ts";
import { type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const WIDE: Look = { size: "desktop", scheme: "light", language: "en" };
const WEEK = 7 * 86_400_000;
/** One box for tests that do not disturb each other. */
const withSharedLog = sharedBox(withLog);

/** A page at an address, with the errors of its scripts. */
async function opened(
  { open }: LogScene,
  path: string,
  look = WIDE,
): Promise<{ page: Page; thrown: string[] }> {
  const page = await open(look);
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.goto(path);
  return { page, thrown };
}

/** Waits for a text to appear on a page. */
async function says(page: Page, text: RegExp): Promise<void> {
  const read = () => page.locator("body").innerText().catch(() => "");
  assert.ok(
    await within(WAIT, async () => text.test(await read())),
    `${text} is not on: ${await read()}`,
  );
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

async function endSessions({ scene }: LogScene): Promise<void> {
  const { accounts } = await scene.service.call<{ accounts: { id: number; name: string }[] }>(
    "GET",
    "/api/v1/accounts",
  );
  const { id } = accounts.find(({ name }) => name === "anna")!;
  await scene.service.call("DELETE", `/api/v1/accounts/${id}/sessions`);
}

async function signInAgain(page: Page): Promise<void> {
  await page.fill("[name=account]", "anna");
  await page.fill("[name=password]", "a long way to tipperary");
  await page.click("main form[action='/act'] button[type=submit]");
}

Deno.test({
  name: "A page open while the box is killed loses nothing and continues once the box is back",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const live = await opened(log, "/queries?live=1");
      const { page, thrown } = await opened(log, "/settings?open=blocking");
      const ttl = "[name='values.blocked_ttl:number']";
      await page.fill(ttl, "99");
      await log.scene.box.end("SIGKILL");
      await page.click("#save-blocking");
      await says(page, /not clear whether that was saved/);
      await poll(async () => assert.equal(await page.inputValue(ttl), "99"));

      await log.scene.start();
      await log.asks("after-the-kill.example");
      await says(live.page, /after-the-kill/);
      await page.click("#save-blocking");
      assert.ok(
        await within(WAIT, async () => await settingOf(log, "blocked_ttl") === 99),
        "it is not saved then",
      );
      assert.deepEqual([...live.thrown, ...thrown], []);
    }),
});

Deno.test({
  name:
    "A session that ended elsewhere leads to the sign-in at the next step, and back to the page",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { page, thrown } = await opened(log, "/lists");
      await endSessions(log);
      await page.click("main a[href='/lists/1']");
      await page.waitForURL("**/sign-in?next=%2Flists%2F1");
      await signInAgain(page);
      await page.waitForURL("**/lists/1");
      await says(page, /Trackers/);

      await endSessions(log);
      await page.locator("main form[action='/act'] button:visible").first().click();
      await page.waitForURL("**/sign-in?next=%2Flists%2F1");
      await signInAgain(page);
      await page.waitForURL("**/lists/1");
      assert.deepEqual(thrown, []);
    }),
});

Deno.test({
  name: "The back button after a sign-out shows nothing of the box",
  ignore,
  fn: () =>
    withLog(async (log) => {
      await log.asks("secret-page.example");
      const { page } = await opened(log, "/lists");
      await page.goto("/queries");
      await says(page, /secret-page/);
      await page.click("details.who summary");
      await page.click("details.who button");
      await page.waitForURL("**/sign-in");
      for (let back = 0; back < 2; back++) {
        await page.goBack().catch(() => {});
        await page.waitForURL("**/sign-in*");
        const shown = await page.locator("body").innerText();
        assert.ok(!/secret-page|Trackers/.test(shown), shown);
      }
    }),
});

Deno.test({
  name: "Saving over another tab's change is refused, keeps the input, and then works",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const tabs = [];
      for (let tab = 0; tab < 2; tab++) {
        const { page, thrown } = await opened(log, "/settings?open=blocking");
        tabs.push({ page, thrown });
      }
      const [one, two] = tabs;
      const ttl = "[name='values.blocked_ttl:number']";
      await one.page.fill(ttl, "61");
      await one.page.click("#save-blocking");
      await says(one.page, /saved/i);
      await two.page.fill(ttl, "62");
      await two.page.click("#save-blocking");
      await says(two.page, /anna/);
      await poll(async () => assert.equal(await two.page.inputValue(ttl), "62"));
      assert.equal(await settingOf(log, "blocked_ttl"), 61);
      await two.page.click("#save-blocking");
      assert.ok(
        await within(WAIT, async () => await settingOf(log, "blocked_ttl") === 62),
        "it is not saved then",
      );
      assert.deepEqual(tabs.flatMap(({ thrown }) => thrown), []);
    }),
});

async function settingOf({ scene }: LogScene, key: string): Promise<unknown> {
  type Shown = { settings: { key: string; value: unknown }[] };
  const { settings } = await scene.service.call<Shown>("GET", "/api/v1/settings");
  return settings.find((row) => row.key === key)!.value;
}

Deno.test({
  name: "A page left open for a week reloads when it becomes visible, or leads to the sign-in",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const context = (await log.open(WIDE)).context();
      const page = await context.newPage();
      await page.clock.install();
      await page.goto("/lists");
      await log.scene.service.call("PUT", "/api/v1/lists/1", { body: { enabled: false } });
      await page.clock.fastForward(WEEK);
      await page.clock.runFor(60_000);
      await says(page, /1 list\b/);
      await endSessions(log);
      await page.clock.fastForward(WEEK);
      await page.clock.runFor(60_000);
      // The page navigates on its own schedule: waiting for its navigation would be interrupted by
      // the previous one.
      await poll(() => assert.ok(page.url().endsWith("/sign-in?next=%2Flists"), page.url()));
    }),
});

Deno.test({
  name: "A page that requests the stylesheet and scripts of an older version stays usable",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const page = await log.open(WIDE);
      const gone: number[] = [];
      page.on("response", (response) =>
        response.url().includes("/assets/OLDER") && gone.push(response.status()));
      await page.route("**/lists", async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/\/assets\/[\w-]+\//g, "/assets/OLDER/");
        await route.fulfill({ response, body });
      });
      await page.goto("/lists");
      await says(page, /Trackers/);
      await poll(() =>
        assert.ok(
          gone.length >= 3 && gone.every((status) =>
            status === 404
          ),
          `${gone}`,
        )
      );
      await page.unroute("**/lists");
      await page.locator(".list-row form button").first().click({ force: true, noWaitAfter: true });
      await page.waitForURL("**/lists");
      assert.equal(await within(WAIT, async () => await listsOff(log) === 1), true);
      const sheets = () => page.evaluate("document.styleSheets.length").catch(() => 0);
      assert.ok(
        await within(WAIT, async () => await sheets() === 1),
        "the page after it has no stylesheet",
      );
    }),
});

async function listsOff({ scene }: LogScene): Promise<number> {
  const { lists } = await scene.service.call<{ lists: { enabled: boolean }[] }>(
    "GET",
    "/api/v1/lists",
  );
  return lists.filter(({ enabled }) => !enabled).length;
}

/** A server in front of a box that sends the document of a page in three pieces. */
function inPieces(box: string): { readonly url: string; close(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(box + pathname + search, { headers: request.headers });
      const headers = new Headers(response.headers);
      for (const name of ["content-encoding", "content-length"]) headers.delete(name);
      if (!headers.get("content-type")?.startsWith("text/html")) {
        return new Response(response.body, { headers });
      }
      const text = await response.text();
      const cuts = [0, text.indexOf('<nav class="areas"'), text.indexOf("</main>"), text.length];
      const body = new ReadableStream<string>({
        async start(controller) {
          for (const [at, cut] of cuts.slice(1).entries()) {
            if (at > 0) await pause(700);
            controller.enqueue(text.slice(cuts[at], cut));
          }
          controller.close();
        },
      });
      return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
    },
  );
  return { url: `http://localhost:${server.addr.port}`, close: () => server.shutdown() };
}

Deno.test({
  name: "A page that arrives in pieces is not painted before it is whole, so that nothing moves",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const pieces = inPieces(`http://localhost:${log.scene.box.http}`);
      try {
        const page = await log.open({ ...WIDE, size: "phone" });
        await page.addInitScript(`new MutationObserver((_, observer) => {
          if (document.querySelector("#toasts") === null) return;
          globalThis.__whole = performance.now();
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true })`);
        await page.goto(`${pieces.url}/lists`);
        await says(page, /Trackers/);
        const paint = "performance.getEntriesByType('paint')[0]?.startTime";
        await page.waitForFunction(paint);
        const [painted, whole] = await page.evaluate(`[${paint}, __whole]`) as [number, number];
        assert.ok(painted >= whole, `painted at ${painted} ms, whole at ${whole} ms`);
      } finally {
        await pieces.close();
      }
    }),
});

Deno.test({
  name: "An unknown address says so and offers a link, at any depth",
  ignore,
  fn: () =>
    withSharedLog(async (log) => {
      const { page } = await opened(log, "/lists");
      for (
        const path of [
          "/nowhere",
          "/no/such/page",
          "/lists/4711",
          "/lists/../..%2f",
          "/lists/%E2%80%AE",
        ]
      ) {
        const response = await page.goto(path);
        assert.equal(response?.status(), 404, path);
        await says(page, /This page does not exist/);
      }
      await page.click("main a[href='/']");
      await page.waitForURL((url) => url.pathname === "/");
      await poll(() => assert.equal(pathOf(page), "/"));
    }),
});
