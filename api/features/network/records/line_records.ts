import type { RecordDraft } from "./record.ts";

/** The records of one line, or the problem with it; neither = an empty line or a comment. */
export interface LineRecords {
  readonly drafts: readonly RecordDraft[];
  readonly problem?: string;
}
