import assert from "node:assert/strict";
import fc from "fast-check";
import { packVendors, unpackVendors } from "./pack.ts";
import { vendorName } from "./names.ts";
import { vendorOf } from "./service.ts";

Deno.test("vendorOf() returns the readable vendor of a hardware address", () => {
  assert.equal(vendorOf("00:1b:63:12:34:56"), "Apple");
  assert.equal(vendorOf("24:0a:c4:00:00:01"), "Espressif");
  assert.equal(vendorOf("b8:27:eb:00:00:01"), "Raspberry Pi Foundation");
});

Deno.test("vendors of small blocks are distinguished from the register that owns the block", () => {
  assert.equal(vendorOf("00:1b:c5:00:0a:bc"), "Converging Systems", "36 bits");
  assert.equal(vendorOf("00:55:da:0a:bc:de"), "Shinko Technos", "28 bits");
});

Deno.test("a random or unassigned hardware address has no vendor", () => {
  assert.equal(vendorOf("da:a1:19:00:00:01"), "");
  assert.equal(vendorOf("00:1b:c5:ff:ff:ff"), "");
});

Deno.test("vendorName() removes legal forms and capital letters", () => {
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

Deno.test("a packed register unpacks to the same content, and a damaged one is refused", () => {
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
