/** Writes what was chosen of a plan: each thing whole or not at all, in an order in which nothing misses what it needs. */
import { scopeOf } from "../../../../policy/model/scope.ts";
import { SettingsRefused } from "../../../settings/saved.ts";
import { ApiError } from "../../../http/errors.ts";
import { ChoiceRefused } from "../../protection/choices/service.ts";
import { ListError } from "../../protection/lists/service.ts";
import { RecordRefused } from "../../network/records/service.ts";
import { RuleRefused } from "../../protection/rules/service.ts";
import { keyOf, type Target, type Whom } from "./model.ts";
import type { ImportParts, KnownDevice } from "./parts.ts";
import type { PlanItem } from "./plan.ts";

/** Seconds that a local record lives. */
const RECORD_TTL = 60;

/** Told of each item that was tried: "" = it is written, otherwise why not. */
export type Tell = (item: PlanItem, error: string) => void;

/** Writes the items in the order of the plan. Rejects with DatabaseUnavailable; what was told until then is written. */
export async function applyItems(
  items: readonly PlanItem[],
  parts: ImportParts,
  by: string,
  tell: Tell,
): Promise<void> {
  const writer = new Writer(parts, by);
  await writer.begin();
  const settings = items.filter(({ what }) => what === "setting" || what === "upstream");
  for (const item of items) {
    // All settings are one change, made where the first of them stands.
    if (item === settings[0]) await writer.settings(settings, tell);
    if (settings.includes(item) || item.target === undefined) continue;
    tell(item, await refusalOf(writer.write(item.target)));
  }
  await writer.end();
}

async function refusalOf(work: Promise<void>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

/** Whether a part of the box said no, with a sentence. */
function isRefusal(error: unknown): error is Error {
  return [ApiError, ChoiceRefused, ListError, RecordRefused, RuleRefused, SettingsRefused, MissingPart].some((kind) =>
    error instanceof kind
  );
}

/** Whom something is for was not written. */
class MissingPart extends Error {}

class Writer {
  readonly #parts: ImportParts;
  readonly #by: string;
  readonly #groups = new Map<string, number>();
  readonly #people = new Map<string, number>();
  #devices = new Map<string, KnownDevice>();
  readonly #added: number[] = [];

  constructor(parts: ImportParts, by: string) {
    this.#parts = parts;
    this.#by = by;
  }

  async begin(): Promise<void> {
    for (const { id, name } of await this.#parts.groups.list()) this.#groups.set(keyOf(name), id);
    for (const { id, name } of await this.#parts.people.list()) this.#people.set(keyOf(name), id);
    await this.#readDevices();
  }

  /** The new lists are fetched meanwhile; each tells by itself how it is. */
  async end(): Promise<void> {
    for (const id of this.#added) void this.#parts.lists.refresh(id).catch(() => {});
    return await Promise.resolve();
  }

  /** All settings or none; where one is refused, each is tried alone, so that the others hold. */
  async settings(items: readonly PlanItem[], tell: Tell): Promise<void> {
    const change = async (of: readonly PlanItem[]) =>
      await refusalOf(this.#parts.settings.change(
        Object.fromEntries(of.map(({ target }) => {
          const { key, value } = target as Extract<Target, { what: "setting" }>;
          return [key, value];
        })),
        this.#by,
      ));
    const refused = await change(items);
    if (refused === "") return items.forEach((item) => tell(item, ""));
    for (const item of items) tell(item, items.length === 1 ? refused : await change([item]));
  }

  async write(target: Target): Promise<void> {
    switch (target.what) {
      case "group":
        return void this.#groups.set(keyOf(target.name), (await this.#parts.groups.add({ name: target.name })).id);
      case "person": {
        const { id } = await this.#parts.people.add({ name: target.name, profile: target.profile });
        return void this.#people.set(keyOf(target.name), id);
      }
      case "device":
        return await this.#device(target);
      case "record": {
        const { name, type, value } = target;
        const draft = { name, type: type as "A", value, ttl: RECORD_TTL, enabled: true, comment: "" };
        return void await this.#parts.records.add(draft, this.#by);
      }
      case "list":
        return await this.#list(target);
      case "rule":
        return void await this.#parts.rules.set(
          { ...target.rule, scope: await this.#scope(target.whom), until: 0 },
          this.#by,
        );
      case "service":
      case "category":
      case "safe_search": {
        const { what, key, value, schedule } = target, scope = await this.#scope(target.whom);
        return await this.#parts.choices.choose(scope, what, [{ key, value, schedule }], this.#by);
      }
      default:
        return await this.#parts.settings.change({ [target.key]: target.value }, this.#by);
    }
  }

  async #list({ url, kind, name, enabled }: Extract<Target, { what: "list" }>): Promise<void> {
    const id = this.#parts.offeredAt(url)?.id, named = name === "" ? {} : { name };
    const added = await this.#parts.lists.add({ url: id ?? url, kind, ...named });
    if (enabled) this.#added.push(added.id);
    else await this.#parts.lists.setEnabled(added.id, false);
  }

  /** A device with its machines joined, its words, and whose it is, in this order: each is whole by itself. */
  async #device(target: Extract<Target, { what: "device" }>): Promise<void> {
    const { devices } = this.#parts, { name, kind, system } = target;
    const words = { ...(name && { name }), ...(kind && { kind }), ...(system && { system }) };
    const known = target.macs.map((mac) => this.#devices.get(mac)).find((device) => device !== undefined);
    const id = known === undefined ? (await devices.add(target.macs[0], words)).id : known.id;
    if (known !== undefined && Object.keys(words).length > 0) await devices.change(id, words);
    await this.#join(id, target.macs);
    const isShared = (known?.people.length ?? 0) > 1;
    const person = this.#people.get(keyOf(target.person)), group = this.#groups.get(keyOf(target.group));
    if (person !== undefined && !isShared) await devices.setPeople(id, { person_id: person });
    if (group !== undefined && !isShared) await devices.setGroup(id, group);
    await this.#readDevices();
    if (target.group !== "" && group === undefined) throw new MissingPart(`Its group is not there: ${target.group}`);
  }

  async #join(id: number, macs: readonly string[]): Promise<void> {
    await this.#readDevices();
    for (const mac of macs) {
      const there = this.#devices.get(mac);
      if (there?.id === id) continue;
      const other = there?.id ?? (await this.#parts.devices.add(mac, {})).id;
      await this.#parts.devices.merge(id, other);
      await this.#readDevices();
    }
  }

  async #readDevices(): Promise<void> {
    const devices = await this.#parts.knownDevices();
    this.#devices = new Map(devices.flatMap((device) => device.macs.map((mac) => [mac, device])));
  }

  /** The scope of whom a thing is for. A device that nobody knows yet becomes one. */
  async #scope(whom: Whom): Promise<string> {
    if (whom.kind === "all") return "all";
    if (whom.kind === "device") {
      const known = this.#devices.get(whom.mac);
      if (known !== undefined) return scopeOf("device", known.id);
      const { id } = await this.#parts.devices.add(whom.mac, whom.name === "" ? {} : { name: whom.name });
      await this.#readDevices();
      return scopeOf("device", id);
    }
    const id = (whom.kind === "group" ? this.#groups : this.#people).get(keyOf(whom.name));
    if (id === undefined) throw new MissingPart(`Whom it is for is not there: ${whom.name}`);
    return scopeOf(whom.kind, id);
  }
}
