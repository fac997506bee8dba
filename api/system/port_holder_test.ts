import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import fc from "fast-check";
import { freePort } from "../../tests/support/box_process.ts";
import { holderText, inodesOf, portHolder } from "./port_holder.ts";

const TABLE =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:0035 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 5150 1 0000 100 0 0 10 0
   1: 0100007F:0035 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 5151 1 0000 100 0 0 10 0
   2: 00000000:0036 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 5152 1 0000 100 0 0 10 0
`;

Deno.test("inodesOf() finds listening TCP sockets and all UDP sockets of a port", () => {
  assert.deepEqual(inodesOf(TABLE, "tcp", 53), ["5150"]);
  assert.deepEqual(inodesOf(TABLE, "udp", 53), ["5150", "5151"]);
  assert.deepEqual(inodesOf(TABLE, "tcp", 80), []);
});

Deno.test("portHolder() names the process that uses a port", async () => {
  // No other test uses these ports: a kernel's port could be taken on another address.
  const port = freePort();
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  assert.equal(portHolder("tcp", port)?.pid, Deno.pid);
  const text = holderText("tcp", port);
  assert.match(text, new RegExp(`^held by .+ \\(process ${Deno.pid}\\)$`));
  assert.match(holderText("tcp", port, Deno.pid), /^held by another program/);
  listener.close();
  const socket = createSocket("udp6");
  const free = freePort();
  await new Promise<void>((resolve) => socket.bind(free, "::1", () => resolve()));
  assert.equal(portHolder("udp", free)?.pid, Deno.pid);
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  assert.equal(portHolder("udp", free), undefined);
  assert.match(holderText("udp", free), /another program/);
});

Deno.test("inodesOf() never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void inodesOf(`head\n${text}`, "udp", 53)), {
    seed: 1,
    numRuns: 500,
  });
});
