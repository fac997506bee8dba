/** Refusals of certificates, of their names and of the accounts at DNS providers. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const CERTIFICATE_REFUSALS: Refusals = {
  "This text is too long for certificates and keys: {length} characters": "dns.import_too_long",
  "The text begins as {begin} and ends as {end}": "dns.import_cut_off",
  "The text is cut off: it begins {begun} parts and ends {ended}": "dns.import_cut_off",
  "At most {count} certificates can be given": "dns.import_too_many",
  "This is a binary file (DER or PKCS #12), and text is wanted: openssl x509 -inform der -in FILE, or openssl pkcs12 -nodes -in FILE":
    "dns.import_binary",
  "This is a PKCS #7 file: openssl pkcs7 -print_certs -in FILE": "dns.import_pkcs7",
  "There is no private key: it begins with -----BEGIN PRIVATE KEY-----": "dns.import_no_key",
  "There are several private keys: give the one of the certificate": "dns.import_keys",
  "The private key cannot be read: it is damaged, or of a kind that servers do not use":
    "dns.import_key_damaged",
  "The private key cannot be read: it is damaged": "dns.import_key_damaged",
  "The RSA key is too weak: it has {bits} bits, clients want at least {least}":
    "dns.import_key_weak",
  "The RSA key is too long: it has {bits} bits, the box takes up to {most}": "dns.import_key_long",
  "This kind of key is not supported, use RSA, P-256, P-384 or Ed25519: {kind}":
    "dns.import_key_kind",
  "The private key is encrypted by a password: give it decrypted (openssl pkey -in FILE)":
    "dns.import_encrypted",
  "There is no certificate: it begins with -----BEGIN CERTIFICATE-----":
    "dns.import_no_certificate",
  "Certificate {number} of {count} cannot be read: it is damaged": "dns.import_damaged",
  "The key does not belong to the certificate": "dns.import_other_key",
  "The key belongs to none of the {number} certificates": "dns.import_other_key",
  "Clients refuse the signature of the certificate ({algorithm}): have it reissued":
    "dns.import_signature",
  "The certificate is not for a server: its authority made it for another use": "dns.import_use",
  "The certificate has a critical extension that clients do not know: have it reissued":
    "dns.import_critical",
  "The certificate is never valid: it ends before it begins": "dns.import_never",
  "The certificate ended on {date}: have it renewed": "dns.import_ended",
  "The certificate begins on {date}, it is {today} for the box": "dns.import_begins",
  "The certificate is valid from {from} to {until}, and the clock of the box, which is not set, shows {today}: set the clock, then try again":
    "dns.import_clock",
  "The certificate names no host: clients read only its subject alternative names":
    "dns.import_no_name",
  "The certificate has only a wildcard, and clients need a specific name: {name}":
    "dns.import_wildcard",
  "A name such as dns.example.com is wanted: {name}": "dns.import_host",
  "This ending belongs to many owners; use a name of your own domain: {name}": "dns.import_host",
  "The certificate may sign others (CA:TRUE): anyone who obtains its key can impersonate any site to devices that trust it. Have one made without that (openssl req -addext basicConstraints=critical,CA:FALSE), or confirm it":
    "dns.import_authority",
  "The certificate is for a well-known site, which the box would then answer itself; confirm only if the name is yours: {name}":
    "dns.import_foreign",
  "The certificate cannot be saved: {detail}": "dns.import_not_kept",
  "The account at the authority needs both its identifier and its key: {field}": "dns.why_account",
  "The identifier of the account is printable ASCII without spaces: key_id": "dns.why_account",
  "The key of the account is base64 of 16 bytes at least: hmac_key": "dns.why_account",
  "No authority is set: give its address as acme_directory first": "dns.why_authority",
  "Public authorities certify names of up to {most} characters: {name}": {
    fr: "Ce nom est trop long pour un certificat public : au plus {most} caractères.",
    es:
      "Este nombre es demasiado largo para un certificado público: como máximo {most} caracteres.",
    de: "Dieser Name ist für ein öffentliches Zertifikat zu lang: höchstens {most} Zeichen.",
    nl: "Deze naam is te lang voor een openbaar certificaat: hoogstens {most} tekens.",
    it: "Questo nome è troppo lungo per un certificato pubblico: al massimo {most} caratteri.",
    pt: "Este nome é demasiado longo para um certificado público: no máximo {most} caracteres.",
  },
  "No public authority certifies names below {ending}; use a name of a domain that you own: {name}":
    {
      fr:
        "Aucune autorité publique ne certifie les noms en {ending}. Utilisez un nom d’un domaine à vous.",
      es:
        "Ninguna autoridad pública certifica nombres en {ending}. Use un nombre de un dominio suyo.",
      de:
        "Für Namen unter {ending} stellt keine öffentliche Stelle Zertifikate aus. Nehmen Sie einen Namen einer eigenen Domain.",
      nl:
        "Geen enkele openbare instantie certificeert namen onder {ending}. Gebruik een naam van een eigen domein.",
      it:
        "Nessuna autorità pubblica certifica i nomi sotto {ending}. Usa un nome di un dominio tuo.",
      pt: "Nenhuma autoridade pública certifica nomes em {ending}. Use um nome de um domínio seu.",
    },
  "The box makes the certificate of the block page once its clock is set": {
    fr:
      "La box crée le certificat de la page de blocage dès qu’elle est à l’heure. Réessayez dans un moment.",
    es:
      "La box crea el certificado de la página de bloqueo en cuanto sabe la hora. Inténtelo en un momento.",
    de:
      "Die Box erstellt das Zertifikat der Sperrseite, sobald ihre Uhr gestellt ist. Versuchen Sie es gleich noch einmal.",
    nl:
      "De box maakt het certificaat van de blokkeerpagina zodra haar klok gelijkstaat. Probeer het zo opnieuw.",
    it:
      "La box crea il certificato della pagina di blocco appena il suo orologio è regolato. Riprova tra poco.",
    pt:
      "A box cria o certificado da página de bloqueio assim que o relógio estiver certo. Tente daqui a pouco.",
  },
  "The certificate of the block page cannot be made: {detail}": {
    fr:
      "Le certificat de la page de blocage n’a pas pu être créé. Le journal de la box en dit plus.",
    es: "No se pudo crear el certificado de la página de bloqueo. El registro de la box dice más.",
    de: "Das Zertifikat der Sperrseite ließ sich nicht erstellen. Mehr steht im Protokoll der Box.",
    nl:
      "Het certificaat van de blokkeerpagina kon niet worden gemaakt. Het logboek van de box zegt meer.",
    it:
      "Il certificato della pagina di blocco non si è potuto creare. Il registro della box dice di più.",
    pt: "O certificado da página de bloqueio não pôde ser criado. O registo da box diz mais.",
  },
  "The new certificate of the block page cannot be saved: {detail}": {
    fr: "Le nouveau certificat de la page de blocage n’a pas pu être écrit sur le disque.",
    es: "No se pudo guardar en el disco el nuevo certificado de la página de bloqueo.",
    de: "Das neue Zertifikat der Sperrseite ließ sich nicht auf die Platte schreiben.",
    nl: "Het nieuwe certificaat van de blokkeerpagina kon niet op de schijf worden opgeslagen.",
    it: "Il nuovo certificato della pagina di blocco non si è potuto scrivere sul disco.",
    pt: "O novo certificado da página de bloqueio não pôde ser escrito no disco.",
  },
  "This is not an API token of Cloudflare: make one with the permissions Zone, Zone, Read and Zone, DNS, Edit":
    {
      fr:
        "Ce n’est pas un jeton d’API de Cloudflare. Créez-en un avec les permissions Zone, Zone, Read et Zone, DNS, Edit.",
      es:
        "No es un token de API de Cloudflare. Cree uno con los permisos Zone, Zone, Read y Zone, DNS, Edit.",
      de:
        "Das ist kein API-Token von Cloudflare. Erstellen Sie eines mit den Rechten Zone, Zone, Read und Zone, DNS, Edit.",
      nl:
        "Dit is geen API-token van Cloudflare. Maak er een met de rechten Zone, Zone, Read en Zone, DNS, Edit.",
      it:
        "Non è un token API di Cloudflare. Creane uno con i permessi Zone, Zone, Read e Zone, DNS, Edit.",
      pt:
        "Não é um token de API da Cloudflare. Crie um com as permissões Zone, Zone, Read e Zone, DNS, Edit.",
    },
  "This is not a token of deSEC: make one on its page Token Management": {
    fr: "Ce n’est pas un jeton de deSEC. Créez-en un sur sa page Token Management.",
    es: "No es un token de deSEC. Cree uno en su página Token Management.",
    de: "Das ist kein Token von deSEC. Erstellen Sie eines auf der Seite Token Management.",
    nl: "Dit is geen token van deSEC. Maak er een op de pagina Token Management.",
    it: "Non è un token di deSEC. Creane uno nella sua pagina Token Management.",
    pt: "Não é um token da deSEC. Crie um na página Token Management.",
  },
  "OVHcloud has these regions: {regions}": {
    fr: "OVHcloud propose ces régions : {regions}.",
    es: "OVHcloud tiene estas regiones: {regions}.",
    de: "OVHcloud hat diese Regionen: {regions}.",
    nl: "OVHcloud heeft deze regio’s: {regions}.",
    it: "OVHcloud ha queste regioni: {regions}.",
    pt: "A OVHcloud tem estas regiões: {regions}.",
  },
  "These are not keys of OVHcloud: make them on its page API Keys, with GET, POST and DELETE on /domain/zone/*":
    {
      fr:
        "Ce ne sont pas des clés d’OVHcloud. Créez-les sur sa page API Keys, avec GET, POST et DELETE sur /domain/zone/*.",
      es:
        "No son claves de OVHcloud. Créelas en su página API Keys, con GET, POST y DELETE en /domain/zone/*.",
      de:
        "Das sind keine Schlüssel von OVHcloud. Erstellen Sie sie auf der Seite API Keys, mit GET, POST und DELETE auf /domain/zone/*.",
      nl:
        "Dit zijn geen sleutels van OVHcloud. Maak ze op de pagina API Keys, met GET, POST en DELETE op /domain/zone/*.",
      it:
        "Non sono chiavi di OVHcloud. Creale nella sua pagina API Keys, con GET, POST e DELETE su /domain/zone/*.",
      pt:
        "Não são chaves da OVHcloud. Crie-as na página API Keys, com GET, POST e DELETE em /domain/zone/*.",
    },
  "The server is an address or a name without port: 192.0.2.53, ns1.example": {
    fr: "Le serveur est une adresse ou un nom, sans port : 192.0.2.53, ns1.example.",
    es: "El servidor es una dirección o un nombre, sin puerto: 192.0.2.53, ns1.example.",
    de: "Der Server ist eine Adresse oder ein Name, ohne Port: 192.0.2.53, ns1.example.",
    nl: "De server is een adres of een naam, zonder poort: 192.0.2.53, ns1.example.",
    it: "Il server è un indirizzo o un nome, senza porta: 192.0.2.53, ns1.example.",
    pt: "O servidor é um endereço ou um nome, sem porta: 192.0.2.53, ns1.example.",
  },
  "A port is a number from 1 to 65535": {
    fr: "Un port est un nombre de 1 à 65535.",
    es: "Un puerto es un número de 1 a 65535.",
    de: "Ein Port ist eine Zahl von 1 bis 65535.",
    nl: "Een poort is een getal van 1 tot 65535.",
    it: "Una porta è un numero da 1 a 65535.",
    pt: "Uma porta é um número de 1 a 65535.",
  },
  "The name of the key is a domain name, as the server spells it": {
    fr: "Le nom de la clé est un nom de domaine, écrit comme sur le serveur.",
    es: "El nombre de la clave es un nombre de dominio, escrito como en el servidor.",
    de: "Der Name des Schlüssels ist ein Domainname, geschrieben wie auf dem Server.",
    nl: "De naam van de sleutel is een domeinnaam, geschreven zoals op de server.",
    it: "Il nome della chiave è un nome di dominio, scritto come sul server.",
    pt: "O nome da chave é um nome de domínio, escrito como no servidor.",
  },
  "The algorithm of the key is one of: {algorithms}": {
    fr: "L’algorithme de la clé est l’un de ceux-ci : {algorithms}.",
    es: "El algoritmo de la clave es uno de estos: {algorithms}.",
    de: "Der Algorithmus des Schlüssels ist einer von diesen: {algorithms}.",
    nl: "Het algoritme van de sleutel is een van deze: {algorithms}.",
    it: "L’algoritmo della chiave è uno di questi: {algorithms}.",
    pt: "O algoritmo da chave é um destes: {algorithms}.",
  },
  "The secret of the key is base64, as the server has it": {
    fr: "Le secret de la clé est du base64, copié tel quel du serveur.",
    es: "El secreto de la clave es base64, copiado tal cual del servidor.",
    de: "Das Geheimnis des Schlüssels ist Base64, kopiert vom Server.",
    nl: "Het geheim van de sleutel is base64, gekopieerd van de server.",
    it: "Il segreto della chiave è in base64, copiato dal server così com’è.",
    pt: "O segredo da chave é base64, copiado tal e qual do servidor.",
  },
  "The zone is a domain name": {
    fr: "La zone est un nom de domaine.",
    es: "La zona es un nombre de dominio.",
    de: "Die Zone ist ein Domainname.",
    nl: "De zone is een domeinnaam.",
    it: "La zona è un nome di dominio.",
    pt: "A zona é um nome de domínio.",
  },
  "This is not an e-mail address: {email}": {
    fr: "Ce n’est pas une adresse e-mail : {email}.",
    es: "No es una dirección de correo: {email}.",
    de: "Das ist keine E-Mail-Adresse: {email}.",
    nl: "Dit is geen e-mailadres: {email}.",
    it: "Non è un indirizzo e-mail: {email}.",
    pt: "Não é um endereço de e-mail: {email}.",
  },
  "No online service is set: give its address as cloud_url first": {
    fr:
      "Aucun service en ligne n’est défini. Indiquez d’abord son adresse dans les réglages (cloud_url).",
    es: "No hay ningún servicio en línea. Indique antes su dirección en los ajustes (cloud_url).",
    de:
      "Es ist kein Online-Dienst eingestellt. Tragen Sie zuerst seine Adresse in den Einstellungen ein (cloud_url).",
    nl:
      "Er is geen onlinedienst ingesteld. Vul eerst het adres in bij de instellingen (cloud_url).",
    it:
      "Nessun servizio online è impostato. Indica prima il suo indirizzo nelle impostazioni (cloud_url).",
    pt:
      "Nenhum serviço online está definido. Indique primeiro o endereço nas definições (cloud_url).",
  },
  "There is no certificate yet: choose one first, then turn the protocols on": {
    fr: "Il n’y a pas encore de certificat. Choisissez-en un d’abord, puis activez les protocoles.",
    es: "Todavía no hay certificado. Elija uno primero y luego active los protocolos.",
    de:
      "Es gibt noch kein Zertifikat. Wählen Sie zuerst eines, dann schalten Sie die Protokolle ein.",
    nl: "Er is nog geen certificaat. Kies er eerst een en zet dan de protocollen aan.",
    it: "Non c’è ancora un certificato. Scegline prima uno, poi attiva i protocolli.",
    pt: "Ainda não há certificado. Escolha um primeiro e depois ligue os protocolos.",
  },
  "The port of DNS over {protocol} could not be opened; another program may use it": {
    fr:
      "Le port de DNS sur {protocol} n’a pas pu être ouvert. Un autre programme l’utilise peut-être.",
    es: "No se pudo abrir el puerto de DNS sobre {protocol}. Quizá lo usa otro programa.",
    de:
      "Der Port für DNS über {protocol} ließ sich nicht öffnen. Vielleicht nutzt ihn ein anderes Programm.",
    nl:
      "De poort van DNS via {protocol} kon niet worden geopend. Misschien gebruikt een ander programma hem.",
    it: "La porta di DNS su {protocol} non si è potuta aprire. Forse la usa un altro programma.",
    pt: "Não foi possível abrir a porta de DNS sobre {protocol}. Talvez outro programa a use.",
  },
  "DNS over {protocol} is turned off; turn it on first": {
    fr: "DNS sur {protocol} est désactivé. Activez-le d’abord.",
    es: "DNS sobre {protocol} está desactivado. Actívelo primero.",
    de: "DNS über {protocol} ist ausgeschaltet. Schalten Sie es zuerst ein.",
    nl: "DNS via {protocol} staat uit. Zet het eerst aan.",
    it: "DNS su {protocol} è disattivato. Attivalo prima.",
    pt: "O DNS sobre {protocol} está desligado. Ligue-o primeiro.",
  },
  "Apple devices use DNS over TLS at port {port} only; the box answers at {own}": {
    fr:
      "Les appareils Apple n’utilisent DNS sur TLS que sur le port {port} ; la box répond sur {own}.",
    es:
      "Los dispositivos Apple solo usan DNS sobre TLS en el puerto {port}; la box responde en el {own}.",
    de: "Apple-Geräte nutzen DNS über TLS nur am Port {port}; die Box antwortet an {own}.",
    nl: "Apple-apparaten gebruiken DNS via TLS alleen op poort {port}; de box antwoordt op {own}.",
    it:
      "I dispositivi Apple usano DNS su TLS solo sulla porta {port}; la box risponde sulla {own}.",
    pt: "Os dispositivos Apple só usam DNS sobre TLS na porta {port}; a box responde na {own}.",
  },
  "The certificate did not fail, so there is nothing to repeat": {
    fr: "Le certificat n’a pas échoué : il n’y a rien à réessayer.",
    es: "El certificado no falló, así que no hay nada que repetir.",
    de: "Das Zertifikat ist nicht fehlgeschlagen, es gibt also nichts zu wiederholen.",
    nl: "Het certificaat is niet mislukt, dus er valt niets te herhalen.",
    it: "Il certificato non è fallito, quindi non c’è nulla da ripetere.",
    pt: "O certificado não falhou, por isso não há nada a repetir.",
  },
  "The time of day is not known: set the clock first": {
    fr: "La box ne connaît pas l’heure. Mettez-la d’abord à l’heure.",
    es: "La box no sabe la hora. Ponga antes el reloj en hora.",
    de: "Die Box kennt die Uhrzeit nicht. Stellen Sie zuerst die Uhr.",
    nl: "De box weet niet hoe laat het is. Zet eerst de klok gelijk.",
    it: "La box non conosce l’ora. Regola prima l’orologio.",
    pt: "A box não sabe as horas. Acerte primeiro o relógio.",
  },
};
