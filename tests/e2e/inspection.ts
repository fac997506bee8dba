/** Opens a page as a person would on a first visit, and tells what is wrong with it: nothing, for a page that may be shown. */
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { type Look, originOf, type Seen, SIZES } from "../support/looking.ts";
import { EXAMINE, UNFOLD } from "./examine.ts";
import type { Place } from "./places.ts";

/** What was seen of a page. */
export interface Inspected {
  /** Sentences; empty = all is well. */
  readonly problems: readonly string[];
  /** Octets over the wire, headers included: document, stylesheet, scripts, typeface, pictures. */
  readonly octets: number;
}

/** Octets that a page may need at a first visit (DESIGN 8). */
export const MOST_OCTETS = 100_000;
/** Pixels that a finger needs: for anything, and in the bar at the bottom of a phone. */
const LEAST_TARGET = 24, LEAST_BAR_TARGET = 44;
/** Milliseconds in which a page that was shown may still move. */
const STILL = 300;

/** Remembers in the page what moved and what was forbidden; runs before anything else. */
const WATCH = `
  globalThis.__seen = { shifts: [], refused: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const what = entry.sources.map(({ node }) => node && (node.outerHTML ?? node.textContent).slice(0, 80)).join(" and ");
      __seen.shifts.push(entry.value.toFixed(4) + " by " + what);
    }
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    __seen.refused.push(violatedDirective + " " + blockedURI);
  });
`;

/** Inspects a page in a window of its own context, whose cache holds nothing yet. */
export async function inspect(context: BrowserContext, seen: Seen, place: Place, look: Look): Promise<Inspected> {
  const page = await context.newPage(), problems: string[] = [], origin = originOf(seen);
  try {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(`The console says: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`A script threw: ${error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) problems.push(`It asks elsewhere: ${url}`);
    });
    const octets = await octetsOf(page);
    await page.addInitScript(WATCH);
    const response = await page.goto(place.path, { waitUntil: "load" });
    const wanted = place.path === "/nowhere" ? 404 : 200, status = response?.status();
    if (status !== wanted) problems.push(`It is answered with ${status}`);
    // The console speaks of an answer that is meant to be one.
    if (wanted === 404) problems.splice(0, problems.length, ...problems.filter((text) => !/status of 404/.test(text)));
    if (new URL(page.url()).pathname !== place.path) problems.push(`It leads to ${page.url()}`);
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.waitForTimeout(STILL);
    problems.push(...await seenIn(page, look, octets().total));
    return { problems, octets: octets().total };
  } finally {
    await page.close();
  }
}

/** What the page tells of itself. */
async function seenIn(page: Page, { language, size }: Look, octets: number): Promise<string[]> {
  const { shifts, refused } = await page.evaluate("__seen") as { shifts: string[]; refused: string[] };
  const examine = `(${EXAMINE})(${LEAST_TARGET}, ${LEAST_BAR_TARGET})`;
  const folded = await page.evaluate(examine) as string[];
  await page.evaluate(UNFOLD);
  const unfolded = (await page.evaluate(examine) as string[]).filter((problem) => !folded.includes(problem));
  const problems = [
    ...shifts.map((shift) => `It moves while it is looked at: ${shift}`),
    ...refused.map((what) => `Its policy refuses: ${what}`),
    ...folded,
    ...unfolded.map((problem) => `Unfolded: ${problem}`),
  ];
  const lang = await page.getAttribute("html", "lang");
  if (lang !== language) problems.push(`Its language is told as ${lang}, and should be ${language}`);
  if (octets > MOST_OCTETS) problems.push(`It takes ${octets} octets, at most ${MOST_OCTETS}`);
  const { width } = SIZES[size], viewport = page.viewportSize();
  if (viewport?.width !== width) problems.push(`The window is ${viewport?.width} pixels wide`);
  return problems;
}

/** Counts what comes over the wire. */
async function octetsOf(page: Page): Promise<() => { readonly total: number }> {
  const tools: CDPSession = await page.context().newCDPSession(page);
  let total = 0;
  await tools.send("Network.enable");
  tools.on("Network.loadingFinished", ({ encodedDataLength }) => total += encodedDataLength);
  return () => ({ total });
}

/** Milliseconds in which the box answers with a page that it has made before: the middle one of 15 times. */
export async function serverTime(context: BrowserContext, { path }: Place): Promise<number> {
  const times: number[] = [];
  for (let left = 15; left > 0; left--) {
    const began = performance.now();
    await context.request.get(path, { maxRedirects: 0 });
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[7];
}

/** What can be read of a page when scripts are off: the words of its main part. */
export async function readWithoutScripts(context: BrowserContext, { path }: Place): Promise<string> {
  const page = await context.newPage();
  try {
    await page.goto(path, { waitUntil: "load" });
    return (await page.locator("main").innerText()).trim();
  } finally {
    await page.close();
  }
}
