import assert from "node:assert/strict";
import { eventually } from "../../../tests/support/front_scene.ts";
import { queryFor } from "../../../tests/support/flood.ts";
import { answering, HandingResolver } from "../../../tests/support/handing_resolver.ts";
import { ResolverLink } from "./resolver_link.ts";

const CLIENT = new Uint8Array([192, 0, 2, 7]);

/** Runs a test with a link to a resolver, whose clock the test sets. */
async function withResolving(
  resolver: HandingResolver,
  run: (resolving: ResolverLink, clock: { now: number }) => Promise<void>,
): Promise<void> {
  const clock = { now: 0 };
  const resolving = new ResolverLink(() => clock.now);
  resolving.take(resolver.handed());
  try {
    await run(resolving, clock);
  } finally {
    resolving.close();
    resolver.close();
  }
}

function ask(
  resolving: ResolverLink,
  query: Uint8Array,
  from: Uint8Array<ArrayBuffer> = CLIENT,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => resolving.ask("https", from, query, resolve));
}

Deno.test("queries of one turn are sent in one message with client and transport, and each gets its response", () => {
  const resolver = new HandingResolver();
  return withResolving(resolver, async (resolving) => {
    const queries = Array.from({ length: 50 }, (_, i) => queryFor(`n${i}.example`, i));
    const responses = await Promise.all(queries.map((query) => ask(resolving, query)));
    assert.deepEqual(
      responses.map((response) => response![0] << 8 | response![1]),
      queries.map((_, i) => i),
    );
    assert.equal(resolver.messages, 1);
    assert.deepEqual(resolver.queries[7], {
      wire: queries[7],
      transport: "https",
      address: "192.0.2.7",
      thread: 0,
    });
  });
});

Deno.test("a name uses the same thread in every spelling, and names are spread over all threads", () => {
  const resolver = new HandingResolver(answering, 3);
  return withResolving(resolver, async (resolving) => {
    await Promise.all(
      ["Www.Example.ORG", "www.example.org"].map((name) => ask(resolving, queryFor(name, 1))),
    );
    assert.equal(new Set(resolver.queries.map(({ thread }) => thread)).size, 1);
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => ask(resolving, queryFor(`n${i}.example`, i))),
    );
    const counts = [0, 1, 2].map((thread) =>
      resolver.queries.filter((query) => query.thread === thread).length
    );
    assert.ok(counts.every((count) => count > 5), counts.join());
  });
});

Deno.test("pending queries end without a response when channels close, are missing, or after ten seconds", () => {
  const resolver = new HandingResolver(() => "silence");
  return withResolving(resolver, async (resolving, clock) => {
    const first = ask(resolving, queryFor("a.example", 1));
    assert.ok(await eventually(() => resolver.queries.length === 1));
    resolving.take(resolver.handed());
    assert.equal(await first, undefined);
    const second = ask(resolving, queryFor("b.example", 2));
    clock.now = 10_001;
    assert.equal(await second, undefined);
    resolving.take([]);
    assert.equal(await ask(resolving, queryFor("c.example", 3)), undefined);
  });
});

Deno.test("pending queries are limited in number and bytes, per client and in total", () =>
  withResolving(new HandingResolver(() => "silence"), async (resolving) => {
    const large = new Uint8Array(65_535);
    const small = queryFor("a", 1);
    const waiting: (Promise<Uint8Array | undefined>)[] = [];
    // IPv6 networks of 64 bits count as one client each; these are in six groups.
    const client = (i: number, host = 0) =>
      Uint8Array.of(0xfd, 0, 0, 0, 0, 0, 0, i, 0, 0, 0, 0, 0, 0, 0, host);
    const asks = (times: number, query: Uint8Array, from: Uint8Array<ArrayBuffer>) => {
      for (let i = 0; i < times; i++) waiting.push(ask(resolving, query, from));
    };
    for (let i = 1; i < 5; i++) {
      asks(64, large, client(i));
      assert.equal(await ask(resolving, large, client(i, 9)), undefined);
    }
    assert.equal(await ask(resolving, large, client(5)), undefined);
    asks(7936, small, client(2));
    assert.equal(await ask(resolving, small, client(2, 1)), undefined);
    asks(8000, small, client(6));
    asks(20_000 - 3 * 64 - 16_000, small, client(7));
    assert.equal(await ask(resolving, small, client(7)), undefined);
    resolving.take([]);
    assert.ok((await Promise.all(waiting)).every((response) => response === undefined));
  }));

Deno.test("a sweep ends only expired queries", () => {
  const resolver = new HandingResolver(() => "silence");
  return withResolving(resolver, async (resolving, clock) => {
    const first = ask(resolving, queryFor("a.example", 1));
    assert.ok(await eventually(() => resolver.queries.length === 1));
    clock.now = 5000;
    let isOver = false;
    void ask(resolving, queryFor("b.example", 2)).then(() => isOver = true);
    assert.ok(await eventually(() => resolver.queries.length === 2));
    clock.now = 10_001;
    assert.equal(await first, undefined);
    await new Promise((later) => setTimeout(later, 0));
    assert.equal(isOver, false);
  });
});

Deno.test("new channels start with the full limits for every client", () => {
  const resolver = new HandingResolver();
  return withResolving(resolver, async (resolving) => {
    const left = Array.from({ length: 8000 }, () => ask(resolving, queryFor("a", 1)));
    resolving.take(resolver.handed());
    assert.ok((await Promise.all(left)).every((response) => response === undefined));
    assert.ok(await ask(resolving, queryFor("a", 1)));
  });
});

Deno.test("an answered query frees the capacity of its client", () =>
  withResolving(new HandingResolver(), async (resolving) => {
    const large = new Uint8Array(65_535);
    for (let i = 0; i < 5; i++) {
      const responses = await Promise.all(Array.from({ length: 60 }, () => ask(resolving, large)));
      assert.ok(responses.every((response) => response !== undefined));
    }
    for (let i = 0; i < 3; i++) {
      const responses = await Promise.all(
        Array.from({ length: 3000 }, () => ask(resolving, queryFor("a", 1))),
      );
      assert.ok(responses.every((response) => response !== undefined));
    }
  }));

Deno.test("queries of any bytes are assigned to a thread", () =>
  withResolving(
    new HandingResolver(({ wire }) => wire, 2),
    async (resolving) => {
      for (const size of [1, 11, 12, 13, 65_535]) {
        assert.equal((await ask(resolving, new Uint8Array(size).fill(65)))?.length, size);
      }
    },
  ));
