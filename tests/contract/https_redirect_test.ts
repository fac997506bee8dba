/** The routes and the command of the redirect: the state they show, what they refuse and log. */
import assert from "node:assert/strict";
import { redirectRoutes } from "../../api/features/network/https_redirect/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";

const PATH = "/api/v1/https-redirect";

async function asking() {
  const services = await boxServices();
  const app = apiApp(redirectRoutes, services);
  const json = { "content-type": "application/json" };
  return {
    services,
    async ask(method: string, body?: unknown) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: json };
      const response = await app.request(PATH, { method, ...sent }, { door: "socket" });
      return { status: response.status, json: await response.json() };
    },
  };
}

const WITHOUT_NAME = { active: false, name: "", url: "" };

Deno.test("Turning it off and on takes effect with the response, is logged, and keeps the reason", async () => {
  const { services, ask } = await asking();
  assert.deepEqual((await ask("GET")).json, { enabled: true, ...WITHOUT_NAME, reason: "name" });
  assert.deepEqual((await ask("PUT", { enabled: false })).json, {
    enabled: false,
    ...WITHOUT_NAME,
    reason: "off",
  });
  assert.deepEqual((await ask("GET")).json.reason, "off");
  assert.deepEqual((await ask("PUT", { enabled: true })).json.reason, "name");
  assert.deepEqual(services.audited.map(({ action }) => action), [
    "https.redirect.off",
    "https.redirect.on",
  ]);
});

Deno.test("A body without enabled, with another value, or with extra fields is refused", async () => {
  const { services, ask } = await asking();
  for (
    const body of [{}, { enabled: "on" }, { enabled: null }, { enabled: true, name: "box" }, []]
  ) {
    const { status, json } = await ask("PUT", body);
    assert.deepEqual([status, json.code], [400, "bad_request"], JSON.stringify(body));
  }
  assert.deepEqual(services.audited, []);
});

Deno.test("A setting fixed at the start of the box stays", async () => {
  const { services, ask } = await asking();
  await services.fix({ https_redirect: "off" });
  const { status, json } = await ask("PUT", { enabled: true });
  assert.equal(json.code, "setting_fixed");
  assert.ok(status >= 400);
  assert.equal((await ask("GET")).json.reason, "off");
});

Deno.test("The command shows whether it is active, why not, and what to do", () =>
  withService(async ({ ask }) => {
    assert.match((await ask("https-redirect")).out, /Active +no\nReason +name\n.*box dns-services/);
    assert.match((await ask("https-redirect", "off")).out, /Turned on +no[^]*it is turned off/);
    assert.deepEqual(JSON.parse((await ask("https-redirect", "--json")).out), {
      enabled: false,
      ...WITHOUT_NAME,
      reason: "off",
    });
    assert.match((await ask("https-redirect", "maybe")).err, /allowed are show, on and off: maybe/);
  }));
