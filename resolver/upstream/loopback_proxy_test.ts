import assert from "node:assert/strict";
import { LoopbackProxy } from "./loopback_proxy.ts";

const encoder = new TextEncoder();

/** A hop with its port, and a client whose dialer reaches a server that greets. */
function scene(patience: number) {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { listen } = Deno;
  const greeting = (async () => {
    for await (const connection of server) {
      await connection.write(encoder.encode("reached"));
      connection.close();
    }
  })();
  let port = 0;
  Deno.listen = ((options: Deno.TcpListenOptions) => {
    const listener = listen(options);
    ({ port } = listener.addr);
    return listener;
  }) as typeof Deno.listen;
  const hop = new LoopbackProxy((bytes) => new Uint8Array(bytes).fill(0xab), patience);
  const dial = () => Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  let client: ReturnType<LoopbackProxy["client"]>;
  try {
    client = hop.client(dial, undefined);
  } finally {
    Deno.listen = listen;
  }
  const end = async () => {
    client.close();
    hop.close();
    server.close();
    await greeting;
  };
  return { hop, port, end };
}

async function saying(port: number, said: string): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(encoder.encode(said)).catch(() => {});
  return connection;
}

/** All bytes until the end. */
async function heard(connection: Deno.Conn): Promise<string> {
  const room = new Uint8Array(999);
  let text = "";
  for (;;) {
    const count = await connection.read(room).catch(() => null);
    if (count === null) break;
    text += new TextDecoder().decode(room.subarray(0, count));
  }
  connection.close();
  return text;
}

async function reach(port: number): Promise<string> {
  const word = "ab".repeat(16);
  const authorization = btoa(`${word}:${word}`);
  return await heard(
    await saying(
      port,
      `CONNECT a.example:443 HTTP/1.1\r\nProxy-Authorization: Basic ${authorization}\r\n\r\n`,
    ),
  );
}

Deno.test("a hop connection without a request is closed, and blocks no other", async () => {
  for (const patience of [50, 60_000]) {
    const { hop, port, end } = scene(patience);
    const strangers: Deno.Conn[] = [];
    for (const said of ["", "CONNECT", "GET / HTTP/1.1\r\nHost: a"]) {
      strangers.push(...await Promise.all(Array.from({ length: 50 }, () => saying(port, said))));
    }
    assert.equal(await reach(port), "HTTP/1.1 200 OK\r\n\r\nreached");
    // The oldest was closed for the others, before its time limit.
    for (const stranger of strangers.splice(0, 100)) assert.equal(await heard(stranger), "");
    if (patience > 50) hop.close();
    for (const stranger of strangers) assert.equal(await heard(stranger), "");
    if (patience === 50) assert.equal(await reach(port), "HTTP/1.1 200 OK\r\n\r\nreached");
    await end();
  }
});

Deno.test("other programs of this machine cannot use the hop", async () => {
  const { port, end } = scene(1000);
  const wrong = `CONNECT a.example:443 HTTP/1.1\r\nProxy-Authorization: Basic ${
    btoa("a:b")
  }\r\n\r\n`;
  for (const said of [wrong, "CONNECT a.example:443 HTTP/1.1\r\n\r\n"]) {
    assert.match(await heard(await saying(port, said)), /^HTTP\/1.1 407 [^\r]*\r\n\r\n$/);
  }
  await end();
});
