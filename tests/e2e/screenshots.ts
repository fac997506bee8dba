/**
 * `deno task screenshots`: takes pictures of the pages, from a running demonstration or from some
 * that it starts.
 */
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { ACCOUNT, PASSWORD } from "../demo/events.ts";
import { type Demo, QUIET_DEMO, startDemo } from "../demo/start.ts";
import {
  type Cookies,
  type Look,
  openWindow,
  SCHEMES,
  signIn,
  type Size,
  SIZES,
  type ViewedBox,
  withChromium,
} from "../support/looking.ts";
import { known, nameOf, type Place, PLACES } from "./places.ts";

const HELP = `Takes pictures of pages into dist/screenshots: deno task screenshots [OPTIONS]

  --page PATH     only pages whose path begins so (/queries), or any address (/queries?status=blocked); may be given again
  --size NAME     desktop or phone
  --scheme NAME   light or dark
  --lang CODE     de, en, fr …; several divided by commas (en,de)
  --url URL       of a demonstration that runs already (deno task demo), which is much quicker
  --data NAME     full, empty, hostile or setup: the demonstrations to start without --url (all of them)
  --fold          what is seen without scrolling, else the whole length
  --out DIR       another folder
`;

/** Options of the run. */
interface Choice {
  readonly places: readonly Shown[];
  readonly sizes: readonly Size[];
  readonly schemes: readonly Look["scheme"][];
  readonly languages: readonly string[];
  readonly url: string | undefined;
  readonly datas: readonly Data[];
  readonly fold: boolean;
  readonly out: string;
}

/** Maximum height of a picture in pixels. */
const LONGEST = 12_000;
const DATAS = ["full", "empty", "hostile", "setup"] as const;
type Data = typeof DATAS[number];

/** The properties of a place that a picture needs. */
type Shown = Pick<Place, "path" | "name" | "signedIn" | "unfinished" | "ofData">;

/** The pages whose path begins with this; an address that matches none is used as given. */
function placesFor(asked: string): readonly Shown[] {
  if (!asked.startsWith("/")) {
    throw new Error(`A page begins with a slash, such as /queries: ${asked}`);
  }
  const found = PLACES.filter(({ page, path }) =>
    asked === "/" ? path === "/" : path.startsWith(asked) || page.path.startsWith(asked)
  );
  if (found.length > 0) return found;
  const unfinished = asked.startsWith("/setup");
  return [{
    path: asked,
    name: nameOf(asked),
    unfinished,
    ofData: false,
    signedIn: !unfinished && !asked.startsWith("/sign-in"),
  }];
}

/** Parses the options. Throws with a sentence about an invalid one. */
function choiceOf(args: readonly string[]): Choice | "help" {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      page: { type: "string", multiple: true },
      size: text,
      scheme: text,
      lang: text,
      url: text,
      data: text,
      out: text,
      fold: flag,
      help: flag,
    },
  });
  if (values.help) return "help";
  const one = <T extends string>(
    name: string,
    value: string | undefined,
    of: readonly T[],
  ): readonly T[] => {
    if (value !== undefined && !of.includes(value as T)) {
      throw new Error(`--${name} is one of ${of.join(", ")}: ${value}`);
    }
    return value === undefined ? of : [value as T];
  };
  const places = (values.page as string[] | undefined)?.flatMap(placesFor) ?? PLACES;
  return {
    places,
    sizes: one("size", values.size, Object.keys(SIZES) as Size[]),
    schemes: one("scheme", values.scheme, SCHEMES),
    languages: (values.lang ?? "en,de").split(","),
    url: values.url?.replace(/\/+$/, ""),
    datas: one("data", values.data, DATAS),
    fold: values.fold,
    out: values.out ?? new URL("../../dist/screenshots", import.meta.url).pathname,
  };
}

/** Waits until a page is complete: its typeface loaded, and changes by scripts done. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await page.waitForTimeout(150);
}

/**
 * Makes the window as tall as the page, so that elements fixed to its edges are there and not in
 * the middle of the picture.
 */
async function unrolled(page: Page, size: Size): Promise<void> {
  const { width, height } = SIZES[size];
  const length = await page.evaluate("document.documentElement.scrollHeight") as number;
  await page.setViewportSize({ width, height: Math.min(Math.max(height, length), LONGEST) });
}

/** Takes the pictures of a box; returns their number. */
async function picturesOf(
  browser: Browser,
  seen: ViewedBox,
  data: Data | "",
  choice: Choice,
): Promise<number> {
  const places = choice.places.filter(({ unfinished, ofData }) =>
    unfinished === (data === "setup") && !(data === "empty" && ofData)
  );
  const signed = places.some(({ signedIn }) => signedIn) ? await signIn(browser, seen) : undefined;
  const wanted = signed === undefined ? places : await known(places, signed);
  let pictures = 0;
  for (const language of choice.languages) {
    for (const size of choice.sizes) {
      for (const [signedIn, some] of Map.groupBy(wanted, (place) => place.signedIn)) {
        const looks = choice.schemes.map((scheme) => ({ size, scheme, language }));
        pictures += await picturesIn(
          browser,
          seen,
          looks,
          signedIn ? signed?.cookies : undefined,
          some,
          data,
          choice,
        );
      }
    }
  }
  return pictures;
}

async function picturesIn(
  browser: Browser,
  seen: ViewedBox,
  looks: readonly Look[],
  cookies: Cookies | undefined,
  places: readonly Shown[],
  data: Data | "",
  { fold, out }: Choice,
): Promise<number> {
  const context = await openWindow(browser, seen, looks[0], cookies);
  const page = await context.newPage();
  try {
    for (const { path, name } of places) {
      await page.goto(path, { waitUntil: "load" });
      for (const { size, scheme, language } of looks) {
        await page.emulateMedia({ colorScheme: scheme });
        await settled(page);
        const file = `${out}/${
          [name, size, scheme, language, data].filter((part) => part !== "").join("-")
        }.png`;
        if (!fold) await unrolled(page, size);
        await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
        if (!fold) await page.setViewportSize(SIZES[size]);
        console.log(file);
      }
    }
    return places.length * looks.length;
  } finally {
    await context.close();
  }
}

/** The viewer of a box with a finished setup, and of one without. */
const OWNER = { account: ACCOUNT, password: PASSWORD };
const DEFAULT = { account: "admin", password: "admin" };

/**
 * Whether the setup is finished, also of a demonstration that is just restarting. Throws after ten
 * seconds.
 */
async function isFinished(url: string): Promise<boolean> {
  for (let left = 50; left > 0; left--) {
    const answer = await fetch(`${url}/api/v1/setup`).catch(() => undefined);
    if (answer !== undefined) return (await answer.json()).finished;
    await new Promise((later) => setTimeout(later, 200));
  }
  throw new Error(`Nothing answers at ${url}; start one with: deno task demo`);
}

function demoFor(data: Data): Promise<Demo> {
  const more = {
    full: {},
    hostile: { hostile: true },
    empty: { days: 0 },
    setup: { days: 0, unfinished: true },
  }[data];
  return startDemo({ ...QUIET_DEMO, rate: data === "full" || data === "hostile" ? 5 : 0, ...more });
}

async function main(): Promise<number> {
  const choice = choiceOf(Deno.args);
  if (choice === "help") {
    console.log(HELP);
    return 0;
  }
  await Deno.mkdir(choice.out, { recursive: true });
  const began = performance.now();
  const pictures = await withChromium(async (browser) => {
    if (choice.url !== undefined) {
      const finished = await isFinished(choice.url);
      const data = finished ? "" : "setup";
      return await picturesOf(
        browser,
        { url: choice.url, ...(finished ? OWNER : DEFAULT) },
        data,
        choice,
      );
    }
    let taken = 0;
    for (const data of choice.datas) {
      if (!choice.places.some(({ unfinished }) => unfinished === (data === "setup"))) continue;
      const demo = await demoFor(data);
      try {
        taken += await picturesOf(browser, demo, data, choice);
      } finally {
        await demo.close();
      }
    }
    return taken;
  });
  console.log(`${pictures} pictures in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return 0;
}

Deno.exit(
  await main().catch((error) => {
    console.error(`screenshots: ${(error as Error).message}`);
    return 1;
  }),
);
