import assert from "node:assert/strict";
import { libc } from "../net/libc.ts";
import { EpollPoller } from "../net/poller.ts";
import { listenUdp } from "../net/sockets.ts";
import { AccessControl } from "./access_control.ts";
import { catchFaults, FaultBarrier, throttleFaults } from "./fault_barrier.ts";
import type { Receiver } from "./reply.ts";
import { UdpListener } from "./udp.ts";

/** Throws on queries whose id begins with 13, echoes the others. */
const superstitious: Receiver = {
  receive(bytes, start, end, _source, reply) {
    if (bytes[start] === 13) throw new Error("Thirteen");
    const at = reply.open();
    reply.buffer.set(bytes.subarray(start, end), at);
    reply.buffer[at + 2] |= 0x80;
    reply.commit(end - start);
  },
};

Deno.test("a query that causes a fault gets SERVFAIL, and others get their answers", async () => {
  const poller = new EpollPoller();
  const faults: unknown[] = [];
  const running = poller.run(() => 0, (fault) => faults.push(fault));
  const access = new AccessControl({ countDrop: () => {} }, () => 0);
  access.configure(["private"], [], { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 }, []);
  const fd = listenUdp("127.0.0.1", 0);
  const name = new Uint8Array(28);
  libc.getsockname(fd, name, new Uint8Array([28, 0, 0, 0]));
  const port = name[2] << 8 | name[3];
  const listener = new UdpListener(
    fd,
    poller,
    access,
    new FaultBarrier(superstitious, (fault) => faults.push(fault)),
  );
  const client = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  for (const id of [1, 13, 2]) {
    const query = new Uint8Array(20);
    query[0] = id;
    query[2] = 1;
    await client.send(query, {
      transport: "udp",
      hostname: "127.0.0.1",
      port,
    });
  }
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push((await client.receive())[0]);
  answers.sort((a, b) => a[0] - b[0]);
  assert.deepEqual(answers.map((answer) => [answer[0], answer[2], answer[3] & 15]), [
    [1, 0x81, 0],
    [2, 0x81, 0],
    [13, 0x81, 2],
  ]);
  assert.deepEqual(faults.map(String), ["Error: Thirteen"]);
  client.close();
  listener.close(poller);
  poller.stop();
  await running;
  libc.close(fd);
});

Deno.test("a poller continues when a callback throws", async () => {
  const poller = new EpollPoller();
  const faults: unknown[] = [];
  const fd = libc.eventfd(1, 0);
  poller.add(fd, () => {
    if (faults.length === 2) poller.stop();
    throw new Error("Broken");
  });
  await poller.run(() => 0, (fault) => faults.push(fault));
  assert.equal(faults.length, 3);
  libc.close(fd);
});

Deno.test("a flood of faults is reported once a second", () => {
  const reported: unknown[] = [];
  let second = 0;
  const tell = throttleFaults((fault) => reported.push(fault), () => second);
  for (const fault of ["a", "b"]) tell(fault);
  second = 1;
  tell("c");
  assert.deepEqual(reported, ["a", "c"]);
});

Deno.test("guarded() reports an exception of a timer callback", () => {
  const reported: unknown[] = [];
  const fault = new Error("Thirteen");
  catchFaults(() => {
    throw fault;
  }, (each) => reported.push(each))();
  assert.deepEqual(reported, [fault]);
});
