/** The detail of an alert about a look-alike: `name|imitated|kind[|young]` (A 6). */

/** Its parts; those that are missing are empty. */
export interface LookalikeDetail {
  readonly name: string;
  readonly imitates: string;
  readonly kind: string;
  readonly isYoung: boolean;
}

/** The name may contain bars, which look like the letter l; the other parts contain none. */
const PARTS = /^(.*)\|([^|]*)\|((?!young$)[a-z]+)(\|young)?$/s;

/** The detail of these parts. */
export function lookalikeDetail({ name, imitates, kind, isYoung }: LookalikeDetail): string {
  return [name, imitates, kind, ...(isYoung ? ["young"] : [])].join("|");
}

/** Reads the detail. */
export function readLookalikeDetail(detail: string): LookalikeDetail {
  const [, name = detail, imitates = "", kind = "", young = ""] = PARTS.exec(detail) ?? [];
  return { name, imitates, kind, isYoung: young !== "" };
}
