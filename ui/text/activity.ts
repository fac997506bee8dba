/** Texts about what devices and people asked. */
import { texts } from "./text.ts";

/** The texts. */
export const activity = texts({
  title: {
    en: "Activity",
    fr: "Activité",
    es: "Actividad",
    de: "Aktivität",
    nl: "Activiteit",
    it: "Attività",
    pt: "Atividade",
  },
  nothing: {
    en: "Nothing was asked in this time.",
    fr: "Rien n’a été demandé pendant ce temps.",
    es: "No se preguntó nada en este tiempo.",
    de: "In dieser Zeit wurde nichts gefragt.",
    nl: "Er is in deze tijd niets gevraagd.",
    it: "In questo periodo non è stato chiesto nulla.",
    pt: "Nada foi perguntado neste tempo.",
  },
  about: {
    en: "Categories and services",
    fr: "Catégories et services",
    es: "Categorías y servicios",
    de: "Kategorien und Dienste",
    nl: "Categorieën en diensten",
    it: "Categorie e servizi",
    pt: "Categorias e serviços",
  },
  private: {
    en:
      "An adult who uses this device keeps the names private; only counts are shown. They can agree to detailed reports in their account.",
    fr:
      "Un adulte qui utilise cet appareil garde les noms pour lui ; seuls les nombres sont affichés. Il peut accepter les rapports détaillés dans son compte.",
    es:
      "Un adulto que usa este dispositivo mantiene los nombres en privado; solo se muestran los números. Puede aceptar los informes detallados en su cuenta.",
    de:
      "Eine erwachsene Person, die dieses Gerät nutzt, behält die Namen für sich; nur Zahlen werden gezeigt. Ausführlichen Berichten kann sie in ihrem Konto zustimmen.",
    nl:
      "Een volwassene die dit apparaat gebruikt, houdt de namen privé; alleen aantallen worden getoond. Instemmen met uitgebreide rapporten kan in het eigen account.",
    it:
      "Un adulto che usa questo dispositivo tiene per sé i nomi; si mostrano solo i numeri. Può accettare i rapporti dettagliati nel suo account.",
    pt:
      "Um adulto que usa este dispositivo guarda os nomes para si; só se mostram números. Pode aceitar os relatórios detalhados na sua conta.",
  },
  private_person: {
    en:
      "This person keeps the names private; only counts are shown. They can agree to detailed reports in their account.",
    fr:
      "Cette personne garde les noms pour elle ; seuls les nombres sont affichés. Elle peut accepter les rapports détaillés dans son compte.",
    es:
      "Esta persona mantiene los nombres en privado; solo se muestran los números. Puede aceptar los informes detallados en su cuenta.",
    de:
      "Diese Person behält die Namen für sich; nur Zahlen werden gezeigt. Ausführlichen Berichten kann sie in ihrem Konto zustimmen.",
    nl:
      "Deze persoon houdt de namen privé; alleen aantallen worden getoond. Instemmen met uitgebreide rapporten kan in het eigen account.",
    it:
      "Questa persona tiene per sé i nomi; si mostrano solo i numeri. Può accettare i rapporti dettagliati nel suo account.",
    pt:
      "Esta pessoa guarda os nomes para si; só se mostram números. Pode aceitar os relatórios detalhados na sua conta.",
  },
  since: {
    en: "Names are counted since {when}: the log goes no further back.",
    fr: "Les noms sont comptés depuis {when} : le journal ne remonte pas plus loin.",
    es: "Los nombres se cuentan desde {when}: el registro no llega más atrás.",
    de: "Namen sind gezählt seit {when}: Weiter reicht das Protokoll nicht zurück.",
    nl: "Namen zijn geteld sinds {when}: verder gaat het logboek niet terug.",
    it: "I nomi sono contati da {when}: il registro non va più indietro.",
    pt: "Os nomes são contados desde {when}: o registo não vai mais atrás.",
  },
  left_out: {
    en: {
      one: "One device of this group keeps its names private.",
      other: "{count} devices of this group keep their names private.",
    },
    fr: {
      one: "Un appareil de ce groupe garde ses noms privés.",
      other: "{count} appareils de ce groupe gardent leurs noms privés.",
    },
    es: {
      one: "Un dispositivo de este grupo mantiene sus nombres en privado.",
      other: "{count} dispositivos de este grupo mantienen sus nombres en privado.",
    },
    de: {
      one: "Ein Gerät dieser Gruppe behält seine Namen für sich.",
      other: "{count} Geräte dieser Gruppe behalten ihre Namen für sich.",
    },
    nl: {
      one: "Eén apparaat van deze groep houdt de namen privé.",
      other: "{count} apparaten van deze groep houden de namen privé.",
    },
    it: {
      one: "Un dispositivo di questo gruppo tiene privati i nomi.",
      other: "{count} dispositivi di questo gruppo tengono privati i nomi.",
    },
    pt: {
      one: "Um dispositivo deste grupo mantém os nomes privados.",
      other: "{count} dispositivos deste grupo mantêm os nomes privados.",
    },
  },
  lead_own: {
    en: {
      one: "Your devices asked once in this time, {blocked} blocked.",
      other: "Your devices asked {count} times in this time, {blocked} of them blocked.",
    },
    fr: {
      one: "Vos appareils ont demandé une fois pendant ce temps, {blocked} bloquée.",
      other: "Vos appareils ont demandé {count} fois pendant ce temps, dont {blocked} bloquées.",
    },
    es: {
      one: "Sus dispositivos preguntaron una vez en este tiempo, {blocked} bloqueada.",
      other: "Sus dispositivos preguntaron {count} veces en este tiempo, {blocked} de ellas bloqueadas.",
    },
    de: {
      one: "Ihre Geräte haben in dieser Zeit einmal gefragt, davon {blocked} gesperrt.",
      other: "Ihre Geräte haben in dieser Zeit {count}-mal gefragt, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Uw apparaten vroegen in deze tijd één keer, waarvan {blocked} geblokkeerd.",
      other: "Uw apparaten vroegen in deze tijd {count} keer, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "I tuoi dispositivi hanno chiesto una volta in questo periodo, {blocked} bloccata.",
      other: "I tuoi dispositivi hanno chiesto {count} volte in questo periodo, {blocked} delle quali bloccate.",
    },
    pt: {
      one: "Os seus dispositivos perguntaram uma vez neste tempo, {blocked} bloqueada.",
      other: "Os seus dispositivos perguntaram {count} vezes neste tempo, {blocked} delas bloqueadas.",
    },
  },
  shared: {
    en: "shared",
    fr: "partagé",
    es: "compartido",
    de: "gemeinsam genutzt",
    nl: "gedeeld",
    it: "condiviso",
    pt: "partilhado",
  },
});
