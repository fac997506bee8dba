/** Checks names, doc comments and independence from the source tree, and advises on file sizes. */
import { ENTRIES } from "../../packaging/entries.ts";
import type { SourceFacts } from "../support/source_files.ts";

/** Lines above which a file is worth a second look. */
export const LONG_FILE_LINES = 350;

/**
 * Catalogues, limits, texts and the schema are data: their size follows from their subject, not
 * from the code.
 */
const DATA =
  /^(policy\/catalogue\/|ui\/text\/|policy\/limits\.ts|api\/store\/(schema\.sql|migrations\.ts)|tests\/(scenarios|packets|peers)\/)|\/catalogue\//;

/** A sentence about a long file. It is advice: the gate prints it and still passes. */
export function sizeAdvice(path: string, text: string): string[] {
  const lines = text.split("\n").length - 1;
  return DATA.test(path) || lines <= LONG_FILE_LINES ? [] : [`${path} has ${lines} lines`];
}

/** Exported declarations without a doc comment of at least one sentence. */
export function docFailures(path: string, facts: SourceFacts): string[] {
  return facts.exports
    .filter(({ doc }) => doc.split(" ").length < 2)
    .map(({ name, line }) => `${path}:${line} ${name} has no doc comment that says what it is`);
}

/** Files and folders with a meaningless name. */
export function nameFailures(path: string): string[] {
  const last = path.replace(/\/$/, "").split("/").at(-1)!;
  const stem = last.replace(/^_/, "").replace(/(_test)?\.[^.]+$/, "");
  return /^(utils?|helpers?|commons?|misc|shared|stuff)$/i.test(stem)
    ? [`${path} has a name that says nothing`]
    : [];
}

/**
 * Uses of a module's own URL. The packaged code lies elsewhere, so only entry modules may build
 * URLs from it.
 */
export function addressFailures(path: string, facts: SourceFacts): string[] {
  if (
    /^(tests|packaging)\//.test(path) || /_(test|bench)\.ts$/.test(path) || ENTRIES.includes(path)
  ) return [];
  return facts.metas
    .filter(({ text }) => text !== "import.meta.main")
    .map(({ text, line }) =>
      `${path}:${line} uses ${text}: no file of the source tree is read at run time`
    );
}
