/** Why an upstream does not answer. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const UPSTREAM_FAULTS: Refusals = {
  "Its certificate is for {names}, not for {host}: write the name of the certificate in the upstream, or somebody on the way answers in its place: {server}":
    {
      fr:
        "Son certificat est au nom de {names}, pas de {host}. Indiquez le nom du certificat ; sinon, quelqu’un répond à sa place en chemin.",
      es:
        "Su certificado es de {names}, no de {host}. Escriba el nombre del certificado; si ya lo es, alguien responde en su lugar por el camino.",
      de:
        "Sein Zertifikat gilt für {names}, nicht für {host}. Tragen Sie den Namen des Zertifikats ein. Oder jemand antwortet unterwegs an seiner Stelle.",
      nl:
        "Het certificaat is van {names}, niet van {host}. Vul de naam van het certificaat in. Of iemand onderweg antwoordt in zijn plaats.",
      it:
        "Il suo certificato è di {names}, non di {host}. Scrivi il nome del certificato. Oppure qualcuno lungo la strada risponde al suo posto.",
      pt:
        "O certificado é de {names}, não de {host}. Escreva o nome do certificado. Ou então alguém responde em seu lugar pelo caminho.",
    },
  "Its certificate is for another name, not for {host}: write the name of the certificate in the upstream, or somebody on the way answers in its place: {server}":
    {
      fr:
        "Son certificat est à un autre nom que {host}. Indiquez le nom du certificat ; sinon, quelqu’un répond à sa place en chemin.",
      es:
        "Su certificado es de otro nombre, no de {host}. Escriba el nombre del certificado; si ya lo es, alguien responde en su lugar por el camino.",
      de:
        "Sein Zertifikat gilt für einen anderen Namen, nicht für {host}. Tragen Sie den Namen des Zertifikats ein. Oder jemand antwortet unterwegs an seiner Stelle.",
      nl:
        "Het certificaat is van een andere naam, niet van {host}. Vul de naam van het certificaat in. Of iemand onderweg antwoordt in zijn plaats.",
      it:
        "Il suo certificato è di un altro nome, non di {host}. Scrivi il nome del certificato. Oppure qualcuno lungo la strada risponde al suo posto.",
      pt:
        "O certificado é de outro nome, não de {host}. Escreva o nome do certificado. Ou então alguém responde em seu lugar pelo caminho.",
    },
  "Its certificate has ended: its operator must renew it, or the clock of this machine is wrong: {server}":
    {
      fr:
        "Son certificat a expiré. Son exploitant doit le renouveler, ou l’horloge de cette machine est fausse.",
      es:
        "Su certificado ha caducado. Su operador debe renovarlo, o el reloj de esta máquina está mal.",
      de:
        "Sein Zertifikat ist abgelaufen. Der Betreiber muss es erneuern, oder die Uhr dieses Rechners geht falsch.",
      nl:
        "Het certificaat is verlopen. De beheerder moet het vernieuwen, of de klok van deze computer loopt verkeerd.",
      it:
        "Il suo certificato è scaduto. Chi lo gestisce deve rinnovarlo, o l’orologio di questo computer è sbagliato.",
      pt:
        "O certificado expirou. O operador tem de o renovar, ou o relógio desta máquina está errado.",
    },
  "Its certificate has ended on {day}: its operator must renew it, or the clock of this machine is wrong: {server}":
    {
      fr:
        "Son certificat a expiré le {day}. Son exploitant doit le renouveler, ou l’horloge de cette machine est fausse.",
      es:
        "Su certificado caducó el {day}. Su operador debe renovarlo, o el reloj de esta máquina está mal.",
      de:
        "Sein Zertifikat ist am {day} abgelaufen. Der Betreiber muss es erneuern, oder die Uhr dieses Rechners geht falsch.",
      nl:
        "Het certificaat is op {day} verlopen. De beheerder moet het vernieuwen, of de klok van deze computer loopt verkeerd.",
      it:
        "Il suo certificato è scaduto il {day}. Chi lo gestisce deve rinnovarlo, o l’orologio di questo computer è sbagliato.",
      pt:
        "O certificado expirou em {day}. O operador tem de o renovar, ou o relógio desta máquina está errado.",
    },
  "Its certificate does not hold yet: look at the clock of this machine, or wait until it does: {server}":
    {
      fr:
        "Son certificat n’est pas encore valable. Vérifiez l’horloge de cette machine, ou attendez.",
      es: "Su certificado todavía no es válido. Revise el reloj de esta máquina o espere.",
      de:
        "Sein Zertifikat gilt noch nicht. Prüfen Sie die Uhr dieses Rechners, oder warten Sie ab.",
      nl:
        "Het certificaat is nog niet geldig. Controleer de klok van deze computer, of wacht even.",
      it:
        "Il suo certificato non è ancora valido. Controlla l’orologio di questo computer, o aspetta.",
      pt: "O certificado ainda não é válido. Verifique o relógio desta máquina ou aguarde.",
    },
  "Its certificate is signed by nobody whom the box trusts: use a server with a public one, or plain DNS at home: {server}":
    {
      fr:
        "Son certificat n’est signé par personne que la box reconnaît. Prenez un serveur avec un certificat public, ou du DNS simple à la maison.",
      es:
        "Su certificado no está firmado por nadie en quien la box confíe. Use un servidor con certificado público, o DNS normal en casa.",
      de:
        "Sein Zertifikat ist von niemandem unterschrieben, dem die Box vertraut. Nehmen Sie einen Server mit öffentlichem Zertifikat, oder zu Hause einfaches DNS.",
      nl:
        "Het certificaat is door niemand ondertekend die de box vertrouwt. Gebruik een server met een openbaar certificaat, of thuis gewone DNS.",
      it:
        "Il suo certificato non è firmato da nessuno di cui la box si fida. Usa un server con un certificato pubblico, o in casa il DNS semplice.",
      pt:
        "O certificado não está assinado por ninguém em quem a box confie. Use um servidor com certificado público, ou DNS simples em casa.",
    },
  "It speaks TLS, but no DNS over {protocol} at this port: check both, or somebody on the way answers in its place: {server}":
    {
      fr:
        "Il parle TLS, mais pas DNS sur {protocol} à ce port. Vérifiez les deux ; sinon, quelqu’un répond à sa place en chemin.",
      es:
        "Habla TLS, pero no DNS sobre {protocol} en este puerto. Revise ambos; si están bien, alguien responde en su lugar por el camino.",
      de:
        "Er spricht TLS, aber an diesem Port kein DNS über {protocol}. Prüfen Sie beides. Oder jemand antwortet unterwegs an seiner Stelle.",
      nl:
        "Hij spreekt TLS, maar op deze poort geen DNS via {protocol}. Controleer beide. Of iemand onderweg antwoordt in zijn plaats.",
      it:
        "Parla TLS, ma non DNS su {protocol} a questa porta. Controlla entrambi. Oppure qualcuno lungo la strada risponde al suo posto.",
      pt:
        "Fala TLS, mas não DNS sobre {protocol} nesta porta. Verifique ambos. Ou então alguém responde em seu lugar pelo caminho.",
    },
  "Its certificate is not the one that the stamp names: take its stamp of today, or somebody on the way answers in its place: {server}":
    {
      fr:
        "Son certificat n’est pas celui du stamp. Prenez son stamp actuel ; sinon, quelqu’un répond à sa place en chemin.",
      es:
        "Su certificado no es el del stamp. Tome su stamp actual; si ya lo es, alguien responde en su lugar por el camino.",
      de:
        "Sein Zertifikat ist nicht das aus dem Stamp. Nehmen Sie den aktuellen Stamp. Oder jemand antwortet unterwegs an seiner Stelle.",
      nl:
        "Het certificaat is niet dat van de stamp. Neem de huidige stamp. Of iemand onderweg antwoordt in zijn plaats.",
      it:
        "Il suo certificato non è quello dello stamp. Prendi lo stamp attuale. Oppure qualcuno lungo la strada risponde al suo posto.",
      pt:
        "O certificado não é o do stamp. Use o stamp atual. Ou então alguém responde em seu lugar pelo caminho.",
    },
  "It shows no DNSCrypt certificate that its stamp stands for: take its stamp of today, or check the address: {server}":
    {
      fr:
        "Il ne présente aucun certificat DNSCrypt qui corresponde au stamp. Prenez son stamp actuel, ou vérifiez l’adresse.",
      es:
        "No presenta ningún certificado DNSCrypt que corresponda al stamp. Tome su stamp actual o revise la dirección.",
      de:
        "Er zeigt kein DNSCrypt-Zertifikat, das zum Stamp passt. Nehmen Sie den aktuellen Stamp, oder prüfen Sie die Adresse.",
      nl:
        "Hij toont geen DNSCrypt-certificaat dat bij de stamp past. Neem de huidige stamp, of controleer het adres.",
      it:
        "Non mostra un certificato DNSCrypt che corrisponda allo stamp. Prendi lo stamp attuale, o controlla l’indirizzo.",
      pt:
        "Não apresenta um certificado DNSCrypt que corresponda ao stamp. Use o stamp atual ou verifique o endereço.",
    },
  "Its DNSCrypt certificate does not hold now: look at the clock of this machine, or wait until it has a new one: {server}":
    {
      fr:
        "Son certificat DNSCrypt n’est pas valable en ce moment. Vérifiez l’horloge de cette machine, ou attendez qu’il en ait un nouveau.",
      es:
        "Su certificado DNSCrypt no es válido ahora. Revise el reloj de esta máquina o espere a que tenga uno nuevo.",
      de:
        "Sein DNSCrypt-Zertifikat gilt gerade nicht. Prüfen Sie die Uhr dieses Rechners, oder warten Sie, bis er ein neues hat.",
      nl:
        "Het DNSCrypt-certificaat is nu niet geldig. Controleer de klok van deze computer, of wacht tot er een nieuw is.",
      it:
        "Il suo certificato DNSCrypt ora non è valido. Controlla l’orologio di questo computer, o aspetta che ne abbia uno nuovo.",
      pt:
        "O certificado DNSCrypt não é válido agora. Verifique o relógio desta máquina ou aguarde por um novo.",
    },
  "Its certificate cannot be trusted: use another server ({detail}): {server}": {
    fr: "Son certificat n’est pas digne de confiance. Prenez un autre serveur.",
    es: "No se puede confiar en su certificado. Use otro servidor.",
    de: "Seinem Zertifikat ist nicht zu trauen. Nehmen Sie einen anderen Server.",
    nl: "Het certificaat is niet te vertrouwen. Gebruik een andere server.",
    it: "Del suo certificato non ci si può fidare. Usa un altro server.",
    pt: "O certificado não é de confiança. Use outro servidor.",
  },
  "This machine has no interface {interface}: `ip link` lists those that it has: {server}": {
    fr:
      "Cette machine n’a pas d’interface {interface}. La commande ip link montre celles qu’elle a.",
    es: "Esta máquina no tiene la interfaz {interface}. La orden ip link muestra las que tiene.",
    de:
      "Dieser Rechner hat keine Schnittstelle {interface}. Der Befehl ip link zeigt die vorhandenen.",
    nl:
      "Deze computer heeft geen interface {interface}. Het commando ip link toont welke er wel zijn.",
    it:
      "Questo computer non ha un’interfaccia {interface}. Il comando ip link mostra quelle che ha.",
    pt: "Esta máquina não tem a interface {interface}. O comando ip link mostra as que existem.",
  },
  "It refuses connections, for nothing listens at port {port}: check address and port: {server}": {
    fr: "Il refuse les connexions : rien n’écoute au port {port}. Vérifiez l’adresse et le port.",
    es:
      "Rechaza las conexiones: nada escucha en el puerto {port}. Revise la dirección y el puerto.",
    de: "Er lehnt Verbindungen ab, an Port {port} lauscht nichts. Prüfen Sie Adresse und Port.",
    nl: "Hij weigert verbindingen: op poort {port} luistert niets. Controleer adres en poort.",
    it:
      "Rifiuta le connessioni: alla porta {port} non c’è nessuno in ascolto. Controlla indirizzo e porta.",
    pt: "Recusa ligações: nada escuta na porta {port}. Verifique o endereço e a porta.",
  },
  "It does not answer: the address may be wrong, or something on the way keeps port {port} closed: {server}":
    {
      fr:
        "Il ne répond pas. L’adresse est peut-être fausse, ou quelque chose en chemin ferme le port {port}.",
      es:
        "No responde. La dirección puede estar mal, o algo por el camino cierra el puerto {port}.",
      de:
        "Er antwortet nicht. Vielleicht stimmt die Adresse nicht, oder unterwegs ist Port {port} gesperrt.",
      nl:
        "Hij antwoordt niet. Misschien klopt het adres niet, of iets onderweg houdt poort {port} dicht.",
      it:
        "Non risponde. Forse l’indirizzo è sbagliato, o qualcosa lungo la strada chiude la porta {port}.",
      pt: "Não responde. O endereço pode estar errado, ou algo pelo caminho fecha a porta {port}.",
    },
  "It cannot be reached, for no way leads to its address: look at the network of this machine: {server}":
    {
      fr:
        "Il est injoignable : aucun chemin ne mène à son adresse. Vérifiez le réseau de cette machine.",
      es:
        "No se puede alcanzar: ningún camino lleva a su dirección. Revise la red de esta máquina.",
      de:
        "Er ist nicht erreichbar, kein Weg führt zu seiner Adresse. Prüfen Sie das Netz dieses Rechners.",
      nl:
        "Hij is niet bereikbaar: er is geen route naar zijn adres. Controleer het netwerk van deze computer.",
      it:
        "Non è raggiungibile: nessuna strada porta al suo indirizzo. Controlla la rete di questo computer.",
      pt:
        "Não é possível chegar-lhe: nenhum caminho leva ao seu endereço. Verifique a rede desta máquina.",
    },
  "It does not speak TLS as it should: check port and protocol ({detail}): {server}": {
    fr: "Il ne parle pas TLS comme il faut. Vérifiez le port et le protocole.",
    es: "No habla TLS como debería. Revise el puerto y el protocolo.",
    de: "Er spricht kein richtiges TLS. Prüfen Sie Port und Protokoll.",
    nl: "Hij spreekt geen goede TLS. Controleer poort en protocol.",
    it: "Non parla TLS come dovrebbe. Controlla porta e protocollo.",
    pt: "Não fala TLS como devia. Verifique a porta e o protocolo.",
  },
  "It answers, but not with DNS: check the path of the URL ({detail}): {server}": {
    fr: "Il répond, mais pas en DNS. Vérifiez le chemin de l’adresse ({detail}).",
    es: "Responde, pero no con DNS. Revise la ruta de la dirección ({detail}).",
    de: "Er antwortet, aber nicht mit DNS. Prüfen Sie den Pfad der Adresse ({detail}).",
    nl: "Hij antwoordt, maar niet met DNS. Controleer het pad van het adres ({detail}).",
    it: "Risponde, ma non con DNS. Controlla il percorso dell’indirizzo ({detail}).",
    pt: "Responde, mas não com DNS. Verifique o caminho do endereço ({detail}).",
  },
  "It closes the connection without an answer: it may speak another protocol at this port; check both: {server}":
    {
      fr:
        "Il ferme la connexion sans répondre. Il parle peut-être un autre protocole à ce port. Vérifiez les deux.",
      es:
        "Cierra la conexión sin responder. Quizá habla otro protocolo en este puerto. Revise ambos.",
      de:
        "Er schließt die Verbindung ohne Antwort. Vielleicht spricht er an diesem Port ein anderes Protokoll. Prüfen Sie beides.",
      nl:
        "Hij sluit de verbinding zonder antwoord. Misschien spreekt hij op deze poort een ander protocol. Controleer beide.",
      it:
        "Chiude la connessione senza rispondere. Forse a questa porta parla un altro protocollo. Controlla entrambi.",
      pt:
        "Fecha a ligação sem responder. Talvez fale outro protocolo nesta porta. Verifique ambos.",
    },
  "It brings no answer, check its address or use another one ({detail}): {server}": {
    fr: "Il n’apporte aucune réponse. Vérifiez son adresse ou prenez un autre serveur.",
    es: "No da ninguna respuesta. Revise su dirección o use otro servidor.",
    de:
      "Von ihm kommt keine brauchbare Antwort. Prüfen Sie die Adresse, oder nehmen Sie einen anderen Server.",
    nl: "Er komt geen bruikbaar antwoord van. Controleer het adres, of gebruik een andere server.",
    it: "Non arriva nessuna risposta utile. Controlla l’indirizzo o usa un altro server.",
    pt: "Não dá nenhuma resposta útil. Verifique o endereço ou use outro servidor.",
  },
  "Its address cannot be found: check its name, and the servers of the setting bootstrap ({detail}): {host}":
    {
      fr:
        "L’adresse de {host} est introuvable. Vérifiez le nom, et les serveurs du réglage bootstrap.",
      es:
        "No se encuentra la dirección de {host}. Revise el nombre y los servidores del ajuste bootstrap.",
      de:
        "Die Adresse von {host} ist nicht zu finden. Prüfen Sie den Namen und die Server der Einstellung bootstrap.",
      nl:
        "Het adres van {host} is niet te vinden. Controleer de naam en de servers van de instelling bootstrap.",
      it:
        "L’indirizzo di {host} non si trova. Controlla il nome e i server dell’impostazione bootstrap.",
      pt:
        "Não se encontra o endereço de {host}. Verifique o nome e os servidores da definição bootstrap.",
    },
  "It answers {error}: it may not serve this network or this name; allow this box there, or use another one: {server}":
    {
      fr:
        "Il répond {error}. Il ne sert peut-être pas ce réseau ou ce nom. Autorisez cette box là-bas, ou prenez un autre serveur.",
      es:
        "Responde {error}. Quizá no atiende a esta red o a este nombre. Permita allí esta box o use otro servidor.",
      de:
        "Er antwortet {error}. Vielleicht bedient er dieses Netz oder diesen Namen nicht. Erlauben Sie dort diese Box, oder nehmen Sie einen anderen Server.",
      nl:
        "Hij antwoordt {error}. Misschien bedient hij dit netwerk of deze naam niet. Sta deze box daar toe, of gebruik een andere server.",
      it:
        "Risponde {error}. Forse non serve questa rete o questo nome. Permetti lì questa box, o usa un altro server.",
      pt:
        "Responde {error}. Talvez não sirva esta rede ou este nome. Permita lá esta box ou use outro servidor.",
    },
};
