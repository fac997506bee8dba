/**
 * Compares each wish with the box: the box has the same value, has another one, or cannot take it.
 */
import "../../../settings/with_suffixes.ts";
import { CATEGORIES } from "../../../../policy/catalogue/categories.ts";
import { safeSearchEngine } from "../../../../policy/catalogue/safe_search.ts";
import { findService } from "../../../../policy/catalogue/services.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { ruleText } from "../../../../policy/model/personal_rule.ts";
import { parsePersonalRule } from "../../../../policy/rules/read.ts";
import { SETTINGS } from "../../../settings/list.ts";
import { readSetting } from "../../../settings/resolve.ts";
import {
  type ImportWish,
  type ItemKind,
  type ItemReason,
  type ItemScope,
  keyOf,
  printableText,
  type Target,
  whomText,
} from "./model.ts";
import type { BoxContents, ImportParts, KnownDevice } from "./box_contents.ts";
import type { PlanItem } from "./plan_item.ts";

type Compared = Pick<PlanItem, "becomes" | "status" | "before"> & {
  readonly before_scopes?: readonly string[];
  readonly before_except?: readonly string[];
  readonly value?: string;
  readonly why?: ItemReason;
  readonly detail?: string;
  readonly chosen?: boolean;
  readonly target?: Target;
};
type Of<W extends ItemKind> = Extract<Target, { what: W }>;

/** Compares wishes with the contents of the box, one after another. */
export class Comparison {
  readonly #present: BoxContents;
  readonly #parts: ImportParts;
  readonly #now: number;
  readonly #devices = new Map<string, KnownDevice>();
  readonly #records: ReadonlySet<string>;
  readonly #choices: ReadonlyMap<string, BoxContents["choices"][number]>;
  readonly #rules: ReadonlyMap<string, BoxContents["rules"][number]>;
  /**
   * Keys of the items in the plan, with their text: a source may contain one item several times.
   */
  readonly #seen = new Map<string, string>();
  /** Keys of people who exist or whom the import would create. */
  readonly #people: ReadonlySet<string>;
  #rulesLeft: number;

  constructor(
    wishes: readonly ImportWish[],
    present: BoxContents,
    parts: ImportParts,
    now: number,
  ) {
    const coming = wishes.flatMap(({ target, chosen }) =>
      chosen && target?.what === "person" ? [target.name] : []
    );
    this.#people = new Set([...present.people.map(({ name }) => name), ...coming].map(keyOf));
    this.#present = present;
    this.#parts = parts;
    this.#now = now;
    for (const device of present.devices) {
      for (const mac of device.macs) this.#devices.set(mac, device);
    }
    this.#records = new Set(
      present.records.map(({ name, type, value }) => `${name} ${type} ${value}`),
    );
    this.#choices = new Map(
      present.choices.map((row) => [`${row.kind} ${row.scope} ${row.key}`, row]),
    );
    this.#rules = new Map(present.rules.map((rule) => [`${rule.scope} ${rule.domain}`, rule]));
    this.#rulesLeft = LIMITS.rules.most - present.rules.length;
  }

  /**
   * Returns the item for a wish without its number; undefined = another item has the same content.
   */
  item({ what, from, target, why, detail, chosen }: ImportWish): Omit<PlanItem, "id"> | undefined {
    const base = { what, from, why, detail };
    const none = {
      becomes: "",
      key: "",
      value: "",
      whom: "",
      before: "",
      before_scopes: [],
      before_except: [],
      scopes: [],
      except: [],
    };
    if (target === undefined) return { ...base, ...none, status: "cannot", chosen: false };
    const compared = this.#compare(target);
    if (compared === undefined) return undefined;
    const isWritten = compared.status === "add" || compared.status === "change";
    return {
      ...base,
      ...compared,
      key: "key" in target ? target.key : "",
      value: printableText(compared.value ?? ""),
      becomes: printableText(compared.becomes),
      before: printableText(compared.before),
      before_scopes: compared.before_scopes ?? [],
      before_except: compared.before_except ?? [],
      ...scopesOf(target),
      why: compared.why ?? why,
      detail: printableText(compared.detail ?? detail),
      chosen: isWritten && chosen && compared.chosen !== false,
      ...(isWritten ? { target: compared.target ?? target } : {}),
    };
  }

  #compare(target: Target): Compared | undefined {
    switch (target.what) {
      case "group":
      case "person":
        return this.#named(target);
      case "device":
        return this.#device(target);
      case "setting":
      case "upstream":
        return this.#setting(target);
      case "record":
        return this.#record(target);
      case "list":
        return this.#list(target);
      case "rule":
        return this.#rule(target);
      case "own_upstreams":
        return this.#ownUpstreams(target);
      default:
        return this.#choice(target);
    }
  }

  #named(target: Of<"group"> | Of<"person">): Compared | undefined {
    if (this.#isRepeated(`${target.what} ${keyOf(target.name)}`, "")) return undefined;
    const there = target.what === "group" ? this.#present.groups : this.#present.people;
    const same = there.find(({ name }) => keyOf(name) === keyOf(target.name));
    const profile = target.what === "person" ? target.profile : "";
    const becomes = profile === "" ? target.name : `${target.name} (${profile})`;
    if (same === undefined) return { becomes, value: profile, status: "add", before: "" };
    return { becomes: same.name, status: "same", before: "" };
  }

  #device(target: Of<"device">): Compared | undefined {
    const known = target.macs.map((mac) => this.#devices.get(mac)).find((device) =>
      device !== undefined
    );
    const becomes = deviceText(target, "");
    if (this.#isRepeated(`device ${target.macs[0]}`, "")) return undefined;
    if (known === undefined) return { becomes, status: "add", before: "" };
    const { before, takes } = this.#deviceChange(target, known);
    if (!takes) return { becomes, status: "same", before: "" };
    // A name set in the box is kept; without other changes the user may select the imported one.
    const isRenamed = known.name !== "" && target.name !== "" && known.name !== target.name;
    if (isRenamed) {
      const kept = { ...target, name: "" };
      if (!this.#deviceChange(kept, known).takes) {
        return { becomes, status: "change", before, why: "name_taken", chosen: false };
      }
      return { ...this.#deviceChanged(kept, known), why: "name_taken", target: kept };
    }
    return this.#deviceChanged(target, known);
  }

  /** A change of a device whose name is free or stays. */
  #deviceChanged(target: Of<"device">, known: KnownDevice): Compared {
    const { before } = this.#deviceChange(target, known);
    // A device with an owner is not assigned to another person unless the user selects it.
    const { takes: more } = this.#deviceChange({ ...target, person: "" }, known);
    return {
      becomes: deviceText(target, known.name),
      status: "change",
      before,
      chosen: more || this.#people.has(keyOf(target.person)),
    };
  }

  #deviceChange(target: Of<"device">, known: KnownDevice): { before: string; takes: boolean } {
    const { people, groups } = this.#present;
    const person = people.find(({ id }) => id === known.personId)?.name ?? "";
    const group = groups.find(({ id }) => id === known.groupId)?.name ?? "";
    const differs = (wanted: string, has: string) => wanted !== "" && keyOf(wanted) !== keyOf(has);
    const isShared = known.people.length > 1;
    const takes = target.name !== "" && target.name !== known.name ||
      differs(target.kind, known.kind) ||
      differs(target.system, known.system) ||
      !isShared && (differs(target.person, person) || differs(target.group, group)) ||
      target.macs.some((mac) => this.#devices.get(mac)?.id !== known.id);
    return {
      before: [known.name, known.kind, person || group].filter((text) => text !== "").join(", "),
      takes,
    };
  }

  #setting({ what, key, value: given, append }: Of<"setting" | "upstream">): Compared | undefined {
    const row = SETTINGS.find((candidate) => candidate.key === key)!;
    const now = this.#present.settings[key] as unknown;
    const lines = append === true
      ? [...now as string[], ...(given as string[]).filter((each) => !has(now, each))]
      : given;
    const read = readSetting(row, lines);
    const value = said(read.ok ? read.value : lines);
    const becomes = `${key} = ${value}`;
    if (this.#isRepeated(`setting ${key}`, becomes)) return undefined;
    const base = { becomes, value, before: said(now) };
    if (!read.ok) return { ...base, status: "cannot", why: "bad_value", detail: row.kind.allowed };
    if (JSON.stringify(read.value) === JSON.stringify(now)) {
      return { ...base, status: "same", before: "" };
    }
    const fixed = this.#parts.settings.fixedBy(key);
    if (fixed !== "") return { ...base, status: "cannot", why: "fixed", detail: fixed };
    return { ...base, status: "change", target: { what, key, value: read.value } };
  }

  #record(target: Of<"record">): Compared | undefined {
    const becomes = `${target.name} ${target.type} ${target.value}`;
    if (this.#isRepeated(`record ${becomes}`, "")) return undefined;
    return { becomes, status: this.#records.has(becomes) ? "same" : "add", before: "" };
  }

  #list(target: Of<"list">): Compared | undefined {
    const url = URL.parse(target.url)?.href ?? target.url;
    const offered = this.#parts.offeredAt(url);
    const name = offered?.name ?? target.name;
    const becomes = name === "" ? url : `${name}: ${url}`;
    if (this.#isRepeated(`list ${target.kind} ${url}`, "")) return undefined;
    const there = this.#present.lists.find((list) => list.url === url && list.kind === target.kind);
    const written: Target = { ...target, url, name };
    if (there === undefined) return { becomes, status: "add", before: "", target: written };
    const isSame = sameScopes(there.scopes, this.#scopesOf(target.scopes)) &&
      sameScopes(there.except, this.#scopesOf(target.except));
    if (isSame) return { becomes, status: "same", before: "" };
    // The scopes that a list has in the box are replaced only if the user selects that.
    const before = this.#reachText(there);
    const before_scopes = there.scopes.map((scope) => this.#nameOfScope(scope));
    const before_except = there.except.map((scope) => this.#nameOfScope(scope));
    return {
      becomes,
      status: "change",
      before,
      before_scopes,
      before_except,
      chosen: false,
      target: written,
    };
  }

  #rule({ whom, rule }: Of<"rule">): Compared | undefined {
    const surroundings = { protectedNames: this.#parts.protectedNames(), now: this.#now };
    const read = parsePersonalRule({ ...rule, scope: "all", until: 0 }, surroundings);
    if (typeof read === "string") {
      return {
        becomes: ruleText(rule),
        status: "cannot",
        before: "",
        why: "refused",
        detail: read,
      };
    }
    const { scope: _, until: __, ...kept } = read;
    const text = ruleText(kept);
    const key = `rule ${whomText(whom)} ${kept.domain}`;
    const known = this.#seen.get(key);
    if (known === text) return undefined;
    // A name has one rule in a scope.
    if (known !== undefined) {
      const wide = ruleText({ ...kept, kind: "subdomains", types: [] });
      const why = kept.action !== "rewrite" && known === wide ? "not_needed" : "conflict";
      return { becomes: text, status: "cannot", before: known, why };
    }
    this.#seen.set(key, text);
    const scope = this.#scopeOf(whom);
    const there = scope === undefined ? undefined : this.#rules.get(`${scope} ${kept.domain}`);
    if (there !== undefined) {
      const before = ruleText(there);
      const target: Target = { what: "rule", whom, rule: kept };
      return before === text && there.until === 0
        ? { becomes: text, status: "same", before: "" }
        : { becomes: text, status: "change", before, target };
    }
    if (this.#rulesLeft-- <= 0) {
      return {
        becomes: text,
        status: "cannot",
        before: "",
        why: "too_many",
        detail: String(LIMITS.rules.most),
      };
    }
    return { becomes: text, status: "add", before: "", target: { what: "rule", whom, rule: kept } };
  }

  #ownUpstreams({ whom, lines }: Of<"own_upstreams">): Compared | undefined {
    const becomes = lines.join(", ");
    if (this.#isRepeated(`own_upstreams ${whomText(whom)}`, becomes)) return undefined;
    const scope = this.#scopeOf(whom);
    const there = this.#present.scopeUpstreams.find((row) => row.scope === scope);
    if (there === undefined) return { becomes, status: "add", before: "" };
    const before = there.lines.join(", ");
    return before === becomes
      ? { becomes, status: "same", before: "" }
      : { becomes, status: "change", before };
  }

  #choice(target: Of<"service" | "category" | "safe_search">): Compared | undefined {
    const { what, whom, key, value, schedule } = target;
    const name = nameOf(what, key);
    const becomes = `${name}: ${value}`;
    const base = { becomes, value, before: "" };
    if (this.#isRepeated(`${what} ${whomText(whom)} ${key}`, value + schedule)) return undefined;
    if (
      what === "category" && !CATEGORIES.some((row) => row.category === key && "defaults" in row)
    ) {
      return { ...base, status: "cannot", why: "no_equivalent" };
    }
    const scope = this.#scopeOf(whom);
    const there = this.#choices.get(`${what} ${scope} ${key}`);
    if (there === undefined) return { ...base, status: "add" };
    const isSame = there.value === value && there.schedule === schedule;
    return isSame
      ? { ...base, status: "same" }
      : { ...base, status: "change", before: there.value };
  }

  /** The scopes of an item; one that does not exist yet is undefined. */
  #scopesOf(whom: readonly ItemScope[]): readonly (string | undefined)[] {
    return whom.map((each) => this.#scopeOf(each));
  }

  /** Returns the scope of an item, when its group, person or device exists. */
  #scopeOf(whom: ItemScope): string | undefined {
    const id = (rows: readonly { id: number; name: string }[], name: string) =>
      rows.find((row) => keyOf(row.name) === keyOf(name))?.id;
    switch (whom.kind) {
      case "all":
        return "all";
      case "profile":
        return `profile:${whom.name}`;
      case "group":
      case "person": {
        const found = id(
          whom.kind === "group" ? this.#present.groups : this.#present.people,
          whom.name,
        );
        return found === undefined ? undefined : `${whom.kind}:${found}`;
      }
      case "device": {
        const device = this.#devices.get(whom.mac);
        return device && `device:${device.id}`;
      }
    }
  }

  /** Whom a list of the box is for, as items name it: `group: Kids; except device: TV`. */
  #reachText({ scopes, except }: BoxContents["lists"][number]): string {
    const names = (of: readonly string[]) =>
      of.map((scope) => scope === "all" ? "everyone" : this.#nameOfScope(scope)).join(", ");
    const others = except.length === 0 ? [] : [`except ${names(except)}`];
    return [names(scopes) || "no one", ...others].join("; ");
  }

  #nameOfScope(scope: string): string {
    const [kind, id] = scope.split(":");
    if (kind === "all") return kind;
    if (kind === "profile") return `profile: ${id}`;
    const { groups, people, devices } = this.#present;
    const rows = { group: groups, person: people, device: devices }[kind] ?? [];
    return `${kind}: ${rows.find((row) => row.id === Number(id))?.name || id}`;
  }

  #isRepeated(key: string, text: string): boolean {
    const known = this.#seen.has(key);
    if (!known) this.#seen.set(key, text);
    return known;
  }
}

/**
 * Returns the display name of a service or search engine; for categories the key, because only
 * pages have their names.
 */
function nameOf(what: ItemKind, key: string): string {
  return (what === "service" ? findService(key)?.name : safeSearchEngine(key)?.name) ?? key;
}

function deviceText({ name, kind, system, macs }: Of<"device">, present: string): string {
  const words = [kind, system, ...macs].filter((text) => text !== "");
  return `${name || present || macs[0]} (${words.join(", ")})`;
}

function ownerText({ person, group }: Of<"device">): string {
  if (person !== "") return `person: ${person}`;
  return group === "" ? "" : `group: ${group}`;
}

function scopesOf(target: Target): Pick<PlanItem, "whom" | "scopes" | "except"> {
  if (target.what === "list") {
    const scopes = textsOf(target.scopes);
    const except = textsOf(target.except);
    const others = except.length === 0 ? [] : [`except ${except.join(", ")}`];
    const whom = [scopes.join(", "), ...others].filter((text) => text !== "").join("; ");
    return { whom, scopes, except };
  }
  const owner = target.what === "device" ? ownerText(target) : "";
  const whom = "whom" in target ? whomText(target.whom) : owner;
  return { whom, scopes: whom === "" ? [] : [whom], except: [] };
}

function sameScopes(there: readonly string[], wanted: readonly (string | undefined)[]): boolean {
  return there.length === wanted.length && wanted.every((scope) => there.includes(scope ?? ""));
}

function textsOf(scopes: readonly ItemScope[]): string[] {
  return scopes.map(whomText).filter((text) => text !== "");
}

function has(list: unknown, value: string): boolean {
  return Array.isArray(list) && list.includes(value);
}

function said(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "boolean") return String(value);
  return value ? "on" : "off";
}
