/**
 * Finds citations of requirements and of the rule syntax, and paths in documents, and reports those
 * that lead nowhere.
 */

/** Where the entries of `A 7.6.5` and `B 5.6` are. */
export const REQUIREMENTS = "docs/requirements.md";
/** Where the entries of `rule-syntax E5` are. */
export const RULE_SYNTAX = "docs/rule-syntax.md";

/** A citation as written, resolved to the numbers it names. */
export interface Citation {
  readonly line: number;
  readonly numbers: readonly string[];
}

const SECTION = String.raw`[1-9](?:\.\d{1,2}){0,2}(?![\w.]*\d|\w|-[a-z])`;
/**
 * Matches `A 7.1.2, 7.6.2`, `A 7.6.3 to 7.6.8` and `A 4.1-4.4`, but not the record `A 192.0.2.1` of
 * a zone.
 */
const SECTIONS = new RegExp(
  String.raw`(?<![\w.=-])([AB]) (${SECTION}(?:(?:, | and | to |-)${SECTION})*)`,
  "g",
);
const RULES = /\brule-syntax (E\d+(?:(?:, | and | to )E\d+)*)/g;
/** A line of a zone, a rule or a query: `www A 1` is a record, not a citation. */
const RECORD = /\$GENERATE|\d IN A \d/;
/** An entry of the two documents. */
const ENTRY = /^- \*\*((?:[AB] )?[\dE][\d.]*)\*\* \S/;

/** Documents cited by earlier texts that are not in the repository, so nobody could open them. */
const UNKNOWN_DOCUMENT =
  /\bDESIGN(?: section)? \d|\bDESIGN\.md|\bPLATFORM(?:-\w+)?(?: \d|\.md)|\bUI(?: \d|\.md|, (?:Principles|Charts|System))|\bDECISIONS(?: \d|\.md)|\breliability [A-Z]\b|\bmigration [A-Z]\d?\b|\bpeers (?:[A-Z]\d|\d)|\brule-syntax E(?!\d)|(?<![\w/.])\/work\/(?:shared|main)\b|\bthe references?\b|\bissues? #?\d/;

/** All citations in a text, with their lines. */
export function citationsIn(text: string): Citation[] {
  const found: Citation[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (RECORD.test(line)) continue;

    for (const [, document, sections] of line.matchAll(SECTIONS)) {
      const numbers = sections.split(/, | and | to |-/).map((section) => `${document} ${section}`);
      found.push({ line: index + 1, numbers });
    }
    for (const [, rules] of line.matchAll(RULES)) {
      found.push({ line: index + 1, numbers: rules.split(/, | and | to /) });
    }
  }
  return found;
}

/** The numbers for which a document has entries, in document order. */
export function entriesOf(document: string): string[] {
  return document.split("\n").flatMap((line) => ENTRY.exec(line)?.[1] ?? []);
}

/** Numbers that have more than one entry. */
export function duplicateFailures(path: string, entries: readonly string[]): string[] {
  const repeated = new Set(entries.filter((entry, at) => entries.indexOf(entry) !== at));
  return [...repeated].map((entry) => `${path} has more than one entry for ${entry}`);
}

/** Citations without an entry, and citations of documents outside the repository. */
export function citationFailures(
  path: string,
  text: string,
  entries: ReadonlySet<string>,
): string[] {
  const missing = citationsIn(text).flatMap(({ line, numbers }) =>
    numbers
      .filter((number) => !entries.has(number))
      .map((number) => `${path}:${line} cites ${number}, which has no entry`)
  );
  const unknown = text.split("\n").flatMap((line, index) => {
    const cited = UNKNOWN_DOCUMENT.exec(line)?.[0];
    return cited === undefined
      ? []
      : [`${path}:${index + 1} cites "${cited}", which is not in the repository`];
  });
  return [...missing, ...unknown];
}

/** A project path in backquotes: `policy/limits.ts`, `resolver/net/`, `README.md`. */
const QUOTED = /`([\w@./*<>{}…-]+)`/g;
/** A project file inside a command or a drawing: `deno test policy/rules/line_test.ts`. */
const WRITTEN = /(?<![\w./@<>…*-])([a-z]\w*\/[\w./-]*\w\.(?:ts|md|sql|json))(?![\w*…])/g;
/** A decision cited by its number alone. */
const RECORD_NUMBER = /\bdocs\/decisions\/(\d{4})(?!-)/g;
/** Code, as opposed to prose. */
const FENCED = /^```[^]*?^```/gm;

function withoutCode(text: string): string {
  return text.replace(FENCED, (code) => code.replace(/[^\n]/g, ""));
}

/**
 * The paths that a Markdown text names. In backquotes: everything below a top-level folder, and
 * every file name. In commands and drawings: files below a top-level folder. Names with a
 * placeholder (`<area>`, `*`, `…`) are patterns, not paths.
 */
export function pathsIn(text: string, topLevel: ReadonlySet<string>): Path[] {
  const isBelowTop = (path: string) => path.includes("/") && topLevel.has(path.split("/")[0]);
  const found = new Map<string, Path>();
  const add = (path: string, line: number) => found.set(`${line} ${path}`, { line, path });

  for (const [index, line] of withoutCode(text).split("\n").entries()) {
    for (const [, quoted] of line.matchAll(QUOTED)) {
      if (/[*<>{}…]/.test(quoted) || quoted.startsWith("/") || quoted.startsWith(".")) continue;

      const isFile = /\.(?:ts|md|sql|json|c|css|scn)$/.test(quoted);
      if (isBelowTop(quoted) || isFile) add(quoted, index + 1);
    }
  }
  for (const [index, line] of text.split("\n").entries()) {
    for (const [, written] of line.matchAll(WRITTEN)) {
      if (isBelowTop(written)) add(written, index + 1);
    }
  }
  return [...found.values()];
}

/** Numbers of cited decisions without a record. */
export function recordFailures(path: string, text: string, files: ReadonlySet<string>): string[] {
  const records = [...files].filter((file) => file.startsWith("docs/decisions/"));
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(RECORD_NUMBER)]
      .filter(([, number]) =>
        records.filter((file) => file.startsWith(`docs/decisions/${number}-`)).length !== 1
      )
      .map(([cited]) => `${path}:${index + 1} cites ${cited}, which is not one record`)
  );
}

/** A path and the line that mentions it. */
export interface Path {
  readonly line: number;
  readonly path: string;
}

/** The Markdown links of a text that lead to a file, without the heading. */
export function linksIn(text: string): Path[] {
  return withoutCode(text).split("\n").flatMap((line, index) =>
    [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, target]) => !/^[a-z]+:/.test(target))
      .map(([, target]) => ({ line: index + 1, path: target }))
  );
}

/**
 * Paths and links of a Markdown text whose target does not exist. A path may be relative to the
 * root or to the folder of the text.
 */
export function pathFailures(
  document: string,
  text: string,
  files: ReadonlySet<string>,
  topLevel: ReadonlySet<string>,
): string[] {
  const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/") + 1) : "";
  const exists = (path: string) => files.has(path) || files.has(`${path}/`);
  const missing = pathsIn(text, topLevel).filter(({ path }) =>
    !exists(path) && !exists(resolved(folder + path))
  );
  const broken = linksIn(text).filter(({ path }) => !exists(resolved(folder + path)));
  return [...missing, ...broken].map(({ line, path }) =>
    `${document}:${line} names ${path}, which does not exist`
  );
}

function resolved(path: string): string {
  return new URL(path, "file:///").pathname.slice(1);
}

/** The address of a heading as GitHub writes it. */
export function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading.toLowerCase().replace(/[^\w\s-]/g, "").trim().replace(/\s+/g, "-")
  );
}
