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
    de: "Ihre Box läuft. Melden Sie sich an, um sich um sie zu kümmern.",
    nl: "Uw box draait. Meld u aan om haar te beheren.",
    it: "La tua box è in funzione. Accedi per occupartene.",
    pt: "A sua box está a funcionar. Inicie sessão para cuidar dela.",
  },
  name: {
    en: "Account",
    fr: "Compte",
    es: "Cuenta",
    de: "Konto",
    nl: "Account",
    it: "Account",
    pt: "Conta",
  },
  password: {
    en: "Password",
    fr: "Mot de passe",
    es: "Contraseña",
    de: "Passwort",
    nl: "Wachtwoord",
    it: "Password",
    pt: "Palavra-passe",
  },
});
