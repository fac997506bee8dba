/**
 * Look-alike names on a running box: blocked by their letters, told as typing errors, blocked when
 * young according to the online service, and allowed by one tap (A 7.5).
 */
import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { USUAL_LIMITS } from "../../api/companion/call_limits.ts";
import { nameServer } from "../../api/companion/dns/zone.ts";
import { openCompanion } from "../../api/companion/service.ts";
import type { LookalikesResponse } from "../../api/features/protection/lookalikes/routes.ts";
import type { AlertResponse } from "../../api/features/insight/alerts/routes.ts";
import type { RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { processRuntime } from "../../api/system/process_runtime.ts";
import { freePort } from "../support/box_process.ts";
import { poll } from "../support/looking.ts";
import { rdapDomain, RdapServer } from "../support/rdap_server.ts";
import { needsTool } from "../support/tool.ts";
import { ADDRESS, keep, withLog } from "./log_scene.ts";
import { violations } from "./violations.ts";

const PHONE = { size: "phone", scheme: "light", language: "en" } as const;
const HOMOGRAPH = "xn--pypal-4ve.com";
const YOUNG = "paypal-login.com";
const YOUNG_TYPO = "amazom.com";
const OLD = "netfliix.com";
const SLOW = "gooogle.com";

/** The online service with its registries; `late` = when the age of one name is answered. */
async function withService(
  late: Promise<void>,
  test: (url: string, rdap: RdapServer) => Promise<void>,
): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await using rdap: RdapServer = await RdapServer.start(async (path) => {
    if (path === "/dns.json") {
      return Response.json({ services: [[["com"], [rdap.url("/com/")]]] });
    }
    if (path.endsWith(SLOW)) await late;
    return rdapDomain(daysAgo(path.endsWith(OLD) ? 3000 : 5));
  });
  const folder = await Deno.makeTempDir();
  const at = () => [{ address: "127.0.0.1", port: freePort() }];
  const http = at();
  const host = `127.0.0.1:${http[0].port}`;
  const { runtime } = processRuntime(() => {}, import.meta.url);
  const companion = await openCompanion({
    http,
    https: [],
    dns: at(),
    certificate: "",
    key: "",
    hosts: [host],
    proxies: [],
    dnsDomain: "names.example",
    domain: nameFromText("names.example")!,
    nameServers: [nameServer("ns.other.example", [])!],
    dataDir: folder,
    database: { file: `${folder}/companion.db` },
    metrics: [],
    socket: "",
    limits: USUAL_LIMITS,
    rdapBootstrap: rdap.url("/dns.json"),
    breachRange: "",
    breachKey: "",
  }, { runtime, fetchRdap: rdap.fetch() });
  try {
    await test(`http://${host}`, rdap);
  } finally {
    await companion.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "Look-alikes are blocked, told, blocked once their age is known, and allowed by one tap",
  ignore: needsTool("chromium"),
  fn: () => {
    const late = Promise.withResolvers<void>();
    return withService(late.promise, (url, rdap) =>
      withLog(async ({ scene, asks, open }) => {
        await scene.service.call("PUT", "/api/v1/settings", {
          body: { values: { cloud_url: url } },
        });
        const read = () => scene.service.call<LookalikesResponse>("GET", "/api/v1/lookalike");

        assert.equal(await asks(`www.${HOMOGRAPH}`), "0.0.0.0");
        // The first answer already waits for the age.
        assert.equal(await asks(YOUNG), "0.0.0.0");
        assert.equal(await asks(YOUNG_TYPO), "0.0.0.0");
        assert.equal(await asks(OLD), ADDRESS);
        // An answer waits for the age, but no longer than 1.5 seconds.
        const began = Date.now();
        assert.equal(await asks(SLOW), ADDRESS);
        const took = Date.now() - began;
        assert.ok(took >= 1400, `${took} ms`);
        late.resolve();
        await poll(async () => assert.equal(await asks(SLOW), "0.0.0.0"));
        assert.equal(rdap.paths.filter((path) => path.endsWith(SLOW)).length, 1);
        assert.equal(await asks("www.paypal.com"), ADDRESS);

        await poll(async () => {
          const { lookalikes } = await read();
          const shown = lookalikes.map(({ name, imitates, why, young, blocked }) =>
            `${name} ${imitates} ${why} ${young} ${blocked}`
          );
          assert.deepEqual(shown.sort(), [
            `${YOUNG_TYPO} amazon.com typosquat true true`,
            `${SLOW} google.com typosquat true true`,
            `${OLD} netflix.com typosquat false false`,
            `${YOUNG} paypal.com combosquat true true`,
            `${HOMOGRAPH} paypal.com homograph false true`,
          ]);
        });
        // The one whose age came late was told first, and is reported again as blocked.
        await poll(async () => {
          const { alerts } = await scene.service.call<{ alerts: AlertResponse[] }>(
            "GET",
            "/api/v1/alerts?kind=lookalike",
          );
          const details = alerts.map(({ detail }) => detail);
          assert.ok(details.includes(`${SLOW}|google.com|typosquat`), details.join());
          assert.ok(details.includes(`${SLOW}|google.com|typosquat|young`), details.join());
        });

        const page = await open(PHONE);
        await page.goto("/lookalike");
        const main = page.locator("main");
        await poll(async () => assert.match(await main.innerText(), /4 names that imitate others/));
        assert.match(await main.innerText(), /pаypal\.com/);
        assert.ok(await main.locator("mark").count() >= 2);
        assert.deepEqual(await violations(page), []);
        await keep(page, "lookalikes");

        await page.goto("/alerts");
        await poll(async () => assert.match(await main.innerText(), /which imitates paypal\.com/));
        assert.deepEqual(await violations(page), []);
        await keep(page, "lookalike-alerts");
        await main.locator("li", { hasText: OLD }).getByRole("button", { name: "Allow" }).click();
        await poll(async () => {
          const { rules } = await scene.service.call<{ rules: RuleResponse[] }>(
            "GET",
            "/api/v1/rules",
          );
          const written = rules.map(({ domain, action, scope }) => `${action} ${domain} ${scope}`);
          assert.deepEqual(written, [`allow ${OLD} all`]);
        });

        await page.goto(`/check?name=${HOMOGRAPH}`);
        await poll(async () => assert.match(await main.innerText(), /It imitates paypal\.com/));

        await page.goto("/lookalike");
        await page.getByRole("button", { name: "Allow: pаypal.com" }).click();
        await poll(async () => assert.equal(await asks(HOMOGRAPH), ADDRESS));
        assert.deepEqual((await read()).allowed, [HOMOGRAPH]);

        // Without questions nothing is blocked for its age.
        await scene.service.call("PUT", "/api/v1/lookalike", { body: { ask: false } });
        assert.equal(await asks(YOUNG), ADDRESS);
      })).finally(late.resolve);
  },
});
