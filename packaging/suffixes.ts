/**
 * `deno run -A packaging/suffixes.ts`: writes the public suffixes of registries, as tldts has them,
 * to policy/catalogue/suffixes.ts for threads that do not load tldts. Run it when tldts has a newer
 * version.
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

/** Bit of a node that is a suffix of a registry, not of a provider. */
const REGISTRY = 1;

/** The content of the file. */
export function suffixesModule(): string {
  const rules = suffixesBelow(rulesRoot);
  const exceptions = suffixesBelow(exceptionsRoot).map(textOf);
  const byEnding = Map.groupBy(rules, ([ending]) => ending);
  const lines = [...byEnding].sort(([a], [b]) => a < b ? -1 : 1).map(([ending, found]) => {
    const below = found.filter(({ length }) => length > 1).map((labels) => textOf(labels.slice(1)));
    return below.length === 0 ? ending : `${ending} ${below.sort().join(" ")}`;
  });
  return `${HEAD}${exceptions.sort().join(" ")}\`;\n${MIDDLE}${lines.join("\n")}\n\`;\n`;
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

/** The suffixes below a node as labels, the top-level one first. */
function suffixesBelow(root: number): string[][] {
  const offsets = new Uint32Array(edgeLength.length);
  for (let edge = 1; edge < offsets.length; edge++) {
    offsets[edge] = offsets[edge - 1] + edgeLength[edge - 1];
  }
  const found: string[][] = [];
  const walk = (node: number, labels: readonly string[]) => {
    if (labels.length > 0 && (nodeFlags[node] & REGISTRY) !== 0) found.push([...labels]);
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
  const file = new URL("../policy/catalogue/suffixes.ts", import.meta.url);
  await Deno.writeTextFile(file, suffixesModule());
}
