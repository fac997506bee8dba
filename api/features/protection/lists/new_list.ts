/** The input for a new subscription, and its row. */
import { isConfidential } from "../../../../policy/catalogue/categories.ts";
import { maskUrl } from "../../../../policy/model/masked_address.ts";
import type { ListFormat } from "../../../../policy/model/rule.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type GivenReach, readReach, type StoredReach } from "./reach.ts";
import type { ListChange } from "./table.ts";
import { parseListPath, parseListUrl } from "./target.ts";
import { cleanText } from "./wording.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

const MAX_NAME = 100;
const MAX_CATEGORY = 64;

/** A list that the catalogue offers. */
export interface CatalogueList {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly format: ListFormat;
  readonly kind: "block" | "allow";
  readonly category: string;
  readonly homepage?: string;
  readonly licence?: string;
  readonly language?: string;
}

/**
 * The source of a subscription: a URL, the identifier of a list of the catalogue, or the absolute
 * path of a file.
 */
export interface NewList extends GivenReach {
  readonly url?: string;
  readonly path?: string;
  readonly name?: string;
  readonly format?: ListFormat;
  readonly kind?: "block" | "allow";
  readonly category?: string;
}

/** The dependencies for a new subscription. */
export interface NewListOptions {
  readonly dataDir: string;
  /** Returns a list of the catalogue by its identifier. */
  readonly offered: (id: string) => CatalogueList | undefined;
  readonly runtime: Runtime;
}

/**
 * Returns the row of a new subscription, and whom it is for: everyone if nothing is given. Rejects with DomainError when the input is invalid, or the
 * URL or file may not be read.
 */
export async function newRow(
  list: NewList,
  { offered: lookUp, dataDir, runtime }: NewListOptions,
): Promise<{ row: ListChange; reach: StoredReach }> {
  const offered = list.url === undefined ? undefined : lookUp(list.url);
  if ((list.url === undefined) === (list.path === undefined)) {
    throw new DomainError(
      "list_refused",
      programSentence`Give the address of a list or the path of a file, one of them`,
    );
  }
  const url = list.path === undefined
    ? parseListUrl(offered?.url ?? list.url!).href
    : await parseListPath(list.path, dataDir);
  const plain = list.path === undefined ? plainName(url) : url.slice(url.lastIndexOf("/") + 1);
  const name = cleanText(list.name ?? offered?.name ?? plain, MAX_NAME);
  if (name === "") {
    throw new DomainError("list_refused", sentence`The name of a list cannot be empty`);
  }
  const category = cleanText(list.category ?? offered?.category ?? "", MAX_CATEGORY);
  const kind = list.kind ?? offered?.kind ?? "block";
  if (kind === "allow" && isConfidential(category)) {
    throw new DomainError(
      "list_refused",
      sentence`Lists of this category block and cannot allow: ${category}`,
    );
  }
  const reach = readReach(list);
  const row: ListChange = {
    name,
    url,
    source: list.path === undefined ? "url" : "file",
    format: list.format ?? offered?.format ?? "auto",
    kind,
    category,
    enabled: true,
    created: runtime.now(),
    schedule: reach.schedule,
  };
  return { row, reach };
}

/** Returns the default name of a list: its URL, without scheme and secrets. */
function plainName(url: string): string {
  return maskUrl(url).replace(/^https?:\/\//, "");
}
