import assert from "node:assert/strict";
import fc from "fast-check";
import type { Verdict } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { decideAfter, decideBefore, type PolicyClient } from "./decide.ts";

const A = 1;
const AAAA = 28;
const HTTPS = 65;

function clientOf(snapshot: Snapshot, more: Partial<PolicyClient> = {}): PolicyClient {
  return {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 168, 1, 2),
    place: "home",
    ...more,
  };
}

function ask(
  snapshot: Snapshot,
  name: string,
  type = A,
  more: Partial<PolicyClient> = {},
): Verdict {
  const question = { name: nameFromText(name)!, type, class: 1 };
  return decideBefore(question, clientOf(snapshot, more), snapshot, 0).verdict;
}

function answer(
  snapshot: Snapshot,
  name: string,
  targets: string[],
  addresses: number[][] = [],
): Verdict {
  const question = { name: nameFromText(name)!, type: A, class: 1 };
  const content = {
    targets: targets.map((target) => nameFromText(target)!),
    addresses: addresses.map((bytes) => Uint8Array.from(bytes)),
  };
  return decideAfter(question, clientOf(snapshot), content, snapshot, 0).verdict;
}

/** The effect on a name: "block", "allow", or "-". */
function outcome(verdict: Verdict): string {
  if (verdict.do === "resolve") return verdict.match === undefined ? "-" : "allow";
  return verdict.do;
}

function lists(...texts: (string | ListText)[]): Snapshot {
  return compileInMemory(texts.map((text) => typeof text === "string" ? { text } : text));
}

Deno.test("a tree covers a name with its subdomains, a bare name itself only, a mask the subdomains only", () => {
  const snapshot = lists("||tree.example^\nexact.example\n*.mask.example\n");
  const outcomes = (
    name: string,
  ) => [outcome(ask(snapshot, name)), outcome(ask(snapshot, `a.b.${name}`))];
  assert.deepEqual(outcomes("tree.example"), ["block", "block"]);
  assert.deepEqual(outcomes("exact.example"), ["block", "-"]);
  assert.deepEqual(outcomes("mask.example"), ["-", "block"]);
  assert.equal(outcome(ask(snapshot, "nottree.example")), "-");
});

Deno.test("a block states its list, rule and origin", () => {
  const snapshot = lists("||other.example^\n", "||ads.example^\n");
  const verdict = ask(snapshot, "x.ads.example");
  assert.ok(verdict.do === "block");
  assert.deepEqual([verdict.reason, verdict.origin, verdict.answer], ["list", "list:2", undefined]);
  assert.deepEqual([verdict.match?.list, verdict.match?.rule], [1, "||ads.example^"]);
});

Deno.test("the order is allow list, important allow, important block, allow, block", () => {
  const lines = [
    "||n.example^",
    "@@||n.example^",
    "||n.example^$important",
    "@@||n.example^$important",
  ];
  const expected = ["block", "allow", "block", "allow"];
  for (let top = 0; top < lines.length; top++) {
    const snapshot = lists(lines.slice(0, top + 1).reverse().join("\n") + "\n");
    assert.equal(outcome(ask(snapshot, "a.n.example")), expected[top], lines[top]);
  }
  const all = lists(lines.slice(0, 3).join("\n") + "\n", { text: "n.example\n", kind: "allow" });
  const allowed = ask(all, "n.example");
  assert.ok(allowed.do === "resolve");
  assert.deepEqual([allowed.match?.list, allowed.match?.rule], [1, "|n.example^"]);
});

Deno.test("the highest rank decides, whatever the order and position of lines", () => {
  const forms = [
    { line: (n: string) => `||${n}^`, rank: 1 },
    { line: (n: string) => `||${n}^$dnstype=A`, rank: 1 },
    { line: (n: string) => `@@||${n}^`, rank: 2 },
    { line: (n: string) => `@@||${n}^$dnstype=A`, rank: 2 },
    { line: (n: string) => `||${n}^$important`, rank: 3 },
    { line: (n: string) => `||${n}^$important,dnstype=A`, rank: 3 },
    { line: (n: string) => `@@||${n}^$important`, rank: 4 },
    { line: () => "/^www\\.n/", rank: 1 },
    { line: () => "@@/^www\\.n/$important", rank: 4 },
  ];
  const chosen = fc.tuple(
    fc.nat(forms.length - 1),
    fc.constantFrom("n.example", "www.n.example"),
    fc.nat(2),
  );
  fc.assert(
    fc.property(fc.array(chosen, { minLength: 1, maxLength: 8 }), (picks) => {
      const texts = ["", "", ""];
      for (const [form, name, list] of picks) texts[list] += forms[form].line(name) + "\n";
      const best = Math.max(...picks.map(([form]) => forms[form].rank));
      assert.equal(
        outcome(ask(lists(...texts), "www.n.example")),
        best === 1 || best === 3 ? "block" : "allow",
      );
    }),
    { numRuns: 300, seed: 3 },
  );
});

Deno.test("a list applies only to classes that chose it", () => {
  const classes = [
    { version: 1, lists: Uint8Array.of(1, 0), tags: [] },
    { version: 1, lists: Uint8Array.of(1, 1), tags: [] },
  ];
  const texts = [{ text: "||n.example^\n" }, {
    text: "@@||n.example^\n||m.example^$dnstype=A\n/pattern/\n",
  }];
  const snapshot = compileInMemory(texts, {}, { classes });
  const second = { policy: snapshot.classes[1] };
  assert.deepEqual([
    outcome(ask(snapshot, "n.example")),
    outcome(ask(snapshot, "n.example", A, second)),
  ], [
    "block",
    "allow",
  ]);
  assert.deepEqual([
    outcome(ask(snapshot, "m.example")),
    outcome(ask(snapshot, "m.example", A, second)),
  ], [
    "-",
    "block",
  ]);
  assert.deepEqual([
    outcome(ask(snapshot, "pattern.example")),
    outcome(ask(snapshot, "pattern.example", A, second)),
  ], [
    "-",
    "block",
  ]);
});

Deno.test("$dnstype, $client, $ctag and $denyallow limit a rule", () => {
  const snapshot = compileInMemory(
    [{
      text: [
        "||types.example^$dnstype=AAAA|HTTPS",
        "||nottypes.example^$dnstype=~AAAA",
        "||client.example^$client=192.168.1.0/24|'Lab phone'|~192.168.1.9",
        "||tag.example^$ctag=user_child",
        "||wide.example^$denyallow=ok.wide.example",
      ].join("\n") + "\n",
    }],
    {},
    {
      classes: [{ version: 1, lists: Uint8Array.of(1), tags: ["user_child"] }, {
        version: 1,
        lists: Uint8Array.of(1),
        tags: [],
      }],
    },
  );
  const at = (...bytes: number[]) => ({ address: Uint8Array.from(bytes) });
  assert.deepEqual([A, AAAA, HTTPS].map((type) => outcome(ask(snapshot, "types.example", type))), [
    "-",
    "block",
    "block",
  ]);
  assert.deepEqual([A, AAAA].map((type) => outcome(ask(snapshot, "nottypes.example", type))), [
    "block",
    "-",
  ]);
  assert.equal(outcome(ask(snapshot, "client.example", A, at(192, 168, 1, 3))), "block");
  assert.equal(outcome(ask(snapshot, "client.example", A, at(192, 168, 1, 9))), "-");
  assert.equal(outcome(ask(snapshot, "client.example", A, at(10, 0, 0, 1))), "-");
  assert.equal(
    outcome(ask(snapshot, "client.example", A, { ...at(10, 0, 0, 1), name: "lab phone" })),
    "block",
  );
  assert.equal(outcome(ask(snapshot, "tag.example")), "block");
  assert.equal(outcome(ask(snapshot, "tag.example", A, { policy: snapshot.classes[1] })), "-");
  assert.equal(outcome(ask(snapshot, "a.wide.example")), "block");
  assert.equal(outcome(ask(snapshot, "a.ok.wide.example")), "-");
});

Deno.test("patterns match anywhere in the name, ignoring case", () => {
  const snapshot = lists("/^Track[0-9]+\\./\n*banner*\n|start.\n/[0-9]{9}/\n");
  for (
    const name of ["track12.example", "a.banners.example", "start.example", "n123456789.example"]
  ) {
    assert.equal(outcome(ask(snapshot, name)), "block", name);
  }
  for (const name of ["atrack12.example", "restart.example", "n12345678.example"]) {
    assert.equal(outcome(ask(snapshot, name)), "-", name);
  }
});

Deno.test("a pattern is matched against the whole of a name with very long labels", () => {
  const snapshot = lists("/needle/\n");
  const label = `${"a".repeat(50)}needle`;
  assert.equal(outcome(ask(snapshot, `${label}.example`)), "block");
  assert.equal(outcome(ask(snapshot, `x.${"a-".repeat(20)}needle.example`)), "block");
});

Deno.test("lists do not apply while filtering is off", () => {
  const snapshot = compileInMemory([{ text: "||ads.example^\n" }], { filtering: false });
  assert.equal(outcome(ask(snapshot, "ads.example")), "-");
  assert.equal(outcome(answer(snapshot, "a.example", ["ads.example"])), "-");
});

Deno.test("a CNAME target on a list blocks the name, unless a rule allows the queried name", () => {
  const snapshot = lists("||tracker.example^\n@@||shop.example^\n");
  const verdict = answer(snapshot, "www.news.example", ["cdn.example", "x.tracker.example"]);
  assert.ok(verdict.do === "block");
  assert.deepEqual([verdict.reason, verdict.origin, verdict.match?.rule], [
    "list",
    "list:1",
    "||tracker.example^",
  ]);
  assert.equal(outcome(answer(snapshot, "www.shop.example", ["x.tracker.example"])), "-");
  assert.equal(outcome(answer(snapshot, "www.news.example", ["cdn.example"])), "-");
});

Deno.test("an address in the answer may block the name", () => {
  const zone =
    "$ORIGIN rpz.example.\n@ SOA a. b. 1 2 3 4 5\n24.0.2.0.192.rpz-ip CNAME .\n32.9.2.0.192.rpz-ip CNAME rpz-passthru.\n";
  const snapshot = lists({ text: zone, format: "rpz" });
  const blocked = answer(snapshot, "a.example", [], [[192, 0, 2, 1]]);
  assert.ok(blocked.do === "block");
  assert.equal(blocked.answer, "nxdomain");
  assert.equal(outcome(answer(snapshot, "a.example", [], [[192, 0, 3, 1]])), "-");
  assert.equal(outcome(answer(snapshot, "a.example", [], [[192, 0, 2, 9]])), "-");
});

Deno.test("a block of a response policy zone defines the answer", () => {
  const zone =
    "$ORIGIN rpz.example.\n@ SOA a. b. 1 2 3 4 5\nbad.example CNAME .\nempty.example CNAME *.\ngone.example CNAME rpz-drop.\n";
  const snapshot = lists({ text: zone, format: "rpz" });
  const answers = ["bad.example", "empty.example", "gone.example"].map((name) => {
    const verdict = ask(snapshot, name);
    return verdict.do === "block" ? [verdict.answer, verdict.match?.rule] : verdict.do;
  });
  assert.deepEqual(answers, [
    ["nxdomain", "bad.example CNAME ."],
    ["nodata", "empty.example CNAME *."],
    ["drop", "gone.example CNAME rpz-drop."],
  ]);
});

Deno.test("a single-label name covers its subdomains among names with more labels", () => {
  const snapshot = lists("||corpnet^\n||ads.example^\n");
  assert.equal(snapshot.names?.fewestLabels, 1);
  assert.deepEqual(
    ["a.corpnet", "corpnet", "b.ads.example", "example"].map((name) =>
      outcome(ask(snapshot, name))
    ),
    [
      "block",
      "block",
      "block",
      "-",
    ],
  );
  assert.equal(lists("||ads.example^\n").names?.fewestLabels, 2);
});

Deno.test("a match keeps its rule text after later decisions", () => {
  const snapshot = lists("||ads.example^\n||other.example^\n");
  const first = ask(snapshot, "x.ads.example");
  ask(snapshot, "a.b.c.other.example");
  assert.ok(first.do === "block");
  assert.equal(first.match?.rule, "||ads.example^");
});
