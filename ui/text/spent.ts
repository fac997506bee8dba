/** Texts of the time that a person spends online. */
import { texts } from "./text.ts";

/** The texts. */
export const spent = texts({
  title: {
    en: "Time online",
    fr: "Temps en ligne",
    es: "Tiempo en línea",
    de: "Onlinezeit",
    nl: "Tijd online",
    it: "Tempo online",
    pt: "Tempo online",
  },
  title_of: {
    en: "{name}’s time online",
    fr: "Temps en ligne : {name}",
    es: "Tiempo en línea de {name}",
    de: "Onlinezeit von {name}",
    nl: "Tijd online van {name}",
    it: "Tempo online di {name}",
    pt: "Tempo online de {name}",
  },
  lead: {
    en: "{name} was online about {time} a day in the last {days} days.",
    fr: "{name} a passé environ {time} par jour en ligne ces {days} derniers jours.",
    es: "{name} ha pasado en línea unos {time} al día en los últimos {days} días.",
    de: "{name} war in den letzten {days} Tagen etwa {time} am Tag online.",
    nl: "{name} was de laatste {days} dagen ongeveer {time} per dag online.",
    it: "{name} ha passato online circa {time} al giorno negli ultimi {days} giorni.",
    pt: "{name} passou online cerca de {time} por dia nos últimos {days} dias.",
  },
  lead_less: {
    en:
      "{name} was online about {time} a day in the last {days} days, {change} less than in the {days} days before.",
    fr:
      "{name} a passé environ {time} par jour en ligne ces {days} derniers jours, {change} de moins que les {days} jours d’avant.",
    es:
      "{name} ha pasado en línea unos {time} al día en los últimos {days} días, {change} menos que en los {days} anteriores.",
    de:
      "{name} war in den letzten {days} Tagen etwa {time} am Tag online, {change} weniger als in den {days} Tagen davor.",
    nl:
      "{name} was de laatste {days} dagen ongeveer {time} per dag online, {change} minder dan in de {days} dagen ervoor.",
    it:
      "{name} ha passato online circa {time} al giorno negli ultimi {days} giorni, {change} in meno dei {days} giorni prima.",
    pt:
      "{name} passou online cerca de {time} por dia nos últimos {days} dias, menos {change} do que nos {days} dias anteriores.",
  },
  lead_more: {
    en:
      "{name} was online about {time} a day in the last {days} days, {change} more than in the {days} days before.",
    fr:
      "{name} a passé environ {time} par jour en ligne ces {days} derniers jours, {change} de plus que les {days} jours d’avant.",
    es:
      "{name} ha pasado en línea unos {time} al día en los últimos {days} días, {change} más que en los {days} anteriores.",
    de:
      "{name} war in den letzten {days} Tagen etwa {time} am Tag online, {change} mehr als in den {days} Tagen davor.",
    nl:
      "{name} was de laatste {days} dagen ongeveer {time} per dag online, {change} meer dan in de {days} dagen ervoor.",
    it:
      "{name} ha passato online circa {time} al giorno negli ultimi {days} giorni, {change} in più dei {days} giorni prima.",
    pt:
      "{name} passou online cerca de {time} por dia nos últimos {days} dias, mais {change} do que nos {days} dias anteriores.",
  },
  lead_same: {
    en:
      "{name} was online about {time} a day in the last {days} days, as much as in the {days} days before.",
    fr:
      "{name} a passé environ {time} par jour en ligne ces {days} derniers jours, autant que les {days} jours d’avant.",
    es:
      "{name} ha pasado en línea unos {time} al día en los últimos {days} días, lo mismo que en los {days} anteriores.",
    de:
      "{name} war in den letzten {days} Tagen etwa {time} am Tag online, so viel wie in den {days} Tagen davor.",
    nl:
      "{name} was de laatste {days} dagen ongeveer {time} per dag online, evenveel als in de {days} dagen ervoor.",
    it:
      "{name} ha passato online circa {time} al giorno negli ultimi {days} giorni, quanto nei {days} giorni prima.",
    pt:
      "{name} passou online cerca de {time} por dia nos últimos {days} dias, tanto como nos {days} dias anteriores.",
  },
  lead_nothing: {
    en: "No time online of {name}’s own devices was counted in the last {days} days.",
    fr:
      "Aucun temps en ligne n’a été compté sur les appareils de {name} ces {days} derniers jours.",
    es:
      "No se ha contado tiempo en línea en los dispositivos de {name} en los últimos {days} días.",
    de:
      "In den letzten {days} Tagen wurde auf den eigenen Geräten von {name} keine Onlinezeit gezählt.",
    nl: "Op de eigen apparaten van {name} is de laatste {days} dagen geen tijd online geteld.",
    it: "Negli ultimi {days} giorni non è stato contato tempo online sui dispositivi di {name}.",
    pt: "Nos últimos {days} dias não foi contado tempo online nos dispositivos de {name}.",
  },
  no_person: {
    en: "This account belongs to no person of the household, so no time is counted for it.",
    fr:
      "Ce compte n’appartient à aucune personne du foyer ; aucun temps n’est donc compté pour lui.",
    es:
      "Esta cuenta no pertenece a ninguna persona del hogar, así que no se cuenta tiempo para ella.",
    de:
      "Dieses Konto gehört zu keiner Person des Haushalts; deshalb wird dafür keine Zeit gezählt.",
    nl:
      "Dit account hoort bij geen persoon van het huishouden, dus wordt er geen tijd voor geteld.",
    it:
      "Questo account non appartiene a nessuna persona della casa, quindi non se ne conta il tempo.",
    pt: "Esta conta não pertence a nenhuma pessoa da casa, por isso não é contado tempo para ela.",
  },
  no_person_help: {
    en: "Whoever manages accounts can say whose it is, on the page of the account.",
    fr: "La personne qui gère les comptes peut indiquer, sur la page du compte, à qui il est.",
    es: "Quien gestiona las cuentas puede indicar de quién es, en la página de la cuenta.",
    de: "Wer Konten verwaltet, kann auf der Seite des Kontos angeben, wem es gehört.",
    nl: "Wie accounts beheert, kan op de pagina van het account aangeven van wie het is.",
    it: "Chi gestisce gli account può indicare di chi è, nella pagina dell’account.",
    pt: "Quem gere as contas pode indicar de quem é, na página da conta.",
  },
  by_day: {
    en: "Day by day",
    fr: "Jour par jour",
    es: "Día a día",
    de: "Tag für Tag",
    nl: "Dag na dag",
    it: "Giorno per giorno",
    pt: "Dia a dia",
  },
  day: {
    en: "Day",
    fr: "Jour",
    es: "Día",
    de: "Tag",
    nl: "Dag",
    it: "Giorno",
    pt: "Dia",
  },
  per_day: {
    en: "A day",
    fr: "Par jour",
    es: "Al día",
    de: "Am Tag",
    nl: "Per dag",
    it: "Al giorno",
    pt: "Por dia",
  },
  in_all: {
    en: "In all",
    fr: "En tout",
    es: "En total",
    de: "Insgesamt",
    nl: "In totaal",
    it: "In tutto",
    pt: "No total",
  },
  own_alone: {
    en: "Own devices only; shared ones are listed apart.",
    fr: "Ses propres appareils seulement ; les appareils partagés sont à part.",
    es: "Solo sus propios dispositivos; los compartidos van aparte.",
    de: "Nur die eigenen Geräte; gemeinsame stehen für sich.",
    nl: "Alleen de eigen apparaten; gedeelde staan apart.",
    it: "Solo i propri dispositivi; quelli condivisi sono a parte.",
    pt: "Apenas os próprios dispositivos; os partilhados estão à parte.",
  },
  services: {
    en: "Services",
    fr: "Services",
    es: "Servicios",
    de: "Dienste",
    nl: "Diensten",
    it: "Servizi",
    pt: "Serviços",
  },
  change_help: {
    en: "In grey, the change since the {days} days before.",
    fr: "En gris, l’écart avec les {days} jours d’avant.",
    es: "En gris, el cambio respecto a los {days} días anteriores.",
    de: "In Grau die Veränderung gegenüber den {days} Tagen davor.",
    nl: "In grijs de verandering ten opzichte van de {days} dagen ervoor.",
    it: "In grigio la differenza rispetto ai {days} giorni prima.",
    pt: "A cinzento, a diferença em relação aos {days} dias anteriores.",
  },
  shared_help: {
    en: "Counted for the device and for none of its people: the box cannot tell who held it.",
    fr: "Compté pour l’appareil et pour aucune des personnes : la box ne sait pas qui l’utilisait.",
    es:
      "Se cuenta para el dispositivo y para ninguna de las personas: la box no sabe quién lo usaba.",
    de:
      "Gezählt für das Gerät und für keine der Personen: Die Box weiß nicht, wer es in der Hand hatte.",
    nl:
      "Geteld voor het apparaat en voor geen van de personen: de box weet niet wie het gebruikte.",
    it: "Contato per il dispositivo e per nessuna delle persone: la box non sa chi lo usava.",
    pt: "Contado para o dispositivo e para nenhuma das pessoas: a box não sabe quem o usava.",
  },
  shared_with: {
    en: "with {people}",
    fr: "avec {people}",
    es: "con {people}",
    de: "mit {people}",
    nl: "met {people}",
    it: "con {people}",
    pt: "com {people}",
  },
  tells: {
    en: "What this can tell, and what not",
    fr: "Ce que cela dit, et ce que cela ne dit pas",
    es: "Qué indica esto y qué no",
    de: "Was das sagt, und was nicht",
    nl: "Wat dit zegt, en wat niet",
    it: "Che cosa dice, e che cosa no",
    pt: "O que isto diz, e o que não diz",
  },
  tells_steps: {
    en:
      "Time is counted in steps of five minutes. A step counts once a device has asked for three sites in it; for a category or a service, from its second name on. So a minute on a site may count as five.",
    fr:
      "Le temps est compté par tranches de cinq minutes. Une tranche compte dès que trois sites y ont été demandés, pour une catégorie ou un service dès le deuxième nom ; une minute sur un site peut donc compter pour cinq.",
    es:
      "El tiempo se cuenta en tramos de cinco minutos. Un tramo cuenta en cuanto se piden tres sitios en él; para una categoría o un servicio, desde el segundo nombre. Por eso, un minuto en un sitio puede contar como cinco.",
    de:
      "Gezählt wird in Schritten von fünf Minuten. Ein Schritt zählt, sobald darin nach drei Websites gefragt wurde, für eine Kategorie oder einen Dienst ab dem zweiten Namen; eine Minute kann also als fünf zählen.",
    nl:
      "De tijd wordt geteld in stappen van vijf minuten. Een stap telt zodra er naar drie sites is gevraagd, voor een categorie of dienst vanaf de tweede naam; een minuut op een site kan dus als vijf tellen.",
    it:
      "Il tempo è contato a intervalli di cinque minuti. Un intervallo conta appena vi sono stati chiesti tre siti; per una categoria o un servizio, dal secondo nome. Un minuto su un sito può quindi contare come cinque.",
    pt:
      "O tempo é contado em intervalos de cinco minutos. Um intervalo conta assim que nele são pedidos três sites; para uma categoria ou um serviço, a partir do segundo nome. Por isso, um minuto num site pode contar como cinco.",
  },
  tells_dns_only: {
    en:
      "The box sees the names that devices ask for, not what is done there. A long film asks rarely and counts for less than it took.",
    fr:
      "La box voit les noms que les appareils demandent, pas ce qu’on y fait. Un long film demande rarement et compte moins que sa durée.",
    es:
      "La box ve los nombres que piden los dispositivos, no lo que se hace en ellos. Una película larga pregunta poco y cuenta menos de lo que dura.",
    de:
      "Die Box sieht die Namen, nach denen Geräte fragen, nicht was dort geschieht. Ein langer Film fragt selten und zählt weniger, als er dauert.",
    nl:
      "De box ziet de namen waar apparaten naar vragen, niet wat daar gebeurt. Een lange film vraagt zelden en telt voor minder dan hij duurde.",
    it:
      "La box vede i nomi chiesti dai dispositivi, non che cosa vi si fa. Un lungo film chiede di rado e conta meno della sua durata.",
    pt:
      "A box vê os nomes que os dispositivos pedem, não o que lá se faz. Um filme longo pede raramente e conta menos do que dura.",
  },
  tells_background: {
    en: "Apps ask by themselves in the background; some of the time, nobody was looking.",
    fr:
      "Les applications demandent aussi d’elles-mêmes, en arrière-plan ; une partie du temps, personne ne regardait.",
    es: "Las aplicaciones preguntan por sí solas en segundo plano; parte del tiempo nadie miraba.",
    de: "Apps fragen auch von selbst im Hintergrund; einen Teil der Zeit hat niemand hingesehen.",
    nl: "Apps vragen ook zelf op de achtergrond; een deel van de tijd keek er niemand.",
    it: "Le app chiedono anche da sole in secondo piano; per una parte del tempo nessuno guardava.",
    pt:
      "As aplicações também pedem sozinhas em segundo plano; durante parte do tempo, ninguém estava a ver.",
  },
  tells_other_network: {
    en: "Mobile data, other networks and VPNs are not seen.",
    fr: "Les données mobiles, les autres réseaux et les VPN ne sont pas vus.",
    es: "Los datos móviles, otras redes y las VPN no se ven.",
    de: "Mobile Daten, andere Netze und VPN sind nicht zu sehen.",
    nl: "Mobiele data, andere netwerken en VPN’s zijn niet te zien.",
    it: "Dati mobili, altre reti e VPN non si vedono.",
    pt: "Os dados móveis, outras redes e VPN não são vistos.",
  },
  tells_clients_left_out: {
    en: "The query log leaves out who asked, so nothing is counted at the moment.",
    fr: "Le journal des requêtes omet qui demande ; rien n’est donc compté en ce moment.",
    es: "El registro de consultas omite quién pregunta, así que ahora no se cuenta nada.",
    de: "Das Anfrageprotokoll lässt weg, wer gefragt hat; derzeit wird deshalb nichts gezählt.",
    nl: "Het verzoekenlogboek laat weg wie er vroeg, dus wordt er nu niets geteld.",
    it: "Il registro delle richieste omette chi chiede, quindi ora non si conta nulla.",
    pt: "O registo de consultas omite quem pede, por isso de momento nada é contado.",
  },
});
