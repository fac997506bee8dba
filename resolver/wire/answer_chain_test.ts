import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Answer, encode } from "dns-packet";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { findOpenEnd } from "./answer_chain.ts";
import { toStoredResponse } from "./finish.ts";
import { readAnswerContent } from "./answer_content.ts";
import { readMessage } from "./message.ts";
import { readName } from "./names.ts";
import { typeToText } from "./codes.ts";

const a = (name: string, data = "192.0.2.1"): Answer => ({ type: "A", name, ttl: 60, data });
const alias = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: 60, data });
const redirection = (name: string, data: string): Answer => ({
  type: "DNAME",
  name,
  ttl: 60,
  data,
});

function rrsig(name: string, typeCovered: string): Answer {
  const signature = {
    typeCovered,
    algorithm: 8,
    labels: 2,
    originalTTL: 300,
    expiration: 1,
    inception: 1,
    keyTag: 1,
    signersName: "example",
    signature: Buffer.alloc(4),
  };
  return { type: "RRSIG", name, ttl: 60, data: signature } as unknown as Answer;
}

function response(answers: Answer[], type = "A", authorities: Answer[] = []): Uint8Array {
  const questions = [{ type, name: "www.example" }] as Parameters<typeof encode>[0]["questions"];
  return new Uint8Array(
    encode({ type: "response", flags: 0x180, questions, answers, authorities }),
  );
}

/** The answer section of the stored form, as `owner TYPE`. */
function stored(answers: Answer[], type = "A"): string[] {
  const bytes = toStoredResponse(response(answers, type))!;
  return readMessage(bytes)!.records.map((record) =>
    `${nameToText(readName(bytes, 0, record.nameAt, bytes.length)!)} ${typeToText(record.type)}`
  );
}

Deno.test("answer records outside the chain of the question are dropped before they are stored", () => {
  assert.deepEqual(stored([a("bank.example"), a("www.example"), a("www.example", "192.0.2.2")]), [
    "www.example A",
    "www.example A",
  ]);
  assert.deepEqual(stored([a("bank.example")]), []);
  assert.deepEqual(
    stored([
      alias("www.example", "cdn.example"),
      a("cdn.example"),
      alias("bank.example", "evil.test"),
    ]),
    ["www.example CNAME", "cdn.example A"],
  );
  assert.deepEqual(
    stored([alias("www.example", "cdn.example"), a("cdn.example")], "CNAME"),
    ["www.example CNAME"],
  );
  const bytes = toStoredResponse(response([a("www.example"), alias("x.example", "evil.test")]))!;
  assert.deepEqual(readAnswerContent(bytes).targets, []);
});

Deno.test("a chain is put in order, and the first of several CNAMEs applies", () => {
  assert.deepEqual(
    stored([
      a("end.example"),
      alias("cdn.example", "end.example"),
      rrsig("www.example", "CNAME"),
      alias("www.example", "cdn.example"),
    ]),
    ["www.example RRSIG", "www.example CNAME", "cdn.example CNAME", "end.example A"],
  );
  assert.deepEqual(
    stored([alias("www.example", "one.test"), alias("www.example", "two.test"), a("two.test")]),
    ["www.example CNAME"],
  );
  assert.deepEqual(
    stored([alias("b.example", "www.example"), alias("www.example", "b.example")]),
    ["www.example CNAME", "b.example CNAME"],
  );
});

Deno.test("DNAMEs and signatures belong to the chain; an ordered chain is kept byte for byte", () => {
  const answers = [
    redirection("example", "test"),
    rrsig("example", "DNAME"),
    alias("www.example", "www.test"),
    a("www.test"),
    rrsig("www.test", "A"),
  ];
  const wire = response(answers);
  assert.deepEqual(toStoredResponse(wire.slice()), wire);
  assert.equal(stored([redirection("other", "test"), ...answers]).length, 5);
  const signed = [alias("www.example", "www.test"), rrsig("www.example", "CNAME"), a("www.test")];
  assert.deepEqual(toStoredResponse(response(signed)), response(signed));
});

Deno.test("a chain of 64 CNAMEs is put in order, and of a longer one only CNAMEs stay, so that it is endless", () => {
  const chain = (count: number) => [
    ...Array.from({ length: count }, (_, i) => alias(nameOf(i), nameOf(i + 1))),
    a(nameOf(count)),
  ];
  const nameOf = (i: number) => i === 0 ? "www.example" : `${i}.test`;
  const kept = stored(chain(63).reverse());
  assert.deepEqual(kept, chain(63).map(({ name, type }) => `${name} ${type}`));
  assert.equal(findOpenEnd(toStoredResponse(response(chain(64)))!), undefined);
  for (const count of [65, 500, 2000]) {
    for (const answers of [chain(count), chain(count).reverse()]) {
      const bytes = toStoredResponse(response(answers))!;
      const { records } = readMessage(bytes)!;
      assert.deepEqual([...new Set(records.map(({ type }) => typeToText(type)))], ["CNAME"]);
      assert.equal(findOpenEnd(bytes)!.aliases, 64);
    }
  }
  // A question for the CNAMEs themselves has no chain.
  const asked = chain(500).map(({ data }) => alias("www.example", data as string));
  assert.equal(stored(asked, "CNAME").length, 501);
});

Deno.test("a record of another class is dropped", () => {
  const other = { ...a("www.example"), class: "CH" } as Answer;
  assert.deepEqual(stored([other, a("www.example")]), ["www.example A"]);
});

Deno.test("a chain is open without a record of the type and without an SOA above its end", () => {
  const soa = (name: string): Answer => ({
    type: "SOA",
    name,
    ttl: 60,
    data: { mname: "ns", rname: "host", serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
  });
  const chain = [alias("www.example", "b.test"), alias("b.test", "c.test")];
  const open = (answers: Answer[], type = "A", authorities: Answer[] = []) =>
    findOpenEnd(toStoredResponse(response(answers, type, authorities))!);
  assert.deepEqual(open(chain), {
    name: nameFromText("c.test"),
    aliases: 2,
    circular: false,
  });
  assert.equal(open([alias("www.example", "www.example")])?.circular, true);
  assert.equal(open([...chain, a("c.test")]), undefined);
  assert.equal(open(chain, "CNAME"), undefined);
  assert.equal(open([a("www.example")]), undefined);
  assert.equal(open([]), undefined);
  for (const zone of ["c.test", "test", "."]) {
    assert.equal(open(chain, "A", [soa(zone)]), undefined);
  }
  for (const zone of ["example", "x.c.test", "ac.test"]) {
    assert.notEqual(open(chain, "A", [soa(zone)]), undefined);
  }
});
