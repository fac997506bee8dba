import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Answer, decode, encode } from "dns-packet";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import type { FoundAnswer } from "../resolution.ts";
import { findOpenEnd } from "../wire/answer_chain.ts";
import { toStoredResponse } from "../wire/finish.ts";
import { extendChain, isEndless, joinFound, joinLocal } from "./open_chain.ts";

const AD = 0x20;
const alias = (name: string, data: string, ttl = 300): Answer => ({
  type: "CNAME",
  name,
  ttl,
  data,
});
const address: Answer = { type: "A", name: "end.test", ttl: 60, data: "192.0.2.1" };
const nsec = {
  type: "NSEC",
  name: "a.example",
  ttl: 60,
  data: { nextDomain: "z.example", rrtypes: ["A"] },
} as unknown as Answer;

function found(
  name: string,
  answers: Answer[],
  more: { flags?: number; authorities?: Answer[]; status?: FoundAnswer["status"]; keep?: number } =
    {},
): FoundAnswer {
  const { flags = 0, authorities = [], status = "cached", keep = 100 } = more;
  const questions = [{ type: "A" as const, name }];
  const wire = encode({ type: "response", flags: 0x180 | flags, questions, answers, authorities });
  return { bytes: toStoredResponse(new Uint8Array(wire))!, status, upstream: status, keep };
}

const sections = ({ bytes }: FoundAnswer) => {
  const { answers = [], authorities = [], questions = [] } = decode(Buffer.from(bytes));
  const text = ({ name, type }: { name: string; type: string }) => `${name} ${type}`;
  return [questions.map(text), answers.map(text), authorities.map(text)];
};

Deno.test("two parts become one answer, with the question of the first and the end of the second", () => {
  const head = found("www.example", [alias("www.example", "end.test")], {
    authorities: [nsec, { type: "NS", name: "example", ttl: 60, data: "ns.example" }],
    status: "answered",
    keep: 200,
  });
  const joined = joinFound(head, found("end.test", [address]));
  assert.deepEqual(sections(joined), [
    ["www.example A"],
    ["www.example CNAME", "end.test A"],
    ["a.example NSEC"],
  ]);
  assert.deepEqual([joined.status, joined.keep], ["answered", 100]);
  assert.equal(findOpenEnd(joined.bytes), undefined);
});

Deno.test("the answer is authentic if both parts are, and stale if one is", () => {
  const chain = [alias("www.example", "end.test")];
  for (const [first, second] of [[AD, AD], [AD, 0], [0, AD]]) {
    const head = found("www.example", chain, { flags: first });
    const { bytes } = joinFound(head, found("end.test", [address], { flags: second }));
    assert.equal((bytes[3] & AD) !== 0, first === AD && second === AD);
  }
  const stale = found("end.test", [address], { status: "stale" });
  assert.equal(
    joinFound(found("www.example", chain, { status: "answered" }), stale).status,
    "stale",
  );
});

Deno.test("an end in local data is not kept, and its absence has an SOA record", () => {
  const head = found("www.example", [alias("www.example", "end.test")], { flags: AD });
  const end = findOpenEnd(head.bytes)!;
  const none = { rcode: 0, records: [], authoritative: true };
  const joined = joinLocal(head, end, none, 10);
  assert.deepEqual(sections(joined).slice(1), [["www.example CNAME"], ["end.test SOA"]]);
  assert.deepEqual([joined.keep, joined.bytes[3] & AD], [0, 0]);
  assert.equal(findOpenEnd(joined.bytes), undefined);
});

Deno.test("loops and chains of 16 aliases end", () => {
  const end = (aliases: number, circular: boolean) => ({
    name: nameFromText("end.test")!,
    aliases,
    circular,
  });
  assert.deepEqual(
    [isEndless(end(15, false)), isEndless(end(16, false)), isEndless(end(1, true))],
    [
      false,
      true,
      true,
    ],
  );
  const first = alias("b.test", "end.test");
  const { bytes } = found("b.test", [first]);
  const own = (name: string) => ({
    owner: nameFromText(name)!,
    record: { type: 5, rdata: nameFromText("b.test")!, ttl: 60 },
  });
  const made = { rcode: 0, records: [own("a.test")], authoritative: true };
  const next = extendChain(made, bytes, end(1, false))!;
  assert.deepEqual(next.records.map(({ owner }) => nameToText(owner)), ["a.test", "b.test"]);
  assert.equal(nameToText(next.resolve!), "end.test");
  assert.equal(
    extendChain({ ...made, records: [own("end.test")] }, bytes, end(1, false)),
    undefined,
  );
  const long = Array.from({ length: 15 }, (_, i) => own(`n${i}.test`));
  assert.equal(extendChain({ ...made, records: long }, bytes, end(1, false)), undefined);
});
