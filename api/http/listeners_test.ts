import assert from "node:assert/strict";
import { F_DUPFD_CLOEXEC, libc, RLIMIT_NOFILE } from "../../resolver/net/libc.ts";
import { DescriptorBudget, frontDescriptorLimit } from "../../resolver/net/descriptor_budget.ts";
import { freePort } from "../../tests/support/box_process.ts";
import { within } from "../../tests/support/whole_box.ts";
import { closeListener, listenHttp, listenSocket } from "./listeners.ts";

/**
 * Opens half of the reserved descriptors, so that there is no room for more clients; returns a
 * function that closes them.
 */
function takeRoom(): () => void {
  const limits = new BigInt64Array(2);
  libc.getrlimit(RLIMIT_NOFILE, new Uint8Array(limits.buffer));
  const limit = Number(limits[0]);
  const budget = new DescriptorBudget(limit);
  const kept = Math.min(256, Math.ceil((limit - 80) / 4));
  const end = limit - frontDescriptorLimit() - kept - 2 * budget.share;
  const taken = Array.from(
    { length: Math.ceil(kept / 2) },
    () => libc.fcntl(2, F_DUPFD_CLOEXEC, end),
  );
  assert.equal(budget.hasRoom, false);
  return () => taken.forEach((fd) => libc.close(fd));
}

Deno.test("without room two idle connections are closed for a new one, down to the share of the listener", async () => {
  const port = freePort();
  const listener = await listenHttp("127.0.0.1", port, () => {});
  const clients: Deno.Conn[] = [];
  const connect = async () =>
    void clients.push(await Deno.connect({ hostname: "127.0.0.1", port }));
  const has = (count: number) => within(20_000, () => listener.connections.size === count);
  for (let i = 0; i < 11; i++) await connect();
  assert.ok(await has(11));
  const give = takeRoom();
  try {
    for (const left of [10, 9, 8, 7, 8, 7, 8]) {
      await connect();
      assert.ok(await has(left), `${listener.connections.size} instead of ${left}`);
    }
  } finally {
    give();
  }
  await connect();
  assert.ok(await has(9));
  for (const client of clients) client.close();
  await closeListener(listener);
});

Deno.test("48 requests run over the local socket, the next gets an explanation, and idle connections make room", async () => {
  const folder = Deno.makeTempDirSync();
  const path = `${folder}/box.sock`;
  const clients: Deno.Conn[] = [];
  const held: (() => void)[] = [];
  const listener = await listenSocket(path, ({ url }, outgoing) => {
    if (url === "/held") held.push(() => outgoing.end("held"));
    else outgoing.end("at once");
  });
  const ask = async (target: string) => {
    const client = await Deno.connect({ transport: "unix", path });
    clients.push(client);
    await client.write(new TextEncoder().encode(`GET ${target} HTTP/1.1\r\nHost: box\r\n\r\n`));
    return client;
  };
  const read = async (client: Deno.Conn) => {
    const room = new Uint8Array(2000);
    return new TextDecoder().decode(room.subarray(0, await client.read(room) ?? 0));
  };
  try {
    for (let i = 0; i < 47; i++) await ask("/held");
    assert.match(await read(await ask("/")), /200 OK/);
    const last = await ask("/held");
    assert.ok(await within(20_000, () => held.length === 48));
    assert.equal(listener.connections.size, 48);
    for (let i = 0; i < 2; i++) {
      const refused = await read(await ask("/"));
      assert.match(refused, /^HTTP\/1.1 503 /);
      assert.match(refused, /"error":"48 requests over the local socket are under way; end one/);
    }
    held.pop()!();
    assert.match(await read(last), /200 OK/);
    assert.match(await read(await ask("/")), /200 OK/);
    for (let i = 0; i < 20; i++) clients.push(await Deno.connect({ transport: "unix", path }));
    assert.ok(listener.connections.size <= 48);
  } finally {
    for (const answer of held) answer();
    await closeListener(listener);
    for (const client of clients) client.close();
    Deno.removeSync(folder, { recursive: true });
  }
});
