/**
 * Compares a response with what a scenario expects. Every difference is an assertion error in
 * words.
 */
import assert from "node:assert/strict";
import { rdata, type ReadMessage, type ReadRecord } from "../support/message_text.ts";
import type { ScenarioStep } from "../support/scenario_format.ts";
import { readTime } from "../support/scenario_words.ts";
import type { TextRecord } from "../support/text_record.ts";
import type { Answered } from "./answered.ts";

const FLAGS: Readonly<Record<string, number>> = { aa: 0x0400, tc: 0x0200, ad: 0x0020, cd: 0x0010 };

type Clause = (value: string, answered: Answered, message: ReadMessage) => void;

const CLAUSES: Readonly<Record<string, Clause>> = {
  ttl: (value, _, message) => {
    assert.deepEqual(
      message.answer.map(({ ttl }) => ttl),
      message.answer.map(() => Number(value)),
      "TTLs",
    );
  },
  soa: (value, _, message) => {
    const soa = message.authority.find(({ type }) => type === "SOA");
    assert.ok(soa !== undefined, "no SOA in the authority section");
    assert.equal(
      Math.min(soa.ttl, Number(soa.data.split(" ").at(-1))),
      Number(value),
      "negative TTL (RFC 2308 5)",
    );
  },
  status: (value, { status }) => assert.equal(status, value, "status"),
  reason: (value, { reason }) => assert.equal(reason, value === "none" ? "" : value, "reason"),
  origin: (value, { origin }) => assert.equal(origin, value, "origin"),
  spyware: (value, { spyware }) => assert.equal(spyware, value, "server of spyware"),
  rule: (value, { rule }) => assert.equal(rule, value, "rule"),
  ede: (value, _, message) => {
    const option = message.options?.get(15);
    assert.equal(
      option === undefined ? "none" : String(option[0]! << 8 | option[1]!),
      value,
      "EDE (RFC 8914)",
    );
  },
  why: (value, _, message) => {
    const option = message.options?.get(15);
    assert.equal(new TextDecoder().decode(option?.subarray(2)), value, "EXTRA-TEXT (RFC 8914)");
  },
  flags: (value, _, message) => {
    const set = Object.keys(FLAGS).filter((flag) => (message.flags & FLAGS[flag]!) !== 0);
    assert.deepEqual(
      set,
      value.split(/\s+/).filter((flag) => flag !== "" && flag !== "none"),
      "flags",
    );
  },
  bytes: (value, { bytes }) =>
    assert.ok(bytes <= Number(value), `${bytes} bytes, at most ${value}`),
  took: (value, { took }) => assert.equal(took, readTime(value), "simulated milliseconds"),
  owner: (value, _, message) =>
    assert.equal(message.answer[0]?.owner, value, "owner of the first record"),
  page: (value, { isBlocked }, message) =>
    assert.equal(
      isBlocked(message.question!.name) ? "known" : "none",
      value,
      "what the block page knows",
    ),
  cookie: (_value, _, message) =>
    assert.equal(message.options?.get(10)?.length, 24, "bytes of the cookie option"),
};

/** Asserts that a response matches the line. */
export function expectAnswer(answered: Answered, step: Extract<ScenarioStep, { do: "ask" }>): void {
  const { expected, name } = step;
  const { message } = answered;
  if (expected.records === undefined) {
    return assert.equal(message, undefined, "a response where none was expected");
  }
  assert.ok(message !== undefined, "no response");
  assert.equal(
    message.rcode,
    expected.rcode,
    `RCODE (EDE ${message.options?.get(15)?.toHex() ?? "none"})`,
  );
  assert.equal(message.flags & 0x8000, 0x8000, "QR");
  if (message.question !== undefined) {
    assert.equal(message.question.name, name, "question, in the case it was asked");
  }
  assert.deepEqual(message.answer.map(inText), expected.records.map(asWritten), "answer section");
  for (const [clause, value] of expected.clauses) CLAUSES[clause]!(value, answered, message);
}

function inText({ type, raw, data }: ReadRecord): string {
  return names(type) ? `${type} ${data}` : `${type} ${raw.toHex()}`;
}

function asWritten({ type, data }: TextRecord): string {
  return names(type) ? `${type} ${data}` : `${type} ${rdata(type, data).toHex()}`;
}

/** Types whose names may be compressed, so that their bytes differ from message to message. */
function names(type: string): boolean {
  return ["CNAME", "NS", "PTR", "MX", "SOA", "SRV", "DNAME", "A"].includes(type);
}
