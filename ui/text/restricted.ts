/** Texts of the pages of restricted mode. */
import { texts } from "./text.ts";

/** The texts. */
export const restricted = texts({
  name: {
    en: "Restricted devices",
    fr: "Appareils restreints",
    es: "Dispositivos restringidos",
    de: "Eingeschränkte Geräte",
    nl: "Beperkte apparaten",
    it: "Dispositivi limitati",
    pt: "Dispositivos restritos",
  },
  lead_none: {
    en: "No device is restricted.",
    fr: "Aucun appareil n’est restreint.",
    es: "Ningún dispositivo está restringido.",
    de: "Kein Gerät ist eingeschränkt.",
    nl: "Geen enkel apparaat is beperkt.",
    it: "Nessun dispositivo è limitato.",
    pt: "Nenhum dispositivo está restrito.",
  },
  lead_restricted: {
    en: {
      one: "{count} device is limited to its allowed names.",
      other: "{count} devices are limited to their allowed names.",
    },
    fr: {
      one: "{count} appareil n’obtient que les noms qui lui sont permis.",
      other: "{count} appareils n’obtiennent que les noms qui leur sont permis.",
    },
    es: {
      one: "{count} dispositivo solo obtiene los nombres que tiene permitidos.",
      other: "{count} dispositivos solo obtienen los nombres que tienen permitidos.",
    },
    de: {
      one: "{count} Gerät bekommt nur erlaubte Namen.",
      other: "{count} Geräte bekommen nur erlaubte Namen.",
    },
    nl: {
      one: "{count} apparaat krijgt alleen toegestane namen.",
      other: "{count} apparaten krijgen alleen toegestane namen.",
    },
    it: {
      one: "{count} dispositivo ottiene solo i nomi consentiti.",
      other: "{count} dispositivi ottengono solo i nomi consentiti.",
    },
    pt: {
      one: "{count} dispositivo só obtém os nomes permitidos.",
      other: "{count} dispositivos só obtêm os nomes permitidos.",
    },
  },
  lead_filtering_off: {
    en: "Filtering is off for everyone, so no device is restricted now.",
    fr: "Le filtrage est désactivé pour tous : aucun appareil n’est restreint en ce moment.",
    es:
      "El filtrado está desactivado para todos, así que ahora ningún dispositivo está restringido.",
    de: "Das Filtern ist für alle aus, darum ist zurzeit kein Gerät eingeschränkt.",
    nl: "Het filteren staat voor iedereen uit, dus nu is geen apparaat beperkt.",
    it: "Il filtro è disattivato per tutti, quindi ora nessun dispositivo è limitato.",
    pt: "A filtragem está desligada para todos, por isso agora nenhum dispositivo está restrito.",
  },
  lead_paused: {
    en: { one: "{count} device is paused.", other: "{count} devices are paused." },
    fr: { one: "{count} appareil est en pause.", other: "{count} appareils sont en pause." },
    es: {
      one: "{count} dispositivo está en pausa.",
      other: "{count} dispositivos están en pausa.",
    },
    de: { one: "{count} Gerät ist pausiert.", other: "{count} Geräte sind pausiert." },
    nl: { one: "{count} apparaat is gepauzeerd.", other: "{count} apparaten zijn gepauzeerd." },
    it: { one: "{count} dispositivo è in pausa.", other: "{count} dispositivi sono in pausa." },
    pt: {
      one: "{count} dispositivo está em pausa.",
      other: "{count} dispositivos estão em pausa.",
    },
  },
  one_filtering_off: {
    en: "{device} is restricted, but filtering is off for everyone, so it gets every name.",
    fr: "{device} est restreint, mais le filtrage est désactivé pour tous : tous les noms passent.",
    es:
      "{device} está restringido, pero el filtrado está desactivado para todos: obtiene cualquier nombre.",
    de: "{device} ist eingeschränkt, aber das Filtern ist für alle aus: Alle Namen gehen.",
    nl: "{device} is beperkt, maar het filteren staat voor iedereen uit: alle namen werken.",
    it: "{device} è limitato, ma il filtro è disattivato per tutti: ottiene qualsiasi nome.",
    pt: "{device} está restrito, mas a filtragem está desligada para todos: obtém qualquer nome.",
  },
  one_paused: {
    en: "{device} is restricted, but paused until {date}.",
    fr: "{device} est restreint, mais en pause jusqu’au {date}.",
    es: "{device} está restringido, pero en pausa hasta el {date}.",
    de: "{device} ist eingeschränkt, aber pausiert bis {date}.",
    nl: "{device} is beperkt, maar gepauzeerd tot {date}.",
    it: "{device} è limitato, ma in pausa fino al {date}.",
    pt: "{device} está restrito, mas em pausa até {date}.",
  },
  lead_learning: {
    en: { one: "{count} device is learning.", other: "{count} devices are learning." },
    fr: {
      one: "{count} appareil est en apprentissage.",
      other: "{count} appareils sont en apprentissage.",
    },
    es: {
      one: "{count} dispositivo está aprendiendo.",
      other: "{count} dispositivos están aprendiendo.",
    },
    de: { one: "{count} Gerät lernt gerade.", other: "{count} Geräte lernen gerade." },
    nl: {
      one: "{count} apparaat is aan het leren.",
      other: "{count} apparaten zijn aan het leren.",
    },
    it: {
      one: "{count} dispositivo sta imparando.",
      other: "{count} dispositivi stanno imparando.",
    },
    pt: {
      one: "{count} dispositivo está a aprender.",
      other: "{count} dispositivos estão a aprender.",
    },
  },
  lead_suspended: {
    en: {
      one: "{count} device is suspended, because an adult uses it.",
      other: "{count} devices are suspended, because adults use them.",
    },
    fr: {
      one: "{count} appareil est suspendu, car un adulte l’utilise.",
      other: "{count} appareils sont suspendus, car des adultes les utilisent.",
    },
    es: {
      one: "{count} dispositivo está suspendido, porque lo usa un adulto.",
      other: "{count} dispositivos están suspendidos, porque los usan adultos.",
    },
    de: {
      one: "{count} Gerät ist ausgesetzt, weil ein Erwachsener es benutzt.",
      other: "{count} Geräte sind ausgesetzt, weil Erwachsene sie benutzen.",
    },
    nl: {
      one: "{count} apparaat is opgeschort, omdat een volwassene het gebruikt.",
      other: "{count} apparaten zijn opgeschort, omdat volwassenen ze gebruiken.",
    },
    it: {
      one: "{count} dispositivo è sospeso, perché lo usa un adulto.",
      other: "{count} dispositivi sono sospesi, perché li usano degli adulti.",
    },
    pt: {
      one: "{count} dispositivo está suspenso, porque um adulto o usa.",
      other: "{count} dispositivos estão suspensos, porque adultos os usam.",
    },
  },
  lead_blocked: {
    en: {
      one: "{count} query for another name was blocked today.",
      other: "{count} queries for other names were blocked today.",
    },
    fr: {
      one: "{count} requête vers un autre nom a été bloquée aujourd’hui.",
      other: "{count} requêtes vers d’autres noms ont été bloquées aujourd’hui.",
    },
    es: {
      one: "Hoy se bloqueó {count} consulta de otro nombre.",
      other: "Hoy se bloquearon {count} consultas de otros nombres.",
    },
    de: {
      one: "{count} Anfrage nach einem anderen Namen wurde heute gesperrt.",
      other: "{count} Anfragen nach anderen Namen wurden heute gesperrt.",
    },
    nl: {
      one: "{count} verzoek om een andere naam is vandaag geblokkeerd.",
      other: "{count} verzoeken om andere namen zijn vandaag geblokkeerd.",
    },
    it: {
      one: "Oggi è stata bloccata {count} richiesta di un altro nome.",
      other: "Oggi sono state bloccate {count} richieste di altri nomi.",
    },
    pt: {
      one: "Hoje foi bloqueada {count} consulta de outro nome.",
      other: "Hoje foram bloqueadas {count} consultas de outros nomes.",
    },
  },
  is_learning: {
    en: "Learning",
    fr: "En apprentissage",
    es: "Aprendiendo",
    de: "Lernt",
    nl: "Leert",
    it: "Impara",
    pt: "A aprender",
  },
  is_restricted: {
    en: "Restricted",
    fr: "Restreint",
    es: "Restringido",
    de: "Eingeschränkt",
    nl: "Beperkt",
    it: "Limitato",
    pt: "Restrito",
  },
  is_suspended: {
    en: "Suspended",
    fr: "Suspendu",
    es: "Suspendido",
    de: "Ausgesetzt",
    nl: "Opgeschort",
    it: "Sospeso",
    pt: "Suspenso",
  },
  is_stopped: {
    en: "Learning stopped",
    fr: "Apprentissage arrêté",
    es: "Aprendizaje detenido",
    de: "Lernen beendet",
    nl: "Leren gestopt",
    it: "Apprendimento fermato",
    pt: "Aprendizagem parada",
  },
  until: {
    en: "until {date}",
    fr: "jusqu’au {date}",
    es: "hasta el {date}",
    de: "bis {date}",
    nl: "tot {date}",
    it: "fino al {date}",
    pt: "até {date}",
  },
  blocked_today: {
    en: { one: "{count} blocked today", other: "{count} blocked today" },
    fr: { one: "{count} bloquée aujourd’hui", other: "{count} bloquées aujourd’hui" },
    es: { one: "{count} bloqueada hoy", other: "{count} bloqueadas hoy" },
    de: { one: "{count} heute gesperrt", other: "{count} heute gesperrt" },
    nl: { one: "{count} vandaag geblokkeerd", other: "{count} vandaag geblokkeerd" },
    it: { one: "{count} bloccata oggi", other: "{count} bloccate oggi" },
    pt: { one: "{count} bloqueada hoje", other: "{count} bloqueadas hoje" },
  },
  names_of: {
    en: "Allowed names of the group {group}",
    fr: "Noms autorisés du groupe {group}",
    es: "Nombres permitidos del grupo {group}",
    de: "Erlaubte Namen der Gruppe {group}",
    nl: "Toegestane namen van de groep {group}",
    it: "Nomi consentiti del gruppo {group}",
    pt: "Nomes permitidos do grupo {group}",
  },
  as_group: {
    en: "as the group {group}",
    fr: "comme le groupe {group}",
    es: "como el grupo {group}",
    de: "wie die Gruppe {group}",
    nl: "zoals de groep {group}",
    it: "come il gruppo {group}",
    pt: "como o grupo {group}",
  },
  group: {
    en: "Group",
    fr: "Groupe",
    es: "Grupo",
    de: "Gruppe",
    nl: "Groep",
    it: "Gruppo",
    pt: "Grupo",
  },
  suspended_help: {
    en: "An adult uses this device, so nothing is learned, blocked or reported.",
    fr: "Un adulte utilise cet appareil : rien n’est appris, bloqué ni signalé.",
    es: "Un adulto usa este dispositivo, así que no se aprende, no se bloquea ni se avisa de nada.",
    de: "Ein Erwachsener benutzt dieses Gerät, darum wird nichts gelernt, gesperrt oder gemeldet.",
    nl: "Een volwassene gebruikt dit apparaat, dus er wordt niets geleerd, geblokkeerd of gemeld.",
    it: "Un adulto usa questo dispositivo, quindi nulla viene imparato, bloccato o segnalato.",
    pt: "Um adulto usa este dispositivo, por isso nada é aprendido, bloqueado ou comunicado.",
  },
  adults_help: {
    en: "An adult uses this device, so it can’t be restricted.",
    fr: "Un adulte utilise cet appareil : il ne peut pas être restreint.",
    es: "Un adulto usa este dispositivo, así que no se puede restringir.",
    de: "Ein Erwachsener benutzt dieses Gerät, darum lässt es sich nicht einschränken.",
    nl: "Een volwassene gebruikt dit apparaat, dus het kan niet worden beperkt.",
    it: "Un adulto usa questo dispositivo, quindi non può essere limitato.",
    pt: "Um adulto usa este dispositivo, por isso não pode ser restrito.",
  },
  stopped_help: {
    en: "The limit is {count} names, and more were needed. Devices like this are hard to restrict.",
    fr:
      "La limite est de {count} noms, et il en fallait plus. Un tel appareil se prête mal à la restriction.",
    es:
      "El límite es de {count} nombres y hacían falta más. Un dispositivo así es difícil de restringir.",
    de:
      "Mehr als {count} Namen gehen nicht, und es waren mehr nötig. Solche Geräte lassen sich schlecht einschränken.",
    nl:
      "De limiet is {count} namen, en er waren er meer nodig. Zulke apparaten zijn slecht te beperken.",
    it:
      "Il limite è di {count} nomi e ne servivano di più. Un dispositivo così si presta male alle limitazioni.",
    pt:
      "O limite é de {count} nomes e eram precisos mais. Um dispositivo assim é difícil de restringir.",
  },
  restrict_now: {
    en: "Restrict now",
    fr: "Restreindre maintenant",
    es: "Restringir ya",
    de: "Jetzt einschränken",
    nl: "Nu beperken",
    it: "Limita ora",
    pt: "Restringir já",
  },
  continue: {
    en: "Continue learning",
    fr: "Continuer l’apprentissage",
    es: "Seguir aprendiendo",
    de: "Weiter lernen",
    nl: "Verder leren",
    it: "Continua a imparare",
    pt: "Continuar a aprender",
  },
  continue_help: {
    en: "Learning was ended early. Until {date} you can continue it; what was learned stays.",
    fr:
      "L’apprentissage a été écourté. Vous pouvez le continuer jusqu’au {date} ; ce qui a été appris reste.",
    es:
      "El aprendizaje terminó antes de tiempo. Puede seguir con él hasta el {date}; lo aprendido se conserva.",
    de:
      "Das Lernen wurde vorzeitig beendet. Bis {date} können Sie es fortsetzen; Gelerntes bleibt.",
    nl: "Het leren is vroegtijdig gestopt. Tot {date} kunt u verdergaan; het geleerde blijft.",
    it:
      "L’apprendimento è stato terminato in anticipo. Fino al {date} puoi continuarlo; quanto imparato resta.",
    pt:
      "A aprendizagem terminou antes do tempo. Até {date} pode continuá-la; o que foi aprendido fica.",
  },
  learn_again: {
    en: "Learn again",
    fr: "Réapprendre",
    es: "Volver a aprender",
    de: "Neu lernen",
    nl: "Opnieuw leren",
    it: "Impara di nuovo",
    pt: "Aprender de novo",
  },
  restore: {
    en: "Undo the new learning",
    fr: "Annuler le nouvel apprentissage",
    es: "Deshacer el nuevo aprendizaje",
    de: "Neues Lernen rückgängig machen",
    nl: "Nieuw leren ongedaan maken",
    it: "Annulla il nuovo apprendimento",
    pt: "Anular a nova aprendizagem",
  },
  restore_help: {
    en: "Learning started over. Until {date} you can undo that; the names from before come back.",
    fr:
      "L’apprentissage a recommencé. Vous pouvez l’annuler jusqu’au {date} ; les noms d’avant reviennent.",
    es:
      "El aprendizaje empezó de nuevo. Puede deshacerlo hasta el {date}; vuelven los nombres de antes.",
    de:
      "Das Lernen hat neu begonnen. Bis {date} können Sie das rückgängig machen; die Namen von vorher kommen zurück.",
    nl:
      "Het leren is opnieuw begonnen. Tot {date} kunt u dat ongedaan maken; de namen van eerder komen terug.",
    it: "L’apprendimento è ricominciato. Fino al {date} puoi annullarlo; i nomi di prima tornano.",
    pt: "A aprendizagem recomeçou. Até {date} pode anular isso; os nomes de antes voltam.",
  },
  start: {
    en: "Start learning",
    fr: "Démarrer l’apprentissage",
    es: "Empezar a aprender",
    de: "Lernen starten",
    nl: "Leren starten",
    it: "Inizia a imparare",
    pt: "Começar a aprender",
  },
  start_title: {
    en: "Restrict more devices",
    fr: "Restreindre d’autres appareils",
    es: "Restringir más dispositivos",
    de: "Weitere Geräte einschränken",
    nl: "Meer apparaten beperken",
    it: "Limita altri dispositivi",
    pt: "Restringir mais dispositivos",
  },
  start_help: {
    en:
      "The box first learns which names each device asks for. After that, the device gets only these.",
    fr:
      "La box apprend d’abord les noms que chaque appareil demande. Ensuite, l’appareil n’obtient que ceux-là.",
    es:
      "La box aprende primero los nombres que pide cada dispositivo. Después, el dispositivo solo obtiene esos.",
    de:
      "Die Box lernt erst, welche Namen jedes Gerät anfragt. Danach bekommt das Gerät nur noch diese.",
    nl:
      "De box leert eerst welke namen elk apparaat opvraagt. Daarna krijgt het apparaat alleen die.",
    it:
      "La box impara prima i nomi che ogni dispositivo chiede. Poi il dispositivo ottiene solo quelli.",
    pt:
      "A box aprende primeiro os nomes que cada dispositivo pede. Depois, o dispositivo só obtém esses.",
  },
  no_devices: {
    en: "There is no other device to restrict. Devices that adults use aren’t offered.",
    fr: "Aucun autre appareil à restreindre. Ceux que des adultes utilisent ne sont pas proposés.",
    es: "No hay otro dispositivo que restringir. Los que usan adultos no se ofrecen.",
    de: "Es gibt kein weiteres Gerät. Geräte, die Erwachsene benutzen, stehen nicht zur Wahl.",
    nl: "Er is geen ander apparaat. Apparaten die volwassenen gebruiken, staan er niet bij.",
    it: "Non c’è altro da limitare. I dispositivi usati da adulti non sono proposti.",
    pt: "Não há outro dispositivo. Os que adultos usam não são propostos.",
  },
  learn_for: {
    en: "Learn for",
    fr: "Apprendre pendant",
    es: "Aprender durante",
    de: "Lerndauer",
    nl: "Leerperiode",
    it: "Impara per",
    pt: "Aprender durante",
  },
  televisions: {
    en: "Televisions only",
    fr: "Téléviseurs seulement",
    es: "Solo televisores",
    de: "Nur Fernseher",
    nl: "Alleen televisies",
    it: "Solo televisori",
    pt: "Só televisões",
  },
  all_devices: {
    en: "All devices",
    fr: "Tous les appareils",
    es: "Todos los dispositivos",
    de: "Alle Geräte",
    nl: "Alle apparaten",
    it: "Tutti i dispositivi",
    pt: "Todos os dispositivos",
  },
  television_help: {
    en:
      "A television talks to many companies. Use all of its apps while it learns: the page of the television names the companies that it learned.",
    fr:
      "Un téléviseur parle à de nombreuses entreprises. Utilisez toutes ses applis pendant l’apprentissage : sa page nomme les entreprises apprises.",
    es:
      "Un televisor habla con muchas empresas. Use todas sus aplicaciones mientras aprende: su página nombra las empresas que aprendió.",
    de:
      "Ein Fernseher spricht mit vielen Unternehmen. Benutzen Sie beim Lernen alle seine Apps: Seine Seite nennt die Unternehmen, die er gelernt hat.",
    nl:
      "Een televisie praat met veel bedrijven. Gebruik al zijn apps tijdens het leren: zijn pagina noemt de bedrijven die hij leerde.",
    it:
      "Un televisore parla con molte aziende. Usa tutte le sue app mentre impara: la sua pagina nomina le aziende imparate.",
    pt:
      "Uma televisão fala com muitas empresas. Use todas as aplicações enquanto aprende: a página dela nomeia as empresas aprendidas.",
  },
  groups_help: {
    en:
      "The devices of a group share one list of names. A device that you add later gets them at once.",
    fr:
      "Les appareils d’un groupe partagent une liste de noms. Un appareil ajouté plus tard les reçoit aussitôt.",
    es:
      "Los dispositivos de un grupo comparten una lista de nombres. Uno que añada después los recibe enseguida.",
    de:
      "Die Geräte einer Gruppe teilen sich eine Liste von Namen. Ein später hinzugefügtes Gerät bekommt sie sofort.",
    nl:
      "De apparaten van een groep delen één lijst met namen. Een apparaat dat u later toevoegt, krijgt ze meteen.",
    it:
      "I dispositivi di un gruppo condividono un elenco di nomi. Uno aggiunto dopo li riceve subito.",
    pt:
      "Os dispositivos de um grupo partilham uma lista de nomes. Um que adicione depois recebe-os logo.",
  },
  all_title: {
    en: "Names for all restricted devices",
    fr: "Noms pour tous les appareils restreints",
    es: "Nombres para todos los dispositivos restringidos",
    de: "Namen für alle eingeschränkten Geräte",
    nl: "Namen voor alle beperkte apparaten",
    it: "Nomi per tutti i dispositivi limitati",
    pt: "Nomes para todos os dispositivos restritos",
  },
  all_help: {
    en: "Every restricted device gets these too.",
    fr: "Chaque appareil restreint les obtient aussi.",
    es: "Todos los dispositivos restringidos los obtienen también.",
    de: "Jedes eingeschränkte Gerät bekommt auch diese.",
    nl: "Elk beperkt apparaat krijgt deze ook.",
    it: "Ogni dispositivo limitato ottiene anche questi.",
    pt: "Cada dispositivo restrito obtém também estes.",
  },
  add_label: {
    en: "Allow another name",
    fr: "Autoriser un autre nom",
    es: "Permitir otro nombre",
    de: "Weiteren Namen erlauben",
    nl: "Nog een naam toestaan",
    it: "Consenti un altro nome",
    pt: "Permitir outro nome",
  },
  what_is: {
    en: "What restricted mode does",
    fr: "À quoi sert le mode restreint",
    es: "Para qué sirve el modo restringido",
    de: "Was der eingeschränkte Modus bewirkt",
    nl: "Wat de beperkte modus doet",
    it: "A cosa serve la modalità limitata",
    pt: "Para que serve o modo restrito",
  },
  explained: {
    en:
      "A camera or a smart plug needs few names. Once restricted, it gets only those that it learned, so a hacked device can’t reach anybody else by name. Names of your home always work.",
    fr:
      "Une caméra ou une prise connectée a besoin de peu de noms. Restreinte, elle n’obtient que ceux qu’elle a appris : piratée, elle ne joint personne d’autre par un nom. Les noms de la maison marchent toujours.",
    es:
      "Una cámara o un enchufe inteligente necesita pocos nombres. Restringido, solo obtiene los que aprendió: si lo piratean, no llega a nadie más por su nombre. Los nombres de su casa siempre funcionan.",
    de:
      "Eine Kamera oder ein Smart-Stecker braucht wenige Namen. Im eingeschränkten Modus bekommt das Gerät nur die gelernten. Wird es gehackt, erreicht es niemand anderen per Namen. Namen Ihres Zuhauses gehen immer.",
    nl:
      "Een camera of slimme stekker heeft weinig namen nodig. In de beperkte modus krijgt het apparaat alleen de geleerde. Wordt het gehackt, dan bereikt het niemand anders op naam. Namen van uw huis werken altijd.",
    it:
      "Una telecamera o una presa smart ha bisogno di pochi nomi. Limitata, ottiene solo quelli imparati: se violata, non raggiunge nessun altro per nome. I nomi di casa funzionano sempre.",
    pt:
      "Uma câmara ou uma tomada inteligente precisa de poucos nomes. Restrita, só obtém os que aprendeu: se for atacada, não chega a mais ninguém pelo nome. Os nomes da casa funcionam sempre.",
  },
  advice: {
    en:
      "Use the device as usual while it learns: record, update, watch. What it doesn’t ask for now is blocked later, and you can allow it then with one tap.",
    fr:
      "Utilisez l’appareil comme d’habitude pendant l’apprentissage : enregistrer, mettre à jour, regarder. Ce qu’il ne demande pas maintenant sera bloqué ; un geste suffira pour l’autoriser.",
    es:
      "Use el dispositivo como siempre mientras aprende: grabar, actualizar, ver. Lo que no pida ahora se bloqueará después, y podrá permitirlo con un toque.",
    de:
      "Benutzen Sie das Gerät beim Lernen wie immer: aufnehmen, aktualisieren, ansehen. Was es jetzt nicht anfragt, wird später gesperrt; mit einem Tippen erlauben Sie es dann.",
    nl:
      "Gebruik het apparaat tijdens het leren zoals altijd: opnemen, bijwerken, kijken. Wat het nu niet opvraagt, wordt later geblokkeerd; met één tik staat u het dan toe.",
    it:
      "Usa il dispositivo come sempre mentre impara: registra, aggiorna, guarda. Ciò che non chiede ora verrà bloccato, e potrai consentirlo con un tocco.",
    pt:
      "Use o dispositivo como sempre enquanto aprende: gravar, atualizar, ver. O que não pedir agora será bloqueado depois, e poderá permiti-lo com um toque.",
  },
  one_learning: {
    en: "{device} is learning until {date}: {names} so far.",
    fr: "{device} apprend jusqu’au {date} : {names} jusqu’ici.",
    es: "{device} aprende hasta el {date}: {names} hasta ahora.",
    de: "{device} lernt bis {date}: bisher {names}.",
    nl: "{device} leert tot {date}: tot nu toe {names}.",
    it: "{device} impara fino al {date}: finora {names}.",
    pt: "{device} aprende até {date}: {names} até agora.",
  },
  one_due: {
    en: "{device} has learned {names} and is about to be restricted.",
    fr: "{device} a appris {names} et sera restreint sous peu.",
    es: "{device} aprendió {names} y está a punto de restringirse.",
    de: "{device} hat {names} gelernt und wird gleich eingeschränkt.",
    nl: "{device} heeft {names} geleerd en wordt zo beperkt.",
    it: "{device} ha imparato {names} e sta per essere limitato.",
    pt: "{device} aprendeu {names} e está prestes a ser restrito.",
  },
  one_restricted: {
    en: "{device} gets only what it is allowed: {names}.",
    fr: "{device} n’obtient que ce qui lui est permis : {names}.",
    es: "{device} solo obtiene lo que tiene permitido: {names}.",
    de: "{device} bekommt nur Erlaubtes: {names}.",
    nl: "{device} krijgt alleen wat is toegestaan: {names}.",
    it: "{device} ottiene solo ciò che è consentito: {names}.",
    pt: "{device} só obtém o que lhe é permitido: {names}.",
  },
  one_restricted_nothing: {
    en: "{device} has no names of its own. Let it learn while it is in use.",
    fr: "{device} n’a aucun nom à lui. Relancez l’apprentissage quand il sert.",
    es: "{device} no tiene ningún nombre propio. Haga que aprenda mientras se usa.",
    de: "{device} hat keine eigenen Namen. Starten Sie das Lernen, während es benutzt wird.",
    nl: "{device} heeft geen eigen namen. Laat het leren terwijl het wordt gebruikt.",
    it: "{device} non ha nomi suoi. Fallo imparare mentre è in uso.",
    pt: "{device} não tem nomes próprios. Deixe-o aprender enquanto é usado.",
  },
  one_suspended: {
    en: "Restricted mode is suspended for {device}: an adult uses it.",
    fr: "Le mode restreint est suspendu pour {device} : un adulte l’utilise.",
    es: "El modo restringido está suspendido para {device}: un adulto usa el dispositivo.",
    de: "Der eingeschränkte Modus ist für {device} ausgesetzt: Ein Erwachsener benutzt das Gerät.",
    nl: "De beperkte modus is opgeschort voor {device}: een volwassene gebruikt het apparaat.",
    it: "La modalità limitata è sospesa per {device}: un adulto usa il dispositivo.",
    pt: "O modo restrito está suspenso para {device}: um adulto usa o dispositivo.",
  },
  one_stopped: {
    en: "Learning stopped by itself for {device}: there were too many names.",
    fr: "L’apprentissage s’est arrêté de lui-même pour {device} : il y avait trop de noms.",
    es: "El aprendizaje de {device} se detuvo solo: había demasiados nombres.",
    de: "Das Lernen von {device} hat von selbst aufgehört: Es waren zu viele Namen.",
    nl: "Het leren van {device} is vanzelf gestopt: er waren te veel namen.",
    it: "L’apprendimento di {device} si è fermato da solo: c’erano troppi nomi.",
    pt: "A aprendizagem de {device} parou sozinha: havia demasiados nomes.",
  },
  one_off: {
    en: "{device} isn’t restricted.",
    fr: "{device} n’est pas restreint.",
    es: "{device} no está restringido.",
    de: "{device} ist nicht eingeschränkt.",
    nl: "{device} is niet beperkt.",
    it: "{device} non è limitato.",
    pt: "{device} não está restrito.",
  },
  one_as_group_learning: {
    en: "{device} is learning with the group {group}.",
    fr: "{device} apprend avec le groupe {group}.",
    es: "{device} aprende con el grupo {group}.",
    de: "{device} lernt mit der Gruppe {group}.",
    nl: "{device} leert met de groep {group}.",
    it: "{device} impara con il gruppo {group}.",
    pt: "{device} aprende com o grupo {group}.",
  },
  one_as_group_restricted: {
    en: "{device} is restricted, as the group {group}.",
    fr: "{device} est restreint, comme le groupe {group}.",
    es: "{device} está restringido, como el grupo {group}.",
    de: "{device} ist eingeschränkt, wie die Gruppe {group}.",
    nl: "{device} is beperkt, zoals de groep {group}.",
    it: "{device} è limitato, come il gruppo {group}.",
    pt: "{device} está restrito, como o grupo {group}.",
  },
  blocked_week: {
    en: {
      one: "{count} other query was blocked in the last 7 days.",
      other: "{count} other queries were blocked in the last 7 days.",
    },
    fr: {
      one: "{count} autre requête a été bloquée ces 7 derniers jours.",
      other: "{count} autres requêtes ont été bloquées ces 7 derniers jours.",
    },
    es: {
      one: "En los últimos 7 días se bloqueó {count} consulta más.",
      other: "En los últimos 7 días se bloquearon {count} consultas más.",
    },
    de: {
      one: "{count} andere Anfrage wurde in den letzten 7 Tagen gesperrt.",
      other: "{count} andere Anfragen wurden in den letzten 7 Tagen gesperrt.",
    },
    nl: {
      one: "{count} ander verzoek is de laatste 7 dagen geblokkeerd.",
      other: "{count} andere verzoeken zijn de laatste 7 dagen geblokkeerd.",
    },
    it: {
      one: "Negli ultimi 7 giorni è stata bloccata {count} altra richiesta.",
      other: "Negli ultimi 7 giorni sono state bloccate {count} altre richieste.",
    },
    pt: {
      one: "Nos últimos 7 dias foi bloqueada mais {count} consulta.",
      other: "Nos últimos 7 dias foram bloqueadas mais {count} consultas.",
    },
  },
  by_rule: {
    en: "A rule of this device allows {rule} and everything below it.",
    fr: "Une règle de cet appareil autorise {rule} et tout ce qui en dépend.",
    es: "Una regla de este dispositivo permite {rule} y todo lo que cuelga de él.",
    de: "Eine Regel dieses Geräts erlaubt {rule} und alles darunter.",
    nl: "Een regel van dit apparaat staat {rule} en alles daaronder toe.",
    it: "Una regola di questo dispositivo consente {rule} e tutto ciò che sta sotto.",
    pt: "Uma regra deste dispositivo permite {rule} e tudo o que está abaixo.",
  },
  by_part_rule: {
    en: "A rule of this device already allows a part of it: {rule}.",
    fr: "Une règle de cet appareil en autorise déjà une partie : {rule}.",
    es: "Una regla de este dispositivo ya permite una parte: {rule}.",
    de: "Eine Regel dieses Geräts erlaubt schon einen Teil davon: {rule}.",
    nl: "Een regel van dit apparaat staat al een deel ervan toe: {rule}.",
    it: "Una regola di questo dispositivo ne consente già una parte: {rule}.",
    pt: "Uma regra deste dispositivo já permite uma parte: {rule}.",
  },
  outside_title: {
    en: "Blocked in the last 7 days",
    fr: "Bloqués ces 7 derniers jours",
    es: "Bloqueados en los últimos 7 días",
    de: "In den letzten 7 Tagen gesperrt",
    nl: "Geblokkeerd in de laatste 7 dagen",
    it: "Bloccati negli ultimi 7 giorni",
    pt: "Bloqueados nos últimos 7 dias",
  },
  added: {
    en: "Added",
    fr: "Ajouté",
    es: "Añadido",
    de: "Hinzugefügt",
    nl: "Toegevoegd",
    it: "Aggiunto",
    pt: "Adicionado",
  },
  not_asked: {
    en: "Not asked for while learning",
    fr: "Pas demandé pendant l’apprentissage",
    es: "No se pidió durante el aprendizaje",
    de: "Beim Lernen nicht angefragt",
    nl: "Niet opgevraagd tijdens het leren",
    it: "Non chiesto durante l’apprendimento",
    pt: "Não pedido durante a aprendizagem",
  },
  names_title: {
    en: "Allowed names",
    fr: "Noms autorisés",
    es: "Nombres permitidos",
    de: "Erlaubte Namen",
    nl: "Toegestane namen",
    it: "Nomi consentiti",
    pt: "Nomes permitidos",
  },
  no_names: {
    en: "No names yet.",
    fr: "Aucun nom pour l’instant.",
    es: "Todavía no hay nombres.",
    de: "Noch keine Namen.",
    nl: "Nog geen namen.",
    it: "Ancora nessun nome.",
    pt: "Ainda sem nomes.",
  },
  companies_title: {
    en: "Companies",
    fr: "Entreprises",
    es: "Empresas",
    de: "Unternehmen",
    nl: "Bedrijven",
    it: "Aziende",
    pt: "Empresas",
  },
  companies_help: {
    en: "Who is behind the names.",
    fr: "À qui appartiennent ces noms.",
    es: "Quién está detrás de los nombres.",
    de: "Wer hinter den Namen steht.",
    nl: "Wie er achter de namen zit.",
    it: "Chi c’è dietro questi nomi.",
    pt: "Quem está por trás dos nomes.",
  },
  others: {
    en: "Others",
    fr: "Autres",
    es: "Otros",
    de: "Andere",
    nl: "Andere",
    it: "Altri",
    pt: "Outros",
  },
  export: {
    en: "Export names",
    fr: "Exporter les noms",
    es: "Exportar nombres",
    de: "Namen exportieren",
    nl: "Namen exporteren",
    it: "Esporta i nomi",
    pt: "Exportar nomes",
  },
  card_title: {
    en: "Restricted mode",
    fr: "Mode restreint",
    es: "Modo restringido",
    de: "Eingeschränkter Modus",
    nl: "Beperkte modus",
    it: "Modalità limitata",
    pt: "Modo restrito",
  },
  card_help: {
    en: "In restricted mode, a device gets only the names that it learned or that you allow.",
    fr: "En mode restreint, un appareil n’obtient que les noms appris ou que vous autorisez.",
    es:
      "En modo restringido, un dispositivo solo obtiene los nombres aprendidos o que usted permita.",
    de:
      "Im eingeschränkten Modus bekommt ein Gerät nur Namen, die es gelernt hat oder die Sie erlauben.",
    nl: "In beperkte modus krijgt een apparaat alleen namen die het leerde of die u toestaat.",
    it: "In modalità limitata un dispositivo ottiene solo i nomi imparati o che consenti.",
    pt: "Em modo restrito, um dispositivo só obtém os nomes aprendidos ou que permitir.",
  },
  done_learning: {
    en: "{device} is learning",
    fr: "{device} apprend",
    es: "{device} aprende",
    de: "{device} lernt",
    nl: "{device} leert",
    it: "{device} impara",
    pt: "{device} aprende",
  },
  done_learn: {
    en: "Learning started",
    fr: "Apprentissage démarré",
    es: "Aprendizaje iniciado",
    de: "Lernen gestartet",
    nl: "Leren gestart",
    it: "Apprendimento avviato",
    pt: "Aprendizagem iniciada",
  },
  done_restricted: {
    en: "{device} is restricted",
    fr: "{device} est restreint",
    es: "{device} está restringido",
    de: "{device} ist eingeschränkt",
    nl: "{device} is beperkt",
    it: "{device} è limitato",
    pt: "{device} está restrito",
  },
  done_off: {
    en: "Restricted mode turned off for {device}",
    fr: "Mode restreint désactivé pour {device}",
    es: "Modo restringido desactivado para {device}",
    de: "Eingeschränkter Modus für {device} ausgeschaltet",
    nl: "Beperkte modus uitgeschakeld voor {device}",
    it: "Modalità limitata disattivata per {device}",
    pt: "Modo restrito desligado para {device}",
  },
  done_follows: {
    en: "{device} follows its group again",
    fr: "{device} suit de nouveau son groupe",
    es: "{device} vuelve a seguir a su grupo",
    de: "{device} folgt wieder seiner Gruppe",
    nl: "{device} volgt weer zijn groep",
    it: "{device} segue di nuovo il suo gruppo",
    pt: "{device} volta a seguir o seu grupo",
  },
  done_restored: {
    en: "{device} has its names from before again",
    fr: "{device} a retrouvé ses noms d’avant",
    es: "{device} vuelve a tener sus nombres de antes",
    de: "{device} hat wieder die Namen von vorher",
    nl: "{device} heeft de namen van eerder terug",
    it: "{device} ha di nuovo i nomi di prima",
    pt: "{device} tem de novo os nomes de antes",
  },
  done_allowed: {
    en: "{name} allowed",
    fr: "{name} autorisé",
    es: "{name} permitido",
    de: "{name} erlaubt",
    nl: "{name} toegestaan",
    it: "{name} consentito",
    pt: "{name} permitido",
  },
  done_removed: {
    en: "{name} removed",
    fr: "{name} retiré",
    es: "{name} quitado",
    de: "{name} entfernt",
    nl: "{name} verwijderd",
    it: "{name} rimosso",
    pt: "{name} removido",
  },
  empty_help: {
    en: "Cameras, plugs, printers and televisions are good candidates: they need few names.",
    fr:
      "Caméras, prises, imprimantes et téléviseurs s’y prêtent bien : peu de noms leur suffisent.",
    es:
      "Cámaras, enchufes, impresoras y televisores son buenos candidatos: necesitan pocos nombres.",
    de: "Kameras, Stecker, Drucker und Fernseher eignen sich gut: Sie brauchen wenige Namen.",
    nl: "Camera’s, stekkers, printers en televisies zijn geschikt: ze hebben weinig namen nodig.",
    it: "Telecamere, prese, stampanti e televisori sono buoni candidati: bastano pochi nomi.",
    pt: "Câmaras, tomadas, impressoras e televisões são boas candidatas: precisam de poucos nomes.",
  },
});
