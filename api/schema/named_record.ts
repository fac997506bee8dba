import type { LocalRecord } from "../../policy/model/decision.ts";

/** A local record with its name, as snapshots contain it. */
export interface NamedRecord {
  /** Lower-case text without final dot; `*.name` = its subdomains. */
  readonly name: string;
  readonly record: LocalRecord;
}
