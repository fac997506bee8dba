/**
 * Beacons, bursts of random names and first contacts on a running box: asked by `dig` from a device
 * of the home, seen in the API, the alerts, the commands and at a SIEM (A 6, 7.4.4, 7.12.2).
 */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { BehaviourResponse } from "../../api/features/insight/behaviour/routes.ts";
import type { ThreatsResponse } from "../../api/features/protection/threats/routes.ts";
import { freePort } from "../support/box_process.ts";
import { type FakeScript, respond } from "../support/fake_upstream.ts";
import { HomeBox, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { writeMmdb } from "../support/mmdb_writer.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { PageReader } from "../support/page_reader.ts";
import { drawNames, NAME_MAKERS } from "../support/random_names.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { Siem } from "../support/siem.ts";
import { needsTool } from "../support/tool.ts";
import { pause, WAIT, within } from "../support/whole_box.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const C2 = "orders-for-you.com";
const PASSWORD = "gravel ocean tulip";
const RANDOM = new Set(drawNames(NAME_MAKERS[0], 14, 1));
const COUNTRIES = gzipSync(writeMmdb([
  { network: "0.0.0.0/2", country: "US" },
  { network: "64.0.0.0/2", country: "US" },
  { network: "81.0.0.0/8", country: "DE" },
]));

/** Random names do not exist; the rest is in one country, the new domain in another. */
const script: FakeScript = (query) => {
  if (RANDOM.has(query.name)) return [respond(query, { rcode: 3 })];
  const address = query.name.endsWith(C2) ? "81.2.3.4" : "8.8.8.8";
  return [respond(query, query.type === 1 ? { address } : {})];
};

/** What answers beside the box: the online service, the database of countries, and a SIEM. */
interface Beside {
  readonly asked: string[];
  readonly siem: Siem;
}

function answerWeb(asked: string[], clock: ShiftedClock, web: number): Deno.HttpServer {
  return Deno.serve({ hostname: "127.0.0.1", port: web, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/v1/domains/age") return new Response(COUNTRIES);
    asked.push(await request.text());
    return Response.json({ created: Math.floor((clock.now() - 20 * DAY) / 1000) });
  });
}

type Box = HomeBox<"tablet" | "laptop">;

async function withBox(
  test: (box: Box, clock: ShiftedClock, beside: Beside) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const web = freePort();
  const flags = [
    "--trust-clock=always",
    `--cloud-url=http://127.0.0.1:${web}`,
    `--country-database-url=http://127.0.0.1:${web}/countries-{month}.mmdb.gz`,
    "--lists-allow-private=on",
  ];
  await ShiftedClock.run(async (clock) => {
    await clock.shift(-20 * DAY);
    await HomeBox.run(TABLET_AND_LAPTOP, async (box) => {
      const server = await box.home.box.enter(() => answerWeb(asked, clock, web));
      const siem = await box.home.box.enter(() => new Siem());
      try {
        await test(box, clock, { asked, siem });
      } finally {
        siem.close();
        await server.shutdown();
      }
    }, { env: clock.env(true), flags, script });
  });
}

/** Asks every 15 minutes for six hours and a half. */
async function askLikeAClock(box: Box, clock: ShiftedClock, start: number): Promise<void> {
  for (let i = 0; i < 27; i++) {
    await clock.set(start + i * 15 * MINUTE);
    assert.equal(await box.ask("tablet", `c2.${C2}`), "81.2.3.4");
  }
}

Deno.test({
  name: "A beacon and a burst of a device reach API, alerts, commands, SIEM and its own page",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "faketime"),
  fn: () =>
    withBox(async (box, clock, { asked, siem }) => {
      const tablet = await box.device("tablet");
      assert.equal(await box.ask("tablet", "www.old-shop.com"), "8.8.8.8");
      const added = await box.command("exports", "add", "siem", siem.target, "--format", "cef");
      assert.equal(added.code, 0, added.text);
      const { current: version } = await box.call<{ current: string }>("GET", "/api/v1/terms");
      await box.call("POST", "/api/v1/terms", { accept: true, version });
      await box.call("POST", "/api/v1/tasks/countries.refresh/run");

      await askLikeAClock(box, clock, Date.now());
      for (const name of RANDOM) assert.equal(await box.ask("tablet", name), "NXDOMAIN");
      // The laptop does what people do.
      await box.ask("laptop", "www.old-shop.com");

      const alerts = async () => {
        const { alerts } = await box.call<AlertPage>("GET", "/api/v1/alerts");
        return alerts.filter(({ kind }) => kind === "beacon" || kind === "random_names");
      };
      assert.ok(
        await within(WAIT, async () => (await alerts()).length === 2),
        JSON.stringify(await alerts()),
      );
      const facts = (await alerts()).map((
        { kind, device_id, name, detail, severity },
      ) => [kind, device_id, name, detail, severity]);
      assert.deepEqual(facts.sort(), [
        ["beacon", tablet, C2, "900", 5],
        ["random_names", tablet, "", "|12", 6],
      ]);
      assert.deepEqual(asked, [JSON.stringify({ domain: C2 })]);
      for (const line of [/\|beacon\|[^|]*\|5\|/, /\|random_names\|[^|]*\|6\|/]) {
        assert.ok(await siem.got(line), `${line} in ${siem.text}`);
      }

      const { found: threats } = await box.call<ThreatsResponse>("GET", "/api/v1/threats");
      const rows = threats.map(({ kind, device_id, name, extra }) => [
        kind,
        device_id,
        name,
        extra,
      ]);
      assert.deepEqual(rows.sort(), [
        ["beacon", tablet, C2, "900"],
        ["random_names", tablet, "", "|12"],
      ]);

      // Each page that is about it says the same.
      await box.call("PUT", `/api/v1/devices/${tablet}`, { name: "Tablet" });
      const account = { name: "anna", password: PASSWORD };
      const terms = { accept_terms: true, terms_version: version, telemetry: false };
      await box.call("POST", "/api/v1/setup", { account, ...terms });
      const { inside } = box.home.box;
      const pages = new PageReader({ inside, http: box.http, account: "anna", password: PASSWORD });
      for (const path of ["/alerts", "/threats", `/devices/${tablet}/behaviour`]) {
        const page = await pages.words(path);
        assert.match(
          page,
          /Tablet asks for the rare name orders-for-you\.com at regular intervals, every 15 min/,
        );
        assert.match(page, /Tablet asked for 12 random names within an hour, and none .* exists\./);
      }
      const shown = (await box.command("threats")).text;
      assert.match(shown, /^beacon +orders-for-you\.com +every 15 min +reported +Tablet /m);
      assert.match(shown, /^random_names +12 names +reported +Tablet /m);
      const told = (await box.command("alerts", "--group", "security")).text;
      assert.match(told, / beacon .*orders-for-you\.com +900 +Tablet/);
      assert.match(told, / random_names .*12 +Tablet/);

      const read = () => box.call<BehaviourResponse>("GET", `/api/v1/devices/${tablet}/behaviour`);
      const found = await read();
      assert.deepEqual(
        found.signs.map(({ kind, open }) => [kind, open]),
        [["random_names", 1], ["beacon", 1]],
      );
      assert.deepEqual([found.verdict, found.new_countries, found.unwatched], ["look", ["DE"], [
        "malicious",
      ]]);
      const fresh = found.first_contacts.map(({ domain, countries }) => [domain, countries]);
      assert.deepEqual(fresh, [[C2, ["DE"]]]);
      const text = (await box.command("devices", "behaviour", String(tablet))).text;
      assert.match(text, /Worth a look: alerts about this device are open\./);
      assert.match(text, /orders-for-you\.com +DE /);

      // What was told stays told over a kill, and is not told again.
      await box.end("SIGKILL");
      await box.start();
      assert.equal((await alerts()).length, 2);
      assert.deepEqual((await read()).new_countries, ["DE"]);

      // Once a week, although it goes on.
      const beacons = async () => (await alerts()).filter(({ kind }) => kind === "beacon").length;
      await askLikeAClock(box, clock, clock.now());
      await pause(2000);
      assert.equal(await beacons(), 1);
      await askLikeAClock(box, clock, clock.now() + 7 * DAY);
      assert.ok(await within(WAIT, async () => await beacons() === 2));
    }),
});
