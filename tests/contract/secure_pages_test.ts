import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { PAGES } from "../../ui/list.ts";
import { withInterface } from "../../ui/loader.ts";
import { boxServices } from "./box_services.ts";
import { SESSION_HOST } from "./people.ts";

Deno.test("Over plain HTTP no protected page asks for a password: it says where to open the box", async () => {
  const services = await boxServices();
  const { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  for (const { path } of PAGES.filter(({ path, plain }) => !path.includes("{") && !plain)) {
    const request = new Request(`http://box${path}`, {
      headers: { host: SESSION_HOST, "accept-language": "fr" },
    });
    const response = await app.fetch(request, { door: "http", address: "192.168.1.20" });
    const html = await response.text();
    assert.equal(response.status, 403, path);
    assert.match(html, /href="https:\/\//, path);
    assert.doesNotMatch(html, /type="password"/, path);
    assert.match(html, /La box s’ouvre par une connexion sécurisée/, path);
  }
});
