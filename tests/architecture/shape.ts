/** Checks of names, doc comments and the independence from the source tree, and advice on sizes. */
import { ENTRIES } from "../../packaging/entries.ts";
import type { SourceFacts } from "../support/source_files.ts";

/** Longer files are worth a second look, in lines. */
export const LONG_FILE_LINES = 350;

/** Catalogues, limits, texts and schema are data: their size is that of the world, not of the code. */
const DATA =
  /^(policy\/catalogue\/|ui\/text\/|policy\/limits\.ts|api\/store\/(schema\.sql|migrations\.ts)|tests\/(scenarios|packets|peers)\/)|\/catalogue\//;

/** A sentence about a long file. It is advice: the gate prints it and passes. */
export function sizeAdvice(path: string, text: string): string[] {
  const lines = text.split("\n").length - 1;
  return DATA.test(path) || lines <= LONG_FILE_LINES ? [] : [`${path} has ${lines} lines`];
}

/** Exported declarations without a doc comment of at least a sentence. */
export function docFailures(path: string, facts: SourceFacts): string[] {
  return facts.exports
    .filter(({ doc }) => doc.split(" ").length < 2)
    .map(({ name, line }) => `${path}:${line} ${name} has no doc comment that says what it is`);
}

/** Files and folders whose name says nothing. */
export function nameFailures(path: string): string[] {
  const last = path.replace(/\/$/, "").split("/").at(-1)!;
  const stem = last.replace(/^_/, "").replace(/(_test)?\.[^.]+$/, "");
  return /^(utils?|helpers?|commons?|misc|shared|stuff)$/i.test(stem)
    ? [`${path} has a name that says nothing`]
    : [];
}

/** Uses of a module's own address: the packaged code lies elsewhere, so only entry modules may build addresses from it. */
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
