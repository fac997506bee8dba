/** Texts of the upstream servers and of the answer cache. */
import { texts } from "./text.ts";

/** The texts. */
export const upstreams = texts({
  lead_all: {
    en: {
      one: "The box asks {count} DNS server for what it does not know itself; it answers.",
      other: "The box asks {count} DNS servers for what it does not know itself; all answer.",
    },
    fr: {
      one: "La box interroge {count} serveur DNS pour ce qu’elle ne sait pas ; il répond.",
      other: "La box interroge {count} serveurs DNS pour ce qu’elle ne sait pas ; tous répondent.",
    },
    es: {
      one: "La box pregunta a {count} servidor DNS lo que no sabe; responde.",
      other: "La box pregunta a {count} servidores DNS lo que no sabe; todos responden.",
    },
    de: {
      one: "Die Box fragt {count} DNS-Server nach allem, was sie nicht selbst weiß; er antwortet.",
      other:
        "Die Box fragt {count} DNS-Server nach allem, was sie nicht selbst weiß; alle antworten.",
    },
    nl: {
      one: "De box vraagt aan {count} DNS-server wat ze zelf niet weet; hij antwoordt.",
      other: "De box vraagt aan {count} DNS-servers wat ze zelf niet weet; ze antwoorden allemaal.",
    },
    it: {
      one: "La box chiede a {count} server DNS ciò che non sa; risponde.",
      other: "La box chiede a {count} server DNS ciò che non sa; tutti rispondono.",
    },
    pt: {
      one: "A box pergunta a {count} servidor DNS o que não sabe; responde.",
      other: "A box pergunta a {count} servidores DNS o que não sabe; todos respondem.",
    },
  },
  lead_unasked: {
    en: {
      one:
        "The box has {count} DNS server for what it does not know itself; it has not been asked yet.",
      other:
        "The box has {count} DNS servers for what it does not know itself; none has been asked yet.",
    },
    fr: {
      one:
        "La box a {count} serveur DNS pour ce qu’elle ne sait pas ; il n’a pas encore été interrogé.",
      other:
        "La box a {count} serveurs DNS pour ce qu’elle ne sait pas ; aucun n’a encore été interrogé.",
    },
    es: {
      one: "La box tiene {count} servidor DNS para lo que no sabe; aún no se le ha preguntado.",
      other:
        "La box tiene {count} servidores DNS para lo que no sabe; aún no se ha preguntado a ninguno.",
    },
    de: {
      one:
        "Die Box hat {count} DNS-Server für alles, was sie nicht selbst weiß; er wurde noch nicht gefragt.",
      other:
        "Die Box hat {count} DNS-Server für alles, was sie nicht selbst weiß; noch keiner wurde gefragt.",
    },
    nl: {
      one: "De box heeft {count} DNS-server voor wat ze zelf niet weet; die is nog niet gevraagd.",
      other:
        "De box heeft {count} DNS-servers voor wat ze zelf niet weet; er is er nog geen gevraagd.",
    },
    it: {
      one: "La box ha {count} server DNS per ciò che non sa; non è ancora stato interrogato.",
      other: "La box ha {count} server DNS per ciò che non sa; nessuno è ancora stato interrogato.",
    },
    pt: {
      one: "A box tem {count} servidor DNS para o que não sabe; ainda não foi consultado.",
      other: "A box tem {count} servidores DNS para o que não sabe; nenhum foi ainda consultado.",
    },
  },
  lead_well: {
    en: {
      one: "The box has {count} DNS server for what it does not know itself; it answers.",
      other:
        "The box has {count} DNS servers for what it does not know itself; those asked so far answer.",
    },
    fr: {
      one: "La box a {count} serveur DNS pour ce qu’elle ne sait pas ; il répond.",
      other:
        "La box a {count} serveurs DNS pour ce qu’elle ne sait pas ; ceux interrogés jusqu’ici répondent.",
    },
    es: {
      one: "La box tiene {count} servidor DNS para lo que no sabe; responde.",
      other:
        "La box tiene {count} servidores DNS para lo que no sabe; los consultados hasta ahora responden.",
    },
    de: {
      one: "Die Box hat {count} DNS-Server für alles, was sie nicht selbst weiß; er antwortet.",
      other:
        "Die Box hat {count} DNS-Server für alles, was sie nicht selbst weiß; die bisher gefragten antworten.",
    },
    nl: {
      one: "De box heeft {count} DNS-server voor wat ze zelf niet weet; hij antwoordt.",
      other:
        "De box heeft {count} DNS-servers voor wat ze zelf niet weet; de tot nu toe gevraagde antwoorden.",
    },
    it: {
      one: "La box ha {count} server DNS per ciò che non sa; risponde.",
      other:
        "La box ha {count} server DNS per ciò che non sa; quelli interrogati finora rispondono.",
    },
    pt: {
      one: "A box tem {count} servidor DNS para o que não sabe; responde.",
      other:
        "A box tem {count} servidores DNS para o que não sabe; os consultados até agora respondem.",
    },
  },
  lead_fast: {
    en: "The quickest takes {time}.",
    fr: "Le plus rapide répond en {time}.",
    es: "El más rápido responde en {time}.",
    de: "Der schnellste braucht {time}.",
    nl: "De snelste doet er {time} over.",
    it: "Il più veloce risponde in {time}.",
    pt: "O mais rápido responde em {time}.",
  },
  lead_some: {
    en: {
      one: "{count} of {all} DNS servers does not answer.",
      other: "{count} of {all} DNS servers do not answer.",
    },
    fr: {
      one: "{count} serveur DNS sur {all} ne répond pas.",
      other: "{count} serveurs DNS sur {all} ne répondent pas.",
    },
    es: {
      one: "{count} de {all} servidores DNS no responde.",
      other: "{count} de {all} servidores DNS no responden.",
    },
    de: {
      one: "{count} von {all} DNS-Servern antwortet nicht.",
      other: "{count} von {all} DNS-Servern antworten nicht.",
    },
    nl: {
      one: "{count} van {all} DNS-servers antwoordt niet.",
      other: "{count} van {all} DNS-servers antwoorden niet.",
    },
    it: {
      one: "{count} server DNS su {all} non risponde.",
      other: "{count} server DNS su {all} non rispondono.",
    },
    pt: {
      one: "{count} de {all} servidores DNS não responde.",
      other: "{count} de {all} servidores DNS não respondem.",
    },
  },
  lead_none: {
    en: "No DNS server answers. Known names are answered for a while; then pages stop loading.",
    fr:
      "Aucun serveur DNS ne répond. Les noms viennent de la mémoire un moment, puis les pages ne se chargent plus.",
    es:
      "Ningún servidor DNS responde. Los nombres salen de la memoria un tiempo; después las páginas dejan de cargarse.",
    de:
      "Kein DNS-Server antwortet. Bekannte Namen werden noch eine Weile beantwortet, dann laden keine Seiten mehr.",
    nl:
      "Geen enkele DNS-server antwoordt. Bekende namen worden nog een tijdje beantwoord; daarna laden pagina’s niet meer.",
    it:
      "Nessun server DNS risponde. I nomi arrivano ancora un po’ dalla memoria; poi le pagine non si caricano più.",
    pt:
      "Nenhum servidor DNS responde. Os nomes vêm da memória durante algum tempo; depois as páginas deixam de abrir.",
  },
  lead_unknown: {
    en: "The part of the box that asks DNS servers does not answer right now.",
    fr: "La partie de la box qui interroge les serveurs DNS ne répond pas en ce moment.",
    es: "La parte de la box que consulta a los servidores DNS no responde ahora mismo.",
    de: "Der Teil der Box, der DNS-Server fragt, antwortet gerade nicht.",
    nl: "Het deel van de box dat DNS-servers vraagt, antwoordt nu niet.",
    it: "La parte della box che interroga i server DNS ora non risponde.",
    pt: "A parte da box que consulta os servidores DNS não responde neste momento.",
  },
  in_use: {
    en: "Servers that are asked",
    fr: "Serveurs interrogés",
    es: "Servidores consultados",
    de: "Server, die gefragt werden",
    nl: "Servers die worden gevraagd",
    it: "Server interrogati",
    pt: "Servidores consultados",
  },
  unasked: {
    en: "Not asked yet",
    fr: "Pas encore interrogé",
    es: "Aún no consultado",
    de: "Noch nicht gefragt",
    nl: "Nog niet gevraagd",
    it: "Non ancora interrogato",
    pt: "Ainda não consultado",
  },
  latency: {
    en: "Time",
    fr: "Temps",
    es: "Tiempo",
    de: "Zeit",
    nl: "Tijd",
    it: "Tempo",
    pt: "Tempo",
  },
  latency_none: {
    en: "not known yet",
    fr: "pas encore connu",
    es: "aún no se sabe",
    de: "noch nicht bekannt",
    nl: "nog niet bekend",
    it: "non ancora noto",
    pt: "ainda desconhecido",
  },
  failures: {
    en: "Failures",
    fr: "Échecs",
    es: "Fallos",
    de: "Fehlschläge",
    nl: "Mislukt",
    it: "Errori",
    pt: "Falhas",
  },
  last_answer: {
    en: "Last answer",
    fr: "Dernière réponse",
    es: "Última respuesta",
    de: "Letzte Antwort",
    nl: "Laatste antwoord",
    it: "Ultima risposta",
    pt: "Última resposta",
  },
  share: {
    en: "Share",
    fr: "Part",
    es: "Parte",
    de: "Anteil",
    nl: "Aandeel",
    it: "Quota",
    pt: "Parte",
  },
  way_doh: {
    en: "Encrypted (HTTPS)",
    fr: "Chiffré (HTTPS)",
    es: "Cifrado (HTTPS)",
    de: "Verschlüsselt (HTTPS)",
    nl: "Versleuteld (HTTPS)",
    it: "Cifrato (HTTPS)",
    pt: "Cifrado (HTTPS)",
  },
  way_dot: {
    en: "Encrypted (TLS)",
    fr: "Chiffré (TLS)",
    es: "Cifrado (TLS)",
    de: "Verschlüsselt (TLS)",
    nl: "Versleuteld (TLS)",
    it: "Cifrato (TLS)",
    pt: "Cifrado (TLS)",
  },
  way_doq: {
    en: "Encrypted (QUIC)",
    fr: "Chiffré (QUIC)",
    es: "Cifrado (QUIC)",
    de: "Verschlüsselt (QUIC)",
    nl: "Versleuteld (QUIC)",
    it: "Cifrato (QUIC)",
    pt: "Cifrado (QUIC)",
  },
  way_h3: {
    en: "Encrypted (HTTP/3)",
    fr: "Chiffré (HTTP/3)",
    es: "Cifrado (HTTP/3)",
    de: "Verschlüsselt (HTTP/3)",
    nl: "Versleuteld (HTTP/3)",
    it: "Cifrato (HTTP/3)",
    pt: "Cifrado (HTTP/3)",
  },
  way_dnscrypt: {
    en: "Encrypted (DNSCrypt)",
    fr: "Chiffré (DNSCrypt)",
    es: "Cifrado (DNSCrypt)",
    de: "Verschlüsselt (DNSCrypt)",
    nl: "Versleuteld (DNSCrypt)",
    it: "Cifrato (DNSCrypt)",
    pt: "Cifrado (DNSCrypt)",
  },
  way_plain: {
    en: "Not encrypted",
    fr: "Non chiffré",
    es: "Sin cifrar",
    de: "Unverschlüsselt",
    nl: "Niet versleuteld",
    it: "Non cifrato",
    pt: "Não cifrado",
  },
  since_start: {
    en: "Counted since the box started.",
    fr: "Compté depuis le démarrage de la box.",
    es: "Contado desde que arrancó la box.",
    de: "Gezählt seit dem Start der Box.",
    nl: "Geteld sinds de box is gestart.",
    it: "Contato dall’avvio della box.",
    pt: "Contado desde o arranque da box.",
  },
  last_error: {
    en: "Last error",
    fr: "Dernière erreur",
    es: "Último error",
    de: "Letzter Fehler",
    nl: "Laatste fout",
    it: "Ultimo errore",
    pt: "Último erro",
  },
  choose: {
    en: "Choose your servers",
    fr: "Choisir vos serveurs",
    es: "Elegir los servidores",
    de: "Server auswählen",
    nl: "Servers kiezen",
    it: "Scegli i server",
    pt: "Escolher os servidores",
  },
  saved: {
    en: "The servers are saved and in use.",
    fr: "Les serveurs sont enregistrés et utilisés.",
    es: "Los servidores están guardados y en uso.",
    de: "Die Server sind gespeichert und im Einsatz.",
    nl: "De servers zijn opgeslagen en in gebruik.",
    it: "I server sono salvati e in uso.",
    pt: "Os servidores estão guardados e em uso.",
  },
  test: {
    en: "Test first",
    fr: "Tester d’abord",
    es: "Probar primero",
    de: "Zuerst testen",
    nl: "Eerst testen",
    it: "Prima prova",
    pt: "Testar primeiro",
  },
  tested: {
    en: "What the test found",
    fr: "Résultat du test",
    es: "Resultado de la prueba",
    de: "Was der Test ergab",
    nl: "Wat de test vond",
    it: "Esito della prova",
    pt: "Resultado do teste",
  },
  tested_all: {
    en: "All of them answer. Nothing is saved yet.",
    fr: "Tous répondent. Rien n’est encore enregistré.",
    es: "Todos responden. Aún no se ha guardado nada.",
    de: "Alle antworten. Noch ist nichts gespeichert.",
    nl: "Ze antwoorden allemaal. Er is nog niets opgeslagen.",
    it: "Tutti rispondono. Nulla è ancora salvato.",
    pt: "Todos respondem. Ainda nada foi guardado.",
  },
  tested_some: {
    en: {
      one: "{count} does not answer as it should. Nothing is saved yet.",
      other: "{count} do not answer as they should. Nothing is saved yet.",
    },
    fr: {
      one: "{count} ne répond pas comme il faut. Rien n’est encore enregistré.",
      other: "{count} ne répondent pas comme il faut. Rien n’est encore enregistré.",
    },
    es: {
      one: "{count} no responde como debe. Aún no se ha guardado nada.",
      other: "{count} no responden como deben. Aún no se ha guardado nada.",
    },
    de: {
      one: "{count} antwortet nicht, wie er soll. Noch ist nichts gespeichert.",
      other: "{count} antworten nicht, wie sie sollen. Noch ist nichts gespeichert.",
    },
    nl: {
      one: "{count} antwoordt niet zoals het hoort. Er is nog niets opgeslagen.",
      other: "{count} antwoorden niet zoals het hoort. Er is nog niets opgeslagen.",
    },
    it: {
      one: "{count} non risponde come dovrebbe. Nulla è ancora salvato.",
      other: "{count} non rispondono come dovrebbero. Nulla è ancora salvato.",
    },
    pt: {
      one: "{count} não responde como deve. Ainda nada foi guardado.",
      other: "{count} não respondem como devem. Ainda nada foi guardado.",
    },
  },
  state_answers: {
    en: "Answers",
    fr: "Répond",
    es: "Responde",
    de: "Antwortet",
    nl: "Antwoordt",
    it: "Risponde",
    pt: "Responde",
  },
  state_refuses: {
    en: "Refuses",
    fr: "Refuse",
    es: "Rechaza",
    de: "Lehnt ab",
    nl: "Weigert",
    it: "Rifiuta",
    pt: "Recusa",
  },
  state_fails: {
    en: "Does not answer",
    fr: "Ne répond pas",
    es: "No responde",
    de: "Antwortet nicht",
    nl: "Antwoordt niet",
    it: "Non risponde",
    pt: "Não responde",
  },
  first_time: {
    en: "First answer",
    fr: "Première réponse",
    es: "Primera respuesta",
    de: "Erste Antwort",
    nl: "Eerste antwoord",
    it: "Prima risposta",
    pt: "Primeira resposta",
  },
  dnssec_unchecked: {
    en:
      "The box does not check DNSSEC signatures itself. Choose a server that does: the test shows which.",
    fr:
      "La box ne vérifie pas elle-même les signatures DNSSEC. Choisissez un serveur qui le fait : le test indique lesquels.",
    es:
      "La box no comprueba ella misma las firmas DNSSEC. Elija un servidor que lo haga: la prueba muestra cuáles.",
    de:
      "Die Box prüft DNSSEC-Signaturen nicht selbst. Wählen Sie einen Server, der das tut: Der Test zeigt, welche.",
    nl:
      "De box controleert DNSSEC-handtekeningen niet zelf. Kies een server die dat wel doet: de test laat zien welke.",
    it:
      "La box non verifica da sé le firme DNSSEC. Scegli un server che lo faccia: il test mostra quali.",
    pt:
      "A box não verifica ela própria as assinaturas DNSSEC. Escolha um servidor que o faça: o teste mostra quais.",
  },
  dnssec: {
    en: "Signatures (DNSSEC)",
    fr: "Signatures (DNSSEC)",
    es: "Firmas (DNSSEC)",
    de: "Signaturen (DNSSEC)",
    nl: "Handtekeningen (DNSSEC)",
    it: "Firme (DNSSEC)",
    pt: "Assinaturas (DNSSEC)",
  },
  dnssec_validated: {
    en: "checked",
    fr: "vérifiées",
    es: "comprobadas",
    de: "geprüft",
    nl: "gecontroleerd",
    it: "verificate",
    pt: "verificadas",
  },
  dnssec_signed: {
    en: "passed on",
    fr: "transmises",
    es: "transmitidas",
    de: "weitergegeben",
    nl: "doorgegeven",
    it: "trasmesse",
    pt: "transmitidas",
  },
  dnssec_none: {
    en: "none",
    fr: "aucune",
    es: "ninguna",
    de: "keine",
    nl: "geen",
    it: "nessuna",
    pt: "nenhuma",
  },
  allowed: {
    en:
      "One line is not a server. Write a short name from the list below, an address, a name with tls://, https://, quic:// or h3:// before it, or a stamp sdns://….",
    fr:
      "Une des lignes n’est pas un serveur : écrivez un nom court de la liste ci-dessous, une adresse, un nom précédé de tls://, https://, quic:// ou h3://, ou un stamp sdns://….",
    es:
      "Una línea no es un servidor: escriba un nombre corto de la lista de abajo, una dirección, un nombre con tls://, https://, quic:// o h3:// delante, o un stamp sdns://….",
    de:
      "Eine Zeile ist kein Server. Schreiben Sie einen Kurznamen aus der Liste unten, eine Adresse, einen Namen mit tls://, https://, quic:// oder h3:// davor oder einen Stempel sdns://….",
    nl:
      "Eén regel is geen server. Schrijf een korte naam uit de lijst hieronder, een adres, een naam met tls://, https://, quic:// of h3:// ervoor, of een stempel sdns://….",
    it:
      "Una riga non è un server: scrivi un nome breve dell’elenco qui sotto, un indirizzo, un nome con tls://, https://, quic:// o h3:// davanti, oppure uno stamp sdns://….",
    pt:
      "Uma linha não é um servidor: escreva um nome curto da lista abaixo, um endereço, um nome com tls://, https://, quic:// ou h3:// antes, ou um stamp sdns://….",
  },
  syntax: {
    en: "How a line is written",
    fr: "Comment s’écrit une ligne",
    es: "Cómo se escribe una línea",
    de: "Wie eine Zeile geschrieben wird",
    nl: "Hoe een regel wordt geschreven",
    it: "Come si scrive una riga",
    pt: "Como se escreve uma linha",
  },
  syntax_preset: {
    en: "one of the servers below, by its short name",
    fr: "l’un des serveurs ci-dessous, par son nom court",
    es: "uno de los servidores de abajo, por su nombre corto",
    de: "einer der Server unten, mit seinem Kurznamen",
    nl: "een van de servers hieronder, met zijn korte naam",
    it: "uno dei server qui sotto, con il suo nome breve",
    pt: "um dos servidores abaixo, pelo nome curto",
  },
  syntax_doh: {
    en: "encrypted, over HTTPS",
    fr: "chiffré, par HTTPS",
    es: "cifrado, por HTTPS",
    de: "verschlüsselt, über HTTPS",
    nl: "versleuteld, over HTTPS",
    it: "cifrato, su HTTPS",
    pt: "cifrado, por HTTPS",
  },
  syntax_dot: {
    en: "encrypted, over TLS",
    fr: "chiffré, par TLS",
    es: "cifrado, por TLS",
    de: "verschlüsselt, über TLS",
    nl: "versleuteld, over TLS",
    it: "cifrato, su TLS",
    pt: "cifrado, por TLS",
  },
  syntax_doq: {
    en: "encrypted, over QUIC",
    fr: "chiffré, par QUIC",
    es: "cifrado, por QUIC",
    de: "verschlüsselt, über QUIC",
    nl: "versleuteld, over QUIC",
    it: "cifrato, su QUIC",
    pt: "cifrado, por QUIC",
  },
  syntax_h3: {
    en: "encrypted, over HTTP/3",
    fr: "chiffré, par HTTP/3",
    es: "cifrado, por HTTP/3",
    de: "verschlüsselt, über HTTP/3",
    nl: "versleuteld, over HTTP/3",
    it: "cifrato, su HTTP/3",
    pt: "cifrado, por HTTP/3",
  },
  syntax_stamp: {
    en: "a DNS stamp, as lists of public servers have them, for DNSCrypt too",
    fr: "un « DNS stamp », comme en donnent les listes de serveurs publics, aussi pour DNSCrypt",
    es: "un «DNS stamp», como los de las listas de servidores públicos, también para DNSCrypt",
    de: "ein DNS-Stempel, wie ihn Listen öffentlicher Server enthalten, auch für DNSCrypt",
    nl: "een DNS-stempel, zoals lijsten van openbare servers die hebben, ook voor DNSCrypt",
    it: "un «DNS stamp», come negli elenchi di server pubblici, anche per DNSCrypt",
    pt: "um «DNS stamp», como nas listas de servidores públicos, também para DNSCrypt",
  },
  syntax_plain: {
    en: "an address, not encrypted: for a router, for instance",
    fr: "une adresse, sans chiffrement : pour un routeur, par exemple",
    es: "una dirección, sin cifrar: para un router, por ejemplo",
    de: "eine Adresse, unverschlüsselt: etwa für einen Router",
    nl: "een adres, niet versleuteld: bijvoorbeeld voor een router",
    it: "un indirizzo, non cifrato: per un router, ad esempio",
    pt: "um endereço, não cifrado: para um router, por exemplo",
  },
  syntax_route: {
    en: "one server for the names of one domain",
    fr: "un serveur pour les noms d’un domaine",
    es: "un servidor para los nombres de un dominio",
    de: "ein Server für die Namen einer Domain",
    nl: "één server voor de namen van één domein",
    it: "un server per i nomi di un dominio",
    pt: "um servidor para os nomes de um domínio",
  },
  strategy_parallel: {
    en:
      "Every server is asked at once and the first answer counts: quick, and each of them learns every name.",
    fr:
      "Tous les serveurs sont interrogés en même temps et la première réponse compte : rapide, mais chacun apprend tous les noms.",
    es:
      "Se pregunta a todos a la vez y vale la primera respuesta: rápido, pero cada uno llega a conocer todos los nombres.",
    de:
      "Alle Server werden zugleich gefragt, die erste Antwort zählt: schnell, und jeder erfährt jeden Namen.",
    nl:
      "Alle servers worden tegelijk gevraagd en het eerste antwoord telt: snel, maar elke server ziet elke naam.",
    it:
      "Tutti i server sono interrogati insieme e vale la prima risposta: veloce, ma ognuno viene a sapere tutti i nomi.",
    pt:
      "Todos os servidores são consultados ao mesmo tempo e vale a primeira resposta: rápido, mas cada um fica a saber todos os nomes.",
  },
  strategy_weighted: {
    en:
      "One server is asked at a time, the quick ones more often; another steps in when it is slow or fails.",
    fr:
      "Un seul serveur est interrogé à la fois, les plus rapides plus souvent ; un autre prend le relais s’il est lent ou en panne.",
    es:
      "Se pregunta a un servidor cada vez, más a menudo a los rápidos; otro lo releva si es lento o falla.",
    de:
      "Es wird jeweils ein Server gefragt, die schnellen öfter; ein anderer springt ein, wenn er langsam ist oder ausfällt.",
    nl:
      "Er wordt telkens één server gevraagd, de snelle vaker; een andere springt in als die traag is of uitvalt.",
    it:
      "Si interroga un server alla volta, più spesso i veloci; un altro subentra se è lento o guasto.",
    pt:
      "Consulta-se um servidor de cada vez, mais vezes os rápidos; outro substitui-o se for lento ou falhar.",
  },
  strategy_strict: {
    en: "The first server is asked; the next one only when it fails.",
    fr: "Le premier serveur est interrogé ; le suivant seulement s’il échoue.",
    es: "Se pregunta al primer servidor; al siguiente solo si falla.",
    de: "Der erste Server wird gefragt, der nächste nur, wenn er ausfällt.",
    nl: "De eerste server wordt gevraagd; de volgende alleen als die uitvalt.",
    it: "Si interroga il primo server; il successivo solo se fallisce.",
    pt: "Consulta-se o primeiro servidor; o seguinte só quando ele falha.",
  },
  more: {
    en: "More: fallback, bootstrap, waiting time",
    fr: "Plus : secours, amorçage, délais",
    es: "Más: reserva, arranque, espera",
    de: "Mehr: Ausweichserver, Startserver, Wartezeit",
    nl: "Meer: reserveservers, opstartservers, wachttijd",
    it: "Altro: riserva, avvio, attesa",
    pt: "Mais: reserva, arranque, espera",
  },
  presets: {
    en: "Well-known servers",
    fr: "Serveurs connus",
    es: "Servidores conocidos",
    de: "Bekannte Server",
    nl: "Bekende servers",
    it: "Server noti",
    pt: "Servidores conhecidos",
  },
  presets_help: {
    en: "Use one instead of the current ones, or add it to them.",
    fr: "Utilisez-en un à la place de ceux d’aujourd’hui, ou ajoutez-le.",
    es: "Use uno en lugar de los actuales, o añádalo a ellos.",
    de: "Verwenden Sie einen anstelle der jetzigen, oder fügen Sie ihn hinzu.",
    nl: "Gebruik er een in plaats van de huidige, of voeg hem toe.",
    it: "Usane uno al posto di quelli attuali, o aggiungilo.",
    pt: "Use um em vez dos atuais, ou adicione-o.",
  },
  use: {
    en: "Use",
    fr: "Utiliser",
    es: "Usar",
    de: "Verwenden",
    nl: "Gebruiken",
    it: "Usa",
    pt: "Usar",
  },
  use_named: {
    en: "Use {name} alone",
    fr: "Utiliser {name} seul",
    es: "Usar solo {name}",
    de: "Nur {name} verwenden",
    nl: "Alleen {name} gebruiken",
    it: "Usa solo {name}",
    pt: "Usar só {name}",
  },
  add: {
    en: "Add",
    fr: "Ajouter",
    es: "Añadir",
    de: "Hinzufügen",
    nl: "Toevoegen",
    it: "Aggiungi",
    pt: "Adicionar",
  },
  used: {
    en: "{name} is in use.",
    fr: "{name} est utilisé.",
    es: "{name} está en uso.",
    de: "{name} ist im Einsatz.",
    nl: "{name} is in gebruik.",
    it: "{name} è in uso.",
    pt: "{name} está em uso.",
  },
  is_used: {
    en: "In use",
    fr: "Utilisé",
    es: "En uso",
    de: "Im Einsatz",
    nl: "In gebruik",
    it: "In uso",
    pt: "Em uso",
  },
  seat: {
    en: "Seat: {country}",
    fr: "Siège : {country}",
    es: "Sede: {country}",
    de: "Sitz: {country}",
    nl: "Zetel: {country}",
    it: "Sede: {country}",
    pt: "Sede: {country}",
  },
  cache_text: {
    en:
      "The box remembers answers for as long as their owners allow, so that most names need no server.",
    fr:
      "La box retient les réponses aussi longtemps que leurs propriétaires le permettent : la plupart des noms n’ont besoin d’aucun serveur.",
    es:
      "La box recuerda las respuestas mientras sus dueños lo permiten, así que la mayoría de los nombres no necesita servidor.",
    de:
      "Die Box merkt sich Antworten, solange ihre Besitzer es erlauben; die meisten Namen brauchen dann keinen Server.",
    nl:
      "De box onthoudt antwoorden zolang de eigenaren dat toestaan, zodat de meeste namen geen server nodig hebben.",
    it:
      "La box ricorda le risposte finché i loro proprietari lo permettono: la maggior parte dei nomi non richiede un server.",
    pt:
      "A box guarda as respostas enquanto os donos o permitem, pelo que a maioria dos nomes não precisa de servidor.",
  },
  entries: {
    en: "Answers remembered",
    fr: "Réponses retenues",
    es: "Respuestas recordadas",
    de: "Gemerkte Antworten",
    nl: "Onthouden antwoorden",
    it: "Risposte ricordate",
    pt: "Respostas guardadas",
  },
  room: {
    en: "Memory used",
    fr: "Mémoire utilisée",
    es: "Memoria usada",
    de: "Belegter Speicher",
    nl: "Gebruikt geheugen",
    it: "Memoria usata",
    pt: "Memória usada",
  },
  room_of: {
    en: "{used} of {all}",
    fr: "{used} sur {all}",
    es: "{used} de {all}",
    de: "{used} von {all}",
    nl: "{used} van {all}",
    it: "{used} di {all}",
    pt: "{used} de {all}",
  },
  hits: {
    en: "Answered from the cache",
    fr: "Réponses du cache",
    es: "Respuestas desde la caché",
    de: "Aus dem Cache beantwortet",
    nl: "Uit de cache beantwoord",
    it: "Risposte dalla cache",
    pt: "Respostas da cache",
  },
  flush_name: {
    en: "Forget one name",
    fr: "Oublier un nom",
    es: "Olvidar un nombre",
    de: "Einen Namen vergessen",
    nl: "Eén naam vergeten",
    it: "Dimentica un nome",
    pt: "Esquecer um nome",
  },
  flush_name_help: {
    en: "The name and everything below it. The next query goes to a server.",
    fr: "Avec tous les noms en dessous. La prochaine question ira à un serveur.",
    es: "Junto con todo lo que hay debajo. La próxima pregunta irá a un servidor.",
    de: "Der Name und alles darunter. Die nächste Anfrage geht an einen Server.",
    nl: "De naam en alles eronder. Het volgende verzoek gaat naar een server.",
    it: "Insieme a tutto ciò che sta sotto. La prossima domanda andrà a un server.",
    pt: "Juntamente com tudo o que está abaixo. A próxima pergunta vai para um servidor.",
  },
  flush: {
    en: "Forget",
    fr: "Oublier",
    es: "Olvidar",
    de: "Vergessen",
    nl: "Vergeten",
    it: "Dimentica",
    pt: "Esquecer",
  },
  flush_all: {
    en: "Empty the cache",
    fr: "Vider le cache",
    es: "Vaciar la caché",
    de: "Cache leeren",
    nl: "Cache legen",
    it: "Svuota la cache",
    pt: "Esvaziar a cache",
  },
  flushed: {
    en: "The answers are forgotten.",
    fr: "Les réponses sont oubliées.",
    es: "Las respuestas se han olvidado.",
    de: "Die Antworten sind vergessen.",
    nl: "De antwoorden zijn vergeten.",
    it: "Le risposte sono state dimenticate.",
    pt: "As respostas foram esquecidas.",
  },
  cache_settings: {
    en: "Change its size",
    fr: "Modifier sa taille",
    es: "Cambiar su tamaño",
    de: "Größe ändern",
    nl: "Grootte wijzigen",
    it: "Modifica la dimensione",
    pt: "Alterar o tamanho",
  },
  own: {
    en: "Different servers for some",
    fr: "D’autres serveurs pour certains",
    es: "Otros servidores para algunos",
    de: "Andere Server für Einzelne",
    nl: "Andere servers voor sommigen",
    it: "Altri server per alcuni",
    pt: "Outros servidores para alguns",
  },
  own_help: {
    en:
      "A device outranks its person, a person their age and their group. Domains that you forward yourself still go where you send them.",
    fr:
      "Un appareil l’emporte sur sa personne, une personne sur son âge et son groupe. Les domaines que vous redirigez vous-même vont toujours où vous les envoyez.",
    es:
      "Un dispositivo prevalece sobre su persona, y una persona sobre su edad y su grupo. Los dominios que reenvía usted mismo siguen yendo adonde los envía.",
    de:
      "Ein Gerät geht seiner Person vor, eine Person ihrem Alter und ihrer Gruppe. Domains, die Sie selbst weiterleiten, gehen weiter dorthin.",
    nl:
      "Een apparaat gaat voor zijn persoon, een persoon voor leeftijd en groep. Domeinen die u zelf doorstuurt, gaan nog steeds daarheen.",
    it:
      "Un dispositivo prevale sulla sua persona, una persona sulla sua età e sul suo gruppo. I domini che inoltri tu vanno sempre dove li mandi.",
    pt:
      "Um dispositivo prevalece sobre a sua pessoa, e uma pessoa sobre a idade e o grupo. Os domínios que reencaminha continuam a ir para onde os envia.",
  },
  own_add: {
    en: "Choose servers for somebody",
    fr: "Choisir des serveurs pour quelqu’un",
    es: "Elegir servidores para alguien",
    de: "Server für jemanden wählen",
    nl: "Servers voor iemand kiezen",
    it: "Scegli server per qualcuno",
    pt: "Escolher servidores para alguém",
  },
  own_lines: {
    en: "Servers, one per line",
    fr: "Serveurs, un par ligne",
    es: "Servidores, uno por línea",
    de: "Server, einer je Zeile",
    nl: "Servers, één per regel",
    it: "Server, uno per riga",
    pt: "Servidores, um por linha",
  },
  own_lines_help: {
    en: "If none of them answers, nobody else is asked.",
    fr: "Si aucun ne répond, aucun autre n’est interrogé.",
    es: "Si ninguno responde, no se pregunta a ningún otro.",
    de: "Antwortet keiner davon, wird kein anderer gefragt.",
    nl: "Als geen ervan antwoordt, wordt geen andere gevraagd.",
    it: "Se nessuno risponde, non si chiede ad altri.",
    pt: "Se nenhum responder, não se pergunta a mais nenhum.",
  },
  own_saved: {
    en: "Servers saved",
    fr: "Serveurs enregistrés",
    es: "Servidores guardados",
    de: "Server gespeichert",
    nl: "Servers opgeslagen",
    it: "Server salvati",
    pt: "Servidores guardados",
  },
  own_removed: {
    en: "{name}: no servers of its own any more",
    fr: "{name} : plus de serveurs à part",
    es: "{name}: ya no tiene servidores propios",
    de: "{name}: keine eigenen Server mehr",
    nl: "{name}: geen eigen servers meer",
    it: "{name}: non ha più server propri",
    pt: "{name}: já não tem servidores próprios",
  },
});
