/** A box with a browser, which the tests of a file may share. */
import type { Browser } from "playwright-core";
import { withChromium } from "../support/looking.ts";
import { shared, type Wrapper } from "../support/made_once.ts";
import { Scene } from "../support/whole_box.ts";

/** A running box, and a browser. */
export interface BoxInBrowser {
  readonly scene: Scene;
  readonly browser: Browser;
}

/** Starts a box with administrators of these names and roles, who share one password. */
export function boxWith(
  password: string,
  roles: Readonly<Record<string, string>>,
): Wrapper<BoxInBrowser> {
  return (test) =>
    Scene.run({}, async (scene) => {
      for (const [name, role] of Object.entries(roles)) {
        const body = { name, password, kind: "administrator", role };
        await scene.service.call("POST", "/api/v1/accounts", { body });
      }
      await withChromium((browser) => test({ scene, browser }));
    });
}

/**
 * A box shared by tests that do not disturb each other; what one of them changes stays changed. Its
 * windows are closed after each test. Starting a box and a browser takes longer than most tests.
 */
export function sharedBox<Made extends BoxInBrowser>(make: Wrapper<Made>): Wrapper<Made> {
  return shared(make, async ({ scene, browser }, run) => {
    try {
      await run();
    } catch (failure) {
      throw await scene.box.explains(failure);
    } finally {
      for (const context of browser.contexts()) await context.close();
    }
  });
}
