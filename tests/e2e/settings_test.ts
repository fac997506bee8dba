import assert from "node:assert/strict";
import { poll } from "../support/looking.ts";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { type BoxInBrowser, boxWith, sharedBox } from "./box_in_browser.ts";
import { focused, heldBy, tabTo } from "./setup_scene.ts";

const ignore = needsTool("chromium");
const PASSWORD = "gravel ocean tulip";
const OTHER = "velvet harbour stone";
const KEPT = "How long it is kept";

/** What a test of the administration pages uses. */
interface Office extends BoxInBrowser {
  readonly origin: string;
  /** A separate browser, signed in. */
  open(account: string, password: string, options?: BrowserContextOptions): Promise<Page>;
  /** The current settings, by key. */
  held(): Promise<Awaited<ReturnType<typeof heldBy>>["values"]>;
}

/** A box with the administrators anna and bert. */
async function withOffice(test: (office: Office) => Promise<void>): Promise<void> {
  await boxWith(PASSWORD, { anna: "full", bert: "full" })(({ scene, browser }) => {
    const origin = `http://localhost:${scene.box.http}`;
    return test({
      scene,
      browser,
      origin,
      open: (account, password, options) =>
        signedIn(browser, origin, { account, password }, options),
      held: async () => (await heldBy(scene)).values,
    });
  });
}

/** One office for tests that do not disturb each other. */
const withSharedOffice = sharedBox(withOffice);

async function signedIn(
  browser: Browser,
  origin: string,
  { account, password }: { account: string; password: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  await page.goto(`${origin}/sign-in?next=/settings`);
  await page.getByLabel("Account").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  return page;
}

const saveOf = (page: Page, card: string) => page.locator(`#save-${card}`);
const saved = (page: Page) => page.getByText("The settings are saved.").waitFor();

Deno.test({
  name: "A setting is changed with the mouse, undone, and reset to its default",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open, held }) => {
      const page = await open("anna", PASSWORD);
      await page.getByLabel(KEPT, { exact: true }).fill("30");
      await page.getByLabel("Without its end").check();
      await saveOf(page, "log").click();
      await saved(page);
      assert.deepEqual([(await held()).journal_days, (await held()).anonymize_clients], [
        30,
        "prefix",
      ]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
      assert.deepEqual([(await held()).journal_days, (await held()).anonymize_clients], [
        90,
        "off",
      ]);

      await page.getByLabel(KEPT, { exact: true }).fill("45");
      await page.getByLabel("Time zone").fill("Europe/Par");
      await page.locator("#setting-blocked_response select").selectOption("refused");
      await saveOf(page, "log").click();
      await page.getByText("Changed by anna").waitFor();
      // Input in other cards is kept meanwhile.
      await poll(async () =>
        assert.equal(await page.getByLabel("Time zone").inputValue(), "Europe/Par")
      );
      await poll(async () =>
        assert.equal(await page.locator("#setting-blocked_response select").inputValue(), "refused")
      );
      await page.getByRole("button", { name: `${KEPT}: reset to default, 90 days` }).click();
      await page.getByText(`${KEPT} is back to its default.`).waitFor();
      assert.equal((await held()).journal_days, 90);
      // A setting fixed at the start of the box says so, and cannot be changed.
      await page.getByText("This machine").click();
      await poll(async () => assert.ok(await page.getByLabel("DNS addresses").isDisabled()));
      await page.locator("#setting-dns_listen").getByText("--dns-listen").waitFor();
    }),
});

Deno.test({
  name: "A setting is found and changed with the keyboard alone",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open, held }) => {
      const page = await open("anna", PASSWORD);
      await tabTo(page, "Search settings");
      await page.keyboard.type("unicorn");
      await page.keyboard.press("Enter");
      await page.getByText("No setting matches").waitFor();
      await tabTo(page, "Search settings");
      await page.keyboard.press("Control+A");
      await page.keyboard.type("refreshes list");
      await page.keyboard.press("Enter");
      await page.getByText("1 setting matches").waitFor();
      await tabTo(page, "Time between refreshes of a list");
      await page.keyboard.press("Control+A");
      await page.keyboard.type("6");
      await tabTo(page, "Save");
      await page.keyboard.press("Enter");
      await saved(page);
      assert.equal((await held()).list_refresh_hours, 6);
      await poll(async () => assert.equal(await focused(page), "Save"));
    }),
});

Deno.test({
  name: "Settings are changed without JavaScript, and the folded card stays open",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open, held }) => {
      const page = await open("anna", PASSWORD, { javaScriptEnabled: false });
      await page.getByText("Answer cache").click();
      await page.getByLabel("Size of the cache", { exact: true }).selectOption({ label: "16 MiB" });
      await page.getByLabel("Refresh popular answers early").uncheck();
      await saveOf(page, "cache").click();
      await saved(page);
      await poll(async () =>
        assert.ok(await page.getByLabel("Size of the cache", { exact: true }).isVisible())
      );
      assert.deepEqual([(await held()).cache_size, (await held()).cache_prefetch], [
        16 * 1024 * 1024,
        false,
      ]);
    }),
});

Deno.test({
  name:
    "Of two who change the same setting, the second sees the first one's value, and keeps their own input",
  ignore,
  fn: () =>
    withOffice(async ({ open, held }) => {
      const anna = await open("anna", PASSWORD);
      const bert = await open("bert", PASSWORD);
      await anna.getByLabel(KEPT, { exact: true }).fill("30");
      await saveOf(anna, "log").click();
      await saved(anna);
      await bert.getByLabel(KEPT, { exact: true }).fill("60");
      await saveOf(bert, "log").click();
      await bert.getByText(`anna changed “${KEPT}” meanwhile; it is 30 days now.`).waitFor();
      await poll(async () =>
        assert.deepEqual([
          await bert.getByLabel(KEPT, { exact: true }).inputValue(),
          (await held()).journal_days,
        ], [
          "60",
          30,
        ])
      );
      await saveOf(bert, "log").click();
      await saved(bert);
      // Anna's page is outdated by now: what she did not change stays as Bert chose it.
      await anna.getByLabel("No address").check();
      await saveOf(anna, "log").click();
      await anna.getByText("Changed by bert").waitFor();
      assert.deepEqual([(await held()).journal_days, (await held()).anonymize_clients], [
        60,
        "all",
      ]);
    }),
});

Deno.test({
  name: "A refused value is kept with the allowed values beside it, in the language of the page",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open, origin, held }) => {
      const page = await open("anna", PASSWORD);
      await page.getByLabel(KEPT, { exact: true }).fill("99999");
      await page.getByLabel("No address").check();
      await saveOf(page, "log").click();
      await page.getByText("Enter a whole number from 1 to 3,650.").waitFor();
      await poll(async () =>
        assert.equal(await page.getByLabel(KEPT, { exact: true }).inputValue(), "99999")
      );
      await poll(async () =>
        assert.equal(
          await page.getByLabel(KEPT, { exact: true }).getAttribute("aria-invalid"),
          "true",
        )
      );
      await poll(async () => assert.ok(await page.getByLabel("No address").isChecked()));
      assert.equal((await held()).anonymize_clients, "off");

      await page.goto(`${origin}/settings?lang=de&open=network`);
      await page.getByLabel("Netze, die fragen dürfen").fill("private\nnonsense");
      await saveOf(page, "network").click();
      await page.getByText("Jede Zeile muss ein Bereich sein").waitFor();
      await poll(async () =>
        assert.equal(
          await page.getByLabel("Netze, die fragen dürfen").inputValue(),
          "private\nnonsense",
        )
      );
    }),
});

Deno.test({
  name: "A setting that needs a restart says so, and is active after a restart from the page",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open }) => {
      const page = await open("anna", PASSWORD);
      await page.getByLabel("Name of the box", { exact: true }).fill("pantry");
      await saveOf(page, "box").click();
      await page.getByText(
        "These settings take effect once the box has restarted: Name of the box.",
      ).waitFor();
      await page.locator("#setting-box_name").getByText("Waiting for a restart").waitFor();
      await page.getByRole("link", { name: "Restart…" }).click();
      await page.getByRole("heading", { level: 1, name: "System" }).waitFor();
      const form = page.locator("#power details[open]");
      await form.getByLabel("Your password").fill("not the one");
      await form.getByRole("button", { name: "Restart the box" }).click();
      await page.locator("#notices .note.danger").waitFor();
      await page.goto(page.url());
      await form.getByLabel("Your password").fill(PASSWORD);
      await form.getByRole("button", { name: "Restart the box" }).click();
      await page.getByText("The box is back.").waitFor();
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await poll(async () =>
        assert.equal(
          await page.getByLabel("Name of the box", { exact: true }).inputValue(),
          "pantry",
        )
      );
      await poll(async () =>
        assert.equal(await page.getByText("Waiting for a restart").count(), 0)
      );
    }),
});

Deno.test({
  name: "A new account signs in with its chosen rights, and sees only the pages of those",
  ignore,
  fn: () =>
    withSharedOffice(async ({ open, origin }) => {
      const anna = await open("anna", PASSWORD);
      await anna.getByRole("link", { name: "Accounts" }).click();
      await anna.getByRole("link", { name: "Add account" }).click();
      await anna.getByLabel("Name", { exact: true }).fill("ben <b>");
      await anna.getByLabel("Password", { exact: true }).fill(OTHER);
      await anna.getByLabel("Everyday").check();
      await poll(async () => assert.equal(await anna.getByText("See backups").count(), 0));
      await anna.getByRole("button", { name: "Add account" }).click();
      await anna.getByRole("link", { name: "ben <b>" }).waitFor();

      const ben = await open("ben <b>", OTHER);
      const links = ben.locator(".areas a");
      const names = (await links.allInnerTexts()).map((text) => text.split("\n")[0]);
      assert.ok(names.includes("System") && !names.includes("Accounts"), names.join(", "));
      await poll(async () =>
        assert.equal(await ben.getByRole("button", { name: "Save" }).count(), 0)
      );
      await ben.getByText("You can read the settings").waitFor();
      assert.equal((await ben.goto(`${origin}/accounts`))!.status(), 403);

      await anna.getByRole("link", { name: "ben <b>" }).click();
      await anna.getByLabel("Member of the household").check();
      await anna.getByLabel("Everyday").waitFor({ state: "hidden" });
      await anna.locator("#save-role").click();
      await anna.getByText("The account ben <b> is changed.").waitFor();
      assert.equal((await ben.goto(`${origin}/settings`))!.status(), 403);
      await anna.goto(`${origin}/audit`);
      await anna.getByText("Changed the account ben <b>").first().waitFor();
    }),
});
