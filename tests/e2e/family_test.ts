/**
 * A family sets up its box on a phone, from the first start to the protection of each person; each
 * device gets what was chosen.
 */
import type { Locator } from "playwright-core";
import assert from "node:assert/strict";
import { poll } from "../support/looking.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import type { HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { Parent, type ParentLook } from "./parent.ts";

const ignore = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "chromium");

const MACHINES = [
  { name: "anna", mac: "a4:83:e7:00:0a:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "ben", mac: "44:07:0b:00:0b:02", addresses: ["192.168.77.12/24"] },
  { name: "tom", mac: "5a:11:22:00:0c:03", addresses: ["192.168.77.13/24"] },
  { name: "emma", mac: "98:b6:e9:00:0d:04", addresses: ["192.168.77.14/24"] },
  { name: "tablet", mac: "8c:79:f5:00:0e:05", addresses: ["192.168.77.15/24"] },
  { name: "tv", mac: "64:95:6c:00:0f:06", addresses: ["192.168.77.16/24"] },
  { name: "camera", mac: "c0:56:e3:00:1a:07", addresses: ["192.168.77.17/24"] },
  { name: "desk", mac: "f4:30:b9:00:1b:08", addresses: ["192.168.77.18/24"] },
  { name: "printer", mac: "3c:2a:f4:00:1c:09", addresses: ["192.168.77.19/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
type Family = HomeBox<Name>;

/** Queries that machines send when they join the network. */
async function joined(family: Family): Promise<void> {
  await Promise.all(MACHINES.map(({ name }) => family.device(name)));
}

async function setUp(parent: Parent): Promise<void> {
  const { page } = parent;
  await page.goto("/");
  await parent.press("setup.begin");
  await parent.type(page.getByLabel(parent.say("setup.name")), "Anna");
  await parent.type(
    page.getByLabel(parent.say("words.password"), { exact: true }),
    "gravel ocean tulip",
  );
  for (const _ of ["account", "place", "protection"]) await parent.press("setup.next");
  await parent.tap(page.getByText(parent.say("setup.accept")));
  await parent.press("setup.finish");
  await page.waitForURL("**/ready");
  await parent.picture("ready");
  await parent.follow("setup.ready_open");
  await parent.sees(parent.say("frame.home"));
  await parent.picture("home", true);
}

const PEOPLE = [["Anna", "adult"], ["Ben", "adult"], ["Tom", "teen"], ["Emma", "child"]] as const;

const CAMERA = "Hangzhou Hikvision Digital Technology 1a:07";
/**
 * The owners of each device, by its label before it is named: several = shared, none = quarantined.
 */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  "Apple 0a:01": ["Anna"],
  "Google 0b:02": ["Ben"],
  "5a:11:22:00:0c:03": ["Tom"],
  "Nintendo 0d:04": ["Emma"],
  "Samsung Electronics 0e:05": ["Anna", "Emma"],
  "LG Electronics 0f:06": ["Anna", "Ben", "Tom"],
  [CAMERA]: [],
  "Hewlett Packard 1b:08": ["Office"],
  "Brother Industries 1c:09": ["Office"],
};

async function addPeople(parent: Parent): Promise<void> {
  const { page } = parent;
  await parent.area("frame.people");
  await parent.sees(parent.say("frame.people"));
  await parent.picture("people-none", true);
  const form = page.locator("#add-person");
  for (const [name, profile] of PEOPLE) {
    await parent.type(form.getByLabel(parent.say("words.name")), name);
    if (profile !== "child") {
      await parent.tap(form.getByRole("radio", { name: parent.say(`people.${profile}`) }));
    }
    await parent.picture(`person-${name}-typed`);
    await parent.press("people.add", form);
    await page.getByRole("heading", { level: 2, name }).waitFor();
    await parent.picture(`person-${name}`);
  }
  const group = page.locator("#add-group");
  await parent.tap(group.locator("summary"));
  await parent.type(group.getByLabel(parent.say("words.name")), "Office");
  await parent.picture("group-typed");
  await parent.press("people.add_group", group);
  await page.getByRole("link", { name: "Office" }).waitFor();
  await parent.picture("people", true);
}

/**
 * On the page of the network one tap assigns each device, from the first suggestion to the last.
 */
async function giveDevices(family: Family, parent: Parent): Promise<void> {
  const { page } = parent;
  const left = new Set(Object.keys(OWNERS));
  await parent.follow("settings.group_network");
  await parent.sees(parent.say("settings.group_network"));
  await parent.picture("network", true);
  while (left.size > 0) {
    let device = "";
    // The heading is there before the list below it.
    await poll(async () => {
      const labels = await page.locator("#who .machine-head .strong").allInnerTexts();
      device = labels.find((label) => left.has(label)) ?? "";
      assert.ok(device, `${[...left]} are not among ${labels}`);
    });
    const owners = OWNERS[device];
    const row = page.locator("#who").getByRole("listitem").filter({ hasText: device });
    if (owners.length > 1) await share(parent, row, device, owners);
    else if (owners.length === 1) {
      await parent.tap(row.getByRole("button", { name: owners[0] }));
      await parent.expectMessage("network.given", { device });
    } else {
      await parent.tap(
        row.getByRole("button", { name: `${parent.say("network.hold")}: ${device}` }),
      );
      await parent.expectMessage("network.now_held", { device });
    }
    await parent.picture(`said-${owners}`);
    left.delete(device);
  }
  await parent.picture("network-said", true);
  // Assigning the devices resolved their alerts.
  await poll(async () => {
    const { alerts } = await family.call<{ alerts: unknown[] }>(
      "GET",
      "/api/v1/alerts?acknowledged=false&group=network",
    );
    assert.deepEqual(alerts, []);
  });
}

/** A device with several users: each is ticked on its page. */
async function share(
  parent: Parent,
  row: Locator,
  device: string,
  people: readonly string[],
): Promise<void> {
  const { page } = parent;
  await parent.tap(row.getByRole("link", { name: parent.say("network.open_device") }));
  await parent.sees(device);
  await parent.picture("device");
  for (const name of people) {
    await parent.tap(page.locator("#who").getByText(name, { exact: true }));
  }
  await parent.press("words.save", page.locator("#who"));
  await parent.expectMessage("network.given", { device });
  await parent.picture("shared");
  await parent.follow("settings.group_network");
  await parent.sees(parent.say("settings.group_network"));
}

/**
 * Blocks TikTok for the teenager and gambling for everyone; the child's safe search is on by
 * default.
 */
async function protect(parent: Parent): Promise<void> {
  const { page } = parent;
  await parent.follow(
    "frame.people",
    page.getByRole("navigation", { name: parent.say("frame.navigation") }),
  );
  await parent.tap(page.getByRole("link", { name: "Tom", exact: true }));
  await parent.sees("Tom");
  await parent.picture("tom", true);
  await parent.follow("services.name", page.locator("#protection"));
  await parent.sees(parent.say("services.name"));
  await parent.picture("services");
  await parent.type(page.getByLabel(parent.say("services.search")), "tiktok");
  await parent.press("words.search");
  await parent.picture("tiktok");
  const tiktok = page.getByLabel(parent.say("scopes.choice_for", { name: "TikTok", whom: "Tom" }), {
    exact: true,
  });
  await parent.choose(tiktok, parent.say("scopes.choose_block"));
  await parent.expectMessage("scopes.done", { name: "TikTok" });
  await parent.picture("tiktok-blocked");
  await parent.follow("categoryPage.name");
  await parent.sees(parent.say("categoryPage.name"));
  await parent.picture("categories");
  const everyone = parent.say("scopes.everyone");
  const gambling = parent.say("categories.gambling");
  const list = page.getByLabel(
    parent.say("scopes.choice_for", { name: gambling, whom: everyone }),
    { exact: true },
  );
  await parent.choose(list, parent.say("scopes.choose_block"));
  await parent.expectMessage("scopes.done", { name: gambling });
  await list.scrollIntoViewIfNeeded();
  await parent.picture("gambling-blocked");
  await parent.follow("safeSearch.name");
  await parent.sees(parent.say("safeSearch.name"));
  await parent.choose(
    page.locator("main").getByLabel(parent.say("scopes.for_whom"), { exact: true }),
    "Emma",
  );
  await page.getByText(parent.say("safeSearch.lead", { on: 8, all: 8 })).waitFor();
  await parent.picture("safe-search");
}

/** The answers to each machine. */
const EXPECTED: readonly (readonly [machine: Name, name: string, result: string])[] = [
  ["tom", "www.tiktok.com", "blocked"],
  ["tv", "www.tiktok.com", "blocked"],
  ["anna", "www.tiktok.com", OPEN],
  ["ben", "www.tiktok.com", OPEN],
  ["tablet", "www.tiktok.com", OPEN],
  ["desk", "www.tiktok.com", OPEN],
  ["anna", "www.pokerstars.com", "blocked"],
  ["tom", "www.pokerstars.com", "blocked"],
  ["tablet", "www.pokerstars.com", "blocked"],
  ["printer", "www.pokerstars.com", "blocked"],
  ["emma", "www.google.com", "forcesafesearch.google.com"],
  ["tablet", "www.google.com", "forcesafesearch.google.com"],
  ["anna", "www.google.com", OPEN],
  ["desk", "www.google.com", OPEN],
  ["camera", "cloud.example", "blocked"],
  ["camera", "download.windowsupdate.com", OPEN],
];

async function expectAll(family: Family): Promise<void> {
  for (const [machine, name, result] of EXPECTED) {
    assert.equal(await family.ask(machine, name), result, `${machine} asks ${name}`);
  }
  assert.equal(await family.ask("tom", "www.tiktok.com", "-b", "192.168.77.213"), "blocked");
}

/** What the pages show about it. */
const TOLD = [
  ["tom", "www.tiktok.com", () => /TikTok/],
  ["anna", "www.pokerstars.com", (parent: Parent) => new RegExp(parent.say("categories.gambling"))],
  [
    "camera",
    "cloud.example",
    (parent: Parent) => new RegExp(parent.say("why.short_quarantine"), "i"),
  ],
] as const;

/** The reason for a machine's answers: in the log, and on the page that checks a name. */
async function checkPages(family: Family, parent: Parent): Promise<void> {
  const { page } = parent;
  for (const [machine, name, why] of TOLD) {
    const id = await family.device(machine);
    // The names of an adult's own device are private until that adult agrees.
    const shown = machine === "anna" ? parent.say("queries.hidden_name") : name;
    const logged = page.locator("main").getByText(shown).first();
    assert.ok(
      await within(WAIT, async () => {
        await page.goto(`/queries?who=device:${id}&outcome=blocked`);
        return await logged.isVisible();
      }),
      `${name} is not in the log of ${machine}`,
    );
    const log = await page.locator("main").innerText();
    if (machine === "anna") assert.ok(!log.includes(name), log);
    else assert.match(log, why(parent), `${machine}: ${name}`);
    await parent.picture(`log-${machine}`);
    await page.goto(`/check?${new URLSearchParams({ as: `device:${id}`, name })}`);
    await page.locator(".lead").filter({ hasText: name }).waitFor();
    await poll(async () =>
      assert.match(await page.locator("main").innerText(), why(parent), `${machine}: ${name}`)
    );
    await parent.picture(`why-${machine}`, true);
  }
}

async function checkCommands(family: Family): Promise<void> {
  const [people, devices, ...reasons] = await Promise.all([
    family.command("people"),
    family.command("devices"),
    family.command("explain", "www.tiktok.com", "--device", "5a:11:22:00:0c:03"),
    family.command("explain", "cloud.example", "--device", CAMERA),
    family.command("explain", "www.pokerstars.com", "--group", "Office"),
  ]);
  for (const [name, profile] of PEOPLE) {
    assert.match(people.text, new RegExp(`${name} .*${profile}`));
  }
  for (const [device, owners] of Object.entries(OWNERS)) {
    const line = devices.text.split("\n").find((line) => line.includes(device)) ?? "";
    for (const owner of owners) {
      assert.ok(line.includes(owner), `${line} tells nothing of ${owner}`);
    }
    assert.equal(/quarantine/.test(line), device === CAMERA, line);
  }
  const causes = reasons.map(({ text }) => text.trim().split("\n").at(-1)!);
  assert.deepEqual(causes, [
    "blocked (service, service:tiktok)",
    "blocked (quarantine)",
    "blocked (category, category:gambling)",
  ]);
}

/**
 * Seconds that a person needs: three for a tap including finding it, two for reading a page, two
 * characters a second.
 */
function byHand({ taps, typed, pages }: Parent): number {
  return 3 * taps + 2 * pages + typed / 2;
}

async function setUpByHand(family: Family, parent: Parent): Promise<void> {
  const began = performance.now();
  await setUp(parent);
  await addPeople(parent);
  await giveDevices(family, parent);
  await protect(parent);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const { taps, typed, pages } = parent;
  const needs = byHand(parent);
  console.log(
    `${taps} taps, ${typed} characters, ${pages} pages: ${took} s of the machine, ${needs} s of a person`,
  );
  assert.ok(needs < 300, `a person needs ${needs} s`);
}

async function play(family: Family, look: ParentLook): Promise<void> {
  await joined(family);
  await Parent.with(family.home, `http://localhost:${family.http}`, look, async (parent) => {
    try {
      await setUpByHand(family, parent);
      await family.home.address("tom", "192.168.77.213/24");
      await expectAll(family);
      await checkPages(family, parent);
      await checkCommands(family);
      await family.end("SIGKILL");
      await family.start();
      await expectAll(family);
      await checkPages(family, parent);
    } catch (error) {
      await parent.picture("failed", true);
      throw error;
    }
  });
}

Deno.test({
  name: "A family is set up on a phone in five minutes, and each device gets what was chosen",
  ignore,
  fn: () => HomeBox.run(MACHINES, (family) => play(family, { language: "en", scheme: "light" })),
});

Deno.test({
  name: "A family is set up on a phone in French with the dark scheme, by the same taps",
  ignore: ignore || Deno.env.get("BOX_LONG") !== "1",
  fn: () => HomeBox.run(MACHINES, (family) => play(family, { language: "fr", scheme: "dark" })),
});
