/** The parts of the box that an import reads and writes, reduced to the methods that it uses. */
import type { ChoiceRow, ScopeUpstreamsRow } from "../../../../policy/model/household.ts";
import type { SettingKey, SettingValues } from "../../../settings/list.ts";
import type { DeviceService } from "../../household/devices/service.ts";
import type { GroupService } from "../../household/groups/service.ts";
import type { PeopleService } from "../../household/people/service.ts";
import type { RecordService } from "../../network/records/service.ts";
import type { ScopeUpstreams } from "../../network/upstreams/service.ts";
import type { ChoiceService } from "../../protection/choices/service.ts";
import type { CatalogueList, ListService } from "../../protection/lists/service.ts";
import type { RuleService } from "../../protection/rules/service.ts";

/** A device of the box, for comparison. */
export interface KnownDevice {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly system: string;
  readonly personId: number;
  readonly people: readonly number[];
  readonly groupId: number;
  readonly macs: readonly string[];
}

/** The services that an import uses. */
export interface ImportParts {
  readonly settings: {
    readonly values: () => SettingValues;
    /**
     * Returns what fixes a setting at the start of the box, such as a command-line option; "" =
     * nothing.
     */
    readonly fixedBy: (key: SettingKey) => string;
    /** Changes all given settings in one transaction. */
    readonly change: (values: Readonly<Record<string, unknown>>, by: string) => Promise<void>;
  };
  readonly people: Pick<PeopleService, "list" | "add">;
  readonly groups: Pick<GroupService, "list" | "add">;
  readonly devices: Pick<DeviceService, "add" | "change" | "setPeople" | "setGroup" | "merge">;
  /** The known devices, from memory. */
  readonly knownDevices: () => Promise<readonly KnownDevice[]>;
  readonly lists: Pick<ListService, "list" | "add" | "setEnabled" | "setReach" | "refresh">;
  /** Returns the list of the catalogue with this URL. */
  readonly offeredAt: (url: string) => CatalogueList | undefined;
  readonly rules: Pick<RuleService, "page" | "set">;
  /** Names that no rule may block. */
  readonly protectedNames: () => readonly string[];
  readonly records: Pick<RecordService, "all" | "add">;
  readonly choices: Pick<ChoiceService, "chosen" | "choose">;
  readonly scopeUpstreams: Pick<ScopeUpstreams, "list" | "set">;
}

/** The contents of the box, read once for the comparison. */
export interface BoxContents {
  readonly settings: SettingValues;
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly profile: string;
  }[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly devices: readonly KnownDevice[];
  readonly lists: readonly {
    readonly url: string;
    readonly kind: string;
    readonly name: string;
    /** Scopes such as `group:3`. */
    readonly scopes: readonly string[];
    readonly except: readonly string[];
  }[];
  readonly rules: readonly BoxRule[];
  readonly records: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string;
  }[];
  readonly choices: readonly ChoiceRow[];
  readonly scopeUpstreams: readonly ScopeUpstreamsRow[];
}

/** A rule of the box. */
export type BoxRule = Awaited<ReturnType<RuleService["page"]>>[number];

/** Reads the contents of the box. */
export async function readBoxContents(parts: ImportParts): Promise<BoxContents> {
  const [people, groups, devices, lists, records, services, categories, engines] = await Promise
    .all([
      parts.people.list(),
      parts.groups.list(),
      parts.knownDevices(),
      parts.lists.list(),
      parts.records.all(),
      parts.choices.chosen("service"),
      parts.choices.chosen("category"),
      parts.choices.chosen("safe_search"),
    ]);
  const rules = await allRules(parts);
  const scopeUpstreams = await parts.scopeUpstreams.list();
  return {
    settings: parts.settings.values(),
    people,
    groups,
    devices,
    lists,
    rules,
    records,
    choices: [...services, ...categories, ...engines],
    scopeUpstreams,
  };
}

async function allRules({ rules }: ImportParts): Promise<BoxRule[]> {
  const all: BoxRule[] = [];
  const at = 1000;
  for (;;) {
    const page = await rules.page({}, at, all.at(-1)?.id);
    all.push(...page);
    if (page.length < at) return all;
  }
}
