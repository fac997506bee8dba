/** Texts of the page of threats, and of spyware on the own devices. */
import { texts } from "./text.ts";

/** The texts. */
export const threats = texts({
  name: {
    en: "Threats",
    fr: "Menaces",
    es: "Amenazas",
    de: "Bedrohungen",
    nl: "Bedreigingen",
    it: "Minacce",
    pt: "Ameaças",
  },
  lead_none: {
    en: "Nothing dangerous was noticed in the last 30 days.",
    fr: "Rien de dangereux n’a été remarqué ces 30 derniers jours.",
    es: "No se detectó nada peligroso en los últimos 30 días.",
    de: "In den letzten 30 Tagen ist nichts Gefährliches aufgefallen.",
    nl: "De laatste 30 dagen is niets gevaarlijks opgemerkt.",
    it: "Negli ultimi 30 giorni non è stato rilevato nulla di pericoloso.",
    pt: "Nos últimos 30 dias não se detetou nada perigoso.",
  },
  lead_off: {
    en: "Nothing dangerous was noticed in the last 30 days. Off: {checks}.",
    fr: "Rien de dangereux n’a été remarqué ces 30 derniers jours. Désactivé : {checks}.",
    es: "No se detectó nada peligroso en los últimos 30 días. Desactivado: {checks}.",
    de: "In den letzten 30 Tagen ist nichts Gefährliches aufgefallen. Aus: {checks}.",
    nl: "De laatste 30 dagen is niets gevaarlijks opgemerkt. Uit: {checks}.",
    it: "Negli ultimi 30 giorni non è stato rilevato nulla di pericoloso. Disattivato: {checks}.",
    pt: "Nos últimos 30 dias não se detetou nada perigoso. Desligado: {checks}.",
  },
  filtering_off: {
    en: "Filtering is off for everyone, so nothing dangerous is blocked.",
    fr: "Le filtrage est désactivé pour tous : rien de dangereux n’est bloqué.",
    es: "El filtrado está desactivado para todos, así que no se bloquea nada peligroso.",
    de: "Das Filtern ist für alle aus, darum wird nichts Gefährliches gesperrt.",
    nl: "Het filteren staat voor iedereen uit, dus niets gevaarlijks wordt geblokkeerd.",
    it: "Il filtro è disattivato per tutti, quindi nulla di pericoloso viene bloccato.",
    pt: "A filtragem está desligada para todos, por isso nada de perigoso é bloqueado.",
  },
  spyware_idle: {
    en: "While filtering is off for everyone, spyware is reported but not blocked.",
    fr:
      "Tant que le filtrage est désactivé pour tous, les logiciels espions sont signalés mais pas bloqués.",
    es:
      "Mientras el filtrado esté desactivado para todos, la box avisa de los programas espía, pero no los bloquea.",
    de:
      "Solange das Filtern für alle aus ist, werden Spionageprogramme gemeldet, aber nicht gesperrt.",
    nl:
      "Zolang het filteren voor iedereen uit staat, worden spionageprogramma’s gemeld, maar niet geblokkeerd.",
    it:
      "Finché il filtro è disattivato per tutti, i programmi spia vengono segnalati ma non bloccati.",
    pt:
      "Enquanto a filtragem estiver desligada para todos, a box avisa sobre programas espiões, mas não os bloqueia.",
  },
  lead_spyware: {
    en: "A device tried to reach a spyware server {when}.",
    fr: "Un appareil a essayé de joindre un serveur de logiciels espions {when}.",
    es: "Un dispositivo intentó contactar con un servidor de programas espía {when}.",
    de: "Ein Gerät wollte {when} einen Server von Spionageprogrammen erreichen.",
    nl: "Een apparaat probeerde {when} een server van spionageprogramma’s te bereiken.",
    it: "Un dispositivo ha provato a contattare un server di programmi spia {when}.",
    pt: "Um dispositivo tentou contactar um servidor de programas espiões {when}.",
  },
  lead_found: {
    en: {
      one: "One thing that was noticed in the last 30 days is still open.",
      other: "{count} things that were noticed in the last 30 days are still open.",
    },
    fr: {
      one: "Une chose remarquée ces 30 derniers jours reste à voir.",
      other: "{count} choses remarquées ces 30 derniers jours restent à voir.",
    },
    es: {
      one: "Queda por ver una cosa detectada en los últimos 30 días.",
      other: "Quedan por ver {count} cosas detectadas en los últimos 30 días.",
    },
    de: {
      one: "Eine Auffälligkeit der letzten 30 Tage ist noch offen.",
      other: "{count} Auffälligkeiten der letzten 30 Tage sind noch offen.",
    },
    nl: {
      one: "Eén ding dat de laatste 30 dagen is opgemerkt, staat nog open.",
      other: "{count} dingen die de laatste 30 dagen zijn opgemerkt, staan nog open.",
    },
    it: {
      one: "Una cosa rilevata negli ultimi 30 giorni è ancora da vedere.",
      other: "{count} cose rilevate negli ultimi 30 giorni sono ancora da vedere.",
    },
    pt: {
      one: "Falta ver uma coisa detetada nos últimos 30 dias.",
      other: "Falta ver {count} coisas detetadas nos últimos 30 dias.",
    },
  },
  lead_seen: {
    en: "Everything noticed in the last 30 days has been acknowledged.",
    fr: "Tout ce qui a été remarqué ces 30 derniers jours a été vu.",
    es: "Todo lo detectado en los últimos 30 días ya está visto.",
    de: "Alles Auffällige der letzten 30 Tage ist erledigt.",
    nl: "Alles wat de laatste 30 dagen is opgemerkt, is afgehandeld.",
    it: "Tutto ciò che è stato rilevato negli ultimi 30 giorni è stato visto.",
    pt: "Tudo o que foi detetado nos últimos 30 dias já foi visto.",
  },
  empty: {
    en: "Nothing noticed in 30 days",
    fr: "Rien remarqué en 30 jours",
    es: "Nada detectado en 30 días",
    de: "Nichts Auffälliges in 30 Tagen",
    nl: "Niets opgemerkt in 30 dagen",
    it: "Nulla di rilevato in 30 giorni",
    pt: "Nada detetado em 30 dias",
  },
  empty_help: {
    en: "If a device does something suspicious, it appears here and you get an alert.",
    fr:
      "Si un appareil fait quelque chose de suspect, cela apparaît ici et vous recevez une alerte.",
    es: "Si un dispositivo hace algo sospechoso, aparecerá aquí y recibirá una alerta.",
    de: "Tut ein Gerät etwas Verdächtiges, steht es hier, und Sie bekommen eine Meldung.",
    nl: "Doet een apparaat iets verdachts, dan staat dat hier en krijgt u een melding.",
    it: "Se un dispositivo fa qualcosa di sospetto, lo trovi qui e ricevi un avviso.",
    pt: "Se um dispositivo fizer algo suspeito, aparece aqui e recebe um alerta.",
  },
  only_newest: {
    en: "Only the newest {count} are shown.",
    fr: "Seules les {count} plus récentes sont affichées.",
    es: "Solo se muestran las {count} más recientes.",
    de: "Nur die neuesten {count} werden gezeigt.",
    nl: "Alleen de nieuwste {count} worden getoond.",
    it: "Sono mostrate solo le {count} più recenti.",
    pt: "Só se mostram as {count} mais recentes.",
  },
  advice: {
    en: "What to do",
    fr: "Que faire",
    es: "Qué hacer",
    de: "Was Sie tun können",
    nl: "Wat u kunt doen",
    it: "Che cosa fare",
    pt: "O que fazer",
  },
  do_spyware: {
    en:
      "Talk to the person who uses the device before you remove anything: whoever installed the program will notice.",
    fr:
      "Parlez-en à la personne qui utilise l’appareil avant de supprimer quoi que ce soit : celui qui a installé le programme le remarquera.",
    es:
      "Hable con quien usa el dispositivo antes de eliminar nada: quien instaló el programa se dará cuenta.",
    de:
      "Sprechen Sie mit der Person, die das Gerät benutzt, bevor Sie etwas entfernen: Wer das Programm installiert hat, bemerkt das.",
    nl:
      "Praat met de gebruiker van het apparaat voordat u iets verwijdert: wie het programma heeft geïnstalleerd, merkt dat.",
    it:
      "Parlane con chi usa il dispositivo prima di rimuovere qualcosa: chi ha installato il programma se ne accorgerà.",
    pt:
      "Fale com quem usa o dispositivo antes de remover alguma coisa: quem instalou o programa vai notar.",
  },
  do_remote: {
    en:
      "Ask who started the program. If a stranger on the phone asked for it, hang up, turn the device off, and change the passwords used on it.",
    fr:
      "Demandez qui a lancé le programme. Si un inconnu l’a demandé au téléphone, raccrochez, éteignez l’appareil et changez les mots de passe utilisés dessus.",
    es:
      "Pregunte quién abrió el programa. Si lo pidió un desconocido por teléfono, cuelgue, apague el dispositivo y cambie las contraseñas usadas en él.",
    de:
      "Fragen Sie, wer das Programm gestartet hat. Hat ein Unbekannter am Telefon darum gebeten, legen Sie auf, schalten Sie das Gerät aus, und ändern Sie die dort benutzten Passwörter.",
    nl:
      "Vraag wie het programma heeft gestart. Heeft een onbekende aan de telefoon erom gevraagd, hang dan op, zet het apparaat uit en wijzig de wachtwoorden die erop zijn gebruikt.",
    it:
      "Chiedi chi ha avviato il programma. Se l’ha chiesto uno sconosciuto al telefono, riattacca, spegni il dispositivo e cambia le password usate lì.",
    pt:
      "Pergunte quem abriu o programa. Se foi um desconhecido ao telefone que pediu, desligue a chamada, desligue o dispositivo e mude as palavras-passe usadas nele.",
  },
  do_beacon: {
    en:
      "Install the updates of the device. If nobody knows what it contacts, put it in quarantine on its page.",
    fr:
      "Installez les mises à jour de l’appareil. Si personne ne sait ce qu’il contacte, mettez-le en quarantaine depuis sa page.",
    es:
      "Instale las actualizaciones del dispositivo. Si nadie sabe qué contacta, póngalo en cuarentena desde su página.",
    de:
      "Installieren Sie die Updates des Geräts. Weiß niemand, was es kontaktiert, stellen Sie es auf seiner Seite unter Quarantäne.",
    nl:
      "Installeer de updates van het apparaat. Weet niemand waarmee het contact maakt, zet het dan op zijn pagina in quarantaine.",
    it:
      "Installa gli aggiornamenti del dispositivo. Se nessuno sa che cosa contatta, mettilo in quarantena dalla sua pagina.",
    pt:
      "Instale as atualizações do dispositivo. Se ninguém souber o que ele contacta, ponha-o em quarentena na página dele.",
  },
  do_random_names: {
    en: "Scan the device for malware. Until then, put it in quarantine on its page.",
    fr:
      "Recherchez des logiciels malveillants sur l’appareil. En attendant, mettez-le en quarantaine depuis sa page.",
    es:
      "Busque programas maliciosos en el dispositivo. Mientras tanto, póngalo en cuarentena desde su página.",
    de:
      "Prüfen Sie das Gerät auf Schadsoftware. Stellen Sie es bis dahin auf seiner Seite unter Quarantäne.",
    nl: "Controleer het apparaat op malware. Zet het tot die tijd op zijn pagina in quarantaine.",
    it: "Cerca malware sul dispositivo. Nel frattempo mettilo in quarantena dalla sua pagina.",
    pt:
      "Procure software malicioso no dispositivo. Entretanto, ponha-o em quarentena na página dele.",
  },
  do_malicious: {
    en:
      "The box blocked it, so nothing is urgent. If it keeps coming back, scan the device for malware.",
    fr:
      "La box l’a bloqué : rien d’urgent. Si cela revient souvent, recherchez des logiciels malveillants sur l’appareil.",
    es:
      "La box lo bloqueó, así que no hay prisa. Si se repite, busque programas maliciosos en el dispositivo.",
    de:
      "Die Box hat es gesperrt, es eilt also nicht. Kommt es immer wieder, prüfen Sie das Gerät auf Schadsoftware.",
    nl:
      "De box heeft het geblokkeerd, dus er is geen haast bij. Komt het steeds terug, controleer het apparaat dan op malware.",
    it: "La box l’ha bloccato, quindi non c’è urgenza. Se continua, cerca malware sul dispositivo.",
    pt:
      "A box bloqueou-o, por isso não há pressa. Se continuar, procure software malicioso no dispositivo.",
  },
  do_rebinding: {
    en:
      "If the name is that of a device or service of your own, allow its home addresses. If not, leave it blocked.",
    fr:
      "Si le nom est celui d’un appareil ou d’un service à vous, autorisez ses adresses. Sinon, laissez-le bloqué.",
    es:
      "Si el nombre es de un dispositivo o servicio suyo, permita sus direcciones de casa. Si no, déjelo bloqueado.",
    de:
      "Gehört der Name zu einem eigenen Gerät oder Dienst, erlauben Sie seine Heimadressen. Sonst lassen Sie ihn gesperrt.",
    nl:
      "Hoort de naam bij een eigen apparaat of dienst, sta dan de thuisadressen toe. Zo niet, laat hem dan geblokkeerd.",
    it:
      "Se il nome è di un tuo dispositivo o servizio, consenti i suoi indirizzi di casa. Altrimenti lascialo bloccato.",
    pt:
      "Se o nome for de um dispositivo ou serviço seu, permita os endereços de casa dele. Se não, deixe-o bloqueado.",
  },
  more: {
    en: "{count} more",
    fr: "{count} de plus",
    es: "{count} más",
    de: "{count} weitere",
    nl: "nog {count}",
    it: "altri {count}",
    pt: "mais {count}",
  },
  allow_home: {
    en: "Allow home addresses",
    fr: "Autoriser les adresses de chez vous",
    es: "Permitir direcciones de casa",
    de: "Heimadressen erlauben",
    nl: "Thuisadressen toestaan",
    it: "Consenti indirizzi di casa",
    pt: "Permitir endereços de casa",
  },
  allowed_now: {
    en: "{name} may lead into your home",
    fr: "{name} peut mener chez vous",
    es: "{name} puede llevar a su casa",
    de: "{name} darf zu Ihnen nach Hause führen",
    nl: "{name} mag naar uw huis leiden",
    it: "{name} può portare a casa tua",
    pt: "{name} pode levar à sua casa",
  },
  removed: {
    en: "{name} may no longer lead into your home",
    fr: "{name} ne peut plus mener chez vous",
    es: "{name} ya no puede llevar a su casa",
    de: "{name} darf nicht mehr zu Ihnen nach Hause führen",
    nl: "{name} mag niet meer naar uw huis leiden",
    it: "{name} non può più portare a casa tua",
    pt: "{name} já não pode levar à sua casa",
  },
  allowed_help: {
    en: "For a domain of your own, or a service whose names are devices at home.",
    fr: "Pour un domaine à vous, ou un service dont les noms sont des appareils de chez vous.",
    es: "Para un dominio suyo o un servicio cuyos nombres son dispositivos de casa.",
    de: "Für eine eigene Domain oder einen Dienst, dessen Namen Geräte zu Hause sind.",
    nl: "Voor een eigen domein of een dienst waarvan de namen apparaten thuis zijn.",
    it: "Per un tuo dominio o un servizio i cui nomi sono dispositivi di casa.",
    pt: "Para um domínio seu ou um serviço cujos nomes são dispositivos de casa.",
  },
  domain_added: {
    en: "Domain added",
    fr: "Domaine ajouté",
    es: "Dominio añadido",
    de: "Domain hinzugefügt",
    nl: "Domein toegevoegd",
    it: "Dominio aggiunto",
    pt: "Domínio adicionado",
  },
  networks: {
    en: "Protected: {networks}",
    fr: "Protégés : {networks}",
    es: "Protegidas: {networks}",
    de: "Geschützt: {networks}",
    nl: "Beschermd: {networks}",
    it: "Protette: {networks}",
    pt: "Protegidas: {networks}",
  },
  quarantine: {
    en: "In quarantine",
    fr: "En quarantaine",
    es: "En cuarentena",
    de: "In Quarantäne",
    nl: "In quarantaine",
    it: "In quarantena",
    pt: "Em quarentena",
  },
  no_quarantine: {
    en: "No device is in quarantine. You can put one there on its page.",
    fr: "Aucun appareil n’est en quarantaine. Vous pouvez en isoler un depuis sa page.",
    es: "Ningún dispositivo está en cuarentena. Puede poner uno en cuarentena desde su página.",
    de:
      "Kein Gerät ist in Quarantäne. Auf der Seite eines Geräts können Sie es unter Quarantäne stellen.",
    nl:
      "Geen apparaat staat in quarantaine. Op de pagina van een apparaat kunt u het in quarantaine zetten.",
    it: "Nessun dispositivo è in quarantena. Puoi mettercene uno dalla sua pagina.",
    pt: "Nenhum dispositivo está em quarentena. Pode pôr um em quarentena na página dele.",
  },
  release: {
    en: "Release",
    fr: "Libérer",
    es: "Liberar",
    de: "Freigeben",
    nl: "Vrijgeven",
    it: "Libera",
    pt: "Libertar",
  },
  released: {
    en: "{name} released from quarantine",
    fr: "{name} n’est plus en quarantaine",
    es: "{name} ya no está en cuarentena",
    de: "{name} aus der Quarantäne entlassen",
    nl: "{name} uit quarantaine gehaald",
    it: "{name} non è più in quarantena",
    pt: "{name} já não está em quarentena",
  },
  checks: {
    en: "Checks",
    fr: "Vérifications",
    es: "Comprobaciones",
    de: "Prüfungen",
    nl: "Controles",
    it: "Controlli",
    pt: "Verificações",
  },
  beacons_idle: {
    en: "It doesn’t run at the moment: the box can’t ask the online service how old a domain is.",
    fr:
      "Sans effet en ce moment : la box ne peut pas demander l’âge d’un domaine au service en ligne.",
    es:
      "No funciona en este momento: la box no puede preguntar al servicio en línea la antigüedad de un dominio.",
    de:
      "Zurzeit ohne Wirkung: Die Box kann den Onlinedienst nicht nach dem Alter einer Domain fragen.",
    nl: "Dit werkt nu niet: de box kan de onlinedienst niet vragen hoe oud een domein is.",
    it: "Al momento non funziona: la box non può chiedere al servizio online l’età di un dominio.",
    pt:
      "Não funciona neste momento: a box não pode perguntar ao serviço online a idade de um domínio.",
  },
  dangerous: {
    en: "Lists of dangerous names",
    fr: "Listes de noms dangereux",
    es: "Listas de nombres peligrosos",
    de: "Listen gefährlicher Namen",
    nl: "Lijsten van gevaarlijke namen",
    it: "Liste di nomi pericolosi",
    pt: "Listas de nomes perigosos",
  },
  dangerous_none: {
    en: "You don’t have a list against malware or phishing yet.",
    fr: "Vous n’avez pas encore de liste contre les logiciels malveillants ou l’hameçonnage.",
    es: "Aún no tiene ninguna lista contra programas maliciosos o phishing.",
    de: "Sie haben noch keine Liste gegen Schadsoftware oder Phishing.",
    nl: "U hebt nog geen lijst tegen malware of phishing.",
    it: "Non hai ancora una lista contro malware o phishing.",
    pt: "Ainda não tem nenhuma lista contra software malicioso ou phishing.",
  },
  dangerous_idle: {
    en: "No list against malware or phishing has an effect at the moment.",
    fr: "Aucune liste contre les logiciels malveillants ou l’hameçonnage n’a d’effet en ce moment.",
    es: "En este momento no tiene efecto ninguna lista contra programas maliciosos o phishing.",
    de: "Zurzeit wirkt keine Liste gegen Schadsoftware oder Phishing.",
    nl: "Op dit moment werkt geen enkele lijst tegen malware of phishing.",
    it: "Al momento nessuna lista contro malware o phishing ha effetto.",
    pt: "Neste momento, nenhuma lista contra software malicioso ou phishing tem efeito.",
  },
  list: {
    en: "List of spyware",
    fr: "Liste des logiciels espions",
    es: "Lista de programas espía",
    de: "Liste der Spionageprogramme",
    nl: "Lijst van spionageprogramma’s",
    it: "Lista dei programmi spia",
    pt: "Lista de programas espiões",
  },
  list_known: {
    en: "{count} servers are known.",
    fr: "{count} serveurs sont connus.",
    es: "Se conocen {count} servidores.",
    de: "{count} Server sind bekannt.",
    nl: "Er zijn {count} servers bekend.",
    it: "Si conoscono {count} server.",
    pt: "Conhecem-se {count} servidores.",
  },
  list_built_in: {
    en: "They came with the box; no newer list was downloaded.",
    fr: "Ils sont fournis avec la box ; aucune liste plus récente n’a été téléchargée.",
    es: "Venían con la box; no se ha descargado una lista más nueva.",
    de: "Sie kamen mit der Box; eine neuere Liste wurde nicht geladen.",
    nl: "Ze kwamen met de box mee; er is geen nieuwere lijst opgehaald.",
    it: "Sono arrivati con la box; non è stata scaricata una lista più recente.",
    pt: "Vieram com a box; não foi transferida nenhuma lista mais recente.",
  },
  list_kept: {
    en: "No address of a newer list is set, so the list stays as it is.",
    fr: "Aucune adresse n’est indiquée pour une liste plus récente : celle-ci reste telle quelle.",
    es: "No hay dirección de una lista más nueva, así que la lista se queda como está.",
    de:
      "Es ist keine Adresse einer neueren Liste angegeben, deshalb bleibt die Liste, wie sie ist.",
    nl: "Er is geen adres van een nieuwere lijst ingesteld, dus blijft de lijst zoals die is.",
    it: "Non è indicato l’indirizzo di una lista più recente, quindi la lista resta com’è.",
    pt: "Não há endereço de uma lista mais recente, por isso a lista fica como está.",
  },
  list_fresh: {
    en: "Last compared with the source {when}.",
    fr: "Dernière comparaison avec la source {when}.",
    es: "Última comparación con la fuente {when}.",
    de: "Zuletzt {when} mit der Quelle abgeglichen.",
    nl: "Laatst met de bron vergeleken {when}.",
    it: "Ultimo confronto con la fonte {when}.",
    pt: "Última comparação com a fonte {when}.",
  },
  list_failing: {
    en: "The last download didn’t work. The box keeps the list that it has.",
    fr: "Le dernier téléchargement n’a pas fonctionné. La box garde la liste qu’elle a.",
    es: "La última descarga no funcionó. La box conserva la lista que tiene.",
    de: "Der letzte Download hat nicht geklappt. Die Box behält ihre Liste.",
    nl: "De laatste download is mislukt. De box houdt de lijst die hij heeft.",
    it: "L’ultimo download non è riuscito. La box tiene la lista che ha.",
    pt: "A última transferência falhou. A box mantém a lista que tem.",
  },
  list_held: {
    en: "A new list has {count} servers. That differs too much, so the box keeps the one before.",
    fr:
      "Une nouvelle liste a {count} serveurs. C’est trop différent, la box garde donc la précédente.",
    es:
      "Una lista nueva tiene {count} servidores. Es demasiado distinta, así que la box conserva la anterior.",
    de:
      "Eine neue Liste hat {count} Server. Das weicht zu stark ab, deshalb behält die Box die bisherige.",
    nl: "Een nieuwe lijst heeft {count} servers. Dat wijkt te veel af, dus houdt de box de vorige.",
    it: "Una nuova lista ha {count} server. È troppo diversa, quindi la box tiene quella di prima.",
    pt:
      "Uma lista nova tem {count} servidores. É demasiado diferente, por isso a box mantém a anterior.",
  },
  list_use: {
    en: "Use the new list",
    fr: "Utiliser la nouvelle liste",
    es: "Usar la lista nueva",
    de: "Neue Liste verwenden",
    nl: "Nieuwe lijst gebruiken",
    it: "Usa la nuova lista",
    pt: "Usar a lista nova",
  },
  list_return: {
    en: "Return to the list from before",
    fr: "Revenir à la liste précédente",
    es: "Volver a la lista anterior",
    de: "Zur vorherigen Liste zurück",
    nl: "Terug naar de vorige lijst",
    it: "Torna alla lista precedente",
    pt: "Voltar à lista anterior",
  },
  list_return_help: {
    en: "A new list was accepted. Until {date} you can return to the one from before.",
    fr: "Une nouvelle liste a été acceptée. Vous pouvez revenir à la précédente jusqu’au {date}.",
    es: "Se aceptó una lista nueva. Puede volver a la anterior hasta el {date}.",
    de: "Eine neue Liste wurde übernommen. Bis {date} können Sie zur vorherigen zurück.",
    nl: "Er is een nieuwe lijst overgenomen. Tot {date} kunt u terug naar de vorige.",
    it: "È stata accettata una nuova lista. Fino al {date} puoi tornare a quella di prima.",
    pt: "Foi aceite uma lista nova. Até {date} pode voltar à anterior.",
  },
  list_returned: {
    en: "The list from before is in use again",
    fr: "La liste précédente est de nouveau utilisée",
    es: "Se vuelve a usar la lista anterior",
    de: "Die vorherige Liste wird wieder verwendet",
    nl: "De vorige lijst wordt weer gebruikt",
    it: "La lista precedente è di nuovo in uso",
    pt: "A lista anterior está de novo em uso",
  },
  list_used: {
    en: "The new list is in use",
    fr: "La nouvelle liste est utilisée",
    es: "La lista nueva está en uso",
    de: "Die neue Liste wird verwendet",
    nl: "De nieuwe lijst wordt gebruikt",
    it: "La nuova lista è in uso",
    pt: "A lista nova está em uso",
  },
  list_source: {
    en: "Source: {name}, licence {licence}",
    fr: "Source : {name}, licence {licence}",
    es: "Fuente: {name}, licencia {licence}",
    de: "Quelle: {name}, Lizenz {licence}",
    nl: "Bron: {name}, licentie {licence}",
    it: "Fonte: {name}, licenza {licence}",
    pt: "Fonte: {name}, licença {licence}",
  },
  also: {
    en: "See also",
    fr: "Voir aussi",
    es: "Vea también",
    de: "Siehe auch",
    nl: "Zie ook",
    it: "Vedi anche",
    pt: "Veja também",
  },
  mine: {
    en: "Spyware on your devices",
    fr: "Logiciel espion sur vos appareils",
    es: "Programa espía en sus dispositivos",
    de: "Spionageprogramm auf Ihren Geräten",
    nl: "Spionageprogramma op uw apparaten",
    it: "Programma spia sui tuoi dispositivi",
    pt: "Programa espião nos seus dispositivos",
  },
  mine_help: {
    en:
      "Such programs show someone else your messages, calls and location. Talk to a person you trust, from another device. Remove the program only when you feel safe: whoever installed it will notice.",
    fr:
      "Ces programmes montrent vos messages, vos appels et vos déplacements à quelqu’un d’autre. Parlez-en à une personne de confiance, depuis un autre appareil. Ne supprimez le programme que si vous vous sentez en sécurité : la personne qui l’a installé le remarquera.",
    es:
      "Estos programas muestran a otra persona sus mensajes, llamadas y ubicación. Hable con alguien de confianza desde otro dispositivo. Elimine el programa solo cuando se sienta a salvo: quien lo instaló se dará cuenta.",
    de:
      "Solche Programme zeigen jemand anderem Ihre Nachrichten, Anrufe und Standorte. Sprechen Sie von einem anderen Gerät aus mit einer Person, der Sie vertrauen. Entfernen Sie das Programm erst, wenn Sie sich sicher fühlen: Wer es installiert hat, bemerkt das.",
    nl:
      "Zulke programma’s laten iemand anders uw berichten, gesprekken en locaties zien. Praat vanaf een ander apparaat met iemand die u vertrouwt. Verwijder het programma pas als u zich veilig voelt: degene die het heeft geïnstalleerd, merkt dat.",
    it:
      "Questi programmi mostrano a qualcun altro i tuoi messaggi, le chiamate e la posizione. Parlane con una persona di fiducia, da un altro dispositivo. Rimuovi il programma solo quando ti senti al sicuro: chi l’ha installato se ne accorgerà.",
    pt:
      "Estes programas mostram a outra pessoa as suas mensagens, chamadas e localização. Fale com alguém de confiança, a partir de outro dispositivo. Remova o programa só quando se sentir em segurança: quem o instalou vai notar.",
  },
  mine_blocked: {
    en: "The box cut the program off. Whoever installed it may notice that too.",
    fr: "La box a bloqué le programme. La personne qui l’a installé peut aussi le remarquer.",
    es: "La box ha bloqueado el programa. Quien lo instaló también puede darse cuenta de eso.",
    de: "Die Box hat das Programm gesperrt. Auch das kann bemerken, wer es installiert hat.",
    nl:
      "De box heeft het programma geblokkeerd. Ook dat kan degene merken die het heeft geïnstalleerd.",
    it: "La box ha bloccato il programma. Chi l’ha installato può accorgersi anche di questo.",
    pt: "A box bloqueou o programa. Quem o instalou também pode notar isso.",
  },
  mine_told: {
    en:
      "The administrators of the box were told too. This card stays for 30 days, and nobody can remove it.",
    fr:
      "Les administrateurs de la box ont aussi été prévenus. Cette carte reste 30 jours et personne ne peut la retirer.",
    es:
      "También se ha avisado a los administradores de la box. Esta tarjeta permanece 30 días y nadie puede quitarla.",
    de:
      "Auch die Administratoren der Box wurden benachrichtigt. Diese Karte bleibt 30 Tage, und niemand kann sie entfernen.",
    nl:
      "Ook de beheerders van de box hebben een melding gekregen. Deze kaart blijft 30 dagen staan en niemand kan die weghalen.",
    it:
      "Sono stati avvisati anche gli amministratori della box. Questa scheda resta per 30 giorni e nessuno può toglierla.",
    pt:
      "Os administradores da box também foram avisados. Este cartão fica 30 dias e ninguém o pode retirar.",
  },
  mine_seen: {
    en: "Marked as seen. If it happens again, it’s shown as new.",
    fr: "Marqué comme vu. Si cela se reproduit, vous le reverrez comme nouveau.",
    es: "Marcado como visto. Si vuelve a ocurrir, aparecerá como nuevo.",
    de: "Als gesehen markiert. Passiert es wieder, steht es hier als neu.",
    nl: "Als gezien gemarkeerd. Gebeurt het weer, dan staat het hier als nieuw.",
    it: "Segnato come visto. Se succede di nuovo, lo rivedrai come nuovo.",
    pt: "Marcado como visto. Se voltar a acontecer, aparece como novo.",
  },
  mine_unread: {
    en: "The box can’t say right now whether there is spyware on your devices. Try again later.",
    fr:
      "La box ne peut pas dire pour le moment s’il y a un logiciel espion sur vos appareils. Réessayez plus tard.",
    es:
      "La box no puede decir ahora si hay un programa espía en sus dispositivos. Inténtelo más tarde.",
    de:
      "Die Box kann gerade nicht sagen, ob auf Ihren Geräten ein Spionageprogramm ist. Versuchen Sie es später noch einmal.",
    nl:
      "De box kan nu niet zeggen of er een spionageprogramma op uw apparaten staat. Probeer het later opnieuw.",
    it: "La box ora non può dire se c’è un programma spia sui tuoi dispositivi. Riprova più tardi.",
    pt:
      "A box não consegue dizer agora se há um programa espião nos seus dispositivos. Tente mais tarde.",
  },
});
