/** Names of countries in the language of who looks. */
import { COUNTRIES } from "../../policy/catalogue/countries.ts";
import { localeOf, type Ui } from "../shown.ts";

/** A country that a catalogue names in English; one that is not known stays as it is. */
export function countryName(ui: Ui, english: string): string {
  const inEnglish = new Intl.DisplayNames("en", { type: "region" });
  const code = [...COUNTRIES, "EU"].find((id) => inEnglish.of(id) === english);
  if (code === undefined) return english;
  return new Intl.DisplayNames(localeOf(ui.shown.language), { type: "region" }).of(code) ?? english;
}
