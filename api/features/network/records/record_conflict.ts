/** Conflicts between records of one name, and loops of CNAMEs (RFC 1034 3.6.2, RFC 2181 10.1). */
import { LIMITS } from "../../../../policy/limits.ts";
import { nameToText } from "../../../../policy/model/name.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import type { NamedRecord } from "../../../schema/named_record.ts";
import type { ParsedRecord } from "./record.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** CNAMEs that the resolver follows inside local data. */
const MOST_IN_A_ROW = 8;

/** The data that a new record is checked against. */
export interface ExistingRecords {
  /** The other records that are answered. */
  readonly records: readonly ParsedRecord[];
  /** Local zones. */
  readonly zones: readonly string[];
  /** Domains that upstream lines forward. */
  readonly forwarded: readonly string[];
  /** Records of the settings, which chains of CNAMEs may lead through. */
  readonly settings: () => readonly NamedRecord[];
}

/** Returns why a record conflicts with the others, in a sentence; undefined = no conflict. */
export function recordConflict(
  fresh: ParsedRecord,
  beside: ExistingRecords,
): Sentence | undefined {
  const { name, type, value } = fresh;
  const same = beside.records.filter((other) => other.name === name);
  if (same.some((other) => other.type === type && other.value === value)) {
    return sentence`This record already exists: ${name} ${type} ${value}`;
  }
  const below = name.startsWith("*.") ? name.slice(2) : "";
  if (beside.forwarded.includes(below)) {
    return sentence`All names below ${below} are forwarded, and this record would answer them instead; end the forwarding, or use single names: ${name}`;
  }
  const alias = same.find((other) => other.type === "CNAME");
  if (alias !== undefined) {
    return type === "CNAME"
      ? sentence`A name can have one CNAME, and this one already leads to ${alias.value}: ${name}`
      : sentence`This name has a CNAME to ${alias.value}, which allows no other record; remove it, or choose another name: ${name}`;
  }
  if (type !== "CNAME") return crowded(fresh, same);
  if (same.length > 0) {
    const types = [...new Set(same.map((other) => other.type))].join(", ");
    return sentence`A CNAME allows no other records, and this name has some (${types}); remove them, or choose another name: ${name}`;
  }
  if (beside.zones.includes(name)) {
    return sentence`The top of a local zone cannot be a CNAME; choose a name below it: ${name}`;
  }
  return circleOf(fresh, beside);
}

/** Records of one name and type form one answer, which must fit a message. */
function crowded(
  { name, type, rdata }: ParsedRecord,
  same: readonly ParsedRecord[],
): Sentence | undefined {
  const { perName, bytesPerName } = LIMITS.records;
  const alike = same.filter((other) => other.type === type);
  if (alike.length >= perName) {
    return sentence`A name has at most ${perName} records of one type: ${name} ${type}`;
  }
  const bytes = alike.reduce((sum, other) => sum + other.rdata.length + 12, rdata.length + 12);
  return bytes > bytesPerName
    ? sentence`These records together are too large for one answer: ${name} ${type}`
    : undefined;
}

/**
 * Follows every CNAME, including the new one; a loop or a chain that is too long is reported with
 * its names.
 */
function circleOf(
  fresh: ParsedRecord,
  { records, settings }: ExistingRecords,
): Sentence | undefined {
  const targets = new Map<string, string | undefined>();
  const add = (name: string, type: number, rdata: Uint8Array) => {
    const target = type === TYPE.CNAME ? nameToText(rdata) : undefined;
    if (target !== undefined || !targets.has(name)) targets.set(name, target);
  };
  const known = new Set([...records, fresh].map(({ name }) => name));
  for (const { name, record } of settings()) {
    if (!known.has(name)) add(name, record.type, record.rdata);
  }
  for (const { name, type, rdata } of [...records, fresh]) add(name, TYPE[type], rdata);
  for (const start of [fresh.name, ...targets.keys()]) {
    if (targets.get(start) === undefined) continue;
    const problem = follow(start, targets);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function follow(
  start: string,
  targets: ReadonlyMap<string, string | undefined>,
): Sentence | undefined {
  const passed: string[] = [];
  const names: string[] = [start];
  for (let key: string | undefined = start; key !== undefined;) {
    if (passed.includes(key)) {
      return sentence`These CNAMEs would lead in a circle: ${names.join(" -> ")}`;
    }
    passed.push(key);
    const next = targets.get(key);
    if (next === undefined) return undefined;
    if (passed.length > MOST_IN_A_ROW) {
      return sentence`At most ${MOST_IN_A_ROW} CNAMEs lead on from one to the next, these are more: ${
        names.join(" -> ")
      }`;
    }
    names.push(next);
    key = ownerOf(next, targets);
  }
  return undefined;
}

/** Returns the record that answers a name: its own, or the closest wildcard above it. */
function ownerOf(
  name: string,
  targets: ReadonlyMap<string, string | undefined>,
): string | undefined {
  if (targets.has(name)) return name;
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const below = `*${name.slice(dot)}`;
    if (targets.has(below)) return below;
    if (targets.has(name.slice(dot + 1))) return undefined;
  }
  return undefined;
}
