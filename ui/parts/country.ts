/** Country names in the language of the user. */
import { COUNTRIES } from "../../policy/catalogue/countries.ts";
import { localeOf, type Ui } from "../ui.ts";

/** A country that a catalogue names in English; an unknown one stays unchanged. */
export function countryName(ui: Ui, english: string): string {
  const inEnglish = new Intl.DisplayNames("en", { type: "region" });
  const code = [...COUNTRIES, "EU"].find((id) => inEnglish.of(id) === english);
  if (code === undefined) return english;
  return new Intl.DisplayNames(localeOf(ui.context.language), { type: "region" }).of(code) ??
    english;
}

/** The name of a country by its code, `FR`; an unknown code stays unchanged. */
export function countryOfCode(ui: Ui, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const names = new Intl.DisplayNames(localeOf(ui.context.language), { type: "region" });
  return names.of(code) ?? code;
}
