import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import { openWindow, type SignedIn, signIn, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { keep } from "./log_scene.ts";

const ignore = needsTool("chromium");
/** Parts of the demonstration's hostile names, which must always be shown as text. */
const TRAPS = [
  "<script>",
  "onerror=",
  "{{7*7}}",
  "javascript:",
  '"quoted',
  "\\027[31m",
  "\\226\\128\\174",
  "ccccccc",
];

/** The effect of a trap on the open page, and whether the page stays in its window. */
async function made(page: Page): Promise<string[]> {
  return await page.evaluate(`(() => {
    const problems = [], root = document.documentElement;
    for (const element of document.querySelectorAll("main script, main img, main iframe, main b > b, main [onerror], main a[href^='javascript']")) {
      problems.push("There is an element that nobody wrote: " + element.outerHTML.slice(0, 120));
    }
    if (root.scrollWidth > root.clientWidth) problems.push("It is " + root.scrollWidth + " pixels wide in " + root.clientWidth);
    if (/[\\u0000-\\u0008\\u000b-\\u001f\\u202a-\\u202e\\u2066-\\u2069]/.test(root.innerText)) problems.push("A control character is shown");
    return problems;
  })()`) as string[];
}

/** The newest query whose name contains a part, "" = none. */
async function queryWith({ get }: SignedIn, part: string): Promise<string> {
  const { entries } = await get(`/api/v1/queries?limit=1&name=${encodeURIComponent(part)}`) as {
    entries: { id: number }[];
  };
  return entries.length === 0 ? "" : String(entries[0].id);
}

Deno.test({
  name:
    "Names full of markup, symbols and control characters are shown as text everywhere, on a phone too",
  ignore,
  async fn() {
    const demo = await startDemo({ ...QUIET_DEMO, days: 2, hostile: true });
    try {
      await withChromium(async (browser) => {
        const signedIn = await signIn(browser, demo);
        const found: string[] = [];
        let visited = 0;
        const context = await openWindow(
          browser,
          demo,
          { size: "phone", scheme: "dark", language: "pt" },
          signedIn.cookies,
        );
        const page = await context.newPage();
        page.on("dialog", (dialog) => {
          found.push(`A dialog opened: ${dialog.message()}`);
          void dialog.dismiss();
        });
        page.on("pageerror", ({ message }) => found.push(`A script failed: ${message}`));
        for (const [at, trap] of TRAPS.entries()) {
          const id = await queryWith(signedIn, trap);
          const searched = `/queries?name=${encodeURIComponent(trap)}`;
          if (id === "") continue;
          visited++;
          for (
            const path of [searched, `/queries/${id}`, `/rules?name=${encodeURIComponent(trap)}`]
          ) {
            await page.goto(path);
            found.push(...(await made(page)).map((problem) => `${path}: ${problem}`));
          }
          await page.goto(searched);
          await page.locator("a[data-why]").first().click();
          await page.locator("#why").waitFor();
          found.push(...(await made(page)).map((problem) => `Why, ${trap}: ${problem}`));
          await keep(page, `hostile-${at}`);
          await page.goto(
            `/check?name=${encodeURIComponent(trap)}.example&as=${encodeURIComponent(trap)}`,
          );
          await page.locator("#notices .note").waitFor();
          found.push(...(await made(page)).map((problem) => `Check, ${trap}: ${problem}`));
        }
        assert.deepEqual(found, []);
        // Not all of them were queried in the two days.
        assert.ok(visited >= 5, `Traps that the demonstration set: ${visited}`);
      });
    } finally {
      await demo.close();
    }
  },
});
