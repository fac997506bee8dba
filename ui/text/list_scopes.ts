/** Texts about whom a list is for, and when. */
import { texts } from "./text.ts";

/** The texts. */
export const listScopes = texts({
  title: {
    en: "For whom and when",
    fr: "Pour qui et quand",
    es: "Para quién y cuándo",
    de: "Für wen und wann",
    nl: "Voor wie en wanneer",
    it: "Per chi e quando",
    pt: "Para quem e quando",
  },
  everyone: {
    en: "For everyone",
    fr: "Pour tout le monde",
    es: "Para todos",
    de: "Für alle",
    nl: "Voor iedereen",
    it: "Per tutti",
    pt: "Para todos",
  },
  whom: {
    en: "For: {whom}",
    fr: "Pour : {whom}",
    es: "Para: {whom}",
    de: "Für: {whom}",
    nl: "Voor: {whom}",
    it: "Per: {whom}",
    pt: "Para: {whom}",
  },
  no_one: {
    en: "For no one",
    fr: "Pour personne",
    es: "Para nadie",
    de: "Für niemanden",
    nl: "Voor niemand",
    it: "Per nessuno",
    pt: "Para ninguém",
  },
  not_for: {
    en: "Not for: {whom}",
    fr: "Pas pour : {whom}",
    es: "No para: {whom}",
    de: "Nicht für: {whom}",
    nl: "Niet voor: {whom}",
    it: "Non per: {whom}",
    pt: "Não para: {whom}",
  },
  no_one_text: {
    en:
      "Everyone this list was for has been removed, so it has no effect. Choose who it’s for, or remove it.",
    fr:
      "Tous ceux à qui cette liste était destinée ont été supprimés : elle n’a donc aucun effet. Choisissez pour qui elle vaut, ou supprimez-la.",
    es:
      "Se ha eliminado a todos aquellos para quienes era esta lista, así que no tiene efecto. Elija para quién es, o elimínela.",
    de:
      "Alle, für die diese Liste galt, wurden entfernt. Sie bewirkt deshalb nichts. Wählen Sie, für wen sie gilt, oder entfernen Sie sie.",
    nl:
      "Iedereen voor wie deze lijst was, is verwijderd. De lijst doet daarom niets. Kies voor wie ze is, of verwijder ze.",
    it:
      "Tutti coloro per cui valeva questa lista sono stati rimossi, quindi non ha effetto. Scelga per chi vale, oppure la rimuova.",
    pt:
      "Todos aqueles a quem esta lista se destinava foram removidos, por isso não tem efeito. Escolha para quem é, ou remova-a.",
  },
  only_some: {
    en: "Only for those chosen here",
    fr: "Seulement pour ceux choisis ici",
    es: "Solo para quienes elija aquí",
    de: "Nur für die hier Gewählten",
    nl: "Alleen voor wie u hier kiest",
    it: "Solo per chi è scelto qui",
    pt: "Só para quem escolher aqui",
  },
  exceptions: {
    en: "Exceptions",
    fr: "Exceptions",
    es: "Excepciones",
    de: "Ausnahmen",
    nl: "Uitzonderingen",
    it: "Eccezioni",
    pt: "Exceções",
  },
  exceptions_help: {
    en:
      "The list has no effect for them, even if they’re chosen above as part of a group or an age.",
    fr:
      "La liste n’a aucun effet pour eux, même s’ils sont choisis plus haut par leur groupe ou leur âge.",
    es: "La lista no tiene efecto para ellos, aunque estén elegidos arriba por su grupo o su edad.",
    de:
      "Für sie bewirkt die Liste nichts, auch wenn sie oben über eine Gruppe oder ihr Alter gewählt sind.",
    nl:
      "Voor hen doet de lijst niets, ook niet als ze hierboven via een groep of leeftijd zijn gekozen.",
    it: "Per loro la lista non ha effetto, anche se scelti sopra con un gruppo o un’età.",
    pt:
      "A lista não tem efeito para eles, mesmo que estejam escolhidos acima por um grupo ou idade.",
  },
  hours: {
    en: "Hours",
    fr: "Horaires",
    es: "Horas",
    de: "Zeiten",
    nl: "Tijden",
    it: "Orari",
    pt: "Horas",
  },
  hours_help: {
    en: "The list has an effect only in the hours you mark. Mark none, and it always does.",
    fr: "La liste n’agit que pendant les heures marquées. Sans heure marquée, elle agit toujours.",
    es: "La lista solo actúa en las horas que marque. Si no marca ninguna, actúa siempre.",
    de: "Die Liste wirkt nur in den markierten Zeiten. Ist keine markiert, wirkt sie immer.",
    nl: "De lijst werkt alleen in de tijden die u markeert. Markeert u niets, dan werkt ze altijd.",
    it: "La lista ha effetto solo nelle ore segnate. Se non ne segna nessuna, vale sempre.",
    pt: "A lista só tem efeito nas horas que marcar. Se não marcar nenhuma, tem efeito sempre.",
  },
  on: {
    en: "in effect",
    fr: "active",
    es: "activa",
    de: "wirksam",
    nl: "actief",
    it: "attiva",
    pt: "ativa",
  },
  off: {
    en: "not in effect",
    fr: "inactive",
    es: "inactiva",
    de: "nicht wirksam",
    nl: "niet actief",
    it: "non attiva",
    pt: "inativa",
  },
  saved: {
    en: "{name}: saved who it’s for",
    fr: "{name} : destinataires enregistrés",
    es: "{name}: se guardó para quién es",
    de: "{name}: gespeichert, für wen sie gilt",
    nl: "{name}: opgeslagen voor wie ze is",
    it: "{name}: salvato per chi vale",
    pt: "{name}: guardado para quem é",
  },
  choose_someone: {
    en:
      "Choose at least one person, group, age or device. To stop using the list, turn it off. No one can be both chosen and an exception, and hours are quarters of an hour.",
    fr:
      "Choisissez au moins une personne, un groupe, un âge ou un appareil. Pour ne plus utiliser la liste, désactivez-la. Nul ne peut être à la fois choisi et excepté, et les horaires se comptent en quarts d’heure.",
    es:
      "Elija al menos una persona, un grupo, una edad o un dispositivo. Para dejar de usar la lista, desactívela. Nadie puede estar elegido y exceptuado a la vez, y las horas van por cuartos.",
    de:
      "Wählen Sie mindestens eine Person, eine Gruppe, ein Alter oder ein Gerät. Wenn Sie die Liste nicht mehr nutzen wollen, schalten Sie sie aus. Niemand kann zugleich gewählt und Ausnahme sein, und Zeiten gelten in Viertelstunden.",
    nl:
      "Kies minstens één persoon, groep, leeftijd of apparaat. Wilt u de lijst niet meer gebruiken, zet ze dan uit. Niemand kan tegelijk gekozen en uitgezonderd zijn, en tijden gaan per kwartier.",
    it:
      "Scelga almeno una persona, un gruppo, un’età o un dispositivo. Per non usare più la lista, la disattivi. Nessuno può essere sia scelto sia escluso, e gli orari sono in quarti d’ora.",
    pt:
      "Escolha pelo menos uma pessoa, um grupo, uma idade ou um dispositivo. Para deixar de usar a lista, desligue-a. Ninguém pode estar escolhido e ser exceção ao mesmo tempo, e as horas contam-se em quartos.",
  },
  week_scoped: {
    en: "Only queries of those you chose, in the hours you chose, were counted.",
    fr: "Seules les requêtes de ceux que vous avez choisis, aux heures choisies, ont été comptées.",
    es: "Solo se contaron las consultas de quienes eligió, en las horas elegidas.",
    de: "Gezählt wurden nur Anfragen der Gewählten in den gewählten Zeiten.",
    nl: "Alleen verzoeken van wie u koos, in de gekozen tijden, zijn geteld.",
    it: "Sono state contate solo le richieste di chi ha scelto, negli orari scelti.",
    pt: "Só foram contadas as consultas de quem escolheu, nas horas escolhidas.",
  },
  week_everyone: {
    en: "The queries of everyone were counted, because your account can’t see who asked what.",
    fr:
      "Les requêtes de tout le monde ont été comptées, car votre compte ne peut pas voir qui a demandé quoi.",
    es: "Se contaron las consultas de todos, porque su cuenta no puede ver quién consultó qué.",
    de: "Gezählt wurden die Anfragen aller, denn Ihr Konto darf nicht sehen, wer was gefragt hat.",
    nl: "De verzoeken van iedereen zijn geteld, want uw account mag niet zien wie wat opvroeg.",
    it:
      "Sono state contate le richieste di tutti, perché il suo account non può vedere chi ha chiesto cosa.",
    pt: "Foram contadas as consultas de todos, porque a sua conta não pode ver quem pediu o quê.",
  },
  beyond: {
    en: "Lists for {name} beyond everyone’s",
    fr: "Listes de {name} en plus de celles de tous",
    es: "Listas de {name} además de las de todos",
    de: "Listen für {name}, zusätzlich zu denen für alle",
    nl: "Lijsten voor {name} naast die van iedereen",
    it: "Liste per {name} oltre a quelle di tutti",
    pt: "Listas de {name} além das de todos",
  },
  left_out: {
    en: "Lists that leave {name} out",
    fr: "Listes qui exceptent {name}",
    es: "Listas que exceptúan a {name}",
    de: "Listen, die {name} ausnehmen",
    nl: "Lijsten die {name} overslaan",
    it: "Liste che escludono {name}",
    pt: "Listas que excluem {name}",
  },
});
