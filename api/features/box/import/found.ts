/**
 * Settings of other products that were found on the machine: the package copied them into the
 * folder `found` of the data, because the box may not read the originals.
 */
import { DomainError } from "../../../schema/errors.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Products whose settings the package finds. */
export const FOUND_PRODUCTS = ["pihole", "adguard"] as const;
/** One of them. */
export type FoundProduct = typeof FOUND_PRODUCTS[number];

/** A copy that waits to be imported. */
export interface FoundSettings {
  readonly product: FoundProduct;
  /** When they were copied, in Unix milliseconds. */
  readonly copied: number;
}

/** Milliseconds after which an unused copy is deleted, because it contains password hashes. */
const KEPT = 30 * 24 * 3_600_000;

/** The copies. A copy that cannot be read counts as missing. */
export class FoundImports {
  readonly #folder: string;
  readonly #runtime: Pick<Runtime, "now">;

  constructor(dataDir: string, runtime: Pick<Runtime, "now">) {
    this.#folder = `${dataDir}/found`;
    this.#runtime = runtime;
  }

  /** The copies that exist; deletes those that are a month old. */
  async list(): Promise<FoundSettings[]> {
    const found: FoundSettings[] = [];
    for (const product of FOUND_PRODUCTS) {
      const file = await Deno.lstat(this.#path(product)).catch((): undefined => undefined);
      if (file === undefined || !file.isFile || file.size > IMPORT_LIMITS.file) continue;
      const copied = file.mtime?.getTime() ?? 0;
      if (copied + KEPT < this.#runtime.now()) await this.forget(product);
      else found.push({ product, copied });
    }
    return found;
  }

  /** The content of a copy. Rejects with DomainError when there is none. */
  async read(product: FoundProduct): Promise<Uint8Array> {
    const known = await this.list();
    if (!known.some((each) => each.product === product)) {
      throw new DomainError(
        "not_found",
        sentence`No settings of this product were found on the machine`,
      );
    }
    return await Deno.readFile(this.#path(product));
  }

  /** Deletes a copy, if it exists. */
  async forget(product: FoundProduct): Promise<void> {
    await Deno.remove(this.#path(product)).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }

  #path(product: FoundProduct): string {
    return `${this.#folder}/${product}.tar.gz`;
  }
}
