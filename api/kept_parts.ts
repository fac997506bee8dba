/** What of a snapshot comes from the database, so that the next one can keep it while it stays as it is. */
import { decodeParts } from "../policy/snapshot/file.ts";
import { NO_DEVICES } from "../policy/snapshot/device_table.ts";
import { NO_PERSONAL_RULES } from "../policy/snapshot/personal_rules.ts";
import type { Claim, ListInfo, ListRule, SnapshotParts } from "../policy/snapshot/snapshot.ts";
import type { HouseholdParts } from "./household_parts.ts";
import type { ListContent } from "./features/protection/lists/service.ts";
import type { MappedTable, StoredSnapshot } from "./snapshot_store.ts";

/** What of a snapshot comes from lists. */
export interface ListParts {
  readonly lists: readonly ListInfo[];
  readonly sets: readonly (readonly Claim[])[];
  readonly rules: readonly ListRule[];
  readonly table: MappedTable | undefined;
  readonly inputs: string;
  /** Why these are not the parts that were wanted. */
  readonly problem?: string;
}

/** What of a snapshot comes from the database: the lists, what people chose, and the local records. */
export interface KeptParts extends ListParts, HouseholdParts {
  readonly local: SnapshotParts["local"];
}

const NOTHING: KeptParts = {
  ...{ lists: [], sets: [[]], rules: [], table: undefined, inputs: "" },
  ...{
    personal: NO_PERSONAL_RULES,
    classes: [],
    devices: NO_DEVICES,
    services: [],
    tunnels: [],
    permitted: [],
  },
  local: new Map(),
};

/** A list as a snapshot knows it. */
export function infoOf({ id, name, kind, category, format }: ListContent): ListInfo {
  return { id, name, kind, category, ...(format === "rpz" && { zone: true }) };
}

/** What a snapshot has from the database, read from its own octets: it need not stay in memory twice. */
export function keptParts(snapshot: StoredSnapshot | undefined): KeptParts {
  if (snapshot === undefined) return NOTHING;
  const parts = decodeParts(snapshot.bytes);
  if (typeof parts === "string") return NOTHING;
  const { table, inputs } = snapshot;
  const { lists, sets, rules, personal, local, classes, devices, services, tunnels, permitted } =
    parts;
  return {
    lists,
    sets,
    rules,
    personal,
    local,
    classes,
    devices,
    services,
    tunnels,
    permitted,
    table,
    inputs,
  };
}
