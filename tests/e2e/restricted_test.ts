/**
 * A parent restricts a camera on the phone: starts the learning of two devices at once, sees names
 * arrive, restricts, and allows a blocked name with one tap; the pages also work without JavaScript.
 */
import assert from "node:assert/strict";
import type { RestrictedOverviewResponse } from "../../api/features/protection/restricted/routes.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import type { HomeMachine } from "../support/home_network.ts";
import { poll } from "../support/looking.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { Parent } from "./parent.ts";
import { violations } from "./violations.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");

const MACHINES = [
  { name: "camera", mac: "c0:56:e3:00:02:01", addresses: ["192.168.77.11/24"] },
  { name: "tv", mac: "64:95:6c:00:02:02", addresses: ["192.168.77.12/24"] },
] as const satisfies readonly HomeMachine[];
type Home = HomeBox<(typeof MACHINES)[number]["name"]>;

const PASSWORD = "gravel ocean tulip";

async function settle(home: Home): Promise<Record<"camera" | "tv", number>> {
  const terms = await home.call<{ current: string }>("GET", "/api/v1/terms");
  await home.call("POST", "/api/v1/setup", {
    account: { name: "Anna", password: PASSWORD },
    accept_terms: true,
    terms_version: terms.current,
    telemetry: false,
  });
  const camera = await home.device("camera");
  const tv = await home.device("tv");
  const name = (id: number, label: string, kind: string) =>
    home.call("PUT", `/api/v1/devices/${id}`, { name: label, kind });
  await name(camera, "Doorbell", "camera");
  await name(tv, "Big screen", "tv");
  return { camera, tv };
}

async function signIn({ page }: Parent): Promise<void> {
  await page.goto("/sign-in?next=/restrict");
  await page.getByLabel("Account").fill("Anna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const overview = (home: Home) => home.call<RestrictedOverviewResponse>("GET", "/api/v1/restrict");

async function learnsLive(home: Home, parent: Parent): Promise<void> {
  const { page } = parent;
  await signIn(parent);
  await parent.sees("Restricted devices");
  assert.deepEqual(await violations(page), []);
  await parent.tap(page.locator("#start").getByText("Doorbell"));
  await parent.tap(page.locator("#start").getByText("Big screen"));
  await page.getByLabel("Learn for").fill("3");
  await parent.tap(page.locator("#start").getByRole("button", { name: "Start learning" }));
  await poll(async () => assert.match(await page.innerText("#toasts"), /Learning started/));
  await poll(async () =>
    assert.match(await page.innerText("#restrict-lead"), /2 devices are learning\./)
  );
  assert.deepEqual(
    (await overview(home)).subjects.map(({ mode, days }) => [mode, days]),
    [["learning", 3], ["learning", 3]],
  );

  await parent.tap(page.getByRole("link", { name: "Doorbell" }));
  await parent.sees("Doorbell");
  await home.ask("camera", "api.ring.com");
  await home.ask("camera", "time.vendor.org");
  // The names arrive without a reload of the page.
  const names = page.locator("#names");
  await poll(async () => {
    assert.match(await names.innerText(), /ring\.com[^]*1 query[^]*vendor\.org/);
    assert.match(await page.innerText("#companies"), /Amazon[^]*Others/);
    assert.match(await page.innerText("#restrict-lead"), /2 names so far/);
  });
  assert.deepEqual(await violations(page), []);
  await parent.picture("restrict-learning", true);
}

async function allowsBlocked(home: Home, parent: Parent, camera: number): Promise<void> {
  const { page } = parent;
  const learning = (await overview(home)).subjects.find(({ id }) => id === camera)!;
  const now = page.getByRole("button", { name: /^Restrict now/ });
  const done = page.locator("#toasts .toast:has-text('Doorbell is restricted')");
  // By accident: the undo lets the device go on as before.
  await parent.tap(now);
  await done.waitFor();
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  await parent.tap(done.getByRole("button", { name: "Undo" }));
  await page.locator("#toasts :text('Undone')").waitFor();
  const goesOn = (await overview(home)).subjects.find(({ id }) => id === camera)!;
  assert.deepEqual(goesOn, { ...learning, names: 2 });
  await poll(async () => assert.match(await page.innerText("#restrict-lead"), /is learning until/));
  // The toast is gone: the page still offers it.
  await parent.tap(now);
  await parent.tap(page.getByRole("button", { name: /^Continue learning/ }));
  await poll(async () => assert.match(await page.innerText("#toasts"), /Doorbell is learning/));
  // So does turning it off.
  await parent.tap(page.getByRole("button", { name: /^Turn off/ }));
  await page.getByText("Doorbell isn’t restricted.").waitFor();
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  await parent.picture("restrict-off", true);
  await parent.tap(page.getByRole("button", { name: /^Continue learning/ }));
  await page.getByText("is learning until").waitFor();
  await parent.tap(now);
  await page.getByText("Learning was ended early.").waitFor();
  await parent.picture("restrict-early", true);
  assert.equal(await home.ask("camera", "api.ring.com"), OPEN);
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");
  // Before the undo, and now.
  await poll(async () => assert.equal((await overview(home)).devices[0]?.blocked, 2));
  await page.reload();
  const outside = page.locator("#outside");
  await outside.waitFor();
  await parent.picture("restrict-outside", true);
  await parent.tap(outside.getByRole("button", { name: "Allow: outside.com" }));
  const toast = page.locator("#toasts .toast:has-text('outside.com allowed')");
  await toast.waitFor();
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  await parent.tap(toast.getByRole("button", { name: "Undo" }));
  await page.locator("#toasts :text('Undone')").waitFor();
  assert.equal(await home.ask("camera", "www.outside.com"), "blocked");

  // A name by hand, and one of the home, which is refused in place.
  await parent.type(page.getByLabel("Allow another name"), "nas.lan");
  await parent.press("queries.allow");
  await poll(async () => assert.match(await page.innerText("main"), /Names of the home/));
  await page.getByLabel("Allow another name").fill("firmware.maker.net");
  await parent.press("queries.allow");
  await poll(async () => assert.match(await page.innerText("#names"), /maker\.net\s+Added/));

  // The page of the device, the log, and the alert lead here.
  await page.goto(`/devices/${camera}`);
  assert.match(await page.innerText("#restricted"), /gets only what it is allowed: 3 names/);
  await page.goto("/alerts");
  await poll(async () =>
    assert.match(await page.innerText("main"), /Doorbell[^]*asked for outside\.com/)
  );
}

/** The same without JavaScript: forms post, and the page comes again. */
async function withoutScript(home: Home, parent: Parent, camera: number): Promise<void> {
  const browser = parent.page.context().browser()!;
  const context = await browser.newContext({
    baseURL: `http://localhost:${home.http}`,
    storageState: await parent.page.context().storageState(),
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "en",
  });
  const page = await context.newPage();
  await page.goto(`/restrict/device/${camera}`);
  await page.locator("#outside").getByRole("button", { name: "Allow: outside.com" }).click();
  await page.getByText("outside.com allowed", { exact: true }).waitFor();
  assert.equal(await home.ask("camera", "www.outside.com"), OPEN);
  const learn = page.getByRole("button", { name: /^Learn again/ });
  await learn.click();
  await page.getByText(/is learning until/).waitFor();
  // The message has the undo; the names that were learned are back.
  await page.getByRole("button", { name: /^Undo$/ }).click();
  await page.getByText(/is restricted|gets only what it is allowed: 4 names/).first().waitFor();
  await learn.click();
  await page.getByRole("button", { name: /^Undo the new learning/ }).click();
  await page.getByText(/gets only what it is allowed: 4 names/).waitFor();
  // A removed name comes back as it was learned.
  const row = page.locator("#names .list-row:has-text('ring.com')");
  const text = await row.innerText();
  await row.getByRole("button", { name: "Remove: ring.com" }).click();
  assert.equal(await home.ask("camera", "api.ring.com"), "blocked");
  await page.getByRole("button", { name: /^Undo$/ }).click();
  assert.equal(await row.innerText(), text);
  assert.equal(await home.ask("camera", "api.ring.com"), OPEN);
  await learn.click();
  await page.getByText(/is learning until/).waitFor();
  const { subjects } = await overview(home);
  const { mode, names } = subjects.find(({ id }) => id === camera)!;
  // What was added by hand stays.
  assert.deepEqual([mode, names], ["learning", 2]);
  await page.goto("/restrict?kind=tv");
  await page.getByText("There is no other device to restrict.").waitFor();
  await context.close();
}

Deno.test({
  name: "A camera is restricted on the phone, and a blocked name is allowed with one tap",
  ignore,
  fn: () =>
    HomeBox.run(MACHINES, async (home) => {
      const { camera } = await settle(home);
      await Parent.with(
        home.home,
        `http://localhost:${home.http}`,
        { language: "en", scheme: "light" },
        async (parent) => {
          await learnsLive(home, parent);
          await allowsBlocked(home, parent, camera);
          await withoutScript(home, parent, camera);
        },
      );
    }),
});
