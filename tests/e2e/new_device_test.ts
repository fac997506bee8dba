/**
 * A new device waits until a parent approves it with one tap, and Internet off for all children is
 * one tap that Undo takes back.
 */
import assert from "node:assert/strict";
import { HomeBox, OPEN, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { poll } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { Parent } from "./parent.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");

type Family = HomeBox<(typeof TABLET_AND_LAPTOP)[number]["name"]>;

const PASSWORD = "gravel ocean tulip";
const NAME = "www.example";

/** A box that holds new devices, and a child who has none yet. */
async function settle(family: Family): Promise<void> {
  const terms = await family.call<{ current: string }>("GET", "/api/v1/terms");
  await family.call("POST", "/api/v1/setup", {
    account: { name: "Anna", password: PASSWORD },
    accept_terms: true,
    terms_version: terms.current,
    telemetry: false,
    new_devices: "held",
  });
  await family.call("POST", "/api/v1/people", { name: "Emma", profile: "child" });
}

async function signIn({ page }: Parent): Promise<void> {
  await page.goto("/sign-in?next=/devices");
  await page.getByLabel("Account").fill("Anna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Waits until the tablet gets an address, or gets none; returns whether it does. */
function opens(family: Family, isOpen: boolean): Promise<boolean> {
  return within(WAIT, async () => (await family.ask("tablet", NAME) === OPEN) === isOpen);
}

async function approved(family: Family, parent: Parent, tablet: number): Promise<void> {
  const { page } = parent;
  assert.ok(await opens(family, false), "a new device is held");
  await signIn(parent);
  const button = page.getByRole("button", { name: /^Approve/ });
  await button.waitFor();
  await parent.picture("new-device", true);
  await parent.tap(button);
  await poll(async () => assert.match(await page.innerText("#toasts"), /is approved\./));
  await poll(async () => assert.equal(await button.count(), 0));
  assert.ok(await opens(family, true), "the approved device has Internet");
  const { quarantined } = await family.call<{ quarantined: boolean }>(
    "GET",
    `/api/v1/devices/${tablet}`,
  );
  assert.equal(quarantined, false);
}

async function cutAndUndone(family: Family, parent: Parent, tablet: number): Promise<void> {
  const { page } = parent;
  await family.call("PUT", `/api/v1/devices/${tablet}/person`, { person_id: 1 });
  await page.goto("/");
  const cut = page.locator("#cut-children-60");
  await cut.waitFor();
  await parent.tap(cut);
  const toast = page.locator("#toasts .toast:has-text('off for all children')");
  await toast.waitFor();
  await page.locator("#cut-end-children").waitFor();
  assert.ok(await opens(family, false), "the children have no Internet");
  await parent.tap(toast.getByRole("button", { name: "Undo" }));
  await page.locator("#toasts :text('Undone')").waitFor();
  await poll(async () => assert.equal(await page.locator("#cut-end-children").count(), 0));
  assert.ok(await opens(family, true), "the undone cut holds no more");
  const { cuts } = await family.call<{ cuts: unknown[] }>("GET", "/api/v1/schedules");
  assert.deepEqual(cuts, []);
}

Deno.test({
  name: "A held device is approved by one tap, and a cut for all children is undone by another",
  ignore,
  fn: () =>
    HomeBox.run(TABLET_AND_LAPTOP, async (family) => {
      await settle(family);
      const tablet = await family.device("tablet");
      await Parent.with(
        family.home,
        `http://localhost:${family.http}`,
        { language: "en", scheme: "light" },
        async (parent) => {
          await approved(family, parent, tablet);
          await cutAndUndone(family, parent, tablet);
        },
      );
    }),
});
