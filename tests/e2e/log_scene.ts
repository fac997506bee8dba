/** A box with a household and a list, for tests of its log in a browser. */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { askOnce } from "../support/box_process.ts";
import { ListServer } from "../support/list_server.ts";
import { type Look, openWindow, signIn, type ViewedBox, withChromium } from "../support/looking.ts";
import { readMessage } from "../support/message_text.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

/** The blocked names of the scene's list, each with its subdomains. */
export const BLOCKED = ["tracker.example", "ads.example"];
/** The upstream's address for every name. */
export const ADDRESS = "192.0.2.9";
const PASSWORD = "a long way to tipperary";

/** What a test gets. */
export interface LogScene {
  readonly scene: Scene;
  readonly browser: Browser;
  /** Opens a signed-in window. */
  open(look: Look): Promise<Page>;
  /** Queries the box over UDP; the first address of the answer, "" = none. */
  asks(name: string): Promise<string>;
  /** Queries names and waits until the log has the last of them. */
  logs(...names: readonly string[]): Promise<void>;
}

/** Starts a box with a finished setup, a blocking list and a browser, and cleans up afterwards. */
export async function withLog(test: (scene: LogScene) => Promise<void>): Promise<void> {
  const server = new ListServer();
  server.text = BLOCKED.map((name) => `||${name}^\n`).join("");
  try {
    await Scene.run({ flags: ["--lists-allow-private=on", "--rate-limit=0"] }, async (scene) => {
      await finishSetup(scene, server.url("/good"));
      const seen = () => ({
        url: `http://127.0.0.1:${scene.box.http}`,
        account: "anna",
        password: PASSWORD,
      });
      await withChromium(async (browser) => {
        const { cookies } = await signIn(browser, seen());
        await test({
          scene,
          browser,
          asks: (name) => addressOf(scene, name),
          logs: (...names) => logged(scene, names),
          open: async (look) =>
            (await openWindow(browser, seen() satisfies ViewedBox, look, cookies)).newPage(),
        });
      });
    });
  } finally {
    await server.close();
  }
}

async function finishSetup({ service }: Scene, list: string): Promise<void> {
  const account = { name: "anna", password: PASSWORD };
  const terms = {
    accept_terms: true,
    terms_version: "2026-10-13",
    telemetry: false,
    country: "FR",
    lists: [],
  };
  await service.call("POST", "/api/v1/setup", { body: { account, ...terms } });
  // Alerts about this machine's own network from before the setup are not under test.
  await service.call("POST", "/api/v1/alerts/acknowledge", { body: { all: true } });
  await service.call("POST", "/api/v1/lists", {
    body: { url: list, name: "Trackers", category: "ads" },
  });
}

async function addressOf({ box }: Scene, name: string): Promise<string> {
  const answer = await askOnce(box.port, name);
  return answer === undefined ? "" : readMessage(answer).answer[0]?.data ?? "";
}

async function logged(scene: Scene, names: readonly string[]): Promise<void> {
  for (const name of names) await addressOf(scene, name);
  const query = { name: `=${names.at(-1)}`, limit: 1 };
  const isLogged = await within(WAIT, async () => {
    const { entries } = await scene.service.call<{ entries: unknown[] }>("GET", "/api/v1/queries", {
      query,
    });
    return entries.length > 0;
  });
  assert.ok(isLogged, `${names.at(-1)} is not in the log`);
}

/**
 * Waits until a name gets an address, because rules are published a moment after they are written.
 */
export async function comesTo({ asks }: LogScene, name: string, address: string): Promise<boolean> {
  return await within(WAIT, async () => await asks(name) === address);
}

/** Saves a screenshot in the folder of BOX_SCREENSHOTS, if set. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("BOX_SCREENSHOTS");
  if (folder === undefined) return;
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
}
