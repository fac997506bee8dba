import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../tests/support/any_character.ts";
import { FILTER_NAMES, filterOf, filterParameters, withFilter, withoutFilters } from "./filter.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

Deno.test("filterOf() drops invalid values and keeps the others as written", () => {
  const query = {
    name: " ads ",
    outcome: "maybe",
    range: "century",
    type: "A A",
    from: "yesterday",
    client: "::1",
  };
  assert.deepEqual(filterOf(query), { name: "ads", client: "::1" });
  assert.deepEqual(filterOf({ type: "https", outcome: "failed", reason: "list" }), {
    type: "https",
    outcome: "failed",
    reason: "list",
  });
});

Deno.test("Devices, people and groups are filtered by number, other clients by address", () => {
  assert.deepEqual(filterOf({ who: "device:3" }), { who: "device:3" });
  assert.deepEqual(filterOf({ who: "192.168.1.7" }), { client: "192.168.1.7" });
  assert.deepEqual(filterOf({ who: "device:x" }), { client: "device:x" });
  const { device, person, client } = filterParameters({ who: "person:2" }, NOW, "UTC");
  assert.deepEqual([device, person, client], [undefined, "2", undefined]);
});

Deno.test("A custom period replaces a range", () => {
  assert.deepEqual(filterOf({ range: "day", from: "2026-11-20T18:00" }), {
    from: "2026-11-20T18:00",
  });
});

Deno.test("Times are in the household's zone, and the last minute of a period is included", () => {
  const filter = { from: "2026-11-20T18:00", to: "2026-11-20T18:30" };
  const { since, until } = filterParameters(filter, NOW, "Europe/Paris");
  assert.deepEqual([since, until], [
    Date.UTC(2026, 10, 20, 17) / 1000,
    Date.UTC(2026, 10, 20, 17, 31) / 1000,
  ]);
  assert.equal(filterParameters({ range: "hour" }, NOW, "Asia/Tokyo").since, NOW / 1000 - 3600);
});

Deno.test("A local time skipped by daylight saving is still valid", () => {
  const { since } = filterParameters({ from: "2026-03-29T02:30" }, NOW, "Europe/Paris");
  assert.equal(since, Date.UTC(2026, 2, 29, 1, 30) / 1000);
});

Deno.test("A filter survives being written into an address and read back", () => {
  const filter = { name: "a&b=<c>", client: "fe80::1%2", outcome: "blocked" };
  const address = withFilter("/queries", filter, { cursor: 7 });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(address.split("?")[1])), {
    ...filter,
    cursor: "7",
  });
  assert.deepEqual(withoutFilters(filter, "name", "client"), { outcome: "blocked" });
  assert.equal(withFilter("/queries", {}), "/queries");
});

Deno.test("Any text in the address results in a filter that the API accepts", () => {
  const record = fc.dictionary(
    fc.constantFrom(...FILTER_NAMES),
    fc.oneof(fc.string(), fc.string({ unit: ANY_CHARACTER })),
  );
  fc.assert(
    fc.property(record, (query) => {
      const asked = filterParameters(filterOf(query), NOW, "Europe/Paris");
      for (const time of [asked.since, asked.until]) {
        assert.ok(time === undefined || Number.isSafeInteger(time));
      }
      assert.ok(String(asked.name ?? "").length <= 255);
    }),
    { seed: 4, numRuns: 200 },
  );
});
