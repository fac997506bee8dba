import assert from "node:assert/strict";
import fc from "fast-check";
import { addressToText, parseAddress } from "../../../policy/model/address.ts";
import type { FilterInstruction } from "../../../resolver/net/libc.ts";
import { isAllowed } from "../../http/sources.ts";
import { datagramFilter } from "./datagram_filter.ts";

/** A datagram of QUIC with a short header. */
const DATAGRAM = Uint8Array.from([0x40, ...new Uint8Array(30)]);

/**
 * Interprets a program as the kernel does; returns the bytes that pass. Throws where the kernel
 * would refuse the program.
 */
function verdict(
  program: readonly FilterInstruction[],
  header: Uint8Array,
  datagram: Uint8Array = DATAGRAM,
): number {
  const udp = new Uint8Array(8 + datagram.length);
  udp.set(datagram, 8);
  let a = 0;
  let steps = 0;
  for (let at = 0; at < program.length; steps++) {
    assert.ok(steps <= program.length, "the program runs backwards");
    const { code, whenTrue, whenFalse, k } = program[at++]!;
    assert.ok(whenTrue <= 255 && whenFalse <= 255, "a jump is too long");
    const packet = k < 0 ? header : udp;
    const offset = k < 0 ? k + 0x100000 : k;
    const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
    const size = code === 0x20 ? 4 : 1;
    // A load behind the end drops the packet.
    if ((code === 0x20 || code === 0x30) && offset + size > packet.length) return 0;
    if (code === 0x30) a = view.getUint8(offset);
    else if (code === 0x20) a = view.getUint32(offset);
    else if (code === 0x80) a = udp.length;
    else if (code === 0x54) a = (a & k) >>> 0;
    else if (code === 0x74) a >>>= k;
    else if (code === 0x05) at += k;
    else if (code === 0x06) return k;
    else {
      const holds = { [0x15]: a === k, [0x25]: a > k, [0x35]: a >= k }[code];
      assert.notEqual(holds, undefined, `no such code: ${code}`);
      at += holds ? whenTrue : whenFalse;
    }
  }
  throw new Error("The program has no end");
}

/** Returns the IPv4 or IPv6 header of a datagram from a source. */
function headerOf(source: Uint8Array): Uint8Array {
  const header = new Uint8Array(source.length === 4 ? 20 : 40);
  header[0] = source.length === 4 ? 0x45 : 0x60;
  header.set(source, source.length === 4 ? 12 : 8);
  return header;
}

function goesThrough(ranges: readonly string[], source: string): boolean {
  return verdict(datagramFilter(ranges), headerOf(parseAddress(source)!)) > 0;
}

// Few different bytes, so that random sources are often inside random networks.
const byte = fc.constantFrom(0, 1, 2, 100, 127, 128, 192, 254, 255);
const address = fc.oneof(
  fc.uint8Array({ minLength: 4, maxLength: 4 }),
  fc.tuple(byte, byte, byte, byte).map((bytes) => Uint8Array.from(bytes)),
  fc.array(byte, { minLength: 16, maxLength: 16 }).map((bytes) => Uint8Array.from(bytes)),
  fc.tuple(fc.constantFrom(1, 0xfe, 0xfc), byte).map(([first, last]) =>
    Uint8Array.from([first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last])
  ),
);
const range = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom("private", "no network", "100::/60", "::/0", "0.0.0.0/0"),
  },
  {
    weight: 9,
    arbitrary: fc.tuple(address, fc.nat(128)).map(([bytes, length]) =>
      `${addressToText(bytes)}/${Math.min(length, parseAddress(addressToText(bytes))!.length * 8)}`
    ),
  },
);

Deno.test("the program agrees with isAllowed() for every source", () => {
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 12 }),
      fc.array(address, { minLength: 8, maxLength: 8 }),
      (ranges, of) => {
        const program = datagramFilter(ranges);
        const near = ranges.map((text) => parseAddress(text.split("/")[0])).filter((each) =>
          each !== undefined
        );
        for (const source of [...of, ...near]) {
          const text = addressToText(source);
          const known = parseAddress(text)!;
          assert.equal(
            verdict(program, headerOf(known)) > 0,
            isAllowed(known, ranges),
            `${text} in ${ranges}`,
          );
        }
      },
    ),
    { seed: 7, numRuns: 2000 },
  );
});

Deno.test("without networks nothing passes, and with all networks everything except invalid sources", () => {
  for (const source of ["127.0.0.1", "::1", "192.0.2.1", "2001:db8::1"]) {
    assert.equal(goesThrough([], source), false);
    assert.equal(goesThrough(["0.0.0.0/0", "::/0"], source), true);
  }
  assert.equal(goesThrough(["::/0"], "100::5"), false);
  // As on the wire, not in the mapped form of a socket.
  const mapped = Uint8Array.from([...new Array(10).fill(0), 0xff, 0xff, 192, 168, 1, 1]);
  assert.equal(verdict(datagramFilter(["::/0", "192.168.0.0/16"]), headerOf(mapped)), 0);
});

Deno.test("short datagrams of an unknown version are dropped, all others pass (RFC 9000 5.2.2)", () => {
  const program = datagramFilter(["private"]);
  const source = headerOf(parseAddress("127.0.0.1")!);
  const passes = (version: number, length: number, first = 0xc0) => {
    const datagram = new Uint8Array(length);
    datagram[0] = first;
    if (length >= 5) new DataView(datagram.buffer).setUint32(1, version);
    return verdict(program, source, datagram) > 0;
  };
  for (const known of [1, 0xff00001d, 0xff000022]) {
    for (const length of [40, 1199, 1200]) assert.equal(passes(known, length), true, `${known}`);
  }
  for (const unknown of [0, 2, 0x0a0a0a0a, 0x6b3343cf, 0xff00001c, 0xff000023, 0xffffffff]) {
    for (const first of [0x80, 0xc0, 0xff]) {
      assert.equal(passes(unknown, 40, first), false);
      assert.equal(passes(unknown, 1199, first), false);
      assert.equal(passes(unknown, 1200, first), true);
    }
    assert.equal(passes(unknown, 40, 0x40), true, "a short header has no version");
  }
  for (const length of [1, 4]) assert.equal(passes(1, length), false, "a version cut short");
});

Deno.test("a packet that is neither IPv4 nor IPv6 is dropped", () => {
  for (let version = 0; version < 16; version++) {
    const header = headerOf(parseAddress("127.0.0.1")!);
    header[0] = version << 4;
    assert.equal(verdict(datagramFilter(["private"]), header) > 0, version === 4);
  }
});

Deno.test("adjacent IPv4 networks are merged into one range", () => {
  assert.equal(
    datagramFilter(["10.0.0.0/9", "10.128.0.0/9", "10.1.2.0/24"]).length,
    datagramFilter(["10.0.0.0/8"]).length,
  );
});

Deno.test("networks inside another one add no instruction", () => {
  assert.equal(
    datagramFilter(["fe80::/10", "fe80::1/64", "fe80::/10"]).length,
    datagramFilter(["fe80::/10"]).length,
  );
});
