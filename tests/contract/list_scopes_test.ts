/** Whom lists are for, in the API: what is stored, refused, and left when a scope is removed. */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";
import { jsonRequests } from "./json_requests.ts";

async function client(content: "office" | "home" = "office") {
  const services = await boxServices(content === "office" ? { content } : {});
  const infoOf = async (id: number) =>
    (await services.control.lists.contents()).find((content) => content.id === id);
  return { services, ask: jsonRequests(apiApp(ROUTES, services)), infoOf };
}

const HOURS = [{ days: ["mon", "tue"], from: "18:00", to: "20:00" }];

Deno.test("A list is added for some and at hours, and changed later, with undo by the former values", async () => {
  const { ask, services, infoOf } = await client();
  const added = await ask("POST", "/lists?wait=false", {
    url: "https://lists.example/kids",
    name: "Kids",
    scopes: ["profile:child", "person:1", "profile:child"],
    except: ["device:1"],
    hours: HOURS,
  });
  assert.equal(added.status, 201, JSON.stringify(added.json));
  const { id, scopes, except, hours, schedule, scope_names } = added.json;
  assert.deepEqual([scopes, except, hours], [["person:1", "profile:child"], ["device:1"], HOURS]);
  assert.equal(schedule.length, 672);
  assert.equal(scope_names["profile:child"], "");
  assert.notEqual(scope_names["person:1"], "");

  const starter = await ask("PUT", "/lists/1", { scopes: ["group:1"] });
  assert.deepEqual(starter.json.scopes, ["group:1"]);
  assert.deepEqual((await infoOf(1))?.scopes, ["group:1"]);
  const timed = await ask("PUT", "/lists/1", { scopes: ["all", "group:1"], hours: HOURS });
  assert.deepEqual([timed.json.scopes, timed.json.hours], [["all"], HOURS]);
  const content = await infoOf(1);
  assert.deepEqual([content?.scopes, content?.schedule?.length], [undefined, 672]);
  // What is not given stays.
  const back = await ask("PUT", `/lists/${id}`, { hours: "", enabled: false });
  const { scopes: same, hours: none, enabled, except: others } = back.json;
  assert.deepEqual([same, none, enabled, others], [
    ["person:1", "profile:child"],
    [],
    false,
    ["device:1"],
  ]);
  const said = services.audited.filter(({ action }) => action === "list.scope");
  assert.deepEqual(
    said.map(({ detail }) => {
      const { list, hours } = detail as Record<string, string>;
      return [list, hours];
    }),
    [
      ["Kids", "mon,tue 18:00-20:00"],
      ["Starter", undefined],
      ["Starter", "mon,tue 18:00-20:00"],
      ["Kids", "always"],
    ],
  );
});

Deno.test("A list for nobody, for unknown scopes, or at no hours is refused and nothing changes", async () => {
  const { ask, infoOf } = await client();
  const before = await infoOf(1);
  const bodies = [
    { scopes: [] },
    { scopes: ["person:4711"] },
    { scopes: ["nobody"] },
    { except: ["group:99"] },
    { except: ["all"] },
    { scopes: ["person:1"], except: ["person:1"] },
    { scopes: Array.from({ length: 101 }, (_, at) => `device:${at + 1}`) },
    { hours: "01" },
    { hours: [{ days: ["mon"], from: "18:07", to: "19:00" }] },
    {},
  ];
  for (const body of bodies) {
    const { status, json } = await ask("PUT", "/lists/1", body);
    assert.deepEqual([status, json.code], [400, "bad_value"], JSON.stringify(body));
  }
  const added = await ask("POST", "/lists", { url: "https://lists.example/x", scopes: [] });
  assert.equal(added.json.code, "bad_value");
  assert.deepEqual(await infoOf(1), before);
});

Deno.test("A removed person leaves a list to the rest, and without a rest to no one", async () => {
  const { ask, infoOf } = await client();
  const { json: person } = await ask("POST", "/people", { name: "Lea", profile: "child" });
  const { json: group } = await ask("POST", "/groups", { name: "Lab" });
  const [lea, lab] = [`person:${person.id}`, `group:${group.id}`];
  await ask("PUT", "/lists/1", { scopes: [lea, lab] });
  await ask("PUT", "/lists/0", { except: [lea] });
  await ask("DELETE", `/people/${person.id}`);
  assert.deepEqual((await infoOf(1))?.scopes, [lab]);
  assert.deepEqual((await infoOf(0))?.except, undefined);
  await ask("DELETE", `/groups/${group.id}`);
  assert.deepEqual((await infoOf(1))?.scopes, []);
  const { lists } = (await ask("GET", "/lists")).json;
  const [starter, left] = lists;
  assert.deepEqual([starter.scopes, starter.health], [["all"], "ok"]);
  assert.deepEqual([left.scopes, left.health, left.enabled], [[], "for_no_one", true]);
  assert.match(left.message, /has no effect: all whom it was for have been removed/);
  // Its hours can be changed without making it one for everyone.
  assert.deepEqual((await ask("PUT", "/lists/1", { hours: HOURS })).json.scopes, []);
});

Deno.test("A device that is merged into another takes the lists that are for it along", async () => {
  const { ask, infoOf } = await client();
  const { devices } = (await ask("GET", "/devices")).json;
  const [one, two] = devices.map(({ id }: { id: number }) => id);
  await ask("PUT", "/lists/1", { scopes: [`device:${two}`] });
  const merged = await ask("POST", `/devices/${one}/merge`, { device_id: two });
  assert.equal(merged.status, 200, JSON.stringify(merged.json));
  assert.deepEqual((await infoOf(1))?.scopes, [`device:${one}`]);
});

Deno.test("A check counts the queries of those whom the list would be for", async () => {
  const { services, ask } = await client("home");
  services.feed(Array.from({ length: 3 }, () => observation({ name: "b.example" })));
  const check = async (body: object) => {
    const { status, json } = await ask("POST", "/lists/check", { text: "b.example", ...body });
    return [status, json.week?.scoped, json.week?.queries];
  };
  assert.deepEqual(await check({}), [200, false, 3]);
  assert.deepEqual(await check({ scopes: ["profile:teen"] }), [200, true, 0]);
  assert.deepEqual(await check({ except: ["profile:teen"] }), [200, true, 3]);
  assert.deepEqual((await check({ scopes: ["person:4711"] }))[0], 400);
});

Deno.test("A category is fed for those only whom its list is for", async () => {
  const { ask } = await client();
  await ask("POST", "/lists", {
    url: "https://lists.example/drugs",
    name: "Bets",
    category: "gambling",
    scopes: ["profile:adult"],
  });
  const shown = async (scope: string) => {
    const { categories } = (await ask("GET", `/categories?scope=${scope}`)).json;
    const { effective, lists } = categories.find(({ category }: { category: string }) =>
      category === "gambling"
    );
    return [effective, lists.map(({ in_use }: { in_use: boolean }) => in_use)];
  };
  assert.deepEqual(await shown("profile:adult"), ["block", [true]]);
  assert.deepEqual(await shown("all"), ["allow", [false]]);
  await ask("PUT", "/lists/2", { scopes: ["all"] });
  assert.deepEqual(await shown("all"), ["block", [true]]);
});

Deno.test("Lists can be asked for by whom they apply to", async () => {
  const { ask } = await client();
  await ask("PUT", "/lists/1", { scopes: ["profile:child"] });
  await ask("PUT", "/lists/0", { except: ["profile:teen"] });
  const ids = async (scope: string) =>
    (await ask("GET", `/lists?scope=${scope}`)).json.lists.map(({ id }: { id: number }) => id);
  assert.deepEqual(await ids("profile:child"), [0, 1]);
  assert.deepEqual(await ids("profile:teen"), []);
  assert.deepEqual(await ids("all"), [0]);
  assert.equal((await ask("GET", "/lists?scope=person:4711")).status, 400);
});
