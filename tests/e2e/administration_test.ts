import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertCount, poll } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { type Scene, WAIT } from "../support/whole_box.ts";
import { boxWith, sharedBox } from "./box_in_browser.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";
const OTHER = "velvet harbour stone";
const SECRET = "a-secret-of-the-hook";

const withBox = sharedBox(boxWith(PASSWORD, { anna: "full", ben: "readonly" }));

/** A box with anna, a signed-in administrator, and ben, who has read-only rights. */
async function withAnna(
  test: (page: Page, scene: Scene, origin: string) => Promise<void>,
  javaScriptEnabled = true,
): Promise<void> {
  await withBox(async ({ scene, browser }) => {
    const origin = `http://localhost:${scene.box.http}`;
    const context = await browser.newContext({ locale: "en-GB", javaScriptEnabled });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    await signIn(page, origin, "anna", PASSWORD);
    await page.getByRole("heading", { level: 1, name: "System" }).waitFor();
    await test(page, scene, origin);
  });
}

async function signIn(
  page: Page,
  origin: string,
  account: string,
  password: string,
): Promise<void> {
  await page.goto(`${origin}/sign-in?next=/system`);
  await page.getByLabel("Account").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

/** Accepts one request at a time and answers it. */
function hook(status: number): { url: string; bodies: string[]; close(): Promise<void> } {
  const bodies: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      bodies.push(await request.text());
      return new Response("taken", { status });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    bodies,
    close: () => server.shutdown(),
  };
}

Deno.test({
  name:
    "A webhook is added without JavaScript, tested, changed and removed, and its secret never shown",
  ignore,
  fn: async () => {
    const target = hook(200);
    try {
      await withAnna(async (page, _, origin) => {
        await page.goto(`${origin}/exports`);
        await page.getByRole("link", { name: "Webhook" }).click();
        await page.getByLabel("Name", { exact: true }).fill("Home <b>");
        await page.getByLabel("Address", { exact: true }).fill(target.url);
        await page.getByLabel("It is inside the network").check();
        await page.getByLabel("Secret", { exact: true }).fill(SECRET);
        await page.getByRole("button", { name: "Add target" }).click();
        await page.getByRole("button", { name: "Send a test to Home <b>" }).click();
        await page.getByText("The test arrived").waitFor();
        assert.ok(target.bodies.length > 0);

        await page.getByRole("link", { name: "Home <b>" }).click();
        await poll(async () => assert.ok(!(await page.content()).includes(SECRET)));
        await page.getByText("never shown again").waitFor();
        await page.getByRole("link", { name: "Choose kinds of alerts" }).click();
        await page.getByLabel(/^A new device is on the network/).check();
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("The target Home <b> is saved.").waitFor();
        await poll(async () =>
          assert.ok(await page.getByLabel(/^A new device is on the network/).isChecked())
        );
        await page.getByRole("button", { name: "Remove target" }).click();
        await page.getByText("No target yet").waitFor();
      }, false);
    } finally {
      await target.close();
    }
  },
});

Deno.test({
  name:
    "An account gets a new password and its sessions end; the last administrator cannot be demoted",
  ignore,
  fn: () =>
    withAnna(async (page, scene, origin) => {
      const { accounts } = await scene.service.call<{ accounts: { id: number; name: string }[] }>(
        "GET",
        "/api/v1/accounts",
      );
      const idOf = (name: string) => accounts.find((row) => row.name === name)!.id;
      await page.goto(`${origin}/accounts/${idOf("ben")}`);
      await page.locator("summary").getByText("Give a new password").click();
      await page.getByLabel("New password").fill(OTHER);
      await page.getByLabel("Your password").fill("not the one");
      await page.getByRole("button", { name: "Give a new password", exact: true }).click();
      await page.locator("#notices .note.danger").waitFor();
      // The form stays open, with the new password in it.
      await poll(async () =>
        assert.equal(await page.getByLabel("New password").inputValue(), OTHER)
      );
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Give a new password", exact: true }).click();
      await page.getByText("ben has a new password.").waitFor();

      const other = await page.context().browser()!.newContext({ locale: "en-GB" });
      const ben = await other.newPage();
      await signIn(ben, origin, "ben", OTHER);
      await ben.getByRole("heading", { level: 1, name: "System" }).waitFor();
      await poll(async () =>
        assert.equal(await ben.getByRole("button", { name: "Run now" }).count(), 0)
      );
      await page.reload();
      await page.getByRole("button", { name: "End all sessions" }).click();
      await page.getByText("The sessions of ben have ended.").waitFor();
      await ben.reload();
      await ben.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();

      await page.goto(`${origin}/accounts/${idOf("anna")}`);
      await page.getByText("This is the only account that may do everything").first().waitFor();
      await poll(async () =>
        assert.equal(await page.getByRole("button", { name: "Remove account" }).count(), 0)
      );
    }),
});

Deno.test({
  name: "Maintenance asks for the password, a task is run manually, and the log names the account",
  ignore,
  fn: () =>
    withAnna(async (page, _, origin) => {
      await page.getByRole("button", { name: "Run now: Tidy up sessions" }).click();
      await page.getByText("“Tidy up sessions” has begun.").waitFor();
      await page.locator("summary").getByText("Delete the query log").click();
      await page.locator("#password-logs").fill(PASSWORD);
      await page.getByRole("button", { name: "Delete the query log", exact: true }).click();
      await page.getByRole("dialog").getByText("deleted for good").waitFor();
      await page.keyboard.press("Escape");
      await poll(async () =>
        assert.equal(await page.getByText("The query log is empty.").count(), 0)
      );
      await page.getByRole("button", { name: "Delete the query log", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the query log" }).click();
      await page.getByText("The query log is empty.").waitFor();

      await page.goto(`${origin}/audit?who=anna&about=maintenance`);
      await page.getByText("Deleted the query log").waitFor();
      await assertCount(page.locator("#entries tr"), 1);
      await page.getByRole("link", { name: "Show everything" }).click();
      await page.getByText("Ran the task “Tidy up sessions” by hand").waitFor();
    }),
});
