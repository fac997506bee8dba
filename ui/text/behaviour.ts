/** Texts of the page "Is it behaving?" of a device. */
import { texts } from "./text.ts";

/** The texts. */
export const behaviour = texts({
  name: {
    en: "Is it behaving?",
    fr: "Se comporte-t-il bien ?",
    es: "¿Se comporta bien?",
    de: "Verhält es sich normal?",
    nl: "Gedraagt het zich normaal?",
    it: "Si comporta bene?",
    pt: "Está a portar-se bem?",
  },
  title: {
    en: "Is {device} behaving?",
    fr: "{device} : comportement",
    es: "{device}: comportamiento",
    de: "{device}: Verhalten",
    nl: "{device}: gedrag",
    it: "{device}: comportamento",
    pt: "{device}: comportamento",
  },
  about: {
    en: "First contacts, countries, alerts, and a report to share.",
    fr: "Premiers contacts, pays, alertes, et un rapport à partager.",
    es: "Primeros contactos, países, alertas y un informe para compartir.",
    de: "Erste Kontakte, Länder, Meldungen und ein Bericht zum Weitergeben.",
    nl: "Eerste contacten, landen, meldingen en een rapport om te delen.",
    it: "Primi contatti, Paesi, avvisi e un rapporto da condividere.",
    pt: "Primeiros contactos, países, alertas e um relatório para partilhar.",
  },
  verdict_look: {
    en: {
      one: "Worth a look: {count} alert about this device is open.",
      other: "Worth a look: {count} alerts about this device are open.",
    },
    fr: {
      one: "À vérifier : {count} alerte sur cet appareil est ouverte.",
      other: "À vérifier : {count} alertes sur cet appareil sont ouvertes.",
    },
    es: {
      one: "Conviene echarle un vistazo: hay {count} alerta abierta sobre este dispositivo.",
      other: "Conviene echarle un vistazo: hay {count} alertas abiertas sobre este dispositivo.",
    },
    de: {
      one: "Sehen Sie nach: {count} Meldung zu diesem Gerät ist offen.",
      other: "Sehen Sie nach: {count} Meldungen zu diesem Gerät sind offen.",
    },
    nl: {
      one: "Kijk even: er staat {count} melding over dit apparaat open.",
      other: "Kijk even: er staan {count} meldingen over dit apparaat open.",
    },
    it: {
      one: "Meglio dare un’occhiata: {count} avviso su questo dispositivo è aperto.",
      other: "Meglio dare un’occhiata: {count} avvisi su questo dispositivo sono aperti.",
    },
    pt: {
      one: "Vale a pena ver: há {count} alerta aberto sobre este dispositivo.",
      other: "Vale a pena ver: há {count} alertas abertos sobre este dispositivo.",
    },
  },
  verdict_unrecorded: {
    en:
      "The box doesn’t record which device contacts what, so only alerts about its behaviour count here. None is open.",
    fr:
      "La box n’enregistre pas ce que chaque appareil contacte : seules les alertes sur le comportement comptent ici. Aucune n’est ouverte.",
    es:
      "La box no registra qué contacta cada dispositivo, así que aquí solo cuentan las alertas sobre el comportamiento. No hay ninguna abierta.",
    de:
      "Die Box zeichnet nicht auf, welches Gerät was kontaktiert. Hier zählen nur Meldungen zum Verhalten, und keine ist offen.",
    nl:
      "De box legt niet vast welk apparaat waarmee contact maakt. Hier tellen alleen meldingen over het gedrag, en er staat er geen open.",
    it:
      "La box non registra che cosa contatta ogni dispositivo: qui contano solo gli avvisi sul comportamento. Nessuno è aperto.",
    pt:
      "A box não regista o que cada dispositivo contacta, por isso aqui só contam os alertas sobre o comportamento. Nenhum está aberto.",
  },
  verdict_silent: {
    en:
      "The log shows no contact by this device in the last 7 days, and no alert about its behaviour is open.",
    fr:
      "Le journal ne contient aucun contact de cet appareil ces 7 derniers jours, et aucune alerte sur son comportement n’est ouverte.",
    es:
      "El registro no contiene ningún contacto de este dispositivo en los últimos 7 días, y no hay alertas abiertas sobre su comportamiento.",
    de:
      "Das Protokoll enthält aus den letzten 7 Tagen keinen Kontakt dieses Geräts, und keine Meldung zu seinem Verhalten ist offen.",
    nl:
      "Het logboek bevat van de laatste 7 dagen geen contact van dit apparaat, en er staat geen melding over zijn gedrag open.",
    it:
      "Il registro non contiene contatti di questo dispositivo negli ultimi 7 giorni, e nessun avviso sul suo comportamento è aperto.",
    pt:
      "O registo não tem contactos deste dispositivo nos últimos 7 dias, e nenhum alerta sobre o seu comportamento está aberto.",
  },
  verdict_learning: {
    en:
      "The log of this device is too short to say what is new. No alert about its behaviour is open.",
    fr:
      "Le journal de cet appareil est trop court pour dire ce qui est nouveau. Aucune alerte sur son comportement n’est ouverte.",
    es:
      "El registro de este dispositivo es demasiado corto para saber qué es nuevo. No hay alertas abiertas sobre su comportamiento.",
    de:
      "Das Protokoll dieses Geräts ist zu kurz, um zu sagen, was neu ist. Keine Meldung zu seinem Verhalten ist offen.",
    nl:
      "Het logboek van dit apparaat is te kort om te zeggen wat nieuw is. Er staat geen melding over zijn gedrag open.",
    it:
      "Il registro di questo dispositivo è troppo corto per dire che cosa è nuovo. Nessun avviso sul suo comportamento è aperto.",
    pt:
      "O registo deste dispositivo é demasiado curto para dizer o que é novo. Nenhum alerta sobre o seu comportamento está aberto.",
  },
  verdict_changed: {
    en: {
      one:
        "Something is new: in the last 7 days, it contacted {count} domain for the first time. No alert about its behaviour is open.",
      other:
        "Something is new: in the last 7 days, it contacted {count} domains for the first time. No alert about its behaviour is open.",
    },
    fr: {
      one:
        "Du nouveau : ces 7 derniers jours, il a contacté {count} domaine pour la première fois. Aucune alerte sur son comportement n’est ouverte.",
      other:
        "Du nouveau : ces 7 derniers jours, il a contacté {count} domaines pour la première fois. Aucune alerte sur son comportement n’est ouverte.",
    },
    es: {
      one:
        "Hay algo nuevo: en los últimos 7 días contactó {count} dominio por primera vez. No hay alertas abiertas sobre su comportamiento.",
      other:
        "Hay algo nuevo: en los últimos 7 días contactó {count} dominios por primera vez. No hay alertas abiertas sobre su comportamiento.",
    },
    de: {
      one:
        "Etwas ist neu: In den letzten 7 Tagen hat es {count} Domain zum ersten Mal kontaktiert. Keine Meldung zu seinem Verhalten ist offen.",
      other:
        "Etwas ist neu: In den letzten 7 Tagen hat es {count} Domains zum ersten Mal kontaktiert. Keine Meldung zu seinem Verhalten ist offen.",
    },
    nl: {
      one:
        "Er is iets nieuws: in de laatste 7 dagen maakte het voor het eerst contact met {count} domein. Er staat geen melding over zijn gedrag open.",
      other:
        "Er is iets nieuws: in de laatste 7 dagen maakte het voor het eerst contact met {count} domeinen. Er staat geen melding over zijn gedrag open.",
    },
    it: {
      one:
        "C’è qualcosa di nuovo: negli ultimi 7 giorni ha contattato {count} dominio per la prima volta. Nessun avviso sul suo comportamento è aperto.",
      other:
        "C’è qualcosa di nuovo: negli ultimi 7 giorni ha contattato {count} domini per la prima volta. Nessun avviso sul suo comportamento è aperto.",
    },
    pt: {
      one:
        "Há algo de novo: nos últimos 7 dias contactou {count} domínio pela primeira vez. Nenhum alerta sobre o seu comportamento está aberto.",
      other:
        "Há algo de novo: nos últimos 7 dias contactou {count} domínios pela primeira vez. Nenhum alerta sobre o seu comportamento está aberto.",
    },
  },
  verdict_acknowledged: {
    en:
      "All alerts about the behaviour of this device were acknowledged, and the box noticed nothing else.",
    fr:
      "Toutes les alertes sur le comportement de cet appareil ont été vues, et la box n’a rien remarqué d’autre.",
    es:
      "Todas las alertas sobre el comportamiento de este dispositivo están vistas, y la box no ha notado nada más.",
    de:
      "Alle Meldungen zum Verhalten dieses Geräts sind erledigt, und sonst ist der Box nichts aufgefallen.",
    nl:
      "Alle meldingen over het gedrag van dit apparaat zijn afgehandeld, en verder viel de box niets op.",
    it:
      "Tutti gli avvisi sul comportamento di questo dispositivo sono stati visti, e la box non ha notato altro.",
    pt:
      "Todos os alertas sobre o comportamento deste dispositivo foram vistos, e a box não notou mais nada.",
  },
  verdict_quiet: {
    en: "The box noticed nothing unusual about this device.",
    fr: "La box n’a rien remarqué d’inhabituel sur cet appareil.",
    es: "La box no ha notado nada inusual en este dispositivo.",
    de: "Der Box ist an diesem Gerät nichts Ungewöhnliches aufgefallen.",
    nl: "De box viel niets ongewoons op aan dit apparaat.",
    it: "La box non ha notato nulla di insolito su questo dispositivo.",
    pt: "A box não notou nada de invulgar neste dispositivo.",
  },
  unwatched: {
    en: "Checks that don’t run at the moment: {what}.",
    fr: "Contrôles inactifs en ce moment : {what}.",
    es: "Comprobaciones inactivas en este momento: {what}.",
    de: "Prüfungen, die zurzeit nicht laufen: {what}.",
    nl: "Controles die nu niet lopen: {what}.",
    it: "Controlli non attivi al momento: {what}.",
    pt: "Verificações inativas neste momento: {what}.",
  },
  alerts: {
    en: "Alerts of the last 30 days and open ones",
    fr: "Alertes des 30 derniers jours et alertes ouvertes",
    es: "Alertas de los últimos 30 días y alertas abiertas",
    de: "Meldungen der letzten 30 Tage und offene Meldungen",
    nl: "Meldingen van de laatste 30 dagen en open meldingen",
    it: "Avvisi degli ultimi 30 giorni e avvisi aperti",
    pt: "Alertas dos últimos 30 dias e alertas abertos",
  },
  no_alerts: {
    en: "No alerts about the behaviour of this device.",
    fr: "Aucune alerte sur le comportement de cet appareil.",
    es: "Ninguna alerta sobre el comportamiento de este dispositivo.",
    de: "Keine Meldungen zum Verhalten dieses Geräts.",
    nl: "Geen meldingen over het gedrag van dit apparaat.",
    it: "Nessun avviso sul comportamento di questo dispositivo.",
    pt: "Nenhum alerta sobre o comportamento deste dispositivo.",
  },
  first: {
    en: "Contacted for the first time",
    fr: "Premiers contacts",
    es: "Primeros contactos",
    de: "Zum ersten Mal kontaktiert",
    nl: "Eerste contacten",
    it: "Primi contatti",
    pt: "Primeiros contactos",
  },
  first_help: {
    en: "Phones and computers contact new domains every day; a camera or a printer rarely does.",
    fr:
      "Téléphones et ordinateurs contactent de nouveaux domaines chaque jour ; une caméra ou une imprimante, rarement.",
    es:
      "Los teléfonos y ordenadores contactan dominios nuevos cada día; una cámara o una impresora, rara vez.",
    de:
      "Telefone und Computer kontaktieren täglich neue Domains, eine Kamera oder ein Drucker selten.",
    nl:
      "Telefoons en computers maken elke dag contact met nieuwe domeinen, een camera of printer zelden.",
    it:
      "Telefoni e computer contattano ogni giorno domini nuovi; una telecamera o una stampante raramente.",
    pt:
      "Telemóveis e computadores contactam domínios novos todos os dias; uma câmara ou impressora raramente.",
  },
  compared: {
    en: "Compared with the log since {since}.",
    fr: "Comparé au journal depuis le {since}.",
    es: "Comparado con el registro desde el {since}.",
    de: "Verglichen mit dem Protokoll seit {since}.",
    nl: "Vergeleken met het logboek sinds {since}.",
    it: "Confrontato con il registro dal {since}.",
    pt: "Em comparação com o registo desde {since}.",
  },
  first_none: {
    en: "Nothing new: it knew all the domains that it contacted in the last 7 days.",
    fr: "Rien de nouveau : il connaissait tous les domaines contactés ces 7 derniers jours.",
    es: "Nada nuevo: ya conocía todos los dominios que contactó en los últimos 7 días.",
    de: "Nichts Neues: Alle Domains der letzten 7 Tage hatte es schon früher kontaktiert.",
    nl: "Niets nieuws: het kende alle domeinen van de laatste 7 dagen al.",
    it: "Niente di nuovo: conosceva già tutti i domini contattati negli ultimi 7 giorni.",
    pt: "Nada de novo: já conhecia todos os domínios que contactou nos últimos 7 dias.",
  },
  first_unknown: {
    en: "The box needs at least 8 days of this device’s log to say what is new.",
    fr:
      "Pour dire ce qui est nouveau, la box a besoin d’au moins 8 jours de journal de cet appareil.",
    es: "Para saber qué es nuevo, la box necesita al menos 8 días de registro de este dispositivo.",
    de: "Um zu sagen, was neu ist, braucht die Box mindestens 8 Tage Protokoll dieses Geräts.",
    nl: "Om te zeggen wat nieuw is, heeft de box minstens 8 dagen logboek van dit apparaat nodig.",
    it:
      "Per dire che cosa è nuovo, alla box servono almeno 8 giorni di registro di questo dispositivo.",
    pt: "Para dizer o que é novo, a box precisa de pelo menos 8 dias de registo deste dispositivo.",
  },
  first_unrecorded: {
    en: "The log is off or leaves devices out, so first contacts are not known.",
    fr:
      "Le journal est désactivé ou n’indique pas les appareils : les premiers contacts sont inconnus.",
    es:
      "El registro está desactivado o no incluye dispositivos, así que no se conocen los primeros contactos.",
    de: "Das Protokoll ist aus oder lässt Geräte weg. Deshalb sind erste Kontakte nicht bekannt.",
    nl: "Het logboek staat uit of laat apparaten weg, dus eerste contacten zijn niet bekend.",
    it: "Il registro è disattivato o non indica i dispositivi: i primi contatti non sono noti.",
    pt:
      "O registo está desligado ou omite os dispositivos, por isso não se conhecem os primeiros contactos.",
  },
  first_silent: {
    en: "The log shows no contact in the last 7 days.",
    fr: "Le journal ne contient aucun contact de ces 7 derniers jours.",
    es: "El registro no contiene contactos de los últimos 7 días.",
    de: "Das Protokoll enthält keinen Kontakt aus den letzten 7 Tagen.",
    nl: "Het logboek bevat geen contact van de laatste 7 dagen.",
    it: "Il registro non contiene contatti degli ultimi 7 giorni.",
    pt: "O registo não tem contactos dos últimos 7 dias.",
  },
  first_private: {
    en: {
      one: "{count} domain is new. Its name is private, as an adult who uses this device wishes.",
      other:
        "{count} domains are new. Their names are private, as an adult who uses this device wishes.",
    },
    fr: {
      one:
        "{count} domaine est nouveau. Son nom est privé, comme le souhaite un adulte qui utilise cet appareil.",
      other:
        "{count} domaines sont nouveaux. Leurs noms sont privés, comme le souhaite un adulte qui utilise cet appareil.",
    },
    es: {
      one:
        "{count} dominio es nuevo. Su nombre es privado, como desea un adulto que usa este dispositivo.",
      other:
        "{count} dominios son nuevos. Sus nombres son privados, como desea un adulto que usa este dispositivo.",
    },
    de: {
      one:
        "{count} Domain ist neu. Ihr Name ist privat, wie es ein Erwachsener wünscht, der dieses Gerät benutzt.",
      other:
        "{count} Domains sind neu. Ihre Namen sind privat, wie es ein Erwachsener wünscht, der dieses Gerät benutzt.",
    },
    nl: {
      one:
        "{count} domein is nieuw. De naam is privé, zoals een volwassene die dit apparaat gebruikt dat wil.",
      other:
        "{count} domeinen zijn nieuw. De namen zijn privé, zoals een volwassene die dit apparaat gebruikt dat wil.",
    },
    it: {
      one:
        "{count} dominio è nuovo. Il nome è privato, come desidera un adulto che usa questo dispositivo.",
      other:
        "{count} domini sono nuovi. I nomi sono privati, come desidera un adulto che usa questo dispositivo.",
    },
    pt: {
      one:
        "{count} domínio é novo. O nome é privado, como deseja um adulto que usa este dispositivo.",
      other:
        "{count} domínios são novos. Os nomes são privados, como deseja um adulto que usa este dispositivo.",
    },
  },
  more: {
    en: { one: "And {count} more domain.", other: "And {count} more domains." },
    fr: { one: "Et {count} autre domaine.", other: "Et {count} autres domaines." },
    es: { one: "Y {count} dominio más.", other: "Y {count} dominios más." },
    de: { one: "Und {count} weitere Domain.", other: "Und {count} weitere Domains." },
    nl: { one: "En nog {count} domein.", other: "En nog {count} domeinen." },
    it: { one: "E {count} altro dominio.", other: "E altri {count} domini." },
    pt: { one: "E mais {count} domínio.", other: "E mais {count} domínios." },
  },
  new_companies: {
    en: { one: "New company: {what}.", other: "New companies: {what}." },
    fr: { one: "Nouvelle entreprise : {what}.", other: "Nouvelles entreprises : {what}." },
    es: { one: "Empresa nueva: {what}.", other: "Empresas nuevas: {what}." },
    de: { one: "Neues Unternehmen: {what}.", other: "Neue Unternehmen: {what}." },
    nl: { one: "Nieuw bedrijf: {what}.", other: "Nieuwe bedrijven: {what}." },
    it: { one: "Nuova azienda: {what}.", other: "Nuove aziende: {what}." },
    pt: { one: "Empresa nova: {what}.", other: "Empresas novas: {what}." },
  },
  first_at: {
    en: "first seen {when}",
    fr: "première fois {when}",
    es: "primera vez {when}",
    de: "zum ersten Mal {when}",
    nl: "voor het eerst {when}",
    it: "prima volta {when}",
    pt: "primeira vez {when}",
  },
  countries: {
    en: "Countries of the last 7 days",
    fr: "Pays des 7 derniers jours",
    es: "Países de los últimos 7 días",
    de: "Länder der letzten 7 Tage",
    nl: "Landen van de laatste 7 dagen",
    it: "Paesi degli ultimi 7 giorni",
    pt: "Países dos últimos 7 dias",
  },
  countries_off: {
    en: "No database of countries is set, so no countries are shown.",
    fr: "Aucune base de données des pays n’est indiquée : aucun pays n’est affiché.",
    es: "No hay ninguna base de datos de países, así que no se muestra ningún país.",
    de: "Es ist keine Länderdatenbank eingestellt, darum werden keine Länder gezeigt.",
    nl: "Er is geen landendatabase ingesteld, dus er wordt geen land getoond.",
    it: "Nessun database dei Paesi è impostato, quindi non viene mostrato nessun Paese.",
    pt: "Não há base de dados de países definida, por isso não se mostra nenhum país.",
  },
  countries_missing: {
    en: "The database of countries hasn’t been downloaded yet.",
    fr: "La base de données des pays n’a pas encore été téléchargée.",
    es: "La base de datos de países aún no se ha descargado.",
    de: "Die Länderdatenbank wurde noch nicht geladen.",
    nl: "De landendatabase is nog niet opgehaald.",
    it: "Il database dei Paesi non è ancora stato scaricato.",
    pt: "A base de dados de países ainda não foi transferida.",
  },
  countries_none: {
    en: "No country is known for these contacts.",
    fr: "Aucun pays n’est connu pour ces contacts.",
    es: "No se conoce el país de estos contactos.",
    de: "Für diese Kontakte ist kein Land bekannt.",
    nl: "Van deze contacten is geen land bekend.",
    it: "Nessun Paese è noto per questi contatti.",
    pt: "Não se conhece o país destes contactos.",
  },
  countries_private: {
    en: "Countries are private, as an adult who uses this device wishes.",
    fr: "Les pays sont privés, comme le souhaite un adulte qui utilise cet appareil.",
    es: "Los países son privados, como desea un adulto que usa este dispositivo.",
    de: "Länder sind privat, wie es ein Erwachsener wünscht, der dieses Gerät benutzt.",
    nl: "Landen zijn privé, zoals een volwassene die dit apparaat gebruikt dat wil.",
    it: "I Paesi sono privati, come desidera un adulto che usa questo dispositivo.",
    pt: "Os países são privados, como deseja um adulto que usa este dispositivo.",
  },
  domains: {
    en: { one: "{count} domain", other: "{count} domains" },
    fr: { one: "{count} domaine", other: "{count} domaines" },
    es: { one: "{count} dominio", other: "{count} dominios" },
    de: { one: "{count} Domain", other: "{count} Domains" },
    nl: { one: "{count} domein", other: "{count} domeinen" },
    it: { one: "{count} dominio", other: "{count} domini" },
    pt: { one: "{count} domínio", other: "{count} domínios" },
  },
  source: {
    en: "Server locations are estimates: {source}, {month}.",
    fr: "L’emplacement d’un serveur est une estimation : {source}, {month}.",
    es: "La ubicación de un servidor es una estimación: {source}, {month}.",
    de: "Wo ein Server steht, ist geschätzt: {source}, {month}.",
    nl: "Waar een server staat, is een schatting: {source}, {month}.",
    it: "La posizione di un server è una stima: {source}, {month}.",
    pt: "A localização de um servidor é uma estimativa: {source}, {month}.",
  },
  report: {
    en: "Report to share",
    fr: "Rapport à partager",
    es: "Informe para compartir",
    de: "Bericht zum Weitergeben",
    nl: "Rapport om te delen",
    it: "Rapporto da condividere",
    pt: "Relatório para partilhar",
  },
  report_help: {
    en:
      "For somebody who helps you. Read it before you send it: it names what this device contacted.",
    fr:
      "Pour quelqu’un qui vous aide. Relisez-le avant de l’envoyer : il indique ce que cet appareil a contacté.",
    es:
      "Para alguien que le ayude. Léalo antes de enviarlo: indica lo que contactó este dispositivo.",
    de:
      "Für jemanden, der Ihnen hilft. Lesen Sie ihn vor dem Senden: Er nennt, was dieses Gerät kontaktiert hat.",
    nl:
      "Voor iemand die u helpt. Lees het voordat u het verstuurt: er staat in waarmee dit apparaat contact maakte.",
    it:
      "Per chi ti aiuta. Leggilo prima di inviarlo: indica ciò che questo dispositivo ha contattato.",
    pt: "Para quem o ajuda. Leia-o antes de o enviar: indica o que este dispositivo contactou.",
  },
  report_private: {
    en: "For somebody who helps you. It has no names, because they are private.",
    fr: "Pour quelqu’un qui vous aide. Il ne contient aucun nom, car ils sont privés.",
    es: "Para alguien que le ayude. No contiene nombres, porque son privados.",
    de: "Für jemanden, der Ihnen hilft. Er enthält keine Namen, denn sie sind privat.",
    nl: "Voor iemand die u helpt. Er staan geen namen in, want die zijn privé.",
    it: "Per chi ti aiuta. Non contiene nomi, perché sono privati.",
    pt: "Para quem o ajuda. Não tem nomes, porque são privados.",
  },
  save: {
    en: "Save as text",
    fr: "Enregistrer en texte",
    es: "Guardar como texto",
    de: "Als Text speichern",
    nl: "Opslaan als tekst",
    it: "Salva come testo",
    pt: "Guardar como texto",
  },
  sign_spyware: {
    en: "Commercial spyware",
    fr: "Logiciel espion commercial",
    es: "Programas espía comerciales",
    de: "Kommerzielle Spionageprogramme",
    nl: "Commerciële spionageprogramma’s",
    it: "Programmi spia commerciali",
    pt: "Programas espiões comerciais",
  },
  sign_tunnel: {
    en: "Data hidden in DNS",
    fr: "Données cachées dans le DNS",
    es: "Datos ocultos en el DNS",
    de: "Im DNS versteckte Daten",
    nl: "Gegevens verborgen in DNS",
    it: "Dati nascosti nel DNS",
    pt: "Dados escondidos no DNS",
  },
  sign_malicious: {
    en: "Dangerous names",
    fr: "Noms dangereux",
    es: "Nombres peligrosos",
    de: "Gefährliche Namen",
    nl: "Gevaarlijke namen",
    it: "Nomi pericolosi",
    pt: "Nomes perigosos",
  },
  sign_random_names: {
    en: "Random names that don’t exist",
    fr: "Noms aléatoires inexistants",
    es: "Nombres aleatorios que no existen",
    de: "Zufällige Namen, die es nicht gibt",
    nl: "Willekeurige namen die niet bestaan",
    it: "Nomi casuali inesistenti",
    pt: "Nomes aleatórios que não existem",
  },
  sign_beacon: {
    en: "Contacts at regular intervals",
    fr: "Contacts à intervalles réguliers",
    es: "Contactos a intervalos regulares",
    de: "Kontakte in festen Abständen",
    nl: "Contact met vaste tussenpozen",
    it: "Contatti a intervalli regolari",
    pt: "Contactos a intervalos regulares",
  },
  sign_lookalike: {
    en: "Look-alike names",
    fr: "Noms trompeurs",
    es: "Nombres engañosos",
    de: "Ähnliche Namen",
    nl: "Misleidende namen",
    it: "Nomi ingannevoli",
    pt: "Nomes enganadores",
  },
  sign_rebinding: {
    en: "Public names that lead into your network",
    fr: "Noms publics qui mènent dans votre réseau",
    es: "Nombres públicos que llevan a su red",
    de: "Öffentliche Namen, die in Ihr Netz führen",
    nl: "Openbare namen die naar uw netwerk leiden",
    it: "Nomi pubblici che portano nella tua rete",
    pt: "Nomes públicos que levam à sua rede",
  },
  sign_restricted: {
    en: "Names outside restricted mode",
    fr: "Noms hors du mode restreint",
    es: "Nombres fuera del modo restringido",
    de: "Namen außerhalb des eingeschränkten Modus",
    nl: "Namen buiten de beperkte modus",
    it: "Nomi fuori dalla modalità limitata",
    pt: "Nomes fora do modo restrito",
  },
  sign_remote: {
    en: "Programs for remote access",
    fr: "Programmes d’accès à distance",
    es: "Programas de acceso remoto",
    de: "Programme für Fernzugriff",
    nl: "Programma’s voor toegang op afstand",
    it: "Programmi di accesso remoto",
    pt: "Programas de acesso remoto",
  },
  sign_bypass_names: {
    en: "Attempts to bypass the filter",
    fr: "Tentatives de contourner le filtre",
    es: "Intentos de eludir el filtro",
    de: "Versuche, den Filter zu umgehen",
    nl: "Pogingen om het filter te omzeilen",
    it: "Tentativi di aggirare il filtro",
    pt: "Tentativas de contornar o filtro",
  },
});
