/** Texts of the first page. */
import { texts } from "./text.ts";

/** The texts. */
export const home = texts({
  lead_good: {
    en: "Everything is protected.",
    fr: "Tout est protégé.",
    es: "Todo está protegido.",
    de: "Alles ist geschützt.",
    nl: "Alles is beschermd.",
    it: "È tutto protetto.",
    pt: "Está tudo protegido.",
  },
  lead_paused: {
    en: "Paused {until}.",
    fr: "En pause {until}.",
    es: "En pausa {until}.",
    de: "Pausiert {until}.",
    nl: "Gepauzeerd {until}.",
    it: "In pausa {until}.",
    pt: "Em pausa {until}.",
  },
  lead_more: {
    en: {
      one: "One more thing needs your attention.",
      other: "{count} more things need your attention.",
    },
    fr: {
      one: "Une autre chose demande votre attention.",
      other: "{count} autres choses demandent votre attention.",
    },
    es: {
      one: "Otra cosa requiere su atención.",
      other: "Otras {count} cosas requieren su atención.",
    },
    de: {
      one: "Noch eine Sache braucht Ihre Aufmerksamkeit.",
      other: "Noch {count} Dinge brauchen Ihre Aufmerksamkeit.",
    },
    nl: { one: "Nog één zaak vraagt uw aandacht.", other: "Nog {count} zaken vragen uw aandacht." },
    it: {
      one: "Un’altra cosa richiede la tua attenzione.",
      other: "Altre {count} cose richiedono la tua attenzione.",
    },
    pt: {
      one: "Mais uma coisa requer a sua atenção.",
      other: "Mais {count} coisas requerem a sua atenção.",
    },
  },
  lead_paused_for: {
    en: "Protection works, but it’s paused for {whom}.",
    fr: "La protection fonctionne, mais elle est en pause pour {whom}.",
    es: "La protección funciona, pero está en pausa para {whom}.",
    de: "Der Schutz wirkt, pausiert aber für {whom}.",
    nl: "De bescherming werkt, maar is gepauzeerd voor {whom}.",
    it: "La protezione funziona, ma è in pausa per {whom}.",
    pt: "A proteção funciona, mas está em pausa para {whom}.",
  },
  lead_no_lists: {
    en: "Not protected yet: no list is in use.",
    fr: "Pas encore de protection : aucune liste n’est utilisée.",
    es: "Aún sin protección: no hay ninguna lista en uso.",
    de: "Noch kein Schutz: Es ist keine Liste in Gebrauch.",
    nl: "Nog geen bescherming: er is geen lijst in gebruik.",
    it: "Ancora nessuna protezione: nessuna lista è in uso.",
    pt: "Ainda sem proteção: nenhuma lista está em uso.",
  },
  lead_checks_off: {
    en: {
      one: "Protection works; one check for threats is off.",
      other: "Protection works; {count} checks for threats are off.",
    },
    fr: {
      one: "La protection fonctionne ; une vérification des menaces est désactivée.",
      other: "La protection fonctionne ; {count} vérifications des menaces sont désactivées.",
    },
    es: {
      one: "La protección funciona; una comprobación de amenazas está desactivada.",
      other: "La protección funciona; {count} comprobaciones de amenazas están desactivadas.",
    },
    de: {
      one: "Der Schutz wirkt; eine Prüfung auf Bedrohungen ist aus.",
      other: "Der Schutz wirkt; {count} Prüfungen auf Bedrohungen sind aus.",
    },
    nl: {
      one: "De bescherming werkt; één controle op bedreigingen staat uit.",
      other: "De bescherming werkt; {count} controles op bedreigingen staan uit.",
    },
    it: {
      one: "La protezione funziona; un controllo delle minacce è disattivato.",
      other: "La protezione funziona; {count} controlli delle minacce sono disattivati.",
    },
    pt: {
      one: "A proteção funciona; uma verificação de ameaças está desligada.",
      other: "A proteção funciona; {count} verificações de ameaças estão desligadas.",
    },
  },
  lead_attention: {
    en: {
      one: "Protection works; one thing needs your attention.",
      other: "Protection works; {count} things need your attention.",
    },
    fr: {
      one: "La protection fonctionne ; une chose demande votre attention.",
      other: "La protection fonctionne ; {count} choses demandent votre attention.",
    },
    es: {
      one: "La protección funciona; una cosa requiere su atención.",
      other: "La protección funciona; {count} cosas requieren su atención.",
    },
    de: {
      one: "Der Schutz wirkt; eine Sache braucht Ihre Aufmerksamkeit.",
      other: "Der Schutz wirkt; {count} Dinge brauchen Ihre Aufmerksamkeit.",
    },
    nl: {
      one: "De bescherming werkt; één zaak vraagt uw aandacht.",
      other: "De bescherming werkt; {count} zaken vragen uw aandacht.",
    },
    it: {
      one: "La protezione funziona; una cosa richiede la tua attenzione.",
      other: "La protezione funziona; {count} cose richiedono la tua attenzione.",
    },
    pt: {
      one: "A proteção funciona; uma coisa requer a sua atenção.",
      other: "A proteção funciona; {count} coisas requerem a sua atenção.",
    },
  },
  lead_things: {
    en: { one: "One thing needs your attention.", other: "{count} things need your attention." },
    fr: {
      one: "Une chose demande votre attention.",
      other: "{count} choses demandent votre attention.",
    },
    es: { one: "Una cosa requiere su atención.", other: "{count} cosas requieren su atención." },
    de: {
      one: "Eine Sache braucht Ihre Aufmerksamkeit.",
      other: "{count} Dinge brauchen Ihre Aufmerksamkeit.",
    },
    nl: { one: "Eén zaak vraagt uw aandacht.", other: "{count} zaken vragen uw aandacht." },
    it: {
      one: "Una cosa richiede la tua attenzione.",
      other: "{count} cose richiedono la tua attenzione.",
    },
    pt: { one: "Uma coisa requer a sua atenção.", other: "{count} coisas requerem a sua atenção." },
  },
  attention: {
    en: "What needs attention",
    fr: "Ce qui demande attention",
    es: "Qué requiere atención",
    de: "Was Aufmerksamkeit braucht",
    nl: "Wat aandacht vraagt",
    it: "Che cosa richiede attenzione",
    pt: "O que requer atenção",
  },
  lead_plain: {
    en: "This is how the box stands.",
    fr: "Voici comment va la box.",
    es: "Así está la box.",
    de: "So steht es um die Box.",
    nl: "Zo staat de box ervoor.",
    it: "Ecco come sta la box.",
    pt: "É assim que está a box.",
  },
  lead_unasked: {
    en: "The box is ready, and no device asks it yet.",
    fr: "La box est prête, mais aucun appareil ne l’interroge encore.",
    es: "La box está lista, pero ningún dispositivo le pregunta todavía.",
    de: "Die Box ist bereit, aber noch fragt kein Gerät sie an.",
    nl: "De box is klaar, maar nog geen apparaat vraagt haar iets.",
    it: "La box è pronta, ma nessun dispositivo la interroga ancora.",
    pt: "A box está pronta, mas nenhum dispositivo lhe pergunta ainda.",
  },
  traffic_hour: {
    en: {
      one: "One query in the last hour, {blocked} blocked.",
      other: "{count} queries in the last hour, {blocked} of them blocked.",
    },
    fr: {
      one: "{count} requête pendant la dernière heure, dont {blocked} bloquée.",
      other: "{count} requêtes pendant la dernière heure, dont {blocked} bloquées.",
    },
    es: {
      one: "Una consulta en la última hora, bloqueadas: {blocked}.",
      other: "{count} consultas en la última hora, {blocked} de ellas bloqueadas.",
    },
    de: {
      one: "Eine Anfrage in der letzten Stunde, davon {blocked} gesperrt.",
      other: "{count} Anfragen in der letzten Stunde, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Eén verzoek in het afgelopen uur, waarvan {blocked} geblokkeerd.",
      other: "{count} verzoeken in het afgelopen uur, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "Una richiesta nell’ultima ora, bloccate: {blocked}.",
      other: "{count} richieste nell’ultima ora, di cui {blocked} bloccate.",
    },
    pt: {
      one: "{count} consulta na última hora, {blocked} bloqueada.",
      other: "{count} consultas na última hora, {blocked} delas bloqueadas.",
    },
  },
  traffic_day: {
    en: {
      one: "One query in the last 24 hours, {blocked} blocked.",
      other: "{count} queries in the last 24 hours, {blocked} of them blocked.",
    },
    fr: {
      one: "{count} requête pendant les dernières 24 heures, dont {blocked} bloquée.",
      other: "{count} requêtes pendant les dernières 24 heures, dont {blocked} bloquées.",
    },
    es: {
      one: "Una consulta en las últimas 24 horas, bloqueadas: {blocked}.",
      other: "{count} consultas en las últimas 24 horas, {blocked} de ellas bloqueadas.",
    },
    de: {
      one: "Eine Anfrage in den letzten 24 Stunden, davon {blocked} gesperrt.",
      other: "{count} Anfragen in den letzten 24 Stunden, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Eén verzoek in de afgelopen 24 uur, waarvan {blocked} geblokkeerd.",
      other: "{count} verzoeken in de afgelopen 24 uur, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "Una richiesta nelle ultime 24 ore, bloccate: {blocked}.",
      other: "{count} richieste nelle ultime 24 ore, di cui {blocked} bloccate.",
    },
    pt: {
      one: "{count} consulta nas últimas 24 horas, {blocked} bloqueada.",
      other: "{count} consultas nas últimas 24 horas, {blocked} delas bloqueadas.",
    },
  },
  traffic_week: {
    en: {
      one: "One query in the last 7 days, {blocked} blocked.",
      other: "{count} queries in the last 7 days, {blocked} of them blocked.",
    },
    fr: {
      one: "{count} requête pendant les 7 derniers jours, dont {blocked} bloquée.",
      other: "{count} requêtes pendant les 7 derniers jours, dont {blocked} bloquées.",
    },
    es: {
      one: "Una consulta en los últimos 7 días, bloqueadas: {blocked}.",
      other: "{count} consultas en los últimos 7 días, {blocked} de ellas bloqueadas.",
    },
    de: {
      one: "Eine Anfrage in den letzten 7 Tagen, davon {blocked} gesperrt.",
      other: "{count} Anfragen in den letzten 7 Tagen, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Eén verzoek in de afgelopen 7 dagen, waarvan {blocked} geblokkeerd.",
      other: "{count} verzoeken in de afgelopen 7 dagen, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "Una richiesta negli ultimi 7 giorni, bloccate: {blocked}.",
      other: "{count} richieste negli ultimi 7 giorni, di cui {blocked} bloccate.",
    },
    pt: {
      one: "{count} consulta nos últimos 7 dias, {blocked} bloqueada.",
      other: "{count} consultas nos últimos 7 dias, {blocked} delas bloqueadas.",
    },
  },
  traffic_month: {
    en: {
      one: "One query in the last 30 days, {blocked} blocked.",
      other: "{count} queries in the last 30 days, {blocked} of them blocked.",
    },
    fr: {
      one: "{count} requête pendant les 30 derniers jours, dont {blocked} bloquée.",
      other: "{count} requêtes pendant les 30 derniers jours, dont {blocked} bloquées.",
    },
    es: {
      one: "Una consulta en los últimos 30 días, bloqueadas: {blocked}.",
      other: "{count} consultas en los últimos 30 días, {blocked} de ellas bloqueadas.",
    },
    de: {
      one: "Eine Anfrage in den letzten 30 Tagen, davon {blocked} gesperrt.",
      other: "{count} Anfragen in den letzten 30 Tagen, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Eén verzoek in de afgelopen 30 dagen, waarvan {blocked} geblokkeerd.",
      other: "{count} verzoeken in de afgelopen 30 dagen, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "Una richiesta negli ultimi 30 giorni, bloccate: {blocked}.",
      other: "{count} richieste negli ultimi 30 giorni, di cui {blocked} bloccate.",
    },
    pt: {
      one: "{count} consulta nos últimos 30 dias, {blocked} bloqueada.",
      other: "{count} consultas nos últimos 30 dias, {blocked} delas bloqueadas.",
    },
  },
  problem_paused: {
    en: "Protection is paused for everyone {until}.",
    fr: "La protection est en pause pour tout le monde {until}.",
    es: "La protección está en pausa para todos {until}.",
    de: "Der Schutz pausiert für alle {until}.",
    nl: "De bescherming is voor iedereen gepauzeerd {until}.",
    it: "La protezione è in pausa per tutti {until}.",
    pt: "A proteção está em pausa para todos {until}.",
  },
  problem_paused_for: {
    en: "Protection is paused for {whom} {until}.",
    fr: "La protection est en pause pour {whom} {until}.",
    es: "La protección está en pausa para {whom} {until}.",
    de: "Der Schutz pausiert für {whom} {until}.",
    nl: "De bescherming is gepauzeerd voor {whom} {until}.",
    it: "La protezione è in pausa per {whom} {until}.",
    pt: "A proteção está em pausa para {whom} {until}.",
  },
  problem_paused_no_device: {
    en: "The pause for {whom} is set {until}, but {whom} has no device yet.",
    fr: "La pause pour {whom} est réglée {until}, mais {whom} n’a pas encore d’appareil.",
    es: "La pausa de {whom} está puesta {until}, pero {whom} aún no tiene ningún dispositivo.",
    de: "Die Pause für {whom} ist {until} eingestellt, aber {whom} hat noch kein Gerät.",
    nl: "De pauze voor {whom} is ingesteld {until}, maar {whom} heeft nog geen apparaat.",
    it: "La pausa per {whom} è impostata {until}, ma {whom} non ha ancora un dispositivo.",
    pt: "A pausa de {whom} está definida {until}, mas {whom} ainda não tem nenhum dispositivo.",
  },
  problem_dns: {
    en: "The box does not answer queries at the moment.",
    fr: "La box ne répond pas aux requêtes en ce moment.",
    es: "La box no responde a las consultas en este momento.",
    de: "Die Box beantwortet gerade keine Anfragen.",
    nl: "De box beantwoordt op dit moment geen verzoeken.",
    it: "Al momento la box non risponde alle richieste.",
    pt: "De momento a box não responde às consultas.",
  },
  problem_upstreams: {
    en: "No upstream server answers: only names that the box knows already are found.",
    fr: "Aucun serveur DNS ne répond : seuls les noms que la box connaît déjà sont trouvés.",
    es: "Ningún servidor DNS responde: solo se encuentran los nombres que la box ya conoce.",
    de: "Kein DNS-Server antwortet: Nur Namen, die die Box schon kennt, werden gefunden.",
    nl: "Geen DNS-server antwoordt: alleen namen die de box al kent, worden gevonden.",
    it: "Nessun server DNS risponde: si trovano solo i nomi che la box conosce già.",
    pt: "Nenhum servidor DNS responde: só se encontram os nomes que a box já conhece.",
  },
  problem_some_upstreams: {
    en: {
      one: "One of {all} upstream servers does not answer.",
      other: "{count} of {all} upstream servers do not answer.",
    },
    fr: {
      one: "Un serveur DNS sur {all} ne répond pas.",
      other: "{count} serveurs DNS sur {all} ne répondent pas.",
    },
    es: {
      one: "Uno de {all} servidores DNS no responde.",
      other: "{count} de {all} servidores DNS no responden.",
    },
    de: {
      one: "Einer von {all} DNS-Servern antwortet nicht.",
      other: "{count} von {all} DNS-Servern antworten nicht.",
    },
    nl: {
      one: "Een van {all} DNS-servers antwoordt niet.",
      other: "{count} van {all} DNS-servers antwoorden niet.",
    },
    it: {
      one: "Uno dei {all} server DNS non risponde.",
      other: "{count} dei {all} server DNS non rispondono.",
    },
    pt: {
      one: "Um de {all} servidores DNS não responde.",
      other: "{count} de {all} servidores DNS não respondem.",
    },
  },
  problem_filtering: {
    en:
      "Filtering is off: lists, categories, services and rules block nothing. Only hours and cuts still apply.",
    fr:
      "Le filtrage est désactivé : listes, catégories, services et règles ne bloquent rien. Seuls les horaires et les coupures s’appliquent encore.",
    es:
      "El filtrado está desactivado: listas, categorías, servicios y reglas no bloquean nada. Solo los horarios y los cortes siguen aplicándose.",
    de:
      "Das Filtern ist aus: Listen, Kategorien, Dienste und Regeln sperren nichts. Nur Zeiten und Internetsperren gelten weiter.",
    nl:
      "Het filteren staat uit: lijsten, categorieën, diensten en regels blokkeren niets. Alleen tijden en afsluitingen blijven gelden.",
    it:
      "Il filtro è disattivato: liste, categorie, servizi e regole non bloccano nulla. Valgono ancora solo orari e sospensioni.",
    pt:
      "A filtragem está desligada: listas, categorias, serviços e regras não bloqueiam nada. Só os horários e os cortes continuam a aplicar-se.",
  },
  filtering_on: {
    en: "Filtering is on again.",
    fr: "Le filtrage est de nouveau actif.",
    es: "El filtrado vuelve a estar activado.",
    de: "Das Filtern ist wieder an.",
    nl: "Het filteren staat weer aan.",
    it: "Il filtro è di nuovo attivo.",
    pt: "A filtragem está ligada de novo.",
  },
  problem_no_lists: {
    en: "No list is in use, so advertising and dangerous sites aren’t blocked.",
    fr: "Aucune liste n’est utilisée : la publicité et les sites dangereux ne sont pas bloqués.",
    es: "No hay ninguna lista en uso: la publicidad y los sitios peligrosos no se bloquean.",
    de: "Es ist keine Liste in Gebrauch: Werbung und gefährliche Websites werden nicht gesperrt.",
    nl: "Er is geen lijst in gebruik: reclame en gevaarlijke websites worden niet geblokkeerd.",
    it: "Nessuna lista è in uso: pubblicità e siti pericolosi non vengono bloccati.",
    pt: "Nenhuma lista está em uso: a publicidade e os sites perigosos não são bloqueados.",
  },
  problem_box: {
    en:
      "The settings database cannot be used: everything keeps working as it is, but nothing can be changed.",
    fr:
      "La base de données des réglages est inutilisable : ce qui est en place continue de fonctionner, mais rien ne peut être modifié.",
    es:
      "La base de datos de los ajustes no se puede usar: lo que está en vigor sigue funcionando, pero no se puede cambiar nada.",
    de:
      "Die Datenbank der Einstellungen ist nicht verfügbar: Alles läuft weiter wie bisher, aber nichts lässt sich ändern.",
    nl:
      "De database van de instellingen is niet beschikbaar: alles werkt door zoals het was, maar niets kan worden gewijzigd.",
    it:
      "Il database delle impostazioni non è utilizzabile: ciò che è in vigore continua a funzionare, ma non si può modificare nulla.",
    pt:
      "A base de dados das definições não pode ser usada: o que está em vigor continua a funcionar, mas nada pode ser alterado.",
  },
  problem_journal: {
    en: "The log database cannot be used: queries aren’t kept.",
    fr: "La base de données du journal est inutilisable : les requêtes ne sont pas conservées.",
    es: "La base de datos del registro no se puede usar: las consultas no se guardan.",
    de: "Die Datenbank des Protokolls ist nicht verfügbar: Anfragen werden nicht aufbewahrt.",
    nl: "De database van het logboek is niet beschikbaar: verzoeken worden niet bewaard.",
    it: "Il database del registro non è utilizzabile: le richieste non vengono conservate.",
    pt: "A base de dados do registo não pode ser usada: as consultas não são guardadas.",
  },
  problem_stats: {
    en: "The statistics database cannot be used: queries are counted later.",
    fr:
      "La base de données des statistiques est inutilisable : les requêtes seront comptées plus tard.",
    es:
      "La base de datos de las estadísticas no se puede usar: las consultas se contarán más tarde.",
    de: "Die Datenbank der Statistik ist nicht verfügbar: Anfragen werden später gezählt.",
    nl: "De database van de statistieken is niet beschikbaar: verzoeken worden later geteld.",
    it: "Il database delle statistiche non è utilizzabile: le richieste saranno contate dopo.",
    pt:
      "A base de dados das estatísticas não pode ser usada: as consultas serão contadas mais tarde.",
  },
  problem_lists: {
    en: {
      one: "The list {names} could not be refreshed; its last copy stays in force.",
      other: "{count} lists could not be refreshed; their last copies stay in force: {names}.",
    },
    fr: {
      one: "La liste {names} n’a pas pu être renouvelée ; sa dernière copie reste en vigueur.",
      other:
        "{count} listes n’ont pas pu être renouvelées, leurs dernières copies restent en vigueur : {names}.",
    },
    es: {
      one: "La lista {names} no se pudo renovar; su última copia sigue vigente.",
      other: "{count} listas no se pudieron renovar, sus últimas copias siguen vigentes: {names}.",
    },
    de: {
      one: "Die Liste {names} ließ sich nicht aktualisieren; ihre letzte Kopie gilt weiter.",
      other:
        "{count} Listen ließen sich nicht aktualisieren, ihre letzten Kopien gelten weiter: {names}.",
    },
    nl: {
      one: "De lijst {names} kon niet worden bijgewerkt; de laatste kopie blijft gelden.",
      other:
        "{count} lijsten konden niet worden bijgewerkt, hun laatste kopieën blijven gelden: {names}.",
    },
    it: {
      one: "La lista {names} non si è potuta rinnovare; resta in vigore l’ultima copia.",
      other:
        "{count} liste non si sono potute rinnovare, restano in vigore le ultime copie: {names}.",
    },
    pt: {
      one: "A lista {names} não pôde ser renovada; a última cópia continua em vigor.",
      other:
        "{count} listas não puderam ser renovadas, as últimas cópias continuam em vigor: {names}.",
    },
  },
  problem_lists_none: {
    en: {
      one: "The list {names} could not be downloaded yet and has no effect.",
      other: "{count} lists could not be downloaded yet and have no effect: {names}.",
    },
    fr: {
      one: "La liste {names} n’a pas encore pu être téléchargée et reste sans effet.",
      other:
        "{count} listes n’ont pas encore pu être téléchargées et restent sans effet : {names}.",
    },
    es: {
      one: "La lista {names} aún no se ha podido descargar y no tiene efecto.",
      other: "{count} listas aún no se han podido descargar y no tienen efecto: {names}.",
    },
    de: {
      one: "Die Liste {names} ließ sich noch nicht laden und ist wirkungslos.",
      other: "{count} Listen ließen sich noch nicht laden und sind wirkungslos: {names}.",
    },
    nl: {
      one: "De lijst {names} kon nog niet worden opgehaald en werkt dus niet.",
      other: "{count} lijsten konden nog niet worden opgehaald en werken dus niet: {names}.",
    },
    it: {
      one: "La lista {names} non si è ancora potuta scaricare e non ha effetto.",
      other: "{count} liste non si sono ancora potute scaricare e non hanno effetto: {names}.",
    },
    pt: {
      one: "A lista {names} ainda não pôde ser transferida e não tem efeito.",
      other: "{count} listas ainda não puderam ser transferidas e não têm efeito: {names}.",
    },
  },
  problem_lists_part: {
    en: {
      one: "The list {names} isn’t in force as it should be.",
      other: "{count} lists aren’t in force as they should be: {names}.",
    },
    fr: {
      one: "La liste {names} n’est pas appliquée comme elle devrait l’être.",
      other: "{count} listes ne sont pas appliquées comme elles devraient l’être : {names}.",
    },
    es: {
      one: "La lista {names} no se aplica como debería.",
      other: "{count} listas no se aplican como deberían: {names}.",
    },
    de: {
      one: "Die Liste {names} gilt nicht so, wie sie sollte.",
      other: "{count} Listen gelten nicht so, wie sie sollten: {names}.",
    },
    nl: {
      one: "De lijst {names} geldt niet zoals het hoort.",
      other: "{count} lijsten gelden niet zoals het hoort: {names}.",
    },
    it: {
      one: "La lista {names} non è applicata come dovrebbe.",
      other: "{count} liste non sono applicate come dovrebbero: {names}.",
    },
    pt: {
      one: "A lista {names} não está a ser aplicada como devia.",
      other: "{count} listas não estão a ser aplicadas como deviam: {names}.",
    },
  },
  problem_time: {
    en: "The box doesn’t know the time yet. Until it does, hours and daily limits don’t apply.",
    fr:
      "La box ne connaît pas encore l’heure. En attendant, les horaires et les limites du jour ne s’appliquent pas.",
    es:
      "La box aún no sabe la hora. Hasta entonces, los horarios y los límites diarios no se aplican.",
    de: "Die Box kennt die Uhrzeit noch nicht. Bis dahin gelten Zeiten und Tageslimits nicht.",
    nl: "De box weet nog niet hoe laat het is. Tot dan gelden tijden en daglimieten niet.",
    it: "La box non conosce ancora l’ora. Fino ad allora orari e limiti giornalieri non valgono.",
    pt:
      "A box ainda não sabe que horas são. Até lá, os horários e os limites diários não se aplicam.",
  },
  problem_no_device: {
    en: "{name} has no device yet, so these hours apply to nothing.",
    fr: "{name} n’a pas encore d’appareil : ces horaires ne s’appliquent à rien.",
    es: "{name} aún no tiene ningún dispositivo: estos horarios no se aplican a nada.",
    de: "{name} hat noch kein Gerät: Diese Zeiten gelten für nichts.",
    nl: "{name} heeft nog geen apparaat: deze tijden gelden nergens voor.",
    it: "{name} non ha ancora un dispositivo: questi orari non valgono per nulla.",
    pt: "{name} ainda não tem nenhum dispositivo: estes horários não se aplicam a nada.",
  },
  problem_held: {
    en: {
      one: "The new copy of the list {names} is waiting for your decision.",
      other: "The new copies of {count} lists are waiting for your decision: {names}.",
    },
    fr: {
      one: "La nouvelle copie de la liste {names} attend votre décision.",
      other: "Les nouvelles copies de {count} listes attendent votre décision : {names}.",
    },
    es: {
      one: "La nueva copia de la lista {names} espera su decisión.",
      other: "Las nuevas copias de {count} listas esperan su decisión: {names}.",
    },
    de: {
      one: "Die neue Kopie der Liste {names} wartet auf Ihre Entscheidung.",
      other: "Die neuen Kopien von {count} Listen warten auf Ihre Entscheidung: {names}.",
    },
    nl: {
      one: "De nieuwe kopie van de lijst {names} wacht op uw beslissing.",
      other: "De nieuwe kopieën van {count} lijsten wachten op uw beslissing: {names}.",
    },
    it: {
      one: "La nuova copia della lista {names} attende una tua decisione.",
      other: "Le nuove copie di {count} liste attendono una tua decisione: {names}.",
    },
    pt: {
      one: "A nova cópia da lista {names} espera a sua decisão.",
      other: "As novas cópias de {count} listas esperam a sua decisão: {names}.",
    },
  },
  problem_alerts: {
    en: { one: "One severe alert is open.", other: "{count} severe alerts are open." },
    fr: { one: "Une alerte grave est ouverte.", other: "{count} alertes graves sont ouvertes." },
    es: { one: "Hay una alerta grave abierta.", other: "Hay {count} alertas graves abiertas." },
    de: {
      one: "Eine schwerwiegende Meldung ist offen.",
      other: "{count} schwerwiegende Meldungen sind offen.",
    },
    nl: {
      one: "Er staat één ernstige melding open.",
      other: "Er staan {count} ernstige meldingen open.",
    },
    it: { one: "C’è un avviso grave aperto.", other: "Ci sono {count} avvisi gravi aperti." },
    pt: { one: "Há um alerta grave aberto.", other: "Há {count} alertas graves abertos." },
  },
  period: {
    en: "Period",
    fr: "Période",
    es: "Período",
    de: "Zeitraum",
    nl: "Periode",
    it: "Periodo",
    pt: "Período",
  },
  period_hour: {
    en: "Hour",
    fr: "Heure",
    es: "Hora",
    de: "Stunde",
    nl: "Uur",
    it: "Ora",
    pt: "Hora",
  },
  period_day: {
    en: "Day",
    fr: "Jour",
    es: "Día",
    de: "Tag",
    nl: "Dag",
    it: "Giorno",
    pt: "Dia",
  },
  period_week: {
    en: "Week",
    fr: "Semaine",
    es: "Semana",
    de: "Woche",
    nl: "Week",
    it: "Settimana",
    pt: "Semana",
  },
  period_month: {
    en: "Month",
    fr: "Mois",
    es: "Mes",
    de: "Monat",
    nl: "Maand",
    it: "Mese",
    pt: "Mês",
  },
  devices: {
    en: "Active devices",
    fr: "Appareils actifs",
    es: "Dispositivos activos",
    de: "Aktive Geräte",
    nl: "Actieve apparaten",
    it: "Dispositivi attivi",
    pt: "Dispositivos ativos",
  },
  answer_time: {
    en: "Average answer time",
    fr: "Réponse moyenne",
    es: "Respuesta media",
    de: "Mittlere Antwortzeit",
    nl: "Gemiddelde antwoordtijd",
    it: "Risposta media",
    pt: "Resposta média",
  },
  from_cache: {
    en: "From the cache",
    fr: "Depuis le cache",
    es: "Desde la caché",
    de: "Aus dem Cache",
    nl: "Uit de cache",
    it: "Dalla cache",
    pt: "Da cache",
  },
  was: {
    en: "before: {value}",
    fr: "avant : {value}",
    es: "antes: {value}",
    de: "vorher: {value}",
    nl: "eerder: {value}",
    it: "prima: {value}",
    pt: "antes: {value}",
  },
  change: {
    en: "{change} from the period before",
    fr: "{change} par rapport à avant",
    es: "{change} respecto a antes",
    de: "{change} gegenüber vorher",
    nl: "{change} ten opzichte van eerder",
    it: "{change} rispetto a prima",
    pt: "{change} em relação a antes",
  },
  busiest: {
    en: "mostly {name}",
    fr: "surtout {name}",
    es: "sobre todo {name}",
    de: "vor allem {name}",
    nl: "vooral {name}",
    it: "soprattutto {name}",
    pt: "sobretudo {name}",
  },
  over_time: {
    en: "Queries over time",
    fr: "Requêtes au fil du temps",
    es: "Consultas a lo largo del tiempo",
    de: "Anfragen im Verlauf",
    nl: "Verzoeken in de tijd",
    it: "Richieste nel tempo",
    pt: "Consultas ao longo do tempo",
  },
  count_queries: {
    en: { one: "{count} query", other: "{count} queries" },
    fr: { one: "{count} requête", other: "{count} requêtes" },
    es: { one: "{count} consulta", other: "{count} consultas" },
    de: { one: "{count} Anfrage", other: "{count} Anfragen" },
    nl: { one: "{count} verzoek", other: "{count} verzoeken" },
    it: { one: "{count} richiesta", other: "{count} richieste" },
    pt: { one: "{count} consulta", other: "{count} consultas" },
  },
  count_blocked: {
    en: { one: "{count} blocked", other: "{count} blocked" },
    fr: { one: "{count} bloquée", other: "{count} bloquées" },
    es: { one: "{count} bloqueada", other: "{count} bloqueadas" },
    de: { one: "{count} gesperrt", other: "{count} gesperrt" },
    nl: { one: "{count} geblokkeerd", other: "{count} geblokkeerd" },
    it: { one: "{count} bloccata", other: "{count} bloccate" },
    pt: { one: "{count} bloqueada", other: "{count} bloqueadas" },
  },
  live: {
    en: "Right now",
    fr: "En direct",
    es: "En directo",
    de: "Gerade jetzt",
    nl: "Op dit moment",
    it: "In diretta",
    pt: "Em direto",
  },
  all_queries: {
    en: "All queries",
    fr: "Toutes les requêtes",
    es: "Todas las consultas",
    de: "Alle Anfragen",
    nl: "Alle verzoeken",
    it: "Tutte le richieste",
    pt: "Todas as consultas",
  },
  no_recent: {
    en: "Nothing has been asked lately. New queries appear here by themselves.",
    fr: "Rien n’a été demandé récemment. Les nouvelles requêtes apparaissent ici d’elles-mêmes.",
    es: "No se ha preguntado nada últimamente. Las consultas nuevas aparecen aquí solas.",
    de: "In letzter Zeit wurde nichts angefragt. Neue Anfragen erscheinen hier von selbst.",
    nl: "Er is de laatste tijd niets gevraagd. Nieuwe verzoeken verschijnen hier vanzelf.",
    it: "Di recente non è stato chiesto nulla. Le nuove richieste compaiono qui da sole.",
    pt: "Nada foi perguntado ultimamente. As novas consultas aparecem aqui sozinhas.",
  },
  lost: {
    en:
      "The connection to the box was lost. The page shows the last known state, and catches up by itself.",
    fr:
      "La connexion à la box est perdue. La page montre le dernier état connu et revient d’elle-même.",
    es:
      "Se perdió la conexión con la box. La página muestra el último estado conocido y vuelve sola.",
    de:
      "Die Verbindung zur Box ist unterbrochen. Die Seite zeigt den letzten bekannten Stand und aktualisiert sich von selbst.",
    nl:
      "De verbinding met de box is verbroken. De pagina toont de laatst bekende stand en werkt zichzelf weer bij.",
    it:
      "La connessione con la box si è interrotta. La pagina mostra l’ultimo stato noto e torna da sola.",
    pt: "A ligação à box perdeu-se. A página mostra o último estado conhecido e volta sozinha.",
  },
  top_names: {
    en: "Asked most",
    fr: "Les plus demandés",
    es: "Los más pedidos",
    de: "Am meisten angefragt",
    nl: "Meest gevraagd",
    it: "I più richiesti",
    pt: "Os mais pedidos",
  },
  top_blocked: {
    en: "Blocked most",
    fr: "Les plus bloqués",
    es: "Los más bloqueados",
    de: "Am meisten gesperrt",
    nl: "Meest geblokkeerd",
    it: "I più bloccati",
    pt: "Os mais bloqueados",
  },
  top_devices: {
    en: "Busiest devices",
    fr: "Appareils les plus actifs",
    es: "Dispositivos más activos",
    de: "Aktivste Geräte",
    nl: "Drukste apparaten",
    it: "Dispositivi più attivi",
    pt: "Dispositivos mais ativos",
  },
  top_people: {
    en: "Busiest people",
    fr: "Personnes les plus actives",
    es: "Personas más activas",
    de: "Aktivste Personen",
    nl: "Drukste personen",
    it: "Persone più attive",
    pt: "Pessoas mais ativas",
  },
  shared_devices: {
    en: "Shared devices",
    fr: "Appareils partagés",
    es: "Dispositivos compartidos",
    de: "Geteilte Geräte",
    nl: "Gedeelde apparaten",
    it: "Dispositivi condivisi",
    pt: "Dispositivos partilhados",
  },
  no_top: {
    en: "Nothing yet in this period.",
    fr: "Rien encore sur cette période.",
    es: "Nada todavía en este período.",
    de: "Noch nichts in diesem Zeitraum.",
    nl: "Nog niets in deze periode.",
    it: "Ancora nulla in questo periodo.",
    pt: "Ainda nada neste período.",
  },
  answers: {
    en: "How queries were answered",
    fr: "Comment les requêtes ont été traitées",
    es: "Cómo se respondieron las consultas",
    de: "Wie Anfragen beantwortet wurden",
    nl: "Hoe verzoeken zijn beantwoord",
    it: "Come è stata data risposta alle richieste",
    pt: "Como foram respondidas as consultas",
  },
  answers_answered: {
    en: "By upstream servers",
    fr: "Par les serveurs DNS",
    es: "Por los servidores DNS",
    de: "Von DNS-Servern",
    nl: "Door DNS-servers",
    it: "Dai server DNS",
    pt: "Pelos servidores DNS",
  },
  answers_cached: {
    en: "From the cache",
    fr: "Depuis le cache",
    es: "Desde la caché",
    de: "Aus dem Cache",
    nl: "Uit de cache",
    it: "Dalla cache",
    pt: "Da cache",
  },
  answers_stale: {
    en: "From the cache, past its time",
    fr: "Depuis le cache, périmées",
    es: "Desde la caché, caducadas",
    de: "Aus dem Cache, abgelaufen",
    nl: "Uit de cache, verlopen",
    it: "Dalla cache, scadute",
    pt: "Da cache, fora do prazo",
  },
  answers_local: {
    en: "By the box itself",
    fr: "Par la box elle-même",
    es: "Por la propia box",
    de: "Von der Box selbst",
    nl: "Door de box zelf",
    it: "Dalla box stessa",
    pt: "Pela própria box",
  },
  answers_blocked: {
    en: "Blocked",
    fr: "Bloquées",
    es: "Bloqueadas",
    de: "Gesperrt",
    nl: "Geblokkeerd",
    it: "Bloccate",
    pt: "Bloqueadas",
  },
  answers_failed: {
    en: "Without an answer",
    fr: "Sans réponse",
    es: "Sin respuesta",
    de: "Ohne Antwort",
    nl: "Zonder antwoord",
    it: "Senza risposta",
    pt: "Sem resposta",
  },
  resolver: {
    en: "DNS",
    fr: "DNS",
    es: "DNS",
    de: "DNS",
    nl: "DNS",
    it: "DNS",
    pt: "DNS",
  },
  on: {
    en: "On",
    fr: "Activé",
    es: "Activado",
    de: "An",
    nl: "Aan",
    it: "Attivo",
    pt: "Ligada",
  },
  paused: {
    en: "Paused {until}",
    fr: "En pause {until}",
    es: "En pausa {until}",
    de: "Pausiert {until}",
    nl: "Gepauzeerd {until}",
    it: "In pausa {until}",
    pt: "Em pausa {until}",
  },
  off: {
    en: "Off",
    fr: "Désactivé",
    es: "Desactivado",
    de: "Aus",
    nl: "Uit",
    it: "Disattivato",
    pt: "Desligada",
  },
  blocked_names: {
    en: "Names in the lists",
    fr: "Noms dans les listes",
    es: "Nombres en las listas",
    de: "Namen in den Listen",
    nl: "Namen in de lijsten",
    it: "Nomi nelle liste",
    pt: "Nomes nas listas",
  },
  memory: {
    en: "Memory",
    fr: "Mémoire",
    es: "Memoria",
    de: "Arbeitsspeicher",
    nl: "Geheugen",
    it: "Memoria",
    pt: "Memória",
  },
  of: {
    en: "{some} of {all}",
    fr: "{some} sur {all}",
    es: "{some} de {all}",
    de: "{some} von {all}",
    nl: "{some} van {all}",
    it: "{some} di {all}",
    pt: "{some} de {all}",
  },
  disk: {
    en: "Disk",
    fr: "Disque",
    es: "Disco",
    de: "Speicherplatz",
    nl: "Schijf",
    it: "Disco",
    pt: "Disco",
  },
  free: {
    en: "{size} free",
    fr: "{size} libres",
    es: "{size} libres",
    de: "{size} frei",
    nl: "{size} vrij",
    it: "{size} liberi",
    pt: "{size} livres",
  },
  uptime: {
    en: "Running for",
    fr: "En marche depuis",
    es: "En marcha desde hace",
    de: "Laufzeit",
    nl: "Draait al",
    it: "In funzione da",
    pt: "A funcionar há",
  },
  lists: {
    en: { one: "One list", other: "{count} lists" },
    fr: { one: "Une liste", other: "{count} listes" },
    es: { one: "Una lista", other: "{count} listas" },
    de: { one: "Eine Liste", other: "{count} Listen" },
    nl: { one: "Eén lijst", other: "{count} lijsten" },
    it: { one: "Una lista", other: "{count} liste" },
    pt: { one: "Uma lista", other: "{count} listas" },
  },
  renewed: {
    en: "refreshed {when}",
    fr: "renouvelées {when}",
    es: "renovadas {when}",
    de: "aktualisiert {when}",
    nl: "bijgewerkt {when}",
    it: "rinnovate {when}",
    pt: "renovadas {when}",
  },
  failures: {
    en: { one: "One failure", other: "{count} failures" },
    fr: { one: "Un échec", other: "{count} échecs" },
    es: { one: "Un fallo", other: "{count} fallos" },
    de: { one: "Ein Fehler", other: "{count} Fehler" },
    nl: { one: "Eén fout", other: "{count} fouten" },
    it: { one: "Un errore", other: "{count} errori" },
    pt: { one: "Uma falha", other: "{count} falhas" },
  },
  not_asked: {
    en: "not asked yet",
    fr: "pas encore interrogé",
    es: "aún no consultado",
    de: "noch nicht gefragt",
    nl: "nog niet gevraagd",
    it: "non ancora interrogato",
    pt: "ainda não consultado",
  },
  alerts: {
    en: "Open alerts",
    fr: "Alertes ouvertes",
    es: "Alertas abiertas",
    de: "Offene Meldungen",
    nl: "Open meldingen",
    it: "Avvisi aperti",
    pt: "Alertas abertos",
  },
  all_alerts: {
    en: { one: "Look at it", other: "All {count}" },
    fr: { one: "La voir", other: "Voir les {count}" },
    es: { one: "Verla", other: "Ver las {count}" },
    de: { one: "Ansehen", other: "Alle {count}" },
    nl: { one: "Bekijken", other: "Alle {count}" },
    it: { one: "Vedi", other: "Vedi tutti e {count}" },
    pt: { one: "Vê-lo", other: "Ver os {count}" },
  },
  no_alerts: {
    en: "No alerts are open.",
    fr: "Aucune alerte ouverte.",
    es: "No hay alertas abiertas.",
    de: "Keine Meldung ist offen.",
    nl: "Er staat geen melding open.",
    it: "Nessun avviso aperto.",
    pt: "Não há alertas abertos.",
  },
  off_statistics: {
    en: "The statistics cannot be read at the moment. That doesn’t affect answering or blocking.",
    fr:
      "Les statistiques ne peuvent pas être lues pour le moment. Cela ne change rien aux réponses ni au blocage.",
    es:
      "Las estadísticas no se pueden leer en este momento. Eso no afecta ni a las respuestas ni al bloqueo.",
    de: "Die Statistik ist gerade nicht lesbar. Antworten und Sperren sind davon nicht betroffen.",
    nl: "De statistieken zijn nu niet leesbaar. Dat heeft geen invloed op antwoorden en blokkeren.",
    it: "Al momento non è possibile leggere le statistiche. Risposte e blocchi non ne risentono.",
    pt:
      "De momento não é possível ler as estatísticas. Isso não afeta as respostas nem os bloqueios.",
  },
  off_queries: {
    en: "The log cannot be read at the moment; new queries still appear here.",
    fr:
      "Le journal ne peut pas être lu pour le moment ; les nouvelles requêtes apparaissent quand même ici.",
    es:
      "El registro no se puede leer en este momento; las consultas nuevas aparecen aquí igualmente.",
    de: "Das Protokoll ist gerade nicht lesbar; neue Anfragen erscheinen hier trotzdem.",
    nl: "Het logboek is nu niet leesbaar; nieuwe verzoeken verschijnen hier toch.",
    it:
      "Al momento non è possibile leggere il registro; le nuove richieste compaiono comunque qui.",
    pt: "De momento não é possível ler o registo; as novas consultas aparecem aqui na mesma.",
  },
  off_alerts: {
    en: "The alerts cannot be read at the moment.",
    fr: "Les alertes ne peuvent pas être lues pour le moment.",
    es: "Las alertas no se pueden leer en este momento.",
    de: "Die Meldungen sind gerade nicht lesbar.",
    nl: "De meldingen zijn nu niet leesbaar.",
    it: "Al momento non è possibile leggere gli avvisi.",
    pt: "De momento não é possível ler os alertas.",
  },
  off_status: {
    en: "The state of the box cannot be read at the moment.",
    fr: "L’état de la box ne peut pas être lu pour le moment.",
    es: "El estado de la box no se puede leer en este momento.",
    de: "Der Zustand der Box ist gerade nicht lesbar.",
    nl: "De toestand van de box is nu niet leesbaar.",
    it: "Al momento non è possibile leggere lo stato della box.",
    pt: "De momento não é possível ler o estado da box.",
  },
  off_lists: {
    en: "The lists cannot be read at the moment; those in force stay in force.",
    fr: "Les listes ne peuvent pas être lues pour le moment ; celles en vigueur le restent.",
    es: "Las listas no se pueden leer en este momento; las vigentes siguen vigentes.",
    de: "Die Listen sind gerade nicht lesbar; was gilt, gilt weiter.",
    nl: "De lijsten zijn nu niet leesbaar; wat geldt, blijft gelden.",
    it: "Al momento non è possibile leggere le liste; quelle in vigore lo restano.",
    pt: "De momento não é possível ler as listas; as que estão em vigor mantêm-se.",
  },
  off_upstreams: {
    en: "The upstream servers cannot be read at the moment.",
    fr: "Les serveurs DNS ne peuvent pas être lus pour le moment.",
    es: "Los servidores DNS no se pueden leer en este momento.",
    de: "Die DNS-Server sind gerade nicht lesbar.",
    nl: "De DNS-servers zijn nu niet leesbaar.",
    it: "Al momento non è possibile leggere i server DNS.",
    pt: "De momento não é possível ler os servidores DNS.",
  },
  start: {
    en: "Send your devices to the box",
    fr: "Dirigez vos appareils vers la box",
    es: "Dirija sus dispositivos a la box",
    de: "Schicken Sie Ihre Geräte zur Box",
    nl: "Stuur uw apparaten naar de box",
    it: "Indirizza i tuoi dispositivi alla box",
    pt: "Encaminhe os seus dispositivos para a box",
  },
  start_why: {
    en:
      "Devices ask the DNS server that your router tells them to use. Give the router the address of the box, and every device on the network uses the box:",
    fr:
      "Les appareils interrogent le serveur DNS que votre routeur leur indique. Donnez au routeur l’adresse de la box, et chaque appareil du réseau passe par elle :",
    es:
      "Los dispositivos preguntan al servidor DNS que les indica el router. Dé al router la dirección de la box y todos los dispositivos de la red la usarán:",
    de:
      "Geräte fragen den DNS-Server, den Ihr Router ihnen nennt. Geben Sie dem Router die Adresse der Box, dann nutzt jedes Gerät im Netz die Box:",
    nl:
      "Apparaten vragen de DNS-server die uw router ze opgeeft. Geef de router het adres van de box, dan gebruikt elk apparaat in het netwerk de box:",
    it:
      "I dispositivi interrogano il server DNS indicato dal router. Inserisci nel router l’indirizzo della box e ogni dispositivo della rete userà la box:",
    pt:
      "Os dispositivos perguntam ao servidor DNS que o router lhes indica. Dê ao router o endereço da box e todos os dispositivos da rede passam a usá-la:",
  },
  start_port: {
    en: "The box answers on port {port}. Routers and most devices can only ask port 53.",
    fr:
      "La box répond sur le port {port}. Les routeurs et la plupart des appareils n’interrogent que le port 53.",
    es:
      "La box responde en el puerto {port}. Los routers y la mayoría de los dispositivos solo usan el puerto 53.",
    de:
      "Die Box antwortet auf Port {port}. Router und die meisten Geräte können nur Port 53 fragen.",
    nl:
      "De box antwoordt op poort {port}. Routers en de meeste apparaten kunnen alleen poort 53 vragen.",
    it:
      "La box risponde sulla porta {port}. I router e quasi tutti i dispositivi usano solo la porta 53.",
    pt:
      "A box responde na porta {port}. Os routers e a maioria dos dispositivos só usam a porta 53.",
  },
  start_router: {
    en:
      "In your router’s settings, look for “DHCP” or “DNS”, enter this address as the only DNS server, and save.",
    fr:
      "Dans les réglages du routeur, cherchez « DHCP » ou « DNS », saisissez cette adresse comme seul serveur DNS et enregistrez.",
    es:
      "En la configuración del router, busque «DHCP» o «DNS», introduzca esta dirección como único servidor DNS y guarde.",
    de:
      "Suchen Sie in den Einstellungen des Routers „DHCP“ oder „DNS“, tragen Sie diese Adresse als einzigen DNS-Server ein und speichern Sie.",
    nl:
      "Zoek in de instellingen van de router naar ‘DHCP’ of ‘DNS’, vul dit adres in als enige DNS-server en sla op.",
    it:
      "Nelle impostazioni del router cerca «DHCP» o «DNS», inserisci questo indirizzo come unico server DNS e salva.",
    pt:
      "Nas definições do router, procure «DHCP» ou «DNS», introduza este endereço como único servidor DNS e guarde.",
  },
  start_device: {
    en:
      "To try it on one device first, enter the address in its network settings, as the DNS server.",
    fr:
      "Pour essayer d’abord sur un seul appareil, saisissez l’adresse dans ses réglages réseau, comme serveur DNS.",
    es:
      "Para probar antes en un solo dispositivo, introduzca la dirección en sus ajustes de red, como servidor DNS.",
    de:
      "Um es zuerst mit einem Gerät zu versuchen, tragen Sie die Adresse in dessen Netzwerkeinstellungen als DNS-Server ein.",
    nl:
      "Om het eerst op één apparaat te proberen, vult u het adres in bij zijn netwerkinstellingen, als DNS-server.",
    it:
      "Per provare prima su un solo dispositivo, inserisci l’indirizzo nelle sue impostazioni di rete, come server DNS.",
    pt:
      "Para experimentar primeiro num só dispositivo, introduza o endereço nas definições de rede dele, como servidor DNS.",
  },
  start_look: {
    en:
      "Turn the Wi-Fi of a device off and on again, and open any site: its queries appear on this page by themselves.",
    fr:
      "Coupez puis rallumez le Wi-Fi d’un appareil et ouvrez un site : ses requêtes apparaissent d’elles-mêmes sur cette page.",
    es:
      "Apague y encienda la wifi de un dispositivo y abra cualquier sitio: sus consultas aparecen solas en esta página.",
    de:
      "Schalten Sie das WLAN eines Geräts aus und wieder ein und öffnen Sie eine Seite: Seine Anfragen erscheinen hier von selbst.",
    nl:
      "Zet de wifi van een apparaat uit en weer aan en open een site: zijn verzoeken verschijnen vanzelf op deze pagina.",
    it:
      "Spegni e riaccendi il Wi-Fi di un dispositivo e apri un sito: le sue richieste compaiono da sole in questa pagina.",
    pt:
      "Desligue e volte a ligar o Wi-Fi de um dispositivo e abra um site: as consultas dele aparecem sozinhas nesta página.",
  },
  member: {
    en: "{share} of this network’s queries were blocked since the box started.",
    fr: "{share} des requêtes de ce réseau ont été bloquées depuis le démarrage de la box.",
    es: "Desde que se inició la box se bloqueó el {share} de las consultas de esta red.",
    de: "{share} der Anfragen dieses Netzes wurden gesperrt, seit die Box läuft.",
    nl: "{share} van de verzoeken van dit netwerk is geblokkeerd sinds de box draait.",
    it: "Richieste di questa rete bloccate dall’avvio della box: {share}.",
    pt: "Desde que a box arrancou, foram bloqueadas {share} das consultas desta rede.",
  },
  member_quiet: {
    en: "The box is running.",
    fr: "La box fonctionne.",
    es: "La box está en marcha.",
    de: "Die Box läuft.",
    nl: "De box draait.",
    it: "La box è in funzione.",
    pt: "A box está a funcionar.",
  },
  member_title: {
    en: "What you see here",
    fr: "Ce que vous voyez ici",
    es: "Qué ve aquí",
    de: "Was Sie hier sehen",
    nl: "Wat u hier ziet",
    it: "Che cosa vedi qui",
    pt: "O que vê aqui",
  },
  member_text: {
    en:
      "Who asked what, and the settings of the box, are shown to administrators only. Your account shows what is yours: your password, your language, and where you are signed in.",
    fr:
      "Seuls les administrateurs voient qui a demandé quoi et les réglages de la box. Votre compte montre ce qui est à vous : mot de passe, langue et sessions ouvertes.",
    es:
      "Solo los administradores ven quién preguntó qué y los ajustes de la box. Su cuenta muestra lo que es suyo: contraseña, idioma y sesiones abiertas.",
    de:
      "Wer was angefragt hat und wie die Box eingestellt ist, sehen nur Administratoren. Ihr Konto zeigt, was Ihres ist: Passwort, Sprache und wo Sie angemeldet sind.",
    nl:
      "Wie wat heeft gevraagd en de instellingen van de box zien alleen beheerders. Uw account toont wat van u is: wachtwoord, taal en waar u bent aangemeld.",
    it:
      "Chi ha chiesto che cosa e le impostazioni della box li vedono solo gli amministratori. Il tuo account mostra ciò che è tuo: password, lingua e accessi aperti.",
    pt:
      "Quem pediu o quê e as definições da box só são mostrados aos administradores. A sua conta mostra o que é seu: palavra-passe, idioma e sessões iniciadas.",
  },
});
