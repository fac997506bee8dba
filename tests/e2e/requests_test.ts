/**
 * A child requests more time on an old phone without scripts, a parent sees the request arrive and
 * answers, and the Internet is open.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import assert from "node:assert/strict";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { HomeBox, OPEN, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { poll, SIZES } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { Parent } from "./parent.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");

type Name = (typeof TABLET_AND_LAPTOP)[number]["name"];
type Family = HomeBox<Name>;

const PASSWORD = "gravel ocean tulip";
const MESSAGE = "One more level <b>please</b>";

/**
 * A box with an account, a child with a tablet whose hours are closed all week, and an adult with a
 * laptop.
 */
async function settle(family: Family): Promise<void> {
  const terms = await family.call<{ current: string }>("GET", "/api/v1/terms");
  await family.call("POST", "/api/v1/setup", {
    account: { name: "Anna", password: PASSWORD },
    accept_terms: true,
    terms_version: terms.current,
    telemetry: false,
  });
  const people = { tablet: "child", laptop: "adult" } as const;
  const ids: number[] = [];
  for (const [name, profile] of Object.entries(people) as [keyof typeof people, string][]) {
    const device = await family.device(name);
    const person = { name: profile === "child" ? "Emma" : "Anna", profile };
    const { id } = await family.call<{ id: number }>("POST", "/api/v1/people", person);
    await family.call("PUT", `/api/v1/devices/${device}`, { name: `${person.name}’s ${name}` });
    await family.call("PUT", `/api/v1/devices/${device}/person`, { person_id: id });
    ids.push(id);
  }
  await family.call("PUT", `/api/v1/people/${ids[0]}/schedule`, {
    enabled: true,
    grid: "0".repeat(672),
  });
}

/** A browser without scripts on a machine of the home. */
async function onMachine(
  family: Family,
  machine: Name,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const inside = await Deno.makeTempFile({ suffix: ".sh" });
  const start = `#!/bin/sh\nexec ${family.home.on(machine).join(" ")} ${chromiumPath()} "$@"\n`;
  await Deno.writeTextFile(inside, start);
  await Deno.chmod(inside, 0o755);
  const browser = await launchChromium({ executablePath: inside });
  const look: BrowserContextOptions = {
    viewport: SIZES.phone,
    isMobile: true,
    hasTouch: true,
    locale: "en",
  };
  try {
    const context = await browser.newContext({
      ...look,
      baseURL: `http://${BOX_V4}`,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    await work(page);
  } finally {
    await browser.close();
    await Deno.remove(inside);
  }
}

async function signIn(parent: Parent): Promise<void> {
  const { page } = parent;
  await page.goto("/sign-in?next=/requests");
  await page.getByLabel("Account").fill("Anna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText(parent.say("requests.lead_none")).waitFor();
}

/** The visible content of the child's page. */
async function read(page: Page): Promise<string> {
  return await page.locator("main").innerText();
}

async function childAsks(page: Page): Promise<void> {
  await page.goto("/ask");
  const before = await read(page);
  assert.match(before, /You have no Internet [^.]*: these are your hours\./);
  assert.match(before, /You are Emma, on Emma’s tablet\./);
  await page.getByLabel("1 h").check();
  await page.getByLabel("A short message, if you like").fill(MESSAGE);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("heading", { name: "Your request waits" }).waitFor();
  const waits = await read(page);
  assert.match(waits, /Asked at \d\d:\d\d: Internet, 1\sh\. You will see the answer here\./);
  assert.ok(waits.includes(MESSAGE), waits);
  await poll(async () =>
    assert.equal(
      await page.getByRole("button", { name: "Ask", exact: true }).count(),
      0,
      "one at a time",
    )
  );
  await poll(async () =>
    assert.equal(
      await page.locator("meta[http-equiv=refresh]").getAttribute("content"),
      "20; url=/ask",
    )
  );
}

async function play(family: Family): Promise<void> {
  await settle(family);
  assert.notEqual(await family.ask("tablet", "www.example"), OPEN);
  await Parent.with(
    family.home,
    `http://localhost:${family.http}`,
    { language: "en", scheme: "light" },
    async (parent) => {
      await signIn(parent);
      await onMachine(family, "tablet", async (page) => {
        await childAsks(page);
        const card = parent.page.locator(".request").filter({
          hasText: "Emma asks for 1 h more: Internet.",
        });
        await card.waitFor();
        await poll(async () => assert.ok((await card.innerText()).includes(MESSAGE)));
        await parent.picture("request", true);
        await parent.tap(card.getByRole("button", { name: "Give Emma 30 min more: Internet" }));
        await parent.expectMessage("requests.given", { name: "Emma", time: "30\u00a0min" });
        const opened = await within(
          2000,
          async () => await family.ask("tablet", "www.example") === OPEN,
        );
        assert.ok(opened, "the name does not resolve two seconds after the answer");
        await page.getByRole("link", { name: "Look now" }).click();
        await poll(async () =>
          assert.match(
            await read(page),
            /You have Internet until [\s\S]*Internet, 1\sh\s+accepted: 30\smin/,
          )
        );
      });
      await parent.page.getByText("Accepted: 30\u00a0min").waitFor();
      await parent.picture("answered", true);
    },
  );
  await othersCannot(family);
}

/** Over plain HTTP, from an adult's machine. */
async function othersCannot(family: Family): Promise<void> {
  await onMachine(family, "laptop", async (page) => {
    await page.goto("/ask");
    await poll(async () => assert.match(await read(page), /device of an adult/));
    await poll(async () => assert.doesNotMatch(await page.content(), /Emma/));
    for (const path of ["/api/v1/requests", "/api/v1/schedules"]) {
      assert.equal((await page.goto(path))?.status(), 403, path);
    }
  });
}

Deno.test({
  name:
    "A child requests more time, a parent accepts in one tap, and the name resolves in two seconds",
  ignore,
  fn: () => HomeBox.run(TABLET_AND_LAPTOP, play, { lan: true }),
});
