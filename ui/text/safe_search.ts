/** Search engines that answer with their safe form. */
import { texts } from "./text.ts";

/** The texts. */
export const safeSearch = texts({
  name: {
    en: "Safe search",
    fr: "Recherche sécurisée",
    es: "Búsqueda segura",
    de: "Sichere Suche",
    nl: "Veilig zoeken",
    it: "Ricerca sicura",
    pt: "Pesquisa segura",
  },
  lead: {
    en:
      "Safe search is on for {on} of {all} search engines; it leaves out what is not for children.",
    fr:
      "La recherche sécurisée est active sur {on} des {all} moteurs de recherche ; elle écarte ce qui n’est pas pour les enfants.",
    es:
      "La búsqueda segura está activa en {on} de los {all} buscadores; omite lo que no es para niños.",
    de:
      "Die sichere Suche ist bei {on} von {all} Suchmaschinen an; sie lässt weg, was nichts für Kinder ist.",
    nl:
      "Veilig zoeken staat aan bij {on} van {all} zoekmachines; het laat weg wat niets voor kinderen is.",
    it:
      "La ricerca sicura è attiva su {on} dei {all} motori di ricerca; esclude ciò che non è per bambini.",
    pt:
      "A pesquisa segura está ligada em {on} dos {all} motores de pesquisa; omite o que não é para crianças.",
  },
  engines: {
    en: "Search engines",
    fr: "Moteurs de recherche",
    es: "Buscadores",
    de: "Suchmaschinen",
    nl: "Zoekmachines",
    it: "Motori di ricerca",
    pt: "Motores de pesquisa",
  },
  all_on: {
    en: "Turn all on",
    fr: "Tout activer",
    es: "Activar todos",
    de: "Alle einschalten",
    nl: "Alle inschakelen",
    it: "Attiva tutti",
    pt: "Ligar todos",
  },
  how: {
    en:
      "The box answers the name of an engine with that of its safe form, whatever the settings of the browser say. Engines that are not named here can be blocked among the services.",
    fr:
      "La box répond au nom d’un moteur par celui de sa version sécurisée, quels que soient les réglages du navigateur. Les moteurs qui ne figurent pas ici peuvent être bloqués parmi les services.",
    es:
      "La box responde al nombre de un buscador con el de su versión segura, digan lo que digan los ajustes del navegador. Los buscadores que no están aquí se pueden bloquear entre los servicios.",
    de:
      "Die Box beantwortet den Namen einer Suchmaschine mit dem ihrer sicheren Form, was auch immer im Browser eingestellt ist. Suchmaschinen, die hier fehlen, lassen sich bei den Diensten sperren.",
    nl:
      "De box beantwoordt de naam van een zoekmachine met die van haar veilige vorm, wat er ook in de browser is ingesteld. Zoekmachines die hier ontbreken, kunt u bij de diensten blokkeren.",
    it:
      "La box risponde al nome di un motore con quello della sua versione sicura, qualunque siano le impostazioni del browser. I motori che qui non ci sono si possono bloccare tra i servizi.",
    pt:
      "A box responde ao nome de um motor com o da sua versão segura, sejam quais forem as definições do navegador. Os motores que não estão aqui podem ser bloqueados nos serviços.",
  },
  youtube: {
    en: "Strict hides much, moderate less; comments are hidden in both.",
    fr:
      "Le mode strict masque beaucoup, le mode modéré moins ; les commentaires sont masqués dans les deux.",
    es: "El modo estricto oculta mucho, el moderado menos; los comentarios se ocultan en ambos.",
    de: "Streng blendet viel aus, mittel weniger; Kommentare fehlen bei beiden.",
    nl: "Streng verbergt veel, gematigd minder; reacties zijn bij beide verborgen.",
    it:
      "La modalità rigorosa nasconde molto, la moderata meno; i commenti sono nascosti in entrambe.",
    pt: "O modo rigoroso oculta muito, o moderado menos; os comentários ficam ocultos em ambos.",
  },
});
