/**
 * Names queried by a shared device are hidden everywhere until every adult who shares it agrees (A
 * 4.4, 7.1.5).
 */
import assert from "node:assert/strict";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { QueryPage, QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { TopNamesQuery } from "../../api/features/insight/journal/service.ts";
import { NamePrivacy } from "../../api/features/insight/name_privacy.ts";
import { ROUTES } from "../../api/app/routes.ts";
import type { Tunnels } from "../../api/features/protection/tunnels/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";
import { withService } from "./run_command.ts";

/** The queries of a television of two adults; one of them did not agree. */
const SECRET = {
  name: "secret.example",
  answer: "192.0.2.77",
  rule: "||secret.example^",
  origin: "service:tiktok",
  list: 8,
  upstream: "192.0.2.88",
  client: "192.168.1.50",
  device: 5,
};

/** A box whose journal contains queries of the television and of that adult's phone. */
async function box(agrees = false) {
  const services = await boxServices({ content: "family" });
  const { askers } = services;
  const topNamesQueries: TopNamesQuery[] = [];
  const consent = { agrees };
  services.feed([
    observation(SECRET),
    observation({ name: "own.example", client: "192.168.1.40" }),
  ]);
  const all: typeof services = {
    ...services,
    askers: {
      ...askers,
      person: (id) => {
        const person = askers.person(id);
        return person && { ...person, detailedReports: person.detailedReports || consent.agrees };
      },
    },
    journal: {
      ...services.journal,
      askedMost: (query) => {
        topNamesQueries.push(query);
        return Promise.resolve({ top: [], since: 0 });
      },
    },
  };
  const app = apiApp(ROUTES, all);
  const text = async (path: string) =>
    await (await app.request(path, {}, { door: "socket" })).text();
  const queries = async (query = "") =>
    (JSON.parse(await text(`/api/v1/queries${query}`)) as QueryPage).entries;
  return { services: all, text, queries, asked: topNamesQueries, consent };
}

const ofTelevision = (entries: readonly QueryResponse[]) =>
  entries.find(({ device }) => device?.id === 5);

Deno.test("The log shows when a shared device sent a query and its result, but not the name", async () => {
  const { text, queries, consent } = await box();
  const row = ofTelevision(await queries())!;
  assert.deepEqual([row.private, row.hidden, row.status, row.client], [
    true,
    true,
    "answered",
    "192.168.1.50",
  ]);
  assert.deepEqual([row.name, row.answer, row.rule, row.origin, row.list, row.upstream], [
    "",
    "",
    "",
    "",
    -1,
    "",
  ]);
  for (
    const path of [
      "/api/v1/queries",
      "/api/v1/queries/export",
      "/api/v1/queries/export?format=jsonl",
    ]
  ) {
    const body = await text(path);
    assert.ok(!/secret|192\.0\.2\.(77|88)|tiktok/.test(body), path);
  }
  // Consent is checked at each read: giving or withdrawing it applies at once, to all entries.
  consent.agrees = true;
  assert.equal(ofTelevision(await queries())!.name, "secret.example");
  consent.agrees = false;
  assert.equal(ofTelevision(await queries())!.name, "");
});

Deno.test("A search by name reveals nothing about queries of a shared device", async () => {
  const { text, queries, consent } = await box();
  for (
    const query of ["?name=secret", "?name==secret.example", "?name=secret&device=5", "?name=*"]
  ) {
    assert.equal(ofTelevision(await queries(query)), undefined, query);
    assert.ok(!(await text(`/api/v1/queries/export${query}`)).includes("Television"), query);
  }
  assert.equal((await queries("?device=5")).length, 1);
  consent.agrees = true;
  assert.equal(ofTelevision(await queries("?name=secret"))!.name, "secret.example");
});

Deno.test("The live view follows the same rule, for stored and new queries", async () => {
  const { services } = await box();
  const app = apiApp(ROUTES, services);
  const stop = new AbortController();
  const lines = async (query: string, count: number) => {
    const path = `/api/v1/queries/stream${query}`;
    const reader = (await app.request(path, { signal: stop.signal }, { door: "socket" })).body!
      .pipeThrough(
        new TextDecoderStream(),
      )
      .getReader();
    let text = "";
    services.feed([observation(SECRET), observation({ name: "secret.example", device: 3 })]);
    while (text.split("\n").length <= count) text += (await reader.read()).value;
    await reader.cancel();
    return text;
  };
  const all = await lines("?last=20", 6);
  assert.ok(
    all.includes('"private":true') && !all.includes("||secret.example^") &&
      all.includes("Television"),
  );
  assert.ok(!(await lines("?last=20&name=secret", 2)).includes("Television"));
  stop.abort();
});

Deno.test("The device of a single adult keeps its names private in the log as in reports", async () => {
  const { queries, text, asked, consent } = await box();
  const own = async () =>
    (await queries("?device=4")).map(({ name, private: kept }) => [name, kept]);
  assert.deepEqual(await own(), [["", true]]);
  assert.deepEqual(await queries("?name=own"), []);
  assert.match(await text("/api/v1/activity/names?scope=device:4"), /"private"/);
  // At an address that no device has now, earlier queries of such devices are not counted.
  await text("/api/v1/top?kind=names&client=192.168.1.77");
  assert.deepEqual(asked.map(({ by }) => by), [{ client: "192.168.1.77", except: [4, 5] }]);
  consent.agrees = true;
  assert.deepEqual(await own(), [["own.example", false]]);
});

Deno.test("Alerts and tunnels of such a device hide its names too", async () => {
  const { services, consent } = await box();
  const [alert] = await services.alerts.page({}, 1);
  const [tunnel] = await services.tunnels.list();
  const openAlerts = [
    { ...alert, id: 9, kind: "malicious", deviceId: 5, name: "secret.example", detail: "phishing" },
    {
      ...alert,
      id: 8,
      kind: "device.new",
      deviceId: 5,
      name: "Television",
      detail: "02:00:00:00:00:05|Maker",
    },
    { ...alert, id: 7, kind: "malicious", deviceId: 4, name: "own.example", detail: "phishing" },
  ];
  const app = apiApp(ROUTES, {
    ...services,
    alerts: { ...services.alerts, page: () => Promise.resolve(openAlerts) },
    tunnels: { ...services.tunnels, list: () => Promise.resolve([{ ...tunnel, who: "device:5" }]) },
  });
  const get = async <T>(path: string) =>
    await (await app.request(path, {}, { door: "socket" })).json() as T;
  const alerts = async () => (await get<AlertPage>("/api/v1/alerts")).alerts;
  assert.deepEqual(
    (await alerts()).map(({ name, detail, private: kept }) => [name, detail, kept]),
    [
      ["", "", true],
      ["Television", "02:00:00:00:00:05|Maker", false],
      ["", "", true],
    ],
  );
  const { tunnels } = await get<Tunnels>("/api/v1/tunnels");
  assert.deepEqual(
    [tunnels[0].private, tunnels[0].device_id, tunnels[0].device, tunnels[0].client],
    [true, 0, "", ""],
  );
  consent.agrees = true;
  assert.equal((await alerts())[0].name, "secret.example");
});

Deno.test("Devices keep their names private while one adult who shares them has not agreed", async () => {
  const { askers } = await boxServices({ content: "family" });
  assert.deepEqual(new NamePrivacy(askers).hiding(), [4, 5]);
  const agreed = {
    ...askers,
    person: (id: number) => ({ ...askers.person(id)!, detailedReports: true }),
  };
  assert.deepEqual(new NamePrivacy(agreed).hiding(), []);
});

Deno.test("box log and box alerts say that a name is private", () =>
  withService(async ({ ask, services }) => {
    services.feed([observation(SECRET)]);
    const { out } = await ask("log");
    assert.match(out, /Television.*\(name private\)/);
    assert.ok(!out.includes("secret.example"));
    const [alert] = await services.alerts.page({}, 1);
    const privateAlert = {
      ...alert,
      kind: "malicious",
      deviceId: 5,
      name: "secret.example",
      detail: "phishing",
    };
    Object.assign(services.alerts, { page: () => Promise.resolve([privateAlert]) });
    const alerts = await ask("alerts");
    assert.match(alerts.out, /malicious.*dangerous {2}\(name private\) {2}Television/);
  }, { content: "family" }));
