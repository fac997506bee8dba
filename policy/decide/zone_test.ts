import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import { decideAfter, decideBefore, explain, type PolicyClient } from "./decide.ts";

const zone = (...records: string[]): ListText => ({
  text: records.join("\n") + "\n",
  format: "rpz",
});

function outcome(name: string, ...lists: ListText[]): string {
  const snapshot = compileInMemory(lists);
  const client = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 0, 2, 1),
    place: "home" as const,
  };
  const { verdict } = decideBefore(
    { name: nameFromText(name)!, type: 1, class: 1 },
    client,
    snapshot,
    0,
  );
  if (verdict.do === "block") {
    return `block ${verdict.answer ?? ""} ${verdict.origin} ${verdict.match?.rule}`;
  }
  if (verdict.do === "rewrite") {
    return `rewrite ${verdict.to.cname === undefined ? "" : nameToText(verdict.to.cname)}`;
  }
  return verdict.do === "resolve" && verdict.match !== undefined ? "allow" : "none";
}

Deno.test("the first zone in order decides, also if later zones are more precise", () => {
  const wide = zone("*.x.example CNAME rpz-passthru.");
  const narrow = zone("bad.x.example CNAME .");
  assert.equal(outcome("bad.x.example", wide, narrow), "allow");
  assert.equal(
    outcome("bad.x.example", narrow, wide),
    "block nxdomain list:1 bad.x.example CNAME .",
  );
  assert.equal(
    outcome("bad.x.example", zone("other.example CNAME ."), narrow, wide),
    [
      "block nxdomain list:2",
      "bad.x.example CNAME .",
    ].join(" "),
  );
  assert.equal(outcome("bad.x.example", zone("*.x.example A 192.0.2.1"), narrow), "rewrite ");
  assert.equal(
    outcome("bad.x.example", narrow, zone("bad.x.example A 192.0.2.1")),
    [
      "block nxdomain list:1",
      "bad.x.example CNAME .",
    ].join(" "),
  );
});

Deno.test("the result of zones competes with other lists as a block, an allow or a rewrite", () => {
  const pass = zone("n.example CNAME rpz-passthru.");
  const block = zone("n.example CNAME .");
  assert.equal(outcome("n.example", { text: "||n.example^\n" }, pass), "allow");
  assert.equal(
    outcome("n.example", { text: "||n.example^$important\n" }, pass),
    "block  list:1 ||n.example^$important",
  );
  assert.equal(outcome("n.example", { text: "@@||n.example^\n" }, block), "allow");
  assert.equal(outcome("n.example", { text: "n.example\n", kind: "allow" }, block), "allow");
  assert.equal(
    outcome("n.example", { text: "||n.example^\n" }, block),
    "block nxdomain list:2 n.example CNAME .",
  );
});

Deno.test("a zone subscribed as an allow list allows all names that it contains", () => {
  const allow: ListText = { ...zone("*.n.example CNAME ."), kind: "allow" };
  assert.equal(outcome("a.n.example", { text: "||n.example^$important\n" }, allow), "allow");
});

Deno.test("a wildcard matches only names whose closest encloser is its parent (RFC 4592 3.3.1)", () => {
  const block = "*.example.com CNAME .";
  const cases: readonly (readonly [name: string, expected: string, ...records: string[]])[] = [
    ["a.example.com", "block"],
    ["a.b.example.com", "block"],
    ["example.com", "none"],
    // Any name of the zone ends the wildcards above it.
    ["a.b.example.com", "none", "b.example.com CNAME rpz-passthru."],
    ["b.example.com", "allow", "b.example.com CNAME rpz-passthru."],
    ["a.b.example.com", "none", "b.example.com CNAME ."],
    ["a.b.example.com", "none", "b.example.com A 192.0.2.1"],
    ["c.a.b.example.com", "none", "b.example.com TXT note"],
    ["a.c.example.com", "block", "b.example.com CNAME rpz-passthru."],
    // So does a name that exists only because of its subdomains (RFC 4592 2.2.2).
    ["b.example.com", "none", "a.b.example.com CNAME rpz-passthru."],
    ["x.b.example.com", "none", "a.b.example.com CNAME rpz-passthru."],
    ["x.c.b.example.com", "none", "d.c.b.example.com A 192.0.2.1"],
    ["x.b.example.com", "none", "d.c.b.example.com A 192.0.2.1"],
    ["b.example.com", "none", "*.b.example.com CNAME rpz-passthru."],
    ["a.b.example.com", "allow", "*.b.example.com CNAME rpz-passthru."],
    ["a.b.example.com", "rewrite", "*.b.example.com A 192.0.2.1"],
    ["a.b.example.com", "none", "b.example.com A 192.0.2.1", "a.example.com CNAME ."],
    ["b.example.com", "none", "*.a.b.example.com A 192.0.2.1"],
  ];
  for (const [name, expected, ...records] of cases) {
    for (const lines of [[block, ...records], [...records, block]]) {
      const found = outcome(name, zone(...lines)).split(" ")[0];
      assert.equal(found, expected, `${name} in ${lines.join(", ")}`);
    }
  }
});

Deno.test("names of one zone do not end a wildcard of another zone", () => {
  const node = zone("*.example.com CNAME rpz-passthru.", "b.example.com A 192.0.2.1");
  const wide = zone("*.example.com CNAME .");
  assert.match(outcome("a.b.example.com", node, wide), /^block nxdomain list:2/);
  assert.equal(outcome("a.c.example.com", node, wide), "allow");
  assert.match(outcome("a.b.example.com", wide, node), /^block nxdomain list:1/);
  // Lists that are not zones use their own rules.
  const plain: ListText = { text: "||example.com^\n" };
  assert.match(outcome("a.b.example.com", node, plain), /^block .*list:2/);
});

/** The result for a name once its answer is known, and whether the answer was awaited. */
function answered(name: string, address: readonly number[], ...lists: ListText[]): string {
  const snapshot = compileInMemory(lists);
  const question = { name: nameFromText(name)!, type: 1, class: 1 };
  const client: PolicyClient = {
    policy: snapshot.classes[0],
    address: Uint8Array.of(192, 0, 2, 1),
    place: "home",
  };
  const before = decideBefore(question, client, snapshot, 0).verdict;
  if (before.do !== "resolve") return `at once ${before.do}`;
  const content = {
    targets: [],
    addresses: address.length === 0 ? [] : [Uint8Array.from(address)],
  };
  const { verdict } = decideAfter(question, client, content, snapshot, 0);
  const steps = explain(question, client, snapshot, 0, content).filter(({ outcome }) =>
    outcome !== "nothing"
  );
  const words = steps.filter(({ verdict }) => verdict !== "skipped").map(({ outcome }) => outcome)
    .join(" ");
  const origin = verdict.do === "block" ? ` ${verdict.answer} ${verdict.origin}` : "";
  return `${before.otherwise?.do ?? "-"} ${verdict.do}${origin} (${words})`;
}

Deno.test("a name allowed by a zone is reported as allowed, in any notation of the record", () => {
  for (
    const record of [
      "n.example CNAME rpz-passthru.",
      "n.example\tCNAME\tRPZ-TCP-ONLY. ; too large",
      "32.1.2.0.192.rpz-client-ip CNAME\trpz-passthru.",
      "32.1.2.0.192.rpz-client-ip 60 IN CNAME rpz-passthru.; ours",
    ]
  ) {
    const snapshot = compileInMemory([zone(record)]);
    const question = { name: nameFromText("n.example")!, type: 1, class: 1 };
    const client = {
      policy: snapshot.classes[0],
      address: Uint8Array.of(192, 0, 2, 1),
      place: "home" as const,
    };
    const { outcome } = explain(question, client, snapshot, 0).find(({ protection }) =>
      protection === "lists"
    )!;
    assert.equal(outcome, "allowed", record);
  }
});

Deno.test("a condition for one view of a shared device applies to all views", () => {
  const address = zone("24.0.2.0.192.rpz-ip CNAME rpz-passthru.");
  const second = zone("n.example CNAME .", "t.example CNAME rpz-tcp-only.");
  const snapshot = compileInMemory([address, second]);
  const [policy] = snapshot.classes;
  const view = { policy, address: Uint8Array.of(192, 0, 2, 1), place: "home" as const };
  const paused = { ...view, policy: { ...policy, pausedUntil: 1 } };
  for (const views of [[view, paused], [paused, view]]) {
    const decided = (name: string) =>
      decideBefore(
        { name: nameFromText(name)!, type: 1, class: 1 },
        { ...view, views },
        snapshot,
        0,
      ).verdict;
    const waits = decided("n.example");
    const condition = decided("t.example");
    assert.equal(waits.do === "resolve" && waits.otherwise?.do, "block");
    assert.equal(condition.do === "resolve" && condition.match?.tcpOnly, true);
  }
});

Deno.test("a name of a later zone waits for the answer if an earlier zone tests addresses", () => {
  const pass = zone("24.0.2.0.192.rpz-ip CNAME rpz-passthru.", "32.9.113.0.203.rpz-ip CNAME *.");
  const names = zone(
    "n.example CNAME .",
    "local.example A 192.0.2.9",
    "ok.example CNAME rpz-passthru.",
  );
  assert.equal(answered("n.example", [192, 0, 2, 7], pass, names), "block resolve (waits)");
  assert.equal(
    answered("n.example", [198, 51, 100, 7], pass, names),
    "block block nxdomain list:2 (waits blocked)",
  );
  assert.equal(
    answered("n.example", [203, 0, 113, 9], pass, names),
    "block block nodata list:1 (waits blocked)",
  );
  assert.equal(
    answered("n.example", [], pass, names),
    "block block nxdomain list:2 (waits blocked)",
  );
  assert.equal(answered("local.example", [192, 0, 2, 7], pass, names), "rewrite resolve (waits)");
  assert.equal(
    answered("local.example", [198, 51, 100, 7], pass, names),
    "rewrite rewrite (waits rewritten)",
  );
  // Allowed by the later zone, blocked by an address of the earlier one.
  assert.match(answered("ok.example", [203, 0, 113, 9], pass, names), /^- block nodata list:1/);
  assert.match(answered("ok.example", [198, 51, 100, 7], pass, names), /^- resolve/);
  // In the other order, and for other lists, no answer is awaited.
  assert.equal(answered("n.example", [192, 0, 2, 7], names, pass), "at once block");
  assert.equal(
    answered("m.example", [192, 0, 2, 7], pass, { text: "||m.example^\n" }),
    "at once block",
  );
  const important = { text: "||n.example^$important\n" };
  assert.equal(answered("n.example", [192, 0, 2, 7], pass, names, important), "at once block");
  // Address rules of other lists allow no name.
  const opened = { text: "@@||198.51.100.7^\n" };
  assert.match(
    answered("n.example", [198, 51, 100, 7], pass, names, opened),
    /^block block nxdomain list:2/,
  );
  // Allow lists are not zones.
  assert.equal(
    answered("n.example", [192, 0, 2, 7], { ...pass, kind: "allow" }, names),
    "at once block",
  );
});
