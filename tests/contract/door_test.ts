import { STEPS } from "../../api/http/steps.ts";
import assert from "node:assert/strict";
import type { Route } from "../../api/http/route.ts";
import { ACCESS_RULES } from "./door/access_rules.ts";
import { doorWithout } from "./door/door.ts";
import { leavesItsTraces, REQUEST_RULES } from "./door/request_rules.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { MATRIX } from "../../api/http/rights.ts";

const RULES = [...ACCESS_RULES, ...REQUEST_RULES];

for (const { name, check } of RULES) Deno.test(name, () => check(doorWithout()));

Deno.test("Each step is guarded by a rule, and each rule fails without its step", async () => {
  assert.deepEqual(new Set(RULES.map(({ step }) => step)), new Set(STEPS.map(({ name }) => name)));
  for (const { name, step, check } of RULES) {
    const unguarded = doorWithout(step);
    // The rule may concern only a route that does not exist yet.
    if (name.startsWith("every route with a plan") && !unguarded.routes.some(isPlanned)) continue;
    await assert.rejects(check(unguarded), `it goes unnoticed without ${step}: ${name}`);
  }
});

const isPlanned = ({ plan }: Pick<Route, "plan">) =>
  plan !== undefined && plan.unless === undefined;

Deno.test("Successful requests are written to the administration log and published, refused ones are not", () =>
  leavesItsTraces(doorWithout()));

Deno.test("Every route that changes something writes an action, or states why not", () => {
  for (const route of ROUTES.filter(({ method }) => method !== "get")) {
    const declared = (route.audit?.length ?? 0) > 0;
    const excused = (route.unaudited?.length ?? 0) > 10;
    assert.ok(declared !== excused, `${route.method} ${route.path}`);
  }
});

Deno.test("A read-only account changes nothing", () => {
  for (const { access, path, method, audit } of ROUTES) {
    if (method === "get" || ["open", "account", "session", "setup"].includes(String(access))) {
      continue;
    }
    const wanted = typeof access === "string" ? [access] : access;
    const held = wanted.every((right) => MATRIX.readonly.has(right as never));
    assert.ok(!held || audit === undefined, `readonly could change ${path}`);
  }
});
