/**
 * The binary form of a snapshot. It is kept in a file, so that queries are answered without the
 * database, and sent to workers.
 *
 * Sections (policy/snapshot/sections.ts) that equal those of the previous snapshot are neither
 * encoded nor decoded again: most changes of a household touch one of them.
 */
import { hasSameItems } from "../model/items.ts";
import { decodeClaim, encodeMatchFlags } from "./claim.ts";
import { SECRET_BYTES } from "./fingerprint.ts";
import { pickClassParts } from "./device_policy.ts";
import { createLazyRules, getRuleTable } from "./lazy_rules.ts";
import { createSnapshot } from "./create_snapshot.ts";
import { encodeLocal, readLocal } from "./local_names.ts";
import type { NameTable } from "./name_table.ts";
import { NO_PERSONAL_RULES } from "./personal_rules.ts";
import { RuleTable } from "./rule_table.ts";
import {
  bytesOfWords,
  type EncodedSnapshot,
  hasSameBytes,
  joinTexts,
  paddedText,
  SECTIONS,
  sharedBytes,
  splitTexts,
  wordsOf,
} from "./sections.ts";
import { DEFAULT_RESOLVER_SETTINGS, type ResolverSettings } from "./settings.ts";
import type { Snapshot } from "./snapshot.ts";
import type {
  ClassParts,
  DeviceParts,
  ListMatchFlags,
  PersonalRuleParts,
  SnapshotParts,
} from "./snapshot_parts.ts";

/**
 * Encodes a snapshot without its name table. Sections equal to those of `before` are the same bytes.
 * Throws a RangeError if a rule belongs to no list.
 */
export function encodeSnapshot(parts: SnapshotParts, before?: EncodedSnapshot): EncodedSnapshot {
  const { version, localVersion, secret, settings, lists, clients, services } = parts;
  const { tunnels, visited, spyware, permitted, upstreamSets, restrictedNames } = parts;
  const { devices: { bytes: addresses, ...devices }, personal } = parts;
  const sections: EncodedSnapshot = {
    head: jsonBytes({ version, localVersion, secret: secret.toBase64(), settings }),
    common: jsonBytes({
      lists,
      clients,
      services,
      tunnels,
      visited,
      spyware,
      permitted,
      upstreamSets,
    }),
    local: encodeLocal(parts.local),
    classes: encodeClasses(parts.classes, before?.classes),
    versions: bytesOfWords(Int32Array.from(parts.classes, ({ version }) => version)),
    devices: encodeDeviceNames(devices),
    addresses,
    scopes: jsonBytes(personal.scopes),
    personal: personal.bytes,
    facts: bytesOfWords(personal.facts),
    rules: getRuleTable(parts.rules, secret, lists.length).bytes,
    sets: encodeSets(parts.sets),
    restricted: encodeRestricted(restrictedNames ?? NO_NAMES),
  };
  const names = SECTIONS.map((name) => [name, sharedBytes(sections[name], before?.[name])]);
  return Object.fromEntries(names);
}

/** The text of the names of devices and the classes of scopes, by the names. */
const deviceTexts = new WeakMap<
  readonly string[],
  { readonly devices: Omit<DeviceParts, "bytes">; readonly text: Uint8Array }
>();

/** Ten thousand names; they are encoded again only when they changed. */
function encodeDeviceNames(devices: Omit<DeviceParts, "bytes">): Uint8Array {
  const { names, scopes, newcomers } = devices;
  const known = deviceTexts.get(names);
  const isSame = known !== undefined && known.devices.scopes === scopes &&
    known.devices.newcomers === newcomers;
  if (isSame) return known.text;
  const text = jsonBytes(devices);
  deviceTexts.set(names, { devices, text });
  return text;
}

const NO_NAMES: readonly (readonly string[])[] = [];

/** The domains of restricted mode that were encoded last, which may be half a million. */
let restrictedTexts:
  | { readonly names: readonly (readonly string[])[]; readonly text: Uint8Array }
  | undefined;

/** Encodes the lists of domains again only if one of them is another array. */
function encodeRestricted(names: readonly (readonly string[])[]): Uint8Array {
  if (restrictedTexts === undefined || !hasSameItems(names, restrictedTexts.names)) {
    restrictedTexts = { names, text: jsonBytes(names) };
  }
  return restrictedTexts.text;
}

function jsonBytes(value: unknown): Uint8Array {
  return paddedText(JSON.stringify(value));
}

/** The encoded form of a class without its version, padded to words. */
const encodedClasses = new WeakMap<ClassParts, Uint8Array>();

/** The class under another version. Its encoded form is not made again. */
export function withVersion(policyClass: ClassParts, version: number): ClassParts {
  const copy = { ...policyClass, version };
  encodedClasses.set(copy, encodeClass(policyClass));
  return copy;
}

function encodeClass(policyClass: ClassParts): Uint8Array {
  let encoded = encodedClasses.get(policyClass);
  if (encoded === undefined) {
    encoded = jsonBytes(plainClass(policyClass));
    encodedClasses.set(policyClass, encoded);
  }
  return encoded;
}

/** The texts of encoded classes, by their section. */
const textsOfClasses = new WeakMap<Uint8Array, readonly Uint8Array[]>();

/** Encodes the classes without their versions. The result is `before` if it has the same texts. */
function encodeClasses(classes: readonly ClassParts[], before?: Uint8Array): Uint8Array {
  const texts = classes.map(encodeClass);
  const kept = before && textsOfClasses.get(before);
  if (kept !== undefined && hasSameItems(texts, kept)) return before!;
  const bytes = joinTexts(texts);
  textsOfClasses.set(bytes, texts);
  return bytes;
}

/** Number of sets, then the size and the claims of each. */
function encodeSets(sets: SnapshotParts["sets"]): Uint8Array {
  const words = new Int32Array(sets.reduce((sum, set) => sum + 1 + set.length, 1));
  let at = 0;
  words[at++] = sets.length;
  for (const set of sets) {
    words[at++] = set.length;
    for (const claim of set) words[at++] = encodeMatchFlags(claim);
  }
  return bytesOfWords(words);
}

/**
 * Decodes a snapshot and attaches its name table. Returns an error text if it cannot be used; never
 * throws. Parts equal to those of `before` are reused: local names rarely change, and a company has
 * tens of thousands.
 */
export function decodeSnapshot(
  encoded: EncodedSnapshot,
  table?: NameTable,
  before?: Snapshot,
): Snapshot | string {
  const parts = decodeParts(encoded, before);
  if (typeof parts === "string") return parts;
  try {
    return createSnapshot(parts, table, before);
  } catch (error) {
    return `The snapshot makes no sense: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Decodes a snapshot without building its indexes. Returns an error text if it cannot be used;
 * never throws.
 */
export function decodeParts(
  encoded: EncodedSnapshot,
  before?: SnapshotParts,
): SnapshotParts | string {
  return trying(() => readParts(encoded, before));
}

/** The settings of an encoded snapshot; the rest is not read. Throws when they are invalid. */
export function decodeSettings(sections: EncodedSnapshot): ResolverSettings {
  return readHead(sections.head).settings;
}

/** Decodes the parts that come from lists, whose size does not depend on the household. */
export function decodeLists(
  encoded: EncodedSnapshot,
): Pick<SnapshotParts, "lists" | "sets" | "rules"> | string {
  return trying(() => {
    const { secret } = readHead(encoded.head);
    const { lists }: Common = readJson(encoded.common);
    return {
      lists,
      sets: readSets(encoded.sets, lists.length),
      rules: readRules(encoded.rules, lists.length, secret),
    };
  });
}

function trying<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return `The snapshot makes no sense: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readJson<T>(bytes: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function readHead(
  bytes: Uint8Array,
): Pick<SnapshotParts, "version" | "localVersion" | "secret" | "settings"> {
  const plain: Head = readJson(bytes);
  const secret = bytesOf(plain.secret);
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret of ${secret.length} bytes`);
  // Settings missing from an older snapshot get their defaults.
  return {
    version: plain.version,
    ...(plain.localVersion !== undefined && { localVersion: plain.localVersion }),
    secret,
    settings: { ...DEFAULT_RESOLVER_SETTINGS, ...plain.settings },
  };
}

function readRules(bytes: Uint8Array, lists: number, secret: Uint8Array): SnapshotParts["rules"] {
  return createLazyRules(new RuleTable(bytes, lists), secret);
}

function readParts(sections: EncodedSnapshot, before?: SnapshotParts): SnapshotParts {
  const head = readHead(sections.head);
  const kept = before?.encoded;
  const isSame = (name: keyof EncodedSnapshot) =>
    kept !== undefined && hasSameBytes(sections[name], kept[name]);
  const shared = isSame("common") ? commonOf(before!) : readJson<Common>(sections.common);
  const { lists } = shared;
  const hasSameSets = lists === before?.lists && isSame("sets");
  const hasSameRules = isSame("personal") && isSame("facts") && isSame("scopes");
  const restrictedNames = isSame("restricted")
    ? before!.restrictedNames ?? NO_NAMES
    : readJson<readonly (readonly string[])[]>(sections.restricted);
  return {
    ...head,
    ...shared,
    sets: hasSameSets ? before!.sets : readSets(sections.sets, lists.length),
    rules: readRules(sections.rules, lists.length, head.secret),
    personal: hasSameRules ? before!.personal : readPersonal(sections),
    local: readLocal(sections.local, kept && { local: before!.local, bytes: kept.local }),
    classes: readClasses(sections.classes, wordsOf(sections.versions), before),
    devices: {
      ...(isSame("devices")
        ? before!.devices
        : readJson<Omit<DeviceParts, "bytes">>(sections.devices)),
      bytes: sections.addresses,
    },
    ...(restrictedNames.length > 0 && { restrictedNames }),
    encoded: sections,
  };
}

/** The parts of the section `common`. */
function commonOf(common: Common): Common {
  const { lists, clients, services, tunnels, visited, spyware, permitted, upstreamSets } = common;
  return {
    lists,
    clients,
    services,
    tunnels,
    ...(visited !== undefined && { visited }),
    ...(spyware !== undefined && { spyware }),
    permitted,
    ...(upstreamSets !== undefined && { upstreamSets }),
  };
}

function readPersonal({ scopes, personal, facts }: EncodedSnapshot): PersonalRuleParts {
  if (personal.length === 0) return NO_PERSONAL_RULES;
  return { scopes: readJson(scopes), bytes: personal, facts: wordsOf(facts) };
}

/**
 * Decodes the classes. Those whose bytes are unchanged are the objects of before, or copies with
 * their new versions: a rule for everyone changes the version of each class and nothing else.
 */
function readClasses(
  bytes: Uint8Array,
  versions: Int32Array,
  before?: SnapshotParts,
): readonly ClassParts[] {
  const old = before?.encoded === undefined ? [] : splitTexts(before.encoded.classes, "classes");
  const texts = splitTexts(bytes, "classes");
  if (versions.length !== texts.length) throw new RangeError(`${versions.length} versions`);
  return texts.map((text, index) => {
    const version = versions[index] >>> 0;
    const isKept = index < old.length && hasSameBytes(text, old[index]);
    if (!isKept) return { version, ...classOf(readJson(text)) };
    const known = before!.classes[index];
    return known.version === version ? known : { ...known, version };
  });
}

function readSets(bytes: Uint8Array, lists: number): (readonly ListMatchFlags[])[] {
  const words = wordsOf(bytes);
  const claims = new Map<number, ListMatchFlags>();
  let at = 0;
  const next = (): number => {
    if (at >= words.length) throw new RangeError("sets cut short");
    return words[at++];
  };
  const count = next();
  if (count < 0 || count > words.length) throw new RangeError(`${count} sets`);
  const sets: (readonly ListMatchFlags[])[] = [];
  for (let i = 0; i < count; i++) {
    const size = next();
    if (size < 0 || size > words.length) throw new RangeError(`a set of ${size} claims`);
    const set: ListMatchFlags[] = [];
    for (let j = 0; j < size; j++) {
      const code = next();
      let claim = claims.get(code);
      if (claim === undefined) claims.set(code, claim = decodeClaim(code));
      if (claim.list >= lists) {
        throw new RangeError(`a claim of list ${claim.list}, which is not there`);
      }
      set.push(claim);
    }
    sets.push(set);
  }
  return sets;
}

/** The first section as JSON values; bytes are base64. */
interface Head {
  readonly version: number;
  readonly localVersion?: number;
  readonly secret: string;
  readonly settings: ResolverSettings;
}

/** The parts of the second section, which are JSON values. */
type Common = Pick<
  SnapshotParts,
  | "lists"
  | "clients"
  | "services"
  | "tunnels"
  | "visited"
  | "spyware"
  | "permitted"
  | "upstreamSets"
>;

type PlainClass = Omit<ClassParts, "version" | "lists" | "services" | "serviceNarrowness"> & {
  readonly lists: string;
  readonly services?: string;
  readonly serviceNarrowness?: string;
};

function plainClass(policyClass: ClassParts): PlainClass {
  const { version: _, lists, services, serviceNarrowness, ...parts } = pickClassParts(policyClass);
  return {
    ...parts,
    lists: lists.toBase64(),
    ...(services && { services: services.toBase64() }),
    ...(serviceNarrowness && { serviceNarrowness: serviceNarrowness.toBase64() }),
  };
}

function classOf(
  { lists, services, serviceNarrowness, ...parts }: PlainClass,
): Omit<ClassParts, "version"> {
  const stretches = [
    ...parts.closed ?? [],
    ...(parts.held ?? []).map(([, from, to]) => [from, to]),
    ...(parts.listWindows ?? []).map(([, from, to]) => [from, to]),
  ];
  // An interval with an invalid number would silently never apply.
  if (!stretches.every(([from, to]) => Number.isFinite(from) && Number.isFinite(to))) {
    throw new RangeError("hours that begin or end at no time");
  }
  return {
    ...parts,
    lists: bytesOf(lists),
    ...(services !== undefined && { services: bytesOf(services) }),
    ...(serviceNarrowness !== undefined && { serviceNarrowness: bytesOf(serviceNarrowness) }),
  };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.fromBase64(base64);
}
