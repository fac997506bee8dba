/** Protection paused for a while. */
import { texts } from "./text.ts";

/** The texts. */
export const pauses = texts({
  pause: {
    en: "Pause",
    fr: "Pause",
    es: "Pausar",
    de: "Pausieren",
    nl: "Pauzeren",
    it: "Pausa",
    pt: "Pausar",
  },
  paused: {
    en: "Paused",
    fr: "En pause",
    es: "En pausa",
    de: "Pausiert",
    nl: "Gepauzeerd",
    it: "In pausa",
    pt: "Em pausa",
  },
  paused_for: {
    en: "Paused: {whom}",
    fr: "En pause : {whom}",
    es: "En pausa: {whom}",
    de: "Pausiert: {whom}",
    nl: "Gepauzeerd: {whom}",
    it: "In pausa: {whom}",
    pt: "Em pausa: {whom}",
  },
  title: {
    en: "Pause protection",
    fr: "Mettre la protection en pause",
    es: "Pausar la protección",
    de: "Schutz pausieren",
    nl: "Bescherming pauzeren",
    it: "Metti in pausa la protezione",
    pt: "Pausar a proteção",
  },
  help: {
    en: "Lists, services and rules that block are paused. What guards against attacks stays on.",
    fr:
      "Les listes, services et règles qui bloquent sont suspendus. Ce qui protège des attaques reste actif.",
    es:
      "Las listas, los servicios y las reglas que bloquean quedan en suspenso. Lo que protege de ataques sigue activo.",
    de: "Listen, Dienste und Regeln, die sperren, pausieren. Was vor Angriffen schützt, bleibt an.",
    nl:
      "Lijsten, diensten en regels die blokkeren, worden gepauzeerd. Wat tegen aanvallen beschermt, blijft aan.",
    it:
      "Liste, servizi e regole che bloccano sono sospesi. Ciò che protegge dagli attacchi resta attivo.",
    pt:
      "As listas, os serviços e as regras que bloqueiam ficam suspensos. O que protege de ataques continua ativo.",
  },
  tomorrow: {
    en: "Until tomorrow",
    fr: "Jusqu’à demain",
    es: "Hasta mañana",
    de: "Bis morgen",
    nl: "Tot morgen",
    it: "Fino a domani",
    pt: "Até amanhã",
  },
  until: {
    en: "until {time}",
    fr: "jusqu’à {time}",
    es: "hasta las {time}",
    de: "bis {time}",
    nl: "tot {time}",
    it: "fino alle {time}",
    pt: "até às {time}",
  },
  until_day: {
    en: "until {time}",
    fr: "jusqu’à {time}",
    es: "hasta el {time}",
    de: "bis {time}",
    nl: "tot {time}",
    it: "fino a {time}",
    pt: "até {time}",
  },
  end: {
    en: "End",
    fr: "Terminer",
    es: "Terminar",
    de: "Beenden",
    nl: "Beëindigen",
    it: "Termina",
    pt: "Terminar",
  },
  end_for: {
    en: "End the pause: {whom}",
    fr: "Terminer la pause : {whom}",
    es: "Terminar la pausa: {whom}",
    de: "Pause beenden: {whom}",
    nl: "Pauze beëindigen: {whom}",
    it: "Termina la pausa: {whom}",
    pt: "Terminar a pausa: {whom}",
  },
  begun: {
    en: "Protection is paused and comes back by itself.",
    fr: "La protection est en pause et reprendra d’elle-même.",
    es: "La protección está en pausa y volverá por sí sola.",
    de: "Der Schutz pausiert und kommt von selbst wieder.",
    nl: "De bescherming is gepauzeerd en komt vanzelf terug.",
    it: "La protezione è in pausa e riprende da sola.",
    pt: "A proteção está em pausa e regressa sozinha.",
  },
  ended: {
    en: "The pause is over ({whom}).",
    fr: "La pause est terminée ({whom}).",
    es: "La pausa ha terminado ({whom}).",
    de: "Die Pause ist vorbei ({whom}).",
    nl: "De pauze is voorbij ({whom}).",
    it: "La pausa è finita ({whom}).",
    pt: "A pausa terminou ({whom}).",
  },
});
