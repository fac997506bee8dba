/** Texts of the page on which a person accepts the invitation to their account. */
import { texts } from "./text.ts";

/** The texts. */
export const invitation = texts({
  title: {
    en: "Your invitation",
    fr: "Votre invitation",
    es: "Su invitación",
    de: "Ihre Einladung",
    nl: "Uw uitnodiging",
    it: "Il tuo invito",
    pt: "O seu convite",
  },
  lead: {
    en:
      "Choose a password for your account {account}. Nobody else knows it, not even whoever invited you.",
    fr:
      "Choisissez un mot de passe pour votre compte {account}. Personne d’autre ne le connaît, même pas qui vous a invité.",
    es:
      "Elija una contraseña para su cuenta {account}. Nadie más la conoce, ni siquiera quien le invitó.",
    de:
      "Wählen Sie ein Passwort für Ihr Konto {account}. Niemand sonst kennt es, auch nicht, wer Sie eingeladen hat.",
    nl:
      "Kies een wachtwoord voor uw account {account}. Niemand anders kent het, ook niet wie u uitnodigde.",
    it:
      "Scegli una password per il tuo account {account}. Nessun altro la conosce, nemmeno chi ti ha invitato.",
    pt:
      "Escolha uma palavra-passe para a sua conta {account}. Mais ninguém a conhece, nem quem fez o convite.",
  },
  of: {
    en: "The account belongs to {person}. The invitation works until {until}.",
    fr: "Le compte appartient à {person}. L’invitation est valable jusqu’au {until}.",
    es: "La cuenta pertenece a {person}. La invitación vale hasta el {until}.",
    de: "Das Konto gehört {person}. Die Einladung gilt bis {until}.",
    nl: "Het account hoort bij {person}. De uitnodiging geldt tot {until}.",
    it: "L’account appartiene a {person}. L’invito vale fino al {until}.",
    pt: "A conta pertence a {person}. O convite é válido até {until}.",
  },
  accept: {
    en: "Set password and sign in",
    fr: "Enregistrer et se connecter",
    es: "Guardar y entrar",
    de: "Passwort setzen und anmelden",
    nl: "Wachtwoord instellen en aanmelden",
    it: "Imposta la password e accedi",
    pt: "Definir palavra-passe e entrar",
  },
  over: {
    en: "This invitation doesn’t work. Check the code, or ask for a new one.",
    fr: "Cette invitation ne fonctionne pas. Vérifiez le code ou demandez une nouvelle invitation.",
    es: "Esta invitación no sirve. Compruebe el código o pida una nueva.",
    de: "Diese Einladung gilt nicht. Prüfen Sie den Code oder bitten Sie um eine neue.",
    nl: "Deze uitnodiging werkt niet. Controleer de code of vraag een nieuwe uitnodiging.",
    it: "Questo invito non è valido. Controlla il codice o chiedine uno nuovo.",
    pt: "Este convite não funciona. Verifique o código ou peça um novo convite.",
  },
  ask: {
    en: "Enter the code of your invitation.",
    fr: "Saisissez le code de votre invitation.",
    es: "Escriba el código de su invitación.",
    de: "Geben Sie den Code Ihrer Einladung ein.",
    nl: "Voer de code van uw uitnodiging in.",
    it: "Inserisci il codice del tuo invito.",
    pt: "Introduza o código do seu convite.",
  },
  code: {
    en: "Invitation code",
    fr: "Code d’invitation",
    es: "Código de invitación",
    de: "Einladungscode",
    nl: "Uitnodigingscode",
    it: "Codice d’invito",
    pt: "Código do convite",
  },
  sign_in: {
    en: "Go to the sign-in",
    fr: "Aller à la connexion",
    es: "Ir al inicio de sesión",
    de: "Zur Anmeldung",
    nl: "Naar het aanmelden",
    it: "Vai all’accesso",
    pt: "Ir para o início de sessão",
  },
});
