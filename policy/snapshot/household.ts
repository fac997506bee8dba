/**
 * Compiles the household rows into classes of devices. For each device the choice of the narrowest
 * scope applies, and devices with equal choices share a class. A device shared by several people
 * has one view for each of them.
 */
import {
  type ChoicesByScope,
  type EffectiveChoice,
  groupByKey,
  isClosedByProfile,
  isFixed,
  narrowestCategory,
  narrowestChoice,
  narrowestSafeSearch,
} from "../model/effective.ts";
import {
  type CategoryAction,
  type ChoiceRow,
  type DeviceRow,
  type HouseholdRows,
  type Profile,
  PROFILES,
} from "../model/household.ts";
import { ACTION_CATEGORIES, type ActionCategory, hasAction } from "../catalogue/categories.ts";
import { SAFE_SEARCH_ENGINES } from "../catalogue/safe_search.ts";
import { coversScopes } from "../model/list_reach.ts";
import { hasSameItems } from "../model/items.ts";
import { encodeDeviceRows } from "./device_table.ts";
import {
  type Chosen,
  hasSameInput,
  HouseholdMemory,
  isKeptWhole,
  type KnownView,
  type RuleScopes,
  type UnversionedClass,
  type View,
  type ViewInput,
} from "./household_memory.ts";
import { narrownessOfText, PROFILE_NARROWNESS, scopeChainOf } from "../model/scope.ts";
import { TimeCompiler } from "./person_time.ts";
import { Restrictions } from "./restrictions.ts";
import { usedServices } from "./used_services.ts";
import {
  type ClassParts,
  type ClientRange,
  type DeviceParts,
  LIST_EFFECT,
  type ListInfo,
  type ServiceInfo,
} from "./snapshot_parts.ts";

/** The context in which a household is compiled. */
export interface HouseholdContext {
  readonly lists: readonly ListInfo[];
  /** The scopes covered, by the number used in compiled rules (policy/rules/compile.ts). */
  readonly ruleScopes: readonly string[];
  /** The windows in which a schedule applies, as instants (policy/model/hours.ts). */
  readonly windowsOf: (grid: string) => readonly (readonly [from: number, to: number])[];
  /** Unix milliseconds from which hours of people are computed. */
  readonly now: number;
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  /** Shortens the texts that class keys are made of; absent = they stay as they are. */
  readonly keyOf?: (text: string) => string;
  /** What the previous compilation came to; the result does not depend on it. */
  readonly memory?: HouseholdMemory;
}

/** The compiled household. Class 0 applies to all unknown clients. */
export interface HouseholdPolicy {
  readonly classes: readonly UnversionedClass[];
  readonly devices: DeviceParts;
  readonly services: readonly ServiceInfo[];
  /** The different upstream lines that classes use. */
  readonly upstreamSets: readonly (readonly string[])[];
  /** Domains of restricted mode, by scope; absent = no class is restricted. */
  readonly restrictedNames?: readonly (readonly string[])[];
  /** Clients with a class of their own: this machine, while the Internet is cut for everyone. */
  readonly clients: readonly ClientRange[];
}

/** What the views of a device have in common, for each of its people. */
type DeviceSubject = Pick<View, "device" | "quarantined" | "restriction"> & {
  readonly follows: Profile | undefined;
};

/** The addresses from which the box itself queries. */
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const CODES: Readonly<Record<CategoryAction, number>> = {
  allow: LIST_EFFECT.off,
  monitor: LIST_EFFECT.monitor,
  block: LIST_EFFECT.block,
};

/** Compiles a household. Pure: equal rows give equal classes in the same order. */
export function compileHousehold(rows: HouseholdRows, context: HouseholdContext): HouseholdPolicy {
  return new HouseholdCompiler(rows, context).compile();
}

class HouseholdCompiler {
  readonly #rows: HouseholdRows;
  readonly #context: HouseholdContext;
  readonly #choices: Readonly<Record<ChoiceRow["kind"], ReadonlyMap<string, ChoicesByScope>>>;
  readonly #pauses: ReadonlyMap<string, number>;
  /** Scopes that made a choice, or that a list names. */
  readonly #choosing: ReadonlySet<string>;
  /**
   * Scopes that made choices, are paused or have their own rules. Other devices share the view of
   * their person and group.
   */
  readonly #own: ReadonlySet<string>;
  readonly #services: readonly ServiceInfo[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #profiles: ReadonlyMap<number, Profile>;
  readonly #classes: UnversionedClass[] = [];
  /** Classes by content and by subject. */
  readonly #byKey = new Map<string, number>();
  readonly #byView = new Map<number | string, number>();
  readonly #byChoices = new Map<string, Chosen>();
  /** Those that hold at any time, which the next compilation may use too. */
  readonly #lasting: Map<string, Chosen>;
  /** Whether the present choices were asked for their hours. */
  #isTimed = false;
  readonly #windows = new Map<string, readonly (readonly [number, number])[]>();
  /** The numbers of the devices in `#own`. */
  readonly #ownDevices: ReadonlySet<number>;
  /** Numbers and narrowness of the scopes that have rules. */
  readonly #ruleScopes: RuleScopes;
  readonly #time: TimeCompiler;
  readonly #upstreams: ReadonlyMap<string, readonly string[]>;
  /** The upstream lines in use, by their text. */
  readonly #upstreamSets = new Map<string, { index: number; lines: readonly string[] }>();
  readonly #restrictions: Restrictions;
  readonly #keyOf: (text: string) => string;
  readonly #memory: HouseholdMemory;
  /** The views and the shared classes of this compilation, for the next one. */
  readonly #views = new Map<number | string, KnownView>();
  readonly #sharedClasses = new Map<string, UnversionedClass>();

  constructor(rows: HouseholdRows, context: HouseholdContext) {
    this.#rows = rows;
    this.#context = context;
    const { choices, pauses } = rows;
    const of = (kind: ChoiceRow["kind"]) => choices.filter((row) => row.kind === kind);
    this.#choices = {
      category: groupByKey(of("category")),
      service: groupByKey(of("service")),
      safe_search: groupByKey(of("safe_search")),
    };
    this.#pauses = new Map(pauses.map(({ scope, until }) => [scope, until]));
    const ofLists = context.lists.flatMap(({ scopes = [], except = [] }) => [...scopes, ...except]);
    this.#choosing = new Set([...choices.map(({ scope }) => scope), ...ofLists]);
    this.#upstreams = new Map((rows.upstreams ?? []).map(({ scope, lines }) => [scope, lines]));
    this.#own = new Set([
      ...context.ruleScopes,
      ...this.#choosing,
      ...this.#pauses.keys(),
      ...this.#upstreams.keys(),
    ]);
    const ownDevices = new Set<number>();
    for (const scope of this.#own) {
      if (scope.startsWith(DEVICE)) ownDevices.add(Number(scope.slice(DEVICE.length)));
    }
    this.#ownDevices = ownDevices;
    this.#services = usedServices(rows);
    this.#numbers = new Map(this.#services.map(({ id }, number) => [id, number]));
    this.#profiles = new Map(rows.people.map(({ id, profile }) => [id, profile]));
    this.#keyOf = context.keyOf ?? ((text) => text);
    this.#memory = context.memory ?? new HouseholdMemory();
    this.#ruleScopes = this.#memory.ruleScopesOf(context.ruleScopes);
    this.#restrictions = new Restrictions(rows.restricted ?? [], this.#profiles, this.#keyOf);
    this.#lasting = context.memory === undefined
      ? new Map()
      : this.#memory.chosen(this.#keyOf(JSON.stringify([choices, context.lists, this.#services])));
    this.#time = new TimeCompiler(rows.time, context.now, context.offset, this.#keyOf);
  }

  compile(): HouseholdPolicy {
    this.#classOf({ quarantined: false });
    const { devices: rows } = this.#rows;
    const classes = new Uint32Array(rows.length);
    for (let at = 0; at < rows.length; at++) classes[at] = this.#classOfDevice(rows[at]);
    const devices = encodeDeviceRows(rows, classes, this.#memory.devices);
    const newcomers = this.#newcomers();
    const encoded = {
      bytes: devices.bytes,
      names: devices.names,
      scopes: this.#scopes(),
      ...(newcomers !== undefined && { newcomers }),
    };
    const clients = this.#clients();
    this.#memory.views = this.#views;
    this.#memory.shared = this.#sharedClasses;
    this.#memory.devices = devices;
    return {
      classes: this.#classes,
      devices: encoded,
      services: this.#services,
      clients,
      upstreamSets: [...this.#upstreamSets.values()].map(({ lines }) => lines),
      ...(!this.#restrictions.isEmpty && { restrictedNames: this.#restrictions.names }),
    };
  }

  /** The class of machines that are not devices yet; undefined = they follow everyone. */
  #newcomers(): number | undefined {
    switch (this.#rows.newDevices) {
      case "held":
        return this.#classOf({ quarantined: true });
      case "child":
        return this.#classOf({ profile: "child", quarantined: false });
      default:
        return undefined;
    }
  }

  /** The box has to reach its lists and its upstreams even while everyone is cut. */
  #clients(): ClientRange[] {
    if (!this.#time.cutsEveryone) return [];
    const { closed: _, ...parts } = this.#classes[0].parts;
    const number = this.#add({ parts, key: `${this.#classes[0].key} of the box` });
    return LOOPBACK.map((prefix) => ({ prefix, class: number }));
  }

  /**
   * The classes of profiles, people and groups on their own, so that names can be checked on their
   * behalf.
   */
  #scopes(): Readonly<Record<string, number>> {
    const groups = new Set(this.#rows.devices.map(({ groupId }) => groupId));
    for (const scope of this.#own) {
      if (scope.startsWith("group:")) groups.add(Number(scope.slice("group:".length)));
    }
    groups.delete(0);
    const ids = [...groups].sort((a, b) => a - b);
    const ofGroup = (group: number) => {
      const restriction = this.#restrictions.ofGroup(group);
      return this.#classOf({ group, quarantined: false, restriction });
    };
    const { people } = this.#rows;
    const classes = [
      ...PROFILES.map((profile) => this.#classOf({ profile, quarantined: false })),
      ...people.map(({ id, profile }) =>
        this.#classOf({ person: id, profile, quarantined: false })
      ),
      ...ids.map(ofGroup),
    ];
    return this.#memory.scopesOf(people.map(({ id }) => id), ids, classes);
  }

  #classOfDevice(row: DeviceRow): number {
    const { id, personId, people, groupId, quarantined, follows } = row;
    const device = this.#ownDevices.has(id) ? id : undefined;
    const isShared = people.length > 1;
    const owner = people[0] ?? personId;
    const restriction = this.#restrictions.of(row);
    const isPlain = device === undefined && restriction === undefined;
    if (isPlain && !isShared && (owner !== 0 || follows === undefined)) {
      const known = this.#byView.get(plainKey(owner, groupId, quarantined));
      if (known !== undefined) return known;
    }
    const rest = { device, follows, quarantined, restriction };
    if (isShared) return this.#classOfShared(row, rest);
    return this.#classOf(this.#viewOf(owner, { ...rest, group: groupId }));
  }

  /** The class of a device that several people share: their views, if these differ. */
  #classOfShared({ id, people }: DeviceRow, rest: DeviceSubject): number {
    const shared = this.#time.countsDevice(id) ? id : 0;
    const ofPeople = people.map((person) =>
      this.#classOf({ shared, ...this.#viewOf(person, { ...rest, group: 0 }) })
    );
    const views = [...new Set(ofPeople)];
    if (views.length === 1) return views[0];
    const places = people.map((_, place) => place);
    const byAge = places.sort((a, b) => this.#ageRank(people[a]) - this.#ageRank(people[b]));
    return this.#shared(
      views,
      byAge.map((place) => this.#classes[ofPeople[place]].parts.upstreams)
        .find((upstreams) => upstreams !== undefined),
      rest.restriction?.parts.learns,
    );
  }

  #viewOf(
    person: number,
    { group, follows, device, quarantined, restriction }: DeviceSubject & {
      readonly group: number;
    },
  ): View {
    return {
      device,
      person: person === 0 ? undefined : person,
      profile: this.#profiles.get(person) ?? follows,
      group: group === 0 ? undefined : group,
      quarantined,
      restriction,
    };
  }

  /** The place of a person among those who share a device, the most protected first. */
  #ageRank(person: number): number {
    return PROFILES.indexOf(this.#profiles.get(person) ?? "adult");
  }

  /**
   * The class of a device that several people share. A question is sent to one set of upstreams:
   * that of the most protected person who has one.
   */
  #shared(
    views: readonly number[],
    upstreams: number | undefined,
    learns: string | undefined,
  ): number {
    const lists = new Uint8Array(this.#context.lists.length);
    const kept = views.flatMap((view) => this.#classes[view].parts.answersKept ?? []);
    const answersKept = kept.length > 0 && { answersKept: Math.min(...kept) };
    const lines = [...this.#upstreamSets].find(([, set]) => set.index === upstreams)?.[0];
    const key = `${views.map((view) => this.#classes[view].key).join(" & ")} ${lines}`;
    const used = upstreams !== undefined && { upstreams };
    const learning = learns !== undefined && { learns };
    const before = this.#memory.shared.get(key);
    const isSame = before !== undefined && before.parts.upstreams === upstreams &&
      before.parts.lists.length === lists.length && hasSameItems(before.parts.views ?? [], views);
    const made = isSame
      ? before
      : { parts: { lists, tags: [], views, ...answersKept, ...used, ...learning }, key };
    this.#sharedClasses.set(key, made);
    return this.#add(made);
  }

  #classOf(view: View): number {
    const key = keyOfView(view);
    let known = this.#byView.get(key);
    if (known === undefined) this.#byView.set(key, known = this.#add(this.#made(view, key)));
    return known;
  }

  /** The class of a view, taken from the last compilation if its whole input is equal. */
  #made(view: View, key: number | string): UnversionedClass {
    const before = this.#memory.views.get(key);
    const known = before?.profile === view.profile ? before : undefined;
    const input = this.#inputOf(view, known);
    const isSame = known !== undefined && hasSameInput(known, input);
    const made = isSame ? known.made : this.#make(view, input);
    const isWhole = known !== undefined && isKeptWhole(known, input);
    this.#views.set(key, isWhole ? known : { ...input, made });
    return made;
  }

  /** Everything that a class is made of. `known` is that of before, for the same subject. */
  #inputOf(
    { quarantined: _, shared, restriction, ...whose }: View,
    known: ViewInput | undefined,
  ): ViewInput {
    const { profile, person } = whose;
    const chain = known?.chain ?? scopeChainOf(whose);
    const young = isMinor(profile) && person !== undefined;
    const limited = young ? this.#time.limitedFor(person) : NONE;
    const { ruleScopes } = this.#context;
    const lines = this.#upstreamsOf(chain);
    return {
      profile,
      chain,
      pausedUntil: this.#pausedUntil(chain),
      time: young ? this.#time.of(person, shared) : this.#time.ofOthers(isMinor(profile)),
      limited,
      chosen: this.#chosen(chain, profile, limited, known),
      choices: this.#lasting,
      scopes: known?.ruleScopes === ruleScopes ? known.scopes : this.#scopesOf(chain),
      ruleScopes,
      lines: lines?.join("\n"),
      upstreams: lines && this.#upstreamSetOf(lines),
      restriction,
    };
  }

  #pausedUntil(chain: readonly string[]): number {
    let last = 0;
    for (const scope of chain) last = Math.max(last, this.#pauses.get(scope) ?? 0);
    return last;
  }

  #make(
    { quarantined }: View,
    { profile, pausedUntil, time, chosen, scopes, lines, upstreams, restriction }: ViewInput,
  ): UnversionedClass {
    const own = {
      tags: tagsOf(profile),
      scopes,
      ...(quarantined && { quarantined }),
      ...(pausedUntil > 0 && { pausedUntil }),
      ...(isMinor(profile) && { minor: true as const }),
    };
    const used = upstreams !== undefined && { upstreams };
    const limits = restriction?.parts;
    const key = `${chosen.key} ${JSON.stringify([own, lines])} ${time.key} ${
      restriction?.key ?? ""
    }`;
    return { parts: { ...own, ...chosen.parts, ...time.parts, ...used, ...limits }, key };
  }

  /** The upstream lines of the narrowest scope that has some. */
  #upstreamsOf(chain: readonly string[]): readonly string[] | undefined {
    const scope = chain.find((each) => this.#upstreams.has(each));
    return scope === undefined ? undefined : this.#upstreams.get(scope);
  }

  #upstreamSetOf(lines: readonly string[]): number {
    const text = lines.join("\n");
    const index = this.#upstreamSets.get(text)?.index ?? this.#upstreamSets.size;
    this.#upstreamSets.set(text, { index, lines });
    return index;
  }

  /**
   * The result of the choices of scopes, computed once for equal input. Categories in `limited` are
   * at least monitored.
   */
  #chosen(
    whole: readonly string[],
    profile: Profile | undefined,
    limited: readonly string[],
    known: ViewInput | undefined,
  ): Chosen {
    const isKept = known !== undefined && known.choices === this.#lasting &&
      !known.chosen.timed && hasSameItems(known.limited, limited);
    if (isKept) return known.chosen;
    const chain = whole.filter((scope) => this.#choosing.has(scope));
    const place = `${profile} ${chain} ${limited}`;
    let found = this.#lasting.get(place) ?? this.#byChoices.get(place);
    if (found !== undefined) return found;
    this.#isTimed = false;
    const safeSearch = this.#safeSearchOf(chain, profile);
    const closed = this.#closedOf(chain, profile);
    const parts: Chosen["parts"] = {
      ...this.#listsOf(chain, profile, limited),
      ...this.#servicesOf(chain, profile, closed),
      ...(safeSearch.length > 0 && { safeSearch }),
      ...(closed.length > 0 && { closedCategories: closed }),
    };
    const { lists, listWindows, services, serviceNarrowness, windows } = parts;
    const bytes = [lists, services, serviceNarrowness].map((each) => each?.toBase64());
    const key = this.#keyOf(
      JSON.stringify([bytes, listWindows, windows, safeSearch, closed]),
    );
    found = { parts, key, timed: this.#isTimed };
    (this.#isTimed ? this.#byChoices : this.#lasting).set(place, found);
    return found;
  }

  #add(made: UnversionedClass): number {
    const known = this.#byKey.get(made.key);
    if (known !== undefined) return known;
    this.#byKey.set(made.key, this.#classes.length);
    return this.#classes.push(made) - 1;
  }

  /**
   * A list that is for one of the scopes applies in its hours, unless a scope made another choice
   * for its category.
   */
  #listsOf(
    chain: readonly string[],
    profile: Profile | undefined,
    limited: readonly string[],
  ): Pick<ClassParts, "lists" | "listWindows"> {
    const actions = this.#actions(chain, profile, true);
    const listWindows: [number, number, number][] = [];
    const lists = Uint8Array.from(this.#context.lists, (list, number) => {
      const { kind, category, schedule } = list;
      if (!coversScopes(list, chain)) return LIST_EFFECT.elsewhere;
      if (schedule !== undefined) {
        const windows = this.#windowsOf(schedule);
        if (windows.length === 0) return LIST_EFFECT.elsewhere;
        for (const [from, to] of windows) listWindows.push([number, from, to]);
      }
      if (kind === "allow" || !hasAction(category)) return LIST_EFFECT.block;
      const code = CODES[actions(category)];
      return code === LIST_EFFECT.off && limited.includes(category) ? LIST_EFFECT.monitor : code;
    });
    return listWindows.length === 0 ? { lists } : { lists, listWindows };
  }

  /** The effective action of each category, each determined once. */
  #actions(
    chain: readonly string[],
    profile: Profile | undefined,
    fed: boolean,
  ): (category: ActionCategory) => CategoryAction {
    const known = new Map<string, CategoryAction>();
    return (category) => {
      let action = known.get(category);
      if (action === undefined) {
        const choices = this.#choices.category.get(category);
        known.set(
          category,
          action = narrowestCategory(chain, profile, category, choices, fed)
            .value as CategoryAction,
        );
      }
      return action;
    };
  }

  /** The categories that the profile of a minor closes, or a choice at least as narrow. */
  #closedOf(chain: readonly string[], profile: Profile | undefined): readonly string[] {
    return ACTION_CATEGORIES.filter((category) =>
      isClosedByProfile(chain, profile, category, this.#choices.category.get(category))
    );
  }

  #scopesOf(chain: readonly string[]): readonly number[] {
    return chain.flatMap((scope) => this.#ruleScopes.get(scope) ?? []);
  }

  /**
   * The effect of services: blocked as a service if a scope says so, otherwise as chosen for their
   * category or set by the profile.
   */
  #servicesOf(
    chain: readonly string[],
    profile: Profile | undefined,
    closed: readonly string[],
  ): Pick<ClassParts, "services" | "serviceNarrowness" | "windows"> {
    const windows: [number, number, number][] = [];
    const actions = this.#actions(chain, profile, false);
    const serviceNarrowness = new Uint8Array(this.#services.length);
    const services = Uint8Array.from(this.#services, ({ id, category }, number) => {
      // For minors, ways around the box are blocked by a separate protection, which neither a rule
      // nor a pause lifts.
      if (hasAction(category) && isFixed(category, profile)) return LIST_EFFECT.category;
      const choices = this.#choices.service.get(id);
      const choice = choices && narrowestChoice(chain, choices, "");
      const isClosed = closed.includes(category);
      const isNarrow = choice !== undefined && narrownessOfText(choice.from) >= PROFILE_NARROWNESS;
      // What everyone or a group chose opens nothing that the profile closes, at no hour.
      const applies = !isClosed || isNarrow || choice?.schedule === "";
      if (choice?.value === "block" && applies) {
        const least = isClosed ? PROFILE_NARROWNESS : 0;
        serviceNarrowness[number] = Math.max(narrownessOfText(choice.from), least);
        return this.#blocked(id, choice, windows);
      }
      if (isClosed && !isNarrow) return LIST_EFFECT.category;
      if (choice?.value === "allow" || !hasAction(category)) return LIST_EFFECT.off;
      const action = actions(category);
      return action === "block" ? LIST_EFFECT.category : CODES[action];
    });
    if (!services.some((code) => code !== LIST_EFFECT.off)) return {};
    return {
      services,
      ...(serviceNarrowness.some((each) => each > 0) && { serviceNarrowness }),
      ...(windows.length > 0 && { windows }),
    };
  }

  #blocked(id: string, { schedule }: EffectiveChoice, windows: [number, number, number][]): number {
    if (schedule === "") return LIST_EFFECT.block;
    for (const [from, to] of this.#windowsOf(schedule)) {
      windows.push([this.#numbers.get(id)!, from, to]);
    }
    return LIST_EFFECT.windows;
  }

  #windowsOf(schedule: string): readonly (readonly [number, number])[] {
    this.#isTimed = true;
    let known = this.#windows.get(schedule);
    if (known === undefined) this.#windows.set(schedule, known = this.#context.windowsOf(schedule));
    return known;
  }

  #safeSearchOf(chain: readonly string[], profile: Profile | undefined): readonly string[] {
    return SAFE_SEARCH_ENGINES.flatMap(({ id }) => {
      const { value } = narrowestSafeSearch(chain, profile, id, this.#choices.safe_search.get(id));
      if (value === "off") return [];
      return [value === "on" ? id : `${id}:${value}`];
    });
  }
}

/** A key of a view: a number for most devices, which is much quicker than a text. */
function keyOfView(
  { device, person = 0, group = 0, profile, quarantined, shared, restriction }: View,
): number | string {
  // The profile follows from the person; a device of nobody may follow one too.
  const isPlain = device === undefined && shared === undefined && restriction === undefined;
  if (isPlain && (person !== 0 || profile === undefined)) {
    return plainKey(person, group, quarantined);
  }
  return `${device} ${person} ${profile} ${group} ${quarantined} ${shared} ${restriction?.key}`;
}

/** Groups are numbered below this in a key. */
const GROUPS_MOST = 1 << 20;

function plainKey(person: number, group: number, quarantined: boolean): number {
  return (person * GROUPS_MOST + group) * 2 + (quarantined ? 1 : 0);
}

const NONE: readonly string[] = [];
const DEVICE = "device:";

function isMinor(profile: Profile | undefined): boolean {
  return profile !== undefined && profile !== "adult";
}

function tagsOf(profile: Profile | undefined): readonly string[] {
  if (profile === undefined) return [];
  return [profile === "adult" ? "user_regular" : "user_child"];
}
