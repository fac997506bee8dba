/**
 * A blocked site explains itself: under its own name over HTTPS without a warning once the
 * certificate is installed, over HTTP, on another device, outside the hours (A 7.6, 7.7).
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import assert from "node:assert/strict";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { HomeBox, TABLET_AND_LAPTOP } from "../support/home_box.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { poll, SIZES } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT } from "../support/whole_box.ts";
import { keep } from "./log_scene.ts";
import { violations } from "./violations.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium", "certutil");

type Name = (typeof TABLET_AND_LAPTOP)[number]["name"];
type Family = HomeBox<Name>;

const SITE = "xn--bcher-kva.games.example";
const OTHER = "school.example";
const PASSWORD = "gravel ocean tulip";

/** A child with a tablet, an adult with a laptop, and a site that is blocked for everyone. */
async function settle(family: Family): Promise<{ emma: number }> {
  const terms = await family.call<{ current: string }>("GET", "/api/v1/terms");
  await family.call("POST", "/api/v1/setup", {
    account: { name: "Anna", password: PASSWORD },
    accept_terms: true,
    terms_version: terms.current,
    telemetry: false,
  });
  const { id } = await family.call<{ id: number }>("POST", "/api/v1/people", {
    name: "Emma",
    profile: "child",
  });
  await family.call("PUT", `/api/v1/devices/${await family.device("tablet")}/person`, {
    person_id: id,
  });
  await family.call("POST", "/api/v1/rules", { lines: ["games.example"], action: "block" });
  return { emma: id };
}

interface Opened {
  /** Home folder of the browser, with its certificates. */
  readonly home: string;
  readonly more?: BrowserContextOptions;
}

/** A browser on a machine that resolves every name to the box, like its DNS. */
async function onMachine(
  family: Family,
  machine: Name,
  { home, more }: Opened,
  work: (page: Page) => Promise<void>,
) {
  const inside = `${home}/chromium`;
  const start = `#!/bin/sh\nexec ${family.home.on(machine).join(" ")} ${chromiumPath()} "$@"\n`;
  await Deno.writeTextFile(inside, start, { mode: 0o755 });
  const browser = await launchChromium({
    executablePath: inside,
    args: [`--host-resolver-rules=MAP * ${BOX_V4}`],
    env: { ...Deno.env.toObject(), HOME: home },
  });
  try {
    const context = await browser.newContext({ viewport: SIZES.desktop, locale: "en", ...more });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    await work(page);
  } finally {
    await browser.close();
  }
}

/** Installs an authority with certutil, as for browsers on Linux. */
async function install(home: string, pem: string): Promise<void> {
  const store = `${home}/.pki/nssdb`;
  const file = `${home}/box-ca.pem`;
  await Deno.mkdir(store, { recursive: true });
  await Deno.writeTextFile(file, pem);
  for (
    const args of [["-N", "--empty-password"], [
      "-A",
      "-n",
      "Block page of the box",
      "-t",
      "C,,",
      "-i",
      file,
    ]]
  ) {
    const { code, text } = await runText(["certutil", "-d", `sql:${store}`, ...args]);
    assert.equal(code, 0, text);
  }
}

/** The visible text of the page. */
const readOf = (page: Page) => page.locator("body").innerText();

Deno.test({
  name: "A blocked site explains itself over HTTPS under its own name, to its device only",
  ignore,
  fn: () =>
    HomeBox.run(TABLET_AND_LAPTOP, async (family) => {
      const home = await Deno.makeTempDir();
      try {
        const { emma } = await settle(family);
        assert.equal(await family.ask("tablet", SITE), BOX_V4);
        await firstVisit(family, home);
        await withCertificate(family, home);
        await onOthers(family, home);
        await outsideHours(family, home, emma);
      } finally {
        await Deno.remove(home, { recursive: true });
      }
    }, { lan: true, flags: [`--https-listen=${BOX_V4}:443`, "--blocked-response=page"] }),
});

/**
 * Without the certificate a browser warns; the block page explains its installation, and serves it.
 */
async function firstVisit(family: Family, home: string): Promise<void> {
  await onMachine(family, "tablet", { home }, async (page) => {
    await assert.rejects(page.goto(`https://${SITE}/`), /ERR_CERT_AUTHORITY_INVALID/);
    // The warning page appears a moment later, and would replace the next page.
    await page.waitForURL("chrome-error://chromewebdata/");
    const answer = await page.goto(`http://${SITE}/some/path?of=it`);
    assert.equal(answer?.status(), 403);
    await page.getByRole("link", { name: "Certificate of the block page" }).click();
    await page.waitForURL("http://box/certificate");
    await poll(async () => assert.match(await readOf(page), /On this device: Linux/));
    await keep(page, "block-page-certificate");
    const pem = await page.evaluate(
      "fetch('/certificate/box-ca.pem').then((answer) => answer.text())",
    ) as string;
    await install(home, pem);
  });
}

async function withCertificate(family: Family, home: string): Promise<void> {
  await onMachine(family, "tablet", { home }, async (page) => {
    const answer = (await page.goto(`https://${SITE}/some/path?of=it`))!;
    assert.equal(answer.status(), 403);
    assert.match(
      (await answer.securityDetails())?.issuer ?? "",
      /^Block page of the box [0-9A-F]{8}$/,
    );
    const text = await readOf(page);
    assert.match(
      text,
      /This site is blocked\s+bücher\.games\.example\s+xn--bcher-kva\.games\.example/,
    );
    assert.match(text, /The person who manages the network has blocked it\./);
    assert.deepEqual(await violations(page), []);
    await keep(page, "block-page-https");
    // A second request for the name gets the same certificate, and a name that was not blocked gets
    // none.
    assert.equal((await page.goto(`https://${SITE}/`))?.status(), 403);
    await assert.rejects(page.goto(`https://${OTHER}/`), /ERR_CERT_/);
  });
}

/** Another device only learns that the site is blocked. */
async function onOthers(family: Family, home: string): Promise<void> {
  const more = {
    viewport: SIZES.phone,
    locale: "de",
    colorScheme: "dark",
    javaScriptEnabled: false,
  } as const;
  await onMachine(family, "laptop", { home, more }, async (page) => {
    assert.equal((await page.goto(`https://${SITE}/`))?.status(), 403);
    const text = await readOf(page);
    assert.match(text, /Diese Website ist gesperrt/);
    assert.match(text, /für ein anderes Gerät gesperrt/);
    assert.doesNotMatch(text, /Person, die das Netz verwaltet, hat/);
    await keep(page, "block-page-elsewhere");
    assert.equal((await page.goto(`http://${OTHER}/`))?.status(), 421);
  });
}

/** Outside the hours the page links to the request for more time. */
async function outsideHours(family: Family, home: string, emma: number): Promise<void> {
  await family.call("PUT", `/api/v1/people/${emma}/schedule`, {
    enabled: true,
    grid: "0".repeat(672),
  });
  assert.equal(await family.ask("tablet", OTHER), BOX_V4);
  await onMachine(family, "tablet", { home, more: { viewport: SIZES.phone } }, async (page) => {
    assert.equal((await page.goto(`https://${OTHER}/`))?.status(), 403);
    await poll(async () =>
      assert.match(
        await readOf(page),
        /No Internet right now\s+school\.example\s+You have no Internet/,
      )
    );
    await keep(page, "block-page-hours");
    await page.getByRole("link", { name: "Ask for more time" }).click();
    await page.waitForURL("http://box/ask");
    await poll(async () => assert.match(await readOf(page), /Ask for more time/));
  });
}
