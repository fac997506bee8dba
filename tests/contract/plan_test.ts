import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { type ApiApp, apiApp } from "../../api/http/app.ts";
import { z } from "@hono/zod-openapi";
import { routeFor } from "../../api/http/route.ts";
import { type Plan, plans } from "../../api/schema/plan.ts";
import { boxServices } from "./box_services.ts";
import { GOOD, keyOf } from "./good_requests.ts";

const PLANS: readonly (Plan | undefined)[] = [undefined, "subscription", "business"];

/** Whether a box with a plan may use what needs another one. */
function opens(held: Plan | undefined, needed: Plan): boolean {
  return held === "business" || held === needed;
}

async function codeOf(
  declared: typeof ROUTES[number],
  app: ApiApp,
): Promise<string> {
  const { path = declared.path, body } = GOOD[keyOf(declared)] ?? {};
  const response = await app.request(path, {
    method: declared.method.toUpperCase(),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  }, { door: "socket" });
  const json = response.headers.get("content-type")?.startsWith("application/json") &&
    response.status !== 204;
  const answer = json ? await response.json() : {};
  if (!json) await response.body?.cancel();
  if (response.status === 402) assert.equal(answer.plan, declared.plan!.name, keyOf(declared));
  return response.status === 402 ? answer.code : "";
}

Deno.test("During the beta every function is open, afterwards those of a missing plan are refused", async () => {
  for (const held of PLANS) {
    const beta = apiApp(ROUTES, { ...await boxServices(), plan: plans(true, () => held) });
    const after = apiApp(ROUTES, { ...await boxServices(), plan: plans(false, () => held) });
    for (const declared of ROUTES.filter(({ lines }) => lines !== true)) {
      assert.equal(await codeOf(declared, beta), "", `${keyOf(declared)} in the beta`);
      const needed = declared.plan?.name;
      // A route that needs the plan for some requests is called with one that needs it, or with one
      // that does not.
      if (declared.plan?.unless !== undefined) continue;
      const expected = needed === undefined || opens(held, needed) ? "" : "plan_needed";
      assert.equal(
        await codeOf(declared, after),
        expected,
        `${keyOf(declared)} with ${held ?? "no plan"}`,
      );
    }
  }
});

Deno.test("A function that needs a plan for some requests says for which, and accepts the others", async () => {
  const declared = routeFor<unknown>()({
    doc: "A 4.1",
    method: "post",
    path: "/api/v1/example",
    summary: "An example of a function of a plan",
    access: "system.write",
    unaudited: "it is an example",
    plan: { name: "subscription", unless: ({ body }) => body.clear },
    body: z.strictObject({ clear: z.boolean() }),
    answers: { 200: z.object({}) },
    handle: () => ({}),
  });
  const asked = async (held: Plan | undefined, clear: boolean) => {
    const app = apiApp([declared], { ...await boxServices(), plan: plans(false, () => held) });
    const init = {
      method: "POST",
      body: JSON.stringify({ clear }),
      headers: { "content-type": "application/json" },
    };
    return (await app.request("/api/v1/example", init, { door: "socket" })).status;
  };
  assert.deepEqual([await asked(undefined, true), await asked(undefined, false)], [200, 402]);
  assert.deepEqual([await asked("subscription", false), await asked("business", false)], [
    200,
    200,
  ]);
});

Deno.test("The plan route lists every function of a plan and whether it is open", async () => {
  const shown = async (beta: boolean, held: Plan | undefined) => {
    const app = apiApp(ROUTES, { ...await boxServices(), plan: plans(beta, () => held) });
    return await (await app.request("/api/v1/plan", {}, { door: "socket" })).json();
  };
  const gated = ROUTES.filter(({ plan }) => plan !== undefined);
  const { functions, beta, plan } = await shown(true, undefined);
  assert.deepEqual([beta, plan, functions.length], [true, "", gated.length]);
  assert.ok(functions.every(({ open }: { open: boolean }) => open));
  const after = await shown(false, "subscription");
  assert.equal(after.plan, "subscription");
  for (const { open, plan } of after.functions) assert.equal(open, plan === "subscription");
});
