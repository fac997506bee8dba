/** Builds a snapshot with its indexes from its parts and its mapped name table. */
import { createClasses, findListCause } from "./device_policy.ts";
import { DeviceTable } from "./device_table.ts";
import { Fingerprinter, secretId } from "./fingerprint.ts";
import { getRuleTable } from "./lazy_rules.ts";
import { LocalIndex } from "./local_index.ts";
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
    localIndex: sameLocalNames(parts, before)
      ? before!.localIndex
      : new LocalIndex(parts.settings, parts.local, fingerprinter),
  };
}

/** Whether the box answers the same names as in the previous snapshot. */
function sameLocalNames(
  { local, secret, settings }: SnapshotParts,
  before: Snapshot | undefined,
): boolean {
  if (
    before === undefined || local !== before.local || secretId(secret) !== secretId(before.secret)
  ) return false;
  return JSON.stringify(settings) === JSON.stringify(before.settings);
}
