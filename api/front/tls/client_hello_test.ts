import assert from "node:assert/strict";
import fc from "fast-check";
import { eventually, withFront } from "../../../tests/support/front_scene.ts";
import { joined } from "../../../tests/support/http2.ts";
import { ClientHello, LONGEST_HELLO } from "./client_hello.ts";

const readClientHello = (bytes: Uint8Array) => new ClientHello().push(bytes);

const RUNS = { numRuns: Number(Deno.env.get("FUZZ_RUNS") ?? 500), seed: 5 };

const sized = (bytes: 1 | 2 | 3, octets: Uint8Array) =>
  joined(
    Uint8Array.from({ length: bytes }, (_, i) => octets.length >> 8 * (bytes - 1 - i) & 255),
    octets,
  );
const text = (value: string) => new TextEncoder().encode(value);
const extension = (type: number, content: Uint8Array) =>
  joined(new Uint8Array([type >> 8, type & 255]), sized(2, content));

function helloMessage(...extensions: readonly Uint8Array[]): Uint8Array {
  const body = joined(
    new Uint8Array(34).fill(3),
    sized(1, new Uint8Array(32)),
    sized(2, new Uint8Array([19, 1, 19, 2])),
    sized(1, new Uint8Array(1)),
    sized(2, joined(...extensions)),
  );
  return joined(new Uint8Array([1]), sized(3, body));
}

const record = (bytes: Uint8Array) => joined(new Uint8Array([22, 3, 1]), sized(2, bytes));
const serverName = (name: string) =>
  extension(0, sized(2, joined(new Uint8Array([0]), sized(2, text(name)))));
const OTHERS = [extension(43, new Uint8Array([2, 3, 4])), extension(51, new Uint8Array(1200))];

Deno.test("the server name is found after other extensions, in lower case", () => {
  assert.equal(
    readClientHello(record(helloMessage(...OTHERS, serverName("Box.Home.Arpa"), ...OTHERS))),
    "box.home.arpa",
  );
  assert.equal(readClientHello(record(helloMessage(...OTHERS))), "");
  assert.equal(readClientHello(record(helloMessage(serverName("b\u00fc cher\0")))), "");
});

Deno.test("a ClientHello is awaited up to its last byte, in any number of records", () => {
  const message = helloMessage(...OTHERS, serverName("box"));
  const three = [message.subarray(0, 3), message.subarray(3, 700), message.subarray(700)].map(
    record,
  );
  for (const whole of [record(message), joined(...three)]) {
    for (let end = 0; end < whole.length; end++) {
      assert.equal(readClientHello(whole.subarray(0, end)), undefined, String(end));
    }
    assert.equal(readClientHello(whole), "box");
    const hello = new ClientHello();
    const read = [...whole].map((byte) => hello.push(new Uint8Array([byte])));
    assert.deepEqual(read, [...Array(whole.length - 1).fill(undefined), "box"]);
    assert.deepEqual(hello.bytes, whole);
  }
});

Deno.test("other data is refused at its first invalid byte", () => {
  assert.equal(readClientHello(text("GET / HTTP/1.1\r\n")), false);
  assert.equal(readClientHello(new Uint8Array([22, 2])), false);
  assert.equal(readClientHello(new Uint8Array([22, 3, 1, 0, 0])), false);
  assert.equal(readClientHello(new Uint8Array([22, 3, 1, 255, 255])), false);
  assert.equal(readClientHello(record(new Uint8Array([2, 0, 0, 0]))), false);
  assert.equal(readClientHello(record(new Uint8Array([1, 255, 255, 255]))), false);
  assert.equal(readClientHello(record(new Uint8Array([1, 0, 0, 1, 3]))), false);
  const endless = Array.from({ length: 9000 }, () => record(new Uint8Array([1])));
  assert.equal(
    readClientHello(
      joined(record(new Uint8Array([1, 0, 127, 255])), ...endless).subarray(0, LONGEST_HELLO),
    ),
    false,
  );
});

Deno.test("changed, truncated and extended ClientHellos and garbage never throw", () => {
  const whole = record(helloMessage(...OTHERS.slice(0, 1), serverName("box.home.arpa")));
  const changes = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
    maxLength: 6,
  });
  const changed = fc.tuple(changes, fc.nat({ max: whole.length }), fc.uint8Array({ maxLength: 40 }))
    .map(
      ([all, end, rest]) => {
        const bytes = whole.slice();
        for (const [at, byte] of all) bytes[at] = byte;
        return joined(bytes.subarray(0, end), rest);
      },
    );
  fc.assert(
    fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      const read = readClientHello(bytes);
      assert.ok(read === undefined || read === false || read.length <= bytes.length);
      // In pieces the result is the same, unless it is known before the last one.
      const hello = new ClientHello();
      let now: string | undefined | false;
      for (let at = 0; at < bytes.length && now === undefined; at += 7) {
        now = hello.push(bytes.subarray(at, at + 7));
      }
      assert.ok(now === read || read === false, `${now} ${read}`);
    }),
    RUNS,
  );
});

/** Splits the record of a ClientHello into many records of a few bytes. */
function cut(hello: Uint8Array): Uint8Array {
  const length = hello[3] << 8 | hello[4];
  const records: Uint8Array[] = [];
  for (let at = 5; at < 5 + length; at += 7) {
    const part = hello.subarray(at, Math.min(5 + length, at + 7));
    records.push(joined(new Uint8Array([22, 3, 1, 0, part.length]), part));
  }
  return joined(...records, hello.subarray(5 + length));
}

for (
  const [how, remade] of [["octet by octet", (hello: Uint8Array) => hello], [
    "in records of 7 octets",
    cut,
  ]] as const
) {
  Deno.test(`a hello that trickles in ${how} is answered, and the name reaches main`, () => {
    const names: string[] = [];
    return withFront((_, { servername }) => {
      names.push(servername);
      return new Response("hi");
    }, async ({ port, certificate }) => {
      const slow = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const relay = slow.accept().then(async (client) => {
        const front = await Deno.connect({ hostname: "127.0.0.1", port });
        const bytes = new Uint8Array(16_384);
        const hello = remade(bytes.slice(0, await client.read(bytes) ?? 0));
        for (let at = 0; at < hello.length; at++) {
          await front.write(hello.subarray(at, at + 1));
          if (at % 20 === 0) await new Promise((later) => setTimeout(later, 1));
        }
        await Promise.all([
          client.readable.pipeTo(front.writable),
          front.readable.pipeTo(client.writable),
        ]).catch(
          () => {},
        );
      });
      const tcp = await Deno.connect({ hostname: "127.0.0.1", port: slow.addr.port });
      const tls = await Deno.startTls(tcp, { hostname: "localhost", caCerts: [certificate.cert] });
      await tls.write(text("GET / HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n"));
      assert.match(await new Response(tls.readable).text(), /hi$/);
      assert.ok(await eventually(() => names.length === 1));
      assert.deepEqual(names, ["localhost"]);
      slow.close();
      await relay;
    });
  });
}
