import assert from "node:assert/strict";
import {
  FakeQuic,
  H3_OPENING,
  h3Frame,
  h3FramesOf,
  h3Head,
  type QuicAction,
  type QuicQuestion,
  varintOf,
} from "../../../tests/support/fake_quic.ts";
import { joined } from "../../../tests/support/http2.ts";
import { respond } from "../../../tests/support/fake_upstream.ts";
import { addressIn, question, withPool } from "../../../tests/support/upstream_pool.ts";
import { QpackReader } from "./qpack.ts";

const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const GOAWAY = 7;
const RESERVED = 0x21 + 0x1f * 7;
const OK = h3Head([":status", "200"], ["content-type", "application/dns-message"]);
/** The same with entries of the static table. */
const STATIC_OK = Uint8Array.of(0, 0, 0xc0 | 25, 0xc0 | 44);

function messageOf(asked: QuicQuestion): Uint8Array {
  return h3FramesOf(asked.bytes).find(({ type }) => type === DATA)!.payload;
}

function response(asked: QuicQuestion): Uint8Array {
  return respond({
    wire: messageOf(asked),
    name: "",
    type: 1,
    id: 0,
    transport: "https",
    port: 0,
    before: 0,
  });
}

function answer(asked: QuicQuestion, head = OK): Uint8Array {
  return joined(h3Frame(HEADERS, head), h3Frame(DATA, response(asked)));
}

type Bench = Parameters<Parameters<typeof withPool>[1]>[0] & { readonly h3: FakeQuic };

async function withH3(
  script: (asked: QuicQuestion) => readonly QuicAction[],
  test: (bench: Bench) => Promise<void>,
  opening: readonly Uint8Array[] = [H3_OPENING],
): Promise<void> {
  const h3 = await FakeQuic.open({ alpn: "h3", script, opening });
  const settings = {
    upstreams: [`h3://127.0.0.1:${h3.port}/x?a=b`],
    upstreamStrategy: "strict" as const,
    upstreamTimeout: 8000,
  };
  try {
    await withPool({ caCerts: [h3.ca], settings }, (bench) => test({ ...bench, h3 }));
  } finally {
    h3.close();
  }
}

Deno.test("a query is a POST with its message, and many share a connection", () =>
  withH3(
    (asked) => [answer(asked, asked.before % 2 === 0 ? OK : STATIC_OK), "end"],
    async ({ pool, h3 }) => {
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, i) => pool.forward(question(`n${i}.example`), 8000)),
      );
      for (const { response } of all) assert.equal(addressIn(response), "192.0.2.1");
      assert.equal(h3.connections, 1);
      const [{ type, payload }, data] = h3FramesOf(h3.questions[0].bytes);
      const reported: string[] = [];
      assert.deepEqual([
        type,
        data.type,
        data.payload.length % 128,
        data.payload[0],
        data.payload[1],
      ], [1, 0, 0, 0, 0]);
      assert.ok(
        new QpackReader().read(payload, 0, payload.length, {
          take: (name, value) => reported.push(`${name} ${value}`),
        }),
      );
      // Of the static table the reader knows only the names in answers.
      assert.deepEqual(reported, [
        " ",
        " ",
        ` 127.0.0.1:${h3.port}`,
        " /x?a=b",
        "content-type application/dns-message",
        " ",
        `content-length ${data.payload.length}`,
      ]);
    },
  ));

Deno.test("interim heads, trailers, reserved frames and streams, and split content are accepted", () =>
  withH3(
    (asked) => {
      const content = response(asked);
      const noise = h3Frame(RESERVED, new Uint8Array(1000));
      const whole = joined(
        ...[noise, h3Frame(HEADERS, h3Head([":status", "103"])), noise, h3Frame(HEADERS, OK)],
        ...[h3Frame(DATA, content.subarray(0, 5)), noise, h3Frame(DATA, content.subarray(5))],
        ...[h3Frame(HEADERS, h3Head(["x-trailer", "1"])), noise],
      );
      return [...[0, 7, 1003, 1500].map((at, i, all) => whole.subarray(at, all[i + 1])), "end"];
    },
    async ({ pool }) =>
      assert.equal(
        addressIn((await pool.forward(question("a.example"), 8000)).response),
        "192.0.2.1",
      ),
    [
      joined(H3_OPENING, h3Frame(RESERVED, new Uint8Array(5))),
      Uint8Array.of(2, 0x20),
      Uint8Array.of(3),
      joined(varintOf(RESERVED), new Uint8Array(5000)),
    ],
  ));

Deno.test("an answer without a message fails with the reason, and the connection is kept", async () => {
  const head = (...fields: readonly (readonly [string, string])[]) =>
    h3Frame(HEADERS, h3Head(...fields));
  const status = [":status", "200"] as const;
  const type = ["content-type", "application/dns-message"] as const;
  const cases: readonly (readonly [(asked: QuicQuestion) => Uint8Array, RegExp])[] = [
    [() => head([":status", "503"]), /HTTP status 503$/],
    [() => head([":status", "302"], ["location", "https://x"]), /HTTP status 302$/],
    [
      () => head(status, ["content-type", "text/html"]),
      /content type text\/html instead of application\/dns-message$/,
    ],
    [() => head(status), /content type none instead/],
    [() => head(status, type, ["content-length", "99999999"]), /a response of 99999999 bytes$/],
    [() => head(type), /a head without a status$/],
    [() => head([":status", "103"]), /ended the stream without an answer$/],
    [() => new Uint8Array(0), /ended the stream without an answer$/],
    [() => head(status, type), /does not match the question$/],
    [
      () => joined(head(status, type), h3Frame(DATA, new Uint8Array(100))),
      /does not match the question$/,
    ],
    [
      () => joined(head(status, type), h3Frame(DATA, new Uint8Array(70_000))),
      /more than 65535 bytes$/,
    ],
    [
      (asked) => joined(head(status, type), h3Frame(DATA, messageOf(asked))),
      /does not match the question$/,
    ],
  ];
  for (const [bytes, why] of cases) {
    await withH3((asked) => [bytes(asked), "end"], async ({ pool, h3 }) => {
      await assert.rejects(pool.forward(question("a.example"), 8000), { message: why });
      h3.script = (asked) => [answer(asked), "end"];
      await pool.forward(question("b.example"), 8000);
      assert.equal(h3.connections, 1);
    });
  }
});

Deno.test("a protocol violation ends the connection, and the next question opens another", async () => {
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [h3Frame(DATA, new Uint8Array(3)), /a frame out of place, type 0$/],
    [h3Frame(SETTINGS, new Uint8Array(0)), /a frame out of place, type 4$/],
    [h3Frame(5, new Uint8Array(9)), /a frame out of place, type 5$/],
    [h3Frame(8, new Uint8Array(4)), /a frame of HTTP\/2, type 8$/],
    [h3Frame(HEADERS, Uint8Array.of(5, 0, 0x80)), /a head that cannot be read$/],
    [
      h3Frame(HEADERS, Uint8Array.of(0, 0, 0xff, 0xff, 0xff, 0xff, 0xff)),
      /a head that cannot be read$/,
    ],
    [h3Frame(HEADERS, new Uint8Array(20_000)), /a head of more than 16384 bytes$/],
    [joined(varintOf(HEADERS), varintOf(0x3fff_ffff)), /an answer that does not end$/],
    [h3Frame(HEADERS, OK).subarray(0, 10), /a frame that is cut off$/],
    [Uint8Array.of(0x40), /a frame that is cut off$/],
  ];
  for (const [bytes, why] of cases) {
    await withH3(() => [bytes, "end"], async ({ pool, h3 }) => {
      await assert.rejects(pool.forward(question("a.example"), 8000), { message: why });
      const broken = h3.connections;
      h3.script = (asked) => [answer(asked), "end"];
      assert.equal(
        addressIn((await pool.forward(question("b.example"), 8000)).response),
        "192.0.2.1",
      );
      assert.equal(h3.connections, broken + 1);
    });
  }
});

Deno.test("a connection with invalid control streams is closed", async () => {
  const cases: readonly (readonly [readonly Uint8Array[], RegExp])[] = [
    [[Uint8Array.of(0, 7, 1, 0)], /no settings at first$/],
    [[joined(H3_OPENING, Uint8Array.of(4, 0))], /a frame out of place, type 4$/],
    [[joined(H3_OPENING, Uint8Array.of(0, 0))], /a frame out of place, type 0$/],
    [[H3_OPENING, H3_OPENING], /a second stream of one kind$/],
    [[H3_OPENING, Uint8Array.of(1, 0)], /a push that was not allowed$/],
    [[H3_OPENING, Uint8Array.of(2, 0x3f, 0xe1, 0x1f)], /a table that was not allowed$/],
  ];
  for (const [opening, why] of cases) {
    await withH3(
      () => [],
      async ({ pool }) =>
        await assert.rejects(pool.forward(question("a.example"), 8000), { message: why }),
      opening,
    );
  }
});

Deno.test("a connection whose control stream ends is closed", () =>
  withH3(() => [], async ({ pool, h3 }) => {
    const asked = pool.forward(question("a.example"), 8000);
    while (h3.questions.length === 0) await new Promise((resume) => setTimeout(resume, 5));
    h3.script = (asked) => [answer(asked), "end"];
    await h3.endStreams();
    assert.equal(addressIn((await asked).response), "192.0.2.1");
    assert.equal(h3.connections, 2);
    assert.match(
      pool.statistics()[0].lastError,
      /^It brings no answer, .* \(the upstream ended a stream that must last\): 127\.0\.0\.1:\d+$/,
    );
  }));

Deno.test("after GOAWAY the next question has a new connection, and those in flight are answered", () =>
  withH3(
    (asked) => asked.before === 0 ? [200, answer(asked), "end"] : [answer(asked), "end"],
    async ({ pool, h3 }) => {
      const slow = pool.forward(question("slow.example"), 8000);
      while (h3.questions.length === 0) await new Promise((resume) => setTimeout(resume, 5));
      await h3.tell(h3Frame(GOAWAY, varintOf(4)));
      await new Promise((resume) => setTimeout(resume, 50));
      await pool.forward(question("b.example"), 8000);
      assert.equal(addressIn((await slow).response), "192.0.2.1");
      assert.deepEqual([h3.connections, h3.questions.map(({ connection }) => connection)], [2, [
        1,
        2,
      ]]);
      assert.equal(pool.statistics()[0].failures, 0);
    },
  ));

Deno.test("an endlessly slow stream ends at the deadline", () =>
  withH3(
    () => [
      h3Frame(HEADERS, OK),
      ...Array.from({ length: 20 }, () => [30, h3Frame(RESERVED, new Uint8Array(3))]).flat(),
    ],
    async ({ pool }) => {
      const started = performance.now();
      await assert.rejects(pool.forward(question("a.example"), 200), { code: "unreachable" });
      assert.ok(performance.now() - started < 10_000);
    },
  ));
