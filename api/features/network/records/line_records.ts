import type { RecordDraft } from "./record.ts";

/** The records of one line, or the problem with it. Neither = a line without meaning. */
export interface LineRecords {
  readonly drafts: readonly RecordDraft[];
  readonly problem?: string;
}
