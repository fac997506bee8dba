/** Metrics in the text format of Prometheus, 0.0.4. */

/** The media type of the text. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Labels of one value. */
export type Labels = Readonly<Record<string, string>>;

/** One metric with all its values. A counter only increases, and its name ends with `_total`. */
export interface Metric {
  /** `box_queries_total`: base units, seconds and bytes. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly values: readonly MetricValue[];
}

/** One value; the values of a histogram have a suffix: `_bucket`, `_sum` or `_count`. */
export type MetricValue = readonly [labels: Labels, value: number, suffix?: string];

/** The text of metrics; those without a value are left out. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.filter(({ values }) => values.length > 0).map(({ name, help, type, values }) =>
    `# HELP ${name} ${
      help.replace(/\\/g, "\\\\").replace(/\n/g, "\\n")
    }\n# TYPE ${name} ${type}\n` +
    values.map(([labels, value, suffix = ""]) =>
      `${name}${suffix}${labelsText(labels)} ${valueText(value)}\n`
    ).join("")
  ).join("");
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.toWellFormed().replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}

function valueText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
