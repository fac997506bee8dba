import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { CATEGORIES } from "../../policy/catalogue/categories.ts";
import { SERVICE_GROUPS, SERVICES } from "../../policy/catalogue/services.ts";
import { boxServices } from "./box_services.ts";
import { HOSTILE, NOW } from "./facts.ts";
import { jsonRequests } from "./json_requests.ts";

async function client() {
  const services = await boxServices({ content: "office" });
  return { services, ask: jsonRequests(apiApp(ROUTES, services)) };
}

const at = <T extends { id: string }>(rows: readonly T[], id: string): T =>
  rows.find((row) => row.id === id)!;

Deno.test("Every service shows the choice of the scope, the result and its origin", async () => {
  const { services, ask } = await client();
  const { json } = await ask("GET", "/blocked-services?scope=device:1");
  assert.deepEqual([json.services.length, json.groups], [SERVICES.length + 1, [...SERVICE_GROUPS]]);
  const { here, effective, from, letter } = at<Record<string, string> & { id: string }>(
    json.services,
    "tiktok",
  );
  // The tablet is shared with a child.
  assert.deepEqual([here, effective, from, letter], ["", "block", "profile:child", "TT"]);
  const body = {
    services: { tiktok: "allow", roblox: "block" },
    schedules: { roblox: "1".repeat(336) + "0".repeat(336) },
  };
  const changed = (await ask("PUT", "/blocked-services?scope=device:1", body)).json.services;
  assert.deepEqual([
    at<Record<string, string> & { id: string }>(changed, "tiktok").effective,
    services.published,
  ], [
    "allow",
    1,
  ]);
  assert.equal(
    at<Record<string, string> & { id: string }>(changed, "roblox").schedule,
    body.schedules.roblox,
  );
  const detail = { scope: "Tablet (device:1)", changed: ["tiktok=allow", "roblox=block"] };
  assert.deepEqual(services.audited, [{ by: "box", action: "services.change", detail }]);
  const always = await ask("PUT", "/blocked-services?scope=device:1", {
    schedules: { roblox: "1".repeat(672) },
  });
  assert.equal(
    at<Record<string, string> & { id: string }>(always.json.services, "roblox").schedule,
    "",
  );
  const back = await ask("PUT", "/blocked-services?scope=device:1", {
    services: { tiktok: "", roblox: "" },
  });
  assert.equal(
    at<Record<string, string> & { id: string }>(back.json.services, "tiktok").effective,
    "block",
  );
});

Deno.test("A schedule stays with a service that stays blocked, and is removed with one that does not", async () => {
  const { ask } = await client();
  const grid = "10".repeat(336);
  const put = (body: object) => ask("PUT", "/blocked-services", body);
  const scheduleOf = async (body: object) =>
    at<Record<string, string> & { id: string }>((await put(body)).json.services, "roblox");
  assert.equal(
    (await scheduleOf({ services: { roblox: "block" }, schedules: { roblox: grid } })).schedule,
    grid,
  );
  assert.equal((await scheduleOf({ services: { roblox: "block" } })).schedule, grid);
  assert.equal((await scheduleOf({ services: { roblox: "allow" } })).schedule, "");
  assert.equal((await scheduleOf({ services: { roblox: "block" } })).schedule, "");
});

Deno.test("A schedule may be sent as hours, and is returned as hours", async () => {
  const { ask } = await client();
  const hours = { days: ["mon", "tue"], from: "22:00", to: "06:00" };
  const hoursAfter = async (given: unknown) => {
    const { json } = await ask("PUT", "/blocked-services", {
      services: { roblox: "block" },
      schedules: { roblox: given },
    });
    return json.code ?? at<{ id: string; hours: unknown }>(json.services, "roblox").hours;
  };
  assert.deepEqual(await hoursAfter(hours), [hours]);
  assert.deepEqual(await hoursAfter([hours, { days: ["sun"], from: "08:00", to: "09:00" }]), [
    hours,
    { days: ["sun"], from: "08:00", to: "09:00" },
  ]);
  assert.deepEqual(await hoursAfter({ mon: "7-8, 22:00-24:00", tue: "00:00-06:00" }), [
    { days: ["mon"], from: "07:00", to: "08:00" },
    { days: ["mon"], from: "22:00", to: "06:00" },
  ]);
  assert.deepEqual(await hoursAfter({ mon: "", sun: "" }), []);
  assert.equal(await hoursAfter({ mon: "all day" }), "bad_value");
  assert.deepEqual(await hoursAfter({ from: "22:00", to: "06:00" }), []);
  assert.equal(await hoursAfter({ ...hours, from: "22:10" }), "bad_value");
  assert.equal(await hoursAfter({ ...hours, days: ["someday"] }), "bad_request");
});

Deno.test("Invalid choices are refused with a sentence, and nothing is stored", async () => {
  const { services, ask } = await client();
  const refused: readonly [string, object, string, RegExp][] = [
    [
      "/blocked-services?scope=person:9",
      { services: {} },
      "bad_value",
      /no such scope .*: person:9/,
    ],
    [
      "/blocked-services",
      { services: { nothing: "block" } },
      "bad_value",
      /no such service: nothing/,
    ],
    ["/blocked-services", { services: { tiktok: "maybe" } }, "bad_request", /tiktok/],
    ["/blocked-services", { schedules: { tiktok: "01" } }, "bad_value", /672 slots/],
    ["/blocked-services", { schedules: { tiktok: "0".repeat(672) } }, "bad_value", /one of them 1/],
    [
      "/blocked-services",
      { schedules: { tiktok: "01".repeat(336) } },
      "bad_value",
      /Only what this scope blocks/,
    ],
    [
      "/blocked-services?scope=person:1",
      { services: { nordvpn: "allow" } },
      "bad_value",
      /VPNs and bypass tools.*: nordvpn/,
    ],
    ["/services/tiktok", { name: "x", domains: ["a.example"] }, "bad_value", /is custom- and then/],
    ["/services/custom-a", { name: "x", domains: ["box"] }, "bad_value", /the box itself/],
    [
      "/services/custom-a",
      { name: "x", domains: ["a.example"], group: "none" },
      "bad_request",
      /group/,
    ],
    [
      "/categories",
      { categories: { child_abuse: "allow" } },
      "bad_value",
      /always blocked: child_abuse/,
    ],
    ["/categories", { categories: { malware: "monitor" } }, "bad_value", /accept_risk/],
    ["/categories", { categories: { ads: "block" } }, "bad_request", /ads/],
    [
      "/categories?scope=person:1",
      { categories: { bypass: "allow" } },
      "bad_value",
      /children and teenagers: bypass/,
    ],
    [
      "/categories?scope=profile:teen",
      { categories: { bypass: "monitor" } },
      "bad_value",
      /children and teenagers/,
    ],
    [
      "/safe-search",
      { engines: { altavista: "on" } },
      "bad_value",
      /there are google, youtube, .*: altavista/,
    ],
    [
      "/safe-search",
      { engines: { google: "strict" } },
      "bad_value",
      /Google is off, on, not: strict/,
    ],
    ["/pauses?scope=profile:baby", { minutes: 10 }, "bad_value", /no such scope.*profile:baby/],
    ["/pauses", {}, "bad_value", /minutes or until/],
    ["/pauses", { minutes: 5, until: 5 }, "bad_value", /either minutes or until/],
    ["/pauses", { minutes: 1441 }, "bad_request", /minutes/],
    ["/pauses", { until: 5 }, "bad_value", /in the past/],
  ];
  for (const [path, body, code, message] of refused) {
    const { json } = await ask("PUT", path, body);
    assert.equal(json.code, code, `${path} ${JSON.stringify(body)}: ${json.error}`);
    assert.match(json.error, message);
  }
  assert.equal((await ask("DELETE", "/services/tiktok")).json.code, "not_found");
  assert.equal((await ask("DELETE", "/pauses?scope=all")).json.code, "not_found");
  assert.deepEqual([services.published, services.audited], [0, []]);
});

Deno.test("Attacks are allowed only with an explicit confirmation", async () => {
  const { ask } = await client();
  const body = { categories: { phishing: "allow" }, accept_risk: true };
  const { status, json } = await ask("PUT", "/categories?scope=device:2", body);
  const phishing = json.categories.find(({ category }: { category: string }) =>
    category === "phishing"
  );
  assert.deepEqual([status, phishing.effective, phishing.from, phishing.default], [
    200,
    "allow",
    "device:2",
    "block",
  ]);
});

Deno.test("Categories show their sources, and which choices are not allowed", async () => {
  const { services, ask } = await client();
  const { list } = services.lists;
  const counts = { names: 40, rules: 2 };
  Object.assign(services.lists, {
    list: async () => (await list()).map((list) => ({ ...list, category: "games", counts })),
  });
  const { categories } = (await ask("GET", "/categories?scope=person:1")).json;
  const of = (word: string) =>
    categories.find(({ category }: { category: string }) => category === word);
  assert.equal(categories.length, CATEGORIES.filter((row) => "defaults" in row).length);
  assert.deepEqual(of("games").lists, [
    { id: 0, name: "Starter list", enabled: true, names: 42, in_use: true },
    { id: 1, name: "Starter", enabled: true, names: 42, in_use: true },
  ]);
  assert.ok(of("games").services > 10);
  assert.deepEqual([of("bypass").actions, of("bypass").effective], [["block"], "block"]);
  assert.deepEqual([of("adult").sensitive, of("adult").effective, of("adult").default], [
    true,
    "block",
    "block",
  ]);
  assert.deepEqual([of("child_abuse").confidential, of("child_abuse").actions], [true, ["block"]]);
});

Deno.test("Safe search follows the profile until it is chosen", async () => {
  const { ask } = await client();
  const youtube = async (path: string, engines?: object) => {
    const { json } = await ask(engines === undefined ? "GET" : "PUT", path, engines && { engines });
    const { effective, from } = at<Record<string, string> & { id: string }>(
      json.engines,
      "youtube",
    );
    return [effective, from];
  };
  assert.deepEqual(await youtube("/safe-search"), ["off", ""]);
  assert.deepEqual(await youtube("/safe-search?scope=person:1"), ["strict", ""]);
  assert.deepEqual(await youtube("/safe-search", { youtube: "moderate" }), ["moderate", "all"]);
  assert.deepEqual(await youtube("/safe-search?scope=person:1"), ["strict", ""]);
  assert.deepEqual(await youtube("/safe-search?scope=person:1", { youtube: "off" }), [
    "off",
    "person:1",
  ]);
  assert.deepEqual(await youtube("/safe-search?scope=device:1"), ["moderate", "all"]);
});

Deno.test("A pause is shown with its scope, published, logged, and ended", async () => {
  const { services, ask } = await client();
  const [before] = (await ask("GET", "/pauses")).json.pauses;
  assert.deepEqual([before.scope, before.name], ["person:1", HOSTILE]);
  const { json } = await ask("PUT", "/pauses?scope=group:1", { minutes: 60 });
  assert.deepEqual(json, {
    scope: "group:1",
    name: "Office",
    until: NOW / 1000 + 3600,
    started: NOW / 1000,
    by: "box",
  });
  assert.deepEqual(services.audited[0].detail, { scope: "Office (group:1)", minutes: 60 });
  assert.equal(
    (await ask("PUT", "/pauses", { until: NOW / 1000 + 90 })).json.until,
    NOW / 1000 + 90,
  );
  assert.equal((await ask("DELETE", "/pauses?scope=group:1")).status, 204);
  assert.deepEqual([services.published, services.audited.at(-1)?.action], [3, "pause.end"]);
});

Deno.test("Scopes are listed by name", async () => {
  const { ask } = await client();
  const { json } = await ask("GET", "/scopes?name=LAPTOP");
  assert.deepEqual(json.scopes, [{ scope: "device:2", kind: "device", name: "Laptop" }]);
  assert.equal((await ask("GET", "/scopes?limit=3")).json.scopes.length, 3);
});
