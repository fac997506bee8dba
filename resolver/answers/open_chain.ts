/**
 * Chains of CNAMEs that an upstream left open, as authoritative servers do at the edge of their
 * zones. The box resolves the end and joins the parts (RFC 1034 5.3.3, step 4).
 */
import { equalNames, MAX_NAME_BYTES } from "../../policy/model/name.ts";
import type { FoundAnswer, ResolutionFailure } from "../resolution.ts";
import type { OpenEnd } from "../wire/answer_chain.ts";
import { CLASS, EDE, FLAG, TYPE } from "../wire/codes.ts";
import { rcodeOf, readUint16, RecordCursor, SECTION } from "../wire/message.ts";
import { expandName, lowerCase, skipName } from "../wire/names.ts";
import { MessageWriter } from "../wire/writer.ts";
import {
  isNegative,
  type OwnedRecord,
  type SyntheticAnswer,
  writeSoa,
} from "./synthetic_answer.ts";

/** CNAMEs after which an open chain is followed no further. */
export const LONGEST_OPEN_CHAIN = 16;

/** The failure of a chain that loops or is too long; other resolvers answer SERVFAIL too. */
export const ENDLESS_CHAIN: ResolutionFailure = {
  failed: EDE.OTHER,
  text: "The chain of CNAMEs loops or is too long",
};

const cursor = new RecordCursor();
const writer = new MessageWriter();
const room = new Uint8Array(65_535);
const name = new Uint8Array(MAX_NAME_BYTES + 1);

/** Whether a chain must not be followed any further. */
export function isEndless({ aliases, circular }: OpenEnd): boolean {
  return circular || aliases >= LONGEST_OPEN_CHAIN;
}

/** The chain of `head` with the answer to its end. Both are in stored form. */
export function joinFound(head: FoundAnswer, tail: FoundAnswer): FoundAnswer {
  const authentic = readUint16(head.bytes, 2) & readUint16(tail.bytes, 2) & FLAG.AD;
  beginJoined(head.bytes, rcodeOf(tail.bytes), authentic);
  copySection(head.bytes, SECTION.ANSWER);
  copySection(tail.bytes, SECTION.ANSWER);
  copySection(head.bytes, SECTION.AUTHORITY, isProof);
  copySection(tail.bytes, SECTION.AUTHORITY);
  copySection(tail.bytes, SECTION.ADDITIONAL);
  return {
    bytes: room.slice(0, writer.length),
    status: statusOf(head, tail),
    upstream: tail.upstream || head.upstream,
    keep: Math.min(head.keep, tail.keep),
  };
}

/**
 * The chain of `head`, whose end is answered by the box. It is not kept, because the policy may
 * change for the end alone. `negativeTtl` in seconds.
 */
export function joinLocal(
  head: FoundAnswer,
  { name: target }: OpenEnd,
  end: SyntheticAnswer,
  negativeTtl: number,
): FoundAnswer {
  beginJoined(head.bytes, end.rcode, 0);
  copySection(head.bytes, SECTION.ANSWER);
  for (const { owner, record } of end.records) {
    if (!writer.record(SECTION.ANSWER, owner, record.type, CLASS.IN, record.ttl, record.rdata)) {
      writer.setFlags(FLAG.TC);
    }
  }
  if (end.resolve === undefined && isNegative(end, typeOf(head.bytes))) {
    writeSoa(writer, end.zone ?? target, negativeTtl);
  }
  return { ...head, bytes: room.slice(0, writer.length), keep: 0 };
}

/**
 * An answer of the box extended by the chain of its end, which an upstream left open; undefined
 * when it loops or becomes too long.
 */
export function extendChain(
  made: SyntheticAnswer,
  stored: Uint8Array,
  end: OpenEnd,
): SyntheticAnswer | undefined {
  const records = [...made.records, ...readAliases(stored)];
  const circular = end.circular || records.some(({ owner }) => equalNames(owner, end.name));
  if (circular || records.length >= LONGEST_OPEN_CHAIN) return undefined;
  return { ...made, records, resolve: end.name };
}

function readAliases(stored: Uint8Array): OwnedRecord[] {
  const records: OwnedRecord[] = [];
  cursor.reset(stored);
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.type !== TYPE.CNAME) continue;
    const owner = readLowerName(stored, cursor.at);
    const rdata = readLowerName(stored, cursor.rdataAt);
    records.push({ owner, record: { type: TYPE.CNAME, rdata, ttl: cursor.ttl } });
  }
  return records;
}

function readLowerName(bytes: Uint8Array, at: number): Uint8Array {
  const length = expandName(bytes, 0, at, bytes.length, name);
  lowerCase(name, 0, length);
  return name.slice(0, length);
}

/** Begins a message with the question of `head`. */
function beginJoined(head: Uint8Array, rcode: number, authentic: number): void {
  const flags = readUint16(head, 2) & ~(FLAG.AD | FLAG.TC | 15) | authentic | rcode;
  writer.begin(room, 0, room.length, readUint16(head, 0), flags);
  const typeAt = skipName(head, 12, head.length);
  writer.question(head, 12, typeAt - 12, typeOf(head), readUint16(head, typeAt + 2));
}

/** Copies the records of a section that `isKept`; TC is set when they do not fit. */
function copySection(from: Uint8Array, section: number, isKept = () => true): void {
  cursor.reset(from);
  while (cursor.read() > 0 && cursor.section <= section) {
    if (cursor.section < section || !isKept()) continue;
    if (writer.copy(cursor, section, cursor.ttl)) continue;
    writer.setFlags(FLAG.TC);
    return;
  }
}

/** Whether the current record proves that a CNAME comes from a wildcard (RFC 4035 3.1.3.3). */
function isProof(): boolean {
  const { type, bytes, rdataAt } = cursor;
  const proven = type === TYPE.RRSIG ? readUint16(bytes, rdataAt) : type;
  return proven === TYPE.NSEC || proven === TYPE.NSEC3;
}

function typeOf(message: Uint8Array): number {
  return readUint16(message, skipName(message, 12, message.length));
}

/** A part that is stale makes the whole stale, a part from upstreams makes it answered. */
function statusOf(head: FoundAnswer, tail: FoundAnswer): FoundAnswer["status"] {
  if (head.status === "stale" || tail.status === "stale") return "stale";
  return head.status === "answered" ? "answered" : tail.status;
}
