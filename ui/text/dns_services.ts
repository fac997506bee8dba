/** Texts of the page about encrypted DNS: certificate, protocols, devices, and the way from HTTP to HTTPS. */
import { texts } from "./text.ts";

/** The texts. */
export const dns = texts({
  title: {
    en: "Encrypted DNS",
    fr: "DNS chiffré",
    es: "DNS cifrado",
    de: "Verschlüsseltes DNS",
    nl: "Versleutelde DNS",
    it: "DNS cifrato",
    pt: "DNS cifrado",
  },
  lead_none: {
    en:
      "Devices ask the box unencrypted so far. With a certificate, nobody on the way can read along.",
    fr:
      "Pour l’instant, les appareils interrogent la box sans chiffrement. Avec un certificat, personne ne peut lire en chemin.",
    es:
      "Por ahora los dispositivos preguntan a la box sin cifrar. Con un certificado, nadie puede leer por el camino.",
    de:
      "Bisher fragen Geräte die Box unverschlüsselt. Mit einem Zertifikat kann unterwegs niemand mitlesen.",
    nl:
      "Apparaten vragen de box nu nog onversleuteld. Met een certificaat kan niemand onderweg meelezen.",
    it:
      "Per ora i dispositivi interrogano la box in chiaro. Con un certificato nessuno può leggere lungo la strada.",
    pt:
      "Por agora os dispositivos perguntam à box sem cifra. Com um certificado, ninguém consegue ler pelo caminho.",
  },
  lead_on: {
    en: "Devices can ask the box encrypted, under the name {name}.",
    fr: "Les appareils peuvent interroger la box de façon chiffrée, sous le nom {name}.",
    es: "Los dispositivos pueden preguntar a la box de forma cifrada, con el nombre {name}.",
    de: "Geräte können die Box verschlüsselt fragen, unter dem Namen {name}.",
    nl: "Apparaten kunnen de box versleuteld vragen, onder de naam {name}.",
    it: "I dispositivi possono interrogare la box in modo cifrato, con il nome {name}.",
    pt: "Os dispositivos podem perguntar à box de forma cifrada, com o nome {name}.",
  },
  lead_off: {
    en: "The box has a certificate for {name}, but no protocol is turned on.",
    fr: "La box a un certificat pour {name}, mais aucun protocole n’est activé.",
    es: "La box tiene un certificado para {name}, pero ningún protocolo está activado.",
    de: "Die Box hat ein Zertifikat für {name}, aber kein Protokoll ist eingeschaltet.",
    nl: "De box heeft een certificaat voor {name}, maar er staat geen protocol aan.",
    it: "La box ha un certificato per {name}, ma nessun protocollo è attivo.",
    pt: "A box tem um certificado para {name}, mas nenhum protocolo está ativado.",
  },
  lead_closed: {
    en: "The box has a certificate for {name}, but cannot open the ports of encrypted DNS.",
    fr: "La box a un certificat pour {name}, mais ne peut pas ouvrir les ports du DNS chiffré.",
    es: "La box tiene un certificado para {name}, pero no puede abrir los puertos del DNS cifrado.",
    de:
      "Die Box hat ein Zertifikat für {name}, kann aber die Ports für verschlüsseltes DNS nicht öffnen.",
    nl:
      "De box heeft een certificaat voor {name}, maar kan de poorten voor versleutelde DNS niet openen.",
    it: "La box ha un certificato per {name}, ma non può aprire le porte del DNS cifrato.",
    pt: "A box tem um certificado para {name}, mas não consegue abrir as portas do DNS cifrado.",
  },
  lead_not_yet: {
    en: "The certificate for {name} isn’t valid yet: devices refuse to ask the box encrypted.",
    fr:
      "Le certificat pour {name} n’est pas encore valable : les appareils refusent d’interroger la box en chiffré.",
    es:
      "El certificado para {name} aún no es válido: los dispositivos se niegan a preguntar cifrado a la box.",
    de:
      "Das Zertifikat für {name} gilt noch nicht: Geräte lehnen verschlüsselte Anfragen an die Box ab.",
    nl:
      "Het certificaat voor {name} is nog niet geldig: apparaten weigeren de box versleuteld iets te vragen.",
    it:
      "Il certificato per {name} non è ancora valido: i dispositivi rifiutano di interrogare la box in modo cifrato.",
    pt:
      "O certificado para {name} ainda não é válido: os dispositivos recusam perguntar cifrado à box.",
  },
  lead_obtaining: {
    en: "The certificate is on its way. This takes a few minutes; the page updates by itself.",
    fr:
      "Le certificat est en route. Cela prend quelques minutes ; la page se met à jour toute seule.",
    es: "El certificado está en camino. Tarda unos minutos; la página se actualiza sola.",
    de:
      "Das Zertifikat ist unterwegs. Das dauert einige Minuten; die Seite aktualisiert sich von selbst.",
    nl: "Het certificaat is onderweg. Dat duurt een paar minuten; de pagina werkt zichzelf bij.",
    it: "Il certificato è in arrivo. Ci vuole qualche minuto; la pagina si aggiorna da sola.",
    pt: "O certificado vem a caminho. Demora alguns minutos; a página atualiza-se sozinha.",
  },
  lead_failed: {
    en: "No certificate could be obtained yet. What happened, and what to do, stands below.",
    fr:
      "Aucun certificat n’a encore pu être obtenu. Ce qui s’est passé et ce qu’il faut faire se trouve plus bas.",
    es:
      "Todavía no se ha podido obtener un certificado. Más abajo se explica qué ha pasado y qué hacer.",
    de:
      "Noch konnte kein Zertifikat geholt werden. Was geschehen ist und was zu tun ist, steht unten.",
    nl:
      "Er kon nog geen certificaat worden verkregen. Hieronder staat wat er is gebeurd en wat u kunt doen.",
    it:
      "Non è stato ancora possibile ottenere un certificato. Qui sotto è spiegato che cosa è successo e che cosa fare.",
    pt:
      "Ainda não foi possível obter um certificado. Mais abaixo está o que aconteceu e o que fazer.",
  },
  lead_expired: {
    en: "The certificate for {name} has expired: devices refuse to ask the box encrypted.",
    fr:
      "Le certificat pour {name} a expiré : les appareils refusent d’interroger la box de façon chiffrée.",
    es:
      "El certificado para {name} ha caducado: los dispositivos se niegan a preguntar a la box de forma cifrada.",
    de: "Das Zertifikat für {name} ist abgelaufen: Geräte fragen die Box nicht mehr verschlüsselt.",
    nl: "Het certificaat voor {name} is verlopen: apparaten weigeren de box versleuteld te vragen.",
    it:
      "Il certificato per {name} è scaduto: i dispositivi si rifiutano di interrogare la box in modo cifrato.",
    pt:
      "O certificado para {name} expirou: os dispositivos recusam-se a perguntar à box de forma cifrada.",
  },
  protocols: {
    en: "What works now",
    fr: "Ce qui fonctionne",
    es: "Lo que funciona",
    de: "Was jetzt funktioniert",
    nl: "Wat nu werkt",
    it: "Che cosa funziona",
    pt: "O que funciona",
  },
  tls_for: {
    en: "For Android, routers and Linux. The name is all they need.",
    fr: "Pour Android, les routeurs et Linux. Le nom leur suffit.",
    es: "Para Android, routers y Linux. Les basta el nombre.",
    de: "Für Android, Router und Linux. Ihnen genügt der Name.",
    nl: "Voor Android, routers en Linux. De naam is genoeg.",
    it: "Per Android, router e Linux. Basta il nome.",
    pt: "Para Android, routers e Linux. Basta o nome.",
  },
  https_for: {
    en: "For iPhone, iPad, Mac, Windows and browsers.",
    fr: "Pour iPhone, iPad, Mac, Windows et les navigateurs.",
    es: "Para iPhone, iPad, Mac, Windows y navegadores.",
    de: "Für iPhone, iPad, Mac, Windows und Browser.",
    nl: "Voor iPhone, iPad, Mac, Windows en browsers.",
    it: "Per iPhone, iPad, Mac, Windows e browser.",
    pt: "Para iPhone, iPad, Mac, Windows e navegadores.",
  },
  quic_for: {
    en: "For apps and routers that know it: the quickest over weak Wi-Fi.",
    fr:
      "Pour les applications et routeurs qui le connaissent : le plus rapide quand le Wi-Fi est faible.",
    es: "Para aplicaciones y routers que lo conocen: el más rápido con un wifi débil.",
    de: "Für Apps und Router, die es kennen: am schnellsten bei schwachem WLAN.",
    nl: "Voor apps en routers die het kennen: het snelst bij zwakke wifi.",
    it: "Per app e router che lo conoscono: il più rapido con un Wi-Fi debole.",
    pt: "Para apps e routers que o conhecem: o mais rápido com Wi-Fi fraco.",
  },
  asked: {
    en: { one: "{count} query in 24 hours", other: "{count} queries in 24 hours" },
    fr: { one: "{count} requête en 24 heures", other: "{count} requêtes en 24 heures" },
    es: { one: "{count} consulta en 24 horas", other: "{count} consultas en 24 horas" },
    de: { one: "{count} Anfrage in 24 Stunden", other: "{count} Anfragen in 24 Stunden" },
    nl: { one: "{count} verzoek in 24 uur", other: "{count} verzoeken in 24 uur" },
    it: { one: "{count} richiesta in 24 ore", other: "{count} richieste in 24 ore" },
    pt: { one: "{count} consulta em 24 horas", other: "{count} consultas em 24 horas" },
  },
  off: {
    en: "Off",
    fr: "Désactivé",
    es: "Desactivado",
    de: "Aus",
    nl: "Uit",
    it: "Disattivo",
    pt: "Desativado",
  },
  closed: {
    en: "Cannot be opened",
    fr: "Ne peut pas s’ouvrir",
    es: "No se puede abrir",
    de: "Lässt sich nicht öffnen",
    nl: "Kan niet worden geopend",
    it: "Non si può aprire",
    pt: "Não é possível abrir",
  },
  closed_help: {
    en:
      "Another program may hold its port, or the address to listen on is empty. The page System says more.",
    fr:
      "Un autre programme occupe peut-être son port, ou l’adresse d’écoute est vide. La page Système en dit plus.",
    es:
      "Quizá otro programa ocupa su puerto, o la dirección de escucha está vacía. Hay más detalles en la página Sistema.",
    de:
      "Vielleicht belegt ein anderes Programm den Port, oder die Adresse zum Lauschen ist leer. Mehr dazu auf der Seite System.",
    nl:
      "Misschien houdt een ander programma de poort bezet, of is het luisteradres leeg. De pagina Systeem zegt meer.",
    it:
      "Forse un altro programma occupa la sua porta, o l’indirizzo di ascolto è vuoto. La pagina Sistema dice di più.",
    pt:
      "Talvez outro programa ocupe a sua porta, ou o endereço de escuta esteja vazio. A página Sistema diz mais.",
  },
  answer_over: {
    en: "Answer {protocol}",
    fr: "Répondre par {protocol}",
    es: "Responder por {protocol}",
    de: "Über {protocol} antworten",
    nl: "Antwoorden via {protocol}",
    it: "Rispondere via {protocol}",
    pt: "Responder por {protocol}",
  },
  answers_over: {
    en: "{protocol} is on.",
    fr: "{protocol} est activé.",
    es: "{protocol} está activado.",
    de: "{protocol} ist eingeschaltet.",
    nl: "{protocol} staat aan.",
    it: "{protocol} è attivo.",
    pt: "{protocol} está ativado.",
  },
  silent_over: {
    en: "{protocol} is off.",
    fr: "{protocol} est désactivé.",
    es: "{protocol} está desactivado.",
    de: "{protocol} ist ausgeschaltet.",
    nl: "{protocol} staat uit.",
    it: "{protocol} non è attivo.",
    pt: "{protocol} está desativado.",
  },
  certificate: {
    en: "Certificate",
    fr: "Certificat",
    es: "Certificado",
    de: "Zertifikat",
    nl: "Certificaat",
    it: "Certificato",
    pt: "Certificado",
  },
  mode: {
    en: "Where it comes from",
    fr: "D’où il vient",
    es: "De dónde viene",
    de: "Woher es kommt",
    nl: "Waar het vandaan komt",
    it: "Da dove viene",
    pt: "De onde vem",
  },
  mode_box: {
    en: "A name from the online service",
    fr: "Un nom donné par le service en ligne",
    es: "Un nombre del servicio en línea",
    de: "Ein Name vom Onlinedienst",
    nl: "Een naam van de onlinedienst",
    it: "Un nome dal servizio online",
    pt: "Um nome do serviço online",
  },
  mode_box_text: {
    en:
      "The box is given a name of ten letters and a certificate that every device trusts. There is nothing to set up, and it is renewed by itself.",
    fr:
      "La box reçoit un nom de dix lettres et un certificat reconnu par tous les appareils. Rien à régler, et il se renouvelle tout seul.",
    es:
      "La box recibe un nombre de diez letras y un certificado en el que confían todos los dispositivos. No hay nada que configurar y se renueva solo.",
    de:
      "Die Box bekommt einen Namen aus zehn Buchstaben und ein Zertifikat, dem jedes Gerät vertraut. Einzurichten ist nichts, und es erneuert sich von selbst.",
    nl:
      "De box krijgt een naam van tien letters en een certificaat dat elk apparaat vertrouwt. U hoeft niets in te stellen en het vernieuwt zichzelf.",
    it:
      "La box riceve un nome di dieci lettere e un certificato di cui ogni dispositivo si fida. Non c’è nulla da configurare e si rinnova da solo.",
    pt:
      "A box recebe um nome de dez letras e um certificado em que todos os dispositivos confiam. Não há nada a configurar e renova-se sozinho.",
  },
  mode_domain: {
    en: "A name of your own domain",
    fr: "Un nom de votre domaine",
    es: "Un nombre de su dominio",
    de: "Ein Name der eigenen Domain",
    nl: "Een naam van uw eigen domein",
    it: "Un nome del tuo dominio",
    pt: "Um nome do seu domínio",
  },
  mode_domain_text: {
    en:
      "For a domain whose DNS is run by a provider with an API. Every device trusts the certificate, and the box renews it by itself.",
    fr:
      "Pour un domaine dont le DNS est géré par un fournisseur qui a une API. Tous les appareils reconnaissent le certificat, et la box le renouvelle toute seule.",
    es:
      "Para un dominio cuyo DNS gestiona un proveedor con API. Todos los dispositivos confían en el certificado y la box lo renueva sola.",
    de:
      "Für eine Domain, deren DNS bei einem Anbieter mit API liegt. Jedes Gerät vertraut dem Zertifikat, und die Box erneuert es von selbst.",
    nl:
      "Voor een domein waarvan de DNS bij een aanbieder met een API staat. Elk apparaat vertrouwt het certificaat en de box vernieuwt het vanzelf.",
    it:
      "Per un dominio il cui DNS è gestito da un fornitore con API. Ogni dispositivo si fida del certificato e la box lo rinnova da sola.",
    pt:
      "Para um domínio cujo DNS está num fornecedor com API. Todos os dispositivos confiam no certificado e a box renova-o sozinha.",
  },
  mode_self: {
    en: "Made by the box",
    fr: "Créé par la box",
    es: "Creado por la box",
    de: "Von der Box erstellt",
    nl: "Door de box gemaakt",
    it: "Creato dalla box",
    pt: "Criado pela box",
  },
  mode_self_text: {
    en:
      "Works at once, without any service. iPhone, iPad and Mac trust it through the profile; Android, Windows and browsers do not when the name is typed in.",
    fr:
      "Fonctionne tout de suite, sans aucun service. iPhone, iPad et Mac le reconnaissent grâce au profil ; Android, Windows et les navigateurs ne le reconnaissent pas quand on y saisit le nom.",
    es:
      "Funciona enseguida y sin ningún servicio. iPhone, iPad y Mac confían en él mediante el perfil; Android, Windows y los navegadores no, si se escribe el nombre.",
    de:
      "Geht sofort und ohne Dienst. iPhone, iPad und Mac vertrauen ihm durch das Profil; Android, Windows und Browser nicht, wenn man den Namen einträgt.",
    nl:
      "Werkt meteen, zonder dienst. iPhone, iPad en Mac vertrouwen het via het profiel; Android, Windows en browsers niet als de naam wordt ingevuld.",
    it:
      "Funziona subito, senza alcun servizio. iPhone, iPad e Mac se ne fidano con il profilo; Android, Windows e i browser no, se si scrive il nome.",
    pt:
      "Funciona logo, sem nenhum serviço. iPhone, iPad e Mac confiam nele através do perfil; Android, Windows e os navegadores não, quando se escreve o nome.",
  },
  mode_import: {
    en: "A certificate of your own",
    fr: "Votre propre certificat",
    es: "Un certificado propio",
    de: "Ein eigenes Zertifikat",
    nl: "Een eigen certificaat",
    it: "Un tuo certificato",
    pt: "Um certificado próprio",
  },
  mode_import_text: {
    en:
      "For a certificate that you get elsewhere. You renew it yourself; the box tells you in time.",
    fr:
      "Pour un certificat obtenu ailleurs. Vous le renouvelez vous-même ; la box vous prévient à temps.",
    es: "Para un certificado obtenido en otra parte. Lo renueva usted; la box avisa a tiempo.",
    de:
      "Für ein Zertifikat, das Sie anderswo bekommen. Sie erneuern es selbst; die Box sagt rechtzeitig Bescheid.",
    nl:
      "Voor een certificaat dat u elders krijgt. U vernieuwt het zelf; de box waarschuwt op tijd.",
    it: "Per un certificato ottenuto altrove. Lo rinnovi tu; la box avvisa in tempo.",
    pt: "Para um certificado obtido noutro lado. A renovação é sua; a box avisa a tempo.",
  },
  recommended: {
    en: "Recommended",
    fr: "Recommandé",
    es: "Recomendado",
    de: "Empfohlen",
    nl: "Aanbevolen",
    it: "Consigliato",
    pt: "Recomendado",
  },
  in_use: {
    en: "In use",
    fr: "En service",
    es: "En uso",
    de: "In Gebrauch",
    nl: "In gebruik",
    it: "In uso",
    pt: "Em uso",
  },
  choose: {
    en: "Choose a certificate",
    fr: "Choisir un certificat",
    es: "Elegir un certificado",
    de: "Ein Zertifikat wählen",
    nl: "Een certificaat kiezen",
    it: "Scegli un certificato",
    pt: "Escolher um certificado",
  },
  choose_other: {
    en: "Choose another certificate",
    fr: "Choisir un autre certificat",
    es: "Elegir otro certificado",
    de: "Ein anderes Zertifikat wählen",
    nl: "Een ander certificaat kiezen",
    it: "Scegli un altro certificato",
    pt: "Escolher outro certificado",
  },
  box_button: {
    en: "Get a name and a certificate",
    fr: "Obtenir un nom et un certificat",
    es: "Obtener un nombre y un certificado",
    de: "Namen und Zertifikat holen",
    nl: "Naam en certificaat ophalen",
    it: "Ottieni un nome e un certificato",
    pt: "Obter um nome e um certificado",
  },
  box_unset: {
    en: "Not set up",
    fr: "Non configuré",
    es: "Sin configurar",
    de: "Nicht eingerichtet",
    nl: "Niet ingesteld",
    it: "Non configurato",
    pt: "Não configurado",
  },
  box_none: {
    en: "No online service is set for this box.",
    fr: "Aucun service en ligne n’est indiqué dans les réglages de cette box.",
    es: "No hay ningún servicio en línea configurado para esta box.",
    de: "Für diese Box ist kein Onlinedienst eingestellt.",
    nl: "Voor deze box is geen onlinedienst ingesteld.",
    it: "Per questa box non è impostato alcun servizio online.",
    pt: "Não há nenhum serviço online definido para esta box.",
  },
  settings_link: {
    en: "Open the settings",
    fr: "Ouvrir les réglages",
    es: "Abrir los ajustes",
    de: "Einstellungen öffnen",
    nl: "Instellingen openen",
    it: "Apri le impostazioni",
    pt: "Abrir as definições",
  },
  self_name_help: {
    en:
      "If left empty, the box makes one up. It is not published: only devices that ask the box find it.",
    fr:
      "S’il est vide, la box en invente un. Il n’est pas publié : seuls les appareils qui interrogent la box le trouvent.",
    es:
      "Si se deja vacío, la box inventa uno. No se publica: solo lo encuentran los dispositivos que preguntan a la box.",
    de:
      "Bleibt es leer, denkt sich die Box einen aus. Er wird nicht veröffentlicht: Nur Geräte, die die Box fragen, finden ihn.",
    nl:
      "Laat u dit leeg, dan bedenkt de box er een. De naam wordt niet gepubliceerd: alleen apparaten die de box vragen, vinden hem.",
    it:
      "Se lo lasci vuoto, la box ne inventa uno. Non viene pubblicato: lo trovano solo i dispositivi che interrogano la box.",
    pt:
      "Se ficar vazio, a box inventa um. Não é publicado: só os dispositivos que perguntam à box o encontram.",
  },
  self_button: {
    en: "Make the certificate",
    fr: "Créer le certificat",
    es: "Crear el certificado",
    de: "Zertifikat erstellen",
    nl: "Certificaat maken",
    it: "Crea il certificato",
    pt: "Criar o certificado",
  },
  domain_name_help: {
    en:
      "A name below your domain, such as dns.example.org. It is not published; the box answers it with its own address.",
    fr:
      "Un nom de votre domaine, par exemple dns.example.org. Il n’est pas publié ; la box y répond avec sa propre adresse.",
    es:
      "Un nombre de su dominio, como dns.example.org. No se publica; la box responde con su propia dirección.",
    de:
      "Ein Name unter Ihrer Domain, etwa dns.example.org. Er wird nicht veröffentlicht; die Box antwortet mit ihrer eigenen Adresse.",
    nl:
      "Een naam onder uw domein, zoals dns.example.org. Hij wordt niet gepubliceerd; de box antwoordt met haar eigen adres.",
    it:
      "Un nome del tuo dominio, come dns.example.org. Non viene pubblicato; la box risponde con il proprio indirizzo.",
    pt:
      "Um nome do seu domínio, como dns.example.org. Não é publicado; a box responde com o seu próprio endereço.",
  },
  email: {
    en: "E-mail for the certificate authority",
    fr: "E-mail pour l’autorité de certification",
    es: "Correo para la autoridad de certificación",
    de: "E-Mail für die Zertifizierungsstelle",
    nl: "E-mail voor de certificaatautoriteit",
    it: "E-mail per l’autorità di certificazione",
    pt: "E-mail para a autoridade de certificação",
  },
  email_help: {
    en: "May stay empty. The authority writes there when something is wrong with the certificate.",
    fr: "Peut rester vide. L’autorité y écrit quand le certificat pose problème.",
    es: "Puede quedar vacío. La autoridad escribe ahí si hay un problema con el certificado.",
    de:
      "Darf leer bleiben. Dorthin schreibt die Stelle, wenn mit dem Zertifikat etwas nicht stimmt.",
    nl: "Mag leeg blijven. De autoriteit schrijft daarheen als er iets mis is met het certificaat.",
    it: "Può restare vuoto. L’autorità scrive lì se c’è un problema con il certificato.",
    pt: "Pode ficar vazio. A autoridade escreve para lá se houver um problema com o certificado.",
  },
  provider: {
    en: "Who runs the domain’s DNS",
    fr: "Qui gère le DNS du domaine",
    es: "Quién gestiona el DNS del dominio",
    de: "Wer das DNS der Domain verwaltet",
    nl: "Wie de DNS van het domein beheert",
    it: "Chi gestisce il DNS del dominio",
    pt: "Quem gere o DNS do domínio",
  },
  provider_rfc2136: {
    en: "Own DNS server",
    fr: "Votre serveur DNS",
    es: "Servidor DNS propio",
    de: "Eigener DNS-Server",
    nl: "Eigen DNS-server",
    it: "Server DNS proprio",
    pt: "Servidor DNS próprio",
  },
  sealed_help: {
    en: "Kept sealed on the box and never shown again.",
    fr: "Gardé sous scellé sur la box et jamais réaffiché.",
    es: "Se guarda sellado en la box y no se vuelve a mostrar.",
    de: "Liegt versiegelt auf der Box und wird nie wieder gezeigt.",
    nl: "Wordt verzegeld op de box bewaard en nooit meer getoond.",
    it: "Resta sigillato nella box e non viene più mostrato.",
    pt: "Fica selado na box e nunca mais é mostrado.",
  },
  sealed_kept: {
    en: "If left empty, what was given before stays.",
    fr: "Si ce champ reste vide, ce qui a été donné avant est conservé.",
    es: "Si se deja vacío, se conserva lo que ya había.",
    de: "Bleibt es leer, gilt das zuvor Angegebene weiter.",
    nl: "Laat u dit leeg, dan blijft gelden wat eerder is opgegeven.",
    it: "Se lo lasci vuoto, resta quello dato prima.",
    pt: "Se ficar vazio, mantém-se o que foi dado antes.",
  },
  field_api_token: {
    en: "API token",
    fr: "Jeton d’API",
    es: "Token de API",
    de: "API-Token",
    nl: "API-token",
    it: "Token API",
    pt: "Token de API",
  },
  field_token: {
    en: "Token",
    fr: "Jeton",
    es: "Token",
    de: "Token",
    nl: "Token",
    it: "Token",
    pt: "Token",
  },
  field_application_key: {
    en: "Application key",
    fr: "Clé d’application",
    es: "Clave de aplicación",
    de: "Anwendungsschlüssel",
    nl: "Toepassingssleutel",
    it: "Chiave dell’applicazione",
    pt: "Chave da aplicação",
  },
  field_application_secret: {
    en: "Application secret",
    fr: "Secret d’application",
    es: "Secreto de aplicación",
    de: "Anwendungsgeheimnis",
    nl: "Toepassingsgeheim",
    it: "Segreto dell’applicazione",
    pt: "Segredo da aplicação",
  },
  field_consumer_key: {
    en: "Consumer key",
    fr: "Clé de consommateur",
    es: "Clave de consumidor",
    de: "Consumer-Schlüssel",
    nl: "Consumersleutel",
    it: "Chiave consumer",
    pt: "Chave de consumidor",
  },
  field_region: {
    en: "Region (may stay empty)",
    fr: "Région (peut rester vide)",
    es: "Región (puede quedar vacía)",
    de: "Region (darf leer bleiben)",
    nl: "Regio (mag leeg blijven)",
    it: "Regione (può restare vuota)",
    pt: "Região (pode ficar vazia)",
  },
  field_server: {
    en: "Name or address of the server",
    fr: "Nom ou adresse du serveur",
    es: "Nombre o dirección del servidor",
    de: "Name oder Adresse des Servers",
    nl: "Naam of adres van de server",
    it: "Nome o indirizzo del server",
    pt: "Nome ou endereço do servidor",
  },
  field_port: {
    en: "Port (53 when empty)",
    fr: "Port (53 si vide)",
    es: "Puerto (53 si está vacío)",
    de: "Port (leer: 53)",
    nl: "Poort (leeg: 53)",
    it: "Porta (53 se vuota)",
    pt: "Porta (53 se vazia)",
  },
  field_key_name: {
    en: "Name of the TSIG key",
    fr: "Nom de la clé TSIG",
    es: "Nombre de la clave TSIG",
    de: "Name des TSIG-Schlüssels",
    nl: "Naam van de TSIG-sleutel",
    it: "Nome della chiave TSIG",
    pt: "Nome da chave TSIG",
  },
  field_key_algorithm: {
    en: "Algorithm (hmac-sha256 when empty)",
    fr: "Algorithme (hmac-sha256 si vide)",
    es: "Algoritmo (hmac-sha256 si está vacío)",
    de: "Algorithmus (leer: hmac-sha256)",
    nl: "Algoritme (leeg: hmac-sha256)",
    it: "Algoritmo (hmac-sha256 se vuoto)",
    pt: "Algoritmo (hmac-sha256 se vazio)",
  },
  field_key_secret: {
    en: "Secret of the TSIG key",
    fr: "Secret de la clé TSIG",
    es: "Secreto de la clave TSIG",
    de: "Geheimnis des TSIG-Schlüssels",
    nl: "Geheim van de TSIG-sleutel",
    it: "Segreto della chiave TSIG",
    pt: "Segredo da chave TSIG",
  },
  field_zone: {
    en: "Zone (found by itself when empty)",
    fr: "Zone (trouvée toute seule si vide)",
    es: "Zona (se encuentra sola si está vacía)",
    de: "Zone (leer: wird gefunden)",
    nl: "Zone (leeg: wordt gevonden)",
    it: "Zona (trovata da sola se vuota)",
    pt: "Zona (encontrada sozinha se vazia)",
  },
  authority_terms: {
    en:
      "With this certificate you accept the terms of the authority that issues it: Let’s Encrypt, unless the settings name another.",
    fr:
      "Avec ce certificat, vous acceptez les conditions de l’autorité qui le délivre : Let’s Encrypt, sauf si les réglages en nomment une autre.",
    es:
      "Con este certificado acepta las condiciones de la autoridad que lo emite: Let’s Encrypt, salvo que los ajustes nombren otra.",
    de:
      "Mit diesem Zertifikat nehmen Sie die Bedingungen der ausstellenden Stelle an: Let’s Encrypt, wenn die Einstellungen keine andere nennen.",
    nl:
      "Met dit certificaat accepteert u de voorwaarden van de autoriteit die het uitgeeft: Let’s Encrypt, tenzij de instellingen een andere noemen.",
    it:
      "Con questo certificato accetti le condizioni dell’autorità che lo rilascia: Let’s Encrypt, se le impostazioni non ne indicano un’altra.",
    pt:
      "Com este certificado aceita os termos da autoridade que o emite: Let’s Encrypt, a não ser que as definições indiquem outra.",
  },
  domain_button: {
    en: "Get the certificate",
    fr: "Obtenir le certificat",
    es: "Obtener el certificado",
    de: "Zertifikat holen",
    nl: "Certificaat ophalen",
    it: "Ottieni il certificato",
    pt: "Obter o certificado",
  },
  import_certificate: {
    en: "Certificate and chain (PEM)",
    fr: "Certificat et chaîne (PEM)",
    es: "Certificado y cadena (PEM)",
    de: "Zertifikat und Kette (PEM)",
    nl: "Certificaat en keten (PEM)",
    it: "Certificato e catena (PEM)",
    pt: "Certificado e cadeia (PEM)",
  },
  import_certificate_help: {
    en:
      "That of the name first, then those that lead to its authority. A wildcard (*) alone is not enough.",
    fr:
      "D’abord celui du nom, puis ceux qui mènent à son autorité. Un certificat générique (*) seul ne suffit pas.",
    es: "Primero el del nombre, luego los que llevan a su autoridad. Un comodín (*) solo no basta.",
    de:
      "Zuerst das des Namens, dann die bis zur Zertifizierungsstelle. Ein Platzhalter (*) allein genügt nicht.",
    nl:
      "Eerst dat van de naam, dan die tot aan de autoriteit. Een wildcard (*) alleen is niet genoeg.",
    it:
      "Prima quello del nome, poi quelli che portano alla sua autorità. Un carattere jolly (*) da solo non basta.",
    pt:
      "Primeiro o do nome, depois os que levam à sua autoridade. Um nome com asterisco (*), sozinho, não chega.",
  },
  import_key: {
    en: "Private key (PEM)",
    fr: "Clé privée (PEM)",
    es: "Clave privada (PEM)",
    de: "Privater Schlüssel (PEM)",
    nl: "Privésleutel (PEM)",
    it: "Chiave privata (PEM)",
    pt: "Chave privada (PEM)",
  },
  import_key_help: {
    en: "It stays on the box and is never shown.",
    fr: "Elle reste sur la box et n’est jamais affichée.",
    es: "Se queda en la box y nunca se muestra.",
    de: "Er bleibt auf der Box und wird nie gezeigt.",
    nl: "De sleutel blijft op de box en wordt nooit getoond.",
    it: "Resta nella box e non viene mai mostrata.",
    pt: "Fica na box e nunca é mostrada.",
  },
  or_file: {
    en: "Or a file",
    fr: "Ou un fichier",
    es: "O un archivo",
    de: "Oder eine Datei",
    nl: "Of een bestand",
    it: "Oppure un file",
    pt: "Ou um ficheiro",
  },
  import_button: {
    en: "Use this certificate",
    fr: "Utiliser ce certificat",
    es: "Usar este certificado",
    de: "Dieses Zertifikat verwenden",
    nl: "Dit certificaat gebruiken",
    it: "Usa questo certificato",
    pt: "Usar este certificado",
  },
  none_button: {
    en: "Turn encrypted DNS off",
    fr: "Désactiver le DNS chiffré",
    es: "Desactivar el DNS cifrado",
    de: "Verschlüsseltes DNS ausschalten",
    nl: "Versleutelde DNS uitzetten",
    it: "Disattiva il DNS cifrato",
    pt: "Desativar o DNS cifrado",
  },
  none_confirm: {
    en:
      "Turn encrypted DNS off? The certificate is deleted, and devices that were set up for it get no answers until they are set back.",
    fr:
      "Désactiver le DNS chiffré ? Le certificat sera supprimé, et les appareils configurés pour lui n’auront plus de réponse tant que leur réglage n’aura pas été annulé.",
    es:
      "¿Desactivar el DNS cifrado? El certificado se elimina, y los dispositivos configurados para él no reciben respuesta hasta que se deshaga su configuración.",
    de:
      "Verschlüsseltes DNS ausschalten? Das Zertifikat wird gelöscht, und dafür eingerichtete Geräte bekommen keine Antwort, bis sie wieder umgestellt sind.",
    nl:
      "Versleutelde DNS uitzetten? Het certificaat wordt gewist, en apparaten die ervoor zijn ingesteld krijgen geen antwoord tot ze zijn teruggezet.",
    it:
      "Disattivare il DNS cifrato? Il certificato viene eliminato e i dispositivi impostati per usarlo non ricevono risposte finché non vengono reimpostati.",
    pt:
      "Desativar o DNS cifrado? O certificado é apagado, e os dispositivos configurados para ele ficam sem respostas até serem repostos.",
  },
  chosen_begun: {
    en: "The certificate is being obtained.",
    fr: "Le certificat est en cours d’obtention.",
    es: "Se está obteniendo el certificado.",
    de: "Das Zertifikat wird geholt.",
    nl: "Het certificaat wordt opgehaald.",
    it: "Il certificato è in arrivo.",
    pt: "O certificado está a ser obtido.",
  },
  chosen_made: {
    en: "The certificate is in use.",
    fr: "Le certificat est en service.",
    es: "El certificado está en uso.",
    de: "Das Zertifikat ist in Gebrauch.",
    nl: "Het certificaat is in gebruik.",
    it: "Il certificato è in uso.",
    pt: "O certificado está em uso.",
  },
  chosen_none: {
    en: "Encrypted DNS is off.",
    fr: "Le DNS chiffré est désactivé.",
    es: "El DNS cifrado está desactivado.",
    de: "Verschlüsseltes DNS ist aus.",
    nl: "Versleutelde DNS staat uit.",
    it: "Il DNS cifrato è disattivo.",
    pt: "O DNS cifrado está desativado.",
  },
  progress: {
    en: "Progress",
    fr: "Avancement",
    es: "Progreso",
    de: "Fortschritt",
    nl: "Voortgang",
    it: "Avanzamento",
    pt: "Progresso",
  },
  step_begin: {
    en: "Getting ready",
    fr: "Préparation",
    es: "Preparación",
    de: "Vorbereiten",
    nl: "Voorbereiden",
    it: "Preparazione",
    pt: "Preparação",
  },
  step_clock: {
    en: "Waiting until the time of day is known",
    fr: "Attente de l’heure exacte",
    es: "Esperar a que se sepa la hora",
    de: "Warten, bis die Uhrzeit bekannt ist",
    nl: "Wachten tot de tijd bekend is",
    it: "In attesa che si conosca l’ora",
    pt: "À espera de saber a hora",
  },
  step_name: {
    en: "Asking for a name",
    fr: "Demande d’un nom",
    es: "Pedir un nombre",
    de: "Einen Namen anfragen",
    nl: "Een naam aanvragen",
    it: "Richiesta di un nome",
    pt: "Pedir um nome",
  },
  step_order: {
    en: "Asking the authority",
    fr: "Demande à l’autorité",
    es: "Pedir el certificado a la autoridad",
    de: "Bei der Zertifizierungsstelle anfragen",
    nl: "Aanvragen bij de autoriteit",
    it: "Richiesta all’autorità",
    pt: "Pedir o certificado à autoridade",
  },
  step_record: {
    en: "Writing the proof into the DNS",
    fr: "Écriture de la preuve dans le DNS",
    es: "Escribir la prueba en el DNS",
    de: "Nachweis ins DNS schreiben",
    nl: "Het bewijs in de DNS zetten",
    it: "Scrittura della prova nel DNS",
    pt: "Escrever a prova no DNS",
  },
  step_propagation: {
    en: "Waiting until the proof is seen",
    fr: "Attente que la preuve soit visible",
    es: "Esperar a que se vea la prueba",
    de: "Warten, bis der Nachweis zu sehen ist",
    nl: "Wachten tot het bewijs te zien is",
    it: "Attesa che la prova sia visibile",
    pt: "Esperar que a prova se veja",
  },
  step_authority: {
    en: "The authority checks it",
    fr: "L’autorité la vérifie",
    es: "La autoridad la comprueba",
    de: "Die Zertifizierungsstelle prüft",
    nl: "De autoriteit controleert het",
    it: "L’autorità la verifica",
    pt: "A autoridade verifica-a",
  },
  step_certificate: {
    en: "Fetching the certificate",
    fr: "Récupération du certificat",
    es: "Recoger el certificado",
    de: "Zertifikat abholen",
    nl: "Het certificaat ophalen",
    it: "Ritiro del certificato",
    pt: "Receber o certificado",
  },
  failed: {
    en: "The certificate could not be obtained",
    fr: "Le certificat n’a pas pu être obtenu",
    es: "No se pudo obtener el certificado",
    de: "Das Zertifikat konnte nicht geholt werden",
    nl: "Het certificaat kon niet worden verkregen",
    it: "Non è stato possibile ottenere il certificato",
    pt: "Não foi possível obter o certificado",
  },
  why_clock: {
    en: "The clock of the box is wrong. Set the time of its machine, then try again.",
    fr: "L’horloge de la box n’est pas à l’heure. Mettez la machine à l’heure, puis réessayez.",
    es: "El reloj de la box no está en hora. Ponga en hora el equipo y vuelva a intentarlo.",
    de:
      "Die Uhr der Box geht falsch. Stellen Sie die Uhr des Rechners, dann versuchen Sie es noch einmal.",
    nl:
      "De klok van de box loopt verkeerd. Zet de tijd van de computer goed en probeer het opnieuw.",
    it: "L’orologio della box è sbagliato. Regola l’ora della macchina, poi riprova.",
    pt: "O relógio da box está errado. Acerte a hora do equipamento e tente de novo.",
  },
  why_credentials: {
    en: "The provider does not accept these credentials. Enter them again.",
    fr: "Le fournisseur n’accepte pas les identifiants donnés. Saisissez-les de nouveau.",
    es: "El proveedor no acepta las credenciales. Escríbalas de nuevo.",
    de: "Der Anbieter nimmt die Zugangsdaten nicht an. Geben Sie sie neu ein.",
    nl: "De aanbieder accepteert de toegangsgegevens niet. Vul ze opnieuw in.",
    it: "Il fornitore non accetta le credenziali. Inseriscile di nuovo.",
    pt: "O fornecedor não aceita as credenciais. Escreva-as de novo.",
  },
  why_zone: {
    en: "The provider does not run this domain for you. Check the name and the account.",
    fr: "Le fournisseur ne gère pas ce domaine avec ce compte. Vérifiez le nom et le compte.",
    es: "El proveedor no gestiona este dominio en esa cuenta. Compruebe el nombre y la cuenta.",
    de: "Beim Anbieter gehört diese Domain nicht zu diesem Konto. Prüfen Sie Namen und Konto.",
    nl: "De aanbieder beheert dit domein niet in dit account. Controleer de naam en het account.",
    it: "Il fornitore non gestisce questo dominio in quell’account. Controlla il nome e l’account.",
    pt: "O fornecedor não gere este domínio nessa conta. Verifique o nome e a conta.",
  },
  why_unseen: {
    en:
      "The proof was written, but the name servers of the domain do not show it. Check that the domain uses those of this provider.",
    fr:
      "La preuve a été écrite, mais les serveurs de noms du domaine ne la montrent pas. Vérifiez que le domaine utilise ceux de ce fournisseur.",
    es:
      "La prueba se escribió, pero los servidores de nombres del dominio no la muestran. Compruebe que el dominio usa los de este proveedor.",
    de:
      "Der Nachweis wurde geschrieben, aber die Nameserver der Domain zeigen ihn nicht. Prüfen Sie, ob die Domain die dieses Anbieters benutzt.",
    nl:
      "Het bewijs is geschreven, maar de naamservers van het domein tonen het niet. Controleer of het domein die van deze aanbieder gebruikt.",
    it:
      "La prova è stata scritta, ma i server dei nomi del dominio non la mostrano. Controlla che il dominio usi quelli di questo fornitore.",
    pt:
      "A prova foi escrita, mas os servidores de nomes do domínio não a mostram. Verifique se o domínio usa os deste fornecedor.",
  },
  why_caa: {
    en: "A CAA record of the domain forbids this authority. Allow it there, or remove the record.",
    fr:
      "Un enregistrement CAA du domaine interdit cette autorité. Autorisez-la, ou supprimez l’enregistrement.",
    es: "Un registro CAA del dominio prohíbe esta autoridad. Permítala o elimine el registro.",
    de:
      "Ein CAA-Eintrag der Domain verbietet diese Zertifizierungsstelle. Erlauben Sie sie dort, oder entfernen Sie den Eintrag.",
    nl:
      "Een CAA-record van het domein verbiedt deze autoriteit. Sta haar toe, of verwijder het record.",
    it: "Un record CAA del dominio vieta questa autorità. Consentila, oppure rimuovi il record.",
    pt: "Um registo CAA do domínio proíbe esta autoridade. Permita-a ou remova o registo.",
  },
  why_refused: {
    en: "The authority gives no certificate for this name now.",
    fr: "L’autorité ne délivre pas de certificat pour ce nom en ce moment.",
    es: "La autoridad no da un certificado para este nombre ahora.",
    de: "Die Zertifizierungsstelle stellt für diesen Namen zurzeit kein Zertifikat aus.",
    nl: "De autoriteit geeft nu geen certificaat voor deze naam.",
    it: "L’autorità per ora non rilascia certificati per questo nome.",
    pt: "A autoridade não emite agora um certificado para este nome.",
  },
  why_authority: {
    en: "No usable certificate authority is set. Give its address in the settings.",
    fr:
      "Aucune autorité de certification utilisable n’est réglée. Donnez son adresse dans les réglages.",
    es:
      "No hay configurada ninguna autoridad de certificación que sirva. Indique su dirección en los ajustes.",
    de:
      "Es ist keine brauchbare Zertifizierungsstelle eingestellt. Geben Sie ihre Adresse in den Einstellungen an.",
    nl:
      "Er is geen bruikbare certificaatautoriteit ingesteld. Vul haar adres in bij de instellingen.",
    it:
      "Non è impostata un’autorità di certificazione utilizzabile. Indica il suo indirizzo nelle impostazioni.",
    pt:
      "Não está definida nenhuma autoridade de certificação utilizável. Indique o endereço nas definições.",
  },
  why_silent: {
    en: "One of the services needed for it does not answer now.",
    fr: "Un des services nécessaires ne répond pas en ce moment.",
    es: "Uno de los servicios necesarios no responde ahora.",
    de: "Einer der dafür nötigen Dienste antwortet gerade nicht.",
    nl: "Een van de benodigde diensten antwoordt nu niet.",
    it: "Uno dei servizi necessari ora non risponde.",
    pt: "Um dos serviços necessários não responde agora.",
  },
  failed_next: {
    en: "Next try {time}.",
    fr: "Nouvel essai {time}.",
    es: "Se vuelve a intentar {time}.",
    de: "Nächster Versuch {time}.",
    nl: "Nieuwe poging {time}.",
    it: "Nuovo tentativo {time}.",
    pt: "Nova tentativa {time}.",
  },
  failed_kept: {
    en: "The previous certificate stays in use meanwhile.",
    fr: "Le certificat précédent reste en service en attendant.",
    es: "Mientras tanto se sigue usando el certificado anterior.",
    de: "Bis dahin bleibt das bisherige Zertifikat in Gebrauch.",
    nl: "Tot die tijd blijft het vorige certificaat in gebruik.",
    it: "Intanto resta in uso il certificato precedente.",
    pt: "Entretanto continua em uso o certificado anterior.",
  },
  again: {
    en: "Try again now",
    fr: "Réessayer maintenant",
    es: "Volver a intentarlo ahora",
    de: "Jetzt noch einmal versuchen",
    nl: "Nu opnieuw proberen",
    it: "Riprova ora",
    pt: "Tentar de novo agora",
  },
  valid_until: {
    en: "Valid until",
    fr: "Valable jusqu’au",
    es: "Válido hasta",
    de: "Gültig bis",
    nl: "Geldig tot",
    it: "Valido fino al",
    pt: "Válido até",
  },
  renewed: {
    en: "renewed by itself from {date} on",
    fr: "renouvelé tout seul à partir du {date}",
    es: "se renueva solo desde el {date}",
    de: "erneuert sich ab {date} von selbst",
    nl: "vernieuwt zichzelf vanaf {date}",
    it: "si rinnova da solo dal {date}",
    pt: "renova-se sozinho a partir de {date}",
  },
  renew_yourself: {
    en: "give a new one before then",
    fr: "donnez-en un nouveau avant cette date",
    es: "dé uno nuevo antes de esa fecha",
    de: "geben Sie vorher ein neues",
    nl: "geef vóór die datum een nieuw",
    it: "danne uno nuovo prima di allora",
    pt: "dê um novo antes dessa data",
  },
  expired: {
    en: "Expired",
    fr: "Expiré",
    es: "Caducado",
    de: "Abgelaufen",
    nl: "Verlopen",
    it: "Scaduto",
    pt: "Expirado",
  },
  not_yet: {
    en: "Not valid yet",
    fr: "Pas encore valable",
    es: "Aún no es válido",
    de: "Noch nicht gültig",
    nl: "Nog niet geldig",
    it: "Non ancora valido",
    pt: "Ainda não é válido",
  },
  signed_by: {
    en: "Signed by",
    fr: "Signé par",
    es: "Firmado por",
    de: "Ausgestellt von",
    nl: "Ondertekend door",
    it: "Firmato da",
    pt: "Assinado por",
  },
  fingerprint: {
    en: "Fingerprint (SHA-256)",
    fr: "Empreinte (SHA-256)",
    es: "Huella (SHA-256)",
    de: "Fingerabdruck (SHA-256)",
    nl: "Vingerafdruk (SHA-256)",
    it: "Impronta (SHA-256)",
    pt: "Impressão digital (SHA-256)",
  },
  remade: {
    en:
      "The box made its certificate anew on {date}. iPhone, iPad and Mac need the profile once more.",
    fr:
      "La box a recréé son certificat le {date}. iPhone, iPad et Mac ont de nouveau besoin du profil.",
    es:
      "La box volvió a crear su certificado el {date}. iPhone, iPad y Mac necesitan el perfil otra vez.",
    de:
      "Die Box hat ihr Zertifikat am {date} neu erstellt. iPhone, iPad und Mac brauchen das Profil noch einmal.",
    nl:
      "De box heeft haar certificaat op {date} opnieuw gemaakt. iPhone, iPad en Mac hebben het profiel nog eens nodig.",
    it:
      "La box ha ricreato il suo certificato il {date}. iPhone, iPad e Mac hanno di nuovo bisogno del profilo.",
    pt:
      "A box recriou o seu certificado em {date}. iPhone, iPad e Mac precisam do perfil outra vez.",
  },
  devices: {
    en: "Set up your devices",
    fr: "Configurer vos appareils",
    es: "Configurar los dispositivos",
    de: "Geräte einrichten",
    nl: "Uw apparaten instellen",
    it: "Configura i dispositivi",
    pt: "Configurar os dispositivos",
  },
  devices_help: {
    en:
      "Only the box answers its name. Devices find it while the network gives them the box as DNS server, so at home and not away.",
    fr:
      "Seule la box répond à son nom. Les appareils la trouvent tant que le réseau leur donne la box comme serveur DNS, donc à la maison et pas ailleurs.",
    es:
      "Solo la box responde a su nombre. Los dispositivos la encuentran mientras la red les dé la box como servidor DNS, es decir, en casa y no fuera.",
    de:
      "Nur die Box kennt ihren Namen. Geräte finden sie, solange das Netz ihnen die Box als DNS-Server gibt, also zu Hause und nicht unterwegs.",
    nl:
      "Alleen de box beantwoordt haar naam. Apparaten vinden haar zolang het netwerk hun de box als DNS-server geeft, dus thuis en niet onderweg.",
    it:
      "Solo la box risponde al suo nome. I dispositivi la trovano finché la rete dà loro la box come server DNS, quindi a casa e non fuori.",
    pt:
      "Só a box responde ao seu nome. Os dispositivos encontram-na enquanto a rede lhes der a box como servidor DNS, ou seja, em casa e não fora.",
  },
  self_caution: {
    en:
      "The certificate was made by the box: the steps below marked with a sign need one that every device trusts.",
    fr:
      "Le certificat a été créé par la box : les étapes signalées plus bas en demandent un que tous les appareils reconnaissent.",
    es:
      "El certificado lo creó la box: los pasos señalados abajo necesitan uno en el que confíen todos los dispositivos.",
    de:
      "Das Zertifikat hat die Box erstellt: Die unten gekennzeichneten Schritte brauchen eines, dem jedes Gerät vertraut.",
    nl:
      "Het certificaat is door de box gemaakt: de gemarkeerde stappen hieronder hebben er een nodig dat elk apparaat vertrouwt.",
    it:
      "Il certificato è stato creato dalla box: i passi segnalati qui sotto ne richiedono uno di cui ogni dispositivo si fida.",
    pt:
      "O certificado foi criado pela box: os passos assinalados abaixo precisam de um em que todos os dispositivos confiem.",
  },
  needs_trust: {
    en: "Needs a certificate that every device trusts",
    fr: "Demande un certificat que tous les appareils reconnaissent",
    es: "Necesita un certificado en el que confíen todos los dispositivos",
    de: "Braucht ein Zertifikat, dem jedes Gerät vertraut",
    nl: "Heeft een certificaat nodig dat elk apparaat vertrouwt",
    it: "Richiede un certificato di cui ogni dispositivo si fida",
    pt: "Precisa de um certificado em que todos os dispositivos confiem",
  },
  profile: {
    en: "Download the profile",
    fr: "Télécharger le profil",
    es: "Descargar el perfil",
    de: "Profil herunterladen",
    nl: "Profiel downloaden",
    it: "Scarica il profilo",
    pt: "Transferir o perfil",
  },
  qr_page: {
    en: "Opens this page on a phone or tablet",
    fr: "Ouvre cette page sur un téléphone ou une tablette",
    es: "Abre esta página en un teléfono o una tableta",
    de: "Öffnet diese Seite auf Telefon oder Tablet",
    nl: "Opent deze pagina op een telefoon of tablet",
    it: "Apre questa pagina su un telefono o un tablet",
    pt: "Abre esta página num telemóvel ou tablet",
  },
  qr_name: {
    en: "Holds the name, to paste into the settings there",
    fr: "Contient le nom, à coller dans les réglages de l’appareil",
    es: "Contiene el nombre, para pegarlo en los ajustes del dispositivo",
    de: "Enthält den Namen, zum Einfügen in den Einstellungen des Geräts",
    nl: "Bevat de naam, om in de instellingen van het apparaat te plakken",
    it: "Contiene il nome, da incollare nelle impostazioni del dispositivo",
    pt: "Contém o nome, para colar nas definições do dispositivo",
  },
  qr_alt: {
    en: "QR code: {text}",
    fr: "Code QR : {text}",
    es: "Código QR: {text}",
    de: "QR-Code: {text}",
    nl: "QR-code: {text}",
    it: "Codice QR: {text}",
    pt: "Código QR: {text}",
  },
  apple: {
    en: "iPhone, iPad and Mac",
    fr: "iPhone, iPad et Mac",
    es: "iPhone, iPad y Mac",
    de: "iPhone, iPad und Mac",
    nl: "iPhone, iPad en Mac",
    it: "iPhone, iPad e Mac",
    pt: "iPhone, iPad e Mac",
  },
  apple_1: {
    en: "Open this page on the device with Safari, sign in, and download the profile.",
    fr: "Ouvrez cette page sur l’appareil avec Safari, connectez-vous et téléchargez le profil.",
    es: "Abra esta página en el dispositivo con Safari, inicie sesión y descargue el perfil.",
    de:
      "Öffnen Sie diese Seite auf dem Gerät mit Safari, melden Sie sich an und laden Sie das Profil herunter.",
    nl: "Open deze pagina op het apparaat met Safari, meld u aan en download het profiel.",
    it: "Apri questa pagina sul dispositivo con Safari, accedi e scarica il profilo.",
    pt: "Abra esta página no dispositivo com o Safari, inicie sessão e transfira o perfil.",
  },
  apple_2: {
    en:
      "Open Settings and tap “Profile Downloaded” at the top; on a Mac, open the file that was downloaded.",
    fr:
      "Ouvrez Réglages et touchez « Profil téléchargé » en haut ; sur un Mac, ouvrez le fichier téléchargé.",
    es: "Abra Ajustes y toque «Perfil descargado» arriba; en un Mac, abra el archivo descargado.",
    de:
      "Öffnen Sie die Einstellungen und tippen Sie oben auf „Profil geladen“; auf dem Mac öffnen Sie die geladene Datei.",
    nl:
      "Open Instellingen en tik bovenaan op ‘Profiel gedownload’; open op een Mac het gedownloade bestand.",
    it: "Apri Impostazioni e tocca «Profilo scaricato» in alto; su un Mac apri il file scaricato.",
    pt:
      "Abra as Definições e toque em «Perfil descarregado» no topo; num Mac, abra o ficheiro transferido.",
  },
  apple_3: {
    en:
      "Install it with the code of the device. To undo it later: Settings, General, VPN & Device Management, then remove the profile.",
    fr:
      "Installez-le avec le code de l’appareil. Pour revenir en arrière : Réglages, Général, VPN et gestion de l’appareil, puis supprimez le profil.",
    es:
      "Instálelo con el código del dispositivo. Para deshacerlo: Ajustes, General, VPN y gestión de dispositivos, y elimine el perfil.",
    de:
      "Installieren Sie es mit dem Code des Geräts. Rückgängig: Einstellungen, Allgemein, VPN und Geräteverwaltung, dort das Profil entfernen.",
    nl:
      "Installeer het met de code van het apparaat. Ongedaan maken: Instellingen, Algemeen, VPN en apparaatbeheer, en verwijder daar het profiel.",
    it:
      "Installalo con il codice del dispositivo. Per annullare: Impostazioni, Generali, VPN e gestione dispositivo, poi rimuovi il profilo.",
    pt:
      "Instale-o com o código do dispositivo. Para desfazer: Definições, Geral, VPN e gestão de dispositivos, e remova o perfil.",
  },
  android: {
    en: "Android",
    fr: "Android",
    es: "Android",
    de: "Android",
    nl: "Android",
    it: "Android",
    pt: "Android",
  },
  android_1: {
    en:
      "With Private DNS on Automatic there is nothing to do: the phone finds the encryption of the box by itself.",
    fr:
      "Avec le DNS privé sur Automatique, rien à faire : le téléphone trouve tout seul le chiffrement de la box.",
    es:
      "Con el DNS privado en Automático no hay nada que hacer: el teléfono encuentra solo el cifrado de la box.",
    de:
      "Steht „Privates DNS“ auf „Automatisch“, ist nichts zu tun: Das Telefon findet die Verschlüsselung der Box von selbst.",
    nl:
      "Met Privé-DNS op Automatisch hoeft u niets te doen: de telefoon vindt de versleuteling van de box vanzelf.",
    it:
      "Con DNS privato su Automatico non c’è nulla da fare: il telefono trova da solo la cifratura della box.",
    pt:
      "Com o DNS privado em Automático não há nada a fazer: o telemóvel encontra sozinho a cifra da box.",
  },
  android_2: {
    en: "To require it: Settings, Network & internet, Private DNS, then this name.",
    fr: "Pour l’exiger : Paramètres, Réseau et Internet, DNS privé, puis ce nom.",
    es: "Para exigirlo: Ajustes, Redes e Internet, DNS privado y después este nombre.",
    de: "Um es zu verlangen: Einstellungen, Netzwerk & Internet, Privates DNS, dann dieser Name.",
    nl: "Om het te eisen: Instellingen, Netwerk en internet, Privé-DNS, dan deze naam.",
    it: "Per esigerlo: Impostazioni, Rete e Internet, DNS privato, poi questo nome.",
    pt: "Para o exigir: Definições, Rede e Internet, DNS privado e depois este nome.",
  },
  android_3: {
    en: "Away from home, a phone that requires it has no Internet; Automatic works everywhere.",
    fr:
      "Hors de la maison, un téléphone qui l’exige n’a pas d’Internet ; Automatique fonctionne partout.",
    es:
      "Fuera de casa, un teléfono que lo exige se queda sin Internet; Automático funciona en todas partes.",
    de: "Unterwegs hat ein Telefon, das es verlangt, kein Internet; „Automatisch“ geht überall.",
    nl: "Buitenshuis heeft een telefoon die het eist geen internet; Automatisch werkt overal.",
    it: "Fuori casa un telefono che lo esige resta senza Internet; Automatico funziona ovunque.",
    pt:
      "Fora de casa, um telemóvel que o exige fica sem Internet; Automático funciona em todo o lado.",
  },
  windows: {
    en: "Windows 11",
    fr: "Windows 11",
    es: "Windows 11",
    de: "Windows 11",
    nl: "Windows 11",
    it: "Windows 11",
    pt: "Windows 11",
  },
  windows_1: {
    en:
      "Settings, Network & internet, the connection in use, DNS server assignment, Edit, Manual, IPv4 on.",
    fr:
      "Paramètres, Réseau et Internet, la connexion utilisée, Attribution du serveur DNS, Modifier, Manuel, IPv4 activé.",
    es:
      "Configuración, Red e Internet, la conexión en uso, Asignación de servidor DNS, Editar, Manual, IPv4 activado.",
    de:
      "Einstellungen, Netzwerk und Internet, die benutzte Verbindung, DNS-Serverzuweisung, Bearbeiten, Manuell, IPv4 ein.",
    nl:
      "Instellingen, Netwerk en internet, de gebruikte verbinding, DNS-servertoewijzing, Bewerken, Handmatig, IPv4 aan.",
    it:
      "Impostazioni, Rete e Internet, la connessione in uso, Assegnazione server DNS, Modifica, Manuale, IPv4 attivo.",
    pt:
      "Definições, Rede e Internet, a ligação em uso, Atribuição do servidor DNS, Editar, Manual, IPv4 ativado.",
  },
  windows_2: {
    en: "As preferred DNS:",
    fr: "Comme DNS préféré :",
    es: "Como DNS preferido:",
    de: "Als bevorzugtes DNS:",
    nl: "Als voorkeurs-DNS:",
    it: "Come DNS preferito:",
    pt: "Como DNS preferido:",
  },
  windows_3: {
    en: "DNS over HTTPS: On (manual template). As template:",
    fr: "DNS sur HTTPS : Activé (modèle manuel). Comme modèle :",
    es: "DNS sobre HTTPS: Activado (plantilla manual). Como plantilla:",
    de: "DNS über HTTPS: Ein (manuelle Vorlage). Als Vorlage:",
    nl: "DNS via HTTPS: Aan (handmatige sjabloon). Als sjabloon:",
    it: "DNS su HTTPS: Attivato (modello manuale). Come modello:",
    pt: "DNS sobre HTTPS: Ativado (modelo manual). Como modelo:",
  },
  chrome: {
    en: "Chrome and Edge",
    fr: "Chrome et Edge",
    es: "Chrome y Edge",
    de: "Chrome und Edge",
    nl: "Chrome en Edge",
    it: "Chrome ed Edge",
    pt: "Chrome e Edge",
  },
  chrome_1: {
    en:
      "They follow the system; that is enough. To set them apart: Settings, Privacy and security, Security, Use secure DNS, custom provider:",
    fr:
      "Ils suivent le système ; cela suffit. Pour les régler à part : Paramètres, Confidentialité et sécurité, Sécurité, Utiliser un DNS sécurisé, fournisseur personnalisé :",
    es:
      "Usan lo mismo que el sistema; con eso basta. Para configurarlos aparte: Configuración, Privacidad y seguridad, Seguridad, Usar DNS seguro, proveedor personalizado:",
    de:
      "Sie richten sich nach dem System; das genügt. Eigens einstellen: Einstellungen, Datenschutz und Sicherheit, Sicherheit, Sicheres DNS verwenden, eigener Anbieter:",
    nl:
      "Ze volgen het systeem; dat is genoeg. Apart instellen: Instellingen, Privacy en beveiliging, Beveiliging, Beveiligde DNS gebruiken, eigen provider:",
    it:
      "Seguono il sistema; basta così. Per impostarli a parte: Impostazioni, Privacy e sicurezza, Sicurezza, Usa DNS sicuro, fornitore personalizzato:",
    pt:
      "Seguem o sistema; isso chega. Para os configurar à parte: Definições, Privacidade e segurança, Segurança, Utilizar DNS seguro, fornecedor personalizado:",
  },
  firefox: {
    en: "Firefox",
    fr: "Firefox",
    es: "Firefox",
    de: "Firefox",
    nl: "Firefox",
    it: "Firefox",
    pt: "Firefox",
  },
  firefox_1: {
    en:
      "Settings, Privacy & Security, DNS over HTTPS, Increased Protection, Choose provider, Custom:",
    fr:
      "Paramètres, Vie privée et sécurité, DNS via HTTPS, Protection renforcée, Choisir un fournisseur, Personnalisé :",
    es:
      "Ajustes, Privacidad y seguridad, DNS sobre HTTPS, Protección aumentada, Seleccionar proveedor, Personalizado:",
    de:
      "Einstellungen, Datenschutz & Sicherheit, DNS über HTTPS, Erhöhter Schutz, Anbieter wählen, Benutzerdefiniert:",
    nl:
      "Instellingen, Privacy & Beveiliging, DNS over HTTPS, Verhoogde bescherming, Kies provider, Aangepast:",
    it:
      "Impostazioni, Privacy e sicurezza, DNS su HTTPS, Protezione maggiore, Scegli il fornitore, Personalizzato:",
    pt:
      "Definições, Privacidade e segurança, DNS sobre HTTPS, Maior Proteção, Escolha o fornecedor, Personalizado:",
  },
  linux: {
    en: "Linux (systemd-resolved)",
    fr: "Linux (systemd-resolved)",
    es: "Linux (systemd-resolved)",
    de: "Linux (systemd-resolved)",
    nl: "Linux (systemd-resolved)",
    it: "Linux (systemd-resolved)",
    pt: "Linux (systemd-resolved)",
  },
  linux_1: {
    en: "Put this into {file}:",
    fr: "Mettez ceci dans {file} :",
    es: "Ponga esto en {file}:",
    de: "Das kommt in {file}:",
    nl: "Zet dit in {file}:",
    it: "Metti questo in {file}:",
    pt: "Ponha isto em {file}:",
  },
  linux_2: {
    en: "Then:",
    fr: "Puis :",
    es: "Después:",
    de: "Dann:",
    nl: "Daarna:",
    it: "Poi:",
    pt: "Depois:",
  },
  router: {
    en: "Routers",
    fr: "Routeurs",
    es: "Routers",
    de: "Router",
    nl: "Routers",
    it: "Router",
    pt: "Routers",
  },
  router_1: {
    en:
      "A router that asks the box for the whole home can do so over TLS. It wants an address and a name:",
    fr:
      "Un routeur qui interroge la box pour toute la maison peut le faire par TLS. Il lui faut une adresse et un nom :",
    es:
      "Un router que pregunta a la box por toda la casa puede hacerlo por TLS. Necesita una dirección y un nombre:",
    de:
      "Ein Router, der die Box für das ganze Haus fragt, kann das über TLS tun. Er will eine Adresse und einen Namen:",
    nl:
      "Een router die de box voor het hele huis vraagt, kan dat via TLS doen. Hij wil een adres en een naam:",
    it:
      "Un router che interroga la box per tutta la casa può farlo via TLS. Vuole un indirizzo e un nome:",
    pt:
      "Um router que pergunta à box pela casa toda pode fazê-lo por TLS. Quer um endereço e um nome:",
  },
  router_2: {
    en: "All devices then look like the router: hours and rules of single devices no longer hold.",
    fr:
      "Tous les appareils apparaissent alors comme le routeur : les horaires et règles de chaque appareil ne valent plus.",
    es:
      "Entonces todos los dispositivos parecen el router: los horarios y reglas de cada uno dejan de valer.",
    de:
      "Dann sehen alle Geräte wie der Router aus: Zeiten und Regeln einzelner Geräte gelten nicht mehr.",
    nl:
      "Alle apparaten lijken dan op de router: tijden en regels van losse apparaten gelden niet meer.",
    it:
      "Tutti i dispositivi sembrano allora il router: orari e regole dei singoli non valgono più.",
    pt:
      "Todos os dispositivos parecem então o router: os horários e regras de cada um deixam de valer.",
  },
  redirect: {
    en: "From HTTP to HTTPS",
    fr: "De HTTP à HTTPS",
    es: "De HTTP a HTTPS",
    de: "Von HTTP zu HTTPS",
    nl: "Van HTTP naar HTTPS",
    it: "Da HTTP a HTTPS",
    pt: "De HTTP para HTTPS",
  },
  redirect_help: {
    en: "Whoever types the address of the box comes to the interface without a browser warning.",
    fr: "Qui saisit l’adresse de la box arrive à l’interface sans avertissement du navigateur.",
    es: "Quien escribe la dirección de la box llega a la interfaz sin advertencias del navegador.",
    de: "Wer die Adresse der Box eintippt, kommt ohne Browserwarnung zur Oberfläche.",
    nl: "Wie het adres van de box intypt, komt zonder browserwaarschuwing bij de interface.",
    it: "Chi scrive l’indirizzo della box arriva all’interfaccia senza avvisi del browser.",
    pt: "Quem escreve o endereço da box chega à interface sem avisos do navegador.",
  },
  redirect_on: {
    en: "HTTP is sent to the name of the box where it can be.",
    fr: "HTTP est redirigé vers le nom de la box quand c’est possible.",
    es: "HTTP se redirige al nombre de la box cuando se puede.",
    de: "HTTP wird zum Namen der Box umgeleitet, wo es geht.",
    nl: "HTTP wordt doorgestuurd naar de naam van de box waar dat kan.",
    it: "HTTP viene reindirizzato al nome della box quando si può.",
    pt: "HTTP é redirecionado para o nome da box quando é possível.",
  },
  redirect_off: {
    en: "HTTP is sent to HTTPS at the address typed.",
    fr: "HTTP est redirigé vers HTTPS à l’adresse saisie.",
    es: "HTTP se redirige a HTTPS en la dirección escrita.",
    de: "HTTP wird zu HTTPS an der eingetippten Adresse umgeleitet.",
    nl: "HTTP wordt doorgestuurd naar HTTPS op het ingetypte adres.",
    it: "HTTP viene reindirizzato a HTTPS all’indirizzo scritto.",
    pt: "HTTP é redirecionado para HTTPS no endereço escrito.",
  },
  redirect_active: {
    en: "HTTP leads to {url}.",
    fr: "HTTP mène à {url}.",
    es: "HTTP lleva a {url}.",
    de: "HTTP führt zu {url}.",
    nl: "HTTP leidt naar {url}.",
    it: "HTTP porta a {url}.",
    pt: "HTTP leva a {url}.",
  },
  redirect_inactive: {
    en: "For now HTTP leads to HTTPS at the address typed:",
    fr: "Pour l’instant, HTTP mène à HTTPS à l’adresse saisie :",
    es: "Por ahora HTTP lleva a HTTPS en la dirección escrita:",
    de: "Zurzeit führt HTTP zu HTTPS an der eingetippten Adresse:",
    nl: "Voorlopig leidt HTTP naar HTTPS op het ingetypte adres:",
    it: "Per ora HTTP porta a HTTPS all’indirizzo scritto:",
    pt: "Por agora HTTP leva a HTTPS no endereço escrito:",
  },
  reason_off: {
    en: "it is turned off.",
    fr: "c’est désactivé.",
    es: "está desactivado.",
    de: "es ist ausgeschaltet.",
    nl: "het staat uit.",
    it: "è disattivo.",
    pt: "está desativado.",
  },
  reason_listener: {
    en:
      "HTTPS is not open. Give it an address in the settings, or see on the page System who holds its port.",
    fr:
      "HTTPS n’est pas ouvert. Donnez-lui une adresse dans les réglages, ou voyez sur la page Système qui occupe son port.",
    es:
      "HTTPS no está abierto. Dele una dirección en los ajustes, o mire en la página Sistema quién ocupa su puerto.",
    de:
      "HTTPS ist nicht offen. Geben Sie ihm in den Einstellungen eine Adresse, oder sehen Sie auf der Seite System nach, wer den Port belegt.",
    nl:
      "HTTPS is niet open. Geef het een adres in de instellingen, of kijk op de pagina Systeem wie de poort bezet houdt.",
    it:
      "HTTPS non è aperto. Dagli un indirizzo nelle impostazioni, o guarda nella pagina Sistema chi occupa la porta.",
    pt:
      "HTTPS não está aberto. Dê-lhe um endereço nas definições, ou veja na página Sistema quem ocupa a porta.",
  },
  reason_setup: {
    en: "the installation is not finished.",
    fr: "l’installation n’est pas terminée.",
    es: "la instalación no ha terminado.",
    de: "die Einrichtung ist nicht abgeschlossen.",
    nl: "de installatie is niet klaar.",
    it: "l’installazione non è finita.",
    pt: "a instalação não terminou.",
  },
  reason_name: {
    en: "the box has no name yet. Choose a certificate above.",
    fr: "la box n’a pas encore de nom. Choisissez un certificat plus haut.",
    es: "la box aún no tiene nombre. Elija un certificado arriba.",
    de: "die Box hat noch keinen Namen. Wählen Sie oben ein Zertifikat.",
    nl: "de box heeft nog geen naam. Kies hierboven een certificaat.",
    it: "la box non ha ancora un nome. Scegli un certificato qui sopra.",
    pt: "a box ainda não tem nome. Escolha um certificado em cima.",
  },
  reason_certificate: {
    en: "the certificate is not for the name. Choose another one above.",
    fr: "le certificat n’est pas pour ce nom. Choisissez-en un autre plus haut.",
    es: "el certificado no es para ese nombre. Elija otro arriba.",
    de: "das Zertifikat gilt nicht für den Namen. Wählen Sie oben ein anderes.",
    nl: "het certificaat is niet voor die naam. Kies hierboven een ander.",
    it: "il certificato non è per quel nome. Scegline un altro qui sopra.",
    pt: "o certificado não é para esse nome. Escolha outro em cima.",
  },
  reason_expired: {
    en: "the certificate is not valid now. Renew it, or set the clock of the box right.",
    fr:
      "le certificat n’est pas valable en ce moment. Renouvelez-le, ou mettez l’horloge de la box à l’heure.",
    es: "el certificado no es válido ahora. Renuévelo o ponga en hora el reloj de la box.",
    de: "das Zertifikat gilt gerade nicht. Erneuern Sie es, oder stellen Sie die Uhr der Box.",
    nl: "het certificaat is nu niet geldig. Vernieuw het, of zet de klok van de box goed.",
    it: "il certificato ora non è valido. Rinnovalo, o regola l’orologio della box.",
    pt: "o certificado não é válido agora. Renove-o, ou acerte o relógio da box.",
  },
  reason_untrusted: {
    en:
      "browsers do not know who signed the certificate. With a name from the online service or of your own domain they do.",
    fr:
      "les navigateurs ne connaissent pas le signataire du certificat. Avec un nom du service en ligne ou de votre domaine, ils le connaissent.",
    es:
      "los navegadores no conocen a quien firmó el certificado. Con un nombre del servicio en línea o de su dominio, sí.",
    de:
      "Browser kennen den Aussteller des Zertifikats nicht. Bei einem Namen vom Onlinedienst oder der eigenen Domain kennen sie ihn.",
    nl:
      "browsers kennen de ondertekenaar van het certificaat niet. Met een naam van de onlinedienst of van uw eigen domein wel.",
    it:
      "i browser non conoscono chi ha firmato il certificato. Con un nome del servizio online o del tuo dominio sì.",
    pt:
      "os navegadores não conhecem quem assinou o certificado. Com um nome do serviço online ou do seu domínio, sim.",
  },
  reason_standby: {
    en: "the other box of the pair holds the shared address.",
    fr: "l’autre box de la paire détient l’adresse partagée.",
    es: "la otra box del par tiene la dirección compartida.",
    de: "die andere Box des Paars hält die gemeinsame Adresse.",
    nl: "de andere box van het paar houdt het gedeelde adres.",
    it: "l’altra box della coppia tiene l’indirizzo condiviso.",
    pt: "a outra box do par tem o endereço partilhado.",
  },
  reason_resolve: {
    en:
      "the name does not lead to this box. In a container, give “Box addresses given to devices” in the settings.",
    fr:
      "le nom ne mène pas à cette box. Dans un conteneur, indiquez « Adresses de la box à annoncer » dans les réglages.",
    es:
      "el nombre no lleva a esta box. En un contenedor, indique «Direcciones de la box que se anuncian» en los ajustes.",
    de:
      "der Name führt nicht zu dieser Box. In einem Container geben Sie in den Einstellungen „Adressen der Box für Geräte“ an.",
    nl:
      "de naam leidt niet naar deze box. Vul in een container bij de instellingen ‘Adressen van de box voor apparaten’ in.",
    it:
      "il nome non porta a questa box. In un container, indica «Indirizzi della box da annunciare» nelle impostazioni.",
    pt:
      "o nome não leva a esta box. Num contentor, indique «Endereços da box a anunciar» nas definições.",
  },
  blocked: {
    en: "What a blocked site shows",
    fr: "Ce qu’affiche un site bloqué",
    es: "Lo que muestra un sitio bloqueado",
    de: "Was eine gesperrte Website zeigt",
    nl: "Wat een geblokkeerde website toont",
    it: "Che cosa mostra un sito bloccato",
    pt: "O que mostra um site bloqueado",
  },
  blocked_text: {
    en:
      "In place of a blocked site the box can show a page that says why. For sites over HTTPS, devices need the certificate of the box for that.",
    fr:
      "À la place d’un site bloqué, la box peut afficher une page qui dit pourquoi. Pour les sites en HTTPS, il faut pour cela le certificat de la box sur l’appareil.",
    es:
      "En lugar de un sitio bloqueado, la box puede mostrar una página que dice por qué. Para sitios HTTPS, los dispositivos necesitan para ello el certificado de la box.",
    de:
      "Anstelle einer gesperrten Website kann die Box eine Seite zeigen, die sagt, warum. Für HTTPS-Websites brauchen Geräte dazu das Zertifikat der Box.",
    nl:
      "In plaats van een geblokkeerde website kan de box een pagina tonen die zegt waarom. Voor websites via HTTPS hebben apparaten daarvoor het certificaat van de box nodig.",
    it:
      "Al posto di un sito bloccato la box può mostrare una pagina che dice perché. Per i siti HTTPS, i dispositivi hanno bisogno per questo del certificato della box.",
    pt:
      "No lugar de um site bloqueado, a box pode mostrar uma página que diz porquê. Para sites por HTTPS, os dispositivos precisam para isso do certificado da box.",
  },
  blocked_page: {
    en: "The page is shown.",
    fr: "La page est affichée.",
    es: "Se muestra la página.",
    de: "Die Seite wird gezeigt.",
    nl: "De pagina wordt getoond.",
    it: "La pagina viene mostrata.",
    pt: "A página é mostrada.",
  },
  blocked_other: {
    en: "For now the browser only says that the site cannot be opened.",
    fr: "Pour l’instant, le navigateur dit seulement que le site ne s’ouvre pas.",
    es: "Por ahora el navegador solo dice que el sitio no se puede abrir.",
    de: "Zurzeit sagt der Browser nur, dass sich die Website nicht öffnen lässt.",
    nl: "Voorlopig zegt de browser alleen dat de website niet opengaat.",
    it: "Per ora il browser dice solo che il sito non si può aprire.",
    pt: "Por agora o navegador só diz que o site não abre.",
  },
  account_title: {
    en: "An account at the authority, if it wants one",
    fr: "Un compte auprès de l’autorité, si elle en demande un",
    es: "Una cuenta en la autoridad, si la pide",
    de: "Ein Konto bei der Zertifizierungsstelle, falls sie eines verlangt",
    nl: "Een account bij de autoriteit, als die er een vraagt",
    it: "Un account presso l’autorità, se lo richiede",
    pt: "Uma conta na autoridade, se ela a pedir",
  },
  account_help: {
    en:
      "Some authorities give certificates only to an account made on their own pages, and show an identifier and a key there. Leave both empty for all others.",
    fr:
      "Certaines autorités ne délivrent de certificats qu’à un compte créé sur leurs propres pages, où elles affichent un identifiant et une clé. Pour toutes les autres, laissez les deux vides.",
    es:
      "Algunas autoridades solo dan certificados a una cuenta creada en sus propias páginas, donde muestran un identificador y una clave. Para las demás, deje ambos vacíos.",
    de:
      "Manche Stellen geben Zertifikate nur für ein Konto aus, das auf ihren eigenen Seiten angelegt wurde; dort zeigen sie eine Kennung und einen Schlüssel. Bei allen anderen bleibt beides leer.",
    nl:
      "Sommige autoriteiten geven alleen certificaten aan een account dat op hun eigen pagina’s is gemaakt; daar tonen ze een kenmerk en een sleutel. Laat beide leeg voor alle andere.",
    it:
      "Alcune autorità danno certificati solo a un account creato sulle loro pagine, dove mostrano un identificativo e una chiave. Per tutte le altre lascia vuoti entrambi.",
    pt:
      "Algumas autoridades só dão certificados a uma conta criada nas suas próprias páginas, onde mostram um identificador e uma chave. Para todas as outras, deixe ambos vazios.",
  },
  account_key_id: {
    en: "Identifier (key ID)",
    fr: "Identifiant (key ID)",
    es: "Identificador (key ID)",
    de: "Kennung (Key ID)",
    nl: "Kenmerk (key ID)",
    it: "Identificativo (key ID)",
    pt: "Identificador (key ID)",
  },
  account_hmac_key: {
    en: "Key (HMAC)",
    fr: "Clé (HMAC)",
    es: "Clave (HMAC)",
    de: "Schlüssel (HMAC)",
    nl: "Sleutel (HMAC)",
    it: "Chiave (HMAC)",
    pt: "Chave (HMAC)",
  },
  why_released: {
    en:
      "The operator of the online service took back the name of this box. Turn encrypted DNS off and choose a name from the online service again: the box gets another one, with which you set up the devices.",
    fr:
      "L’exploitant du service en ligne a repris le nom de cette box. Désactivez le DNS chiffré, puis choisissez à nouveau un nom donné par le service en ligne : la box en reçoit un autre, avec lequel vous configurez les appareils.",
    es:
      "El operador del servicio en línea ha retirado el nombre de esta box. Desactive el DNS cifrado y elija de nuevo un nombre del servicio en línea: la box recibe otro, con el que configura los dispositivos.",
    de:
      "Der Betreiber des Onlinedienstes hat den Namen dieser Box zurückgenommen. Schalten Sie verschlüsseltes DNS aus und wählen Sie dann wieder einen Namen vom Onlinedienst: Die Box bekommt einen anderen, mit dem Sie die Geräte einrichten.",
    nl:
      "De beheerder van de onlinedienst heeft de naam van deze box ingetrokken. Zet versleutelde DNS uit en kies daarna weer een naam van de onlinedienst: de box krijgt een andere, waarmee u de apparaten instelt.",
    it:
      "Il gestore del servizio online ha ritirato il nome di questa box. Disattiva il DNS cifrato e scegli di nuovo un nome dal servizio online: la box ne riceve un altro, con cui configurare i dispositivi.",
    pt:
      "O operador do serviço online retirou o nome desta box. Desative o DNS cifrado e escolha de novo um nome do serviço online: a box recebe outro, com o qual configura os dispositivos.",
  },
  why_account: {
    en:
      "The authority wants an account made on its own pages, or does not accept the one given. Enter the identifier and the key that it shows there.",
    fr:
      "L’autorité demande un compte créé sur ses propres pages, ou n’accepte pas celui qui a été donné. Saisissez l’identifiant et la clé qu’elle y affiche.",
    es:
      "La autoridad pide una cuenta creada en sus propias páginas, o no acepta la indicada. Escriba el identificador y la clave que muestra allí.",
    de:
      "Die Stelle verlangt ein Konto, das auf ihren eigenen Seiten angelegt wurde, oder nimmt das angegebene nicht an. Geben Sie die Kennung und den Schlüssel ein, die sie dort zeigt.",
    nl:
      "De autoriteit wil een account dat op haar eigen pagina’s is gemaakt, of accepteert het opgegeven account niet. Vul het kenmerk en de sleutel in die ze daar toont.",
    it:
      "L’autorità vuole un account creato sulle sue pagine, o non accetta quello indicato. Inserisci l’identificativo e la chiave che mostra lì.",
    pt:
      "A autoridade quer uma conta criada nas suas próprias páginas, ou não aceita a indicada. Escreva o identificador e a chave que ela mostra lá.",
  },
  import_too_long: {
    en: "This text is far too long for a certificate and its key.",
    fr: "Ce texte est bien trop long pour un certificat et sa clé.",
    es: "Este texto es demasiado largo para un certificado y su clave.",
    de: "Dieser Text ist viel zu lang für ein Zertifikat und seinen Schlüssel.",
    nl: "Deze tekst is veel te lang voor een certificaat en de sleutel ervan.",
    it: "Questo testo è troppo lungo per un certificato e la sua chiave.",
    pt: "Este texto é demasiado longo para um certificado e a sua chave.",
  },
  import_cut_off: {
    en:
      "The text is cut off or mixed up: each part must begin with BEGIN and end with the END that belongs to it. Copy the whole file.",
    fr:
      "Le texte est coupé ou mélangé : chaque partie doit commencer par BEGIN et finir par le END correspondant. Copiez le fichier en entier.",
    es:
      "El texto está cortado o mezclado: cada parte debe empezar con BEGIN y terminar con su END. Copie el archivo entero.",
    de:
      "Der Text ist abgeschnitten oder durcheinander: Jeder Teil muss mit BEGIN anfangen und mit dem passenden END enden. Kopieren Sie die ganze Datei.",
    nl:
      "De tekst is afgebroken of door elkaar geraakt: elk deel moet met BEGIN beginnen en met de bijbehorende END eindigen. Kopieer het hele bestand.",
    it:
      "Il testo è troncato o mescolato: ogni parte deve iniziare con BEGIN e finire con il suo END. Copia l’intero file.",
    pt:
      "O texto está cortado ou misturado: cada parte deve começar com BEGIN e acabar com o END correspondente. Copie o ficheiro inteiro.",
  },
  import_binary: {
    en:
      "It’s a binary file (DER or PKCS #12). Write it as text first: openssl x509 -inform der -in FILE, or openssl pkcs12 -nodes -in FILE",
    fr:
      "C’est un fichier binaire (DER ou PKCS #12). Convertissez-le d’abord en texte : openssl x509 -inform der -in FILE, ou openssl pkcs12 -nodes -in FILE",
    es:
      "Es un archivo binario (DER o PKCS #12). Conviértalo antes en texto: openssl x509 -inform der -in FILE, o bien openssl pkcs12 -nodes -in FILE",
    de:
      "Das ist eine Binärdatei (DER oder PKCS #12). Wandeln Sie sie zuerst in Text um: openssl x509 -inform der -in FILE oder openssl pkcs12 -nodes -in FILE",
    nl:
      "Dit is een binair bestand (DER of PKCS #12). Zet het eerst om in tekst: openssl x509 -inform der -in FILE, of openssl pkcs12 -nodes -in FILE",
    it:
      "È un file binario (DER o PKCS #12). Prima convertilo in testo: openssl x509 -inform der -in FILE, oppure openssl pkcs12 -nodes -in FILE",
    pt:
      "É um ficheiro binário (DER ou PKCS #12). Converta-o primeiro em texto: openssl x509 -inform der -in FILE, ou openssl pkcs12 -nodes -in FILE",
  },
  import_pkcs7: {
    en: "It’s a PKCS #7 file. Take the certificates out first: openssl pkcs7 -print_certs -in FILE",
    fr:
      "C’est un fichier PKCS #7. Sortez-en d’abord les certificats : openssl pkcs7 -print_certs -in FILE",
    es:
      "Es un archivo PKCS #7. Extraiga antes los certificados: openssl pkcs7 -print_certs -in FILE",
    de:
      "Das ist eine PKCS-#7-Datei. Holen Sie die Zertifikate zuerst heraus: openssl pkcs7 -print_certs -in FILE",
    nl:
      "Dit is een PKCS #7-bestand. Haal de certificaten er eerst uit: openssl pkcs7 -print_certs -in FILE",
    it: "È un file PKCS #7. Prima estrai i certificati: openssl pkcs7 -print_certs -in FILE",
    pt:
      "É um ficheiro PKCS #7. Extraia primeiro os certificados: openssl pkcs7 -print_certs -in FILE",
  },
  import_authority: {
    en:
      "This certificate may sign others (CA:TRUE). Whoever gets its key can imitate any site to devices that trust it. Better have one made without that.",
    fr:
      "Ce certificat peut en signer d’autres (CA:TRUE). Qui obtient sa clé peut imiter n’importe quel site auprès des appareils qui lui font confiance. Mieux vaut en faire établir un sans cela.",
    es:
      "Este certificado puede firmar otros (CA:TRUE). Quien consiga su clave podrá imitar cualquier sitio ante los dispositivos que confían en él. Es mejor pedir uno sin eso.",
    de:
      "Dieses Zertifikat darf andere unterschreiben (CA:TRUE). Wer seinen Schlüssel bekommt, kann gegenüber Geräten, die ihm vertrauen, jede Website nachahmen. Lassen Sie besser eines ohne das ausstellen.",
    nl:
      "Dit certificaat mag andere ondertekenen (CA:TRUE). Wie de sleutel krijgt, kan elke site nabootsen voor apparaten die het vertrouwen. Laat liever een certificaat zonder dat maken.",
    it:
      "Questo certificato può firmarne altri (CA:TRUE). Chi ottiene la sua chiave può imitare qualsiasi sito davanti ai dispositivi che se ne fidano. Meglio farne emettere uno senza.",
    pt:
      "Este certificado pode assinar outros (CA:TRUE). Quem obtiver a chave pode imitar qualquer site perante os dispositivos que confiam nele. É melhor pedir um sem isso.",
  },
  import_foreign: {
    en:
      "This certificate is for {name}, a site of others. The box would answer that name itself, so the site would stop working at home.",
    fr:
      "Ce certificat est pour {name}, le site de quelqu’un d’autre. La box répondrait elle-même à ce nom, et le site ne marcherait plus chez vous.",
    es:
      "Este certificado es para {name}, un sitio ajeno. La box respondería ella misma a ese nombre y el sitio dejaría de funcionar en casa.",
    de:
      "Dieses Zertifikat ist für {name}, eine fremde Website. Die Box würde den Namen selbst beantworten, und die Website ginge zu Hause nicht mehr.",
    nl:
      "Dit certificaat is voor {name}, een site van anderen. De box zou die naam zelf beantwoorden, en dan werkt de site thuis niet meer.",
    it:
      "Questo certificato è per {name}, un sito di altri. La box risponderebbe da sé a quel nome e il sito in casa non funzionerebbe più.",
    pt:
      "Este certificado é para {name}, um site de outros. A própria box responderia a esse nome e o site deixaria de funcionar em casa.",
  },
  import_confirm: {
    en: "Use it anyway: I know what it’s for",
    fr: "L’utiliser quand même : je sais à quoi il sert",
    es: "Usarlo de todos modos: sé para qué es",
    de: "Trotzdem verwenden: Ich weiß, wofür es ist",
    nl: "Toch gebruiken: ik weet waar het voor is",
    it: "Usalo comunque: so a cosa serve",
    pt: "Usar mesmo assim: sei para que serve",
  },
  import_too_many: {
    en: "At most {count} certificates can be given: the own one and those that signed it.",
    fr: "On peut donner au plus {count} certificats : le vôtre et ceux qui l’ont signé.",
    es: "Se pueden dar como máximo {count} certificados: el propio y los que lo firmaron.",
    de:
      "Höchstens {count} Zertifikate können angegeben werden: das eigene und die, die es unterschrieben haben.",
    nl:
      "Er kunnen hooguit {count} certificaten worden opgegeven: het eigen en die het hebben ondertekend.",
    it: "Si possono dare al massimo {count} certificati: il proprio e quelli che lo hanno firmato.",
    pt: "Podem ser dados no máximo {count} certificados: o próprio e os que o assinaram.",
  },
  import_no_key: {
    en: "There is no private key in it. It begins with -----BEGIN PRIVATE KEY-----",
    fr: "Il n’y a pas de clé privée. Elle commence par -----BEGIN PRIVATE KEY-----",
    es: "No hay ninguna clave privada. Empieza por -----BEGIN PRIVATE KEY-----",
    de: "Es ist kein privater Schlüssel dabei. Er beginnt mit -----BEGIN PRIVATE KEY-----",
    nl: "Er zit geen privésleutel bij. Die begint met -----BEGIN PRIVATE KEY-----",
    it: "Manca la chiave privata. Inizia con -----BEGIN PRIVATE KEY-----",
    pt: "Falta a chave privada. Começa por -----BEGIN PRIVATE KEY-----",
  },
  import_keys: {
    en: "There are several private keys in it. Give only the one of the certificate.",
    fr: "Il y a plusieurs clés privées. Donnez uniquement celle du certificat.",
    es: "Hay varias claves privadas. Dé solo la del certificado.",
    de: "Es sind mehrere private Schlüssel dabei. Geben Sie nur den des Zertifikats an.",
    nl: "Er zitten meerdere privésleutels bij. Geef alleen die van het certificaat.",
    it: "Ci sono più chiavi private. Dai solo quella del certificato.",
    pt: "Há várias chaves privadas. Dê apenas a do certificado.",
  },
  import_key_damaged: {
    en: "The private key cannot be read: it is damaged, or of a kind that servers do not use.",
    fr:
      "La clé privée est illisible : elle est abîmée, ou d’un type que les serveurs n’utilisent pas.",
    es:
      "No se puede leer la clave privada: está dañada o es de un tipo que los servidores no usan.",
    de:
      "Der private Schlüssel lässt sich nicht lesen: Er ist beschädigt oder von einer Art, die Server nicht benutzen.",
    nl:
      "De privésleutel kan niet worden gelezen: hij is beschadigd of van een soort die servers niet gebruiken.",
    it: "La chiave privata non si può leggere: è danneggiata, o di un tipo che i server non usano.",
    pt:
      "Não é possível ler a chave privada: está danificada ou é de um tipo que os servidores não usam.",
  },
  import_key_weak: {
    en:
      "The key is too weak (RSA, {bits} bits). Devices want {least} bits at least: have a certificate made with another key.",
    fr:
      "La clé est trop faible (RSA, {bits} bits). Les appareils exigent au moins {least} bits : faites établir un certificat avec une autre clé.",
    es:
      "La clave es demasiado débil (RSA, {bits} bits). Los dispositivos exigen al menos {least} bits: pida un certificado con otra clave.",
    de:
      "Der Schlüssel ist zu schwach (RSA, {bits} Bit). Geräte verlangen mindestens {least} Bit: Lassen Sie ein Zertifikat mit einem anderen Schlüssel ausstellen.",
    nl:
      "De sleutel is te zwak (RSA, {bits} bits). Apparaten willen minstens {least} bits: laat een certificaat met een andere sleutel maken.",
    it:
      "La chiave è troppo debole (RSA, {bits} bit). I dispositivi vogliono almeno {least} bit: fai emettere un certificato con un’altra chiave.",
    pt:
      "A chave é demasiado fraca (RSA, {bits} bits). Os dispositivos exigem pelo menos {least} bits: peça um certificado com outra chave.",
  },
  import_key_long: {
    en: "The key is too long (RSA, {bits} bits). The box serves {most} bits at most.",
    fr: "La clé est trop longue (RSA, {bits} bits). La box accepte au plus {most} bits.",
    es: "La clave es demasiado larga (RSA, {bits} bits). La box admite como máximo {most} bits.",
    de: "Der Schlüssel ist zu lang (RSA, {bits} Bit). Die Box benutzt höchstens {most} Bit.",
    nl: "De sleutel is te lang (RSA, {bits} bits). De box gebruikt hooguit {most} bits.",
    it: "La chiave è troppo lunga (RSA, {bits} bit). La box usa al massimo {most} bit.",
    pt: "A chave é demasiado longa (RSA, {bits} bits). A box usa no máximo {most} bits.",
  },
  import_key_kind: {
    en: "Keys of this kind are not accepted ({kind}). RSA, P-256, P-384 and Ed25519 are.",
    fr: "Les clés de ce type ne sont pas acceptées ({kind}). RSA, P-256, P-384 et Ed25519 le sont.",
    es: "No se aceptan claves de este tipo ({kind}). Se aceptan RSA, P-256, P-384 y Ed25519.",
    de:
      "Schlüssel dieser Art werden nicht angenommen ({kind}). RSA, P-256, P-384 und Ed25519 schon.",
    nl:
      "Sleutels van deze soort worden niet geaccepteerd ({kind}). RSA, P-256, P-384 en Ed25519 wel.",
    it:
      "Le chiavi di questo tipo non sono accettate ({kind}). Lo sono RSA, P-256, P-384 ed Ed25519.",
    pt: "Chaves deste tipo não são aceites ({kind}). São aceites RSA, P-256, P-384 e Ed25519.",
  },
  import_encrypted: {
    en: "The private key is protected by a password. Give it without one: openssl pkey -in FILE",
    fr: "La clé privée est protégée par un mot de passe. Donnez-la sans : openssl pkey -in FILE",
    es:
      "La clave privada está protegida con una contraseña. Désela sin ella: openssl pkey -in FILE",
    de:
      "Der private Schlüssel ist mit einem Passwort geschützt. Geben Sie ihn ohne an: openssl pkey -in FILE",
    nl: "De privésleutel is met een wachtwoord beveiligd. Geef hem zonder: openssl pkey -in FILE",
    it: "La chiave privata è protetta da una password. Dalla senza: openssl pkey -in FILE",
    pt: "A chave privada está protegida por uma palavra-passe. Dê-a sem ela: openssl pkey -in FILE",
  },
  import_no_certificate: {
    en: "There is no certificate in it. It begins with -----BEGIN CERTIFICATE-----",
    fr: "Il n’y a pas de certificat. Il commence par -----BEGIN CERTIFICATE-----",
    es: "No hay ningún certificado. Empieza por -----BEGIN CERTIFICATE-----",
    de: "Es ist kein Zertifikat dabei. Es beginnt mit -----BEGIN CERTIFICATE-----",
    nl: "Er zit geen certificaat bij. Het begint met -----BEGIN CERTIFICATE-----",
    it: "Manca il certificato. Inizia con -----BEGIN CERTIFICATE-----",
    pt: "Falta o certificado. Começa por -----BEGIN CERTIFICATE-----",
  },
  import_damaged: {
    en: "Certificate {number} of {count} cannot be read: it is damaged.",
    fr: "Le certificat {number} sur {count} est illisible : il est abîmé.",
    es: "No se puede leer el certificado {number} de {count}: está dañado.",
    de: "Zertifikat {number} von {count} lässt sich nicht lesen: Es ist beschädigt.",
    nl: "Certificaat {number} van {count} kan niet worden gelezen: het is beschadigd.",
    it: "Il certificato {number} di {count} non si può leggere: è danneggiato.",
    pt: "Não é possível ler o certificado {number} de {count}: está danificado.",
  },
  import_other_key: {
    en: "The key does not belong to the certificate.",
    fr: "La clé ne correspond pas au certificat.",
    es: "La clave no corresponde al certificado.",
    de: "Der Schlüssel gehört nicht zu dem Zertifikat.",
    nl: "De sleutel hoort niet bij het certificaat.",
    it: "La chiave non corrisponde al certificato.",
    pt: "A chave não corresponde ao certificado.",
  },
  import_signature: {
    en:
      "The certificate is signed in an outdated way that devices refuse ({algorithm}). Have it made anew.",
    fr:
      "Le certificat est signé d’une façon dépassée que les appareils refusent ({algorithm}). Faites-le refaire.",
    es:
      "El certificado está firmado de una forma anticuada que los dispositivos rechazan ({algorithm}). Pida uno nuevo.",
    de:
      "Das Zertifikat ist auf eine veraltete Weise unterschrieben, die Geräte ablehnen ({algorithm}). Lassen Sie es neu ausstellen.",
    nl:
      "Het certificaat is op een verouderde manier ondertekend die apparaten weigeren ({algorithm}). Laat het opnieuw maken.",
    it:
      "Il certificato è firmato in un modo superato che i dispositivi rifiutano ({algorithm}). Fallo rifare.",
    pt:
      "O certificado está assinado de uma forma ultrapassada que os dispositivos recusam ({algorithm}). Peça um novo.",
  },
  import_use: {
    en: "The certificate is not meant for a server. Have one made for a server.",
    fr: "Le certificat n’est pas prévu pour un serveur. Faites-en établir un pour un serveur.",
    es: "El certificado no es para un servidor. Pida uno para un servidor.",
    de:
      "Das Zertifikat ist nicht für einen Server gedacht. Lassen Sie eines für einen Server ausstellen.",
    nl: "Het certificaat is niet voor een server bedoeld. Laat er een voor een server maken.",
    it: "Il certificato non è per un server. Fanne emettere uno per un server.",
    pt: "O certificado não se destina a um servidor. Peça um para um servidor.",
  },
  import_critical: {
    en:
      "The certificate demands something that devices do not know, so they would refuse it. Have it made anew.",
    fr:
      "Le certificat exige quelque chose que les appareils ne connaissent pas : ils le refuseraient. Faites-le refaire.",
    es:
      "El certificado exige algo que los dispositivos no conocen, así que lo rechazarían. Pida uno nuevo.",
    de:
      "Das Zertifikat verlangt etwas, das Geräte nicht kennen; sie würden es ablehnen. Lassen Sie es neu ausstellen.",
    nl:
      "Het certificaat eist iets dat apparaten niet kennen, dus ze zouden het weigeren. Laat het opnieuw maken.",
    it:
      "Il certificato richiede qualcosa che i dispositivi non conoscono: lo rifiuterebbero. Fallo rifare.",
    pt:
      "O certificado exige algo que os dispositivos não conhecem, por isso recusá-lo-iam. Peça um novo.",
  },
  import_never: {
    en: "The certificate is never valid: it ends before it begins.",
    fr: "Le certificat n’est jamais valable : il finit avant de commencer.",
    es: "El certificado nunca es válido: termina antes de empezar.",
    de: "Das Zertifikat gilt nie: Es endet, bevor es beginnt.",
    nl: "Het certificaat is nooit geldig: het eindigt voordat het begint.",
    it: "Il certificato non è mai valido: finisce prima di iniziare.",
    pt: "O certificado nunca é válido: acaba antes de começar.",
  },
  import_ended: {
    en: "The certificate ended on {date}. Have it renewed.",
    fr: "Le certificat a expiré le {date}. Faites-le renouveler.",
    es: "El certificado caducó el {date}. Pida que lo renueven.",
    de: "Das Zertifikat ist am {date} abgelaufen. Lassen Sie es erneuern.",
    nl: "Het certificaat is op {date} verlopen. Laat het vernieuwen.",
    it: "Il certificato è scaduto il {date}. Fallo rinnovare.",
    pt: "O certificado expirou em {date}. Peça a renovação.",
  },
  import_begins: {
    en: "The certificate is valid only from {date}, and for the box it is {today}.",
    fr: "Le certificat n’est valable qu’à partir du {date}, et pour la box nous sommes le {today}.",
    es: "El certificado solo vale a partir del {date}, y para la box hoy es {today}.",
    de: "Das Zertifikat gilt erst ab dem {date}, und für die Box ist heute der {today}.",
    nl: "Het certificaat geldt pas vanaf {date}, en voor de box is het {today}.",
    it: "Il certificato vale solo dal {date}, e per la box oggi è il {today}.",
    pt: "O certificado só é válido a partir de {date}, e para a box hoje é {today}.",
  },
  import_clock: {
    en: "The box does not know the time for sure: it shows {today}. Set the clock, then try again.",
    fr:
      "La box n’est pas sûre de l’heure : elle affiche le {today}. Réglez l’horloge, puis réessayez.",
    es:
      "La box no está segura de la hora: muestra {today}. Ponga el reloj en hora y vuelva a intentarlo.",
    de:
      "Die Box kennt die Zeit nicht sicher: Bei ihr ist der {today}. Stellen Sie die Uhr, dann versuchen Sie es noch einmal.",
    nl:
      "De box weet de tijd niet zeker: ze toont {today}. Zet de klok goed en probeer het opnieuw.",
    it: "La box non è sicura dell’ora: mostra {today}. Regola l’orologio, poi riprova.",
    pt: "A box não tem a certeza da hora: mostra {today}. Acerte o relógio e tente de novo.",
  },
  import_no_name: {
    en: "The certificate has no name of a host among its alternative names, where devices look.",
    fr:
      "Le certificat n’a aucun nom d’hôte parmi ses noms alternatifs, là où les appareils regardent.",
    es:
      "El certificado no tiene ningún nombre de equipo entre sus nombres alternativos, donde miran los dispositivos.",
    de:
      "Das Zertifikat hat unter seinen alternativen Namen, wo Geräte nachsehen, keinen Namen eines Rechners.",
    nl: "Het certificaat heeft geen hostnaam bij de alternatieve namen, waar apparaten kijken.",
    it:
      "Il certificato non ha alcun nome di host tra i nomi alternativi, dove guardano i dispositivi.",
    pt:
      "O certificado não tem nenhum nome de anfitrião entre os nomes alternativos, onde os dispositivos procuram.",
  },
  import_wildcard: {
    en:
      "The certificate has only a name with a star ({name}), and devices must be told a whole name. Have one added.",
    fr:
      "Le certificat n’a qu’un nom avec astérisque ({name}), or il faut un nom complet à donner aux appareils. Faites-en ajouter un.",
    es:
      "El certificado solo tiene un nombre con asterisco ({name}), y a los dispositivos hay que darles un nombre completo. Pida que lo añadan.",
    de:
      "Das Zertifikat hat nur einen Namen mit Stern ({name}), Geräten muss aber ein ganzer Name genannt werden. Lassen Sie einen hinzufügen.",
    nl:
      "Het certificaat heeft alleen een naam met een sterretje ({name}), en apparaten moeten een hele naam krijgen. Laat er een toevoegen.",
    it:
      "Il certificato ha solo un nome con asterisco ({name}), e ai dispositivi serve un nome intero. Fanne aggiungere uno.",
    pt:
      "O certificado só tem um nome com asterisco ({name}), e os dispositivos precisam de um nome completo. Peça que o acrescentem.",
  },
  import_host: {
    en: "Devices cannot use this name: {name}",
    fr: "Les appareils ne peuvent pas utiliser ce nom : {name}",
    es: "Los dispositivos no pueden usar este nombre: {name}",
    de: "Geräte können diesen Namen nicht benutzen: {name}",
    nl: "Apparaten kunnen deze naam niet gebruiken: {name}",
    it: "I dispositivi non possono usare questo nome: {name}",
    pt: "Os dispositivos não podem usar este nome: {name}",
  },
  import_not_kept: {
    en: "The certificate could not be written to the disk of the box.",
    fr: "Le certificat n’a pas pu être écrit sur le disque de la box.",
    es: "No se pudo escribir el certificado en el disco de la box.",
    de: "Das Zertifikat konnte nicht auf den Datenträger der Box geschrieben werden.",
    nl: "Het certificaat kon niet op de schijf van de box worden geschreven.",
    it: "Non è stato possibile scrivere il certificato sul disco della box.",
    pt: "Não foi possível gravar o certificado no disco da box.",
  },
});
