/** Importing a Teleporter file in the browser, with and without scripts. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Browser, Page } from "playwright-core";
import type { RulePage } from "../../api/features/protection/rules/routes.ts";
import { pihole5TarGz, pihole6Zip } from "../support/import_files.ts";
import { poll, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT } from "../support/whole_box.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";

async function signedIn(browser: Browser, origin: string, scripts: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", javaScriptEnabled: scripts });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  await page.goto(`${origin}/sign-in?next=/import`);
  await page.getByLabel("Account").fill("anna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  return page;
}

for (const scripts of [true, false]) {
  Deno.test({
    name: `A Teleporter file is chosen, looked at, unticked in part and taken over ${
      scripts ? "with" : "without"
    } scripts`,
    ignore,
    fn: () =>
      Scene.run({}, async (scene) => {
        const account = { name: "anna", password: PASSWORD, kind: "administrator", role: "full" };
        await scene.service.call("POST", "/api/v1/accounts", { body: account });
        const rules = async () =>
          (await scene.service.call<RulePage>("GET", "/api/v1/rules")).rules.map(({ domain }) =>
            domain
          );
        await withChromium(async (browser) => {
          const page = await signedIn(browser, `http://localhost:${scene.box.http}`, scripts);
          const buffer = Buffer.from(pihole6Zip());
          await page.getByLabel("File").setInputFiles({
            name: "pi-hole.zip",
            mimeType: "application/zip",
            buffer,
          });
          await page.getByRole("button", { name: "Show what would change" }).click();
          await page.getByText("read as Pi-hole 6").waitFor();
          assert.deepEqual(await rules(), [], "nothing is written by looking");
          const ads = page.getByRole("checkbox", { name: "|ads.example^" });
          await poll(async () => assert.ok(await ads.isChecked()));
          await ads.uncheck();
          for (
            const box of await page.getByRole("checkbox", { name: /lists\.example|DNS|upstream/i })
              .all()
          ) {
            await box.uncheck();
          }
          await page.getByRole("button", { name: "Take over what is ticked" }).click();
          await page.getByText("were taken over.").waitFor();
          await poll(() => assert.match(page.url(), /\/import\/[0-9a-f]{32}$/));
          const written = await rules();
          assert.ok(
            written.includes("shop.example") && !written.includes("ads.example"),
            written.join(),
          );
          // After a reload the page still shows the report.
          await page.reload();
          await poll(async () => assert.equal(await page.getByText("were refused").count(), 0));
          await page.getByText("were left out").click();
          await poll(async () => assert.ok(await page.getByText("|ads.example^").isVisible()));
        });
      }),
  });
}

Deno.test({
  name: "Settings that were found on the machine are offered, looked at, and left",
  ignore,
  fn: () =>
    Scene.run({}, async (scene) => {
      const account = { name: "anna", password: PASSWORD, kind: "administrator", role: "full" };
      await scene.service.call("POST", "/api/v1/accounts", { body: account });
      const copy = `${scene.folder}/data/found/pihole.tar.gz`;
      await Deno.mkdir(`${scene.folder}/data/found`);
      await Deno.writeFile(copy, pihole5TarGz());
      await withChromium(async (browser) => {
        const origin = `http://localhost:${scene.box.http}`;
        const page = await signedIn(browser, origin, false);
        await page.goto(`${origin}/ready`);
        await page.getByRole("heading", { name: "Pi-hole was found on this machine" }).waitFor();
        await page.getByRole("button", { name: "Show what would change" }).click();
        await page.getByText("read as Pi-hole 5").waitFor();
        assert.ok((await Deno.stat(copy)).isFile, "looking deletes nothing");
        await page.goto(`${origin}/import`);
        await page.getByRole("button", { name: "Do not take over" }).click();
        await page.getByText("The copy is deleted.").waitFor();
        assert.equal(await page.getByText("was found on this machine").count(), 0);
        await assert.rejects(Deno.stat(copy), Deno.errors.NotFound);
      });
    }),
});
