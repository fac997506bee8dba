/** Why alerts and events could not be sent, and the steps of a test. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const EXPORT_REFUSALS: Refusals = {
  "The sending failed: {detail}": {
    fr: "L’envoi a échoué à cause d’une erreur de la box.",
    es: "El envío falló por un error de la box.",
    de: "Das Senden ist an einem Fehler der Box gescheitert.",
    nl: "Het versturen is mislukt door een fout van de box.",
    it: "L’invio non è riuscito per un errore della box.",
    pt: "O envio falhou devido a um erro da box.",
  },
  "It took longer than {seconds} seconds": {
    fr: "Cela a duré plus de {seconds} secondes.",
    es: "Tardó más de {seconds} segundos.",
    de: "Es hat länger als {seconds} Sekunden gedauert.",
    nl: "Het duurde langer dan {seconds} seconden.",
    it: "Ci sono voluti più di {seconds} secondi.",
    pt: "Demorou mais de {seconds} segundos.",
  },
  "The name {host} was not found, or the box itself blocks it": {
    fr: "Le nom {host} est introuvable, ou la box elle-même le bloque.",
    es: "No se encontró el nombre {host}, o la propia box lo bloquea.",
    de: "Der Name {host} wurde nicht gefunden, oder die Box blockiert ihn selbst.",
    nl: "De naam {host} is niet gevonden, of de box blokkeert hem zelf.",
    it: "Il nome {host} non è stato trovato, o lo blocca la box stessa.",
    pt: "O nome {host} não foi encontrado, ou é bloqueado pela própria box.",
  },
  "{host} is inside this network ({address}); allow that for the target, if it is meant": {
    fr:
      "{host} se trouve dans ce réseau ({address}). Si c’est voulu, autorisez-le pour cette destination.",
    es: "{host} está en esta red ({address}). Si es intencionado, permítalo para este destino.",
    de:
      "{host} liegt in diesem Netz ({address}). Wenn das so sein soll, erlauben Sie es bei diesem Ziel.",
    nl:
      "{host} staat in dit netwerk ({address}). Is dat de bedoeling, sta het dan toe bij dit doel.",
    it: "{host} è in questa rete ({address}). Se è voluto, permettilo per questa destinazione.",
    pt: "{host} está nesta rede ({address}). Se for intencional, permita-o neste destino.",
  },
  "Found {host} at {address}": {
    fr: "{host} trouvé à l’adresse {address}.",
    es: "{host} encontrado en {address}.",
    de: "{host} unter {address} gefunden.",
    nl: "{host} gevonden op {address}.",
    it: "{host} trovato all’indirizzo {address}.",
    pt: "{host} encontrado em {address}.",
  },
  "{host} took the message for {to}: {answer}": {
    fr: "{host} a accepté le message pour {to} ({answer}).",
    es: "{host} aceptó el mensaje para {to} ({answer}).",
    de: "{host} hat die Nachricht an {to} angenommen ({answer}).",
    nl: "{host} heeft het bericht voor {to} aangenomen ({answer}).",
    it: "{host} ha accettato il messaggio per {to} ({answer}).",
    pt: "{host} aceitou a mensagem para {to} ({answer}).",
  },
  "{host} port {port} did not take the message: {detail}": {
    fr:
      "{host} (port {port}) n’a pas accepté le message. Vérifiez le serveur, le compte et le mot de passe.",
    es:
      "{host} (puerto {port}) no aceptó el mensaje. Revise el servidor, la cuenta y la contraseña.",
    de:
      "{host} (Port {port}) hat die Nachricht nicht angenommen. Prüfen Sie Server, Konto und Passwort.",
    nl:
      "{host} (poort {port}) heeft het bericht niet aangenomen. Controleer server, account en wachtwoord.",
    it:
      "{host} (porta {port}) non ha accettato il messaggio. Controlla server, account e password.",
    pt:
      "{host} (porta {port}) não aceitou a mensagem. Verifique o servidor, a conta e a palavra-passe.",
  },
  "Sent 1 message, {bytes} bytes": {
    fr: "1 message envoyé ({bytes} octets).",
    es: "1 mensaje enviado ({bytes} bytes).",
    de: "1 Nachricht gesendet ({bytes} Bytes).",
    nl: "1 bericht verstuurd ({bytes} bytes).",
    it: "1 messaggio inviato ({bytes} byte).",
    pt: "1 mensagem enviada ({bytes} bytes).",
  },
  "Sent {count} messages, {bytes} bytes": {
    fr: "{count} messages envoyés ({bytes} octets).",
    es: "{count} mensajes enviados ({bytes} bytes).",
    de: "{count} Nachrichten gesendet ({bytes} Bytes).",
    nl: "{count} berichten verstuurd ({bytes} bytes).",
    it: "{count} messaggi inviati ({bytes} byte).",
    pt: "{count} mensagens enviadas ({bytes} bytes).",
  },
  "Over UDP nobody says whether it arrived": {
    fr: "Par UDP, rien ne dit si c’est arrivé.",
    es: "Por UDP nadie dice si llegó.",
    de: "Über UDP erfährt man nicht, ob es angekommen ist.",
    nl: "Via UDP weet u niet of het is aangekomen.",
    it: "Via UDP nessuno dice se è arrivato.",
    pt: "Por UDP não se sabe se chegou.",
  },
  "Connected to {address} port {port}": {
    fr: "Connecté à {address}, port {port}.",
    es: "Conectado a {address}, puerto {port}.",
    de: "Mit {address}, Port {port}, verbunden.",
    nl: "Verbonden met {address}, poort {port}.",
    it: "Connesso a {address}, porta {port}.",
    pt: "Ligado a {address}, porta {port}.",
  },
  "The certificate of {host} is good": {
    fr: "Le certificat de {host} est valable.",
    es: "El certificado de {host} es válido.",
    de: "Das Zertifikat von {host} ist in Ordnung.",
    nl: "Het certificaat van {host} is in orde.",
    it: "Il certificato di {host} è valido.",
    pt: "O certificado de {host} é válido.",
  },
  "{host} refuses connections to port {port}": {
    fr: "{host} refuse les connexions au port {port}. Vérifiez l’adresse et le port.",
    es: "{host} rechaza las conexiones al puerto {port}. Revise la dirección y el puerto.",
    de: "{host} lehnt Verbindungen zu Port {port} ab. Prüfen Sie Adresse und Port.",
    nl: "{host} weigert verbindingen met poort {port}. Controleer adres en poort.",
    it: "{host} rifiuta le connessioni alla porta {port}. Controlla indirizzo e porta.",
    pt: "{host} recusa ligações à porta {port}. Verifique o endereço e a porta.",
  },
  "{host} cut the connection": {
    fr: "{host} a coupé la connexion.",
    es: "{host} cortó la conexión.",
    de: "{host} hat die Verbindung abgebrochen.",
    nl: "{host} heeft de verbinding verbroken.",
    it: "{host} ha interrotto la connessione.",
    pt: "{host} cortou a ligação.",
  },
  "TLS with {host} failed: {detail}": {
    fr: "La connexion TLS avec {host} a échoué. Vérifiez son certificat et le port.",
    es: "La conexión TLS con {host} falló. Revise su certificado y el puerto.",
    de: "Die TLS-Verbindung mit {host} ist gescheitert. Prüfen Sie Zertifikat und Port.",
    nl: "De TLS-verbinding met {host} is mislukt. Controleer certificaat en poort.",
    it: "La connessione TLS con {host} non è riuscita. Controlla il certificato e la porta.",
    pt: "A ligação TLS com {host} falhou. Verifique o certificado e a porta.",
  },
  "{host} port {port} could not be reached: {detail}": {
    fr: "{host} est injoignable au port {port}. Vérifiez l’adresse et le réseau.",
    es: "No se pudo contactar con {host} en el puerto {port}. Revise la dirección y la red.",
    de: "{host} ist an Port {port} nicht erreichbar. Prüfen Sie Adresse und Netz.",
    nl: "{host} is niet bereikbaar op poort {port}. Controleer adres en netwerk.",
    it: "{host} non è raggiungibile alla porta {port}. Controlla l’indirizzo e la rete.",
    pt: "Não foi possível contactar {host} na porta {port}. Verifique o endereço e a rede.",
  },
  "{host} could not be reached: {detail}": {
    fr: "{host} est injoignable. Vérifiez l’adresse et le certificat.",
    es: "No se pudo contactar con {host}. Revise la dirección y el certificado.",
    de: "{host} ist nicht erreichbar. Prüfen Sie Adresse und Zertifikat.",
    nl: "{host} is niet bereikbaar. Controleer adres en certificaat.",
    it: "{host} non è raggiungibile. Controlla l’indirizzo e il certificato.",
    pt: "Não foi possível contactar {host}. Verifique o endereço e o certificado.",
  },
  "{host} is outside this network, where webhooks are called over https only": {
    fr: "{host} est hors de ce réseau : là, seules les adresses https sont appelées.",
    es: "{host} está fuera de esta red; allí solo se llama por https.",
    de: "{host} liegt außerhalb dieses Netzes. Dorthin geht es nur mit https.",
    nl: "{host} staat buiten dit netwerk. Daarheen gaat het alleen met https.",
    it: "{host} è fuori da questa rete: lì si usa solo https.",
    pt: "{host} está fora desta rede; para lá só se usa https.",
  },
  "{host} sends on to another address ({status}), which is not followed": {
    fr: "{host} renvoie vers une autre adresse, qui n’est pas suivie. Indiquez l’adresse finale.",
    es: "{host} redirige a otra dirección, que no se sigue. Ponga la dirección final.",
    de:
      "{host} leitet auf eine andere Adresse um, der nicht gefolgt wird. Geben Sie die endgültige Adresse an.",
    nl:
      "{host} verwijst door naar een ander adres, en dat wordt niet gevolgd. Vul het uiteindelijke adres in.",
    it: "{host} rimanda a un altro indirizzo, che non viene seguito. Indica l’indirizzo finale.",
    pt: "{host} reencaminha para outro endereço, que não é seguido. Indique o endereço final.",
  },
  "{host} answered with status {status}": {
    fr: "{host} a renvoyé l’erreur {status}.",
    es: "{host} respondió con el error {status}.",
    de: "{host} hat mit dem Fehler {status} geantwortet.",
    nl: "{host} antwoordde met fout {status}.",
    it: "{host} ha risposto con l’errore {status}.",
    pt: "{host} respondeu com o erro {status}.",
  },
  "{host} took it with status {status}": {
    fr: "{host} l’a accepté (code {status}).",
    es: "{host} lo aceptó (código {status}).",
    de: "{host} hat es angenommen (Code {status}).",
    nl: "{host} heeft het aangenomen (code {status}).",
    it: "{host} l’ha accettato (codice {status}).",
    pt: "{host} aceitou-o (código {status}).",
  },
  "The secret begins with whsec_ and is no base64 after it; enter it again": {
    fr: "Après whsec_, le secret n’est pas du base64. Saisissez-le de nouveau.",
    es: "Después de whsec_, el secreto no es base64. Escríbalo de nuevo.",
    de: "Nach whsec_ ist das Geheimnis kein Base64. Geben Sie es neu ein.",
    nl: "Na whsec_ is het geheim geen base64. Voer het opnieuw in.",
    it: "Dopo whsec_ il segreto non è base64. Inseriscilo di nuovo.",
    pt: "Depois de whsec_, o segredo não é base64. Introduza-o de novo.",
  },
};
