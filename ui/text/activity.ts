/** Texts about what devices and people asked. */
import { texts } from "./text.ts";

/** The texts. */
export const activity = texts({
  shared: {
    en: "shared",
    fr: "partagé",
    es: "compartido",
    de: "gemeinsam genutzt",
    nl: "gedeeld",
    it: "condiviso",
    pt: "partilhado",
  },
});
