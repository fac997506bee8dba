/**
 * The snapshot as octets: how it is kept in a file, so that names are answered with the database gone, and sent to workers.
 * Header of 24 octets (magic, format, checksum, octets of the text, of the local records, of the rules), then the text and the
 * local records (both JSON), the rules (rule_table.ts), the sets of claims as words.
 */
import { claimOf, codeOf } from "./claim.ts";
import { SECRET_OCTETS } from "./fingerprint.ts";
import { partsOf } from "./device_policy.ts";
import { NO_DEVICES } from "./device_table.ts";
import { lazyRules, tableOf } from "./lazy_rules.ts";
import { makeSnapshot } from "./make.ts";
import { checksum, type NameTable } from "./name_table.ts";
import { NO_PERSONAL_RULES } from "./personal_rules.ts";
import { type PlainRecord, plainRecord, recordOf } from "./plain_records.ts";
import { RuleTable } from "./rule_table.ts";
import { DEFAULT_RESOLVER_SETTINGS, type ResolverSettings } from "./settings.ts";
import type {
  Claim,
  ClassParts,
  ClientRange,
  DeviceParts,
  ListInfo,
  PersonalRuleParts,
  Snapshot,
  SnapshotParts,
} from "./snapshot.ts";

const MAGIC = 0x50584f42; // "BOXP"
const FORMAT = 6;
const HEADER_OCTETS = 24;

/** Writes a snapshot; its table of names stays where it is. Throws a RangeError when a rule stands in no list. */
export function encodeSnapshot(parts: SnapshotParts): Uint8Array {
  const encoder = new TextEncoder(), text = encoder.encode(JSON.stringify(plainOf(parts)));
  const local = encoder.encode(
    JSON.stringify([...parts.local].map(([name, each]) => [name, each.map(plainRecord)])),
  );
  const rules = tableOf(parts.rules, parts.secret, parts.lists.length).octets;
  const setWords = parts.sets.reduce((sum, set) => sum + 1 + set.length, 1);
  const localAt = HEADER_OCTETS / 4 + Math.ceil(text.length / 4);
  const rulesAt = localAt + Math.ceil(local.length / 4), setsAt = rulesAt + rules.length / 4;
  const words = new Int32Array(setsAt + setWords);
  const octets = new Uint8Array(words.buffer);
  octets.set(text, HEADER_OCTETS);
  octets.set(local, localAt * 4);
  octets.set(rules, rulesAt * 4);
  let at = setsAt;
  words[at++] = parts.sets.length;
  for (const set of parts.sets) {
    words[at++] = set.length;
    for (const claim of set) words[at++] = codeOf(claim);
  }
  words[0] = MAGIC;
  words[1] = FORMAT;
  words[3] = text.length;
  words[4] = local.length;
  words[5] = rules.length;
  words[2] = checksum(words, 3, words.length);
  return octets;
}

/**
 * Reads a snapshot and joins it with its table of names; text says why it cannot be used. Never throws. What is as in the one
 * `before` is taken from there: local names change seldom, and a company has tens of thousands.
 */
export function decodeSnapshot(
  bytes: Uint8Array,
  table?: NameTable,
  before?: Snapshot,
): Snapshot | string {
  const parts = decodeParts(bytes, before);
  if (typeof parts === "string") return parts;
  try {
    return makeSnapshot(parts, table, before);
  } catch (error) {
    return `The snapshot makes no sense: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Reads a snapshot without making it ready to decide; text says why it cannot be used. Never throws. */
export function decodeParts(bytes: Uint8Array, before?: SnapshotParts): SnapshotParts | string {
  if (bytes.length < HEADER_OCTETS || bytes.length % 4 !== 0) {
    return `The snapshot is cut short: ${bytes.length} octets`;
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

function readParts(octets: Uint8Array, words: Int32Array, before?: SnapshotParts): SnapshotParts {
  const length = words[3], localOctets = words[4], rulesOctets = words[5];
  const localAt = HEADER_OCTETS + Math.ceil(length / 4) * 4,
    rulesAt = localAt + Math.ceil(localOctets / 4) * 4;
  const sizes = length >= 0 && localOctets >= 0 && rulesOctets >= 0 && rulesOctets % 4 === 0;
  if (!sizes || rulesAt + rulesOctets > octets.length - 4) {
    throw new RangeError(
      `text of ${length} octets, local records of ${localOctets}, rules of ${rulesOctets}`,
    );
  }
  const plain: Plain = JSON.parse(
    new TextDecoder().decode(octets.subarray(HEADER_OCTETS, HEADER_OCTETS + length)),
  );
  const table = new RuleTable(octets.subarray(rulesAt, rulesAt + rulesOctets), plain.lists.length);
  const sets = readSets(words, (rulesAt + rulesOctets) / 4, plain.lists.length);
  if (plain.classes.length === 0) throw new RangeError("no class of clients");
  const secret = octetsOf(plain.secret);
  if (secret.length !== SECRET_OCTETS) throw new RangeError(`a secret of ${secret.length} octets`);
  return {
    version: plain.version,
    secret,
    // What an older snapshot does not hold yet takes its default.
    settings: { ...DEFAULT_RESOLVER_SETTINGS, ...plain.settings },
    lists: plain.lists,
    sets,
    rules: lazyRules(table, secret),
    personal: plain.personal === undefined ? NO_PERSONAL_RULES : personalOf(plain.personal),
    ...readLocal(octets.subarray(localAt, localAt + localOctets), before),
    classes: plain.classes.map(classOf),
    clients: plain.clients,
    devices: plain.devices === undefined
      ? NO_DEVICES
      : { ...plain.devices, octets: octetsOf(plain.devices.octets) },
    services: plain.services ?? [],
    tunnels: plain.tunnels ?? [],
    permitted: plain.permitted ?? [],
  };
}

/** Local records from their octets; the same octets give those of before. */
function readLocal(
  octets: Uint8Array,
  before?: SnapshotParts,
): Pick<SnapshotParts, "local" | "localOctets"> {
  if (before?.localOctets !== undefined && sameOctets(octets, before.localOctets)) {
    return { local: before.local, localOctets: octets };
  }
  const plain: readonly (readonly [string, readonly PlainRecord[]])[] = JSON.parse(
    new TextDecoder().decode(octets),
  );
  return {
    local: new Map(plain.map(([name, records]) => [name, records.map(recordOf)])),
    localOctets: octets,
  };
}

function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function readSets(words: Int32Array, start: number, lists: number): (readonly Claim[])[] {
  const claims = new Map<number, Claim>();
  let at = start;
  const next = (): number => {
    if (at >= words.length) throw new RangeError("sets cut short");
    return words[at++];
  };
  const count = next();
  if (count < 0 || count > words.length) throw new RangeError(`${count} sets`);
  const sets: (readonly Claim[])[] = [];
  for (let i = 0; i < count; i++) {
    const size = next();
    if (size < 0 || size > words.length) throw new RangeError(`a set of ${size} claims`);
    const set: Claim[] = [];
    for (let j = 0; j < size; j++) {
      const code = next();
      let claim = claims.get(code);
      if (claim === undefined) claims.set(code, claim = claimOf(code));
      if (claim.list >= lists) {
        throw new RangeError(`a claim of list ${claim.list}, which is not there`);
      }
      set.push(claim);
    }
    sets.push(set);
  }
  return sets;
}

/** A snapshot in terms of JSON: octets are base64. */
interface Plain {
  readonly version: number;
  readonly secret: string;
  readonly settings: ResolverSettings;
  readonly lists: readonly ListInfo[];
  readonly classes: readonly PlainClass[];
  readonly clients: readonly ClientRange[];
  /** These are absent when there are none, and in snapshots of before there were any. */
  readonly devices?: Omit<DeviceParts, "octets"> & { readonly octets: string };
  readonly services?: SnapshotParts["services"];
  readonly tunnels?: SnapshotParts["tunnels"];
  readonly permitted?: SnapshotParts["permitted"];
  readonly personal?: PlainPersonal;
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
      { devices: { ...parts.devices, octets: parts.devices.octets.toBase64() } }),
    ...(parts.services.length > 0 && { services: parts.services }),
    ...(parts.tunnels.length > 0 && { tunnels: parts.tunnels }),
    ...(parts.permitted.length > 0 && { permitted: parts.permitted }),
    ...(parts.personal.octets.length > 0 && { personal: plainPersonal(parts.personal) }),
  };
}

function plainClass(given: ClassParts): PlainClass {
  const { lists, services, ...parts } = partsOf(given);
  return { ...parts, lists: lists.toBase64(), ...(services && { services: services.toBase64() }) };
}

function classOf({ lists, services, ...parts }: PlainClass): ClassParts {
  const stretches = [
    ...parts.closed ?? [],
    ...(parts.held ?? []).map(([, from, to]) => [from, to]),
  ];
  // One that is no number would hold never, and nobody would know.
  if (!stretches.every(([from, to]) => Number.isFinite(from) && Number.isFinite(to))) {
    throw new RangeError("hours that begin or end at no time");
  }
  return {
    ...parts,
    lists: octetsOf(lists),
    ...(services !== undefined && { services: octetsOf(services) }),
  };
}

function plainPersonal({ scopes, octets, facts }: PersonalRuleParts): PlainPersonal {
  const factOctets = new Uint8Array(facts.buffer, facts.byteOffset, facts.byteLength);
  return { scopes, rules: octets.toBase64(), facts: factOctets.toBase64() };
}

function personalOf({ scopes, rules, facts }: PlainPersonal): PersonalRuleParts {
  return { scopes, octets: octetsOf(rules), facts: new Int32Array(octetsOf(facts).buffer) };
}

function octetsOf(base64: string): Uint8Array {
  return Uint8Array.fromBase64(base64);
}
