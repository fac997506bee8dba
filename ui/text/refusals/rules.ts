/** Refusals about rules, and about lines that are pasted as rules. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const RULE_REFUSALS: Refusals = {
  "There is no rule for: {domain}": "errors.said_gone",
  "No person, group or device has this name: {name}": {
    fr: "La box ne connaît personne et aucun appareil de ce nom : {name}.",
    es: "La box no conoce a nadie ni ningún dispositivo con este nombre: {name}.",
    de: "Die Box kennt weder eine Person noch ein Gerät dieses Namens: {name}.",
    nl: "De box kent geen persoon en geen apparaat met deze naam: {name}.",
    it: "La box non conosce nessuno e nessun dispositivo con questo nome: {name}.",
    pt: "A box não conhece ninguém nem nenhum dispositivo com este nome: {name}.",
  },
  "No device and no person has this name or address: {name}": {
    fr: "Aucun appareil et aucune personne n’a ce nom ou cette adresse : {name}.",
    es: "Ningún dispositivo ni persona tiene este nombre o esta dirección: {name}.",
    de: "Kein Gerät und keine Person hat diesen Namen oder diese Adresse: {name}.",
    nl: "Geen apparaat en geen persoon heeft deze naam of dit adres: {name}.",
    it: "Nessun dispositivo e nessuna persona ha questo nome o indirizzo: {name}.",
    pt: "Nenhum dispositivo nem pessoa tem este nome ou endereço: {name}.",
  },
  "Several people or devices have this name: {name}": {
    fr: "Plusieurs personnes ou appareils portent ce nom : {name}. Indiquez plutôt l’adresse.",
    es: "Varias personas o dispositivos tienen este nombre: {name}. Indique la dirección.",
    de: "Mehrere Personen oder Geräte heißen so: {name}. Geben Sie stattdessen die Adresse an.",
    nl: "Meerdere personen of apparaten heten zo: {name}. Geef in plaats daarvan het adres op.",
    it: "Più persone o dispositivi hanno questo nome: {name}. Indica invece l’indirizzo.",
    pt: "Várias pessoas ou dispositivos têm este nome: {name}. Indique antes o endereço.",
  },
  "This line already says whom it is for; choose everyone, or remove it there": {
    fr: "Cette ligne dit déjà pour qui elle est. Choisissez « Tout le monde », ou enlevez-le ici.",
    es: "Esta línea ya dice para quién es. Elija «Todos» o quítelo de la línea.",
    de:
      "Diese Zeile sagt schon selbst, für wen sie gilt. Wählen Sie „Alle“, oder streichen Sie es dort.",
    nl: "Deze regel zegt zelf al voor wie hij is. Kies ‘Iedereen’ of haal het daar weg.",
    it: "Questa riga dice già per chi è. Scegli «Tutti», oppure toglilo dalla riga.",
    pt: "Esta linha já diz para quem é. Escolha «Todos» ou retire isso da linha.",
  },
  "The box knows only the tags {tags}, not: {tag}": {
    fr: "La box ne connaît que les étiquettes {tags}, pas {tag}.",
    es: "La box solo conoce las etiquetas {tags}, no {tag}.",
    de: "Die Box kennt nur die Tags {tags}, nicht {tag}.",
    nl: "De box kent alleen de tags {tags}, niet {tag}.",
    it: "La box conosce solo i tag {tags}, non {tag}.",
    pt: "A box só conhece as etiquetas {tags}, não {tag}.",
  },
  "Together with other rules, this one would lead in a circle: {path}": {
    fr: "Avec d’autres règles, celle-ci tournerait en rond : {path}.",
    es: "Con otras reglas, esta daría vueltas en círculo: {path}.",
    de: "Zusammen mit anderen Regeln würde sich diese im Kreis drehen: {path}.",
    nl: "Samen met andere regels zou deze in een kringetje lopen: {path}.",
    it: "Insieme ad altre regole, questa girerebbe in tondo: {path}.",
    pt: "Com outras regras, esta andaria em círculo: {path}.",
  },
  "The box answers this name itself; change its local record instead: {domain}": {
    fr: "La box répond elle-même à {domain}. Modifiez plutôt son enregistrement local.",
    es: "La propia box responde a {domain}. Cambie mejor su registro local.",
    de: "Die Box beantwortet {domain} selbst. Ändern Sie stattdessen den lokalen Eintrag.",
    nl: "De box beantwoordt {domain} zelf. Wijzig in plaats daarvan het lokale record.",
    it: "La box risponde da sé a {domain}. Cambia invece il record locale.",
    pt: "A própria box responde a {domain}. Altere antes o registo local.",
  },
  "There can be {most} rules; remove one first": {
    fr: "Il peut y avoir {most} règles. Supprimez-en une d’abord.",
    es: "Puede haber {most} reglas. Quite una primero.",
    de: "Es kann {most} Regeln geben. Entfernen Sie zuerst eine.",
    nl: "Er kunnen {most} regels zijn. Verwijder er eerst een.",
    it: "Possono esserci {most} regole. Rimuovine prima una.",
    pt: "Pode haver {most} regras. Remova uma primeiro.",
  },
  "An exception cannot rewrite; remove the rule that rewrites instead: {text}": {
    fr: "Une exception ne peut pas réécrire. Supprimez plutôt la règle qui réécrit : {text}",
    es: "Una excepción no puede reescribir. Quite mejor la regla que reescribe: {text}",
    de:
      "Eine Ausnahme kann nicht umschreiben. Entfernen Sie stattdessen die Regel, die umschreibt: {text}",
    nl: "Een uitzondering kan niet herschrijven. Verwijder liever de regel die herschrijft: {text}",
    it: "Un’eccezione non può riscrivere. Rimuovi invece la regola che riscrive: {text}",
    pt: "Uma exceção não pode reescrever. Remova antes a regra que reescreve: {text}",
  },
  "{modifier} is about pages, and the box sees only names: {text}": {
    fr: "{modifier} concerne le contenu des pages, mais la box ne voit que les noms : {text}",
    es: "{modifier} trata del contenido de las páginas, y la box solo ve nombres: {text}",
    de: "{modifier} betrifft Inhalte von Seiten, die Box sieht aber nur Namen: {text}",
    nl: "{modifier} gaat over de inhoud van pagina’s, en de box ziet alleen namen: {text}",
    it: "{modifier} riguarda il contenuto delle pagine, ma la box vede solo i nomi: {text}",
    pt: "{modifier} diz respeito ao conteúdo das páginas, e a box só vê nomes: {text}",
  },
  "There is no such modifier: {modifier}": {
    fr: "Ce modificateur n’existe pas : {modifier}.",
    es: "Este modificador no existe: {modifier}.",
    de: "Diesen Modifikator gibt es nicht: {modifier}.",
    nl: "Deze modifier bestaat niet: {modifier}.",
    it: "Questo modificatore non esiste: {modifier}.",
    pt: "Este modificador não existe: {modifier}.",
  },
  "The modifier {modifier} has no valid value: {text}": {
    fr: "La valeur du modificateur {modifier} n’est pas valable : {text}",
    es: "El valor del modificador {modifier} no es válido: {text}",
    de: "Der Wert des Modifikators {modifier} ist ungültig: {text}",
    nl: "De waarde van de modifier {modifier} is ongeldig: {text}",
    it: "Il valore del modificatore {modifier} non è valido: {text}",
    pt: "O valor do modificador {modifier} não é válido: {text}",
  },
  "Give the answer of the rewrite: {text}": {
    fr: "Dites ce qu’il faut répondre à la place : {text}",
    es: "Diga qué hay que responder en su lugar: {text}",
    de: "Geben Sie an, was stattdessen geantwortet wird: {text}",
    nl: "Geef op wat er in plaats daarvan wordt geantwoord: {text}",
    it: "Indica che cosa rispondere al suo posto: {text}",
    pt: "Diga o que responder em vez disso: {text}",
  },
  "A rule cannot answer with this response code: {code}": {
    fr: "Une règle ne peut pas répondre avec ce code : {code}.",
    es: "Una regla no puede responder con este código: {code}.",
    de: "Mit diesem Antwortcode kann eine Regel nicht antworten: {code}.",
    nl: "Een regel kan niet met deze antwoordcode antwoorden: {code}.",
    it: "Una regola non può rispondere con questo codice: {code}.",
    pt: "Uma regra não pode responder com este código: {code}.",
  },
  "A rule answers with addresses, a name or a code; make a local record of this: {text}": {
    fr:
      "Une règle répond par des adresses, un nom ou un code. Faites-en plutôt un enregistrement local : {text}",
    es:
      "Una regla responde con direcciones, un nombre o un código. Haga de esto un registro local: {text}",
    de:
      "Eine Regel antwortet mit Adressen, einem Namen oder einem Code. Legen Sie dafür einen lokalen Eintrag an: {text}",
    nl:
      "Een regel antwoordt met adressen, een naam of een code. Maak hier een lokaal record van: {text}",
    it:
      "Una regola risponde con indirizzi, un nome o un codice. Fanne invece un record locale: {text}",
    pt:
      "Uma regra responde com endereços, um nome ou um código. Faça disto um registo local: {text}",
  },
  "Only a browser can hide parts of pages: {text}": {
    fr: "Seul un navigateur peut masquer des parties de pages : {text}",
    es: "Solo un navegador puede ocultar partes de páginas: {text}",
    de: "Teile von Seiten kann nur ein Browser ausblenden: {text}",
    nl: "Alleen een browser kan delen van pagina’s verbergen: {text}",
    it: "Solo un browser può nascondere parti di pagine: {text}",
    pt: "Só um navegador pode esconder partes de páginas: {text}",
  },
  "The modifier {modifier} is there twice: {text}": {
    fr: "Le modificateur {modifier} y est deux fois : {text}",
    es: "El modificador {modifier} está dos veces: {text}",
    de: "Der Modifikator {modifier} steht zweimal da: {text}",
    nl: "De modifier {modifier} staat er twee keer: {text}",
    it: "Il modificatore {modifier} c’è due volte: {text}",
    pt: "O modificador {modifier} está duas vezes: {text}",
  },
  "A rule cannot be for all but one; write another rule for the exception: {text}": {
    fr:
      "Une règle ne peut pas valoir pour tous sauf un. Écrivez une autre règle pour l’exception : {text}",
    es: "Una regla no puede ser para todos menos uno. Escriba otra regla para la excepción: {text}",
    de:
      "Eine Regel kann nicht für alle außer einem gelten. Schreiben Sie für die Ausnahme eine eigene Regel: {text}",
    nl:
      "Een regel kan niet voor iedereen behalve één gelden. Schrijf voor de uitzondering een andere regel: {text}",
    it:
      "Una regola non può valere per tutti tranne uno. Scrivi un’altra regola per l’eccezione: {text}",
    pt: "Uma regra não pode ser para todos menos um. Escreva outra regra para a exceção: {text}",
  },
  "A rule has at most {most} characters, this one has: {length}": {
    fr: "Une règle a au plus {most} caractères, celle-ci en a {length}.",
    es: "Una regla tiene como máximo {most} caracteres; esta tiene {length}.",
    de: "Eine Regel hat höchstens {most} Zeichen, diese hat {length}.",
    nl: "Een regel heeft hoogstens {most} tekens, deze heeft er {length}.",
    it: "Una regola ha al massimo {most} caratteri, questa ne ha {length}.",
    pt: "Uma regra tem no máximo {most} caracteres; esta tem {length}.",
  },
  "A wildcard needs a *; without one, choose exact or subdomains: {domain}": {
    fr: "Un nom avec joker a besoin d’un * : {domain}. Sinon, choisissez un autre type.",
    es: "Un comodín necesita un *: {domain}. Si no, elija otro tipo.",
    de: "Ein Platzhalter braucht ein *: {domain}. Wählen Sie sonst eine andere Art.",
    nl: "Een jokerteken heeft een * nodig: {domain}. Kies anders een andere soort.",
    it: "Un carattere jolly richiede un *: {domain}. Altrimenti scegli un altro tipo.",
    pt: "Um caráter universal precisa de um *: {domain}. Senão, escolha outro tipo.",
  },
  "This wildcard is no name, or too wide; keep at least three letters beside the *: {domain}": {
    fr:
      "Ce joker est trop large, ou n’est pas un nom : {domain}. Gardez au moins trois lettres à côté du *.",
    es:
      "Este comodín es demasiado amplio, o no es un nombre: {domain}. Deje al menos tres letras junto al *.",
    de:
      "Dieser Platzhalter ist zu weit oder kein Name: {domain}. Lassen Sie neben dem * mindestens drei Buchstaben stehen.",
    nl:
      "Dit jokerteken is te ruim, of geen naam: {domain}. Laat minstens drie letters naast de * staan.",
    it:
      "Questo carattere jolly è troppo ampio, o non è un nome: {domain}. Lascia almeno tre lettere accanto al *.",
    pt:
      "Este caráter universal é demasiado amplo, ou não é um nome: {domain}. Deixe pelo menos três letras junto ao *.",
  },
  "A name with a * is a wildcard; choose that kind: {text}": {
    fr: "Un nom avec * est un joker. Choisissez ce type : {text}",
    es: "Un nombre con * es un comodín. Elija ese tipo: {text}",
    de: "Ein Name mit * ist ein Platzhalter. Wählen Sie diese Art: {text}",
    nl: "Een naam met een * is een jokerteken. Kies die soort: {text}",
    it: "Un nome con * è un carattere jolly. Scegli quel tipo: {text}",
    pt: "Um nome com * é um caráter universal. Escolha esse tipo: {text}",
  },
  "This is a regular expression; choose that kind: {text}": {
    fr: "C’est une expression régulière. Choisissez ce type : {text}",
    es: "Es una expresión regular. Elija ese tipo: {text}",
    de: "Das ist ein regulärer Ausdruck. Wählen Sie diese Art: {text}",
    nl: "Dit is een reguliere expressie. Kies die soort: {text}",
    it: "È un’espressione regolare. Scegli quel tipo: {text}",
    pt: "É uma expressão regular. Escolha esse tipo: {text}",
  },
  "Rules are for names, not for addresses: {text}": {
    fr: "Les règles portent sur des noms, pas sur des adresses : {text}.",
    es: "Las reglas son para nombres, no para direcciones: {text}.",
    de: "Regeln gelten für Namen, nicht für Adressen: {text}.",
    nl: "Regels zijn voor namen, niet voor adressen: {text}.",
    it: "Le regole sono per i nomi, non per gli indirizzi: {text}.",
    pt: "As regras são para nomes, não para endereços: {text}.",
  },
  "Rules take no regular expression with lookaround, back references or this many repeats: {text}":
    {
      fr:
        "Cette expression régulière est trop compliquée pour une règle (références, regards ou trop de répétitions) : {text}",
      es:
        "Esta expresión regular es demasiado complicada para una regla (referencias, miradas o demasiadas repeticiones): {text}",
      de:
        "Dieser reguläre Ausdruck ist für eine Regel zu kompliziert (Rückbezüge, Lookaround oder zu viele Wiederholungen): {text}",
      nl:
        "Deze reguliere expressie is te ingewikkeld voor een regel (terugverwijzingen, lookaround of te veel herhalingen): {text}",
      it:
        "Questa espressione regolare è troppo complicata per una regola (riferimenti, lookaround o troppe ripetizioni): {text}",
      pt:
        "Esta expressão regular é demasiado complicada para uma regra (referências, lookaround ou demasiadas repetições): {text}",
    },
  "This is not a regular expression: {text}": {
    fr: "Ce n’est pas une expression régulière valable : {text}",
    es: "No es una expresión regular válida: {text}",
    de: "Das ist kein gültiger regulärer Ausdruck: {text}",
    nl: "Dit is geen geldige reguliere expressie: {text}",
    it: "Non è un’espressione regolare valida: {text}",
    pt: "Não é uma expressão regular válida: {text}",
  },
  "This would block the box itself or one of its upstreams: {domain}": {
    fr: "Cela bloquerait la box elle-même ou l’un des serveurs qu’elle interroge : {domain}.",
    es: "Esto bloquearía la propia box o uno de los servidores que consulta: {domain}.",
    de: "Das würde die Box selbst oder einen ihrer DNS-Server blockieren: {domain}.",
    nl: "Dit zou de box zelf of een van haar DNS-servers blokkeren: {domain}.",
    it: "Questo bloccherebbe la box stessa o uno dei server che interroga: {domain}.",
    pt: "Isto bloquearia a própria box ou um dos servidores que ela consulta: {domain}.",
  },
  "There is no such record type: {type}": {
    fr: "Ce type d’enregistrement n’existe pas : {type}.",
    es: "Este tipo de registro no existe: {type}.",
    de: "Diesen Eintragstyp gibt es nicht: {type}.",
    nl: "Dit recordtype bestaat niet: {type}.",
    it: "Questo tipo di record non esiste: {type}.",
    pt: "Este tipo de registo não existe: {type}.",
  },
  "Only a rule that rewrites has an answer": {
    fr: "Seule une règle qui réécrit a une réponse. Choisissez cette action, ou videz la réponse.",
    es: "Solo una regla que reescribe tiene respuesta. Elija esa acción o vacíe la respuesta.",
    de:
      "Nur eine Regel, die umschreibt, hat eine Antwort. Wählen Sie diese Aktion, oder leeren Sie die Antwort.",
    nl:
      "Alleen een regel die herschrijft heeft een antwoord. Kies die actie of maak het antwoord leeg.",
    it: "Solo una regola che riscrive ha una risposta. Scegli quell’azione o svuota la risposta.",
    pt: "Só uma regra que reescreve tem resposta. Escolha essa ação ou esvazie a resposta.",
  },
  "Give the answer: addresses, or a name": {
    fr: "Dites ce qu’il faut répondre : des adresses, ou un nom.",
    es: "Diga qué hay que responder: direcciones o un nombre.",
    de: "Geben Sie an, was geantwortet wird: Adressen oder ein Name.",
    nl: "Geef op wat er wordt geantwoord: adressen of een naam.",
    it: "Indica che cosa rispondere: indirizzi o un nome.",
    pt: "Diga o que responder: endereços ou um nome.",
  },
  "Answer with addresses, or with one name": {
    fr: "Répondez par des adresses, ou par un seul nom.",
    es: "Responda con direcciones o con un solo nombre.",
    de: "Antworten Sie mit Adressen oder mit einem einzigen Namen.",
    nl: "Antwoord met adressen of met één naam.",
    it: "Rispondi con indirizzi, o con un solo nome.",
    pt: "Responda com endereços ou com um só nome.",
  },
  "This is neither an address nor a name: {text}": {
    fr: "Ce n’est ni une adresse ni un nom : {text}.",
    es: "No es ni una dirección ni un nombre: {text}.",
    de: "Das ist weder eine Adresse noch ein Name: {text}.",
    nl: "Dit is geen adres en geen naam: {text}.",
    it: "Non è né un indirizzo né un nome: {text}.",
    pt: "Não é nem um endereço nem um nome: {text}.",
  },
  "The rule would answer a name with itself: {name}": {
    fr: "La règle répondrait à {name} par lui-même. Indiquez un autre nom.",
    es: "La regla respondería a {name} consigo mismo. Indique otro nombre.",
    de: "Die Regel würde {name} mit sich selbst beantworten. Geben Sie einen anderen Namen an.",
    nl: "De regel zou {name} met zichzelf beantwoorden. Geef een andere naam op.",
    it: "La regola risponderebbe a {name} con sé stesso. Indica un altro nome.",
    pt: "A regra responderia a {name} com ele próprio. Indique outro nome.",
  },
  "The end of the rule is in the past: {time}": {
    fr: "La fin de la règle est déjà passée. Choisissez une heure à venir.",
    es: "El final de la regla ya ha pasado. Elija una hora futura.",
    de: "Das Ende der Regel liegt in der Vergangenheit. Wählen Sie eine spätere Zeit.",
    nl: "Het einde van de regel is al voorbij. Kies een later tijdstip.",
    it: "La fine della regola è già passata. Scegli un’ora futura.",
    pt: "O fim da regra já passou. Escolha uma hora futura.",
  },
};
