/** No route that reads shows a private name, in any state of consent and to any role (A 4.4, 7.1.5). */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import type { Route } from "../../api/http/route.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";
import { GOOD, keyOf } from "./good_requests.ts";
import type { Person } from "./people.ts";

/** Of the phone of person 2, of a television that persons 1 and 2 share, and of a child's tablet. */
const QUERIES = [
  observation({ name: "phone.secret.example", client: "192.168.1.40", device: 4 }),
  observation({ name: "shared.secret.example", client: "192.168.1.50", device: 5 }),
  observation({ name: "child.example", client: "192.168.1.30", device: 3 }),
];
const NAMES = ["phone.secret.example", "shared.secret.example", "child.example"] as const;

type Reader = Person | "socket";

/** Reads that need a query, besides every route with its good request. */
const MORE = [
  "/api/v1/activity?scope=device:4",
  "/api/v1/activity?scope=person:2",
  "/api/v1/devices/4/behaviour",
  "/api/v1/devices/5/behaviour",
  "/api/v1/activity/names?scope=device:4",
  "/api/v1/activity/names?scope=device:5",
  "/api/v1/activity/names?scope=person:2",
  "/api/v1/activity/names?scope=group:1",
  "/api/v1/top?kind=names&client=192.168.1.40",
  "/api/v1/top?kind=names&client=192.168.1.50",
  "/api/v1/top?kind=blocked&client=192.168.1.77",
  "/api/v1/statistics?client=192.168.1.40",
  "/api/v1/queries?device=4",
  "/api/v1/queries?person=2",
  "/api/v1/queries?name=secret",
  "/api/v1/queries/export?format=jsonl",
  "/api/v1/queries/export?name=secret",
  "/api/v1/queries/stream?last=20",
  "/api/v1/queries/stream?last=20&name=secret",
];

/** A ranking of the whole household, which names no client. */
const OF_HOUSEHOLD = "/api/v1/top";

const READS = [
  ...ROUTES.filter(({ method, path }) => method === "get" && path !== OF_HOUSEHOLD).map((route) =>
    GOOD[keyOf(route as Route)]?.path ?? route.path
  ),
  ...MORE,
];

/** The names of `NAMES` that a reader finds in any response. */
async function namesFor(reader: Reader, agrees: boolean): Promise<string[]> {
  const services = await boxServices({ content: "family" });
  const { askers } = services;
  const person: typeof askers.person = (id) => {
    const found = askers.person(id);
    return found && { ...found, detailedReports: agrees };
  };
  services.feed(QUERIES);
  const app = apiApp(ROUTES, { ...services, askers: { ...askers, person } });
  const connection: Connection = reader === "socket"
    ? { door: "socket" }
    : { door: "https", address: "192.168.1.20" };
  const headers: Record<string, string> = { host: "box" };
  if (reader !== "socket") headers.cookie = `__Host-box=${reader}`;

  const found = new Set<string>();
  for (const path of READS) {
    const response = await app.request(path, { headers }, connection);
    const text = await beginningOf(response);
    for (const name of NAMES) if (text.includes(name)) found.add(name);
  }
  return [...found].sort();
}

/** The text of a response; of a live one what comes at once. */
async function beginningOf(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  const isLive = /ndjson|event-stream/.test(type) &&
    !response.headers.has("content-disposition");
  if (!isLive || response.body === null) return await response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const timer = setTimeout(() => void reader.cancel(), 50);
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  clearTimeout(timer);
  return text;
}

const [PHONE, SHARED, CHILD] = NAMES;

/** The names that each reader sees while the adults have not agreed, and once they have. */
const SHOWN: readonly (readonly [reader: Reader, before: string[], after: string[]])[] = [
  // The account `full` belongs to person 2, the only user of the phone.
  ["full", [CHILD, PHONE], [CHILD, PHONE, SHARED]],
  ["everyday", [CHILD], [CHILD, PHONE, SHARED]],
  ["readonly", [CHILD], [CHILD, PHONE, SHARED]],
  ["socket", [CHILD], [CHILD, PHONE, SHARED]],
  ["member", [], []],
];

for (const [reader, before, after] of SHOWN) {
  Deno.test(`${reader} finds the same names in every route, with and without consent`, async () => {
    assert.deepEqual(await namesFor(reader, false), before);
    assert.deepEqual(await namesFor(reader, true), after);
  });
}

Deno.test("The log of one device states until when its earlier names are private", async () => {
  const services = await boxServices({ content: "family" });
  const { askers } = services;
  const ends: Readonly<Record<number, number>> = { 5: 1_700_000_000 };
  const privateUntil: typeof askers.privateUntil = (id) => ({ log: 0, reports: ends[id] ?? 0 });
  const app = apiApp(ROUTES, { ...services, askers: { ...askers, privateUntil } });
  const until = async (query: string) => {
    const response = await app.request(`/api/v1/queries${query}`, {}, { door: "socket" });
    return (await response.json()).private_until;
  };
  assert.equal(await until("?device=5"), ends[5]);
  assert.equal(await until("?device=5&name=x"), ends[5]);
  assert.equal(await until("?device=4"), 0);
  assert.equal(await until(""), 0, "no device is chosen");
});
