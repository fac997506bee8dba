import assert from "node:assert/strict";
import { DESCRIPTOR_MEMORY_BYTES, DescriptorRegistry } from "./descriptor_registry.ts";
import { libc, SystemError } from "./libc.ts";
import { EpollPoller } from "./poller.ts";
import { listenTcp, listenUdp } from "./sockets.ts";

function isOpen(fd: number): boolean {
  try {
    Deno.readLinkSync(`/proc/self/fd/${fd}`);
    return true;
  } catch {
    return false;
  }
}

function count(): number {
  return [...Deno.readDirSync("/proc/self/fd")].length;
}

Deno.test("an event of a closed descriptor is not passed to the next one with its number", async () => {
  const poller = new EpollPoller();
  const reported: string[] = [];
  const descriptors = [libc.eventfd(1, 0), libc.eventfd(1, 0)];
  const take = (mine: number) => {
    const [first, second] = descriptors;
    const other = mine === first ? second : first;
    for (const fd of [first, second]) poller.remove(fd);
    libc.close(other);
    // The lowest free number is that of the closed descriptor, whose event is still pending.
    assert.equal(libc.eventfd(0, 0), other);
    poller.add(other, () => reported.push("stale"));
    setTimeout(() => poller.stop(), 20);
  };
  for (const fd of descriptors) poller.add(fd, () => take(fd));
  await poller.run(() => 0, (fault) => reported.push(String(fault)));
  assert.deepEqual(reported, []);
  for (const fd of descriptors) libc.close(fd);
});

Deno.test("an ended poller uses no descriptor", async () => {
  const before = count();
  const poller = new EpollPoller();
  const own = [before - 1, before, before + 1, before + 2];
  poller.stop();
  await poller.run(() => 0, () => {});
  assert.equal(count(), before);
  const others = own.map(() => libc.eventfd(0, 0o4000));
  poller.stop();
  poller.remove(others[0]);
  assert.throws(() => poller.add(others[0], () => {}), SystemError);
  const value = new Uint8Array(8);
  for (const fd of others) {
    assert.equal(Number(libc.read(fd, value, 8n)), -1);
    assert.equal(libc.close(fd), 0);
  }
});

const fail = (fault: unknown) => assert.fail(String(fault));

/** The work of the loop meanwhile: timers, messages, and bytes over a socket of the runtime. */
interface Done {
  timers: number;
  messages: number;
  bytes: number;
}

/** Keeps the event loop of this thread busy beside a poller; `stop` ends it. */
async function useLoop(done: Done): Promise<() => void> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done.messages++;
  const timer = setInterval(() => port2.postMessage(++done.timers), 1);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const [near, far] = await Promise.all([
    Deno.connect({ port: listener.addr.port }),
    listener.accept(),
  ]);
  const byte = new Uint8Array(1);
  (async () => {
    try {
      for (; await near.write(byte) > 0 && await far.read(byte) !== null; done.bytes++);
    } catch {
      // Closed at the end.
    }
  })();
  return () => {
    clearInterval(timer);
    for (const each of [port1, port2, near, far, listener]) each.close();
  };
}

/**
 * Runs a poller on an event that never ends until the loop did each kind of work three times, or
 * `most` events came.
 */
async function underLoad(most: number, now: () => number): Promise<Done> {
  const poller = new EpollPoller();
  const done: Done = { timers: 0, messages: 0, bytes: 0 };
  const stop = await useLoop(done);
  const busy = libc.eventfd(1, 0);
  let events = 0;
  poller.add(busy, () => {
    if (++events === most || Object.values(done).every((count) => count >= 3)) poller.stop();
  });
  await poller.run(now, fail);
  libc.close(busy);
  stop();
  return done;
}

Deno.test("timers, messages and other sockets get turns while events never end", async () => {
  const done = await underLoad(1_000_000, () => performance.now());
  assert.ok(Object.values(done).every((count) => count >= 3), JSON.stringify(done));
});

Deno.test("work for the end of a turn runs before the next one", async () => {
  const poller = new EpollPoller();
  const busy = libc.eventfd(1, 0);
  const order: string[] = [];
  poller.add(busy, () => {
    order.push("event");
    queueMicrotask(() => order.push("end"));
    if (order.length >= 6) poller.stop();
  });
  // The clock stands still, so no turn of the loop is due.
  await poller.run(() => 0, fail);
  libc.close(busy);
  assert.deepEqual(order.slice(0, 6), ["event", "end", "event", "end", "event", "end"]);
});

Deno.test("all events are dispatched, with sleeps between them or without", async () => {
  const poller = new EpollPoller();
  const fd = libc.eventfd(0, 0o4000);
  const one = new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]);
  const tell = () => libc.write(fd, one, 8n);
  let reported = 0;
  let later: ReturnType<typeof setTimeout> | undefined;
  poller.add(fd, () => {
    libc.read(fd, new Uint8Array(8), 8n);
    if (++reported === 200) return poller.stop();
    // Twenty arrive while the thread works, so that it sleeps before the next one, which arrives by
    // the loop.
    if (reported % 20 !== 0) tell();
    else later = setTimeout(tell, 1);
  });
  tell();
  await poller.run(() => 0, fail);
  clearTimeout(later);
  libc.close(fd);
  assert.equal(reported, 200);
});

Deno.test("descriptors of a thread are closed once by its owner, except those of others", () => {
  const memory = new SharedArrayBuffer(DESCRIPTOR_MEMORY_BYTES);
  const held = new DescriptorRegistry(memory);
  const descriptors = Array.from({ length: 40 }, () => libc.eventfd(0, 0));
  for (const fd of descriptors) held.add(fd);
  const [closed, kept, ...left] = descriptors;
  held.remove(closed);
  libc.close(closed);
  const owner = new DescriptorRegistry(memory);
  assert.equal(owner.closeAll(new Set([kept])), 38);
  assert.ok(isOpen(kept) && left.every((fd) => !isOpen(fd)));
  assert.equal(owner.closeAll(new Set()), 0);
  libc.close(kept);
});

Deno.test("a poller that never ran is closed by its owner", () => {
  const memory = new SharedArrayBuffer(DESCRIPTOR_MEMORY_BYTES);
  const before = count();
  new EpollPoller(new DescriptorRegistry(memory));
  assert.equal(new DescriptorRegistry(memory).closeAll(new Set()), 2);
  assert.equal(count(), before);
});

Deno.test("a socket whose setup fails is closed", () => {
  const fd = listenTcp("127.0.0.1", 0);
  const name = new Uint8Array(28);
  libc.getsockname(fd, name, new Uint8Array([28, 0, 0, 0]));
  const before = count();
  assert.throws(() => listenTcp("127.0.0.1", name[2] << 8 | name[3]), /address already in use/);
  assert.throws(() => listenUdp("192.0.2.77", 0), /not available/);
  assert.throws(() => listenUdp("fe80::1%none", 0), /no such interface/);
  assert.equal(count(), before);
  libc.close(fd);
});
