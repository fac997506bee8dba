/** What each kind of alert says to a person; the key is the kind with `_` for its dots. */
import type { AlertKind } from "../../api/events/alert_kinds.ts";
import { type Text, texts } from "./text.ts";

type Key<Kind extends string> = Kind extends `${infer Start}.${infer Rest}`
  ? `${Start}_${Key<Rest>}`
  : Kind;

/** The texts. */
export const alertKinds = texts(
  {
    breach: {
      en: "{address} was found in a data breach: {breach}.",
      fr: "{address} figure dans une fuite de données : {breach}.",
      es: "{address} aparece en una filtración de datos: {breach}.",
      de: "{address} steht in einem Datenleck: {breach}.",
      nl: "{address} komt voor in een datalek: {breach}.",
      it: "{address} compare in una violazione di dati: {breach}.",
      pt: "{address} aparece numa fuga de dados: {breach}.",
    },
    restricted: {
      en: "{device}, in restricted mode, asked for {name}, which it hasn’t learned.",
      fr: "{device}, en mode restreint, a demandé {name}, qu’il ne connaît pas.",
      es: "{device}, en modo restringido, pidió {name}, que no conoce.",
      de: "{device} hat im eingeschränkten Modus {name} angefragt, das nicht gelernt wurde.",
      nl: "{device} vroeg in beperkte modus om {name}, dat niet is geleerd.",
      it: "{device}, in modalità limitata, ha chiesto {name}, che non conosce.",
      pt: "{device}, em modo restrito, pediu {name}, que não conhece.",
    },
    restricted_toomany: {
      en: "Learning stopped for {device}: there were too many names.",
      fr: "L’apprentissage de {device} s’est arrêté : il y avait trop de noms.",
      es: "El aprendizaje de {device} se detuvo: había demasiados nombres.",
      de: "Das Lernen von {device} hat aufgehört: Es waren zu viele Namen.",
      nl: "Het leren van {device} is gestopt: er waren te veel namen.",
      it: "L’apprendimento di {device} si è fermato: c’erano troppi nomi.",
      pt: "A aprendizagem de {device} parou: havia demasiados nomes.",
    },
    restricted_learned: {
      en: {
        one: "{device} has learned {count} name and changed to restricted mode.",
        other: "{device} has learned {count} names and changed to restricted mode.",
      },
      fr: {
        one: "{device} a appris {count} nom et est passé en mode restreint.",
        other: "{device} a appris {count} noms et est passé en mode restreint.",
      },
      es: {
        one: "{device} aprendió {count} nombre y pasó al modo restringido.",
        other: "{device} aprendió {count} nombres y pasó al modo restringido.",
      },
      de: {
        one: "{device} hat {count} Namen gelernt und ist in den eingeschränkten Modus gewechselt.",
        other:
          "{device} hat {count} Namen gelernt und ist in den eingeschränkten Modus gewechselt.",
      },
      nl: {
        one: "{device} heeft {count} naam geleerd en ging over op de beperkte modus.",
        other: "{device} heeft {count} namen geleerd en ging over op de beperkte modus.",
      },
      it: {
        one: "{device} ha imparato {count} nome ed è passato alla modalità limitata.",
        other: "{device} ha imparato {count} nomi ed è passato alla modalità limitata.",
      },
      pt: {
        one: "{device} aprendeu {count} nome e passou ao modo restrito.",
        other: "{device} aprendeu {count} nomes e passou ao modo restrito.",
      },
    },
    rebinding: {
      en:
        "{device} asked for {name}, a public name that answered with an address of your network: {address}.",
      fr:
        "{device} a demandé {name}, un nom public qui a répondu avec une adresse de votre réseau : {address}.",
      es:
        "{device} pidió {name}, un nombre público que respondió con una dirección de su red: {address}.",
      de:
        "{device} hat {name} angefragt, einen öffentlichen Namen, der mit einer Adresse Ihres Netzes antwortete: {address}.",
      nl:
        "{device} vroeg om {name}, een openbare naam die met een adres van uw netwerk antwoordde: {address}.",
      it:
        "{device} ha chiesto {name}, un nome pubblico che ha risposto con un indirizzo della tua rete: {address}.",
      pt:
        "{device} pediu {name}, um nome público que respondeu com um endereço da sua rede: {address}.",
    },
    lookalike: {
      en: "{device} asked for {name}, which imitates {imitated}. {done}",
      fr: "{device} a demandé {name}, qui imite {imitated}. {done}",
      es: "{device} pidió {name}, que imita a {imitated}. {done}",
      de: "{device} hat {name} angefragt, das {imitated} nachahmt. {done}",
      nl: "{device} vroeg om {name}, dat {imitated} nabootst. {done}",
      it: "{device} ha chiesto {name}, che imita {imitated}. {done}",
      pt: "{device} pediu {name}, que imita {imitated}. {done}",
    },
    spyware: {
      en: "{device} tried to reach a server of commercial spyware: {name}. {done}",
      fr:
        "{device} a essayé de joindre un serveur de logiciels espions commerciaux : {name}. {done}",
      es:
        "{device} intentó contactar con un servidor de programas espía comerciales: {name}. {done}",
      de: "{device} wollte einen Server kommerzieller Spionageprogramme erreichen: {name}. {done}",
      nl:
        "{device} probeerde een server van commerciële spionageprogramma’s te bereiken: {name}. {done}",
      it:
        "{device} ha provato a contattare un server di programmi spia commerciali: {name}. {done}",
      pt: "{device} tentou contactar um servidor de programas espiões comerciais: {name}. {done}",
    },
    spyware_mine: {
      en: "{device} tried to reach a server of commercial spyware: {name}. {done}",
      fr:
        "{device} a essayé de joindre un serveur de logiciels espions commerciaux : {name}. {done}",
      es:
        "{device} intentó contactar con un servidor de programas espía comerciales: {name}. {done}",
      de: "{device} wollte einen Server kommerzieller Spionageprogramme erreichen: {name}. {done}",
      nl:
        "{device} probeerde een server van commerciële spionageprogramma’s te bereiken: {name}. {done}",
      it:
        "{device} ha provato a contattare un server di programmi spia commerciali: {name}. {done}",
      pt: "{device} tentou contactar um servidor de programas espiões comerciais: {name}. {done}",
    },
    remote: {
      en: "{device} used a program for remote access: {tool}.",
      fr: "{device} a utilisé un programme d’accès à distance : {tool}.",
      es: "{device} usó un programa de acceso remoto: {tool}.",
      de: "{device} hat ein Programm für Fernzugriff benutzt: {tool}.",
      nl: "{device} gebruikte een programma voor toegang op afstand: {tool}.",
      it: "{device} ha usato un programma di accesso remoto: {tool}.",
      pt: "{device} usou um programa de acesso remoto: {tool}.",
    },
    beacon: {
      en: "{device} asks for the rare name {name} at regular intervals, every {interval}.",
      fr: "{device} demande à intervalles réguliers ({interval}) le nom rare {name}.",
      es: "{device} pide a intervalos regulares ({interval}) el nombre poco común {name}.",
      de: "{device} fragt den seltenen Namen {name} in festen Abständen an: {interval}.",
      nl: "{device} vraagt met vaste tussenpozen om de zeldzame naam {name}: {interval}.",
      it: "{device} chiede a intervalli regolari ({interval}) il nome raro {name}.",
      pt: "{device} pede a intervalos regulares ({interval}) o nome raro {name}.",
    },
    random_names: {
      en: {
        one: "{device} asked for a random name that doesn’t exist, as malware does.",
        other:
          "{device} asked for {count} random names within an hour, and none of them exists. Malware that looks for its servers does this.",
      },
      fr: {
        one:
          "{device} a demandé un nom aléatoire qui n’existe pas, comme le font les logiciels malveillants.",
        other:
          "{device} a demandé {count} noms aléatoires en une heure, et aucun n’existe. Un logiciel malveillant qui cherche ses serveurs agit ainsi.",
      },
      es: {
        one: "{device} pidió un nombre aleatorio que no existe, como hace el software malicioso.",
        other:
          "{device} pidió {count} nombres aleatorios en una hora y ninguno existe. Así busca el software malicioso sus servidores.",
      },
      de: {
        one:
          "{device} hat einen zufälligen Namen angefragt, den es nicht gibt, wie Schadsoftware es tut.",
        other:
          "{device} hat in einer Stunde {count} zufällige Namen angefragt, die es alle nicht gibt. So sucht Schadsoftware nach ihren Servern.",
      },
      nl: {
        one: "{device} vroeg om een willekeurige naam die niet bestaat, zoals malware doet.",
        other:
          "{device} vroeg binnen een uur om {count} willekeurige namen die geen van alle bestaan. Zo zoekt malware naar zijn servers.",
      },
      it: {
        one: "{device} ha chiesto un nome casuale che non esiste, come fa il malware.",
        other:
          "{device} ha chiesto {count} nomi casuali in un’ora e nessuno esiste. Così il malware cerca i suoi server.",
      },
      pt: {
        one: "{device} pediu um nome aleatório que não existe, como faz o software malicioso.",
        other:
          "{device} pediu {count} nomes aleatórios numa hora e nenhum existe. É assim que o software malicioso procura os seus servidores.",
      },
    },
    tunnel: {
      en: "{device} sent hidden data inside DNS, through {name}.",
      fr: "{device} a fait passer des données cachées dans le DNS, par {name}.",
      es: "{device} envió datos ocultos en el DNS, a través de {name}.",
      de: "{device} hat Daten im DNS versteckt gesendet, über {name}.",
      nl: "{device} verstuurde verborgen gegevens binnen DNS, via {name}.",
      it: "{device} ha inviato dati nascosti nel DNS, attraverso {name}.",
      pt: "{device} enviou dados escondidos no DNS, através de {name}.",
    },
    malicious: {
      en: "{device} asked for {name}, which is known to be dangerous.",
      fr: "{device} a demandé {name}, connu pour être dangereux.",
      es: "{device} pidió {name}, conocido por ser peligroso.",
      de: "{device} hat {name} angefragt, das als gefährlich bekannt ist.",
      nl: "{device} vroeg om {name}, dat bekendstaat als gevaarlijk.",
      it: "{device} ha chiesto {name}, noto per essere pericoloso.",
      pt: "{device} pediu {name}, conhecido por ser perigoso.",
    },
    network_ipv6dns: {
      en: "The router {router} announces a DNS server other than the box: {dns}.",
      fr: "Le routeur {router} annonce un autre serveur DNS que la box : {dns}.",
      es: "El router {router} anuncia un servidor DNS distinto de la box: {dns}.",
      de: "Der Router {router} nennt einen anderen DNS-Server als die Box: {dns}.",
      nl: "De router {router} kondigt een andere DNS-server aan dan de box: {dns}.",
      it: "Il router {router} annuncia un server DNS diverso dalla box: {dns}.",
      pt: "O router {router} anuncia outro servidor DNS que não a box: {dns}.",
    },
    network_silent: {
      en: "A device on the network asks the box nothing: {machine}.",
      fr: "Un appareil du réseau ne demande rien à la box : {machine}.",
      es: "Un dispositivo de la red no pregunta nada a la box: {machine}.",
      de: "Ein Gerät im Netz fragt die Box nichts: {machine}.",
      nl: "Een apparaat op het netwerk vraagt de box niets: {machine}.",
      it: "Un dispositivo della rete non chiede nulla alla box: {machine}.",
      pt: "Um dispositivo da rede não pergunta nada à box: {machine}.",
    },
    bypass_cut: {
      en: "{device} was in use during an Internet cut and then went silent. {since}",
      fr:
        "{device} était utilisé pendant une coupure d’Internet et ne demande plus rien depuis. {since}",
      es: "{device} se usaba durante un corte de Internet y después dejó de preguntar. {since}",
      de:
        "{device} wurde während einer Internetsperre benutzt und fragt seitdem nichts mehr. {since}",
      nl:
        "{device} werd gebruikt terwijl internet was afgesloten en vraagt sindsdien niets meer. {since}",
      it:
        "{device} era in uso mentre Internet era sospeso e da allora non chiede più nulla. {since}",
      pt: "{device} era usado durante um corte da Internet e depois deixou de perguntar. {since}",
    },
    bypass_names: {
      en: "{device} asked for {name}, which can bypass the filter.",
      fr: "{device} a demandé {name}, qui permet de contourner la box.",
      es: "{device} pidió {name}, que permite eludir la box.",
      de: "{device} hat {name} angefragt, womit sich die Box umgehen lässt.",
      nl: "{device} vroeg om {name}, waarmee de box te omzeilen is.",
      it: "{device} ha chiesto {name}, che permette di aggirare la box.",
      pt: "{device} pediu {name}, que permite contornar a box.",
    },
    bypass_mobile: {
      en: "{device} left the home network for mobile data.",
      fr: "{device} est passé du réseau de la maison aux données mobiles.",
      es: "{device} dejó la red de casa y pasó a los datos móviles.",
      de: "{device} hat das Heimnetz verlassen und nutzt mobile Daten.",
      nl: "{device} verliet het thuisnetwerk voor mobiele data.",
      it: "{device} è passato dalla rete di casa ai dati mobili.",
      pt: "{device} passou da rede de casa para os dados móveis.",
    },
    bypass_sharing: {
      en: "{device} stopped asking after another device left for mobile data.",
      fr: "{device} ne demande plus rien depuis qu’un autre est passé aux données mobiles.",
      es: "{device} dejó de preguntar después de que otro pasara a los datos móviles.",
      de: "{device} fragt nichts mehr, seit ein anderes Gerät zu mobilen Daten gewechselt hat.",
      nl: "{device} vraagt niets meer sinds een ander apparaat naar mobiele data overging.",
      it: "{device} non chiede più nulla da quando un altro è passato ai dati mobili.",
      pt: "{device} deixou de perguntar depois de outro passar para os dados móveis.",
    },
    device_new: {
      en: "A new device is on the network: {machine}.{treated}",
      fr: "Un nouvel appareil est sur le réseau : {machine}.{treated}",
      es: "Hay un nuevo dispositivo en la red: {machine}.{treated}",
      de: "Ein neues Gerät ist im Netz: {machine}.{treated}",
      nl: "Er is een nieuw apparaat op het netwerk: {machine}.{treated}",
      it: "C’è un nuovo dispositivo nella rete: {machine}.{treated}",
      pt: "Há um novo dispositivo na rede: {machine}.{treated}",
    },
    network_conflict: {
      en: "Two devices use the same address {name}: {first} and {second}.",
      fr: "Deux appareils utilisent la même adresse, {name} : {first} et {second}.",
      es: "Dos dispositivos usan la misma dirección, {name}: {first} y {second}.",
      de: "Zwei Geräte benutzen dieselbe Adresse {name}: {first} und {second}.",
      nl: "Twee apparaten gebruiken hetzelfde adres {name}: {first} en {second}.",
      it: "Due dispositivi usano lo stesso indirizzo, {name}: {first} e {second}.",
      pt: "Dois dispositivos usam o mesmo endereço, {name}: {first} e {second}.",
    },
    upstreams_down: {
      en: "No upstream server answers: names that the box does not know already are not found.",
      fr:
        "Aucun serveur DNS ne répond : les noms que la box ne connaît pas déjà restent introuvables.",
      es: "Ningún servidor DNS responde: los nombres que la box no conoce ya no se encuentran.",
      de: "Kein DNS-Server antwortet: Namen, die die Box noch nicht kennt, werden nicht gefunden.",
      nl: "Geen DNS-server antwoordt: namen die de box nog niet kent, worden niet gevonden.",
      it: "Nessun server DNS risponde: i nomi che la box non conosce già non si trovano.",
      pt: "Nenhum servidor DNS responde: os nomes que a box ainda não conhece não são encontrados.",
    },
    certificate_ending: {
      en: {
        one: "The certificate of {name} ends in one day.",
        other: "The certificate of {name} ends in {count} days.",
      },
      fr: {
        one: "Le certificat de {name} expire dans un jour.",
        other: "Le certificat de {name} expire dans {count} jours.",
      },
      es: {
        one: "El certificado de {name} caduca en un día.",
        other: "El certificado de {name} caduca en {count} días.",
      },
      de: {
        one: "Das Zertifikat von {name} läuft in einem Tag ab.",
        other: "Das Zertifikat von {name} läuft in {count} Tagen ab.",
      },
      nl: {
        one: "Het certificaat van {name} verloopt over één dag.",
        other: "Het certificaat van {name} verloopt over {count} dagen.",
      },
      it: {
        one: "Il certificato di {name} scade tra un giorno.",
        other: "Il certificato di {name} scade tra {count} giorni.",
      },
      pt: {
        one: "O certificado de {name} expira dentro de um dia.",
        other: "O certificado de {name} expira dentro de {count} dias.",
      },
    },
    certificate_failed: {
      en: "No certificate could be obtained for {name}.",
      fr: "Aucun certificat n’a pu être obtenu pour {name}.",
      es: "No se pudo obtener un certificado para {name}.",
      de: "Für {name} konnte kein Zertifikat bezogen werden.",
      nl: "Voor {name} kon geen certificaat worden verkregen.",
      it: "Non è stato possibile ottenere un certificato per {name}.",
      pt: "Não foi possível obter um certificado para {name}.",
    },
    certificate_remade: {
      en:
        "The certificate of {name} was made anew: install the profile of encrypted DNS again on Apple devices.",
      fr:
        "Le certificat de {name} a été recréé : réinstallez le profil du DNS chiffré sur les appareils Apple.",
      es:
        "El certificado de {name} se ha creado de nuevo: vuelva a instalar el perfil del DNS cifrado en los dispositivos Apple.",
      de:
        "Das Zertifikat von {name} wurde neu erstellt: Installieren Sie das Profil für verschlüsseltes DNS auf Apple-Geräten neu.",
      nl:
        "Het certificaat van {name} is opnieuw gemaakt: installeer het profiel van versleutelde DNS opnieuw op Apple-apparaten.",
      it:
        "Il certificato di {name} è stato ricreato: installa di nuovo il profilo del DNS cifrato sui dispositivi Apple.",
      pt:
        "O certificado de {name} foi recriado: volte a instalar o perfil do DNS cifrado nos dispositivos Apple.",
    },
    dhcp_foreign: {
      en: "Another DHCP server answers on the network: {address}.",
      fr: "Un autre serveur DHCP répond sur le réseau : {address}.",
      es: "Otro servidor DHCP responde en la red: {address}.",
      de: "Ein anderer DHCP-Server antwortet im Netz: {address}.",
      nl: "Een andere DHCP-server antwoordt op het netwerk: {address}.",
      it: "Un altro server DHCP risponde nella rete: {address}.",
      pt: "Outro servidor DHCP responde na rede: {address}.",
    },
    dhcp_full: {
      en: "The DHCP server has no free address left: {range}.",
      fr: "Le serveur DHCP n’a plus d’adresse libre : {range}.",
      es: "Al servidor DHCP no le quedan direcciones libres: {range}.",
      de: "Der DHCP-Server hat keine freie Adresse mehr: {range}.",
      nl: "De DHCP-server heeft geen vrij adres meer: {range}.",
      it: "Il server DHCP non ha più indirizzi liberi: {range}.",
      pt: "O servidor DHCP já não tem endereços livres: {range}.",
    },
    roaming_fallback: {
      en: {
        one: "A query from outside was answered unfiltered: the box could not be reached.",
        other:
          "{count} queries from outside were answered unfiltered: the box could not be reached.",
      },
      fr: {
        one:
          "Une requête de l’extérieur a reçu une réponse non filtrée : la box était injoignable.",
        other:
          "{count} requêtes de l’extérieur ont reçu une réponse non filtrée : la box était injoignable.",
      },
      es: {
        one: "Una consulta de fuera se respondió sin filtrar: la box no estaba accesible.",
        other:
          "{count} consultas de fuera se respondieron sin filtrar: la box no estaba accesible.",
      },
      de: {
        one: "Eine Anfrage von außen wurde ungefiltert beantwortet: Die Box war nicht erreichbar.",
        other:
          "{count} Anfragen von außen wurden ungefiltert beantwortet: Die Box war nicht erreichbar.",
      },
      nl: {
        one: "Een verzoek van buiten is ongefilterd beantwoord: de box was onbereikbaar.",
        other: "{count} verzoeken van buiten zijn ongefilterd beantwoord: de box was onbereikbaar.",
      },
      it: {
        one: "Una richiesta da fuori ha avuto risposta senza filtro: la box non era raggiungibile.",
        other:
          "{count} richieste da fuori hanno avuto risposta senza filtro: la box non era raggiungibile.",
      },
      pt: {
        one: "Uma consulta de fora foi respondida sem filtro: a box estava inacessível.",
        other: "{count} consultas de fora foram respondidas sem filtro: a box estava inacessível.",
      },
    },
    request_new: {
      en: {
        one: "{device} asks for one more minute: {what}.",
        other: "{device} asks for {count} more minutes: {what}.",
      },
      fr: {
        one: "{device} demande une minute de plus : {what}.",
        other: "{device} demande {count} minutes de plus : {what}.",
      },
      es: {
        one: "{device} pide un minuto más: {what}.",
        other: "{device} pide {count} minutos más: {what}.",
      },
      de: {
        one: "{device} bittet um eine Minute mehr: {what}.",
        other: "{device} bittet um {count} Minuten mehr: {what}.",
      },
      nl: {
        one: "{device} vraagt om één minuut extra: {what}.",
        other: "{device} vraagt om {count} minuten extra: {what}.",
      },
      it: {
        one: "{device} chiede un minuto in più: {what}.",
        other: "{device} chiede {count} minuti in più: {what}.",
      },
      pt: {
        one: "{device} pede mais um minuto: {what}.",
        other: "{device} pede mais {count} minutos: {what}.",
      },
    },
    learning_ended: {
      en: {
        one:
          "The box has got to know your network: it saw {count} new device, and has proposals for you.",
        other:
          "The box has got to know your network: it saw {count} new devices, and has proposals for you.",
      },
      fr: {
        one:
          "La box connaît maintenant votre réseau : elle a vu {count} nouvel appareil et a des propositions pour vous.",
        other:
          "La box connaît maintenant votre réseau : elle a vu {count} nouveaux appareils et a des propositions pour vous.",
      },
      es: {
        one:
          "La box ya conoce su red: ha visto {count} dispositivo nuevo y tiene propuestas para usted.",
        other:
          "La box ya conoce su red: ha visto {count} dispositivos nuevos y tiene propuestas para usted.",
      },
      de: {
        one:
          "Die Box kennt Ihr Netz jetzt: Sie hat {count} neues Gerät gesehen und macht Ihnen Vorschläge.",
        other:
          "Die Box kennt Ihr Netz jetzt: Sie hat {count} neue Geräte gesehen und macht Ihnen Vorschläge.",
      },
      nl: {
        one:
          "De box kent uw netwerk nu: ze zag {count} nieuw apparaat en heeft voorstellen voor u.",
        other:
          "De box kent uw netwerk nu: ze zag {count} nieuwe apparaten en heeft voorstellen voor u.",
      },
      it: {
        one:
          "La box ora conosce la tua rete: ha visto {count} nuovo dispositivo e ha delle proposte per te.",
        other:
          "La box ora conosce la tua rete: ha visto {count} nuovi dispositivi e ha delle proposte per te.",
      },
      pt: {
        one: "A box já conhece a sua rede: viu {count} dispositivo novo e tem propostas para si.",
        other:
          "A box já conhece a sua rede: viu {count} dispositivos novos e tem propostas para si.",
      },
    },
    holiday_failed: {
      en: "The school holidays could not be imported.",
      fr: "Les vacances scolaires n’ont pas pu être importées.",
      es: "No se pudieron importar las vacaciones escolares.",
      de: "Die Schulferien konnten nicht importiert werden.",
      nl: "De schoolvakanties konden niet worden geïmporteerd.",
      it: "Non è stato possibile importare le vacanze scolastiche.",
      pt: "Não foi possível importar as férias escolares.",
    },
    dlp: {
      en: "Company data may have left through {name}.",
      fr: "Des données de l’entreprise ont pu sortir par {name}.",
      es: "Es posible que hayan salido datos de la empresa por {name}.",
      de: "Über {name} können Firmendaten nach außen gelangt sein.",
      nl: "Via {name} kunnen bedrijfsgegevens naar buiten zijn gegaan.",
      it: "Dati aziendali potrebbero essere usciti attraverso {name}.",
      pt: "Podem ter saído dados da empresa através de {name}.",
    },
    unblock_request: {
      en: "Somebody asks to allow {name}.",
      fr: "Quelqu’un demande d’autoriser {name}.",
      es: "Alguien pide permitir {name}.",
      de: "Jemand bittet darum, {name} zu erlauben.",
      nl: "Iemand vraagt om {name} toe te staan.",
      it: "Qualcuno chiede di consentire {name}.",
      pt: "Alguém pede para permitir {name}.",
    },
    blocked_request: {
      en: "It was reported that {name} may be blocked by mistake.",
      fr: "Il a été signalé que {name} est peut-être bloqué à tort.",
      es: "Se ha comunicado que {name} quizá esté bloqueado por error.",
      de: "Es wurde gemeldet, dass {name} vielleicht zu Unrecht gesperrt ist.",
      nl: "Er is gemeld dat {name} misschien ten onrechte geblokkeerd is.",
      it: "È stato segnalato che {name} è forse bloccato per errore.",
      pt: "Foi comunicado que {name} talvez esteja bloqueado por engano.",
    },
    sites_failing: {
      en: "The site {name} fails, or does not send its state any more.",
      fr: "Le site {name} est en panne ou n’envoie plus son état.",
      es: "La sede {name} falla o ya no envía su estado.",
      de: "Der Standort {name} ist gestört oder sendet seinen Zustand nicht mehr.",
      nl: "De locatie {name} werkt niet goed of stuurt haar toestand niet meer.",
      it: "La sede {name} ha un guasto o non invia più il suo stato.",
      pt: "O local {name} está com falhas ou já não envia o seu estado.",
    },
    sites_removed: {
      en: "The box was removed from its organisation.",
      fr: "La box a été retirée de son organisation.",
      es: "La box se quitó de su organización.",
      de: "Die Box wurde aus ihrer Organisation entfernt.",
      nl: "De box is uit haar organisatie verwijderd.",
      it: "La box è stata tolta dalla sua organizzazione.",
      pt: "A box foi retirada da sua organização.",
    },
    ha_state: {
      en: "Another box of the pair holds the shared address now.",
      fr: "L’adresse commune de la paire est maintenant tenue par une autre box.",
      es: "Otra box de la pareja tiene ahora la dirección común.",
      de: "Die gemeinsame Adresse des Paars liegt nun bei einer anderen Box.",
      nl: "Het gedeelde adres van het paar ligt nu bij een andere box.",
      it: "L’indirizzo comune della coppia è ora di un’altra box.",
      pt: "O endereço comum do par está agora noutra box.",
    },
    ha_peer: {
      en: "The other box of the pair cannot be reached: {name}.",
      fr: "L’autre box de la paire est injoignable : {name}.",
      es: "No se puede llegar a la otra box de la pareja: {name}.",
      de: "Die andere Box des Paars ist nicht erreichbar: {name}.",
      nl: "De andere box van het paar is onbereikbaar: {name}.",
      it: "L’altra box della coppia non è raggiungibile: {name}.",
      pt: "A outra box do par está inacessível: {name}.",
    },
    ha_sync: {
      en: "The settings of the primary box could not be taken over.",
      fr: "Les réglages de la box principale n’ont pas pu être repris.",
      es: "No se pudieron tomar los ajustes de la box principal.",
      de: "Die Einstellungen der Hauptbox konnten nicht übernommen werden.",
      nl: "De instellingen van de hoofdbox konden niet worden overgenomen.",
      it: "Non è stato possibile riprendere le impostazioni della box principale.",
      pt: "Não foi possível assumir as definições da box principal.",
    },
    directory_failed: {
      en: "People could not be imported from the directory.",
      fr: "Les personnes n’ont pas pu être importées de l’annuaire.",
      es: "No se pudieron importar las personas del directorio.",
      de: "Personen konnten nicht aus dem Verzeichnis übernommen werden.",
      nl: "Personen konden niet uit de directory worden geïmporteerd.",
      it: "Non è stato possibile importare le persone dalla directory.",
      pt: "Não foi possível importar as pessoas do diretório.",
    },
    list_failing: {
      en: "The list {name} hasn’t worked as it should for days.",
      fr: "La liste {name} ne fonctionne pas comme elle devrait depuis des jours.",
      es: "La lista {name} no funciona como debería desde hace días.",
      de: "Die Liste {name} funktioniert seit Tagen nicht, wie sie sollte.",
      nl: "De lijst {name} werkt al dagen niet zoals het hoort.",
      it: "Da giorni la lista {name} non funziona come dovrebbe.",
      pt: "Há dias que a lista {name} não funciona como devia.",
    },
    spyware_held: {
      en:
        "The new list of spyware servers has {now} names instead of {before}. That looks wrong, so the box keeps the one before.",
      fr:
        "La nouvelle liste de serveurs de logiciels espions a {now} noms au lieu de {before}. C’est suspect, la box garde donc la précédente.",
      es:
        "La nueva lista de servidores de programas espía tiene {now} nombres en lugar de {before}. Parece un error, así que la box conserva la anterior.",
      de:
        "Die neue Liste der Server von Spionageprogrammen hat {now} statt {before} Namen. Das sieht falsch aus, deshalb behält die Box die bisherige.",
      nl:
        "De nieuwe lijst van servers van spionageprogramma’s heeft {now} namen in plaats van {before}. Dat klopt vast niet, dus houdt de box de vorige.",
      it:
        "La nuova lista dei server di programmi spia ha {now} nomi invece di {before}. Sembra un errore, quindi la box tiene quella di prima.",
      pt:
        "A nova lista de servidores de programas espiões tem {now} nomes em vez de {before}. Parece um erro, por isso a box mantém a anterior.",
    },
    list_held: {
      en:
        "The new copy of the list {name} has {now} lines instead of {before}, and is waiting for your decision.",
      fr:
        "La nouvelle copie de la liste {name} a {now} lignes au lieu de {before} et attend votre décision.",
      es:
        "La nueva copia de la lista {name} tiene {now} líneas en lugar de {before} y espera su decisión.",
      de:
        "Die neue Kopie der Liste {name} hat {now} statt {before} Zeilen und wartet auf Ihre Entscheidung.",
      nl:
        "De nieuwe kopie van de lijst {name} heeft {now} regels in plaats van {before} en wacht op uw beslissing.",
      it:
        "La nuova copia della lista {name} ha {now} righe invece di {before} e attende una tua decisione.",
      pt:
        "A nova cópia da lista {name} tem {now} linhas em vez de {before} e espera a sua decisão.",
    },
    list_doubtful: {
      en:
        "Something about the list {name} doesn’t look right; it is waiting for your confirmation.",
      fr: "Quelque chose cloche dans la liste {name} ; elle attend votre confirmation.",
      es: "Algo no cuadra en la lista {name}; espera su confirmación.",
      de: "Mit der Liste {name} stimmt etwas nicht; sie wartet auf Ihre Bestätigung.",
      nl: "Er klopt iets niet aan de lijst {name}; hij wacht op uw bevestiging.",
      it: "Qualcosa nella lista {name} non torna; attende la tua conferma.",
      pt: "Há algo de errado na lista {name}; espera a sua confirmação.",
    },
    policy_failed: {
      en: "What was changed could not take effect; everything stays as it was.",
      fr: "La modification n’a pas pu entrer en vigueur ; ce qui valait avant vaut toujours.",
      es: "El cambio no pudo entrar en vigor; sigue valiendo lo de antes.",
      de: "Die Änderung konnte nicht wirksam werden; alles bleibt, wie es war.",
      nl: "De wijziging kon niet ingaan; alles blijft zoals het was.",
      it: "La modifica non è potuta entrare in vigore; vale ancora ciò che valeva prima.",
      pt: "A alteração não pôde entrar em vigor; continua a valer o que valia antes.",
    },
    database_broken: {
      en: "The database {name} was damaged and was set aside.",
      fr: "La base de données {name} était endommagée et a été mise de côté.",
      es: "La base de datos {name} estaba dañada y se ha apartado.",
      de: "Die Datenbank {name} war beschädigt und wurde beiseitegelegt.",
      nl: "De database {name} was beschadigd en is apart gezet.",
      it: "Il database {name} era danneggiato ed è stato messo da parte.",
      pt: "A base de dados {name} estava danificada e foi posta de lado.",
    },
    database_unavailable: {
      en: "The database {name} cannot be used.",
      fr: "La base de données {name} est inutilisable.",
      es: "La base de datos {name} no se puede usar.",
      de: "Die Datenbank {name} ist nicht verfügbar.",
      nl: "De database {name} is niet beschikbaar.",
      it: "Il database {name} non è utilizzabile.",
      pt: "A base de dados {name} não pode ser usada.",
    },
    disk_full: {
      en: "The disk is nearly full: {size} left.",
      fr: "Le disque est presque plein : il reste {size}.",
      es: "El disco está casi lleno: quedan {size}.",
      de: "Der Speicher ist fast voll: Es sind noch {size} frei.",
      nl: "De schijf is bijna vol: er is nog {size} vrij.",
      it: "Il disco è quasi pieno: restano {size}.",
      pt: "O disco está quase cheio: restam {size}.",
    },
    thread_restarted: {
      en: "A part of the box failed and was started again: {name}.",
      fr: "Une partie de la box s’est arrêtée et a été relancée : {name}.",
      es: "Una parte de la box falló y se volvió a iniciar: {name}.",
      de: "Ein Teil der Box ist ausgefallen und wurde neu gestartet: {name}.",
      nl: "Een deel van de box viel uit en is opnieuw gestart: {name}.",
      it: "Una parte della box si è fermata ed è stata riavviata: {name}.",
      pt: "Uma parte da box falhou e foi reiniciada: {name}.",
    },
    task_failing: {
      en: "The task {name} fails again and again.",
      fr: "La tâche {name} échoue à répétition.",
      es: "La tarea {name} falla una y otra vez.",
      de: "Die Aufgabe {name} schlägt immer wieder fehl.",
      nl: "De taak {name} mislukt telkens weer.",
      it: "L’attività {name} continua a fallire.",
      pt: "A tarefa {name} falha repetidamente.",
    },
    clock_unknown: {
      en:
        "The box does not know the time of day, so hours and daily limits do not apply for now. What to do: {clock}.",
      fr:
        "La box ne connaît pas l’heure : les horaires et les limites quotidiennes sont suspendus. Que faire : {clock}.",
      es:
        "La box no conoce la hora, así que los horarios y los límites diarios no se aplican. Qué hacer: {clock}.",
      de:
        "Die Box kennt die Uhrzeit nicht; deshalb gelten Zeiten und Tageslimits vorerst nicht. Was zu tun ist: {clock}.",
      nl:
        "De box weet niet hoe laat het is; tijden en daglimieten gelden daarom even niet. Wat te doen: {clock}.",
      it:
        "La box non conosce l’ora, perciò gli orari e i limiti giornalieri non valgono. Che cosa fare: {clock}.",
      pt:
        "A box não sabe que horas são, por isso os horários e os limites diários não se aplicam. O que fazer: {clock}.",
    },
    account_attempts: {
      en: "Sign-ins to the account {name} from {address} are refused again and again.",
      fr: "Les connexions au compte {name} sont refusées à répétition, depuis {address}.",
      es: "Los inicios de sesión de la cuenta {name} se rechazan una y otra vez, desde {address}.",
      de: "Anmeldungen beim Konto {name} von {address} werden immer wieder abgelehnt.",
      nl: "Aanmeldingen bij het account {name} vanaf {address} worden telkens geweigerd.",
      it: "Gli accessi all’account {name} continuano a essere rifiutati, da {address}.",
      pt:
        "Os inícios de sessão na conta {name} são recusados repetidamente, a partir de {address}.",
    },
    account_code_used: {
      en: {
        one: "A recovery code of the account {name} was used; one is left.",
        other: "A recovery code of the account {name} was used; {count} are left.",
      },
      fr: {
        one: "Un code de secours du compte {name} a été utilisé ; il en reste {count}.",
        other: "Un code de secours du compte {name} a été utilisé ; il en reste {count}.",
      },
      es: {
        one: "Se usó un código de recuperación de la cuenta {name}; queda uno.",
        other: "Se usó un código de recuperación de la cuenta {name}; quedan {count}.",
      },
      de: {
        one: "Ein Wiederherstellungscode des Kontos {name} wurde benutzt; einer ist noch übrig.",
        other:
          "Ein Wiederherstellungscode des Kontos {name} wurde benutzt; {count} sind noch übrig.",
      },
      nl: {
        one: "Een herstelcode van het account {name} is gebruikt; er is er nog één over.",
        other: "Een herstelcode van het account {name} is gebruikt; er zijn er nog {count} over.",
      },
      it: {
        one: "È stato usato un codice di recupero dell’account {name}; ne resta uno.",
        other: "È stato usato un codice di recupero dell’account {name}; ne restano {count}.",
      },
      pt: {
        one: "Foi usado um código de recuperação da conta {name}; resta um.",
        other: "Foi usado um código de recuperação da conta {name}; restam {count}.",
      },
    },
    update_available: {
      en: "Version {name} of the box is available.",
      fr: "La version {name} de la box est disponible.",
      es: "La versión {name} de la box está disponible.",
      de: "Die Version {name} der Box ist verfügbar.",
      nl: "Versie {name} van de box is beschikbaar.",
      it: "È disponibile la versione {name} della box.",
      pt: "A versão {name} da box está disponível.",
    },
    update_failed: {
      en: "Version {name} could not be installed.",
      fr: "La version {name} n’a pas pu être installée.",
      es: "No se pudo instalar la versión {name}.",
      de: "Die Version {name} ließ sich nicht installieren.",
      nl: "Versie {name} kon niet worden geïnstalleerd.",
      it: "Non è stato possibile installare la versione {name}.",
      pt: "Não foi possível instalar a versão {name}.",
    },
    backup_failed: {
      en: "A backup could not be made.",
      fr: "Une sauvegarde n’a pas pu être effectuée.",
      es: "No se pudo hacer una copia de seguridad.",
      de: "Eine Sicherung konnte nicht angelegt werden.",
      nl: "Er kon geen back-up worden gemaakt.",
      it: "Non è stato possibile creare un backup.",
      pt: "Não foi possível fazer uma cópia de segurança.",
    },
    identity_copied: {
      en: "Another box uses this box’s identity: a copy of it is running. What to do: {what}.",
      fr:
        "Une autre box utilise l’identité de celle-ci : une copie est en marche. Que faire : {what}.",
      es: "Otra box usa la identidad de esta: hay una copia en marcha. Qué hacer: {what}.",
      de:
        "Eine andere Box benutzt die Identität dieser Box: Eine Kopie von ihr läuft. Was zu tun ist: {what}.",
      nl:
        "Een andere box gebruikt de identiteit van deze box: er draait een kopie. Wat te doen: {what}.",
      it: "Un’altra box usa l’identità di questa: una sua copia è in funzione. Cosa fare: {what}.",
      pt: "Outra box usa a identidade desta: há uma cópia a funcionar. O que fazer: {what}.",
    },
    export_failing: {
      en: "Alerts and log entries no longer reach their target: {name}.",
      fr: "Les alertes et les entrées du journal n’atteignent plus leur destination : {name}.",
      es: "Las alertas y las entradas del registro ya no llegan a su destino: {name}.",
      de: "Meldungen und Protokolleinträge erreichen ihr Ziel nicht mehr: {name}.",
      nl: "Meldingen en logregels bereiken hun doel niet meer: {name}.",
      it: "Avvisi e voci del registro non raggiungono più la destinazione: {name}.",
      pt: "Os alertas e as entradas do registo já não chegam ao destino: {name}.",
    },
    audit_lost: {
      en: {
        one: "One action is missing from the administration log: it could not be kept.",
        other: "{count} actions are missing from the administration log: they could not be kept.",
      },
      fr: {
        one: "Une action manque dans le journal d’administration : elle n’a pas pu être conservée.",
        other:
          "{count} actions manquent dans le journal d’administration : elles n’ont pas pu être conservées.",
      },
      es: {
        one: "Falta una acción en el registro de administración: no se pudo guardar.",
        other: "Faltan {count} acciones en el registro de administración: no se pudieron guardar.",
      },
      de: {
        one: "Im Verwaltungsprotokoll fehlt eine Aktion: Sie konnte nicht aufbewahrt werden.",
        other:
          "Im Verwaltungsprotokoll fehlen {count} Aktionen: Sie konnten nicht aufbewahrt werden.",
      },
      nl: {
        one: "In het beheerlogboek ontbreekt één actie: ze kon niet worden bewaard.",
        other: "In het beheerlogboek ontbreken {count} acties: ze konden niet worden bewaard.",
      },
      it: {
        one: "Nel registro di amministrazione manca un’azione: non è stato possibile conservarla.",
        other:
          "Nel registro di amministrazione mancano {count} azioni: non è stato possibile conservarle.",
      },
      pt: {
        one: "Falta uma ação no registo de administração: não foi possível guardá-la.",
        other: "Faltam {count} ações no registo de administração: não foi possível guardá-las.",
      },
    },
  } satisfies Record<Key<AlertKind>, Text>,
);
