/**
 * Writes the selected items of a plan. Each item is written completely or not at all, after the
 * items that it depends on.
 */
import { formatScope } from "../../../../policy/model/scope.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type ItemScope, keyOf, type Target } from "./model.ts";
import type { ImportParts } from "./box_contents.ts";
import type { PlanItem } from "./plan_item.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** TTL of a local record in seconds. */
const RECORD_TTL = 60;

/** Called for each item that was tried: "" = it is written, otherwise the reason why not. */
export type OnItem = (item: PlanItem, error: string) => void;

/**
 * Writes the items in the order of the plan. Rejects with DatabaseUnavailableError; items reported
 * until then stay written.
 */
export async function applyItems(
  items: readonly PlanItem[],
  parts: ImportParts,
  by: string,
  tell: OnItem,
): Promise<void> {
  const writer = new Writer(parts, by);
  await writer.begin();
  const settings = items.filter(({ what }) => what === "setting" || what === "upstream");
  for (const item of items) {
    // All settings are one change, made at the position of the first of them.
    if (item === settings[0]) await writer.settings(settings, tell);
    if (settings.includes(item) || item.target === undefined) continue;
    tell(item, await refusalOf(writer.write(item.target)));
  }
  writer.end();
}

async function refusalOf(work: Promise<void>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

class Writer {
  readonly #parts: ImportParts;
  readonly #by: string;
  readonly #groups = new Map<string, number>();
  readonly #people = new Map<string, number>();
  /**
   * Numbers of devices by hardware address, and of those that several people share: these keep
   * their people.
   */
  readonly #devices = new Map<string, number>();
  readonly #shared = new Set<number>();
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

  async #readDevices(): Promise<void> {
    for (const { id, macs, people } of await this.#parts.knownDevices()) {
      for (const mac of macs) this.#devices.set(mac, id);
      if (people.length > 1) this.#shared.add(id);
    }
  }

  /** Starts to fetch the new lists in the background; each list reports its own state. */
  end(): void {
    for (const id of this.#added) this.#parts.lists.refresh(id).catch(() => {});
  }

  /**
   * Writes all settings in one change. When it is refused, each setting is tried alone, so that
   * valid ones are written.
   */
  async settings(items: readonly PlanItem[], tell: OnItem): Promise<void> {
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
        return void this.#groups.set(
          keyOf(target.name),
          (await this.#parts.groups.add({ name: target.name })).id,
        );
      case "person": {
        const { id } = await this.#parts.people.add({ name: target.name, profile: target.profile });
        return void this.#people.set(keyOf(target.name), id);
      }
      case "device":
        return await this.#device(target);
      case "record": {
        const { name, type, value, ttl = RECORD_TTL } = target;
        const draft = {
          name,
          type: type as "A",
          value,
          ttl,
          enabled: true,
          comment: "",
        };
        return void await this.#parts.records.add(draft, this.#by);
      }
      case "own_upstreams": {
        const scope = await this.#scope(target.whom);
        return void await this.#parts.scopeUpstreams.set(scope, target.lines, this.#by);
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
        const { what, key, value, schedule } = target;
        const scope = await this.#scope(target.whom);
        return await this.#parts.choices.choose(scope, what, [{ key, value, schedule }], this.#by);
      }
      default:
        return await this.#parts.settings.change({ [target.key]: target.value }, this.#by);
    }
  }

  async #list(target: Extract<Target, { what: "list" }>): Promise<void> {
    const { url, kind, name, enabled } = target;
    const scopes = await this.#scopes(target.scopes);
    const except = await this.#scopes(target.except);
    const { lists } = this.#parts;
    const there = (await lists.list()).find((list) => list.url === url && list.kind === kind);
    if (there !== undefined) return void await lists.setReach(there.id, { scopes, except });
    const id = this.#parts.offeredAt(url)?.id;
    const named = name === "" ? {} : { name };
    const added = await lists.add({ url: id ?? url, kind, ...named, scopes, except });
    if (enabled) this.#added.push(added.id);
    else await lists.setEnabled(added.id, false);
  }

  /**
   * Writes a device: its machines, then its names, then its owner. Each step is one transaction.
   */
  async #device(target: Extract<Target, { what: "device" }>): Promise<void> {
    const { devices } = this.#parts;
    const { name, kind, system, macs } = target;
    const words = { ...(name && { name }), ...(kind && { kind }), ...(system && { system }) };
    const there = macs.map((mac) => this.#devices.get(mac)).find((id) => id !== undefined);
    const id = there ?? await this.#add(macs[0], words);
    if (there !== undefined && Object.keys(words).length > 0) await devices.change(id, words);
    for (const mac of macs) await this.#join(id, mac);
    const person = this.#people.get(keyOf(target.person));
    const group = this.#groups.get(keyOf(target.group));
    if (person !== undefined && !this.#shared.has(id)) {
      await devices.setPeople(id, { person_id: person });
    }
    if (group !== undefined && !this.#shared.has(id)) await devices.setGroup(id, group);
    if (target.group !== "" && group === undefined) {
      throw new DomainError("not_found", sentence`Its group does not exist: ${target.group}`);
    }
  }

  /** Adds a device. One that the network showed during the import gets the words instead. */
  async #add(mac: string, words: Readonly<Record<string, string>>): Promise<number> {
    try {
      const { id } = await this.#parts.devices.add(mac, words);
      this.#devices.set(mac, id);
      return id;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "conflict")) throw error;
      await this.#readDevices();
      const id = this.#devices.get(mac);
      if (id === undefined) throw error;
      if (Object.keys(words).length > 0) await this.#parts.devices.change(id, words);
      return id;
    }
  }

  /** Joins a machine to a device. */
  async #join(id: number, mac: string): Promise<void> {
    const other = this.#devices.get(mac) ?? await this.#add(mac, {});
    if (other === id) return;
    await this.#parts.devices.merge(id, other);
    for (const [each, device] of this.#devices) if (device === other) this.#devices.set(each, id);
  }

  async #scopes(whom: readonly ItemScope[]): Promise<string[]> {
    const scopes: string[] = [];
    for (const each of whom) scopes.push(await this.#scope(each));
    return scopes;
  }

  /**
   * Returns the scope that an item applies to, and creates the device when the box does not know it
   * yet.
   */
  async #scope(whom: ItemScope): Promise<string> {
    if (whom.kind === "all") return "all";
    if (whom.kind === "profile") return `profile:${whom.name}`;
    if (whom.kind === "device") {
      const words = whom.name === "" ? {} : { name: whom.name };
      return formatScope("device", this.#devices.get(whom.mac) ?? await this.#add(whom.mac, words));
    }
    const id = (whom.kind === "group" ? this.#groups : this.#people).get(keyOf(whom.name));
    if (id === undefined) {
      throw new DomainError(
        "not_found",
        sentence`The person, group or device it is for does not exist: ${whom.name}`,
      );
    }
    return formatScope(whom.kind, id);
  }
}
