import assert from "node:assert/strict";
import fc from "fast-check";
import { needsTool } from "../../../../tests/support/tool.ts";
import { type BusCall, busCall, BusError } from "./dbus.ts";

const BUS: BusCall = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
  member: "GetId",
};

Deno.test({
  name: "a real bus replies to a call, and BusError contains the message of an error reply",
  ignore: needsTool("dbus-daemon"),
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "box-bus-" });
    const socket = `${folder}/bus`;
    const args = ["--session", "--nofork", `--address=unix:path=${socket}`];
    const bus = new Deno.Command("dbus-daemon", {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      for (let turn = 0; turn < 100; turn++) {
        // The socket exists a moment before the bus listens on it.
        const connection = await Deno.connect({ transport: "unix", path: socket }).catch(() =>
          undefined
        );
        connection?.close();
        if (connection !== undefined) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.match(await busCall(socket, BUS, Deno.uid()!), /^[0-9a-f]{32}$/);
      const nobody = {
        ...BUS,
        destination: "org.freedesktop.login1",
        path: "/org/freedesktop/login1",
      };
      await assert.rejects(busCall(socket, nobody, Deno.uid()!), (error) => {
        return error instanceof BusError && /org\.freedesktop\.login1/.test(error.message);
      });
      // The bus expects a text for this method and refuses the boolean, so it has read the
      // argument.
      await assert.rejects(
        busCall(socket, { ...BUS, member: "NameHasOwner", body: true }, Deno.uid()!),
        BusError,
      );
      await assert.rejects(busCall(socket, BUS, 65_000), /does not let this user in/);
    } finally {
      bus.kill("SIGTERM");
      await bus.status;
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("a call without a bus, or with garbage from it, rejects", async () => {
  await assert.rejects(busCall("/nonexistent/bus", BUS, 0));
  const folder = await Deno.makeTempDir({ prefix: "box-bus-" });
  let number = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (garbage, polite) => {
        const path = `${folder}/${number++}`;
        const listener = Deno.listen({ transport: "unix", path });
        const serving = (async () => {
          const connection = await listener.accept();
          await connection.read(new Uint8Array(100));
          if (polite) await connection.write(new TextEncoder().encode("OK 0123\r\n"));
          if (garbage.length > 0) await connection.write(garbage).catch(() => 0);
          connection.close();
        })();
        await busCall(path, BUS, 0).then(() => {}, () => {});
        await serving;
        listener.close();
      }),
      { seed: 1, numRuns: 100 },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
