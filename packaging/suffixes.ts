/**
 * `deno run -A packaging/suffixes.ts`: writes the public suffixes of registries and of providers,
 * as tldts has them, to policy/catalogue/ for threads that do not load tldts. Run it when tldts has
 * a newer version.
 */
import {
  edgeChild,
  edgeLength,
  edgeStart,
  exceptionsRoot,
  labelText,
  nodeFlags,
  rulesRoot,
} from "tldts/trie";

/** Bits of a node that is a suffix of a registry, and of one that is a suffix of a provider. */
const REGISTRY = 1;
const PROVIDER = 2;

/** The content of policy/catalogue/suffixes.ts. */
export function suffixesModule(): string {
  const exceptions = suffixesBelow(exceptionsRoot, REGISTRY).map(textOf);
  const lines = linesOf(suffixesBelow(rulesRoot, REGISTRY));
  return `${HEAD}${exceptions.sort().join(" ")}\`;\n${MIDDLE}${lines.join("\n")}\n\`;\n`;
}

/** The content of policy/catalogue/private_suffixes.ts. */
export function privateSuffixesModule(): string {
  const lines = linesOf(suffixesBelow(rulesRoot, PROVIDER));
  return `${PRIVATE_HEAD}${lines.join("\n")}\n\`;\n`;
}

/** Per ending one line, with what makes further suffixes in front of it. */
function linesOf(rules: readonly (readonly string[])[]): string[] {
  const byEnding = Map.groupBy(rules, ([ending]) => ending);
  return [...byEnding].sort(([a], [b]) => a < b ? -1 : 1).map(([ending, found]) => {
    const below = found.filter(({ length }) => length > 1).map((labels) => textOf(labels.slice(1)));
    return below.length === 0 ? ending : `${ending} ${below.sort().join(" ")}`;
  });
}

const HEAD = `/**
 * The public suffixes of registries (publicsuffix.org, MPL-2.0, as tldts has them). Written by
 * packaging/suffixes.ts.
 */

/** Names that are no suffix although a wildcard covers them. */
export const SUFFIX_EXCEPTIONS =
  \``;

const MIDDLE = `
/** Per line a top-level label, and what makes further suffixes in front of it. */
export const SUFFIXES = \`
`;

const PRIVATE_HEAD = `/**
 * The public suffixes of providers, such as github.io (publicsuffix.org, MPL-2.0, as tldts has
 * them). Written by packaging/suffixes.ts.
 */

/** Per line a top-level label, and what makes suffixes in front of it. */
export const PRIVATE_SUFFIXES = \`
`;

/** The suffixes of one kind below a node as labels, the top-level one first. */
function suffixesBelow(root: number, kind: number): string[][] {
  const offsets = new Uint32Array(edgeLength.length);
  for (let edge = 1; edge < offsets.length; edge++) {
    offsets[edge] = offsets[edge - 1] + edgeLength[edge - 1];
  }
  const found: string[][] = [];
  const walk = (node: number, labels: readonly string[]) => {
    if (labels.length > 0 && (nodeFlags[node] & kind) !== 0) found.push([...labels]);
    for (let edge = edgeStart[node]; edge < edgeStart[node + 1]; edge++) {
      const label = labelText.slice(offsets[edge], offsets[edge] + edgeLength[edge]);
      walk(edgeChild[edge], [...labels, label]);
    }
  };
  walk(root, []);
  return found;
}

function textOf(labels: readonly string[]): string {
  return labels.toReversed().join(".");
}

if (import.meta.main) {
  const write = (name: string, text: string) =>
    Deno.writeTextFile(new URL(`../policy/catalogue/${name}`, import.meta.url), text);
  await write("suffixes.ts", suffixesModule());
  await write("private_suffixes.ts", privateSuffixesModule());
}
