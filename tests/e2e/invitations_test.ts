/**
 * An invitation from an administrator's page to the first sign-in of the person, without
 * JavaScript.
 */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { assertCount } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { boxWith } from "./box_in_browser.ts";

const PASSWORD = "gravel ocean tulip";
const OWN = "velvet harbour stone";
const THIRD = "copper meadow lantern";
const withBox = boxWith(PASSWORD, { anna: "full" });
const PICTURES = Deno.env.get("INVITATION_PICTURES");

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) {
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }
}

async function opened(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(WAIT);
  return page;
}

async function signIn(page: Page, origin: string, account: string, password: string) {
  await page.goto(`${origin}/sign-in`);
  await page.locator("[name=account]").fill(account);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor({ state: "detached" });
}

Deno.test({
  name:
    "A person accepts an invitation without JavaScript, and sees a later one at the next sign-in",
  ignore: needsTool("chromium"),
  fn: () =>
    withBox(async ({ scene, browser }) => {
      const origin = `http://localhost:${scene.box.http}`;
      const options = { locale: "en-GB", javaScriptEnabled: false };
      const person = { name: "Mum", profile: "adult" };
      await scene.service.call("POST", "/api/v1/people", { body: person });
      const admin = await opened(browser, options);
      await signIn(admin, origin, "anna", PASSWORD);
      await admin.goto(`${origin}/accounts`);
      await admin.getByRole("link", { name: "Invite a person" }).click();
      await admin.getByLabel("Name", { exact: true }).fill("mum");
      await admin.getByRole("button", { name: "Invite a person" }).click();
      const link = await admin.locator("#invited output").innerText();
      assert.match(link, /\/invitation\?code=[\w-]{43}$/);
      await assertCount(admin.locator("#invited svg.qr"), 1);
      await picture(admin, "invited");
      await admin.goto(`${origin}/accounts`);
      await admin.getByText(/invited until/).waitFor();
      await picture(admin, "accounts");
      const code = link.split("=")[1];

      const mum = await opened(browser, options);
      await mum.goto(`${origin}/invitation?code=${"A".repeat(43)}`);
      await mum.getByText("This invitation doesn’t work. Check the code, or ask for a new one.")
        .waitFor();
      await mum.getByLabel("Invitation code").fill(code);
      await mum.getByRole("button", { name: "Continue" }).click();
      await mum.getByText("Nobody else knows it, not even whoever invited you.").waitFor();
      await picture(mum, "accept");
      await mum.getByLabel("New password").fill("1234567890");
      await mum.getByRole("button", { name: "Set password and sign in" }).click();
      await mum.locator("#notices .note.danger").waitFor();
      await mum.getByLabel("New password").fill(OWN);
      await mum.getByRole("button", { name: "Set password and sign in" }).click();
      await mum.getByRole("heading", { level: 1 }).waitFor();
      assert.equal(new URL(mum.url()).pathname, "/");
      await mum.goto(`${origin}/invitation?code=${code}`);
      await mum.getByText("This invitation doesn’t work. Check the code, or ask for a new one.")
        .waitFor();
      await mum.goto(`${origin}/me`);
      await mum.getByText("This account belongs to Mum.").waitFor();
      await mum.locator(".own-consent").getByRole("button", { name: "Turn on" }).click();
      await mum.getByText("Reports may show the names now").waitFor();

      await admin.goto(`${origin}/accounts`);
      await admin.getByText("invitation accepted").waitFor();
      await admin.getByRole("link", { name: "mum", exact: true }).click();
      await admin.locator("#unfold-again summary").click();
      await admin.locator("#password-again").fill(PASSWORD);
      await picture(admin, "again");
      await admin.locator("#unfold-again").getByRole("button").click();
      const second = (await admin.locator("#invited output").innerText()).split("=")[1];
      await mum.goto(`${origin}/me`);
      await mum.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await mum.goto(`${origin}/invitation?code=${second}`);
      await mum.getByLabel("New password").fill(THIRD);
      await mum.getByRole("button", { name: "Set password and sign in" }).click();
      await mum.getByText(/Your account was reset by anna on/).waitFor();
      await mum.getByText("Your consent to detailed reports has ended").waitFor();
      await picture(mum, "told");
      await mum.getByRole("button", { name: "Got it" }).click();
      await mum.getByText(/Your account was reset by anna/).waitFor({ state: "detached" });
      await mum.goto(`${origin}/me`);
      await mum.locator(".own-consent").getByRole("button", { name: "Turn on" }).waitFor();
      const { text } = await scene.command("audit");
      assert.match(text, /account\.invite .*account=mum/);
      assert.match(text, /account\.accept .*account=mum/);
      assert.match(text, /consent\.end .*person=Mum/);
      assert.ok(!text.includes(code) && !text.includes(second), "a secret is in the log");
    }),
});
