import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import { signIn, windowOf, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { FOCUSED, REACHABLE } from "./examine.ts";
import { known, PLACES } from "./places.ts";

const ignore = needsTool("chromium");
/** Steps by the key at most; a page with more is not walked to its end. */
const STEPS = Deno.env.get("BOX_LONG") === "1" ? 600 : 80;

interface Focused {
  readonly at: number;
  readonly told: string;
}

/** Walks through a page by Tab; what cannot be seen or reached. */
async function walked(page: Page): Promise<string[]> {
  const problems: string[] = [], reached = new Set<number>();
  // The focus may begin in the middle of the page: past the end it goes on at the beginning.
  for (let step = 0, ends = 0, last = -1; step < STEPS && ends < 2; step++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(`(${FOCUSED})()`) as Focused & { shown: boolean; inWindow: boolean } | null;
    if (focused === null) {
      ends++;
      continue;
    }
    // A date is typed in several stops, of which each is the same element.
    if (focused.at === last) continue;
    if (reached.has(focused.at)) break;
    last = focused.at;
    reached.add(focused.at);
    if (!focused.shown) problems.push(`The focus is not to be seen: ${focused.told}`);
    if (!focused.inWindow) problems.push(`The focus is beside the window: ${focused.told}`);
  }
  if (reached.size >= STEPS) return problems;
  const wanted = await page.evaluate(`(${REACHABLE})()`) as Focused[];
  return [...problems, ...wanted.filter(({ at }) => !reached.has(at)).map(({ told }) => `No key leads to it: ${told}`)];
}

/** What moves on a page that is open. */
async function moving(page: Page): Promise<string[]> {
  const moving = await page.evaluate("document.getAnimations().map(({ effect }) => effect?.target?.outerHTML ?? '')");
  return (moving as string[]).map((what) => `It moves all the same: ${what.slice(0, 140)}`);
}

Deno.test({
  name: "the keyboard reaches everything on every page, the focus is always seen, and nothing moves for who wants rest",
  ignore,
  async fn() {
    const demo = await startDemo({ ...QUIET_DEMO, days: 2 });
    try {
      await withChromium(async (browser) => {
        const look = { size: "desktop", scheme: "light", language: "en", calm: true } as const;
        const signed = await signIn(browser, demo), { cookies } = signed, found: string[] = [];
        const places = PLACES.filter(({ unfinished }) => !unfinished);
        for (const [signedIn, some] of Map.groupBy(await known(places, signed), (place) => place.signedIn)) {
          const context = await windowOf(browser, demo, look, signedIn ? cookies : undefined);
          const page = await context.newPage();
          for (const { path } of some) {
            await page.goto(path, { waitUntil: "load" });
            const problems = await moving(page);
            problems.push(...await walked(page));
            found.push(...problems.map((problem) => `${path}: ${problem}`));
          }
          await context.close();
        }
        assert.deepEqual(found, []);
      });
    } finally {
      await demo.close();
    }
  },
});
