/**
 * The block page on a phone for each cause that a household meets, in English and German: its text,
 * whether it offers more time, and that the box accepts the offered request (A 7.6.4, 7.6.5).
 */
import type { Page } from "playwright-core";
import assert from "node:assert/strict";
import { openDatabase } from "../../api/store/open.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { HomeBox, OPEN, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { poll, SIZES } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT } from "../support/whole_box.ts";
import { keep } from "./log_scene.ts";
import { violations } from "./violations.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");

type Family = HomeBox<(typeof TABLET_AND_LAPTOP)[number]["name"]>;

/**
 * The visible content for a cause: title and sentence in both languages, and whether more time is
 * offered.
 */
interface Expected {
  readonly name: string;
  readonly en: RegExp;
  readonly de: RegExp;
  readonly offers: boolean;
}

const LASTING: Readonly<Record<string, Expected>> = {
  service: {
    name: "www.tiktok.com",
    en: /This site is blocked[^]*It belongs to TikTok, which is blocked/,
    de: /Diese Website ist gesperrt[^]*Sie gehört zu TikTok/,
    offers: false,
  },
  rule: {
    name: "rule.example",
    en: /This site is blocked[^]*The person who manages the network has blocked it/,
    de: /Diese Website ist gesperrt[^]*Die Person, die das Netz verwaltet, hat sie gesperrt/,
    offers: false,
  },
  category: {
    name: "www.pokerstars.com",
    en: /This site is blocked[^]*Sites of this kind are blocked on this device/,
    de: /Diese Website ist gesperrt[^]*Websites dieser Art sind auf diesem Gerät gesperrt/,
    offers: false,
  },
  list: {
    name: "listed.example",
    en: /This site is blocked[^]*It is on a list of sites that this network blocks/,
    de: /Diese Website ist gesperrt[^]*Sie steht auf einer Liste/,
    offers: false,
  },
  security: {
    name: "evil.example",
    en: /This site is blocked[^]*It is known to be harmful/,
    de: /Diese Website ist gesperrt[^]*Sie ist als schädlich bekannt/,
    offers: false,
  },
};
const LIMIT: Expected = {
  name: "store.steampowered.com",
  en: /Time for today is used up[^]*Today you have no more time for this: Games/,
  de: /Die Zeit für heute ist aufgebraucht[^]*Heute hast du dafür keine Zeit mehr: Spiele/,
  offers: true,
};
const HOMEWORK: Expected = {
  name: "cdn.steampowered.com",
  en: /Homework first[^]*It’s homework time until/,
  de: /Erst die Hausaufgaben[^]*Es ist bis .* Hausaufgabenzeit/,
  offers: false,
};
const CUT: Expected = {
  name: "school.example",
  en: /No Internet right now[^]*The Internet is cut for you until/,
  de: /Gerade kein Internet[^]*Das Internet ist für dich bis/,
  offers: true,
};
const HOURS: Expected = {
  name: "news.example",
  en: /No Internet right now[^]*You have no Internet/,
  de: /Gerade kein Internet[^]*Du hast .*kein Internet/,
  offers: true,
};

/** A child with a tablet, and one blocked name for each cause. */
async function settle(family: Family): Promise<number> {
  const { id } = await family.call<{ id: number }>("POST", "/api/v1/people", {
    name: "Emma",
    profile: "child",
  });
  const device = await family.device("tablet");
  await family.call("PUT", `/api/v1/devices/${device}/person`, { person_id: id });
  await family.call("PUT", `/api/v1/blocked-services?scope=person:${id}`, {
    services: { tiktok: "block" },
  });
  await family.call("POST", "/api/v1/rules", { lines: ["rule.example"], action: "block" });
  for (const [name, category] of [["listed.example", "ads"], ["evil.example", "phishing"]]) {
    const path = `${family.folder}/${name}.txt`;
    await Deno.writeTextFile(path, `||${name}^\n`);
    await family.call("POST", "/api/v1/lists", { path, name, category });
  }
  return id;
}

/** Uses up today's games with three usage steps of five minutes in the database. */
async function useUpGames(family: Family, id: number): Promise<void> {
  await family.call("PUT", `/api/v1/people/${id}/limits`, { category: "games", minutes: 15 });
  await family.end("SIGTERM");
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${family.folder}/data/box.db`, workerUrl });
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
  for (let step = 0; step < 3; step++) {
    await db.run(
      "insert into category_usage (person_id, day, category, step) values (?, ?, 'games', ?)",
      [id, day, midnight + step * 300],
    );
  }
  await db.close();
  await family.start();
}

/** Opens the page of a cause on a phone, in both languages. */
async function look(family: Family, cause: string, expected: Expected): Promise<void> {
  assert.equal(await family.ask("tablet", expected.name), BOX_V4, cause);
  for (const language of ["en", "de"] as const) {
    await onTablet(family, language, async (page) => {
      const answer = await page.goto(`http://${expected.name}/`);
      assert.equal(answer?.status(), 403);
      const text = await page.locator("body").innerText();
      assert.match(text, expected[language], `${cause} ${language}: ${text}`);
      await poll(async () =>
        assert.equal(await page.locator("a.button").count(), expected.offers ? 1 : 0, cause)
      );
      assert.deepEqual(await violations(page), []);
      const overflows = "document.documentElement.scrollWidth > innerWidth";
      await poll(async () =>
        assert.equal(await page.evaluate(overflows), false, `${cause} ${language} is too wide`)
      );
      await keep(page, `cause-${cause}-${language}`);
    });
  }
}

/** Follows the offer of a page and submits the request, which the box accepts. */
async function askFor(family: Family, { name }: Expected, category: string): Promise<void> {
  await onTablet(family, "en", async (page) => {
    await page.goto(`http://${name}/`);
    await page.getByRole("link", { name: "Ask for more time" }).click();
    await page.waitForURL("http://box/ask");
    await keep(page, `ask-${category || "internet"}`);
    await page.locator(`input[name=category][value="${category}"]`).check();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("Your request waits").first().waitFor();
    await keep(page, `ask-${category || "internet"}-sent`);
    // The page of the site links to the pending request.
    await page.goto(`http://${name}/`);
    await page.getByRole("link", { name: "Your request waits" }).waitFor();
  });
  const { requests } = await family.call<{
    requests: { id: number; status: string; category: string }[];
  }>("GET", "/api/v1/requests");
  const [waiting] = requests.filter(({ status }) => status === "waiting");
  assert.equal(waiting?.category, category);
  await family.call("POST", `/api/v1/requests/${waiting.id}/accept`, {});
  assert.equal(await family.ask("tablet", name), OPEN, "what was asked for is open");
}

/** A phone browser on the tablet's machine that resolves every name to the box, like its DNS. */
async function onTablet(
  family: Family,
  language: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  const inside = `${home}/chromium`;
  const start = `#!/bin/sh\nexec ${family.home.on("tablet").join(" ")} ${chromiumPath()} "$@"\n`;
  await Deno.writeTextFile(inside, start, { mode: 0o755 });
  const browser = await launchChromium({
    executablePath: inside,
    args: [`--host-resolver-rules=MAP * ${BOX_V4}`],
    env: { ...Deno.env.toObject(), HOME: home },
  });
  try {
    const context = await browser.newContext({ viewport: SIZES.phone, locale: language });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    await work(page);
  } finally {
    await browser.close();
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test({
  name:
    "Each cause of a block has its words on a phone, and more time is offered where it can be granted",
  ignore,
  fn: () =>
    HomeBox.run(TABLET_AND_LAPTOP, async (family) => {
      const emma = await settle(family);
      for (const [cause, expected] of Object.entries(LASTING)) await look(family, cause, expected);

      await useUpGames(family, emma);
      await look(family, "limit", LIMIT);
      await askFor(family, LIMIT, "games");

      const person = `/api/v1/people/${emma}`;
      await family.call("PUT", `${person}/mode`, { mode: "homework", duration: 30 });
      await look(family, "homework", HOMEWORK);

      await family.call("PUT", `${person}/mode`, { mode: "cut", duration: 30 });
      await look(family, "cut", CUT);
      await family.call("DELETE", `${person}/mode`);

      await family.call("PUT", `${person}/schedule`, { enabled: true, grid: "0".repeat(672) });
      await look(family, "hours", HOURS);
      await askFor(family, HOURS, "");
    }, { lan: true, env: { TZ: "UTC" }, flags: ["--blocked-response=page"] }),
});
