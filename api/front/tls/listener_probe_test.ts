import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { ListenerProbe } from "./listener_probe.ts";

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(
      { host: "127.0.0.1", port: 0 },
      () => resolve((server.address() as { port: number }).port),
    )
  );
}

Deno.test("isDeaf() is false while connections are accepted, and true otherwise", async () => {
  let clients = 0;
  const server = createServer();
  const port = await listening(server);
  const hearing = new ListenerProbe("127.0.0.1", port);
  server.on("connection", (socket) => {
    if (hearing.hears(socket)) return;
    clients++;
    socket.destroy();
  });
  assert.equal(await hearing.isDeaf(), false);
  const client = await Deno.connect({ hostname: "127.0.0.1", port });
  assert.equal(await client.read(new Uint8Array(1)).catch(() => null), null);
  client.close();
  assert.equal(await hearing.isDeaf(), false);
  assert.ok(clients >= 1);
  await new Promise<void>((closed) => server.close(() => closed()));
  assert.equal(await hearing.isDeaf(), true);
  // Connections wait in the kernel and are never accepted.
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  assert.equal(await new ListenerProbe("127.0.0.1", silent.addr.port).isDeaf(), true);
  silent.close();
});
