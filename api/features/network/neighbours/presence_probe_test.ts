import assert from "node:assert/strict";
import { SimulatedTime } from "../../../../tests/support/simulated_time.ts";
import { HomeNetwork } from "../../../../tests/support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../../../../tests/support/network_namespace.ts";
import { needsTool } from "../../../../tests/support/tool.ts";
import { runText } from "../../../../tests/support/whole_box.ts";
import { openScanSocket } from "../scan/sockets.ts";
import { PresenceProbe } from "./presence_probe.ts";
import { openNeighbourTable } from "./kernel_table.ts";
import { type NeighbourEntry, Neighbours } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const A = "02:00:00:00:00:0a";
const B = "02:00:00:00:00:0b";

function scene(answersAfter: number | undefined) {
  const time = new SimulatedTime(1_000_000);
  const nudged: string[] = [];
  const entries: NeighbourEntry[] = [
    { address: "192.168.1.20", mac: A, seenAt: 0 },
    { address: "fd00::20", mac: A, seenAt: 2_000_000_000 },
    { address: "192.168.1.21", mac: B, seenAt: 0 },
  ];
  const answering = new PresenceProbe({
    neighbours: {
      look() {
        if (answersAfter === undefined || time.now() < 1_000_000 + answersAfter) return;
        entries[0] = { ...entries[0], seenAt: time.now() };
      },
      entries: () => entries,
    },
    nudge: (address) => void nudged.push(address),
    runtime: testRuntime({
      now: time.now,
      after: (ms, run) => {
        const timer = time.after(ms, run);
        return () => time.cancel(timer);
      },
    }),
  });
  return { time, nudged, answering };
}

Deno.test("answers() is true as soon as the kernel reaches a machine", async () => {
  const { answering, time, nudged } = scene(6000);
  const answers = answering.answers([A]);
  await time.pass(20_000);
  assert.equal(await answers, true);
  assert.deepEqual(nudged, ["192.168.1.20", "192.168.1.20", "192.168.1.20"]);
});

Deno.test("answers() is false for a silent or unknown machine, and after close()", async () => {
  const { answering, time, nudged } = scene(undefined);
  const answers = answering.answers([A, "02:00:00:00:00:0c"]);
  await time.pass(20_000);
  assert.equal(await answers, false);
  assert.equal(nudged.length, 5);
  assert.equal(await answering.answers(["02:00:00:00:00:0c"]), false);
  const waiting = answering.answers([B]);
  await time.pass(0);
  answering.close();
  assert.equal(await waiting, false);
});

/** Shortens the neighbour timeouts of the kernel in a test namespace. */
async function hasten(home: HomeNetwork): Promise<void> {
  const values = ["delay_first_probe_time=1", "retrans_time_ms=100"];
  for (const value of values) {
    await runText([...home.box.inside, "sysctl", "-qw", `net.ipv4.neigh.lan0.${value}`]);
  }
}

Deno.test({
  name: "answers() makes the kernel probe a machine: present, and then absent",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip"),
  fn: () =>
    HomeNetwork.run([{ name: "tablet", mac: A, addresses: ["192.168.77.20/24"] }], async (home) => {
      await hasten(home);
      await home.box.ip(
        "neigh",
        "replace",
        "192.168.77.20",
        "lladdr",
        A,
        "dev",
        "lan0",
        "nud",
        "stale",
      );
      await home.box.enter(async () => {
        const readArp = () => Deno.readTextFileSync("/proc/net/arp");
        const log = () => {};
        const table = openNeighbourTable({
          readArp,
          passedOver: () => new Set(),
          runtime: testRuntime({ log }),
        });
        const after = (ms: number, run: () => void) => {
          const timer = setTimeout(run, ms / 5);
          return () => clearTimeout(timer);
        };
        const now = () => Date.now();
        const neighbours = new Neighbours({
          table,
          runtime: testRuntime({ now, after }),
          conflict: () => {},
        });
        const nudge = async (address: string) => {
          const socket = openScanSocket("0.0.0.0", () => {});
          await socket.send(Uint8Array.of(0), address, 9);
          socket.close();
        };
        neighbours.look(true);
        const answering = new PresenceProbe({
          neighbours,
          nudge,
          runtime: testRuntime({ now, after }),
        });
        assert.equal(await answering.answers([A]), true);
        await runText([...home.on("tablet"), "ip", "link", "set", "eth0", "arp", "off"]);
        await home.box.ip(
          "neigh",
          "change",
          "192.168.77.20",
          "lladdr",
          A,
          "dev",
          "lan0",
          "nud",
          "stale",
        );
        assert.equal(await answering.answers([A]), false);
        neighbours.close();
      });
    }),
});
