/** Signs DNS messages with a shared key and verifies the responses (TSIG, RFC 8945). */
import { createHmac, timingSafeEqual } from "node:crypto";
import { nameFromText, nameToText, type WireName } from "../../../policy/model/name.ts";
import { TYPE } from "../../../resolver/wire/codes.ts";
import {
  type MessageRecord,
  readMessage,
  readUint16,
  readUint32,
  SECTION,
} from "../../../resolver/wire/message.ts";
import { readName, skipName } from "../../../resolver/wire/names.ts";
import { concatBytes } from "../../system/bytes.ts";

/** A key shared with the server. */
export interface TsigKey {
  readonly name: WireName;
  readonly algorithm: "hmac-sha256" | "hmac-sha512";
  readonly secret: Uint8Array;
}

/** A signed message and its MAC, which verifying the response needs. */
export interface SignedMessage {
  readonly message: Uint8Array;
  readonly mac: Uint8Array;
}

/**
 * The result of verifying a response: valid, unsigned, forged, or the error that the server reports
 * (BADSIG 16, BADKEY 17, BADTIME 18).
 */
export type TsigResult =
  | { readonly kind: "sound" | "unsigned" | "forged" }
  | { readonly kind: "error"; readonly error: number; readonly serverTime: number };

/** Allowed difference of the clocks in seconds. */
const FUDGE = 300;
const CLASS_ANY = 255;
const BADTIME = 18;

/** Signs a message; `at` is the time in Unix seconds. */
export function sign(message: Uint8Array, key: TsigKey, at: number): SignedMessage {
  const algorithm = nameFromText(key.algorithm)!;
  const timers = timersOf(at, FUDGE);
  const mac = macOf(key, [message, variables(key, timers, 0, new Uint8Array(0))]);
  const rdata = concatBytes([
    algorithm,
    timers,
    short(mac.length),
    mac,
    message.subarray(0, 2),
    short(0),
    short(0),
  ]);
  const record = concatBytes([
    key.name,
    short(TYPE.TSIG),
    short(CLASS_ANY),
    new Uint8Array(4),
    short(rdata.length),
    rdata,
  ]);
  const signed = concatBytes([message, record]);
  signed.set(short(readUint16(signed, 10) + 1), 10);
  return { message: signed, mac };
}

/** Verifies the signature of a response; `at` is the time in Unix seconds. */
export function verify(
  response: Uint8Array,
  key: TsigKey,
  requestMac: Uint8Array,
  at: number,
): TsigResult {
  const last = readMessage(response)?.records.at(-1);
  if (last === undefined || last.type !== TYPE.TSIG || last.section !== SECTION.ADDITIONAL) {
    return { kind: "unsigned" };
  }
  const tsig = read(response, last);
  if (tsig === undefined) return { kind: "forged" };
  const { error, mac, other } = tsig;
  // A server that does not know or accept the key cannot sign with it: these errors are unsigned
  // (RFC 8945 5.3.2).
  if (error !== 0 && error !== BADTIME) return { kind: "error", error, serverTime: 0 };
  const bare = response.slice(0, last.nameAt);
  bare.set(short(readUint16(bare, 10) - 1), 10);
  bare.set(tsig.originalId, 0);
  const vars = variables(key, timersOf(tsig.at, tsig.fudge), error, other);
  const expected = macOf(key, [short(requestMac.length), requestMac, bare, vars]);
  const isSound = mac.length === expected.length && timingSafeEqual(mac, expected) &&
    tsig.keyName === nameToText(key.name);
  if (!isSound) return { kind: "forged" };
  if (error === BADTIME) {
    return { kind: "error", error, serverTime: other.length === 6 ? time48(other, 0) : 0 };
  }
  return { kind: Math.abs(tsig.at - at) > tsig.fudge ? "forged" : "sound" };
}

interface TsigData {
  readonly keyName: string;
  readonly at: number;
  readonly fudge: number;
  readonly mac: Uint8Array;
  readonly originalId: Uint8Array;
  readonly error: number;
  readonly other: Uint8Array;
}

/** The fields of a TSIG record; undefined when they do not match its length. */
function read(
  bytes: Uint8Array,
  { nameAt, rdataAt, rdataLength }: MessageRecord,
): TsigData | undefined {
  const end = rdataAt + rdataLength;
  const fixed = skipName(bytes, rdataAt, end);
  const keyName = readName(bytes, 0, nameAt, bytes.length);
  if (fixed < 0 || fixed + 10 > end || keyName === undefined) return undefined;
  const macAt = fixed + 10;
  const after = macAt + readUint16(bytes, fixed + 8);
  if (after + 6 > end || after + 6 + readUint16(bytes, after + 4) !== end) return undefined;
  return {
    keyName: nameToText(keyName),
    at: time48(bytes, fixed),
    fudge: readUint16(bytes, fixed + 6),
    mac: bytes.slice(macAt, after),
    originalId: bytes.slice(after, after + 2),
    error: readUint16(bytes, after + 2),
    other: bytes.slice(after + 6, end),
  };
}

/** The TSIG variables, which are signed with the message (RFC 8945 4.3.3). */
function variables(key: TsigKey, timers: Uint8Array, error: number, other: Uint8Array): Uint8Array {
  const algorithm = nameFromText(key.algorithm)!;
  return concatBytes([
    key.name,
    short(CLASS_ANY),
    new Uint8Array(4),
    algorithm,
    timers,
    short(error),
    short(other.length),
    other,
  ]);
}

function timersOf(at: number, fudge: number): Uint8Array {
  const low = at % 2 ** 32;
  return concatBytes([
    short(Math.floor(at / 2 ** 32)),
    short(low >>> 16),
    short(low & 0xffff),
    short(fudge),
  ]);
}

function time48(bytes: Uint8Array, at: number): number {
  return readUint16(bytes, at) * 2 ** 32 + readUint32(bytes, at + 2);
}

function macOf({ algorithm, secret }: TsigKey, parts: readonly Uint8Array[]): Uint8Array {
  return createHmac(algorithm.slice("hmac-".length), secret).update(concatBytes(parts)).digest();
}

function short(value: number): Uint8Array {
  return Uint8Array.of(value >> 8 & 0xff, value & 0xff);
}
