/**
 * The source tree as the architecture tests see it: its files, and facts from their syntax trees.
 */
import { relative } from "node:path";

/** Absolute path of the root of the project, with a final slash. */
export const ROOT: string = new URL("../../", import.meta.url).pathname;

const SKIPPED = new Set(["node_modules", "dist", "data", "coverage"]);

/**
 * Every file and folder below the root by relative path, folders with a final slash, without hidden
 * ones and build output.
 */
export function walk(folder: string = ROOT): string[] {
  const found: string[] = [];
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.name.startsWith(".") || (folder === ROOT && SKIPPED.has(entry.name))) continue;
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory) found.push(`${relative(ROOT, path)}/`, ...walk(`${path}/`));
    else found.push(relative(ROOT, path));
  }
  return found.sort();
}

/** Every TypeScript file of the project by relative path. */
export function sourceFiles(): string[] {
  return walk().filter((path) => /\.tsx?$/.test(path));
}

/** The text of a file by relative path. */
export function textOf(path: string): string {
  return Deno.readTextFileSync(ROOT + path);
}

/**
 * The modules that a text loads by their path from the root: threads, and code that is loaded on
 * demand.
 */
export function modulesByUrl(text: string): string[] {
  return [...text.matchAll(/\b(?:moduleUrl|thread|load<[^>]*>+)\(\s*"([^"]+)"/g)]
    .map(([, module]) => `${module}.ts`);
}

/** An import, re-export or dynamic import, as written. */
export interface Import {
  readonly specifier: string;
  /** Erased by the compiler: `import type`, or only type specifiers. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** An exported declaration. */
export interface ExportFact {
  readonly name: string;
  readonly line: number;
  /** The doc comment right before it, without asterisks; "" = none. */
  readonly doc: string;
}

/** What the architecture tests need from the syntax tree of a file. */
export interface SourceFacts {
  readonly imports: readonly Import[];
  readonly exports: readonly ExportFact[];
  /** Uses of `import.meta`, such as `import.meta.url`. */
  readonly metas: readonly { readonly text: string; readonly line: number }[];
}

interface Collector {
  readonly text: string;
  lineAt(offset: number): number;
  readonly imports: Import[];
  readonly exports: ExportFact[];
  readonly metas: { text: string; line: number }[];
}

/**
 * Parses a module with Deno's own parser. Runs under `deno test` only, where `Deno.lint.runPlugin`
 * exists.
 */
export function readFacts(path: string, text: string): SourceFacts {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === "\n") starts.push(i + 1);
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const facts: Collector = { text, lineAt, imports: [], exports: [], metas: [] };
  const visitor = createVisitor(facts);
  Deno.lint.runPlugin(
    { name: "facts", rules: { collect: { create: () => visitor } } },
    path,
    text,
  );
  return facts;
}

function createVisitor(facts: Collector): Deno.lint.LintVisitor {
  const add = (specifier: string | undefined, typeOnly: boolean, at: number) => {
    if (specifier !== undefined) {
      facts.imports.push({ specifier, typeOnly, line: facts.lineAt(at) });
    }
  };
  return {
    ImportDeclaration(node) {
      const kinds = node.specifiers.map((s) =>
        s.type === "ImportSpecifier" && s.importKind === "type"
      );
      add(
        node.source.value,
        node.importKind === "type" || (kinds.length > 0 && kinds.every((is) => is)),
        node.range[0],
      );
    },
    ExportNamedDeclaration(node) {
      add(node.source?.value, node.exportKind === "type", node.range[0]);
      if (node.declaration !== null) addExport(facts, node, nameOfDeclaration(node.declaration));
    },
    ExportDefaultDeclaration: (node) => addExport(facts, node, "default"),
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === "type", node.range[0]);
    },
    ImportExpression(node) {
      if (node.source.type === "Literal" && typeof node.source.value === "string") {
        add(node.source.value, false, node.range[0]);
      }
    },
    TSImportType(node) {
      const written = /import\(\s*["']([^"']+)["']/.exec(facts.text.slice(...node.range));
      add(written?.[1], true, node.range[0]);
    },
    MetaProperty(node) {
      const whole = node.parent.type === "MemberExpression" ? node.parent : node;
      facts.metas.push({
        text: facts.text.slice(...whole.range),
        line: facts.lineAt(node.range[0]),
      });
    },
  };
}

function addExport(facts: Collector, node: Deno.lint.Node, name: string): void {
  facts.exports.push({
    name,
    line: facts.lineAt(node.range[0]),
    doc: docBefore(facts.text, startOfConstants(facts.text, node.range[0])),
  });
}

/** The start of a group of constants, one per line, that share a doc comment. */
function startOfConstants(text: string, offset: number): number {
  if (!text.startsWith("export const ", offset)) return offset;
  const before = text.slice(0, offset);
  const lines = /(?:^export const \w+(?:: \w+)? = [^\n]*;\n)+$/m.exec(before);
  return lines === null ? offset : lines.index;
}

function nameOfDeclaration(declaration: Deno.lint.Node): string {
  if (declaration.type === "VariableDeclaration") {
    const id = declaration.declarations[0]?.id;
    return id?.type === "Identifier" ? id.name : "a pattern";
  }
  return "id" in declaration && declaration.id !== null && "name" in declaration.id
    ? String(declaration.id.name)
    : "a declaration";
}

/**
 * The doc comment that ends right before an offset, with only blanks and line comments such as lint
 * directives in between.
 */
function docBefore(text: string, offset: number): string {
  const before = text.slice(0, offset).replace(/(\s*\/\/[^\n]*\n)+\s*$/, "").trimEnd();
  if (!before.endsWith("*/")) return "";
  const start = before.lastIndexOf("/**");
  if (start < 0 || before.indexOf("*/", start) !== before.length - 2) return "";
  return before.slice(start + 3, -2).replace(/^\s*\*/gm, "").replace(/\s+/g, " ").trim();
}
