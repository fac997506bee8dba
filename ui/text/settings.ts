/** Texts of the settings: the name of each and a sentence that says what it does. */
import { texts } from "./text.ts";

/** The texts. */
export const settings = texts({
  title: {
    en: "Settings",
    fr: "Réglages",
    es: "Ajustes",
    de: "Einstellungen",
    nl: "Instellingen",
    it: "Impostazioni",
    pt: "Definições",
  },
  lead_plain: {
    en: "Everything runs as set. What is folded away can stay as it is.",
    fr: "Tout fonctionne avec les réglages actuels. Ce qui est replié peut rester tel quel.",
    es: "Todo funciona según los ajustes. Lo que está plegado puede quedarse como está.",
    de: "Alles läuft wie eingestellt. Was eingeklappt ist, kann so bleiben.",
    nl: "Alles werkt zoals ingesteld. Wat ingeklapt is, kan zo blijven.",
    it: "Tutto funziona come impostato. Ciò che è chiuso può restare com’è.",
    pt: "Tudo funciona como definido. O que está recolhido pode ficar como está.",
  },
  lead_changed: {
    en: {
      one: "{count} setting differs from its default.",
      other: "{count} settings differ from their default.",
    },
    fr: {
      one: "{count} réglage diffère de l’état d’origine.",
      other: "{count} réglages diffèrent de l’état d’origine.",
    },
    es: {
      one: "{count} ajuste difiere del original.",
      other: "{count} ajustes difieren de los originales.",
    },
    de: {
      one: "{count} Einstellung weicht vom Standard ab.",
      other: "{count} Einstellungen weichen vom Standard ab.",
    },
    nl: {
      one: "{count} instelling wijkt af van de standaard.",
      other: "{count} instellingen wijken af van de standaard.",
    },
    it: {
      one: "{count} impostazione è diversa da quella iniziale.",
      other: "{count} impostazioni sono diverse da quelle iniziali.",
    },
    pt: {
      one: "{count} definição difere da original.",
      other: "{count} definições diferem das originais.",
    },
  },
  lead_waits: {
    en: {
      one: "{count} change is waiting for a restart of the box.",
      other: "{count} changes are waiting for a restart of the box.",
    },
    fr: {
      one: "{count} modification attend un redémarrage de la box.",
      other: "{count} modifications attendent un redémarrage de la box.",
    },
    es: {
      one: "{count} cambio está pendiente de un reinicio de la box.",
      other: "{count} cambios están pendientes de un reinicio de la box.",
    },
    de: {
      one: "{count} Änderung wartet auf einen Neustart der Box.",
      other: "{count} Änderungen warten auf einen Neustart der Box.",
    },
    nl: {
      one: "{count} wijziging wacht op een herstart van de box.",
      other: "{count} wijzigingen wachten op een herstart van de box.",
    },
    it: {
      one: "{count} modifica attende un riavvio della box.",
      other: "{count} modifiche attendono un riavvio della box.",
    },
    pt: {
      one: "{count} alteração aguarda um reinício da box.",
      other: "{count} alterações aguardam um reinício da box.",
    },
  },
  lead_found: {
    en: { one: "{count} setting matches “{text}”.", other: "{count} settings match “{text}”." },
    fr: {
      one: "{count} réglage correspond à « {text} ».",
      other: "{count} réglages correspondent à « {text} ».",
    },
    es: {
      one: "{count} ajuste coincide con «{text}».",
      other: "{count} ajustes coinciden con «{text}».",
    },
    de: {
      one: "{count} Einstellung passt zu „{text}“.",
      other: "{count} Einstellungen passen zu „{text}“.",
    },
    nl: {
      one: "{count} instelling past bij ‘{text}’.",
      other: "{count} instellingen passen bij ‘{text}’.",
    },
    it: {
      one: "{count} impostazione corrisponde a «{text}».",
      other: "{count} impostazioni corrispondono a «{text}».",
    },
    pt: {
      one: "{count} definição corresponde a «{text}».",
      other: "{count} definições correspondem a «{text}».",
    },
  },
  search: {
    en: "Search settings",
    fr: "Rechercher dans les réglages",
    es: "Buscar en los ajustes",
    de: "Einstellungen durchsuchen",
    nl: "Instellingen doorzoeken",
    it: "Cerca nelle impostazioni",
    pt: "Procurar nas definições",
  },
  find: {
    en: "Search",
    fr: "Chercher",
    es: "Buscar",
    de: "Suchen",
    nl: "Zoeken",
    it: "Cerca",
    pt: "Procurar",
  },
  show_all: {
    en: "Show all settings",
    fr: "Afficher tous les réglages",
    es: "Mostrar todos los ajustes",
    de: "Alle Einstellungen anzeigen",
    nl: "Alle instellingen tonen",
    it: "Mostra tutte le impostazioni",
    pt: "Mostrar todas as definições",
  },
  none_found: {
    en: "No setting matches",
    fr: "Aucun réglage ne correspond",
    es: "Ningún ajuste coincide",
    de: "Keine Einstellung passt dazu",
    nl: "Geen instelling past hierbij",
    it: "Nessuna impostazione corrisponde",
    pt: "Nenhuma definição corresponde",
  },
  none_found_help: {
    en: "Try another word, such as “log”, “language” or “cache”.",
    fr: "Essayez un autre mot, par exemple « journal », « langue » ou « cache ».",
    es: "Pruebe otra palabra, por ejemplo «registro», «idioma» o «caché».",
    de: "Versuchen Sie ein anderes Wort, etwa „Protokoll“, „Sprache“ oder „Cache“.",
    nl: "Probeer een ander woord, zoals ‘logboek’, ‘taal’ of ‘cache’.",
    it: "Prova un’altra parola, per esempio «registro», «lingua» o «cache».",
    pt: "Tente outra palavra, por exemplo «registo», «idioma» ou «cache».",
  },
  saved: {
    en: "The settings are saved.",
    fr: "Les réglages sont enregistrés.",
    es: "Los ajustes están guardados.",
    de: "Die Einstellungen sind gespeichert.",
    nl: "De instellingen zijn opgeslagen.",
    it: "Le impostazioni sono salvate.",
    pt: "As definições estão guardadas.",
  },
  reset: {
    en: "Reset to default",
    fr: "Valeur d’origine",
    es: "Valor original",
    de: "Zurücksetzen",
    nl: "Standaard herstellen",
    it: "Valore iniziale",
    pt: "Valor original",
  },
  reset_label: {
    en: "{name}: reset to default, {value}",
    fr: "{name} : revenir à la valeur d’origine, {value}",
    es: "{name}: volver al valor original, {value}",
    de: "{name}: auf den Standard zurücksetzen, {value}",
    nl: "{name}: standaard herstellen, {value}",
    it: "{name}: torna al valore iniziale, {value}",
    pt: "{name}: voltar ao valor original, {value}",
  },
  reset_done: {
    en: "{name} is back to its default.",
    fr: "{name} : la valeur d’origine est rétablie.",
    es: "{name}: se ha restablecido el valor original.",
    de: "{name}: Der Standard gilt wieder.",
    nl: "{name}: de standaard geldt weer.",
    it: "{name}: vale di nuovo il valore iniziale.",
    pt: "{name}: o valor original foi reposto.",
  },
  default: {
    en: "Default: {value}",
    fr: "Valeur d’origine : {value}",
    es: "Valor original: {value}",
    de: "Standard: {value}",
    nl: "Standaard: {value}",
    it: "Valore iniziale: {value}",
    pt: "Valor original: {value}",
  },
  changed_by: {
    en: "Changed by {name} {when}",
    fr: "Modifié par {name} {when}",
    es: "Cambiado por {name} {when}",
    de: "Geändert von {name} {when}",
    nl: "Gewijzigd door {name} {when}",
    it: "Modificato da {name} {when}",
    pt: "Alterado por {name} {when}",
  },
  is_restart: {
    en: "A change takes effect at the next restart",
    fr: "Un changement s’applique au prochain redémarrage",
    es: "Un cambio vale desde el próximo reinicio",
    de: "Eine Änderung gilt ab dem nächsten Neustart",
    nl: "Een wijziging geldt vanaf de volgende herstart",
    it: "Una modifica vale dal prossimo riavvio",
    pt: "Uma alteração vale a partir do próximo reinício",
  },
  is_waiting: {
    en: "Waiting for a restart",
    fr: "En attente d’un redémarrage",
    es: "Pendiente de reinicio",
    de: "Wartet auf Neustart",
    nl: "Wacht op herstart",
    it: "In attesa di riavvio",
    pt: "Aguarda o reinício",
  },
  fixed_flag: {
    en: "Fixed by the option {name} with which the box is started; change it there.",
    fr: "Fixé par l’option {name} avec laquelle la box est démarrée ; c’est là qu’il se modifie.",
    es: "Fijado por la opción {name} con la que se inicia la box; cámbiela allí.",
    de: "Festgelegt durch die Option {name}, mit der die Box gestartet wird; dort zu ändern.",
    nl: "Vastgelegd door de optie {name} waarmee de box wordt gestart; wijzig die daar.",
    it: "Fissato dall’opzione {name} con cui la box viene avviata; modificala lì.",
    pt: "Fixado pela opção {name} com que a box é iniciada; é aí que se altera.",
  },
  fixed_environment: {
    en: "Fixed by the variable {name} where the box is started; change it there.",
    fr: "Fixé par la variable {name} là où la box est démarrée ; c’est là qu’il se modifie.",
    es: "Fijado por la variable {name} donde se inicia la box; cámbiela allí.",
    de: "Festgelegt durch die Variable {name}, mit der die Box gestartet wird; dort zu ändern.",
    nl: "Vastgelegd door de variabele {name} waar de box wordt gestart; wijzig die daar.",
    it: "Fissato dalla variabile {name} dove la box viene avviata; modificala lì.",
    pt: "Fixado pela variável {name} onde a box é iniciada; é aí que se altera.",
  },
  fixed_file: {
    en: "Fixed by the file {name} in the data directory; change it there.",
    fr: "Fixé par le fichier {name} du dossier de données ; c’est là qu’il se modifie.",
    es: "Fijado por el archivo {name} de la carpeta de datos; cámbielo allí.",
    de: "Festgelegt durch die Datei {name} im Datenordner; dort zu ändern.",
    nl: "Vastgelegd door het bestand {name} in de gegevensmap; wijzig het daar.",
    it: "Fissato dal file {name} nella cartella dei dati; modificalo lì.",
    pt: "Fixado pelo ficheiro {name} na pasta de dados; é aí que se altera.",
  },
  fixed_start: {
    en: "Chosen where the box is started, with the option {name}.",
    fr: "Choisi au démarrage de la box, par l’option {name}.",
    es: "Se elige al iniciar la box, con la opción {name}.",
    de: "Wird beim Start der Box gewählt, mit der Option {name}.",
    nl: "Wordt gekozen bij het starten van de box, met de optie {name}.",
    it: "Si sceglie all’avvio della box, con l’opzione {name}.",
    pt: "Escolhe-se ao iniciar a box, com a opção {name}.",
  },
  meanwhile: {
    en:
      "{name} changed “{setting}” meanwhile; it is {value} now. What you typed is still below: save again to keep it.",
    fr:
      "{name} a modifié « {setting} » entre-temps ; la valeur est maintenant {value}. Votre saisie est encore ci-dessous : enregistrez à nouveau pour la garder.",
    es:
      "{name} cambió «{setting}» entretanto; ahora es {value}. Lo que escribió sigue abajo: guarde otra vez para conservarlo.",
    de:
      "{name} hat „{setting}“ inzwischen geändert; jetzt gilt {value}. Ihre Eingabe steht noch unten: Speichern Sie noch einmal, um sie zu behalten.",
    nl:
      "{name} heeft ‘{setting}’ intussen gewijzigd; het is nu {value}. Wat u typte, staat nog hieronder: sla opnieuw op om het te houden.",
    it:
      "{name} ha modificato «{setting}» nel frattempo; ora è {value}. Ciò che hai scritto è ancora sotto: salva di nuovo per tenerlo.",
    pt:
      "{name} alterou «{setting}» entretanto; agora é {value}. O que escreveu continua em baixo: guarde outra vez para o manter.",
  },
  meanwhile_reset: {
    en:
      "“{setting}” was reset to its default meanwhile ({value}). What you typed is still below: save again to keep it.",
    fr:
      "« {setting} » a été remis entre-temps à sa valeur d’origine ({value}). Votre saisie est encore ci-dessous : enregistrez à nouveau pour la garder.",
    es:
      "«{setting}» volvió entretanto a su valor original ({value}). Lo que escribió sigue abajo: guarde otra vez para conservarlo.",
    de:
      "„{setting}“ wurde inzwischen zurückgesetzt ({value}). Ihre Eingabe steht noch unten: Speichern Sie noch einmal, um sie zu behalten.",
    nl:
      "‘{setting}’ is intussen op de standaard teruggezet ({value}). Wat u typte, staat nog hieronder: sla opnieuw op om het te houden.",
    it:
      "«{setting}» è tornata nel frattempo al valore iniziale ({value}). Ciò che hai scritto è ancora sotto: salva di nuovo per tenerlo.",
    pt:
      "«{setting}» voltou entretanto ao valor original ({value}). O que escreveu continua em baixo: guarde outra vez para o manter.",
  },
  allowed_number: {
    en: "Enter a whole number from {least} to {most}.",
    fr: "Un nombre entier de {least} à {most} est permis.",
    es: "Se permite un número entero de {least} a {most}.",
    de: "Geben Sie eine ganze Zahl von {least} bis {most} ein.",
    nl: "Vul een geheel getal van {least} tot {most} in.",
    it: "È permesso un numero intero da {least} a {most}.",
    pt: "É permitido um número inteiro de {least} a {most}.",
  },
  allowed_other: {
    en: "That is not allowed: {why}",
    fr: "Ce n’est pas permis : {why}",
    es: "No está permitido: {why}",
    de: "Das ist nicht erlaubt: {why}",
    nl: "Dat is niet toegestaan: {why}",
    it: "Non è permesso: {why}",
    pt: "Não é permitido: {why}",
  },
  no_value: {
    en: "none",
    fr: "aucun",
    es: "ninguno",
    de: "keine",
    nl: "geen",
    it: "nessuno",
    pt: "nenhum",
  },
  value_on: {
    en: "on",
    fr: "activé",
    es: "activado",
    de: "ein",
    nl: "aan",
    it: "attivo",
    pt: "ligado",
  },
  value_off: {
    en: "off",
    fr: "désactivé",
    es: "desactivado",
    de: "aus",
    nl: "uit",
    it: "disattivato",
    pt: "desligado",
  },
  one_a_line: {
    en: "One per line.",
    fr: "Un par ligne.",
    es: "Uno por línea.",
    de: "Ein Eintrag je Zeile.",
    nl: "Eén per regel.",
    it: "Uno per riga.",
    pt: "Um por linha.",
  },
  of_system: {
    en: "that of the system",
    fr: "celui du système",
    es: "la del sistema",
    de: "die des Systems",
    nl: "die van het systeem",
    it: "quello del sistema",
    pt: "o do sistema",
  },
  not_told: {
    en: "not specified",
    fr: "non indiqué",
    es: "no indicado",
    de: "nicht angegeben",
    nl: "niet opgegeven",
    it: "non indicato",
    pt: "não indicado",
  },
  upstreams_elsewhere: {
    en: "The DNS servers that the box asks have a page of their own.",
    fr: "Les serveurs DNS que la box interroge ont leur propre page.",
    es: "Los servidores DNS a los que pregunta la box tienen su propia página.",
    de: "Die DNS-Server, die die Box fragt, haben eine eigene Seite.",
    nl: "De DNS-servers waaraan de box vraagt, hebben een eigen pagina.",
    it: "I server DNS che la box interroga hanno una pagina propria.",
    pt: "Os servidores DNS que a box consulta têm uma página própria.",
  },
  upstreams_open: {
    en: "Open upstream servers",
    fr: "Ouvrir les serveurs DNS",
    es: "Abrir servidores DNS",
    de: "DNS-Server öffnen",
    nl: "DNS-servers openen",
    it: "Apri i server DNS",
    pt: "Abrir servidores DNS",
  },
  restart_note: {
    en: "These settings take effect once the box has restarted: {names}.",
    fr: "Ces réglages s’appliqueront après un redémarrage de la box : {names}.",
    es: "Estos ajustes valdrán cuando la box se reinicie: {names}.",
    de: "Diese Einstellungen gelten nach einem Neustart der Box: {names}.",
    nl: "Deze instellingen gelden na een herstart van de box: {names}.",
    it: "Queste impostazioni valgono dopo un riavvio della box: {names}.",
    pt: "Estas definições valem depois de a box reiniciar: {names}.",
  },
  restart_go: {
    en: "Restart…",
    fr: "Redémarrer…",
    es: "Reiniciar…",
    de: "Neu starten…",
    nl: "Herstarten…",
    it: "Riavvia…",
    pt: "Reiniciar…",
  },
  read_only: {
    en: "You can read the settings; changing them takes an account with more rights.",
    fr: "Vous pouvez lire les réglages ; un compte ayant plus de droits les modifie.",
    es: "Puede leer los ajustes; una cuenta con más derechos los cambia.",
    de: "Sie können die Einstellungen lesen; zum Ändern braucht es ein Konto mit mehr Rechten.",
    nl: "U kunt de instellingen lezen; om ze te wijzigen is een account met meer rechten nodig.",
    it: "Puoi leggere le impostazioni; le modifica un account con più diritti.",
    pt: "Pode ler as definições; são alteradas por uma conta com mais direitos.",
  },
  // Groups.
  group_log: {
    en: "Query log",
    fr: "Journal des requêtes",
    es: "Registro de consultas",
    de: "Anfrageprotokoll",
    nl: "Verzoekenlogboek",
    it: "Registro delle richieste",
    pt: "Registo de consultas",
  },
  group_household: {
    en: "About the household",
    fr: "À propos du foyer",
    es: "Sobre el hogar",
    de: "Über den Haushalt",
    nl: "Over het huishouden",
    it: "Sulla casa",
    pt: "Sobre a casa",
  },
  group_household_help: {
    en: "Country, kind of network, what is sent and checked automatically",
    fr: "Pays, type de réseau, ce qui est envoyé et cherché automatiquement",
    es: "País, tipo de red, lo que se envía y se busca automáticamente",
    de: "Land, Art des Netzes, was automatisch gesendet und gesucht wird",
    nl: "Land, soort netwerk, wat automatisch wordt verzonden en gezocht",
    it: "Paese, tipo di rete, che cosa viene inviato e cercato automaticamente",
    pt: "País, tipo de rede, o que é enviado e procurado automaticamente",
  },
  group_updates_help: {
    en: "Whether new versions are looked for and installed, and from where",
    fr: "Si de nouvelles versions sont cherchées et installées, et d’où",
    es: "Si se buscan e instalan versiones nuevas, y desde dónde",
    de: "Ob neue Versionen gesucht und installiert werden, und woher",
    nl: "Of nieuwe versies worden gezocht en geïnstalleerd, en waarvandaan",
    it: "Se si cercano e installano nuove versioni, e da dove",
    pt: "Se são procuradas e instaladas novas versões, e de onde",
  },
  group_blocking: {
    en: "Lists and blocked names",
    fr: "Listes et noms bloqués",
    es: "Listas y nombres bloqueados",
    de: "Listen und gesperrte Namen",
    nl: "Lijsten en geblokkeerde namen",
    it: "Liste e nomi bloccati",
    pt: "Listas e nomes bloqueados",
  },
  group_blocking_help: {
    en: "How often lists are refreshed, how long a block is remembered",
    fr: "Fréquence de mise à jour des listes, durée d’un blocage en mémoire",
    es: "Cada cuánto se actualizan las listas, cuánto se recuerda un bloqueo",
    de: "Wie oft Listen aktualisiert werden, wie lange eine Sperre gemerkt wird",
    nl: "Hoe vaak lijsten worden bijgewerkt, hoelang een blokkering wordt onthouden",
    it: "Ogni quanto si aggiornano le liste, quanto si ricorda un blocco",
    pt: "Frequência de atualização das listas, duração de um bloqueio na memória",
  },
  group_keeping: {
    en: "What is kept",
    fr: "Ce qui est conservé",
    es: "Lo que se conserva",
    de: "Was aufbewahrt wird",
    nl: "Wat wordt bewaard",
    it: "Che cosa viene conservato",
    pt: "O que é guardado",
  },
  group_keeping_help: {
    en: "Statistics, alerts, administration log, disk space",
    fr: "Statistiques, alertes, journal d’administration, place sur le disque",
    es: "Estadísticas, alertas, registro de administración, espacio en disco",
    de: "Statistik, Meldungen, Verwaltungsprotokoll, Speicherplatz",
    nl: "Statistieken, meldingen, beheerlogboek, schijfruimte",
    it: "Statistiche, avvisi, registro di amministrazione, spazio su disco",
    pt: "Estatísticas, alertas, registo de administração, espaço em disco",
  },
  group_network: {
    en: "Network",
    fr: "Réseau",
    es: "Red",
    de: "Netz",
    nl: "Netwerk",
    it: "Rete",
    pt: "Rede",
  },
  group_network_help: {
    en: "Who may ask, local names, limits for each client",
    fr: "Qui peut interroger, noms locaux, limites par appareil",
    es: "Quién puede preguntar, nombres locales, límites por dispositivo",
    de: "Wer fragen darf, lokale Namen, Grenzen je Client",
    nl: "Wie mag vragen, lokale namen, grenzen per client",
    it: "Chi può chiedere, nomi locali, limiti per dispositivo",
    pt: "Quem pode perguntar, nomes locais, limites por dispositivo",
  },
  group_cache_help: {
    en: "Size, how long answers are remembered",
    fr: "Taille, durée de mémoire des réponses",
    es: "Tamaño, cuánto se recuerdan las respuestas",
    de: "Größe, wie lange Antworten gemerkt werden",
    nl: "Grootte, hoelang antwoorden worden onthouden",
    it: "Dimensione, quanto si ricordano le risposte",
    pt: "Tamanho, duração das respostas",
  },
  group_machine: {
    en: "This machine",
    fr: "Cette machine",
    es: "Este equipo",
    de: "Dieser Rechner",
    nl: "Deze computer",
    it: "Questa macchina",
    pt: "Este equipamento",
  },
  group_machine_help: {
    en: "Addresses and ports, threads, folders; not part of backups",
    fr: "Adresses et ports, threads, dossiers ; hors sauvegardes",
    es: "Direcciones y puertos, hilos, carpetas; fuera de las copias de seguridad",
    de: "Adressen und Ports, Threads, Ordner; nicht in Sicherungen",
    nl: "Adressen en poorten, threads, mappen; niet in back-ups",
    it: "Indirizzi e porte, thread, cartelle; fuori dai backup",
    pt: "Endereços e portas, threads, pastas; fora das cópias de segurança",
  },
  // Units.
  unit_days: {
    en: "days",
    fr: "jours",
    es: "días",
    de: "Tage",
    nl: "dagen",
    it: "giorni",
    pt: "dias",
  },
  unit_hours: {
    en: "hours",
    fr: "heures",
    es: "horas",
    de: "Stunden",
    nl: "uur",
    it: "ore",
    pt: "horas",
  },
  unit_minutes: {
    en: "minutes",
    fr: "minutes",
    es: "minutos",
    de: "Minuten",
    nl: "minuten",
    it: "minuti",
    pt: "minutos",
  },
  unit_seconds: {
    en: "seconds",
    fr: "secondes",
    es: "segundos",
    de: "Sekunden",
    nl: "seconden",
    it: "secondi",
    pt: "segundos",
  },
  unit_milliseconds: {
    en: "milliseconds",
    fr: "millisecondes",
    es: "milisegundos",
    de: "Millisekunden",
    nl: "milliseconden",
    it: "millisecondi",
    pt: "milissegundos",
  },
  unit_megabytes: {
    en: "megabytes",
    fr: "mégaoctets",
    es: "megabytes",
    de: "Megabyte",
    nl: "megabyte",
    it: "megabyte",
    pt: "megabytes",
  },
  unit_per_second: {
    en: "queries a second",
    fr: "requêtes par seconde",
    es: "consultas por segundo",
    de: "Anfragen je Sekunde",
    nl: "verzoeken per seconde",
    it: "richieste al secondo",
    pt: "consultas por segundo",
  },
  unit_queries: {
    en: "queries",
    fr: "requêtes",
    es: "consultas",
    de: "Anfragen",
    nl: "verzoeken",
    it: "richieste",
    pt: "consultas",
  },
  unit_bits: { en: "bits", fr: "bits", es: "bits", de: "Bit", nl: "bits", it: "bit", pt: "bits" },
  unit_threads: {
    en: "threads",
    fr: "threads",
    es: "hilos",
    de: "Threads",
    nl: "threads",
    it: "thread",
    pt: "threads",
  },
  // Names and help, in the order of api/settings/list.ts.
  name_dns_listen: {
    en: "DNS addresses",
    fr: "Adresses DNS",
    es: "Direcciones DNS",
    de: "DNS-Adressen",
    nl: "DNS-adressen",
    it: "Indirizzi DNS",
    pt: "Endereços DNS",
  },
  help_dns_listen: {
    en: "Where the box answers DNS, such as :53 for every address of the machine.",
    fr: "Où la box répond au DNS, par exemple :53 pour toutes les adresses de la machine.",
    es: "Dónde responde la box a DNS, por ejemplo :53 para todas las direcciones del equipo.",
    de: "Wo die Box DNS beantwortet, etwa :53 für alle Adressen des Rechners.",
    nl: "Waar de box DNS beantwoordt, zoals :53 voor elk adres van de computer.",
    it: "Dove la box risponde al DNS, per esempio :53 per tutti gli indirizzi della macchina.",
    pt: "Onde a box responde a DNS, por exemplo :53 para todos os endereços do equipamento.",
  },
  name_http_listen: {
    en: "Addresses for unencrypted HTTP",
    fr: "Adresses HTTP non chiffrées",
    es: "Direcciones de HTTP sin cifrar",
    de: "Adressen für unverschlüsseltes HTTP",
    nl: "Adressen voor onversleutelde HTTP",
    it: "Indirizzi HTTP non cifrato",
    pt: "Endereços de HTTP não cifrado",
  },
  help_http_listen: {
    en: "Where these pages are served without encryption, such as :80; leave empty to turn it off.",
    fr: "Où ces pages sont servies sans chiffrement, par exemple :80 ; vide = nulle part.",
    es: "Dónde se sirven estas páginas sin cifrado, por ejemplo :80; vacío = en ningún sitio.",
    de: "Wo diese Seiten unverschlüsselt angeboten werden, etwa :80; leer = aus.",
    nl: "Waar deze pagina’s zonder versleuteling staan, zoals :80; leeg = uit.",
    it:
      "Dove queste pagine sono servite senza cifratura, per esempio :80; vuoto = da nessuna parte.",
    pt: "Onde estas páginas são servidas sem cifragem, por exemplo :80; vazio = em lado nenhum.",
  },
  name_https_listen: {
    en: "Addresses for HTTPS",
    fr: "Adresses HTTPS",
    es: "Direcciones de HTTPS",
    de: "Adressen für HTTPS",
    nl: "Adressen voor HTTPS",
    it: "Indirizzi HTTPS",
    pt: "Endereços de HTTPS",
  },
  help_https_listen: {
    en:
      "Where these pages are served over a secure connection, such as :443; leave empty to turn it off.",
    fr: "Où ces pages sont servies par connexion sécurisée, par exemple :443 ; vide = nulle part.",
    es:
      "Dónde se sirven estas páginas por conexión segura, por ejemplo :443; vacío = en ningún sitio.",
    de: "Wo diese Seiten über eine sichere Verbindung angeboten werden, etwa :443; leer = aus.",
    nl: "Waar deze pagina’s via een beveiligde verbinding staan, zoals :443; leeg = uit.",
    it:
      "Dove queste pagine sono servite con connessione sicura, per esempio :443; vuoto = da nessuna parte.",
    pt:
      "Onde estas páginas são servidas por ligação segura, por exemplo :443; vazio = em lado nenhum.",
  },
  name_dot_listen: {
    en: "Addresses for DNS over TLS",
    fr: "Adresses de DNS sur TLS",
    es: "Direcciones de DNS sobre TLS",
    de: "Adressen für DNS über TLS",
    nl: "Adressen voor DNS over TLS",
    it: "Indirizzi di DNS su TLS",
    pt: "Endereços de DNS sobre TLS",
  },
  help_dot_listen: {
    en: "Where DNS over TLS is answered, such as :853; leave empty to turn it off.",
    fr: "Où le DNS sur TLS répond, par exemple :853 ; vide = nulle part.",
    es: "Dónde se responde DNS sobre TLS, por ejemplo :853; vacío = en ningún sitio.",
    de: "Wo DNS über TLS beantwortet wird, etwa :853; leer = aus.",
    nl: "Waar DNS over TLS wordt beantwoord, zoals :853; leeg = uit.",
    it: "Dove si risponde al DNS su TLS, per esempio :853; vuoto = da nessuna parte.",
    pt: "Onde se responde a DNS sobre TLS, por exemplo :853; vazio = em lado nenhum.",
  },
  name_doq_listen: {
    en: "Addresses for DNS over QUIC",
    fr: "Adresses de DNS sur QUIC",
    es: "Direcciones de DNS sobre QUIC",
    de: "Adressen für DNS über QUIC",
    nl: "Adressen voor DNS over QUIC",
    it: "Indirizzi di DNS su QUIC",
    pt: "Endereços de DNS sobre QUIC",
  },
  help_doq_listen: {
    en: "Where DNS over QUIC is answered, such as :853; leave empty to turn it off.",
    fr: "Où le DNS sur QUIC répond, par exemple :853 ; vide = nulle part.",
    es: "Dónde se responde DNS sobre QUIC, por ejemplo :853; vacío = en ningún sitio.",
    de: "Wo DNS über QUIC beantwortet wird, etwa :853; leer = aus.",
    nl: "Waar DNS over QUIC wordt beantwoord, zoals :853; leeg = uit.",
    it: "Dove si risponde al DNS su QUIC, per esempio :853; vuoto = da nessuna parte.",
    pt: "Onde se responde a DNS sobre QUIC, por exemplo :853; vazio = em lado nenhum.",
  },
  name_dns_over_tls: {
    en: "DNS over TLS",
    fr: "DNS sur TLS",
    es: "DNS sobre TLS",
    de: "DNS über TLS",
    nl: "DNS over TLS",
    it: "DNS su TLS",
    pt: "DNS sobre TLS",
  },
  help_dns_over_tls: {
    en:
      "Answer encrypted queries over TLS. It needs a certificate, chosen on the page about encrypted DNS.",
    fr:
      "Répondre aux requêtes chiffrées par TLS. Il faut un certificat, choisi sur la page du DNS chiffré.",
    es:
      "Responder a consultas cifradas por TLS. Hace falta un certificado, que se elige en la página del DNS cifrado.",
    de:
      "Verschlüsselte Anfragen über TLS beantworten. Dafür braucht es ein Zertifikat; es wird auf der Seite für verschlüsseltes DNS gewählt.",
    nl:
      "Versleutelde verzoeken via TLS beantwoorden. Daarvoor is een certificaat nodig, te kiezen op de pagina over versleutelde DNS.",
    it:
      "Rispondere alle richieste cifrate via TLS. Serve un certificato, scelto nella pagina del DNS cifrato.",
    pt:
      "Responder a consultas cifradas por TLS. É preciso um certificado, escolhido na página do DNS cifrado.",
  },
  name_dns_over_https: {
    en: "DNS over HTTPS",
    fr: "DNS sur HTTPS",
    es: "DNS sobre HTTPS",
    de: "DNS über HTTPS",
    nl: "DNS over HTTPS",
    it: "DNS su HTTPS",
    pt: "DNS sobre HTTPS",
  },
  help_dns_over_https: {
    en:
      "Answer encrypted queries over HTTPS. It needs a certificate, chosen on the page about encrypted DNS.",
    fr:
      "Répondre aux requêtes chiffrées par HTTPS. Il faut un certificat, choisi sur la page du DNS chiffré.",
    es:
      "Responder a consultas cifradas por HTTPS. Hace falta un certificado, que se elige en la página del DNS cifrado.",
    de:
      "Verschlüsselte Anfragen über HTTPS beantworten. Dafür braucht es ein Zertifikat; es wird auf der Seite für verschlüsseltes DNS gewählt.",
    nl:
      "Versleutelde verzoeken via HTTPS beantwoorden. Daarvoor is een certificaat nodig, te kiezen op de pagina over versleutelde DNS.",
    it:
      "Rispondere alle richieste cifrate via HTTPS. Serve un certificato, scelto nella pagina del DNS cifrato.",
    pt:
      "Responder a consultas cifradas por HTTPS. É preciso um certificado, escolhido na página do DNS cifrado.",
  },
  name_dns_over_quic: {
    en: "DNS over QUIC",
    fr: "DNS sur QUIC",
    es: "DNS sobre QUIC",
    de: "DNS über QUIC",
    nl: "DNS over QUIC",
    it: "DNS su QUIC",
    pt: "DNS sobre QUIC",
  },
  help_dns_over_quic: {
    en:
      "Answer encrypted queries over QUIC. It needs a certificate, chosen on the page about encrypted DNS.",
    fr:
      "Répondre aux requêtes chiffrées par QUIC. Il faut un certificat, choisi sur la page du DNS chiffré.",
    es:
      "Responder a consultas cifradas por QUIC. Hace falta un certificado, que se elige en la página del DNS cifrado.",
    de:
      "Verschlüsselte Anfragen über QUIC beantworten. Dafür braucht es ein Zertifikat; es wird auf der Seite für verschlüsseltes DNS gewählt.",
    nl:
      "Versleutelde verzoeken via QUIC beantwoorden. Daarvoor is een certificaat nodig, te kiezen op de pagina over versleutelde DNS.",
    it:
      "Rispondere alle richieste cifrate via QUIC. Serve un certificato, scelto nella pagina del DNS cifrato.",
    pt:
      "Responder a consultas cifradas por QUIC. É preciso um certificado, escolhido na página do DNS cifrado.",
  },
  name_https_redirect: {
    en: "Send HTTP to the name of the box",
    fr: "Rediriger HTTP vers le nom de la box",
    es: "Redirigir HTTP al nombre de la box",
    de: "HTTP zum Namen der Box umleiten",
    nl: "HTTP doorsturen naar de naam van de box",
    it: "Reindirizzare HTTP al nome della box",
    pt: "Redirecionar HTTP para o nome da box",
  },
  help_https_redirect: {
    en:
      "When the box has a name with a certificate that browsers trust, these pages move there by themselves.",
    fr:
      "Quand la box a un nom avec un certificat reconnu par les navigateurs, ces pages s’y déplacent d’elles-mêmes.",
    es:
      "Cuando la box tiene un nombre con un certificado en el que confían los navegadores, estas páginas pasan allí solas.",
    de:
      "Hat die Box einen Namen mit einem Zertifikat, dem Browser vertrauen, ziehen diese Seiten von selbst dorthin um.",
    nl:
      "Heeft de box een naam met een certificaat dat browsers vertrouwen, dan gaan deze pagina’s vanzelf daarheen.",
    it:
      "Quando la box ha un nome con un certificato riconosciuto dai browser, queste pagine vi passano da sole.",
    pt:
      "Quando a box tem um nome com um certificado em que os navegadores confiam, estas páginas passam para lá sozinhas.",
  },
  name_acme_directory: {
    en: "Certificate authority",
    fr: "Autorité de certification",
    es: "Autoridad de certificación",
    de: "Zertifizierungsstelle",
    nl: "Certificaatautoriteit",
    it: "Autorità di certificazione",
    pt: "Autoridade de certificação",
  },
  help_acme_directory: {
    en:
      "Address of the ACME directory of the authority that certifies a name of yours; leave empty to turn it off.",
    fr: "Adresse de l’annuaire ACME de l’autorité qui certifie votre nom ; vide = aucune.",
    es: "Dirección del directorio ACME de la autoridad que certifica su nombre; vacío = ninguna.",
    de:
      "Adresse des ACME-Verzeichnisses der Stelle, die einen eigenen Namen zertifiziert; leer = keine.",
    nl:
      "Adres van de ACME-directory van de autoriteit die een eigen naam certificeert; leeg = geen.",
    it:
      "Indirizzo della directory ACME dell’autorità che certifica un nome proprio; vuoto = nessuna.",
    pt: "Endereço do diretório ACME da autoridade que certifica um nome seu; vazio = nenhuma.",
  },
  name_advertise_addr: {
    en: "Box addresses given to devices",
    fr: "Adresses de la box à annoncer",
    es: "Direcciones de la box que se anuncian",
    de: "Adressen der Box für Geräte",
    nl: "Adressen van de box voor apparaten",
    it: "Indirizzi della box da annunciare",
    pt: "Endereços da box a anunciar",
  },
  help_advertise_addr: {
    en:
      "Given first to devices that ask for the box by its name; only needed behind a container or a second router.",
    fr:
      "Donnés en premier aux appareils qui cherchent la box par son nom ; utile seulement derrière un conteneur ou un second routeur.",
    es:
      "Se dan primero a los dispositivos que preguntan por la box por su nombre; solo hace falta tras un contenedor o un segundo router.",
    de:
      "Werden Geräten zuerst genannt, die nach dem Namen der Box fragen; nur hinter einem Container oder zweiten Router nötig.",
    nl:
      "Worden als eerste gegeven aan apparaten die naar de naam van de box vragen; alleen nodig achter een container of tweede router.",
    it:
      "Dati per primi ai dispositivi che cercano la box per nome; servono solo dietro un container o un secondo router.",
    pt:
      "Dados primeiro aos dispositivos que procuram a box pelo nome; só necessário atrás de um contentor ou de um segundo router.",
  },
  name_allowed_ranges: {
    en: "Networks that may ask",
    fr: "Réseaux autorisés à interroger",
    es: "Redes que pueden preguntar",
    de: "Netze, die fragen dürfen",
    nl: "Netwerken die mogen vragen",
    it: "Reti che possono chiedere",
    pt: "Redes que podem perguntar",
  },
  help_allowed_ranges: {
    en:
      "In addition to the networks that the box itself is in; “private” stands for all private ones.",
    fr: "En plus des réseaux où se trouve la box ; « private » désigne tous les réseaux privés.",
    es: "Además de las redes en las que está la box; «private» son todas las privadas.",
    de: "Zusätzlich zu den Netzen, in denen die Box selbst ist; „private“ steht für alle privaten.",
    nl: "Naast de netwerken waarin de box zelf zit; ‘private’ staat voor alle privénetwerken.",
    it: "Oltre alle reti in cui si trova la box; «private» indica tutte quelle private.",
    pt: "Além das redes em que a box está; «private» são todas as privadas.",
  },
  name_denied_clients: {
    en: "Devices that get no answer",
    fr: "Appareils sans réponse",
    es: "Dispositivos sin respuesta",
    de: "Geräte, die keine Antwort bekommen",
    nl: "Apparaten die geen antwoord krijgen",
    it: "Dispositivi senza risposta",
    pt: "Dispositivos sem resposta",
  },
  help_denied_clients: {
    en:
      "Addresses, networks or hardware addresses. The box ignores their queries, as it does those of foreign networks.",
    fr:
      "Adresses, réseaux ou adresses matérielles. La box ignore leurs requêtes, comme celles de réseaux étrangers.",
    es:
      "Direcciones, redes o direcciones de hardware. La box ignora sus consultas, como las de redes ajenas.",
    de:
      "Adressen, Netze oder Hardware-Adressen. Die Box übergeht ihre Anfragen wie die fremder Netze.",
    nl:
      "Adressen, netwerken of hardware-adressen. De box negeert hun verzoeken, net als die van vreemde netwerken.",
    it:
      "Indirizzi, reti o indirizzi hardware. La box ignora le loro richieste, come quelle di reti estranee.",
    pt:
      "Endereços, redes ou endereços de hardware. A box ignora os seus pedidos, como os de redes alheias.",
  },
  name_rate_limit: {
    en: "Queries allowed for each client",
    fr: "Requêtes permises par appareil",
    es: "Consultas permitidas por dispositivo",
    de: "Erlaubte Anfragen je Client",
    nl: "Toegestane verzoeken per client",
    it: "Richieste permesse per dispositivo",
    pt: "Consultas permitidas por dispositivo",
  },
  help_rate_limit: {
    en: "Keeps one broken device from slowing down all others; 0 = no limit.",
    fr: "Évite qu’un appareil défaillant ralentisse les autres ; 0 = sans limite.",
    es: "Evita que un dispositivo averiado frene a los demás; 0 = sin límite.",
    de: "Damit ein defektes Gerät nicht alle anderen bremst; 0 = keine Grenze.",
    nl: "Voorkomt dat één defect apparaat alle andere vertraagt; 0 = geen grens.",
    it: "Evita che un dispositivo guasto rallenti gli altri; 0 = nessun limite.",
    pt: "Evita que um dispositivo avariado atrase os outros; 0 = sem limite.",
  },
  name_rate_limit_burst: {
    en: "Queries allowed at once",
    fr: "Requêtes permises d’un coup",
    es: "Consultas permitidas de golpe",
    de: "Erlaubte Anfragen auf einmal",
    nl: "Toegestane verzoeken ineens",
    it: "Richieste permesse in una volta",
    pt: "Consultas permitidas de uma vez",
  },
  help_rate_limit_burst: {
    en:
      "What a client may send in one go before the limit counts, as when a page with many parts opens.",
    fr:
      "Ce qu’un appareil peut envoyer d’un coup avant que la limite compte, par exemple à l’ouverture d’une page chargée.",
    es:
      "Lo que un dispositivo puede enviar de golpe antes de que cuente el límite, como al abrir una página con muchas partes.",
    de:
      "Was ein Client auf einmal senden darf, bevor die Grenze zählt, etwa beim Öffnen einer großen Seite.",
    nl:
      "Wat een client ineens mag sturen voor de grens telt, zoals bij het openen van een grote pagina.",
    it:
      "Quanto un dispositivo può inviare in una volta prima che conti il limite, come aprendo una pagina ricca di contenuti.",
    pt:
      "O que um dispositivo pode enviar de uma vez antes de contar o limite, como ao abrir uma página pesada.",
  },
  name_rate_limit_prefix4: {
    en: "IPv4 addresses counted together",
    fr: "Adresses IPv4 comptées ensemble",
    es: "Direcciones IPv4 contadas juntas",
    de: "Gemeinsam gezählte IPv4-Adressen",
    nl: "IPv4-adressen samen geteld",
    it: "Indirizzi IPv4 contati insieme",
    pt: "Endereços IPv4 contados em conjunto",
  },
  help_rate_limit_prefix4: {
    en: "32 counts each address for itself, 24 a whole network of 256.",
    fr: "32 compte chaque adresse séparément, 24 un réseau entier de 256.",
    es: "32 cuenta cada dirección por separado, 24 una red entera de 256.",
    de: "32 zählt jede Adresse für sich, 24 ein ganzes Netz von 256.",
    nl: "32 telt elk adres apart, 24 een heel netwerk van 256.",
    it: "32 conta ogni indirizzo da solo, 24 un’intera rete di 256.",
    pt: "32 conta cada endereço por si, 24 uma rede inteira de 256.",
  },
  name_rate_limit_prefix6: {
    en: "IPv6 addresses counted together",
    fr: "Adresses IPv6 comptées ensemble",
    es: "Direcciones IPv6 contadas juntas",
    de: "Gemeinsam gezählte IPv6-Adressen",
    nl: "IPv6-adressen samen geteld",
    it: "Indirizzi IPv6 contati insieme",
    pt: "Endereços IPv6 contados em conjunto",
  },
  help_rate_limit_prefix6: {
    en: "64 counts a whole network, since a device has many IPv6 addresses.",
    fr: "64 compte un réseau entier, car un appareil a beaucoup d’adresses IPv6.",
    es: "64 cuenta una red entera, pues un dispositivo tiene muchas direcciones IPv6.",
    de: "64 zählt ein ganzes Netz, denn ein Gerät hat viele IPv6-Adressen.",
    nl: "64 telt een heel netwerk, want een apparaat heeft veel IPv6-adressen.",
    it: "64 conta un’intera rete, perché un dispositivo ha molti indirizzi IPv6.",
    pt: "64 conta uma rede inteira, pois um dispositivo tem muitos endereços IPv6.",
  },
  name_rebinding: {
    en: "Protection of the home network",
    fr: "Protection du réseau local",
    es: "Protección de la red de casa",
    de: "Schutz des Heimnetzes",
    nl: "Bescherming van het thuisnetwerk",
    it: "Protezione della rete di casa",
    pt: "Proteção da rede de casa",
  },
  help_rebinding: {
    en:
      "A site on the Internet has no reason to lead to a device in your home. If one does, the box blocks it (DNS rebinding).",
    fr:
      "Un site d’Internet n’a aucune raison de mener à un appareil de chez vous. S’il le fait, la box le bloque (DNS rebinding).",
    es:
      "Un sitio de Internet no tiene motivo para llevar a un dispositivo de su casa. Si lo hace, la box lo bloquea (DNS rebinding).",
    de:
      "Eine Seite im Internet hat keinen Grund, zu einem Gerät bei Ihnen zu führen. Tut sie es doch, sperrt die Box sie (DNS-Rebinding).",
    nl:
      "Een site op internet heeft geen reden om naar een apparaat bij u thuis te leiden. Doet hij dat toch, dan blokkeert de box hem (DNS-rebinding).",
    it:
      "Un sito di Internet non ha motivo di portare a un dispositivo di casa tua. Se lo fa, la box lo blocca (DNS rebinding).",
    pt:
      "Um site da Internet não tem motivo para levar a um dispositivo da sua casa. Se o fizer, a box bloqueia-o (DNS rebinding).",
  },
  name_rebinding_allowed: {
    en: "Domains that may lead into your home",
    fr: "Domaines qui peuvent mener chez vous",
    es: "Dominios que pueden llevar a su casa",
    de: "Domains, die zu Ihnen nach Hause führen dürfen",
    nl: "Domeinen die naar uw huis mogen leiden",
    it: "Domini che possono portare a casa tua",
    pt: "Domínios que podem levar à sua casa",
  },
  help_rebinding_allowed: {
    en: "For a domain of your own whose names are devices at home. Names below it are allowed too.",
    fr:
      "Pour un domaine à vous dont les noms sont des appareils de chez vous. Les noms en dessous sont permis aussi.",
    es:
      "Para un dominio suyo cuyos nombres son dispositivos de casa. Los nombres debajo también se permiten.",
    de:
      "Für eine eigene Domain, deren Namen Geräte zu Hause sind. Die Namen darunter sind auch erlaubt.",
    nl:
      "Voor een eigen domein waarvan de namen apparaten thuis zijn. De namen eronder zijn ook toegestaan.",
    it:
      "Per un tuo dominio i cui nomi sono dispositivi di casa. Anche i nomi sottostanti sono permessi.",
    pt:
      "Para um domínio seu cujos nomes são dispositivos de casa. Os nomes abaixo dele também são permitidos.",
  },
  name_spyware: {
    en: "Block spyware",
    fr: "Bloquer les logiciels espions",
    es: "Bloquear programas espía",
    de: "Spionageprogramme sperren",
    nl: "Spionageprogramma’s blokkeren",
    it: "Bloccare i programmi spia",
    pt: "Bloquear programas espiões",
  },
  help_spyware: {
    en:
      "Some programs are sold to watch a phone in secret. The box blocks their servers. It tells you and the people who use the device, even when this is off.",
    fr:
      "Certains programmes sont vendus pour surveiller un téléphone en secret. La box bloque leurs serveurs. Elle vous prévient, ainsi que la personne qui utilise l’appareil, même si c’est désactivé.",
    es:
      "Algunos programas se venden para vigilar un teléfono en secreto. La box bloquea sus servidores. Le avisa a usted y a quien usa el dispositivo, aunque esto esté desactivado.",
    de:
      "Manche Programme werden verkauft, um ein Telefon heimlich zu überwachen. Die Box sperrt ihre Server. Sie sagt es Ihnen und denen, die das Gerät benutzen, auch wenn dies aus ist.",
    nl:
      "Sommige programma’s worden verkocht om een telefoon stiekem in de gaten te houden. De box blokkeert hun servers. Hij meldt het u en wie het apparaat gebruikt, ook als dit uit staat.",
    it:
      "Alcuni programmi sono venduti per sorvegliare un telefono di nascosto. La box blocca i loro server. Lo dice a te e a chi usa il dispositivo, anche quando è disattivato.",
    pt:
      "Alguns programas são vendidos para vigiar um telemóvel em segredo. A box bloqueia os servidores deles. Avisa-o a si e a quem usa o dispositivo, mesmo com isto desligado.",
  },
  name_spyware_url: {
    en: "Address of the spyware list",
    fr: "Adresse de la liste des logiciels espions",
    es: "Dirección de la lista de programas espía",
    de: "Adresse der Liste der Spionageprogramme",
    nl: "Adres van de lijst van spionageprogramma’s",
    it: "Indirizzo della lista dei programmi spia",
    pt: "Endereço da lista de programas espiões",
  },
  help_spyware_url: {
    en: "The box looks there every six hours. Empty: it keeps the list that it has.",
    fr: "La box y regarde toutes les six heures. Vide : elle garde la liste qu’elle a.",
    es: "La box mira allí cada seis horas. Vacío: conserva la lista que tiene.",
    de: "Die Box sieht dort alle sechs Stunden nach. Leer: Sie behält die Liste, die sie hat.",
    nl: "De box kijkt daar elke zes uur. Leeg: hij houdt de lijst die hij heeft.",
    it: "La box guarda lì ogni sei ore. Vuoto: tiene la lista che ha.",
    pt: "A box verifica lá de seis em seis horas. Vazio: mantém a lista que tem.",
  },
  name_lookalike: {
    en: "Look-alike names",
    fr: "Noms trompeurs",
    es: "Nombres engañosos",
    de: "Ähnliche Namen",
    nl: "Misleidende namen",
    it: "Nomi ingannevoli",
    pt: "Nomes enganadores",
  },
  help_lookalike: {
    en:
      "Fake sites use names that look like those of your bank or shop. The box blocks them. The page Look-alike names shows which.",
    fr:
      "De faux sites utilisent des noms qui ressemblent à ceux de votre banque ou de vos magasins. La box les bloque. La page Noms trompeurs les montre.",
    es:
      "Los sitios falsos usan nombres parecidos a los de su banco o sus tiendas. La box los bloquea. La página Nombres engañosos los muestra.",
    de:
      "Falsche Seiten tragen Namen, die denen Ihrer Bank oder Ihrer Geschäfte ähneln. Die Box sperrt sie. Die Seite Ähnliche Namen zeigt sie.",
    nl:
      "Nepsites gebruiken namen die lijken op die van uw bank of winkel. De box blokkeert ze. De pagina Misleidende namen toont ze.",
    it:
      "I siti falsi usano nomi simili a quelli della tua banca o dei tuoi negozi. La box li blocca. La pagina Nomi ingannevoli li mostra.",
    pt:
      "Os sites falsos usam nomes parecidos com os do seu banco ou das suas lojas. A box bloqueia-os. A página Nomes enganadores mostra-os.",
  },
  name_lookalike_typos: {
    en: "Typing errors",
    fr: "Fautes de frappe",
    es: "Errores al escribir",
    de: "Tippfehler",
    nl: "Tikfouten",
    it: "Errori di battitura",
    pt: "Erros de escrita",
  },
  help_lookalike_typos: {
    en: "Tells you when a device asks for a name that is one letter away from a known one.",
    fr: "Vous prévient quand un appareil demande un nom à une lettre près d’un nom connu.",
    es: "Le avisa cuando un dispositivo pide un nombre a una letra de otro conocido.",
    de:
      "Meldet es, wenn ein Gerät einen Namen anfragt, der sich nur um einen Buchstaben von einem bekannten unterscheidet.",
    nl: "Meldt het als een apparaat om een naam vraagt die één letter van een bekende verschilt.",
    it: "Ti avvisa quando un dispositivo chiede un nome a una lettera da uno noto.",
    pt: "Avisa quando um dispositivo pede um nome a uma letra de um conhecido.",
  },
  name_lookalike_ask: {
    en: "Age of look-alike domains",
    fr: "Âge des domaines trompeurs",
    es: "Antigüedad de los dominios engañosos",
    de: "Alter ähnlicher Domains",
    nl: "Leeftijd van misleidende domeinen",
    it: "Età dei domini ingannevoli",
    pt: "Idade dos domínios enganadores",
  },
  help_lookalike_ask: {
    en:
      "Most fake sites are only days old. The box sends the domain to the online service, and nothing else. At most 20 questions an hour.",
    fr:
      "La plupart des faux sites n’ont que quelques jours. La box envoie au service en ligne le domaine, et rien d’autre. 20 questions par heure au plus.",
    es:
      "La mayoría de los sitios falsos tienen solo unos días. La box envía el dominio al servicio en línea, y nada más. Como máximo 20 preguntas por hora.",
    de:
      "Die meisten falschen Seiten sind nur Tage alt. Die Box schickt dem Onlinedienst die Domain, sonst nichts. Höchstens 20 Fragen in der Stunde.",
    nl:
      "De meeste nepsites zijn maar enkele dagen oud. De box stuurt het domein naar de onlinedienst en verder niets. Hoogstens 20 vragen per uur.",
    it:
      "Quasi tutti i siti falsi hanno pochi giorni. La box invia al servizio online il dominio e nient’altro. Al massimo 20 domande all’ora.",
    pt:
      "A maioria dos sites falsos tem poucos dias. A box envia o domínio ao serviço online e nada mais. No máximo 20 perguntas por hora.",
  },
  name_lookalike_allowed: {
    en: "Names that are no look-alikes",
    fr: "Noms qui ne sont pas trompeurs",
    es: "Nombres que no engañan",
    de: "Namen, die niemanden nachahmen",
    nl: "Namen die niet misleiden",
    it: "Nomi che non ingannano",
    pt: "Nomes que não enganam",
  },
  help_lookalike_allowed: {
    en: "For a real site that resembles another. Names below it are allowed too.",
    fr: "Pour un vrai site qui ressemble à un autre. Les noms en dessous sont permis aussi.",
    es: "Para un sitio real que se parece a otro. Los nombres debajo también se permiten.",
    de: "Für eine echte Seite, die einer anderen ähnelt. Die Namen darunter sind auch erlaubt.",
    nl: "Voor een echte site die op een andere lijkt. De namen eronder zijn ook toegestaan.",
    it: "Per un sito vero che somiglia a un altro. Anche i nomi sottostanti sono permessi.",
    pt:
      "Para um site verdadeiro que se parece com outro. Os nomes abaixo dele também são permitidos.",
  },
  name_remote_tools: {
    en: "Alerts about remote access",
    fr: "Alertes d’accès à distance",
    es: "Alertas de acceso remoto",
    de: "Meldungen über Fernzugriff",
    nl: "Meldingen over toegang op afstand",
    it: "Avvisi di accesso remoto",
    pt: "Alertas de acesso remoto",
  },
  help_remote_tools: {
    en:
      "Scammers who pose as tech support get people to install programs such as AnyDesk or TeamViewer. The box tells you once a month for each device and program.",
    fr:
      "De faux dépanneurs font installer des programmes comme AnyDesk ou TeamViewer. La box vous prévient une fois par mois, par appareil et par programme.",
    es:
      "Falsos técnicos hacen instalar programas como AnyDesk o TeamViewer. La box le avisa una vez al mes por cada dispositivo y programa.",
    de:
      "Betrüger geben sich als Helfer aus und lassen Programme wie AnyDesk oder TeamViewer installieren. Die Box meldet es einmal im Monat je Gerät und Programm.",
    nl:
      "Oplichters doen zich voor als helpdesk en laten programma’s zoals AnyDesk of TeamViewer installeren. De box meldt het eens per maand per apparaat en programma.",
    it:
      "Falsi tecnici fanno installare programmi come AnyDesk o TeamViewer. La box te lo dice una volta al mese per ogni dispositivo e programma.",
    pt:
      "Falsos técnicos pedem para instalar programas como o AnyDesk ou o TeamViewer. A box avisa uma vez por mês por cada dispositivo e programa.",
  },
  name_beacons: {
    en: "Alerts about regular contacts",
    fr: "Alertes de contacts réguliers",
    es: "Alertas de contactos regulares",
    de: "Meldungen über regelmäßige Kontakte",
    nl: "Meldingen over regelmatig contact",
    it: "Avvisi di contatti regolari",
    pt: "Alertas de contactos regulares",
  },
  help_beacons: {
    en:
      "Malicious programs report to their server at regular intervals. The box tells you when a device does this with a domain that is young and that hardly anyone else here uses.",
    fr:
      "Les programmes malveillants contactent leur serveur à intervalles réguliers. La box vous prévient quand un appareil le fait avec un domaine récent que presque personne d’autre n’utilise ici.",
    es:
      "Los programas maliciosos contactan con su servidor a intervalos regulares. La box le avisa cuando un dispositivo lo hace con un dominio reciente que aquí casi nadie más usa.",
    de:
      "Schadprogramme melden sich in festen Abständen bei ihrem Server. Die Box sagt es Ihnen, wenn ein Gerät das mit einer jungen Domain tut, die hier sonst fast niemand nutzt.",
    nl:
      "Kwaadaardige programma’s melden zich met vaste tussenpozen bij hun server. De box meldt het als een apparaat dat doet met een jong domein dat hier bijna niemand anders gebruikt.",
    it:
      "I programmi dannosi contattano il loro server a intervalli regolari. La box ti avvisa quando un dispositivo lo fa con un dominio recente che qui quasi nessun altro usa.",
    pt:
      "Os programas maliciosos contactam o seu servidor a intervalos regulares. A box avisa quando um dispositivo o faz com um domínio recente que aqui quase mais ninguém usa.",
  },
  name_tunnel_detection: {
    en: "Data hidden in DNS",
    fr: "Données cachées dans le DNS",
    es: "Datos ocultos en el DNS",
    de: "Im DNS versteckte Daten",
    nl: "In DNS verborgen gegevens",
    it: "Dati nascosti nel DNS",
    pt: "Dados escondidos no DNS",
  },
  help_tunnel_detection: {
    en:
      "Some programs slip data past the box inside the names that they ask for. The page DNS tunnels shows them.",
    fr:
      "Certains programmes font passer des données à l’insu de la box, dans les noms qu’ils demandent. La page Tunnels DNS les montre.",
    es:
      "Algunos programas pasan datos a espaldas de la box dentro de los nombres que piden. La página Túneles DNS los muestra.",
    de:
      "Manche Programme schmuggeln Daten in den Namen, die sie anfragen, an der Box vorbei. Die Seite DNS-Tunnel zeigt sie.",
    nl:
      "Sommige programma’s smokkelen gegevens langs de box in de namen die ze opvragen. De pagina DNS-tunnels toont ze.",
    it:
      "Alcuni programmi fanno passare dati di nascosto alla box nei nomi che chiedono. La pagina Tunnel DNS li mostra.",
    pt:
      "Alguns programas passam dados às escondidas da box nos nomes que pedem. A página Túneis DNS mostra-os.",
  },
  name_network_scan: {
    en: "See who is on the network",
    fr: "Voir qui est sur le réseau",
    es: "Ver quién está en la red",
    de: "Nachsehen, wer im Netz ist",
    nl: "Kijken wie er op het netwerk is",
    it: "Vedere chi è nella rete",
    pt: "Ver quem está na rede",
  },
  help_network_scan: {
    en:
      "Once a day the box asks every address who is there and what it is called, and in between whether devices are still there. Devices that use the box are known anyway.",
    fr:
      "Une fois par jour, la box demande à chaque adresse qui est là et sous quel nom, et entre-temps si les appareils sont encore là. Ceux qui utilisent la box sont connus de toute façon.",
    es:
      "Una vez al día la box pregunta a cada dirección quién está y cómo se llama, y entretanto si los dispositivos siguen ahí. Los que usan la box los conoce de todos modos.",
    de:
      "Einmal am Tag fragt die Box jede Adresse, wer da ist und wie das Gerät heißt, und zwischendurch, ob Geräte noch da sind. Geräte, die die Box benutzen, kennt sie ohnehin.",
    nl:
      "Eenmaal per dag vraagt de box elk adres wie er is en hoe het apparaat heet, en tussendoor of apparaten er nog zijn. Apparaten die de box gebruiken, kent ze toch al.",
    it:
      "Una volta al giorno la box chiede a ogni indirizzo chi c’è e come si chiama, e nel frattempo se i dispositivi ci sono ancora. Quelli che usano la box li conosce comunque.",
    pt:
      "Uma vez por dia a box pergunta a cada endereço quem está e como se chama, e entretanto se os dispositivos ainda lá estão. Os que usam a box são conhecidos de qualquer forma.",
  },
  name_new_devices: {
    en: "New devices",
    fr: "Nouveaux appareils",
    es: "Dispositivos nuevos",
    de: "Neue Geräte",
    nl: "Nieuwe apparaten",
    it: "Nuovi dispositivi",
    pt: "Dispositivos novos",
  },
  help_new_devices: {
    en:
      "What a new device may do until you say whose it is. A held one reaches only your own network and what keeps it healthy, such as updates.",
    fr:
      "Ce qu’un nouvel appareil peut faire tant que vous n’avez pas dit à qui il est. Retenu, il n’atteint que votre réseau et ce qui le maintient en bon état, comme les mises à jour.",
    es:
      "Lo que puede hacer un dispositivo nuevo hasta que diga de quién es. Retenido, solo llega a la red local y a lo que lo mantiene en buen estado, como las actualizaciones.",
    de:
      "Was ein neues Gerät darf, bis Sie sagen, wem es gehört. Zurückgehalten erreicht es nur Ihr eigenes Netz und was es gesund hält, etwa Updates.",
    nl:
      "Wat een nieuw apparaat mag tot u zegt van wie het is. Vastgehouden bereikt het alleen uw eigen netwerk en wat het gezond houdt, zoals updates.",
    it:
      "Che cosa può fare un nuovo dispositivo finché non dici di chi è. Trattenuto, raggiunge solo la tua rete e ciò che lo mantiene in salute, come gli aggiornamenti.",
    pt:
      "O que um dispositivo novo pode fazer até dizer de quem é. Retido, só chega à sua rede e ao que o mantém em bom estado, como atualizações.",
  },
  name_local_records: {
    en: "Local names",
    fr: "Noms locaux",
    es: "Nombres locales",
    de: "Lokale Namen",
    nl: "Lokale namen",
    it: "Nomi locali",
    pt: "Nomes locais",
  },
  help_local_records: {
    en: "Names that the box answers itself, such as: nas.home.arpa A 192.168.1.5",
    fr: "Noms auxquels la box répond elle-même, par exemple : nas.home.arpa A 192.168.1.5",
    es: "Nombres que responde la propia box, por ejemplo: nas.home.arpa A 192.168.1.5",
    de: "Namen, die die Box selbst beantwortet, etwa: nas.home.arpa A 192.168.1.5",
    nl: "Namen die de box zelf beantwoordt, zoals: nas.home.arpa A 192.168.1.5",
    it: "Nomi a cui risponde la box stessa, per esempio: nas.home.arpa A 192.168.1.5",
    pt: "Nomes a que a própria box responde, por exemplo: nas.home.arpa A 192.168.1.5",
  },
  name_local_zones: {
    en: "Local zones",
    fr: "Zones locales",
    es: "Zonas locales",
    de: "Lokale Zonen",
    nl: "Lokale zones",
    it: "Zone locali",
    pt: "Zonas locais",
  },
  help_local_zones: {
    en: "Domains that the box answers alone: what has no record there does not exist.",
    fr: "Domaines auxquels la box répond seule : ce qui n’y a pas d’enregistrement n’existe pas.",
    es: "Dominios que la box responde sola: lo que no tiene registro en ellos no existe.",
    de: "Domains, die die Box allein beantwortet: Was dort keinen Eintrag hat, gibt es nicht.",
    nl: "Domeinen die de box alleen beantwoordt: wat daar geen record heeft, bestaat niet.",
    it: "Domini a cui la box risponde da sola: ciò che lì non ha un record non esiste.",
    pt: "Domínios a que a box responde sozinha: o que não tem registo ali não existe.",
  },
  name_hosts_file: {
    en: "Hosts file",
    fr: "Fichier hosts",
    es: "Archivo hosts",
    de: "Hosts-Datei",
    nl: "Hosts-bestand",
    it: "File hosts",
    pt: "Ficheiro hosts",
  },
  help_hosts_file: {
    en: "A file on the machine whose names the box answers too; leave empty for none.",
    fr: "Un fichier de la machine dont la box répond aussi aux noms ; vide = aucun.",
    es: "Un archivo del equipo cuyos nombres también responde la box; vacío = ninguno.",
    de: "Eine Datei des Rechners, deren Namen die Box auch beantwortet; leer = keine.",
    nl: "Een bestand op de computer waarvan de box de namen ook beantwoordt; leeg = geen.",
    it: "Un file della macchina ai cui nomi la box risponde; vuoto = nessuno.",
    pt: "Um ficheiro do equipamento a cujos nomes a box também responde; vazio = nenhum.",
  },
  name_upstreams: {
    en: "Upstream servers",
    fr: "Serveurs DNS interrogés",
    es: "Servidores DNS consultados",
    de: "DNS-Server",
    nl: "DNS-servers",
    it: "Server DNS interrogati",
    pt: "Servidores DNS consultados",
  },
  help_upstreams: {
    en: "The DNS servers that the box asks for what it does not know itself.",
    fr: "Les serveurs DNS que la box interroge pour ce qu’elle ne sait pas.",
    es: "Los servidores DNS a los que la box pregunta lo que no sabe.",
    de: "Die DNS-Server, die die Box nach allem fragt, was sie nicht selbst weiß.",
    nl: "De DNS-servers waaraan de box vraagt wat ze zelf niet weet.",
    it: "I server DNS a cui la box chiede ciò che non sa.",
    pt: "Os servidores DNS a que a box pergunta o que não sabe.",
  },
  name_fallback_upstreams: {
    en: "Fallback servers",
    fr: "Serveurs DNS de secours",
    es: "Servidores DNS de reserva",
    de: "Ausweichserver",
    nl: "Reserveservers",
    it: "Server DNS di riserva",
    pt: "Servidores DNS de reserva",
  },
  help_fallback_upstreams: {
    en: "Asked only when every upstream server fails.",
    fr: "Interrogés seulement si tous les autres échouent.",
    es: "Se consultan solo si fallan todos los demás.",
    de: "Werden nur gefragt, wenn alle anderen ausfallen.",
    nl: "Worden alleen gevraagd als alle andere falen.",
    it: "Interrogati solo se tutti gli altri falliscono.",
    pt: "Consultados só quando todos os outros falham.",
  },
  name_bootstrap: {
    en: "Bootstrap servers",
    fr: "Serveurs d’amorçage",
    es: "Servidores de arranque",
    de: "Startserver",
    nl: "Opstartservers",
    it: "Server di avvio",
    pt: "Servidores de arranque",
  },
  help_bootstrap: {
    en: "Find the addresses of upstream servers that are given by name.",
    fr: "Trouvent les adresses des serveurs DNS donnés par leur nom.",
    es: "Encuentran las direcciones de los servidores DNS dados por su nombre.",
    de: "Finden die Adressen von DNS-Servern, die mit Namen angegeben sind.",
    nl: "Vinden de adressen van DNS-servers die met een naam zijn opgegeven.",
    it: "Trovano gli indirizzi dei server DNS indicati per nome.",
    pt: "Encontram os endereços dos servidores DNS dados pelo nome.",
  },
  name_private_upstreams: {
    en: "Servers for private addresses",
    fr: "Serveurs pour les adresses privées",
    es: "Servidores para direcciones privadas",
    de: "Server für private Adressen",
    nl: "Servers voor privéadressen",
    it: "Server per indirizzi privati",
    pt: "Servidores para endereços privados",
  },
  help_private_upstreams: {
    en: "Asked for the names of addresses inside the network, such as the router.",
    fr: "Interrogés pour les noms des adresses du réseau, par exemple le routeur.",
    es: "Se consultan para los nombres de las direcciones de la red, por ejemplo el router.",
    de: "Werden nach den Namen von Adressen im Netz gefragt, etwa der Router.",
    nl: "Worden gevraagd naar de namen van adressen in het netwerk, zoals de router.",
    it: "Interrogati per i nomi degli indirizzi della rete, per esempio il router.",
    pt: "Consultados para os nomes dos endereços da rede, por exemplo o router.",
  },
  name_router_address: {
    en: "Router",
    fr: "Routeur",
    es: "Router",
    de: "Router",
    nl: "Router",
    it: "Router",
    pt: "Router",
  },
  help_router_address: {
    en: "Address of the router that is asked for the names of the home. Empty: no router is asked.",
    fr:
      "Adresse du routeur interrogé pour les noms de la maison. Vide : aucun routeur n’est interrogé.",
    es:
      "Dirección del router al que se preguntan los nombres de la casa. Vacío: no se pregunta a ninguno.",
    de: "Adresse des Routers, der nach den Namen im Haus gefragt wird. Leer: keiner.",
    nl: "Adres van de router die naar de namen in huis wordt gevraagd. Leeg: geen.",
    it: "Indirizzo del router a cui si chiedono i nomi della casa. Vuoto: non si chiede a nessuno.",
    pt: "Endereço do router a que se perguntam os nomes da casa. Vazio: não se pergunta a nenhum.",
  },
  name_router_domain: {
    en: "Domain of the router",
    fr: "Domaine du routeur",
    es: "Dominio del router",
    de: "Domain des Routers",
    nl: "Domein van de router",
    it: "Dominio del router",
    pt: "Domínio do router",
  },
  help_router_domain: {
    en: "Names of this domain are asked of the router, such as: lan",
    fr: "Les noms de ce domaine sont demandés au routeur, par exemple : lan",
    es: "Los nombres de este dominio se preguntan al router, por ejemplo: lan",
    de: "Nach Namen dieser Domain wird der Router gefragt, etwa: lan",
    nl: "Namen van dit domein worden aan de router gevraagd, zoals: lan",
    it: "I nomi di questo dominio si chiedono al router, per esempio: lan",
    pt: "Os nomes deste domínio são perguntados ao router, por exemplo: lan",
  },
  name_router_reverse: {
    en: "Names of addresses from the router",
    fr: "Noms d’adresses fournis par le routeur",
    es: "Nombres de direcciones que da el router",
    de: "Namen zu Adressen vom Router",
    nl: "Namen bij adressen van de router",
    it: "Nomi degli indirizzi forniti dal router",
    pt: "Nomes de endereços dados pelo router",
  },
  help_router_reverse: {
    en: "Asks the router what the addresses inside the network are called.",
    fr: "Demande au routeur comment s’appellent les adresses du réseau.",
    es: "Pregunta al router cómo se llaman las direcciones de la red.",
    de: "Fragt den Router, wie die Adressen im Netz heißen.",
    nl: "Vraagt de router hoe de adressen in het netwerk heten.",
    it: "Chiede al router come si chiamano gli indirizzi della rete.",
    pt: "Pergunta ao router como se chamam os endereços da rede.",
  },
  name_upstream_strategy: {
    en: "Sharing among upstream servers",
    fr: "Répartition entre serveurs DNS",
    es: "Reparto entre servidores DNS",
    de: "Verteilung auf DNS-Server",
    nl: "Verdeling over DNS-servers",
    it: "Ripartizione tra server DNS",
    pt: "Repartição entre servidores DNS",
  },
  help_upstream_strategy: {
    en: "How the upstream servers share the work.",
    fr: "Comment les serveurs DNS se partagent le travail.",
    es: "Cómo se reparten el trabajo los servidores DNS.",
    de: "Wie sich die DNS-Server die Arbeit teilen.",
    nl: "Hoe de DNS-servers het werk verdelen.",
    it: "Come i server DNS si dividono il lavoro.",
    pt: "Como os servidores DNS repartem o trabalho.",
  },
  name_bogus_nxdomain: {
    en: "Addresses that mean “no such name”",
    fr: "Adresses qui veulent dire « ce nom n’existe pas »",
    es: "Direcciones que significan «ese nombre no existe»",
    de: "Adressen, die „gibt es nicht“ bedeuten",
    nl: "Adressen die ‘bestaat niet’ betekenen",
    it: "Indirizzi che significano «nome inesistente»",
    pt: "Endereços que significam “esse nome não existe”",
  },
  help_bogus_nxdomain: {
    en:
      "Some providers answer a mistyped name with an address of their own, to show a search page. List such addresses or networks here, and the box says that the name doesn’t exist.",
    fr:
      "Certains fournisseurs répondent à un nom mal tapé par une adresse à eux, pour montrer une page de recherche. Indiquez ici ces adresses ou réseaux : la box dira que le nom n’existe pas.",
    es:
      "Algunos proveedores responden a un nombre mal escrito con una dirección suya, para mostrar una página de búsqueda. Anote aquí esas direcciones o redes y la box dirá que el nombre no existe.",
    de:
      "Manche Anbieter beantworten einen vertippten Namen mit einer eigenen Adresse, um eine Suchseite zu zeigen. Tragen Sie solche Adressen oder Netze hier ein, dann sagt die Box, dass es den Namen nicht gibt.",
    nl:
      "Sommige providers beantwoorden een verkeerd getypte naam met een eigen adres, om een zoekpagina te tonen. Zet zulke adressen of netwerken hier, dan zegt de box dat de naam niet bestaat.",
    it:
      "Alcuni provider rispondono a un nome digitato male con un loro indirizzo, per mostrare una pagina di ricerca. Indica qui questi indirizzi o reti e la box dirà che il nome non esiste.",
    pt:
      "Alguns fornecedores respondem a um nome mal escrito com um endereço seu, para mostrar uma página de pesquisa. Indique aqui esses endereços ou redes e a box dirá que o nome não existe.",
  },
  name_upstream_timeout: {
    en: "Waiting time for an upstream server",
    fr: "Délai d’attente d’un serveur DNS",
    es: "Espera máxima por servidor DNS",
    de: "Wartezeit je DNS-Server",
    nl: "Wachttijd per DNS-server",
    it: "Attesa massima per un server DNS",
    pt: "Espera máxima por servidor DNS",
  },
  help_upstream_timeout: {
    en: "After this time the next server is tried.",
    fr: "Passé ce délai, le serveur suivant est essayé.",
    es: "Pasado este tiempo se prueba el siguiente servidor.",
    de: "Danach wird der nächste Server versucht.",
    nl: "Daarna wordt de volgende server geprobeerd.",
    it: "Dopo questo tempo si prova il server successivo.",
    pt: "Depois deste tempo tenta-se o servidor seguinte.",
  },
  name_cache_size: {
    en: "Size of the cache",
    fr: "Taille du cache",
    es: "Tamaño de la caché",
    de: "Größe des Caches",
    nl: "Grootte van de cache",
    it: "Dimensione della cache",
    pt: "Tamanho da cache",
  },
  help_cache_size: {
    en: "Memory for answers that are remembered; more is quicker in large networks.",
    fr:
      "Mémoire pour les réponses retenues ; plus elle est grande, plus les grands réseaux sont rapides.",
    es: "Memoria para las respuestas recordadas; en redes grandes, cuanta más, más rápido.",
    de: "Speicher für gemerkte Antworten; mehr ist in großen Netzen schneller.",
    nl: "Geheugen voor onthouden antwoorden; meer is sneller in grote netwerken.",
    it: "Memoria per le risposte ricordate; nelle reti grandi, più è grande, più è veloce.",
    pt: "Memória para as respostas guardadas; em redes grandes, quanto maior, mais rápida.",
  },
  name_cache_min_ttl: {
    en: "Shortest life of an answer",
    fr: "Durée minimale d’une réponse",
    es: "Vida mínima de una respuesta",
    de: "Mindestdauer einer Antwort",
    nl: "Minimale duur van een antwoord",
    it: "Durata minima di una risposta",
    pt: "Duração mínima de uma resposta",
  },
  help_cache_min_ttl: {
    en: "An answer is remembered at least this long; 0 = as long as it says itself.",
    fr: "Une réponse est retenue au moins ce temps ; 0 = le temps qu’elle indique.",
    es: "Una respuesta se recuerda al menos este tiempo; 0 = lo que ella misma indique.",
    de: "So lange wird eine Antwort mindestens gemerkt; 0 = so lange, wie sie selbst sagt.",
    nl: "Zo lang wordt een antwoord minstens onthouden; 0 = zo lang als het zelf zegt.",
    it: "Una risposta si ricorda almeno per questo tempo; 0 = quanto indica la risposta stessa.",
    pt: "Uma resposta é guardada pelo menos este tempo; 0 = o que ela própria indicar.",
  },
  name_cache_max_ttl: {
    en: "Longest life of an answer",
    fr: "Durée maximale d’une réponse",
    es: "Vida máxima de una respuesta",
    de: "Höchstdauer einer Antwort",
    nl: "Maximale duur van een antwoord",
    it: "Durata massima di una risposta",
    pt: "Duração máxima de uma resposta",
  },
  help_cache_max_ttl: {
    en: "After this time an answer is asked for again, whatever it says itself.",
    fr: "Passé ce délai, le nom est demandé à nouveau, quoi que dise la réponse.",
    es: "Pasado este tiempo se vuelve a preguntar, diga lo que diga la respuesta.",
    de: "Danach wird neu gefragt, was auch immer die Antwort selbst sagt.",
    nl: "Daarna wordt opnieuw gevraagd, wat het antwoord zelf ook zegt.",
    it: "Dopo questo tempo si chiede di nuovo, qualunque cosa dica la risposta.",
    pt: "Depois deste tempo pergunta-se de novo, diga a resposta o que disser.",
  },
  name_cache_negative_ttl: {
    en: "Life of “there is no such name”",
    fr: "Durée de « ce nom n’existe pas »",
    es: "Vida de «ese nombre no existe»",
    de: "Dauer von „diesen Namen gibt es nicht“",
    nl: "Duur van ‘deze naam bestaat niet’",
    it: "Durata di «questo nome non esiste»",
    pt: "Duração de «esse nome não existe»",
  },
  help_cache_negative_ttl: {
    en: "How long at most it is remembered that a name does not exist.",
    fr: "Combien de temps au plus on retient qu’un nom n’existe pas.",
    es: "Cuánto tiempo se recuerda, como máximo, que un nombre no existe.",
    de: "Wie lange höchstens gemerkt wird, dass es einen Namen nicht gibt.",
    nl: "Hoelang hoogstens wordt onthouden dat een naam niet bestaat.",
    it: "Per quanto tempo al massimo si ricorda che un nome non esiste.",
    pt: "Quanto tempo, no máximo, fica guardado que um nome não existe.",
  },
  name_cache_stale: {
    en: "Old answers while servers fail",
    fr: "Anciennes réponses en cas de panne",
    es: "Respuestas antiguas si hay fallos",
    de: "Alte Antworten bei Ausfall",
    nl: "Oude antwoorden bij storing",
    it: "Risposte vecchie in caso di guasto",
    pt: "Respostas antigas em caso de falha",
  },
  help_cache_stale: {
    en: "How long an expired answer is still given when no server answers; 0 = never.",
    fr:
      "Combien de temps une réponse expirée est encore donnée si aucun serveur ne répond ; 0 = jamais.",
    es: "Cuánto tiempo se da aún una respuesta caducada si ningún servidor responde; 0 = nunca.",
    de:
      "Wie lange eine abgelaufene Antwort noch gegeben wird, wenn kein Server antwortet; 0 = nie.",
    nl: "Hoelang een verlopen antwoord nog wordt gegeven als geen server antwoordt; 0 = nooit.",
    it: "Per quanto si dà ancora una risposta scaduta se nessun server risponde; 0 = mai.",
    pt: "Quanto tempo se dá ainda uma resposta expirada se nenhum servidor responde; 0 = nunca.",
  },
  name_cache_prefetch: {
    en: "Refresh popular answers early",
    fr: "Renouveler à l’avance les réponses fréquentes",
    es: "Renovar por anticipado las respuestas frecuentes",
    de: "Häufige Antworten früh erneuern",
    nl: "Populaire antwoorden vroeg vernieuwen",
    it: "Rinnova in anticipo le risposte frequenti",
    pt: "Renovar antecipadamente as respostas frequentes",
  },
  help_cache_prefetch: {
    en:
      "Names that are asked often are asked for again shortly before they expire, so nobody waits.",
    fr:
      "Les noms souvent demandés sont redemandés peu avant leur expiration, pour que personne n’attende.",
    es:
      "Los nombres frecuentes se vuelven a consultar poco antes de que caduquen, para que nadie espere.",
    de: "Oft gefragte Namen werden kurz vor Ablauf neu abgefragt, damit niemand wartet.",
    nl: "Vaak gevraagde namen worden kort voor het verlopen opnieuw gevraagd, zodat niemand wacht.",
    it:
      "I nomi chiesti spesso vengono richiesti di nuovo poco prima della scadenza, così nessuno aspetta.",
    pt:
      "Os nomes frequentes são perguntados de novo pouco antes de expirarem, para ninguém esperar.",
  },
  name_filtering: {
    en: "Block what the household chose",
    fr: "Bloquer ce que le foyer a choisi",
    es: "Bloquear lo que eligió el hogar",
    de: "Sperren, was der Haushalt gewählt hat",
    nl: "Blokkeren wat het huishouden koos",
    it: "Bloccare ciò che la famiglia ha scelto",
    pt: "Bloquear o que a família escolheu",
  },
  help_filtering: {
    en:
      "Turned off, lists, categories, services and rules block nothing; only hours and cuts still apply.",
    fr:
      "Désactivé, les listes, catégories, services et règles ne bloquent rien ; seuls les horaires et les coupures s’appliquent encore.",
    es:
      "Desactivado, las listas, categorías, servicios y reglas no bloquean nada; solo los horarios y los cortes siguen aplicándose.",
    de:
      "Ausgeschaltet sperren Listen, Kategorien, Dienste und Regeln nichts; nur Zeiten und Internetsperren gelten weiter.",
    nl:
      "Uitgeschakeld blokkeren lijsten, categorieën, diensten en regels niets; alleen tijden en afsluitingen blijven gelden.",
    it:
      "Disattivato, liste, categorie, servizi e regole non bloccano nulla; valgono ancora solo orari e sospensioni.",
    pt:
      "Desligado, as listas, categorias, serviços e regras não bloqueiam nada; só os horários e os cortes continuam a aplicar-se.",
  },
  name_blocked_response: {
    en: "Answer for a blocked name",
    fr: "Réponse pour un nom bloqué",
    es: "Respuesta a un nombre bloqueado",
    de: "Antwort auf einen gesperrten Namen",
    nl: "Antwoord op een geblokkeerde naam",
    it: "Risposta a un nome bloccato",
    pt: "Resposta a um nome bloqueado",
  },
  help_blocked_response: {
    en:
      "An empty address suits nearly everyone. The page says why a site is blocked; for it, devices must reach ports 80 and 443 of the box, and for https sites they need its certificate.",
    fr:
      "L’adresse vide convient à presque tous. La page dit pourquoi un site est bloqué ; les appareils doivent alors atteindre les ports 80 et 443 de la box et, pour les sites https, avoir son certificat.",
    es:
      "La dirección vacía sirve a casi todos. La página dice por qué un sitio está bloqueado; para ello los dispositivos deben llegar a los puertos 80 y 443 de la box y, en los sitios https, tener su certificado.",
    de:
      "Die leere Adresse passt für fast alle. Die Seite sagt, warum eine Website gesperrt ist; dafür müssen Geräte die Ports 80 und 443 der Box erreichen, und für https-Websites brauchen sie ihr Zertifikat.",
    nl:
      "Het lege adres is voor bijna iedereen goed. De pagina zegt waarom een website geblokkeerd is; apparaten moeten dan de poorten 80 en 443 van de box bereiken, en voor https-websites haar certificaat hebben.",
    it:
      "L’indirizzo vuoto va bene quasi a tutti. La pagina dice perché un sito è bloccato; i dispositivi devono raggiungere le porte 80 e 443 della box e, per i siti https, avere il suo certificato.",
    pt:
      "O endereço vazio serve a quase todos. A página diz porque um site está bloqueado; para isso os dispositivos têm de chegar às portas 80 e 443 da box e, nos sites https, ter o seu certificado.",
  },
  name_blocked_ttl: {
    en: "How long devices remember a block",
    fr: "Durée d’un blocage en mémoire des appareils",
    es: "Cuánto recuerdan los dispositivos un bloqueo",
    de: "Wie lange Geräte eine Sperre merken",
    nl: "Hoelang apparaten een blokkering onthouden",
    it: "Per quanto i dispositivi ricordano un blocco",
    pt: "Quanto tempo os dispositivos memorizam um bloqueio",
  },
  help_blocked_ttl: {
    en: "Short, so that a name that you allow works at once.",
    fr: "Courte, pour qu’un nom autorisé fonctionne aussitôt.",
    es: "Poco, para que un nombre permitido funcione enseguida.",
    de: "Kurz, damit ein erlaubter Name sofort geht.",
    nl: "Kort, zodat een toegestane naam meteen werkt.",
    it: "Poco, così un nome consentito funziona subito.",
    pt: "Pouco, para que um nome permitido funcione logo.",
  },
  name_canaries: {
    en: "Keep browsers and phones with the box",
    fr: "Navigateurs et téléphones restent avec la box",
    es: "Mantener navegadores y móviles con la box",
    de: "Browser und Telefone bei der Box halten",
    nl: "Browsers en telefoons bij de box houden",
    it: "Tieni browser e telefoni con la box",
    pt: "Manter navegadores e telemóveis com a box",
  },
  help_canaries: {
    en: "Tells Firefox, Apple devices and others not to go round the box with DNS of their own.",
    fr:
      "Demande à Firefox, aux appareils Apple et à d’autres de ne pas contourner la box avec leur propre DNS.",
    es: "Pide a Firefox, dispositivos Apple y otros que no esquiven la box con su propio DNS.",
    de: "Bittet Firefox, Apple-Geräte und andere, die Box nicht mit eigenem DNS zu umgehen.",
    nl: "Vraagt Firefox, Apple-apparaten en andere om de box niet met eigen DNS te omzeilen.",
    it:
      "Chiede a Firefox, ai dispositivi Apple e ad altri di non aggirare la box con un proprio DNS.",
    pt:
      "Pede ao Firefox, aos dispositivos Apple e a outros que não contornem a box com um DNS próprio.",
  },
  name_lists_allow_private: {
    en: "Lists from your own network",
    fr: "Listes du réseau local",
    es: "Listas de la red local",
    de: "Listen aus dem eigenen Netz",
    nl: "Lijsten uit het eigen netwerk",
    it: "Liste dalla rete locale",
    pt: "Listas da rede local",
  },
  help_lists_allow_private: {
    en: "Lets the box fetch lists from servers inside the network too.",
    fr: "Permet à la box de télécharger aussi des listes depuis des serveurs du réseau local.",
    es: "Permite a la box descargar listas también de servidores de la red local.",
    de: "Erlaubt der Box, Listen auch von Servern im eigenen Netz zu laden.",
    nl: "Laat de box lijsten ook van servers in het eigen netwerk ophalen.",
    it: "Permette alla box di scaricare liste anche da server della rete locale.",
    pt: "Permite à box transferir listas também de servidores da rede local.",
  },
  name_list_refresh_hours: {
    en: "Time between refreshes of a list",
    fr: "Intervalle de mise à jour d’une liste",
    es: "Tiempo entre actualizaciones de una lista",
    de: "Zeit zwischen Aktualisierungen einer Liste",
    nl: "Tijd tussen updates van een lijst",
    it: "Tempo tra gli aggiornamenti di una lista",
    pt: "Tempo entre as atualizações de uma lista",
  },
  help_list_refresh_hours: {
    en: "How often new copies of the lists are fetched.",
    fr: "À quelle fréquence de nouvelles copies des listes sont téléchargées.",
    es: "Cada cuánto se descargan copias nuevas de las listas.",
    de: "Wie oft neue Kopien der Listen geladen werden.",
    nl: "Hoe vaak nieuwe kopieën van de lijsten worden opgehaald.",
    it: "Ogni quanto si scaricano nuove copie delle liste.",
    pt: "Com que frequência são transferidas novas cópias das listas.",
  },
  name_journal: {
    en: "Keep the query log",
    fr: "Conserver le journal des requêtes",
    es: "Conservar el registro de consultas",
    de: "Anfrageprotokoll führen",
    nl: "Verzoekenlogboek bijhouden",
    it: "Conserva il registro delle richieste",
    pt: "Guardar o registo de consultas",
  },
  help_journal: {
    en: "Every query with its device and what became of it. It never leaves the box.",
    fr: "Chaque requête avec son appareil et son résultat. Il ne quitte jamais la box.",
    es: "Cada consulta con su dispositivo y su resultado. El registro nunca sale de la box.",
    de: "Jede Anfrage mit ihrem Gerät und dem Ergebnis. Es verlässt die Box nie.",
    nl: "Elk verzoek met zijn apparaat en de uitkomst. Het verlaat de box nooit.",
    it: "Ogni richiesta con il suo dispositivo e l’esito. Il registro non lascia mai la box.",
    pt: "Cada consulta com o seu dispositivo e o resultado. O registo nunca sai da box.",
  },
  name_journal_days: {
    en: "How long it is kept",
    fr: "Durée de conservation",
    es: "Cuánto se conserva",
    de: "Wie lange es aufbewahrt wird",
    nl: "Hoelang het wordt bewaard",
    it: "Per quanto si conserva",
    pt: "Quanto tempo é guardado",
  },
  help_journal_days: {
    en: "Older queries are deleted automatically.",
    fr: "Ce qui est plus ancien est supprimé automatiquement.",
    es: "Lo más antiguo se borra automáticamente.",
    de: "Ältere Anfragen werden automatisch gelöscht.",
    nl: "Oudere verzoeken worden automatisch verwijderd.",
    it: "Ciò che è più vecchio si cancella automaticamente.",
    pt: "O que é mais antigo apaga-se automaticamente.",
  },
  name_journal_max_mb: {
    en: "Space for the query log",
    fr: "Place du journal des requêtes",
    es: "Espacio del registro de consultas",
    de: "Platz für das Anfrageprotokoll",
    nl: "Ruimte voor het verzoekenlogboek",
    it: "Spazio per il registro delle richieste",
    pt: "Espaço do registo de consultas",
  },
  help_journal_max_mb: {
    en: "When it is full, the oldest queries are deleted first.",
    fr: "Une fois la place épuisée, les requêtes les plus anciennes sont supprimées d’abord.",
    es: "Cuando se llena, se borran primero las consultas más antiguas.",
    de: "Ist er voll, werden die ältesten Anfragen zuerst gelöscht.",
    nl: "Als die vol is, worden de oudste verzoeken eerst verwijderd.",
    it: "Quando è pieno, si cancellano prima le richieste più vecchie.",
    pt: "Quando está cheio, apagam-se primeiro as consultas mais antigas.",
  },
  name_journal_flush: {
    en: "How often it is written to disk",
    fr: "Fréquence d’écriture sur le disque",
    es: "Cada cuánto se escribe en el disco",
    de: "Wie oft auf die Platte geschrieben wird",
    nl: "Hoe vaak er naar de schijf wordt geschreven",
    it: "Ogni quanto si scrive sul disco",
    pt: "De quanto em quanto tempo se grava no disco",
  },
  help_journal_flush: {
    en:
      "0 writes every few seconds. A longer time spares a memory card, but if the power fails, that many minutes of the query log and the statistics are gone. Everything else is saved at once.",
    fr:
      "0 écrit toutes les quelques secondes. Une durée plus longue ménage une carte mémoire, mais en cas de coupure de courant, autant de minutes du journal des requêtes et des statistiques sont perdues. Tout le reste est enregistré aussitôt.",
    es:
      "Con 0 se escribe cada pocos segundos. Un tiempo más largo cuida la tarjeta de memoria, pero si se va la luz se pierden esos minutos del registro de consultas y de las estadísticas. Todo lo demás se guarda al momento.",
    de:
      "Bei 0 wird alle paar Sekunden geschrieben. Eine längere Zeit schont eine Speicherkarte, aber bei einem Stromausfall fehlen so viele Minuten im Anfrageprotokoll und in der Statistik. Alles andere wird sofort gespeichert.",
    nl:
      "Bij 0 wordt om de paar seconden geschreven. Een langere tijd spaart een geheugenkaart, maar bij stroomuitval ben je zoveel minuten van het verzoekenlogboek en de statistieken kwijt. Al het andere wordt meteen opgeslagen.",
    it:
      "Con 0 si scrive ogni pochi secondi. Un tempo più lungo risparmia la scheda di memoria, ma se manca la corrente si perdono altrettanti minuti del registro delle richieste e delle statistiche. Tutto il resto si salva subito.",
    pt:
      "Com 0, grava-se a cada poucos segundos. Um tempo mais longo poupa o cartão de memória, mas se a luz falhar perdem-se esses minutos do registo de consultas e das estatísticas. Tudo o resto é guardado de imediato.",
  },
  name_statistics_days: {
    en: "How long statistics are kept",
    fr: "Durée de conservation des statistiques",
    es: "Cuánto se conservan las estadísticas",
    de: "Wie lange die Statistik aufbewahrt wird",
    nl: "Hoelang statistieken worden bewaard",
    it: "Per quanto si conservano le statistiche",
    pt: "Quanto tempo se guardam as estatísticas",
  },
  help_statistics_days: {
    en: "Counts by hour and day, without the single queries.",
    fr: "Des totaux par heure et par jour, sans les requêtes elles-mêmes.",
    es: "Totales por hora y día, sin las consultas sueltas.",
    de: "Zahlen je Stunde und Tag, ohne die einzelnen Anfragen.",
    nl: "Aantallen per uur en dag, zonder de losse verzoeken.",
    it: "Conteggi per ora e giorno, senza le singole richieste.",
    pt: "Totais por hora e dia, sem as consultas individuais.",
  },
  name_alerts_days: {
    en: "How long alerts are kept",
    fr: "Durée de conservation des alertes",
    es: "Cuánto se conservan las alertas",
    de: "Wie lange Meldungen aufbewahrt werden",
    nl: "Hoelang meldingen worden bewaard",
    it: "Per quanto si conservano gli avvisi",
    pt: "Quanto tempo se guardam os alertas",
  },
  help_alerts_days: {
    en: "Older alerts are deleted automatically.",
    fr: "Ce qui est plus ancien est supprimé automatiquement.",
    es: "Lo más antiguo se borra automáticamente.",
    de: "Ältere Meldungen werden automatisch gelöscht.",
    nl: "Oudere meldingen worden automatisch verwijderd.",
    it: "Ciò che è più vecchio si cancella automaticamente.",
    pt: "O que é mais antigo apaga-se automaticamente.",
  },
  name_audit_days: {
    en: "How long the administration log is kept",
    fr: "Durée de conservation du journal d’administration",
    es: "Cuánto se conserva el registro de administración",
    de: "Wie lange das Verwaltungsprotokoll aufbewahrt wird",
    nl: "Hoelang het beheerlogboek wordt bewaard",
    it: "Per quanto si conserva il registro di amministrazione",
    pt: "Quanto tempo se guarda o registo de administração",
  },
  help_audit_days: {
    en: "It says who changed what on the box.",
    fr: "Il dit qui a modifié quoi sur la box.",
    es: "Dice quién cambió qué en la box.",
    de: "Es sagt, wer was an der Box geändert hat.",
    nl: "Het zegt wie wat op de box heeft gewijzigd.",
    it: "Dice chi ha modificato che cosa sulla box.",
    pt: "Diz quem alterou o quê na box.",
  },
  name_anonymize_clients: {
    en: "Devices in the query log",
    fr: "Appareils dans le journal",
    es: "Dispositivos en el registro",
    de: "Geräte im Anfrageprotokoll",
    nl: "Apparaten in het verzoekenlogboek",
    it: "Dispositivi nel registro",
    pt: "Dispositivos no registo",
  },
  help_anonymize_clients: {
    en: "How much of the address of the device that asked is written down.",
    fr: "Ce qui est noté de l’adresse de l’appareil qui a interrogé.",
    es: "Qué se anota de la dirección del dispositivo que preguntó.",
    de: "Wie viel von der Adresse des fragenden Geräts aufgeschrieben wird.",
    nl: "Hoeveel van het adres van het vragende apparaat wordt opgeschreven.",
    it: "Che cosa si scrive dell’indirizzo del dispositivo che ha chiesto.",
    pt: "O que se anota do endereço do dispositivo que perguntou.",
  },
  name_metrics: {
    en: "Metrics for Prometheus",
    fr: "Mesures pour Prometheus",
    es: "Medidas para Prometheus",
    de: "Messwerte für Prometheus",
    nl: "Metingen voor Prometheus",
    it: "Misure per Prometheus",
    pt: "Medidas para o Prometheus",
  },
  help_metrics: {
    en:
      "Monitoring programs read at /metrics how the box is doing. It contains no names and no devices.",
    fr:
      "Les programmes qui surveillent des machines lisent l’état de la box à /metrics. Aucun nom ni appareil n’y figure.",
    es:
      "Los programas que vigilan equipos leen en /metrics cómo está la box. No contiene ningún nombre ni dispositivo.",
    de:
      "Überwachungsprogramme lesen unter /metrics, wie es der Box geht. Namen und Geräte stehen nicht darin.",
    nl:
      "Bewakingsprogramma’s lezen op /metrics hoe het met de box gaat. Er staan geen namen of apparaten in.",
    it:
      "I programmi che sorvegliano le macchine leggono su /metrics come sta la box. Non contiene nomi né dispositivi.",
    pt:
      "Os programas que vigiam equipamentos leem em /metrics como está a box. Não contém nomes nem dispositivos.",
  },
  name_data_dir: {
    en: "Data directory",
    fr: "Dossier de données",
    es: "Carpeta de datos",
    de: "Datenordner",
    nl: "Gegevensmap",
    it: "Cartella dei dati",
    pt: "Pasta de dados",
  },
  help_data_dir: {
    en: "The folder with the databases and lists of the box.",
    fr: "Le dossier des bases de données et des listes de la box.",
    es: "La carpeta con las bases de datos y listas de la box.",
    de: "Der Ordner mit den Datenbanken und Listen der Box.",
    nl: "De map met de databases en lijsten van de box.",
    it: "La cartella con i database e le liste della box.",
    pt: "A pasta com as bases de dados e listas da box.",
  },
  name_box_name: {
    en: "Name of the box",
    fr: "Nom de la box",
    es: "Nombre de la box",
    de: "Name der Box",
    nl: "Naam van de box",
    it: "Nome della box",
    pt: "Nome da box",
  },
  help_box_name: {
    en: "What the box is called on the network and on these pages: one word such as box.",
    fr: "Comment la box s’appelle sur le réseau et sur ces pages : un seul mot, par exemple box.",
    es: "Cómo se llama la box en la red y en estas páginas: una sola palabra, por ejemplo box.",
    de: "Wie die Box im Netz und auf diesen Seiten heißt: ein Wort wie box.",
    nl: "Hoe de box heet in het netwerk en op deze pagina’s: één woord, zoals box.",
    it: "Come si chiama la box nella rete e in queste pagine: una parola sola, per esempio box.",
    pt: "Como a box se chama na rede e nestas páginas: uma só palavra, por exemplo box.",
  },
  name_local_domain: {
    en: "Domain of the local network",
    fr: "Domaine du réseau local",
    es: "Dominio de la red local",
    de: "Domain des lokalen Netzes",
    nl: "Domein van het lokale netwerk",
    it: "Dominio della rete locale",
    pt: "Domínio da rede local",
  },
  help_local_domain: {
    en: "Names of devices end with it, as in box.home.arpa.",
    fr: "Les noms des appareils finissent ainsi, comme dans box.home.arpa.",
    es: "Los nombres de los dispositivos acaban así, como en box.home.arpa.",
    de: "Namen von Geräten enden so, wie in box.home.arpa.",
    nl: "Namen van apparaten eindigen hierop, zoals in box.home.arpa.",
    it: "I nomi dei dispositivi finiscono così, come in box.home.arpa.",
    pt: "Os nomes dos dispositivos acabam assim, como em box.home.arpa.",
  },
  name_version_text: {
    en: "What the box says of its version",
    fr: "Ce que la box dit de sa version",
    es: "Qué dice la box de su versión",
    de: "Was die Box über ihre Version sagt",
    nl: "Wat de box over haar versie zegt",
    it: "Che cosa dice la box della sua versione",
    pt: "O que a box diz da sua versão",
  },
  help_version_text: {
    en: "The answer to version.bind, which scanners ask; leave empty to refuse it.",
    fr: "La réponse à version.bind, que demandent les scanners ; vide = refusée.",
    es: "La respuesta a version.bind, que piden los escáneres; vacío = rechazada.",
    de: "Die Antwort auf version.bind, wonach Scanner fragen; leer = abgelehnt.",
    nl: "Het antwoord op version.bind, waar scanners naar vragen; leeg = geweigerd.",
    it: "La risposta a version.bind, che chiedono gli scanner; vuoto = rifiutata.",
    pt: "A resposta a version.bind, que os scanners pedem; vazio = recusada.",
  },
  name_passkey_names: {
    en: "Names for passkeys",
    fr: "Noms pour les clés d’accès",
    es: "Nombres para llaves de acceso",
    de: "Namen für Passkeys",
    nl: "Namen voor passkeys",
    it: "Nomi per le passkey",
    pt: "Nomes para chaves de acesso",
  },
  help_passkey_names: {
    en: "Names of the box whose certificate browsers trust; passkeys work there.",
    fr:
      "Noms de la box dont les navigateurs acceptent le certificat ; les clés d’accès y fonctionnent.",
    es:
      "Nombres de la box en cuyo certificado confían los navegadores; allí funcionan las llaves de acceso.",
    de: "Namen der Box, deren Zertifikat Browser vertrauen; dort gehen Passkeys.",
    nl: "Namen van de box waarvan browsers het certificaat vertrouwen; daar werken passkeys.",
    it: "Nomi della box del cui certificato i browser si fidano; lì funzionano le passkey.",
    pt:
      "Nomes da box em cujo certificado os navegadores confiam; aí funcionam as chaves de acesso.",
  },
  name_workers: {
    en: "Threads that answer",
    fr: "Threads qui répondent",
    es: "Hilos que responden",
    de: "Threads, die antworten",
    nl: "Threads die antwoorden",
    it: "Thread che rispondono",
    pt: "Threads que respondem",
  },
  help_workers: {
    en: "One is enough for a thousand devices.",
    fr: "Un seul suffit pour mille appareils.",
    es: "Uno basta para mil dispositivos.",
    de: "Einer reicht für tausend Geräte.",
    nl: "Eén is genoeg voor duizend apparaten.",
    it: "Uno basta per mille dispositivi.",
    pt: "Um chega para mil dispositivos.",
  },
  name_backup_schedule: {
    en: "Automatic backups",
    fr: "Sauvegardes automatiques",
    es: "Copias automáticas",
    de: "Automatische Sicherungen",
    nl: "Automatische back-ups",
    it: "Backup automatici",
    pt: "Cópias automáticas",
  },
  help_backup_schedule: {
    en: "How often a backup is sent to your backup targets. Weekly means in the night to Sunday.",
    fr:
      "À quelle fréquence une sauvegarde est envoyée à vos destinations. Chaque semaine signifie dans la nuit de samedi à dimanche.",
    es:
      "Cada cuánto se envía una copia a sus destinos. Cada semana quiere decir en la noche del sábado al domingo.",
    de: "Wie oft eine Sicherung an Ihre Ziele geht. Wöchentlich heißt in der Nacht zum Sonntag.",
    nl: "Hoe vaak een back-up naar uw doelen gaat. Wekelijks is in de nacht naar zondag.",
    it:
      "Ogni quanto un backup va alle tue destinazioni. Ogni settimana vuol dire nella notte tra sabato e domenica.",
    pt:
      "Com que frequência uma cópia é enviada aos seus destinos. Todas as semanas quer dizer na noite de sábado para domingo.",
  },
  choice_backup_schedule_off: {
    en: "Off",
    fr: "Désactivées",
    es: "Desactivadas",
    de: "Aus",
    nl: "Uit",
    it: "Disattivati",
    pt: "Desligadas",
  },
  choice_backup_schedule_daily: {
    en: "Every day",
    fr: "Chaque jour",
    es: "Cada día",
    de: "Jeden Tag",
    nl: "Elke dag",
    it: "Ogni giorno",
    pt: "Todos os dias",
  },
  choice_backup_schedule_weekly: {
    en: "Every week",
    fr: "Chaque semaine",
    es: "Cada semana",
    de: "Jede Woche",
    nl: "Elke week",
    it: "Ogni settimana",
    pt: "Todas as semanas",
  },
  name_backup_hour: {
    en: "Hour of automatic backups",
    fr: "Heure des sauvegardes automatiques",
    es: "Hora de las copias automáticas",
    de: "Stunde der automatischen Sicherungen",
    nl: "Uur van de automatische back-ups",
    it: "Ora dei backup automatici",
    pt: "Hora das cópias automáticas",
  },
  help_backup_hour: {
    en: "From this hour of the day on, a backup is made: 3 = three in the morning.",
    fr: "À partir de cette heure, une sauvegarde est faite : 3 = trois heures du matin.",
    es: "A partir de esta hora se hace una copia: 3 = las tres de la madrugada.",
    de: "Ab dieser Stunde wird eine Sicherung gemacht: 3 = drei Uhr nachts.",
    nl: "Vanaf dit uur wordt een back-up gemaakt: 3 = drie uur ’s nachts.",
    it: "Da quest’ora si fa un backup: 3 = le tre di notte.",
    pt: "A partir desta hora é feita uma cópia: 3 = três da manhã.",
  },
  name_backup_keep: {
    en: "Backups kept",
    fr: "Sauvegardes gardées",
    es: "Copias guardadas",
    de: "Aufbewahrte Sicherungen",
    nl: "Bewaarde back-ups",
    it: "Backup conservati",
    pt: "Cópias guardadas",
  },
  help_backup_keep: {
    en:
      "How many backups of this box each target keeps. Older ones are removed once a new one was read back and is unchanged.",
    fr:
      "Combien de sauvegardes de cette box chaque destination garde. Les plus anciennes sont supprimées une fois la nouvelle relue et intacte.",
    es:
      "Cuántas copias de esta box guarda cada destino. Las más antiguas se quitan cuando la nueva se ha leído de vuelta y está intacta.",
    de:
      "Wie viele Sicherungen dieser Box jedes Ziel behält. Ältere werden entfernt, sobald die neue zurückgelesen und unverändert ist.",
    nl:
      "Hoeveel back-ups van deze box elk doel bewaart. Oudere verdwijnen zodra de nieuwe is teruggelezen en ongewijzigd is.",
    it:
      "Quanti backup di questa box conserva ogni destinazione. I più vecchi si rimuovono quando il nuovo è stato riletto ed è intatto.",
    pt:
      "Quantas cópias desta box cada destino guarda. As mais antigas são removidas quando a nova foi lida de volta e está intacta.",
  },
  name_cloud_url: {
    en: "Online service",
    fr: "Service en ligne",
    es: "Servicio en línea",
    de: "Onlinedienst",
    nl: "Onlinedienst",
    it: "Servizio online",
    pt: "Serviço online",
  },
  help_cloud_url: {
    en:
      "Where the box finds updates, online checks and a name for encrypted DNS; leave empty for none.",
    fr:
      "Où la box trouve mises à jour, vérifications en ligne et un nom pour le DNS chiffré ; vide = aucun.",
    es:
      "Dónde encuentra la box actualizaciones, comprobaciones en línea y un nombre para el DNS cifrado; vacío = ninguno.",
    de:
      "Wo die Box Aktualisierungen, Online-Prüfungen und einen Namen für verschlüsseltes DNS findet; leer = keiner.",
    nl:
      "Waar de box updates, onlinecontroles en een naam voor versleutelde DNS vindt; leeg = geen.",
    it:
      "Dove la box trova aggiornamenti, controlli online e un nome per il DNS cifrato; vuoto = nessuno.",
    pt:
      "Onde a box encontra atualizações, verificações online e um nome para o DNS cifrado; vazio = nenhum.",
  },
  name_holiday_service_url: {
    en: "Holiday service",
    fr: "Service de vacances scolaires",
    es: "Servicio de vacaciones escolares",
    de: "Feriendienst",
    nl: "Vakantiedienst",
    it: "Servizio delle vacanze scolastiche",
    pt: "Serviço de férias escolares",
  },
  help_holiday_service_url: {
    en: "Where the box asks for school holidays, once a country is chosen; leave empty for none.",
    fr: "Où la box demande les vacances scolaires, une fois un pays choisi ; vide = aucun.",
    es:
      "Dónde pregunta la box por las vacaciones escolares, una vez elegido un país; vacío = ninguno.",
    de: "Wo die Box nach Schulferien fragt, sobald ein Land gewählt ist; leer = keiner.",
    nl: "Waar de box schoolvakanties opvraagt, zodra er een land is gekozen; leeg = geen.",
    it: "Dove la box chiede le vacanze scolastiche, una volta scelto un Paese; vuoto = nessuno.",
    pt: "Onde a box pede as férias escolares, depois de escolhido um país; vazio = nenhum.",
  },
  name_country_database_url: {
    en: "Database of countries",
    fr: "Base de données des pays",
    es: "Base de datos de países",
    de: "Länderdatenbank",
    nl: "Landendatabase",
    it: "Database dei Paesi",
    pt: "Base de dados de países",
  },
  help_country_database_url: {
    en:
      "The box downloads it once a month to show in which country servers are. {month} becomes the month. Leave empty for none.",
    fr:
      "La box la télécharge une fois par mois pour montrer dans quel pays sont les serveurs. {month} devient le mois. Vide = aucune.",
    es:
      "La box la descarga una vez al mes para mostrar en qué país están los servidores. {month} se sustituye por el mes. Vacío = ninguna.",
    de:
      "Die Box lädt sie einmal im Monat, um zu zeigen, in welchem Land Server stehen. {month} wird zum Monat. Leer = keine.",
    nl:
      "De box haalt deze eens per maand op om te tonen in welk land servers staan. {month} wordt de maand. Leeg = geen.",
    it:
      "La box lo scarica una volta al mese per mostrare in quale Paese sono i server. {month} diventa il mese. Vuoto = nessuno.",
    pt:
      "A box transfere-a uma vez por mês para mostrar em que país estão os servidores. {month} passa a ser o mês. Vazio = nenhuma.",
  },
  name_password_breach_check: {
    en: "Password test",
    fr: "Test de mot de passe",
    es: "Prueba de contraseña",
    de: "Passworttest",
    nl: "Wachtwoordtest",
    it: "Test della password",
    pt: "Teste de palavra-passe",
  },
  help_password_breach_check: {
    en: "Shows whether a password is in a known data breach, without sending it.",
    fr: "Montre si un mot de passe figure dans une fuite connue, sans l’envoyer.",
    es: "Muestra si una contraseña está en una filtración conocida, sin enviarla.",
    de: "Zeigt, ob ein Passwort in einem bekannten Datenleck steht, ohne es zu senden.",
    nl: "Toont of een wachtwoord in een bekend datalek staat, zonder het te versturen.",
    it: "Mostra se una password è in una violazione nota, senza inviarla.",
    pt: "Mostra se uma palavra-passe está numa fuga conhecida, sem a enviar.",
  },
  name_password_range_url: {
    en: "Provider of leaked passwords",
    fr: "Fournisseur des mots de passe divulgués",
    es: "Proveedor de contraseñas filtradas",
    de: "Anbieter des Passworttests",
    nl: "Aanbieder van gelekte wachtwoorden",
    it: "Fornitore delle password trapelate",
    pt: "Fornecedor de palavras-passe divulgadas",
  },
  help_password_range_url: {
    en: "Gets five characters of a hash for each test; empty = none.",
    fr: "Reçoit cinq caractères d’une empreinte à chaque test ; vide = aucun.",
    es: "Recibe cinco caracteres de una huella digital en cada prueba; vacío = ninguno.",
    de: "Bekommt bei jedem Test fünf Zeichen eines Hashwerts; leer = keiner.",
    nl: "Krijgt bij elke test vijf tekens van een hash; leeg = geen.",
    it: "Riceve cinque caratteri di un’impronta a ogni prova; vuoto = nessuno.",
    pt: "Recebe cinco caracteres de uma impressão digital em cada teste; vazio = nenhum.",
  },
  name_time_zone: {
    en: "Time zone",
    fr: "Fuseau horaire",
    es: "Zona horaria",
    de: "Zeitzone",
    nl: "Tijdzone",
    it: "Fuso orario",
    pt: "Fuso horário",
  },
  help_time_zone: {
    en: "Hours, days and reports follow it; empty = that of the system.",
    fr: "Heures, jours et rapports le suivent ; vide = celui du système.",
    es: "Horas, días e informes la siguen; vacío = la del sistema.",
    de: "Uhrzeiten, Tage und Berichte richten sich danach; leer = die des Systems.",
    nl: "Uren, dagen en rapporten volgen deze; leeg = die van het systeem.",
    it: "Ore, giorni e rapporti lo seguono; vuoto = quello del sistema.",
    pt: "Horas, dias e relatórios seguem-no; vazio = o do sistema.",
  },
  name_country: {
    en: "Country",
    fr: "Pays",
    es: "País",
    de: "Land",
    nl: "Land",
    it: "Paese",
    pt: "País",
  },
  help_country: {
    en: "For what the box proposes, such as lists and holidays.",
    fr: "Pour ce que la box propose, comme les listes et les jours fériés.",
    es: "Para lo que propone la box, como listas y festivos.",
    de: "Für das, was die Box vorschlägt, etwa Listen und Ferien.",
    nl: "Voor wat de box voorstelt, zoals lijsten en vakanties.",
    it: "Per ciò che la box propone, come liste e festività.",
    pt: "Para o que a box propõe, como listas e feriados.",
  },
  name_language: {
    en: "Language of the box",
    fr: "Langue de la box",
    es: "Idioma de la box",
    de: "Sprache der Box",
    nl: "Taal van de box",
    it: "Lingua della box",
    pt: "Idioma da box",
  },
  help_language: {
    en:
      "What the box writes to people, such as e-mails. Each account chooses the language of its pages.",
    fr:
      "Ce que la box écrit aux personnes, par exemple les e-mails. Chaque compte choisit la langue de ses pages.",
    es:
      "Lo que la box escribe a las personas, como los correos. Cada cuenta elige el idioma de sus páginas.",
    de:
      "Was die Box an Menschen schreibt, etwa E-Mails. Jedes Konto wählt die Sprache seiner Seiten.",
    nl:
      "Wat de box aan mensen schrijft, zoals e-mails. Elk account kiest de taal van zijn pagina’s.",
    it:
      "Ciò che la box scrive alle persone, come le e-mail. Ogni account sceglie la lingua delle sue pagine.",
    pt:
      "O que a box escreve às pessoas, como e-mails. Cada conta escolhe o idioma das suas páginas.",
  },
  name_network_kind: {
    en: "Kind of network",
    fr: "Type de réseau",
    es: "Tipo de red",
    de: "Art des Netzes",
    nl: "Soort netwerk",
    it: "Tipo di rete",
    pt: "Tipo de rede",
  },
  help_network_kind: {
    en: "For what the box proposes; nothing else depends on it.",
    fr: "Pour ce que la box propose ; rien d’autre n’en dépend.",
    es: "Para lo que propone la box; nada más depende de ello.",
    de: "Für das, was die Box vorschlägt; sonst hängt nichts davon ab.",
    nl: "Voor wat de box voorstelt; verder hangt er niets van af.",
    it: "Per ciò che la box propone; null’altro ne dipende.",
    pt: "Para o que a box propõe; nada mais depende disso.",
  },
  name_telemetry: {
    en: "Anonymous statistics",
    fr: "Statistiques anonymes",
    es: "Estadísticas anónimas",
    de: "Anonyme Statistik",
    nl: "Anonieme statistieken",
    it: "Statistiche anonime",
    pt: "Estatísticas anónimas",
  },
  help_telemetry: {
    en: "One small signal a day; the page System shows it word for word.",
    fr: "Un petit signal par jour ; la page Système le montre mot pour mot.",
    es: "Una pequeña señal al día; la página Sistema la muestra palabra por palabra.",
    de: "Ein kleines Signal am Tag; die Seite System zeigt es wörtlich.",
    nl: "Eén klein signaal per dag; de pagina Systeem toont het letterlijk.",
    it: "Un piccolo segnale al giorno; la pagina Sistema lo mostra parola per parola.",
    pt: "Um pequeno sinal por dia; a página Sistema mostra-o palavra por palavra.",
  },
  name_trust_clock: {
    en: "Believe the clock",
    fr: "Se fier à l’horloge",
    es: "Confiar en el reloj",
    de: "Der Uhr vertrauen",
    nl: "De klok vertrouwen",
    it: "Fidarsi dell’orologio",
    pt: "Confiar no relógio",
  },
  help_trust_clock: {
    en:
      "Hours and daily limits do not apply while the time of day is not sure, as on a small computer that has no clock of its own and has not reached a time server yet.",
    fr:
      "Les horaires et les limites quotidiennes sont suspendus tant que l’heure n’est pas sûre, par exemple sur un petit ordinateur sans horloge qui n’a pas encore joint de serveur de temps.",
    es:
      "Los horarios y los límites diarios no se aplican mientras la hora no sea segura, como en un ordenador pequeño sin reloj propio que aún no ha contactado con un servidor de hora.",
    de:
      "Zeiten und Tageslimits gelten nicht, solange die Uhrzeit unsicher ist, etwa auf einem kleinen Rechner ohne eigene Uhr, der noch keinen Zeitserver erreicht hat.",
    nl:
      "Tijden en daglimieten gelden niet zolang de tijd niet zeker is, zoals op een kleine computer zonder eigen klok die nog geen tijdserver heeft bereikt.",
    it:
      "Gli orari e i limiti giornalieri non valgono finché l’ora non è certa, per esempio su un piccolo computer senza orologio che non ha ancora raggiunto un server dell’ora.",
    pt:
      "Os horários e os limites diários não se aplicam enquanto a hora não for certa, como num pequeno computador sem relógio próprio que ainda não contactou um servidor de hora.",
  },
  name_automatic_updates: {
    en: "New versions",
    fr: "Nouvelles versions",
    es: "Versiones nuevas",
    de: "Neue Versionen",
    nl: "Nieuwe versies",
    it: "Nuove versioni",
    pt: "Novas versões",
  },
  help_automatic_updates: {
    en: "The box looks once a day. It can tell you, or install the new version at the hour below.",
    fr:
      "La box cherche une fois par jour. Elle peut vous prévenir, ou installer la nouvelle version à l’heure ci-dessous.",
    es:
      "La box lo comprueba una vez al día. Puede avisarle o instalar la versión nueva a la hora indicada abajo.",
    de:
      "Die Box sieht einmal am Tag nach. Sie kann Bescheid geben oder die neue Version zur Stunde unten installieren.",
    nl:
      "De box kijkt één keer per dag. Ze kan het u melden, of de nieuwe versie op het uur hieronder installeren.",
    it:
      "La box controlla una volta al giorno. Può avvisare, oppure installare la nuova versione all’ora indicata sotto.",
    pt:
      "A box verifica uma vez por dia. Pode avisar, ou instalar a nova versão à hora indicada abaixo.",
  },
  name_update_hour: {
    en: "Hour for installing",
    fr: "Heure d’installation",
    es: "Hora de instalación",
    de: "Stunde der Installation",
    nl: "Uur van installatie",
    it: "Ora di installazione",
    pt: "Hora da instalação",
  },
  help_update_hour: {
    en: "In local time, from 0 to 23. Names pause for a second or so.",
    fr: "En heure locale, de 0 à 23. Les noms s’interrompent une seconde environ.",
    es: "En hora local, de 0 a 23. Los nombres se interrumpen más o menos un segundo.",
    de: "In Ortszeit, von 0 bis 23. Namen setzen etwa eine Sekunde aus.",
    nl: "In plaatselijke tijd, van 0 tot 23. Namen vallen ongeveer een seconde weg.",
    it: "In ora locale, da 0 a 23. I nomi si fermano per circa un secondo.",
    pt: "Em hora local, de 0 a 23. Os nomes param cerca de um segundo.",
  },
  name_update_channel: {
    en: "Channel",
    fr: "Canal",
    es: "Canal",
    de: "Kanal",
    nl: "Kanaal",
    it: "Canale",
    pt: "Canal",
  },
  help_update_channel: {
    en: "Beta versions arrive earlier and may have faults.",
    fr: "Les versions bêta arrivent plus tôt et peuvent avoir des défauts.",
    es: "Las versiones beta llegan antes y pueden tener fallos.",
    de: "Beta-Versionen kommen früher und können Fehler haben.",
    nl: "Bètaversies komen eerder en kunnen fouten hebben.",
    it: "Le versioni beta arrivano prima e possono avere difetti.",
    pt: "As versões beta chegam mais cedo e podem ter falhas.",
  },
  name_update_url: {
    en: "Address of the versions",
    fr: "Adresse des versions",
    es: "Dirección de las versiones",
    de: "Adresse der Versionen",
    nl: "Adres van de versies",
    it: "Indirizzo delle versioni",
    pt: "Endereço das versões",
  },
  help_update_url: {
    en: "The folder with signed versions. Empty: the box looks nowhere.",
    fr: "Le dossier des versions signées. Vide : la box ne cherche nulle part.",
    es: "La carpeta con las versiones firmadas. Vacío: la box no busca en ningún sitio.",
    de: "Der Ordner mit signierten Versionen. Leer: Die Box sieht nirgends nach.",
    nl: "De map met ondertekende versies. Leeg: de box kijkt nergens.",
    it: "La cartella con le versioni firmate. Vuoto: la box non cerca da nessuna parte.",
    pt: "A pasta com as versões assinadas. Vazio: a box não procura em lado nenhum.",
  },
  // Words of choices.
  choice_blocked_response_null: {
    en: "Empty address",
    fr: "Adresse vide",
    es: "Dirección vacía",
    de: "Leere Adresse",
    nl: "Leeg adres",
    it: "Indirizzo vuoto",
    pt: "Endereço vazio",
  },
  choice_blocked_response_nxdomain: {
    en: "No such name",
    fr: "Nom inexistant",
    es: "El nombre no existe",
    de: "Gibt es nicht",
    nl: "Bestaat niet",
    it: "Il nome non esiste",
    pt: "O nome não existe",
  },
  choice_blocked_response_refused: {
    en: "Refused",
    fr: "Refus",
    es: "Rechazo",
    de: "Abgelehnt",
    nl: "Geweigerd",
    it: "Rifiuto",
    pt: "Recusa",
  },
  choice_blocked_response_page: {
    en: "A page that explains",
    fr: "Une page qui explique",
    es: "Una página que lo explica",
    de: "Seite mit Erklärung",
    nl: "Een pagina met uitleg",
    it: "Una pagina che spiega",
    pt: "Uma página que explica",
  },
  choice_tunnel_detection_on: {
    en: "Block and report",
    fr: "Bloquer et signaler",
    es: "Bloquear y notificar",
    de: "Sperren und melden",
    nl: "Blokkeren en melden",
    it: "Bloccare e segnalare",
    pt: "Bloquear e sinalizar",
  },
  choice_tunnel_detection_tell: {
    en: "Report only",
    fr: "Signaler seulement",
    es: "Solo notificar",
    de: "Nur melden",
    nl: "Alleen melden",
    it: "Solo segnalare",
    pt: "Só sinalizar",
  },
  choice_tunnel_detection_off: {
    en: "Do not look",
    fr: "Ne pas chercher",
    es: "No buscar",
    de: "Nicht suchen",
    nl: "Niet zoeken",
    it: "Non cercare",
    pt: "Não procurar",
  },
  choice_metrics_off: {
    en: "Off",
    fr: "Désactivé",
    es: "Desactivado",
    de: "Aus",
    nl: "Uit",
    it: "Disattivato",
    pt: "Desligado",
  },
  choice_metrics_token: {
    en: "With a token",
    fr: "Avec un jeton",
    es: "Con un token",
    de: "Mit einem Token",
    nl: "Met een token",
    it: "Con un token",
    pt: "Com um token",
  },
  choice_metrics_open: {
    en: "Open to the network",
    fr: "Ouvert au réseau",
    es: "Abierto a la red",
    de: "Offen für das Netz",
    nl: "Open voor het netwerk",
    it: "Aperto alla rete",
    pt: "Aberto à rede",
  },
  choice_anonymize_clients_off: {
    en: "Whole address",
    fr: "Adresse entière",
    es: "Dirección entera",
    de: "Ganze Adresse",
    nl: "Heel adres",
    it: "Indirizzo intero",
    pt: "Endereço inteiro",
  },
  choice_anonymize_clients_prefix: {
    en: "Without its end",
    fr: "Sans la fin",
    es: "Sin el final",
    de: "Ohne das Ende",
    nl: "Zonder het einde",
    it: "Senza la fine",
    pt: "Sem o fim",
  },
  choice_anonymize_clients_all: {
    en: "No address",
    fr: "Aucune adresse",
    es: "Sin dirección",
    de: "Keine Adresse",
    nl: "Geen adres",
    it: "Nessun indirizzo",
    pt: "Sem endereço",
  },
  choice_automatic_updates_off: {
    en: "Don’t look",
    fr: "Ne pas chercher",
    es: "No buscar",
    de: "Nicht suchen",
    nl: "Niet zoeken",
    it: "Non cercare",
    pt: "Não procurar",
  },
  choice_automatic_updates_notify: {
    en: "Tell me",
    fr: "Me prévenir",
    es: "Avisarme",
    de: "Bescheid geben",
    nl: "Melden",
    it: "Avvisami",
    pt: "Avisar-me",
  },
  choice_automatic_updates_install: {
    en: "Install by itself",
    fr: "Installer automatiquement",
    es: "Instalar por sí sola",
    de: "Selbst installieren",
    nl: "Zelf installeren",
    it: "Installa da sola",
    pt: "Instalar sozinha",
  },
  choice_update_channel_stable: {
    en: "Stable",
    fr: "Stable",
    es: "Estable",
    de: "Stabil",
    nl: "Stabiel",
    it: "Stabile",
    pt: "Estável",
  },
  choice_update_channel_beta: {
    en: "Beta",
    fr: "Bêta",
    es: "Beta",
    de: "Beta",
    nl: "Bèta",
    it: "Beta",
    pt: "Beta",
  },
  choice_trust_clock_auto: {
    en: "When it is sure",
    fr: "Quand elle est sûre",
    es: "Cuando es seguro",
    de: "Wenn sie sicher ist",
    nl: "Als die zeker is",
    it: "Quando è certo",
    pt: "Quando é certo",
  },
  choice_trust_clock_always: {
    en: "Always",
    fr: "Toujours",
    es: "Siempre",
    de: "Immer",
    nl: "Altijd",
    it: "Sempre",
    pt: "Sempre",
  },
  choice_network_kind_home: {
    en: "Home",
    fr: "Maison",
    es: "Hogar",
    de: "Zuhause",
    nl: "Thuis",
    it: "Casa",
    pt: "Casa",
  },
  choice_network_kind_company: {
    en: "Company",
    fr: "Entreprise",
    es: "Empresa",
    de: "Firma",
    nl: "Bedrijf",
    it: "Azienda",
    pt: "Empresa",
  },
  choice_network_kind_school: {
    en: "School",
    fr: "École",
    es: "Escuela",
    de: "Schule",
    nl: "School",
    it: "Scuola",
    pt: "Escola",
  },
  choice_network_kind_guests: {
    en: "Guests",
    fr: "Invités",
    es: "Invitados",
    de: "Gäste",
    nl: "Gasten",
    it: "Ospiti",
    pt: "Convidados",
  },
  choice_upstream_strategy_parallel: {
    en: "All at once, the quickest counts",
    fr: "Tous à la fois, le plus rapide l’emporte",
    es: "Todos a la vez, vale el más rápido",
    de: "Alle zugleich, der schnellste zählt",
    nl: "Allemaal tegelijk, de snelste telt",
    it: "Tutti insieme, vale il più veloce",
    pt: "Todos ao mesmo tempo, vale o mais rápido",
  },
  choice_upstream_strategy_weighted: {
    en: "Mostly the quick ones",
    fr: "Surtout les plus rapides",
    es: "Sobre todo los rápidos",
    de: "Meist die schnellen",
    nl: "Meestal de snelle",
    it: "Soprattutto i veloci",
    pt: "Sobretudo os rápidos",
  },
  choice_upstream_strategy_strict: {
    en: "In the order given",
    fr: "Dans l’ordre indiqué",
    es: "En el orden dado",
    de: "In der angegebenen Reihenfolge",
    nl: "In de opgegeven volgorde",
    it: "Nell’ordine indicato",
    pt: "Pela ordem indicada",
  },
  // What is allowed, where a kind of value needs more than its name.
  allowed_listen: {
    en: "Enter addresses with a port, such as :53 or 127.0.0.1:5300, separated by commas.",
    fr:
      "Sont permises des adresses avec un port, par exemple :53 ou 127.0.0.1:5300, séparées par des virgules.",
    es:
      "Se permiten direcciones con puerto, por ejemplo :53 o 127.0.0.1:5300, separadas por comas.",
    de: "Geben Sie Adressen mit Port ein, etwa :53 oder 127.0.0.1:5300, durch Kommas getrennt.",
    nl: "Vul adressen met een poort in, zoals :53 of 127.0.0.1:5300, gescheiden door komma’s.",
    it: "Sono permessi indirizzi con porta, per esempio :53 o 127.0.0.1:5300, separati da virgole.",
    pt:
      "São permitidos endereços com porta, por exemplo :53 ou 127.0.0.1:5300, separados por vírgulas.",
  },
  allowed_addresses: {
    en: "Each line must be an IP address such as 192.168.1.2.",
    fr: "Chaque ligne doit être une adresse IP, par exemple 192.168.1.2.",
    es: "Cada línea debe ser una dirección IP, por ejemplo 192.168.1.2.",
    de: "Jede Zeile muss eine IP-Adresse sein, etwa 192.168.1.2.",
    nl: "Elke regel moet een IP-adres zijn, zoals 192.168.1.2.",
    it: "Ogni riga deve essere un indirizzo IP, per esempio 192.168.1.2.",
    pt: "Cada linha tem de ser um endereço IP, por exemplo 192.168.1.2.",
  },
  allowed_ranges: {
    en: "Each line must be a range such as 192.168.0.0/16, or the word private.",
    fr: "Chaque ligne doit être une plage, par exemple 192.168.0.0/16, ou le mot private.",
    es: "Cada línea debe ser un rango, por ejemplo 192.168.0.0/16, o la palabra private.",
    de: "Jede Zeile muss ein Bereich sein, etwa 192.168.0.0/16, oder das Wort private.",
    nl: "Elke regel moet een bereik zijn, zoals 192.168.0.0/16, of het woord private.",
    it: "Ogni riga deve essere un intervallo, per esempio 192.168.0.0/16, o la parola private.",
    pt: "Cada linha tem de ser um intervalo, por exemplo 192.168.0.0/16, ou a palavra private.",
  },
  allowed_clients: {
    en:
      "Each line must be an address, a network such as 192.168.7.0/24, or a hardware address such as aa:bb:cc:dd:ee:ff.",
    fr:
      "Chaque ligne doit être une adresse, un réseau comme 192.168.7.0/24, ou une adresse matérielle comme aa:bb:cc:dd:ee:ff.",
    es:
      "Cada línea debe ser una dirección, una red como 192.168.7.0/24 o una dirección de hardware como aa:bb:cc:dd:ee:ff.",
    de:
      "Jede Zeile muss eine Adresse sein, ein Netz wie 192.168.7.0/24 oder eine Hardware-Adresse wie aa:bb:cc:dd:ee:ff.",
    nl:
      "Elke regel moet een adres zijn, een netwerk zoals 192.168.7.0/24, of een hardware-adres zoals aa:bb:cc:dd:ee:ff.",
    it:
      "Ogni riga deve essere un indirizzo, una rete come 192.168.7.0/24 o un indirizzo hardware come aa:bb:cc:dd:ee:ff.",
    pt:
      "Cada linha tem de ser um endereço, uma rede como 192.168.7.0/24 ou um endereço de hardware como aa:bb:cc:dd:ee:ff.",
  },
  allowed_records: {
    en: "Each line must be a name, a type and its data, such as: nas.home.arpa A 192.168.1.5",
    fr:
      "Chaque ligne doit être un nom, un type et ses données, par exemple : nas.home.arpa A 192.168.1.5",
    es:
      "Cada línea debe ser un nombre, un tipo y sus datos, por ejemplo: nas.home.arpa A 192.168.1.5",
    de: "Jede Zeile muss ein Name, ein Typ und seine Daten sein, etwa: nas.home.arpa A 192.168.1.5",
    nl:
      "Elke regel moet een naam, een type en zijn gegevens zijn, zoals: nas.home.arpa A 192.168.1.5",
    it:
      "Ogni riga deve essere un nome, un tipo e i suoi dati, per esempio: nas.home.arpa A 192.168.1.5",
    pt:
      "Cada linha tem de ser um nome, um tipo e os seus dados, por exemplo: nas.home.arpa A 192.168.1.5",
  },
  allowed_label: {
    en:
      "Enter one word of letters, digits and hyphens, such as box. Internet endings, such as com or family, aren’t possible.",
    fr:
      "Un seul mot de lettres, chiffres et traits d’union est permis, par exemple box. Les extensions d’Internet, comme com ou family, ne conviennent pas.",
    es:
      "Se permite una sola palabra de letras, cifras y guiones, por ejemplo box. No valen las terminaciones de Internet, como com o family.",
    de:
      "Geben Sie ein Wort aus Buchstaben, Ziffern und Bindestrichen ein, etwa box. Endungen des Internets, wie com oder family, gehen nicht.",
    nl:
      "Vul één woord van letters, cijfers en koppeltekens in, zoals box. Internetextensies, zoals com of family, kunnen niet.",
    it:
      "È permessa una sola parola di lettere, cifre e trattini, per esempio box. Le estensioni di Internet, come com o family, non sono possibili.",
    pt:
      "É permitida uma só palavra de letras, algarismos e hífenes, por exemplo box. As terminações da Internet, como com ou family, não são possíveis.",
  },
  allowed_local_domain: {
    en:
      "Enter a domain of your network, such as home.arpa, lan or home.example.com. Endings that others use, such as com or local, aren’t possible.",
    fr:
      "Indiquez un domaine de votre réseau, par exemple home.arpa, lan ou home.example.com. Les extensions que d’autres utilisent, comme com ou local, ne conviennent pas.",
    es:
      "Indique un dominio de su red, por ejemplo home.arpa, lan u home.example.com. No valen las terminaciones que usan otros, como com o local.",
    de:
      "Geben Sie eine Domain Ihres Netzes ein, etwa home.arpa, lan oder home.example.com. Endungen, die andere nutzen, wie com oder local, gehen nicht.",
    nl:
      "Vul een domein van uw netwerk in, zoals home.arpa, lan of home.example.com. Extensies die anderen gebruiken, zoals com of local, kunnen niet.",
    it:
      "Inserisci un dominio della tua rete, per esempio home.arpa, lan o home.example.com. Le estensioni usate da altri, come com o local, non sono possibili.",
    pt:
      "Indique um domínio da sua rede, por exemplo home.arpa, lan ou home.example.com. As terminações usadas por outros, como com ou local, não são possíveis.",
  },
  allowed_domain: {
    en: "Enter a domain, such as home.arpa or box.example.com.",
    fr: "Il faut un domaine, par exemple home.arpa ou box.example.com.",
    es: "Hace falta un dominio, por ejemplo home.arpa o box.example.com.",
    de: "Geben Sie eine Domain ein, etwa home.arpa oder box.example.com.",
    nl: "Vul een domein in, zoals home.arpa of box.example.com.",
    it: "Serve un dominio, per esempio home.arpa o box.example.com.",
    pt: "É preciso um domínio, por exemplo home.arpa ou box.example.com.",
  },
  allowed_short: {
    en: "At most 64 characters are allowed.",
    fr: "64 caractères au plus sont permis.",
    es: "Se permiten como máximo 64 caracteres.",
    de: "Erlaubt sind höchstens 64 Zeichen.",
    nl: "Toegestaan zijn hoogstens 64 tekens.",
    it: "Sono permessi al massimo 64 caratteri.",
    pt: "São permitidos no máximo 64 caracteres.",
  },
  allowed_url: {
    en: "Enter a web address, such as https://cloud.example, or nothing.",
    fr: "Il faut une adresse web, par exemple https://cloud.example, ou rien.",
    es: "Hace falta una dirección web, por ejemplo https://cloud.example, o nada.",
    de: "Geben Sie eine Webadresse ein, etwa https://cloud.example, oder nichts.",
    nl: "Vul een webadres in, zoals https://cloud.example, of niets.",
    it: "Serve un indirizzo web, per esempio https://cloud.example, o nulla.",
    pt: "É preciso um endereço web, por exemplo https://cloud.example, ou nada.",
  },
  allowed_zone: {
    en: "Enter a time zone, such as Europe/Paris, or nothing for that of the system.",
    fr: "Il faut un fuseau horaire, par exemple Europe/Paris, ou rien pour celui du système.",
    es: "Hace falta una zona horaria, por ejemplo Europe/Paris, o nada para la del sistema.",
    de: "Geben Sie eine Zeitzone ein, etwa Europe/Paris, oder nichts für die des Systems.",
    nl: "Vul een tijdzone in, zoals Europe/Paris, of niets voor die van het systeem.",
    it: "Serve un fuso orario, per esempio Europe/Paris, o nulla per quello del sistema.",
    pt: "É preciso um fuso horário, por exemplo Europe/Paris, ou nada para o do sistema.",
  },
  choice_new_devices_open: {
    en: "Open, as everyone",
    fr: "Ouverts, comme tout le monde",
    es: "Abiertos, como todos",
    de: "Offen, wie alle",
    nl: "Open, zoals iedereen",
    it: "Aperti, come tutti",
    pt: "Abertos, como todos",
  },
  choice_new_devices_child: {
    en: "Protected as a child’s",
    fr: "Protégés comme ceux d’un enfant",
    es: "Protegidos como los de un niño",
    de: "Geschützt wie die eines Kindes",
    nl: "Beschermd als die van een kind",
    it: "Protetti come quelli di un bambino",
    pt: "Protegidos como os de uma criança",
  },
  choice_new_devices_held: {
    en: "Held until you approve them",
    fr: "Retenus jusqu’à votre accord",
    es: "Retenidos hasta que los apruebe",
    de: "Zurückgehalten bis zur Freigabe",
    nl: "Vastgehouden tot u ze goedkeurt",
    it: "Trattenuti finché non li approvi",
    pt: "Retidos até os aprovar",
  },
});
