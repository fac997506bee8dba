/** Texts of the page Updates: the version that runs, a new one, and the return to the one before. */
import { texts } from "./text.ts";

/** The texts. */
export const updates = texts({
  title: {
    en: "Updates",
    fr: "Mises à jour",
    es: "Actualizaciones",
    de: "Aktualisierungen",
    nl: "Updates",
    it: "Aggiornamenti",
    pt: "Atualizações",
  },
  lead_newest: {
    en: "Version {version} runs, the newest there is.",
    fr: "La version {version} fonctionne, c’est la plus récente.",
    es: "Funciona la versión {version}, la más reciente.",
    de: "Version {version} läuft, die neueste.",
    nl: "Versie {version} draait, de nieuwste.",
    it: "È in uso la versione {version}, la più recente.",
    pt: "A versão {version} está em uso, a mais recente.",
  },
  lead_runs: {
    en: "Version {version} runs.",
    fr: "La version {version} fonctionne.",
    es: "Funciona la versión {version}.",
    de: "Version {version} läuft.",
    nl: "Versie {version} draait.",
    it: "È in uso la versione {version}.",
    pt: "A versão {version} está em uso.",
  },
  lead_available: {
    en: "Version {version} is available.",
    fr: "La version {version} est disponible.",
    es: "La versión {version} está disponible.",
    de: "Version {version} ist verfügbar.",
    nl: "Versie {version} is beschikbaar.",
    it: "È disponibile la versione {version}.",
    pt: "A versão {version} está disponível.",
  },
  lead_security: {
    en: "Version {version} is available and closes a security hole.",
    fr: "La version {version} est disponible et corrige une faille de sécurité.",
    es: "La versión {version} está disponible y corrige un fallo de seguridad.",
    de: "Version {version} ist verfügbar und schließt eine Sicherheitslücke.",
    nl: "Versie {version} is beschikbaar en dicht een beveiligingslek.",
    it: "È disponibile la versione {version}, che chiude una falla di sicurezza.",
    pt: "A versão {version} está disponível e corrige uma falha de segurança.",
  },
  lead_busy: {
    en: "An update is under way.",
    fr: "Une mise à jour est en cours.",
    es: "Hay una actualización en curso.",
    de: "Eine Aktualisierung läuft.",
    nl: "Er loopt een update.",
    it: "È in corso un aggiornamento.",
    pt: "Há uma atualização em curso.",
  },
  pause_off: {
    en: "The box doesn’t look for new versions, because that is off.",
    fr: "La box ne cherche pas de nouvelles versions, car c’est désactivé.",
    es: "La box no busca versiones nuevas porque está desactivado.",
    de: "Die Box sucht nicht nach neuen Versionen, denn das ist ausgeschaltet.",
    nl: "De box zoekt geen nieuwe versies, want dat staat uit.",
    it: "La box non cerca nuove versioni, perché è disattivato.",
    pt: "A box não procura novas versões, porque está desligado.",
  },
  pause_not_configured: {
    en: "The box doesn’t look for new versions, because no address is set.",
    fr: "La box ne cherche pas de nouvelles versions, car aucune adresse n’est définie.",
    es: "La box no busca versiones nuevas porque no hay ninguna dirección.",
    de: "Die Box sucht nicht nach neuen Versionen, denn es ist keine Adresse eingestellt.",
    nl: "De box zoekt geen nieuwe versies, want er is geen adres ingesteld.",
    it: "La box non cerca nuove versioni, perché non è impostato alcun indirizzo.",
    pt: "A box não procura novas versões, porque não há nenhum endereço definido.",
  },
  pause_terms: {
    en: "The box looks for new versions once the terms of use are accepted.",
    fr:
      "La box cherchera de nouvelles versions dès que les conditions d’utilisation seront acceptées.",
    es: "La box buscará versiones nuevas cuando se acepten las condiciones de uso.",
    de: "Die Box sucht nach neuen Versionen, sobald die Nutzungsbedingungen akzeptiert sind.",
    nl: "De box zoekt nieuwe versies zodra de gebruiksvoorwaarden zijn aanvaard.",
    it: "La box cercherà nuove versioni quando saranno accettate le condizioni d’uso.",
    pt: "A box procura novas versões assim que as condições de utilização forem aceites.",
  },
  pause_clock: {
    en: "The box looks for new versions once it knows the time.",
    fr: "La box cherchera de nouvelles versions dès qu’elle connaîtra l’heure.",
    es: "La box buscará versiones nuevas cuando sepa la hora.",
    de: "Die Box sucht nach neuen Versionen, sobald sie die Uhrzeit kennt.",
    nl: "De box zoekt nieuwe versies zodra ze de tijd weet.",
    it: "La box cercherà nuove versioni quando conoscerà l’ora.",
    pt: "A box procura novas versões assim que souber as horas.",
  },
  pause_no_key: {
    en: "The box can’t verify new versions, because this installation came without a key.",
    fr:
      "La box ne peut pas vérifier les nouvelles versions, car cette installation est arrivée sans clé.",
    es: "La box no puede comprobar versiones nuevas porque esta instalación llegó sin clave.",
    de: "Die Box kann neue Versionen nicht prüfen, denn diese Installation kam ohne Schlüssel.",
    nl: "De box kan nieuwe versies niet controleren, want deze installatie kwam zonder sleutel.",
    it:
      "La box non può verificare nuove versioni, perché questa installazione è arrivata senza chiave.",
    pt: "A box não consegue verificar novas versões, porque esta instalação veio sem chave.",
  },
  state: {
    en: "What runs",
    fr: "Ce qui fonctionne",
    es: "Lo que funciona",
    de: "Was läuft",
    nl: "Wat draait",
    it: "Che cosa è in uso",
    pt: "O que está em uso",
  },
  channel: {
    en: "Channel",
    fr: "Canal",
    es: "Canal",
    de: "Kanal",
    nl: "Kanaal",
    it: "Canale",
    pt: "Canal",
  },
  checked: {
    en: "Last checked",
    fr: "Dernière vérification",
    es: "Última comprobación",
    de: "Zuletzt nachgesehen",
    nl: "Laatst gecontroleerd",
    it: "Ultimo controllo",
    pt: "Última verificação",
  },
  automatic: {
    en: "New versions",
    fr: "Nouvelles versions",
    es: "Versiones nuevas",
    de: "Neue Versionen",
    nl: "Nieuwe versies",
    it: "Nuove versioni",
    pt: "Novas versões",
  },
  automatic_install: {
    en: "Installed by itself at {time}",
    fr: "Installées automatiquement à {time}",
    es: "Se instalan solas a las {time}",
    de: "Werden um {time} Uhr selbst installiert",
    nl: "Worden om {time} vanzelf geïnstalleerd",
    it: "Si installano da sole alle {time}",
    pt: "Instalam-se sozinhas às {time}",
  },
  check: {
    en: "Check now",
    fr: "Vérifier maintenant",
    es: "Comprobar ahora",
    de: "Jetzt nachsehen",
    nl: "Nu controleren",
    it: "Controlla ora",
    pt: "Verificar agora",
  },
  check_done: {
    en: "Looked for new versions",
    fr: "Nouvelles versions cherchées",
    es: "Versiones nuevas buscadas",
    de: "Nach neuen Versionen gesehen",
    nl: "Nieuwe versies gezocht",
    it: "Nuove versioni cercate",
    pt: "Novas versões procuradas",
  },
  change_settings: {
    en: "Change",
    fr: "Modifier",
    es: "Cambiar",
    de: "Ändern",
    nl: "Wijzigen",
    it: "Cambia",
    pt: "Alterar",
  },
  available: {
    en: "Version {version}",
    fr: "Version {version}",
    es: "Versión {version}",
    de: "Version {version}",
    nl: "Versie {version}",
    it: "Versione {version}",
    pt: "Versão {version}",
  },
  released: {
    en: "Released {when}",
    fr: "Publiée {when}",
    es: "Publicada {when}",
    de: "Erschienen {when}",
    nl: "Verschenen {when}",
    it: "Pubblicata {when}",
    pt: "Publicada {when}",
  },
  security: {
    en: "Closes a security hole",
    fr: "Corrige une faille de sécurité",
    es: "Corrige un fallo de seguridad",
    de: "Schließt eine Sicherheitslücke",
    nl: "Dicht een beveiligingslek",
    it: "Chiude una falla di sicurezza",
    pt: "Corrige uma falha de segurança",
  },
  changelog: {
    en: "What’s new",
    fr: "Nouveautés",
    es: "Novedades",
    de: "Was ist neu",
    nl: "Wat is er nieuw",
    it: "Novità",
    pt: "Novidades",
  },
  install: {
    en: "Install version {version}",
    fr: "Installer la version {version}",
    es: "Instalar la versión {version}",
    de: "Version {version} installieren",
    nl: "Versie {version} installeren",
    it: "Installa la versione {version}",
    pt: "Instalar a versão {version}",
  },
  install_help: {
    en:
      "Downloads {size} and restarts the box. If the new version doesn’t run well for a minute, the box returns to {previous} by itself.",
    fr:
      "Télécharge {size} et redémarre la box. Si la nouvelle version ne fonctionne pas bien pendant une minute, la box revient d’elle-même à {previous}.",
    es:
      "Descarga {size} y reinicia la box. Si la versión nueva no funciona bien durante un minuto, la box vuelve sola a {previous}.",
    de:
      "Lädt {size} herunter und startet die Box neu. Läuft die neue Version nicht eine Minute lang gut, kehrt die Box selbst zu {previous} zurück.",
    nl:
      "Downloadt {size} en herstart de box. Draait de nieuwe versie niet een minuut lang goed, dan gaat de box vanzelf terug naar {previous}.",
    it:
      "Scarica {size} e riavvia la box. Se la nuova versione non funziona bene per un minuto, la box torna da sola alla {previous}.",
    pt:
      "Transfere {size} e reinicia a box. Se a nova versão não funcionar bem durante um minuto, a box volta sozinha à {previous}.",
  },
  by_apt: {
    en: "The package manager would install version {version}.",
    fr: "Le gestionnaire de paquets installerait la version {version}.",
    es: "El gestor de paquetes instalaría la versión {version}.",
    de: "Die Paketverwaltung würde Version {version} installieren.",
    nl: "Het pakketbeheer zou versie {version} installeren.",
    it: "Il gestore dei pacchetti installerebbe la versione {version}.",
    pt: "O gestor de pacotes instalaria a versão {version}.",
  },
  by_apt_none: {
    en:
      "The repository of the box isn’t configured in the package manager, so it installs nothing.",
    fr:
      "Le dépôt de la box n’est pas configuré dans le gestionnaire de paquets, qui n’installe donc rien.",
    es:
      "El repositorio de la box no está configurado en el gestor de paquetes, así que no instala nada.",
    de:
      "Das Paketarchiv der Box ist in der Paketverwaltung nicht eingerichtet, also installiert sie nichts.",
    nl:
      "De pakketbron van de box is niet ingesteld in het pakketbeheer, dus dat installeert niets.",
    it:
      "Il repository della box non è configurato nel gestore dei pacchetti, che quindi non installa nulla.",
    pt:
      "O repositório da box não está configurado no gestor de pacotes, por isso não instala nada.",
  },
  by_hand: {
    en:
      "Nothing installs versions here. Update the container, the add-on or the source folder yourself.",
    fr:
      "Rien n’installe de versions ici. Mettez à jour vous-même le conteneur, le module ou le dossier source.",
    es:
      "Aquí nada instala versiones. Actualice usted el contenedor, el complemento o la carpeta de código.",
    de:
      "Hier installiert nichts von selbst. Aktualisieren Sie den Container, das Add-on oder den Quellordner selbst.",
    nl: "Hier installeert niets versies. Werk de container, de add-on of de bronmap zelf bij.",
    it:
      "Qui nulla installa versioni. Aggiornare da sé il container, il componente o la cartella dei sorgenti.",
    pt: "Aqui nada instala versões. Atualize o contentor, o suplemento ou a pasta do código.",
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
  phase_downloading: {
    en: "Downloading: {done} of {total}",
    fr: "Téléchargement : {done} sur {total}",
    es: "Descargando: {done} de {total}",
    de: "Wird heruntergeladen: {done} von {total}",
    nl: "Downloaden: {done} van {total}",
    it: "Scaricamento: {done} di {total}",
    pt: "A transferir: {done} de {total}",
  },
  phase_waiting: {
    en: "The installation begins",
    fr: "L’installation commence",
    es: "Empieza la instalación",
    de: "Die Installation beginnt",
    nl: "De installatie begint",
    it: "L’installazione inizia",
    pt: "A instalação começa",
  },
  phase_copying: {
    en: "Checking the signature",
    fr: "Vérification de la signature",
    es: "Comprobando la firma",
    de: "Die Signatur wird geprüft",
    nl: "De handtekening wordt gecontroleerd",
    it: "Verifica della firma",
    pt: "A verificar a assinatura",
  },
  phase_unpacking: {
    en: "Unpacking",
    fr: "Décompression",
    es: "Desempaquetando",
    de: "Wird entpackt",
    nl: "Uitpakken",
    it: "Estrazione",
    pt: "A descompactar",
  },
  phase_trying: {
    en: "Trying the program",
    fr: "Essai du programme",
    es: "Probando el programa",
    de: "Das Programm wird probiert",
    nl: "Het programma wordt geprobeerd",
    it: "Prova del programma",
    pt: "A experimentar o programa",
  },
  phase_switching: {
    en: "Switching to the new version",
    fr: "Passage à la nouvelle version",
    es: "Cambiando a la versión nueva",
    de: "Wechsel zur neuen Version",
    nl: "Overschakelen naar de nieuwe versie",
    it: "Passaggio alla nuova versione",
    pt: "A mudar para a nova versão",
  },
  phase_restarting: {
    en: "Restarting the box",
    fr: "Redémarrage de la box",
    es: "Reiniciando la box",
    de: "Die Box startet neu",
    nl: "De box herstart",
    it: "Riavvio della box",
    pt: "A reiniciar a box",
  },
  phase_watching: {
    en: "Watching for a minute whether it runs well",
    fr: "Surveillance pendant une minute",
    es: "Observando un minuto si funciona bien",
    de: "Eine Minute lang wird beobachtet, ob sie gut läuft",
    nl: "Een minuut kijken of het goed draait",
    it: "Osservazione per un minuto",
    pt: "A observar durante um minuto se funciona bem",
  },
  phase_returning: {
    en: "Returning to the version before",
    fr: "Retour à la version précédente",
    es: "Volviendo a la versión anterior",
    de: "Rückkehr zur vorigen Version",
    nl: "Terug naar de vorige versie",
    it: "Ritorno alla versione precedente",
    pt: "A voltar à versão anterior",
  },
  last_installed: {
    en: "Version {to} was installed {when} in place of {from}.",
    fr: "La version {to} a été installée {when} à la place de {from}.",
    es: "La versión {to} se instaló {when} en lugar de {from}.",
    de: "Version {to} wurde {when} anstelle von {from} installiert.",
    nl: "Versie {to} is {when} geïnstalleerd in plaats van {from}.",
    it: "La versione {to} è stata installata {when} al posto di {from}.",
    pt: "A versão {to} foi instalada {when} em vez de {from}.",
  },
  last_returned: {
    en: "The box returned {when} from version {from} to {to}.",
    fr: "La box est revenue {when} de la version {from} à {to}.",
    es: "La box volvió {when} de la versión {from} a la {to}.",
    de: "Die Box kehrte {when} von Version {from} zu {to} zurück.",
    nl: "De box ging {when} terug van versie {from} naar {to}.",
    it: "La box è tornata {when} dalla versione {from} alla {to}.",
    pt: "A box voltou {when} da versão {from} para a {to}.",
  },
  last_rolled_back: {
    en: "Version {to} didn’t run well {when}, so the box returned to {from}.",
    fr: "La version {to} n’a pas bien fonctionné {when}, la box est donc revenue à {from}.",
    es: "La versión {to} no funcionó bien {when}, así que la box volvió a {from}.",
    de: "Version {to} lief {when} nicht gut, deshalb kehrte die Box zu {from} zurück.",
    nl: "Versie {to} draaide {when} niet goed, dus ging de box terug naar {from}.",
    it: "La versione {to} non ha funzionato bene {when}, quindi la box è tornata alla {from}.",
    pt: "A versão {to} não funcionou bem {when}, por isso a box voltou à {from}.",
  },
  last_refused: {
    en: "Version {to} was not installed {when}.",
    fr: "La version {to} n’a pas été installée {when}.",
    es: "La versión {to} no se instaló {when}.",
    de: "Version {to} wurde {when} nicht installiert.",
    nl: "Versie {to} is {when} niet geïnstalleerd.",
    it: "La versione {to} non è stata installata {when}.",
    pt: "A versão {to} não foi instalada {when}.",
  },
  last_unwell: {
    en: "Version {to} was installed {when}, but it doesn’t run well.",
    fr: "La version {to} a été installée {when}, mais elle ne fonctionne pas bien.",
    es: "La versión {to} se instaló {when}, pero no funciona bien.",
    de: "Version {to} wurde {when} installiert, läuft aber nicht gut.",
    nl: "Versie {to} is {when} geïnstalleerd, maar draait niet goed.",
    it: "La versione {to} è stata installata {when}, ma non funziona bene.",
    pt: "A versão {to} foi instalada {when}, mas não funciona bem.",
  },
  rollback: {
    en: "Return to version {version}",
    fr: "Revenir à la version {version}",
    es: "Volver a la versión {version}",
    de: "Zu Version {version} zurückkehren",
    nl: "Terug naar versie {version}",
    it: "Torna alla versione {version}",
    pt: "Voltar à versão {version}",
  },
  rollback_help: {
    en: "Version {version} is still here. {current} took its place {when}.",
    fr: "La version {version} est encore là. {current} a pris sa place {when}.",
    es: "La versión {version} sigue aquí. {current} ocupó su lugar {when}.",
    de: "Version {version} ist noch da. {current} trat {when} an ihre Stelle.",
    nl: "Versie {version} is er nog. {current} kwam er {when} voor in de plaats.",
    it: "La versione {version} è ancora qui. {current} ne ha preso il posto {when}.",
    pt: "A versão {version} ainda está aqui. {current} tomou o lugar dela {when}.",
  },
  data_kept: {
    en: "Your data stays as it is.",
    fr: "Vos données restent telles quelles.",
    es: "Sus datos se quedan como están.",
    de: "Ihre Daten bleiben, wie sie sind.",
    nl: "Uw gegevens blijven zoals ze zijn.",
    it: "I dati restano come sono.",
    pt: "Os seus dados ficam como estão.",
  },
  data_lost: {
    en:
      "Your data returns too: {version} can’t read what the newer version wrote. What changed since then is lost.",
    fr:
      "Vos données reviennent aussi : {version} ne peut pas lire ce que la nouvelle version a écrit. Ce qui a changé depuis est perdu.",
    es:
      "Sus datos también vuelven: {version} no puede leer lo que escribió la versión nueva. Se pierde lo que cambió desde entonces.",
    de:
      "Auch Ihre Daten kehren zurück: {version} kann nicht lesen, was die neuere Version schrieb. Was sich seitdem geändert hat, geht verloren.",
    nl:
      "Ook uw gegevens gaan terug: {version} kan niet lezen wat de nieuwere versie schreef. Wat sindsdien is veranderd gaat verloren.",
    it:
      "Tornano anche i dati: {version} non può leggere ciò che ha scritto la versione più nuova. Ciò che è cambiato da allora va perso.",
    pt:
      "Os seus dados também voltam: {version} não consegue ler o que a versão mais nova escreveu. O que mudou desde então perde-se.",
  },
  log_lost: {
    en: "The log since then is lost, because {version} can’t read it.",
    fr: "Le journal depuis lors est perdu, car {version} ne peut pas le lire.",
    es: "El registro desde entonces se pierde, porque {version} no puede leerlo.",
    de: "Das Protokoll seitdem geht verloren, denn {version} kann es nicht lesen.",
    nl: "Het logboek sindsdien gaat verloren, want {version} kan het niet lezen.",
    it: "Il registro da allora va perso, perché {version} non può leggerlo.",
    pt: "O registo desde então perde-se, porque {version} não o consegue ler.",
  },
  whole_log_lost: {
    en:
      "The whole log is lost, because {version} can’t read it. It was too large to be copied before the update.",
    fr:
      "Tout le journal est perdu, car {version} ne peut pas le lire. Il était trop volumineux pour être copié avant la mise à jour.",
    es:
      "Se pierde todo el registro, porque {version} no puede leerlo. Era demasiado grande para copiarlo antes de la actualización.",
    de:
      "Das ganze Protokoll geht verloren, denn {version} kann es nicht lesen. Es war zu groß, um vor dem Update kopiert zu werden.",
    nl:
      "Het hele logboek gaat verloren, want {version} kan het niet lezen. Het was te groot om vóór de update te kopiëren.",
    it:
      "Tutto il registro va perso, perché {version} non può leggerlo. Era troppo grande per essere copiato prima dell’aggiornamento.",
    pt:
      "Perde-se todo o registo, porque {version} não o consegue ler. Era demasiado grande para ser copiado antes da atualização.",
  },
  whole_log_uncopied: {
    en:
      "The whole log is lost, because {version} can’t read it. It couldn’t be copied before the update: {why}.",
    fr:
      "Tout le journal est perdu, car {version} ne peut pas le lire. Il n’a pas pu être copié avant la mise à jour : {why}.",
    es:
      "Se pierde todo el registro, porque {version} no puede leerlo. No se pudo copiar antes de la actualización: {why}.",
    de:
      "Das ganze Protokoll geht verloren, denn {version} kann es nicht lesen. Es konnte vor dem Update nicht kopiert werden: {why}.",
    nl:
      "Het hele logboek gaat verloren, want {version} kan het niet lezen. Het kon vóór de update niet worden gekopieerd: {why}.",
    it:
      "Tutto il registro va perso, perché {version} non può leggerlo. Non è stato possibile copiarlo prima dell’aggiornamento: {why}.",
    pt:
      "Perde-se todo o registo, porque {version} não o consegue ler. Não foi possível copiá-lo antes da atualização: {why}.",
  },
  all_stats_lost: {
    en:
      "All statistics are lost, because {version} can’t read them. They were too large to be copied before the update.",
    fr:
      "Toutes les statistiques sont perdues, car {version} ne peut pas les lire. Elles étaient trop volumineuses pour être copiées avant la mise à jour.",
    es:
      "Se pierden todas las estadísticas, porque {version} no puede leerlas. Eran demasiado grandes para copiarlas antes de la actualización.",
    de:
      "Die ganze Statistik geht verloren, denn {version} kann sie nicht lesen. Sie war zu groß, um vor dem Update kopiert zu werden.",
    nl:
      "Alle statistieken gaan verloren, want {version} kan ze niet lezen. Ze waren te groot om vóór de update te kopiëren.",
    it:
      "Tutte le statistiche vanno perse, perché {version} non può leggerle. Erano troppo grandi per essere copiate prima dell’aggiornamento.",
    pt:
      "Perdem-se todas as estatísticas, porque {version} não as consegue ler. Eram demasiado grandes para serem copiadas antes da atualização.",
  },
  all_stats_uncopied: {
    en:
      "All statistics are lost, because {version} can’t read them. They couldn’t be copied before the update: {why}.",
    fr:
      "Toutes les statistiques sont perdues, car {version} ne peut pas les lire. Elles n’ont pas pu être copiées avant la mise à jour : {why}.",
    es:
      "Se pierden todas las estadísticas, porque {version} no puede leerlas. No se pudieron copiar antes de la actualización: {why}.",
    de:
      "Die ganze Statistik geht verloren, denn {version} kann sie nicht lesen. Sie konnte vor dem Update nicht kopiert werden: {why}.",
    nl:
      "Alle statistieken gaan verloren, want {version} kan ze niet lezen. Ze konden vóór de update niet worden gekopieerd: {why}.",
    it:
      "Tutte le statistiche vanno perse, perché {version} non può leggerle. Non è stato possibile copiarle prima dell’aggiornamento: {why}.",
    pt:
      "Perdem-se todas as estatísticas, porque {version} não as consegue ler. Não foi possível copiá-las antes da atualização: {why}.",
  },
  stats_lost: {
    en: "The statistics since then are lost, because {version} can’t read them.",
    fr: "Les statistiques depuis lors sont perdues, car {version} ne peut pas les lire.",
    es: "Las estadísticas desde entonces se pierden, porque {version} no puede leerlas.",
    de: "Die Statistik seitdem geht verloren, denn {version} kann sie nicht lesen.",
    nl: "De statistieken sindsdien gaan verloren, want {version} kan ze niet lezen.",
    it: "Le statistiche da allora vanno perse, perché {version} non può leggerle.",
    pt: "As estatísticas desde então perdem-se, porque {version} não as consegue ler.",
  },
  changes_none: {
    en: "Nobody changed anything since then.",
    fr: "Personne n’a rien changé depuis.",
    es: "Nadie cambió nada desde entonces.",
    de: "Seitdem hat niemand etwas geändert.",
    nl: "Sindsdien heeft niemand iets veranderd.",
    it: "Da allora nessuno ha cambiato nulla.",
    pt: "Ninguém mudou nada desde então.",
  },
  changes: {
    en: "Changed since then",
    fr: "Changé depuis",
    es: "Cambiado desde entonces",
    de: "Seitdem geändert",
    nl: "Sindsdien veranderd",
    it: "Cambiato da allora",
    pt: "Mudado desde então",
  },
  changes_all: {
    en: "Show all of it",
    fr: "Tout afficher",
    es: "Mostrar todo",
    de: "Alles anzeigen",
    nl: "Alles tonen",
    it: "Mostra tutto",
    pt: "Mostrar tudo",
  },
  rollback_sure: {
    en: "Return to version {version}? What changed since then may be lost.",
    fr: "Revenir à la version {version} ? Ce qui a changé depuis peut être perdu.",
    es: "¿Volver a la versión {version}? Lo que cambió desde entonces puede perderse.",
    de: "Zu Version {version} zurückkehren? Was sich seitdem geändert hat, kann verloren gehen.",
    nl: "Terug naar versie {version}? Wat sindsdien is veranderd kan verloren gaan.",
    it: "Tornare alla versione {version}? Ciò che è cambiato da allora può andare perso.",
    pt: "Voltar à versão {version}? O que mudou desde então pode perder-se.",
  },
  home_available: {
    en: "{version} is available",
    fr: "{version} est disponible",
    es: "{version} disponible",
    de: "{version} verfügbar",
    nl: "{version} beschikbaar",
    it: "{version} disponibile",
    pt: "{version} disponível",
  },
});
