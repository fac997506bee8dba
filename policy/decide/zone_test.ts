import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import { compileInMemory, type ListText } from "../snapshot/in_memory.ts";
import { decideBefore } from "./decide.ts";

const zone = (...records: string[]): ListText => ({ text: records.join("\n") + "\n", format: "rpz" });

function outcome(name: string, ...lists: ListText[]): string {
  const snapshot = compileInMemory(lists);
  const client = { policy: snapshot.classes[0], address: Uint8Array.of(192, 0, 2, 1), place: "home" as const };
  const { verdict } = decideBefore({ name: nameFromText(name)!, type: 1, class: 1 }, client, snapshot, 0);
  if (verdict.do === "block") return `block ${verdict.answer ?? ""} ${verdict.origin} ${verdict.match?.rule}`;
  if (verdict.do === "rewrite") return `rewrite ${verdict.to.cname === undefined ? "" : nameToText(verdict.to.cname)}`;
  return verdict.do === "resolve" && verdict.match !== undefined ? "allow" : "none";
}

Deno.test("the first zone in order decides, whatever later ones say more precisely", () => {
  const wide = zone("*.x.example CNAME rpz-passthru."), narrow = zone("bad.x.example CNAME .");
  assert.equal(outcome("bad.x.example", wide, narrow), "allow");
  assert.equal(outcome("bad.x.example", narrow, wide), "block nxdomain list:1 bad.x.example CNAME .");
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

Deno.test("what the zones say counts beside the other lists as a block, an allow or a rewrite of theirs would", () => {
  const pass = zone("n.example CNAME rpz-passthru."), block = zone("n.example CNAME .");
  assert.equal(outcome("n.example", { text: "||n.example^\n" }, pass), "allow");
  assert.equal(
    outcome("n.example", { text: "||n.example^$important\n" }, pass),
    "block  list:1 ||n.example^$important",
  );
  assert.equal(outcome("n.example", { text: "@@||n.example^\n" }, block), "allow");
  assert.equal(outcome("n.example", { text: "n.example\n", kind: "allow" }, block), "allow");
  assert.equal(outcome("n.example", { text: "||n.example^\n" }, block), "block nxdomain list:2 n.example CNAME .");
});

Deno.test("a zone subscribed as an allow list lets through every name that it holds", () => {
  const allow: ListText = { ...zone("*.n.example CNAME ."), kind: "allow" };
  assert.equal(outcome("a.n.example", { text: "||n.example^$important\n" }, allow), "allow");
});
