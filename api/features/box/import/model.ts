/** What the readers find in a file: for each thing of the source what it would be in the box, or why it cannot be. */
import type { Profile } from "../../../../policy/model/household.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import type { SettingKey } from "../../../settings/list.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** The products and files that are understood. */
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

/** What things of the box come out of an import, in the order in which they are written. */
export const WHATS = [
  "group",
  "person",
  "device",
  "setting",
  "upstream",
  "record",
  "list",
  "rule",
  "service",
  "category",
  "safe_search",
  "account",
] as const;
/** A kind of thing. */
export type ItemKind =
  | "group"
  | "person"
  | "device"
  | "setting"
  | "upstream"
  | "record"
  | "list"
  | "rule"
  | "service"
  | "category"
  | "safe_search"
  | "account";

/**
 * Why something cannot be carried over, or what is different afterwards; pages have words for each. `refused` says why in the
 * sentence of the part of the box that refused it.
 */
export const WHYS = [
  "no_equivalent",
  "secret",
  "bad_value",
  "turned_off",
  "unknown_service",
  "unknown_device",
  "refused",
  "fixed",
  "browser_rule",
  "regex",
  "conditions",
  "local_file",
  "too_many",
  "missing_part",
  "conflict",
  "for_everyone",
  "also_default",
  "answer_differs",
  "time_zone",
  "approximate",
  "pauses_protection",
  "name_taken",
  "usual",
] as const;
/** A reason of `WHYS`, "" = there is none. */
export type ItemReason = (typeof WHYS)[number] | "";

/** Whom something is for, by the names that the plan gives: ids come when it is written. */
export type ItemScope =
  | { readonly kind: "all" }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "person"; readonly name: string }
  /** By a hardware address. */
  | { readonly kind: "device"; readonly mac: string; readonly name: string };

/** Everyone, for whom most things are. */
export const ALL: ItemScope = { kind: "all" };

/** A device as a source knows it. */
export interface FoundDevice {
  /** Canonical; at least one. */
  readonly macs: readonly string[];
  readonly name: string;
  /** Of the kinds of devices of the box, "" = not given. */
  readonly kind: string;
  readonly system: string;
  readonly person: string;
  readonly group: string;
}

/** What something becomes. */
export type Target =
  | { readonly what: "group"; readonly name: string }
  | { readonly what: "person"; readonly name: string; readonly profile: Profile }
  | ({ readonly what: "device" } & FoundDevice)
  | {
    readonly what: "setting" | "upstream";
    readonly key: SettingKey;
    readonly value: unknown;
    /** Whether the lines are appended to those that the setting has. */
    readonly append?: boolean;
  }
  | {
    readonly what: "record";
    readonly name: string;
    readonly type: string;
    readonly value: string;
  }
  | {
    readonly what: "list";
    readonly url: string;
    readonly kind: "block" | "allow";
    readonly name: string;
    readonly enabled: boolean;
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

/** One thing of the source. */
export interface ImportWish {
  readonly what: ItemKind;
  /** As the source writes it. */
  readonly from: string;
  /** Undefined = it cannot be carried over. */
  readonly target?: Target;
  readonly why: ItemReason;
  /** What `why` speaks of, such as a sentence; "" = nothing more. */
  readonly detail: string;
  /** Whether it is proposed. */
  readonly chosen: boolean;
}

/** All that a file holds. */
export interface ImportFindings {
  readonly source: ImportSource;
  readonly wishes: readonly ImportWish[];
  /** What was not understood, in sentences. */
  readonly warnings: readonly string[];
}

/** What may be said of a thing beside what it becomes. */
export interface ItemRemark {
  readonly why?: ItemReason;
  readonly detail?: string;
  readonly chosen?: boolean;
}

/** What is said of a value that the source has unless somebody chooses another: nobody did, so it is not proposed. */
export function remarkUnlessDefault(
  value: unknown,
  usual: unknown,
  remark: ItemRemark = {},
): ItemRemark {
  return value === usual ? { why: "usual", chosen: false } : remark;
}

/** Gathers what a reader finds, bounded. */
export class Findings {
  readonly #wishes: ImportWish[] = [];
  readonly #warnings: string[] = [];
  #beyond = 0;

  /** Something that can be carried over. */
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

  /** Something that cannot. */
  cannot(what: ItemKind, from: string, why: ItemReason, detail = ""): void {
    this.#put({
      what,
      from: printableText(from),
      why,
      detail: printableText(detail),
      chosen: false,
    });
  }

  /** Something that was not understood. */
  warn(text: string): void {
    if (this.#warnings.length < IMPORT_LIMITS.warnings) this.#warnings.push(printableText(text));
  }

  /** What was found. */
  found(source: ImportSource): ImportFindings {
    const beyond = this.#beyond === 0
      ? []
      : [`There is more than an import takes at once; left out: ${this.#beyond}`];
    return { source, wishes: this.#wishes, warnings: [...beyond, ...this.#warnings] };
  }

  #put(wish: ImportWish): void {
    if (this.#wishes.length < IMPORT_LIMITS.items) this.#wishes.push(wish);
    else this.#beyond++;
  }
}

/** A text as it is shown: without control and direction characters, shortened. */
export function printableText(text: string): string {
  const plain = text.slice(0, 4 * IMPORT_LIMITS.shown).replace(/[\p{Cc}\p{Cf}]/gu, " ").trim()
    .toWellFormed();
  return plain.length <= IMPORT_LIMITS.shown
    ? plain
    : `${plain.slice(0, IMPORT_LIMITS.shown - 1)}…`;
}

/** A name that people, groups and devices may have: bounded and without control characters; "" where nothing is left. */
export function plainName(text: string): string {
  return text.slice(0, IMPORT_LIMITS.shown).replace(/[\p{Cc}\p{Cf}]/gu, " ").replace(/\s+/g, " ")
    .trim().toWellFormed()
    .slice(0, 64).trim();
}

/** What two names share that count as the same. */
export function keyOf(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Whom a thing is for, for a person; "" = everyone. */
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
