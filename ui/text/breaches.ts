/** Texts of the breach watch: the addresses, how checks go, and the own addresses. */
import { texts } from "./text.ts";

/** The texts. */
export const breaches = texts({
  name: {
    en: "Breach watch",
    fr: "Surveillance des fuites",
    es: "Vigilancia de filtraciones",
    de: "Datenleck-Überwachung",
    nl: "Datalekbewaking",
    it: "Sorveglianza violazioni",
    pt: "Vigilância de fugas",
  },
  own_name: {
    en: "My addresses in data breaches",
    fr: "Mes adresses dans les fuites",
    es: "Mis direcciones en filtraciones",
    de: "Meine Adressen in Datenlecks",
    nl: "Mijn adressen in datalekken",
    it: "I miei indirizzi nelle violazioni",
    pt: "Os meus endereços em fugas",
  },
  lead_none: {
    en: "No e-mail address is being watched yet.",
    fr: "Aucune adresse e-mail n’est encore surveillée.",
    es: "Todavía no se vigila ninguna dirección de correo.",
    de: "Noch wird keine E-Mail-Adresse überwacht.",
    nl: "Er wordt nog geen e-mailadres bewaakt.",
    it: "Nessun indirizzo e-mail è ancora sorvegliato.",
    pt: "Ainda não há nenhum endereço de e-mail vigiado.",
  },
  lead_terms: {
    en: "Nothing is checked until the current terms of use are accepted.",
    fr:
      "Rien n’est vérifié tant que les conditions d’utilisation en vigueur ne sont pas acceptées.",
    es: "No se comprueba nada hasta que se acepten las condiciones de uso vigentes.",
    de: "Geprüft wird erst, wenn die aktuellen Nutzungsbedingungen angenommen sind.",
    nl: "Er wordt pas gecontroleerd als de huidige gebruiksvoorwaarden zijn geaccepteerd.",
    it: "Non si controlla nulla finché non si accettano le condizioni d’uso in vigore.",
    pt: "Nada é verificado enquanto não forem aceites os termos de utilização em vigor.",
  },
  lead_found: {
    en: {
      one: "{count} address was found in a data breach.",
      other: "{count} addresses were found in data breaches.",
    },
    fr: {
      one: "{count} adresse figure dans une fuite de données.",
      many: "{count} adresses figurent dans des fuites de données.",
      other: "{count} adresses figurent dans des fuites de données.",
    },
    es: {
      one: "{count} dirección aparece en una filtración de datos.",
      many: "{count} direcciones aparecen en filtraciones de datos.",
      other: "{count} direcciones aparecen en filtraciones de datos.",
    },
    de: {
      one: "{count} Adresse steht in einem Datenleck.",
      other: "{count} Adressen stehen in Datenlecks.",
    },
    nl: {
      one: "{count} adres komt voor in een datalek.",
      other: "{count} adressen komen voor in datalekken.",
    },
    it: {
      one: "{count} indirizzo compare in una violazione di dati.",
      many: "{count} indirizzi compaiono in violazioni di dati.",
      other: "{count} indirizzi compaiono in violazioni di dati.",
    },
    pt: {
      one: "{count} endereço aparece numa fuga de dados.",
      many: "{count} endereços aparecem em fugas de dados.",
      other: "{count} endereços aparecem em fugas de dados.",
    },
  },
  lead_waiting: {
    en: "Your addresses haven’t been checked yet.",
    fr: "Vos adresses n’ont pas encore été vérifiées.",
    es: "Sus direcciones aún no se han comprobado.",
    de: "Ihre Adressen wurden noch nicht geprüft.",
    nl: "Uw adressen zijn nog niet gecontroleerd.",
    it: "I tuoi indirizzi non sono ancora stati controllati.",
    pt: "Os seus endereços ainda não foram verificados.",
  },
  lead_partly: {
    en: {
      one: "No breach so far; {count} address hasn’t been checked yet.",
      other: "No breach so far; {count} addresses haven’t been checked yet.",
    },
    fr: {
      one: "Aucune fuite pour l’instant ; {count} adresse reste à vérifier.",
      many: "Aucune fuite pour l’instant ; {count} adresses restent à vérifier.",
      other: "Aucune fuite pour l’instant ; {count} adresses restent à vérifier.",
    },
    es: {
      one: "Ninguna filtración por ahora; falta comprobar {count} dirección.",
      many: "Ninguna filtración por ahora; faltan por comprobar {count} direcciones.",
      other: "Ninguna filtración por ahora; faltan por comprobar {count} direcciones.",
    },
    de: {
      one: "Bisher kein Datenleck; {count} Adresse ist noch nicht geprüft.",
      other: "Bisher kein Datenleck; {count} Adressen sind noch nicht geprüft.",
    },
    nl: {
      one: "Tot nu toe geen datalek; {count} adres is nog niet gecontroleerd.",
      other: "Tot nu toe geen datalek; {count} adressen zijn nog niet gecontroleerd.",
    },
    it: {
      one: "Nessuna violazione finora; {count} indirizzo è da controllare.",
      many: "Nessuna violazione finora; {count} indirizzi sono da controllare.",
      other: "Nessuna violazione finora; {count} indirizzi sono da controllare.",
    },
    pt: {
      one: "Nenhuma fuga até agora; falta verificar {count} endereço.",
      many: "Nenhuma fuga até agora; falta verificar {count} endereços.",
      other: "Nenhuma fuga até agora; falta verificar {count} endereços.",
    },
  },
  lead_clear: {
    en: {
      one: "Your address wasn’t in any known data breach when last checked.",
      other: "None of your {count} addresses was in a known data breach when last checked.",
    },
    fr: {
      one: "À la dernière vérification, votre adresse ne figurait dans aucune fuite connue.",
      many:
        "À la dernière vérification, aucune de vos {count} adresses ne figurait dans une fuite connue.",
      other:
        "À la dernière vérification, aucune de vos {count} adresses ne figurait dans une fuite connue.",
    },
    es: {
      one: "En la última comprobación, su dirección no aparecía en ninguna filtración conocida.",
      many:
        "En la última comprobación, ninguna de sus {count} direcciones aparecía en una filtración conocida.",
      other:
        "En la última comprobación, ninguna de sus {count} direcciones aparecía en una filtración conocida.",
    },
    de: {
      one: "Ihre Adresse stand bei der letzten Prüfung in keinem bekannten Datenleck.",
      other:
        "Keine Ihrer {count} Adressen stand bei der letzten Prüfung in einem bekannten Datenleck.",
    },
    nl: {
      one: "Uw adres kwam bij de laatste controle in geen enkel bekend datalek voor.",
      other:
        "Geen van uw {count} adressen kwam bij de laatste controle in een bekend datalek voor.",
    },
    it: {
      one: "All’ultimo controllo il tuo indirizzo non compariva in nessuna violazione nota.",
      many:
        "All’ultimo controllo nessuno dei tuoi {count} indirizzi compariva in una violazione nota.",
      other:
        "All’ultimo controllo nessuno dei tuoi {count} indirizzi compariva in una violazione nota.",
    },
    pt: {
      one: "Na última verificação, o seu endereço não aparecia em nenhuma fuga conhecida.",
      many:
        "Na última verificação, nenhum dos seus {count} endereços aparecia numa fuga conhecida.",
      other:
        "Na última verificação, nenhum dos seus {count} endereços aparecia numa fuga conhecida.",
    },
  },
  own_none: {
    en: "No address of yours is being watched.",
    fr: "Aucune de vos adresses n’est surveillée.",
    es: "No se vigila ninguna de sus direcciones.",
    de: "Keine Ihrer Adressen wird überwacht.",
    nl: "Geen van uw adressen wordt bewaakt.",
    it: "Nessuno dei tuoi indirizzi è sorvegliato.",
    pt: "Nenhum dos seus endereços está vigiado.",
  },
  own_none_help: {
    en: "An administrator of the box can add your e-mail address to the breach watch.",
    fr: "Un administrateur de la box peut y ajouter votre adresse e-mail.",
    es: "Un administrador de la box puede añadir su dirección de correo.",
    de: "Ein Administrator der Box kann Ihre E-Mail-Adresse hinzufügen.",
    nl: "Een beheerder van de box kan uw e-mailadres toevoegen.",
    it: "Un amministratore della box può aggiungere il tuo indirizzo e-mail.",
    pt: "Um administrador da box pode adicionar o seu endereço de e-mail.",
  },
  empty_help: {
    en: "Add an address, and the box looks for it in known data breaches every week.",
    fr: "Ajoutez une adresse : la box la cherchera chaque semaine dans les fuites connues.",
    es: "Añada una dirección y la box la buscará cada semana en filtraciones conocidas.",
    de: "Fügen Sie eine Adresse hinzu, und die Box sucht sie jede Woche in bekannten Datenlecks.",
    nl: "Voeg een adres toe, en de box zoekt het elke week op in bekende datalekken.",
    it: "Aggiungi un indirizzo: la box lo cercherà ogni settimana nelle violazioni note.",
    pt: "Adicione um endereço, e a box procura-o todas as semanas em fugas conhecidas.",
  },
  accept: {
    en: "Read and accept the terms",
    fr: "Lire et accepter les conditions",
    es: "Leer y aceptar las condiciones",
    de: "Bedingungen lesen und annehmen",
    nl: "Voorwaarden lezen en accepteren",
    it: "Leggi e accetta le condizioni",
    pt: "Ler e aceitar os termos",
  },
  no_service: {
    en: "This box has no online service, so it can’t check addresses.",
    fr: "Cette box n’a pas de service en ligne ; elle ne peut donc pas vérifier les adresses.",
    es: "Esta box no tiene servicio en línea, así que no puede comprobar direcciones.",
    de: "Diese Box hat keinen Onlinedienst und kann deshalb keine Adressen prüfen.",
    nl: "Deze box heeft geen onlinedienst en kan dus geen adressen controleren.",
    it: "Questa box non ha un servizio online, quindi non può controllare gli indirizzi.",
    pt: "Esta box não tem serviço online e por isso não pode verificar endereços.",
  },
  not_configured: {
    en: "The online service doesn’t offer breach checks yet.",
    fr: "Le service en ligne ne propose pas encore la recherche de fuites.",
    es: "El servicio en línea aún no ofrece la búsqueda de filtraciones.",
    de: "Der Onlinedienst bietet die Prüfung auf Datenlecks noch nicht an.",
    nl: "De onlinedienst biedt de controle op datalekken nog niet aan.",
    it: "Il servizio online non offre ancora il controllo delle violazioni.",
    pt: "O serviço online ainda não oferece a procura de fugas.",
  },
  limit: {
    en: "Too many checks today.",
    fr: "Trop de vérifications aujourd’hui.",
    es: "Demasiadas comprobaciones hoy.",
    de: "Heute zu viele Prüfungen.",
    nl: "Te veel controles vandaag.",
    it: "Troppi controlli oggi.",
    pt: "Demasiadas verificações hoje.",
  },
  limit_weekly: {
    en: {
      one: "The weekly check of {count} address used them up, so none is left for “Check now”.",
      other: "The weekly check of {count} addresses used them up, so none is left for “Check now”.",
    },
    fr: {
      one:
        "La vérification hebdomadaire de {count} adresse les a toutes utilisées ; il n’en reste pas pour « Vérifier ».",
      many:
        "La vérification hebdomadaire de {count} adresses les a toutes utilisées ; il n’en reste pas pour « Vérifier ».",
      other:
        "La vérification hebdomadaire de {count} adresses les a toutes utilisées ; il n’en reste pas pour « Vérifier ».",
    },
    es: {
      one:
        "La comprobación semanal de {count} dirección las ha gastado; no queda ninguna para «Comprobar ahora».",
      many:
        "La comprobación semanal de {count} direcciones las ha gastado; no queda ninguna para «Comprobar ahora».",
      other:
        "La comprobación semanal de {count} direcciones las ha gastado; no queda ninguna para «Comprobar ahora».",
    },
    de: {
      one:
        "Die wöchentliche Prüfung von {count} Adresse hat sie aufgebraucht; für „Jetzt prüfen“ ist keine übrig.",
      other:
        "Die wöchentliche Prüfung von {count} Adressen hat sie aufgebraucht; für „Jetzt prüfen“ ist keine übrig.",
    },
    nl: {
      one:
        "De wekelijkse controle van {count} adres heeft ze opgebruikt; er is er geen over voor ‘Nu controleren’.",
      other:
        "De wekelijkse controle van {count} adressen heeft ze opgebruikt; er is er geen over voor ‘Nu controleren’.",
    },
    it: {
      one:
        "Il controllo settimanale di {count} indirizzo li ha usati tutti; non ne resta nessuno per «Controlla ora».",
      many:
        "Il controllo settimanale di {count} indirizzi li ha usati tutti; non ne resta nessuno per «Controlla ora».",
      other:
        "Il controllo settimanale di {count} indirizzi li ha usati tutti; non ne resta nessuno per «Controlla ora».",
    },
    pt: {
      one:
        "A verificação semanal de {count} endereço gastou-as; não sobra nenhuma para «Verificar agora».",
      many:
        "A verificação semanal de {count} endereços gastou-as; não sobra nenhuma para «Verificar agora».",
      other:
        "A verificação semanal de {count} endereços gastou-as; não sobra nenhuma para «Verificar agora».",
    },
  },
  busy: {
    en: "The online service is busy.",
    fr: "Le service en ligne est occupé.",
    es: "El servicio en línea está ocupado.",
    de: "Der Onlinedienst ist ausgelastet.",
    nl: "De onlinedienst is bezet.",
    it: "Il servizio online è occupato.",
    pt: "O serviço online está ocupado.",
  },
  unreachable: {
    en: "The online service can’t be reached.",
    fr: "Le service en ligne est injoignable.",
    es: "No se puede contactar con el servicio en línea.",
    de: "Der Onlinedienst ist nicht erreichbar.",
    nl: "De onlinedienst is niet bereikbaar.",
    it: "Il servizio online non è raggiungibile.",
    pt: "Não é possível contactar o serviço online.",
  },
  error: {
    en: "The last check didn’t work.",
    fr: "La dernière vérification a échoué.",
    es: "La última comprobación no funcionó.",
    de: "Die letzte Prüfung hat nicht geklappt.",
    nl: "De laatste controle is mislukt.",
    it: "L’ultimo controllo non è riuscito.",
    pt: "A última verificação não funcionou.",
  },
  retry: {
    en: "The box tries again on {when}.",
    fr: "La box réessaiera le {when}.",
    es: "La box lo intentará de nuevo el {when}.",
    de: "Die Box versucht es am {when} wieder.",
    nl: "De box probeert het op {when} opnieuw.",
    it: "La box riprova il {when}.",
    pt: "A box tenta de novo em {when}.",
  },
  retry_soon: {
    en: "The box tries again within a minute or two.",
    fr: "La box réessaiera d’ici une minute ou deux.",
    es: "La box lo intentará de nuevo en un minuto o dos.",
    de: "Die Box versucht es in ein, zwei Minuten wieder.",
    nl: "De box probeert het binnen een paar minuten opnieuw.",
    it: "La box riprova tra un minuto o due.",
    pt: "A box tenta de novo dentro de um ou dois minutos.",
  },
  next: {
    en: "The next regular check is on {when}.",
    fr: "La prochaine vérification régulière aura lieu le {when}.",
    es: "La próxima comprobación periódica es el {when}.",
    de: "Die nächste regelmäßige Prüfung ist am {when}.",
    nl: "De volgende gewone controle is op {when}.",
    it: "Il prossimo controllo regolare è il {when}.",
    pt: "A próxima verificação regular é em {when}.",
  },
  watched: {
    en: "Watched addresses",
    fr: "Adresses surveillées",
    es: "Direcciones vigiladas",
    de: "Überwachte Adressen",
    nl: "Bewaakte adressen",
    it: "Indirizzi sorvegliati",
    pt: "Endereços vigiados",
  },
  checked: {
    en: "Checked {when}",
    fr: "Vérifiée {when}",
    es: "Comprobada {when}",
    de: "Geprüft {when}",
    nl: "Gecontroleerd {when}",
    it: "Controllato {when}",
    pt: "Verificado {when}",
  },
  never: {
    en: "Not checked yet",
    fr: "Pas encore vérifiée",
    es: "Sin comprobar",
    de: "Noch nicht geprüft",
    nl: "Nog niet gecontroleerd",
    it: "Non ancora controllato",
    pt: "Ainda não verificado",
  },
  soon: {
    en: "Not checked yet: the box does it within two minutes",
    fr: "Pas encore vérifiée : la box le fera d’ici deux minutes",
    es: "Sin comprobar: la box lo hará en menos de dos minutos",
    de: "Noch nicht geprüft: Die Box macht das in den nächsten zwei Minuten",
    nl: "Nog niet gecontroleerd: de box doet het binnen twee minuten",
    it: "Non ancora controllato: la box lo fa entro due minuti",
    pt: "Ainda não verificado: a box fá-lo dentro de dois minutos",
  },
  clear: {
    en: "No breach",
    fr: "Aucune fuite",
    es: "Sin filtraciones",
    de: "Kein Datenleck",
    nl: "Geen datalek",
    it: "Nessuna violazione",
    pt: "Sem fugas",
  },
  breaches: {
    en: {
      one: "{count} breach",
      other: "{count} breaches",
    },
    fr: {
      one: "{count} fuite",
      many: "{count} fuites",
      other: "{count} fuites",
    },
    es: {
      one: "{count} filtración",
      many: "{count} filtraciones",
      other: "{count} filtraciones",
    },
    de: {
      one: "{count} Datenleck",
      other: "{count} Datenlecks",
    },
    nl: {
      one: "{count} datalek",
      other: "{count} datalekken",
    },
    it: {
      one: "{count} violazione",
      many: "{count} violazioni",
      other: "{count} violazioni",
    },
    pt: {
      one: "{count} fuga",
      many: "{count} fugas",
      other: "{count} fugas",
    },
  },
  most: {
    en: "Only the first {count} are kept.",
    fr: "Seules les {count} premières sont conservées.",
    es: "Solo se guardan las {count} primeras.",
    de: "Nur die ersten {count} werden aufbewahrt.",
    nl: "Alleen de eerste {count} worden bewaard.",
    it: "Si conservano solo le prime {count}.",
    pt: "Só as primeiras {count} são guardadas.",
  },
  seen: {
    en: "found on {day}",
    fr: "trouvée le {day}",
    es: "encontrada el {day}",
    de: "gefunden am {day}",
    nl: "gevonden op {day}",
    it: "trovata il {day}",
    pt: "encontrada em {day}",
  },
  check_now: {
    en: "Check now",
    fr: "Vérifier",
    es: "Comprobar ahora",
    de: "Jetzt prüfen",
    nl: "Nu controleren",
    it: "Controlla ora",
    pt: "Verificar agora",
  },
  next_manual: {
    en: "You can check it again on {when}",
    fr: "Nouvelle vérification possible le {when}",
    es: "Podrá comprobarse de nuevo el {when}",
    de: "Wieder prüfbar am {when}",
    nl: "Opnieuw te controleren op {when}",
    it: "Si può ricontrollare il {when}",
    pt: "Pode voltar a verificar-se em {when}",
  },
  remove_sure: {
    en: "Stop watching {address}? Its breaches and alerts are removed too.",
    fr: "Ne plus surveiller {address} ? Ses fuites et ses alertes seront aussi supprimées.",
    es: "¿Dejar de vigilar {address}? También se eliminan sus filtraciones y alertas.",
    de: "{address} nicht mehr überwachen? Die Datenlecks und Meldungen dazu werden auch gelöscht.",
    nl: "{address} niet meer bewaken? De datalekken en meldingen ervan verdwijnen ook.",
    it: "Smettere di sorvegliare {address}? Si eliminano anche le sue violazioni e i suoi avvisi.",
    pt: "Deixar de vigiar {address}? As suas fugas e alertas também são removidos.",
  },
  removed: {
    en: "{address} is no longer watched",
    fr: "{address} n’est plus surveillée",
    es: "{address} ya no se vigila",
    de: "{address} wird nicht mehr überwacht",
    nl: "{address} wordt niet meer bewaakt",
    it: "{address} non è più sorvegliato",
    pt: "{address} já não é vigiado",
  },
  added: {
    en: "Address added",
    fr: "Adresse ajoutée",
    es: "Dirección añadida",
    de: "Adresse hinzugefügt",
    nl: "Adres toegevoegd",
    it: "Indirizzo aggiunto",
    pt: "Endereço adicionado",
  },
  checked_clear: {
    en: "{address} was checked: no known breach.",
    fr: "{address} a été vérifiée : aucune fuite connue.",
    es: "{address} comprobada: ninguna filtración conocida.",
    de: "{address} wurde geprüft: kein bekanntes Datenleck.",
    nl: "{address} is gecontroleerd: geen bekend datalek.",
    it: "{address} controllato: nessuna violazione nota.",
    pt: "{address} verificado: nenhuma fuga conhecida.",
  },
  checked_found: {
    en: "{address} was checked: it’s in {count}.",
    fr: "{address} a été vérifiée : elle figure dans {count}.",
    es: "{address} comprobada: aparece en {count}.",
    de: "{address} wurde geprüft: Sie steht in {count}.",
    nl: "{address} is gecontroleerd: het staat in {count}.",
    it: "{address} controllato: compare in {count}.",
    pt: "{address} verificado: aparece em {count}.",
  },
  not_checked: {
    en: "{address} wasn’t checked.",
    fr: "{address} n’a pas été vérifiée.",
    es: "{address} no se ha comprobado.",
    de: "{address} wurde nicht geprüft.",
    nl: "{address} is niet gecontroleerd.",
    it: "{address} non è stato controllato.",
    pt: "{address} não foi verificado.",
  },
  add: {
    en: "Watch an address",
    fr: "Surveiller une adresse",
    es: "Vigilar una dirección",
    de: "Adresse überwachen",
    nl: "Adres bewaken",
    it: "Sorveglia un indirizzo",
    pt: "Vigiar um endereço",
  },
  address: {
    en: "E-mail address",
    fr: "Adresse e-mail",
    es: "Dirección de correo",
    de: "E-Mail-Adresse",
    nl: "E-mailadres",
    it: "Indirizzo e-mail",
    pt: "Endereço de e-mail",
  },
  person: {
    en: "Whose address is it?",
    fr: "À qui est cette adresse ?",
    es: "¿De quién es?",
    de: "Wem gehört die Adresse?",
    nl: "Van wie is het adres?",
    it: "Di chi è?",
    pt: "De quem é?",
  },
  nobody: {
    en: "Nobody in particular",
    fr: "Personne en particulier",
    es: "De nadie en concreto",
    de: "Niemand Bestimmtes",
    nl: "Niemand in het bijzonder",
    it: "Di nessuno in particolare",
    pt: "De ninguém em particular",
  },
  add_button: {
    en: "Add",
    fr: "Ajouter",
    es: "Añadir",
    de: "Hinzufügen",
    nl: "Toevoegen",
    it: "Aggiungi",
    pt: "Adicionar",
  },
  full: {
    en: {
      one:
        "{count} address is watched, which is the most the box can watch. Remove one to add another.",
      other:
        "{count} addresses are watched, which is the most the box can watch. Remove one to add another.",
    },
    fr: {
      one:
        "{count} adresse est surveillée, c’est le maximum. Retirez-en une pour en ajouter une autre.",
      many:
        "{count} adresses sont surveillées, c’est le maximum. Retirez-en une pour en ajouter une autre.",
      other:
        "{count} adresses sont surveillées, c’est le maximum. Retirez-en une pour en ajouter une autre.",
    },
    es: {
      one: "Se vigila {count} dirección, que es el máximo. Quite una para añadir otra.",
      many: "Se vigilan {count} direcciones, que es el máximo. Quite una para añadir otra.",
      other: "Se vigilan {count} direcciones, que es el máximo. Quite una para añadir otra.",
    },
    de: {
      one:
        "{count} Adresse wird überwacht, mehr geht nicht. Entfernen Sie eine, um eine andere hinzuzufügen.",
      other:
        "{count} Adressen werden überwacht, mehr geht nicht. Entfernen Sie eine, um eine andere hinzuzufügen.",
    },
    nl: {
      one:
        "Er wordt {count} adres bewaakt, meer kan niet. Verwijder er een om een ander toe te voegen.",
      other:
        "Er worden {count} adressen bewaakt, meer kan niet. Verwijder er een om een ander toe te voegen.",
    },
    it: {
      one:
        "È sorvegliato {count} indirizzo, il massimo possibile. Togline uno per aggiungerne un altro.",
      many:
        "Sono sorvegliati {count} indirizzi, il massimo possibile. Togline uno per aggiungerne un altro.",
      other:
        "Sono sorvegliati {count} indirizzi, il massimo possibile. Togline uno per aggiungerne un altro.",
    },
    pt: {
      one: "Está vigiado {count} endereço, o máximo possível. Retire um para adicionar outro.",
      many: "Estão vigiados {count} endereços, o máximo possível. Retire um para adicionar outro.",
      other: "Estão vigiados {count} endereços, o máximo possível. Retire um para adicionar outro.",
    },
  },
  what_is: {
    en: "How it works",
    fr: "Comment ça marche",
    es: "Cómo funciona",
    de: "So funktioniert es",
    nl: "Zo werkt het",
    it: "Come funziona",
    pt: "Como funciona",
  },
  explained: {
    en:
      "The box makes a hash (a kind of fingerprint) of each address and sends six characters of it. Many addresses have the same six, so nobody learns yours. What comes back is compared here.",
    fr:
      "La box calcule une empreinte de chaque adresse et en envoie six caractères. Beaucoup d’adresses ont les mêmes, personne n’apprend donc la vôtre. La réponse est comparée ici.",
    es:
      "La box calcula una huella digital de cada dirección y envía seis caracteres. Muchas direcciones comparten esos seis, así que nadie conoce la suya. La respuesta se compara aquí.",
    de:
      "Die Box bildet von jeder Adresse einen Hashwert (eine Art Fingerabdruck) und sendet sechs Zeichen davon. Viele Adressen haben dieselben sechs, also erfährt niemand Ihre. Die Antwort wird hier verglichen.",
    nl:
      "De box maakt van elk adres een hash (een soort vingerafdruk) en stuurt er zes tekens van. Veel adressen hebben dezelfde zes, dus niemand komt uw adres te weten. Het antwoord wordt hier vergeleken.",
    it:
      "La box calcola un’impronta di ogni indirizzo e ne invia sei caratteri. Molti indirizzi hanno gli stessi sei, quindi nessuno viene a sapere il tuo. La risposta si confronta qui.",
    pt:
      "A box calcula uma impressão digital de cada endereço e envia seis caracteres dela. Muitos endereços têm os mesmos seis, por isso ninguém fica a saber o seu. A resposta é comparada aqui.",
  },
  advice: {
    en:
      "Found in a breach? Change the password at that site, and everywhere else you used the same one.",
    fr:
      "Une adresse touchée ? Changez le mot de passe sur ce site, et partout où vous utilisiez le même.",
    es:
      "¿Aparece en una filtración? Cambie la contraseña de ese sitio y de todos los que usen la misma.",
    de:
      "In einem Datenleck gefunden? Ändern Sie dort das Passwort und überall, wo Sie dasselbe benutzen.",
    nl:
      "Gevonden in een datalek? Wijzig het wachtwoord op die site, en overal waar u hetzelfde gebruikt.",
    it:
      "Trovato in una violazione? Cambia la password di quel sito e di tutti quelli dove usi la stessa.",
    pt: "Apareceu numa fuga? Mude a palavra-passe nesse site e em todos onde usa a mesma.",
  },
  test_password: {
    en: "Test a password",
    fr: "Tester un mot de passe",
    es: "Probar una contraseña",
    de: "Passwort testen",
    nl: "Wachtwoord testen",
    it: "Prova una password",
    pt: "Testar uma palavra-passe",
  },
});
