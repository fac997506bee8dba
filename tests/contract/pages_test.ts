/**
 * Pages at the door: access by transport and account, and responses to strangers, old links and
 * other programs (A 5).
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { assetUrl } from "../../ui/assets.ts";
import { withInterface } from "../../ui/loader.ts";
import { boxServices } from "./box_services.ts";

const HOME = "192.168.1.20";
const OVER_HTTPS: Connection = { door: "https", address: HOME };
const OVER_HTTP: Connection = { door: "http", address: HOME };

/** The host name that the household uses for the box. */
const NAME = "house-of-the-nowaks";

/** Requests an address as a browser does; returns status, headers and page content. */
async function requestPage(
  path: string,
  headers: Record<string, string> = {},
  connection: Connection = OVER_HTTPS,
) {
  const services = await boxServices({ flags: { box_name: NAME, passkey_names: "box" } });
  const { routes, errorPage } = withInterface(ROUTES, services);
  const init = { headers: { host: "box", accept: "text/html,*/*;q=0.8", ...headers } };
  const response = await apiApp(routes, services, { errorPage })
    .request(`http://box${path}`, init, connection);
  const { status, headers: answered } = response;
  const type = answered.get("content-type") ?? "";
  return {
    status,
    type,
    location: answered.get("location"),
    headers: answered,
    text: await response.text(),
  };
}

Deno.test("Over plain HTTP from the network a page leads to itself over HTTPS, in the language of the browser", async () => {
  const { status, type, text } = await requestPage("/lists?a=1", {
    host: "192.168.1.2",
    "accept-language": "fr",
  }, OVER_HTTP);
  assert.deepEqual([status, type], [403, "text/html; charset=utf-8"]);
  assert.match(text, /<a [^>]*href="https:\/\/192\.168\.1\.2\/lists\?a=1"/);
  assert.match(text, /<html lang="fr">/);
  const ways = {
    "box:8080": "https://box/",
    "[fd00::1]:80": "https://[fd00::1]/",
    [`${NAME}.home.arpa`]: `https://${NAME}.home.arpa/`,
  };
  for (const [host, to] of Object.entries(ways)) {
    assert.ok((await requestPage("/", { host }, OVER_HTTP)).text.includes(`href="${to}"`), host);
  }
});

Deno.test("Over plain HTTP from the machine itself pages are the same as over HTTPS", async () => {
  const { status, location } = await requestPage("/lists", { host: "localhost" }, {
    door: "http",
    address: "127.0.0.1",
  });
  assert.deepEqual([status, location], [303, "/sign-in?next=%2Flists"]);
});

Deno.test("A foreign name, network or site gets an explanation and nothing of the box", async () => {
  const signedIn = { cookie: "__Host-box=full" };
  const strangers = [
    [421, await requestPage("/lists", { ...signedIn, host: "evil.example" })],
    [403, await requestPage("/lists", signedIn, { door: "https", address: "203.0.113.7" })],
    [403, await requestPage("/lists", { ...signedIn, "sec-fetch-site": "cross-site" })],
    [403, await requestPage("/lists", { ...signedIn, origin: "https://evil.example" })],
  ] as const;
  for (const [wanted, { status, type, text }] of strangers) {
    assert.deepEqual([status, type], [wanted, "text/html; charset=utf-8"]);
    assert.ok(!text.includes("Starter"), text);
  }
  assert.ok((await requestPage("/lists", signedIn)).text.includes("Starter"));
});

Deno.test("From a foreign network or under a foreign name every address is refused alike, even a missing one", async () => {
  const foreign: Connection = { door: "https", address: "203.0.113.7" };
  for (
    const path of ["/", "/sign-in", "/nothing", "/not/there", "/assets/x/y", "/api/v1/nothing"]
  ) {
    const { status, text } = await requestPage(path, {}, foreign);
    assert.deepEqual(
      [status, (await requestPage(path, { host: "evil.example" })).status],
      [403, 421],
      path,
    );
    assert.ok(!text.includes(NAME), path);
  }
  const app = apiApp(ROUTES, await boxServices());
  const init = { method: "PATCH", headers: { host: "box" } };
  assert.equal((await app.request("http://box/api/v1/lists", init, foreign)).status, 403);
  assert.equal((await app.request("http://box/api/v1/lists", init, OVER_HTTPS)).status, 405);
  assert.ok((await requestPage("/not/there")).text.includes(NAME));
});

Deno.test("Addresses that browsers parse as another site redirect nowhere else", async () => {
  for (const path of ["//evil.example/x", "/.//evil.example/x"]) {
    const { status, text } = await requestPage(path);
    assert.equal(status, 404);
    assert.doesNotMatch(text, /href="\/\//);
    assert.match(text, /href="\/evil\.example\/x\?lang=de"/);
  }
  for (
    const next of [
      "//evil.example",
      "/.//evil.example",
      "/%09/evil.example",
      "/%5Cevil.example",
      "https://evil.example",
    ]
  ) {
    const { text } = await requestPage(`/sign-in?next=${next}`);
    assert.match(text, /&quot;back&quot;:&quot;\/&quot;/, next);
  }
  assert.match(
    (await requestPage("/sign-in?next=/lists%3Fa=1")).text,
    /&quot;back&quot;:&quot;\/lists\?a=1&quot;/,
  );
});

Deno.test("A member is led from the breach watch to the own addresses, and reads a plain refusal elsewhere", async () => {
  const member = { cookie: "__Host-box=member" };
  const { status, location } = await requestPage("/breaches", member);
  assert.deepEqual([status, location], [303, "/me/breaches"]);
  assert.equal((await requestPage("/breaches", { cookie: "__Host-box=readonly" })).status, 200);
  const refused = await requestPage("/people", { ...member, "accept-language": "de" });
  assert.equal(refused.status, 403);
  assert.match(refused.text, /Dieses Konto darf das nicht/);
  assert.doesNotMatch(refused.text, /needs the right/);
});

Deno.test("Without a session the client is sent to the sign-in and back, never elsewhere", async () => {
  assert.equal((await requestPage("/")).location, "/sign-in");
  assert.equal(
    (await requestPage("/lists?x=//evil.example")).location,
    "/sign-in?next=%2Flists%3Fx%3D%252F%252Fevil.example",
  );
  const { text } = await requestPage("/sign-in?next=//evil.example");
  assert.ok(!text.includes('"//evil.example"') && !/href="\/\/evil/.test(text));
});

Deno.test("An unknown address gets a page for people and JSON for programs", async () => {
  for (const path of ["/nowhere", "/no/such/page", "/lists/1/2/3"]) {
    const page = await requestPage(path);
    const program = await requestPage(path, { accept: "application/json" });
    assert.deepEqual([page.status, page.type], [404, "text/html; charset=utf-8"], path);
    if (path.split("/").length > 2) {
      assert.deepEqual([program.status, program.type], [404, "application/json"], path);
    }
  }
  assert.equal((await requestPage("/api/v1/nothing")).type, "application/json");
});

Deno.test("Assets of another version do not exist, those of this one are cached forever", async () => {
  const old = await requestPage("/assets/AAAAAAAAAA/box.css");
  assert.deepEqual([old.status, /immutable/.test(old.headers.get("cache-control") ?? "")], [
    404,
    false,
  ]);
  const now = await requestPage(assetUrl("box.css"));
  assert.deepEqual([now.status, now.headers.get("cache-control")], [
    200,
    "public, max-age=31536000, immutable",
  ]);
});

Deno.test("The icon of the box has a fixed address, which needs no sign-in", async () => {
  const { status, type, text, headers } = await requestPage("/favicon.svg");
  assert.deepEqual([status, type], [200, "image/svg+xml; charset=utf-8"]);
  assert.match(text, /^<svg /);
  assert.equal(headers.get("cache-control"), "public, max-age=86400");
});

Deno.test("Browsers cache no page, and pages load nothing from other hosts", async () => {
  const { headers } = await requestPage("/lists", { cookie: "__Host-box=full" });
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(
    headers.get("content-security-policy") ?? "",
    /default-src 'none'.*frame-ancestors 'none'/,
  );
});
