/** Texts of the first page. */
import { texts } from "./text.ts";

/** The texts. */
export const home = texts({
  lead: {
    en: "{count} queries today, {blocked} of them blocked.",
    fr: "{count} requêtes aujourd’hui, dont {blocked} bloquées.",
    es: "{count} consultas hoy, {blocked} de ellas bloqueadas.",
    de: "{count} Anfragen heute, davon {blocked} gesperrt.",
    nl: "{count} verzoeken vandaag, waarvan {blocked} geblokkeerd.",
    it: "{count} richieste oggi, di cui {blocked} bloccate.",
    pt: "{count} consultas hoje, {blocked} delas bloqueadas.",
  },
});
