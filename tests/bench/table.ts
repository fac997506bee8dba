/** Prints the figures of a run side by side. */

/** The figures of one server by measurement. */
export type Figures = Record<string, number>;

function shown(value: number | undefined): string {
  if (value === undefined) return "";
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  if (value >= 100) return value.toFixed(0);
  return value.toPrecision(3);
}

/**
 * The ratio by which the first server beats a peer: higher is better for rates, lower for
 * everything else.
 */
export function ratio(measure: string, own: number, peer: number): number {
  return /(queries|handshakes)\/s/.test(measure) ? own / peer : peer / own;
}

/** Prints a table of figures, then the ratios of the first server to each other one. */
export function printTable(title: string, results: ReadonlyMap<string, Figures>): void {
  const names = [...results.keys()];
  const first = names[0]!;
  const measures = [...new Set([...results.values()].flatMap((figures) => Object.keys(figures)))];
  const ratios = names.slice(1).map((name) => `${first} : ${name}`);
  console.log(
    `\n### ${title}\n\n| | ${[...names, ...ratios].join(" | ")} |\n|---|${
      "---:|".repeat(names.length + ratios.length)
    }`,
  );
  for (const measure of measures) {
    const own = results.get(first)![measure];
    const values = names.map((name) => shown(results.get(name)![measure]));
    const better = names.slice(1).map((name) => {
      const peer = results.get(name)![measure];
      return own === undefined || peer === undefined || own === 0
        ? ""
        : `${ratio(measure, own, peer).toFixed(2)} ×`;
    });
    console.log(`| ${measure} | ${[...values, ...better].join(" | ")} |`);
  }
}
