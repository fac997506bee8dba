/** The findings of axe-core on a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** The rules of WCAG 2.2 A and AA, and the best practices of axe-core. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Waits in the page for every running animation that has an end. */
const TRANSITIONS_END = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)`;

/**
 * The findings of axe-core on the open page, one sentence each. It waits for the end of transitions:
 * a colour halfway between two others has no contrast of its own.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(TRANSITIONS_END);
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    `axe.run({ runOnly: ${
      JSON.stringify(RULES)
    }, resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  ) as axe.Result[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) =>
      `${id}, ${help}: ${html.slice(0, 160)} (${
        (failureSummary ?? "").replaceAll(/\s+/g, " ").slice(0, 220)
      })`
    )
  );
}
