import assert from "node:assert/strict";
import { closeDescriptor, connectFrom, garbage, queryFor } from "../../tests/support/flood.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { parseAddress } from "../../policy/model/address.ts";
import { libc, MSG_DONTWAIT } from "./libc.ts";
import { shardOf } from "../threads/shard.ts";
import { connectUdp, listenTcp, listenUdp } from "./sockets.ts";
import { createSteeringProgram, steerByClient, steerByName } from "./steering.ts";

/** Sockets that share a port of one address, as those of workers do, and a client. */
class Group {
  readonly port = freePort();
  readonly fds: number[];
  readonly #address: string;
  readonly #room = new Uint8Array(2048);

  constructor(size: number, address = "127.0.0.1") {
    this.#address = address;
    this.fds = Array.from({ length: size }, () => listenUdp(address, this.port, true));
  }

  /** Sends datagrams from one port and returns the number that each socket received. */
  counts(datagrams: Iterable<Uint8Array<ArrayBuffer>>): number[] {
    this.#send([...datagrams]);
    return this.#came();
  }

  /** The socket that receives all of some datagrams, each sent from another port. */
  theOne(datagrams: readonly Uint8Array<ArrayBuffer>[], what: string): number {
    for (const datagram of datagrams) this.#send([datagram]);
    const counts = this.#came();
    const at = counts.findIndex((count) => count > 0);
    assert.equal(counts[at], datagrams.length, `${what} went to ${counts}`);
    return at;
  }

  #send(datagrams: readonly Uint8Array<ArrayBuffer>[]): void {
    const client = connectUdp(parseAddress(this.#address)!, this.port);
    for (const datagram of datagrams) {
      assert.equal(
        Number(libc.send(client, datagram, BigInt(datagram.length), 0)),
        datagram.length,
      );
    }
    libc.close(client);
  }

  #came(): number[] {
    return this.fds.map((fd) => {
      let came = 0;
      while (Number(libc.recv(fd, this.#room, BigInt(this.#room.length), MSG_DONTWAIT)) >= 0) {
        came++;
      }
      return came;
    });
  }

  [Symbol.dispose](): void {
    for (const fd of this.fds) libc.close(fd);
  }
}

function mixedCase(name: string, seed: number): string {
  return [...name].map((c, i) => (seed >> i % 7 & 1) === 0 ? c : c.toUpperCase()).join("");
}

function withType(query: Uint8Array<ArrayBuffer>, type: number): Uint8Array<ArrayBuffer> {
  let at = 12;
  while (query[at] !== 0) at += query[at] + 1;
  const changed = query.slice();
  changed[at + 2] = type;
  return changed;
}

/** A name of this length in wire format. */
function nameOf(bytes: number): string {
  let name = "";
  for (let left = bytes - 1; left > 0;) {
    const label = Math.min(left - 1, 63) - (left - 1 === 64 ? 1 : 0);
    name += "x".repeat(label) + ".";
    left -= label + 1;
  }
  return name.slice(0, -1);
}

for (const address of ["127.0.0.1", "::1"]) {
  Deno.test(`a name is steered to one worker in any case and type, over ${address}`, () => {
    using group = new Group(3, address);
    steerByName(group.fds[0], 3);
    const used = new Set<number>();
    for (let n = 0; n < 60; n++) {
      const name = `${"w".repeat(n % 9)}name${n}.${"example".slice(0, n % 7 + 1)}.Net`;
      const queries = [1, 5, 19, 36].map((seed) =>
        queryFor(mixedCase(name, seed), seed * 1000 + n)
      );
      const cookies = [3, 200].map((seed) =>
        new Uint8Array([...queries[0], ...new Uint8Array(23).fill(seed)])
      );
      used.add(
        group.theOne(
          [...queries, ...cookies, withType(queries[1], 28), withType(queries[2], 65)],
          name,
        ),
      );
    }
    assert.deepEqual([...used].sort(), [0, 1, 2]);
  });
}

Deno.test("a name of any length is steered to one worker", () => {
  using group = new Group(4);
  steerByName(group.fds[0], 4);
  for (const bytes of [1, 3, 4, 5, 6, 7, 8, 63, 64, 65, 66, 67, 68, 69, 128, 254, 255]) {
    const name = nameOf(bytes);
    const queries = [0, 5, 127].map((seed) => queryFor(mixedCase(name, seed), seed));
    assert.equal(withType(queries[0], 7)[12 + bytes + 1], 7);
    group.theOne(queries, `${bytes} bytes`);
  }
});

Deno.test("every byte of a name affects the hash", () => {
  using group = new Group(2);
  steerByName(group.fds[0], 2);
  for (let at = 0; at < 8; at++) {
    const names = Array.from(
      "abcdefghijklmnopqrst",
      (c) => queryFor("mmmmmmmm".slice(0, at) + c + "mmmmmmmm".slice(at + 1)),
    );
    assert.ok(group.counts(names).every((count) => count > 0), `octet ${at}`);
  }
});

for (const workers of [2, 3, 5]) {
  Deno.test(`10,000 names are spread evenly over ${workers} workers`, () => {
    using group = new Group(workers);
    steerByName(group.fds[0], workers);
    const counts = new Array<number>(workers).fill(0);
    const services = ["www", "api", "cdn-3", "track", "i"];
    for (let n = 0; n < 10_000; n += 250) {
      const names = Array.from(
        { length: 250 },
        (_, i) => `${services[i % 5]}.site${n + i}.example`,
      );
      group.counts(names.map((name) => queryFor(name))).forEach((count, i) => counts[i] += count);
    }
    const fair = 10_000 / workers;
    assert.ok(counts.every((count) => Math.abs(count - fair) < fair / 10), `${counts}`);
  });
}

Deno.test("no datagram is lost, whatever it contains", () => {
  using group = new Group(3);
  steerByName(group.fds[0], 3);
  let sent = 0;
  let came = 0;
  const batch: Uint8Array<ArrayBuffer>[] = [];
  const empty = Array.from(
    { length: 130 },
    (_, length) => new Uint8Array(length).fill(length & 1 ? 255 : 0),
  );
  for (const datagram of [...empty, ...garbage(6000)]) {
    sent++;
    if (batch.push(datagram) < 100) continue;
    came += group.counts(batch.splice(0)).reduce((sum, count) => sum + count, 0);
  }
  came += group.counts(batch).reduce((sum, count) => sum + count, 0);
  assert.equal(came, sent);
});

Deno.test("datagrams without a question go to the first worker", () => {
  using group = new Group(3);
  steerByName(group.fds[2], 3);
  assert.equal(
    group.theOne([0, 1, 11, 12, 15].map((length) => new Uint8Array(length).fill(1)), "short ones"),
    0,
  );
});

Deno.test("a group with fewer sockets than the program expects loses nothing", () => {
  using group = new Group(2);
  steerByName(group.fds[0], 16);
  const names = Array.from({ length: 200 }, (_, n) => queryFor(`name${n}.example`));
  assert.equal(group.counts(names).reduce((sum, count) => sum + count, 0), 200);
});

Deno.test("a socket that shares no port is refused with the reason", () => {
  const fd = listenUdp("127.0.0.1", 0);
  assert.throws(() => steerByName(fd, 2), /give each name to one worker: invalid argument/);
  libc.close(fd);
});

Deno.test("the program is within the length that every kernel accepts", () => {
  // The kernel charges its own form of the program to net.core.optmem_max, 20,480 bytes before
  // Linux 6.7.
  assert.ok((createSteeringProgram(16).length - 16) / 8 < 200);
});

for (const workers of [2, 3, 7, 16]) {
  Deno.test(`the kernel and shardOf() choose the same of ${workers} workers`, () => {
    using group = new Group(workers);
    steerByName(group.fds[0], workers);
    const named = Array.from(
      { length: 120 },
      (_, n) => queryFor(mixedCase(`n${n}.${"a".repeat(n % 63 + 1)}.example`, n)),
    );
    const long = [1, 2, 3, 4, 5, 62, 63, 64, 65, 66, 67, 68, 128, 255].map((bytes) =>
      queryFor(nameOf(bytes))
    );
    const short = Array.from(
      { length: 90 },
      (_, length) => new Uint8Array(length).fill(0x41 + length % 60),
    );
    const used = new Set<number>();
    for (const datagram of [...named, ...long, ...short, ...garbage(400)]) {
      const worker = group.theOne([datagram], datagram.toHex());
      const shifted = new Uint8Array(datagram.length + 9).fill(7);
      shifted.set(datagram, 5);
      assert.equal(shardOf(shifted, 5, 5 + datagram.length, workers), worker, datagram.toHex());
      used.add(worker);
    }
    assert.equal(used.size, workers);
  });
}

Deno.test("all connections of a client go to one worker, those of many clients to every worker", async () => {
  const port = freePort();
  const listeners = [0, 1, 2].map(() => listenTcp("127.0.0.1", port, true));
  const used = new Map<number, number>();
  steerByClient(listeners[0], 3, 4);
  const accepted = async () => {
    const end = performance.now() + 5000;
    while (performance.now() < end) {
      for (const [i, listener] of listeners.entries()) {
        const fd = libc.accept4(listener, null, null, 0);
        if (fd >= 0) {
          libc.close(fd);
          return i;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error("The connection came to no worker");
  };
  for (let n = 1; n <= 60; n++) {
    const taken = new Set<number>();
    for (let again = 0; again < 4; again++) {
      const client = connectFrom(`127.0.${n}.9`, port);
      taken.add(await accepted());
      closeDescriptor(client);
    }
    assert.equal(taken.size, 1);
    for (const worker of taken) used.set(worker, (used.get(worker) ?? 0) + 1);
  }
  assert.ok([0, 1, 2].every((worker) => used.get(worker)! > 8), `${[...used]}`);
  for (const fd of listeners) libc.close(fd);
});

Deno.test("connections over IPv6 are steered too", () => {
  const port = freePort();
  const listeners = [0, 1].map(() => listenTcp("::1", port, true));
  steerByClient(listeners[0], 2, 6);
  for (const fd of listeners) libc.close(fd);
});
