/** "Why was this blocked?" for a device of the household, from the sentence to the exception. */
import assert from "node:assert/strict";
import { poll } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import type { Scene } from "../support/whole_box.ts";
import { keep, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const NAME = "www.tracker.example";

type Accounts = { accounts: { id: number; changed: number }[] };

/** A child with a tablet that was never on the network; returns the id of the tablet. */
async function household({ service }: Scene): Promise<number> {
  const call = <T>(method: "POST" | "PUT", path: string, body: unknown) =>
    service.call<T>(method, path, { body });
  const person = await call<{ id: number }>("POST", "/api/v1/people", {
    name: "Lina",
    profile: "child",
  });
  const mac = "00:11:22:33:44:55";
  const device = await call<{ id: number }>("POST", "/api/v1/devices", {
    mac,
    name: "Lina’s tablet",
    kind: "tablet",
  });
  await call("PUT", `/api/v1/devices/${device.id}/person`, { person_id: person.id });
  return device.id;
}

Deno.test({
  name:
    "A name is checked as a child's tablet, every step is shown, and allowed for that tablet only",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const id = await household(log.scene);
      const page = await log.open({ size: "phone", scheme: "dark", language: "en" });
      await page.goto("/check");
      await page.fill("#field-name", NAME);
      await page.selectOption("#check-as", { label: "Lina’s tablet" });
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText(`${NAME} is blocked.`).waitFor();
      const main = page.locator("main");
      await poll(async () =>
        assert.match(
          await main.innerText(),
          /For Lina’s tablet: Blocked\. It is on the list Trackers\./,
        )
      );
      const steps = await page.locator(".check-steps li").allInnerTexts();
      assert.match(
        steps.join("\n"),
        /Quarantine: No quarantine holds it back\.[^]*The list Trackers blocks it/,
      );
      assert.match(steps.at(-1)!, /Not asked any more/);
      await keep(page, "why-as-tablet");
      await page.getByRole("button", { name: "Allow for this device" }).click();
      await page.locator(".toast", { hasText: NAME }).waitFor();

      await page.goto(`/check?name=${NAME}&device=${id}`);
      await page.getByText(`${NAME} is answered.`).waitFor();
      await poll(async () =>
        assert.match(await main.innerText(), /A rule for Lina’s tablet allows it\./)
      );
      await page.goto(`/check?name=${NAME}`);
      await page.getByText(`${NAME} is blocked.`).waitFor();
      await poll(async () => assert.equal(await page.locator("#check-as").inputValue(), "all"));
    }),
});

Deno.test({
  name:
    "An adult permits names in reports in their own account, with immediate effect, and withdraws it",
  ignore,
  fn: () =>
    withLog(async (log) => {
      const { service } = log.scene;
      const id = await household(log.scene);
      const names = (scope: string) =>
        service.call("GET", "/api/v1/activity/names", { query: { scope } });
      await names(`device:${id}`);
      const { id: adult } = await service.call<{ id: number }>("POST", "/api/v1/people", {
        body: { name: "Anna", profile: "adult" },
      });
      await service.call("PUT", `/api/v1/devices/${id}/person`, { body: { people: [1, adult] } });
      await assert.rejects(names(`device:${id}`), /has not agreed/);
      const { accounts } = await service.call<Accounts>("GET", "/api/v1/accounts", {});
      const [{ id: anna, changed }] = accounts;
      const page = await log.open({ size: "desktop", scheme: "light", language: "en" });
      await page.goto("/me");
      const linked = await page.evaluate(async ([path, body]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(path, { method: "PUT", headers, body })).status;
      }, [`/api/v1/accounts/${anna}`, JSON.stringify({ person_id: adult, changed })]);
      assert.equal(linked, 200, "an account that is signed in was not linked to a person");
      await page.reload();
      await poll(async () =>
        assert.match(
          await page.locator("#household").innerText(),
          /This account belongs to Anna\.[^]*Lina’s tablet[^]*shared/,
        )
      );
      await page.locator("#consent").click();
      await page.locator(".toast", { hasText: "Reports may show the names now" }).waitFor();
      await names(`device:${id}`);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("#consent:not(:checked)").waitFor({ state: "attached" });
      await assert.rejects(names(`device:${id}`), /has not agreed/);
    }),
});
