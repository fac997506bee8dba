import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { DomainError } from "../../../schema/errors.ts";
import { LIST_BOUNDS, ListBody } from "./decode.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decode(
  bytes: Uint8Array,
  encoding: string,
  size = 1000,
): Promise<{ text: string; lines: number }> {
  const body = new ListBody(LIST_BOUNDS);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.decode(inPieces(bytes, size), encoding, bytes.length)) {
    pieces.push(piece.slice());
  }
  return {
    text: new TextDecoder().decode(await new Blob(pieces as BlobPart[]).arrayBuffer()),
    lines: body.lines,
  };
}

const TEXT = "ads.example\n\nb.example";

Deno.test("bodies with gzip, brotli or no compression are decoded, in pieces of any size", async () => {
  for (const size of [1, 2, 7, 1000]) {
    for (
      const [bytes, encoding] of [[encoded(TEXT), ""], [gzipSync(TEXT), "gzip"], [
        brotliCompressSync(TEXT),
        "br",
      ]] as const
    ) {
      assert.deepEqual(await decode(bytes, encoding, size), { text: TEXT, lines: 3 });
    }
  }
  await assert.rejects(decode(encoded(TEXT), "zstd"), /in an unknown way: zstd/);
});

Deno.test("damaged compression is refused with a sentence", async () => {
  const packed = [gzipSync(TEXT.repeat(50)), brotliCompressSync(TEXT.repeat(50))] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1 }),
      fc.nat(60),
      fc.nat(255),
      async (which, at, byte) => {
        const bytes = Uint8Array.from(packed[which]);
        bytes[at % bytes.length] ^= byte;
        try {
          await decode(bytes, which === 0 ? "gzip" : "br");
        } catch (error) {
          assert.ok(error instanceof DomainError, String(error));
        }
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

Deno.test("lines are counted correctly wherever pieces are split", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^[a\n]{0,30}$/),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
        assert.equal((await decode(encoded(text), "", size)).lines, lines);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
