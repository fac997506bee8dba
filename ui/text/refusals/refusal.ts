/** The form of the tables of refusals. */
import type { Language } from "../../../policy/catalogue/languages.ts";
import type { TextKey } from "../list.ts";

/** A sentence in the other languages; English pages show that of the API. */
export type Translations = Readonly<Record<Exclude<Language, "en">, string>>;

/**
 * What a page shows, by the sentence of the API with a name in braces for each value: a text that
 * exists already, or the translations. They may leave out a value.
 */
export type Refusals = Readonly<Record<string, TextKey | Translations>>;
