/** Texts of the password test. */
import { texts } from "./text.ts";

/** The texts. */
export const leakedPasswords = texts({
  name: {
    en: "Password test",
    fr: "Test de mot de passe",
    es: "Prueba de contraseña",
    de: "Passworttest",
    nl: "Wachtwoordtest",
    it: "Test della password",
    pt: "Teste de palavra-passe",
  },
  lead: {
    en: "See whether a password is in a known data breach. It never leaves this browser.",
    fr: "Voyez si un mot de passe figure dans une fuite connue. Il ne quitte jamais ce navigateur.",
    es:
      "Vea si una contraseña aparece en una filtración conocida. No sale nunca de este navegador.",
    de:
      "Sehen Sie, ob ein Passwort in einem bekannten Datenleck steht. Es verlässt diesen Browser nie.",
    nl: "Kijk of een wachtwoord in een bekend datalek staat. Het verlaat deze browser nooit.",
    it: "Vedi se una password è in una violazione di dati nota. Non lascia mai questo browser.",
    pt: "Veja se uma palavra-passe está numa fuga conhecida. Nunca sai deste navegador.",
  },
  lead_off: {
    en: "The password test is turned off on this box.",
    fr: "Le test de mot de passe est désactivé sur cette box.",
    es: "La prueba de contraseña está desactivada en esta box.",
    de: "Der Passworttest ist auf dieser Box ausgeschaltet.",
    nl: "De wachtwoordtest staat op deze box uit.",
    it: "Il test della password è disattivato su questa box.",
    pt: "O teste de palavra-passe está desligado nesta box.",
  },
  off_help: {
    en: "No password can be tested here until it is turned on again.",
    fr: "Aucun mot de passe ne peut être testé ici tant qu’il n’est pas réactivé.",
    es: "Hasta que se vuelva a activar, aquí no se puede probar ninguna contraseña.",
    de: "Hier lässt sich kein Passwort testen, bis er wieder eingeschaltet ist.",
    nl: "Tot hij weer aan staat, kan hier geen wachtwoord worden getest.",
    it: "Finché non viene riattivato, qui non si può provare nessuna password.",
    pt: "Enquanto não for ligado de novo, aqui não se pode testar nenhuma palavra-passe.",
  },
  lead_no_provider: {
    en: "The password test has no provider of leaked passwords.",
    fr: "Le test de mot de passe n’a pas de fournisseur de mots de passe divulgués.",
    es: "La prueba de contraseña no tiene proveedor de contraseñas filtradas.",
    de: "Der Passworttest hat keinen Anbieter geleakter Passwörter.",
    nl: "De wachtwoordtest heeft geen aanbieder van gelekte wachtwoorden.",
    it: "Il test della password non ha un fornitore di password trapelate.",
    pt: "O teste de palavra-passe não tem fornecedor de palavras-passe divulgadas.",
  },
  no_provider_help: {
    en: "Add one in the settings to test passwords here.",
    fr: "Indiquez-en un dans les réglages pour pouvoir tester des mots de passe ici.",
    es: "Indique uno en los ajustes y aquí podrán probarse contraseñas.",
    de: "Geben Sie in den Einstellungen einen an, dann lassen sich hier Passwörter testen.",
    nl: "Geef er een op in de instellingen, dan kunnen hier wachtwoorden worden getest.",
    it: "Indicane uno nelle impostazioni e qui si potranno provare le password.",
    pt: "Indique um nas definições e aqui poderão testar-se palavras-passe.",
  },
  field: {
    en: "Password to test",
    fr: "Mot de passe à tester",
    es: "Contraseña que quiere probar",
    de: "Zu testendes Passwort",
    nl: "Te testen wachtwoord",
    it: "Password da provare",
    pt: "Palavra-passe a testar",
  },
  help: {
    en: "It isn’t sent or saved. The box gets five characters of its hash.",
    fr: "Il n’est ni envoyé ni enregistré. La box reçoit cinq caractères de son empreinte.",
    es: "No se envía ni se guarda. La box recibe cinco caracteres de su huella digital.",
    de: "Es wird weder gesendet noch gespeichert. Die Box bekommt fünf Zeichen vom Hashwert.",
    nl: "Het wordt niet verstuurd of bewaard. De box krijgt vijf tekens van de hash.",
    it: "Non viene inviata né salvata. La box riceve cinque caratteri della sua impronta.",
    pt: "Não é enviada nem guardada. A box recebe cinco caracteres da sua impressão digital.",
  },
  test: {
    en: "Test",
    fr: "Tester",
    es: "Probar",
    de: "Testen",
    nl: "Testen",
    it: "Prova",
    pt: "Testar",
  },
  no_script: {
    en:
      "The test runs in the browser, so that the password doesn’t leave it. Turn on JavaScript to use it.",
    fr:
      "Le test s’exécute dans le navigateur, pour que le mot de passe n’en sorte pas. Activez JavaScript pour l’utiliser.",
    es:
      "La prueba se hace en el navegador, para que la contraseña no salga de él. Active JavaScript para usarla.",
    de:
      "Der Test läuft im Browser, damit das Passwort ihn nicht verlässt. Schalten Sie dafür JavaScript ein.",
    nl:
      "De test draait in de browser, zodat het wachtwoord er niet uit gaat. Zet JavaScript aan om hem te gebruiken.",
    it:
      "Il test si svolge nel browser, così la password non ne esce. Attiva JavaScript per usarlo.",
    pt:
      "O teste corre no navegador, para a palavra-passe não sair dele. Ative o JavaScript para o usar.",
  },
  testing: {
    en: "Testing…",
    fr: "Test en cours…",
    es: "Probando…",
    de: "Wird getestet…",
    nl: "Bezig met testen…",
    it: "Prova in corso…",
    pt: "A testar…",
  },
  empty: {
    en: "Enter a password first.",
    fr: "Saisissez d’abord un mot de passe.",
    es: "Introduzca primero una contraseña.",
    de: "Geben Sie zuerst ein Passwort ein.",
    nl: "Voer eerst een wachtwoord in.",
    it: "Inserisci prima una password.",
    pt: "Introduza primeiro uma palavra-passe.",
  },
  found: {
    en:
      "This password was seen {count} times in known data breaches. Don’t use it anywhere, and change it where you do.",
    fr:
      "Ce mot de passe a été vu {count} fois dans des fuites connues. Ne l’utilisez nulle part, et changez-le là où il sert.",
    es:
      "Esta contraseña se ha visto {count} veces en filtraciones conocidas. No la use en ningún sitio y cámbiela donde la tenga.",
    de:
      "Dieses Passwort wurde {count}-mal in bekannten Datenlecks gesehen. Benutzen Sie es nirgends, und ändern Sie es, wo Sie es benutzen.",
    nl:
      "Dit wachtwoord is {count} keer gezien in bekende datalekken. Gebruik het nergens, en wijzig het waar u het gebruikt.",
    it:
      "Questa password è stata vista {count} volte in violazioni di dati note. Non usarla da nessuna parte, e cambiala dove la usi.",
    pt:
      "Esta palavra-passe foi vista {count} vezes em fugas conhecidas. Não a use em lado nenhum e mude-a onde a usa.",
  },
  found_once: {
    en:
      "This password is in a known data breach. Don’t use it anywhere, and change it where you do.",
    fr:
      "Ce mot de passe figure dans une fuite connue. Ne l’utilisez nulle part, et changez-le là où il sert.",
    es:
      "Esta contraseña aparece en una filtración conocida. No la use en ningún sitio y cámbiela donde la tenga.",
    de:
      "Dieses Passwort steht in einem bekannten Datenleck. Benutzen Sie es nirgends, und ändern Sie es, wo Sie es benutzen.",
    nl:
      "Dit wachtwoord staat in een bekend datalek. Gebruik het nergens, en wijzig het waar u het gebruikt.",
    it:
      "Questa password è in una violazione di dati nota. Non usarla da nessuna parte, e cambiala dove la usi.",
    pt:
      "Esta palavra-passe está numa fuga conhecida. Não a use em lado nenhum e mude-a onde a usa.",
  },
  clear: {
    en: "This password isn’t in any known data breach. That alone doesn’t make it a strong one.",
    fr:
      "Ce mot de passe ne figure pas dans les fuites connues. Cela ne suffit pas à le rendre sûr.",
    es: "Esta contraseña no está en las filtraciones conocidas. Eso solo no la hace segura.",
    de:
      "Dieses Passwort steht in keinem bekannten Datenleck. Das allein macht es noch nicht sicher.",
    nl: "Dit wachtwoord staat niet in een bekend datalek. Dat alleen maakt het nog niet sterk.",
    it: "Questa password non è nelle violazioni note. Questo da solo non la rende sicura.",
    pt: "Esta palavra-passe não está nas fugas conhecidas. Só por si, isso não a torna segura.",
  },
  too_many: {
    en: "That’s enough tests for now. You can go on in {count} min.",
    fr: "Assez de tests pour l’instant. Vous pourrez continuer dans {count} min.",
    es: "Basta de pruebas por ahora. Podrá seguir en {count} min.",
    de: "Genug Tests für den Moment. In {count} Min. geht es weiter.",
    nl: "Genoeg tests voor nu. Over {count} min kunt u verder.",
    it: "Basta prove per ora. Potrai continuare tra {count} min.",
    pt: "Chega de testes por agora. Pode continuar daqui a {count} min.",
  },
  failed: {
    en: "The provider of leaked passwords can’t be used right now. Try again later.",
    fr:
      "Le fournisseur des mots de passe divulgués ne répond pas correctement. Réessayez plus tard.",
    es: "El proveedor de contraseñas filtradas no se puede usar ahora. Inténtelo más tarde.",
    de:
      "Der Anbieter geleakter Passwörter ist gerade nicht nutzbar. Versuchen Sie es später noch einmal.",
    nl: "De aanbieder van gelekte wachtwoorden is nu niet bruikbaar. Probeer het later opnieuw.",
    it: "Il fornitore delle password trapelate non è utilizzabile ora. Riprova più tardi.",
    pt: "O fornecedor de palavras-passe divulgadas não pode ser usado agora. Tente mais tarde.",
  },
  silent: {
    en: "The box doesn’t answer. Check your connection and try again.",
    fr: "La box ne répond pas. Vérifiez votre connexion et réessayez.",
    es: "La box no responde. Compruebe la conexión e inténtelo de nuevo.",
    de: "Die Box antwortet nicht. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
    nl: "De box antwoordt niet. Controleer uw verbinding en probeer het opnieuw.",
    it: "La box non risponde. Controlla la connessione e riprova.",
    pt: "A box não responde. Verifique a ligação e tente de novo.",
  },
  signed_out: {
    en: "You’re signed out. Sign in again to test a password.",
    fr: "Votre session est terminée. Reconnectez-vous pour tester un mot de passe.",
    es: "Su sesión ha terminado. Vuelva a entrar para probar una contraseña.",
    de: "Sie sind abgemeldet. Melden Sie sich wieder an, um ein Passwort zu testen.",
    nl: "U bent afgemeld. Meld u weer aan om een wachtwoord te testen.",
    it: "La sessione è terminata. Accedi di nuovo per provare una password.",
    pt: "A sessão terminou. Entre de novo para testar uma palavra-passe.",
  },
  insecure: {
    en: "This browser can only compute the hash over a secure connection. Open the box with https.",
    fr:
      "Ce navigateur ne calcule l’empreinte que par une connexion sécurisée. Ouvrez la box en https.",
    es:
      "Este navegador solo calcula la huella digital con una conexión segura. Abra la box con https.",
    de:
      "Dieser Browser berechnet den Hashwert nur über eine sichere Verbindung. Öffnen Sie die Box mit https.",
    nl:
      "Deze browser berekent de hash alleen via een beveiligde verbinding. Open de box met https.",
    it: "Questo browser calcola l’impronta solo con una connessione sicura. Apri la box con https.",
    pt:
      "Este navegador só calcula a impressão digital por uma ligação segura. Abra a box com https.",
  },
  explained: {
    en:
      "Your browser makes a hash (a kind of fingerprint) of the password and asks the box for all leaked hashes that begin with the same five characters. There are hundreds of them, and the comparison happens in the browser.",
    fr:
      "Votre navigateur calcule une empreinte du mot de passe et demande à la box toutes les empreintes divulguées qui commencent par les mêmes cinq caractères. Il y en a des centaines, et la comparaison se fait dans le navigateur.",
    es:
      "El navegador calcula una huella digital de la contraseña y pide a la box todas las huellas filtradas que empiezan por los mismos cinco caracteres. Son cientos, y la comparación se hace en el navegador.",
    de:
      "Ihr Browser bildet vom Passwort einen Hashwert (eine Art Fingerabdruck) und fragt die Box nach allen geleakten Hashwerten mit denselben fünf Zeichen am Anfang. Das sind Hunderte, und verglichen wird im Browser.",
    nl:
      "Uw browser maakt van het wachtwoord een hash (een soort vingerafdruk) en vraagt de box om alle gelekte hashes die met dezelfde vijf tekens beginnen. Dat zijn er honderden, en het vergelijken gebeurt in de browser.",
    it:
      "Il browser calcola un’impronta della password e chiede alla box tutte le impronte trapelate che iniziano con gli stessi cinque caratteri. Sono centinaia, e il confronto avviene nel browser.",
    pt:
      "O navegador calcula uma impressão digital da palavra-passe e pede à box todas as impressões divulgadas que começam pelos mesmos cinco caracteres. São centenas, e a comparação faz-se no navegador.",
  },
});
