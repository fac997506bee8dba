import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { assertCount, poll } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { boxWith, sharedBox } from "./box_in_browser.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";
const OTHER = "seven silver herrings";

/** A box with an administrator, for each test or for tests that do not disturb each other. */
const withBox = boxWith(PASSWORD, { anna: "full" });
const withSharedBox = sharedBox(withBox);

/** The page of the own account, signed in. */
async function withAccount(
  test: (page: Page, origin: string) => Promise<void>,
  box = withSharedBox,
): Promise<void> {
  await box(async ({ scene, browser }) => {
    const page = await (await browser.newContext({ locale: "en" })).newPage();
    const origin = `http://localhost:${scene.box.http}`;
    page.setDefaultTimeout(WAIT);
    await signIn(page, `${origin}/me`, PASSWORD);
    await page.getByRole("heading", { name: "My account" }).waitFor();
    await test(page, origin);
  });
}

async function signIn(page: Page, address: string, password: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel("Account").fill("anna");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

/** The code of an authenticator app for a secret in base32 (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret.replaceAll(" ", "")].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("");
  const key = Uint8Array.from(bits.match(/.{8}/g)!, (byte) => parseInt(byte, 2));
  const step = new DataView(new ArrayBuffer(8));
  step.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(new Uint8Array(step.buffer)).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

Deno.test({
  name:
    "An authenticator app is set up on the page of the account, after a wrong code, and removed again",
  ignore,
  fn: () =>
    withAccount(async (page) => {
      await page.getByText("Set up the app").first().click();
      await page.locator("#totp-begin-password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByAltText("QR code for the authenticator app").waitFor();
      const secret = await page.locator(".factor output").innerText();
      assert.match(secret, /^[A-Z2-7 ]{32,}$/);
      await page.getByLabel("Code of the app").fill("12");
      await page.keyboard.press("Enter");
      await page.locator("#notices").getByText(/The code is not right/).waitFor();
      await poll(async () => assert.ok(!(await page.content()).includes(secret)));
      await page.getByLabel("Code of the app").fill(codeOf(secret));
      await page.keyboard.press("Enter");
      await page.getByText(/Write these codes down/).waitFor();
      await assertCount(page.locator(".codes li"), 10);
      await page.getByText(/On since/).waitFor();
      await page.reload();
      await poll(async () => assert.equal(await page.locator(".codes").count(), 0));
      await page.getByText("10 codes are left.").waitFor();
      await page.getByText("Turn off").first().click();
      await page.locator("#totp-end-password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText("The authenticator app is off.").waitFor();
    }),
});

Deno.test({
  name: "A token is shown once, authenticates requests, and is refused once revoked",
  ignore,
  fn: () =>
    withAccount(async (page, origin) => {
      await page.locator("#tokens summary").click();
      await page.getByLabel("What it is for").fill("Graphs <b>");
      await page.getByLabel("Queries and alerts: read").check();
      await page.locator("#tokens").getByRole("button", { name: "Make a token" }).click();
      const secret = await page.locator("#tokens .codes output").innerText();
      const ask = async (path: string) => {
        const answer = await fetch(`${origin}${path}`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        await answer.body?.cancel();
        return answer.status;
      };
      assert.deepEqual([await ask("/api/v1/alerts"), await ask("/api/v1/accounts")], [200, 403]);
      await page.reload();
      await poll(async () => assert.ok(!(await page.content()).includes(secret)));
      await page.getByRole("button", { name: "Revoke: Graphs <b>" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("The token Graphs <b> no longer works.").waitFor();
      assert.equal(await ask("/api/v1/alerts"), 401);
    }),
});

Deno.test({
  name:
    "Language and password are changed on the page of the account, which signs the other devices out",
  ignore,
  fn: () =>
    withAccount(async (page, origin) => {
      const other = await (await page.context().browser()!.newContext({ locale: "en" })).newPage();
      await signIn(other, `${origin}/me`, PASSWORD);
      await other.getByRole("heading", { name: "My account" }).waitFor();
      await page.getByLabel("Current password").fill("not the one at all");
      await page.getByLabel("New password").fill(OTHER);
      await page.keyboard.press("Enter");
      await page.getByText("The password given to confirm it is not right").waitFor();
      await poll(async () => assert.ok(!(await page.content()).includes(OTHER)));
      await page.getByLabel("Current password").fill(PASSWORD);
      await page.getByLabel("New password").fill(OTHER);
      await page.keyboard.press("Enter");
      await page.getByText("The password is changed.").waitFor();
      await other.reload();
      await other.getByRole("heading", { name: "Sign in" }).waitFor();
      await page.getByLabel("Language").selectOption("pt");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "A minha conta" }).waitFor();
      await other.context().close();
    }, withBox),
});
