import assert from "node:assert/strict";
import fc from "fast-check";
import { addressToText, parseAddress } from "../../policy/model/address.ts";
import { macToText } from "../../policy/model/mac.ts";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../../tests/support/network_namespace.ts";
import { needsTool } from "../../tests/support/tool.ts";
import {
  type Neighbor,
  NeighborLookup,
  NeighborMonitor,
  readDefaultRouters,
  readNeighbors,
  readOnLinkPrefixes,
} from "./netlink.ts";
import {
  createDumpRequest,
  createNeighborRequest,
  parseDefaultRouter,
  parseLink,
  parseMessages,
  parseNeighbor,
  parseOnLinkPrefix,
} from "./netlink_messages.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip");
const MAC = "02:aa:bb:cc:dd:01";

/**
 * A network in which the box has 192.168.77.1, fd77::1 and a link-local address, and knows some
 * neighbours.
 */
async function household(test: (network: NetworkNamespace) => void | Promise<void>): Promise<void> {
  await NetworkNamespace.run(async (network) => {
    await network.ip("addr", "add", "192.168.77.1/24", "dev", "box0");
    await network.ip("addr", "add", "fd77::1/64", "dev", "box0", "nodad");
    await network.ip("neigh", "add", "192.168.77.20", "lladdr", MAC, "dev", "box0", "nud", "stale");
    await network.ip("neigh", "add", "192.168.77.21", "dev", "box0", "nud", "failed");
    await network.ip("neigh", "add", "fd77::20", "lladdr", MAC, "dev", "box0", "nud", "reachable");
    await network.ip("neigh", "add", "fe80::20", "lladdr", MAC, "dev", "box0", "nud", "permanent");
    await network.enter(() => test(network));
  });
}

const rowOf = (
  { address, mac, state }: Neighbor,
) => [addressToText(address), mac ? macToText(mac) : "", state];

Deno.test(
  { name: "NeighbourLookup finds the hardware address of a neighbour in one call", ignore: CANNOT },
  async () => {
    await household(() => {
      const lookup = new NeighborLookup();
      const find = (text: string) => {
        const bytes = lookup.lookup(parseAddress(text)!);
        return bytes === undefined ? "" : macToText(bytes);
      };
      try {
        assert.deepEqual(["192.168.77.20", "fd77::20", "fe80::20"].map(find), [MAC, MAC, MAC]);
        assert.deepEqual(
          ["192.168.77.21", "192.168.77.22", "8.8.8.8", "2001:db8::1", "127.0.0.1"].map(find),
          Array(5).fill(""),
        );
        const mapped = new Uint8Array([...Array(10).fill(0), 255, 255, 192, 168, 77, 20]);
        assert.equal(macToText(lookup.lookup(mapped)!), MAC, "an IPv4 address inside an IPv6 one");
        assert.equal(lookup.lookup(new Uint8Array(3)), undefined);
      } finally {
        lookup.close();
      }
      assert.equal(lookup.lookup(parseAddress("192.168.77.20")!), undefined, "closed");
    });
  },
);

Deno.test(
  { name: "NeighbourLookup knows a new network after refresh()", ignore: CANNOT },
  async () => {
    await household(async (network) => {
      const lookup = new NeighborLookup();
      const address = parseAddress("10.9.8.7")!;
      await network.ip("addr", "add", "10.9.8.1/24", "dev", "box0");
      await network.ip("neigh", "add", "10.9.8.7", "lladdr", MAC, "dev", "box0", "nud", "stale");
      assert.equal(lookup.lookup(address), undefined);
      lookup.refresh();
      assert.equal(macToText(lookup.lookup(address)!), MAC);
      lookup.close();
    });
  },
);

Deno.test({
  name: "a container is distinguished from a machine by the name of its interface",
  ignore: CANNOT,
}, async () => {
  await household(async (network) => {
    await network.ip("link", "add", "docker0", "type", "bridge");
    await network.ip("addr", "add", "172.17.0.1/16", "dev", "docker0");
    await network.ip("link", "set", "docker0", "up");
    await network.ip(
      "neigh",
      "add",
      "172.17.0.2",
      "lladdr",
      MAC,
      "dev",
      "docker0",
      "nud",
      "permanent",
    );
    const lookup = new NeighborLookup();
    const ofHome = (text: string) => lookup.isOnNetwork(parseAddress(text)!);
    try {
      assert.equal(macToText(lookup.lookup(parseAddress("172.17.0.2")!)!), MAC);
      assert.deepEqual(
        ["192.168.77.20", "fe80::20", "192.168.77.21", "172.17.0.2", "8.8.8.8"].map(ofHome),
        [
          ...[true, true, false, false, false],
        ],
      );
    } finally {
      lookup.close();
    }
  });
});

Deno.test({
  name: "tables are read completely, and only trustworthy rows have a hardware address",
  ignore: CANNOT,
}, async () => {
  await household(async (network) => {
    const rows = readNeighbors().map(rowOf).sort();
    assert.deepEqual(rows.filter(([address]) => /77\.|::20/.test(address)), [
      ["192.168.77.20", MAC, "stale"],
      ["192.168.77.21", "", "failed"],
      ["fd77::20", MAC, "reachable"],
      ["fe80::20", MAC, "permanent"],
    ]);
    assert.deepEqual(readDefaultRouters(), []);
    await network.ip("route", "add", "default", "via", "192.168.77.254");
    assert.deepEqual(readDefaultRouters().map((router) => addressToText(router)), [
      "192.168.77.254",
    ]);
    const prefixes = readOnLinkPrefixes().map(({ address, length }) =>
      `${addressToText(address)}/${length}`
    );
    assert.ok(
      prefixes.includes("192.168.77.0/24") && prefixes.includes("fd77::/64") &&
        prefixes.includes("fe80::/64"),
    );
  });
});

Deno.test({
  name: "NeighbourNotices reports changes, and a moved address with its new owner",
  ignore: CANNOT,
}, async () => {
  await household(async (network) => {
    const notices = new NeighborMonitor();
    const other = "02:aa:bb:cc:dd:02";
    assert.deepEqual(notices.changes(), { changed: [], lost: false });
    await network.ip(
      "neigh",
      "replace",
      "192.168.77.20",
      "lladdr",
      other,
      "dev",
      "box0",
      "nud",
      "stale",
    );
    await network.ip("neigh", "del", "fd77::20", "dev", "box0");
    const { changed, lost } = notices.changes();
    const rows = changed.map(rowOf);
    assert.equal(lost, false);
    assert.ok(rows.some(([address, mac]) => address === "192.168.77.20" && mac === other));
    assert.ok(
      rows.some(([address, mac]) => address === "fd77::20" && mac === ""),
      "what was removed has no owner",
    );
    notices.close();
    assert.deepEqual(notices.changes(), { changed: [], lost: false });
  });
});

Deno.test(
  { name: "a flood of changes is reported as lost instead of filling memory", ignore: CANNOT },
  async () => {
    await household(async (network) => {
      const notices = new NeighborMonitor();
      const lines: string[] = [];
      for (let i = 0; i < 8000; i++) {
        lines.push(
          `neigh replace 192.168.77.30 lladdr 02:00:00:00:${(i >> 8).toString(16)}:${
            (i & 255).toString(16)
          } dev box0 nud stale`,
        );
      }
      const path = await Deno.makeTempFile();
      await Deno.writeTextFile(path, lines.join("\n"));
      await network.ip("-batch", path);
      await Deno.remove(path);
      let changes = 0;
      let lost = false;
      for (let turn = 0; turn < 10; turn++) {
        const read = notices.changes();
        assert.ok(read.changed.length <= 4096 + 256);
        changes += read.changed.length;
        lost ||= read.lost;
      }
      assert.ok(changes > 100 && lost, `${changes} ${lost}`);
      notices.close();
    });
  },
);

Deno.test("readers of neighbours and prefixes accept any bytes without throwing", () => {
  const seen = fc.uint8Array({ maxLength: 400 });
  const begins = createDumpRequest(30, 0, 1);
  fc.assert(
    fc.property(seen, fc.constantFrom(16, 24, 28, 29, 3, 2), fc.nat(60), (random, type, size) => {
      const bytes = new Uint8Array([...begins, ...random]);
      const view = new DataView(bytes.buffer);
      view.setUint16(4, type, true);
      view.setUint32(0, Math.min(16 + size, bytes.length), true);
      bytes[16] = [2, 10, 7][random.length % 3];
      let count = 0;
      for (const message of parseMessages(bytes, bytes.length)) {
        const router = parseDefaultRouter(bytes, message);
        const row = parseNeighbor(bytes, message) ?? parseOnLinkPrefix(bytes, message);
        assert.notEqual(parseLink(bytes, message)?.name, "");
        if (router !== undefined) assert.ok([4, 16].includes(router.length));
        if (row !== undefined) assert.ok([4, 16].includes(row.address.length));
        assert.ok(++count <= bytes.length / 16 + 1);
      }
    }),
    { seed: 5, numRuns: 2000 },
  );
});

Deno.test("messages can be read as they were written", () => {
  const request = createNeighborRequest(parseAddress("192.168.1.2")!, 3, 7);
  const [message] = parseMessages(request, request.length);
  assert.deepEqual([message.type, message.sequence], [30, 7]);
  const answer = new Uint8Array([...request, 10, 0, 2, 0, 0, 0x1b, 0x63, 1, 2, 3, 0, 0]);
  const view = new DataView(answer.buffer);
  view.setUint32(0, answer.length, true);
  view.setUint16(4, 28, true);
  view.setUint16(24, 4, true);
  assert.deepEqual(
    [...parseMessages(answer, answer.length)].map((each) => rowOf(parseNeighbor(answer, each)!)),
    [
      ["192.168.1.2", "00:1b:63:01:02:03", "stale"],
    ],
  );
  assert.deepEqual([...parseMessages(answer, answer.length - 1)], [], "cut short");
});
