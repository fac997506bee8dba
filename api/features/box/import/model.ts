/**
 * The result of reading a file: for each item of the source its equivalent in the box, or the
 * reason why there is none.
 */
import type { Profile } from "../../../../policy/model/household.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";
import type { SettingKey } from "../../../settings/list.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** The products and file formats that an import accepts. */
export const SOURCES = [
  "pihole6",
  "pihole5",
  "adguard",
  "hosts",
  "rules",
  "dnsmasq",
  "devices",
] as const;
/** A source of `SOURCES`. */
export type ImportSource = (typeof SOURCES)[number];

/** The kinds of items, in the order in which they are written. */
export const WHATS = [
  "group",
  "person",
  "device",
  "setting",
  "upstream",
  "own_upstreams",
  "record",
  "list",
  "rule",
  "service",
  "category",
  "safe_search",
  "account",
] as const;
/** A kind of item. */
export type ItemKind =
  | "group"
  | "person"
  | "device"
  | "setting"
  | "upstream"
  | "own_upstreams"
  | "record"
  | "list"
  | "rule"
  | "service"
  | "category"
  | "safe_search"
  | "account";

/**
 * Reasons why an item cannot be carried over, or what is different afterwards; pages have texts for
 * each. For `refused` the detail is the error of the part of the box that refused it.
 */
export const WHYS = [
  "no_equivalent",
  "secret",
  "bad_value",
  "turned_off",
  "unknown_service",
  "unknown_device",
  "client_id",
  "refused",
  "fixed",
  "browser_rule",
  "regex",
  "conditions",
  "local_file",
  "too_many",
  "missing_part",
  "conflict",
  "rules_remain",
  "also_default",
  "answer_differs",
  "time_zone",
  "approximate",
  "pauses_protection",
  "name_taken",
  "usual",
  "not_needed",
  "important_lost",
  "lease",
] as const;
/** A reason of `WHYS`; "" = none. */
export type ItemReason = (typeof WHYS)[number] | "";

/** The scope of an item by name; the ids are known only when the plan is written. */
export type ItemScope =
  | { readonly kind: "all" }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "person"; readonly name: string }
  | { readonly kind: "profile"; readonly name: Profile }
  /** Identified by a hardware address. */
  | { readonly kind: "device"; readonly mac: string; readonly name: string };

/** The scope "everyone". */
export const ALL: ItemScope = { kind: "all" };

/** A device of a source. */
export interface FoundDevice {
  /** Canonical hardware addresses; at least one. */
  readonly macs: readonly string[];
  readonly name: string;
  /** A device kind of the box; "" = not set. */
  readonly kind: string;
  readonly system: string;
  readonly person: string;
  readonly group: string;
}

/** The equivalent of an item in the box. */
export type Target =
  | { readonly what: "group"; readonly name: string }
  | { readonly what: "person"; readonly name: string; readonly profile: Profile }
  | ({ readonly what: "device" } & FoundDevice)
  | {
    readonly what: "setting" | "upstream";
    readonly key: SettingKey;
    readonly value: unknown;
    /** Whether the lines are appended to the current value of the setting. */
    readonly append?: boolean;
  }
  /** Upstream lines that a scope uses instead of those of everyone. */
  | {
    readonly what: "own_upstreams";
    readonly whom: ItemScope;
    readonly lines: readonly string[];
  }
  | {
    readonly what: "record";
    readonly name: string;
    readonly type: string;
    readonly value: string;
    /** Seconds; absent = the usual one. */
    readonly ttl?: number;
  }
  | {
    readonly what: "list";
    readonly url: string;
    readonly kind: "block" | "allow";
    readonly name: string;
    readonly enabled: boolean;
    /** Whom it is for. */
    readonly scopes: readonly ItemScope[];
    /** Whom it is not for. */
    readonly except: readonly ItemScope[];
  }
  | { readonly what: "rule"; readonly whom: ItemScope; readonly rule: FoundRule }
  | {
    readonly what: "service" | "category" | "safe_search";
    readonly whom: ItemScope;
    readonly key: string;
    readonly value: string;
    readonly schedule: string;
  };

/** A rule without its scope. */
export type FoundRule = Omit<PersonalRule, "scope" | "until">;

/** One item of the source. */
export interface ImportWish {
  readonly what: ItemKind;
  /** The text in the source. */
  readonly from: string;
  /** Undefined = it cannot be carried over. */
  readonly target?: Target;
  readonly why: ItemReason;
  /** Details for `why`, such as an error text; "" = none. */
  readonly detail: string;
  /** Whether the item is selected by default. */
  readonly chosen: boolean;
}

/** The result of reading a file. */
export interface ImportFindings {
  readonly source: ImportSource;
  readonly wishes: readonly ImportWish[];
  /** Sentences about parts that were not understood. */
  readonly warnings: readonly Sentence[];
}

/** Optional properties of an item that is added. */
export interface ItemRemark {
  readonly why?: ItemReason;
  readonly detail?: string;
  readonly chosen?: boolean;
}

/**
 * Returns the remark for a value. A value that equals the default of the source was not chosen by
 * anybody, so it is not selected.
 */
export function remarkUnlessDefault(
  value: unknown,
  usual: unknown,
  remark: ItemRemark = {},
): ItemRemark {
  return value === usual ? { why: "usual", chosen: false } : remark;
}

/** Collects the items that a reader finds, up to `IMPORT_LIMITS.items`. */
export class Findings {
  readonly #wishes: ImportWish[] = [];
  readonly #warnings: Sentence[] = [];
  #beyond = 0;

  /** Adds an item that can be carried over. */
  add(
    from: string,
    target: Target,
    { why = "", detail = "", chosen = true }: ItemRemark = {},
  ): void {
    this.#put({
      what: target.what,
      from: printableText(from),
      target,
      why,
      detail: printableText(detail),
      chosen,
    });
  }

  /** Adds an item that cannot be carried over. */
  cannot(what: ItemKind, from: string, why: ItemReason, detail = ""): void {
    this.#put({
      what,
      from: printableText(from),
      why,
      detail: printableText(detail),
      chosen: false,
    });
  }

  /** Adds a warning about a part that was not understood. */
  warn(text: Sentence): void {
    if (this.#warnings.length < IMPORT_LIMITS.warnings) this.#warnings.push(printableText(text));
  }

  /** Returns the collected items and warnings. */
  found(source: ImportSource): ImportFindings {
    const beyond = this.#beyond === 0
      ? []
      : [sentence`There is more than an import takes at once; left out: ${this.#beyond}`];
    return { source, wishes: this.#wishes, warnings: [...beyond, ...this.#warnings] };
  }

  #put(wish: ImportWish): void {
    if (this.#wishes.length < IMPORT_LIMITS.items) this.#wishes.push(wish);
    else this.#beyond++;
  }
}

/** Adds a warning that names the files of an archive that were not read. */
export function withOtherFiles(
  found: ImportFindings,
  names: readonly string[],
): ImportFindings {
  if (names.length === 0) return found;
  const shown = names.slice(0, IMPORT_LIMITS.warnings);
  const warnings = shown.map((name) => printableText(sentence`Not read: ${name}`));
  if (shown.length < names.length) {
    warnings.push(sentence`Not read: ${names.length - shown.length} more files`);
  }
  return { ...found, warnings: [...found.warnings, ...warnings].slice(0, IMPORT_LIMITS.warnings) };
}

/** Returns a text for display: shortened, without control and direction characters. */
export function printableText<T extends string>(text: T): T {
  const plain = text.slice(0, 4 * IMPORT_LIMITS.shown).replace(/[\p{Cc}\p{Cf}]/gu, " ").trim()
    .toWellFormed();
  const shown = plain.length <= IMPORT_LIMITS.shown
    ? plain
    : `${plain.slice(0, IMPORT_LIMITS.shown - 1)}…`;
  return shown as T;
}

/**
 * Returns a valid name of a person, group or device: shortened, without control characters; "" when
 * nothing remains.
 */
export function plainName(text: string): string {
  return text.slice(0, IMPORT_LIMITS.shown).replace(/[\p{Cc}\p{Cf}]/gu, " ").replace(/\s+/g, " ")
    .trim().toWellFormed()
    .slice(0, 64).trim();
}

/** Returns a key that is equal for names that differ only in case or Unicode form (NFKC). */
export function keyOf(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Returns a scope as text for display; "" = everyone. */
export function whomText(whom: ItemScope): string {
  switch (whom.kind) {
    case "all":
      return "";
    case "device":
      return `device: ${whom.name === "" ? whom.mac : whom.name}`;
    default:
      return `${whom.kind}: ${whom.name}`;
  }
}
