/** The findings of axe-core on a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** The rules of WCAG 2.2 A and AA, and the best practices of axe-core. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The findings of axe-core on the open page, one sentence each. */
export async function violations(page: Page): Promise<string[]> {
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
