/**
 * A real Chromium with a page at the origin of a box, and a virtual authenticator that needs no
 * user.
 */
import type { CDPSession, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/** The response to a request of the page. */
export interface PageAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
}

/** A page in a browser. */
export interface BrowserPage {
  readonly page: Page;
  /** The DevTools protocol, for the authenticator. */
  readonly tools: CDPSession;
  /** The id of the authenticator. */
  readonly authenticatorId: string;
  /** Sends a request to the box from inside the page, with its cookies. */
  api(method: string, path: string, body?: unknown): Promise<PageAnswer>;
  /** Calls navigator.credentials.create with options as JSON; returns the credential as JSON. */
  create(options: unknown): Promise<unknown>;
  /** Calls navigator.credentials.get with options as JSON; returns the credential as JSON. */
  get(options: unknown): Promise<unknown>;
}

/**
 * Opens an empty page at an origin, runs a test in it and closes the browser; `more` are extra
 * switches of Chromium.
 */
export async function withBrowser(
  origin: string,
  test: (browser: BrowserPage) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const browser = await launchChromium({ args: [...more] });
  try {
    const page = await browser.newPage();
    await page.route(
      "**/empty-page",
      (route) => route.fulfill({ contentType: "text/html", body: "<title>Box</title>" }),
    );
    await page.goto(`${origin}/empty-page`);
    const tools = await page.context().newCDPSession(page);
    await tools.send("WebAuthn.enable");
    const { authenticatorId } = await tools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await test({ page, tools, authenticatorId, ...asking(page) });
  } finally {
    await browser.close();
  }
}

function asking(page: Page): Pick<BrowserPage, "api" | "create" | "get"> {
  // The texts run in the browser, whose types differ from those of Deno.
  const run = <T>(text: string, argument: unknown): Promise<T> =>
    page.evaluate(`(${text})(${JSON.stringify(argument)})`);
  return {
    api: (method, path, body) =>
      run(
        `async ({ method, path, body }) => {
          const headers = body === undefined ? {} : { "content-type": "application/json" };
          const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
          const text = await response.text();
          return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
        }`,
        { method, path, body },
      ),
    create: (options) =>
      run(
        `async (options) => (await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })).toJSON()`,
        options,
      ),
    get: (options) =>
      run(
        `async (options) => (await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })).toJSON()`,
        options,
      ),
  };
}
