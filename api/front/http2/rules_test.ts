/** Violations of RFC 9113 and RFC 7541, and known attacks, one case per line. */
import assert from "node:assert/strict";
import { field, frame, getBlock, joined, reset } from "../../../tests/support/http2.ts";
import {
  get,
  head,
  Http2Scene,
  integers32,
  outcome,
  PATH,
  post,
  QUERY,
  setting,
  TYPE,
} from "../../../tests/support/http2_scene.ts";

const DATA = 0;
const HEADERS = 1;
const PRIORITY = 2;
const RST = 3;
const SETTINGS = 4;
const PING = 6;
const GOAWAY = 7;
const WINDOW = 8;
const CONTINUATION = 9;
const LAST = 1;
const WHOLE = 4;
const PADDED = 8;
const WITH_PRIORITY = 32;

const more = (name: string, value: string) =>
  frame(HEADERS, LAST | WHOLE, 1, getBlock(PATH, field(name, value)));
const METHOD = [":method", "GET"] as const;
const SCHEME = [":scheme", "https"] as const;
const PLACE = [":path", PATH] as const;
const HOST = [":authority", "box"] as const;
const GET = getBlock(PATH);
const EIGHT = new Uint8Array(8);

type Case = readonly [
  section: string,
  what: string,
  expected: string,
  ...frames: readonly Uint8Array[],
];

const CASES: readonly Case[] = [
  [
    "9113 5.1",
    "trailers behind a reset",
    "end 5",
    post(1, TYPE),
    reset(1),
    head(1, ["x-sum", "1"]),
  ],
  [
    ...[
      "9113 10.5",
      "what is sent beside requests is counted from one to the next",
      "2 asked",
    ] as const,
    ...Array(999).fill(frame(PING, 0, 0, EIGHT)),
    get(1),
    ...Array(999).fill(frame(PING, 0, 0, EIGHT)),
    get(3),
  ],
  [
    "9113 4.1",
    "unknown frames are passed over",
    "1 asked",
    frame(77, 255, 1, EIGHT),
    frame(250, 9, 0),
    get(1),
  ],
  [
    "9113 4.1",
    "the reserved bit of a stream is passed over",
    "1 asked",
    frame(HEADERS, 5, 0x8000_0001, GET),
  ],
  ["9113 4.2", "a frame longer than allowed", "end 6", frame(DATA, 0, 1, new Uint8Array(16_385))],
  [
    "9113 4.2",
    "an unknown frame longer than allowed",
    "end 6",
    frame(99, 0, 0, new Uint8Array(16_385)),
  ],
  [
    "9113 4.3",
    "a head that cannot be read",
    "end 9",
    frame(HEADERS, 5, 1, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff)),
  ],
  ["9113 5.1", "data on a stream that is idle", "end 1", frame(DATA, LAST, 1, QUERY)],
  ["9113 5.1", "a window for a stream that is idle", "end 1", frame(WINDOW, 0, 1, integers32(1))],
  [
    "9113 5.1",
    "a window for a stream of the server",
    "end 1, 1 asked",
    get(3),
    frame(WINDOW, 0, 2, integers32(1)),
  ],
  ["9113 5.1", "a reset of a stream that is idle", "end 1", reset(1)],
  ["9113 5.1", "a reset of a stream of the server", "end 1, 1 asked", get(3), reset(2)],
  [
    "9113 5.1",
    "data behind the end of a stream",
    "end 5, 1 asked",
    get(1),
    frame(DATA, LAST, 1, QUERY),
  ],
  ["9113 5.1", "a head behind the end of a stream", "end 5, 1 asked", get(1), get(1)],
  ["9113 5.1", "a head behind a reset", "end 5, 1 asked", get(1), reset(1), get(1)],
  [
    "9113 5.1",
    "a window behind a reset is passed over",
    "1 asked",
    get(1),
    reset(1),
    frame(WINDOW, 0, 1, integers32(9)),
  ],
  ["9113 5.1", "a reset twice is passed over", "1 asked", get(1), reset(1), reset(1)],
  ["9113 5.1.1", "a stream of an even number", "end 1", get(2)],
  ["9113 5.1.1", "a stream whose number is lower than the last", "end 5, 1 asked", get(5), get(3)],
  ["9113 5.1.1", "the last number of all", "1 asked", get(0x7fff_ffff)],
  [
    "9113 5.3.2",
    "priority of any stream is passed over",
    "1 asked",
    frame(PRIORITY, 0, 9, integers32(9, 0).slice(0, 5)),
    get(1),
  ],
  ["9113 6.1", "data on no stream", "end 1", frame(DATA, LAST, 0, QUERY)],
  [
    "9113 6.1",
    "padding as long as the data",
    "end 1",
    post(1, TYPE),
    frame(DATA, PADDED | LAST, 1, Uint8Array.of(2, 0)),
  ],
  ["9113 6.1", "padding without its length", "end 6", post(1, TYPE), frame(DATA, PADDED | LAST, 1)],
  [
    "9113 6.1",
    "data in its padding",
    "1 asked",
    post(1, TYPE),
    frame(DATA, PADDED | LAST, 1, joined(Uint8Array.of(3), QUERY, new Uint8Array(3))),
  ],
  ["9113 6.2", "a head on no stream", "end 1", frame(HEADERS, 5, 0, GET)],
  [
    "9113 6.2",
    "a head in its padding, with priority",
    "1 asked",
    frame(
      HEADERS,
      5 | PADDED | WITH_PRIORITY,
      1,
      joined(Uint8Array.of(2), new Uint8Array(5), GET, new Uint8Array(2)),
    ),
  ],
  [
    "9113 6.2",
    "padding longer than the head",
    "end 1",
    frame(HEADERS, 5 | PADDED, 1, Uint8Array.of(9, 1)),
  ],
  [
    "9113 6.2",
    "priority that is cut off",
    "end 6",
    frame(HEADERS, 5 | WITH_PRIORITY, 1, Uint8Array.of(0, 0)),
  ],
  [
    "9113 6.3",
    "priority on no stream",
    "end 1",
    frame(PRIORITY, 0, 0, integers32(9, 0).slice(0, 5)),
  ],
  ["9113 6.3", "priority of another length", "end 6", frame(PRIORITY, 0, 1, integers32(1))],
  ["9113 6.4", "a reset of no stream", "end 1", reset(0)],
  ["9113 6.4", "a reset of another length", "end 6, 1 asked", get(1), frame(RST, 0, 1)],
  ["9113 6.5", "settings on a stream", "end 1", frame(SETTINGS, 0, 1)],
  ["9113 6.5", "settings of another length", "end 6", frame(SETTINGS, 0, 0, new Uint8Array(5))],
  [
    "9113 6.5",
    "a confirmation that says something",
    "end 6",
    frame(SETTINGS, LAST, 0, setting(3, 1)),
  ],
  ["9113 6.5.2", "push that is neither on nor off", "end 1", frame(SETTINGS, 0, 0, setting(2, 2))],
  [
    "9113 6.5.2",
    "a window larger than there is",
    "end 3",
    frame(SETTINGS, 0, 0, setting(4, 0x8000_0000)),
  ],
  [
    "9113 6.5.2",
    "frames smaller than all take",
    "end 1",
    frame(SETTINGS, 0, 0, setting(5, 16_383)),
  ],
  [
    "9113 6.5.2",
    "frames larger than there are",
    "end 1",
    frame(SETTINGS, 0, 0, setting(5, 0x100_0000)),
  ],
  [
    "9113 6.5.2",
    "unknown settings are passed over",
    "1 asked",
    frame(SETTINGS, 0, 0, setting(0xaa, 7)),
    get(1),
  ],
  ["9113 6.6", "a push by the client", "end 1", frame(5, WHOLE, 1, EIGHT)],
  ["9113 6.7", "a ping on a stream", "end 1", frame(PING, 0, 1, EIGHT)],
  ["9113 6.7", "a ping of another length", "end 6", frame(PING, 0, 0, new Uint8Array(6))],
  ["9113 6.8", "leave on a stream", "end 1", frame(GOAWAY, 0, 1, EIGHT)],
  [
    "9113 6.8",
    "a client that takes leave is answered what it asked",
    "1 asked",
    get(1),
    frame(GOAWAY, 0, 0, EIGHT),
  ],
  ["9113 6.9", "a window by nothing", "end 1, 1 asked", get(1), frame(WINDOW, 0, 1, integers32(0))],
  ["9113 6.9", "a window of another length", "end 6", frame(WINDOW, 0, 0, new Uint8Array(3))],
  [
    "9113 6.9.1",
    "a window of a stream that overflows",
    "end 3, 1 asked",
    get(1),
    frame(WINDOW, 0, 1, integers32(0x7fff_ffff)),
  ],
  [
    "9113 6.9.1",
    "a window of the connection that overflows",
    "end 3",
    frame(WINDOW, 0, 0, integers32(0x7fff_ffff)),
  ],
  [
    "9113 6.9.2",
    "a window of a stream that overflows by settings",
    "end 3, 1 asked",
    get(1),
    frame(WINDOW, 0, 1, integers32(0x7fff_0000)),
    frame(SETTINGS, 0, 0, setting(4, 0x7fff_ffff)),
  ],
  ["9113 6.10", "a continuation of nothing", "end 1", frame(CONTINUATION, WHOLE, 1, GET)],
  [
    "9113 6.10",
    "a continuation of another stream",
    "end 1",
    frame(HEADERS, LAST, 1, GET),
    frame(CONTINUATION, WHOLE, 3, GET),
  ],
  [
    "9113 6.10",
    "an unknown frame within a head",
    "end 1",
    frame(HEADERS, LAST, 1, GET),
    frame(99, 0, 0),
  ],
  [
    "9113 6.10",
    "a head in pieces",
    "1 asked",
    frame(HEADERS, LAST, 1, GET.subarray(0, 9)),
    frame(CONTINUATION, 0, 1, GET.subarray(9, 20)),
    frame(CONTINUATION, WHOLE, 1, GET.subarray(20)),
  ],
  [
    "9113 8.1",
    "trailers are passed over",
    "1 asked",
    post(1, TYPE),
    frame(DATA, 0, 1, QUERY),
    head(1, ["x-sum", "1"]),
  ],
  [
    "9113 8.1",
    "trailers that are not the end",
    "end 1",
    post(1, TYPE),
    frame(HEADERS, WHOLE, 1, field("x-sum", "1")),
  ],
  [
    "9113 8.1",
    "trailers with pseudo-fields",
    "1 reset 1",
    post(1, TYPE),
    frame(DATA, 0, 1, QUERY),
    head(1, METHOD),
  ],
  [
    "9113 8.1.1",
    "a body shorter than its head says",
    "1 reset 1",
    post(1, TYPE, field("content-length", "99")),
    frame(DATA, LAST, 1, QUERY),
  ],
  [
    "9113 8.1.1",
    "a body longer than its head says",
    "1 reset 1",
    post(1, TYPE, field("content-length", "1")),
    frame(DATA, LAST, 1, QUERY),
  ],
  [
    "9113 8.1.1",
    "two lengths that differ",
    "1 reset 1",
    post(1, TYPE, field("content-length", "1"), field("content-length", `${QUERY.length}`)),
  ],
  ["9113 8.2", "a name in capitals", "1 reset 1", more("Accept", "x")],
  ["9113 8.2.1", "a name that is empty", "1 reset 1", more("", "x")],
  ["9113 8.2.1", "a name with a space", "1 reset 1", more("a b", "x")],
  ["9113 8.2.1", "a name with a colon", "1 reset 1", more("a:b", "x")],
  ["9113 8.2.1", "a name beyond ASCII", "1 reset 1", more("\u00e9", "x")],
  ["9113 8.2.1", "a value with an end of line", "1 reset 1", more("accept", "x\r\nhost: y")],
  ["9113 8.2.1", "a value with a zero", "1 reset 1", more("accept", "\0")],
  ["9113 8.2.2", "a field of a connection", "1 reset 1", more("transfer-encoding", "chunked")],
  ["9113 8.2.2", "te that is not for trailers", "1 reset 1", more("te", "gzip")],
  ["9113 8.2.2", "te for trailers", "1 asked", more("te", "trailers")],
  [
    "9113 8.3",
    "an unknown pseudo-field",
    "1 reset 1",
    head(1, METHOD, SCHEME, PLACE, HOST, [":what", "x"]),
  ],
  [
    "9113 8.3",
    "a pseudo-field of responses",
    "1 reset 1",
    head(1, METHOD, SCHEME, PLACE, HOST, [":status", "200"]),
  ],
  ["9113 8.3", "a pseudo-field twice", "1 reset 1", head(1, METHOD, METHOD, SCHEME, PLACE, HOST)],
  [
    "9113 8.3",
    "a pseudo-field behind others",
    "1 reset 1",
    head(1, METHOD, SCHEME, HOST, ["accept", "x"], PLACE),
  ],
  ["9113 8.3.1", "no method", "1 reset 1", head(1, SCHEME, PLACE, HOST)],
  ["9113 8.3.1", "no scheme", "1 reset 1", head(1, METHOD, PLACE, HOST)],
  ["9113 8.3.1", "no path", "1 reset 1", head(1, METHOD, SCHEME, HOST)],
  ["9113 8.3.1", "an empty path", "1 reset 1", head(1, METHOD, SCHEME, HOST, [":path", ""])],
  ["9113 8.3.1", "two hosts", "1 reset 1", more("host", "other")],
  ["9113 8.3.1", "the same host twice", "1 asked", more("host", "box")],
  ["9113 8.5", "a tunnel", "1 reset 1", head(1, [":method", "CONNECT"], HOST)],
  [
    "7541 4.2",
    "a table larger than allowed",
    "end 9",
    frame(HEADERS, 5, 1, joined(Uint8Array.of(0x3f, 0xe2, 0x1f), GET)),
  ],
  [
    "7541 4.2",
    "a table that changes twice",
    "1 asked",
    frame(HEADERS, 5, 1, joined(Uint8Array.of(0x20, 0x3f, 0xe1, 0x1f), GET)),
  ],
  ["7541 6.1", "the entry 0", "end 9", frame(HEADERS, 5, 1, Uint8Array.of(0x80))],
  ["9113 10.5", "settings without end", "end 11", ...Array(1001).fill(frame(SETTINGS, 0, 0))],
  ["9113 10.5", "pings without end", "end 11", ...Array(1001).fill(frame(PING, 0, 0, EIGHT))],
  [
    "9113 10.5",
    "priorities without end",
    "end 11",
    ...Array(1001).fill(frame(PRIORITY, 0, 1, integers32(9, 0).slice(0, 5))),
  ],
  [
    "9113 10.5",
    "data of nothing without end",
    "end 11",
    post(1, TYPE),
    ...Array(1001).fill(frame(DATA, 0, 1)),
  ],
  ["9113 10.5", "unknown frames without end", "end 11", ...Array(1001).fill(frame(99, 0, 1))],
  [
    "9113 10.5.1",
    "heads that hold too much",
    "end 9",
    frame(
      HEADERS,
      0,
      1,
      joined(Uint8Array.of(0x40, 1, 0x61, 0x7f, 0x81, 0x1e), new Uint8Array(4000).fill(97)),
    ),
    frame(CONTINUATION, WHOLE, 1, new Uint8Array(20).fill(0xbe)),
  ],
  [
    "9113 10.5.1",
    "continuations without end",
    "end 11",
    frame(HEADERS, 0, 1, GET),
    ...Array(9).fill(frame(CONTINUATION, 0, 1, new Uint8Array(2000).fill(0x82))),
  ],
];

for (const [section, what, expected, ...frames] of CASES) {
  Deno.test(`RFC ${section}: ${what}`, async () => {
    const scene = await Http2Scene.open();
    await scene.client.receive(joined(...frames));
    assert.equal(outcome(scene), expected);
    assert.equal(scene.client.destroyed, expected.startsWith("end"));
  });
}
