/**
 * A family on its own network uses every protocol: closed hours apply to all of them, and foreign
 * networks get nothing.
 */
import assert from "node:assert/strict";
import { gridOf } from "../../policy/model/week.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4, BOX_V6, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const MACHINES = [
  { name: "tablet", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "laptop", mac: "5c:ad:ba:00:01:02", addresses: ["192.168.77.12/24", "fd77::12/64"] },
  // The discard prefix, and a network that is neither the box's nor private (A 7.9.1, B 7.1.4).
  { name: "stranger", mac: "5c:ad:ba:00:01:03", addresses: ["203.0.113.9/24", "100::9/64"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];

/** Every transport. */
const WAYS = [
  ["-p", "5300", "+notcp"],
  ["-p", "5300", "+tcp"],
  ["-p", "8853", "+tls"],
  ["-p", "8853", "+quic"],
  ["-p", "4443", "+https"],
  ["-p", "4443", "+https-get"],
] as const;
const FLAGS = ["--dot-listen=:8853", "--doq-listen=:8853", "--https-listen=:4443"];

/** The answers to a machine over each transport at an address of the box. */
async function answersTo(box: HomeBox<Name>, machine: Name, at: string): Promise<string[]> {
  const args = ["kdig", `@${at}`, "+time=2", "+retry=0", "+short"];
  const answers = WAYS.map((way) =>
    runText([...box.home.on(machine), ...args, ...way, "www.example", "A"])
  );
  // dig prints failures as comments and warnings.
  return (await Promise.all(answers)).map(({ text }) =>
    text.split("\n").filter((line) => /^[\d.]+$/.test(line)).join()
  );
}

Deno.test({
  name:
    "Closed hours apply to every protocol, and foreign networks and the discard prefix get nothing",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "kdig"),
  fn: () =>
    HomeBox.run(MACHINES, async (box) => {
      for (const network of ["203.0.113.0/24", "100::/64"]) {
        await box.home.box.ip("route", "add", network, "dev", "lan0");
      }
      const { code, text } = await box.command(
        "dns-services",
        "certificate",
        "self",
        "dns.home.example",
      );
      assert.equal(code, 0, text);
      const id = await box.device("tablet");
      const expect = (answer: string) => WAYS.map(() => answer);
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answersTo(box, "tablet", at), expect(OPEN));
      }
      const { id: emma } = await box.call<{ id: number }>("POST", "/api/v1/people", {
        name: "Emma",
        profile: "child",
      });
      await box.call("PUT", `/api/v1/devices/${id}/person`, { person_id: emma });
      await box.call("PUT", `/api/v1/people/${emma}/schedule`, { enabled: true, grid: gridOf([]) });
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answersTo(box, "tablet", at), expect("0.0.0.0"));
        assert.deepEqual(await answersTo(box, "laptop", at), expect(OPEN));
      }
      type Entries = {
        readonly entries: readonly { readonly transport: string; readonly reason: string }[];
      };
      const closed = async () => {
        const { entries } = await box.call<Entries>(
          "GET",
          `/api/v1/queries?device=${id}&name=www.example&limit=100`,
        );
        return entries.filter(({ reason }) => reason === "schedule").map(({ transport }) =>
          transport
        ).sort();
      };
      const each = [
        "https",
        "https",
        "https",
        "https",
        "quic",
        "quic",
        "tcp",
        "tcp",
        "tls",
        "tls",
        "udp",
        "udp",
      ];
      await within(WAIT, async () => (await closed()).length >= each.length);
      assert.deepEqual(await closed(), each);
      for (const network of [`${BOX_V4}/32`, `${BOX_V6}/128`]) {
        await runText([...box.home.on("stranger"), "ip", "route", "add", network, "dev", "eth0"]);
      }
      for (const at of [BOX_V4, BOX_V6]) {
        assert.deepEqual(await answersTo(box, "stranger", at), expect(""));
      }
      // Once allowed it gets answers, so nothing else blocked it.
      const allowed = await box.command(
        "settings",
        "set",
        "allowed_ranges",
        "private,203.0.113.0/24",
      );
      assert.equal(allowed.code, 0, allowed.text);
      assert.ok(
        await within(
          WAIT,
          async () => (await answersTo(box, "stranger", BOX_V4)).every((each) => each === OPEN),
        ),
      );
    }, { flags: FLAGS }),
});
