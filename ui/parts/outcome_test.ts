import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { outcomeBadge } from "./outcome.ts";
import { decisionText } from "./why.ts";

const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
const ui = new Ui({
  language: "en",
  zone: "UTC",
  now: 0,
  by,
  address: "/",
  box: "box",
  version: "1",
});
const LISTS = new Map([[3, { name: "Fun", category: "games" }]]);

function query(over: Partial<QueryResponse>): QueryResponse {
  return {
    id: 1,
    time: 0,
    duration: 0,
    client: "::1",
    client_name: "",
    transport: "udp",
    name: "a.example",
    hidden: false,
    private: false,
    type: "A",
    rcode: "NOERROR",
    status: "answered",
    reason: "",
    origin: "",
    list: -1,
    rule: "",
    upstream: "9.9.9.9",
    size: 0,
    answer: "",
    ...over,
  };
}

function renderTexts(over: Partial<QueryResponse>): [badge: string, sentence: string] {
  const text = (inside: unknown) =>
    render(html`<p>${inside as string}</p>`).replace(/<svg[^]*?<\/svg>|<[^>]+>/g, " ").replace(
      /\s+/g,
      " ",
    ).trim();
  return [text(outcomeBadge(ui, query(over), LISTS)), text(decisionText(ui, query(over), LISTS))];
}

Deno.test("A query in a monitored category is shown as answered and reported, not as allowed", () => {
  const [badge, sentence] = renderTexts({ list: 3, rule: "||a.example^" });
  assert.deepEqual([badge, sentence], ["Answered Reported", "It is reported, not blocked."]);
  assert.equal(renderTexts({ rule: "service:tinder" })[0], "Answered Reported");
  assert.deepEqual(renderTexts({ origin: "lookalike:paypal.com" }), [
    "Answered Reported",
    "It resembles paypal.com . You’re told; it isn’t blocked.",
  ]);
  assert.equal(renderTexts({ list: 3, rule: "@@||a.example^" })[0], "Allowed Fun");
  assert.equal(
    renderTexts({ origin: "rule:a.example", rule: "@@||a.example^" })[0],
    "Allowed by your rule",
  );
});

Deno.test("A blocked query names its category or service", () => {
  const blocked = { status: "blocked", upstream: "" } as const;
  assert.deepEqual(
    renderTexts({ ...blocked, reason: "category", origin: "category:games", list: 3 }),
    [
      "Blocked Games",
      "Blocked. It is about something that is blocked: Games . List: Fun .",
    ],
  );
  assert.equal(
    renderTexts({ ...blocked, reason: "service", origin: "service:tiktok" })[0],
    "Blocked TikTok",
  );
  assert.match(
    renderTexts({ ...blocked, reason: "service", origin: "service:tiktok" })[1],
    /It belongs to TikTok , which is blocked/,
  );
  assert.match(
    renderTexts({ ...blocked, reason: "category", origin: "category:bypass" })[1],
    /It leads around the box/,
  );
  assert.equal(
    renderTexts({ ...blocked, reason: "list", origin: "list:3", list: 3 })[0],
    "Blocked Fun",
  );
  assert.match(
    renderTexts({ ...blocked, reason: "category", origin: "category:of_tomorrow" })[0],
    /of_tomorrow/,
  );
});

Deno.test("An answer with a bogus address says that the name does not exist", () => {
  const bogus = { status: "local", origin: "bogus:198.51.100.7", rcode: "NXDOMAIN" } as const;
  const [badge, sentence] = renderTexts(bogus);
  assert.match(badge, /Name doesn’t exist$/);
  assert.match(sentence, /^The answer was 198\.51\.100\.7 , an address that stands for names/);
});
