/** Texts of the sign-in. */
import { texts } from "./text.ts";

/** The texts. */
export const signIn = texts({
  title: {
    en: "Sign in",
    fr: "Se connecter",
    es: "Iniciar sesión",
    de: "Anmelden",
    nl: "Aanmelden",
    it: "Accedi",
    pt: "Iniciar sessão",
  },
  lead: {
    en: "Your box is running. Sign in to look after it.",
    fr: "Votre box fonctionne. Connectez-vous pour vous en occuper.",
    es: "Su box está en marcha. Inicie sesión para ocuparse de ella.",
    de: "Ihre Box läuft. Melden Sie sich an, um sie zu verwalten.",
    nl: "Uw box draait. Meld u aan om haar te beheren.",
    it: "La tua box è in funzione. Accedi per occupartene.",
    pt: "A sua box está a funcionar. Inicie sessão para cuidar dela.",
  },
  code_lead: {
    en: "Your password is right. Now enter the code of your second factor.",
    fr: "Votre mot de passe est correct. Il manque le code de votre second facteur.",
    es: "Su contraseña es correcta. Falta el código de su segundo factor.",
    de: "Ihr Passwort stimmt. Jetzt fehlt noch der Code Ihres zweiten Faktors.",
    nl: "Uw wachtwoord klopt. Nu nog de code van uw tweede factor.",
    it: "La password è corretta. Ora serve il codice del secondo fattore.",
    pt: "A sua palavra-passe está correta. Falta o código do segundo fator.",
  },
  again: {
    en: "Type it once more, together with the code.",
    fr: "Saisissez-le une fois de plus, avec le code.",
    es: "Escríbala una vez más, junto con el código.",
    de: "Geben Sie es noch einmal ein, zusammen mit dem Code.",
    nl: "Typ het nog één keer, samen met de code.",
    it: "Scrivila ancora una volta, insieme al codice.",
    pt: "Escreva-a mais uma vez, junto com o código.",
  },
  show: {
    en: "Show password",
    fr: "Afficher le mot de passe",
    es: "Mostrar la contraseña",
    de: "Passwort anzeigen",
    nl: "Wachtwoord tonen",
    it: "Mostra la password",
    pt: "Mostrar a palavra-passe",
  },
  code: {
    en: "Code",
    fr: "Code",
    es: "Código",
    de: "Code",
    nl: "Code",
    it: "Codice",
    pt: "Código",
  },
  code_help: {
    en: "Six digits of your authenticator app, or one of your recovery codes.",
    fr: "Six chiffres de votre application d’authentification, ou l’un de vos codes de secours.",
    es: "Seis cifras de su aplicación de autenticación o uno de sus códigos de recuperación.",
    de: "Sechs Ziffern Ihrer Authentifizierungs-App oder einer Ihrer Wiederherstellungscodes.",
    nl: "Zes cijfers van uw authenticatie-app, of een van uw herstelcodes.",
    it: "Sei cifre dell’app di autenticazione, o uno dei codici di recupero.",
    pt: "Seis algarismos da sua aplicação de autenticação, ou um dos seus códigos de recuperação.",
  },
  code_recovery: {
    en: "One of your recovery codes. Or sign in with your passkey.",
    fr: "L’un de vos codes de secours. Ou connectez-vous avec votre clé d’accès.",
    es: "Uno de sus códigos de recuperación. O inicie sesión con su llave de acceso.",
    de: "Einer Ihrer Wiederherstellungscodes. Oder melden Sie sich mit Ihrem Passkey an.",
    nl: "Een van uw herstelcodes. Of meld u aan met uw passkey.",
    it: "Uno dei codici di recupero. Oppure accedi con la passkey.",
    pt: "Um dos seus códigos de recuperação. Ou inicie sessão com a sua chave de acesso.",
  },
  remember: {
    en: "Stay signed in on this device",
    fr: "Rester connecté sur cet appareil",
    es: "Mantener la sesión iniciada en este dispositivo",
    de: "Auf diesem Gerät angemeldet bleiben",
    nl: "Aangemeld blijven op dit apparaat",
    it: "Resta connesso su questo dispositivo",
    pt: "Manter a sessão iniciada neste dispositivo",
  },
  passkey: {
    en: "Sign in with a passkey",
    fr: "Se connecter avec une clé d’accès",
    es: "Iniciar sesión con una llave de acceso",
    de: "Mit Passkey anmelden",
    nl: "Aanmelden met een passkey",
    it: "Accedi con una passkey",
    pt: "Iniciar sessão com uma chave de acesso",
  },
  or: {
    en: "or",
    fr: "ou",
    es: "o",
    de: "oder",
    nl: "of",
    it: "oppure",
    pt: "ou",
  },
  wrong: {
    en:
      "The account or the password is not right. Both are checked together: look at capital letters and the keyboard.",
    fr:
      "Le compte ou le mot de passe n’est pas le bon. Les deux sont contrôlés ensemble : vérifiez les majuscules et le clavier.",
    es:
      "La cuenta o la contraseña no es correcta. Se comprueban juntas: fíjese en las mayúsculas y el teclado.",
    de:
      "Das Konto oder das Passwort stimmt nicht. Beide werden zusammen geprüft: Achten Sie auf Großbuchstaben und Tastatur.",
    nl:
      "Het account of het wachtwoord klopt niet. Ze worden samen gecontroleerd: let op hoofdletters en toetsenbord.",
    it:
      "L’account o la password non è corretto. Sono verificati insieme: controlla le maiuscole e la tastiera.",
    pt:
      "A conta ou a palavra-passe não está correta. São verificadas em conjunto: confirme as maiúsculas e o teclado.",
  },
  wait: {
    en: "Too many wrong passwords. The next try is possible in {time}.",
    fr: "Trop de mots de passe erronés. Le prochain essai est possible dans {time}.",
    es: "Demasiadas contraseñas incorrectas. Podrá intentarlo de nuevo en {time}.",
    de: "Zu viele falsche Passwörter. Der nächste Versuch ist in {time} möglich.",
    nl: "Te veel verkeerde wachtwoorden. De volgende poging kan over {time}.",
    it: "Troppe password errate. Potrai riprovare tra {time}.",
    pt: "Demasiadas palavras-passe erradas. Pode tentar de novo dentro de {time}.",
  },
  wait_over: {
    en: "You can try again now.",
    fr: "Vous pouvez réessayer maintenant.",
    es: "Ya puede intentarlo de nuevo.",
    de: "Sie können es jetzt wieder versuchen.",
    nl: "U kunt het nu opnieuw proberen.",
    it: "Ora puoi riprovare.",
    pt: "Já pode tentar de novo.",
  },
  cancelled: {
    en: "No passkey was used. Try again, or use your password.",
    fr: "Aucune clé d’accès n’a été utilisée. Réessayez, ou utilisez votre mot de passe.",
    es: "No se usó ninguna llave de acceso. Inténtelo de nuevo o use su contraseña.",
    de:
      "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder nehmen Sie Ihr Passwort.",
    nl: "Er is geen passkey gebruikt. Probeer het opnieuw of gebruik uw wachtwoord.",
    it: "Non è stata usata nessuna passkey. Riprova, o usa la password.",
    pt: "Não foi usada nenhuma chave de acesso. Tente de novo ou use a sua palavra-passe.",
  },
  forgotten: {
    en:
      "Forgot your password? Anyone who manages accounts can give you a new one. So can whoever runs the machine, with the command {command}.",
    fr:
      "Mot de passe oublié ? Une personne qui gère les comptes peut vous en donner un autre, ou celle qui a accès à la machine : {command}.",
    es:
      "¿Olvidó la contraseña? Puede darle otra quien gestiona las cuentas, o quien tiene acceso al equipo: {command}.",
    de:
      "Passwort vergessen? Wer Konten verwaltet, kann Ihnen ein neues geben. Wer Zugang zum Rechner hat, kann es mit dem Befehl {command}.",
    nl:
      "Wachtwoord vergeten? Wie accounts beheert, kan u een nieuw geven. Wie bij de computer kan, doet het met de opdracht {command}.",
    it:
      "Password dimenticata? Può dartene una nuova chi gestisce gli account, o chi ha accesso alla macchina: {command}.",
    pt:
      "Esqueceu a palavra-passe? Pode dar-lhe outra quem gere as contas, ou quem tem acesso ao equipamento: {command}.",
  },
});
