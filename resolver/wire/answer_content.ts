/** The parts of a response that policy and journal examine: targets and addresses. */
import type { AnswerContent } from "../../policy/model/decision.ts";
import type { WireName } from "../../policy/model/name.ts";
import { TYPE } from "./codes.ts";
import { readUint16, RecordCursor, SECTION } from "./message.ts";
import { readName, skipName } from "./names.ts";

const cursor = new RecordCursor();
/** SvcParamKeys of address hints (RFC 9460 14.3.2). */
const IPV4HINT = 4;
const IPV6HINT = 6;
const NOTHING: AnswerContent = { targets: [], addresses: [] };

/**
 * The targets (CNAME, DNAME, SVCB, HTTPS) of the answer section, and the addresses of the answer
 * and additional sections, hints included. All are views into `bytes`. Invalid parts are ignored.
 */
export function readAnswerContent(bytes: Uint8Array): AnswerContent {
  if (!cursor.reset(bytes)) return NOTHING;
  const targets: WireName[] = [];
  const targetTypes: number[] = [];
  const addresses: Uint8Array[] = [];
  while (cursor.read() > 0) {
    const { type, section, rdataAt, rdataLength } = cursor;
    if (section === SECTION.AUTHORITY) continue;
    if (type === TYPE.A && rdataLength === 4 || type === TYPE.AAAA && rdataLength === 16) {
      addresses.push(bytes.subarray(rdataAt, rdataAt + rdataLength));
    } else if (type === TYPE.CNAME || type === TYPE.DNAME) {
      if (section === SECTION.ANSWER && addTarget(bytes, rdataAt, targets)) targetTypes.push(type);
    } else if (type === TYPE.SVCB || type === TYPE.HTTPS) {
      if (section === SECTION.ANSWER && addTarget(bytes, rdataAt + 2, targets)) {
        targetTypes.push(type);
      }
      addHints(bytes, rdataAt, rdataAt + rdataLength, addresses);
    }
  }
  return targets.length + addresses.length === 0 ? NOTHING : { targets, targetTypes, addresses };
}

function addTarget(bytes: Uint8Array, at: number, targets: WireName[]): boolean {
  const name = readName(bytes, 0, at, bytes.length);
  // The root as SVCB target means the owner itself (RFC 9460 2.5).
  if (name === undefined || name.length < 2) return false;
  targets.push(name);
  return true;
}

function addHints(bytes: Uint8Array, rdataAt: number, end: number, addresses: Uint8Array[]): void {
  let at = skipName(bytes, rdataAt + 2, end);
  while (at > 0 && at + 4 <= end) {
    const key = readUint16(bytes, at);
    const valueAt = at + 4;
    at = valueAt + readUint16(bytes, at + 2);
    if (at > end) return;
    const size = hintSize(key);
    if (size === 0) continue;
    for (let from = valueAt; from + size <= at; from += size) {
      addresses.push(bytes.subarray(from, from + size));
    }
  }
}

/** Bytes of an address in a hint, 0 = the parameter is not a hint. */
function hintSize(key: number): number {
  if (key === IPV4HINT) return 4;
  return key === IPV6HINT ? 16 : 0;
}
