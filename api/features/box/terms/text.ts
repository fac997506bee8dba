/**
 * The terms of use in the languages of the box: what it does, what it sends, and the exclusion of
 * liability (A 7.12.2).
 */
import type { Language } from "../../../../policy/catalogue/languages.ts";

/** The terms in one language. */
export interface TermsText {
  readonly title: string;
  /** Paragraphs before the list of what is sent. */
  readonly before: readonly string[];
  /** Everything that the box sends, one sentence each. */
  readonly sends: readonly string[];
  readonly after: readonly string[];
}

/** The terms; every language has the same content, sentence by sentence. */
export const TERMS_TEXT: Readonly<Record<Language, TermsText>> = {
  en: {
    title: "Terms of use",
    before: [
      "The box answers the names that the devices of your network ask, and blocks what you choose. What it learns stays on the box: nobody else sees the names asked, the devices or the people of your household.",
      "Who runs the box decides about the network of others: tell the people who use it what is blocked and what is recorded, and keep to the law of your country.",
      "This is all that the box sends out:",
    ],
    sends: [
      "The names asked, to the upstream DNS servers that you choose.",
      "Requests for the lists that you subscribe, to their publishers.",
      "A look for new versions and signed updates.",
      "Once a month, a request for the database of the countries of addresses.",
      "When you import school holidays: the country, the region and the language.",
      "When a password is checked against leaks: five characters of a hash, never the password (off with BOX_PASSWORD_BREACH_CHECK=false).",
      "When you choose them: calls to the online service, to a certificate authority, to the provider and the name servers of your domain, and to the targets of your notifications.",
      "Once a day, unless you turn them off, anonymous statistics: a random number that is new each time, the version, the kind of installation, the country that you chose and the kind of processor. Never history, names, devices or data of your network.",
    ],
    after: [
      "A filter lets some things through and blocks others by mistake. The box comes without warranty; it takes the place of no supervision, no antivirus and no backup.",
    ],
  },
  fr: {
    title: "Conditions d’utilisation",
    before: [
      "La box répond aux noms que demandent les appareils de votre réseau et bloque ce que vous choisissez. Ce qu’elle apprend reste sur la box : personne d’autre ne voit les noms demandés, les appareils ni les personnes de votre foyer.",
      "Qui gère la box décide du réseau d’autrui : dites aux personnes qui l’utilisent ce qui est bloqué et ce qui est enregistré, et respectez la loi de votre pays.",
      "Voici tout ce que la box envoie :",
    ],
    sends: [
      "Les noms demandés, aux serveurs DNS en amont que vous choisissez.",
      "Des requêtes pour les listes auxquelles vous êtes abonné, à leurs éditeurs.",
      "La recherche de nouvelles versions et de mises à jour signées.",
      "Une fois par mois, une requête pour la base des pays des adresses.",
      "Quand vous importez les vacances scolaires : le pays, la région et la langue.",
      "Quand un mot de passe est comparé aux fuites : cinq caractères d’une empreinte, jamais le mot de passe (désactivé par BOX_PASSWORD_BREACH_CHECK=false).",
      "Quand vous les choisissez : des appels au service en ligne, à une autorité de certification, au fournisseur et aux serveurs de noms de votre domaine, et aux destinataires de vos notifications.",
      "Une fois par jour, sauf si vous les désactivez, des statistiques anonymes : un nombre aléatoire nouveau à chaque fois, la version, le type d’installation, le pays que vous avez choisi et le type de processeur. Jamais d’historique, de noms, d’appareils ni de données de votre réseau.",
    ],
    after: [
      "Un filtre laisse passer certaines choses et en bloque d’autres par erreur. La box est fournie sans garantie ; elle ne remplace ni la surveillance, ni un antivirus, ni une sauvegarde.",
    ],
  },
  es: {
    title: "Condiciones de uso",
    before: [
      "La box responde a los nombres que piden los dispositivos de su red y bloquea lo que usted elige. Lo que aprende se queda en la box: nadie más ve los nombres pedidos, los dispositivos ni las personas de su hogar.",
      "Quien gestiona la box decide sobre la red de otros: diga a las personas que la usan qué se bloquea y qué se registra, y respete la ley de su país.",
      "Esto es todo lo que la box envía:",
    ],
    sends: [
      "Los nombres pedidos, a los servidores DNS superiores que usted elige.",
      "Peticiones de las listas a las que está suscrito, a sus editores.",
      "La búsqueda de nuevas versiones y de actualizaciones firmadas.",
      "Una vez al mes, una petición de la base de datos de los países de las direcciones.",
      "Cuando importa las vacaciones escolares: el país, la región y el idioma.",
      "Cuando se compara una contraseña con las filtraciones: cinco caracteres de un resumen, nunca la contraseña (se desactiva con BOX_PASSWORD_BREACH_CHECK=false).",
      "Cuando usted los elige: llamadas al servicio en línea, a una autoridad de certificación, al proveedor y a los servidores de nombres de su dominio, y a los destinos de sus notificaciones.",
      "Una vez al día, salvo que las desactive, estadísticas anónimas: un número aleatorio nuevo cada vez, la versión, el tipo de instalación, el país que eligió y el tipo de procesador. Nunca historial, nombres, dispositivos ni datos de su red.",
    ],
    after: [
      "Un filtro deja pasar algunas cosas y bloquea otras por error. La box se ofrece sin garantía; no sustituye a la supervisión, a un antivirus ni a una copia de seguridad.",
    ],
  },
  de: {
    title: "Nutzungsbedingungen",
    before: [
      "Die Box beantwortet die Namen, die Geräte Ihres Netzes fragen, und sperrt, was Sie wählen. Was sie erfährt, bleibt auf der Box: Niemand sonst sieht die gefragten Namen, die Geräte oder die Personen Ihres Haushalts.",
      "Wer die Box verwaltet, entscheidet über das Netz anderer: Sagen Sie den Personen, die es nutzen, was gesperrt und was aufgezeichnet wird, und halten Sie sich an das Recht Ihres Landes.",
      "Das ist alles, was die Box nach außen sendet:",
    ],
    sends: [
      "Die gefragten Namen, an die DNS-Server, die Sie wählen.",
      "Anfragen nach den Listen, die Sie abonnieren, an deren Herausgeber.",
      "Die Suche nach neuen Versionen und signierten Aktualisierungen.",
      "Einmal im Monat eine Anfrage nach der Datenbank der Länder von Adressen.",
      "Wenn Sie Schulferien übernehmen: das Land, die Region und die Sprache.",
      "Wenn ein Passwort mit bekannten Lecks verglichen wird: fünf Zeichen eines Hashwerts, nie das Passwort (aus mit BOX_PASSWORD_BREACH_CHECK=false).",
      "Wenn Sie sie wählen: Aufrufe an den Onlinedienst, an eine Zertifizierungsstelle, an den Anbieter und die Nameserver Ihrer Domain und an die Ziele Ihrer Benachrichtigungen.",
      "Einmal am Tag, sofern Sie sie nicht abschalten, anonyme Statistiken: eine jedes Mal neue Zufallszahl, die Version, die Art der Installation, das von Ihnen gewählte Land und die Art des Prozessors. Nie Verlauf, Namen, Geräte oder Daten Ihres Netzes.",
    ],
    after: [
      "Ein Filter lässt manches durch und sperrt anderes aus Versehen. Die Box kommt ohne Gewähr; sie ersetzt weder Aufsicht noch Virenschutz noch Datensicherung.",
    ],
  },
  nl: {
    title: "Gebruiksvoorwaarden",
    before: [
      "De box beantwoordt de namen die de apparaten van uw netwerk vragen en blokkeert wat u kiest. Wat hij leert, blijft op de box: niemand anders ziet de gevraagde namen, de apparaten of de personen van uw huishouden.",
      "Wie de box beheert, beslist over het netwerk van anderen: vertel de mensen die het gebruiken wat er wordt geblokkeerd en wat er wordt vastgelegd, en houd u aan de wet van uw land.",
      "Dit is alles wat de box verstuurt:",
    ],
    sends: [
      "De gevraagde namen, aan de DNS-servers die u kiest.",
      "Verzoeken om de lijsten waarop u geabonneerd bent, aan de uitgevers ervan.",
      "Het zoeken naar nieuwe versies en ondertekende updates.",
      "Eens per maand een verzoek om de databank van de landen van adressen.",
      "Als u schoolvakanties overneemt: het land, de regio en de taal.",
      "Als een wachtwoord met lekken wordt vergeleken: vijf tekens van een hash, nooit het wachtwoord (uit met BOX_PASSWORD_BREACH_CHECK=false).",
      "Als u ze kiest: aanroepen van de onlinedienst, van een certificaatautoriteit, van de aanbieder en de nameservers van uw domein en van de bestemmingen van uw meldingen.",
      "Eens per dag, tenzij u ze uitzet, anonieme statistieken: een willekeurig getal dat elke keer nieuw is, de versie, het soort installatie, het land dat u koos en het soort processor. Nooit geschiedenis, namen, apparaten of gegevens van uw netwerk.",
    ],
    after: [
      "Een filter laat sommige dingen door en blokkeert andere per vergissing. De box komt zonder garantie; hij vervangt geen toezicht, geen virusscanner en geen back-up.",
    ],
  },
  it: {
    title: "Condizioni d’uso",
    before: [
      "La box risponde ai nomi chiesti dai dispositivi della rete e blocca ciò che si sceglie. Ciò che apprende resta sulla box: nessun altro vede i nomi chiesti, i dispositivi o le persone della casa.",
      "Chi gestisce la box decide della rete di altri: dica a chi la usa che cosa è bloccato e che cosa è registrato, e rispetti la legge del proprio paese.",
      "Questo è tutto ciò che la box invia:",
    ],
    sends: [
      "I nomi chiesti, ai server DNS a monte scelti.",
      "Richieste delle liste sottoscritte, ai loro editori.",
      "La ricerca di nuove versioni e di aggiornamenti firmati.",
      "Una volta al mese, una richiesta della banca dati dei paesi degli indirizzi.",
      "Quando si importano le vacanze scolastiche: il paese, la regione e la lingua.",
      "Quando una password è confrontata con le fughe di dati: cinque caratteri di un’impronta, mai la password (si disattiva con BOX_PASSWORD_BREACH_CHECK=false).",
      "Quando si scelgono: chiamate al servizio in linea, a un’autorità di certificazione, al fornitore e ai server dei nomi del proprio dominio e ai destinatari delle proprie notifiche.",
      "Una volta al giorno, se non si disattivano, statistiche anonime: un numero casuale nuovo ogni volta, la versione, il tipo di installazione, il paese scelto e il tipo di processore. Mai cronologia, nomi, dispositivi o dati della rete.",
    ],
    after: [
      "Un filtro lascia passare alcune cose e ne blocca altre per errore. La box è fornita senza garanzia; non sostituisce la sorveglianza, un antivirus o una copia di riserva.",
    ],
  },
  pt: {
    title: "Termos de utilização",
    before: [
      "A box responde aos nomes que os dispositivos da sua rede pedem e bloqueia o que escolher. O que aprende fica na box: mais ninguém vê os nomes pedidos, os dispositivos nem as pessoas da sua casa.",
      "Quem gere a box decide sobre a rede de outros: diga às pessoas que a usam o que é bloqueado e o que é registado, e respeite a lei do seu país.",
      "Isto é tudo o que a box envia:",
    ],
    sends: [
      "Os nomes pedidos, aos servidores DNS a montante que escolher.",
      "Pedidos das listas que subscreve, aos seus editores.",
      "A procura de novas versões e de atualizações assinadas.",
      "Uma vez por mês, um pedido da base de dados dos países dos endereços.",
      "Quando importa as férias escolares: o país, a região e a língua.",
      "Quando uma palavra-passe é comparada com fugas: cinco caracteres de um resumo, nunca a palavra-passe (desliga-se com BOX_PASSWORD_BREACH_CHECK=false).",
      "Quando os escolher: chamadas ao serviço em linha, a uma autoridade de certificação, ao fornecedor e aos servidores de nomes do seu domínio, e aos destinos das suas notificações.",
      "Uma vez por dia, se não as desligar, estatísticas anónimas: um número aleatório novo de cada vez, a versão, o tipo de instalação, o país que escolheu e o tipo de processador. Nunca histórico, nomes, dispositivos nem dados da sua rede.",
    ],
    after: [
      "Um filtro deixa passar algumas coisas e bloqueia outras por engano. A box vem sem garantia; não substitui a vigilância, um antivírus nem uma cópia de segurança.",
    ],
  },
};
