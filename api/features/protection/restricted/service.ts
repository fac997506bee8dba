/**
 * Restricted mode: devices and groups learn the domains that they ask for, and then get no others
 * (A 3.1, 7.2). Names come from the resolver threads, counts are kept in memory and written once a
 * minute, and the policy is published when a mode changes.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { domainOfRestricted } from "../../../../policy/decide/restricted.ts";
import { asciiName } from "../../../../policy/lists/host_name.ts";
import { isPublicSuffix } from "../../../../policy/lists/public_suffix.ts";
import type { RestrictedRow, RestrictMode } from "../../../../policy/model/household.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { formatScope, parseScope } from "../../../../policy/model/scope.ts";
import { type HomeSettings, restrictedDomain } from "../../../../policy/restricted/domain.ts";
import type { Learned, Observation, ResolverHandle } from "../../../../resolver/protocol.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { AlertToRaise, RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database, Statement } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { Device, HouseholdRepository } from "../../household/household_repository.ts";
import type { HouseholdChange } from "../../household/members.ts";
import { isAdults } from "../../household/minors.ts";
import { BlockedDomains } from "./blocked.ts";
import { deviceView, followedMode, followingDevices, type RestrictDevice } from "./device_view.ts";
import { NamesInForce } from "./names_in_force.ts";
import { type PendingLearning, PendingNames } from "./pending.ts";
import {
  addByHand,
  addLearned,
  beginMode,
  type CountedName,
  dropForgotten,
  dropMode,
  dropUndoOver,
  forgetName,
  keepBefore,
  keepMode,
  restoreBefore,
  restoreNames,
  RestrictTables,
  shiftForgotten,
  type StoredMode,
  type StoredName,
  UNDO_SECONDS,
  writeBefore,
} from "./table.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

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

/** A device or a group; or everyone, who has names but no mode. */
export interface RestrictScope {
  readonly kind: "device" | "group" | "all";
  readonly id: number;
}

/** A mode with the number of its names. */
export interface RestrictSubject extends StoredMode {
  readonly names: number;
}

/** A mode after a request to change it. */
export interface ChangedMode {
  readonly mode: StoredMode;
  /** Whether it differs from the mode before. */
  readonly isChanged: boolean;
}

/** A mode after an undo. */
export interface UndoneMode {
  readonly mode: StoredMode;
  /** Whether a new learning was undone; otherwise a learning goes on that was ended. */
  readonly isRestored: boolean;
}

/** Everything about restricted mode. */
export interface RestrictOverview {
  readonly subjects: readonly RestrictSubject[];
  readonly devices: readonly RestrictDevice[];
  readonly all: readonly StoredName[];
}

const { restricted: LIMIT } = LIMITS;
const DAY = 86_400;

/**
 * Unix seconds until which a learning that a person ended can go on, as if it had not been ended;
 * 0 = there is none.
 */
export function undoUntil({ started, undoEnds }: StoredMode): number {
  return undoEnds > 0 ? Math.min(undoEnds, started + UNDO_SECONDS) : 0;
}

/** The text of a scope. */
export function restrictScope({ kind, id }: RestrictScope): string {
  return kind === "all" ? EVERYONE : formatScope(kind, id);
}

/** The service. Methods reject with DomainError (a refusal) or DatabaseUnavailableError. */
export class RestrictService {
  readonly #options: RestrictOptions;
  readonly #tables: RestrictTables;
  readonly #names = new PendingNames();
  readonly #inForce: NamesInForce;
  readonly #blocked: BlockedDomains;
  /** Changes and writes run one after another. */
  readonly #changes = new Mutex();
  /** Alerts about modes that changed by themselves and are not published yet. */
  #unpublished: AlertToRaise[] = [];

  constructor(options: RestrictOptions) {
    this.#options = options;
    this.#tables = new RestrictTables(options.db);
    this.#inForce = new NamesInForce(this.#tables);
    this.#blocked = new BlockedDomains({ ...options, tables: this.#tables });
    options.resolver.onLearned((learned) => this.take(learned));
    options.household.onChange((change) => this.#follow(change));
  }

  /** Modes and names for the snapshot. */
  async rows(): Promise<readonly RestrictedRow[]> {
    const modes = await this.#tables.modes();
    if (![...modes.values()].some(({ mode }) => mode !== "off")) return NOTHING;
    const names = await this.#inForce.read();
    return [...new Set([...modes.keys(), ...names.keys()])].sort().map((scope) => ({
      scope,
      mode: modes.get(scope)?.mode ?? "off",
      names: names.get(scope) ?? NO_NAMES,
    }));
  }

  /** Writes statements that change what scopes have in the snapshot. */
  async #write(scopes: readonly string[], statements: readonly Statement[]): Promise<void> {
    await this.#tables.write(statements);
    this.#inForce.changed(scopes);
  }

  /** Counts names that devices learned; never waits. */
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
      this.#blocked.add(scope, domain, time);
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
      this.#blocked.recent(),
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
    const { today } = this.#blocked;
    const devices: RestrictDevice[] = [];
    for (const { device, followed } of followingDevices(household.devices.values(), modes)) {
      const rows = byDevice.get(formatScope("device", device.id)) ?? [];
      devices.push(deviceView(device, followed, this.#isAdults(device), rows, today));
    }
    return { subjects, devices: devices.sort((a, b) => a.id - b.id), all };
  }

  /**
   * The names of a scope, with what is not written yet. What a device of an adult learned is left
   * out, because it shows what they did.
   */
  async names(whose: RestrictScope): Promise<StoredName[]> {
    await this.#check(whose);
    return await this.#shownNames(restrictScope(whose));
  }

  /**
   * Changes the mode of a device or a group; 0 days = as before, or the default. A learning always
   * begins anew; any other mode that is in force already stays as it is.
   */
  async setMode(whose: RestrictScope, mode: RestrictMode, days: number): Promise<ChangedMode> {
    await this.#check(whose, mode !== "off");
    const scope = restrictScope(whose);
    const { resolver } = this.#options;
    if (mode === "restricted") await resolver.drainLearned();
    // A thread that fails must not keep anybody from turning the mode off or learning again.
    else await resolver.drainLearned().catch(() => {});
    return await this.#changes.take(async () => {
      const before = (await this.#tables.modes()).get(scope);
      if (isSameMode(before, mode, days)) {
        return { mode: before ?? this.#begun(scope, "off", LIMIT.learningDays), isChanged: false };
      }
      // Too many names do not matter any more once a person ends the learning.
      await this.#writeNames(scope);
      if (mode === "learning") {
        const begun = await this.#beginLearning(scope, before, days);
        await this.#write([scope], begun.statements);
        this.#names.forget(scope);
        return { mode: begun.mode, isChanged: true };
      }
      const begun = this.#begun(scope, mode, days || before?.days || LIMIT.learningDays);
      const undoEnds = endOfLearning(before, begun.started);
      const restoreUntil = before?.restoreUntil ?? 0;
      const next = { ...begun, restoreUntil, ...undoEnds > 0 && { days: before!.days, undoEnds } };
      await this.#write([scope], beginMode(next));
      this.#names.forget(scope);
      return { mode: next, isChanged: true };
    });
  }

  /**
   * Begins a learning, and keeps the mode and the names before it for a day. One that begins once
   * more on that day is undone together with the first.
   */
  async #beginLearning(
    scope: string,
    before: StoredMode | undefined,
    days: number,
  ): Promise<{ mode: StoredMode; statements: Statement[] }> {
    const begun = this.#begun(scope, "learning", days || LIMIT.learningDays);
    if (before?.mode === "learning" && before.restoreUntil > begun.started) {
      const mode = { ...begun, restoreUntil: before.restoreUntil };
      return { mode, statements: beginMode(mode) };
    }
    const names = await this.#tables.names(scope);
    const loses = before !== undefined && before.mode !== "learning" ||
      names.some(({ source }) => source === "learned");
    if (!loses) {
      return { mode: begun, statements: beginMode(begun) };
    }
    const restoreUntil = begun.started + UNDO_SECONDS;
    const kept = before ?? this.#begun(scope, "off", LIMIT.learningDays);
    const mode = { ...begun, restoreUntil };
    return { mode, statements: [...keepBefore({ ...kept, restoreUntil }), ...beginMode(mode)] };
  }

  /**
   * Undoes the last change of a mode (decision 0182): lets a learning go on that a person ended, or
   * brings back the mode and the names before a new learning. Rejects when there is neither, also
   * because a day has passed.
   */
  async undo(whose: RestrictScope): Promise<UndoneMode> {
    await this.#check(whose, true);
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const present = (await this.#tables.modes()).get(scope);
      const now = this.#options.runtime.now() / 1000;
      if (present !== undefined && undoUntil(present) > now) {
        const { days, undoEnds: ends } = present;
        const started = ends - days * DAY;
        const mode: StoredMode = { ...present, mode: "learning", started, ends, undoEnds: 0 };
        await this.#write([scope], [keepMode(mode)]);
        return { mode, isRestored: false };
      }
      if (present !== undefined && present.restoreUntil > now) {
        return { mode: await this.#restore(scope), isRestored: true };
      }
      throw new DomainError(
        "conflict",
        sentence`There is nothing left to undo: ${this.#nameOf(whose)}`,
      );
    });
  }

  /** Brings back the mode and the names before a new learning. */
  async #restore(scope: string): Promise<StoredMode> {
    const before = (await this.#tables.before()).get(scope)!;
    const since = before.restoreUntil - UNDO_SECONDS;
    const removed = new Set(
      (await this.#tables.forgotten(scope, "person"))
        .filter((one) => one.removed >= since).map(({ domain }) => domain),
    );
    const names = (await this.#tables.forgotten(scope, "learning"))
      .filter(({ domain }) => !removed.has(domain));
    const added = (await this.#tables.names(scope)).filter(({ source }) => source === "admin");
    checkRoom(new Set([...added, ...names].map(({ domain }) => domain)).size);
    await this.#write([scope], restoreBefore(before, names));
    this.#names.forget(scope);
    return { ...before, restoreUntil: 0 };
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
          followedMode(device, modes) === undefined;
        return isOpen ? [formatScope("device", id)] : [];
      });
      const statements: Statement[] = [];
      for (const scope of scopes) {
        const begun = await this.#beginLearning(scope, modes.get(scope), days);
        statements.push(...begun.statements);
      }
      await this.#write(scopes, statements);
      for (const scope of scopes) this.#names.forget(scope);
      return scopes;
    });
  }

  /** Allows the domain of a name for a scope; returns the domain. */
  async allow(whose: RestrictScope, name: string): Promise<string> {
    await this.#check(whose);
    const domain = this.#domainOf(name);
    if (isPublicSuffix(domain)) {
      throw new DomainError(
        "bad_value",
        sentence`This ending belongs to many owners; give one domain: ${domain}`,
      );
    }
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const names = await this.#withPending(scope);
      if (!names.some((one) => one.domain === domain)) checkRoom(names.length + 1);
      await this.#write([scope], [addByHand(scope, domain)]);
      return domain;
    });
  }

  /**
   * Removes a name that is shown, or its domain, from a scope; returns what was removed. A name that
   * has become one of the home since it was stored is removed as it is. It can come back for a day.
   */
  async remove(whose: RestrictScope, name: string): Promise<string> {
    await this.#check(whose);
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const shown = await this.#shownNames(scope);
      const domain = this.#domainAmong(shown, name);
      const removed = (await this.#withPending(scope)).find((one) => one.domain === domain)!;
      await this.#write([scope], forgetName(scope, removed, this.#now()));
      this.#names.drop(scope, domain);
      return domain;
    });
  }

  /**
   * Brings a name back that a person removed within a day: learned or added, with its counts.
   * Returns the domain.
   */
  async undoRemoval(whose: RestrictScope, name: string): Promise<string> {
    await this.#check(whose);
    const scope = restrictScope(whose);
    return await this.#changes.take(async () => {
      const now = this.#now();
      const isPrivate = this.#isPrivate(scope);
      const removed = (await this.#tables.forgotten(scope, "person")).filter((one) =>
        one.removed + UNDO_SECONDS > now && (one.source === "admin" || !isPrivate)
      );
      const domain = this.#domainAmong(removed, name);
      const names = await this.#withPending(scope);
      if (!names.some((one) => one.domain === domain)) checkRoom(names.length + 1);
      const back = removed.filter((one) => one.domain === domain);
      await this.#write([scope], [restoreNames(scope, back), dropForgotten(scope, domain)]);
      return domain;
    });
  }

  /** Writes counts, and ends each learning whose days are over (task `restrict.learning`). */
  async check(): Promise<void> {
    await this.#options.household.ready();
    const failure = await this.#options.resolver.drainLearned().then(
      () => undefined,
      (error: Error) => error,
    );
    await this.#runAndPublish(async () => {
      await this.#writeCounts();
      // A learning ends with the names of all threads.
      if (failure !== undefined) throw failure;
      await this.#endDue();
      await this.#forgetUndo();
    });
  }

  /**
   * Moves learnings that began or were ended while the time was unknown. `by` is the correction of
   * the clock in milliseconds, `since` is when the time became unknown, by the clock before.
   */
  shift(by: number, since: number): Promise<void> {
    return this.#changes.take(async () => {
      const seconds = Math.round(by / 1000);
      const unknownUntil = this.#options.runtime.now() - by;
      const isUnknown = (time: number) =>
        time * 1000 >= since - 1000 && time * 1000 <= unknownUntil;
      const move = (row: StoredMode): StoredMode => {
        const { mode, days, ends, undoEnds } = row;
        if (!isUnknown(row.started)) return row;
        const started = row.started + seconds;
        if (mode === "learning") return { ...row, started, ends: ends + seconds };
        if (undoEnds === 0) return row;
        const hasMoved = isUnknown(undoEnds - days * DAY);
        return { ...row, started, undoEnds: hasMoved ? undoEnds + seconds : undoEnds };
      };
      const before = [...(await this.#tables.before()).values()].map((row) => {
        const { restoreUntil } = row;
        const isMoved = isUnknown(restoreUntil - UNDO_SECONDS);
        return { ...move(row), restoreUntil: isMoved ? restoreUntil + seconds : restoreUntil };
      });
      const modes = [...(await this.#tables.modes()).values()];
      await this.#tables.write([
        ...modes.filter((row) => isUnknown(row.started)).map((row) => keepMode(move(row))),
        ...before.map(writeBefore),
        shiftForgotten(Math.ceil(since / 1000) - 1, Math.floor(unknownUntil / 1000), seconds),
      ]);
    });
  }

  /** Drops what was counted, because the database was replaced. */
  reload(): void {
    this.#names.drain();
    this.#blocked.clear();
    this.#inForce.reload();
  }

  /** Drops what was blocked and is not written yet; a write that runs ends before. */
  forgetBlocked(): Promise<void> {
    return this.#changes.take(() => {
      this.#blocked.clear();
      return Promise.resolve();
    });
  }

  /** Writes what is counted. */
  async flush(): Promise<void> {
    await this.#options.resolver.drainLearned().catch(() => {});
    await this.#runAndPublish(() => this.#writeCounts());
  }

  /** Runs work alone, then reports modes that changed by themselves, and publishes them. */
  async #runAndPublish(work: () => Promise<void>): Promise<void> {
    try {
      await this.#changes.take(work);
    } finally {
      // A mode that changed stays changed, also if a later step failed.
      await this.#publish();
    }
  }

  async #publish(): Promise<void> {
    const alerts = this.#unpublished;
    this.#unpublished = [];
    if (alerts.length === 0) return;
    for (const alert of alerts) this.#options.raise(alert);
    await this.#options.changed();
  }

  async #writeCounts(): Promise<void> {
    await this.#writeNames();
    await this.#blocked.write((scope) => this.#deviceOf(scope) !== undefined);
  }

  #begun(scope: string, mode: RestrictMode, days: number): StoredMode {
    const started = this.#now();
    const ends = mode === "learning" ? started + days * DAY : 0;
    return { scope, mode, days, started, ends, stopped: "", undoEnds: 0, restoreUntil: 0 };
  }

  /** Unix seconds. */
  #now(): number {
    return Math.floor(this.#options.runtime.now() / 1000);
  }

  /** Rejects devices and groups that do not exist; with `restricts` also devices of adults. */
  async #check({ kind, id }: RestrictScope, restricts = false): Promise<void> {
    const { household } = this.#options;
    await household.ready();
    if (kind === "device") {
      if (!this.#isAdults(household.device(id)) || !restricts) return;
      throw new DomainError(
        "bad_value",
        sentence`An adult uses this device, and adults' devices cannot be restricted`,
      );
    }
    if (kind === "group") household.group(id);
    else if (id !== 0) {
      throw new DomainError("bad_value", programSentence`The names for all devices have number 0`);
    }
  }

  /** The one of these names that a text means, as it is or by its domain. */
  #domainAmong(names: readonly StoredName[], text: string): string {
    // A device may learn a name with bytes that no name by hand can have.
    const whole = asciiName(text) ?? text;
    const domain = names.some((one) => one.domain === whole) ? whole : this.#domainOf(text);
    if (names.some((one) => one.domain === domain)) return domain;
    throw new DomainError("not_found", sentence`This name is not among them: ${domain}`);
  }

  #domainOf(text: string): string {
    const name = asciiName(text);
    const domain = name === undefined ? "" : restrictedDomain(name, this.#options.settings());
    if (domain !== "") return domain;
    throw new DomainError(
      "bad_value",
      name === undefined
        ? sentence`This is not a domain name: ${text}`
        : sentence`Names of the home are never blocked: ${name}`,
    );
  }

  /** Writes what all scopes learned, or one. A learning that found too many names ends. */
  async #writeNames(only?: string): Promise<void> {
    const pending = this.#names.drain(only);
    if (pending.size === 0) return;
    try {
      const stopped = await this.#store(pending);
      // A person who ends the learning needs no alert about it.
      if (only === undefined) this.#unpublished.push(...stopped);
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
      if (row?.mode !== "learning") continue;
      const known = new Set((await this.#tables.names(scope)).map(({ domain }) => domain));
      const room = LIMIT.names - known.size;
      const learned = [...names.values()];
      const again = learned.filter(({ domain }) => known.has(domain));
      const fresh = learned.filter(({ domain }) => !known.has(domain));
      statements.push(addLearned(scope, [...again, ...fresh.slice(0, Math.max(0, room))]));
      // What a device learned before an adult used it is kept; nothing else happens to it.
      if (!isOver && fresh.length <= room || this.#isSuspended(scope)) continue;
      statements.push(keepMode({ ...row, mode: "off", ends: 0, stopped: "toomany" }));
      stopped.add(scope);
      const detail = scope.replace(":", "|");
      alerts.push({ kind: "restricted.toomany", ...this.#subjectOf(scope), detail });
    }
    await this.#write([...stopped], statements);
    return alerts;
  }

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
    this.#unpublished.push(...due.map(({ scope }): AlertToRaise => ({
      kind: "restricted.learned",
      ...this.#subjectOf(scope),
      detail: String(counts.get(scope) ?? 0),
    })));
  }

  /** Drops what is kept of changes that cannot be undone any more. */
  async #forgetUndo(): Promise<void> {
    if (!this.#options.timeKnown()) return;
    const now = this.#now();
    const over = [...(await this.#tables.modes()).values()].filter((one) =>
      one.mode === "off" && one.stopped === "" && undoUntil(one) <= now && one.restoreUntil <= now
    );
    const isOver = await this.#tables.isUndoOver(now);
    await this.#tables.write([
      ...over.map(({ scope }) => dropMode(scope)),
      ...isOver ? dropUndoOver(now) : [],
    ]);
  }

  /** The device of an alert, or the name of the group. */
  #subjectOf(scope: string): Pick<AlertToRaise, "deviceId" | "name"> {
    const { kind, id } = parseScope(scope)!;
    if (kind === "device") return { deviceId: id };
    return { name: this.#options.household.groups.get(id)?.name ?? "" };
  }

  #nameOf({ kind, id }: RestrictScope): string {
    const { devices, groups } = this.#options.household;
    const name = kind === "device" ? devices.get(id)?.name : groups.get(id)?.name;
    return name || formatScope(kind === "group" ? "group" : "device", id);
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

  #isAdults(device: Device): boolean {
    return isAdults(device, this.#options.household.people);
  }

  /** The device of a scope; undefined = it is another scope, or the device does not exist. */
  #deviceOf(scope: string): Device | undefined {
    const { kind, id } = parseScope(scope)!;
    return kind === "device" ? this.#options.household.devices.get(id) : undefined;
  }

  /** Whether a scope is a device that an adult uses. */
  #isSuspended(scope: string): boolean {
    const device = this.#deviceOf(scope);
    return device !== undefined && this.#isAdults(device);
  }

  /** Whether adults use the device of a scope, or all devices of the group. */
  #isPrivate(scope: string): boolean {
    const { kind, id } = parseScope(scope)!;
    if (kind !== "group") return this.#isSuspended(scope);
    const devices = [...this.#options.household.devices.values()].filter((device) =>
      device.groupId === id
    );
    return devices.length > 0 && devices.every((device) => this.#isAdults(device));
  }

  /** Updates counts and names after devices or groups were removed, or devices were merged. */
  #follow({ gone = {}, moved }: HouseholdChange): void {
    if (moved !== undefined) {
      const [from, into] = [formatScope("device", moved.from), formatScope("device", moved.into)];
      this.#names.move(from, into);
      this.#blocked.replace(from, into);
      this.#inForce.changed([from, into]);
      return;
    }
    const devices = (gone.devices ?? []).map((id) => formatScope("device", id));
    const groups = (gone.groups ?? []).map((id) => formatScope("group", id));
    const scopes = [...devices, ...groups];
    for (const scope of devices) this.#blocked.replace(scope);
    for (const scope of scopes) this.#names.forget(scope);
    this.#inForce.changed(scopes);
  }
}

const NOTHING: readonly RestrictedRow[] = [];
const NO_NAMES: readonly string[] = [];

/** Refuses more names than a scope can have. */
function checkRoom(names: number): void {
  if (names <= LIMIT.names) return;
  throw new DomainError("bad_value", sentence`There can be ${LIMIT.names} names; remove one first`);
}

/** Whether a mode is in force already, so that setting it changes nothing. */
function isSameMode(before: StoredMode | undefined, mode: RestrictMode, days: number): boolean {
  // A learning that stopped by itself is no longer shown once it is turned off.
  if (mode === "off") return before === undefined || before.mode === mode && before.stopped === "";
  return mode === "restricted" && before?.mode === mode && (days === 0 || days === before.days);
}

/** When the learning would end that a mode is or ended, while it can go on; 0 = none can. */
function endOfLearning(before: StoredMode | undefined, now: number): number {
  if (before === undefined) return 0;
  if (before.mode === "learning") return before.ends;
  return undoUntil(before) > now ? before.undoEnds : 0;
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
