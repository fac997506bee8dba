/**
 * DNS rebinding on a running box whose interfaces come and go: a bridge as Docker makes it, a tunnel
 * of a VPN, and the NAT64 of the network (A 7.4.1).
 */
import assert from "node:assert/strict";
import type { ThreatsResponse } from "../../api/features/protection/threats/routes.ts";
import { HomeBox, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { scriptFromText } from "../support/text_upstream.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

/** HTTPS records with an address of the home as hint: of IPv4, and of IPv6. */
const HINT4 = "\\# 11 00010000040004c0a84d32";
const HINT6 = "\\# 23 00010000060010fd770000000000000000000000000050";

const script = scriptFromText(`
upstream bridge.lead.net A -> NOERROR 60 A 172.17.3.4
upstream vpn.lead.net A -> NOERROR 60 A 10.8.0.9
upstream far.lead.net A -> NOERROR 60 A 10.9.0.9
upstream lan.lead.net A -> NOERROR 60 A 192.168.77.50
upstream both.lead.net A -> NOERROR 60 A 192.0.2.9, 60 A 192.168.77.50
upstream lan.lead.net AAAA -> NOERROR 60 AAAA fd77::50
upstream mapped.lead.net AAAA -> NOERROR 60 AAAA ::ffff:c0a8:4d32
upstream chain.lead.net A -> NOERROR 60 CNAME cdn.lead.org, 60 CNAME edge.lead.org, 60 A 172.17.3.4
upstream open.lead.net A -> NOERROR 60 CNAME bridge.lead.net
upstream hint4.lead.net HTTPS -> NOERROR 60 HTTPS ${HINT4}
upstream hint6.lead.net SVCB -> NOERROR 60 SVCB ${HINT6}
upstream glue.lead.net A -> NOERROR | | 60 A 192.168.77.50
upstream plain64.lead.net AAAA -> NOERROR 60 AAAA 64:ff9b::c0a8:4d32
upstream own64.lead.net AAAA -> NOERROR 60 AAAA 2001:db8:64:0:c0:a84d:3200:0
upstream fine64.lead.net AAAA -> NOERROR 60 AAAA 2001:db8:64:0:8:808:800:0
upstream ipv4only.arpa AAAA -> NOERROR 60 AAAA 2001:db8:64:0:c0:0:aa00:0
`);

type Box = HomeBox<"tablet" | "laptop">;

/** What an answer of dig says: the blocked answer with its EDE, or its records. */
async function outcome(box: Box, name: string, type = "A"): Promise<string> {
  const text = await box.home.dig("tablet", name, type);
  if (/EDE: 15/.test(text)) return "blocked";
  assert.match(text, /status: NOERROR/, text);
  return [...text.matchAll(/^[^;\s]\S*\s+\d+\s+IN\s+(\S+)\s+(\S+)/gm)].map(([, , data]) => data)
    .join(" ");
}

async function becomes(box: Box, name: string, expected: string, type = "A"): Promise<void> {
  let last = "";
  const is = async () => (last = await outcome(box, name, type)) === expected;
  assert.ok(await within(WAIT, is), `${name} ${type}: ${last}, not ${expected}`);
}

Deno.test({
  name: "Networks that appear or go are protected from rebinding within seconds, and only these",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig"),
  fn: () =>
    HomeBox.run(TABLET_AND_LAPTOP, async (box) => {
      const { box: network } = box.home;
      const networks = async () =>
        (await box.call<ThreatsResponse>("GET", "/api/v1/threats")).networks;
      assert.deepEqual(await networks(), ["192.168.77.0/24", "fd77::/64"]);

      // What leads into the home at once, by each way that an address can come.
      assert.equal(await outcome(box, "lan.lead.net"), "blocked");
      assert.equal(await outcome(box, "lan.lead.net"), "blocked");
      assert.equal(await outcome(box, "both.lead.net"), "blocked");
      assert.equal(await outcome(box, "lan.lead.net", "AAAA"), "blocked");
      assert.equal(await outcome(box, "mapped.lead.net", "AAAA"), "blocked");
      assert.equal(await outcome(box, "plain64.lead.net", "AAAA"), "blocked");
      assert.equal(await outcome(box, "hint4.lead.net", "HTTPS"), "blocked");
      assert.equal(await outcome(box, "hint6.lead.net", "SVCB"), "blocked");
      assert.equal(await outcome(box, "glue.lead.net"), "blocked");

      // Networks that are not of the box, or not yet.
      assert.equal(await outcome(box, "bridge.lead.net"), "172.17.3.4");
      assert.equal(await outcome(box, "vpn.lead.net"), "10.8.0.9");
      assert.equal(
        await outcome(box, "chain.lead.net"),
        "cdn.lead.org. edge.lead.org. 172.17.3.4",
      );

      await network.ip("link", "add", "docker0", "type", "bridge");
      await network.ip("address", "add", "172.17.0.1/16", "dev", "docker0");
      await network.ip("link", "set", "docker0", "up");
      await network.ip("tuntap", "add", "tun0", "mode", "tun");
      await network.ip("address", "add", "10.8.0.1/24", "dev", "tun0");
      await network.ip("link", "set", "tun0", "up");
      // Cached answers are judged again.
      await becomes(box, "bridge.lead.net", "blocked");
      await becomes(box, "vpn.lead.net", "blocked");
      assert.equal(await outcome(box, "chain.lead.net"), "blocked");
      assert.equal(await outcome(box, "open.lead.net"), "blocked");
      assert.equal(await outcome(box, "far.lead.net"), "10.9.0.9");
      assert.deepEqual(await networks(), [
        "10.8.0.0/24",
        "172.17.0.0/16",
        "192.168.77.0/24",
        "fd77::/64",
      ]);

      // The prefix of the network's NAT64 is looked up when the networks change.
      await becomes(box, "own64.lead.net", "blocked", "AAAA");
      assert.equal(
        await outcome(box, "fine64.lead.net", "AAAA"),
        "2001:db8:64:0:8:808:800:0",
      );

      // After a kill all of it holds from the first answer on.
      await box.end("SIGKILL");
      await box.start();
      assert.equal(await outcome(box, "own64.lead.net", "AAAA"), "blocked");
      assert.equal(await outcome(box, "vpn.lead.net"), "blocked");

      await network.ip("link", "delete", "docker0");
      await network.ip("link", "delete", "tun0");
      await becomes(box, "bridge.lead.net", "172.17.3.4");
      await becomes(box, "vpn.lead.net", "10.8.0.9");
      assert.equal(await outcome(box, "lan.lead.net"), "blocked");
      assert.deepEqual(await networks(), ["192.168.77.0/24", "fd77::/64"]);
    }, { script }),
});
