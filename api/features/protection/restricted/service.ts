/**
 * Restricted mode: devices and groups learn the domains that they ask for, and then get no others
 * (A 3.1, 7.2). Names come from the resolver threads, counts are kept in memory and written once a
 * minute, and the policy is published when a mode changes.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { domainOfRestricted } from "../../../../policy/decide/restricted.ts";
import { asciiName } from "../../../../policy/lists/line_outcome.ts";
import { dayOf } from "../../../../policy/model/calendar_day.ts";
import type { RestrictedRow, RestrictMode } from "../../../../policy/model/household.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { formatScope } from "../../../../policy/model/scope.ts";
import { type HomeSettings, restrictedDomain } from "../../../../policy/restricted/domain.ts";
import type { Learned, Observation, ResolverHandle } from "../../../../resolver/protocol.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { AlertToRaise, RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database, Statement } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { Device, HouseholdRepository } from "../../household/household_repository.ts";
import type { HouseholdChange } from "../../household/members.ts";
import { peopleOf } from "../../household/owner.ts";
import { PendingBlocks, type PendingLearning, PendingNames } from "./pending.ts";
import {
  addBlocked,
  addByHand,
  addLearned,
  type BlockedName,
  type CountedName,
  dropMode,
  dropName,
  expireBlocked,
  forgetLearned,
  keepMode,
  RestrictTables,
  type StoredMode,
  type StoredName,
} from "./table.ts";

export type { StoredMode, StoredName } from "./table.ts";

/** Dependencies of the service. */
export interface RestrictOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  readonly household: HouseholdRepository;
  readonly resolver: Pick<ResolverHandle, "onLearned" | "drainLearned">;
  /** The settings that name domains of the home. */
  readonly settings: () => HomeSettings;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  readonly timeKnown: () => boolean;
  /** The offset of local time from UTC at a time in Unix milliseconds, in milliseconds. */
  readonly offset: (unix: number) => number;
  readonly raise: RaiseAlert;
  /** Called when a mode changed by itself, to publish the policy. */
  readonly changed: () => void | Promise<void>;
}

/** A device or a group, or everyone, who only has names. */
export interface RestrictScope {
  readonly kind: "device" | "group" | "all";
  readonly id: number;
}

/** A mode with the number of its names. */
export interface RestrictSubject extends StoredMode {
  readonly names: number;
}

/** A domain that a device asked for in vain; Unix seconds of the last time. */
export interface OutsideDomain {
  readonly domain: string;
  readonly last: number;
  readonly hits: number;
}

/** Restricted mode as it is for one device. */
export interface RestrictDevice {
  readonly id: number;
  readonly mode: RestrictMode;
  readonly via: "device" | "group";
  /** The group of the device, 0 = none. */
  readonly groupId: number;
  /** Whether an adult uses the device, so that nothing is learned, blocked or reported. */
  readonly suspended: boolean;
  readonly blockedToday: number;
  /** In the last seven days. */
  readonly blocked: number;
  /** The last first. */
  readonly outside: readonly OutsideDomain[];
}

/** Everything about restricted mode. */
export interface RestrictOverview {
  readonly subjects: readonly RestrictSubject[];
  readonly devices: readonly RestrictDevice[];
  readonly all: readonly StoredName[];
}

const { restricted: LIMIT } = LIMITS;
const DAY = 86_400;

/** The text of a scope. */
export function restrictScope({ kind, id }: RestrictScope): string {
  return kind === "all" ? EVERYONE : formatScope(kind, id);
}

/** The service. Methods reject with DomainError (a refusal) or DatabaseUnavailable. */
export class RestrictService {
  readonly #options: RestrictOptions;
  readonly #tables: RestrictTables;
  readonly #names = new PendingNames();
  readonly #blocks = new PendingBlocks();
  /** Changes and writes run one after another. */
  readonly #changes = new Mutex();
  /**
   * The domains of the snapshot by scope, the same arrays until they change; undefined = they are
   * not read. And the scopes whose domains changed since.
   */
  #inForce: Map<string, readonly string[]> | undefined;
  #changed = new Set<string>();
  readonly #reading = new Mutex();
  /** Counts the databases. */
  #generation = 0;
  /** Alerts about modes that changed by themselves and are not published yet. */
  #untold: AlertToRaise[] = [];

  constructor(options: RestrictOptions) {
    this.#options = options;
    this.#tables = new RestrictTables(options.db);
    options.resolver.onLearned((learned) => this.take(learned));
    options.household.onChange((change) => this.#follow(change));
  }

  /** Modes and names for the snapshot. */
  async rows(): Promise<readonly RestrictedRow[]> {
    const modes = await this.#tables.modes();
    if (![...modes.values()].some(({ mode }) => mode !== "off")) return NOTHING;
    const names = await this.#namesInForce();
    return [...new Set([...modes.keys(), ...names.keys()])].sort().map((scope) => ({
      scope,
      mode: modes.get(scope)?.mode ?? "off",
      names: names.get(scope) ?? NO_NAMES,
    }));
  }

  /** The domains by scope. Only those that changed are read again. */
  #namesInForce(): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#reading.take(async () => {
      const known = this.#inForce;
      if (known !== undefined && this.#changed.size === 0) return known;
      const changed = this.#changed;
      this.#changed = new Set();
      const generation = this.#generation;
      try {
        const read = await this.#tables.inForce(known === undefined ? undefined : [...changed]);
        const names = new Map<string, readonly string[]>(known);
        for (const scope of changed) names.delete(scope);
        for (const [scope, domains] of read) names.set(scope, domains);
        if (generation === this.#generation) this.#inForce = names;
        return names;
      } catch (error) {
        for (const scope of changed) this.#changed.add(scope);
        throw error;
      }
    });
  }

  /** Writes statements that change what scopes have in the snapshot. */
  async #write(scopes: readonly string[], statements: readonly Statement[]): Promise<void> {
    await this.#tables.write(statements);
    for (const scope of scopes) this.#changed.add(scope);
  }

  /** Takes what devices learned; never waits. */
  take(learned: readonly Learned[]): void {
    for (const one of learned) if (!this.#isSuspended(one.scope)) this.#names.take(one);
  }

  /** Counts and reports what was blocked; never waits. */
  observe(batch: readonly Observation[]): void {
    for (const { reason, origin, transport, client, time } of batch) {
      if (reason !== "restricted" || transport === "ask") continue;
      const domain = domainOfRestricted(origin);
      const id = this.#options.deviceAt(client);
      const scope = formatScope("device", id);
      if (domain === "" || id === 0 || this.#isSuspended(scope)) continue;
      const last = Math.floor(time / 1000);
      this.#blocks.add({ scope, day: this.#dayOf(time), domain, hits: 1, last });
      this.#options.raise({ kind: "restricted", deviceId: id, name: domain, detail: domain });
    }
  }

  /** Everything about restricted mode, with counts that are not written yet. */
  async overview(): Promise<RestrictOverview> {
    const { household } = this.#options;
    await household.ready();
    const pairs = this.#names.pairs();
    const [modes, counts, known, all, blocked] = await Promise.all([
      this.#tables.modes(),
      this.#tables.counts(),
      this.#tables.known(pairs),
      this.#tables.names(EVERYONE),
      this.#allBlocked(),
    ]);
    const held = Map.groupBy(pairs, ([scope]) => scope);
    const subjects = await Promise.all([...modes.values()].map(async (row) => {
      if (this.#isPrivate(row.scope)) {
        return { ...row, names: (await this.#shownNames(row.scope)).length };
      }
      const stored = counts.get(row.scope) ?? 0;
      const fresh = (held.get(row.scope)?.length ?? 0) - (known.get(row.scope) ?? 0);
      return { ...row, names: Math.max(stored, Math.min(stored + fresh, LIMIT.names)) };
    }));
    const byDevice = Map.groupBy(blocked, ({ scope }) => scope);
    const devices = [...household.devices.values()].flatMap((device) => {
      const found = modeOf(device, modes);
      if (found === undefined) return [];
      const rows = byDevice.get(formatScope("device", device.id)) ?? [];
      return [this.#deviceView(device, found, rows)];
    });
    return { subjects, devices: devices.sort((a, b) => a.id - b.id), all };
  }

  /**
   * The names of a scope, with what is not written yet. What a device of an adult learned is left
   * out, as it says what they did.
   */
  async names(whose: RestrictScope): Promise<StoredName[]> {
    await this.#check(whose);
    return await this.#shownNames(restrictScope(whose));
  }

  /** Changes the mode of a device or a group; 0 days = as many as usual. */
  async setMode(whose: RestrictScope, mode: RestrictMode, days: number): Promise<StoredMode> {
    const device = await this.#check(whose);
    if (mode !== "off" && device !== undefined && this.#isAdults(device)) {
      throw new DomainError(
        "bad_value",
        "An adult uses this device, so restricted mode is not for it",
      );
    }
    const scope = restrictScope(whose);
    if (mode === "restricted") await this.#options.resolver.drainLearned();
    return await this.#changes.take(async () => {
      // Too many names do not matter any more once a person restricts the scope.
      if (mode === "restricted") await this.#writeNames(scope);
      const before = mode === "learning" ? undefined : (await this.#tables.modes()).get(scope);
      const next = this.#begun(scope, mode, days || before?.days || LIMIT.learningDays);
      await this.#write([scope], [
        ...(mode === "learning" ? [forgetLearned(scope)] : []),
        mode === "off" ? dropMode(scope) : keepMode(next),
      ]);
      this.#names.forget(scope);
      return next;
    });
  }

  /** Lets devices without a mode learn; returns their scopes. Others are left out. */
  async startObjects(ids: readonly number[], days: number): Promise<string[]> {
    const { household } = this.#options;
    await household.ready();
    return await this.#changes.take(async () => {
      const modes = await this.#tables.modes();
      const scopes = [...new Set(ids)].flatMap((id) => {
        const device = household.devices.get(id);
        const isOpen = device !== undefined && !this.#isAdults(device) &&
          modeOf(device, modes) === undefined;
        return isOpen ? [formatScope("device", id)] : [];
      });
      await this.#write(
        scopes,
        scopes.flatMap((scope) => [
          forgetLearned(scope),
          keepMode(this.#begun(scope, "learning", days || LIMIT.learningDays)),
        ]),
      );
      return scopes;
    });
  }

  /** Gives a scope the domain of a name; returns the domain. */
  async allow(whose: RestrictScope, name: string): Promise<string> {
    await this.#check(whose);
    const domain = this.#domainOf(name);
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const names = await this.#withPending(scope);
      if (names.length >= LIMIT.names && !names.some((one) => one.domain === domain)) {
        throw new DomainError("bad_value", `There can be ${LIMIT.names} names; remove one first`);
      }
      await this.#write([scope], [addByHand(scope, domain)]);
      return domain;
    });
  }

  /**
   * Takes a name or its domain from a scope; returns what was removed. A name that became one of the
   * home since is removed as it was stored.
   */
  async remove(whose: RestrictScope, name: string): Promise<string> {
    await this.#check(whose);
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const names = await this.#withPending(scope);
      const text = asciiName(name);
      const domain = names.find((one) => one.domain === text)?.domain ?? this.#domainOf(name);
      if (!names.some((one) => one.domain === domain)) {
        throw new DomainError("not_found", `This name is not among them: ${domain}`);
      }
      await this.#write([scope], [dropName(scope, domain)]);
      this.#names.drop(scope, domain);
      return domain;
    });
  }

  /** Writes counts, and ends each learning whose days are over (task `restrict.learning`). */
  async check(): Promise<void> {
    await this.#options.household.ready();
    await this.#options.resolver.drainLearned();
    try {
      await this.#changes.take(async () => {
        await this.#writeNames();
        await this.#writeBlocks();
        await this.#endDue();
      });
    } finally {
      // A mode that changed stays changed, also if a later step failed.
      await this.#tell();
    }
  }

  /** Reports modes that changed by themselves, and publishes them. */
  async #tell(): Promise<void> {
    const alerts = this.#untold;
    this.#untold = [];
    if (alerts.length === 0) return;
    for (const alert of alerts) this.#options.raise(alert);
    await this.#options.changed();
  }

  /**
   * Moves learnings that began while the time was unknown. `by` is the correction of the clock in
   * milliseconds, `since` is when the time became unknown, by the clock before.
   */
  shift(by: number, since: number): Promise<void> {
    return this.#changes.take(async () => {
      const seconds = Math.round(by / 1000);
      const before = this.#options.runtime.now() - by;
      const learning = [...(await this.#tables.modes()).values()].filter((one) =>
        one.mode === "learning" && one.started * 1000 >= since - 1000 &&
        one.started * 1000 <= before
      );
      await this.#tables.write(
        learning.map((one) =>
          keepMode({ ...one, started: one.started + seconds, ends: one.ends + seconds })
        ),
      );
    });
  }

  /** Drops what was counted, because the database was replaced. */
  reload(): void {
    this.#names.drain();
    this.#blocks.drain();
    this.#inForce = undefined;
    this.#generation++;
  }

  /** Writes what is counted. */
  async flush(): Promise<void> {
    await this.#options.resolver.drainLearned().catch(() => {});
    try {
      await this.#changes.take(async () => {
        await this.#writeNames();
        await this.#writeBlocks();
      });
    } finally {
      await this.#tell();
    }
  }

  #begun(scope: string, mode: RestrictMode, days: number): StoredMode {
    const started = Math.floor(this.#options.runtime.now() / 1000);
    const ends = mode === "learning" ? started + days * DAY : 0;
    return { scope, mode, days, started: mode === "off" ? 0 : started, ends, stopped: "" };
  }

  /** The device of a scope that is one. Refuses devices and groups that do not exist. */
  async #check({ kind, id }: RestrictScope): Promise<Device | undefined> {
    const { household } = this.#options;
    await household.ready();
    if (kind === "device") return household.device(id);
    if (kind === "group") household.group(id);
    else if (id !== 0) {
      throw new DomainError("bad_value", "The names for all devices have number 0");
    }
    return undefined;
  }

  #domainOf(text: string): string {
    const name = asciiName(text);
    const domain = name === undefined ? "" : restrictedDomain(name, this.#options.settings());
    if (domain !== "") return domain;
    throw new DomainError(
      "bad_value",
      name === undefined
        ? `This is no domain name: ${text}`
        : `This is a name of the home, which is never blocked: ${name}`,
    );
  }

  /** Writes what scopes learned, or one scope. Those that found too many names stop. */
  async #writeNames(only?: string): Promise<void> {
    const pending = this.#names.drain(only);
    if (pending.size === 0) return;
    try {
      const stopped = await this.#store(pending);
      // A person who restricts the scope has seen it.
      if (only === undefined) this.#untold.push(...stopped);
    } catch (error) {
      this.#names.restore(pending);
      throw error;
    }
  }

  async #store(pending: ReadonlyMap<string, PendingLearning>): Promise<AlertToRaise[]> {
    const modes = await this.#tables.modes();
    const statements: Statement[] = [];
    const alerts: AlertToRaise[] = [];
    const stopped = new Set<string>();
    for (const [scope, { names, isOver }] of pending) {
      const row = modes.get(scope);
      if (row?.mode !== "learning" || this.#isSuspended(scope)) continue;
      const known = new Set((await this.#tables.names(scope)).map(({ domain }) => domain));
      const room = LIMIT.names - known.size;
      const fresh = [...names.values()].filter(({ domain }) => !known.has(domain));
      const left = new Set(fresh.slice(0, Math.max(0, room)).map(({ domain }) => domain));
      const kept = [...names.values()].filter(({ domain }) =>
        known.has(domain) || left.has(domain)
      );
      statements.push(addLearned(scope, kept));
      if (!isOver && fresh.length <= room) continue;
      statements.push(keepMode({ ...row, mode: "off", ends: 0, stopped: "toomany" }));
      stopped.add(scope);
      const detail = scope.replace(":", "|");
      alerts.push({ kind: "restricted.toomany", ...this.#subjectOf(scope), detail });
    }
    await this.#write([...stopped], statements);
    return alerts;
  }

  async #writeBlocks(): Promise<void> {
    const counts = this.#blocks.drain();
    const today = this.#dayOf(this.#options.runtime.now());
    const first = today - LIMIT.outsideDays + 1;
    try {
      const stored = await this.#tables.blocked(today - 1);
      await this.#tables.write([
        ...bounded(counts, stored).filter(({ scope }) => this.#exists(scope)).map(addBlocked),
        ...(counts.length > 0 || this.#expired < first ? [expireBlocked(first)] : []),
      ]);
      this.#expired = first;
    } catch (error) {
      for (const one of counts) this.#blocks.add(one);
      throw error;
    }
  }

  /** The day before which rows were removed last. */
  #expired = 0;

  /** Ends learnings whose days are over. While the time is unknown, none ends. */
  async #endDue(): Promise<void> {
    if (!this.#options.timeKnown()) return;
    const now = this.#options.runtime.now() / 1000;
    const due = [...(await this.#tables.modes()).values()].filter(({ scope, mode, ends }) =>
      mode === "learning" && ends <= now && !this.#isSuspended(scope)
    );
    if (due.length === 0) return;
    const counts = await this.#tables.counts();
    await this.#write(
      due.map(({ scope }) => scope),
      due.map(({ scope, days }) => keepMode(this.#begun(scope, "restricted", days))),
    );
    this.#untold.push(...due.map(({ scope }): AlertToRaise => ({
      kind: "restricted.learned",
      ...this.#subjectOf(scope),
      detail: String(counts.get(scope) ?? 0),
    })));
  }

  /** The device of an alert, or the name of the group. */
  #subjectOf(scope: string): Pick<AlertToRaise, "deviceId" | "name"> {
    const id = idOf(scope);
    if (scope.startsWith("device:")) return { deviceId: id };
    return { name: this.#options.household.groups.get(id)?.name ?? "" };
  }

  /** The names of a scope that may be shown. */
  async #shownNames(scope: string): Promise<StoredName[]> {
    const names = await this.#withPending(scope);
    if (!this.#isPrivate(scope)) return names;
    return names.filter(({ source }) => source === "admin").map(({ domain, source }) => ({
      domain,
      source,
      firstSeen: 0,
      lastSeen: 0,
      hits: 0,
    }));
  }

  /** The names of a scope in order, with those that are not written yet. */
  async #withPending(scope: string): Promise<StoredName[]> {
    const stored = await this.#tables.names(scope);
    const pending = this.#names.of(scope);
    if (pending === undefined) return stored;
    const names = new Map(stored.map((one) => [one.domain, one]));
    for (const counted of pending.names.values()) {
      const known = names.get(counted.domain);
      if (known !== undefined || names.size < LIMIT.names) {
        names.set(counted.domain, withCount(known, counted));
      }
    }
    return [...names.values()].sort((a, b) => a.domain < b.domain ? -1 : 1);
  }

  /** What was blocked in the last seven days, written or not, the last first. */
  async #allBlocked(): Promise<BlockedName[]> {
    const today = this.#dayOf(this.#options.runtime.now());
    const first = today - LIMIT.outsideDays + 1;
    const stored = await this.#tables.blocked(first);
    const pending = this.#blocks.all().filter(({ day }) => day >= first);
    return [...stored, ...pending].sort((a, b) => b.last - a.last);
  }

  #deviceView(
    device: Device,
    { mode, via }: Pick<RestrictDevice, "mode" | "via">,
    rows: readonly BlockedName[],
  ): RestrictDevice {
    const suspended = this.#isAdults(device);
    const { id, groupId } = device;
    const none = { blockedToday: 0, blocked: 0, outside: [] };
    if (suspended) return { id, mode, via, groupId, suspended, ...none };
    const today = this.#dayOf(this.#options.runtime.now());
    const sum = (some: readonly BlockedName[]) => some.reduce((all, { hits }) => all + hits, 0);
    return {
      id,
      mode,
      via,
      groupId,
      suspended,
      blockedToday: sum(rows.filter(({ day }) => day === today)),
      blocked: sum(rows),
      outside: outsideOf(rows),
    };
  }

  #dayOf(unix: number): number {
    return dayOf(unix, this.#options.offset);
  }

  #isAdults(device: Device): boolean {
    const { people } = this.#options.household;
    return peopleOf(device).some((id) => people.get(id)?.profile === "adult");
  }

  /** Whether a scope is a device that an adult uses. */
  #isSuspended(scope: string): boolean {
    if (!scope.startsWith("device:")) return false;
    const device = this.#options.household.devices.get(idOf(scope));
    return device !== undefined && this.#isAdults(device);
  }

  /** Whether adults use the device of a scope, or all devices of the group. */
  #isPrivate(scope: string): boolean {
    if (!scope.startsWith("group:")) return this.#isSuspended(scope);
    const group = idOf(scope);
    const devices = [...this.#options.household.devices.values()].filter((device) =>
      device.groupId === group
    );
    return devices.length > 0 && devices.every((device) => this.#isAdults(device));
  }

  #exists(scope: string): boolean {
    return this.#options.household.devices.has(idOf(scope));
  }

  /** Follows devices that were removed or merged. */
  #follow({ gone = {}, moved }: HouseholdChange): void {
    if (moved !== undefined) {
      const [from, into] = [formatScope("device", moved.from), formatScope("device", moved.into)];
      this.#names.move(from, into);
      this.#blocks.replace(from, into);
      this.#changed.add(from).add(into);
      return;
    }
    const devices = (gone.devices ?? []).map((id) => formatScope("device", id));
    for (const scope of devices) this.#blocks.replace(scope);
    for (
      const scope of [
        ...devices,
        ...(gone.groups ?? []).map((id) => formatScope("group", id)),
      ]
    ) {
      this.#names.forget(scope);
      this.#changed.add(scope);
    }
  }
}

const NOTHING: readonly RestrictedRow[] = [];
const NO_NAMES: readonly string[] = [];

function idOf(scope: string): number {
  return Number(scope.slice(scope.indexOf(":") + 1));
}

/** The mode of a device, its own or that of its group; undefined = none. */
function modeOf(
  { id, groupId }: Device,
  modes: ReadonlyMap<string, StoredMode>,
): Pick<RestrictDevice, "mode" | "via"> | undefined {
  const own = modes.get(formatScope("device", id))?.mode ?? "off";
  if (own !== "off") return { mode: own, via: "device" };
  const ofGroup = modes.get(formatScope("group", groupId))?.mode ?? "off";
  return ofGroup === "off" ? undefined : { mode: ofGroup, via: "group" };
}

/** The domains of rows, each once with its last time, the last first. */
function outsideOf(rows: readonly BlockedName[]): OutsideDomain[] {
  const found = new Map<string, OutsideDomain>();
  for (const { domain, last, hits } of rows) {
    if (domain === "") continue;
    const known = found.get(domain);
    found.set(domain, {
      domain,
      last: Math.max(last, known?.last ?? 0),
      hits: hits + (known?.hits ?? 0),
    });
  }
  return [...found.values()].sort((a, b) => b.last - a.last);
}

/** Counts together the domains beyond the most that are kept of a device and day. */
function bounded(
  counts: readonly BlockedName[],
  stored: readonly BlockedName[],
): readonly BlockedName[] {
  const places = Map.groupBy(stored, ({ scope, day }) => `${scope} ${day}`);
  const known = new Map(
    [...places].map(([place, rows]) => [place, new Set(rows.map(({ domain }) => domain))]),
  );
  const blocks = new PendingBlocks();
  for (const one of counts) {
    const place = `${one.scope} ${one.day}`;
    const domains = known.get(place) ?? new Set();
    known.set(place, domains);
    const hasRoom = domains.has(one.domain) || domains.size < LIMIT.outsidePerDay;
    if (hasRoom) domains.add(one.domain);
    blocks.add(hasRoom ? one : { ...one, domain: "" });
  }
  return blocks.all();
}

function withCount(known: StoredName | undefined, counted: CountedName): StoredName {
  const { domain, hits, first, last } = counted;
  if (known === undefined) {
    return { domain, source: "learned", firstSeen: first, lastSeen: last, hits };
  }
  return {
    ...known,
    firstSeen: known.firstSeen || first,
    lastSeen: Math.max(known.lastSeen, last),
    hits: known.hits + hits,
  };
}
