import assert from "node:assert/strict";
import type { QueryResponse } from "../../../api/features/insight/journal/routes.ts";
import { groupQueries } from "./group.ts";

const QUERY: QueryResponse = {
  id: 0,
  time: 1000,
  duration: 5,
  client: "192.168.1.2",
  client_name: "",
  transport: "udp",
  name: "a.example",
  hidden: false,
  private: false,
  type: "A",
  rcode: "NOERROR",
  status: "answered",
  reason: "",
  origin: "",
  list: -1,
  rule: "",
  upstream: "",
  size: 60,
  answer: "",
};

/** Queries as the journal returns them: newest first. */
function journal(...some: readonly Partial<QueryResponse>[]): QueryResponse[] {
  return some.map((query, at) => ({ ...QUERY, id: 100 - at, ...query }));
}

Deno.test("Address queries of a device for one name are one row, newest first", () => {
  const found = groupQueries(
    journal({ type: "AAAA", time: 1001 }, { name: "b.example" }, { type: "A" }, { type: "A" }),
  );
  assert.deepEqual(found.map(({ newest, types, count }) => [newest.id, types.join(" "), count]), [
    [100, "A AAAA", 3],
    [99, "A", 1],
  ]);
});

Deno.test("Queries of another device, with another result or from long ago have their own row", () => {
  const found = groupQueries(
    journal({}, { client: "192.168.1.3" }, { status: "blocked", reason: "list" }, { time: 900 }, {
      status: "cached",
    }),
  );
  assert.deepEqual(found.map(({ count }) => count), [2, 1, 1, 1]);
});

Deno.test("Grouping a long page does not search all of it for each row", () => {
  const names = Array.from({ length: 1000 }, (_, at) => ({ name: `${at}.example` }));
  assert.equal(groupQueries(journal(...names)).length, 1000);
});
