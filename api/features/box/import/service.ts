/**
 * The imports: a file becomes a plan that is kept for a limited time, and the selected items are
 * written.
 */
import { DomainError } from "../../../schema/errors.ts";
import { applyItems } from "./apply.ts";
import type { FoundImports, FoundProduct, FoundSettings } from "./found.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { MacOf } from "./machines.ts";
import { type ImportFindings, type ItemKind, printableText } from "./model.ts";
import { type ImportParts, readBoxContents } from "./box_contents.ts";
import type { ItemResult } from "./plan_item.ts";
import { type ComparedPlan, planOf } from "./plan.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

export { SOURCES, WHATS, WHYS } from "./model.ts";
export type { ImportSource, ItemKind, ItemReason } from "./model.ts";
export { FOUND_PRODUCTS, FoundImports } from "./found.ts";
export type { FoundProduct, FoundSettings } from "./found.ts";
export type { ImportParts, KnownDevice } from "./box_contents.ts";
export { STATUSES } from "./plan_item.ts";
export type { ItemResult, ItemStatus, PlanItem } from "./plan_item.ts";

/** A plan with its state and results. */
export interface ImportPlan extends ComparedPlan {
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  readonly state: "ready" | "running" | "done" | "broken";
  /** Expiry in Unix milliseconds. */
  readonly until: number;
  /** Number of items tried, of those that were selected. */
  readonly done: number;
  readonly total: number;
  /** The result of each item, by its number. */
  readonly outcomes: readonly ItemResult[];
  /** The error of each failed item, by its number. */
  readonly errors: ReadonlyMap<number, string>;
}

/**
 * The selected items: by number, and by kind, which selects all proposed items of it; neither = all
 * proposed items.
 */
export interface ImportSelection {
  readonly items?: readonly number[] | undefined;
  readonly kinds?: readonly ItemKind[] | undefined;
}

/** The dependencies of the service. */
export interface ImportServiceOptions {
  readonly parts: ImportParts;
  readonly macOf: MacOf;
  /** Time zone of the household. */
  readonly zone: () => string;
  readonly runtime: Runtime;
  /** Settings that were found on the machine. */
  readonly found: Pick<FoundImports, "list" | "read" | "forget">;
}

/** Lifetime of a plan in milliseconds, and the number of plans kept. */
const KEPT = 15 * 60_000;
const MOST = 2;

/** What plans of found settings are called. */
const FOUND_NAMES: Readonly<Record<FoundProduct, string>> = {
  pihole: "Pi-hole",
  adguard: "AdGuard Home",
};

type Draft = { -readonly [K in keyof ImportPlan]: ImportPlan[K] } & {
  /** The copy that it was made of, if the settings were found on the machine. */
  product?: FoundProduct;
  outcomes: ItemResult[];
  errors: Map<number, string>;
};

/** The imports. Methods reject with DomainError for invalid input, and DatabaseUnavailableError. */
export class ImportService {
  readonly #options: ImportServiceOptions;
  readonly #plans = new Map<string, Draft>();

  constructor(options: ImportServiceOptions) {
    this.#options = options;
  }

  /** The settings that were found on the machine and are still offered. */
  async found(): Promise<FoundSettings[]> {
    return await this.#options.found.list();
  }

  /** Makes the plan of settings that were found. Rejects with DomainError when there are none. */
  async previewFound(product: FoundProduct): Promise<ImportPlan> {
    const plan = await this.#draft(await this.#options.found.read(product), FOUND_NAMES[product]);
    plan.product = product;
    return plan;
  }

  /** Deletes the copy of found settings, so that they are offered no more. */
  async forgetFound(product: FoundProduct): Promise<void> {
    await this.#options.found.forget(product);
  }

  /** Makes the plan of a file; nothing is written. */
  async preview(bytes: Uint8Array, name: string): Promise<ImportPlan> {
    return await this.#draft(bytes, name);
  }

  async #draft(bytes: Uint8Array, name: string): Promise<Draft> {
    const { parts, runtime } = this.#options;
    const found = await this.#read(bytes);
    const plan = planOf(
      found,
      await readBoxContents(parts),
      parts,
      Math.floor(runtime.now() / 1000),
    );
    if (plan.items.length === 0 && plan.warnings.length === 0) {
      throw new DomainError(
        "bad_value",
        sentence`The file has nothing that the box could import`,
      );
    }
    const kept: Draft = {
      ...plan,
      id: runtime.randomBytes(16).toHex(),
      name: printableText(name),
      state: "ready",
      until: runtime.now() + KEPT,
      done: 0,
      total: 0,
      outcomes: plan.items.map(() => ""),
      errors: new Map(),
    };
    this.#makeRoom();
    this.#plans.set(kept.id, kept);
    return kept;
  }

  /**
   * Returns a plan in its current state. Rejects with DomainError when it is unknown or expired.
   */
  async get(id: string): Promise<ImportPlan> {
    return await Promise.resolve(this.#find(id));
  }

  /** Writes the selected items; resolves with the plan after all were tried. */
  async apply(
    id: string,
    { items: chosen, kinds = [] }: ImportSelection,
    by: string,
  ): Promise<ImportPlan> {
    const plan = this.#find(id);
    if (plan.state !== "ready") {
      throw new DomainError(
        "conflict",
        sentence`This import is done already; choose the file again`,
      );
    }
    const numbers = new Set(chosen);
    const isProposed = chosen === undefined && kinds.length === 0;
    const items = plan.items.filter(({ id, what, target, chosen }) =>
      target !== undefined && (numbers.has(id) || chosen && (isProposed || kinds.includes(what)))
    );
    const unknown = chosen?.find((number) => plan.items[number]?.target === undefined);
    if (unknown !== undefined) {
      throw new DomainError("bad_value", programSentence`This cannot be taken over: ${unknown}`);
    }
    plan.state = "running";
    plan.total = items.length;
    try {
      await applyItems(items, this.#options.parts, by, ({ id }, error) => {
        plan.done++;
        plan.outcomes[id] = error === "" ? "done" : "failed";
        if (error !== "") plan.errors.set(id, printableText(error));
      });
      plan.state = "done";
      // After a failure the copy can be read once more.
      if (plan.product !== undefined && !plan.outcomes.includes("failed")) {
        await this.#options.found.forget(plan.product);
      }
    } catch (error) {
      // Written items stay; a new preview of the same file proposes the rest.
      plan.state = "broken";
      throw error;
    } finally {
      for (const item of plan.items) {
        if (item.target !== undefined && plan.outcomes[item.id] === "") {
          plan.outcomes[item.id] = "left";
        }
      }
      plan.until = this.#options.runtime.now() + KEPT;
    }
    return plan;
  }

  /** The readers are loaded with the first file, because most boxes never import. */
  async #read(bytes: Uint8Array): Promise<ImportFindings> {
    const { macOf, zone } = this.#options;
    const { readImport } = await import("./read.ts");
    return readImport(bytes, { macOf, zone: zone() });
  }

  #find(id: string): Draft {
    const plan = this.#plans.get(id);
    if (
      plan !== undefined && (plan.until > this.#options.runtime.now() || plan.state === "running")
    ) {
      return plan;
    }
    throw new DomainError(
      "not_found",
      sentence`This preview has expired after 15 minutes; choose the file again`,
    );
  }

  /** Removes expired plans, then the oldest ones, but never a plan that is being written. */
  #makeRoom(): void {
    const now = this.#options.runtime.now();
    for (const [id, { until, state }] of this.#plans) {
      if (state !== "running" && (until <= now || this.#plans.size >= MOST)) this.#plans.delete(id);
    }
    if (this.#plans.size >= MOST) {
      throw new DomainError(
        "conflict",
        sentence`Another import is running; wait until it ends`,
      );
    }
  }
}

/** Maximum size of a file in bytes. */
export const FILE_MOST = IMPORT_LIMITS.file;
