/** Texts of the page of look-alike names. */
import { texts } from "./text.ts";

/** The texts. */
export const lookalikes = texts({
  name: {
    en: "Look-alike names",
    fr: "Noms trompeurs",
    es: "Nombres engañosos",
    de: "Ähnliche Namen",
    nl: "Misleidende namen",
    it: "Nomi ingannevoli",
    pt: "Nomes enganadores",
  },
  lead_none: {
    en: "No device asked for a name that imitates another.",
    fr: "Aucun appareil n’a demandé un nom qui en imite un autre.",
    es: "Ningún dispositivo pidió un nombre que imite a otro.",
    de: "Kein Gerät hat einen Namen angefragt, der einen anderen nachahmt.",
    nl: "Geen enkel apparaat vroeg om een naam die een andere nabootst.",
    it: "Nessun dispositivo ha chiesto un nome che ne imita un altro.",
    pt: "Nenhum dispositivo pediu um nome que imite outro.",
  },
  lead_allowed: {
    en: "Every name found here that imitates another is allowed now.",
    fr: "Tous les noms trouvés ici qui en imitent un autre sont maintenant autorisés.",
    es: "Todos los nombres encontrados que imitan a otro están permitidos ahora.",
    de: "Alle gefundenen Namen, die einen anderen nachahmen, sind jetzt erlaubt.",
    nl: "Alle gevonden namen die een andere nabootsen, zijn nu toegestaan.",
    it: "Tutti i nomi trovati che ne imitano un altro ora sono consentiti.",
    pt: "Todos os nomes encontrados que imitam outro estão agora permitidos.",
  },
  by_rule: {
    en: "A rule allows {rule} now.",
    fr: "Une règle autorise {rule} maintenant.",
    es: "Ahora una regla permite {rule}.",
    de: "Eine Regel erlaubt {rule} jetzt.",
    nl: "Een regel staat {rule} nu toe.",
    it: "Ora una regola consente {rule}.",
    pt: "Agora uma regra permite {rule}.",
  },
  another: {
    en: "another name",
    fr: "un autre nom",
    es: "otro nombre",
    de: "einen anderen Namen",
    nl: "een andere naam",
    it: "un altro nome",
    pt: "outro nome",
  },
  is_off: {
    en: "The box doesn’t look for look-alike names at the moment.",
    fr: "La box ne cherche pas de noms trompeurs en ce moment.",
    es: "La box no busca nombres engañosos en este momento.",
    de: "Die Box sucht zurzeit nicht nach ähnlichen Namen.",
    nl: "De box zoekt op dit moment niet naar misleidende namen.",
    it: "Al momento la box non cerca nomi ingannevoli.",
    pt: "A box não procura nomes enganadores neste momento.",
  },
  lead_filtering_off: {
    en: "Filtering is off for everyone, so the box isn’t looking for look-alike names.",
    fr: "Le filtrage est désactivé pour tous : la box ne cherche pas de noms trompeurs.",
    es: "El filtrado está desactivado para todos, así que la box no busca nombres engañosos.",
    de: "Das Filtern ist für alle aus, darum sucht die Box nicht nach ähnlichen Namen.",
    nl: "Het filteren staat voor iedereen uit, dus de box zoekt niet naar misleidende namen.",
    it: "Il filtro è disattivato per tutti, quindi la box non cerca nomi ingannevoli.",
    pt: "A filtragem está desligada para todos, por isso a box não procura nomes enganadores.",
  },
  empty: {
    en: "No look-alikes in 30 days",
    fr: "Aucun nom trompeur en 30 jours",
    es: "Ningún nombre engañoso en 30 días",
    de: "Keine ähnlichen Namen in 30 Tagen",
    nl: "Geen misleidende namen in 30 dagen",
    it: "Nessun nome ingannevole in 30 giorni",
    pt: "Nenhum nome enganador em 30 dias",
  },
  empty_help: {
    en: "When a device asks for one, it appears here and you get an alert.",
    fr: "Dès qu’un appareil en demande un, il apparaît ici et vous recevez une alerte.",
    es: "Cuando un dispositivo pida uno, aparecerá aquí y recibirá una alerta.",
    de: "Fragt ein Gerät einen an, steht er hier, und Sie bekommen eine Meldung.",
    nl: "Vraagt een apparaat erom, dan staat de naam hier en krijgt u een melding.",
    it: "Se un dispositivo ne chiede uno, lo trovi qui e ricevi un avviso.",
    pt: "Quando um dispositivo pedir um, aparece aqui e recebe um alerta.",
  },
  beside: {
    en: "Resembles {imitated}.",
    fr: "Ressemble à {imitated}.",
    es: "Se parece a {imitated}.",
    de: "Ahmt {imitated} nach.",
    nl: "Lijkt op {imitated}.",
    it: "Somiglia a {imitated}.",
    pt: "Parece-se com {imitated}.",
  },
  why_homograph: {
    en: "Some of its letters only look like the real ones.",
    fr: "Certaines de ses lettres ne font que ressembler aux vraies.",
    es: "Algunas de sus letras solo se parecen a las verdaderas.",
    de: "Manche Buchstaben sehen nur so aus wie die echten.",
    nl: "Sommige letters lijken alleen maar op de echte.",
    it: "Le sue lettere sembrano giuste, ma non lo sono.",
    pt: "Algumas letras parecem as verdadeiras, mas não são.",
  },
  why_typosquat: {
    en: "It’s one typing error away.",
    fr: "Une seule faute de frappe les sépare.",
    es: "Solo los separa una errata.",
    de: "Nur ein Tippfehler liegt dazwischen.",
    nl: "Het scheelt maar één tikfout.",
    it: "Basta un errore di battitura.",
    pt: "Basta um erro de escrita.",
  },
  why_alike: {
    en: "Letters are replaced by others that look like them.",
    fr: "Des lettres y sont remplacées par d’autres qui leur ressemblent.",
    es: "Algunas letras se cambiaron por otras parecidas.",
    de: "Buchstaben sind durch ähnlich aussehende ersetzt.",
    nl: "Letters zijn vervangen door andere die erop lijken.",
    it: "Alcune lettere sono sostituite da altre simili.",
    pt: "Algumas letras foram trocadas por outras parecidas.",
  },
  why_brandsub: {
    en: "The known name comes first, but the site belongs to another domain.",
    fr: "Le nom connu vient en premier, mais le site dépend d’un autre domaine.",
    es: "El nombre conocido va delante, pero el sitio es de otro dominio.",
    de: "Der bekannte Name steht vorn, aber die Seite gehört zu einer anderen Domain.",
    nl: "De bekende naam staat vooraan, maar de site hoort bij een ander domein.",
    it: "Il nome noto sta davanti, ma il sito appartiene a un altro dominio.",
    pt: "O nome conhecido vem à frente, mas o site pertence a outro domínio.",
  },
  why_combosquat: {
    en: "It adds a word to the known name.",
    fr: "Il ajoute un mot au nom connu.",
    es: "Añade una palabra al nombre conocido.",
    de: "Er fügt dem bekannten Namen ein Wort hinzu.",
    nl: "De naam voegt een woord toe aan de bekende naam.",
    it: "Aggiunge una parola al nome noto.",
    pt: "Acrescenta uma palavra ao nome conhecido.",
  },
  young: {
    en: "The domain is less than 30 days old.",
    fr: "Le domaine a moins de 30 jours.",
    es: "El dominio tiene menos de 30 días.",
    de: "Die Domain ist keine 30 Tage alt.",
    nl: "Het domein is minder dan 30 dagen oud.",
    it: "Il dominio ha meno di 30 giorni.",
    pt: "O domínio tem menos de 30 dias.",
  },
  allowed_now: {
    en: "{name} is allowed",
    fr: "{name} est autorisé",
    es: "{name} está permitido",
    de: "{name} ist erlaubt",
    nl: "{name} is toegestaan",
    it: "{name} è consentito",
    pt: "{name} está permitido",
  },
  removed: {
    en: "{name} is checked again",
    fr: "{name} est de nouveau vérifié",
    es: "{name} se vuelve a comprobar",
    de: "{name} wird wieder geprüft",
    nl: "{name} wordt weer gecontroleerd",
    it: "{name} viene di nuovo controllato",
    pt: "{name} volta a ser verificado",
  },
  allowed_title: {
    en: "Allowed domains",
    fr: "Domaines autorisés",
    es: "Dominios permitidos",
    de: "Erlaubte Domains",
    nl: "Toegestane domeinen",
    it: "Domini consentiti",
    pt: "Domínios permitidos",
  },
  switches: {
    en: "What the box checks",
    fr: "Ce que la box vérifie",
    es: "Qué comprueba la box",
    de: "Was die Box prüft",
    nl: "Wat de box controleert",
    it: "Cosa controlla la box",
    pt: "O que a box verifica",
  },
  switch_enabled: {
    en: "Look-alike letters",
    fr: "Lettres trompeuses",
    es: "Letras engañosas",
    de: "Ähnliche Buchstaben",
    nl: "Misleidende letters",
    it: "Lettere ingannevoli",
    pt: "Letras enganadoras",
  },
  switch_enabled_help: {
    en:
      "Blocks names whose letters look like those of a known name. Turning it off turns off everything on this page.",
    fr:
      "Bloque les noms dont les lettres ressemblent à celles d’un nom connu. Si vous la désactivez, plus rien n’agit sur cette page.",
    es:
      "Bloquea los nombres cuyas letras parecen las de otro conocido. Si se desactiva, nada de esta página funciona.",
    de:
      "Sperrt Namen, deren Buchstaben wie die eines bekannten aussehen. Ist das aus, wirkt nichts auf dieser Seite.",
    nl:
      "Blokkeert namen waarvan de letters op die van een bekende naam lijken. Staat dit uit, dan werkt niets op deze pagina.",
    it:
      "Blocca i nomi con lettere simili a quelle di un nome noto. Se lo disattivi, in questa pagina non funziona più nulla.",
    pt:
      "Bloqueia nomes com letras parecidas com as de um nome conhecido. Se o desligar, nada nesta página funciona.",
  },
  switch_typos: {
    en: "Typing errors",
    fr: "Fautes de frappe",
    es: "Errores al escribir",
    de: "Tippfehler",
    nl: "Tikfouten",
    it: "Errori di battitura",
    pt: "Erros de escrita",
  },
  switch_typos_help: {
    en: "Tells you about names one letter away from a known one.",
    fr: "Vous signale les noms à une lettre près d’un nom connu.",
    es: "Le avisa de nombres a una letra de otro conocido.",
    de: "Meldet Namen, die sich nur um einen Buchstaben von einem bekannten unterscheiden.",
    nl: "Meldt namen die één letter van een bekende verschillen.",
    it: "Ti segnala i nomi a una lettera da uno noto.",
    pt: "Avisa sobre nomes a uma letra de um conhecido.",
  },
  switch_ask: {
    en: "Age of domains",
    fr: "Âge des domaines",
    es: "Antigüedad de los dominios",
    de: "Alter der Domains",
    nl: "Leeftijd van domeinen",
    it: "Età dei domini",
    pt: "Idade dos domínios",
  },
  switch_ask_help: {
    en:
      "Asks the online service how old a suspicious domain is, and blocks it when it’s new. Only the domain leaves your home.",
    fr:
      "Demande au service en ligne l’âge d’un domaine suspect et le bloque s’il est récent. Seul le domaine sort de chez vous.",
    es:
      "Pregunta al servicio en línea la antigüedad de un dominio sospechoso y lo bloquea si es reciente. De casa solo sale el dominio.",
    de:
      "Fragt den Onlinedienst, wie alt eine verdächtige Domain ist, und sperrt sie, wenn sie neu ist. Nur die Domain verlässt Ihr Zuhause.",
    nl:
      "Vraagt de onlinedienst hoe oud een verdacht domein is en blokkeert het als het nieuw is. Alleen het domein verlaat uw huis.",
    it:
      "Chiede al servizio online l’età di un dominio sospetto e lo blocca se è recente. Da casa esce solo il dominio.",
    pt:
      "Pergunta ao serviço online a idade de um domínio suspeito e bloqueia-o se for recente. Só o domínio sai de casa.",
  },
  ask_idle: {
    en: "It doesn’t ask at the moment: this box has no online service.",
    fr: "Rien n’est demandé en ce moment : cette box n’a pas de service en ligne.",
    es: "No pregunta en este momento: esta box no tiene servicio en línea.",
    de: "Zurzeit fragt sie nicht: Diese Box hat keinen Onlinedienst.",
    nl: "Op dit moment wordt niets gevraagd: deze box heeft geen onlinedienst.",
    it: "Al momento non chiede nulla: questa box non ha un servizio online.",
    pt: "Neste momento não pergunta nada: esta box não tem serviço online.",
  },
  empty_off: {
    en: "While the check is off, nothing appears here and you get no alert.",
    fr:
      "Tant que la vérification est désactivée, rien n’apparaît ici et vous ne recevez pas d’alerte.",
    es: "Mientras la comprobación esté desactivada, aquí no aparece nada ni recibe alertas.",
    de: "Solange die Prüfung aus ist, steht hier nichts, und Sie bekommen keine Meldung.",
    nl: "Zolang de controle uit staat, verschijnt hier niets en krijgt u geen melding.",
    it: "Finché il controllo è spento, qui non compare nulla e non ricevi avvisi.",
    pt: "Enquanto a verificação estiver desligada, nada aparece aqui e não recebe alertas.",
  },
  empty_filtering_off: {
    en: "While filtering is off, nothing appears here and you get no alert.",
    fr: "Tant que le filtrage est désactivé, rien n’apparaît ici et vous ne recevez pas d’alerte.",
    es: "Mientras el filtrado esté desactivado, aquí no aparece nada ni recibe alertas.",
    de: "Solange das Filtern aus ist, steht hier nichts, und Sie bekommen keine Meldung.",
    nl: "Zolang het filteren uit staat, verschijnt hier niets en krijgt u geen melding.",
    it: "Finché il filtro è disattivato, qui non compare nulla e non ricevi avvisi.",
    pt: "Enquanto a filtragem estiver desligada, nada aparece aqui e não recebe alertas.",
  },
  only_newest: {
    en: "Only the newest {count} names are shown.",
    fr: "Seuls les {count} noms les plus récents sont affichés.",
    es: "Solo se muestran los {count} nombres más recientes.",
    de: "Nur die neuesten {count} Namen werden gezeigt.",
    nl: "Alleen de nieuwste {count} namen worden getoond.",
    it: "Sono mostrati solo i {count} nomi più recenti.",
    pt: "Só se mostram os {count} nomes mais recentes.",
  },
  idle: {
    en: "not running",
    fr: "inactif",
    es: "inactivo",
    de: "ohne Wirkung",
    nl: "niet actief",
    it: "inattivo",
    pt: "inativo",
  },
  idle_filtering: {
    en: "It has no effect while filtering is off for everyone.",
    fr: "Sans effet tant que le filtrage est désactivé pour tous.",
    es: "No tiene efecto mientras el filtrado esté desactivado para todos.",
    de: "Ohne Wirkung, solange das Filtern für alle aus ist.",
    nl: "Zonder effect zolang het filteren voor iedereen uit staat.",
    it: "Non ha effetto finché il filtro è disattivato per tutti.",
    pt: "Não tem efeito enquanto a filtragem estiver desligada para todos.",
  },
  idle_typos: {
    en: "It has no effect while “Look-alike letters” is off.",
    fr: "Sans effet tant que « Lettres trompeuses » est désactivé.",
    es: "No tiene efecto mientras «Letras engañosas» esté desactivado.",
    de: "Ohne Wirkung, solange „Ähnliche Buchstaben“ aus ist.",
    nl: "Zonder effect zolang ‘Misleidende letters’ uit staat.",
    it: "Non ha effetto finché «Lettere ingannevoli» è disattivato.",
    pt: "Não tem efeito enquanto «Letras enganadoras» estiver desligado.",
  },
  idle_ask: {
    en: "Not used here at the moment; alerts about regular contacts can still use it.",
    fr:
      "Pas utilisé ici en ce moment ; les alertes de contacts réguliers peuvent encore s’en servir.",
    es: "Ahora no se usa aquí; las alertas de contactos regulares aún pueden usarlo.",
    de:
      "Wird hier zurzeit nicht benutzt; Meldungen über regelmäßige Kontakte können es noch nutzen.",
    nl: "Wordt hier nu niet gebruikt; meldingen over regelmatig contact kunnen het nog gebruiken.",
    it: "Per ora qui non si usa; gli avvisi sui contatti regolari possono ancora usarlo.",
    pt: "De momento não é usado aqui; os alertas de contactos regulares ainda o podem usar.",
  },
  turned_on: {
    en: "{what} is on",
    fr: "{what} : activé",
    es: "{what}: activado",
    de: "{what} ist an",
    nl: "{what} staat aan",
    it: "{what}: attivo",
    pt: "{what}: ligado",
  },
  turned_off: {
    en: "{what} is off",
    fr: "{what} : désactivé",
    es: "{what}: desactivado",
    de: "{what} ist aus",
    nl: "{what} staat uit",
    it: "{what}: disattivato",
    pt: "{what}: desligado",
  },
  what_is: {
    en: "What a look-alike name is",
    fr: "Ce qu’est un nom trompeur",
    es: "Qué es un nombre engañoso",
    de: "Was ein ähnlicher Name ist",
    nl: "Wat een misleidende naam is",
    it: "Che cos’è un nome ingannevole",
    pt: "O que é um nome enganador",
  },
  advice: {
    en:
      "If the site is real, allow it here. If somebody typed a password there, change it on the real site.",
    fr:
      "Si le site est authentique, autorisez-le ici. Si quelqu’un y a saisi un mot de passe, changez-le sur le vrai site.",
    es:
      "Si el sitio es auténtico, permítalo aquí. Si alguien escribió allí una contraseña, cámbiela en el sitio verdadero.",
    de:
      "Ist die Seite echt, erlauben Sie sie hier. Hat dort jemand ein Passwort eingegeben, ändern Sie es auf der echten Seite.",
    nl:
      "Is de site echt, sta hem dan hier toe. Heeft iemand er een wachtwoord ingevoerd, wijzig het dan op de echte site.",
    it:
      "Se il sito è autentico, consentilo qui. Se qualcuno vi ha inserito una password, cambiala sul sito vero.",
    pt:
      "Se o site for verdadeiro, permita-o aqui. Se alguém lá escreveu uma palavra-passe, mude-a no site verdadeiro.",
  },
  lead_blocked: {
    en: {
      one: "A name that imitates another was blocked.",
      other: "{count} names that imitate others were blocked.",
    },
    fr: {
      one: "Un nom qui en imite un autre a été bloqué.",
      other: "{count} noms qui en imitent d’autres ont été bloqués.",
    },
    es: {
      one: "Se bloqueó un nombre que imita a otro.",
      other: "Se bloquearon {count} nombres que imitan a otros.",
    },
    de: {
      one: "Ein Name, der einen anderen nachahmt, wurde gesperrt.",
      other: "{count} Namen, die andere nachahmen, wurden gesperrt.",
    },
    nl: {
      one: "Een naam die een andere nabootst, is geblokkeerd.",
      other: "{count} namen die andere nabootsen, zijn geblokkeerd.",
    },
    it: {
      one: "È stato bloccato un nome che ne imita un altro.",
      other: "Sono stati bloccati {count} nomi che ne imitano altri.",
    },
    pt: {
      one: "Foi bloqueado um nome que imita outro.",
      other: "Foram bloqueados {count} nomes que imitam outros.",
    },
  },
  lead_told: {
    en: {
      one: "A device asked for a name that resembles a known one.",
      other: "Devices asked for {count} names that resemble known ones.",
    },
    fr: {
      one: "Un appareil a demandé un nom qui ressemble à un nom connu.",
      other: "Des appareils ont demandé {count} noms qui ressemblent à des noms connus.",
    },
    es: {
      one: "Un dispositivo pidió un nombre parecido a otro conocido.",
      other: "Se pidieron {count} nombres parecidos a otros conocidos.",
    },
    de: {
      one: "Ein Gerät hat einen Namen angefragt, der einem bekannten ähnelt.",
      other: "Geräte haben {count} Namen angefragt, die bekannten ähneln.",
    },
    nl: {
      one: "Een apparaat vroeg om een naam die op een bekende lijkt.",
      other: "Apparaten vroegen om {count} namen die op bekende lijken.",
    },
    it: {
      one: "Un dispositivo ha chiesto un nome simile a uno noto.",
      other: "Sono stati chiesti {count} nomi simili ad altri noti.",
    },
    pt: {
      one: "Um dispositivo pediu um nome parecido com um conhecido.",
      other: "Foram pedidos {count} nomes parecidos com outros conhecidos.",
    },
  },
  explained: {
    en: {
      one:
        "A fake site needs a name that people take for the real one. The box compares each name with a known service, and with those you use most.",
      other:
        "A fake site needs a name that people take for the real one. The box compares each name with {count} known services, and with those you use most.",
    },
    fr: {
      one:
        "Un faux site a besoin d’un nom que l’on prend pour le vrai. La box compare chaque nom avec un service connu et avec ceux que vous utilisez le plus.",
      other:
        "Un faux site a besoin d’un nom que l’on prend pour le vrai. La box compare chaque nom avec {count} services connus et avec ceux que vous utilisez le plus.",
    },
    es: {
      one:
        "Un sitio falso necesita un nombre que se confunda con el verdadero. La box compara cada nombre con un servicio conocido y con los que más usa.",
      other:
        "Un sitio falso necesita un nombre que se confunda con el verdadero. La box compara cada nombre con {count} servicios conocidos y con los que más usa.",
    },
    de: {
      one:
        "Eine falsche Seite braucht einen Namen, den man für den echten hält. Die Box vergleicht jeden Namen mit einem bekannten Dienst und mit denen, die Sie am meisten nutzen.",
      other:
        "Eine falsche Seite braucht einen Namen, den man für den echten hält. Die Box vergleicht jeden Namen mit {count} bekannten Diensten und mit denen, die Sie am meisten nutzen.",
    },
    nl: {
      one:
        "Een nepsite heeft een naam nodig die op de echte lijkt. De box vergelijkt elke naam met een bekende dienst en met de diensten die u het meest gebruikt.",
      other:
        "Een nepsite heeft een naam nodig die op de echte lijkt. De box vergelijkt elke naam met {count} bekende diensten en met de diensten die u het meest gebruikt.",
    },
    it: {
      one:
        "Un sito falso ha bisogno di un nome che si scambia per quello vero. La box confronta ogni nome con un servizio noto e con quelli che usi di più.",
      other:
        "Un sito falso ha bisogno di un nome che si scambia per quello vero. La box confronta ogni nome con {count} servizi noti e con quelli che usi di più.",
    },
    pt: {
      one:
        "Um site falso precisa de um nome que se confunda com o verdadeiro. A box compara cada nome com um serviço conhecido e com os que mais usa.",
      other:
        "Um site falso precisa de um nome que se confunda com o verdadeiro. A box compara cada nome com {count} serviços conhecidos e com os que mais usa.",
    },
  },
  blocked: {
    en: "It was blocked.",
    fr: "Il a été bloqué.",
    es: "Se bloqueó.",
    de: "Er wurde gesperrt.",
    nl: "De naam is geblokkeerd.",
    it: "È stato bloccato.",
    pt: "Foi bloqueado.",
  },
  not_blocked: {
    en: "It wasn’t blocked.",
    fr: "Il n’a pas été bloqué.",
    es: "No se bloqueó.",
    de: "Er wurde nicht gesperrt.",
    nl: "De naam is niet geblokkeerd.",
    it: "Non è stato bloccato.",
    pt: "Não foi bloqueado.",
  },
});
