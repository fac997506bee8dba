/** Warnings of the log that pages show, and faults of tasks. */
import type { Refusals, Translations } from "./refusal.ts";

const WARNINGS_1: Translations = {
  fr: "Liste « {name} » : {why} Il n’y a pas de copie, la liste est sans effet.",
  es: "Lista «{name}»: {why} No hay copia, así que la lista no tiene efecto.",
  de: "Liste „{name}“: {why} Es gibt keine Kopie, die Liste wirkt nicht.",
  nl: "Lijst ‘{name}’: {why} Er is geen kopie, dus de lijst werkt niet.",
  it: "Lista «{name}»: {why} Non c’è una copia, quindi la lista non ha effetto.",
  pt: "Lista «{name}»: {why} Não há cópia, por isso a lista não tem efeito.",
};

const WARNINGS_2: Translations = {
  fr: "La sauvegarde vers {name} a échoué. {why}",
  es: "La copia de seguridad en {name} falló. {why}",
  de: "Die Sicherung auf {name} ist fehlgeschlagen. {why}",
  nl: "De back-up naar {name} is mislukt. {why}",
  it: "Il backup su {name} non è riuscito. {why}",
  pt: "A cópia de segurança em {name} falhou. {why}",
};

/** The table. */
export const WARNINGS: Refusals = {
  "List '{name}' kept its copy of {age} ago: {why}. It is tried again in {wait}.": {
    fr: "Liste « {name} » : {why} Sa dernière copie reste en vigueur.",
    es: "Lista «{name}»: {why} Sigue en vigor la última copia.",
    de: "Liste „{name}“: {why} Die letzte Kopie gilt weiter.",
    nl: "Lijst ‘{name}’: {why} De laatste kopie blijft gelden.",
    it: "Lista «{name}»: {why} Resta in vigore l’ultima copia.",
    pt: "Lista «{name}»: {why} A última cópia mantém-se em vigor.",
  },
  "List '{name}' has no copy any more: {why}. It is tried again in {wait}.": WARNINGS_1,
  "List '{name}' has no copy yet: {why}. It is tried again in {wait}.": WARNINGS_1,
  "List '{name}' kept its copy: the new one has {now} lines instead of {before}. Look at the list, then accept the new copy or remove the list.":
    {
      fr:
        "Liste « {name} » : la nouvelle copie a {now} lignes au lieu de {before}. Regardez la liste, puis acceptez la copie ou supprimez la liste.",
      es:
        "Lista «{name}»: la copia nueva tiene {now} líneas en lugar de {before}. Revise la lista y acepte la copia o elimine la lista.",
      de:
        "Liste „{name}“: Die neue Kopie hat {now} Zeilen statt {before}. Sehen Sie sich die Liste an, dann nehmen Sie die Kopie an oder entfernen die Liste.",
      nl:
        "Lijst ‘{name}’: de nieuwe kopie heeft {now} regels in plaats van {before}. Bekijk de lijst en accepteer de kopie, of verwijder de lijst.",
      it:
        "Lista «{name}»: la nuova copia ha {now} righe invece di {before}. Guarda la lista, poi accetta la copia o rimuovi la lista.",
      pt:
        "Lista «{name}»: a nova cópia tem {now} linhas em vez de {before}. Veja a lista e aceite a cópia, ou remova a lista.",
    },
  "List '{name}' {state}: {concerns}. Look at the list, then confirm it or remove it.": {
    fr:
      "Liste « {name} » : quelque chose semble anormal. Regardez la liste, puis confirmez-la ou supprimez-la.",
    es: "Lista «{name}»: hay algo dudoso. Revise la lista y confírmela o elimínela.",
    de:
      "Liste „{name}“: Etwas daran ist zweifelhaft. Sehen Sie sich die Liste an, dann bestätigen oder entfernen Sie sie.",
    nl:
      "Lijst ‘{name}’: er is iets twijfelachtigs aan. Bekijk de lijst en bevestig hem, of verwijder hem.",
    it: "Lista «{name}»: c’è qualcosa di dubbio. Guarda la lista, poi confermala o rimuovila.",
    pt: "Lista «{name}»: há algo de duvidoso. Veja a lista e confirme-a, ou remova-a.",
  },
  "The task {task} failed: {why}": {
    fr: "Tâche « {task} » échouée : {why}",
    es: "Falló la tarea «{task}»: {why}",
    de: "Aufgabe „{task}“ fehlgeschlagen: {why}",
    nl: "Taak ‘{task}’ mislukt: {why}",
    it: "Attività «{task}» non riuscita: {why}",
    pt: "A tarefa «{task}» falhou: {why}",
  },
  "It took longer than {seconds} s": {
    fr: "Elle a duré plus de {seconds} secondes.",
    es: "Tardó más de {seconds} segundos.",
    de: "Sie hat länger als {seconds} Sekunden gedauert.",
    nl: "Ze duurde langer dan {seconds} seconden.",
    it: "Ha richiesto più di {seconds} secondi.",
    pt: "Demorou mais de {seconds} segundos.",
  },
  "{why} ({times} times)": {
    fr: "{why} ({times} fois)",
    es: "{why} ({times} veces)",
    de: "{why} ({times}-mal)",
    nl: "{why} ({times} keer)",
    it: "{why} ({times} volte)",
    pt: "{why} ({times} vezes)",
  },
  "The backup to the target {name} failed: {why} ({detail})": WARNINGS_2,
  "The backup to the target {name} failed: {why}": WARNINGS_2,
  "Backups failed: {detail}": {
    fr: "Plusieurs sauvegardes ont échoué. Les raisons sont à la page des sauvegardes.",
    es: "Fallaron varias copias de seguridad. Las razones están en la página de copias.",
    de: "Mehrere Sicherungen sind fehlgeschlagen. Die Gründe stehen auf der Seite Sicherungen.",
    nl: "Meerdere back-ups zijn mislukt. De redenen staan op de pagina met back-ups.",
    it: "Più backup non sono riusciti. I motivi sono nella pagina dei backup.",
    pt: "Várias cópias de segurança falharam. As razões estão na página das cópias.",
  },
  "The database {name} cannot be used now: {detail}": {
    fr: "La base de données {name} n’est pas disponible en ce moment.",
    es: "La base de datos {name} no está disponible ahora.",
    de: "Die Datenbank {name} ist gerade nicht verfügbar.",
    nl: "De database {name} is nu niet beschikbaar.",
    it: "Il database {name} ora non è disponibile.",
    pt: "A base de dados {name} não está disponível de momento.",
  },
  "The database {name} cannot be used: {detail}": {
    fr:
      "La base de données {name} est inutilisable. Vérifiez le disque et les droits du dossier de données.",
    es:
      "La base de datos {name} no se puede usar. Revise el disco y los permisos de la carpeta de datos.",
    de:
      "Die Datenbank {name} lässt sich nicht verwenden. Prüfen Sie den Datenträger und die Rechte des Datenordners.",
    nl: "De database {name} is onbruikbaar. Controleer de schijf en de rechten van de gegevensmap.",
    it:
      "Il database {name} non si può usare. Controlla il disco e i permessi della cartella dei dati.",
    pt:
      "A base de dados {name} não pode ser usada. Verifique o disco e as permissões da pasta de dados.",
  },
  "Could not publish the policy, keeping the previous one: {detail}": {
    fr:
      "Les dernières modifications n’ont pas pu être appliquées. Les réglages précédents restent en vigueur.",
    es: "No se pudieron aplicar los últimos cambios. Siguen en vigor los ajustes anteriores.",
    de: "Die letzten Änderungen konnten nicht übernommen werden. Es gelten weiter die bisherigen.",
    nl: "De laatste wijzigingen konden niet worden toegepast. De vorige blijven gelden.",
    it: "Non è stato possibile applicare le ultime modifiche. Restano in vigore le precedenti.",
    pt: "Não foi possível aplicar as últimas alterações. Mantêm-se em vigor as anteriores.",
  },
  "No certificate could be obtained for {name}: {why}": {
    fr: "Aucun certificat n’a pu être obtenu pour {name}. {why}",
    es: "No se pudo obtener un certificado para {name}. {why}",
    de: "Für {name} war kein Zertifikat zu bekommen. {why}",
    nl: "Voor {name} kon geen certificaat worden verkregen. {why}",
    it: "Non è stato possibile ottenere un certificato per {name}. {why}",
    pt: "Não foi possível obter um certificado para {name}. {why}",
  },
  "Skipping upstream until it recovers: {name} ({detail})": {
    fr: "Le serveur {name} est mis de côté tant qu’il ne répond pas.",
    es: "Se omite el servidor {name} hasta que responda.",
    de: "Der Server {name} wird übergangen, bis er wieder antwortet.",
    nl: "De server {name} wordt overgeslagen tot hij weer antwoordt.",
    it: "Il server {name} viene saltato finché non risponde.",
    pt: "O servidor {name} é ignorado até voltar a responder.",
  },
};
