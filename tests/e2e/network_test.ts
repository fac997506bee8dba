/**
 * The page of the network in a real browser: new devices are assigned to people by one tap, with
 * and without JavaScript (A 2.8).
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import type { NetworkPage } from "../../api/features/network/machines/routes.ts";
import { assertCount, poll } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { keep, type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const PHONE: Look = { size: "phone", scheme: "light", language: "en" };
const GALAXY = "3a:11:22:00:00:07";
const PRINTER = "00:80:77:00:00:08";
const HOSTILE = "<script>alert(1)</script>\u202e printer";

/** Adds machines to the database of a stopped box, as if just seen. */
async function seed({ scene }: LogScene): Promise<void> {
  await scene.service.call("POST", "/api/v1/people", { body: { name: "Emma", profile: "teen" } });
  await scene.service.call("POST", "/api/v1/groups", { body: { name: "Office" } });
  await scene.box.end("SIGTERM");
  const database = new DatabaseSync(`${scene.data}/box.db`);
  const now = Date.now();
  const insert = database.prepare(
    "insert into machines (mac, first_seen, seen_at, present_since, addresses, names, kind, sources) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const met = (mac: string, name: string, kind: string, address: string, ago: number) =>
    insert.run(
      mac,
      now - 60_000,
      now - ago,
      now - ago,
      JSON.stringify([[address, now]]),
      JSON.stringify({ mdns: name }),
      kind,
      "[]",
    );
  met(GALAXY, "Galaxy-S23", "phone", "192.168.1.44", 60_000);
  met(PRINTER, HOSTILE, "printer", "192.168.1.60", 26 * 3_600_000);
  database.close();
  await scene.start();
  for (const mac of [GALAXY, PRINTER]) {
    await scene.service.call("POST", "/api/v1/devices", { body: { mac } }).catch(() => {});
  }
}

async function ownerOf(
  { scene }: LogScene,
  mac: string,
): Promise<readonly [people: readonly number[], group: number]> {
  const { machines } = await scene.service.call<NetworkPage>("GET", "/api/v1/network");
  const { people, group } = machines.find((machine) => machine.mac === mac)!;
  return [people, group];
}

const row = (page: Page, name: string) =>
  page.locator(".machine-new, details.machine", { hasText: name });

Deno.test({
  name: "One tap assigns a device, another undoes it, and its addresses are one tap deeper",
  ignore,
  async fn() {
    await withLog(async (log) => {
      await seed(log);
      const page = await log.open(PHONE);
      await page.goto("/network");
      await keep(page, "network");
      const galaxy = row(page, "Galaxy-S23");
      if (await galaxy.locator("summary").count() > 0) await galaxy.locator("summary").click();
      await galaxy.getByRole("button", { name: "Emma" }).click();
      assert.ok(await within(WAIT, async () => (await ownerOf(log, GALAXY))[0].length === 1));
      await page.locator("#toasts", { hasText: /Saved: whose Galaxy-S23 is/ }).waitFor();
      await page.click("#toasts button");
      assert.ok(
        await within(WAIT, async () => (await ownerOf(log, GALAXY))[0].length === 0),
        "taken back",
      );

      await page.goto("/network?q=192.168.1.60");
      const printer = page.locator("details.machine");
      await assertCount(printer, 1);
      await poll(async () =>
        assert.ok((await printer.innerText()).includes("<script>alert(1)</script> printer"))
      );
      await poll(async () => assert.equal(await printer.getByText(PRINTER).isVisible(), false));
      await printer.locator("summary").click();
      await poll(async () => assert.equal(await printer.getByText(PRINTER).isVisible(), true));
      await poll(async () => assert.match(await printer.innerText(), /Brother/));
    });
  },
});

Deno.test({
  name: "Without JavaScript a device is added to a group by a form and found by a search",
  ignore,
  async fn() {
    await withLog(async (log) => {
      await seed(log);
      const page = await log.open({ ...PHONE, size: "desktop", javaScript: false });
      await page.goto("/network");
      await page.fill("#machine-search", "galaxy");
      await page.locator(".machine-search button").click();
      const galaxy = page.locator("details.machine");
      await page.waitForURL(/[?&]q=galaxy/);
      await galaxy.first().waitFor();
      await assertCount(galaxy, 1);
      await galaxy.locator("summary").click();
      await galaxy.getByRole("button", { name: "Office" }).click();
      await page.locator("#toasts", { hasText: /Saved: whose Galaxy-S23 is/ }).waitFor();
      assert.equal((await ownerOf(log, GALAXY))[1], 1);
      await assertCount(page.locator(".owner[aria-pressed=true]"), 1);
      await poll(async () =>
        assert.match(
          await galaxy.locator("a.button").getAttribute("href") ?? "",
          /^\/devices\/\d+$/,
        )
      );
    });
  },
});
