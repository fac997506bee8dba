/**
 * Hours in a real browser: painted by mouse, finger and keyboard, written without scripts; cuts by
 * one tap (A 2.2, 3.2).
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Schedules } from "../../api/features/household/hours/schedules.ts";
import { dayTexts } from "../../policy/model/week.ts";
import { assertCount, poll } from "../support/looking.ts";
import type { Look } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { keep, type LogScene, withLog } from "./log_scene.ts";

const ignore = needsTool("chromium");
const DESKTOP: Look = { size: "desktop", scheme: "light", language: "en" };
const SLOTS = 96;

type Person = Schedules["people"][number];

/** Opens the hours page of a child. */
async function opened(log: LogScene, look: Look, path: string): Promise<Page> {
  const page = await log.open(look);
  await page.goto(path);
  return page;
}

async function child({ scene: { service } }: LogScene): Promise<Person> {
  const { people: [emma] } = await service.call<Schedules>("GET", "/api/v1/schedules");
  return emma;
}

async function withChild(work: (log: LogScene) => Promise<void>): Promise<void> {
  await withLog(async (log) => {
    const { service } = log.scene;
    const emma = await service.call<{ id: number }>("POST", "/api/v1/people", {
      body: { name: "Emma", profile: "child" },
    });
    // Hours of a person without devices have no effect, and the pages say so.
    const tablet = await service.call<{ id: number }>("POST", "/api/v1/devices", {
      body: { mac: "02:00:00:00:00:05", name: "Tablet", kind: "tablet" },
    });
    await service.call("PUT", `/api/v1/devices/${tablet.id}/person`, {
      body: { person_id: emma.id },
    });
    await work(log);
  });
}

/** The position in the window of the middle of a quarter of an hour. */
async function pointOf(
  page: Page,
  day: number,
  slot: number,
  upright = false,
): Promise<readonly [number, number]> {
  const box = (await page.locator(".week-strip").nth(day).boundingBox())!;
  const along = (length: number) => (slot + 0.5) / SLOTS * length;
  return upright
    ? [box.x + box.width / 2, box.y + along(box.height)]
    : [box.x + along(box.width), box.y + box.height / 2];
}

async function saved(page: Page): Promise<void> {
  await page.click("#week .form button.main");
  await page.waitForSelector("#toasts .toast");
}

async function paintedByMouse(log: LogScene): Promise<void> {
  const page = await opened(log, DESKTOP, "/people/1/hours");
  await page.click("[data-week=clear]");
  await page.mouse.move(...await pointOf(page, 0, 64));
  await page.mouse.down();
  await page.mouse.move(...await pointOf(page, 1, 70), { steps: 4 });
  await page.mouse.move(...await pointOf(page, 4, 77), { steps: 4 });
  await page.mouse.up();
  await poll(async () =>
    assert.equal(await page.innerText(".week-status"), "Monday – Friday 16:00–19:30: open")
  );
  await page.mouse.click(...await pointOf(page, 2, 64));
  await page.click("[data-week=undo]");
  await page.click(".week-copy summary");
  await page.selectOption("[data-copy-from]", { label: "Monday" });
  await page.check("[data-copy-to][value='5']");
  await page.click("[data-week=copy]");
  await poll(async () => assert.equal(await page.inputValue("#week-grid-sat"), "16:00-19:30"));
  await page.click("[data-week=undo]");
  await keep(page, "hours-painted");
  await saved(page);
  const { grid, enabled } = await child(log);
  assert.ok(enabled, "saved and turned on");
  assert.deepEqual(dayTexts(grid), [...Array(5).fill("16:00-19:30"), "", ""]);
}

async function paintedByKeys(log: LogScene): Promise<void> {
  const page = await opened(log, DESKTOP, "/people/1/hours");
  await page.focus("[role=gridcell][tabindex='0']");
  await assertCount(page.locator("[role=gridcell][tabindex='0']"), 1);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("Control+End", "Home", "Control+ArrowRight", "Control+ArrowRight");
  await press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp", "Space");
  await poll(async () =>
    assert.equal(
      await page.evaluate("document.activeElement.getAttribute('aria-label')"),
      "Saturday 02:45, open",
    )
  );
  await saved(page);
  assert.deepEqual(dayTexts((await child(log)).grid).slice(4), [
    "16:00-19:30",
    "02:00-03:00",
    "02:00-03:00",
  ]);
}

async function paintedByFinger(log: LogScene): Promise<void> {
  const page = await opened(log, { ...DESKTOP, size: "phone" }, "/people/1/hours");
  await page.locator(".week-days").evaluate(
    "element => element.scrollIntoView({ block: 'start' })",
  );
  const before = await page.evaluate("scrollY");
  const client = await page.context().newCDPSession(page);
  const touch = async (
    type: "touchStart" | "touchMove" | "touchEnd",
    point?: readonly [number, number],
  ) =>
    await client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: point === undefined ? [] : [{ x: point[0], y: point[1] }],
    });
  await touch("touchStart", await pointOf(page, 6, 32, true));
  for (const slot of [36, 40, 47]) await touch("touchMove", await pointOf(page, 6, slot, true));
  await touch("touchEnd");
  await page.touchscreen.tap(...await pointOf(page, 5, 22, true));
  await poll(async () =>
    assert.equal(await page.evaluate("scrollY"), before, "the page stays under the finger")
  );
  await keep(page, "hours-touched");
  await saved(page);
  assert.deepEqual(dayTexts((await child(log)).grid).slice(5), [
    "02:00-03:00, 05:00-06:00",
    "02:00-03:00, 08:00-12:00",
  ]);
}

Deno.test({
  name: "A week is painted by mouse, by keys and by finger, and the painting is saved",
  ignore,
  fn: () =>
    withChild(async (log) => {
      await paintedByMouse(log);
      await paintedByKeys(log);
      await paintedByFinger(log);
    }),
});

async function cutByOneTap(log: LogScene): Promise<void> {
  const page = await opened(log, DESKTOP, "/hours");
  const is = (holds: (emma: Person) => boolean) =>
    within(WAIT, async () => holds(await child(log)));
  await page.click("text=Turn on these hours");
  assert.ok(
    await is(({ enabled, grid, proposed }) => enabled && grid === proposed),
    "the proposed hours hold",
  );
  await page.click("#acts-1-cut-60");
  await page.waitForSelector(".standing:has-text('Cut until')");
  assert.ok(await is(({ why }) => why === "cut"));
  await poll(async () =>
    assert.match(await page.innerText(".lead"), /^Emma(’s Internet is cut| has no Internet) until/)
  );
  const { mode: { until } } = await child(log);
  await page.click("#acts-1-homework-30");
  assert.ok(await is(({ mode }) => mode.mode === "homework"));
  await page.click("#toasts .toast:has-text('Homework') button");
  assert.ok(
    await is(({ mode }) => mode.mode === "cut" && mode.until === until),
    "the cut of before is back",
  );
  await page.waitForSelector("#toasts :text('Undone')");
  await page.click("#end-mode-1");
  assert.ok(await is(({ mode }) => mode.mode === ""));
  await page.click("#toasts .toast:has-text('over') button");
  assert.ok(
    await is(({ mode }) => mode.mode === "cut" && mode.until === until),
    "its end was taken back",
  );
}

async function writtenWithoutScripts(log: LogScene): Promise<void> {
  const page = await opened(
    log,
    { ...DESKTOP, size: "phone", javaScript: false },
    "/people/1/hours",
  );
  await page.click(".week-texts summary");
  await page.fill("#week-grid-mon", "7-8, 16:30-19:20");
  await page.click("#week .form button.main");
  await poll(async () => assert.match(await page.innerText("#notices"), /in quarters/));
  await page.fill("#week-grid-mon", "7-8, 16:30-19:30");
  await page.fill("#week-grid-sun", "");
  await page.click("#week .form button.main");
  await poll(async () => {
    const { grid, mode } = await child(log);
    assert.equal(dayTexts(grid)[0], "07:00-08:00, 16:30-19:30");
    assert.equal(dayTexts(grid)[6], "");
    assert.equal(mode.mode, "cut");
  });
  await page.click("#end-mode-1");
  await page.selectOption("#limit-games", "90");
  await page.click("form:has(#limit-games) button");
  await poll(async () =>
    assert.deepEqual((await child(log)).limits.map(({ minutes }) => minutes), [90, 0, 0])
  );
  await page.goto("/hours/allowed");
  await page.fill("textarea", "school.example\nlibrary.example");
  await page.click("main form button.main");
  await poll(async () => assert.match(await page.innerText("main"), /2 names of 100/));
  await page.click("text=Take the list of the box again");
  await poll(async () => assert.match(await page.innerText("main"), /Where they come from/));
  assert.equal((await child(log)).mode.mode, "");
}

Deno.test({
  name: "A cut takes one tap and Undo reverts it, and hours and limits work without scripts",
  ignore,
  fn: () =>
    withChild(async (log) => {
      await cutByOneTap(log);
      await writtenWithoutScripts(log);
    }),
});

/**
 * Emma's hours are closed all day and she has a cut for an hour: extra time starts after the cut,
 * or when the cut is ended.
 */
async function bonusInCut(log: LogScene, javaScript: boolean): Promise<void> {
  const { call } = log.scene.service;
  const api = call.bind(log.scene.service);
  const minutes = async () => {
    const { bonus, why } = await child(log);
    return [why, Math.round((bonus.until - Math.max(bonus.from, Date.now() / 1000)) / 60)];
  };
  await api("PUT", "/api/v1/people/1/schedule", {
    body: { enabled: true, grid: "0".repeat(SLOTS * 7) },
  });
  await api("PUT", "/api/v1/people/1/mode", { body: { mode: "cut", duration: "60" } });
  const page = await opened(log, { ...DESKTOP, size: "phone", javaScript }, "/hours");
  await page.click("#acts-1-more-30");
  const toast = page.locator("#toasts .toast:has-text('more time')");
  await toast.waitFor();
  await poll(async () =>
    assert.match(await toast.innerText(), /Emma has more time, but the cut goes on until/)
  );
  await poll(async () =>
    assert.match(
      await page.innerText("#hours-1"),
      /Extra time starts after the cut: (\S+ )?\S+–\S+\./,
    )
  );
  await poll(async () => assert.deepEqual(await minutes(), ["cut", 30]));
  await keep(page, `hours-bonus-in-cut-${javaScript ? "script" : "plain"}`);

  await page.click("#end-mode-1");
  await page.waitForSelector(".standing:has-text('Extra time until')");
  await poll(async () => assert.deepEqual(await minutes(), ["", 30]));
  await page.click("#acts-1-cut-30");
  await page.waitForSelector("#toasts :text('Ended with it: extra time')");
  await poll(async () => assert.deepEqual((await minutes())[0], "cut"));
  await page.click("#toasts .toast:has-text('Ended with it') button");
  await page.waitForSelector(".standing:has-text('Extra time until')");
  await poll(async () => assert.deepEqual(await minutes(), ["", 30]));
  await api("DELETE", "/api/v1/people/1/bonus");
}

Deno.test({
  name: "Extra time in a cut says that the cut continues, and Undo of a cut restores extra time",
  ignore,
  fn: () =>
    withChild(async (log) => {
      await bonusInCut(log, true);
      await bonusInCut(log, false);
    }),
});
