/**
 * Opens a page as on a first visit, and returns its problems: none for a page that may be shipped.
 */
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { type Look, originOf, SIZES, type ViewedBox } from "../support/looking.ts";
import { EXAMINE, UNFOLD } from "./examine.ts";
import type { Place } from "./places.ts";
import { violations } from "./violations.ts";

/** The findings about a page. */
export interface Inspected {
  /** Sentences; empty = no problem. */
  readonly problems: readonly string[];
  /** Bytes transferred, including headers: document, stylesheet, scripts, typeface, pictures. */
  readonly bytes: number;
}

/** Maximum bytes of a page at a first visit. */
export const MOST_BYTES = 100_000;
/** Minimum pixels of a touch target: in general, and in the bar at the bottom of a phone. */
const LEAST_TARGET = 24;
const LEAST_BAR_TARGET = 44;
/** Milliseconds in which a visible page may still move. */
const STILL = 300;
const MOVES = "It moves while it is looked at";

/** Records in the page what moved and what the policy blocked; runs before anything else. */
const WATCH = `
  globalThis.__seen = { shifts: [], refused: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
      const what = entry.sources.map(({ node, previousRect, currentRect }) =>
        (node && (node.outerHTML ?? node.textContent).slice(0, 80)) + " (from " + at(previousRect) + " to " + at(currentRect) + ")"
      ).join(" and ");
      __seen.shifts.push(entry.value.toFixed(4) + " by " + what);
    }
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    __seen.refused.push(violatedDirective + " " + blockedURI);
  });
`;

/**
 * A window that opens one page after another: a window for each page would cost four times as much.
 */
export class Visits {
  readonly #page: Page;
  readonly #origin: string;
  readonly #look: Look;
  readonly #tools: CDPSession;
  #problems: string[] = [];
  #bytes = 0;

  private constructor(page: Page, tools: CDPSession, origin: string, look: Look) {
    this.#page = page;
    this.#tools = tools;
    this.#origin = origin;
    this.#look = look;
  }

  /** Opens the window in a browser context with that look. */
  static async begin(context: BrowserContext, seen: ViewedBox, look: Look): Promise<Visits> {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    const visits = new Visits(page, tools, originOf(seen), look);
    visits.#listen();
    await tools.send("Network.enable");
    await page.addInitScript(WATCH);
    return visits;
  }

  /** Listens to the window's messages, requests and transfers. */
  #listen(): void {
    const page = this.#page;
    const tell = (problem: string) => this.#problems.push(problem);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        tell(`The console says: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => tell(`A script threw: ${error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.#origin}/`) && !url.startsWith("data:")) {
        tell(`It asks elsewhere: ${url}`);
      }
    });
    this.#tools.on(
      "Network.loadingFinished",
      ({ encodedDataLength }) => this.#bytes += encodedDataLength,
    );
  }

  /**
   * Opens a page and inspects it; on a first visit no cache is used. A page that moved is opened
   * again, up to twice: real movements repeat, while a busy machine sometimes paints a page before
   * it is complete.
   */
  async inspect(place: Place, first = true): Promise<Inspected> {
    let seen = await this.#open(place, first);
    for (
      let left = 2;
      left > 0 && seen.problems.some((problem) => problem.startsWith(MOVES));
      left--
    ) {
      seen = await this.#open(place, first);
    }
    return seen;
  }

  async #open(place: Place, first: boolean): Promise<Inspected> {
    const page = this.#page;
    await this.#tools.send("Network.setCacheDisabled", { cacheDisabled: first });
    this.#problems = [];
    this.#bytes = 0;
    const response = await page.goto(place.path, { waitUntil: "load" });
    const wanted = place.path === "/nowhere" ? 404 : 200;
    const status = response?.status();
    if (status !== wanted) this.#problems.push(`It is answered with ${status}`);
    if (new URL(page.url()).pathname !== place.path) {
      this.#problems.push(`It leads to ${page.url()}`);
    }
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.waitForTimeout(STILL);
    const bytes = this.#bytes;
    const problems = [...this.#problems, ...await seenIn(page, this.#look, bytes)];
    // The console reports a status that is intended.
    return {
      problems: problems.filter((text) => wanted !== 404 || !/status of 404/.test(text)),
      bytes,
    };
  }

  /** The findings of axe-core on the last inspected page, with all of it unfolded. */
  violations(): Promise<string[]> {
    return violations(this.#page);
  }
}

/** The measurements recorded in the page. */
async function seenIn(page: Page, { language, size }: Look, bytes: number): Promise<string[]> {
  const { shifts, refused } = await page.evaluate("__seen") as {
    shifts: string[];
    refused: string[];
  };
  const examine = `(${EXAMINE})(${LEAST_TARGET}, ${LEAST_BAR_TARGET})`;
  const folded = await page.evaluate(examine) as string[];
  await page.evaluate(UNFOLD);
  const unfolded = (await page.evaluate(examine) as string[]).filter((problem) =>
    !folded.includes(problem)
  );
  const problems = [
    ...shifts.map((shift) => `${MOVES}: ${shift}`),
    ...refused.map((what) => `Its policy refuses: ${what}`),
    ...folded,
    ...unfolded.map((problem) => `Unfolded: ${problem}`),
  ];
  const lang = await page.getAttribute("html", "lang");
  if (lang !== language) {
    problems.push(`Its language is declared as ${lang}, and should be ${language}`);
  }
  if (bytes > MOST_BYTES) problems.push(`It takes ${bytes} bytes, at most ${MOST_BYTES}`);
  const { width } = SIZES[size];
  const viewport = page.viewportSize();
  if (viewport?.width !== width) problems.push(`The window is ${viewport?.width} pixels wide`);
  return problems;
}

/** Milliseconds of the box for a page that it has served before: the median of 15 requests. */
export async function serverTime(context: BrowserContext, { path }: Place): Promise<number> {
  const times: number[] = [];
  for (let left = 15; left > 0; left--) {
    const began = performance.now();
    await context.request.get(path, { maxRedirects: 0 });
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[7];
}

/**
 * The problems of a page without scripts: it is empty, or a form has no visible button or one
 * inside a fold.
 */
export async function inspectWithoutScripts(
  page: Page,
  { path }: Place,
): Promise<readonly string[]> {
  await page.goto(path, { waitUntil: "load" });
  const text = (await page.locator("main").innerText()).trim();
  const problems: string[] = [];
  if (text.length < 20) problems.push(`It says nothing without scripts: ${text}`);
  const bare = page.locator(
    "form:not(:has(button[type=submit], button:not([type]), input[type=submit]))",
  );
  for (const id of await bare.evaluateAll((all) => all.map((form) => form.id))) {
    const elsewhere = id !== "" && await page.locator(`button[form="${id}"]`).count() > 0;
    if (!elsewhere) problems.push(`A form has no button: ${id}`);
  }
  const hidden = page.locator("form:not(:has(button:visible))").filter({
    has: page.locator("input:visible"),
  });
  if (await hidden.count() > 0) problems.push("A form has a button that nobody sees");
  return problems;
}
