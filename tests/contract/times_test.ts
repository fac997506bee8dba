/** No route answers with a negative time, whatever time or cursor it is given (A 7.11). */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";
import { GOOD, keyOf } from "./good_requests.ts";
import { observation } from "./facts.ts";
import type { Route } from "../../api/http/route.ts";

const TIMES = ["before", "after", "from", "to", "since", "until", "cursor"] as const;
const EDGES = ["1", "0", "-1", "1e11", "9007199254740991", "1e308", "NaN", "Infinity", "x"];

/** The fields of the query of a route that are times or cursors. */
function timesOf(route: Route): string[] {
  const { shape = {} } = (route.query ?? {}) as {
    readonly shape?: Readonly<Record<string, unknown>>;
  };
  return TIMES.filter((name) => Object.hasOwn(shape, name));
}

/** Paths of negative numbers and of what is no number in a value. */
function negatives(value: unknown, path = ""): string[] {
  if (typeof value === "number") return value < 0 && !/\.(list|ttl)$/.test(path) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => negatives(each, `${path}.${key}`));
}

const OVER_HTTPS = { door: "https", address: "192.168.1.20" } as const;
const headers = { host: "box", cookie: "__Host-box=full" };

const READS = (ROUTES as readonly Route[]).filter((route) =>
  route.method === "get" && route.lines !== true && timesOf(route).length > 0
);

Deno.test("Some routes take times", () => {
  assert.ok(READS.length >= 8, READS.map(keyOf).join(", "));
});

Deno.test("A time or cursor out of range is refused, or answered without negative times", async () => {
  const services = await boxServices({ content: "family" });
  services.feed([observation()]);
  const app = apiApp(ROUTES, services);
  for (const route of READS) {
    const address = new URL(GOOD[keyOf(route)]?.path ?? route.path, "http://box");
    if (route.path.startsWith("/api/v1/activity")) address.searchParams.set("scope", "device:3");
    const connection = route.path.includes("/me/") ? OVER_HTTPS : { door: "socket" } as const;
    for (const name of timesOf(route)) {
      for (const edge of EDGES) {
        address.searchParams.set(name, edge);
        const asked = address.pathname + address.search;
        const response = await app.request(asked, { headers }, connection);
        const body = await response.json();
        assert.ok([200, 400].includes(response.status), `${asked} ${response.status}`);
        if (response.status === 200) assert.deepEqual(negatives(body), [], asked);
      }
      address.searchParams.delete(name);
    }
  }
});
