/** A new box opened in a browser, with a picture of each step. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { withChromium } from "../support/looking.ts";
import { Scene, WAIT } from "../support/whole_box.ts";

/** What a test of the setup uses. */
export interface NewBox {
  readonly page: Page;
  readonly scene: Scene;
  readonly origin: string;
  /** Takes a screenshot, with a number before its name. */
  picture(name: string): Promise<void>;
  /** Another browser at the same box, without a session. */
  elsewhere<T>(look: (page: Page) => Promise<T>): Promise<T>;
}

/**
 * Starts a new box and opens a browser; `BOX_SCREENSHOTS` names a folder where the pictures stay.
 */
export async function withNewBox(
  name: string,
  options: BrowserContextOptions,
  test: (box: NewBox) => Promise<void>,
): Promise<void> {
  const configuredFolder = Deno.env.get("BOX_SCREENSHOTS");
  const folder = configuredFolder ?? await Deno.makeTempDir();
  let pictures = 0;
  try {
    await Scene.run({}, (scene) =>
      withChromium(async (browser) => {
        const origin = `http://localhost:${scene.box.http}`;
        const context = await browser.newContext(options);
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT);
        const picture = async (what: string) => {
          const number = String(++pictures).padStart(2, "0");
          await page.screenshot({
            path: `${folder}/${name}-${number}-${what}.png`,
            animations: "disabled",
          });
        };
        const elsewhere = async <T>(look: (page: Page) => Promise<T>) => {
          const other = await browser.newContext(options);
          try {
            return await look(await other.newPage());
          } finally {
            await other.close();
          }
        };
        await test({ page, scene, origin, picture, elsewhere });
      }));
  } finally {
    if (configuredFolder === undefined) await Deno.remove(folder, { recursive: true });
  }
}

/**
 * The focused element as screen readers announce it: its label, else its text; undefined = none.
 */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(`(() => {
    const at = document.activeElement;
    return (at.labels?.[0] ?? at).innerText.trim() + (at.getAttribute("aria-label") ?? "");
  })()`) as string;
}

/** Presses Tab until an element with this text has the focus. Throws after 40 presses. */
export async function tabTo(page: Page, words: string): Promise<void> {
  const passed: string[] = [];
  for (let times = 0; times < 40; times++) {
    await page.keyboard.press("Tab");
    const here = await focused(page);
    if (here.startsWith(words)) return;
    passed.push(here.slice(0, 30));
  }
  throw new Error(`The keyboard does not come to: ${words} (${passed.join(", ")})`);
}

/** The settings of a box by key, and its accounts, over the local socket. */
export async function heldBy(scene: Scene) {
  const { settings } = await scene.service.call<{ settings: { key: string; value: unknown }[] }>(
    "GET",
    "/api/v1/settings",
  );
  const { accounts } = await scene.service.call<{ accounts: { name: string; language: string }[] }>(
    "GET",
    "/api/v1/accounts",
  );
  const { lists } = await scene.service.call<{ lists: { name: string }[] }>("GET", "/api/v1/lists");
  return {
    values: Object.fromEntries(settings.map(({ key, value }) => [key, value])),
    accounts: accounts.map(({ name, language }) => [name, language]),
    lists: lists.map(({ name }) => name),
  };
}
