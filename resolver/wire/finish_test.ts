import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Answer, decode, encode } from "dns-packet";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { addressToText } from "../../policy/model/address.ts";
import { readAnswerContent } from "./answer_content.ts";
import { createEdnsParameters } from "./edns.ts";
import { finishResponse, toStoredResponse } from "./finish.ts";
import { readMessage } from "./message.ts";
import { ParsedQuery, parseQuery } from "./query.ts";
import { messageToText } from "./text.ts";
import { lowerTtls, minimumTtl, negativeTtl, patchTtl, responseTtl, ttlOffsets } from "./ttl.ts";

const out = new Uint8Array(2000);

function response(
  answers: Answer[],
  authorities: Answer[] = [],
  more: Partial<Parameters<typeof encode>[0]> = {},
) {
  const questions = [{ type: "A" as const, name: "www.example.com" }];
  return new Uint8Array(
    encode({ type: "response", id: 9, flags: 0x5a0, questions, answers, authorities, ...more }),
  );
}

function asked(flags = 0x0100, edns = "", name = "wWw.eXample.com"): ParsedQuery {
  const wire = new Uint8Array(
    encode({ type: "query", id: 0x4242, flags, questions: [{ type: "A", name }] }),
  );
  const bytes = Uint8Array.from([...wire, ...Buffer.from(edns, "hex")]);
  if (edns !== "") bytes[11] = 1;
  const query = new ParsedQuery();
  assert.equal(parseQuery(bytes, 0, bytes.length, query), 0);
  return query;
}

const OPT = "00002904d000000000" + "0000";
const OPT_DO = "00002904d000008000" + "0000";
const address = (data: string, ttl = 300): Answer => ({
  type: "A",
  name: "www.example.com",
  ttl,
  data,
});
const optRecord = {
  type: "OPT",
  name: ".",
  udpPayloadSize: 4096,
  flags: 0,
  options: [],
} as unknown as Answer;

function finish(
  stored: Uint8Array,
  query: ParsedQuery,
  limit = query.size,
  age = 0,
  atMost = 86_400,
): Uint8Array {
  return out.slice(
    3,
    3 + finishResponse(stored, query, createEdnsParameters(limit), age, atMost, out, 3),
  );
}

Deno.test("a stored response has no OPT and is sent with the client's id, case and bits", () => {
  const stored = toStoredResponse(
    response([address("192.0.2.1"), address("192.0.2.2")], [], { additionals: [optRecord] }),
  )!;
  assert.equal(readMessage(stored)!.opt, undefined);
  const sent = finish(stored, asked(), 512, 100);
  const message = readMessage(sent)!;
  assert.equal(message.id, 0x4242);
  assert.equal(message.flags, 0x8180);
  assert.match(messageToText(sent), /;wWw\.eXample\.com\.\t\tIN\tA/);
  assert.deepEqual(message.records.map((record) => record.ttl), [200, 200]);
  assert.equal(decode(Buffer.from(sent)).answers!.length, 2);
  assert.deepEqual(
    readMessage(finish(stored, asked(), 512, 900, 30))!.records.map((record) => record.ttl),
    [0, 0],
  );
});

Deno.test("AD is sent only to clients that understand it, OPT only to those that sent one", () => {
  const stored = toStoredResponse(response([address("192.0.2.1")]))!;
  const adOf = (query: ParsedQuery) => (finish(stored, query)[3] & 0x20) !== 0;
  assert.ok(
    !adOf(asked()) && adOf(asked(0x0120)) && adOf(asked(0x0100, OPT_DO)) &&
      !adOf(asked(0x0100, OPT)),
  );
  assert.equal(readMessage(finish(stored, asked()))!.opt, undefined);
  const signed = readMessage(finish(stored, asked(0x0110, OPT_DO)))!;
  assert.equal(signed.opt!.class, 1232);
  assert.equal(signed.opt!.ttl, 0x8000);
  assert.ok((signed.flags & 0x10) !== 0, "CD is kept");
});

Deno.test("DNSSEC records are sent only to clients that set DO", () => {
  const signature = {
    typeCovered: "A",
    algorithm: 8,
    labels: 3,
    originalTTL: 300,
    expiration: 1,
    inception: 1,
    keyTag: 1,
  };
  const rrsig = {
    type: "RRSIG",
    name: "www.example.com",
    ttl: 300,
    data: { ...signature, signersName: "example.com", signature: Buffer.alloc(64) },
  } as unknown as Answer;
  const stored = toStoredResponse(response([address("192.0.2.1"), rrsig]))!;
  const types = (query: ParsedQuery) =>
    readMessage(finish(stored, query))!.records.filter((record) => record.section === 1).map((
      record,
    ) => record.type);
  assert.deepEqual(types(asked()), [1]);
  assert.deepEqual(types(asked(0x0100, OPT_DO)), [1, 46]);
});

Deno.test("RRsets that do not fit are omitted completely, with TC", () => {
  const alias: Answer = { type: "CNAME", name: "www.example.com", ttl: 60, data: "a.example.net" };
  const many = Array.from(
    { length: 60 },
    (_, i): Answer => ({ ...address(`192.0.2.${i}`), name: "a.example.net" }),
  );
  const stored = toStoredResponse(response([alias, ...many]))!;
  const sent = finish(stored, asked(0x0100, OPT), 512);
  const message = readMessage(sent)!;
  assert.ok(sent.length <= 512 && (message.flags & 0x0200) !== 0);
  assert.deepEqual(message.records.map((record) => record.type), [5, 41]);
  const whole = readMessage(finish(stored, asked(), 1232))!;
  assert.equal(whole.records.length, 61);
  assert.equal(whole.flags & 0x0200, 0);
});

Deno.test("HTTPS records and unknown types are preserved", () => {
  const questions = [{ type: "HTTPS" as "A", name: "www.example.com" }];
  const head = new Uint8Array(encode({ type: "response", id: 1, flags: 0x180, questions }));
  head[head.length - 3] = 65;
  head[7] = 2;
  const target = [...nameFromText("svc.example.net")!];
  const svc = [0, 1, ...target, 0, 1, 0, 3, 2, 104, 50, 0, 4, 0, 8, 192, 0, 2, 1, 192, 0, 2, 2];
  const record = (
    type: number,
    rdata: number[],
  ) => [0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 1, 44, 0, rdata.length, ...rdata];
  const wire = Uint8Array.from([...head, ...record(65, svc), ...record(999, [1, 2, 3])]);
  const stored = toStoredResponse(wire)!;
  assert.deepEqual(stored, wire);
  const content = readAnswerContent(stored);
  assert.deepEqual(content.targets.map((name) => nameToText(name)), ["svc.example.net"]);
  assert.deepEqual(content.addresses.map((bytes) => addressToText(bytes)), [
    "192.0.2.1",
    "192.0.2.2",
  ]);
  assert.match(
    messageToText(stored),
    /HTTPS\t1 svc\.example\.net\. alpn="h2" ipv4hint=192\.0\.2\.1,192\.0\.2\.2/,
  );
  assert.match(messageToText(stored), /TYPE999\t\\# 3 010203/);
});

Deno.test("TTLs are found, patched and evaluated", () => {
  const soa = {
    mname: "ns.example",
    rname: "admin.example",
    serial: 1,
    refresh: 2,
    retry: 3,
    expire: 4,
    minimum: 90,
  };
  const authority: Answer = { type: "SOA", name: "example.com", ttl: 600, data: soa };
  const positive = response([address("192.0.2.1", 40), address("192.0.2.2", 30)]);
  const negative = response([], [authority]);
  assert.deepEqual([minimumTtl(positive), responseTtl(positive)], [30, 30]);
  assert.deepEqual([minimumTtl(negative), negativeTtl(negative), responseTtl(negative)], [
    -1,
    90,
    90,
  ]);
  const alias = response([{ type: "CNAME", name: "www.example.com", ttl: 20, data: "a.example" }], [
    authority,
  ]);
  assert.equal(responseTtl(alias), 20);
  const offsets = new Uint16Array(4);
  assert.equal(ttlOffsets(positive, 0, positive.length, offsets), 2);
  for (const at of offsets.subarray(0, 2)) patchTtl(positive, at, 35, 0x7fffffff);
  assert.deepEqual(readMessage(positive)!.records.map((record) => record.ttl), [5, 0]);
});

Deno.test("lowerTtls() limits all TTLs except that of OPT, and keeps malformed parts", () => {
  const soa: Answer = {
    type: "SOA",
    name: "example.com",
    ttl: 900,
    data: { mname: "ns.example", rname: "h.example" },
  };
  const bytes = response([address("192.0.2.1"), address("192.0.2.2", 20)], [soa], {
    additionals: [optRecord],
  });
  const lowered = bytes.slice();
  lowerTtls(lowered, 0, lowered.length, 60);
  const ttls = (message: Uint8Array) => {
    const { answers, authorities } = decode(Buffer.from(message));
    return [...answers ?? [], ...authorities ?? []].map((record) =>
      "ttl" in record ? record.ttl : undefined
    );
  };
  assert.deepEqual([ttls(bytes), ttls(lowered)], [[300, 20, 900], [60, 20, 60]]);
  assert.deepEqual(lowered.subarray(-11), bytes.subarray(-11));
  const cut = bytes.slice(0, 20);
  lowerTtls(cut, 0, cut.length, 60);
  assert.deepEqual(cut, bytes.slice(0, 20));
});
