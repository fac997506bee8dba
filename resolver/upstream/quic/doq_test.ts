import assert from "node:assert/strict";
import {
  doqMessage,
  FakeQuic,
  framedMessage,
  type QuicQuestion,
} from "../../../tests/support/fake_quic.ts";
import { withQuic } from "../../../tests/support/quic_scene.ts";
import { respond } from "../../../tests/support/fake_upstream.ts";
import {
  addressIn,
  type PoolSetup,
  question,
  withPool,
} from "../../../tests/support/upstream_pool.ts";

/** The answer to a question. */
function answer(asked: QuicQuestion, address = "192.0.2.1"): Uint8Array {
  const wire = doqMessage(asked);
  return framedMessage(
    respond({ wire, name: "", type: 1, id: 0, transport: "tls", port: 0, before: 0 }, { address }),
  );
}

/** A pool with one fake upstream; both are closed afterwards. */
async function withDoq(
  script: (
    asked: QuicQuestion,
  ) => readonly (number | Uint8Array | "end" | "reset" | { close: number })[],
  test: (
    bench: Parameters<Parameters<typeof withPool>[1]>[0] & { quic: FakeQuic },
  ) => Promise<void>,
  setup: PoolSetup & { readonly host?: string } = {},
): Promise<void> {
  const quic = await FakeQuic.open({ alpn: "doq", script });
  const upstreams = [`quic://${setup.host ?? "127.0.0.1"}:${quic.port}`];
  try {
    await withPool(
      {
        caCerts: [quic.ca],
        ...setup,
        settings: { upstreams, upstreamTimeout: 8000, ...setup.settings },
      },
      (bench) => test({ ...bench, quic }),
    );
  } finally {
    quic.close();
  }
}

Deno.test("The front answers queries over QUIC on one connection, padded and with id 0", () =>
  withQuic(async (scene) => {
    const upstreams = [`quic://127.0.0.1:${scene.port}`];
    await withPool(
      { settings: { upstreams, upstreamTimeout: 8000 }, caCerts: [scene.certificate.cert] },
      async ({ pool }) => {
        const names = Array.from({ length: 50 }, (_, i) => `n${i}.example`);
        const answers = await Promise.all(names.map((name) => pool.forward(question(name), 8000)));
        for (const { response, upstream } of answers) {
          assert.deepEqual([response[0], response[1], response[2] >> 7, upstream], [
            0,
            0,
            1,
            upstreams[0],
          ]);
          assert.equal(response.length % 128, 0);
        }
        assert.equal(scene.askers.length, 50);
        const [{ queries, failures }] = pool.statistics();
        assert.deepEqual([queries, failures], [50, 0]);
      },
    );
  }));

Deno.test("a connection closed by the server is opened again, also for the question in flight", () =>
  withDoq(
    (asked) => asked.before === 1 ? [{ close: 0 }] : [answer(asked), "end"],
    async ({ pool, quic }) => {
      await pool.forward(question("a.example"), 8000);
      const { response } = await pool.forward(question("b.example"), 8000);
      assert.equal(addressIn(response), "192.0.2.1");
      assert.deepEqual([quic.connections, quic.questions.length], [2, 3]);
      quic.hangUp();
      await pool.forward(question("c.example"), 8000);
      assert.equal(quic.connections, 3);
      assert.equal(pool.statistics()[0].failures, 0);
    },
  ));

Deno.test("a server that closes for every question gets three connections, then the question fails", () =>
  withDoq(() => [{ close: 2 }], async ({ pool, quic }) => {
    await assert.rejects(pool.forward(question("a.example"), 900), {
      message: /: the upstream closed the connection$/,
    });
    assert.ok(quic.connections >= 3 && quic.connections <= 9, `${quic.connections}`);
  }, { settings: { upstreamStrategy: "strict" } }));

Deno.test("truncated, reset, foreign and TC answers fail, and the connection is kept", async () => {
  const cases: readonly (readonly [
    (asked: QuicQuestion) => readonly (Uint8Array | "end" | "reset")[],
    RegExp,
  ])[] = [
    [() => ["end"], /ended the stream without an answer/],
    [(asked) => [answer(asked).subarray(0, 20), "end"], /ended the stream without an answer/],
    [() => ["reset"], /ended the stream|reset/],
    [() => [Uint8Array.of(0, 0), "end"], /does not match/],
    [(asked) => [framedMessage(doqMessage(asked)), "end"], /does not match/],
    [
      (asked) => [answer(asked).map((byte, i) => i === 4 ? byte | 2 : byte), "end"],
      /truncated/,
    ],
    [(asked) => [answer(asked).map((byte, i) => i === 3 ? 9 : byte), "end"], /does not match/],
  ];
  for (const [script, why] of cases) {
    await withDoq(script, async ({ pool, quic }) => {
      await assert.rejects(pool.forward(question("a.example"), 8000), { message: why });
      quic.script = (asked) => [answer(asked), "end"];
      assert.equal(
        addressIn((await pool.forward(question("b.example"), 8000)).response),
        "192.0.2.1",
      );
      assert.equal(quic.connections, 1);
    });
  }
});

Deno.test("an answer in single bytes, or without the end of its stream, is accepted", () =>
  withDoq(
    (asked) =>
      asked.before === 0
        ? [...answer(asked)].map((byte) => Uint8Array.of(byte))
        : [answer(asked, "192.0.2.2")],
    async ({ pool }) => {
      assert.equal(
        addressIn((await pool.forward(question("a.example"), 8000)).response),
        "192.0.2.1",
      );
      assert.equal(
        addressIn((await pool.forward(question("b.example"), 8000)).response),
        "192.0.2.2",
      );
    },
  ));

Deno.test("a silent server costs the timeout, and its connection is abandoned", () =>
  withDoq((asked) => asked.before === 0 ? [] : [answer(asked), "end"], async ({ pool, quic }) => {
    await assert.rejects(pool.forward(question("a.example"), 200), { code: "unreachable" });
    assert.equal(
      addressIn((await pool.forward(question("b.example"), 8000)).response),
      "192.0.2.1",
    );
    assert.equal(quic.connections, 2);
  }, { settings: { upstreamTimeout: 200, upstreamStrategy: "strict" } }));

Deno.test("the certificate must match the name, whose address comes from the bootstrap servers", () =>
  withDoq((asked) => [answer(asked), "end"], async ({ pool, fake, settings }) => {
    const bootstrap = [`127.0.0.1:${fake.port}`];
    pool.reconfigure({ ...settings, bootstrap });
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 8000)).response),
      "192.0.2.1",
    );
    const upstreams = settings.upstreams.map((line) => line.replace("dns.test", "other.test"));
    pool.reconfigure({ ...settings, upstreams, bootstrap });
    await assert.rejects(pool.forward(question("a.example"), 8000), {
      message: /not valid for name "other.test"/,
    });
  }, { host: "dns.test", script: (query) => [respond(query, { address: "127.0.0.1" })] }));

Deno.test("a server of another protocol, and one with an untrusted certificate, are refused", async () => {
  const other = await FakeQuic.open({ alpn: "h3", script: () => [] });
  await withPool(
    { settings: { upstreams: [`quic://127.0.0.1:${other.port}`] }, caCerts: [other.ca] },
    async ({ pool }) =>
      await assert.rejects(pool.forward(question("a.example"), 8000), { message: /protocol/ }),
  );
  other.close();
  await withDoq(
    () => [],
    async ({ pool }) =>
      await assert.rejects(pool.forward(question("a.example"), 8000), { message: /UnknownIssuer/ }),
    { caCerts: [] },
  );
});

Deno.test("closing a pool ends its connections and fails queries in flight", () =>
  withDoq(() => [], async ({ pool, quic }) => {
    const asked = pool.forward(question("a.example"), 5000);
    asked.catch(() => {});
    while (quic.questions.length === 0) await new Promise((resume) => setTimeout(resume, 5));
    pool.close();
    await assert.rejects(asked, { message: /the upstream was removed/ });
  }));
