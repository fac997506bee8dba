/**
 * The policy snapshot: everything that the household chose, compiled into one immutable value.
 * `SnapshotParts` is stored in the file and sent to workers; `Snapshot` adds the indexes that are
 * built when it is read.
 */
import type { DeviceTable } from "./device_table.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import type { LocalIndex } from "./local_index.ts";
import type { NameTable } from "./name_table.ts";
import type { PersonalRules } from "./personal_rules.ts";
import type { RuleIndex } from "./rule_index.ts";
import type { SuffixNames } from "./suffix_names.ts";
import type { DevicePolicy, ListCause, SnapshotParts } from "./snapshot_parts.ts";

/** The whole policy, ready for decisions. Created by `makeSnapshot`, never changed. */
export interface Snapshot extends SnapshotParts {
  /** The classes with their ranks. */
  readonly classes: readonly DevicePolicy[];
  /** The reason and the origin of the blocks of each list, by its number. */
  readonly causes: readonly ListCause[];
  /** Plain names of all lists, mapped from a file; undefined if there are none. */
  readonly names: NameTable | undefined;
  /** Computes the fingerprints of a queried name. Its arrays are overwritten by each call. */
  readonly fingerprinter: Fingerprinter;
  /** Rules that are not plain names, indexed by name, pattern or address. */
  readonly ruleIndex: RuleIndex;
  /** Household rules, indexed by name or pattern. */
  readonly personalRules: PersonalRules;
  /** Devices by hardware address. */
  readonly deviceTable: DeviceTable;
  /** Names of services, by number. */
  readonly serviceNames: SuffixNames;
  /** Domains of `tunnels`, by number. */
  readonly tunnelNames: SuffixNames;
  /** Names of `permitted`. */
  readonly permittedNames: SuffixNames;
  /** Names of the box, local records, special-use names and forwarded domains. */
  readonly localIndex: LocalIndex;
}
