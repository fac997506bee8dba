import assert from "node:assert/strict";
import { F_DUPFD_CLOEXEC, libc, RLIMIT_NOFILE } from "../../resolver/net/libc.ts";
import { DescriptorRoom, descriptorsOfFront } from "../../resolver/net/room.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { within } from "../../tests/support/whole_box.ts";
import { closeListener, listenHttp } from "./listeners.ts";

/** Takes half of the descriptors that are kept, so that there is no room for more clients; what gives them back. */
function takeRoom(): () => void {
  const limits = new BigInt64Array(2);
  libc.getrlimit(RLIMIT_NOFILE, new Uint8Array(limits.buffer));
  const limit = Number(limits[0]), kept = Math.min(256, Math.ceil((limit - 80) / 4));
  const end = limit - descriptorsOfFront() - kept;
  const taken = Array.from({ length: Math.ceil(kept / 2) }, () => libc.fcntl(2, F_DUPFD_CLOEXEC, end));
  assert.equal(new DescriptorRoom().isLeft, false);
  return () => taken.forEach((fd) => libc.close(fd));
}

Deno.test("without room two idle connections leave for one that comes, so that those with kept numbers become fewer", async () => {
  const port = freePort(), listener = await listenHttp("127.0.0.1", port, () => {}), clients: Deno.Conn[] = [];
  const connect = async () => void clients.push(await Deno.connect({ hostname: "127.0.0.1", port }));
  const has = (count: number) => within(20_000, () => listener.connections.size === count);
  for (let i = 0; i < 4; i++) await connect();
  assert.ok(await has(4));
  const give = takeRoom();
  try {
    for (const left of [3, 2, 1]) {
      await connect();
      assert.ok(await has(left), `${listener.connections.size} instead of ${left}`);
    }
    const [last] = listener.connections.keys();
    await connect();
    assert.ok(await within(20_000, () => listener.connections.size === 1 && !listener.connections.has(last)));
  } finally {
    give();
  }
  await connect();
  assert.ok(await has(2));
  for (const client of clients) client.close();
  await closeListener(listener);
});
