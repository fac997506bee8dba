/**
 * A person with a phone who does everything by taps and typing, which are counted: the effort of
 * managing a box.
 */
import type { Locator, Page } from "playwright-core";
import type { Language } from "../../policy/catalogue/languages.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import type { HomeNetwork } from "../support/home_network.ts";
import { type Scheme, SIZES } from "../support/looking.ts";
import { WAIT } from "../support/whole_box.ts";
import { type RenderContext, type TextArguments, Ui } from "../../ui/ui.ts";
import type { TextKey } from "../../ui/text/list.ts";

/** The settings of the person's phone. */
export interface ParentLook {
  readonly language: Language;
  readonly scheme: Scheme;
}

/** A person at a phone. */
export class Parent {
  readonly page: Page;
  readonly #ui: Ui;
  readonly #folder: string | undefined;
  readonly #prefix: string;
  #pictures = 0;
  /** Taps so far; choosing from a list takes two. */
  taps = 0;
  /** Characters typed so far. */
  typed = 0;
  /** Pages opened so far, repeated ones included. */
  pages = 0;

  private constructor(page: Page, { language, scheme }: ParentLook) {
    this.page = page;
    this.#ui = new Ui({ language } as RenderContext);
    this.#folder = Deno.env.get("BOX_SCREENSHOTS");
    this.#prefix = `family-${language}-${scheme}`;
    let shown = "";
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame() && frame.url() !== shown) this.pages++;
      shown = page.url();
    });
  }

  /** Opens a phone on the machine of the box, at its address. */
  static async with(
    home: HomeNetwork,
    origin: string,
    look: ParentLook,
    work: (parent: Parent) => Promise<void>,
  ): Promise<void> {
    const inside = await Deno.makeTempFile({ suffix: ".sh" });
    await Deno.writeTextFile(
      inside,
      `#!/bin/sh\nexec ${home.box.inside.join(" ")} ${chromiumPath()} "$@"\n`,
    );
    await Deno.chmod(inside, 0o755);
    const browser = await launchChromium({ executablePath: inside });
    try {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: SIZES.phone,
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        locale: look.language,
        colorScheme: look.scheme,
        timezoneId: "Europe/Paris",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT);
      await work(new Parent(page, look));
    } finally {
      await browser.close();
      await Deno.remove(inside);
    }
  }

  /** A text of the box in the person's language. */
  say(key: TextKey, given: TextArguments = {}): string {
    return this.#ui.t(key, given);
  }

  /** Taps an element that exists once. */
  async tap(what: Locator): Promise<void> {
    await what.tap();
    this.taps++;
  }

  /** Taps a button by its label. */
  async press(key: TextKey, within: Locator = this.page.locator("body")): Promise<void> {
    await this.tap(
      within.getByRole("button", { name: this.say(key), exact: true }).locator("visible=true"),
    );
  }

  /** Follows a link by its label. */
  async follow(key: TextKey, within: Locator = this.page.locator("body")): Promise<void> {
    await this.tap(
      within.getByRole("link", { name: this.say(key), exact: true }).locator("visible=true")
        .first(),
    );
  }

  /** Opens an area with the bar at the bottom. */
  async area(key: TextKey): Promise<void> {
    await this.follow(
      key,
      this.page.getByRole("navigation", { name: this.say("frame.navigation") }),
    );
  }

  /** Taps a field and types into it. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await this.page.keyboard.type(text);
    this.typed += text.length;
  }

  /** Chooses from a list. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.taps += 2;
  }

  /** Waits until the box shows a message in the corner. */
  async expectMessage(key: TextKey, given: TextArguments = {}): Promise<void> {
    await this.page.locator("#toasts").getByText(this.say(key, given)).waitFor();
  }

  /** Waits for the heading of a page. */
  async sees(heading: string): Promise<void> {
    await this.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }

  /** Saves a screenshot in the folder of BOX_SCREENSHOTS. */
  async picture(what: string, fullPage = false): Promise<void> {
    if (this.#folder === undefined) return;
    const path = `${this.#folder}/${this.#prefix}-${
      String(++this.#pictures).padStart(2, "0")
    }-${what}.png`;
    await this.page.screenshot({ path, fullPage, animations: "disabled", scale: "css" });
  }
}
