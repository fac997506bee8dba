/** Texts of the guided setup and of the page that follows it. */
import { texts } from "./text.ts";

/** The texts. */
export const setup = texts({
  title: {
    en: "Set up your box",
    fr: "Installer votre box",
    es: "Configurar su box",
    de: "Ihre Box einrichten",
    nl: "Uw box instellen",
    it: "Configura la tua box",
    pt: "Configurar a sua box",
  },
  welcome_lead: {
    en: "Your box is running. Four short steps make it yours.",
    fr: "Votre box fonctionne. Quatre courtes étapes en font la vôtre.",
    es: "Su box está en marcha. Cuatro pasos cortos la hacen suya.",
    de: "Ihre Box läuft. Vier kurze Schritte machen sie zu Ihrer.",
    nl: "Uw box draait. Vier korte stappen maken haar van u.",
    it: "La tua box è in funzione. Quattro brevi passi la rendono tua.",
    pt: "A sua box está a funcionar. Quatro passos curtos tornam-na sua.",
  },
  welcome_what: {
    en:
      "The box answers every device of your network that looks for a site, blocks advertising and dangerous sites, and shows you what it did. What it learns stays with you.",
    fr:
      "La box répond à chaque appareil de votre réseau qui cherche un site, bloque la publicité et les sites dangereux, et vous montre ce qu’elle a fait. Ce qu’elle apprend reste chez vous.",
    es:
      "La box responde a cada dispositivo de su red que busca un sitio, bloquea la publicidad y los sitios peligrosos, y le muestra lo que hizo. Lo que aprende se queda en su casa.",
    de:
      "Die Box antwortet jedem Gerät Ihres Netzes, das eine Website sucht, sperrt Werbung und gefährliche Seiten und zeigt Ihnen, was sie getan hat. Was sie erfährt, bleibt bei Ihnen.",
    nl:
      "De box antwoordt elk apparaat van uw netwerk dat een site zoekt, blokkeert advertenties en gevaarlijke sites en laat zien wat ze deed. Wat ze leert, blijft bij u.",
    it:
      "La box risponde a ogni dispositivo della rete che cerca un sito, blocca la pubblicità e i siti pericolosi e ti mostra che cosa ha fatto. Ciò che apprende resta con te.",
    pt:
      "A box responde a cada dispositivo da sua rede que procura um site, bloqueia publicidade e sites perigosos, e mostra-lhe o que fez. O que aprende fica consigo.",
  },
  welcome_now: {
    en: "Until it is done, anybody on your network could do it in your place.",
    fr:
      "Tant que ce n’est pas fait, n’importe qui sur votre réseau pourrait le faire à votre place.",
    es: "Hasta que termine, cualquiera en su red podría hacerlo en su lugar.",
    de: "Bis das geschehen ist, könnte es jeder in Ihrem Netz an Ihrer Stelle tun.",
    nl: "Zolang dit niet gedaan is, kan iedereen in uw netwerk het in uw plaats doen.",
    it: "Finché non è fatto, chiunque sulla rete potrebbe farlo al posto tuo.",
    pt: "Enquanto não estiver feito, qualquer pessoa na sua rede poderia fazê-lo por si.",
  },
  begin: {
    en: "Begin",
    fr: "Commencer",
    es: "Empezar",
    de: "Beginnen",
    nl: "Beginnen",
    it: "Inizia",
    pt: "Começar",
  },
  lead: {
    en: "Four short steps, then your box is set up.",
    fr: "Quatre courtes étapes, et votre box est installée.",
    es: "Cuatro pasos cortos y su box queda configurada.",
    de: "Vier kurze Schritte, dann ist Ihre Box eingerichtet.",
    nl: "Vier korte stappen, dan is uw box ingesteld.",
    it: "Quattro brevi passi e la tua box è pronta.",
    pt: "Quatro passos curtos e a sua box fica configurada.",
  },
  step: {
    en: "Step {step} of {of}",
    fr: "Étape {step} sur {of}",
    es: "Paso {step} de {of}",
    de: "Schritt {step} von {of}",
    nl: "Stap {step} van {of}",
    it: "Passo {step} di {of}",
    pt: "Passo {step} de {of}",
  },
  next: {
    en: "Continue",
    fr: "Continuer",
    es: "Continuar",
    de: "Weiter",
    nl: "Verder",
    it: "Continua",
    pt: "Continuar",
  },
  back: {
    en: "Back",
    fr: "Retour",
    es: "Atrás",
    de: "Zurück",
    nl: "Terug",
    it: "Indietro",
    pt: "Voltar",
  },
  finish: {
    en: "Finish",
    fr: "Terminer",
    es: "Terminar",
    de: "Fertigstellen",
    nl: "Afronden",
    it: "Termina",
    pt: "Terminar",
  },
  fixed: {
    en: "Fixed where the box is started: {value}",
    fr: "Fixé dans les options de démarrage de la box : {value}",
    es: "Fijado en las opciones de inicio de la box: {value}",
    de: "Dort festgelegt, wo die Box gestartet wird: {value}",
    nl: "Vastgelegd waar de box wordt gestart: {value}",
    it: "Fissato nelle opzioni di avvio della box: {value}",
    pt: "Fixado nas opções de arranque da box: {value}",
  },
  step_account: {
    en: "Your account",
    fr: "Votre compte",
    es: "Su cuenta",
    de: "Ihr Konto",
    nl: "Uw account",
    it: "Il tuo account",
    pt: "A sua conta",
  },
  step_account_what: {
    en: "A name and a password that only you know.",
    fr: "Un nom et un mot de passe que personne d’autre ne connaît.",
    es: "Un nombre y una contraseña que nadie más conoce.",
    de: "Ein Name und ein Passwort, die nur Sie kennen.",
    nl: "Een naam en een wachtwoord die alleen u kent.",
    it: "Un nome e una password che conosci solo tu.",
    pt: "Um nome e uma palavra-passe que mais ninguém conhece.",
  },
  name: {
    en: "Your name",
    fr: "Votre nom",
    es: "Su nombre",
    de: "Ihr Name",
    nl: "Uw naam",
    it: "Il tuo nome",
    pt: "O seu nome",
  },
  name_help: {
    en: "You sign in with it.",
    fr: "Il vous sert à vous connecter.",
    es: "Lo usará para iniciar sesión.",
    de: "Damit melden Sie sich an.",
    nl: "Hiermee meldt u zich aan.",
    it: "Lo usi per accedere.",
    pt: "Serve para iniciar sessão.",
  },
  password_help: {
    en: "At least {least} characters. A few words make a good password.",
    fr: "Au moins {least} caractères. Quelques mots en font un bon.",
    es: "Al menos {least} caracteres. Unas pocas palabras forman una buena.",
    de: "Mindestens {least} Zeichen. Ein paar Wörter ergeben ein gutes Passwort.",
    nl: "Minstens {least} tekens. Een paar woorden vormen een goed wachtwoord.",
    it: "Almeno {least} caratteri. Alcune parole ne fanno una buona.",
    pt: "Pelo menos {least} caracteres. Algumas palavras fazem uma boa.",
  },
  name_wanted: {
    en: "Choose a name.",
    fr: "Choisissez un nom.",
    es: "Elija un nombre.",
    de: "Wählen Sie einen Namen.",
    nl: "Kies een naam.",
    it: "Scegli un nome.",
    pt: "Escolha um nome.",
  },
  password_wanted: {
    en: "Choose a password of at least {least} characters.",
    fr: "Choisissez un mot de passe d’au moins {least} caractères.",
    es: "Elija una contraseña de al menos {least} caracteres.",
    de: "Wählen Sie ein Passwort mit mindestens {least} Zeichen.",
    nl: "Kies een wachtwoord van minstens {least} tekens.",
    it: "Scegli una password di almeno {least} caratteri.",
    pt: "Escolha uma palavra-passe com pelo menos {least} caracteres.",
  },
  bad_name: {
    en:
      "This name cannot be used. Use letters, digits or signs, with single spaces between words; an address or the word box cannot be a name.",
    fr:
      "Ce nom ne peut pas être utilisé. Utilisez des lettres, des chiffres ou des symboles, avec une seule espace entre les mots ; une adresse ou le mot box n’est pas un nom.",
    es:
      "Este nombre no se admite. Use letras, cifras o símbolos, con un solo espacio entre palabras; una dirección o la palabra box no es un nombre.",
    de:
      "Dieser Name geht nicht. Verwenden Sie Buchstaben, Ziffern oder Zeichen mit einzelnen Leerzeichen zwischen den Wörtern; eine Adresse oder das Wort box ist kein Name.",
    nl:
      "Deze naam kan niet. Gebruik letters, cijfers of tekens, met één spatie tussen woorden; een adres of het woord box is geen naam.",
    it:
      "Questo nome non va bene. Usa lettere, cifre o simboli, con un solo spazio tra le parole; un indirizzo o la parola box non è un nome.",
    pt:
      "Este nome não pode ser usado. Use letras, algarismos ou símbolos, com um só espaço entre palavras; um endereço ou a palavra box não é um nome.",
  },
  bad_password: {
    en:
      "This password is too easy to guess. Choose one of at least {least} characters, five of them different, that is neither your name nor a common password.",
    fr:
      "Ce mot de passe est trop facile à deviner. Choisissez-en un d’au moins {least} caractères, dont cinq différents, qui ne soit ni votre nom ni l’un de ceux que tout le monde essaie d’abord.",
    es:
      "Esta contraseña es demasiado fácil de adivinar. Elija una de al menos {least} caracteres, cinco de ellos distintos, que no sea su nombre ni una de las que todos prueban primero.",
    de:
      "Dieses Passwort ist zu leicht zu erraten. Nehmen Sie eines mit mindestens {least} Zeichen, darunter fünf verschiedenen, das weder Ihr Name noch ein häufiges Passwort ist.",
    nl:
      "Dit wachtwoord is te makkelijk te raden. Neem er een van minstens {least} tekens, waarvan vijf verschillende, dat niet uw naam of een veelgebruikt wachtwoord is.",
    it:
      "Questa password è troppo facile da indovinare. Scegline una di almeno {least} caratteri, cinque dei quali diversi, che non sia il tuo nome né una di quelle che tutti provano per prime.",
    pt:
      "Esta palavra-passe é demasiado fácil de adivinhar. Escolha uma com pelo menos {least} caracteres, cinco deles diferentes, que não seja o seu nome nem uma das que toda a gente tenta primeiro.",
  },
  step_place: {
    en: "Your place",
    fr: "Votre emplacement",
    es: "Su ubicación",
    de: "Ihr Standort",
    nl: "Uw locatie",
    it: "Dove ti trovi",
    pt: "A sua localização",
  },
  step_place_what: {
    en: "Country, time zone and kind of network.",
    fr: "Pays, fuseau horaire et type de réseau.",
    es: "País, zona horaria y tipo de red.",
    de: "Land, Zeitzone und Art des Netzes.",
    nl: "Land, tijdzone en soort netwerk.",
    it: "Paese, fuso orario e tipo di rete.",
    pt: "País, fuso horário e tipo de rede.",
  },
  country_none: {
    en: "Not specified",
    fr: "Non indiqué",
    es: "Sin indicar",
    de: "Keine Angabe",
    nl: "Niet opgegeven",
    it: "Non indicato",
    pt: "Não indicado",
  },
  language: {
    en: "Language of the box",
    fr: "Langue de la box",
    es: "Idioma de la box",
    de: "Sprache der Box",
    nl: "Taal van de box",
    it: "Lingua della box",
    pt: "Idioma da box",
  },
  network: {
    en: "What kind of network is it?",
    fr: "De quel réseau s’agit-il ?",
    es: "¿Qué tipo de red es?",
    de: "Was für ein Netz ist es?",
    nl: "Wat voor netwerk is het?",
    it: "Che tipo di rete è?",
    pt: "Que tipo de rede é?",
  },
  network_home_what: {
    en: "Queries are kept 90 days, with the device that asked",
    fr: "Les requêtes restent 90 jours, avec l’appareil",
    es: "Las consultas quedan 90 días, con el dispositivo",
    de: "Anfragen bleiben 90 Tage, mit dem Gerät",
    nl: "Verzoeken blijven 90 dagen, met het apparaat",
    it: "Le richieste restano 90 giorni, con il dispositivo",
    pt: "As consultas ficam 90 dias, com o dispositivo",
  },
  network_company_what: {
    en: "Queries are kept 30 days, with the device that asked",
    fr: "Les requêtes restent 30 jours, avec l’appareil",
    es: "Las consultas quedan 30 días, con el dispositivo",
    de: "Anfragen bleiben 30 Tage, mit dem Gerät",
    nl: "Verzoeken blijven 30 dagen, met het apparaat",
    it: "Le richieste restano 30 giorni, con il dispositivo",
    pt: "As consultas ficam 30 dias, com o dispositivo",
  },
  network_school_what: {
    en: "They are kept 30 days, with part of the address",
    fr: "Elles restent 30 jours, avec l’adresse abrégée",
    es: "Quedan 30 días, con la dirección abreviada",
    de: "Sie bleiben 30 Tage, mit gekürzter Adresse",
    nl: "Ze blijven 30 dagen, met een verkort adres",
    it: "Restano 30 giorni, con l’indirizzo abbreviato",
    pt: "Ficam 30 dias, com o endereço abreviado",
  },
  network_guests_what: {
    en: "Café, hotel, club: 7 days, without who asked",
    fr: "Café, hôtel, association : 7 jours, anonymes",
    es: "Café, hotel, asociación: 7 días, anónimas",
    de: "Café, Hotel, Verein: 7 Tage, ohne Absender",
    nl: "Café, hotel, vereniging: 7 dagen, anoniem",
    it: "Bar, albergo, associazione: 7 giorni, anonime",
    pt: "Café, hotel, associação: 7 dias, anónimas",
  },
  step_protection: {
    en: "Protection",
    fr: "Protection",
    es: "Protección",
    de: "Schutz",
    nl: "Bescherming",
    it: "Protezione",
    pt: "Proteção",
  },
  step_protection_what: {
    en: "What is blocked, and whom the box asks.",
    fr: "Ce qui est bloqué, et qui la box interroge.",
    es: "Qué se bloquea y a quién pregunta la box.",
    de: "Was gesperrt wird und wen die Box fragt.",
    nl: "Wat wordt geblokkeerd, en wie de box vraagt.",
    it: "Che cosa è bloccato e a chi chiede la box.",
    pt: "O que é bloqueado e a quem a box pergunta.",
  },
  block: {
    en: "What to block",
    fr: "Ce qu’il faut bloquer",
    es: "Qué bloquear",
    de: "Was gesperrt werden soll",
    nl: "Wat u wilt blokkeren",
    it: "Che cosa bloccare",
    pt: "O que bloquear",
  },
  block_help: {
    en: "Proposed for your kind of network; it can be changed at any time.",
    fr: "Proposé pour votre type de réseau ; vous pouvez le changer à tout moment.",
    es: "Propuesto para su tipo de red; se puede cambiar en cualquier momento.",
    de: "Vorgeschlagen für Ihre Art von Netz; jederzeit zu ändern.",
    nl: "Voorgesteld voor uw soort netwerk; altijd te wijzigen.",
    it: "Proposto per il tuo tipo di rete; puoi cambiarlo in qualsiasi momento.",
    pt: "Proposto para o seu tipo de rede; pode ser alterado em qualquer altura.",
  },
  more_lists: {
    en: "All other lists ({count})",
    fr: "Toutes les autres listes ({count})",
    es: "Todas las demás listas ({count})",
    de: "Alle anderen Listen ({count})",
    nl: "Alle andere lijsten ({count})",
    it: "Tutte le altre liste ({count})",
    pt: "Todas as outras listas ({count})",
  },
  ask: {
    en: "Whom the box asks",
    fr: "Qui la box interroge",
    es: "A quién pregunta la box",
    de: "Wen die Box fragt",
    nl: "Wie de box vraagt",
    it: "A chi chiede la box",
    pt: "A quem a box pergunta",
  },
  ask_help: {
    en: "This service finds the addresses of sites for the box.",
    fr: "Ce service trouve les adresses des sites pour la box.",
    es: "Este servicio encuentra las direcciones de los sitios para la box.",
    de: "Dieser Dienst findet für die Box die Adressen von Websites.",
    nl: "Deze dienst vindt voor de box de adressen van sites.",
    it: "Questo servizio trova per la box gli indirizzi dei siti.",
    pt: "Este serviço encontra os endereços dos sites para a box.",
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
  more_services: {
    en: "Other services ({count})",
    fr: "Autres services ({count})",
    es: "Otros servicios ({count})",
    de: "Andere Dienste ({count})",
    nl: "Andere diensten ({count})",
    it: "Altri servizi ({count})",
    pt: "Outros serviços ({count})",
  },
  plain: {
    en: "unencrypted",
    fr: "non chiffré",
    es: "sin cifrar",
    de: "unverschlüsselt",
    nl: "onversleuteld",
    it: "non cifrato",
    pt: "não cifrado",
  },
  filters_none: {
    en: "Blocks nothing itself",
    fr: "Ne bloque rien lui-même",
    es: "No bloquea nada por sí mismo",
    de: "Sperrt selbst nichts",
    nl: "Blokkeert zelf niets",
    it: "Non blocca nulla da sé",
    pt: "Não bloqueia nada por si",
  },
  filters_malware: {
    en: "Blocks dangerous sites",
    fr: "Bloque les sites dangereux",
    es: "Bloquea sitios peligrosos",
    de: "Sperrt gefährliche Seiten",
    nl: "Blokkeert gevaarlijke sites",
    it: "Blocca i siti pericolosi",
    pt: "Bloqueia sites perigosos",
  },
  filters_ads: {
    en: "Blocks advertising",
    fr: "Bloque la publicité",
    es: "Bloquea la publicidad",
    de: "Sperrt Werbung",
    nl: "Blokkeert advertenties",
    it: "Blocca la pubblicità",
    pt: "Bloqueia publicidade",
  },
  filters_family: {
    en: "For families",
    fr: "Pour les familles",
    es: "Para familias",
    de: "Für Familien",
    nl: "Voor gezinnen",
    it: "Per le famiglie",
    pt: "Para famílias",
  },
  step_terms: {
    en: "Terms and statistics",
    fr: "Conditions et statistiques",
    es: "Condiciones y estadísticas",
    de: "Bedingungen und Statistik",
    nl: "Voorwaarden en statistieken",
    it: "Condizioni e statistiche",
    pt: "Termos e estatísticas",
  },
  step_terms_what: {
    en: "What the box sends out, and what you agree to.",
    fr: "Ce que la box envoie, et ce que vous acceptez.",
    es: "Qué envía la box y qué acepta usted.",
    de: "Was die Box nach außen sendet und welchen Bedingungen Sie zustimmen.",
    nl: "Wat de box verstuurt en waarmee u akkoord gaat.",
    it: "Che cosa invia la box e che cosa accetti.",
    pt: "O que a box envia e o que aceita.",
  },
  accept: {
    en: "I accept the terms of use",
    fr: "J’accepte les conditions d’utilisation",
    es: "Acepto las condiciones de uso",
    de: "Ich nehme die Nutzungsbedingungen an",
    nl: "Ik accepteer de gebruiksvoorwaarden",
    it: "Accetto le condizioni d’uso",
    pt: "Aceito os termos de utilização",
  },
  terms_wanted: {
    en: "Accept the terms of use to continue.",
    fr: "Acceptez les conditions d’utilisation pour continuer.",
    es: "Acepte las condiciones de uso para continuar.",
    de: "Nehmen Sie die Nutzungsbedingungen an, um fortzufahren.",
    nl: "Accepteer de gebruiksvoorwaarden om verder te gaan.",
    it: "Accetta le condizioni d’uso per continuare.",
    pt: "Aceite os termos de utilização para continuar.",
  },
  statistics: {
    en: "Send anonymous statistics",
    fr: "Envoyer des statistiques anonymes",
    es: "Enviar estadísticas anónimas",
    de: "Anonyme Statistik senden",
    nl: "Anonieme statistieken versturen",
    it: "Invia statistiche anonime",
    pt: "Enviar estatísticas anónimas",
  },
  statistics_help: {
    en:
      "Once a day: version, kind of installation, country, kind of processor. Never names, devices or history.",
    fr:
      "Une fois par jour : version, type d’installation, pays, type de processeur. Jamais de noms, d’appareils ni d’historique.",
    es:
      "Una vez al día: versión, tipo de instalación, país, tipo de procesador. Nunca nombres, dispositivos ni historial.",
    de:
      "Einmal am Tag: Version, Art der Installation, Land, Art des Prozessors. Nie Namen, Geräte oder Verlauf.",
    nl:
      "Eens per dag: versie, soort installatie, land, soort processor. Nooit namen, apparaten of geschiedenis.",
    it:
      "Una volta al giorno: versione, tipo di installazione, paese, tipo di processore. Mai nomi, dispositivi o cronologia.",
    pt:
      "Uma vez por dia: versão, tipo de instalação, país, tipo de processador. Nunca nomes, dispositivos ou histórico.",
  },
  ready_title: {
    en: "Your box is ready",
    fr: "Votre box est prête",
    es: "Su box está lista",
    de: "Ihre Box ist bereit",
    nl: "Uw box is klaar",
    it: "La tua box è pronta",
    pt: "A sua box está pronta",
  },
  ready_lead: {
    en: "One thing is left: tell your router to send every device to the box.",
    fr: "Il reste une chose : dire à votre routeur de diriger chaque appareil vers la box.",
    es: "Solo falta una cosa: indicar al router que envíe cada dispositivo a la box.",
    de: "Nur noch eines: Ihr Router muss jedes Gerät zur Box schicken.",
    nl: "Nog één ding: laat uw router elk apparaat naar de box sturen.",
    it: "Resta una cosa: dire al router di indirizzare ogni dispositivo alla box.",
    pt: "Falta uma coisa: dizer ao router que encaminhe cada dispositivo para a box.",
  },
  ready_lead_works: {
    en: "Your box is in use. To protect every device, enter its address in your router.",
    fr:
      "Votre box est utilisée. Pour protéger tous les appareils, saisissez son adresse dans votre routeur.",
    es:
      "Su box ya se usa. Para proteger todos los dispositivos, introduzca su dirección en el router.",
    de:
      "Ihre Box wird genutzt. Damit jedes Gerät geschützt ist, tragen Sie ihre Adresse im Router ein.",
    nl: "Uw box is in gebruik. Voer haar adres in uw router in om elk apparaat te beschermen.",
    it:
      "La tua box è in uso. Per proteggere ogni dispositivo, inserisci il suo indirizzo nel router.",
    pt:
      "A sua box está a ser usada. Para proteger todos os dispositivos, introduza o endereço dela no router.",
  },
  ready_address: {
    en: "Address of the box",
    fr: "Adresse de la box",
    es: "Dirección de la box",
    de: "Adresse der Box",
    nl: "Adres van de box",
    it: "Indirizzo della box",
    pt: "Endereço da box",
  },
  ready_port: {
    en: "The box answers on port {port}: many routers and devices can only ask port 53.",
    fr:
      "La box répond sur le port {port} : beaucoup de routeurs et d’appareils ne savent interroger que le port 53.",
    es:
      "La box responde en el puerto {port}: muchos routers y dispositivos solo pueden usar el puerto 53.",
    de: "Die Box antwortet auf Port {port}: Viele Router und Geräte können nur Port 53 fragen.",
    nl:
      "De box antwoordt op poort {port}: veel routers en apparaten kunnen alleen poort 53 vragen.",
    it:
      "La box risponde sulla porta {port}: molti router e dispositivi possono usare solo la porta 53.",
    pt:
      "A box responde na porta {port}: muitos routers e dispositivos só conseguem usar a porta 53.",
  },
  ready_how: {
    en:
      "In your router’s settings, look for “DHCP” or “network”, and enter this address as the only DNS server. If there is a second field, leave it empty. Then switch your devices off and on again.",
    fr:
      "Dans les réglages de votre routeur, cherchez « DHCP » ou « réseau », et saisissez cette adresse comme seul serveur DNS. S’il y a un second champ, laissez-le vide. Puis éteignez et rallumez vos appareils.",
    es:
      "En la configuración del router, busque «DHCP» o «red» e introduzca esta dirección como único servidor DNS. Si hay un segundo campo, déjelo vacío. Después apague y encienda sus dispositivos.",
    de:
      "Suchen Sie in den Einstellungen Ihres Routers „DHCP“ oder „Netzwerk“ und tragen Sie diese Adresse als einzigen DNS-Server ein. Ein zweites Feld bleibt leer. Schalten Sie Ihre Geräte danach aus und wieder ein.",
    nl:
      "Zoek in de instellingen van uw router naar ‘DHCP’ of ‘netwerk’ en vul dit adres in als enige DNS-server. Is er een tweede veld, laat het dan leeg. Zet uw apparaten daarna uit en weer aan.",
    it:
      "Nelle impostazioni del router cerca «DHCP» o «rete» e inserisci questo indirizzo come unico server DNS. Se c’è un secondo campo, lascialo vuoto. Poi spegni e riaccendi i dispositivi.",
    pt:
      "Nas definições do router, procure «DHCP» ou «rede» e introduza este endereço como único servidor DNS. Se houver um segundo campo, deixe-o vazio. Depois desligue e volte a ligar os dispositivos.",
  },
  ready_router: {
    en: "In the router",
    fr: "Dans le routeur",
    es: "En el router",
    de: "Im Router",
    nl: "In de router",
    it: "Nel router",
    pt: "No router",
  },
  ready_check: {
    en: "Does it work?",
    fr: "Est-ce que cela fonctionne ?",
    es: "¿Funciona?",
    de: "Funktioniert es?",
    nl: "Werkt het?",
    it: "Funziona?",
    pt: "Funciona?",
  },
  ready_waiting: {
    en: "No device has asked yet. This changes by itself as soon as one does.",
    fr:
      "Aucun appareil n’a encore interrogé la box. Cette page se met à jour dès que l’un d’eux le fait.",
    es:
      "Ningún dispositivo ha preguntado todavía a la box. Esta página se actualiza sola en cuanto uno lo haga.",
    de: "Noch hat kein Gerät gefragt. Das ändert sich von selbst, sobald eines fragt.",
    nl: "Er heeft nog geen apparaat iets gevraagd. Dit verandert vanzelf zodra er een vraagt.",
    it:
      "Nessun dispositivo ha ancora interrogato la box. Questa pagina si aggiorna da sola appena uno lo fa.",
    pt:
      "Ainda nenhum dispositivo perguntou à box. Esta página atualiza-se sozinha assim que um o fizer.",
  },
  ready_works: {
    en: {
      one: "It works: one device has asked the box.",
      other: "It works: {count} devices have asked the box.",
    },
    fr: {
      one: "Cela fonctionne : un appareil a interrogé la box.",
      other: "Cela fonctionne : {count} appareils ont interrogé la box.",
    },
    es: {
      one: "Funciona: un dispositivo ha preguntado a la box.",
      other: "Funciona: {count} dispositivos han preguntado a la box.",
    },
    de: {
      one: "Es funktioniert: Ein Gerät hat die Box gefragt.",
      other: "Es funktioniert: {count} Geräte haben die Box gefragt.",
    },
    nl: {
      one: "Het werkt: één apparaat heeft de box gevraagd.",
      other: "Het werkt: {count} apparaten hebben de box gevraagd.",
    },
    it: {
      one: "Funziona: un dispositivo ha interrogato la box.",
      other: "Funziona: {count} dispositivi hanno interrogato la box.",
    },
    pt: {
      one: "Funciona: um dispositivo perguntou à box.",
      other: "Funciona: {count} dispositivos perguntaram à box.",
    },
  },
  ready_key: {
    en: "In case the box ever breaks",
    fr: "Si un jour la box tombe en panne",
    es: "Por si algún día se estropea la box",
    de: "Falls die Box einmal kaputtgeht",
    nl: "Voor als de box ooit stukgaat",
    it: "Se un giorno la box si rompe",
    pt: "Se um dia a box avariar",
  },
  ready_key_why: {
    en:
      "Backups bring everything back on a new box. They’re encrypted, and only your recovery key opens them. Make it now and print it, or do it later under Backups.",
    fr:
      "Les sauvegardes remettent tout sur une nouvelle box. Elles sont chiffrées et seule votre clé de récupération les ouvre. Créez-la maintenant et imprimez-la, ou plus tard sous Sauvegardes.",
    es:
      "Las copias devuelven todo a una box nueva. Están cifradas y solo su clave de recuperación las abre. Créela ahora e imprímala, o hágalo más tarde en Copias de seguridad.",
    de:
      "Sicherungen bringen alles auf eine neue Box zurück. Sie sind verschlüsselt, und nur Ihr Wiederherstellungsschlüssel öffnet sie. Erstellen Sie ihn jetzt und drucken Sie ihn aus, oder später unter Sicherungen.",
    nl:
      "Back-ups zetten alles terug op een nieuwe box. Ze zijn versleuteld en alleen uw herstelsleutel opent ze. Maak hem nu en druk hem af, of doe het later onder Back-ups.",
    it:
      "I backup riportano tutto su una nuova box. Sono cifrati e solo la tua chiave di recupero li apre. Creala ora e stampala, oppure fallo più tardi in Backup.",
    pt:
      "As cópias de segurança repõem tudo numa box nova. Estão cifradas e só a sua chave de recuperação as abre. Crie-a agora e imprima-a, ou faça-o mais tarde em Cópias de segurança.",
  },
  ready_key_later: {
    en: "Later",
    fr: "Plus tard",
    es: "Más tarde",
    de: "Später",
    nl: "Later",
    it: "Più tardi",
    pt: "Mais tarde",
  },
  ready_open: {
    en: "Open the box",
    fr: "Ouvrir la box",
    es: "Abrir la box",
    de: "Box öffnen",
    nl: "Box openen",
    it: "Apri la box",
    pt: "Abrir a box",
  },
});
