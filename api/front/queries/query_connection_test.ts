/** DNS over TLS over real connections, with a resolver whose responses the test sets. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  assertAnswers,
  certificateFor,
  ENDING_THREAD,
  eventually,
  type FrontScene,
  listenHttps,
  ThreadClock,
  TlsClient,
  withFront,
} from "../../../tests/support/front_scene.ts";
import { framed, queryFor } from "../../../tests/support/flood.ts";
import { answering, HandingResolver, unframed } from "../../../tests/support/handing_resolver.ts";
import { freePort } from "../../../tests/support/box_process.ts";
import { FRONT_LIMITS, type QueryLimits } from "../limits.ts";

const encrypted = { names: ["dns.example"], ...await certificateFor("dns.example") };

interface DotScene extends FrontScene {
  readonly dot: number;
  /** Opens a DNS over TLS connection. */
  dial(alpn?: string): Promise<TlsClient>;
}

/** Runs a test with a front that speaks DNS over TLS. */
function withDot(
  resolver: HandingResolver,
  run: (scene: DotScene) => Promise<void>,
  limits: Partial<QueryLimits> = {},
  more: { readonly stalled?: number; readonly handshake?: number } = {},
): Promise<void> {
  const dot = freePort();
  const listen = {
    https: [],
    tls: [{ address: "127.0.0.1", port: dot }],
    quic: [],
    dnsOverHttps: false,
  };
  const dial = (alpn = "dot") => TlsClient.open(dot, alpn, "dns.example", encrypted.cert);
  return withFront(
    () => new Response(null),
    (scene) => run({ ...scene, dot, dial }).finally(() => resolver.close()),
    { ...more, queries: { ...FRONT_LIMITS.queries, ...limits } },
    { listen, encrypted, handed: resolver.handed },
  );
}

const ids = (client: TlsClient) =>
  unframed(client.received).map((message) => message[0] << 8 | message[1]);

Deno.test("a query is answered with ALPN dot and without, and forwarded with its client and transport", () => {
  const resolver = new HandingResolver();
  return withDot(resolver, async ({ dial, front, dot }) => {
    assert.deepEqual(front.listeners, [`tls 127.0.0.1:${dot}`]);
    for (const alpn of ["dot", ""]) {
      const client = await dial(alpn);
      await client.send(framed(queryFor("a.example", 77)));
      assert.ok(await client.until(() => client.received.length > 0));
      assert.deepEqual(ids(client), [77]);
      await client.close();
    }
    assert.deepEqual(resolver.queries.map(({ transport, address }) => [transport, address]), [
      ["tls", "127.0.0.1"],
      ["tls", "127.0.0.1"],
    ]);
    await assert.rejects(dial("h2"));
  });
});

Deno.test("pipelined queries are answered in any order, with few writes", () => {
  const resolver = new HandingResolver(async (query) => {
    const id = query.wire[0] << 8 | query.wire[1];
    if (id % 2 === 0) await new Promise((later) => setTimeout(later, 200));
    return answering(query);
  });
  return withDot(resolver, async ({ dial }) => {
    const client = await dial();
    const all = Array.from({ length: 40 }, (_, i) => framed(queryFor(`n${i}.example`, i)));
    await client.send(new Uint8Array(all.flatMap((each) => [...each])));
    assert.ok(await client.until(() => ids(client).length === 40));
    assert.deepEqual([...ids(client)].sort((a, b) => a - b), all.map((_, i) => i));
    assert.ok(ids(client).slice(0, 20).every((id) => id % 2 === 1));
    await client.close();
  });
});

Deno.test("pending queries of a client are limited, and the rest follows", () => {
  const waiting: (() => void)[] = [];
  const resolver = new HandingResolver((query) =>
    new Promise((resolve) => waiting.push(() => resolve(answering(query))))
  );
  return withDot(resolver, async ({ dial }) => {
    const client = await dial();
    for (let i = 0; i < 250; i++) await client.send(framed(queryFor(`n${i}.example`, i)));
    assert.ok(await eventually(() => waiting.length === 100));
    await new Promise((later) => setTimeout(later, 50));
    assert.equal(waiting.length, 100);
    while (ids(client).length < 250) {
      waiting.splice(0).forEach((answer) => answer());
      await new Promise((later) => setTimeout(later, 5));
    }
    assert.equal(new Set(ids(client)).size, 250);
    await client.close();
  }, { inFlight: 100 });
});

Deno.test("after its end of input a client gets its responses, then the connection ends", () => {
  const resolver = new HandingResolver(async (query) => {
    await new Promise((later) => setTimeout(later, 100));
    return answering(query);
  });
  return withDot(resolver, async ({ dot }) => {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port: dot });
    const tls = await Deno.startTls(tcp, { hostname: "dns.example", caCerts: [encrypted.cert] });
    await tls.write(framed(queryFor("a.example", 5)));
    await tls.write(framed(queryFor("b.example", 6)));
    await tls.closeWrite();
    const all = new Uint8Array(await new Response(tls.readable).arrayBuffer());
    assert.deepEqual(unframed(all).map((message) => message[1]).sort(), [5, 6]);
  });
});

Deno.test("an invalid query and a query without a response end the connection", () => {
  const resolver = new HandingResolver(({ wire }) =>
    wire[1] === 9 ? undefined : answering({ wire } as never)
  );
  return withDot(resolver, async ({ dial }) => {
    const response = queryFor("a.example", 1);
    response[2] |= 0x80;
    for (
      const message of [new Uint8Array(0), new Uint8Array(11), response, queryFor("a.example", 9)]
    ) {
      const client = await dial();
      await client.send(framed(message));
      assert.ok(await client.until(), "the connection stays");
      await client.close();
    }
    const honest = await dial();
    await honest.send(framed(queryFor("a.example", 2)));
    assert.ok(await honest.until(() => ids(honest).length === 1));
    await honest.close();
  });
});

Deno.test("slow clients are disconnected in the handshake, within a query, when idle and when old", () =>
  withDot(
    new HandingResolver(),
    async ({ dot, dial }) => {
      const silent = await Deno.connect({ hostname: "127.0.0.1", port: dot });
      const half = await dial();
      await half.send(framed(queryFor("a.example", 1)).subarray(0, 5));
      const drip = (async () => {
        // A byte now and then does not extend its time limit.
        for (let i = 5; i < 20 && await half.send(new Uint8Array([1])); i++) {
          await new Promise((later) => setTimeout(later, 50));
        }
      })();
      const idle = await dial();
      const busy = await dial();
      const asking = (async () => {
        while (await busy.send(framed(queryFor("a.example", 1)))) {
          await new Promise((later) => setTimeout(later, 50));
        }
      })();
      assert.equal(await silent.read(new Uint8Array(1)).catch(() => null), null);
      silent.close();
      for (const client of [half, idle, busy]) {
        assert.ok(await client.until(), "a slow client stays");
        await client.close();
      }
      assert.equal(half.received.length, 0);
      assert.ok(busy.received.length > 0);
      await Promise.all([drip, asking]);
    },
    { message: 300, idle: 600, life: 1500 },
    { handshake: 400 },
  ));

Deno.test("a client that reads no responses is not read, and then disconnected", () => {
  const large = new Uint8Array(60_000);
  const resolver = new HandingResolver(({ wire }) => {
    large.set(wire);
    return large;
  });
  return withDot(
    resolver,
    async ({ dot }) => {
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port: dot });
      const tls = await Deno.startTls(tcp, { hostname: "dns.example", caCerts: [encrypted.cert] });
      let sent = 0;
      const query = framed(queryFor("a.example", 1));
      const sending = (async () => {
        for (; sent < 5000; sent++) await tls.write(query);
      })().catch(() => {});
      await sending;
      assert.ok(await eventually(async () => await tls.write(query).then(() => false, () => true)));
      // Some are in the buffers of both sides; at most `unsent` bytes and the pending queries wait.
      assert.ok(resolver.queries.length < 1000, String(resolver.queries.length));
      tls.close();
    },
    { unsent: 200_000, inFlight: 10 },
    { stalled: 500 },
  );
});

Deno.test("a restart of the resolver disconnects waiting clients, and the next query is answered", () => {
  const resolver = new HandingResolver((query) =>
    query.wire[1] === 1 ? "silence" : answering(query)
  );
  return withDot(resolver, async ({ dial, front }) => {
    const waiting = await dial();
    await waiting.send(framed(queryFor("a.example", 1)));
    assert.ok(await eventually(() => resolver.queries.length === 1));
    front.resolvers();
    assert.ok(await waiting.until());
    await waiting.close();
    const next = await dial();
    await next.send(framed(queryFor("a.example", 2)));
    assert.ok(await next.until(() => ids(next).length === 1));
    await next.close();
  });
});

Deno.test("a restarted front gets new channels for queries", () => {
  const dot = freePort();
  const resolver = new HandingResolver();
  const listen = { ...listenHttps(), tls: [{ address: "127.0.0.1", port: dot }] };
  const clock = new ThreadClock();
  return withFront(
    () => new Response(null),
    async ({ front, logLines, certificate }) => {
      const ask = async (id: number) => {
        const client = await TlsClient.open(dot, "dot", "dns.example", encrypted.cert);
        await client.send(framed(queryFor("a.example", id)));
        assert.ok(await client.until(() => ids(client).includes(id)));
        await client.close();
      };
      await ask(1);
      await clock.again({ front, logLines }, certificate);
      await ask(2);
      resolver.close();
    },
    {},
    {
      listen,
      encrypted,
      handed: resolver.handed,
      workerUrl: ENDING_THREAD,
    },
    { after: clock.after },
  );
});

Deno.test("listeners can be opened and closed at run time, and connections stay", () =>
  withDot(new HandingResolver(), async ({ dot, dial, front }) => {
    const listen = { https: [], tls: [], quic: [], dnsOverHttps: false };
    const before = await dial();
    await front.listen(listen);
    assert.deepEqual(front.listeners, []);
    await assert.rejects(dial());
    await before.send(framed(queryFor("a.example", 3)));
    assert.ok(await before.until(() => ids(before).length === 1));
    await before.close();
    const other = freePort();
    await front.listen({
      ...listen,
      tls: [dot, other].map((port) => ({ address: "127.0.0.1", port })),
    });
    assert.deepEqual(front.listeners, [`tls 127.0.0.1:${dot}`, `tls 127.0.0.1:${other}`]);
    await (await dial()).close();
  }));

Deno.test("silent clients of one protocol are evicted for new ones, without effect on the other protocol", () => {
  const resolver = new HandingResolver();
  const dot = freePort();
  const port = freePort();
  const listen = {
    ...listenHttps({ address: "127.0.0.1", port }),
    tls: [{ address: "127.0.0.1", port: dot }],
  };
  return withFront(
    () => new Response("hi"),
    async (scene) => {
      const crowd: Deno.TcpConn[] = [];
      for (let i = 0; i < 60; i++) {
        crowd.push(await Deno.connect({ hostname: "127.0.0.1", port: dot }));
      }
      await assertAnswers(scene);
      const client = await eventually(async () => {
        const dialled = await TlsClient.open(dot, "dot", "dns.example", encrypted.cert).catch(() =>
          undefined
        );
        await dialled?.send(framed(queryFor("a.example", 8)));
        const isAnswered = await dialled?.until(() => ids(dialled).length === 1, 1000) ?? false;
        await dialled?.close();
        return isAnswered && dialled !== undefined && ids(dialled).length === 1;
      });
      assert.ok(client, "DNS over TLS is kept from new clients");
      crowd.forEach((each) => each.close());
      resolver.close();
    },
    { queries: { ...FRONT_LIMITS.queries, connections: 20 } },
    { listen, encrypted, handed: resolver.handed },
  );
});

Deno.test("garbage over TLS ends only its connection", () =>
  withDot(new HandingResolver(({ wire }) => wire), async ({ dial, logLines }) => {
    const honest = await dial();
    for (
      const bytes of fc.sample(fc.uint8Array({ minLength: 1, maxLength: 2000 }), {
        seed: 853,
        numRuns: 40,
      })
    ) {
      const client = await dial();
      await client.send(bytes);
      await client.until((text) => text.length > 0, 20);
      await client.close();
    }
    await honest.send(framed(queryFor("a.example", 4)));
    assert.ok(await honest.until(() => ids(honest).length === 1));
    await honest.close();
    assert.deepEqual(logLines, []);
  }));
