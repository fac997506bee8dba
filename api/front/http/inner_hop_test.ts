import assert from "node:assert/strict";
import { InnerHop } from "./inner_hop.ts";

const handler = () => Promise.resolve(new Response("inside"));

async function answerOf(connection: Deno.TcpConn): Promise<string> {
  try {
    await connection.write(
      new TextEncoder().encode("GET / HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n"),
    );
    return await new Response(connection.readable).text();
  } catch {
    return "";
  }
}

async function withHop(
  run: (hop: InnerHop, connect: () => Promise<Deno.TcpConn>) => Promise<void>,
): Promise<void> {
  const hop = new InnerHop(() => {});
  try {
    await run(hop, () => Deno.connect({ hostname: "127.0.0.1", port: hop.port }));
  } finally {
    hop.close();
  }
}

Deno.test("the runtime can serve HTTP on one connection", () => withHop(() => Promise.resolve()));

Deno.test("a connection of the front is served, whether it is registered before or after the accept", () =>
  withHop(async (hop, connect) => {
    for (const wait of [0, 100]) {
      const connection = await connect();
      await new Promise((later) => setTimeout(later, wait));
      hop.expect((connection.localAddr as Deno.NetAddr).port, handler);
      assert.match(await answerOf(connection), /inside$/);
    }
  }));

Deno.test("a connection of another process is closed without a response, and does not block the front", () =>
  withHop(async (hop, connect) => {
    const strangers = await Promise.all(Array.from({ length: 200 }, connect));
    const own = await connect();
    hop.expect((own.localAddr as Deno.NetAddr).port, handler);
    assert.match(await answerOf(own), /inside$/);
    const answers = await Promise.all(strangers.map(answerOf));
    assert.deepEqual(answers.filter((answer) => answer !== ""), []);
  }));
