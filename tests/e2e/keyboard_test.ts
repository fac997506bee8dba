import assert from "node:assert/strict";
import type { CDPSession, Page } from "playwright-core";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import { openWindow, signIn, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { FOCUSED, REACHABLE } from "./examine.ts";
import { known, PLACES } from "./places.ts";

const ignore = needsTool("chromium");
/** Maximum number of key presses; the rest of a longer page is not visited. */
const STEPS = Deno.env.get("BOX_LONG") === "1" ? 600 : 80;
/** Presses sent without waiting for each. */
const STRIDE = 20;

interface Focused {
  readonly at: number;
  readonly markup: string;
}

interface Focus extends Focused {
  readonly shown: boolean;
  readonly inWindow: boolean;
}

/** Records in the page where each key press leads; runs before anything else. */
const WATCH =
  `globalThis.__walked = []; addEventListener("keyup", () => __walked.push((${FOCUSED})()), true);`;

/**
 * Presses Tab a number of times without waiting for each; returns the focused element after each
 * press.
 */
async function pressed(page: Page, tools: CDPSession, times: number): Promise<(Focus | null)[]> {
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, () => [
    tools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab }),
    tools.send("Input.dispatchKeyEvent", { type: "keyUp", ...tab }),
  ]);
  await Promise.all(presses.flat());
  const walked = await page.evaluate("__walked.splice(0)") as (Focus | null)[];
  assert.equal(walked.length, times);
  return walked;
}

/** Visits a page with Tab; returns what is invisible or unreachable. */
async function walked(page: Page, tools: CDPSession): Promise<string[]> {
  const problems: string[] = [];
  const reached = new Set<number>();
  // The focus may start in the middle of the page: after the end it continues at the beginning.
  let ends = 0;
  let last = -1;
  let over = false;
  for (let step = 0; step < STEPS && !over; step += STRIDE) {
    for (const focus of await pressed(page, tools, STRIDE)) {
      if (focus === null) ends++;
      over ||= ends === 2 || focus !== null && focus.at !== last && reached.has(focus.at);
      // A date field has several stops, all on the same element.
      if (over || focus === null || focus.at === last) continue;
      last = focus.at;
      reached.add(focus.at);
      if (!focus.shown) problems.push(`The focus is not to be seen: ${focus.markup}`);
      if (!focus.inWindow) problems.push(`The focus is beside the window: ${focus.markup}`);
    }
  }
  if (!over) return problems;
  const wanted = await page.evaluate(`(${REACHABLE})()`) as Focused[];
  return [
    ...problems,
    ...wanted.filter(({ at }) => !reached.has(at)).map(({ markup }) =>
      `No key leads to it: ${markup}`
    ),
  ];
}

/** The moving elements of an open page. */
async function moving(page: Page): Promise<string[]> {
  const moving = await page.evaluate(
    "document.getAnimations().map(({ effect }) => effect?.target?.outerHTML ?? '')",
  );
  return (moving as string[]).map((what) => `It moves all the same: ${what.slice(0, 140)}`);
}

Deno.test({
  name: "The keyboard reaches everything on every page with a visible focus and reduced motion",
  ignore,
  async fn() {
    const demo = await startDemo({ ...QUIET_DEMO, days: 2 });
    try {
      await withChromium(async (browser) => {
        const look = { size: "desktop", scheme: "light", language: "en", calm: true } as const;
        const signed = await signIn(browser, demo);
        const { cookies } = signed;
        const found: string[] = [];
        const places = PLACES.filter(({ unfinished }) => !unfinished);
        for (
          const [signedIn, some] of Map.groupBy(
            await known(places, signed),
            (place) => place.signedIn,
          )
        ) {
          const context = await openWindow(browser, demo, look, signedIn ? cookies : undefined);
          const page = await context.newPage();
          const tools = await context.newCDPSession(page);
          await page.addInitScript(WATCH);
          for (const { path } of some) {
            await page.goto(path, { waitUntil: "load" });
            const problems = await moving(page);
            problems.push(...await walked(page, tools));
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
