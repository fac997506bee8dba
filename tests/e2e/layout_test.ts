import assert from "node:assert/strict";
import { PAGES } from "../../ui/list.ts";
import { QUIET_DEMO, startDemo } from "../demo/start.ts";
import { type Look, SCHEMES, type Seen, signIn, type Size, SIZES, windowOf, withChromium } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { inspect, readWithoutScripts, serverTime } from "./inspection.ts";
import { known, type Place, placeOf, PLACES } from "./places.ts";

const ignore = needsTool("chromium");
const isLong = Deno.env.get("BOX_LONG") === "1";

/** The looks of the quick run hold each size, scheme and language once; the long run takes all of them. */
const LOOKS: readonly Look[] = isLong
  ? (Object.keys(SIZES) as Size[]).flatMap((size) =>
    SCHEMES.flatMap((scheme) => ["en", "de"].map((language) => ({ size, scheme, language })))
  )
  : [{ size: "desktop", scheme: "light", language: "en" }, { size: "phone", scheme: "dark", language: "de" }];

Deno.test("every page of the interface has a place where it is looked at", () => {
  assert.deepEqual(PAGES.filter((page) => placeOf(page) === undefined).map(({ path }) => path), []);
});

/** What is wrong with pages of a box, in these looks; the figures of each are printed by the long run. */
async function judged(seen: Seen, places: readonly Place[], looks = LOOKS): Promise<readonly string[]> {
  return await withChromium(async (browser) => {
    const signed = await signIn(browser, seen), { cookies } = signed, found: string[] = [];
    const judge = async (place: Place) => {
      const open = (look: Look) => windowOf(browser, seen, look, place.signedIn ? cookies : undefined);
      for (const look of looks) {
        const context = await open(look), where = `${place.path} (${Object.values(look).join(", ")})`;
        const { problems, octets } = await inspect(context, seen, place, look);
        found.push(...problems.map((problem) => `${where}: ${problem}`));
        if (isLong) console.log(`${where}: ${octets} octets, ${(await serverTime(context, place)).toFixed(1)} ms`);
        await context.close();
      }
      const context = await open({ ...looks[0], javaScript: false });
      const text = await readWithoutScripts(context, place);
      await context.close();
      if (text.length < 20) found.push(`${place.path}: it says nothing without scripts: ${text}`);
    };
    // Some at once, since a page is mostly waited for; figures are those of one that is alone.
    const all = await known(places, signed), atOnce = isLong ? 1 : 4;
    for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(judge));
    return found.sort();
  });
}

Deno.test({
  name: "every page stays in its window, moves nothing, asks nobody else, and is light, with hostile names too",
  ignore,
  async fn() {
    const demo = await startDemo({ ...QUIET_DEMO, days: isLong ? 30 : 2, hostile: true, rate: isLong ? 5 : 0 });
    try {
      assert.deepEqual(await judged(demo, PLACES.filter(({ unfinished }) => !unfinished)), []);
    } finally {
      await demo.close();
    }
  },
});

Deno.test({
  name: "every page of a box without traffic, and those of the setup, do so too",
  ignore,
  async fn() {
    // The quick run looks at the pages of the setup, which no other box shows.
    for (const unfinished of isLong ? [false, true] : [true]) {
      const places = PLACES.filter((place) => place.unfinished === unfinished && !place.ofData);
      if (places.length === 0) continue;
      const demo = await startDemo({ ...QUIET_DEMO, days: 0, unfinished });
      try {
        assert.deepEqual(await judged(demo, places, isLong ? LOOKS : LOOKS.slice(1)), []);
      } finally {
        await demo.close();
      }
    }
  },
});
