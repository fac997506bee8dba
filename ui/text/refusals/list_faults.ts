/** Why a list does not hold as it is. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const LIST_FAULTS: Refusals = {
  "List '{name}' does not hold as it is: {detail}. An older copy of it stays in force; it is tried again within minutes.":
    {
      fr:
        "La liste n’a pas pu être appliquée telle quelle. Une copie plus ancienne reste en vigueur ; la box réessaie dans quelques minutes.",
      es:
        "La lista no se pudo aplicar tal como está. Sigue en vigor una copia anterior; la box lo intentará de nuevo en unos minutos.",
      de:
        "Die Liste konnte so nicht übernommen werden. Eine ältere Kopie gilt weiter. Die Box versucht es in wenigen Minuten wieder.",
      nl:
        "De lijst kon zo niet worden overgenomen. Een oudere kopie blijft gelden. De box probeert het over enkele minuten opnieuw.",
      it:
        "Non è stato possibile applicare la lista così com’è. Resta in vigore una copia precedente. La box riprova tra pochi minuti.",
      pt:
        "Não foi possível aplicar a lista tal como está. Uma cópia mais antiga mantém-se em vigor. A box tenta de novo dentro de minutos.",
    },
  "List '{name}' does not hold as it is: {detail}. It has no effect yet; it is tried again within minutes.":
    {
      fr:
        "La liste n’a pas pu être appliquée telle quelle. Elle est encore sans effet ; la box réessaie dans quelques minutes.",
      es:
        "La lista no se pudo aplicar tal como está. Aún no tiene efecto; la box lo intentará de nuevo en unos minutos.",
      de:
        "Die Liste konnte so nicht übernommen werden. Sie wirkt noch nicht. Die Box versucht es in wenigen Minuten wieder.",
      nl:
        "De lijst kon zo niet worden overgenomen. Hij werkt nog niet. De box probeert het over enkele minuten opnieuw.",
      it:
        "Non è stato possibile applicare la lista così com’è. Non ha ancora effetto. La box riprova tra pochi minuti.",
      pt:
        "Não foi possível aplicar a lista tal como está. Ainda não tem efeito. A box tenta de novo dentro de minutos.",
    },
  "List '{name}' has lost its copy and has no effect. Refresh it, or remove it.": {
    fr: "La copie de la liste a disparu : la liste est sans effet. Actualisez-la ou supprimez-la.",
    es: "La copia de la lista se ha perdido y no tiene efecto. Actualice la lista o elimínela.",
    de:
      "Die Kopie der Liste ist verschwunden, sie wirkt nicht. Aktualisieren oder entfernen Sie die Liste.",
    nl: "De kopie van de lijst is weg, dus hij werkt niet. Vernieuw of verwijder de lijst.",
    it:
      "La copia della lista è andata persa, quindi non ha effetto. Aggiorna la lista o rimuovila.",
    pt: "A cópia da lista perdeu-se, por isso não tem efeito. Atualize a lista ou remova-a.",
  },
  "List '{name}' was not read to its end: {detail}. What was read of it holds. Refresh it, or remove it.":
    {
      fr:
        "La liste n’a pas été lue jusqu’au bout. Ce qui en a été lu est appliqué. Actualisez-la ou supprimez-la.",
      es: "La lista no se leyó hasta el final. Lo leído se aplica. Actualícela o elimínela.",
      de:
        "Die Liste wurde nicht zu Ende gelesen. Was gelesen wurde, gilt. Aktualisieren oder entfernen Sie sie.",
      nl:
        "De lijst is niet tot het einde gelezen. Wat is gelezen, geldt. Vernieuw of verwijder hem.",
      it:
        "La lista non è stata letta fino alla fine. Quello che è stato letto vale. Aggiornala o rimuovila.",
      pt: "A lista não foi lida até ao fim. O que foi lido é aplicado. Atualize-a ou remova-a.",
    },
  "List '{name}' blocks nothing: {why}. Correct the zone and refresh the list, or remove it.": {
    fr: "La liste ne bloque rien. {why} Corrigez la zone et actualisez la liste, ou supprimez-la.",
    es: "La lista no bloquea nada. {why} Corrija la zona y actualice la lista, o elimínela.",
    de:
      "Die Liste blockiert nichts. {why} Berichtigen Sie die Zone und aktualisieren Sie die Liste, oder entfernen Sie sie.",
    nl: "De lijst blokkeert niets. {why} Verbeter de zone en vernieuw de lijst, of verwijder hem.",
    it: "La lista non blocca nulla. {why} Correggi la zona e aggiorna la lista, o rimuovila.",
    pt: "A lista não bloqueia nada. {why} Corrija a zona e atualize a lista, ou remova-a.",
  },
  "the box can use no record of the zone; the list may be written in another format": {
    fr:
      "La box ne peut utiliser aucun enregistrement de la zone. La liste est peut-être dans un autre format.",
    es: "La box no puede usar ningún registro de la zona. La lista puede estar en otro formato.",
    de:
      "Die Box kann keinen Eintrag der Zone verwenden. Vielleicht hat die Liste ein anderes Format.",
    nl:
      "De box kan geen enkel record van de zone gebruiken. Misschien heeft de lijst een andere indeling.",
    it: "La box non può usare nessun record della zona. Forse la lista è in un altro formato.",
    pt: "A box não pode usar nenhum registo da zona. A lista pode estar noutro formato.",
  },
  "all records of the zone are about name servers, which the box never sees": {
    fr:
      "Tous les enregistrements de la zone concernent des serveurs de noms, que la box ne voit jamais.",
    es: "Todos los registros de la zona tratan de servidores de nombres, que la box nunca ve.",
    de: "Alle Einträge der Zone betreffen Nameserver, die die Box nie sieht.",
    nl: "Alle records van de zone gaan over naamservers, en die ziet de box nooit.",
    it: "Tutti i record della zona riguardano server dei nomi, che la box non vede mai.",
    pt: "Todos os registos da zona são sobre servidores de nomes, que a box nunca vê.",
  },
  "no record of the zone lies below its apex, the owner of its SOA record; check $ORIGIN and the final dots of names":
    {
      fr:
        "Aucun enregistrement n’est dans la zone que nomme l’enregistrement SOA. Vérifiez $ORIGIN et les points finaux des noms.",
      es:
        "Ningún registro está dentro de la zona que nombra el registro SOA. Revise $ORIGIN y los puntos finales de los nombres.",
      de:
        "Kein Eintrag liegt in der Zone, die der SOA-Eintrag nennt. Prüfen Sie $ORIGIN und die Schlusspunkte der Namen.",
      nl:
        "Geen enkel record ligt in de zone die het SOA-record noemt. Controleer $ORIGIN en de punten achter de namen.",
      it:
        "Nessun record è nella zona indicata dal record SOA. Controlla $ORIGIN e i punti finali dei nomi.",
      pt:
        "Nenhum registo está na zona que o registo SOA indica. Verifique $ORIGIN e os pontos finais dos nomes.",
    },
  "{why}; its last copy stays in force": {
    fr: "{why} La dernière copie reste en vigueur.",
    es: "{why} Sigue en vigor la última copia.",
    de: "{why} Die letzte Kopie gilt weiter.",
    nl: "{why} De laatste kopie blijft gelden.",
    it: "{why} Resta in vigore l’ultima copia.",
    pt: "{why} A última cópia mantém-se em vigor.",
  },
  "{why}; an older copy stays in force": {
    fr: "{why} Une copie plus ancienne reste en vigueur.",
    es: "{why} Sigue en vigor una copia anterior.",
    de: "{why} Eine ältere Kopie gilt weiter.",
    nl: "{why} Een oudere kopie blijft gelden.",
    it: "{why} Resta in vigore una copia precedente.",
    pt: "{why} Uma cópia mais antiga mantém-se em vigor.",
  },
  "{why}; it has no effect": {
    fr: "{why} La liste est sans effet.",
    es: "{why} La lista no tiene efecto.",
    de: "{why} Die Liste wirkt nicht.",
    nl: "{why} De lijst werkt niet.",
    it: "{why} La lista non ha effetto.",
    pt: "{why} A lista não tem efeito.",
  },
  "its copy is gone": {
    fr: "La copie de la liste a disparu.",
    es: "La copia de la lista ha desaparecido.",
    de: "Die Kopie der Liste ist verschwunden.",
    nl: "De kopie van de lijst is weg.",
    it: "La copia della lista è sparita.",
    pt: "A cópia da lista desapareceu.",
  },
  "the lists could not be applied: {detail}": {
    fr: "Les listes n’ont pas pu être appliquées.",
    es: "No se pudieron aplicar las listas.",
    de: "Die Listen konnten nicht übernommen werden.",
    nl: "De lijsten konden niet worden overgenomen.",
    it: "Non è stato possibile applicare le liste.",
    pt: "Não foi possível aplicar as listas.",
  },
  "its copy was not read to its end: {detail}": {
    fr: "Sa copie n’a pas été lue jusqu’au bout.",
    es: "Su copia no se leyó hasta el final.",
    de: "Ihre Kopie wurde nicht zu Ende gelesen.",
    nl: "De kopie is niet tot het einde gelezen.",
    it: "La sua copia non è stata letta fino alla fine.",
    pt: "A cópia não foi lida até ao fim.",
  },
  "it blocks nothing: {why}": {
    fr: "Elle ne bloque rien. {why}",
    es: "No bloquea nada. {why}",
    de: "Sie blockiert nichts. {why}",
    nl: "Hij blokkeert niets. {why}",
    it: "Non blocca nulla. {why}",
    pt: "Não bloqueia nada. {why}",
  },
};
