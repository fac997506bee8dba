/**
 * Screenshots of the evening of a family (tests/support/evening.ts): the page of hours at each
 * step, on a phone and a wide screen.
 */
import { Evening } from "../support/evening.ts";
import { MOMENTS } from "../support/evening_moments.ts";
import { openWindow, signIn, SIZES, withChromium } from "../support/looking.ts";

const folder = Deno.args[0] ?? "dist/screenshots";
await Deno.mkdir(folder, { recursive: true });
await Evening.run(async (evening) => {
  const seen = { url: `http://localhost:${evening.box.http}`, ...await evening.account() };
  await evening.box.home.box.enter(() =>
    withChromium(async (browser) => {
      const { cookies } = await signIn(browser, seen);
      for (const moment of MOMENTS) {
        await evening.reach(moment);
        await evening.compare(moment);
        for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
          const context = await openWindow(browser, seen, {
            size,
            scheme: size === "phone" ? "dark" : "light",
            language: "en",
          }, cookies);
          const page = await context.newPage();
          await page.goto("/hours");
          const name = `evening-${moment.at.replaceAll(":", "")}-${size}.png`;
          await page.screenshot({
            path: `${folder}/${name}`,
            fullPage: true,
            animations: "disabled",
          });
          await context.close();
        }
      }
    })
  );
});
