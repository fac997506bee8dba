import assert from "node:assert/strict";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import { type Look, SCHEMES, type Seen, signIn, type Size, SIZES, windowOf, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { UNFOLD } from "./examine.ts";
import { known, type Place, PLACES } from "./places.ts";
import { violations } from "./violations.ts";

const ignore = needsTool("chromium");
const isLong = Deno.env.get("BOX_LONG") === "1";
const LOOKS: readonly Pick<Look, "size" | "scheme">[] = isLong
  ? (Object.keys(SIZES) as Size[]).flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme })))
  : [{ size: "desktop", scheme: "dark" }, { size: "phone", scheme: "light" }];

async function judged(seen: Seen, places: readonly Place[]): Promise<string[]> {
  return await withChromium(async (browser) => {
    const signed = await signIn(browser, seen), { cookies } = signed;
    const found: (readonly [violation: string, where: string])[] = [];
    const all = await known(places, signed);
    for (const [number, look] of LOOKS.entries()) {
      // The quick run looks at each page once, in one look or the other.
      const mine = all.filter((_, at) => isLong || at % LOOKS.length === number);
      for (const [signedIn, some] of Map.groupBy(mine, (place) => place.signedIn)) {
        const context = await windowOf(browser, seen, { ...look, language: "en" }, signedIn ? cookies : undefined);
        const page = await context.newPage();
        for (const { path } of some) {
          await page.goto(path, { waitUntil: "load" });
          await page.evaluate("document.fonts.ready.then(() => undefined)");
          await page.evaluate(UNFOLD);
          for (const violation of await violations(page)) {
            found.push([violation, `${path} (${look.size}, ${look.scheme})`]);
          }
        }
        await context.close();
      }
    }
    // What stands in the frame of every page is told once.
    return [...Map.groupBy(found, ([violation]) => violation)].map(([violation, all]) =>
      `${all[0][1]}${all.length > 1 ? ` and ${all.length - 1} more` : ""}: ${violation}`
    );
  });
}

Deno.test({
  name: "axe-core finds nothing on any page, with hostile names too",
  ignore,
  async fn() {
    const demo = await startDemo({ ...QUIET_DEMO, days: 2, hostile: true });
    try {
      assert.deepEqual(await judged(demo, PLACES.filter(({ unfinished }) => !unfinished)), []);
    } finally {
      await demo.close();
    }
  },
});

Deno.test({
  name: "axe-core finds nothing on the pages of the setup",
  ignore,
  async fn() {
    const places = PLACES.filter(({ unfinished }) => unfinished);
    if (places.length === 0) return;
    const demo = await startDemo({ ...QUIET_DEMO, days: 0, unfinished: true });
    try {
      assert.deepEqual(await judged(demo, places), []);
    } finally {
      await demo.close();
    }
  },
});
