/** Compiles lists into parts of a snapshot, and only when their content changed. */
import { createHash } from "node:crypto";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import type { CompiledLists, CompileRequest } from "./compiler.ts";
import { type ListContent, STARTER_LIST_ID } from "../schema/lists.ts";
import { infoOf, type ListParts } from "./database_parts.ts";
import type { SnapshotStore } from "./snapshot_store.ts";

/** Dependencies of ListCompiler. */
export interface ListCompilerOptions {
  /** Called with the report on the lines of a list. */
  readonly counted: (id: number, report: ListReport) => Promise<void>;
  readonly settings: () => ResolverSettings;
  /** Names that no list may block, beside the box's own. */
  readonly protectedNames: () => readonly string[];
  readonly compile: (request: CompileRequest) => Promise<CompiledLists>;
  /** The lines of the starter list (policy/catalogue/starter.ts). */
  readonly starter: string;
  readonly store: SnapshotStore;
  /** 16 bytes; the same for the life of the box. */
  readonly secret: Uint8Array;
}

/**
 * Increased when the meaning of list lines changes, so that a new version of the box compiles them
 * again.
 */
const COMPILER = 4;

/** The starter list, which a new box uses without Internet. */
export const STARTER: ListContent = {
  id: STARTER_LIST_ID,
  name: "Starter list",
  kind: "block",
  category: "",
  format: "auto",
  sha256: "",
};

/** Compiles the lists of a box. */
export class ListCompiler {
  readonly #options: ListCompilerOptions;
  /** Logs an error; returns the sentence as part of another one. */
  readonly #tell: (what: string, error: unknown) => string;

  constructor(options: ListCompilerOptions, tell: (what: string, error: unknown) => string) {
    this.#options = options;
    this.#tell = tell;
  }

  /** The parts of these lists; the previous ones with `problem` when they cannot be compiled. */
  async parts(contents: readonly ListContent[], kept: ListParts): Promise<ListParts> {
    const protectedNames = this.#protectedNames();
    const inputs = this.#hashOf(contents, protectedNames);
    if (kept.inputs === inputs) return { ...kept, lists: contents.map(infoOf) };
    try {
      return await this.#compile(contents, protectedNames, inputs);
    } catch (error) {
      return {
        ...kept,
        problem: this.#tell("The lists could not be compiled; those of before hold on", error),
      };
    }
  }

  async #compile(
    contents: readonly ListContent[],
    protectedNames: readonly string[],
    inputs: string,
  ): Promise<ListParts> {
    const { store, secret, compile, counted, starter } = this.#options;
    const lists = contents.map(({ path, format, kind }, index) =>
      path === undefined ? { index, text: starter, format, kind } : { index, path, format, kind }
    );
    const { sets, rules, reports, table } = await compile({
      lists,
      secret,
      protectedNames,
      tablePath: store.tablePath(inputs),
    });
    for (const [number, report] of reports.entries()) {
      await counted(contents[number].id, report).catch((error) =>
        void this.#tell("The counts of a list were lost", error)
      );
    }
    const unread = reports.findIndex(({ error }) => error !== undefined);
    if (unread >= 0) {
      this.#tell(
        `The copy of list '${contents[unread].name}' could not be read`,
        reports[unread].error,
      );
    }
    const mapped = table === undefined ? undefined : store.openTable(inputs);
    return {
      lists: contents.map(infoOf),
      sets,
      rules,
      table: mapped,
      inputs: unread < 0 ? inputs : "",
    };
  }

  /** Hash of all inputs of a compilation; names and categories of lists are not among them. */
  #hashOf(contents: readonly ListContent[], protectedNames: readonly string[]): string {
    const { secret, starter } = this.#options;
    const lists = contents.map((
      { id, kind, format, sha256, path },
    ) => [id, kind, format, sha256, path === undefined ? starter : ""]);
    return createHash("sha256").update(secret).update(
      JSON.stringify([COMPILER, lists, protectedNames]),
    ).digest("hex");
  }

  #protectedNames(): string[] {
    return neededNames(this.#options.settings(), this.#options.protectedNames());
  }
}

/** Names that no list may block: the box's own and others, such as those of its upstreams. */
export function neededNames(
  { boxName, localDomain }: Pick<ResolverSettings, "boxName" | "localDomain">,
  others: readonly string[],
): string[] {
  return [...new Set([boxName, `${boxName}.${localDomain}`, ...others])].sort();
}
