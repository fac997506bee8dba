/**
 * People and their devices in a real browser: assigned by drag, by a list, and by a plain form (A
 * 2.4, 4.4).
 */
import assert from "node:assert/strict";
import type { DeviceResponse } from "../../api/features/household/devices/routes.ts";
import { assertCount, poll } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { keep, type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const DESKTOP: Look = { size: "desktop", scheme: "light", language: "en" };

/** Two people, a group and two unassigned devices; returns the ids of the devices. */
async function seed(
  { scene: { service } }: LogScene,
): Promise<readonly [tablet: number, printer: number]> {
  for (const [name, profile] of [["Anna", "adult"], ["Emma", "child"]]) {
    await service.call("POST", "/api/v1/people", { body: { name, profile } });
  }
  await service.call("POST", "/api/v1/groups", { body: { name: "Office" } });
  const add = async (mac: string, name: string, kind: string) =>
    (await service.call<DeviceResponse>("POST", "/api/v1/devices", { body: { mac, name, kind } }))
      .id;
  return [
    await add("00:11:32:00:00:01", "Tablet", "tablet"),
    await add("00:80:77:00:00:02", "Printer", "printer"),
  ];
}

async function device({ scene }: LogScene, id: number): Promise<DeviceResponse> {
  return await scene.service.call<DeviceResponse>("GET", `/api/v1/devices/${id}`);
}

Deno.test({
  name:
    "A device is dragged to a person and back by Undo, assigned by the keyboard, and dragged into a group",
  ignore,
  async fn() {
    await withLog(async (log) => {
      const [tablet, printer] = await seed(log);
      const page = await log.open(DESKTOP);
      await page.goto("/people");
      await keep(page, "people");
      const is = (id: number, holds: (device: DeviceResponse) => boolean) =>
        within(WAIT, async () => holds(await device(log, id)));
      await page.dragAndDrop(`[data-device="${tablet}"] .kind`, '[data-person="2"] h2');
      assert.ok(await is(tablet, ({ person_id }) => person_id === 2), "dragged to Emma");
      await page.waitForSelector(`[data-person="2"] [data-device="${tablet}"]`);
      await page.click("#toasts button");
      assert.ok(await is(tablet, ({ person_id }) => person_id === 0), "taken back");
      await page.waitForSelector(`#nobodys [data-device="${tablet}"]`);
      await page.selectOption(`#whose-${tablet}`, { label: "Anna" });
      assert.ok(await is(tablet, ({ person_id }) => person_id === 1), "chosen");
      await page.waitForSelector(`[data-person="1"] [data-device="${tablet}"]`);
      await page.dragAndDrop(`[data-device="${printer}"] .kind`, '[data-group="1"]');
      assert.ok(await is(printer, ({ group_id }) => group_id === 1), "dragged into the group");
    });
  },
});

Deno.test({
  name: "Without JavaScript a person is added, a device is shared, quarantined and forgotten",
  ignore,
  async fn() {
    await withLog(async (log) => {
      const [tablet] = await seed(log);
      const page = await log.open({ ...DESKTOP, size: "phone", javaScript: false });
      await page.goto("/people");
      await page.click("#add-person summary");
      await page.fill("#add-person [name=name]", "Zoé");
      await page.check("#add-person [value=teen]", { force: true });
      await page.click("#add-person button");
      await assertCount(page.locator(".person-card"), 3);

      await page.goto(`/devices/${tablet}`);
      await page.check("#who [value='2']");
      await page.check("#who [value='3']");
      await page.click("#save-who");
      await poll(async () =>
        assert.match(
          await page.innerText(".lead"),
          /shared by Emma and Zoé\. It is protected like a child/,
        )
      );
      assert.deepEqual((await device(log, tablet)).people, [2, 3]);
      await page.click(".switch button");
      await poll(async () => assert.equal((await device(log, tablet)).quarantined, true));
      await poll(async () => assert.match(await page.innerText("main"), /in quarantine: /));
      await page.uncheck("#who [value='2']");
      await page.uncheck("#who [value='3']");
      await page.click("#save-who");
      await poll(async () =>
        assert.equal((await device(log, tablet)).person_id, 0, "none is nobody")
      );
      await page.locator("details", { hasText: "Forget this device" }).last().locator("summary")
        .click();
      await page.getByRole("button", { name: "Forget this device" }).click();
      await poll(async () => assert.match(await page.innerText("#toasts"), /Tablet is forgotten/));
    });
  },
});

Deno.test({
  name: "Suggestions of the box are applied as ticked and named, and nothing else",
  ignore,
  async fn() {
    await withLog(async (log) => {
      const [tablet] = await seed(log);
      const { service } = log.scene;
      await service.call("PUT", `/api/v1/devices/${tablet}`, { body: { name: "" } });
      const page = await log.open({ ...DESKTOP, javaScript: false });
      await page.goto("/people");
      await poll(async () =>
        assert.match(await page.innerText("main .note"), /getting to know your network/)
      );
      await page.goto("/learning");
      await page.check("[value=setting-quarantine]");
      await page.click(".proposals-end button");
      await poll(async () => assert.match(await page.innerText("#toasts"), /It is done/));
      const { settings } = await service.call<{ settings: { key: string; value: unknown }[] }>(
        "GET",
        "/api/v1/settings",
      );
      assert.equal(settings.find(({ key }) => key === "new_devices")?.value, "held");
      await poll(async () =>
        assert.equal(await page.locator("[value=setting-quarantine]").count(), 0)
      );
    });
  },
});
