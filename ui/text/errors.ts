/** What a refusal says to a person: the title of its page and the sentence of its code. */
import { texts } from "./text.ts";

/** The texts. */
export const errors = texts({
  title: {
    en: "That did not work",
    fr: "Cela n’a pas fonctionné",
    es: "No ha funcionado",
    de: "Das hat nicht geklappt",
    nl: "Dat is niet gelukt",
    it: "Non ha funzionato",
    pt: "Não funcionou",
  },
  missing: {
    en: "There is no such page",
    fr: "Cette page n’existe pas",
    es: "Esta página no existe",
    de: "Diese Seite gibt es nicht",
    nl: "Deze pagina bestaat niet",
    it: "Questa pagina non esiste",
    pt: "Esta página não existe",
  },
  back: {
    en: "To the first page",
    fr: "Vers la première page",
    es: "A la primera página",
    de: "Zur ersten Seite",
    nl: "Naar de eerste pagina",
    it: "Alla prima pagina",
    pt: "Para a primeira página",
  },
  again: {
    en: "Try again",
    fr: "Réessayer",
    es: "Reintentar",
    de: "Noch einmal",
    nl: "Opnieuw",
    it: "Riprova",
    pt: "Tentar de novo",
  },
  secure_title: {
    en: "The box is opened over a secure connection",
    fr: "La box s’ouvre par une connexion sécurisée",
    es: "La box se abre por una conexión segura",
    de: "Die Box wird über eine sichere Verbindung geöffnet",
    nl: "De box wordt via een beveiligde verbinding geopend",
    it: "La box si apre con una connessione sicura",
    pt: "A box abre-se por uma ligação segura",
  },
  secure_text: {
    en:
      "Nobody on the way may read your password. Your browser will warn once, because the box made its certificate itself: compare its fingerprint with the one printed at the first start.",
    fr:
      "Personne en chemin ne doit lire votre mot de passe. Votre navigateur avertira une fois, car la box a créé elle-même son certificat : comparez son empreinte avec celle affichée au premier démarrage.",
    es:
      "Nadie por el camino debe leer su contraseña. El navegador avisará una vez, porque la box creó ella misma su certificado: compare su huella con la que se mostró en el primer inicio.",
    de:
      "Niemand unterwegs darf Ihr Passwort lesen. Der Browser warnt einmal, weil die Box ihr Zertifikat selbst erstellt hat: Vergleichen Sie den Fingerabdruck mit dem, der beim ersten Start angezeigt wurde.",
    nl:
      "Niemand onderweg mag uw wachtwoord lezen. De browser waarschuwt één keer, omdat de box haar certificaat zelf maakte: vergelijk de vingerafdruk met die van de eerste start.",
    it:
      "Nessuno lungo il percorso deve leggere la password. Il browser avviserà una volta, perché la box ha creato da sé il certificato: confronta l’impronta con quella mostrata al primo avvio.",
    pt:
      "Ninguém pelo caminho deve ler a sua palavra-passe. O navegador avisa uma vez, porque a box criou o próprio certificado: compare a impressão digital com a mostrada no primeiro arranque.",
  },
  open_secure: {
    en: "Open {address}",
    fr: "Ouvrir {address}",
    es: "Abrir {address}",
    de: "{address} öffnen",
    nl: "{address} openen",
    it: "Apri {address}",
    pt: "Abrir {address}",
  },
});
