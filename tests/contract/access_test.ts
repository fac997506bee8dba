import assert from "node:assert/strict";
import { ROUTES } from "../../api/features/list.ts";
import { apiApp } from "../../api/http/app.ts";
import { ERRORS } from "../../api/http/errors.ts";
import { MATRIX } from "../../api/http/rights.ts";
import type { Access, Route } from "../../api/http/route.ts";
import { boxServices } from "./box_services.ts";
import { PEOPLE, type Person } from "./people.ts";

type Way = "cookie" | "token" | "nothing";

/** The status and code of a request that somebody makes over HTTPS with an empty body. */
async function asked(
  route: Route,
  person: Person | undefined,
  way: Way,
  more: Record<string, string> = {},
  door: "http" | "https" = "https",
): Promise<{ status: number; code: string }> {
  const headers: Record<string, string> = { host: "box", "content-type": "application/json", ...more };
  if (way === "cookie") headers.cookie = `__Host-box=${person}`;
  if (way === "token") headers.authorization = `Bearer ${person}`;
  const leave = new AbortController();
  const init = { method: route.method.toUpperCase(), headers, signal: leave.signal };
  const request = new Request(`http://box${route.path}`, init);
  const response = await apiApp([route], boxServices()).fetch(request, { door, address: "192.168.1.20" });
  const json = response.headers.get("content-type")?.startsWith("application/json");
  const code = json ? (await response.json()).code ?? "" : "";
  if (!json) await response.body?.cancel();
  leave.abort();
  return { status: response.status, code };
}

/** The code that the access of a route refuses somebody with; "" = it lets them in. */
function expected(access: Access, person: Person, way: Way): string {
  if (access === "open") return "";
  if (access === "session") return way === "cookie" ? "" : "no_right";
  const setup = person === "setup" && way === "cookie";
  if (access === "setup") return setup ? "" : "setup_finished";
  if (access === "account") return setup ? "setup_needed" : "";
  const wanted = typeof access === "string" ? [access] : access;
  if (wanted.every((right) => MATRIX[person].has(right))) return "";
  return setup ? "setup_needed" : "no_right";
}

const ACCESS_CODES: ReadonlySet<string> = new Set(["not_signed_in", "no_right", "setup_needed", "setup_finished"]);

Deno.test("strangers reach the open routes only", async () => {
  for (const route of ROUTES) {
    const { status, code } = await asked(route, undefined, "nothing");
    if (route.access === "open") assert.ok(!ACCESS_CODES.has(code), `${route.path}: ${code}`);
    else assert.deepEqual([status, code], [401, "not_signed_in"], route.path);
  }
});

Deno.test("each account reaches what its rights open, by cookie and by token, and nothing else", async () => {
  for (const route of ROUTES) {
    for (const person of PEOPLE) {
      for (const way of ["cookie", "token"] as const) {
        const { code } = await asked(route, person, way);
        const refused = expected(route.access, person, way);
        const what = `${person} by ${way}: ${route.method} ${route.path}`;
        if (refused === "") assert.ok(!ACCESS_CODES.has(code), `${what} was refused: ${code}`);
        else assert.equal(code, refused, what);
      }
    }
  }
});

Deno.test("somebody who may only read changes nothing", () => {
  for (const route of ROUTES.filter(({ method }) => method !== "get")) {
    const { access } = route;
    if (access === "open" || access === "account" || access === "session" || access === "setup") continue;
    const wanted = typeof access === "string" ? [access] : access;
    if (route.audit === undefined) assert.ok((route.unaudited ?? "").length > 10, `${route.path} changes nothing`);
    else assert.ok(wanted.some((right) => !MATRIX.readonly.has(right)), `readonly could change ${route.path}`);
  }
});

Deno.test("what is not open is answered over HTTPS, to a cookie or a token of any account", async () => {
  for (const route of ROUTES.filter(({ access }) => access !== "open")) {
    for (const way of ["cookie", "token", "nothing"] as const) {
      assert.equal((await asked(route, "full", way, {}, "http")).code, "secure_only", route.path);
    }
  }
});

Deno.test("a page of another site changes nothing and reads nothing that is not open", async () => {
  for (const route of ROUTES) {
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://box" },
      { origin: "https://box.evil.example" },
    ];
    for (const headers of foreign) {
      const { code } = await asked(route, "full", "cookie", headers);
      if (route.access === "open" && route.method === "get") assert.notEqual(code, "cross_site");
      else assert.equal(code, "cross_site", `${route.path} ${JSON.stringify(headers)}`);
    }
    for (const headers of [{ "sec-fetch-site": "same-origin", origin: "https://box" }, { "sec-fetch-site": "none" }]) {
      assert.notEqual((await asked(route, "full", "cookie", headers)).code, "cross_site", route.path);
    }
  }
});

Deno.test("a session is good at the host it was given for only, and two cookies of that name are none", async () => {
  const route = ROUTES.find(({ access }) => access === "system.read")!;
  assert.equal((await asked(route, "full", "cookie", { host: "box.home.arpa" })).code, "not_signed_in");
  assert.equal((await asked(route, undefined, "nothing", { cookie: "__Host-box=full; __Host-box=full" })).status, 401);
  assert.equal((await asked(route, undefined, "nothing", { cookie: "box=full; other=1" })).status, 401);
  for (const authorization of ["Bearer", "Bearer ", "Basic full", "bearer nobody", "Bearer full extra"]) {
    assert.equal((await asked(route, undefined, "nothing", { authorization })).status, 401, authorization);
  }
});

Deno.test("every route that changes something writes an action, or says why it does not", () => {
  for (const route of ROUTES.filter(({ method }) => method !== "get")) {
    const declared = (route.audit?.length ?? 0) > 0, excused = (route.unaudited?.length ?? 0) > 10;
    assert.ok(declared !== excused, `${route.method} ${route.path}`);
  }
  assert.equal(ERRORS.not_signed_in.status, 401);
});
