/**
 * The binary form of a snapshot. It is kept in a file, so that queries are answered without the
 * database, and sent to workers.
 *
 * Layout: a header of 24 bytes (magic, format, checksum, bytes of the text, of the local records,
 * of the rules), then the text and the local records (both JSON), the rules (rule_table.ts), and
 * the sets of claims as words.
 */
import { decodeClaim, encodeMatchFlags } from "./claim.ts";
import { SECRET_BYTES } from "./fingerprint.ts";
import { pickClassParts } from "./device_policy.ts";
import { NO_DEVICES } from "./device_table.ts";
import { createLazyRules, getRuleTable } from "./lazy_rules.ts";
import { createSnapshot } from "./create_snapshot.ts";
import { checksum, type NameTable } from "./name_table.ts";
import { NO_PERSONAL_RULES } from "./personal_rules.ts";
import { fromPlainRecord, type PlainRecord, toPlainRecord } from "./plain_records.ts";
import { RuleTable } from "./rule_table.ts";
import { DEFAULT_RESOLVER_SETTINGS, type ResolverSettings } from "./settings.ts";
import type { Snapshot } from "./snapshot.ts";
import type {
  ClassParts,
  ClientRange,
  DeviceParts,
  ListInfo,
  ListMatchFlags,
  PersonalRuleParts,
  SnapshotParts,
} from "./snapshot_parts.ts";

const MAGIC = 0x50584f42;
const FORMAT = 6;
const HEADER_BYTES = 24;

/** Encodes a snapshot without its name table. Throws a RangeError if a rule belongs to no list. */
export function encodeSnapshot(parts: SnapshotParts): Uint8Array {
  const encoder = new TextEncoder();
  const text = encoder.encode(JSON.stringify(plainOf(parts)));
  const local = encoder.encode(
    JSON.stringify([...parts.local].map(([name, each]) => [name, each.map(toPlainRecord)])),
  );
  const rules = getRuleTable(parts.rules, parts.secret, parts.lists.length).bytes;
  const setWords = parts.sets.reduce((sum, set) => sum + 1 + set.length, 1);
  const localAt = HEADER_BYTES / 4 + Math.ceil(text.length / 4);
  const rulesAt = localAt + Math.ceil(local.length / 4);
  const setsAt = rulesAt + rules.length / 4;
  const words = new Int32Array(setsAt + setWords);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(text, HEADER_BYTES);
  bytes.set(local, localAt * 4);
  bytes.set(rules, rulesAt * 4);
  let at = setsAt;
  words[at++] = parts.sets.length;
  for (const set of parts.sets) {
    words[at++] = set.length;
    for (const claim of set) words[at++] = encodeMatchFlags(claim);
  }
  words[0] = MAGIC;
  words[1] = FORMAT;
  words[3] = text.length;
  words[4] = local.length;
  words[5] = rules.length;
  words[2] = checksum(words, 3, words.length);
  return bytes;
}

/**
 * Decodes a snapshot and attaches its name table. Returns an error text if it cannot be used; never
 * throws. Parts equal to those of `before` are reused: local names rarely change, and a company has
 * tens of thousands.
 */
export function decodeSnapshot(
  bytes: Uint8Array,
  table?: NameTable,
  before?: Snapshot,
): Snapshot | string {
  const parts = decodeParts(bytes, before);
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
export function decodeParts(bytes: Uint8Array, before?: SnapshotParts): SnapshotParts | string {
  if (bytes.length < HEADER_BYTES || bytes.length % 4 !== 0) {
    return `The snapshot is cut short: ${bytes.length} bytes`;
  }
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  if (words[0] !== MAGIC) return "This is not a snapshot: it does not begin with BOXP";
  if (words[1] !== FORMAT) {
    return `The snapshot was written by another version of the box: format ${words[1]}`;
  }
  if (words[2] !== checksum(words, 3, words.length)) {
    return "The snapshot is damaged: its checksum is wrong";
  }
  try {
    return readParts(aligned, words, before);
  } catch (error) {
    return `The snapshot makes no sense: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readParts(bytes: Uint8Array, words: Int32Array, before?: SnapshotParts): SnapshotParts {
  const length = words[3];
  const localBytes = words[4];
  const rulesBytes = words[5];
  const localAt = HEADER_BYTES + Math.ceil(length / 4) * 4;
  const rulesAt = localAt + Math.ceil(localBytes / 4) * 4;
  const sizes = length >= 0 && localBytes >= 0 && rulesBytes >= 0 && rulesBytes % 4 === 0;
  if (!sizes || rulesAt + rulesBytes > bytes.length - 4) {
    throw new RangeError(
      `text of ${length} bytes, local records of ${localBytes}, rules of ${rulesBytes}`,
    );
  }
  const plain: Plain = JSON.parse(
    new TextDecoder().decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + length)),
  );
  const table = new RuleTable(bytes.subarray(rulesAt, rulesAt + rulesBytes), plain.lists.length);
  const sets = readSets(words, (rulesAt + rulesBytes) / 4, plain.lists.length);
  if (plain.classes.length === 0) throw new RangeError("no class of clients");
  const secret = bytesOf(plain.secret);
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret of ${secret.length} bytes`);
  return {
    version: plain.version,
    secret,
    // Settings missing from an older snapshot get their defaults.
    settings: { ...DEFAULT_RESOLVER_SETTINGS, ...plain.settings },
    lists: plain.lists,
    sets,
    rules: createLazyRules(table, secret),
    personal: plain.personal === undefined ? NO_PERSONAL_RULES : personalOf(plain.personal),
    ...readLocal(bytes.subarray(localAt, localAt + localBytes), before),
    classes: plain.classes.map(classOf),
    clients: plain.clients,
    devices: plain.devices === undefined ? NO_DEVICES : devicesOf(plain.devices),
    services: plain.services ?? [],
    tunnels: plain.tunnels ?? [],
    permitted: plain.permitted ?? [],
    ...(plain.upstreamSets !== undefined && { upstreamSets: plain.upstreamSets }),
  };
}

/** Decodes local records. Equal bytes reuse the previous records. */
function readLocal(
  bytes: Uint8Array,
  before?: SnapshotParts,
): Pick<SnapshotParts, "local" | "localBytes"> {
  if (before?.localBytes !== undefined && sameBytes(bytes, before.localBytes)) {
    return { local: before.local, localBytes: bytes };
  }
  const plain: readonly (readonly [string, readonly PlainRecord[]])[] = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  return {
    local: new Map(plain.map(([name, records]) => [name, records.map(fromPlainRecord)])),
    localBytes: bytes,
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function readSets(words: Int32Array, start: number, lists: number): (readonly ListMatchFlags[])[] {
  const claims = new Map<number, ListMatchFlags>();
  let at = start;
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

/** The devices as JSON values; `bytes` is base64. */
type PlainDevices = Pick<DeviceParts, "names" | "scopes" | "newcomers"> & {
  readonly octets: string;
};

/** A snapshot as JSON values; bytes are base64. */
interface Plain {
  readonly version: number;
  readonly secret: string;
  readonly settings: ResolverSettings;
  readonly lists: readonly ListInfo[];
  readonly classes: readonly PlainClass[];
  readonly clients: readonly ClientRange[];
  /** These fields are absent if empty, and in snapshots written before they were introduced. */
  readonly devices?: PlainDevices;
  readonly services?: SnapshotParts["services"];
  readonly tunnels?: SnapshotParts["tunnels"];
  readonly permitted?: SnapshotParts["permitted"];
  readonly personal?: PlainPersonal;
  readonly upstreamSets?: readonly (readonly string[])[];
}

type PlainClass = Omit<ClassParts, "lists" | "services"> & {
  readonly lists: string;
  readonly services?: string;
};

interface PlainPersonal {
  readonly scopes: readonly string[];
  readonly rules: string;
  readonly facts: string;
}

function plainOf(parts: SnapshotParts): Plain {
  return {
    version: parts.version,
    secret: parts.secret.toBase64(),
    settings: parts.settings,
    lists: parts.lists,
    classes: parts.classes.map(plainClass),
    clients: parts.clients,
    ...((parts.devices.names.length > 0 || parts.devices.scopes !== undefined) &&
      { devices: plainDevices(parts.devices) }),
    ...(parts.services.length > 0 && { services: parts.services }),
    ...(parts.tunnels.length > 0 && { tunnels: parts.tunnels }),
    ...(parts.permitted.length > 0 && { permitted: parts.permitted }),
    ...(parts.upstreamSets?.length && { upstreamSets: parts.upstreamSets }),
    ...(parts.personal.bytes.length > 0 && { personal: plainPersonal(parts.personal) }),
  };
}

function plainDevices({ bytes: bytes, ...rest }: DeviceParts): PlainDevices {
  return { ...rest, octets: bytes.toBase64() };
}

function devicesOf({ octets, ...rest }: PlainDevices): DeviceParts {
  return { ...rest, bytes: bytesOf(octets) };
}

function plainClass(policyClass: ClassParts): PlainClass {
  const { lists, services, ...parts } = pickClassParts(policyClass);
  return { ...parts, lists: lists.toBase64(), ...(services && { services: services.toBase64() }) };
}

function classOf({ lists, services, ...parts }: PlainClass): ClassParts {
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
  };
}

function plainPersonal({ scopes, bytes: bytes, facts }: PersonalRuleParts): PlainPersonal {
  const factBytes = new Uint8Array(facts.buffer, facts.byteOffset, facts.byteLength);
  return { scopes, rules: bytes.toBase64(), facts: factBytes.toBase64() };
}

function personalOf({ scopes, rules, facts }: PlainPersonal): PersonalRuleParts {
  return { scopes, bytes: bytesOf(rules), facts: new Int32Array(bytesOf(facts).buffer) };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.fromBase64(base64);
}
