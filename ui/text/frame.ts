/** Texts of what stands around every page. */
import { texts } from "./text.ts";

/** The texts. */
export const frame = texts({
  home: {
    en: "Home",
    fr: "Accueil",
    es: "Inicio",
    de: "Start",
    nl: "Start",
    it: "Home",
    pt: "Início",
  },
  people: {
    en: "People",
    fr: "Personnes",
    es: "Personas",
    de: "Personen",
    nl: "Personen",
    it: "Persone",
    pt: "Pessoas",
  },
  queries: {
    en: "Queries",
    fr: "Requêtes",
    es: "Consultas",
    de: "Anfragen",
    nl: "Verzoeken",
    it: "Richieste",
    pt: "Consultas",
  },
  protection: {
    en: "Protection",
    fr: "Protection",
    es: "Protección",
    de: "Schutz",
    nl: "Bescherming",
    it: "Protezione",
    pt: "Proteção",
  },
  alerts: {
    en: "Alerts",
    fr: "Alertes",
    es: "Alertas",
    de: "Meldungen",
    nl: "Meldingen",
    it: "Avvisi",
    pt: "Alertas",
  },
  box: { en: "Box", fr: "Box", es: "Box", de: "Box", nl: "Box", it: "Box", pt: "Box" },
  skip: {
    en: "Skip to content",
    fr: "Aller au contenu",
    es: "Ir al contenido",
    de: "Zum Inhalt",
    nl: "Naar de inhoud",
    it: "Vai al contenuto",
    pt: "Ir para o conteúdo",
  },
  navigation: {
    en: "Main navigation",
    fr: "Navigation principale",
    es: "Navegación principal",
    de: "Hauptnavigation",
    nl: "Hoofdnavigatie",
    it: "Navigazione principale",
    pt: "Navegação principal",
  },
  pages: {
    en: "Pages of {area}",
    fr: "Pages de la rubrique {area}",
    es: "Páginas de la sección {area}",
    de: "Seiten von {area}",
    nl: "Pagina’s van {area}",
    it: "Pagine della sezione {area}",
    pt: "Páginas da secção {area}",
  },
  account: {
    en: "Account {name}",
    fr: "Compte {name}",
    es: "Cuenta {name}",
    de: "Konto {name}",
    nl: "Account {name}",
    it: "Account {name}",
    pt: "Conta {name}",
  },
  my_account: {
    en: "My account",
    fr: "Mon compte",
    es: "Mi cuenta",
    de: "Mein Konto",
    nl: "Mijn account",
    it: "Il mio account",
    pt: "A minha conta",
  },
  sign_out: {
    en: "Sign out",
    fr: "Se déconnecter",
    es: "Cerrar sesión",
    de: "Abmelden",
    nl: "Afmelden",
    it: "Esci",
    pt: "Terminar sessão",
  },
  open_alerts: {
    en: { one: "{count} open alert", other: "{count} open alerts" },
    fr: { one: "{count} alerte ouverte", other: "{count} alertes ouvertes" },
    es: { one: "{count} alerta abierta", other: "{count} alertas abiertas" },
    de: { one: "{count} offene Meldung", other: "{count} offene Meldungen" },
    nl: { one: "{count} open melding", other: "{count} open meldingen" },
    it: { one: "{count} avviso aperto", other: "{count} avvisi aperti" },
    pt: { one: "{count} alerta aberto", other: "{count} alertas abertos" },
  },
  never: { en: "never", fr: "jamais", es: "nunca", de: "nie", nl: "nooit", it: "mai", pt: "nunca" },
  undo: {
    en: "Undo",
    fr: "Annuler",
    es: "Deshacer",
    de: "Rückgängig",
    nl: "Ongedaan maken",
    it: "Annulla",
    pt: "Anular",
  },
  close: {
    en: "Close",
    fr: "Fermer",
    es: "Cerrar",
    de: "Schließen",
    nl: "Sluiten",
    it: "Chiudi",
    pt: "Fechar",
  },
  done: {
    en: "Done.",
    fr: "C’est fait.",
    es: "Hecho.",
    de: "Erledigt.",
    nl: "Gedaan.",
    it: "Fatto.",
    pt: "Feito.",
  },
  undone: {
    en: "Undone.",
    fr: "Annulé.",
    es: "Deshecho.",
    de: "Rückgängig gemacht.",
    nl: "Klaar.",
    it: "Annullato.",
    pt: "Anulado.",
  },
  offline: {
    en: "The box is not answering; this page shows the last known state.",
    fr: "La box ne répond pas ; la page montre le dernier état connu.",
    es: "La box no responde; la página muestra el último estado conocido.",
    de: "Die Box antwortet nicht; die Seite zeigt den letzten bekannten Stand.",
    nl: "De box antwoordt niet; de pagina toont de laatst bekende stand.",
    it: "La box non risponde; la pagina mostra l’ultimo stato noto.",
    pt: "A box não responde; a página mostra o último estado conhecido.",
  },
  unsure: {
    en:
      "The box didn’t answer, so it’s not clear whether that was saved. This page updates as soon as the box is back.",
    fr:
      "La box n’a pas répondu : impossible de savoir si c’est enregistré. Cette page se met à jour dès que la box est de retour.",
    es:
      "La box no ha respondido y no se sabe si se ha guardado. Esta página se actualizará en cuanto la box vuelva.",
    de:
      "Die Box hat nicht geantwortet. Ob das gespeichert wurde, ist unklar. Diese Seite wird aktualisiert, sobald die Box wieder da ist.",
    nl:
      "De box antwoordde niet, dus het is niet zeker of dat is opgeslagen. Deze pagina wordt bijgewerkt zodra de box terug is.",
    it:
      "La box non ha risposto: non è certo che sia stato salvato. Questa pagina si aggiorna appena la box è di nuovo raggiungibile.",
    pt:
      "A box não respondeu, por isso não se sabe se ficou guardado. Esta página atualiza-se assim que a box voltar.",
  },
  unsent: {
    en: "Not saved: this device has no connection.",
    fr: "Non enregistré : cet appareil n’a pas de connexion.",
    es: "No se ha guardado: este dispositivo no tiene conexión.",
    de: "Nicht gespeichert: Dieses Gerät hat keine Verbindung.",
    nl: "Niet opgeslagen: dit apparaat heeft geen verbinding.",
    it: "Non salvato: questo dispositivo non ha connessione.",
    pt: "Não foi guardado: este dispositivo não tem ligação.",
  },
  slow: {
    en: "The box hasn’t answered yet, so it’s not clear whether that was saved. Still waiting.",
    fr: "La box n’a pas encore répondu : on ne sait pas si c’est enregistré. L’attente continue.",
    es: "La box aún no ha respondido y no se sabe si se ha guardado. Seguimos esperando.",
    de:
      "Die Box hat noch nicht geantwortet. Ob das gespeichert wurde, ist unklar. Es wird weiter gewartet.",
    nl:
      "De box heeft nog niet geantwoord, dus het is niet zeker of dat is opgeslagen. We wachten nog.",
    it: "La box non ha ancora risposto: non è certo che sia stato salvato. L’attesa continua.",
    pt: "A box ainda não respondeu, por isso não se sabe se ficou guardado. Continuamos à espera.",
  },
  is_back: {
    en: "The box is back and this page is up to date. Check whether your change is there.",
    fr: "La box est de retour et cette page est à jour. Vérifiez que votre modification y figure.",
    es: "La box ha vuelto y esta página está al día. Compruebe si su cambio está hecho.",
    de: "Die Box ist wieder da und diese Seite aktuell. Prüfen Sie, ob Ihre Änderung da ist.",
    nl: "De box is terug en deze pagina is bijgewerkt. Kijk of uw wijziging erbij staat.",
    it: "La box è tornata e questa pagina è aggiornata. Controlla se la modifica c’è.",
    pt: "A box voltou e esta página está atualizada. Verifique se a sua alteração lá está.",
  },
  silent: {
    en: "The box didn’t answer. Try again in a moment.",
    fr: "La box n’a pas répondu. Réessayez dans un instant.",
    es: "La box no ha respondido. Inténtelo de nuevo en un momento.",
    de: "Die Box hat nicht geantwortet. Versuchen Sie es gleich noch einmal.",
    nl: "De box antwoordde niet. Probeer het zo nog eens.",
    it: "La box non ha risposto. Riprova tra un momento.",
    pt: "A box não respondeu. Tente de novo daqui a pouco.",
  },
  paused_note: {
    en: "Protection is paused for everyone {until}. What’s chosen here applies again after that.",
    fr:
      "La protection est en pause pour tout le monde {until}. Ensuite, ce qui est choisi ici s’applique de nouveau.",
    es:
      "La protección está en pausa para todos {until}. Después vuelve a aplicarse lo que se elige aquí.",
    de: "Der Schutz pausiert für alle {until}. Danach gilt wieder, was hier gewählt ist.",
    nl:
      "De bescherming is voor iedereen gepauzeerd {until}. Daarna geldt weer wat hier is gekozen.",
    it: "La protezione è in pausa per tutti {until}. Poi torna a valere ciò che è scelto qui.",
    pt:
      "A proteção está em pausa para todos {until}. Depois volta a aplicar-se o que está escolhido aqui.",
  },
  notice_reset: {
    en:
      "Your account was reset by {by} on {when}. Earlier sessions, tokens and second factors have ended.",
    fr:
      "Votre compte a été réinitialisé par {by} le {when}. Les sessions, jetons et seconds facteurs d’avant ont pris fin.",
    es:
      "{by} restableció su cuenta el {when}. Las sesiones, los tokens y los segundos factores anteriores han terminado.",
    de:
      "Ihr Konto wurde am {when} von {by} zurückgesetzt. Frühere Sitzungen, Tokens und zweite Faktoren sind beendet.",
    nl:
      "Uw account is op {when} door {by} opnieuw ingesteld. Eerdere sessies, tokens en tweede factoren zijn beëindigd.",
    it:
      "Il tuo account è stato reimpostato da {by} il {when}. Le sessioni, i token e i secondi fattori di prima sono terminati.",
    pt:
      "A sua conta foi reposta por {by} em {when}. As sessões, os tokens e os segundos fatores anteriores terminaram.",
  },
  notice_access: {
    en:
      "The account {subject} was given to you too by {by} on {when}: whoever uses it sees what concerns you.",
    fr:
      "Le compte {subject} vous a aussi été attribué par {by} le {when} : qui l’utilise voit ce qui vous concerne.",
    es:
      "{by} le asignó también la cuenta {subject} el {when}: quien la use ve lo que le concierne.",
    de:
      "Auch das Konto {subject} wurde Ihnen am {when} von {by} zugeordnet: Wer es benutzt, sieht, was Sie betrifft.",
    nl:
      "Ook het account {subject} is op {when} door {by} aan u gekoppeld: wie het gebruikt, ziet wat u aangaat.",
    it:
      "Anche l’account {subject} ti è stato assegnato da {by} il {when}: chi lo usa vede ciò che ti riguarda.",
    pt:
      "A conta {subject} também lhe foi atribuída por {by} em {when}: quem a usa vê o que lhe diz respeito.",
  },
  notice_left: {
    en: "The account {subject} was taken from you by {by} on {when}.",
    fr: "Le compte {subject} vous a été retiré par {by} le {when}.",
    es: "{by} le retiró la cuenta {subject} el {when}.",
    de: "Das Konto {subject} wurde Ihnen am {when} von {by} entzogen.",
    nl: "Het account {subject} is op {when} door {by} van u losgekoppeld.",
    it: "L’account {subject} ti è stato tolto da {by} il {when}.",
    pt: "A conta {subject} foi-lhe retirada por {by} em {when}.",
  },
  notice_factors: {
    en: "Your second factors were removed by {by} on {when}.",
    fr: "Vos seconds facteurs ont été retirés par {by} le {when}.",
    es: "{by} quitó sus segundos factores el {when}.",
    de: "Ihre zweiten Faktoren wurden am {when} von {by} entfernt.",
    nl: "Uw tweede factoren zijn op {when} door {by} verwijderd.",
    it: "I tuoi secondi fattori sono stati rimossi da {by} il {when}.",
    pt: "Os seus segundos fatores foram retirados por {by} em {when}.",
  },
  notice_token: {
    en: "The token {subject} was made for your account by {by} on {when}.",
    fr: "Le jeton {subject} a été créé pour votre compte par {by} le {when}.",
    es: "{by} creó el token {subject} para su cuenta el {when}.",
    de: "Der Token {subject} wurde am {when} von {by} für Ihr Konto erstellt.",
    nl: "Het token {subject} is op {when} door {by} voor uw account gemaakt.",
    it: "Il token {subject} è stato creato per il tuo account da {by} il {when}.",
    pt: "O token {subject} foi criado para a sua conta por {by} em {when}.",
  },
  notice_restored: {
    en: "The box went back to an older copy of its data on {when}.",
    fr: "La box est revenue à une copie plus ancienne de ses données le {when}.",
    es: "La box volvió a una copia anterior de sus datos el {when}.",
    de: "Die Box ist am {when} auf eine ältere Kopie ihrer Daten zurückgegangen.",
    nl: "De box is op {when} teruggegaan naar een oudere kopie van haar gegevens.",
    it: "La box è tornata a una copia precedente dei suoi dati il {when}.",
    pt: "A box voltou a uma cópia mais antiga dos seus dados em {when}.",
  },
  notice_consent: {
    en: "Your consent to detailed reports has ended; you can give it again in your account.",
    fr:
      "Votre accord aux rapports détaillés a pris fin ; vous pouvez le redonner dans votre compte.",
    es:
      "Su consentimiento a los informes detallados ha terminado; puede darlo de nuevo en su cuenta.",
    de:
      "Ihre Zustimmung zu ausführlichen Berichten ist beendet; Sie können sie in Ihrem Konto neu geben.",
    nl:
      "Uw toestemming voor uitgebreide rapporten is beëindigd; u kunt die in uw account opnieuw geven.",
    it: "Il tuo consenso ai rapporti dettagliati è terminato; puoi ridarlo nel tuo account.",
    pt: "O seu consentimento para relatórios detalhados terminou; pode dá-lo de novo na sua conta.",
  },
  notice_machine: {
    en: "the box’s command line",
    fr: "la ligne de commande de la box",
    es: "la línea de comandos de la box",
    de: "der Befehlszeile der Box",
    nl: "de opdrachtregel van de box",
    it: "la riga di comando della box",
    pt: "linha de comandos da box",
  },
  notice_read: {
    en: "Got it",
    fr: "Compris",
    es: "Entendido",
    de: "Verstanden",
    nl: "Begrepen",
    it: "Ho capito",
    pt: "Entendi",
  },
  terms_wait: {
    en: "The terms of use are waiting to be accepted.",
    fr: "Des conditions d’utilisation sont à accepter.",
    es: "Hay condiciones de uso por aceptar.",
    de: "Die Nutzungsbedingungen warten auf Ihre Zustimmung.",
    nl: "De gebruiksvoorwaarden wachten op uw akkoord.",
    it: "Ci sono condizioni d’uso da accettare.",
    pt: "Há termos de utilização por aceitar.",
  },
  read_terms: {
    en: "Read and accept",
    fr: "Lire et accepter",
    es: "Leer y aceptar",
    de: "Lesen und annehmen",
    nl: "Lezen en accepteren",
    it: "Leggi e accetta",
    pt: "Ler e aceitar",
  },
  copy: {
    en: "Copy",
    fr: "Copier",
    es: "Copiar",
    de: "Kopieren",
    nl: "Kopiëren",
    it: "Copia",
    pt: "Copiar",
  },
  copied: {
    en: "Copied.",
    fr: "Copié.",
    es: "Copiado.",
    de: "Kopiert.",
    nl: "Gekopieerd.",
    it: "Copiato.",
    pt: "Copiado.",
  },
});
