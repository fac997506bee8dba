import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { LIMITS } from "../../policy/limits.ts";
import { boxServices } from "./box_services.ts";
import { NOW } from "./facts.ts";

const SECONDS = Math.floor(NOW / 1000);

async function put(body: object): Promise<Response> {
  const text = {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const path = "/api/v1/rules/news.example?scope=all";
  return await apiApp(ROUTES, await boxServices()).request(path, text, { door: "socket" });
}

Deno.test("A rule may be given a duration, counted by the clock of the box", async () => {
  const end = async (body: object) =>
    (await (await put({ action: "allow", ...body })).json()).until;
  assert.equal(await end({ lasts: 3600 }), SECONDS + 3600);
  assert.equal(await end({ lasts: 3600, until: 1 }), SECONDS + 3600);
  assert.equal(await end({ lasts: 0, until: SECONDS + 60 }), 0);
  assert.equal(await end({}), 0);
});

Deno.test("A rule ends at a whole second, after now and within a year", async () => {
  for (const lasts of [-1, 0.5, LIMITS.rules.lastsMost + 1, "3600"]) {
    assert.equal((await put({ action: "allow", lasts })).status, 400, String(lasts));
  }
});
