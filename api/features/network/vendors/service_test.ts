import assert from "node:assert/strict";
import fc from "fast-check";
import { packVendors, unpackVendors } from "./pack.ts";
import { vendorName } from "./names.ts";
import { vendorOf } from "./service.ts";

Deno.test("a hardware address tells its vendor, in the words of people", () => {
  assert.equal(vendorOf("00:1b:63:12:34:56"), "Apple");
  assert.equal(vendorOf("24:0a:c4:00:00:01"), "Espressif");
  assert.equal(vendorOf("b8:27:eb:00:00:01"), "Raspberry Pi Foundation");
});

Deno.test("vendors of small blocks are told from the register that the block belongs to", () => {
  assert.equal(vendorOf("00:1b:c5:00:0a:bc"), "Converging Systems", "36 bits");
  assert.equal(vendorOf("00:55:da:0a:bc:de"), "Shinko Technos", "28 bits");
});

Deno.test("a made-up hardware address has no vendor, nor has one that nobody was given", () => {
  assert.equal(vendorOf("da:a1:19:00:00:01"), "");
  assert.equal(vendorOf("00:1b:c5:ff:ff:ff"), "");
});

Deno.test("the form of a company is left out of its name, and nobody shouts", () => {
  assert.deepEqual(
    [
      "Apple, Inc.\n1 Infinite Loop",
      "HUAWEI TECHNOLOGIES CO.,LTD",
      "AVM GmbH",
      "3M",
      "Intel Corporate",
    ].map(
      vendorName,
    ),
    [
      "Apple",
      "Huawei Technologies",
      "AVM",
      "3M",
      "Intel",
    ],
  );
});

Deno.test("a register is read as it was packed, and a damaged one is refused", () => {
  const digits = fc.constantFrom(6, 7, 9).chain((size) =>
    fc.string({ unit: fc.constantFrom(..."0123456789ABCDEF"), minLength: size, maxLength: size })
  );
  fc.assert(
    fc.property(fc.dictionary(digits, fc.constantFrom("Alpha", "Beta", "Gamma")), (assigned) => {
      const packed = packVendors(assigned);
      const { blocks } = unpackVendors(packed);
      assert.equal(
        blocks.reduce((all, { prefixes }) => all + prefixes.length, 0),
        Object.keys(assigned).length,
      );
    }),
    { seed: 5, numRuns: 50 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      try {
        unpackVendors(bytes);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    }),
    { seed: 6, numRuns: 200 },
  );
});
