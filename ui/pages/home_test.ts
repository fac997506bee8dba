import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { Right } from "../../api/http/rights.ts";
import type { Principal } from "../../api/http/principal.ts";
import { type Language, LANGUAGES } from "../../policy/catalogue/languages.ts";
import { html } from "../html.ts";
import type { LoadContext } from "../page.ts";
import { Ui } from "../ui.ts";
import { homePage } from "./home.ts";
import { toColumns } from "./home/traffic.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const SECONDS = NOW / 1000;
const COUNTS = {
  transport: {},
  type: {},
  rcode: {},
  reason: {},
  list: {},
  category: {},
  service: {},
  upstream: {},
};
const STATUS: BoxStatus = {
  version: "1.2.3",
  started: SECONDS - 600,
  uptime: 600,
  dns: true,
  time_known: true,
  filtering: true,
  checks_off: [],
  data_dir: "/data",
  encrypted_dns: "",
  listeners: ["udp 0.0.0.0:53"],
  addresses: ["192.168.1.2"],
  fingerprint: "",
  install: "deb",
  machine: {
    arch: "x86_64",
    processors: 4,
    load: [0, 0, 0],
    uptime: 1000,
    memory: { total: 8e9, available: 4e9, resident: 2e8 },
  },
  disk: { total: 1e11, free: 5e10 },
  policy: { version: 1, lists: 1, names: 1000, rules: 0 },
  queries: 10,
  by_status: {},
  cache: null,
  upstreams: { all: 2, down: 0 },
  journal: { written: 0, skipped: 0, lost: 0 },
  databases: { box: "ok", journal: "ok", stats: "ok" },
  warnings: [],
  copied: false,
  update: "",
};

/** Responses of the API by path. */
type Answers = Readonly<Record<string, unknown>>;
const ANSWERS: Answers = {
  "/api/v1/statistics": {
    period: "day",
    from: SECONDS - 84_600,
    to: SECONDS + 1800,
    queries: 200,
    blocked: 50,
    average_duration: 15_000,
    by: { ...COUNTS, status: { answered: 100, cached: 50, blocked: 50 } },
    series: Array.from(
      { length: 24 },
      (_, i) => ({ at: SECONDS - 84_600 + i * 3600, queries: 8, blocked: 2 }),
    ),
  },
  "/api/v1/top": { kind: "names", period: "day", top: [{ key: "www.example.com", count: 20 }] },
  "/api/v1/top people": { kind: "people", period: "day", top: [] },
  "/api/v1/top devices": { kind: "devices", period: "day", top: [] },
  "/api/v1/clients": {
    period: "day",
    clients: [{
      address: "192.168.1.9",
      name: "tablet.lan",
      queries: 9,
      blocked: 1,
      last_seen: SECONDS,
    }],
  },
  "/api/v1/queries": { entries: [], kept: true },
  "/api/v1/alerts": { alerts: [], next: "", open: 0 },
  "/api/v1/status": STATUS,
  "/api/v1/upstreams": { upstreams: [] },
  "/api/v1/lists": {
    lists: [{ id: 0, name: "", source: "embedded", kind: "block", enabled: true, health: "ok" }]
      .map((list) => ({
        ...list,
        scopes: ["all"],
        last_success: 0,
        counts: { names: 1000, rules: 0 },
      })),
  },
  "/api/v1/pauses": { pauses: [] },
  "/api/v1/stats": { queries: 100, share: 25 },
};
const ALL: readonly Right[] = [
  "reports.read",
  "reports.write",
  "system.read",
  "system.write",
  "rules.read",
];

async function renderPage(
  answers: Answers,
  rights: readonly Right[] = ALL,
  language: Language = "en",
  onRead: (path: string) => void = () => {},
): Promise<string> {
  const by = { kind: "device", rights: new Set(rights), address: "", name: "x" } as Principal;
  const read = (path: string, { query: { kind } = {} }: { query?: { kind?: string } } = {}) => {
    onRead(path);
    const answer = answers[`${path} ${kind}`] ?? answers[path];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const ask = {
    principal: by,
    read,
    query: {},
    params: {},
    now: NOW,
    language,
  } as unknown as LoadContext;
  const ui = new Ui({
    language,
    zone: "UTC",
    now: NOW,
    by,
    address: "/",
    box: "box",
    version: "1",
  });
  const { lead, action, body } = homePage.view(ui, await homePage.load(ask));
  return render(html`<main><p>${lead}</p>${action}${body}</main>`);
}

function status(over: Partial<BoxStatus>): Answers {
  return { ...ANSWERS, "/api/v1/status": { ...STATUS, ...over } };
}

function textOf(markup: string): string {
  return markup.replace(/<svg.*?<\/svg>|<details.*?<\/details>/gs, "").replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

Deno.test("A healthy box says so first, with the number of queries", async () => {
  assert.match(
    textOf(await renderPage(ANSWERS)),
    /^ Everything is protected\. 200 queries in the last 24 hours, 50 of them blocked\./,
  );
});

Deno.test("Problems open the page, the worst first", async () => {
  const opens = async (answers: Answers) => textOf(await renderPage(answers)).slice(0, 90);
  assert.match(
    await opens(status({ dns: false })),
    /^ The box does not answer queries at the moment\./,
  );
  assert.match(
    await opens(status({ filtering: false })),
    /^ Filtering is off: lists, categories, services and rules block nothing\./,
  );
  assert.match(
    await opens(status({ upstreams: { all: 2, down: 2 } })),
    /^ No upstream server answers/,
  );
  assert.match(
    await opens(status({ upstreams: { all: 2, down: 1 } })),
    /^ Protection works; one thing needs/,
  );
  const policy = { version: 1, lists: 0, names: 0, rules: 0 };
  assert.match(
    await opens(status({ policy, upstreams: { all: 2, down: 1 } })),
    /^ Not protected yet: no list is in use\. One more thing needs/,
  );
  const databases = { box: "ok", journal: "cannot be used", stats: "ok" };
  assert.match(await opens(status({ databases, filtering: false })), /^ Filtering is off/);
  assert.match(await opens(status({ databases })), /^ The log database cannot be used/);
});

Deno.test("One button turns disabled filtering on, for accounts that may", async () => {
  const off = status({ filtering: false });
  assert.match(await renderPage(off), /&quot;filtering&quot;:true.*Turn on/s);
  assert.doesNotMatch(await renderPage(off, ["reports.read", "system.read"]), /Turn on/);
});

Deno.test("A part that cannot be read reports its error, and all others are shown", async () => {
  const gone = Object.assign(new Error("gone"), { name: "DatabaseUnavailableError" });
  for (const language of LANGUAGES) {
    const whole = textOf(await renderPage(ANSWERS, ALL, language));
    for (const path of Object.keys(ANSWERS)) {
      const text = textOf(await renderPage({ ...ANSWERS, [path]: gone }, ALL, language));
      assert.doesNotMatch(text, /undefined|NaN|\{\w+\}|\[object/, `${path} ${language}`);
      assert.ok(text.length > whole.length / 4, `${path} ${language}: ${text}`);
    }
  }
  const text = textOf(await renderPage({ ...ANSWERS, "/api/v1/statistics": gone }));
  assert.match(text, /statistics cannot be read at the moment.*Right now.*The box/);
});

Deno.test("Any other refusal affects only its own part", async () => {
  const odd = new Error("nobody foresaw this");
  const answers = Object.fromEntries(Object.keys(ANSWERS).map((path) => [path, odd]));
  const text = textOf(await renderPage({ ...answers, "/api/v1/stats": ANSWERS["/api/v1/stats"] }));
  assert.match(text, /This is how the box stands\..*cannot be read at the moment/);
});

Deno.test("An account without reports sees the box alone; one without any right sees its own page", async () => {
  const box = textOf(await renderPage(ANSWERS, ["system.read"]));
  assert.match(box, /^ The box is running\./, "whether it is paused may not be seen");
  assert.match(
    textOf(await renderPage(ANSWERS, ["system.read", "rules.read"])),
    /^ Everything is prot/,
  );
  assert.doesNotMatch(box, /Right now|www\.example\.com|tablet/);
  const reports = textOf(await renderPage(ANSWERS, ["reports.read"]));
  assert.match(reports, /200 queries.*tablet/);
  assert.doesNotMatch(reports, /Memory|Turn on/);
  assert.match(
    textOf(await renderPage(ANSWERS, [])),
    /25% of this network’s queries were blocked since the box started\..*My account/,
  );
});

Deno.test("People and devices replace addresses, with shared devices listed separately", async () => {
  const device = (id: number, shared = false) => ({ id, label: `d${id}`, shared, group_id: 0 });
  const lina = { id: 3, name: "Lina" };
  const paths = new Set<string>();
  const text = textOf(
    await renderPage(
      {
        ...ANSWERS,
        "/api/v1/top people": { top: [{ key: "person:3", count: 70, name: "Lina", person: lina }] },
        "/api/v1/top devices": {
          top: [
            { key: "device:1", count: 70, name: "Tablet", device: device(1), person: lina },
            { key: "device:2", count: 40, name: "Television", device: device(2, true) },
            { key: "device:4", count: 10, name: "", device: device(4) },
          ],
        },
      },
      ALL,
      "en",
      (path) => void paths.add(path),
    ),
  );
  assert.match(text, /Active devices 3 mostly Tablet/);
  assert.match(text, /Busiest people .* Lina 70 35% Shared devices 40 20% Nobody’s devices 10 5%/);
  assert.match(
    text,
    /Busiest devices .* Tablet Lina 70 35% .* Television shared 40 20% .* device:4 10/,
  );
  assert.doesNotMatch(text, /tablet\.lan/);
  assert.ok(paths.has("/api/v1/top"));
  assert.ok(!paths.has("/api/v1/clients"), "addresses are read only if no device is known");
});

Deno.test("A member sees the queries of its own devices only", async () => {
  const series = Array.from(
    { length: 24 },
    (_, i) => ({ at: SECONDS - 84_600 + i * 3600, queries: 4, blocked: 1 }),
  );
  const activity = {
    scope: "person:3",
    name: "Lina",
    shared: false,
    private: false,
    period: "day",
    from: SECONDS - 84_600,
    to: SECONDS + 1800,
    queries: 96,
    blocked: 24,
    series,
    categories: { games: 5 },
    services: { roblox: 3 },
    devices: [{
      device: { id: 1, label: "Tablet", shared: false, group_id: 0 },
      private: false,
      queries: 96,
      blocked: 24,
    }],
    shared_devices: [],
  };
  const names = {
    scope: "person:3",
    period: "day",
    since: SECONDS - 84_600,
    left_out: 0,
    names: [{ name: "www.example.com", count: 9 }],
    blocked: [{ name: "ads.example", count: 4 }],
  };
  const own = { "/api/v1/me/activity": activity, "/api/v1/me/activity/names": names };
  const text = textOf(await renderPage({ ...ANSWERS, ...own }, []));
  assert.match(text, /^ 96 queries of your devices in this time, 24 of them blocked\./);
  assert.match(text, /www\. example\.com 9 .*ads\.example 4 .*Games 5.*Roblox 3.*Tablet 96/);
  assert.doesNotMatch(text, /200 queries|Busiest people|href="\/queries/);
  const alone = {
    "/api/v1/me/activity": Object.assign(new Error("nobody"), { code: "not_found" }),
  };
  assert.match(
    textOf(await renderPage({ ...ANSWERS, ...alone }, [])),
    /25% of this network’s queries were blocked/,
  );
  const kept = { ...activity, private: true, categories: {}, services: {} };
  assert.match(
    textOf(await renderPage({ ...ANSWERS, ...own, "/api/v1/me/activity": kept }, [])),
    /keeps the names private/,
  );
});

Deno.test("A box without queries explains how to configure devices", async () => {
  const statistics = { ...ANSWERS["/api/v1/statistics"] as object, queries: 0, blocked: 0 };
  const unasked = { ...status({ queries: 0 }), "/api/v1/statistics": statistics };
  const text = textOf(await renderPage(unasked));
  assert.match(text, /no device asks it yet\..*192\.168\.1\.2.*router/);
  assert.doesNotMatch(text, /answers on port/);
  const other = {
    ...unasked,
    "/api/v1/status": { ...STATUS, queries: 0, listeners: ["udp 0.0.0.0:5353"] },
  };
  assert.match(textOf(await renderPage(other)), /answers on port 5353/);
});

Deno.test("Steps are merged into columns, beginning with the first step", () => {
  const series = [0, 1, 2, 3, 4].map((i) => ({ at: 7200 + i * 3600, queries: 10, blocked: i }));
  assert.deepEqual(toColumns(series, 10_800), [
    { at: 7200, total: 30, part: 3 },
    { at: 18_000, total: 20, part: 7 },
  ]);
  assert.deepEqual(toColumns([], 60), []);
});

Deno.test("Names of failing or held lists are isolated from the sentence around them", async () => {
  const copy = {
    kind: "block",
    enabled: true,
    scopes: ["all"],
    in_force: "copy",
    last_success: SECONDS,
    bytes: 100,
    counts: null,
  };
  const lists = [
    { ...copy, id: 1, name: "قائمة", health: "failing", why: "the server answered 503" },
    { ...copy, id: 2, name: "<Ads>", health: "held", why: "" },
  ];
  const page = await renderPage({ ...ANSWERS, "/api/v1/lists": { lists } }, ALL, "en");
  assert.match(page, /The list <bdi>قائمة<\/bdi> could not be refreshed/);
  assert.match(page, /copy of the list <bdi>&lt;Ads><\/bdi> is waiting/);
});
