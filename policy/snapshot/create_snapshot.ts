/** Builds a snapshot with its indexes from its parts and its mapped name table. */
import { createClasses, findListCause } from "./device_policy.ts";
import { DeviceTable } from "./device_table.ts";
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { getRuleTable } from "./lazy_rules.ts";
import { LocalIndex } from "./local_index.ts";
import { changedNames } from "./local_names.ts";
import type { NameTable } from "./name_table.ts";
import { PersonalRules } from "./personal_rules.ts";
import { RuleIndex } from "./rule_index.ts";
import type { Snapshot } from "./snapshot.ts";
import type { SnapshotParts } from "./snapshot_parts.ts";
import { SuffixNames } from "./suffix_names.ts";

/**
 * Builds a snapshot, reusing unchanged indexes of `before`. Returns an error text if parts and
 * table are inconsistent.
 */
export function createSnapshot(
  parts: SnapshotParts,
  names: NameTable | undefined,
  before?: Snapshot,
): Snapshot | string {
  if (names !== undefined && names.secret !== secretId(parts.secret)) {
    return "The table of names and the snapshot do not belong together: they were made with different secrets";
  }
  if (names !== undefined && names.sets > parts.sets.length) {
    return `The table of names and the snapshot do not belong together: ${names.sets} sets where ${parts.sets.length} are known`;
  }
  const fingerprinter = new Fingerprinter(parts.secret);
  const hasSameSecret = before !== undefined && secretId(parts.secret) === secretId(before.secret);
  const isKept = (part: "services" | "personal") => hasSameSecret && parts[part] === before[part];
  return {
    ...parts,
    causes: parts.lists.map(findListCause),
    names,
    fingerprinter,
    deviceTable: new DeviceTable(parts.devices, parts.classes.length),
    serviceNames: isKept("services")
      ? before!.serviceNames
      : new SuffixNames(parts.services.map(({ names }) => names), fingerprinter),
    tunnelNames: new SuffixNames(parts.tunnels.map(({ domain }) => [domain]), fingerprinter),
    permittedNames: new SuffixNames([parts.permitted], fingerprinter),
    classes: createClasses(parts, before),
    ruleIndex: new RuleIndex(
      getRuleTable(parts.rules, parts.secret, parts.lists.length),
      parts.lists,
      parts.secret,
    ),
    personalRules: isKept("personal")
      ? before!.personalRules
      : new PersonalRules(parts.personal, parts.secret),
    localIndex: localIndexOf(parts, fingerprinter, before),
  };
}

/** The index of local names, derived from that of before if only some records changed. */
function localIndexOf(
  parts: SnapshotParts,
  fingerprinter: Fingerprinter,
  before: Snapshot | undefined,
): LocalIndex {
  const { local, settings } = parts;
  if (before !== undefined && hasSameSettings(parts, before)) {
    if (local === before.local) return before.localIndex;
    const names = changedNames(local, before.local);
    const derived = names && before.localIndex.withNames(local, names, fingerprinter);
    if (derived !== undefined) return derived;
  }
  return LocalIndex.create(settings, local, fingerprinter);
}

/** Whether the names that the settings contain, and their fingerprints, are the same. */
function hasSameSettings({ secret, settings }: SnapshotParts, before: Snapshot): boolean {
  return secretId(secret) === secretId(before.secret) &&
    JSON.stringify(settings) === JSON.stringify(before.settings);
}
