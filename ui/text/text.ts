/** What a text is: one meaning in every language of the box, side by side, so that none is missing. */
import type { Language } from "../../policy/catalogue/languages.ts";

/** A wording for each plural category of the language that needs one (Intl.PluralRules), chosen by `{count}`. */
export interface Plural {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A text in every language; `{name}` stands for what is put in. */
export type Text = Readonly<Record<Language, string | Plural>>;

/** Declares the texts of an area. */
export function texts<T extends Readonly<Record<string, Text>>>(area: T): T {
  return area;
}
