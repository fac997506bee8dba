/** A public name that leads into the home: blocked, explained, told, and allowed (A 7.4.1). */
import assert from "node:assert/strict";
import type { ThreatsResponse } from "../../api/features/protection/threats/routes.ts";
import { respond } from "../support/fake_upstream.ts";
import { poll } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { comesTo, keep, withLog } from "./log_scene.ts";
import { violations } from "./violations.ts";

/** A public name whose upstream answers with an address of this machine. */
const NAME = "printer.rebind.net";
const HOME = "127.0.0.1";
const PHONE = { size: "phone", scheme: "light", language: "en" } as const;

Deno.test({
  name:
    "A name that leads into the home is blocked, explained and told, until its domain is allowed",
  ignore: needsTool("chromium"),
  fn: () =>
    withLog(async (log) => {
      const { scene, asks, logs, open } = log;
      scene.upstream.script = (query) => [respond(query, { address: HOME })];
      assert.equal(await asks(NAME), "0.0.0.0");
      await logs(NAME, "router7.teamviewer.com");

      const page = await open(PHONE);
      await page.goto(`/queries?name=${NAME}`);
      const main = page.locator("main");
      await poll(async () => assert.match(await main.innerText(), /attack on the home network/));
      await page.goto(`/check?name=${NAME}`);
      await poll(async () =>
        assert.match(await main.innerText(), /A public name must not lead into your own network/)
      );
      assert.deepEqual(await violations(page), []);
      await keep(page, "rebinding-check");

      await page.goto("/alerts");
      await poll(async () => {
        const text = await main.innerText();
        assert.match(
          text,
          /asked for printer\.rebind\.net, a public name that answered with an address/,
        );
        assert.match(text, /used a program for remote access: TeamViewer/);
      });
      await keep(page, "rebinding-alerts");

      await page.goto("/threats");
      await poll(async () =>
        assert.match(await main.innerText(), /public name that answered[^]*TeamViewer/)
      );
      assert.deepEqual(await violations(page), []);
      await keep(page, "threats");
      await main.getByRole("button", { name: `Allow home addresses: ${NAME}` }).click();
      await poll(async () =>
        assert.match(await page.locator("body").innerText(), /printer\.rebind\.net may lead into/)
      );
      assert.ok(await comesTo(log, NAME, HOME));
      await main.getByLabel("Domain", { exact: true }).fill("Nas.Rebind.net.");
      await main.getByRole("button", { name: "Add", exact: true }).click();
      await poll(async () =>
        assert.deepEqual(
          (await scene.service.call<ThreatsResponse>("GET", "/api/v1/threats")).rebinding_allowed,
          [NAME, "nas.rebind.net"],
        )
      );
      await main.getByRole("button", { name: "Remove: nas.rebind.net" }).click();
      await poll(async () =>
        assert.deepEqual(
          (await scene.service.call<ThreatsResponse>("GET", "/api/v1/threats")).rebinding_allowed,
          [NAME],
        )
      );
    }),
});
