/** What the public resolvers of the catalogue do, by its English notes. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const RESOLVER_NOTES: Refusals = {
  "Nothing blocked": {
    fr: "Ne bloque rien.",
    es: "No bloquea nada.",
    de: "Blockiert nichts.",
    nl: "Blokkeert niets.",
    it: "Non blocca nulla.",
    pt: "Não bloqueia nada.",
  },
  "Nothing blocked, no DNSSEC validation": {
    fr: "Ne bloque rien et ne valide pas DNSSEC.",
    es: "No bloquea nada ni valida DNSSEC.",
    de: "Blockiert nichts und prüft DNSSEC nicht.",
    nl: "Blokkeert niets en controleert DNSSEC niet.",
    it: "Non blocca nulla e non convalida DNSSEC.",
    pt: "Não bloqueia nada nem valida DNSSEC.",
  },
  "Nothing blocked; validates DNSSEC, keeps no client address": {
    fr: "Ne bloque rien, valide DNSSEC, ne conserve aucune adresse de client.",
    es: "No bloquea nada, valida DNSSEC y no guarda direcciones de clientes.",
    de: "Blockiert nichts, prüft DNSSEC und speichert keine Adressen der Anfragenden.",
    nl: "Blokkeert niets, controleert DNSSEC en bewaart geen adressen van gebruikers.",
    it: "Non blocca nulla, convalida DNSSEC e non conserva indirizzi dei client.",
    pt: "Não bloqueia nada, valida DNSSEC e não guarda endereços de clientes.",
  },
  "Fast everywhere; validates DNSSEC; logs kept 25 hours": {
    fr: "Rapide partout, valide DNSSEC, journaux conservés 25 heures.",
    es: "Rápido en todas partes, valida DNSSEC, guarda registros 25 horas.",
    de: "Überall schnell, prüft DNSSEC, Protokolle 25 Stunden lang.",
    nl: "Overal snel, controleert DNSSEC, bewaart logs 25 uur.",
    it: "Veloce ovunque, convalida DNSSEC, registri conservati 25 ore.",
    pt: "Rápido em todo o lado, valida DNSSEC, guarda registos 25 horas.",
  },
  "Fast everywhere; validates DNSSEC; temporary logs hold client addresses": {
    fr: "Rapide partout, valide DNSSEC, journaux temporaires avec les adresses des clients.",
    es: "Rápido en todas partes, valida DNSSEC, registros temporales con direcciones de clientes.",
    de: "Überall schnell, prüft DNSSEC, Adressen der Anfragenden stehen kurz im Protokoll.",
    nl: "Overal snel, controleert DNSSEC, tijdelijke logs met adressen van gebruikers.",
    it: "Veloce ovunque, convalida DNSSEC, registri temporanei con gli indirizzi dei client.",
    pt: "Rápido em todo o lado, valida DNSSEC, registos temporários com endereços de clientes.",
  },
  "Encrypted only; keeps no log": {
    fr: "Seulement chiffré, ne tient aucun journal.",
    es: "Solo cifrado, no guarda registros.",
    de: "Nur verschlüsselt, führt kein Protokoll.",
    nl: "Alleen versleuteld, houdt geen log bij.",
    it: "Solo cifrato, non tiene registri.",
    pt: "Só cifrado, não guarda registos.",
  },
  "Blocks known malware; validates DNSSEC, keeps no client address": {
    fr:
      "Bloque les logiciels malveillants connus, valide DNSSEC, ne conserve aucune adresse de client.",
    es: "Bloquea el malware conocido, valida DNSSEC y no guarda direcciones de clientes.",
    de:
      "Blockiert bekannte Schadsoftware, prüft DNSSEC und speichert keine Adressen der Anfragenden.",
    nl: "Blokkeert bekende malware, controleert DNSSEC en bewaart geen adressen van gebruikers.",
    it: "Blocca il malware noto, convalida DNSSEC e non conserva indirizzi dei client.",
    pt: "Bloqueia malware conhecido, valida DNSSEC e não guarda endereços de clientes.",
  },
  "Blocks known malware; tells servers the client's network for nearer content": {
    fr:
      "Bloque les logiciels malveillants connus, indique aux serveurs le réseau du client pour des contenus plus proches.",
    es:
      "Bloquea el malware conocido e indica a los servidores la red del cliente para contenidos más cercanos.",
    de:
      "Blockiert bekannte Schadsoftware, nennt Servern das Netz des Anfragenden für nähere Inhalte.",
    nl:
      "Blokkeert bekende malware, geeft servers het netwerk van de gebruiker door voor inhoud dichterbij.",
    it: "Blocca il malware noto, indica ai server la rete del client per contenuti più vicini.",
    pt:
      "Bloqueia malware conhecido e indica aos servidores a rede do cliente para conteúdos mais próximos.",
  },
  "Blocks malware": {
    fr: "Bloque les logiciels malveillants.",
    es: "Bloquea el malware.",
    de: "Blockiert Schadsoftware.",
    nl: "Blokkeert malware.",
    it: "Blocca il malware.",
    pt: "Bloqueia malware.",
  },
  "Blocks phishing": {
    fr: "Bloque l’hameçonnage.",
    es: "Bloquea el phishing.",
    de: "Blockiert Phishing.",
    nl: "Blokkeert phishing.",
    it: "Blocca il phishing.",
    pt: "Bloqueia phishing.",
  },
  "Blocks phishing and malware": {
    fr: "Bloque l’hameçonnage et les logiciels malveillants.",
    es: "Bloquea el phishing y el malware.",
    de: "Blockiert Phishing und Schadsoftware.",
    nl: "Blokkeert phishing en malware.",
    it: "Blocca phishing e malware.",
    pt: "Bloqueia phishing e malware.",
  },
  "Blocks malware and fraud": {
    fr: "Bloque les logiciels malveillants et la fraude.",
    es: "Bloquea el malware y el fraude.",
    de: "Blockiert Schadsoftware und Betrug.",
    nl: "Blokkeert malware en fraude.",
    it: "Blocca malware e frodi.",
    pt: "Bloqueia malware e fraude.",
  },
  "Blocks ads and trackers": {
    fr: "Bloque la publicité et les traqueurs.",
    es: "Bloquea anuncios y rastreadores.",
    de: "Blockiert Werbung und Tracker.",
    nl: "Blokkeert reclame en trackers.",
    it: "Blocca pubblicità e tracker.",
    pt: "Bloqueia anúncios e rastreadores.",
  },
  "Encrypted only; blocks ads and trackers": {
    fr: "Seulement chiffré, bloque la publicité et les traqueurs.",
    es: "Solo cifrado, bloquea anuncios y rastreadores.",
    de: "Nur verschlüsselt, blockiert Werbung und Tracker.",
    nl: "Alleen versleuteld, blokkeert reclame en trackers.",
    it: "Solo cifrato, blocca pubblicità e tracker.",
    pt: "Só cifrado, bloqueia anúncios e rastreadores.",
  },
  "Encrypted only; blocks ads, trackers and malware": {
    fr: "Seulement chiffré, bloque la publicité, les traqueurs et les logiciels malveillants.",
    es: "Solo cifrado, bloquea anuncios, rastreadores y malware.",
    de: "Nur verschlüsselt, blockiert Werbung, Tracker und Schadsoftware.",
    nl: "Alleen versleuteld, blokkeert reclame, trackers en malware.",
    it: "Solo cifrato, blocca pubblicità, tracker e malware.",
    pt: "Só cifrado, bloqueia anúncios, rastreadores e malware.",
  },
  "Blocks malware, ads and trackers": {
    fr: "Bloque les logiciels malveillants, la publicité et les traqueurs.",
    es: "Bloquea malware, anuncios y rastreadores.",
    de: "Blockiert Schadsoftware, Werbung und Tracker.",
    nl: "Blokkeert malware, reclame en trackers.",
    it: "Blocca malware, pubblicità e tracker.",
    pt: "Bloqueia malware, anúncios e rastreadores.",
  },
  "Blocks malware and ads": {
    fr: "Bloque les logiciels malveillants et la publicité.",
    es: "Bloquea malware y anuncios.",
    de: "Blockiert Schadsoftware und Werbung.",
    nl: "Blokkeert malware en reclame.",
    it: "Blocca malware e pubblicità.",
    pt: "Bloqueia malware e anúncios.",
  },
  "Blocks malware and adult content": {
    fr: "Bloque les logiciels malveillants et les contenus pour adultes.",
    es: "Bloquea malware y contenido para adultos.",
    de: "Blockiert Schadsoftware und Inhalte für Erwachsene.",
    nl: "Blokkeert malware en inhoud voor volwassenen.",
    it: "Blocca malware e contenuti per adulti.",
    pt: "Bloqueia malware e conteúdo para adultos.",
  },
  "Blocks ads, trackers and adult content, enforces safe search": {
    fr:
      "Bloque la publicité, les traqueurs et les contenus pour adultes, impose la recherche sécurisée.",
    es: "Bloquea anuncios, rastreadores y contenido para adultos, e impone la búsqueda segura.",
    de: "Blockiert Werbung, Tracker und Inhalte für Erwachsene und erzwingt die sichere Suche.",
    nl: "Blokkeert reclame, trackers en inhoud voor volwassenen, en dwingt veilig zoeken af.",
    it: "Blocca pubblicità, tracker e contenuti per adulti, e impone la ricerca sicura.",
    pt: "Bloqueia anúncios, rastreadores e conteúdo para adultos, e impõe a pesquisa segura.",
  },
  "Encrypted only; blocks ads, trackers, malware, adult content and gambling": {
    fr:
      "Seulement chiffré, bloque la publicité, les traqueurs, les logiciels malveillants, les contenus pour adultes et les jeux d’argent.",
    es: "Solo cifrado, bloquea anuncios, rastreadores, malware, contenido para adultos y apuestas.",
    de:
      "Nur verschlüsselt, blockiert Werbung, Tracker, Schadsoftware, Inhalte für Erwachsene und Glücksspiel.",
    nl:
      "Alleen versleuteld, blokkeert reclame, trackers, malware, inhoud voor volwassenen en gokken.",
    it:
      "Solo cifrato, blocca pubblicità, tracker, malware, contenuti per adulti e gioco d’azzardo.",
    pt:
      "Só cifrado, bloqueia anúncios, rastreadores, malware, conteúdo para adultos e jogos de azar.",
  },
  "Blocks adult content": {
    fr: "Bloque les contenus pour adultes.",
    es: "Bloquea contenido para adultos.",
    de: "Blockiert Inhalte für Erwachsene.",
    nl: "Blokkeert inhoud voor volwassenen.",
    it: "Blocca i contenuti per adulti.",
    pt: "Bloqueia conteúdo para adultos.",
  },
  "Blocks adult content, mixed-content sites and VPN names, enforces safe search": {
    fr:
      "Bloque les contenus pour adultes, les sites mixtes et les VPN, impose la recherche sécurisée.",
    es: "Bloquea contenido para adultos, sitios mixtos y VPN, e impone la búsqueda segura.",
    de:
      "Blockiert Inhalte für Erwachsene, gemischte Websites und VPNs und erzwingt die sichere Suche.",
    nl: "Blokkeert inhoud voor volwassenen, gemengde sites en VPN’s, en dwingt veilig zoeken af.",
    it: "Blocca contenuti per adulti, siti misti e VPN, e impone la ricerca sicura.",
    pt: "Bloqueia conteúdo para adultos, sites mistos e VPN, e impõe a pesquisa segura.",
  },
  "Blocks malware, ads and adult content": {
    fr: "Bloque les logiciels malveillants, la publicité et les contenus pour adultes.",
    es: "Bloquea malware, anuncios y contenido para adultos.",
    de: "Blockiert Schadsoftware, Werbung und Inhalte für Erwachsene.",
    nl: "Blokkeert malware, reclame en inhoud voor volwassenen.",
    it: "Blocca malware, pubblicità e contenuti per adulti.",
    pt: "Bloqueia malware, anúncios e conteúdo para adultos.",
  },
  "Blocks malware and content unfit for children": {
    fr: "Bloque les logiciels malveillants et les contenus qui ne conviennent pas aux enfants.",
    es: "Bloquea malware y contenido no apto para niños.",
    de: "Blockiert Schadsoftware und Inhalte, die nichts für Kinder sind.",
    nl: "Blokkeert malware en inhoud die niet voor kinderen is.",
    it: "Blocca malware e contenuti non adatti ai bambini.",
    pt: "Bloqueia malware e conteúdo impróprio para crianças.",
  },
};
