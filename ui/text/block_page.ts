/** Texts of the page in place of a blocked site; whoever meets it reads it, of any age. Hours and time are of the young. */
import { texts } from "./text.ts";

/** The texts. */
export const blockPage = texts({
  title: {
    en: "This site is blocked",
    fr: "Ce site est bloqué",
    es: "Este sitio está bloqueado",
    de: "Diese Website ist gesperrt",
    nl: "Deze website is geblokkeerd",
    it: "Questo sito è bloccato",
    pt: "Este site está bloqueado",
  },
  title_closed: {
    en: "No Internet right now",
    fr: "Pas d’Internet pour le moment",
    es: "Ahora no hay Internet",
    de: "Gerade kein Internet",
    nl: "Nu even geen internet",
    it: "Niente Internet per ora",
    pt: "Sem Internet neste momento",
  },
  title_homework: {
    en: "Homework first",
    fr: "Les devoirs d’abord",
    es: "Primero, los deberes",
    de: "Erst die Hausaufgaben",
    nl: "Eerst huiswerk",
    it: "Prima i compiti",
    pt: "Primeiro os trabalhos de casa",
  },
  title_limit: {
    en: "Time for today is used up",
    fr: "Le temps d’aujourd’hui est écoulé",
    es: "El tiempo de hoy se ha agotado",
    de: "Die Zeit für heute ist aufgebraucht",
    nl: "De tijd voor vandaag is op",
    it: "Il tempo di oggi è finito",
    pt: "O tempo de hoje acabou",
  },
  why_quarantine: {
    en:
      "This device is in quarantine. Until the person who manages the network lets it in, it reaches only the home network and updates.",
    fr:
      "Cet appareil est en quarantaine. Tant que la personne qui gère le réseau ne l’a pas admis, il n’atteint que le réseau de la maison et les mises à jour.",
    es:
      "Este dispositivo está en cuarentena. Hasta que lo admita quien administra la red, solo llega a la red de casa y a las actualizaciones.",
    de:
      "Dieses Gerät ist in Quarantäne. Bis die Person, die das Netz verwaltet, es zulässt, erreicht es nur das Heimnetz und Updates.",
    nl:
      "Dit apparaat staat in quarantaine. Tot de beheerder van het netwerk het toelaat, bereikt het alleen het thuisnetwerk en updates.",
    it:
      "Questo dispositivo è in quarantena. Finché chi gestisce la rete non lo ammette, raggiunge solo la rete di casa e gli aggiornamenti.",
    pt:
      "Este dispositivo está em quarentena. Até ser admitido por quem gere a rede, só chega à rede de casa e às atualizações.",
  },
  why_service: {
    en: "It belongs to {service}, which is blocked on this device.",
    fr: "Il appartient à {service}, qui est bloqué sur cet appareil.",
    es: "Pertenece a {service}, que está bloqueado en este dispositivo.",
    de: "Sie gehört zu {service}; dieser Dienst ist auf diesem Gerät gesperrt.",
    nl: "De website hoort bij {service}; die dienst is op dit apparaat geblokkeerd.",
    it: "Appartiene a {service}, che è bloccato su questo dispositivo.",
    pt: "Pertence a {service}, que está bloqueado neste dispositivo.",
  },
  why_own_service: {
    en: "It belongs to a service that is blocked on this device.",
    fr: "Il appartient à un service qui est bloqué sur cet appareil.",
    es: "Pertenece a un servicio que está bloqueado en este dispositivo.",
    de: "Sie gehört zu einem Dienst, der auf diesem Gerät gesperrt ist.",
    nl: "De website hoort bij een dienst die op dit apparaat geblokkeerd is.",
    it: "Appartiene a un servizio che è bloccato su questo dispositivo.",
    pt: "Pertence a um serviço que está bloqueado neste dispositivo.",
  },
  why_rule: {
    en: "The person who manages the network has blocked it.",
    fr: "La personne qui gère le réseau l’a bloqué.",
    es: "Lo ha bloqueado la persona que administra la red.",
    de: "Die Person, die das Netz verwaltet, hat sie gesperrt.",
    nl: "De beheerder van het netwerk heeft de website geblokkeerd.",
    it: "Lo ha bloccato la persona che gestisce la rete.",
    pt: "Foi bloqueado pela pessoa que gere a rede.",
  },
  why_tunnel: {
    en: "Its address looks as if data were hidden in it, so it was not passed on.",
    fr: "Son adresse semble cacher des données, elle n’a donc pas été transmise.",
    es: "Su dirección parece ocultar datos, así que no se ha transmitido.",
    de: "In ihrer Adresse scheinen Daten versteckt zu sein, deshalb wurde sie nicht weitergegeben.",
    nl: "In het adres lijken gegevens verborgen, daarom is het niet doorgegeven.",
    it: "Il suo indirizzo sembra nascondere dati, perciò non è stato inoltrato.",
    pt: "O endereço parece esconder dados, por isso não foi transmitido.",
  },
  why_spyware: {
    en: "It belongs to software that spies on people.",
    fr: "Il appartient à un logiciel qui espionne les gens.",
    es: "Pertenece a un programa que espía a las personas.",
    de: "Sie gehört zu Software, die Menschen ausspioniert.",
    nl: "De website hoort bij software die mensen bespioneert.",
    it: "Appartiene a un software che spia le persone.",
    pt: "Pertence a software que espia as pessoas.",
  },
  why_lookalike: {
    en: "It imitates a well-known site. Such sites often steal passwords.",
    fr: "Il imite un site connu. De tels sites volent souvent des mots de passe.",
    es: "Imita un sitio conocido. Estos sitios suelen robar contraseñas.",
    de: "Sie ahmt eine bekannte Website nach. Solche Websites stehlen oft Passwörter.",
    nl: "De website bootst een bekende na. Zulke websites stelen vaak wachtwoorden.",
    it: "Imita un sito noto. Siti come questo spesso rubano le password.",
    pt: "Imita um site conhecido. Sites assim roubam muitas vezes palavras-passe.",
  },
  why_category: {
    en: "Sites of this kind are blocked on this device: {category}.",
    fr: "Les sites de ce genre sont bloqués sur cet appareil : {category}.",
    es: "Los sitios de este tipo están bloqueados en este dispositivo: {category}.",
    de: "Websites dieser Art sind auf diesem Gerät gesperrt: {category}.",
    nl: "Dit soort websites is op dit apparaat geblokkeerd: {category}.",
    it: "I siti di questo tipo sono bloccati su questo dispositivo: {category}.",
    pt: "Os sites deste tipo estão bloqueados neste dispositivo: {category}.",
  },
  why_danger: {
    en: "It is known to be harmful: {category}.",
    fr: "Il est connu comme dangereux : {category}.",
    es: "Se sabe que es peligroso: {category}.",
    de: "Sie ist als schädlich bekannt: {category}.",
    nl: "De website staat bekend als schadelijk: {category}.",
    it: "È noto come pericoloso: {category}.",
    pt: "É conhecido por ser perigoso: {category}.",
  },
  why_list: {
    en: "It is on a list of sites that this network blocks.",
    fr: "Il figure sur une liste de sites que ce réseau bloque.",
    es: "Está en una lista de sitios que esta red bloquea.",
    de: "Sie steht auf einer Liste von Websites, die dieses Netz sperrt.",
    nl: "De website staat op een lijst met websites die dit netwerk blokkeert.",
    it: "È in una lista di siti che questa rete blocca.",
    pt: "Está numa lista de sites que esta rede bloqueia.",
  },
  why_list_about: {
    en: "It is on a list of sites that this network blocks: {category}.",
    fr: "Il figure sur une liste de sites que ce réseau bloque : {category}.",
    es: "Está en una lista de sitios que esta red bloquea: {category}.",
    de: "Sie steht auf einer Liste von Websites, die dieses Netz sperrt: {category}.",
    nl: "De website staat op een lijst met websites die dit netwerk blokkeert: {category}.",
    it: "È in una lista di siti che questa rete blocca: {category}.",
    pt: "Está numa lista de sites que esta rede bloqueia: {category}.",
  },
  why_homework: {
    en: "It’s homework time.",
    fr: "C’est l’heure des devoirs.",
    es: "Es la hora de los deberes.",
    de: "Jetzt ist Hausaufgabenzeit.",
    nl: "Het is huiswerktijd.",
    it: "È l’ora dei compiti.",
    pt: "É hora dos trabalhos de casa.",
  },
  why_homework_until: {
    en: "It’s homework time {until}.",
    fr: "C’est l’heure des devoirs {until}.",
    es: "Es la hora de los deberes {until}.",
    de: "Es ist {until} Hausaufgabenzeit.",
    nl: "Het is huiswerktijd {until}.",
    it: "È l’ora dei compiti {until}.",
    pt: "É hora dos trabalhos de casa {until}.",
  },
  homework_about: {
    en: "This has to wait: {category}.",
    fr: "En attendant, ceci est bloqué : {category}.",
    es: "Mientras tanto, esto está bloqueado: {category}.",
    de: "So lange gesperrt: {category}.",
    nl: "Zolang is dit geblokkeerd: {category}.",
    it: "Nel frattempo è bloccato: {category}.",
    pt: "Entretanto, isto está bloqueado: {category}.",
  },
  why_limit: {
    en: "Today you have no more time for this: {category}.",
    fr: "Aujourd’hui, tu n’as plus de temps pour cela : {category}.",
    es: "Hoy ya no te queda tiempo para esto: {category}.",
    de: "Heute hast du dafür keine Zeit mehr: {category}.",
    nl: "Vandaag heb je hiervoor geen tijd meer: {category}.",
    it: "Oggi non hai più tempo per questo: {category}.",
    pt: "Hoje já não tens tempo para isto: {category}.",
  },
  why_dlp: {
    en: "Its address carries data that must not leave this network.",
    fr: "Son adresse contient des données qui ne doivent pas quitter ce réseau.",
    es: "Su dirección lleva datos que no deben salir de esta red.",
    de: "Ihre Adresse enthält Daten, die dieses Netz nicht verlassen dürfen.",
    nl: "Het adres bevat gegevens die dit netwerk niet mogen verlaten.",
    it: "Il suo indirizzo contiene dati che non devono uscire da questa rete.",
    pt: "O endereço contém dados que não podem sair desta rede.",
  },
  why_restricted: {
    en: "This device reaches only the sites chosen for it, and this is not one of them.",
    fr: "Cet appareil n’atteint que les sites choisis pour lui, et celui-ci n’en fait pas partie.",
    es: "Este dispositivo solo llega a los sitios elegidos para él, y este no es uno de ellos.",
    de:
      "Dieses Gerät erreicht nur die Websites, die dafür ausgesucht wurden, und diese gehört nicht dazu.",
    nl:
      "Dit apparaat bereikt alleen de websites die ervoor gekozen zijn, en deze hoort daar niet bij.",
    it: "Questo dispositivo raggiunge solo alcuni siti scelti, e questo non è tra quelli.",
    pt: "Este dispositivo só chega aos sites escolhidos para ele, e este não é um deles.",
  },
  why_rebinding: {
    en: "It tried to reach into the home network, as attacks do.",
    fr: "Il a tenté d’entrer dans le réseau de la maison, comme le font des attaques.",
    es: "Ha intentado entrar en la red de casa, como hacen los ataques.",
    de: "Sie hat versucht, ins Heimnetz zu gelangen, wie es Angriffe tun.",
    nl: "De website probeerde het thuisnetwerk te bereiken, zoals aanvallen doen.",
    it: "Ha cercato di entrare nella rete di casa, come fanno gli attacchi.",
    pt: "Tentou entrar na rede de casa, como fazem os ataques.",
  },
  elsewhere: {
    en: "It was blocked for another device, and only that one is told why.",
    fr: "Il a été bloqué pour un autre appareil ; lui seul en affiche la raison.",
    es: "Se bloqueó para otro dispositivo, y solo ese puede ver el motivo.",
    de: "Sie wurde für ein anderes Gerät gesperrt; nur dort steht der Grund.",
    nl: "De website is voor een ander apparaat geblokkeerd; alleen daar staat de reden.",
    it: "È stato bloccato per un altro dispositivo: solo lì si legge il motivo.",
    pt: "Foi bloqueado para outro dispositivo, e só nesse se vê o motivo.",
  },
  mistake: {
    en: "If this is a mistake, tell the person who manages the network.",
    fr: "Si c’est une erreur, le mieux est d’en parler à la personne qui gère le réseau.",
    es: "Si es un error, conviene decírselo a la persona que administra la red.",
    de: "Ist das ein Irrtum, hilft die Person weiter, die das Netz verwaltet.",
    nl: "Klopt dit niet, vraag het dan aan de beheerder van het netwerk.",
    it: "Se è un errore, basta dirlo alla persona che gestisce la rete.",
    pt: "Se for um engano, convém avisar a pessoa que gere a rede.",
  },
  need_time: {
    en: "If you need more time, talk to the person who manages the network.",
    fr: "S’il te faut plus de temps, parles-en à la personne qui gère le réseau.",
    es: "Si necesitas más tiempo, habla con la persona que administra la red.",
    de: "Brauchst du mehr Zeit, sprich mit der Person, die das Netz verwaltet.",
    nl: "Heb je meer tijd nodig, praat dan met de beheerder van het netwerk.",
    it: "Se ti serve più tempo, parlane con la persona che gestisce la rete.",
    pt: "Se precisares de mais tempo, fala com a pessoa que gere a rede.",
  },
  instead: {
    en: "This page comes from {box}, not from the site.",
    fr: "Cette page vient de {box}, pas du site.",
    es: "Esta página es de {box}, no del sitio.",
    de: "Diese Seite kommt von {box}, nicht von der Website.",
    nl: "Deze pagina komt van {box}, niet van de website.",
    it: "Questa pagina è di {box}, non del sito.",
    pt: "Esta página é de {box}, não do site.",
  },
  warned: {
    en: "Did the browser warn first?",
    fr: "Le navigateur a d’abord affiché un avertissement ?",
    es: "¿El navegador avisó antes?",
    de: "Kam zuerst eine Warnung des Browsers?",
    nl: "Kwam er eerst een waarschuwing van de browser?",
    it: "Prima è comparso un avviso del browser?",
    pt: "O navegador mostrou antes um aviso?",
  },
  // Of the page on which it is turned on.
  name: {
    en: "Block page",
    fr: "Page de blocage",
    es: "Página de bloqueo",
    de: "Sperrseite",
    nl: "Blokkeerpagina",
    it: "Pagina di blocco",
    pt: "Página de bloqueio",
  },
  lead_on: {
    en:
      "A blocked site shows a page that says why; over https only on devices with the certificate.",
    fr:
      "Un site bloqué affiche une page qui dit pourquoi ; en https, seulement sur les appareils qui ont le certificat.",
    es:
      "Un sitio bloqueado muestra una página que dice por qué; con https, solo en los dispositivos que tienen el certificado.",
    de:
      "Eine gesperrte Website zeigt eine Seite, die sagt, warum; über https nur auf Geräten mit dem Zertifikat.",
    nl:
      "Een geblokkeerde website toont een pagina die zegt waarom; via https alleen op apparaten met het certificaat.",
    it:
      "Un sito bloccato mostra una pagina che dice perché; in https solo sui dispositivi con il certificato.",
    pt:
      "Um site bloqueado mostra uma página que diz porquê; em https, só nos dispositivos com o certificado.",
  },
  lead_off: {
    en: "A blocked site does not open, and the browser does not say why.",
    fr: "Un site bloqué ne s’ouvre pas, et le navigateur ne dit pas pourquoi.",
    es: "Un sitio bloqueado no se abre, y el navegador no dice por qué.",
    de: "Eine gesperrte Website öffnet sich nicht, und der Browser sagt nicht, warum.",
    nl: "Een geblokkeerde website gaat niet open, en de browser zegt niet waarom.",
    it: "Un sito bloccato non si apre, e il browser non dice perché.",
    pt: "Um site bloqueado não abre, e o navegador não diz porquê.",
  },
  switch: {
    en: "Show a page that says why",
    fr: "Afficher une page qui dit pourquoi",
    es: "Mostrar una página que diga por qué",
    de: "Eine Seite zeigen, die sagt, warum",
    nl: "Een pagina tonen die zegt waarom",
    it: "Mostra una pagina che dice perché",
    pt: "Mostrar uma página que diz porquê",
  },
  shows: {
    en:
      "It tells the device concerned what blocked the site, in the language of its browser; no other device learns the reason. Outside their hours, children can ask for more time there.",
    fr:
      "Elle dit à l’appareil concerné ce qui a bloqué le site, dans la langue de son navigateur ; aucun autre appareil n’en apprend la raison. En dehors de leurs horaires, les enfants peuvent y demander plus de temps.",
    es:
      "Dice al dispositivo afectado qué bloqueó el sitio, en el idioma de su navegador; ningún otro dispositivo conoce el motivo. Fuera de sus horarios, los niños pueden pedir ahí más tiempo.",
    de:
      "Sie sagt dem betroffenen Gerät, was die Website gesperrt hat, in der Sprache seines Browsers; kein anderes Gerät erfährt den Grund. Außerhalb ihrer Zeiten können Kinder dort um mehr Zeit bitten.",
    nl:
      "De pagina vertelt het apparaat in kwestie wat de website blokkeerde, in de taal van zijn browser; geen ander apparaat krijgt de reden te zien. Buiten hun tijden kunnen kinderen er om meer tijd vragen.",
    it:
      "Dice al dispositivo interessato che cosa ha bloccato il sito, nella lingua del suo browser; nessun altro dispositivo ne conosce il motivo. Fuori dai loro orari, i bambini possono chiedere più tempo da lì.",
    pt:
      "Diz ao dispositivo em causa o que bloqueou o site, na língua do seu navegador; nenhum outro dispositivo fica a saber o motivo. Fora dos seus horários, as crianças podem pedir aí mais tempo.",
  },
  needs: {
    en:
      "Devices must reach ports 80 and 443 of the box; where they do not, the browser shows an error as before. Sites with child abuse, and ways around the box, never show the page.",
    fr:
      "Les appareils doivent atteindre les ports 80 et 443 de la box ; sinon, le navigateur affiche une erreur comme avant. Les sites liés aux abus sur mineurs et ceux qui servent à contourner la box n’affichent jamais la page.",
    es:
      "Los dispositivos deben llegar a los puertos 80 y 443 de la box; si no, el navegador muestra un error como antes. Los sitios de abuso de menores y los que sirven para eludir la box nunca muestran la página.",
    de:
      "Geräte müssen die Ports 80 und 443 der Box erreichen; sonst zeigt der Browser einen Fehler wie bisher. Websites mit Kindesmissbrauch und Wege an der Box vorbei zeigen die Seite nie.",
    nl:
      "Apparaten moeten de poorten 80 en 443 van de box bereiken; anders toont de browser een fout zoals voorheen. Websites met kindermisbruik en omwegen om de box heen tonen de pagina nooit.",
    it:
      "I dispositivi devono raggiungere le porte 80 e 443 della box; altrimenti il browser mostra un errore come prima. I siti legati agli abusi su minori e quelli che servono ad aggirare la box non mostrano mai la pagina.",
    pt:
      "Os dispositivos têm de chegar às portas 80 e 443 da box; caso contrário, o navegador mostra um erro como antes. Os sites de abuso de menores e os que servem para contornar a box nunca mostram a página.",
  },
  preview: {
    en: "What it looks like",
    fr: "Voici à quoi ressemble la page",
    es: "Así se ve la página",
    de: "So sieht sie aus",
    nl: "Zo ziet de pagina eruit",
    it: "Ecco come si presenta la pagina",
    pt: "A página fica assim",
  },
  turned_on: {
    en: "Blocked sites now show a page.",
    fr: "Les sites bloqués affichent maintenant une page.",
    es: "Los sitios bloqueados muestran ahora una página.",
    de: "Gesperrte Websites zeigen jetzt eine Seite.",
    nl: "Geblokkeerde websites tonen nu een pagina.",
    it: "I siti bloccati ora mostrano una pagina.",
    pt: "Os sites bloqueados mostram agora uma página.",
  },
  turned_off: {
    en: "Blocked sites no longer show a page.",
    fr: "Les sites bloqués n’affichent plus de page.",
    es: "Los sitios bloqueados ya no muestran una página.",
    de: "Gesperrte Websites zeigen keine Seite mehr.",
    nl: "Geblokkeerde websites tonen geen pagina meer.",
    it: "I siti bloccati non mostrano più una pagina.",
    pt: "Os sites bloqueados já não mostram uma página.",
  },
  devices: {
    en: "On each device",
    fr: "Sur chaque appareil",
    es: "En cada dispositivo",
    de: "Auf jedem Gerät",
    nl: "Op elk apparaat",
    it: "Su ogni dispositivo",
    pt: "Em cada dispositivo",
  },
  devices_help: {
    en:
      "Most sites use https: until a device has the certificate of the box, its browser warns before the page. It is optional, and this address says how to install it:",
    fr:
      "La plupart des sites utilisent https : tant qu’un appareil n’a pas le certificat de la box, son navigateur avertit avant la page. C’est facultatif, et cette adresse dit comment l’installer :",
    es:
      "La mayoría de los sitios usan https: mientras un dispositivo no tenga el certificado de la box, su navegador avisa antes de la página. Es opcional, y esta dirección dice cómo instalarlo:",
    de:
      "Die meisten Websites nutzen https: Solange ein Gerät das Zertifikat der Box nicht hat, warnt sein Browser vor der Seite. Es ist freiwillig, und diese Adresse sagt, wie es installiert wird:",
    nl:
      "De meeste websites gebruiken https: zolang een apparaat het certificaat van de box niet heeft, waarschuwt zijn browser vóór de pagina. Het is niet verplicht, en dit adres zegt hoe u het installeert:",
    it:
      "La maggior parte dei siti usa https: finché un dispositivo non ha il certificato della box, il suo browser avvisa prima della pagina. È facoltativo, e questo indirizzo dice come installarlo:",
    pt:
      "A maioria dos sites usa https: enquanto um dispositivo não tiver o certificado da box, o navegador avisa antes da página. É opcional, e este endereço diz como instalá-lo:",
  },
  anew: {
    en: "Make a new certificate",
    fr: "Créer un nouveau certificat",
    es: "Crear un certificado nuevo",
    de: "Neues Zertifikat erstellen",
    nl: "Nieuw certificaat maken",
    it: "Crea un nuovo certificato",
    pt: "Criar um novo certificado",
  },
  anew_help: {
    en:
      "Only needed when somebody else may have had hold of the box or of its disk. Every device that trusted the certificate must then remove it and install the new one.",
    fr:
      "Utile seulement si quelqu’un d’autre a pu avoir la box ou son disque en main. Chaque appareil qui faisait confiance au certificat doit alors le supprimer et installer le nouveau.",
    es:
      "Solo hace falta si otra persona pudo tener la box o su disco en sus manos. Cada dispositivo que confiaba en el certificado debe quitarlo e instalar el nuevo.",
    de:
      "Nur nötig, wenn jemand anders die Box oder ihren Datenträger in der Hand gehabt haben könnte. Jedes Gerät, das dem Zertifikat vertraute, muss es dann entfernen und das neue installieren.",
    nl:
      "Alleen nodig als iemand anders de box of haar schijf in handen kan hebben gehad. Elk apparaat dat het certificaat vertrouwde, moet het dan verwijderen en het nieuwe installeren.",
    it:
      "Serve solo se qualcun altro può avere avuto in mano la box o il suo disco. Ogni dispositivo che si fidava del certificato deve poi rimuoverlo e installare quello nuovo.",
    pt:
      "Só é preciso se outra pessoa pode ter tido a box ou o seu disco nas mãos. Cada dispositivo que confiava no certificado tem então de o remover e instalar o novo.",
  },
  anew_done: {
    en: "There is a new certificate to install.",
    fr: "Il y a un nouveau certificat à installer.",
    es: "Hay un certificado nuevo para instalar.",
    de: "Es gibt ein neues Zertifikat zum Installieren.",
    nl: "Er is een nieuw certificaat om te installeren.",
    it: "C’è un nuovo certificato da installare.",
    pt: "Há um novo certificado para instalar.",
  },
});
