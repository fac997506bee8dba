/**
 * A local record as a person writes it, validated and normalised for storage: each fault is
 * described in a sentence.
 */
import { isMisleading } from "../../../../policy/model/label.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import type { NamedRecord } from "../../../schema/named_record.ts";
import { readOwner } from "./owner.ts";
import type { RecordType } from "./record_type.ts";
import { readValue } from "./value.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** A record as a person writes it. */
export interface RecordDraft {
  /** `nas.example`, `*.lab.example`, letters of any script; of a PTR record also an address. */
  readonly name: string;
  readonly type: RecordType;
  /** As a zone file writes it: `192.168.1.5`, `10 mail.example`, a text. */
  readonly value: string;
  /** Seconds. */
  readonly ttl: number;
  /** Whether it is answered. */
  readonly enabled: boolean;
  readonly comment: string;
}

/** A record whose name and value are in stored form. */
export interface ParsedRecord extends RecordDraft {
  readonly rdata: Uint8Array;
}

/** TTL in seconds of a record that sets none. */
export const RECORD_TTL = 60;

/** A record with only its required fields. */
export function draftOf(
  name: string,
  type: RecordType,
  value: string,
  ttl: number = RECORD_TTL,
): RecordDraft {
  return { name, type, value, ttl, enabled: true, comment: "" };
}

/**
 * The record as it is stored, or a sentence with the reason why it is invalid. `ownNames` are the
 * names of the box.
 */
export function readRecord(
  draft: RecordDraft,
  ownNames: readonly string[],
): ParsedRecord | Sentence {
  const owner = readOwner(draft.name, draft.type, ownNames);
  if ("problem" in owner) return owner.problem;
  const value = readValue(draft.type, draft.value);
  if (typeof value === "string") return value;
  const { ttlMost, commentCharacters } = LIMITS.records;
  if (!Number.isInteger(draft.ttl) || draft.ttl < 0 || draft.ttl > ttlMost) {
    return sentence`The TTL is a whole number of seconds from 0 to ${ttlMost}, not: ${draft.ttl}`;
  }
  const comment = draft.comment.trim();
  if (comment.length > commentCharacters) {
    return sentence`A comment can have at most ${commentCharacters} characters, this one has: ${comment.length}`;
  }
  if (isMisleading(comment)) {
    return sentence`A comment is one line of text without control characters`;
  }
  return { ...draft, name: owner.name, value: value.text, comment, rdata: value.rdata };
}

/**
 * Returns the record of a stored row; undefined when it is invalid, such as a row of another
 * version of the box.
 */
export function namedRecord({ name, type, value, ttl }: Omit<RecordDraft, "enabled" | "comment">) {
  const read = readValue(type, value);
  const bare = name.startsWith("*.") ? name.slice(2) : name;
  if (typeof read === "string" || nameFromText(bare) === undefined) return undefined;
  return { name, record: { type: TYPE[type], rdata: read.rdata, ttl } } satisfies NamedRecord;
}
