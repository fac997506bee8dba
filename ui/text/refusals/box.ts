/** Refusals about backups, notifications, settings, updates, power and the request itself. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const BOX_REFUSALS: Refusals = {
  "There is no target with the number: {id}": "errors.said_gone",
  "There is no alert with the number: {id}": "errors.said_gone",
  "There is already a target called {name}; choose another name": "errors.said_taken",
  "There can be {most} targets; remove one first": "errors.said_backup_targets",
  "There is no earlier state to go back to": "errors.said_backup_no_return",
  "This preview has expired; choose the backup again": "errors.said_backup_preview",
  "The address of the target has changed; enter its password or key again, or leave it empty":
    "errors.said_backup_elsewhere",
  "The address of the target has changed; enter its secret again, or leave it empty":
    "errors.said_backup_elsewhere",
  "No target is turned on; turn one on first": "errors.said_backup_no_target",
  "No backup is running": "errors.said_backup_ended",
  "A backup or a restore is running; wait until it ends": "backups.restore_busy",
  "Make a recovery key first; it opens the backups": "errors.said_backup_key",
  "The backup is damaged: {detail}": "errors.code_backup_damaged",
  "Accept the terms of use in force first ({how} {version})": "errors.code_terms_needed",
  "It is saved, but the box could not apply it yet: {detail}": "errors.code_not_published",
  "The form is too large": "errors.code_too_large",
  "The body may have {most} bytes": "errors.code_too_large",
  "Too many live views are open: {most}": "errors.code_too_many_watchers",
  "The target is turned off; turn it on first": {
    fr: "La destination est désactivée. Activez-la d’abord.",
    es: "El destino está desactivado. Actívelo primero.",
    de: "Das Ziel ist ausgeschaltet. Schalten Sie es zuerst ein.",
    nl: "Het doel staat uit. Zet het eerst aan.",
    it: "La destinazione è disattivata. Attivala prima.",
    pt: "O destino está desligado. Ligue-o primeiro.",
  },
  "Somebody changed the target {name} meanwhile; look at it again": {
    fr: "Quelqu’un a modifié la destination {name} entre-temps. Regardez-la de nouveau.",
    es: "Alguien cambió el destino {name} entretanto. Revíselo de nuevo.",
    de: "Jemand hat das Ziel {name} inzwischen geändert. Sehen Sie es noch einmal an.",
    nl: "Iemand heeft het doel {name} intussen gewijzigd. Bekijk het opnieuw.",
    it: "Nel frattempo qualcuno ha cambiato la destinazione {name}. Guardala di nuovo.",
    pt: "Entretanto, alguém alterou o destino {name}. Veja-o de novo.",
  },
  "No other box uses the identity of this box": {
    fr: "Aucune autre box n’utilise l’identité de celle-ci.",
    es: "Ninguna otra box usa la identidad de esta.",
    de: "Keine andere Box verwendet die Identität dieser Box.",
    nl: "Geen andere box gebruikt de identiteit van deze box.",
    it: "Nessun’altra box usa l’identità di questa.",
    pt: "Nenhuma outra box usa a identidade desta.",
  },
  "Another maintenance is running; wait until it ends: {action}": {
    fr: "Une autre maintenance est en cours. Attendez qu’elle se termine.",
    es: "Hay otro mantenimiento en marcha. Espere a que acabe.",
    de: "Eine andere Wartung läuft gerade. Warten Sie, bis sie fertig ist.",
    nl: "Er loopt al ander onderhoud. Wacht tot het klaar is.",
    it: "È in corso un’altra manutenzione. Aspetta che finisca.",
    pt: "Há outra manutenção em curso. Aguarde que termine.",
  },
  "The box runs in a container; stop the container, or power off its machine": {
    fr: "La box tourne dans un conteneur. Arrêtez le conteneur, ou éteignez sa machine.",
    es: "La box está en un contenedor. Detenga el contenedor o apague su máquina.",
    de:
      "Die Box läuft in einem Container. Stoppen Sie den Container, oder schalten Sie den Rechner aus.",
    nl: "De box draait in een container. Stop de container of zet de computer uit.",
    it: "La box è in un container. Ferma il container, o spegni il suo computer.",
    pt: "A box está num contentor. Pare o contentor ou desligue a máquina.",
  },
  "The machine cannot be powered off from here, since {detail}; power it off by hand": {
    fr: "La machine ne peut pas être éteinte d’ici. Éteignez-la à la main.",
    es: "La máquina no se puede apagar desde aquí. Apáguela a mano.",
    de: "Der Rechner lässt sich von hier nicht ausschalten. Schalten Sie ihn von Hand aus.",
    nl: "De computer kan hier niet worden uitgezet. Zet hem met de hand uit.",
    it: "Il computer non si può spegnere da qui. Spegnilo a mano.",
    pt: "A máquina não pode ser desligada a partir daqui. Desligue-a à mão.",
  },
  "The setting {key} is fixed by {detail}; change it there, then restart the box": {
    fr: "Le réglage {key} est fixé au démarrage de la box. Changez-le là, puis redémarrez la box.",
    es: "El ajuste {key} se fija al iniciar la box. Cámbielo allí y reinicie la box.",
    de:
      "Die Einstellung {key} ist beim Start der Box festgelegt. Ändern Sie sie dort, dann starten Sie die Box neu.",
    nl:
      "De instelling {key} ligt vast bij de start van de box. Wijzig haar daar en herstart de box.",
    it: "L’impostazione {key} è fissata all’avvio della box. Cambiala lì, poi riavvia la box.",
    pt: "A definição {key} é fixada no arranque da box. Altere-a aí e reinicie a box.",
  },
  "Nothing is saved, because others saved changes meanwhile ({detail}); look at them again": {
    fr:
      "Rien n’est enregistré : d’autres ont modifié ces valeurs entre-temps. Regardez-les de nouveau.",
    es: "No se guardó nada: otros cambiaron valores entretanto. Revíselos de nuevo.",
    de:
      "Nichts wurde gespeichert, weil andere inzwischen Werte geändert haben. Sehen Sie sie noch einmal an.",
    nl: "Er is niets opgeslagen: anderen hebben intussen waarden gewijzigd. Bekijk ze opnieuw.",
    it:
      "Non è stato salvato nulla: nel frattempo altri hanno cambiato dei valori. Guardali di nuovo.",
    pt: "Nada foi guardado: entretanto, outros alteraram valores. Veja-os de novo.",
  },
  "its name was not found, or the box itself blocks it": {
    fr: "Le serveur des mises à jour est introuvable, ou bloqué par la box elle-même.",
    es: "No se encontró el servidor de actualizaciones, o la propia box lo bloquea.",
    de: "Der Update-Server wurde nicht gefunden, oder die Box blockiert ihn selbst.",
    nl: "De updateserver is niet gevonden, of de box blokkeert hem zelf.",
    it: "Il server degli aggiornamenti non è stato trovato, o lo blocca la box stessa.",
    pt: "O servidor de atualizações não foi encontrado, ou é bloqueado pela própria box.",
  },
  "it is inside this network ({address}), which needs the setting lists_allow_private": {
    fr:
      "Le serveur des mises à jour est dans ce réseau ({address}). Autorisez-le par le réglage lists_allow_private.",
    es:
      "El servidor de actualizaciones está en esta red ({address}). Permítalo con el ajuste lists_allow_private.",
    de:
      "Der Update-Server liegt in diesem Netz ({address}). Erlauben Sie das mit der Einstellung lists_allow_private.",
    nl:
      "De updateserver staat in dit netwerk ({address}). Sta dat toe met de instelling lists_allow_private.",
    it:
      "Il server degli aggiornamenti è in questa rete ({address}). Permettilo con l’impostazione lists_allow_private.",
    pt:
      "O servidor de atualizações está nesta rede ({address}). Permita-o com a definição lists_allow_private.",
  },
  "it did not answer in time": {
    fr: "Le serveur des mises à jour n’a pas répondu à temps. Réessayez plus tard.",
    es: "El servidor de actualizaciones no respondió a tiempo. Inténtelo más tarde.",
    de: "Der Update-Server hat nicht rechtzeitig geantwortet. Versuchen Sie es später noch einmal.",
    nl: "De updateserver antwoordde niet op tijd. Probeer het later opnieuw.",
    it: "Il server degli aggiornamenti non ha risposto in tempo. Riprova più tardi.",
    pt: "O servidor de atualizações não respondeu a tempo. Tente mais tarde.",
  },
  "it ended after {length} of {expected} bytes": {
    fr: "Le téléchargement s’est interrompu. Réessayez plus tard.",
    es: "La descarga se interrumpió. Inténtelo más tarde.",
    de: "Der Download wurde unterbrochen. Versuchen Sie es später noch einmal.",
    nl: "De download werd onderbroken. Probeer het later opnieuw.",
    it: "Il download si è interrotto. Riprova più tardi.",
    pt: "A transferência foi interrompida. Tente mais tarde.",
  },
  "it sends on to another address ({status})": {
    fr: "Le serveur des mises à jour renvoie vers une autre adresse, qui n’est pas suivie.",
    es: "El servidor de actualizaciones redirige a otra dirección, que no se sigue.",
    de: "Der Update-Server leitet auf eine andere Adresse um, der nicht gefolgt wird.",
    nl: "De updateserver verwijst door naar een ander adres, en dat wordt niet gevolgd.",
    it: "Il server degli aggiornamenti rimanda a un altro indirizzo, che non viene seguito.",
    pt: "O servidor de atualizações reencaminha para outro endereço, que não é seguido.",
  },
  "it answered with status {status}": {
    fr: "Le serveur des mises à jour a renvoyé l’erreur {status}.",
    es: "El servidor de actualizaciones respondió con el error {status}.",
    de: "Der Update-Server hat mit dem Fehler {status} geantwortet.",
    nl: "De updateserver antwoordde met fout {status}.",
    it: "Il server degli aggiornamenti ha risposto con l’errore {status}.",
    pt: "O servidor de atualizações respondeu com o erro {status}.",
  },
  "Version {version} is not offered any more": {
    fr: "La version {version} n’est plus proposée. Rechargez la page.",
    es: "La versión {version} ya no se ofrece. Vuelva a cargar la página.",
    de: "Version {version} wird nicht mehr angeboten. Laden Sie die Seite neu.",
    nl: "Versie {version} wordt niet meer aangeboden. Laad de pagina opnieuw.",
    it: "La versione {version} non è più offerta. Ricarica la pagina.",
    pt: "A versão {version} já não é oferecida. Recarregue a página.",
  },
  "The version that was kept is {version}": {
    fr: "La version conservée est {version}. Rechargez la page.",
    es: "La versión guardada es {version}. Vuelva a cargar la página.",
    de: "Die aufbewahrte Version ist {version}. Laden Sie die Seite neu.",
    nl: "De bewaarde versie is {version}. Laad de pagina opnieuw.",
    it: "La versione conservata è {version}. Ricarica la pagina.",
    pt: "A versão guardada é {version}. Recarregue a página.",
  },
  "An update is already running": {
    fr: "Une mise à jour est déjà en cours.",
    es: "Ya hay una actualización en marcha.",
    de: "Ein Update läuft schon.",
    nl: "Er loopt al een update.",
    it: "Un aggiornamento è già in corso.",
    pt: "Já há uma atualização em curso.",
  },
  "The box cannot update itself here; update it the way it was installed": {
    fr: "Ici, la box ne peut pas se mettre à jour elle-même. Faites-le comme à l’installation.",
    es: "Aquí la box no puede actualizarse sola. Actualícela del mismo modo que la instaló.",
    de:
      "Hier kann sich die Box nicht selbst aktualisieren. Aktualisieren Sie sie so, wie sie installiert wurde.",
    nl: "Hier kan de box zichzelf niet bijwerken. Werk haar bij zoals ze is geïnstalleerd.",
    it: "Qui la box non può aggiornarsi da sola. Aggiornala come è stata installata.",
    pt: "Aqui a box não se pode atualizar sozinha. Atualize-a como foi instalada.",
  },
  "There is no version to return to": {
    fr: "Il n’y a pas de version antérieure à laquelle revenir.",
    es: "No hay una versión anterior a la que volver.",
    de: "Es gibt keine frühere Version, zu der man zurückkehren kann.",
    nl: "Er is geen eerdere versie om naar terug te gaan.",
    it: "Non c’è una versione precedente a cui tornare.",
    pt: "Não há uma versão anterior à qual voltar.",
  },
  "The repository of the box is not configured: /etc/apt/sources.list.d/box.list is missing": {
    fr: "Le dépôt de la box n’est pas configuré : /etc/apt/sources.list.d/box.list manque.",
    es: "El repositorio de la box no está configurado: falta /etc/apt/sources.list.d/box.list.",
    de: "Die Paketquelle der Box ist nicht eingerichtet: /etc/apt/sources.list.d/box.list fehlt.",
    nl: "De pakketbron van de box is niet ingesteld: /etc/apt/sources.list.d/box.list ontbreekt.",
    it: "Il repository della box non è configurato: manca /etc/apt/sources.list.d/box.list.",
    pt: "O repositório da box não está configurado: falta /etc/apt/sources.list.d/box.list.",
  },
  "Updates are turned off": {
    fr: "Les mises à jour sont désactivées.",
    es: "Las actualizaciones están desactivadas.",
    de: "Updates sind ausgeschaltet.",
    nl: "Updates staan uit.",
    it: "Gli aggiornamenti sono disattivati.",
    pt: "As atualizações estão desligadas.",
  },
  "No address for updates is set (setting update_url)": {
    fr: "Aucune adresse de mise à jour n’est définie (réglage update_url).",
    es: "No hay ninguna dirección de actualizaciones (ajuste update_url).",
    de: "Es ist keine Adresse für Updates eingestellt (Einstellung update_url).",
    nl: "Er is geen adres voor updates ingesteld (instelling update_url).",
    it: "Nessun indirizzo per gli aggiornamenti è impostato (impostazione update_url).",
    pt: "Nenhum endereço de atualizações está definido (definição update_url).",
  },
  "The current terms of use were not accepted yet": {
    fr: "Les conditions d’utilisation actuelles n’ont pas encore été acceptées.",
    es: "Todavía no se han aceptado las condiciones de uso actuales.",
    de: "Die aktuellen Nutzungsbedingungen wurden noch nicht angenommen.",
    nl: "De huidige gebruiksvoorwaarden zijn nog niet geaccepteerd.",
    it: "Le condizioni d’uso attuali non sono ancora state accettate.",
    pt: "Os termos de utilização atuais ainda não foram aceites.",
  },
  "The time of day is not known yet": {
    fr: "La box ne connaît pas encore l’heure. Réessayez dans un moment.",
    es: "La box aún no sabe la hora. Inténtelo en un momento.",
    de: "Die Box kennt die Uhrzeit noch nicht. Versuchen Sie es gleich noch einmal.",
    nl: "De box weet nog niet hoe laat het is. Probeer het zo opnieuw.",
    it: "La box non conosce ancora l’ora. Riprova tra poco.",
    pt: "A box ainda não sabe as horas. Tente daqui a pouco.",
  },
  "This installation has no root key, so updates cannot be verified": {
    fr:
      "Cette installation n’a pas de clé racine : les mises à jour ne peuvent pas être vérifiées.",
    es: "Esta instalación no tiene clave raíz, así que no se pueden verificar las actualizaciones.",
    de: "Diese Installation hat keinen Hauptschlüssel, Updates lassen sich daher nicht prüfen.",
    nl: "Deze installatie heeft geen hoofdsleutel, dus updates kunnen niet worden gecontroleerd.",
    it:
      "Questa installazione non ha una chiave radice: gli aggiornamenti non si possono verificare.",
    pt: "Esta instalação não tem chave raiz, por isso as atualizações não podem ser verificadas.",
  },
  "This needs the {plan} plan; what is set already can still be seen and removed": {
    fr:
      "Il faut pour cela l’offre {plan}. Ce qui est déjà réglé reste visible et peut être retiré.",
    es: "Para esto hace falta el plan {plan}. Lo ya configurado se puede ver y quitar.",
    de:
      "Dafür ist der Tarif {plan} nötig. Was schon eingestellt ist, bleibt sichtbar und lässt sich entfernen.",
    nl:
      "Hiervoor is het abonnement {plan} nodig. Wat al is ingesteld, kunt u nog zien en verwijderen.",
    it:
      "Per questo serve il piano {plan}. Ciò che è già impostato si può ancora vedere e rimuovere.",
    pt:
      "Para isto é preciso o plano {plan}. O que já está definido pode ainda ser visto e removido.",
  },
};
