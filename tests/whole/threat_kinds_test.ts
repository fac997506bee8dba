/**
 * Each kind of alert about threats, and each state of restricted mode and quarantine, on a running
 * box: asked by `dig` from a device, seen in page, API, command and SIEM line, once in its period;
 * and what people change about it in the administration log (A 3.1, 3.5, 6).
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { AuditPage } from "../../api/features/box/audit/routes.ts";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import type { LookalikesResponse } from "../../api/features/protection/lookalikes/routes.ts";
import type {
  RestrictedNameResponse,
  RestrictedOverviewResponse,
} from "../../api/features/protection/restricted/routes.ts";
import { SPYWARE_NAMES } from "../../policy/catalogue/spyware_names.ts";
import { freePort } from "../support/box_process.ts";
import { type FakeScript, respond } from "../support/fake_upstream.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4, type HomeMachine } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { PageReader } from "../support/page_reader.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { Siem } from "../support/siem.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const MACHINES = [
  { name: "tablet", mac: "8c:79:f5:00:0e:05", addresses: ["192.168.77.15/24"] },
  { name: "camera", mac: "c0:56:e3:00:01:01", addresses: ["192.168.77.11/24"] },
  { name: "tv", mac: "64:95:6c:00:01:02", addresses: ["192.168.77.12/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
const LABELS: Readonly<Record<Name, string>> = {
  tablet: "Emma’s tablet",
  camera: "Doorbell",
  tv: "Big screen",
};

const PASSWORD = "gravel ocean tulip";
const PRINTER = "192.168.77.50";
const DAY = 86_400_000;
const HOMOGRAPH = "xn--pypal-4ve.com";
const [SPY, OTHER_SPY] = SPYWARE_NAMES;
const BANK = "www.bank-login.net";
/** Domains that were registered years ago; the others a few days ago. */
const OLD = ["netfliix.com", "example-check.net"];
/** The domain whose age comes after the answer. */
const SLOW = "gooogle.com";

const script: FakeScript = (query) => {
  const address = query.name.endsWith("lead.net") ? PRINTER : OPEN;
  return [respond(query, query.type === 1 ? { address } : {})];
};

/** The ages of domains from an online service; that of one is answered late. */
function answerAges(clock: ShiftedClock, port: number, late: Promise<void>): Deno.HttpServer {
  return Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, async (request) => {
    if (new URL(request.url).pathname !== "/v1/domains/age") {
      return new Response(null, { status: 404 });
    }
    const { domain } = await request.json();
    if (domain === SLOW) await late;
    const days = OLD.includes(domain) ? 3000 : 5;
    return Response.json({ created: Math.floor((clock.now() - days * DAY) / 1000) });
  });
}

/** The box with its clock, the SIEM, the devices, and the pages of an administrator and of Emma. */
interface Walk {
  readonly box: HomeBox<Name>;
  readonly clock: ShiftedClock;
  readonly siem: Siem;
  readonly ids: Readonly<Record<Name, number>>;
  readonly emma: number;
  readonly anna: number;
  readonly pages: PageReader;
  readonly ofEmma: PageReader;
  /** Lets the online service answer the age that comes late. */
  answerLate(): void;
}

async function withWalk(test: (walk: Walk) => Promise<void>): Promise<void> {
  const web = freePort();
  const flags = [
    "--trust-clock=always",
    `--cloud-url=http://127.0.0.1:${web}`,
    "--blocked-response=page",
  ];
  await ShiftedClock.run(async (clock) => {
    await clock.shift(-60 * DAY);
    await HomeBox.run<Name>(MACHINES, async (box) => {
      const late = Promise.withResolvers<void>();
      const server = await box.home.box.enter(() => answerAges(clock, web, late.promise));
      const siem = await box.home.box.enter(() => new Siem());
      try {
        await test({ ...await settled(box, clock, siem), answerLate: late.resolve });
      } finally {
        late.resolve();
        siem.close();
        await server.shutdown();
      }
    }, { env: clock.env(true), flags, script, lan: true });
  });
}

async function settled(
  box: HomeBox<Name>,
  clock: ShiftedClock,
  siem: Siem,
): Promise<Omit<Walk, "answerLate">> {
  const ids = {
    tablet: await box.device("tablet"),
    camera: await box.device("camera"),
    tv: await box.device("tv"),
  };
  for (const { name } of MACHINES) {
    await box.call("PUT", `/api/v1/devices/${ids[name]}`, { name: LABELS[name] });
  }
  const person = async (name: string, profile: string) =>
    (await box.call<{ id: number }>("POST", "/api/v1/people", { name, profile })).id;
  const emma = await person("Emma", "child");
  const anna = await person("Anna", "adult");
  await box.call("PUT", `/api/v1/devices/${ids.tablet}/person`, { person_id: emma });
  const terms = { accept_terms: true, terms_version: TERMS_VERSION, telemetry: false };
  await box.call("POST", "/api/v1/setup", {
    account: { name: "anna", password: PASSWORD },
    ...terms,
  });
  const { secret } = await box.call<{ secret: string }>(
    "POST",
    `/api/v1/people/${emma}/accounts`,
    { name: "emma" },
  );
  await box.call("POST", "/api/v1/invitation", { secret, password: PASSWORD });
  const added = await box.command("exports", "add", "siem", siem.target, "--audit", "on");
  assert.equal(added.code, 0, added.text);
  const path = `${await Deno.realPath(box.folder)}/phishing.txt`;
  await Deno.writeTextFile(path, "||bank-login.net^\n");
  await box.call("POST", "/api/v1/lists", { path, category: "phishing" });
  const { inside } = box.home.box;
  const pagesOf = (account: string) =>
    new PageReader({ inside, http: box.http, account, password: PASSWORD });
  return { box, clock, siem, ids, emma, anna, pages: pagesOf("anna"), ofEmma: pagesOf("emma") };
}

/** An alert as it should be everywhere. */
interface Expected {
  readonly kind: string;
  readonly device: Name;
  readonly name: string;
  readonly detail: string;
  readonly severity: number;
  /** The sentence on the page. */
  readonly says: RegExp;
}

const lookalike = (name: string, detail: string, says: RegExp): Expected => ({
  kind: "lookalike",
  device: "tablet",
  name,
  detail,
  severity: 6,
  says,
});

/** What the tablet raises. */
const OF_TABLET: readonly Expected[] = [
  lookalike(
    HOMOGRAPH,
    `${HOMOGRAPH}|paypal.com|homograph`,
    /tablet \(Emma\) asked for pаypal\.com, which imitates paypal\.com\. It was blocked\./,
  ),
  lookalike(
    "netfliix.com",
    "netfliix.com|netflix.com|typosquat",
    /asked for netfliix\.com, which imitates netflix\.com\. It wasn’t blocked\./,
  ),
  lookalike(
    "example-check.net",
    "paypal.com.example-check.net|paypal.com|brandsub",
    /asked for paypal\.com\.example-check\.net, which imitates paypal\.com\. It wasn’t blocked\./,
  ),
  lookalike(
    "paypal-login.com",
    "paypal-login.com|paypal.com|combosquat|young",
    /asked for paypal-login\.com, which imitates paypal\.com\. It was blocked\./,
  ),
  lookalike(
    SLOW,
    `${SLOW}|google.com|typosquat`,
    /asked for gooogle\.com, which imitates google\.com\. It wasn’t blocked\./,
  ),
  lookalike(
    SLOW,
    `${SLOW}|google.com|typosquat|young`,
    /asked for gooogle\.com, which imitates google\.com\. It was blocked\./,
  ),
  {
    kind: "spyware",
    device: "tablet",
    name: SPY,
    detail: "blocked",
    severity: 8,
    says: /tablet \(Emma\) tried to reach a server of commercial spyware: \S+\. It was blocked\./,
  },
  {
    kind: "rebinding",
    device: "tablet",
    name: "nas.lead.net",
    detail: PRINTER,
    severity: 6,
    says:
      /tablet \(Emma\) asked for nas\.lead\.net, a public name that answered with an address of your network: 192\.168\.77\.50\./,
  },
  {
    kind: "remote",
    device: "tablet",
    name: "TeamViewer",
    detail: "TeamViewer",
    severity: 4,
    says: /tablet \(Emma\) used a program for remote access: TeamViewer\./,
  },
  {
    kind: "malicious",
    device: "tablet",
    name: BANK,
    detail: "phishing",
    severity: 6,
    says: /tablet \(Emma\) asked for www\.bank-login\.net, which is known to be dangerous\./,
  },
];

/** The answers to the names that the tablet asks for, in order. */
const ASKED: readonly (readonly [name: string, answer: string])[] = [
  [`www.${HOMOGRAPH}`, BOX_V4],
  ["netfliix.com", OPEN],
  ["paypal.com.example-check.net", OPEN],
  ["paypal-login.com", BOX_V4],
  [`cp.${SPY}`, BOX_V4],
  ["nas.lead.net", BOX_V4],
  ["router7.teamviewer.com", OPEN],
  [BANK, BOX_V4],
];

const alertsOf = async ({ box }: Walk, kind: string) =>
  (await box.call<AlertPage>("GET", `/api/v1/alerts?kind=${kind}&limit=100`)).alerts;

/** The fields of a SIEM line before the device; empty ones are left out. */
function aboutOf({ name, detail }: Expected): string {
  return (name === "" ? "" : ` name="${name}"`) + (detail === "" ? "" : ` detail="${detail}"`);
}

/** Fails unless each alert is in API, page, command and SIEM line. */
async function areSeen(walk: Walk, expected: readonly Expected[]): Promise<void> {
  const { box, siem, ids, pages } = walk;
  for (const one of expected) {
    let found: AlertPage["alerts"] = [];
    const isThere = async () => {
      found = await alertsOf(walk, one.kind);
      return found.some(({ name, detail, device_id: id }) =>
        name === one.name && detail === one.detail && id === ids[one.device]
      );
    };
    assert.ok(await within(WAIT, isThere), `${JSON.stringify(one)}: ${JSON.stringify(found)}`);
    const alert = found.find(({ name, detail }) => name === one.name && detail === one.detail)!;
    assert.deepEqual([alert.severity, alert.group], [one.severity, "security"]);
    const line = () =>
      siem.lines.some((each) =>
        each.includes(` ${one.kind} [`) && each.includes(` severity="${one.severity}"`) &&
        each.includes(`${aboutOf(one)} device="${LABELS[one.device]} (`)
      );
    assert.ok(await within(WAIT, line), `${JSON.stringify(one)}: ${siem.text}`);
  }
  const page = await pages.words("/alerts?group=security");
  const { text } = await box.command("alerts", "--group", "security", "--limit", "100");
  for (const { kind, device, name, detail, says } of expected) {
    assert.match(page, says);
    const rows = text.split("\n").filter((row) => row.includes(`  ${kind}  `));
    assert.ok(
      rows.some((row) => [name, detail, LABELS[device]].every((part) => row.includes(part))),
      `${kind} ${name}: ${text}`,
    );
  }
}

Deno.test({
  name: "Each kind of alert about threats is in page, API, command and SIEM, once in its period",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "faketime"),
  fn: () =>
    withWalk(async (walk) => {
      await asksForThreats(walk);
      await areOnTheirPages(walk);
      await isToldToEmma(walk);
      await onceInPeriod(walk);
      await isToldUnblocked(walk);
    }),
});

async function asksForThreats(walk: Walk): Promise<void> {
  const { box, answerLate } = walk;
  assert.ok(await within(WAIT, async () => await box.ask("tablet", `a.${BANK}`) === BOX_V4));
  // The answer does not wait for an age that comes late; the next one knows it.
  assert.equal(await box.ask("tablet", SLOW), OPEN);
  answerLate();
  for (const [name, answer] of ASKED) assert.equal(await box.ask("tablet", name), answer, name);
  assert.ok(await within(WAIT, async () => await box.ask("tablet", SLOW) === BOX_V4));
  await areSeen(walk, OF_TABLET);
}

async function areOnTheirPages({ box, pages, ids }: Walk): Promise<void> {
  const threats = await pages.words("/threats");
  assert.match(threats, /A device tried to reach a spyware server/);
  for (const { kind, says } of OF_TABLET) if (kind !== "lookalike") assert.match(threats, says);
  assert.match(threats, /192\.168\.77\.50\. Blocked once/);
  const lookalikes = await pages.words("/lookalike");
  assert.match(lookalikes, /gooogle\.com Blocked Resembles google\.com\. .* less than 30 days old/);
  assert.match(lookalikes, /netfliix\.com Reported Resembles netflix\.com\./);
  assert.match(lookalikes, /paypal\.com\.example-check\.net Reported Resembles paypal\.com\./);
  assert.match(lookalikes, /paypal-login\.com Blocked Resembles paypal\.com\./);
  assert.match(lookalikes, /pаypal\.com Blocked Resembles paypal\.com\. .* xn--pypal-4ve\.com/);
  const { text } = await box.command("lookalike");
  assert.match(text, /gooogle\.com .* typing error +blocked, new domain/);
  assert.match(text, /netfliix\.com .* typing error +reported/);
  assert.match(text, /paypal\.com\.example-check\.net +paypal\.com +known name in front +reported/);
  assert.match(text, /paypal-login\.com .* added word +blocked, new domain/);
  assert.match(text, /xn--pypal-4ve\.com .* look-alike letters +blocked/);
  const behaviour = await pages.words(`/devices/${ids.tablet}/behaviour`);
  assert.match(behaviour, /Worth a look: 1\d alerts about this device are open/);
  for (const { says } of OF_TABLET) assert.match(behaviour, says);
}

/** The person of the device is told on a page of their own; nobody else is, and no SIEM. */
async function isToldToEmma({ ofEmma, pages, siem }: Walk): Promise<void> {
  assert.match(
    await ofEmma.words("/me"),
    /Spyware on your devices Emma’s tablet tried to reach a server .* It was blocked\. New once/,
  );
  assert.doesNotMatch(await pages.words("/me"), /Spyware on your devices/);
  assert.doesNotMatch(siem.text, /spyware\.mine/);
}

/** Also where the box does not block it, spyware is reported to both. */
async function isToldUnblocked(walk: Walk): Promise<void> {
  const { box, ofEmma } = walk;
  assert.equal((await box.command("threats", "off", "spyware")).code, 0);
  assert.equal(await box.ask("tablet", OTHER_SPY), OPEN);
  await areSeen(walk, [{
    kind: "spyware",
    device: "tablet",
    name: OTHER_SPY,
    detail: "",
    severity: 8,
    says: /tablet \(Emma\) tried to reach a server of .*spyware: \S+\. It wasn’t blocked\./,
  }]);
  assert.match(
    await ofEmma.words("/me"),
    /Emma’s tablet tried to reach a server of [^:]*spyware: \S+\. It wasn’t blocked\./,
  );
}

/** Asking again the same day only counts; midnight begins another day for all but the tool. */
async function onceInPeriod(walk: Walk): Promise<void> {
  const { box, clock } = walk;
  const kinds = [...new Set(OF_TABLET.map(({ kind }) => kind))];
  let counts: Record<string, number> = {};
  const askAgain = async (expected: Record<string, number>) => {
    for (const [name, answer] of ASKED) assert.equal(await box.ask("tablet", name), answer, name);
    const isSo = async () => {
      const found = kinds.map(async (kind) => [kind, (await alertsOf(walk, kind)).length] as const);
      counts = Object.fromEntries(await Promise.all(found));
      return Object.entries(expected).every(([kind, count]) => counts[kind] === count);
    };
    assert.ok(await within(WAIT, isSo), JSON.stringify(counts));
  };
  // One of the two names of the bank was asked while its list was fetched.
  const malicious = (await alertsOf(walk, "malicious")).length;
  const days = (number: number) => ({
    lookalike: 2 + 4 * number,
    spyware: number,
    rebinding: number,
    malicious: malicious + number - 1,
  });
  // What the household asks most is no imitation, but what was blocked does not count.
  const visited = await box.command("tasks", "run", "lookalike.visited");
  assert.equal(visited.code, 0, visited.text);
  await askAgain({ ...days(1), remote: 1 });
  const isCounted = async () => (await alertsOf(walk, "spyware"))[0].count === 2;
  assert.ok(await within(WAIT, isCounted));
  await clock.set(clock.now() + DAY);
  await askAgain({ ...days(2), remote: 1 });
  await clock.set(clock.now() + 28 * DAY);
  await askAgain({ spyware: 3, remote: 1 });
  await clock.set(clock.now() + 2 * DAY);
  await askAgain({ spyware: 4, remote: 2 });
}

const overview = ({ box }: Walk) => box.call<RestrictedOverviewResponse>("GET", "/api/v1/restrict");

/** Fails unless the page of the device and the list of the command say this. */
async function says(walk: Walk, device: Name, page: RegExp, command: RegExp): Promise<void> {
  const { pages, ids, box } = walk;
  assert.match(await pages.words(`/restrict/device/${ids[device]}`), page);
  const { text } = await box.command("restrict");
  const row = text.split("\n").find((each) => each.startsWith(LABELS[device])) ?? text;
  assert.match(row, command);
}

Deno.test({
  name: "Each state of restricted mode and of quarantine has its answer, sentence, alert and entry",
  ignore: !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "faketime"),
  fn: () =>
    withWalk(async (walk) => {
      await learnsAndRestricts(walk);
      await isSuspended(walk);
      await learnsAgain(walk);
      await learnsTooMuch(walk);
      await followsGroup(walk);
      await isQuarantined(walk);
      await isLogged(walk);
      await losesNothingOld(walk);
    }),
});

async function learnsAndRestricts(walk: Walk): Promise<void> {
  const { box, clock, ids } = walk;
  await says(walk, "camera", /Doorbell isn’t restricted\./, /^No device learns or is restricted\./);
  await box.command("restrict", "learn", "Doorbell", "--days", "2");
  await says(walk, "camera", /Doorbell is learning until .*: 0 names so far\./, / learning, /);
  assert.equal(await box.ask("camera", "api.vendor.com"), OPEN);
  assert.ok(
    await within(WAIT, async () => (await overview(walk)).subjects[0].names === 1), // read from the threads
  );
  await says(walk, "camera", /Doorbell is learning until .*: 1 name so far\./, / learning, .* 1 /);

  // The days are over: the task restricts it, and says so.
  const run = () => box.command("tasks", "run", "restrict.learning");
  await clock.set(clock.now() + 2 * DAY - 60_000);
  await run();
  assert.equal((await overview(walk)).subjects[0].mode, "learning");
  await clock.set(clock.now() + 61_000);
  await run();
  await areSeen(walk, [{
    kind: "restricted.learned",
    device: "camera",
    name: "",
    detail: "1",
    severity: 2,
    says: /Doorbell has learned 1 name and changed to restricted mode\./,
  }]);
  await says(walk, "camera", /Doorbell gets only what it is allowed: 1 name\./, / restricted +1 /);

  // What it did not learn: 20 alerts a day, and the rest is only counted.
  assert.equal(await box.ask("camera", "api.vendor.com"), OPEN);
  for (let i = 0; i < 22; i++) assert.equal(await box.ask("camera", `www.out${i}.com`), BOX_V4);
  assert.match(await box.home.dig("camera", "www.out0.com"), /EDE: 17.*Not among the allowed/);
  await areSeen(walk, [{
    kind: "restricted",
    device: "camera",
    name: "out0.com",
    detail: "out0.com",
    severity: 6,
    says: /Doorbell, in restricted mode, asked for out1\d\.com, which it hasn’t learned\./,
  }]);
  const isCounted = async () =>
    (await overview(walk)).devices.find(({ id }) => id === ids.camera)?.blocked_today === 23;
  assert.ok(await within(WAIT, isCounted), JSON.stringify(await overview(walk)));
  assert.equal((await alertsOf(walk, "restricted")).length, 20);
  await says(
    walk,
    "camera",
    /23 other queries were blocked in the last 7 days\. .* out0\.com 2 queries .* Allow/,
    / restricted +1 +23 +23/,
  );
}

async function isSuspended(walk: Walk): Promise<void> {
  const { box, ids, anna, emma } = walk;
  const give = (people: readonly number[]) =>
    box.call("PUT", `/api/v1/devices/${ids.camera}/person`, { people });
  for (const people of [[anna], [emma, anna]]) {
    await give(people);
    await says(
      walk,
      "camera",
      /Restricted mode is suspended for Doorbell: an adult uses it\./,
      / suspended: an adult uses it/,
    );
    assert.equal(await box.ask("camera", "www.private.com"), OPEN);
  }
  await give([]);
  await says(walk, "camera", /Doorbell gets only what it is allowed: 1 name\./, / restricted /);
  assert.equal(await box.ask("camera", "www.private.com"), BOX_V4);
}

/** Learned names are forgotten; those that were added stay. */
async function learnsAgain(walk: Walk): Promise<void> {
  const { box, ids } = walk;
  await box.command("restrict", "allow", "Doorbell", "www.fine.com");
  await box.command("restrict", "learn", "Doorbell", "--days", "3");
  await says(walk, "camera", /Doorbell is learning until .*: 1 name so far\./, / learning, /);
  const names = async () =>
    (await box.call<{ names: RestrictedNameResponse[] }>(
      "GET",
      `/api/v1/restrict/device/${ids.camera}/names`,
    )).names.map(({ domain, source }) => [domain, source]);
  assert.deepEqual(await names(), [["fine.com", "admin"]]);
  // By accident: the undo brings the names back, and the restriction.
  await box.command("restrict", "undo", "Doorbell");
  assert.deepEqual(await names(), [["fine.com", "admin"], ["vendor.com", "learned"]]);
  assert.equal(await box.ask("camera", "api.vendor.com"), OPEN);
  assert.equal(await box.ask("camera", "www.private.com"), BOX_V4);
  await box.command("restrict", "remove", "Doorbell", "vendor.com");
  assert.equal(await box.ask("camera", "api.vendor.com"), BOX_V4);
  await box.command("restrict", "undo", "Doorbell", "vendor.com");
  assert.deepEqual(await names(), [["fine.com", "admin"], ["vendor.com", "learned"]]);
  assert.equal(await box.ask("camera", "api.vendor.com"), OPEN);
  await box.command("restrict", "learn", "Doorbell", "--days", "3");
  await box.command("restrict", "now", "Doorbell");
  assert.equal(await box.ask("camera", "api.vendor.com"), BOX_V4);
  assert.equal(await box.ask("camera", "www.fine.com"), OPEN);
  await box.command("restrict", "undo", "Doorbell");
  await says(walk, "camera", /Doorbell is learning until/, / learning, /);
  await box.command("restrict", "remove", "Doorbell", "fine.com");
  assert.deepEqual(await names(), []);
  await box.command("restrict", "off", "Doorbell");
  await says(walk, "camera", /Doorbell isn’t restricted\./, / off +0/);
}

/** The television asks for more domains than it can learn. */
async function askMany({ box }: Walk): Promise<void> {
  const file = `${box.folder}/names`;
  const many = Array.from({ length: 520 }, (_, at) => `www.many${at}.com\n`);
  await Deno.writeTextFile(file, many.join(""));
  const dig = ["dig", `@${BOX_V4}`, "-p", "5300", "+tries=2", "+time=3", "+short", "-f", file];
  await runText([...box.home.on("tv"), ...dig]);
  await box.command("tasks", "run", "restrict.learning");
}

async function learnsTooMuch(walk: Walk): Promise<void> {
  const { box, ids } = walk;
  await box.command("restrict", "learn", "Doorbell", "Big screen");
  await askMany(walk);
  await areSeen(walk, [{
    kind: "restricted.toomany",
    device: "tv",
    name: "",
    detail: `device|${ids.tv}`,
    severity: 3,
    says: /Learning stopped for Big screen: there were too many names\./,
  }]);
  await says(
    walk,
    "tv",
    /Learning stopped by itself for Big screen: there were too many names\./,
    / stopped: too many names/,
  );
  assert.equal(await box.ask("tv", "www.anything.com"), OPEN);
}

/** A group learns, is restricted and stops like a device; its alerts name it. */
async function followsGroup(walk: Walk): Promise<void> {
  const { box, clock, ids, pages, siem } = walk;
  await box.command("restrict", "off", "Big screen");
  const { id } = await box.call<{ id: number }>("POST", "/api/v1/groups", { name: "Screens" });
  await box.call("PUT", `/api/v1/devices/${ids.tv}/group`, { group_id: id });
  const path = `/api/v1/restrict/group/${id}`;
  await box.call("PUT", path, { mode: "learning", days: 1 });
  assert.equal(await box.ask("tv", "api.streaming.com"), OPEN);
  await says(
    walk,
    "tv",
    /Big screen is learning with the group Screens\./,
    / learning, as Screens, /,
  );
  await clock.set(clock.now() + DAY + 1000);
  await box.command("tasks", "run", "restrict.learning");
  await says(
    walk,
    "tv",
    /Big screen is restricted, as the group Screens\./,
    / restricted, as Screens /,
  );
  assert.equal(await box.ask("tv", "www.outside.com"), BOX_V4);
  await box.call("PUT", path, { mode: "learning" });
  await askMany(walk);
  const page = await pages.words("/alerts?group=security");
  assert.match(page, /Screens has learned 1 name and changed to restricted mode\./);
  assert.match(page, /Learning stopped for Screens: there were too many names\./);
  assert.match(page, /Big screen, in restricted mode, asked for outside\.com/);
  for (const kind of ["restricted\\.learned", "restricted\\.toomany"]) {
    assert.ok(await siem.got(new RegExp(` ${kind} \\[[^\\]]* name="Screens"`)), siem.text);
  }
  const { text } = await box.command("alerts", "--kind", "restricted.toomany");
  assert.match(text, /Screens +group\|\d+/);
  await box.call("PUT", path, { mode: "restricted" });
  await box.call("PUT", `/api/v1/devices/${ids.tv}/group`, { group_id: 0 });
  assert.equal(await box.ask("tv", "www.outside.com"), OPEN);
}

async function isQuarantined(walk: Walk): Promise<void> {
  const { box, ids, pages } = walk;
  const { tablet } = ids;
  assert.equal((await box.command("quarantine", "on", LABELS.tablet)).code, 0);
  const answer = await box.home.dig("tablet", "www.example.com");
  assert.match(answer, /EDE: 15 \(Blocked\): \(Device in quarantine\)/);
  assert.equal(await box.ask("tablet", "time.apple.com"), OPEN);
  assert.match(await pages.words("/threats"), /In quarantine Emma’s tablet Release/);
  assert.match(await pages.words(`/devices/${tablet}`), /It is in quarantine: it reaches only/);
  assert.match((await box.command("quarantine")).text, /Emma’s tablet/);
  const row = async () => {
    const { entries } = await box.call<QueryPage>("GET", "/api/v1/queries?name=www.example.com");
    return entries[0]?.reason === "quarantine";
  };
  assert.ok(await within(WAIT, row));
  assert.match(
    await pages.words("/queries?reason=quarantine"),
    /www\.example\.com A E?Emma’s tabletEmma Blockedquarantine/,
  );
  assert.equal((await box.command("quarantine", "off", LABELS.tablet)).code, 0);
  assert.equal(await box.ask("tablet", "www.example.com"), OPEN);
  assert.match((await box.command("quarantine")).text, /No device is in quarantine\./);
  assert.match(await pages.words("/threats"), /In quarantine No device is in quarantine\./);
}

/** What was changed so far and by these commands, with the sentences of the administration log. */
async function isLogged({ box, pages, siem }: Walk): Promise<void> {
  const commands = [
    "threats off rebinding",
    "threats on rebinding",
    "threats allow lead.net",
    "lookalike off",
    "lookalike on",
    "lookalike typos off",
    "lookalike typos on",
    "lookalike ask off",
    "lookalike ask on",
    "lookalike allow netfliix.com",
  ];
  for (const command of commands) {
    const { code, text } = await box.command(...command.split(" "));
    assert.equal(code, 0, text);
  }
  assert.equal(await box.ask("tablet", "nas.lead.net"), PRINTER);
  const { allowed } = await box.call<LookalikesResponse>("GET", "/api/v1/lookalike");
  assert.deepEqual(allowed, ["netfliix.com"]);
  const page = await pages.words("/audit");
  const { text } = await box.command("audit", "--limit", "100");
  const { entries } = await box.call<AuditPage>("GET", "/api/v1/audit?limit=100");
  for (const [action, says] of ENTRIES) {
    assert.ok(entries.some((entry) => entry.action === action), action);
    assert.match(page, says);
    assert.ok(text.includes(`  ${action}  `), `${action}: ${text}`);
    assert.ok(
      await within(
        WAIT,
        () => siem.lines.some((line) => line.includes(` ${action} [`)),
      ),
      `${action}: ${siem.text}`,
    );
  }
}

/** Counts are written once a minute by the box itself, so that a kill loses no older ones. */
async function losesNothingOld(walk: Walk): Promise<void> {
  const { box, ids } = walk;
  const path = `/api/v1/restrict/device/${ids.tv}`;
  await box.call("PUT", path, { mode: "learning" });
  for (let i = 0; i < 3; i++) await box.ask("tv", `a${i}.vendor.com`);
  const written = () => {
    const database = new DatabaseSync(`${box.folder}/data/box.db`, { readOnly: true });
    try {
      const row = database.prepare("select hits from restrict_names where domain = 'vendor.com'");
      return row.get()?.hits;
    } finally {
      database.close();
    }
  };
  assert.ok(await within(75_000, () => written() === 3), `${written()} of 3 are written`);
  await box.end("SIGKILL");
  await box.start();
  const { names } = await box.call<{ names: RestrictedNameResponse[] }>("GET", `${path}/names`);
  assert.deepEqual(names.map(({ domain, hits }) => [domain, hits]), [["vendor.com", 3]]);
}

/** The entries of the administration log, and their sentences. */
const ENTRIES: readonly (readonly [action: string, says: RegExp])[] = [
  ["restrict.mode", /Changed the restricted mode of Doorbell: learning, 2 days/],
  ["restrict.mode", /Changed the restricted mode of Doorbell: restricted/],
  ["restrict.mode", /Changed the restricted mode of Doorbell: off/],
  ["restrict.undo", /Let Doorbell go on learning, until /],
  ["restrict.restore", /Undid the new learning of Doorbell: restricted/],
  ["restrict.objects", /Let devices learn together: Doorbell and Big screen, 7 days/],
  ["restrict.allow", /Allowed fine\.com for restricted devices \(Doorbell\)/],
  ["restrict.remove", /Removed fine\.com from restricted devices \(Doorbell\)/],
  ["device.people", /Assigned the device Doorbell to Emma and Anna/],
  ["device.people", /Unassigned the device Doorbell/],
  ["device.group", /Put the device Big screen in the group Screens/],
  ["device.group", /Took the device Big screen out of its group/],
  ["device.quarantine.on", /Put the device Emma’s tablet in quarantine/],
  ["device.quarantine.off", /Ended the quarantine of the device Emma’s tablet/],
  ["rebinding.off", /Turned the check for DNS rebinding off/],
  ["rebinding.on", /Turned the check for DNS rebinding on/],
  ["rebinding.allowed", /Changed the domains that may answer private addresses: lead\.net/],
  ["lookalike.off", /Turned the check for look-alike names off/],
  ["lookalike.on", /Turned the check for look-alike names on/],
  ["lookalike.typos.off", /Turned the check for typing errors off/],
  ["lookalike.typos.on", /Turned the check for typing errors on/],
  ["lookalike.ask.off", /No longer lets the online service be asked for the age of domains/],
  ["lookalike.ask.on", /Lets the online service be asked for the age of domains/],
  ["lookalike.allowed", /Changed the domains never taken for an imitation: netfliix\.com/],
];
