/** Texts of the page of tunnels inside DNS. */
import { texts } from "./text.ts";

/** The texts. */
export const tunnels = texts({
  name: {
    en: "DNS tunnels",
    fr: "Tunnels DNS",
    es: "Túneles DNS",
    de: "DNS-Tunnel",
    nl: "DNS-tunnels",
    it: "Tunnel DNS",
    pt: "Túneis DNS",
  },
  lead_none: {
    en: "No device was caught hiding data in DNS.",
    fr: "Aucun appareil n’a été surpris à cacher des données dans le DNS.",
    es: "No se ha descubierto ningún dispositivo que oculte datos en el DNS.",
    de: "Bei keinem Gerät wurden im DNS versteckte Daten entdeckt.",
    nl: "Bij geen enkel apparaat zijn in DNS verborgen gegevens ontdekt.",
    it: "Nessun dispositivo è stato scoperto a nascondere dati nel DNS.",
    pt: "Nenhum dispositivo foi descoberto a esconder dados no DNS.",
  },
  lead_told: {
    en: "Devices hide data in DNS, and nothing blocks it.",
    fr: "Des appareils cachent des données dans le DNS, et rien ne les bloque.",
    es: "Hay dispositivos que ocultan datos en el DNS, y nada los bloquea.",
    de: "Geräte verstecken Daten im DNS, und das wird nicht gesperrt.",
    nl: "Apparaten verbergen gegevens in DNS, en dat wordt niet geblokkeerd.",
    it: "Alcuni dispositivi nascondono dati nel DNS, e niente li blocca.",
    pt: "Há dispositivos que escondem dados no DNS, e nada os bloqueia.",
  },
  lead_allowed: {
    en: "What was caught hiding data in DNS may go on: somebody allowed it.",
    fr:
      "Ce qui a été surpris à cacher des données dans le DNS peut continuer : quelqu’un l’a autorisé.",
    es: "Lo que se descubrió ocultando datos en el DNS puede seguir: alguien lo permitió.",
    de: "Was Daten im DNS versteckt, darf weitermachen: Jemand hat es erlaubt.",
    nl: "Wat gegevens in DNS verbergt, mag doorgaan: iemand heeft het toegestaan.",
    it:
      "Ciò che è stato scoperto a nascondere dati nel DNS può continuare: qualcuno lo ha consentito.",
    pt: "O que foi descoberto a esconder dados no DNS pode continuar: alguém o permitiu.",
  },
  lead_blocked: {
    en: {
      one: "{count} domain is blocked because data was hidden in its names.",
      other: "{count} domains are blocked because data was hidden in their names.",
    },
    fr: {
      one: "{count} domaine est bloqué, car des données étaient cachées dans ses noms.",
      other: "{count} domaines sont bloqués, car des données étaient cachées dans leurs noms.",
    },
    es: {
      one: "{count} dominio está bloqueado porque sus nombres ocultaban datos.",
      other: "{count} dominios están bloqueados porque sus nombres ocultaban datos.",
    },
    de: {
      one: "{count} Domain ist gesperrt, weil in ihren Namen Daten versteckt waren.",
      other: "{count} Domains sind gesperrt, weil in ihren Namen Daten versteckt waren.",
    },
    nl: {
      one: "{count} domein is geblokkeerd, omdat er gegevens in de namen verborgen waren.",
      other: "{count} domeinen zijn geblokkeerd, omdat er gegevens in de namen verborgen waren.",
    },
    it: {
      one: "{count} dominio è bloccato, perché nei suoi nomi erano nascosti dei dati.",
      other: "{count} domini sono bloccati, perché nei loro nomi erano nascosti dei dati.",
    },
    pt: {
      one: "{count} domínio está bloqueado, porque os seus nomes escondiam dados.",
      other: "{count} domínios estão bloqueados, porque os seus nomes escondiam dados.",
    },
  },
  is_off: {
    en: "The box does not look for tunnels at the moment.",
    fr: "La box ne cherche pas de tunnels en ce moment.",
    es: "La box no busca túneles en este momento.",
    de: "Die Box sucht zurzeit nicht nach Tunneln.",
    nl: "De box zoekt op dit moment niet naar tunnels.",
    it: "Al momento la box non cerca tunnel.",
    pt: "De momento, a box não procura túneis.",
  },
  tells: {
    en: "Tunnels are reported, not blocked.",
    fr: "Les tunnels sont signalés, mais pas bloqués.",
    es: "Los túneles se notifican, pero no se bloquean.",
    de: "Tunnel werden gemeldet, aber nicht gesperrt.",
    nl: "Tunnels worden gemeld, niet geblokkeerd.",
    it: "I tunnel vengono segnalati, non bloccati.",
    pt: "Os túneis são sinalizados, mas não bloqueados.",
  },
  empty: {
    en: "Nothing was caught",
    fr: "Aucun tunnel découvert",
    es: "Ningún túnel descubierto",
    de: "Nichts entdeckt",
    nl: "Niets ontdekt",
    it: "Nessun tunnel scoperto",
    pt: "Nenhum túnel descoberto",
  },
  empty_help: {
    en: "A domain whose names carry hidden data appears here, with the device that asked for it.",
    fr:
      "Un domaine dont les noms transportent des données cachées apparaît ici, avec l’appareil qui l’a demandé.",
    es:
      "Aquí aparece un dominio cuyos nombres llevan datos ocultos, con el dispositivo que lo pidió.",
    de:
      "Hier erscheint eine Domain, deren Namen versteckte Daten enthalten, mit dem Gerät, das sie angefragt hat.",
    nl:
      "Hier verschijnt een domein waarvan de namen verborgen gegevens bevatten, met het apparaat dat erom vroeg.",
    it:
      "Qui compare un dominio i cui nomi trasportano dati nascosti, con il dispositivo che lo ha chiesto.",
    pt:
      "Aqui aparece um domínio cujos nomes levam dados escondidos, com o dispositivo que o pediu.",
  },
  from: {
    en: "From {device}:",
    fr: "Depuis {device} :",
    es: "Desde {device}:",
    de: "Von {device}:",
    nl: "Vanaf {device}:",
    it: "Da {device}:",
    pt: "De {device}:",
  },
  private_device: {
    en: "a shared device that keeps its names private",
    fr: "un appareil partagé qui garde ses noms privés",
    es: "un dispositivo compartido que mantiene sus nombres en privado",
    de: "einem gemeinsam genutzten Gerät, das seine Namen für sich behält",
    nl: "een gedeeld apparaat dat zijn namen privé houdt",
    it: "un dispositivo condiviso che tiene privati i suoi nomi",
    pt: "um dispositivo partilhado que mantém os seus nomes privados",
  },
  device_number: {
    en: "device {number}",
    fr: "l’appareil {number}",
    es: "el dispositivo {number}",
    de: "Gerät {number}",
    nl: "apparaat {number}",
    it: "dispositivo {number}",
    pt: "dispositivo {number}",
  },
  asked: {
    en: {
      one: "{count} name of {length} characters, within {time}.",
      other: "{count} different names within {time}, {length} characters long on average.",
    },
    fr: {
      one: "{count} nom de {length} caractères, en {time}.",
      other: "{count} noms différents en {time}, longs de {length} caractères en moyenne.",
    },
    es: {
      one: "{count} nombre de {length} caracteres, en {time}.",
      other: "{count} nombres distintos en {time}, de {length} caracteres de media.",
    },
    de: {
      one: "{count} Name mit {length} Zeichen, binnen {time}.",
      other: "{count} verschiedene Namen binnen {time}, im Schnitt {length} Zeichen lang.",
    },
    nl: {
      one: "{count} naam van {length} tekens, binnen {time}.",
      other: "{count} verschillende namen binnen {time}, gemiddeld {length} tekens lang.",
    },
    it: {
      one: "{count} nome di {length} caratteri, in {time}.",
      other: "{count} nomi diversi in {time}, lunghi in media {length} caratteri.",
    },
    pt: {
      one: "{count} nome de {length} caracteres, em {time}.",
      other: "{count} nomes diferentes em {time}, com {length} caracteres em média.",
    },
  },
  carried: {
    en: "That carries about {sent} out and {received} in, in queries of type {type}.",
    fr: "Ainsi, environ {sent} sortent et {received} entrent, dans des requêtes de type {type}.",
    es: "Así salen unos {sent} y entran {received}, en consultas de tipo {type}.",
    de: "Damit gehen etwa {sent} hinaus und {received} herein, in Anfragen vom Typ {type}.",
    nl:
      "Daarmee gaat ongeveer {sent} naar buiten en {received} naar binnen, in verzoeken van het type {type}.",
    it: "Così escono circa {sent} ed entrano {received}, in richieste di tipo {type}.",
    pt: "Assim saem cerca de {sent} e entram {received}, em consultas do tipo {type}.",
  },
  carried_out: {
    en: "That carries about {sent} out, in queries of type {type}.",
    fr: "Ainsi, environ {sent} sortent, dans des requêtes de type {type}.",
    es: "Así salen unos {sent}, en consultas de tipo {type}.",
    de: "Damit gehen etwa {sent} hinaus, in Anfragen vom Typ {type}.",
    nl: "Daarmee gaat ongeveer {sent} naar buiten, in verzoeken van het type {type}.",
    it: "Così escono circa {sent}, in richieste di tipo {type}.",
    pt: "Assim saem cerca de {sent}, em consultas do tipo {type}.",
  },
  sure: {
    en: "Almost certainly a tunnel ({percent})",
    fr: "Presque certainement un tunnel ({percent})",
    es: "Casi seguro que es un túnel ({percent})",
    de: "Fast sicher ein Tunnel ({percent})",
    nl: "Bijna zeker een tunnel ({percent})",
    it: "Quasi certamente un tunnel ({percent})",
    pt: "Quase de certeza um túnel ({percent})",
  },
  likely: {
    en: "Very likely a tunnel ({percent})",
    fr: "Très probablement un tunnel ({percent})",
    es: "Muy probablemente un túnel ({percent})",
    de: "Sehr wahrscheinlich ein Tunnel ({percent})",
    nl: "Zeer waarschijnlijk een tunnel ({percent})",
    it: "Molto probabilmente un tunnel ({percent})",
    pt: "Muito provavelmente um túnel ({percent})",
  },
  perhaps: {
    en: "Likely a tunnel ({percent})",
    fr: "Probablement un tunnel ({percent})",
    es: "Probablemente un túnel ({percent})",
    de: "Wahrscheinlich ein Tunnel ({percent})",
    nl: "Waarschijnlijk een tunnel ({percent})",
    it: "Probabilmente un tunnel ({percent})",
    pt: "Provavelmente um túnel ({percent})",
  },
  caught: {
    en: "caught {when}",
    fr: "découvert {when}",
    es: "descubierto {when}",
    de: "entdeckt {when}",
    nl: "ontdekt {when}",
    it: "scoperto {when}",
    pt: "descoberto {when}",
  },
  last: {
    en: "last query {when}",
    fr: "dernière requête {when}",
    es: "última consulta {when}",
    de: "letzte Anfrage {when}",
    nl: "laatste verzoek {when}",
    it: "ultima richiesta {when}",
    pt: "última consulta {when}",
  },
  is_allowed: {
    en: "Allowed",
    fr: "Autorisé",
    es: "Permitido",
    de: "Erlaubt",
    nl: "Toegestaan",
    it: "Consentito",
    pt: "Permitido",
  },
  is_told: {
    en: "Reported",
    fr: "Signalé",
    es: "Notificado",
    de: "Gemeldet",
    nl: "Gemeld",
    it: "Segnalato",
    pt: "Sinalizado",
  },
  allowed: {
    en: "{name} is allowed and will not be caught again.",
    fr: "{name} est autorisé et ne sera plus signalé.",
    es: "{name} está permitido y no se volverá a notificar.",
    de: "{name} ist erlaubt und wird nicht mehr gemeldet.",
    nl: "{name} is toegestaan en wordt niet meer gemeld.",
    it: "{name} è consentito e non sarà più segnalato.",
    pt: "{name} está permitido e não voltará a ser sinalizado.",
  },
  block: {
    en: "Block again",
    fr: "Bloquer de nouveau",
    es: "Volver a bloquear",
    de: "Wieder sperren",
    nl: "Opnieuw blokkeren",
    it: "Blocca di nuovo",
    pt: "Voltar a bloquear",
  },
  blocked_again: {
    en: "{name} is no longer allowed.",
    fr: "{name} n’est plus autorisé.",
    es: "{name} ya no está permitido.",
    de: "{name} ist nicht mehr erlaubt.",
    nl: "{name} is niet meer toegestaan.",
    it: "{name} non è più consentito.",
    pt: "{name} já não está permitido.",
  },
  forget_sure: {
    en:
      "Forget {name}? It is neither blocked nor allowed then, and caught again should it carry data.",
    fr:
      "Oublier {name} ? Il ne sera alors ni bloqué ni autorisé, et sera découvert de nouveau s’il transporte des données.",
    es:
      "¿Olvidar {name}? Entonces no estará ni bloqueado ni permitido, y se descubrirá de nuevo si lleva datos.",
    de:
      "{name} vergessen? Die Domain ist dann weder gesperrt noch erlaubt und wird wieder entdeckt, falls sie Daten trägt.",
    nl:
      "{name} vergeten? Het domein is dan niet meer geblokkeerd of toegestaan, en wordt opnieuw ontdekt als het gegevens verbergt.",
    it:
      "Dimenticare {name}? Non sarà né bloccato né consentito, e verrà scoperto di nuovo se trasporta dati.",
    pt:
      "Esquecer {name}? Deixa de estar bloqueado ou permitido, e volta a ser descoberto se levar dados.",
  },
  forgotten: {
    en: "{name} is forgotten.",
    fr: "{name} est oublié.",
    es: "{name} se ha olvidado.",
    de: "{name} ist vergessen.",
    nl: "{name} is vergeten.",
    it: "{name} è dimenticato.",
    pt: "{name} foi esquecido.",
  },
  what_is: {
    en: "What is a DNS tunnel?",
    fr: "Qu’est-ce qu’un tunnel DNS ?",
    es: "¿Qué es un túnel DNS?",
    de: "Was ist ein DNS-Tunnel?",
    nl: "Wat is een DNS-tunnel?",
    it: "Che cos’è un tunnel DNS?",
    pt: "O que é um túnel DNS?",
  },
  explained: {
    en:
      "A program that wants to get data past a filter can write it into names: long, random and never the same twice. Whoever owns the domain reads them, and answers with data in turn. The box notices such names and blocks the domain for the device that asked.",
    fr:
      "Un programme qui veut faire passer des données malgré un filtre peut les écrire dans des noms : longs, aléatoires et jamais deux fois les mêmes. Le propriétaire du domaine les lit et répond de la même façon. La box repère ces noms et bloque le domaine pour l’appareil qui l’a demandé.",
    es:
      "Un programa que quiere pasar datos a pesar de un filtro puede escribirlos en nombres: largos, aleatorios y nunca repetidos. El dueño del dominio los lee y responde igual. La box detecta esos nombres y bloquea el dominio para el dispositivo que lo pidió.",
    de:
      "Ein Programm, das Daten an einem Filter vorbeibringen will, kann sie in Namen schreiben: lang, zufällig und nie zweimal gleich. Wem die Domain gehört, der liest sie und antwortet ebenso. Die Box bemerkt solche Namen und sperrt die Domain für das Gerät, das sie angefragt hat.",
    nl:
      "Een programma dat gegevens langs een filter wil krijgen, kan ze in namen schrijven: lang, willekeurig en nooit tweemaal dezelfde. De eigenaar van het domein leest ze en antwoordt net zo. De box merkt zulke namen op en blokkeert het domein voor het apparaat dat erom vroeg.",
    it:
      "Un programma che vuole far passare dati nonostante un filtro può scriverli nei nomi: lunghi, casuali e mai due volte uguali. Chi possiede il dominio li legge e risponde allo stesso modo. La box riconosce questi nomi e blocca il dominio per il dispositivo che lo ha chiesto.",
    pt:
      "Um programa que quer passar dados apesar de um filtro pode escrevê-los em nomes: longos, aleatórios e nunca repetidos. O dono do domínio lê-os e responde da mesma forma. A box deteta esses nomes e bloqueia o domínio para o dispositivo que o pediu.",
  },
  advice: {
    en:
      "Malware does this, and so do programs that get around a filter. Some antivirus programs do it too, to look up files: allow a domain only if you know whose it is.",
    fr:
      "Des logiciels malveillants font cela, et aussi des programmes qui contournent un filtre. Certains antivirus également, pour vérifier des fichiers : n’autorisez un domaine que si vous savez à qui il est.",
    es:
      "Lo hacen los programas maliciosos y también los que esquivan un filtro. Algunos antivirus también, para comprobar archivos: permita un dominio solo si sabe de quién es.",
    de:
      "Das tun Schadprogramme, und auch Programme, die einen Filter umgehen. Manche Virenscanner tun es ebenfalls, um Dateien zu prüfen: Erlauben Sie eine Domain nur, wenn Sie wissen, wem sie gehört.",
    nl:
      "Schadelijke programma’s doen dit, en ook programma’s die een filter omzeilen. Sommige virusscanners doen het ook, om bestanden te controleren: sta een domein alleen toe als u weet van wie het is.",
    it:
      "Lo fanno i programmi dannosi, e anche quelli che aggirano un filtro. Lo fanno pure alcuni antivirus, per controllare i file: consenti un dominio solo se sai di chi è.",
    pt:
      "Fazem isto os programas maliciosos e também os que contornam um filtro. Alguns antivírus também, para verificar ficheiros: permita um domínio só se souber de quem é.",
  },
});
