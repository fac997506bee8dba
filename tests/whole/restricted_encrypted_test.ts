/**
 * Restricted mode of a device over every protocol: it learns, blocks with the reason, counts and
 * reports the same over UDP, TCP, DoT, DoH and DoQ (A 7.2).
 */
import assert from "node:assert/strict";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type {
  RestrictedNameResponse,
  RestrictedOverviewResponse,
} from "../../api/features/protection/restricted/routes.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4, BOX_V6, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const MACHINES = [
  { name: "camera", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "laptop", mac: "5c:ad:ba:00:01:02", addresses: ["192.168.77.12/24", "fd77::12/64"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
type Home = HomeBox<Name>;

/** Every transport, with its name in the journal. */
const WAYS = {
  udp: ["-p", "5300", "+notcp"],
  tcp: ["-p", "5300", "+tcp"],
  tls: ["-p", "8853", "+tls"],
  quic: ["-p", "8853", "+quic"],
  https: ["-p", "4443", "+https"],
  get: ["-p", "4443", "+https-get"],
} as const;
const FLAGS = ["--dot-listen=:8853", "--doq-listen=:8853", "--https-listen=:4443"];

/** What an answer says: the address, or the blocked address with its EDE. */
async function ask(home: Home, machine: Name, at: string, way: readonly string[], name: string) {
  const args = ["kdig", `@${at}`, "+time=3", "+retry=1", "+edns", ...way, name, "A"];
  const { text } = await runText([...home.home.on(machine), ...args]);
  const address = /^[^;\s]\S*\s+\d+\s+IN\s+A\s+(\S+)/m.exec(text)?.[1] ?? text;
  const error = /EDE: (\d+).*'([^']*)'/.exec(text);
  return error === null ? address : `${address} ${error[1]} ${error[2]}`;
}

/** The answers for a name over each transport; `{}` in it is the name of the transport. */
async function answers(home: Home, machine: Name, at: string, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [way, options] of Object.entries(WAYS)) {
    found.push(await ask(home, machine, at, options, name.replace("{}", way)));
  }
  return found;
}

const all = (answer: string) => Object.keys(WAYS).map(() => answer);

Deno.test({
  name: "A restricted device learns, is blocked, counted and reported over every protocol",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "kdig"),
  fn: () =>
    HomeBox.run<Name>(MACHINES, async (home) => {
      const created = await home.command("dns-services", "certificate", "self", "dns.home.example");
      assert.equal(created.code, 0, created.text);
      const camera = await home.device("camera");
      await home.device("laptop");
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answers(home, "camera", at, "warm.vendor.org"), all(OPEN));
      }

      // It learns over each of them, and each question counts.
      const path = `/api/v1/restrict/device/${camera}`;
      await home.call("PUT", path, { mode: "learning" });
      assert.deepEqual(await answers(home, "camera", BOX_V4, "api.{}-vendor.com"), all(OPEN));
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answers(home, "camera", at, "api.shared.com"), all(OPEN));
      }
      const expected = [
        ...Object.keys(WAYS).map((way) => [`${way}-vendor.com`, 1]),
        ["shared.com", 12],
      ].sort();
      let last: unknown;
      const learned = async () => {
        const { names } = await home.call<{ names: RestrictedNameResponse[] }>(
          "GET",
          `${path}/names`,
        );
        last = names.map(({ domain, hits }) => [domain, hits]).sort();
        return JSON.stringify(last) === JSON.stringify(expected);
      };
      assert.ok(await within(WAIT, learned), JSON.stringify(last));

      // Restricted: what it learned is answered, the rest is blocked with the reason.
      await home.call("PUT", path, { mode: "restricted" });
      const blocked = "0.0.0.0 17 Not among the allowed names";
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answers(home, "camera", at, "api.shared.com"), all(OPEN));
        assert.deepEqual(await answers(home, "camera", at, "www.outside.com"), all(blocked));
        assert.deepEqual(await answers(home, "laptop", at, "www.outside.com"), all(OPEN));
      }
      assert.deepEqual(
        await answers(home, "camera", BOX_V4, "new.{}-other.com"),
        all(blocked),
      );

      // Blocked queries are counted, and each domain is reported once.
      let overview: RestrictedOverviewResponse | undefined;
      const counted = async () => {
        overview = await home.call<RestrictedOverviewResponse>("GET", "/api/v1/restrict");
        const device = overview.devices.find(({ id }) => id === camera);
        return device?.blocked_today === 18 && device.outside.length === 7;
      };
      assert.ok(await within(WAIT, counted), JSON.stringify(overview));
      const outside = [...Object.keys(WAYS).map((way) => `${way}-other.com`), "outside.com"].sort();
      const reported = async () => {
        const { alerts } = await home.call<AlertPage>("GET", "/api/v1/alerts?kind=restricted");
        return alerts.map(({ name, device_id }) => [name, device_id]).sort();
      };
      // Alerts are written a moment after the counts.
      await within(WAIT, async () => (await reported()).length >= outside.length);
      assert.deepEqual(await reported(), outside.map((name) => [name, camera]));

      // One tap opens a name over every protocol at once, and closes it again.
      await home.call("PUT", `${path}/names/outside.com`);
      assert.deepEqual(await answers(home, "camera", BOX_V4, "www.outside.com"), all(OPEN));
      await home.call("DELETE", `${path}/names/outside.com`);
      assert.deepEqual(await answers(home, "camera", BOX_V4, "www.outside.com"), all(blocked));
    }, { flags: FLAGS }),
});
