/** What the routes of lists guarantee beyond their schemas (A 7.6.9). */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import type { ListState } from "../../api/features/protection/lists/service.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";

/** A door over services whose refreshes end when the test says so. */
async function door() {
  const services = await boxServices();
  const gate = Promise.withResolvers<void>();
  const { lists } = services;
  const refresh = async (
    id?: number,
  ): Promise<ListState[]> => {
    await gate.promise;
    return await lists.refresh(id);
  };
  const app = apiApp(ROUTES, { ...services, lists: { ...lists, refresh } as typeof lists });
  const post = async (path: string, body: unknown) => {
    const init = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    const response = await app.request(path, init, { door: "socket" });
    return { status: response.status, json: await response.json() };
  };
  return { services, gate, post };
}

Deno.test("A request that does not wait for new copies is answered at once with the current lists", async () => {
  const { services, gate, post } = await door();
  const all = await post("/api/v1/lists/refresh?wait=false", {});
  assert.deepEqual([all.status, all.json.lists.length], [200, 2]);
  const one = await post("/api/v1/lists/refresh?wait=false", { id: 1 });
  assert.deepEqual(one.json.lists.map(({ id }: ListState) => id), [1]);
  const added = await post("/api/v1/lists?wait=false", {
    url: "https://lists.example/other",
    name: "Other",
  });
  assert.deepEqual([added.status, added.json.name], [201, "Other"]);
  assert.equal(
    (await post("/api/v1/lists/refresh?wait=false", { id: 4711 })).json.code,
    "not_found",
  );
  gate.resolve();
  assert.equal((await post("/api/v1/lists/refresh", {})).json.lists.length, 2);
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "list.refresh",
    "list.refresh",
    "list.add",
    "list.refresh",
  ]);
});

Deno.test("A check reports problems of a list, and what it would have blocked in the last days", async () => {
  const { post, services } = await door();
  services.feed(Array.from({ length: 12 }, () => observation({ name: "b.example" })));
  const text = "b.example\ngoogle.com";
  const { status, json } = await post("/api/v1/lists/check", { text });
  assert.deepEqual([status, json.lines, json.concerns.map(({ kind }: { kind: string }) => kind)], [
    200,
    2,
    ["popular"],
  ]);
  const { journal, queries, names, top } = json.week;
  assert.deepEqual([journal, queries, names, top.length, top[0].count], ["on", 12, 1, 1, 12]);
  const odd = await post("/api/v1/lists/check", { text: "b.example", kind: "neither" });
  assert.equal(odd.status, 400);
});

Deno.test("A refresh that fails after its request was answered is logged", async () => {
  const { services, gate, post } = await door();
  assert.equal((await post("/api/v1/lists/refresh?wait=false", {})).status, 200);
  gate.reject(new Error("the disk is gone"));
  await new Promise((later) => setTimeout(later, 0));
  assert.deepEqual(services.logged, ["A list could not be refreshed: the disk is gone"]);
});

Deno.test("The catalogue names the owner and licence of each list", async () => {
  const response = await apiApp(ROUTES, await boxServices()).request(
    "/api/v1/lists/catalogue",
    {},
    {
      door: "socket",
    },
  );
  const { lists } = await response.json();
  const list = lists.find(({ id }: { id: string }) => id === "oisd-small");
  assert.deepEqual([list.homepage, list.licence, list.language], [
    "https://oisd.nl",
    "GPL-3.0",
    "",
  ]);
});
