/**
 * Every pair of reason and cause that a decision can produce: from the decision over the extended
 * DNS error, the query log and `box query --explain` to the block page and the pages, in all
 * languages. A row of `REASONS` without a case fails here.
 */
import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { whyOf } from "../../api/features/protection/block_page/why.ts";
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import { blockReason } from "../../cli/block_reason.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { NO_HOUSEHOLD } from "../../policy/model/household.ts";
import type { HouseholdRows } from "../../policy/model/household.ts";
import { NO_TIME } from "../../policy/model/person_time.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { findBlockCause, findReasonRow, REASONS } from "../../policy/reasons.ts";
import type { ListText } from "../../policy/snapshot/in_memory.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { AskResult } from "../../resolver/ask.ts";
import { Clock } from "../../resolver/clock.ts";
import { REASONS as REASON_WORDS } from "../../resolver/journal/journal_layout.ts";
import { Resolver } from "../../resolver/resolve.ts";
import { readMessage } from "../../resolver/wire/message.ts";
import { messageToText } from "../../resolver/wire/text.ts";
import { blockPageView } from "../../ui/block_page.ts";
import { html } from "../../ui/html.ts";
import { type ListsById, outcomeBadge } from "../../ui/parts/outcome.ts";
import { stepList } from "../../ui/parts/steps.ts";
import { decisionText } from "../../ui/parts/why.ts";
import { Ui } from "../../ui/ui.ts";
import { decided, deviceOf, NOW, snapshotOf } from "../support/compiled_household.ts";
import { queryFor } from "../support/flood.ts";

const NAME = "www.x.example";
const TIME = { from: NOW - 1, to: NOW + 1 };

interface Case {
  /** The queried name; absent = NAME. */
  readonly name?: string;
  readonly origin: string;
  readonly rows?: Partial<HouseholdRows>;
  readonly rules?: readonly PersonalRule[];
  readonly lists?: readonly ListText[];
}

const list = (category: string): readonly ListText[] => [{ text: "||x.example^", category }];
const games = list("games");
/** Without it the list blocks its category by itself, and hours are not the reason. */
const open: HouseholdRows["choices"] = [
  { scope: "all", kind: "category", key: "games", value: "allow", schedule: "" },
];

/**
 * The household's choices that produce the pair; undefined = no protection of this version produces
 * it.
 */
const CASES: Readonly<Record<string, Case | undefined>> = {
  quarantine: { origin: "quarantine", rows: { devices: [deviceOf([1], true)] } },
  "schedule hours": {
    origin: "schedule:hours",
    rows: {
      time: { ...NO_TIME, people: [{ personId: 1, enabled: true, grid: "0".repeat(672) }] },
    },
  },
  "schedule cut": { origin: "schedule:cut", rows: { time: modeOf("cut") } },
  service: {
    origin: "service:custom-x",
    rows: {
      choices: [{ scope: "all", kind: "service", key: "custom-x", value: "block", schedule: "" }],
    },
  },
  rule: {
    origin: "rule:x.example",
    rules: [{
      scope: "all",
      action: "block",
      kind: "subdomains",
      domain: "x.example",
      types: [],
      to: [],
      until: 0,
    }],
  },
  tunnel: {
    origin: "tunnel:x.example",
    rows: { tunnels: [{ who: "device:1", domain: "x.example" }] },
  },
  spyware: undefined,
  lookalike: { name: "www.xn--pypal-4ve.com", origin: "lookalike:paypal.com" },
  "category bypass": { origin: "category:bypass", lists: list("bypass") },
  "category illegal": { origin: "category:child_abuse", lists: list("child_abuse") },
  "category security": { origin: "category:phishing", lists: list("phishing") },
  category: { origin: "category:gambling", lists: list("gambling") },
  list: { origin: "list:1", lists: list("") },
  "category homework": {
    origin: "homework:games",
    rows: { time: modeOf("homework"), choices: open },
    lists: games,
  },
  "category limit": {
    origin: "limit:games",
    rows: {
      time: { ...NO_TIME, reached: [{ scope: "person:1", category: "games", ...TIME }] },
      choices: open,
    },
    lists: games,
  },
  dlp: undefined,
  restricted: {
    name: "www.outside.com",
    origin: "restricted:outside.com",
    rows: { restricted: [{ scope: "device:1", mode: "restricted", names: ["vendor.com"] }] },
  },
  rebinding: undefined, // Known once the answer is: tests/scenarios/policy/rebinding.scn.
};

function modeOf(mode: "cut" | "homework"): HouseholdRows["time"] {
  return {
    ...NO_TIME,
    people: [{ personId: 1, enabled: false, grid: "", mode: { mode, ...TIME } }],
  };
}

/** A child with one tablet, and a service of the household. */
function snapshotFor({ rows = {}, rules = [], lists = [] }: Case): Snapshot {
  const household: HouseholdRows = {
    ...NO_HOUSEHOLD,
    people: [{ id: 1, profile: "child" }],
    devices: [deviceOf([1])],
    services: [{ id: "custom-x", name: "X", group: "software", domains: ["x.example"] }],
    ...rows,
  };
  return snapshotOf(household, rules, lists);
}

interface Seen {
  readonly answer: AskResult;
  readonly journal: { readonly reason: string; readonly origin: string };
}

/** Queries a resolver for the name as the device, and returns what it writes to the journal. */
async function ask(snapshot: Snapshot, name = NAME): Promise<Seen> {
  const answer = Promise.withResolvers<AskResult>();
  let journal = { reason: "", origin: "" };
  const resolver = new Resolver(snapshot, {
    clock: new Clock(() => 0, () => NOW),
    upstreams: {
      forward: () => assert.fail("a blocked name was forwarded"),
      areDead: () => false,
      recoveries: 0,
    },
    journal: {
      record({ reason, origin }) {
        journal = { reason: REASON_WORDS[reason], origin };
      },
      admitsRow: () => true,
    },
    secret: new Uint8Array(16),
    now: () => 0,
    after: () => 0,
    cancel: () => {},
  });
  resolver.ask(queryFor(name), "device:1", true, answer.resolve);
  return { answer: await answer.promise, journal };
}

function uiOf(language: typeof LANGUAGES[number]): Ui {
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  return new Ui({ language, zone: "UTC", now: NOW, by, address: "/", box: "box", version: "1" });
}

function textOf(markup: unknown): string {
  return render(html`<p>${markup as string}</p>`)
    .replace(/<svg[^]*?<\/svg>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function queryOf({ journal, answer }: Seen): QueryResponse {
  return {
    id: 1,
    time: NOW / 1000,
    duration: 1,
    client: "192.168.1.20",
    client_name: "",
    transport: "udp",
    name: NAME,
    hidden: false,
    private: false,
    type: "A",
    rcode: "NOERROR",
    status: "blocked",
    reason: journal.reason,
    origin: journal.origin,
    list: answer.by?.list ?? -1,
    rule: answer.by?.rule ?? "",
    upstream: "",
    size: 0,
    answer: "",
  };
}

/**
 * The sentence of the block page. It offers more time where time is the reason, and nowhere else (A
 * 7.6.5).
 */
function pageText(language: string, reason: string, origin: string, list: number): string {
  const why = whyOf({ reason: reason as "rule", origin, list }, () => "");
  const request = new Request("http://x/", { headers: { "accept-language": language } });
  const { html } = blockPageView({
    name: NAME,
    why,
    opens: NOW / 1000 + 3600,
    request: "possible",
    box: "box",
    home: "http://box",
    zone: "UTC",
    now: NOW,
  }, request);
  const isTime = ["hours", "cut", "homework", "limit"].includes(findBlockCause(reason, origin));
  assert.equal(html.includes("http://box/ask"), isTime, `${language} ${origin}`);
  return /<p class="why">(.*?)<\/p>/.exec(html)![1];
}

const keyOf = ({ reason, cause }: { reason: string; cause: string }) => `${reason} ${cause}`.trim();
const PRODUCED = Object.entries(CASES).flatMap(([key, given]) =>
  given === undefined ? [] : [[key, given] as const]
);

Deno.test("Every row of the reasons has a case, or is known to have no protection yet", () => {
  assert.deepEqual(Object.keys(CASES), REASONS.map(keyOf));
});

for (const [key, given] of PRODUCED) {
  Deno.test(`${key}: decision, extended error, journal and explanation agree on the cause`, async () => {
    const snapshot = snapshotFor(given);
    const { verdict } = decided(snapshot, given.name ?? NAME);
    assert.ok(verdict.do === "block", verdict.do);
    assert.equal(verdict.origin, given.origin);
    assert.equal(`${verdict.reason} ${findBlockCause(verdict.reason, verdict.origin)}`.trim(), key);
    const row = findReasonRow(verdict.reason, verdict.origin)!;

    const { answer, journal } = await ask(snapshot, given.name);
    assert.deepEqual(journal, { reason: verdict.reason, origin: given.origin });
    assert.match(
      messageToText(answer.wire),
      new RegExp(`EDE: ${row.ede} \\(${row.edeText}(?:: [^)]+)?\\)`),
    );
    assert.equal(readMessage(answer.wire)!.rcode, row.cause === "bypass" ? 3 : 0);

    const step = answer.explained.find(({ outcome }) => outcome === "blocked");
    assert.equal(step?.origin, given.origin);
    assert.ok(step.text.includes(`reason ${verdict.reason}, origin ${given.origin}`), step.text);
    const sentence = blockReason({ reason: answer.reason, by: answer.by });
    assert.ok(sentence.includes(given.origin), sentence);
  });
}

Deno.test("In every language the log, its badge, the explanation and the block page distinguish the pairs", async () => {
  const lists: ListsById = new Map([[1, { name: "Fun", category: "" }]]);
  const seen = await Promise.all(PRODUCED.map(async ([key, given]) => ({
    key,
    ...await ask(snapshotFor(given), given.name),
  })));
  for (const language of LANGUAGES) {
    const ui = uiOf(language);
    const places = {
      log: seen.map((each) => textOf(decisionText(ui, queryOf(each), lists))),
      badge: seen.map((each) => textOf(outcomeBadge(ui, queryOf(each), lists))),
      explain: seen.map(({ answer: { explained } }) =>
        textOf(stepList(ui, explained.filter(({ outcome }) => outcome === "blocked"), new Map()))
      ),
      page: seen.map(({ journal: { reason, origin }, answer }) =>
        pageText(language, reason, origin, answer.by?.list ?? -1)
      ),
    };
    for (const [place, texts] of Object.entries(places)) {
      assert.equal(new Set(texts).size, texts.length, `${language} ${place}: ${texts.join("\n")}`);
      for (const text of texts) assert.doesNotMatch(text, /\{\w+\}|undefined/, place);
    }
  }
});
