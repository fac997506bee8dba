/**
 * Unusual messages over real sockets: each gets its RCODE or no answer, and the box keeps running
 * (RFC 8906).
 */
import assert from "node:assert/strict";
import { framed, queryFor } from "../support/flood.ts";
import { Scene, WAIT } from "../support/whole_box.ts";

/** A name of 255 bytes in text: three labels of 63, one of 61. */
const LONGEST = [63, 63, 63, 61].map((length) => "x".repeat(length)).join(".");
const SERVFAIL = 2;
const FORMERR = 1;
const NOERROR = 0;

function changed(query: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(query);
  change(bytes);
  return bytes;
}

async function exchange(
  port: number,
  packet: Uint8Array<ArrayBuffer>,
  wait = WAIT,
): Promise<number | undefined> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  try {
    await socket.send(packet, { transport: "udp", hostname: "127.0.0.1", port });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) =>
      timer = setTimeout(() => resolve(undefined), wait)
    );
    const got = await Promise.race([socket.receive().then(([bytes]) => bytes), late]);
    clearTimeout(timer);
    return got === undefined ? undefined : got[3] & 15;
  } finally {
    socket.close();
  }
}

const plain = queryFor("plain.example");
const label = (text: string) => [text.length, ...[...text].map((letter) => letter.charCodeAt(0))];
const withName = (bytes: readonly number[]) =>
  new Uint8Array([...plain.subarray(0, 10), 0, 0, ...bytes, 0, 1, 0, 1]);

/** What is sent and the expected RCODE; none = silence. */
const CASES: Readonly<Record<string, readonly [Uint8Array<ArrayBuffer>, number | undefined]>> = {
  "a name of 255 bytes": [queryFor(LONGEST), NOERROR],
  "a name of 256 bytes": [
    withName([63, 63, 63, 62].flatMap((n) => label("y".repeat(n))).concat(0)),
    FORMERR,
  ],
  "a name that points at itself": [withName([0xc0, 12]), FORMERR],
  "a name that points ahead": [withName([0xc0, 200]), FORMERR],
  "a name with NUL bytes": [withName([...label("a\0b"), ...label("example"), 0]), NOERROR],
  "a name with a dot inside a label": [
    withName([...label("a.b"), ...label("example"), 0]),
    NOERROR,
  ],
  "a label type of old": [withName([0x41, 1, 0]), FORMERR],
  "no question": [changed(plain, (bytes) => bytes[5] = 0), FORMERR],
  "two questions": [changed(plain, (bytes) => bytes[5] = 2), FORMERR],
  "a header alone": [plain.slice(0, 12), FORMERR],
  "eleven bytes": [plain.slice(0, 11), undefined],
  "a response": [changed(plain, (bytes) => bytes[2] |= 0x80), undefined],
  "records that are not there": [changed(plain, (bytes) => bytes[7] = 9), FORMERR],
};

Deno.test("Unusual messages get their RCODE or no answer, over UDP and among others over TCP", () =>
  Scene.run({}, async (scene) => {
    const { port } = scene.box;
    for (const [what, [packet, rcode]] of Object.entries(CASES)) {
      assert.equal(await exchange(port, packet, rcode === undefined ? 400 : WAIT), rcode, what);
    }
    for (const [what, [packet]] of Object.entries(CASES)) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(framed(packet)).catch(() => {});
      connection.close();
      assert.notEqual(await exchange(port, plain), SERVFAIL, what);
    }
    const ownPort = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.3", port });
    await ownPort.send(plain, { transport: "udp", hostname: "127.0.0.1", port });
    ownPort.close();
    assert.equal(await exchange(port, plain), NOERROR);
  }));
