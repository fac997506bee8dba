import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { ReportResponse } from "../../../api/features/insight/time_spent/routes.ts";
import type { Principal } from "../../../api/http/principal.ts";
import type { Right } from "../../../api/http/rights.ts";
import { type Language, LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { html } from "../../html.ts";
import { type LoadContext, NotFoundError } from "../../page.ts";
import { Ui } from "../../ui.ts";
import { myTimePage } from "../me/time.ts";
import { timePage } from "./time.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const DAYS = [15, 16, 17, 18, 19, 20, 21].map((day, at) => ({
  day: `2026-11-${day}`,
  minutes: at * 40,
}));
const REPORT: ReportResponse = {
  person_id: 2,
  name: "Emma",
  private: false,
  first_day: "2026-11-15",
  last_day: "2026-11-21",
  period: "week",
  minutes: 840,
  before: 980,
  counted_before: true,
  days: DAYS,
  queries: 4000,
  blocked: 400,
  categories: [{ category: "games", minutes: 300, before: 280 }, {
    category: "social",
    minutes: 0,
    before: 60,
  }],
  services: [{ service: "roblox", name: "Roblox", minutes: 200, before: 260 }],
  devices: [{ device_id: 5, label: "Emma's tablet", minutes: 840 }],
  shared: [
    {
      device_id: 9,
      label: "Kitchen <tablet>",
      shared_by: [{ id: 2, name: "Emma" }, { id: 3, name: "Tom" }],
      private: false,
      minutes: 65,
      before: 0,
      categories: [],
      services: [],
    },
  ],
  notes: ["dns_only", "background", "other_network"],
};
const PEOPLE = [
  { id: 2, name: "Emma", shared_devices: [9] },
  { id: 3, name: "Tom", shared_devices: [9] },
  { id: 4, name: "Anna", shared_devices: [] },
];

async function renderPage(
  report: ReportResponse,
  language: Language = "en",
  zone = "Europe/Paris",
  id = "2",
): Promise<string> {
  const rights: readonly Right[] = ["reports.read", "household.read", "devices.read"];
  const by = { kind: "device", rights: new Set(rights), address: "", name: "x" } as Principal;
  const read = (path: string) =>
    Promise.resolve(path === "/api/v1/people" ? { people: PEOPLE } : report);
  const ask = {
    principal: by,
    read,
    query: {},
    params: { id },
    now: NOW,
    language,
  } as unknown as LoadContext;
  const ui = new Ui({ language, zone, now: NOW, by, address: "/", box: "box", version: "1" });
  const { lead, action, body } = timePage.view(ui, await timePage.load(ask));
  return render(html`<main><p>${lead}</p>${action}${body}</main>`);
}

function textOf(markup: string): string {
  return markup.replace(/<[^>]+>/g, " ").replace(/[\s\u00a0]+/g, " ");
}

Deno.test("The page of the time online opens with the total, compared with the days before", async () => {
  const opens = async (over: Partial<ReportResponse>) =>
    textOf(await renderPage({ ...REPORT, ...over })).slice(0, 130);
  const day = " Emma was online about 2 h a day in the last 7 days";
  assert.match(await opens({}), new RegExp(`^${day}, 20 min less than in the 7 days before\\.`));
  assert.match(
    await opens({ before: 700 }),
    new RegExp(`^${day}, 20 min more than in the 7 days before\\.`),
  );
  assert.match(
    await opens({ before: 850 }),
    new RegExp(`^${day}, as much as in the 7 days before\\.`),
  );
  assert.match(await opens({ before: 0 }), new RegExp(`^${day}\\.`));
  assert.match(await opens({ counted_before: false }), new RegExp(`^${day}\\.`));
  assert.match(await opens({ minutes: 5, before: 0 }), /online about 5 min a day/);
  assert.match(
    await opens({ minutes: 0 }),
    /^ No time online of Emma ’s own devices was counted in the last 7 days\./,
  );
});

Deno.test("The days are also a table, with the same dates in every time zone", async () => {
  for (
    const zone of ["Europe/Paris", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"]
  ) {
    const table = /<details.*?<\/details>/s.exec(await renderPage(REPORT, "en", zone))![0];
    assert.match(
      textOf(table),
      /Sun, November 15 0 min Mon, November 16 40 min .* Sat, November 21 4 h/,
      zone,
    );
  }
});

Deno.test("Categories, services, devices and shared devices are separate, and unused ones are omitted", async () => {
  const text = textOf(await renderPage(REPORT));
  assert.match(text, /Categories Games \+20 min 5 h .*Services Roblox −1 h 3 h 20 min/);
  assert.doesNotMatch(text, /Social/);
  assert.match(text, /Emma's tablet 14 h .*Kitchen &lt;tablet> with Tom 1 h 5 min/);
});

Deno.test("For an adult with private names only totals are shown", async () => {
  const text = textOf(await renderPage({ ...REPORT, private: true, categories: [], services: [] }));
  assert.match(text, /keeps the names private/);
  assert.doesNotMatch(text, /Categories|Services/);
});

Deno.test("The page has all texts in every language, whatever the report contains", async () => {
  const odd: ReportResponse = {
    ...REPORT,
    minutes: NaN,
    before: -5,
    queries: 0,
    days: [],
    notes: ["clients_left_out"],
    devices: [{ device_id: 5, label: "", minutes: 9e15 }],
  };
  for (const language of LANGUAGES) {
    for (
      const report of [REPORT, odd, {
        ...REPORT,
        days: DAYS.map((day) => ({ ...day, minutes: 1e9 })),
      }]
    ) {
      assert.doesNotMatch(
        textOf(await renderPage(report, language)),
        /undefined|\{\w+\}|\[object/,
        language,
      );
    }
  }
});

Deno.test("People without household rights see their own time; an account without a person is told so", async () => {
  const by = { kind: "device", rights: new Set(), address: "", name: "x" } as unknown as Principal;
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: NOW,
    by,
    address: "/",
    box: "box",
    version: "1",
  });
  const own = async (read: () => Promise<unknown>) => {
    const ask = {
      principal: by,
      read,
      query: {},
      params: {},
      now: NOW,
      language: "en",
    } as unknown as LoadContext;
    const { lead, body } = myTimePage.view(ui, await myTimePage.load(ask));
    return textOf(render(html`<p>${lead}</p>${body}`));
  };
  assert.match(
    await own(() => Promise.resolve(REPORT)),
    /^ Emma was online .* Kitchen &lt;tablet> 1 h 5 min/,
  );
  const nobody = Object.assign(new Error("nobody"), { code: "not_found" });
  assert.match(await own(() => Promise.reject(nobody)), /^ This account belongs to no person/);
  assert.match(
    await own(() => Promise.reject(new Error("gone"))),
    /^ The statistics cannot be read/,
  );
});

Deno.test("An unknown person has no page", async () => {
  await assert.rejects(renderPage(REPORT, "en", "UTC", "77"), NotFoundError);
});
