/** Why a backup failed, in the language of the user. */
import { type Child, html } from "../html.ts";
import { backupReasons } from "../text/backup_reasons.ts";
import type { Ui } from "../ui.ts";

type Reason = keyof typeof backupReasons;

// The longest sentence first, as in the API: a place may end like a shorter one.
const PATTERNS = (Object.keys(backupReasons) as Reason[]).toSorted((one, other) =>
  backupReasons[other].en.length - backupReasons[one].en.length
).map((reason) => {
  const [before, after] = backupReasons[reason].en.split("{place}").map(RegExp.escape);
  const pattern = after === undefined ? before : `${before}(?<place>.*)${after}`;
  return [reason, new RegExp(`^${pattern}$`, "s")] as const;
});

/** The reason that an English sentence of the API gives; undefined = none that is known. */
export function knownBackupReason(ui: Ui, sentence: string): Child | undefined {
  for (const [reason, pattern] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const place = html`<bdi>${found.groups?.place ?? ""}</bdi>`;
    return ui.tRich(`backupReasons.${reason}`, { place });
  }
  return undefined;
}

/** The reason, or the sentence as it is where an older version left it. */
export function backupReason(ui: Ui, sentence: string): Child {
  return knownBackupReason(ui, sentence) ?? html`<span lang="en">${sentence}</span>`;
}
