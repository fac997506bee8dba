/** Opens pages of a box with a window size, a colour scheme, a language, and signed in or not. */
import type {
  APIRequestContext,
  APIResponse,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import assert from "node:assert/strict";
import { launchChromium } from "./chromium.ts";
import { WAIT, within } from "./whole_box.ts";

/** The window sizes of the tests. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
/** The name of a window. */
export type Size = keyof typeof SIZES;
/** Light or dark. */
export const SCHEMES = ["light", "dark"] as const;
/** One of them. */
export type Scheme = typeof SCHEMES[number];

/** The settings of a window. */
export interface Look {
  readonly size: Size;
  readonly scheme: Scheme;
  /** Language code of two letters, sent to the box as by browsers. */
  readonly language: string;
  readonly javaScript?: boolean;
  /** Whether reduced motion is requested. */
  readonly calm?: boolean;
}

/** A box and an account that may view it. */
export interface ViewedBox {
  /** Origin, without a final slash. */
  readonly url: string;
  readonly account: string;
  readonly password: string;
}

/** The cookies of a session. */
export type Cookies = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Starts Chromium, runs a function and stops it. */
export async function withChromium<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchChromium();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * The origin for which browsers store cookies of secure contexts: on the loopback only `localhost`
 * counts.
 */
export function originOf({ url }: Pick<ViewedBox, "url">): string {
  return url.replace("//127.0.0.1", "//localhost");
}

/** A signed-in account: its cookies for other windows, and responses of the API. */
export interface SignedIn {
  readonly cookies: Cookies;
  get(path: string): Promise<unknown>;
  post(path: string, data: unknown): Promise<unknown>;
}

/**
 * Asserts how many elements a locator finds, and waits for them. A click returns once the next page
 * begins to arrive; a count at that moment may find nothing.
 */
export async function assertCount(locator: Locator, expected: number): Promise<void> {
  await poll(async () => assert.equal(await locator.count(), expected));
}

/**
 * Runs assertions about a page until they hold, and throws the last failure when they never do. A
 * click returns before the next page is there, so a single look may see the earlier page.
 */
export async function poll(assertions: () => Promise<void> | void): Promise<void> {
  let failure: unknown;
  const held = await within(WAIT, async () => {
    try {
      await assertions();
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  });
  if (!held) throw failure;
}

/** Waits until an element of a page shows a text. */
export async function showsText(page: Page, element: string, text: RegExp): Promise<void> {
  const read = () => page.locator(element).innerText().catch(() => "");
  const isShown = await within(WAIT, async () => text.test(await read()));
  assert.ok(isShown, `${text} is not in ${element}: ${await read()}`);
}

/** Signs in. Throws with the answer of the box when it refuses. */
export async function signIn(browser: Browser, seen: ViewedBox): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: originOf(seen) });
  try {
    const data = { account: seen.account, password: seen.password };
    const response = await context.request.post("/api/v1/session", {
      data,
      headers: { origin: originOf(seen) },
    });
    if (response.status() !== 200) {
      throw new Error(`The sign-in was refused: ${await response.text()}`);
    }
    const cookies = await context.storageState();
    const callApi = async (
      ask: (request: APIRequestContext) => Promise<APIResponse>,
    ): Promise<unknown> => {
      const asking = await browser.newContext({ baseURL: originOf(seen), storageState: cookies });
      return await ask(asking.request).then((answer) => answer.json()).finally(() =>
        asking.close()
      );
    };
    const headers = { origin: originOf(seen) };
    return {
      cookies,
      get: (path) => callApi((request) => request.get(path)),
      post: (path, data) => callApi((request) => request.post(path, { data, headers })),
    };
  } finally {
    await context.close();
  }
}

/** Opens a window; without cookies it is not signed in. */
export async function openWindow(
  browser: Browser,
  seen: ViewedBox,
  look: Look,
  cookies?: Cookies,
): Promise<BrowserContext> {
  const { size, scheme, language, javaScript = true, calm = false } = look;
  const context = await browser.newContext({
    baseURL: originOf(seen),
    viewport: SIZES[size],
    deviceScaleFactor: 1,
    hasTouch: size === "phone",
    colorScheme: scheme,
    reducedMotion: calm ? "reduce" : "no-preference",
    locale: language,
    timezoneId: "Europe/Berlin",
    javaScriptEnabled: javaScript,
    ...(cookies === undefined ? {} : { storageState: cookies }),
  });
  context.setDefaultTimeout(WAIT);
  return context;
}
