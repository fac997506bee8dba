import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  CLIENTS,
  type ScopedClient,
  scopedClient,
  scopedSnapshot,
} from "../../tests/support/scoped_lists.ts";
import type { Verdict } from "../model/decision.ts";
import type { ListReach } from "../model/list_reach.ts";
import { nameFromText } from "../model/name.ts";
import { NO_TIME } from "../model/person_time.ts";
import type { ListText } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { decideAfter, decideBefore, explain } from "./decide.ts";

const NOW = 1_000;

interface Asked {
  readonly target?: string;
  readonly address?: readonly number[];
  readonly at?: number;
}

function verdictOf(
  snapshot: Snapshot,
  whose: ScopedClient,
  name: string,
  { target, address, at = NOW }: Asked = {},
): Verdict {
  const question = { name: nameFromText(name)!, type: 1, class: 1 };
  const client = scopedClient(snapshot, whose);
  if (target === undefined && address === undefined) {
    return decideBefore(question, client, snapshot, at).verdict;
  }
  const content = {
    targets: target === undefined ? [] : [nameFromText(target)!],
    addresses: address === undefined ? [] : [Uint8Array.from(address)],
  };
  return decideAfter(question, client, content, snapshot, at).verdict;
}

/** "block", "allow", "rewrite", "told" or "-". */
function outcomeOf(verdict: Verdict): string {
  if (verdict.do !== "resolve") return verdict.do;
  if (verdict.match === undefined) return "-";
  return verdict.match.rule.startsWith("@@") || verdict.match.rule.startsWith("|a.")
    ? "allow"
    : "told";
}

/** Scopes, and the clients that they cover; the strictest view of the shared device applies. */
const REACHES: readonly (readonly [ListReach, readonly ScopedClient[]])[] = [
  [{}, CLIENTS],
  [{ scopes: [] }, []],
  [{ scopes: ["profile:child"] }, ["child", "shared"]],
  [{ scopes: ["profile:teen"] }, []],
  [{ scopes: ["person:2"] }, ["adult", "shared"]],
  [{ scopes: ["group:1"] }, ["guest"]],
  [{ scopes: ["device:2", "group:1"] }, ["adult", "guest"]],
  [{ scopes: ["device:4"] }, ["shared"]],
  [{ except: ["device:1"] }, ["adult", "guest", "shared", "stranger"]],
  [{ except: ["device:4", "group:1"] }, ["child", "adult", "stranger"]],
  [{ scopes: ["profile:child", "profile:adult"], except: ["person:1", "device:4"] }, ["adult"]],
];

const hashed = createHash("sha256").update("a.example").digest("hex");
const ADS: ListText = { text: "||a.example^\n" };

interface Kind {
  readonly what: string;
  /** The list that is for some only, and what other lists say. */
  readonly list: ListText;
  readonly others?: readonly ListText[];
  readonly asked?: Asked;
  readonly name?: string;
  /** Where the list applies, and elsewhere. */
  readonly outcomes: readonly [here: string, elsewhere: string];
}

/** Kinds of lists and rules. */
const KINDS: readonly Kind[] = [
  { what: "plain name", list: ADS, outcomes: ["block", "-"] },
  { what: "below", list: ADS, name: "x.a.example", outcomes: ["block", "-"] },
  {
    what: "hash",
    list: { text: hashed, format: "sha256" },
    name: "x.a.example",
    outcomes: ["block", "-"],
  },
  { what: "pattern", list: { text: "/^a[.]ex/\n" }, outcomes: ["block", "-"] },
  { what: "record type", list: { text: "||a.example^$dnstype=A\n" }, outcomes: ["block", "-"] },
  {
    what: "$important",
    list: { text: "||a.example^$important\n" },
    others: [{ text: "@@||a.example^\n" }],
    outcomes: ["block", "allow"],
  },
  {
    what: "allow list",
    list: { text: "a.example\n", kind: "allow" },
    others: [ADS],
    outcomes: ["allow", "block"],
  },
  {
    what: "exception",
    list: { text: "@@||a.example^\n" },
    others: [ADS],
    outcomes: ["allow", "block"],
  },
  {
    what: "category that blocks",
    list: { ...ADS, category: "gambling" },
    outcomes: ["block", "-"],
  },
  {
    what: "category that reports",
    list: { ...ADS, category: "social" },
    outcomes: ["told", "-"],
  },
  {
    what: "category that allows",
    list: { ...ADS, category: "games" },
    outcomes: ["-", "-"],
  },
  {
    what: "newly registered names",
    list: { ...ADS, category: "new_domains" },
    outcomes: ["block", "-"],
  },
  { what: "malware", list: { ...ADS, category: "malware" }, outcomes: ["block", "-"] },
  { what: "bypass", list: { ...ADS, category: "bypass" }, outcomes: ["block", "-"] },
  {
    what: "child abuse",
    list: { text: hashed, format: "sha256", category: "child_abuse" },
    outcomes: ["block", "-"],
  },
  {
    what: "zone",
    list: { text: "a.example CNAME .\n", format: "rpz" },
    outcomes: ["block", "-"],
  },
  {
    what: "zone before another",
    list: { text: "a.example CNAME rpz-passthru.\n", format: "rpz" },
    others: [{ text: "a.example CNAME .\n", format: "rpz" }],
    outcomes: ["allow", "block"],
  },
  {
    what: "rewrite",
    list: { text: "||a.example^$dnsrewrite=192.0.2.9\n" },
    outcomes: ["rewrite", "-"],
  },
  {
    what: "hosts line with an answer",
    list: { text: "192.0.2.9 a.example\n", format: "hosts" },
    outcomes: ["rewrite", "-"],
  },
  {
    what: "cancelled rewrite",
    list: { text: "@@||a.example^$dnsrewrite\n" },
    others: [{ text: "||a.example^$dnsrewrite=192.0.2.9\n" }],
    outcomes: ["-", "rewrite"],
  },
  {
    what: "CNAME target",
    list: ADS,
    name: "other.example",
    asked: { target: "a.example" },
    outcomes: ["block", "-"],
  },
  {
    what: "CNAME target of a bypass list",
    list: { ...ADS, category: "bypass" },
    name: "other.example",
    asked: { target: "a.example" },
    outcomes: ["block", "-"],
  },
  {
    what: "address",
    list: { text: "||192.0.2.7^\n" },
    name: "other.example",
    asked: { address: [192, 0, 2, 7] },
    outcomes: ["block", "-"],
  },
  {
    what: "$badfilter of a name",
    list: { text: "||a.example^$badfilter\n" },
    others: [ADS],
    outcomes: ["-", "block"],
  },
  {
    what: "$badfilter of a name that another form keeps",
    list: { text: "||a.example^$badfilter\n" },
    others: [{ text: "||a.example^\n|a.example^\n" }],
    name: "x.a.example",
    outcomes: ["-", "block"],
  },
  {
    what: "$badfilter of a rule",
    list: { text: "||a.example^$dnstype=A,badfilter\n" },
    others: [{ text: "||a.example^$dnstype=A\n" }],
    outcomes: ["-", "block"],
  },
  {
    what: "$badfilter of an exception",
    list: { text: "@@||a.example^$badfilter\n" },
    others: [ADS, { text: "@@||a.example^\n" }],
    outcomes: ["block", "allow"],
  },
];

const CHOICES = [["gambling", "block"], ["social", "monitor"], ["games", "allow"]].map((
  [key, value],
) => ({ scope: "all", kind: "category", key, value, schedule: "" } as const));
/** Choices of children, whose profile would be stricter than those for everyone. */
const OF_CHILDREN = CHOICES.map((row) => ({ ...row, scope: "profile:child" }));

/** The strictest outcome is that of the shared device. */
const STRICTNESS = ["-", "told", "allow", "rewrite", "block"];

for (const { what, list, others = [], asked, name = "a.example", outcomes } of KINDS) {
  Deno.test(`a list obeys its scopes: ${what}`, () => {
    for (const [reach, covered] of REACHES) {
      const snapshot = scopedSnapshot([{ ...list, ...reach }, ...others], {
        choices: [...CHOICES, ...OF_CHILDREN],
      });
      for (const client of CLIENTS) {
        const found = outcomeOf(verdictOf(snapshot, client, name, asked));
        const isHere = (each: ScopedClient) => covered.includes(each);
        const expected = outcomes[isHere(client) ? 0 : 1];
        if (client !== "shared") {
          assert.equal(found, expected, `${JSON.stringify(reach)}: ${client}`);
          continue;
        }
        const both = viewsOf(snapshot).map((here) => outcomes[here ? 0 : 1]);
        const strictest = both.toSorted((a, b) => STRICTNESS.indexOf(b) - STRICTNESS.indexOf(a))[0];
        const isMild = STRICTNESS.indexOf(strictest) < STRICTNESS.indexOf("rewrite");
        assert.ok(found === strictest || isMild && both.includes(found), `${what} ${found}`);
      }
    }
  });
}

/** Whether list 0 applies to each view of the shared device. */
function viewsOf(snapshot: Snapshot): boolean[] {
  const { views } = scopedClient(snapshot, "shared");
  const policies = views?.map(({ policy }) => policy) ?? [scopedClient(snapshot, "shared").policy];
  return policies.map(({ lists }) => lists[0] !== 5);
}

Deno.test("a list of a category is closed by a limit for those only whom it is for", () => {
  const time = {
    ...NO_TIME,
    known: true,
    people: [{ personId: 1, enabled: false, grid: "", limited: ["games" as const] }],
    reached: [{ scope: "person:1", category: "games" as const, from: 0, to: 10_000 }],
  };
  const verdict = (scopes: readonly string[]) =>
    verdictOf(
      scopedSnapshot([{ ...ADS, category: "games", scopes }], { choices: OF_CHILDREN, time }),
      "child",
      "a.example",
    );
  const closed = verdict(["profile:child"]);
  assert.ok(closed.do === "block");
  assert.equal(closed.origin, "limit:games");
  assert.equal(verdict(["profile:adult"]).do, "resolve");
});

Deno.test("a list with hours has its effect inside them, for each kind of list", () => {
  const windows = [[100, 200], [300, 400]] as const;
  const hours = { schedule: "hours" };
  for (const { what, list, others = [], asked, name = "a.example", outcomes } of KINDS) {
    const snapshot = scopedSnapshot([{ ...list, ...hours }, ...others], {
      choices: [...CHOICES, ...OF_CHILDREN],
      windows,
    });
    const { policy } = scopedClient(snapshot, "adult");
    assert.deepEqual(policy.changes, [100, 200, 300, 400]);
    for (const [at, isOn] of [[0, 0], [99, 0], [100, 1], [199, 1], [200, 0], [399, 1], [400, 0]]) {
      const found = outcomeOf(verdictOf(snapshot, "adult", name, { ...asked, at }));
      assert.equal(found, outcomes[1 - isOn], `${what} at ${at}`);
    }
  }
});

Deno.test("hours without any time ahead leave the list off", () => {
  const snapshot = scopedSnapshot([{ ...ADS, schedule: "hours" }], { windows: [] });
  assert.equal(verdictOf(snapshot, "adult", "a.example").do, "resolve");
});

Deno.test("an explanation names the lists that are not for the client, or not now", () => {
  const snapshot = scopedSnapshot([
    { text: "||a.example^\n", scopes: ["profile:child"] },
    { text: "||a.example^\n", schedule: "hours" },
    { text: "||other.example^\n", scopes: ["profile:child"] },
    { text: "||a.example^\n", scopes: ["person:1"], category: "bypass" },
    { text: hashed, format: "sha256", category: "child_abuse", scopes: ["person:1"] },
  ], { windows: [[5_000, 6_000]] });
  const question = { name: nameFromText("a.example")!, type: 1, class: 1 };
  const skipped = (client: ScopedClient, at: number) =>
    explain(question, scopedClient(snapshot, client), snapshot, at)
      .flatMap(({ protection, skipped }) =>
        skipped.map(({ list, why }) => `${protection} ${list} ${why}`)
      );
  assert.deepEqual(skipped("adult", NOW), [
    "bypass list 4 scope",
    "lists list 1 scope",
    "lists list 2 hours",
  ]);
  assert.deepEqual(skipped("adult", 5_500), ["bypass list 4 scope", "lists list 1 scope"]);
  assert.deepEqual(skipped("child", NOW), []);
});
