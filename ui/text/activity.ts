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
    fr: "Aucune requête pendant cette période.",
    es: "No hubo consultas en este periodo.",
    de: "In dieser Zeit wurde nichts gefragt.",
    nl: "Er is in deze tijd niets gevraagd.",
    it: "Nessuna richiesta in questo periodo.",
    pt: "Não houve consultas neste período.",
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
      "Un adulte qui utilise cet appareil garde les noms pour lui ; seuls les nombres sont affichés. Il peut accepter les rapports détaillés dans son compte.",
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
      "Cette personne garde les noms pour elle ; seuls les nombres sont affichés. Elle peut accepter les rapports détaillés dans son compte.",
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
    en: "The log began {when}; before that, no names are counted.",
    fr: "Le journal a commencé {when} ; avant cela, aucun nom n’est compté.",
    es: "El registro empezó {when}; antes no se cuentan nombres.",
    de: "Das Protokoll begann {when}; davor sind keine Namen gezählt.",
    nl: "Het logboek begon {when}; daarvoor zijn geen namen geteld.",
    it: "Il registro è iniziato {when}; prima di allora nessun nome è contato.",
    pt: "O registo começou {when}; antes disso não se contam nomes.",
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
      one: "One query of your devices in this time, {blocked} blocked.",
      other: "{count} queries of your devices in this time, {blocked} of them blocked.",
    },
    fr: {
      one: "{count} requête de vos appareils pendant cette période ; bloquées : {blocked}.",
      other: "{count} requêtes de vos appareils pendant cette période ; bloquées : {blocked}.",
    },
    es: {
      one: "{count} consulta de sus dispositivos en este periodo; bloqueadas: {blocked}.",
      other: "{count} consultas de sus dispositivos en este periodo; bloqueadas: {blocked}.",
    },
    de: {
      one: "Eine Anfrage Ihrer Geräte in dieser Zeit, davon {blocked} gesperrt.",
      other: "{count} Anfragen Ihrer Geräte in dieser Zeit, davon {blocked} gesperrt.",
    },
    nl: {
      one: "Eén verzoek van uw apparaten in deze tijd, waarvan {blocked} geblokkeerd.",
      other: "{count} verzoeken van uw apparaten in deze tijd, waarvan {blocked} geblokkeerd.",
    },
    it: {
      one: "{count} richiesta dei tuoi dispositivi in questo periodo; bloccate: {blocked}.",
      other: "{count} richieste dei tuoi dispositivi in questo periodo; bloccate: {blocked}.",
    },
    pt: {
      one: "{count} consulta dos seus dispositivos neste período; bloqueadas: {blocked}.",
      other: "{count} consultas dos seus dispositivos neste período; bloqueadas: {blocked}.",
    },
  },
  shared: {
    en: "shared",
    fr: "partagé",
    es: "compartido",
    de: "geteilt",
    nl: "gedeeld",
    it: "condiviso",
    pt: "partilhado",
  },
  // Of the own account.
  household: {
    en: "In the household",
    fr: "Dans le foyer",
    es: "En el hogar",
    de: "Im Haushalt",
    nl: "In het huishouden",
    it: "In famiglia",
    pt: "Na família",
  },
  you_are: {
    en: "This account belongs to {name}.",
    fr: "Ce compte appartient à {name}.",
    es: "Esta cuenta pertenece a {name}.",
    de: "Dieses Konto gehört zu {name}.",
    nl: "Dit account hoort bij {name}.",
    it: "Questo account appartiene a {name}.",
    pt: "Esta conta pertence a {name}.",
  },
  no_own_devices: {
    en: "No device is assigned to this person yet.",
    fr: "Aucun appareil n’est encore attribué à cette personne.",
    es: "Aún no se ha asignado ningún dispositivo a esta persona.",
    de: "Dieser Person ist noch kein Gerät zugeordnet.",
    nl: "Aan deze persoon is nog geen apparaat toegewezen.",
    it: "A questa persona non è ancora assegnato alcun dispositivo.",
    pt: "Ainda não foi atribuído nenhum dispositivo a esta pessoa.",
  },
  consent: {
    en: "Detailed reports",
    fr: "Rapports détaillés",
    es: "Informes detallados",
    de: "Ausführliche Berichte",
    nl: "Uitgebreide rapporten",
    it: "Rapporti dettagliati",
    pt: "Relatórios detalhados",
  },
  consent_help: {
    en:
      "When this is on, reports show which names your devices and those you share ask for. When it is off, they show counts only. It holds at once.",
    fr:
      "Si c’est activé, les rapports montrent quels noms demandent vos appareils et les appareils que vous partagez. Sinon, ils ne montrent que des nombres. Cela prend effet aussitôt.",
    es:
      "Si está activado, los informes muestran qué nombres piden sus dispositivos y los dispositivos que comparte. Si no, solo muestran números. Tiene efecto de inmediato.",
    de:
      "Ist das an, zeigen Berichte, nach welchen Namen Ihre und geteilte Geräte fragen. Ist es aus, zeigen sie nur Zahlen. Es gilt sofort.",
    nl:
      "Staat dit aan, dan tonen rapporten naar welke namen uw apparaten en gedeelde apparaten vragen. Staat het uit, dan tonen ze alleen aantallen. Het geldt meteen.",
    it:
      "Se è attivo, i rapporti mostrano quali nomi chiedono i tuoi dispositivi e quelli che condividi. Altrimenti mostrano solo numeri. Ha effetto subito.",
    pt:
      "Se estiver ligado, os relatórios mostram que nomes pedem os seus dispositivos e os que partilha. Se não, só mostram números. Tem efeito imediato.",
  },
  consent_on: {
    en: "Reports may show the names now.",
    fr: "Les rapports peuvent désormais montrer les noms.",
    es: "Los informes ya pueden mostrar los nombres.",
    de: "Berichte dürfen die Namen jetzt zeigen.",
    nl: "Rapporten mogen de namen nu tonen.",
    it: "I rapporti ora possono mostrare i nomi.",
    pt: "Os relatórios já podem mostrar os nomes.",
  },
  consent_off: {
    en: "Reports show counts only now.",
    fr: "Les rapports ne montrent plus que des nombres.",
    es: "Los informes ahora solo muestran números.",
    de: "Berichte zeigen jetzt nur noch Zahlen.",
    nl: "Rapporten tonen nu alleen aantallen.",
    it: "I rapporti ora mostrano solo numeri.",
    pt: "Os relatórios agora só mostram números.",
  },
});
