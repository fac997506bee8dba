import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertCount, poll } from "../support/looking.ts";
import { type BrowserPage, withBrowser } from "../support/browser.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { boxWith, sharedBox } from "./box_in_browser.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";

/** A box with an administrator, for each test or for tests that do not disturb each other. */
const withBox = boxWith(PASSWORD, { anna: "full" });
const withSharedBox = sharedBox(withBox);

/** A new window at a box. */
async function withPage(
  test: (page: Page, origin: string) => Promise<void>,
  box = withSharedBox,
): Promise<void> {
  await box(async ({ scene, browser }) => {
    const page = await (await browser.newContext({ locale: "en" })).newPage();
    page.setDefaultTimeout(WAIT);
    await test(page, `http://localhost:${scene.box.http}`);
  });
}

async function give(page: Page, password: string, account = "anna"): Promise<void> {
  await page.getByLabel("Account").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, "");

Deno.test({
  name: "The sign-in explains errors, keeps the name, and leads to the requested page",
  ignore,
  fn: () =>
    withPage(async (page, origin) => {
      await page.goto(`${origin}/alerts?lang=fr`);
      await poll(() => assert.equal(pathOf(page), "/sign-in?next=%2Falerts"));
      await page.getByRole("link", { name: "EN", exact: true }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await give(page, "not the one");
      await page.getByText(/The account or the password is not right/).waitFor();
      await poll(async () => assert.equal(await page.getByLabel("Account").inputValue(), "anna"));
      await poll(async () =>
        assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "")
      );
      await poll(async () =>
        assert.equal(await page.evaluate("document.activeElement.name"), "password")
      );
      await page.getByLabel("Stay signed in on this device").check();
      await give(page, PASSWORD);
      await page.waitForURL(`${origin}/alerts`);
      const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "__Host-box");
      assert.ok(cookie.expires * 1000 > Date.now() + 20 * 86_400_000);
    }),
});

Deno.test({
  name: "The sign-in leads to no other site, for any address",
  ignore,
  fn: () =>
    withPage(async (page, origin) => {
      for (
        const next of [
          "//evil.example",
          "https://evil.example",
          "/\\evil.example",
          "javascript:alert(1)",
        ]
      ) {
        await page.context().clearCookies();
        await page.goto(`${origin}/sign-in?next=${encodeURIComponent(next)}`);
        await give(page, PASSWORD);
        await page.waitForURL(`${origin}/`);
      }
    }),
});

Deno.test({
  name: "After a sign-out the back button shows nothing of the earlier pages",
  ignore,
  fn: () =>
    withPage(async (page, origin) => {
      await page.goto(`${origin}/me`);
      await give(page, PASSWORD);
      await page.getByRole("heading", { name: "My account" }).waitFor();
      await page.locator("details.who summary").click();
      await page.locator("details.who").getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${origin}/sign-in`);
      await page.goBack();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await poll(async () => assert.doesNotMatch(await page.content(), /Signed-in devices/));
      await page.goto(`${origin}/me`);
      await poll(() => assert.equal(pathOf(page), "/sign-in?next=%2Fme"));
    }),
});

Deno.test({
  name: "Too many wrong passwords show a countdown to the next try",
  ignore,
  fn: () =>
    withPage(async (page, origin) => {
      await page.goto(`${origin}/sign-in`);
      const message = page.getByText(/The next try is possible in/);
      for (let times = 0; times < 20 && await message.count() === 0; times++) {
        await give(page, `wrong ${times}`);
        const field = page.getByLabel("Password", { exact: true });
        while (await field.inputValue() !== "") await page.waitForTimeout(50);
      }
      await poll(async () => assert.match(await message.innerText(), /in \d+ (second|minute)s?\./));
      await page.getByText("You can try again now.").waitFor();
    }, withBox),
});

/**
 * Enables the second factor over the API with the browser's session; returns its recovery codes.
 */
async function withFactor(
  { api, create }: BrowserPage,
  account: string,
): Promise<readonly string[]> {
  assert.equal((await api("POST", "/api/v1/session", { account, password: PASSWORD })).status, 200);
  const options = await api("POST", "/api/v1/me/passkeys/options", { confirm_password: PASSWORD });
  const credential = await create(options.json);
  const { json } = await api("POST", "/api/v1/me/passkeys", { name: "laptop", credential });
  assert.equal((await api("DELETE", "/api/v1/session")).status, 204);
  return json.recovery_codes;
}

/** An administrator with an authenticator app, and their own browser. */
async function withAuthenticator(
  account: string,
  test: (browser: BrowserPage, origin: string) => Promise<void>,
): Promise<void> {
  await withSharedBox(async ({ scene }) => {
    const body = { name: account, password: PASSWORD, kind: "administrator", role: "full" };
    await scene.service.call("POST", "/api/v1/accounts", { body });
    const origin = `http://localhost:${scene.box.http}`;
    await withBrowser(origin, (browser) => test(browser, origin), ["--lang=en"]);
  });
}

Deno.test({
  name: "A second factor is requested when needed, and the input stays until it is correct",
  ignore,
  fn: () =>
    withAuthenticator("bert", async (browser, origin) => {
      const [code] = await withFactor(browser, "bert");
      const { page } = browser;
      await page.goto(`${origin}/sign-in?next=%2Falerts`);
      await poll(async () => assert.equal(await page.getByLabel("Code").count(), 0));
      await give(page, PASSWORD, "bert");
      await page.getByText("Your password is right. Now enter the code of your second factor.")
        .waitFor();
      await poll(async () => assert.equal(await page.locator("#notices .note").count(), 0));
      await poll(async () =>
        assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), PASSWORD)
      );
      await poll(async () =>
        assert.equal(await page.evaluate("document.activeElement.autocomplete"), "one-time-code")
      );
      await page.keyboard.type("000000");
      await page.keyboard.press("Enter");
      await page.getByText("The code is not right, or was used before").waitFor();
      await poll(async () => assert.ok(!(await page.content()).includes(PASSWORD)));
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/alerts`);
    }),
});

Deno.test({
  name: "Without JavaScript the second factor is requested together with the password",
  ignore,
  fn: () =>
    withAuthenticator("cora", async (browser, origin) => {
      const [code] = await withFactor(browser, "cora");
      const context = await browser.page.context().browser()!.newContext({
        javaScriptEnabled: false,
        locale: "en",
      });
      const page = await context.newPage();
      await page.goto(`${origin}/alerts`);
      await give(page, PASSWORD, "cora");
      await page.getByText("Type it once more, together with the code.").waitFor();
      await poll(async () => assert.equal(await page.getByLabel("Account").inputValue(), "cora"));
      await page.getByLabel("Code").fill(code);
      await give(page, PASSWORD, "cora");
      await page.waitForURL(`${origin}/alerts`);
      await context.close();
    }),
});

Deno.test({
  name:
    "A passkey is created on the page of the account and signs in with one press, until it is removed",
  ignore,
  fn: () =>
    withAuthenticator("dora", async ({ page }, origin) => {
      await page.goto(`${origin}/me`);
      await give(page, PASSWORD, "dora");
      await page.getByText("Add a passkey").first().click();
      await page.locator("#passkey-name").fill("laptop");
      await page.locator("#passkey-password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText(/Write these codes down/).waitFor();
      await assertCount(page.locator(".codes li"), 10);
      await page.reload();
      await page.getByText("laptop").waitFor();
      await poll(async () => assert.equal(await page.locator(".codes").count(), 0));
      await page.locator("details.who summary").click();
      await page.locator("details.who").getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/\/sign-in/);
      await page.goto(`${origin}/sign-in?next=%2Fme`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${origin}/me`);
      await page.locator(".passkeys summary", { hasText: "Remove" }).click();
      await page.locator("[id$=-password]").locator("visible=true").last().fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText("The passkey laptop no longer works.").waitFor();
      await poll(async () => assert.equal(await page.locator(".passkeys").count(), 0));
    }),
});
