/** Texts of charts. */
import { texts } from "./text.ts";

/** The texts. */
export const charts = texts({
  as_table: {
    en: "Show as a table",
    fr: "Afficher en tableau",
    es: "Mostrar como tabla",
    de: "Als Tabelle anzeigen",
    nl: "Als tabel tonen",
    it: "Mostra come tabella",
    pt: "Mostrar como tabela",
  },
});
