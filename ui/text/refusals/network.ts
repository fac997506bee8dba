/** Refusals about local records, zones, the router and scans. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const NETWORK_REFUSALS: Refusals = {
  "There is no local record with the number: {id}": "errors.said_gone",
  "There is no local zone: {zone}": "errors.said_gone",
  "This domain is a local zone; remove the zone first: {name}": {
    fr: "{name} est une zone locale. Supprimez d’abord la zone.",
    es: "{name} es una zona local. Quite antes la zona.",
    de: "{name} ist eine lokale Zone. Entfernen Sie zuerst die Zone.",
    nl: "{name} is een lokale zone. Verwijder eerst de zone.",
    it: "{name} è una zona locale. Rimuovi prima la zona.",
    pt: "{name} é uma zona local. Remova primeiro a zona.",
  },
  "The record *.{name} answers all names of this domain; remove it first": {
    fr: "L’enregistrement *.{name} répond à tous les noms de ce domaine. Supprimez-le d’abord.",
    es: "El registro *.{name} responde a todos los nombres de este dominio. Quítelo primero.",
    de: "Der Eintrag *.{name} beantwortet alle Namen dieser Domain. Entfernen Sie ihn zuerst.",
    nl: "Het record *.{name} beantwoordt alle namen van dit domein. Verwijder het eerst.",
    it: "Il record *.{name} risponde a tutti i nomi di questo dominio. Rimuovilo prima.",
    pt: "O registo *.{name} responde a todos os nomes deste domínio. Remova-o primeiro.",
  },
  "This is a name of the box itself; choose another one: {name}": {
    fr: "{name} est un nom de la box elle-même. Choisissez-en un autre.",
    es: "{name} es un nombre de la propia box. Elija otro.",
    de: "{name} ist ein Name der Box selbst. Wählen Sie einen anderen.",
    nl: "{name} is een naam van de box zelf. Kies een andere.",
    it: "{name} è un nome della box stessa. Scegline un altro.",
    pt: "{name} é um nome da própria box. Escolha outro.",
  },
  "{why}; give another domain, such as one below it: {name}": {
    fr: "{why} Indiquez un autre domaine, par exemple un sous-domaine de {name}.",
    es: "{why} Indique otro dominio, por ejemplo uno por debajo de {name}.",
    de: "{why} Geben Sie eine andere Domain an, etwa eine unterhalb von {name}.",
    nl: "{why} Geef een ander domein op, bijvoorbeeld een onder {name}.",
    it: "{why} Indica un altro dominio, per esempio uno sotto {name}.",
    pt: "{why} Indique outro domínio, por exemplo um abaixo de {name}.",
  },
  "This ending belongs to many owners": {
    fr: "Cette terminaison est partagée par de nombreux sites.",
    es: "Esta terminación la comparten muchos sitios.",
    de: "Diese Endung teilen sich viele Websites.",
    nl: "Deze extensie wordt door veel sites gedeeld.",
    it: "Questa estensione è condivisa da molti siti.",
    pt: "Esta terminação é partilhada por muitos sites.",
  },
  "Every machine answers this name itself": {
    fr: "Chaque appareil répond lui-même à ce nom.",
    es: "Cada dispositivo responde por sí mismo a este nombre.",
    de: "Diesen Namen beantwortet jedes Gerät selbst.",
    nl: "Deze naam beantwoordt elk apparaat zelf.",
    it: "Ogni dispositivo risponde da sé a questo nome.",
    pt: "Cada dispositivo responde sozinho a este nome.",
  },
  "This name has a CNAME, and the top of a zone cannot have one: {name}": {
    fr: "{name} a un CNAME, ce que le sommet d’une zone ne peut pas avoir. Supprimez-le d’abord.",
    es: "{name} tiene un CNAME, y la raíz de una zona no puede tenerlo. Quítelo primero.",
    de:
      "{name} hat einen CNAME, und die Spitze einer Zone darf keinen haben. Entfernen Sie ihn zuerst.",
    nl: "{name} heeft een CNAME, en de top van een zone kan die niet hebben. Verwijder hem eerst.",
    it: "{name} ha un CNAME, e la radice di una zona non può averlo. Rimuovilo prima.",
    pt: "{name} tem um CNAME, e o topo de uma zona não pode ter um. Remova-o primeiro.",
  },
  "This domain is forwarded to the router; end that first: {name}": {
    fr: "Les noms de {name} sont transmis au routeur. Arrêtez d’abord cette transmission.",
    es: "Los nombres de {name} se reenvían al router. Termine antes ese reenvío.",
    de: "Namen von {name} gehen an den Router. Beenden Sie zuerst diese Weiterleitung.",
    nl: "Namen van {name} gaan naar de router. Beëindig eerst die doorsturing.",
    it: "I nomi di {name} sono inoltrati al router. Termina prima l’inoltro.",
    pt: "Os nomes de {name} são encaminhados para o router. Termine primeiro esse encaminhamento.",
  },
  "This domain is forwarded to an upstream; remove the line [/{name}/] first": {
    fr: "{name} est transmis à un autre serveur. Supprimez d’abord la ligne [/{name}/].",
    es: "{name} se reenvía a otro servidor. Quite antes la línea [/{name}/].",
    de: "{name} geht an einen anderen Server. Entfernen Sie zuerst die Zeile [/{name}/].",
    nl: "{name} gaat naar een andere server. Verwijder eerst de regel [/{name}/].",
    it: "{name} è inoltrato a un altro server. Rimuovi prima la riga [/{name}/].",
    pt: "{name} é encaminhado para outro servidor. Remova primeiro a linha [/{name}/].",
  },
  "{zone} is a local zone, so the upstream of [/{zone}/] would never be used; remove the zone or the line":
    {
      fr:
        "{zone} est une zone locale : le serveur de [/{zone}/] ne servirait jamais. Supprimez la zone ou la ligne.",
      es:
        "{zone} es una zona local, así que el servidor de [/{zone}/] nunca se usaría. Quite la zona o la línea.",
      de:
        "{zone} ist eine lokale Zone, daher würde der Server von [/{zone}/] nie benutzt. Entfernen Sie die Zone oder die Zeile.",
      nl:
        "{zone} is een lokale zone, dus de server van [/{zone}/] zou nooit worden gebruikt. Verwijder de zone of de regel.",
      it:
        "{zone} è una zona locale, quindi il server di [/{zone}/] non servirebbe mai. Rimuovi la zona o la riga.",
      pt:
        "{zone} é uma zona local, por isso o servidor de [/{zone}/] nunca seria usado. Remova a zona ou a linha.",
    },
  "There can be {most} local zones; remove one first": {
    fr: "Il peut y avoir {most} zones locales. Supprimez-en une d’abord.",
    es: "Puede haber {most} zonas locales. Quite una primero.",
    de: "Es kann {most} lokale Zonen geben. Entfernen Sie zuerst eine.",
    nl: "Er kunnen {most} lokale zones zijn. Verwijder er eerst een.",
    it: "Possono esserci {most} zone locali. Rimuovine prima una.",
    pt: "Pode haver {most} zonas locais. Remova uma primeiro.",
  },
  "There can be {most} local records; remove one first": {
    fr: "Il peut y avoir {most} enregistrements locaux. Supprimez-en un d’abord.",
    es: "Puede haber {most} registros locales. Quite uno primero.",
    de: "Es kann {most} lokale Einträge geben. Entfernen Sie zuerst einen.",
    nl: "Er kunnen {most} lokale records zijn. Verwijder er eerst een.",
    it: "Possono esserci {most} record locali. Rimuovine prima uno.",
    pt: "Pode haver {most} registos locais. Remova um primeiro.",
  },
  "Give the router by its IP address, with a port if it is not 53, such as 192.168.1.1: {text}": {
    fr: "Indiquez l’adresse IP du routeur, par exemple 192.168.1.1, plutôt que {text}.",
    es: "Indique la dirección IP del router, por ejemplo 192.168.1.1, en lugar de {text}.",
    de: "Geben Sie die IP-Adresse des Routers an, zum Beispiel 192.168.1.1, statt {text}.",
    nl: "Geef het IP-adres van de router op, zoals 192.168.1.1, in plaats van {text}.",
    it: "Indica l’indirizzo IP del router, per esempio 192.168.1.1, invece di {text}.",
    pt: "Indique o endereço IP do router, por exemplo 192.168.1.1, em vez de {text}.",
  },
  "This is the address of the box; give the address of the router: {text}": {
    fr: "{text} est l’adresse de la box elle-même. Indiquez celle du routeur.",
    es: "{text} es la dirección de la propia box. Indique la del router.",
    de: "{text} ist die Adresse der Box selbst. Geben Sie die des Routers an.",
    nl: "{text} is het adres van de box zelf. Geef dat van de router op.",
    it: "{text} è l’indirizzo della box stessa. Indica quello del router.",
    pt: "{text} é o endereço da própria box. Indique o do router.",
  },
  "No router has this address: {text}": {
    fr: "Aucun routeur ne peut avoir cette adresse : {text}.",
    es: "Ningún router puede tener esta dirección: {text}.",
    de: "Kein Router kann diese Adresse haben: {text}.",
    nl: "Geen router kan dit adres hebben: {text}.",
    it: "Nessun router può avere questo indirizzo: {text}.",
    pt: "Nenhum router pode ter este endereço: {text}.",
  },
  "Choose what the router answers: a domain, the names of addresses, or both": {
    fr:
      "Choisissez ce que le routeur doit répondre : un domaine, les noms des adresses, ou les deux.",
    es: "Elija qué responde el router: un dominio, los nombres de las direcciones o ambos.",
    de: "Wählen Sie, was der Router beantwortet: eine Domain, die Namen von Adressen oder beides.",
    nl: "Kies wat de router beantwoordt: een domein, de namen van adressen of beide.",
    it: "Scegli che cosa risponde il router: un dominio, i nomi degli indirizzi, o entrambi.",
    pt: "Escolha o que o router responde: um domínio, os nomes dos endereços ou ambos.",
  },
  "Each part of a name can have at most {most} characters: {name}": {
    fr: "Chaque partie d’un nom peut avoir au plus {most} caractères : {name}.",
    es: "Cada parte de un nombre puede tener como máximo {most} caracteres: {name}.",
    de: "Jeder Teil eines Namens kann höchstens {most} Zeichen haben: {name}.",
    nl: "Elk deel van een naam kan hoogstens {most} tekens hebben: {name}.",
    it: "Ogni parte di un nome può avere al massimo {most} caratteri: {name}.",
    pt: "Cada parte de um nome pode ter no máximo {most} caracteres: {name}.",
  },
  "A name can have at most {most} characters, this one has: {length}": {
    fr: "Un nom peut avoir au plus {most} caractères, celui-ci en a {length}.",
    es: "Un nombre puede tener como máximo {most} caracteres; este tiene {length}.",
    de: "Ein Name kann höchstens {most} Zeichen haben, dieser hat {length}.",
    nl: "Een naam kan hoogstens {most} tekens hebben, deze heeft er {length}.",
    it: "Un nome può avere al massimo {most} caratteri, questo ne ha {length}.",
    pt: "Um nome pode ter no máximo {most} caracteres; este tem {length}.",
  },
  "This is an address; to give it a name, choose the type PTR: {text}": {
    fr: "{text} est une adresse. Pour lui donner un nom, choisissez le type PTR.",
    es: "{text} es una dirección. Para darle un nombre, elija el tipo PTR.",
    de: "{text} ist eine Adresse. Um ihr einen Namen zu geben, wählen Sie den Typ PTR.",
    nl: "{text} is een adres. Kies het type PTR om het een naam te geven.",
    it: "{text} è un indirizzo. Per dargli un nome, scegli il tipo PTR.",
    pt: "{text} é um endereço. Para lhe dar um nome, escolha o tipo PTR.",
  },
  "This ending belongs to many owners; give one domain below it: *.{name}": {
    fr: "La terminaison {name} est partagée par de nombreux sites. Indiquez un seul domaine.",
    es: "La terminación {name} la comparten muchos sitios. Indique un solo dominio.",
    de: "Die Endung {name} teilen sich viele Websites. Geben Sie eine einzelne Domain an.",
    nl: "De extensie {name} wordt door veel sites gedeeld. Geef één domein op.",
    it: "L’estensione {name} è condivisa da molti siti. Indica un solo dominio.",
    pt: "A terminação {name} é partilhada por muitos sites. Indique um só domínio.",
  },
  "The name of an SRV record looks like _ldap._tcp.lab.example, not: {name}": {
    fr: "Le nom d’un enregistrement SRV ressemble à _ldap._tcp.lab.example, pas à {name}.",
    es: "El nombre de un registro SRV es como _ldap._tcp.lab.example, no como {name}.",
    de: "Der Name eines SRV-Eintrags sieht aus wie _ldap._tcp.lab.example, nicht wie {name}.",
    nl: "De naam van een SRV-record ziet eruit als _ldap._tcp.lab.example, niet als {name}.",
    it: "Il nome di un record SRV è come _ldap._tcp.lab.example, non come {name}.",
    pt: "O nome de um registo SRV é como _ldap._tcp.lab.example, não como {name}.",
  },
  "Give a name, such as nas.lab.example": {
    fr: "Indiquez un nom, par exemple nas.lab.example.",
    es: "Indique un nombre, por ejemplo nas.lab.example.",
    de: "Geben Sie einen Namen an, zum Beispiel nas.lab.example.",
    nl: "Geef een naam op, zoals nas.lab.example.",
    it: "Indica un nome, per esempio nas.lab.example.",
    pt: "Indique um nome, por exemplo nas.lab.example.",
  },
  "A * can only be the first part of a name, as in *.lab.example: {text}": {
    fr: "Un * ne peut être que la première partie d’un nom, comme dans *.lab.example : {text}.",
    es: "Un * solo puede ser la primera parte de un nombre, como en *.lab.example: {text}.",
    de: "Ein * kann nur der erste Teil eines Namens sein, wie in *.lab.example: {text}.",
    nl: "Een * kan alleen het eerste deel van een naam zijn, zoals in *.lab.example: {text}.",
    it: "Un * può essere solo la prima parte di un nome, come in *.lab.example: {text}.",
    pt: "Um * só pode ser a primeira parte de um nome, como em *.lab.example: {text}.",
  },
  "A name has no spaces; write - instead: {text}": {
    fr: "Un nom n’a pas d’espaces. Écrivez un tiret à la place : {text}.",
    es: "Un nombre no tiene espacios. Escriba un guion en su lugar: {text}.",
    de: "Ein Name hat keine Leerzeichen. Schreiben Sie stattdessen einen Bindestrich: {text}.",
    nl: "Een naam heeft geen spaties. Schrijf in plaats daarvan een streepje: {text}.",
    it: "Un nome non ha spazi. Scrivi invece un trattino: {text}.",
    pt: "Um nome não tem espaços. Escreva antes um hífen: {text}.",
  },
  "A name has no dot at its start, and no two dots in a row: {text}": {
    fr: "Un nom ne commence pas par un point et n’en a pas deux de suite : {text}",
    es: "Un nombre no empieza por un punto ni tiene dos seguidos: {text}",
    de: "Ein Name beginnt nicht mit einem Punkt und hat keine zwei hintereinander: {text}",
    nl: "Een naam begint niet met een punt en heeft er geen twee achter elkaar: {text}",
    it: "Un nome non inizia con un punto e non ne ha due di seguito: {text}",
    pt: "Um nome não começa por um ponto nem tem dois seguidos: {text}",
  },
  "Write only the name, without http:// and without anything after it: {text}": {
    fr: "Écrivez seulement le nom, sans http:// et sans rien après : {text}",
    es: "Escriba solo el nombre, sin http:// y sin nada detrás: {text}",
    de: "Schreiben Sie nur den Namen, ohne http:// und ohne etwas dahinter: {text}",
    nl: "Schrijf alleen de naam, zonder http:// en zonder iets erachter: {text}",
    it: "Scrivi solo il nome, senza http:// e senza nulla dopo: {text}",
    pt: "Escreva só o nome, sem http:// e sem nada depois: {text}",
  },
  "A name has letters, digits, - and _, and dots between its parts: {text}": {
    fr: "Un nom a des lettres, des chiffres, - et _, et des points entre ses parties : {text}",
    es: "Un nombre tiene letras, cifras, - y _, y puntos entre sus partes: {text}",
    de: "Ein Name besteht aus Buchstaben, Ziffern, - und _, mit Punkten dazwischen: {text}",
    nl: "Een naam bestaat uit letters, cijfers, - en _, met punten ertussen: {text}",
    it: "Un nome ha lettere, cifre, - e _, e punti tra le sue parti: {text}",
    pt: "Um nome tem letras, algarismos, - e _, e pontos entre as partes: {text}",
  },
  "The TTL is a whole number of seconds from 0 to {most}, not: {ttl}": {
    fr: "La durée (TTL) est un nombre entier de secondes, de 0 à {most}.",
    es: "La duración (TTL) es un número entero de segundos, de 0 a {most}.",
    de: "Die TTL ist eine ganze Zahl von Sekunden, von 0 bis {most}.",
    nl: "De TTL is een heel aantal seconden, van 0 tot {most}.",
    it: "Il TTL è un numero intero di secondi, da 0 a {most}.",
    pt: "O TTL é um número inteiro de segundos, de 0 a {most}.",
  },
  "A comment can have at most {most} characters, this one has: {length}": {
    fr: "Un commentaire peut avoir au plus {most} caractères, celui-ci en a {length}.",
    es: "Un comentario puede tener como máximo {most} caracteres; este tiene {length}.",
    de: "Ein Kommentar kann höchstens {most} Zeichen haben, dieser hat {length}.",
    nl: "Een opmerking kan hoogstens {most} tekens hebben, deze heeft er {length}.",
    it: "Un commento può avere al massimo {most} caratteri, questo ne ha {length}.",
    pt: "Um comentário pode ter no máximo {most} caracteres; este tem {length}.",
  },
  "A comment is one line of text without control characters": {
    fr: "Un commentaire est une seule ligne, sans caractères invisibles.",
    es: "Un comentario es una sola línea, sin caracteres invisibles.",
    de: "Ein Kommentar ist eine einzige Zeile ohne unsichtbare Steuerzeichen.",
    nl: "Een opmerking is één regel zonder onzichtbare tekens.",
    it: "Un commento è una sola riga, senza caratteri invisibili.",
    pt: "Um comentário é uma só linha, sem caracteres invisíveis.",
  },
  "These CNAMEs would lead in a circle: {names}": {
    fr: "Ces CNAME tourneraient en rond : {names}",
    es: "Estos CNAME darían vueltas en círculo: {names}",
    de: "Diese CNAMEs würden sich im Kreis drehen: {names}",
    nl: "Deze CNAME’s zouden in een kringetje lopen: {names}",
    it: "Questi CNAME girerebbero in tondo: {names}",
    pt: "Estes CNAME andariam em círculo: {names}",
  },
  "At most {most} CNAMEs lead on from one to the next, these are more: {names}": {
    fr: "Au plus {most} CNAME peuvent se suivre, il y en a plus ici : {names}",
    es: "Se pueden encadenar como máximo {most} CNAME; aquí hay más: {names}",
    de: "Höchstens {most} CNAMEs können aufeinander folgen, hier sind es mehr: {names}",
    nl: "Hoogstens {most} CNAME’s kunnen elkaar opvolgen, hier zijn het er meer: {names}",
    it: "Possono seguirsi al massimo {most} CNAME, qui sono di più: {names}",
    pt: "Podem seguir-se no máximo {most} CNAME; aqui há mais: {names}",
  },
  "This record already exists: {name} {type} {value}": {
    fr: "Cet enregistrement existe déjà : {name} {type} {value}",
    es: "Este registro ya existe: {name} {type} {value}",
    de: "Diesen Eintrag gibt es schon: {name} {type} {value}",
    nl: "Dit record bestaat al: {name} {type} {value}",
    it: "Questo record esiste già: {name} {type} {value}",
    pt: "Este registo já existe: {name} {type} {value}",
  },
  "All names below {domain} are forwarded, and this record would answer them instead; end the forwarding, or use single names: {name}":
    {
      fr:
        "Tous les noms de {domain} sont transmis à un autre serveur, et cet enregistrement y répondrait à sa place. Arrêtez la transmission, ou utilisez des noms précis.",
      es:
        "Todos los nombres de {domain} se reenvían a otro servidor, y este registro respondería en su lugar. Termine el reenvío o use nombres concretos.",
      de:
        "Alle Namen unter {domain} gehen an einen anderen Server, und dieser Eintrag würde sie stattdessen beantworten. Beenden Sie die Weiterleitung, oder verwenden Sie einzelne Namen.",
      nl:
        "Alle namen onder {domain} gaan naar een andere server, en dit record zou ze in plaats daarvan beantwoorden. Beëindig de doorsturing of gebruik losse namen.",
      it:
        "Tutti i nomi di {domain} sono inoltrati a un altro server, e questo record risponderebbe al suo posto. Termina l’inoltro, o usa singoli nomi.",
      pt:
        "Todos os nomes de {domain} são encaminhados para outro servidor, e este registo responderia em vez dele. Termine o encaminhamento ou use nomes concretos.",
    },
  "A name can have one CNAME, and this one already leads to {target}: {name}": {
    fr: "Un nom n’a qu’un CNAME, et {name} mène déjà à {target}.",
    es: "Un nombre solo tiene un CNAME, y {name} ya lleva a {target}.",
    de: "Ein Name hat nur einen CNAME, und {name} führt schon zu {target}.",
    nl: "Een naam heeft maar één CNAME, en {name} leidt al naar {target}.",
    it: "Un nome ha un solo CNAME, e {name} porta già a {target}.",
    pt: "Um nome só tem um CNAME, e {name} já leva a {target}.",
  },
  "This name has a CNAME to {target}, which allows no other record; remove it, or choose another name: {name}":
    {
      fr:
        "{name} a un CNAME vers {target}, qui n’admet aucun autre enregistrement. Supprimez-le, ou choisissez un autre nom.",
      es:
        "{name} tiene un CNAME a {target}, que no admite otros registros. Quítelo o elija otro nombre.",
      de:
        "{name} hat einen CNAME zu {target}, neben dem kein anderer Eintrag möglich ist. Entfernen Sie ihn, oder wählen Sie einen anderen Namen.",
      nl:
        "{name} heeft een CNAME naar {target}, en daarnaast kan geen ander record staan. Verwijder hem of kies een andere naam.",
      it:
        "{name} ha un CNAME verso {target}, che non ammette altri record. Rimuovilo, o scegli un altro nome.",
      pt:
        "{name} tem um CNAME para {target}, que não admite outros registos. Remova-o ou escolha outro nome.",
    },
  "A CNAME allows no other records, and this name has some ({types}); remove them, or choose another name: {name}":
    {
      fr:
        "Un CNAME n’admet aucun autre enregistrement, et {name} en a déjà ({types}). Supprimez-les, ou choisissez un autre nom.",
      es:
        "Un CNAME no admite otros registros, y {name} ya tiene ({types}). Quítelos o elija otro nombre.",
      de:
        "Neben einem CNAME sind keine anderen Einträge möglich, und {name} hat schon welche ({types}). Entfernen Sie sie, oder wählen Sie einen anderen Namen.",
      nl:
        "Naast een CNAME kunnen geen andere records staan, en {name} heeft er al ({types}). Verwijder ze of kies een andere naam.",
      it:
        "Un CNAME non ammette altri record, e {name} ne ha già ({types}). Rimuovili, o scegli un altro nome.",
      pt:
        "Um CNAME não admite outros registos, e {name} já tem ({types}). Remova-os ou escolha outro nome.",
    },
  "The top of a local zone cannot be a CNAME; choose a name below it: {name}": {
    fr: "Le sommet d’une zone locale ne peut pas être un CNAME. Choisissez un nom sous {name}.",
    es: "La raíz de una zona local no puede ser un CNAME. Elija un nombre por debajo de {name}.",
    de:
      "Die Spitze einer lokalen Zone kann kein CNAME sein. Wählen Sie einen Namen unterhalb von {name}.",
    nl: "De top van een lokale zone kan geen CNAME zijn. Kies een naam onder {name}.",
    it: "La radice di una zona locale non può essere un CNAME. Scegli un nome sotto {name}.",
    pt: "O topo de uma zona local não pode ser um CNAME. Escolha um nome abaixo de {name}.",
  },
  "A name has at most {most} records of one type: {name} {type}": {
    fr: "Un nom peut avoir {most} enregistrements du même type au plus : {name} {type}.",
    es: "Un nombre puede tener como máximo {most} registros del mismo tipo: {name} {type}.",
    de: "Ein Name kann höchstens {most} Einträge desselben Typs haben: {name} {type}.",
    nl: "Een naam kan hoogstens {most} records van hetzelfde type hebben: {name} {type}.",
    it: "Un nome può avere al massimo {most} record dello stesso tipo: {name} {type}.",
    pt: "Um nome pode ter no máximo {most} registos do mesmo tipo: {name} {type}.",
  },
  "These records together are too large for one answer: {name} {type}": {
    fr: "Ensemble, ces enregistrements sont trop grands pour une réponse : {name} {type}.",
    es: "Juntos, estos registros son demasiado grandes para una respuesta: {name} {type}.",
    de: "Zusammen sind diese Einträge zu groß für eine Antwort: {name} {type}.",
    nl: "Samen zijn deze records te groot voor één antwoord: {name} {type}.",
    it: "Insieme, questi record sono troppo grandi per una risposta: {name} {type}.",
    pt: "Juntos, estes registos são demasiado grandes para uma resposta: {name} {type}.",
  },
  "Give the data of the record, such as {example}": {
    fr: "Indiquez les données de l’enregistrement, par exemple {example}.",
    es: "Indique los datos del registro, por ejemplo {example}.",
    de: "Geben Sie die Daten des Eintrags an, zum Beispiel {example}.",
    nl: "Geef de gegevens van het record op, zoals {example}.",
    it: "Indica i dati del record, per esempio {example}.",
    pt: "Indique os dados do registo, por exemplo {example}.",
  },
  "The data of {type} records are written like {example}, not: {text}": {
    fr: "Les données d’un enregistrement {type} s’écrivent comme {example}, pas comme {text}.",
    es: "Los datos de un registro {type} se escriben como {example}, no como {text}.",
    de: "Die Daten eines {type}-Eintrags schreibt man wie {example}, nicht wie {text}.",
    nl: "De gegevens van een {type}-record schrijf je als {example}, niet als {text}.",
    it: "I dati di un record {type} si scrivono come {example}, non come {text}.",
    pt: "Os dados de um registo {type} escrevem-se como {example}, não como {text}.",
  },
  "This is an address for the type {type}; choose that type: {text}": {
    fr: "Cette adresse va avec le type {type}. Choisissez ce type : {text}.",
    es: "Esta dirección es del tipo {type}. Elija ese tipo: {text}.",
    de: "Diese Adresse gehört zum Typ {type}. Wählen Sie diesen Typ: {text}.",
    nl: "Dit adres hoort bij het type {type}. Kies dat type: {text}.",
    it: "Questo indirizzo è del tipo {type}. Scegli quel tipo: {text}.",
    pt: "Este endereço é do tipo {type}. Escolha esse tipo: {text}.",
  },
  "A record of type {type} leads to a name, not to an address; give that address a name first: {text}":
    {
      fr:
        "Un enregistrement {type} mène à un nom, pas à une adresse. Donnez d’abord un nom à {text}.",
      es: "Un registro {type} lleva a un nombre, no a una dirección. Dé antes un nombre a {text}.",
      de:
        "Ein {type}-Eintrag führt zu einem Namen, nicht zu einer Adresse. Geben Sie {text} zuerst einen Namen.",
      nl: "Een {type}-record leidt naar een naam, niet naar een adres. Geef {text} eerst een naam.",
      it: "Un record {type} porta a un nome, non a un indirizzo. Dai prima un nome a {text}.",
      pt: "Um registo {type} leva a um nome, não a um endereço. Dê primeiro um nome a {text}.",
    },
  "The data of a record can have at most {most} characters, these have: {length}": {
    fr: "Les données peuvent avoir au plus {most} caractères, celles-ci en ont {length}.",
    es: "Los datos pueden tener como máximo {most} caracteres; estos tienen {length}.",
    de: "Die Daten können höchstens {most} Zeichen haben, diese haben {length}.",
    nl: "De gegevens kunnen hoogstens {most} tekens hebben, deze hebben er {length}.",
    it: "I dati possono avere al massimo {most} caratteri, questi ne hanno {length}.",
    pt: "Os dados podem ter no máximo {most} caracteres; estes têm {length}.",
  },
  "Of {network} only the part around the box is scanned: {part}": {
    fr: "De {network}, seule la partie autour de la box est analysée : {part}.",
    es: "De {network} solo se explora la parte cercana a la box: {part}.",
    de: "Von {network} wird nur der Teil rund um die Box durchsucht: {part}.",
    nl: "Van {network} wordt alleen het deel rond de box doorzocht: {part}.",
    it: "Di {network} viene esaminata solo la parte intorno alla box: {part}.",
    pt: "De {network} só é analisada a parte à volta da box: {part}.",
  },
  "This is not an IPv4 network; write it as 192.168.1.0/24: {text}": {
    fr: "Ce n’est pas un réseau IPv4 : {text}. Écrivez-le comme 192.168.1.0/24.",
    es: "No es una red IPv4: {text}. Escríbala como 192.168.1.0/24.",
    de: "Das ist kein IPv4-Netz: {text}. Schreiben Sie es wie 192.168.1.0/24.",
    nl: "Dit is geen IPv4-netwerk: {text}. Schrijf het als 192.168.1.0/24.",
    it: "Non è una rete IPv4: {text}. Scrivila come 192.168.1.0/24.",
    pt: "Não é uma rede IPv4: {text}. Escreva-a como 192.168.1.0/24.",
  },
  "The box scans only its own networks ({networks}): {text}": {
    fr: "La box n’analyse que ses propres réseaux ({networks}), pas {text}.",
    es: "La box solo explora sus propias redes ({networks}), no {text}.",
    de: "Die Box durchsucht nur ihre eigenen Netze ({networks}), nicht {text}.",
    nl: "De box doorzoekt alleen haar eigen netwerken ({networks}), niet {text}.",
    it: "La box esamina solo le proprie reti ({networks}), non {text}.",
    pt: "A box só analisa as suas próprias redes ({networks}), não {text}.",
  },
  "{network} has {size} addresses, too many to scan; give a part of it, such as {part}": {
    fr: "{network} est trop grand pour être analysé. Indiquez-en une partie, par exemple {part}.",
    es: "{network} es demasiado grande para explorarla. Indique una parte, por ejemplo {part}.",
    de: "{network} ist zu groß zum Durchsuchen. Geben Sie einen Teil an, zum Beispiel {part}.",
    nl: "{network} is te groot om te doorzoeken. Geef een deel op, zoals {part}.",
    it: "{network} è troppo grande da esaminare. Indicane una parte, per esempio {part}.",
    pt: "{network} é demasiado grande para analisar. Indique uma parte, por exemplo {part}.",
  },
  "The box is in no IPv4 network that could be scanned": {
    fr: "La box n’est dans aucun réseau IPv4 qui puisse être analysé.",
    es: "La box no está en ninguna red IPv4 que se pueda explorar.",
    de: "Die Box ist in keinem IPv4-Netz, das sich durchsuchen lässt.",
    nl: "De box zit in geen IPv4-netwerk dat doorzocht kan worden.",
    it: "La box non è in nessuna rete IPv4 che si possa esaminare.",
    pt: "A box não está em nenhuma rede IPv4 que possa ser analisada.",
  },
  "A scan is already running; wait until it ends, or stop it": {
    fr: "Une analyse est déjà en cours. Attendez la fin, ou arrêtez-la.",
    es: "Ya hay una exploración en marcha. Espere a que acabe o deténgala.",
    de: "Eine Suche läuft schon. Warten Sie, bis sie fertig ist, oder halten Sie sie an.",
    nl: "Er loopt al een scan. Wacht tot die klaar is of stop hem.",
    it: "Una scansione è già in corso. Aspetta che finisca, o fermala.",
    pt: "Já há uma análise em curso. Aguarde que termine ou pare-a.",
  },
};
