/**
 * The pages of services, categories, safe search, rules and pauses: in every language, with hostile
 * names, and for read-only accounts.
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { SERVICES } from "../../policy/catalogue/services.ts";
import { withInterface } from "../../ui/loader.ts";
import { type BoxServices, boxServices } from "./box_services.ts";

const PATHS = [
  "/services",
  "/services?scope=person:1&group=social",
  "/services?name=tik",
  "/services?name=nothing%20at%20all",
  "/services/tiktok?scope=device:1",
  "/services/custom-club",
  "/categories",
  "/categories?also=person:1,device:2,nobody&category=phishing&for=all",
  "/safe-search?scope=person:2",
  "/rules?scope=group:1",
  "/rules?edit=shop.example&of=all",
];

async function page(
  path: string,
  account?: string,
  given?: BoxServices,
): Promise<{ status: number; text: string }> {
  const services = given ?? await boxServices({ content: "office" });
  const { routes, errorPage } = withInterface(ROUTES, services);
  const headers = { host: "box", accept: "text/html", cookie: `__Host-box=${account ?? "full"}` };
  const response = await apiApp(routes, services, { errorPage })
    .request(`http://box${path}`, { headers }, { door: "https", address: "192.168.1.20" });
  return { status: response.status, text: await response.text() };
}

Deno.test("Every page is complete in every language, with any names", async () => {
  for (const path of PATHS) {
    for (const language of LANGUAGES) {
      const { status, text } = await page(
        `${path}${path.includes("?") ? "&" : "?"}lang=${language}`,
      );
      assert.equal(status, 200, path);
      const shown = text.replace(/<input type="hidden"[^>]*>|<button[^>]*>/g, "");
      assert.doesNotMatch(
        shown,
        /undefined|NaN|\[object|\{(?!scope\}|domain\})\w+\}/,
        `${path} ${language}`,
      );
    }
  }
});

Deno.test("Unknown things are reported as such, and an unknown scope is refused on the page", async () => {
  assert.equal((await page("/services/nothing")).status, 404);
  assert.equal((await page("/services?scope=person:99")).status, 400);
});

Deno.test("A group shows each of its services once, with one choice", async () => {
  const { text } = await page("/services?group=games");
  const games = SERVICES.filter(({ group }) => group === "games");
  for (const { id } of games) assert.equal(text.split(`id="choice-${id}"`).length, 2, id);
  assert.equal(text.split('class="tile').length - 1 >= games.length, true);
});

Deno.test("A read-only account sees the current choices and cannot change them", async () => {
  for (
    const path of ["/services?group=social", "/categories", "/safe-search", "/services/tiktok"]
  ) {
    const { status, text } = await page(path, "readonly");
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /&quot;method&quot;:&quot;put&quot;/, path);
  }
  assert.match((await page("/safe-search", "readonly")).text, /id="pauses"/);
  assert.doesNotMatch((await page("/safe-search", "readonly")).text, /pause-scope/);
});

Deno.test("A page works without pauses and scopes when they cannot be read", async () => {
  const services = await boxServices({ content: "office" });
  Object.assign(services.choices, { pauses: () => Promise.reject(new Error("gone")) });
  const { status, text } = await page("/rules", "full", services);
  assert.deepEqual([status, text.includes('id="pauses"')], [200, true]);
});

Deno.test("The page of rules says in words which types a rule is for, or is not for", async () => {
  const services = await boxServices({ content: "office" });
  const rule = { scope: "all", action: "block", kind: "exact", to: [], until: 0 } as const;
  await services.rules.set({ ...rule, domain: "six.example", types: ["AAAA"] }, "anna");
  await services.rules.set({ ...rule, domain: "others.example", types: ["~A", "~MX"] }, "anna");
  const { text } = await page("/rules", "full", services);
  assert.match(text, /only AAAA/);
  assert.match(text, /all types but A and MX/);
  assert.doesNotMatch(text, /(?:only|but) ~A/);
});
