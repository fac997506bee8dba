/**
 * The breach watch and the password test in a browser: an administrator adds and checks an address,
 * a member sees their own, and a password is tested without leaving the browser (A 7.3).
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { BreachService } from "../support/breach_service.ts";
import { openWindow, poll, showsText, signIn, type ViewedBox } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import type { Scene } from "../support/whole_box.ts";
import { boxWith } from "./box_in_browser.ts";
import { keep } from "./log_scene.ts";
import { violations } from "./violations.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";
const EMMA = "emma@example.com";
const PHONE = { size: "phone", scheme: "light", language: "en" } as const;
const withBox = boxWith(PASSWORD, { anna: "full", olga: "readonly" });

async function windowOf(
  { scene, browser }: { readonly scene: Scene; readonly browser: Browser },
  account: string,
  look: Parameters<typeof openWindow>[2] = PHONE,
): Promise<Page> {
  const seen: ViewedBox = {
    url: `http://127.0.0.1:${scene.box.http}`,
    account,
    password: PASSWORD,
  };
  const { cookies } = await signIn(browser, seen);
  return await (await openWindow(browser, seen, look, cookies)).newPage();
}

const set = ({ service }: Scene, values: Record<string, unknown>) =>
  service.call("PUT", "/api/v1/settings", { body: { values } });

Deno.test({
  name: "An address is added, found in a breach and removed by taps; others see what they may",
  ignore,
  async fn() {
    await using online = await BreachService.start();
    online.provider.breaches.set(EMMA, ["Adobe", "<b>Bold & Co</b>", "ا".repeat(100)]);
    await withBox(async (box) => {
      const { scene } = box;
      await scene.service.call("POST", "/api/v1/people", {
        body: { name: "Emma", profile: "adult" },
      });
      const invited = await scene.command("account", "invite", "emma", "--person", "Emma");
      const secret = /[\w-]{43}/.exec(invited.text)?.[0];
      assert.ok(secret !== undefined, invited.text);
      const accepted = { secret, password: PASSWORD };
      await scene.service.call("POST", "/api/v1/invitation", { body: accepted });

      const page = await windowOf(box, "anna");
      await page.goto("/breaches");
      await showsText(page, "main", /No e-mail address is being watched yet/);
      await keep(page, "breaches-empty");
      assert.deepEqual(await violations(page), []);
      await page.getByLabel("E-mail address").fill("no address");
      await page.getByRole("button", { name: "Add" }).click();
      await showsText(page, "main", /This is not an e-mail address/);
      await page.getByLabel("E-mail address").fill(EMMA);
      await page.getByLabel("Whose address is it?").selectOption({ label: "Emma" });
      await page.getByRole("button", { name: "Add" }).click();
      await showsText(
        page,
        "main",
        /Nothing is checked until the current terms of use are accepted/,
      );
      await showsText(page, "body", /Address added/);
      await keep(page, "breaches-terms");
      await scene.service.call("POST", "/api/v1/terms", {
        body: { accept: true, version: "2026-10-13" },
      });
      await page.reload();
      await showsText(page, "main", /This box has no online service/);
      await set(scene, { cloud_url: online.url });
      await page.reload();
      await page.getByRole("button", { name: `Check now: ${EMMA}` }).click();
      await showsText(page, "main", /emma@example\.com was checked: it’s in 3 breaches/);
      await showsText(page, "main", /1 address was found in a data breach/);
      await showsText(page, "main", /<b>Bold & Co<\/b>/);
      await showsText(page, "main", /You can check it again on/);
      await keep(page, "breaches-found");
      assert.deepEqual(await violations(page), []);
      await page.goto("/alerts");
      await showsText(page, "main", /emma@example\.com was found in a data breach: Adobe/);
      await keep(page, "breaches-alerts");
      await page.goto("/audit");
      await showsText(page, "main", /Added the address e\S+ to the breach watch \(Emma\)/);

      const wide = await windowOf(box, "anna", {
        size: "desktop",
        scheme: "dark",
        language: "de",
        javaScript: false,
      });
      await wide.goto("/breaches");
      await showsText(wide, "main", /1 Adresse steht in einem Datenleck/);
      await keep(wide, "breaches-desktop-dark-de");
      // Without scripts, adding works too.
      await wide.getByLabel("E-Mail-Adresse").fill("noah@example.com");
      await wide.getByRole("button", { name: "Hinzufügen" }).click();
      await showsText(wide, "main", /noah@example\.com/);

      const looking = await windowOf(box, "olga");
      await looking.goto("/breaches");
      await showsText(looking, "main", /emma@example\.com/);
      assert.equal(await looking.getByRole("button", { name: /Check now|Remove|Add/ }).count(), 0);

      const own = await windowOf(box, "emma");
      await own.goto("/me");
      await own.getByRole("link", { name: "My addresses in data breaches" }).click();
      await showsText(own, "main", /emma@example\.com/);
      await showsText(own, "main", /Adobe/);
      const text = await own.locator("main").innerText();
      assert.doesNotMatch(text, /noah@example/);
      assert.equal(await own.getByRole("button", { name: /Check now|Remove/ }).count(), 0);
      await keep(own, "breaches-member");
      assert.deepEqual(await violations(own), []);
      const refused = await own.request.get("/api/v1/breaches");
      assert.equal(refused.status(), 403);

      await page.goto("/breaches");
      await page.getByRole("button", { name: `Remove: ${EMMA}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await showsText(page, "main", /noah@example\.com/);
      await poll(async () =>
        assert.doesNotMatch(await page.locator("main").innerText(), /emma@example/)
      );
      await page.goto("/alerts");
      await page.locator("main").waitFor();
      assert.doesNotMatch(await page.locator("main").innerText(), /emma@example/);
    });
  },
});

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

/** A provider of leaked passwords; it knows one, and pads its ranges. */
class LeakServer implements AsyncDisposable {
  readonly paths: string[] = [];
  /** How often the known password was seen. */
  times = 3_861_493;
  answer: ((prefix: string) => Response | Promise<Response>) | undefined;
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      this.paths.push(pathname);
      const prefix = pathname.slice("/range/".length);
      return this.answer?.(prefix) ?? new Response(this.#range(prefix));
    },
  );

  constructor(readonly known: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  #range(prefix: string): string {
    const hash = sha1(this.known);
    const own = hash.startsWith(prefix) ? [`${hash.slice(5)}:${this.times}`] : [];
    return [`${"0".repeat(35)}:0`, ...own, `${"F".repeat(35)}:12`].join("\r\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

Deno.test({
  name: "A password is tested in the browser: five characters leave it, and no state lies",
  ignore,
  async fn() {
    const leaked = "pässword 1";
    await using leaks = new LeakServer(leaked);
    await withBox(async (box) => {
      const { scene } = box;
      await set(scene, { password_range_url: leaks.url });
      const page = await windowOf(box, "anna");
      const sent: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
      page.on("console", (message) => {
        // A refusal of the box is written there by the browser itself.
        if (!/Failed to load resource/.test(message.text())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto("/password-test");
      const field = page.getByLabel("Password to test");
      const outcome = page.locator("#tested-password-outcome");
      const test = page.getByRole("button", { name: "Test", exact: true });
      const says = (saying: string) =>
        poll(async () => assert.equal(await outcome.getAttribute("data-outcome"), saying));

      const facts = ["name", "autocomplete", "type", "data-1p-ignore", "data-lpignore"].map((
        each,
      ) => field.getAttribute(each));
      assert.deepEqual(await Promise.all(facts), [null, "off", "password", "true", "true"]);
      assert.equal(await page.locator("form #tested-password").count(), 0);
      await keep(page, "password-test");
      assert.deepEqual(await violations(page), []);
      await test.click();
      await says("empty");
      assert.deepEqual(leaks.paths, []);
      await field.fill(leaked);
      await field.press("Enter");
      await says("found");
      assert.match(await outcome.innerText(), /was seen 3,861,493 times in known data breaches/);
      assert.equal(await field.inputValue(), "");
      await keep(page, "password-test-found");
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(leaks.paths, [`/range/${sha1(leaked).slice(0, 5)}`]);
      leaks.times = 1;
      await field.fill(leaked);
      await test.click();
      await poll(async () =>
        assert.match(
          await outcome.innerText(),
          /^This password is in a known data breach\. Don’t use it/,
        )
      );
      leaks.times = 3_861_493;
      await field.fill("correct horse battery staple");
      await test.click();
      await says("clear");
      await keep(page, "password-test-clear");

      // What a provider may do, each with its sentence; the password stays to be tried again.
      const failures: readonly (() => Response | Promise<Response>)[] = [
        () => new Response("x".repeat(2 << 20)),
        () => new Response("<!doctype html>"),
        () => new Response(null, { status: 503 }),
        () => new Promise((then) => setTimeout(() => then(new Response("")), 11_000)),
      ];
      for (const answer of failures) {
        leaks.answer = answer;
        await field.fill("another password");
        await test.click();
        await page.locator('#tested-password-outcome[data-outcome="failed"]').waitFor();
        assert.equal(await field.inputValue(), "another password");
        await field.fill("");
        await test.click();
        await says("empty");
      }
      leaks.answer = undefined;
      const asked = sent.filter((request) => request.includes("/api/v1/pwned-range?"));
      assert.equal(asked.length, 7);
      for (const request of asked) assert.match(request, /\?prefix=[0-9A-F]{5} $/);
      const words = /ssword%201|pässword|correct|horse|another/i;
      assert.deepEqual(sent.filter((request) => words.test(decodeURIComponent(request))), []);

      // Twenty in ten minutes, in this session alone.
      const status = async (from: Page) =>
        (await from.request.get("/api/v1/pwned-range?prefix=00000")).status();
      for (let i = asked.length; i < 20; i++) assert.equal(await status(page), 200);
      assert.equal(await status(page), 429);
      await field.fill("another password");
      await test.click();
      await says("too_many");
      assert.match(await outcome.innerText(), /You can go on in (9|10) min/);
      const other = await windowOf(box, "olga", {
        size: "desktop",
        scheme: "dark",
        language: "de",
      });
      const response = await other.request.get("/api/v1/pwned-range?prefix=00000");
      assert.deepEqual([response.status(), response.headers()["cache-control"]], [200, "no-store"]);
      await other.goto("/password-test");
      await other.getByLabel("Zu testendes Passwort").fill(leaked);
      await other.getByRole("button", { name: "Testen" }).click();
      await showsText(other, "#tested-password-outcome", /3\.861\.493/);
      await keep(other, "password-test-desktop-dark-de");
      assert.deepEqual(complaints, []);

      // A token is refused, a prefix of another form too.
      const { secret } = await (await page.request.post("/api/v1/tokens", {
        data: { name: "x", rights: ["household.read"] },
        headers: { origin: new URL(page.url()).origin },
      })).json();
      const byToken = await fetch(
        `http://127.0.0.1:${scene.box.http}/api/v1/pwned-range?prefix=00000`,
        { headers: { authorization: `Bearer ${secret}` } },
      );
      assert.equal(byToken.status, 403, await byToken.text());
      for (const prefix of ["0000", "000000", "0000G", ""]) {
        const bad = await other.request.get(`/api/v1/pwned-range?prefix=${prefix}`);
        assert.equal(bad.status(), 400, prefix);
      }

      // Switched off, there is no field, and the sentence is true.
      await set(scene, { password_breach_check: false });
      await other.goto("/password-test");
      await showsText(other, "main", /Der Passworttest ist auf dieser Box ausgeschaltet/);
      assert.equal(await other.locator("input[type=password]").count(), 0);
      const off = await other.request.get("/api/v1/pwned-range?prefix=00000");
      assert.deepEqual([off.status(), (await off.json()).code], [409, "password_test_off"]);

      const plain = await windowOf(box, "anna", { ...PHONE, javaScript: false });
      await set(scene, { password_breach_check: true });
      await plain.goto("/password-test");
      await showsText(plain, "main", /Turn on JavaScript to use it/);
      assert.equal(await plain.getByLabel("Password to test").isDisabled(), true);

      const { output } = await scene.box.end("SIGTERM");
      assert.doesNotMatch(output, new RegExp(`prefix=|${sha1(leaked).slice(0, 5)}|00000`));
    });
  },
});
