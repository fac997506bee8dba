import assert from "node:assert/strict";
import { PAGES } from "../../ui/list.ts";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import {
  type Look,
  openWindow,
  SCHEMES,
  signIn,
  type Size,
  SIZES,
  type ViewedBox,
  withChromium,
} from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { pause } from "../support/whole_box.ts";
import { inspectWithoutScripts, serverTime, Visits } from "./inspection.ts";
import { known, type Place, placeOf, PLACES } from "./places.ts";

const ignore = needsTool("chromium");
const isLong = Deno.env.get("BOX_LONG") === "1";

/**
 * The looks of the quick run contain each size, scheme and language once; the long run uses all of
 * them.
 */
const LOOKS: readonly Look[] = isLong
  ? (Object.keys(SIZES) as Size[]).flatMap((size) =>
    SCHEMES.flatMap((scheme) => ["en", "de"].map((language) => ({ size, scheme, language })))
  )
  : [{ size: "desktop", scheme: "light", language: "en" }, {
    size: "phone",
    scheme: "dark",
    language: "de",
  }];

Deno.test("Every page of the interface has a place where it is inspected", () => {
  assert.deepEqual(PAGES.filter((page) => placeOf(page) === undefined).map(({ path }) => path), []);
});

/** The findings of axe-core; those in the frame of every page are reported once. */
function deduplicated(
  violated: readonly (readonly [violation: string, where: string])[],
): string[] {
  return [...Map.groupBy(violated, ([violation]) => violation)].map(([violation, all]) =>
    `${all[0][1]}${all.length > 1 ? ` and ${all.length - 1} more` : ""}: ${violation}`
  );
}

/** The problems of a box's pages in these looks; the long run prints the figures of each. */
async function problemsOf(
  seen: ViewedBox,
  places: readonly Place[],
  looks = LOOKS,
): Promise<readonly string[]> {
  return await withChromium(async (browser) => {
    const signed = await signIn(browser, seen);
    const found: string[] = [];
    const waiting = await known(places, signed);
    const violated: (readonly [violation: string, where: string])[] = [];
    const open = (look: Look, signedIn: boolean) =>
      openWindow(browser, seen, look, signedIn ? signed.cookies : undefined);
    // One window per look opens all pages, because a window costs more than four pages in it.
    const lookAt = async (look: Look, signedIn: boolean, some: readonly Place[]) => {
      const context = await open(look, signedIn);
      const visits = await Visits.begin(context, seen, look);
      for (const [at, place] of some.entries()) {
        const where = `${place.path} (${Object.values(look).join(", ")})`;
        // The box accepts 20 requests a second, so the quick run makes the first visit of each page
        // in one look only.
        const first = isLong || at % looks.length === looks.indexOf(look);
        const { problems, bytes } = await visits.inspect(place, first);
        found.push(...problems.map((problem) => `${where}: ${problem}`));
        // For the same reason axe-core inspects each page in one look only.
        if (first) {
          violated.push(
            ...(await visits.violations()).map((violation) => [violation, where] as const),
          );
        }
        if (isLong) {
          console.log(
            `${where}: ${bytes} bytes, ${(await serverTime(context, place)).toFixed(1)} ms`,
          );
        }
        if (isLong) await pause(1000);
      }
      await context.close();
    };
    const readAll = async (signedIn: boolean, some: readonly Place[]) => {
      const context = await open({ ...looks.at(-1)!, javaScript: false }, signedIn);
      const page = await context.newPage();
      for (const place of some) {
        const problems = await inspectWithoutScripts(page, place);
        found.push(...problems.map((problem) => `${place.path} (without scripts): ${problem}`));
      }
      await context.close();
    };
    for (const [signedIn, some] of Map.groupBy(waiting, (place) => place.signedIn)) {
      // Concurrently, because a page is mostly waiting; figures are taken without concurrency.
      const all = [
        ...looks.map((look) => () => lookAt(look, signedIn, some)),
        () => readAll(signedIn, some),
      ];
      if (isLong) { for (const one of all) await one(); }
      else await Promise.all(all.map((one) => one()));
    }
    return [...found.sort(), ...deduplicated(violated)];
  });
}

Deno.test({
  name:
    "Every page stays in its window, contacts no other host, passes axe-core and works without scripts",
  ignore,
  async fn() {
    const demo = await startDemo({
      ...QUIET_DEMO,
      days: isLong ? 30 : 2,
      hostile: true,
      rate: isLong ? 5 : 0,
    });
    try {
      assert.deepEqual(await problemsOf(demo, PLACES.filter(({ unfinished }) => !unfinished)), []);
    } finally {
      await demo.close();
    }
  },
});

Deno.test({
  name: "Every page of a box without traffic, and of the setup, passes the same checks",
  ignore,
  async fn() {
    // The quick run inspects the pages of the setup, which no other box shows.
    for (const unfinished of isLong ? [false, true] : [true]) {
      const places = PLACES.filter((place) => place.unfinished === unfinished && !place.ofData);
      if (places.length === 0) continue;
      const demo = await startDemo({ ...QUIET_DEMO, days: 0, unfinished });
      try {
        assert.deepEqual(await problemsOf(demo, places, isLong ? LOOKS : LOOKS.slice(1)), []);
      } finally {
        await demo.close();
      }
    }
  },
});
