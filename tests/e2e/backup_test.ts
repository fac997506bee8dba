import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { DESTROYED_HOUSEHOLD, fillBox, stateOf } from "../support/household_of_backup.ts";
import { askOnce } from "../support/box_process.ts";
import { webdavServer } from "../support/backup_servers.ts";
import { poll, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const ignore = needsTool("chromium");
const { account, password, blocked } = DESTROYED_HOUSEHOLD;

Deno.test({
  name: "A box dies with its card, and a new one is restored in the browser by one page",
  ignore,
  fn: async () => {
    const nas = webdavServer("box", "the password of the NAS");
    const lists = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response(`# a list\n${blocked}\nmore.example\n`),
    );
    const listUrl = `http://127.0.0.1:${lists.addr.port}/hosts`;
    try {
      let before: unknown;
      let key = "";
      await Scene.run({}, async (old) => {
        key = await fillBox(old, listUrl, nas.url);
        before = await stateOf(old);
        // Killed, and its data is gone with the folder of the scene.
        await old.box.end("SIGKILL");
        await Deno.remove(`${old.folder}/data`, { recursive: true });
        const backup = [...nas.files].find(([name]) => name.endsWith(".age"))!;
        assert.ok(!new TextDecoder("latin1").decode(backup[1]).includes("Emma"));
        const file = `${old.folder}/home.age`;
        await Deno.writeFile(file, backup[1]);
        await Scene.run({}, async (fresh) => {
          await restoreInBrowser(fresh, file, key);
          await assertSame(fresh, before);
        });
        // The first scene ends a running box.
        await old.start();
      });
    } finally {
      await nas.close();
      await lists.shutdown();
    }
  },
});

async function restoreInBrowser(fresh: Scene, file: string, key: string): Promise<void> {
  const folder = Deno.env.get("BOX_SCREENSHOTS");
  await withChromium(async (browser) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: "en-GB",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    const picture = async (name: string) => {
      if (folder === undefined) return;
      await page.screenshot({ path: `${folder}/restore-${name}.png`, fullPage: true });
    };
    await page.goto(`http://localhost:${fresh.box.http}/`);
    await poll(() => assert.equal(new URL(page.url()).pathname, "/setup"));
    await picture("1-welcome");
    await page.getByRole("button", { name: "I have a backup" }).click();
    await poll(() => assert.equal(new URL(page.url()).pathname, "/setup/backup"));
    await picture("2-choose");
    await give(page, file, `AGE-SECRET-KEY-1${"Q".repeat(58)}`);
    await page.getByText("This recovery key does not open the backup").first().waitFor();
    await picture("3-wrong-key");
    await give(page, file, key.toLowerCase());
    await page.getByRole("button", { name: "Restore now" }).waitFor();
    await page.getByText("It’s from another box").waitFor();
    await picture("4-preview");
    const started = await startOf(fresh);
    await page.getByRole("button", { name: "Restore now" }).click();
    await poll(() => assert.equal(new URL(page.url()).pathname, "/sign-in"));
    await picture("5-restored");
    // The box restarts in place, and the browser signs in with the account of the dead box.
    assert.ok(await within(WAIT, async () => await startOf(fresh) > started), "it restarts");
    await signInAs(page, fresh);
    await page.goto(`http://localhost:${fresh.box.http}/backups`);
    await page.getByText("NAS").first().waitFor();
    await picture("6-backups");
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture("7-backups-wide");
    await context.close();
  });
}

async function signInAs(page: Page, { box }: Scene): Promise<void> {
  await page.goto(`http://localhost:${box.http}/sign-in`);
  await page.locator("input[name=account]").fill(account);
  await page.locator("input[name=password]").fill(password);
  await page.locator("button[type=submit]").last().click();
  await poll(() => assert.equal(new URL(page.url()).pathname, "/"));
}

/** When the running box started, in Unix seconds; 0 = it does not answer now. */
async function startOf({ service }: Scene): Promise<number> {
  const status = service.call<{ started: number }>("GET", "/api/v1/status");
  return await status.then(({ started }) => started, () => 0);
}

async function give(page: Page, file: string, key: string): Promise<void> {
  await page.locator("#backup-content").setInputFiles(file);
  await page.locator("input[name=recovery_key]").fill(key);
  await page.getByRole("button", { name: "Show what’s in it" }).click();
}

async function assertSame(fresh: Scene, before: unknown): Promise<void> {
  const isBlocked = async () => {
    const bytes = await askOnce(fresh.box.port, blocked, 1000);
    return bytes !== undefined && bytes.slice(-4).every((byte) => byte === 0);
  };
  assert.ok(await within(WAIT, isBlocked), "the list of the dead box blocks again");
  assert.deepEqual(await stateOf(fresh), before);
}

Deno.test({
  name: "The recovery key is shown once, on a page that is fit to be printed",
  ignore,
  fn: () =>
    Scene.run({}, async (scene) => {
      const { terms_version } = await scene.service.call<{ terms_version: string }>(
        "GET",
        "/api/v1/setup",
      );
      const body = { account: { name: account, password }, accept_terms: true, terms_version };
      await scene.service.call("POST", "/api/v1/setup", { body });
      await withChromium(async (browser) => {
        const context = await browser.newContext({
          viewport: { width: 1280, height: 800 },
          locale: "en-GB",
        });
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT);
        await signInAs(page, scene);
        // The last page of the setup offers the key, and waits for nothing.
        const ready = `http://localhost:${scene.box.http}/ready`;
        await page.goto(ready);
        await page.getByRole("link", { name: "Make a recovery key" }).click();
        await page.getByRole("link", { name: "Later" }).click();
        await page.waitForURL(ready);
        await page.goto(`http://localhost:${scene.box.http}/backups`);
        await page.getByText("Make a recovery key first").waitFor();
        await page.locator("details.ask summary").click();
        await page.locator("input[name=confirm_password]").fill(password);
        await page.locator("#key-new button[type=submit]").click();
        const shown = page.locator("#recovery-key");
        await shown.waitFor();
        const key = (await shown.innerText()).replace(/\s+/g, "");
        assert.match(key, /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
        await page.locator(".recovery-key svg.qr").waitFor();
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
        assert.equal(await shown.isVisible(), true);
        const folder = Deno.env.get("BOX_SCREENSHOTS");
        if (folder !== undefined) {
          await page.screenshot({ path: `${folder}/key-print.png`, fullPage: true });
          await page.emulateMedia({ media: "screen" });
          await page.setViewportSize({ width: 390, height: 844 });
          await page.screenshot({ path: `${folder}/key-phone.png`, fullPage: true });
        }
        await page.goto(`http://localhost:${scene.box.http}/backups`);
        await page.getByText("Your recovery key is ready").waitFor();
        assert.ok(!(await page.content()).includes(key.slice(-20)));

        await page.emulateMedia({ media: "screen" });
        await page.goto(`http://localhost:${scene.box.http}/backups/key?from=ready`);
        await page.locator("details.ask summary").click();
        await page.locator("input[name=confirm_password]").fill(password);
        await page.locator("#key-new button[type=submit]").click();
        await page.getByRole("link", { name: "I kept it" }).click();
        await page.waitForURL(ready);
        assert.equal(await page.getByRole("link", { name: "Make a recovery key" }).count(), 0);
        await context.close();
      });
    }),
});
