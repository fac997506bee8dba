/**
 * Structured, random and mixed packets: nothing throws or exceeds its limit, and what is written
 * can be read.
 */
import assert from "node:assert/strict";
import { writeAny } from "../../resolver/answers/any.ts";
import { writeBlocked } from "../../resolver/answers/blocked.ts";
import { writeChaos } from "../../resolver/answers/chaos.ts";
import { writeError } from "../../resolver/answers/error_response.ts";
import { createLocalAnswer } from "../../resolver/answers/local_answer.ts";
import { writeSyntheticAnswer } from "../../resolver/answers/synthetic_answer.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { readAnswerContent } from "../../resolver/wire/answer_content.ts";
import { createEdnsParameters } from "../../resolver/wire/edns.ts";
import { finishResponse, toStoredResponse } from "../../resolver/wire/finish.ts";
import { readMessage } from "../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery, QUERY_DROP, QUERY_OK } from "../../resolver/wire/query.ts";
import { messageToText } from "../../resolver/wire/text.ts";
import { responseTtl, ttlOffsets } from "../../resolver/wire/ttl.ts";

const COUNT = Number(Deno.env.get("FUZZ_PACKETS") ?? 20_000);

/** xorshift32: the same packets in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Dice = ReturnType<typeof dice>;
const LABELS = [
  "www",
  "Example",
  "com",
  "a",
  "local",
  "localhost",
  "x".repeat(63),
  "_dns",
  "resolver",
  "arpa",
  "version",
  "bind",
];
const TYPES = [
  1,
  2,
  5,
  6,
  12,
  13,
  15,
  16,
  28,
  33,
  35,
  39,
  41,
  43,
  46,
  47,
  50,
  64,
  65,
  255,
  257,
  250,
  999,
];

function putWord(out: number[], value: number): void {
  out.push(value >>> 8 & 255, value & 255);
}

function putName(out: number[], roll: Dice): void {
  if (out.length > 12 && roll(3) === 0) {
    return putWord(out, 0xc000 | (roll(4) === 0 ? roll(out.length + 8) : 12));
  }
  for (let labels = roll(5); labels > 0; labels--) {
    const label = LABELS[roll(LABELS.length)];
    out.push(label.length, ...[...label].map((letter) => letter.charCodeAt(0)));
  }
  if (roll(4) === 0 && out.length > 12) putWord(out, 0xc00c);
  else out.push(0);
}

/** Length of the RDATA in bytes by type: A, AAAA and OPT. */
const FIXED_SIZES = new Map([[1, 4], [28, 16], [41, 0]]);
/** Bytes before the name in the RDATA by type: MX, SRV, RRSIG, SVCB and HTTPS. */
const BEFORE_NAME = new Map([[15, 2], [33, 6], [46, 18], [64, 2], [65, 2]]);

function putRdata(out: number[], type: number, roll: Dice): void {
  const size = FIXED_SIZES.get(type) ?? roll(24);
  const before = BEFORE_NAME.get(type) ?? 0;
  if ([2, 5, 6, 12, 15, 33, 39, 46, 47, 64, 65].includes(type)) {
    for (let i = 0; i < before; i++) out.push(roll(256));
    putName(out, roll);
    if (type === 6) putName(out, roll);
    const free = type > 45 ? size : 0;
    const after = type === 6 ? 20 : free;
    for (let i = after; i > 0; i--) out.push(roll(256));
  } else for (let i = 0; i < size; i++) out.push(roll(256));
}

function putRecord(out: number[], roll: Dice, type: number): void {
  if (type === 41) out.push(0);
  else putName(out, roll);
  putWord(out, type);
  putWord(out, type === 41 ? roll(5000) : 1);
  for (let i = 0; i < 4; i++) out.push(type === 41 && i !== 2 ? 0 : roll(roll(4) === 0 ? 256 : 2));
  const lengthAt = out.length;
  putWord(out, 0);
  if (type === 41) putOptions(out, roll);
  else putRdata(out, type, roll);
  const length = out.length - lengthAt - 2;
  out[lengthAt] = length >>> 8;
  out[lengthAt + 1] = length & 255;
}

function putOptions(out: number[], roll: Dice): void {
  for (let options = roll(4); options > 0; options--) {
    const code = [3, 8, 10, 11, 12, 15, 99][roll(7)];
    const length = code === 10 ? [8, 16, 24, 40, 7][roll(5)] : roll(12);
    putWord(out, code);
    putWord(out, length);
    for (let i = 0; i < length; i++) out.push(roll(256));
  }
}

/** A nearly valid packet: a complete question and plausible records. */
function structured(roll: Dice, response: boolean): number[] {
  const counts = response ? [1, roll(6), roll(3), roll(3)] : [1, 0, 0, 0];
  const edns = roll(3) > 0;
  const out: number[] = [roll(256), roll(256), (response ? 0x80 : 0) | roll(2)];
  if (response) out.push(roll(4) === 0 ? 3 : 0x20);
  else out.push(roll(256));

  for (const [i, count] of counts.entries()) putWord(out, i === 3 && edns ? count + 1 : count);
  putName(out, roll);
  putWord(out, TYPES[roll(TYPES.length)]);
  putWord(out, roll(12) === 0 ? 3 : 1);
  for (let left = counts[1] + counts[2] + counts[3]; left > 0; left--) {
    let type = TYPES[roll(TYPES.length)];
    if (type === 41) type = 1;
    putRecord(out, roll, type);
  }
  if (edns) putRecord(out, roll, 41);
  return out;
}

function mutated(packet: number[], roll: Dice): Uint8Array {
  const bytes = Uint8Array.from(packet);
  if (roll(2) === 0) return bytes;
  for (let hits = roll(4); hits > 0; hits--) bytes[roll(bytes.length)] = roll(256);
  return roll(4) === 0 ? bytes.slice(0, roll(bytes.length + 1)) : bytes;
}

const out = new Uint8Array(70_000);
const terms = createEdnsParameters(512);
const query = new ParsedQuery();
const offsets = new Uint16Array(64);
const settings = {
  ...DEFAULT_RESOLVER_SETTINGS,
  boxAddresses: ["192.168.1.2", "fd00::2"],
  versionText: "box",
};

function checkOutput(length: number, what: string, limit: number): void {
  assert.ok(length >= 12 && length <= limit, `${what}: ${length} bytes of ${limit}`);
  const written = out.slice(5, 5 + length);
  const message = readMessage(written);
  assert.ok(
    message !== undefined,
    `${what} cannot be read: ${[...written].map((o) => o.toString(16)).join(" ")}`,
  );
  assert.equal(message.id, query.id);
  assert.equal(message.opt !== undefined, query.edns);
}

function answerInEveryWay(result: number): void {
  terms.limit = query.size;
  terms.padBlock = query.padding ? 468 : 0;
  const name = query.name.slice(0, query.nameLength);
  checkOutput(writeError(query, Math.max(result, 0), terms, out, 5), "error", query.size);
  if (result !== QUERY_OK) return;
  for (const blockedResponse of ["null", "nxdomain", "refused"] as const) {
    const length = writeBlocked(
      { reason: "list", origin: "list:1" },
      query,
      { ...settings, blockedResponse },
      terms,
      out,
      5,
    );
    checkOutput(length, "blocked", query.size);
  }
  checkOutput(writeAny(query, terms, out, 5), "any", query.size);
  checkOutput(writeChaos(query, settings, terms, out, 5), "chaos", query.size);
  const made = createLocalAnswer(name, query.type, { settings, local: new Map() });
  if (made !== undefined) {
    checkOutput(writeSyntheticAnswer(made, query, 10, terms, out, 5), "local", query.size);
  }
}

Deno.test("Queries of every kind are read and answered within their limits", () => {
  const roll = dice(0x2545f491);
  for (let i = 0; i < COUNT; i++) {
    const bytes = i % 4 === 0
      ? Uint8Array.from({ length: roll(80) }, () => roll(256))
      : mutated(structured(roll, false), roll);
    const result = parseQuery(bytes, 0, bytes.length, query);
    if (result !== QUERY_DROP) answerInEveryWay(result);
  }
});

Deno.test("Responses of every kind are cached and finished, or refused", () => {
  const roll = dice(0x9e3779b9);
  let cached = 0;
  let truncated = 0;
  for (let i = 0; i < COUNT; i++) {
    const bytes = i % 8 === 0
      ? Uint8Array.from({ length: roll(300) }, () => roll(256))
      : mutated(structured(roll, true), roll);
    messageToText(bytes);
    readAnswerContent(bytes);
    responseTtl(bytes);
    ttlOffsets(bytes, 0, bytes.length, offsets);
    const stored = toStoredResponse(bytes);
    if (stored === undefined) continue;
    cached++;
    assert.ok(readMessage(stored) !== undefined, messageToText(bytes));
    assert.equal(readMessage(stored)!.opt, undefined);
    const asked = queryOf(stored, roll);
    if (parseQuery(asked, 0, asked.length, query) === QUERY_DROP || !query.hasQuestion) continue;
    terms.limit = roll(3) === 0 ? 512 : query.size;
    terms.padBlock = 0;
    checkOutput(
      finishResponse(stored, query, terms, roll(100), 86_400, out, 5),
      "finished",
      terms.limit,
    );
    if ((out[7] & 2) !== 0) truncated++;
  }
  assert.ok(cached > COUNT / 10, `only ${cached} responses of ${COUNT} were good`);
  assert.ok(truncated < cached);
});

/** The query that a stored response answers, with or without EDNS. */
function queryOf(stored: Uint8Array, roll: Dice): Uint8Array {
  let end = 12;
  while (stored[end] !== 0) end += stored[end] + 1;
  const asked = [
    0x12,
    0x34,
    1,
    0x20 * roll(2),
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    ...stored.slice(12, end + 5),
  ];
  if (roll(2) === 0) return Uint8Array.from(asked);
  asked[11] = 1;
  putRecord(asked, roll, 41);
  return Uint8Array.from(asked);
}

Deno.test("Hostile names cost no more than usual ones", () => {
  // A chain of pointers, each to the previous one: without a limit on jumps every record would cost
  // thousands of steps.
  const bytes = new Uint8Array(65_535);
  const pointers = 8000;
  bytes.set([0, 0, 0x80, 0, 0, 1, 0x0f, 0xff, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
  let at = 17;
  for (let i = 0; i < pointers; i++, at += 2) {
    bytes.set([0xc0 | (at - 2) >>> 8, (at - 2) & 255], at);
  }
  const started = performance.now();
  for (let i = 0; i < 100; i++) {
    readMessage(bytes);
    toStoredResponse(bytes);
    messageToText(bytes);
  }
  assert.ok(performance.now() - started < 2000);
});
