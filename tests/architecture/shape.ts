/** Checks of sizes, names, doc comments and the independence from the source tree; failures come as sentences. */
import { ENTRIES } from "../../packaging/entries.ts";
import type { SourceFacts } from "../support/source_files.ts";

/** The longest file, in lines (DESIGN 11). */
export const MAX_FILE_LINES = 300;
/** The longest function, in lines. */
export const MAX_FUNCTION_LINES = 50;

/** Catalogues, limits, texts and schema are data: their size is that of the world, not of the code. */
const DATA =
  /^(policy\/catalogue\/|ui\/text\/|policy\/limits\.ts|api\/store\/(schema\.sql|migrations\.ts)|tests\/(scenarios|packets|peers)\/)|\/catalogue\//;

/** Files and functions that are too long for one reading. */
export function sizeFailures(path: string, text: string, facts: SourceFacts): string[] {
  if (DATA.test(path)) return [];
  const failures: string[] = [];
  const lines = text.split("\n").length - 1;
  if (lines > MAX_FILE_LINES) {
    failures.push(`${path} has ${lines} lines, at most ${MAX_FILE_LINES}`);
  }
  // A composition root is one list of steps, read from top to bottom (DESIGN 2).
  if (path === "control_side.ts") return failures;
  for (const { name, line, lines } of facts.functions) {
    if (lines > MAX_FUNCTION_LINES) {
      failures.push(`${path}:${line} ${name} has ${lines} lines, at most ${MAX_FUNCTION_LINES}`);
    }
  }
  return failures;
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
