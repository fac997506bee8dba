import assert from "node:assert/strict";
import { keepAlive, serviceManager } from "./service_manager.ts";

Deno.test("serviceManager() sends what the box does to the socket of the service manager", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-notify-" });
  const path = `${folder}/notify`;
  const socket = Deno.listenDatagram({ transport: "unixpacket", path });
  try {
    const manager = serviceManager({ NOTIFY_SOCKET: path, WATCHDOG_USEC: "60000000" });
    assert.equal(manager.watchdogEvery, 20_000);
    const received = async () => new TextDecoder().decode((await socket.receive())[0]);
    manager.ready();
    assert.equal(await received(), "READY=1\nSTATUS=Answering names");
    manager.alive();
    assert.equal(await received(), "WATCHDOG=1");
    manager.stopping();
    assert.equal(await received(), "STOPPING=1\nSTATUS=Stopping");
  } finally {
    socket.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("Without a usable socket nothing is sent, and no signs of life are expected", () => {
  for (const name of [undefined, "", "relative", "/", "/" + "a".repeat(200), "/nowhere/notify"]) {
    const manager = serviceManager({ NOTIFY_SOCKET: name, WATCHDOG_USEC: "nonsense" });
    assert.equal(manager.watchdogEvery, 0, String(name));
    manager.ready();
    manager.alive();
    manager.stopping();
  }
  assert.equal(serviceManager({ WATCHDOG_USEC: "60000000" }).watchdogEvery, 0);
});

Deno.test("keepAlive() gives signs of life while the box is alive, and none otherwise", async () => {
  let signs = 0;
  let isAlive = true;
  const timers: (() => void)[] = [];
  const manager = {
    ...serviceManager({}),
    watchdogEvery: 1000,
    alive: () => void signs++,
  };
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  keepAlive(manager, () => isAlive ? Promise.resolve() : Promise.reject(new Error("silent")), {
    after,
  });
  await settled();
  for (const each of [false, true]) {
    isAlive = each;
    timers.shift()!();
    await settled();
  }
  assert.deepEqual([signs, timers.length], [2, 1]);
});
