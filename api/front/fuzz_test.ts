/**
 * Random bytes in place of TLS, HTTP and frames: the front continues to respond, and no resource
 * leaks.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { assertAnswers, withFront } from "../../tests/support/front_scene.ts";
import { frame, get, joined, opening } from "../../tests/support/http2.ts";

const RUNS = Math.min(Number(Deno.env.get("FUZZ_RUNS") ?? 60), 2000);
const LIMITS = { handshake: 2000, head: 2000, body: 2000, idle: 2000, stalled: 2000 };

/** Sends bytes below TLS and closes the connection, at once or after some milliseconds. */
async function sendRaw(port: number, bytes: Uint8Array): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(bytes).catch(() => {});
  if (bytes.length % 4 === 0) await new Promise((later) => setTimeout(later, 10));
  connection.close();
}

/** A truncated and changed ClientHello of common libraries. */
const HELLO = new Uint8Array([
  22,
  3,
  1,
  0,
  200,
  1,
  0,
  0,
  196,
  3,
  3,
  ...new Array<number>(32).fill(7),
  0,
  0,
  2,
  19,
  1,
  1,
  0,
  0,
  153,
]);

Deno.test("garbage in place of a ClientHello closes the connection", () =>
  withFront(() => new Response("hi"), async (scene) => {
    const changed = fc.tuple(
      fc.nat({ max: HELLO.length - 1 }),
      fc.nat({ max: 255 }),
      fc.uint8Array({ maxLength: 300 }),
    );
    const hello = changed.map(([at, byte, rest]) => joined(HELLO.with(at, byte), rest));
    const bytes = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 2000 }), hello);
    await fc.assert(fc.asyncProperty(bytes, (bytes) => sendRaw(scene.port, bytes)), {
      numRuns: RUNS,
      seed: 11,
    });
    await assertAnswers(scene);
    assert.deepEqual(scene.logLines, []);
  }, LIMITS));

Deno.test("garbage in place of HTTP and frames ends only its connection", () =>
  withFront(() => new Response("hi"), async (scene) => {
    const frames = fc.array(
      fc.tuple(
        fc.nat({ max: 12 }),
        fc.nat({ max: 255 }),
        fc.nat({ max: 9 }),
        fc.uint8Array({ maxLength: 60 }),
      ),
      { maxLength: 12 },
    ).map((all) =>
      joined(
        opening(),
        ...all.map(([type, flags, stream, payload]) => frame(type, flags, stream, payload)),
        get(99, "/"),
      )
    );
    const line = fc.tuple(
      fc.constantFrom("GET", "POST", "\0", "X".repeat(3000)),
      fc.string(),
      fc.array(fc.string(), { maxLength: 5 }),
    )
      .map(([method, target, fields]) =>
        new TextEncoder().encode(`${method} /${target} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`)
      );
    const sent = fc.oneof(
      fc.record({
        alpn: fc.constant("h2"),
        bytes: fc.oneof(frames, fc.uint8Array({ minLength: 1, maxLength: 500 })),
      }),
      fc.record({
        alpn: fc.constantFrom("http/1.1", ""),
        bytes: fc.oneof(line, fc.uint8Array({ minLength: 1, maxLength: 500 })),
      }),
    );
    await fc.assert(
      fc.asyncProperty(sent, async ({ alpn, bytes }) => {
        const client = await scene.connect({ alpn });
        await client.send(bytes);
        await client.until((text) => text.length > 0, 20);
        await client.close();
      }),
      { numRuns: RUNS, seed: 13 },
    );
    await assertAnswers(scene);
  }, LIMITS));
