/**
 * "Is it behaving?" of a device, on a phone: from a device that asks like malware to the report that
 * a helper gets.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type FakeScript, respond } from "../support/fake_upstream.ts";
import { HomeBox, OPEN, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { poll } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { drawNames, NAME_MAKERS } from "../support/random_names.ts";
import { needsTool } from "../support/tool.ts";
import { within } from "../support/whole_box.ts";
import { Parent } from "./parent.ts";
import { violations } from "./violations.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");
const PASSWORD = "gravel ocean tulip";
const RANDOM = new Set(drawNames(NAME_MAKERS[0], 14, 1));

type Family = HomeBox<(typeof TABLET_AND_LAPTOP)[number]["name"]>;

const script: FakeScript = (query) => {
  if (RANDOM.has(query.name)) return [respond(query, { rcode: 3 })];
  return [respond(query, query.type === 1 ? { address: OPEN } : {})];
};

async function signIn(family: Family, page: Page): Promise<void> {
  const terms = await family.call<{ current: string }>("GET", "/api/v1/terms");
  await family.call("POST", "/api/v1/setup", {
    account: { name: "Anna", password: PASSWORD },
    accept_terms: true,
    terms_version: terms.current,
    telemetry: false,
  });
  await page.goto("/sign-in?next=/devices");
  await page.getByLabel("Account").fill("Anna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/devices");
}

/** Asks for random names until the alert about them is there. */
async function askLikeMalware(family: Family, tablet: number): Promise<void> {
  for (const name of RANDOM) assert.equal(await family.ask("tablet", name), "NXDOMAIN");
  const path = `/api/v1/alerts?device_id=${tablet}&kind=random_names`;
  const open = async () => (await family.call<{ alerts: unknown[] }>("GET", path)).alerts.length;
  assert.ok(await within(20_000, async () => await open() === 1));
}

/** The text that "Save as text" saves. */
async function savedText({ page }: Parent, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: button }).tap(),
  ]);
  assert.match(download.suggestedFilename(), /^device-\d+\.txt$/);
  return await Deno.readTextFile(await download.path());
}

Deno.test({
  name: "A device that asks like malware is worth a look, with a report, until it is acknowledged",
  ignore,
  fn: () =>
    HomeBox.run(TABLET_AND_LAPTOP, async (family) => {
      const tablet = await family.device("tablet");
      await family.call("PUT", `/api/v1/devices/${tablet}`, { name: "Emma’s tablet" });
      assert.equal(await family.ask("tablet", "www.some-shop.com"), OPEN);
      const look = { language: "en", scheme: "light" } as const;
      await Parent.with(family.home, `http://localhost:${family.http}`, look, async (parent) => {
        const { page } = parent;
        await signIn(family, page);
        const main = page.locator("main");
        await page.goto(`/devices/${tablet}`);
        await page.locator(`a[href="/devices/${tablet}/behaviour"]`).tap();
        await page.waitForURL("**/behaviour");
        await poll(async () =>
          assert.match(await main.innerText(), /The log of this device is too short/)
        );

        await askLikeMalware(family, tablet);
        await page.reload();
        await poll(async () => {
          const text = await main.innerText();
          assert.match(text, /Worth a look: 1 alert about this device is open\./);
          assert.match(text, /asked for 12 random names within an hour/);
          assert.match(
            text,
            /Checks that don’t run at the moment: dangerous names and contacts at regular intervals/,
          );
        });
        assert.deepEqual(await violations(page), []);
        await parent.picture("behaviour", true);

        const text = await savedText(parent, "Save as text");
        assert.match(text, /^Emma’s tablet, /);
        assert.match(text, /\nWorth a look: 1 alert about this device is open\.\n/);
        assert.match(text, /\n- 1 × Random names that don’t exist, /);

        await page.getByRole("button", { name: "Acknowledge" }).tap();
        await poll(async () =>
          assert.match(await main.innerText(), /The log of this device is too short/)
        );
      });
    }, { script }),
});
