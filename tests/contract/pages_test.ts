import assert from "node:assert/strict";
import { ROUTES } from "../../api/features/list.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/steps.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { AREAS } from "../../ui/areas.ts";
import { PAGES } from "../../ui/list.ts";
import { withInterface } from "../../ui/loader.ts";
import type { Page } from "../../ui/page.ts";
import { boxServices } from "./box_services.ts";
import { PEOPLE, SESSION_HOST } from "./people.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };
/** What stands in the place of a parameter; the services in memory know it. */
const pathOf = (page: Page) => page.path === "/{name}" ? "/no-such-page" : page.path.replace(/\{\w+\}/g, "1");

/** Asks for a page as somebody; `undefined` = nobody is signed in. */
function asker() {
  const services = boxServices(), { routes, errorPage } = withInterface(ROUTES, services);
  const app = apiApp(routes, services, { errorPage });
  return (path: string, person: string | undefined, headers: Record<string, string> = {}): Promise<Response> => {
    const cookie: Record<string, string> = person === undefined ? {} : { cookie: `__Host-box=${person}` };
    const all = { host: SESSION_HOST, accept: "text/html", ...cookie, ...headers };
    return Promise.resolve(app.fetch(new Request(`http://box${path}`, { headers: all }), HTTPS));
  };
}

/** The words of a page without its tags. */
function wordsOf(html: string): string {
  return html.replace(/<(script|style|title)[^>]*>[\s\S]*?<\/\1>/g, " ").replace(/<[^>]+>/g, " ");
}

Deno.test("every page says what asks for it, has an address of its own, and stands in an area in the order of the areas", () => {
  const paths = [
    ...ROUTES.filter(({ method }) => method === "get").map(({ path }) => path),
    ...PAGES.map(({ path }) => path),
  ];
  assert.equal(new Set(paths).size, paths.length);
  for (const page of PAGES) assert.match(page.doc, /^(A|B|DESIGN|UI)\b.*[\d\w]/, page.path);
  assert.equal(PAGES.at(-1)!.path, "/{name}", "the page of what is nowhere stands last");
  for (const { name } of AREAS) assert.ok(PAGES.some(({ area, path }) => area === name && !path.includes("{")), name);
});

Deno.test("every page is shown to whom it is for, in every language, as one whole document", async () => {
  for (const page of PAGES) {
    const ask = asker();
    for (const [at, person] of [undefined, ...PEOPLE].entries()) {
      const language = LANGUAGES[at % LANGUAGES.length], what = `${page.path} for ${person} in ${language}`;
      const response = await ask(pathOf(page), person, { "accept-language": language });
      const html = await response.text();
      assert.ok([200, 303, 403, 404].includes(response.status), `${what}: ${response.status} ${html.slice(0, 300)}`);
      if (response.status === 303) {
        assert.match(response.headers.get("location")!, /^\/[a-z-]*(\?next=[\w%-]+)?$/, what);
        continue;
      }
      assert.match(html, new RegExp(`^<!doctype html><html lang="${language}">`), what);
      assert.match(response.headers.get("content-security-policy")!, /default-src 'none'/, what);
      assert.equal(response.headers.get("cache-control"), "no-store", what);
      assert.equal(html.split("<h1>").length, 2, `${what} has one heading of the first order`);
    }
  }
});

Deno.test("no page holds a text that was not filled, a style or a script of its own", async () => {
  for (const page of PAGES) {
    const ask = asker();
    for (const language of LANGUAGES) {
      const html = await (await ask(pathOf(page), "full", { "accept-language": language })).text();
      const what = `${page.path} in ${language}`,
        odd = /undefined|\[object|NaN|Invalid Date|(?<!\/)\{[a-z_]+\}/.exec(wordsOf(html));
      assert.equal(
        odd?.[0],
        undefined,
        `${what}: ${wordsOf(html).slice((odd?.index ?? 0) - 60, (odd?.index ?? 0) + 60)}`,
      );
      assert.doesNotMatch(html, /<[^>]+ (style|on[a-z]+)=/, what);
      assert.doesNotMatch(html, /<script[^>]*>[^<]/, what);
      assert.doesNotMatch(html, /(src="|<link[^>]* href=")(https?:)?\/\//, what);
    }
  }
});

Deno.test("a page is refused as a page to whom it is not for, and the way to the sign-in leads back", async () => {
  const ask = asker();
  for (const page of PAGES.filter(({ access }) => access !== "open" && access !== "setup")) {
    const refused = await ask(`${pathOf(page)}?x=1`, undefined);
    assert.equal(refused.status, 303, page.path);
    const location = refused.headers.get("location")!;
    assert.ok(
      location === "/sign-in" || location === `/sign-in?next=${encodeURIComponent(`${pathOf(page)}?x=1`)}`,
      location,
    );
  }
  const foreign = await ask("/sign-in", undefined, { host: "evil.example" });
  assert.equal(foreign.status, 421);
  assert.match(await foreign.text(), /<h1>/);
});

Deno.test("what pages load is kept for good, compressed, and nothing else is at those addresses", async () => {
  const ask = asker(), html = await (await ask("/", "full")).text();
  const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address);
  assert.ok(addresses.length >= 4);
  for (const address of addresses) {
    const response = await ask(address, undefined, { "accept-encoding": "gzip" });
    assert.equal(response.status, 200, address);
    assert.match(response.headers.get("cache-control")!, /immutable/);
    assert.ok((await response.arrayBuffer()).byteLength > 100);
    assert.equal((await ask(address.replace(/assets\/[\w-]+/, "assets/older"), undefined)).status, 404);
  }
});
