/** Texts around the terms of use; the terms themselves are answered by the API. */
import { texts } from "./text.ts";

/** The texts. */
export const terms = texts({
  title: {
    en: "Terms of use",
    fr: "Conditions d’utilisation",
    es: "Condiciones de uso",
    de: "Nutzungsbedingungen",
    nl: "Gebruiksvoorwaarden",
    it: "Condizioni d’uso",
    pt: "Termos de utilização",
  },
  accepted: {
    en: "Version {version} was accepted by {name} on {date}.",
    fr: "La version {version} a été acceptée par {name} le {date}.",
    es: "{name} aceptó la versión {version} el {date}.",
    de: "Version {version} wurde von {name} am {date} angenommen.",
    nl: "Versie {version} is geaccepteerd door {name} op {date}.",
    it: "La versione {version} è stata accettata da {name} il {date}.",
    pt: "A versão {version} foi aceite por {name} em {date}.",
  },
  waits: {
    en: "Version {version} is waiting to be accepted.",
    fr: "La version {version} attend d’être acceptée.",
    es: "La versión {version} está pendiente de aceptación.",
    de: "Version {version} wartet auf Ihre Zustimmung.",
    nl: "Versie {version} wacht op uw akkoord.",
    it: "La versione {version} attende di essere accettata.",
    pt: "A versão {version} aguarda aceitação.",
  },
  version: {
    en: "This is version {version}.",
    fr: "Voici la version {version}.",
    es: "Esta es la versión {version}.",
    de: "Das ist Version {version}.",
    nl: "Dit is versie {version}.",
    it: "Questa è la versione {version}.",
    pt: "Esta é a versão {version}.",
  },
  text: {
    en: "The text",
    fr: "Le texte",
    es: "El texto",
    de: "Der Text",
    nl: "De tekst",
    it: "Il testo",
    pt: "O texto",
  },
  accept: {
    en: "Accept the terms",
    fr: "Accepter les conditions",
    es: "Aceptar las condiciones",
    de: "Bedingungen annehmen",
    nl: "Voorwaarden accepteren",
    it: "Accetta le condizioni",
    pt: "Aceitar os termos",
  },
  done: {
    en: "The terms are accepted.",
    fr: "Les conditions sont acceptées.",
    es: "Las condiciones están aceptadas.",
    de: "Die Bedingungen sind angenommen.",
    nl: "De voorwaarden zijn geaccepteerd.",
    it: "Le condizioni sono accettate.",
    pt: "Os termos foram aceites.",
  },
});
