/** Refusals about accounts, passwords, second factors, sessions, tokens and invitations. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const ACCOUNT_REFUSALS: Refusals = {
  "There is no account with the number: {id}": "errors.said_gone",
  "There is no token with the number: {id}": "errors.said_gone",
  "This account has no passkey with the number: {id}": "errors.said_gone",
  "This account has no session with the number: {id}": "errors.said_gone",
  "There is already an account called {name}; choose another name": "errors.said_taken",
  "A password needs at least {least} characters; a few words make a good one":
    "errors.said_short_password",
  "Too many wrong passwords; wait before the next try": "errors.code_throttled",
  "The box uses this name in its own log; choose another one": {
    fr: "La box utilise ce nom dans son propre journal. Choisissez-en un autre.",
    es: "La box usa este nombre en su propio registro. Elija otro.",
    de: "Diesen Namen benutzt die Box in ihrem eigenen Protokoll. Wählen Sie einen anderen.",
    nl: "De box gebruikt deze naam in haar eigen logboek. Kies een andere.",
    it: "La box usa questo nome nel proprio registro. Scegline un altro.",
    pt: "A box usa este nome no seu próprio registo. Escolha outro.",
  },
  "A name can have 1 to {most} characters": {
    fr: "Un nom peut avoir de 1 à {most} caractères.",
    es: "Un nombre puede tener de 1 a {most} caracteres.",
    de: "Ein Name kann 1 bis {most} Zeichen haben.",
    nl: "Een naam kan 1 tot {most} tekens hebben.",
    it: "Un nome può avere da 1 a {most} caratteri.",
    pt: "Um nome pode ter de 1 a {most} caracteres.",
  },
  "A name can have printable characters, and single spaces between words": {
    fr: "Un nom a des caractères visibles, et un seul espace entre les mots.",
    es: "Un nombre tiene caracteres visibles y un solo espacio entre palabras.",
    de: "Ein Name hat nur sichtbare Zeichen und ein einzelnes Leerzeichen zwischen den Wörtern.",
    nl: "Een naam heeft alleen zichtbare tekens en één spatie tussen de woorden.",
    it: "Un nome ha caratteri visibili, e un solo spazio tra le parole.",
    pt: "Um nome tem caracteres visíveis e um só espaço entre as palavras.",
  },
  "A name must begin with a letter, a number or a sign": {
    fr: "Un nom doit commencer par une lettre, un chiffre ou un signe.",
    es: "Un nombre debe empezar por una letra, un número o un signo.",
    de: "Ein Name muss mit einem Buchstaben, einer Ziffer oder einem Zeichen beginnen.",
    nl: "Een naam moet met een letter, cijfer of teken beginnen.",
    it: "Un nome deve iniziare con una lettera, un numero o un segno.",
    pt: "Um nome tem de começar por uma letra, um número ou um sinal.",
  },
  "There can be {most} accounts; remove one first": {
    fr: "Il peut y avoir {most} comptes. Supprimez-en un d’abord.",
    es: "Puede haber {most} cuentas. Quite una primero.",
    de: "Es kann {most} Konten geben. Entfernen Sie zuerst eines.",
    nl: "Er kunnen {most} accounts zijn. Verwijder er eerst een.",
    it: "Possono esserci {most} account. Rimuovine prima uno.",
    pt: "Pode haver {most} contas. Remova uma primeiro.",
  },
  "This account can be changed once the installation is finished": {
    fr: "Ce compte pourra être modifié une fois l’installation terminée.",
    es: "Esta cuenta se podrá cambiar cuando termine la instalación.",
    de: "Dieses Konto lässt sich ändern, sobald die Einrichtung abgeschlossen ist.",
    nl: "Dit account kan worden gewijzigd zodra de installatie klaar is.",
    it: "Questo account si potrà cambiare a installazione finita.",
    pt: "Esta conta pode ser alterada quando a instalação terminar.",
  },
  "This is not an e-mail address": {
    fr: "Ce n’est pas une adresse e-mail.",
    es: "No es una dirección de correo.",
    de: "Das ist keine E-Mail-Adresse.",
    nl: "Dit is geen e-mailadres.",
    it: "Non è un indirizzo e-mail.",
    pt: "Não é um endereço de e-mail.",
  },
  "This account has the right {right}, which yours does not have": {
    fr: "Ce compte a un droit que le vôtre n’a pas. Demandez à quelqu’un qui l’a.",
    es: "Esta cuenta tiene un permiso que la suya no tiene. Pídaselo a quien lo tenga.",
    de: "Dieses Konto hat ein Recht, das Ihres nicht hat. Bitten Sie jemanden, der es hat.",
    nl: "Dit account heeft een recht dat het uwe niet heeft. Vraag het aan iemand die het heeft.",
    it: "Questo account ha un diritto che il tuo non ha. Chiedi a chi ce l’ha.",
    pt: "Esta conta tem um direito que a sua não tem. Peça a quem o tenha.",
  },
  "{name} changed this account meanwhile ({time} UTC); look at it again": {
    fr: "{name} a modifié ce compte entre-temps. Regardez-le de nouveau.",
    es: "{name} cambió esta cuenta entretanto. Revísela de nuevo.",
    de: "{name} hat dieses Konto inzwischen geändert. Sehen Sie es noch einmal an.",
    nl: "{name} heeft dit account intussen gewijzigd. Bekijk het opnieuw.",
    it: "Nel frattempo {name} ha cambiato questo account. Guardalo di nuovo.",
    pt: "Entretanto, {name} alterou esta conta. Veja-a de novo.",
  },
  "The passkey could not be checked, or came too late; try again": {
    fr: "La clé d’accès n’a pas pu être vérifiée, ou est arrivée trop tard. Réessayez.",
    es: "No se pudo comprobar la llave de acceso, o llegó demasiado tarde. Inténtelo de nuevo.",
    de: "Der Passkey ließ sich nicht prüfen oder kam zu spät. Versuchen Sie es noch einmal.",
    nl: "De toegangssleutel kon niet worden gecontroleerd of kwam te laat. Probeer het opnieuw.",
    it: "La passkey non si è potuta verificare, o è arrivata troppo tardi. Riprova.",
    pt: "A chave de acesso não pôde ser verificada, ou chegou tarde demais. Tente de novo.",
  },
  "This passkey is registered already": {
    fr: "Cette clé d’accès est déjà enregistrée.",
    es: "Esta llave de acceso ya está registrada.",
    de: "Dieser Passkey ist schon registriert.",
    nl: "Deze toegangssleutel is al geregistreerd.",
    it: "Questa passkey è già registrata.",
    pt: "Esta chave de acesso já está registada.",
  },
  "An account can have {most} passkeys; remove one first": {
    fr: "Un compte peut avoir {most} clés d’accès. Supprimez-en une d’abord.",
    es: "Una cuenta puede tener {most} llaves de acceso. Quite una primero.",
    de: "Ein Konto kann {most} Passkeys haben. Entfernen Sie zuerst einen.",
    nl: "Een account kan {most} toegangssleutels hebben. Verwijder er eerst een.",
    it: "Un account può avere {most} passkey. Rimuovine prima una.",
    pt: "Uma conta pode ter {most} chaves de acesso. Remova uma primeiro.",
  },
  "Passkeys do not work at IP addresses; open the box by a name that has a trusted certificate": {
    fr:
      "Les clés d’accès ne marchent pas avec une adresse IP. Ouvrez la box par un nom dont le certificat est fiable.",
    es:
      "Las llaves de acceso no funcionan con una dirección IP. Abra la box por un nombre con un certificado de confianza.",
    de:
      "Passkeys funktionieren nicht über eine IP-Adresse. Öffnen Sie die Box über einen Namen mit vertrauenswürdigem Zertifikat.",
    nl:
      "Toegangssleutels werken niet bij een IP-adres. Open de box via een naam met een vertrouwd certificaat.",
    it:
      "Le passkey non funzionano con un indirizzo IP. Apri la box con un nome che ha un certificato attendibile.",
    pt:
      "As chaves de acesso não funcionam com um endereço IP. Abra a box por um nome com um certificado de confiança.",
  },
  "Passkeys work only at names whose certificate browsers trust; add this name to the setting passkey_names if they do":
    {
      fr:
        "Les clés d’accès ne marchent qu’avec un nom dont le certificat est fiable. Si c’est le cas, ajoutez ce nom au réglage passkey_names.",
      es:
        "Las llaves de acceso solo funcionan con nombres cuyo certificado es de confianza. Si lo es, añada este nombre al ajuste passkey_names.",
      de:
        "Passkeys funktionieren nur bei Namen mit vertrauenswürdigem Zertifikat. Wenn es eines hat, tragen Sie diesen Namen bei passkey_names ein.",
      nl:
        "Toegangssleutels werken alleen bij namen met een vertrouwd certificaat. Is dat zo, voeg deze naam dan toe aan passkey_names.",
      it:
        "Le passkey funzionano solo con nomi il cui certificato è attendibile. Se lo è, aggiungi questo nome all’impostazione passkey_names.",
      pt:
        "As chaves de acesso só funcionam com nomes cujo certificado é de confiança. Se for, acrescente este nome à definição passkey_names.",
    },
  "There is no second factor to recover; set up an authenticator or a passkey first": {
    fr:
      "Il n’y a pas de second facteur à récupérer. Configurez d’abord une application de codes ou une clé d’accès.",
    es:
      "No hay un segundo factor que recuperar. Configure antes una aplicación de códigos o una llave de acceso.",
    de:
      "Es gibt keinen zweiten Faktor zum Wiederherstellen. Richten Sie zuerst eine Code-App oder einen Passkey ein.",
    nl:
      "Er is geen tweede factor om te herstellen. Stel eerst een codeapp of een toegangssleutel in.",
    it:
      "Non c’è un secondo fattore da recuperare. Configura prima un’app per i codici o una passkey.",
    pt:
      "Não há um segundo fator para recuperar. Configure primeiro uma aplicação de códigos ou uma chave de acesso.",
  },
  "The setup of the authenticator has expired, it lasts ten minutes; start it again": {
    fr: "La configuration a expiré au bout de dix minutes. Recommencez-la.",
    es: "La configuración caducó a los diez minutos. Empiécela de nuevo.",
    de: "Die Einrichtung ist nach zehn Minuten abgelaufen. Beginnen Sie noch einmal.",
    nl: "De installatie is na tien minuten verlopen. Begin opnieuw.",
    it: "La configurazione è scaduta dopo dieci minuti. Ricominciala.",
    pt: "A configuração expirou ao fim de dez minutos. Comece de novo.",
  },
  "The code is not right; check that the clocks of the phone and the box agree": {
    fr: "Le code n’est pas bon. Vérifiez que le téléphone et la box sont à la même heure.",
    es: "El código no es correcto. Compruebe que el teléfono y la box tienen la misma hora.",
    de: "Der Code stimmt nicht. Prüfen Sie, ob Telefon und Box dieselbe Uhrzeit haben.",
    nl: "De code klopt niet. Controleer of telefoon en box dezelfde tijd hebben.",
    it: "Il codice non è giusto. Controlla che telefono e box abbiano la stessa ora.",
    pt: "O código não está certo. Verifique se o telefone e a box têm a mesma hora.",
  },
  "This account has no authenticator": {
    fr: "Ce compte n’a pas d’application de codes.",
    es: "Esta cuenta no tiene una aplicación de códigos.",
    de: "Dieses Konto hat keine Code-App.",
    nl: "Dit account heeft geen codeapp.",
    it: "Questo account non ha un’app per i codici.",
    pt: "Esta conta não tem uma aplicação de códigos.",
  },
  "This is your own account: change its password instead": {
    fr: "C’est votre propre compte : changez plutôt son mot de passe.",
    es: "Es su propia cuenta: cambie mejor la contraseña.",
    de: "Das ist Ihr eigenes Konto: Ändern Sie stattdessen das Passwort.",
    nl: "Dit is uw eigen account: wijzig in plaats daarvan het wachtwoord.",
    it: "È il tuo account: cambia invece la password.",
    pt: "É a sua própria conta: altere antes a palavra-passe.",
  },
  "This account has no open invitation": {
    fr: "Ce compte n’a pas d’invitation en attente.",
    es: "Esta cuenta no tiene ninguna invitación pendiente.",
    de: "Für dieses Konto ist keine Einladung offen.",
    nl: "Voor dit account staat geen uitnodiging open.",
    it: "Questo account non ha inviti in sospeso.",
    pt: "Esta conta não tem nenhum convite pendente.",
  },
  "This invitation is no longer valid; ask for a new one": {
    fr: "Cette invitation n’est plus valable. Demandez-en une nouvelle.",
    es: "Esta invitación ya no es válida. Pida una nueva.",
    de: "Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.",
    nl: "Deze uitnodiging is niet meer geldig. Vraag om een nieuwe.",
    it: "Questo invito non è più valido. Chiedine uno nuovo.",
    pt: "Este convite já não é válido. Peça um novo.",
  },
  "A password can have at most {most} characters": {
    fr: "Un mot de passe peut avoir au plus {most} caractères.",
    es: "Una contraseña puede tener como máximo {most} caracteres.",
    de: "Ein Passwort kann höchstens {most} Zeichen haben.",
    nl: "Een wachtwoord kan hoogstens {most} tekens hebben.",
    it: "Una password può avere al massimo {most} caratteri.",
    pt: "Uma palavra-passe pode ter no máximo {most} caracteres.",
  },
  "This password has characters that cannot be typed; choose another one": {
    fr: "Ce mot de passe a des caractères qu’on ne peut pas taper. Choisissez-en un autre.",
    es: "Esta contraseña tiene caracteres que no se pueden teclear. Elija otra.",
    de: "Dieses Passwort hat Zeichen, die man nicht tippen kann. Wählen Sie ein anderes.",
    nl: "Dit wachtwoord heeft tekens die niet te typen zijn. Kies een ander.",
    it: "Questa password ha caratteri che non si possono digitare. Scegline un’altra.",
    pt: "Esta palavra-passe tem caracteres que não se podem escrever. Escolha outra.",
  },
  "A password needs at least {least} different characters": {
    fr: "Le mot de passe a besoin d’au moins {least} caractères différents.",
    es: "La contraseña necesita al menos {least} caracteres distintos.",
    de: "Das Passwort braucht mindestens {least} verschiedene Zeichen.",
    nl: "Het wachtwoord heeft minstens {least} verschillende tekens nodig.",
    it: "Alla password servono almeno {least} caratteri diversi.",
    pt: "A palavra-passe precisa de pelo menos {least} caracteres diferentes.",
  },
  "The password is the name of the account; choose another one": {
    fr: "Le mot de passe est le nom du compte. Choisissez-en un autre.",
    es: "La contraseña es el nombre de la cuenta. Elija otra.",
    de: "Das Passwort ist der Name des Kontos. Wählen Sie ein anderes.",
    nl: "Het wachtwoord is de naam van het account. Kies een ander.",
    it: "La password è il nome dell’account. Scegline un’altra.",
    pt: "A palavra-passe é o nome da conta. Escolha outra.",
  },
  "This password is among the first that attackers try; choose another one": {
    fr: "Ce mot de passe est l’un des premiers que l’on essaie. Choisissez-en un autre.",
    es: "Esta contraseña es de las primeras que se prueban. Elija otra.",
    de: "Dieses Passwort gehört zu den ersten, die ausprobiert werden. Wählen Sie ein anderes.",
    nl: "Dit wachtwoord is een van de eerste die worden geprobeerd. Kies een ander.",
    it: "Questa password è tra le prime che vengono provate. Scegline un’altra.",
    pt: "Esta palavra-passe é das primeiras que são tentadas. Escolha outra.",
  },
  "Too many passwords are being checked; wait a moment and try again": {
    fr: "Trop de mots de passe sont vérifiés en ce moment. Attendez un instant, puis réessayez.",
    es: "Se están comprobando demasiadas contraseñas. Espere un momento e inténtelo de nuevo.",
    de: "Gerade werden zu viele Passwörter geprüft. Warten Sie kurz und versuchen Sie es wieder.",
    nl: "Er worden nu te veel wachtwoorden gecontroleerd. Wacht even en probeer het opnieuw.",
    it: "Si stanno controllando troppe password. Aspetta un momento e riprova.",
    pt: "Estão a ser verificadas demasiadas palavras-passe. Aguarde um momento e tente de novo.",
  },
  "This account belongs to a person; changing that needs the right {right} too": {
    fr:
      "Ce compte appartient à une personne. Pour changer cela, il vous faut aussi des droits sur les personnes.",
    es:
      "Esta cuenta es de una persona. Para cambiar eso necesita además permisos sobre las personas.",
    de:
      "Dieses Konto gehört zu einer Person. Um das zu ändern, brauchen Sie auch Rechte für Personen.",
    nl:
      "Dit account hoort bij een persoon. Om dat te wijzigen hebt u ook rechten voor personen nodig.",
    it:
      "Questo account appartiene a una persona. Per cambiarlo ti servono anche i diritti sulle persone.",
    pt: "Esta conta é de uma pessoa. Para alterar isso precisa também de direitos sobre pessoas.",
  },
  "A person chooses the password of their account; send an invitation instead": {
    fr: "La personne choisit elle-même son mot de passe. Envoyez-lui plutôt une invitation.",
    es: "Cada persona elige su propia contraseña. Envíele mejor una invitación.",
    de: "Das Passwort wählt die Person selbst. Schicken Sie ihr stattdessen eine Einladung.",
    nl: "De persoon kiest zelf het wachtwoord. Stuur in plaats daarvan een uitnodiging.",
    it: "La password la sceglie la persona stessa. Mandale invece un invito.",
    pt: "É a própria pessoa que escolhe a palavra-passe. Envie-lhe antes um convite.",
  },
  "There is no session here that could end": {
    fr: "Vous êtes déjà déconnecté.",
    es: "Ya ha cerrado la sesión.",
    de: "Sie sind schon abgemeldet.",
    nl: "U bent al afgemeld.",
    it: "Sei già uscito.",
    pt: "Já terminou a sessão.",
  },
  "The old password is not right": {
    fr: "L’ancien mot de passe n’est pas le bon.",
    es: "La contraseña anterior no es correcta.",
    de: "Das alte Passwort stimmt nicht.",
    nl: "Het oude wachtwoord klopt niet.",
    it: "La vecchia password non è giusta.",
    pt: "A palavra-passe antiga não está certa.",
  },
  "Too many wrong passwords; wait {seconds} s before the next try": {
    fr: "Trop de mots de passe erronés. Attendez {seconds} s avant le prochain essai.",
    es: "Demasiadas contraseñas incorrectas. Espere {seconds} s antes del próximo intento.",
    de: "Zu viele falsche Passwörter. Warten Sie {seconds} s vor dem nächsten Versuch.",
    nl: "Te veel verkeerde wachtwoorden. Wacht {seconds} s voor de volgende poging.",
    it: "Troppe password errate. Attendi {seconds} s prima del prossimo tentativo.",
    pt: "Demasiadas palavras-passe erradas. Aguarde {seconds} s antes da próxima tentativa.",
  },
  "A token expires within the next ten years, or never (0)": {
    fr: "Un jeton expire dans les dix prochaines années, ou jamais. Choisissez un autre jour.",
    es: "Un token caduca en los próximos diez años, o nunca. Elija otro día.",
    de:
      "Ein Token läuft innerhalb der nächsten zehn Jahre ab oder nie. Wählen Sie einen anderen Tag.",
    nl: "Een token verloopt binnen tien jaar of nooit. Kies een andere dag.",
    it: "Un token scade entro i prossimi dieci anni, o mai. Scegli un altro giorno.",
    pt: "Um token expira nos próximos dez anos, ou nunca. Escolha outro dia.",
  },
  "An account can have {most} tokens; revoke one first": {
    fr: "Un compte peut avoir {most} jetons. Révoquez-en un d’abord.",
    es: "Una cuenta puede tener {most} tokens. Revoque uno primero.",
    de: "Ein Konto kann {most} Token haben. Widerrufen Sie zuerst eines.",
    nl: "Een account kan {most} tokens hebben. Trek er eerst een in.",
    it: "Un account può avere {most} token. Revocane prima uno.",
    pt: "Uma conta pode ter {most} tokens. Revogue um primeiro.",
  },
};
