/** Why a certificate could not be obtained, and faults of the online service. */
import { dns } from "../dns_services.ts";
import type { Refusals, Translations } from "./refusal.ts";

const CERTIFICATE_FAULTS_1: Translations = {
  fr:
    "{name} renvoie (CNAME) à un nom inutilisable. Corrigez cet enregistrement chez le fournisseur du domaine.",
  es:
    "{name} remite (CNAME) a un nombre que no sirve. Corrija ese registro en el proveedor del dominio.",
  de:
    "{name} verweist per CNAME auf einen unbrauchbaren Namen. Berichtigen Sie den Eintrag beim Anbieter der Domain.",
  nl:
    "{name} verwijst met een CNAME naar een onbruikbare naam. Verbeter dat record bij de aanbieder van het domein.",
  it:
    "{name} rimanda (CNAME) a un nome inutilizzabile. Correggi il record presso il fornitore del dominio.",
  pt:
    "{name} remete (CNAME) para um nome que não serve. Corrija o registo no fornecedor do domínio.",
};

const CERTIFICATE_FAULTS_2: Translations = {
  fr: "{provider} a refusé (erreur {status}).",
  es: "{provider} se negó (error {status}).",
  de: "{provider} hat abgelehnt (Fehler {status}).",
  nl: "{provider} heeft geweigerd (fout {status}).",
  it: "{provider} ha rifiutato (errore {status}).",
  pt: "{provider} recusou (erro {status}).",
};

const CERTIFICATE_FAULTS_3: Translations = {
  fr: "{server} n’accepte pas de modifications par DNS. Vérifiez le serveur.",
  es: "{server} no acepta cambios por DNS. Revise el servidor.",
  de: "{server} nimmt keine Änderungen per DNS an. Prüfen Sie den Server.",
  nl: "{server} neemt geen wijzigingen via DNS aan. Controleer de server.",
  it: "{server} non accetta modifiche via DNS. Controlla il server.",
  pt: "{server} não aceita alterações por DNS. Verifique o servidor.",
};

const CERTIFICATE_FAULTS_4: Translations = {
  fr:
    "À l’adresse {host}, il n’y a pas de service en ligne de la box. Vérifiez le réglage cloud_url.",
  es: "En {host} no hay ningún servicio en línea de la box. Revise el ajuste cloud_url.",
  de: "Unter {host} gibt es keinen Online-Dienst der Box. Prüfen Sie die Einstellung cloud_url.",
  nl: "Op {host} is geen onlinedienst van de box. Controleer de instelling cloud_url.",
  it: "A {host} non c’è un servizio online della box. Controlla l’impostazione cloud_url.",
  pt: "Em {host} não há nenhum serviço online da box. Verifique a definição cloud_url.",
};

/** The table. */
export const CERTIFICATE_FAULTS: Refusals = {
  "The new certificate is in force from {from} until {until}, but for the box it is {now}: check its clock":
    dns.why_clock,
  "The authority {host} could not be asked: {detail}. For the box it is {today}: check its clock":
    dns.why_clock,
  "{provider} could not be asked: {detail}. Check the clock of the box": dns.why_clock,
  "The clocks of the box and of {server} differ (BADTIME). Set the clock": dns.why_clock,
  "The clocks of the box and of {server} differ (BADTIME): there it is {time}. Set the clock":
    dns.why_clock,
  "The clock of the box is {amount} {direction} that of the online service {host}: set the time of the machine, then try again":
    dns.why_clock,
  "{provider} does not take these credentials (status {status}). Enter them again":
    dns.why_credentials,
  "{provider} does not take these credentials (status {status}: {detail}). Enter them again":
    dns.why_credentials,
  "The answer of {server} is not signed with the key: check server and secret": dns.why_credentials,
  "The secret is not that of the key at {server} (BADSIG): enter it again": dns.why_credentials,
  "{server} does not know this key with this algorithm, or not for this zone (BADKEY): check its name":
    dns.why_credentials,
  "{server} does not take the signature (error {error})": dns.why_credentials,
  "{server} does not let this key change the record (REFUSED): allow it updates of TXT records below _acme-challenge (zone {zone})":
    dns.why_credentials,
  "{provider} has no zone for {name} in this account: check the name, and that the credentials may reach its zone":
    dns.why_zone,
  "{server} holds no zone for {name}, or does not tell it: check the server, or name the zone":
    dns.why_zone,
  "{server} does not hold this zone, or not with this key (NOTAUTH) (zone {zone})": dns.why_zone,
  "{server} says that the name lies outside the zone (NOTZONE) (zone {zone})": dns.why_zone,
  "The record was written, but after {minutes} minutes these name servers do not show it ({name}): {servers}. Check that the domain uses the name servers of this provider":
    dns.why_unseen,
  "The authority did not find the record that it looked for": dns.why_unseen,
  "The authority found another record than the one it looked for": dns.why_unseen,
  "A CAA record of the domain does not let this authority certify it: allow the authority there, or remove the record":
    dns.why_caa,
  "The authority issues no more certificates for now; the box tries again later": dns.why_refused,
  "The authority certifies no such name": dns.why_refused,
  "No authority is set: give its address as acme_directory": dns.why_authority,
  "The authority must have an https address: {address}": dns.why_authority,
  "The authority answered with something that is no ACME ({detail}): check its address":
    dns.why_authority,
  "The authority sends on to another address ({status}), which is not followed": dns.why_authority,
  "The authority offers no check by a DNS record (dns-01)": dns.why_authority,
  "The authority {host} could not be asked: {detail}": dns.why_silent,
  "{provider} could not be asked: {detail}": dns.why_silent,
  "The name server could not be asked: {detail}": dns.why_silent,
  "The name server has no address: {server}": dns.why_silent,
  "The authority has internal problems; the box tries again later": dns.why_silent,
  "The authority did not finish in time: the box tries again later": dns.why_silent,
  "The authority closed an authorization: {status}": dns.why_silent,
  "The authority closed the order: {status}": dns.why_silent,
  "{provider} accepts no more calls for now (429): the box tries again later": dns.why_silent,
  "{provider} has an internal error (status {status}): the box tries again later": dns.why_silent,
  "{server} has an internal error (SERVFAIL) (zone {zone})": dns.why_silent,
  "{provider} answered with something that is no JSON (status {status})": dns.why_silent,
  "{provider} answered in a shape that it does not document": dns.why_silent,
  "The online service {host} sends too much: {detail}": dns.why_silent,
  "The online service {host} cannot be reached: {detail}": dns.why_silent,
  "The online service {host} cannot serve now: {detail}": dns.why_silent,
  "The operator of the online service took back the name of this box: turn encrypted DNS off, choose a name from the service again, and set up the devices with it":
    dns.why_released,
  "This authority wants an account made on its own pages first: give the identifier and the key that it shows there":
    dns.why_account,
  "The authority does not take the account that was given: check its identifier and its key":
    dns.why_account,
  "The authority does not take the account that was given: check its identifier and its key: {detail}":
    dns.why_account,
  "The authority wants its terms agreed to on its own pages": dns.why_account,
  "{why}; the authority says: {detail}": {
    fr: "{why} Message de l’autorité : {detail}",
    es: "{why} Mensaje de la autoridad: {detail}",
    de: "{why} Meldung der Zertifizierungsstelle: {detail}",
    nl: "{why} Melding van de certificaatautoriteit: {detail}",
    it: "{why} Messaggio dell’autorità: {detail}",
    pt: "{why} Mensagem da autoridade: {detail}",
  },
  "{why} (not before {time} UTC)": {
    fr: "{why} Pas avant {time} UTC.",
    es: "{why} No antes de {time} UTC.",
    de: "{why} Nicht vor {time} UTC.",
    nl: "{why} Niet voor {time} UTC.",
    it: "{why} Non prima di {time} UTC.",
    pt: "{why} Não antes de {time} UTC.",
  },
  "{asked} points on to {name} (CNAME): {why}": {
    fr: "{asked} renvoie à {name} (CNAME). {why}",
    es: "{asked} remite a {name} (CNAME). {why}",
    de: "{asked} verweist auf {name} (CNAME). {why}",
    nl: "{asked} verwijst naar {name} (CNAME). {why}",
    it: "{asked} rimanda a {name} (CNAME). {why}",
    pt: "{asked} remete para {name} (CNAME). {why}",
  },
  "{name} points on to a name that no provider has: {target}": CERTIFICATE_FAULTS_1,
  "{name} points on through more than {most} CNAME records: shorten the chain":
    CERTIFICATE_FAULTS_1,
  "The authority cannot resolve the name": {
    fr: "L’autorité ne trouve pas ce nom dans le DNS. Vérifiez le domaine.",
    es: "La autoridad no encuentra este nombre en el DNS. Revise el dominio.",
    de: "Die Zertifizierungsstelle findet diesen Namen nicht im DNS. Prüfen Sie die Domain.",
    nl: "De certificaatautoriteit vindt deze naam niet in DNS. Controleer het domein.",
    it: "L’autorità non trova questo nome nel DNS. Controlla il dominio.",
    pt: "A autoridade não encontra este nome no DNS. Verifique o domínio.",
  },
  "The authority does not take this e-mail address": {
    fr: "L’autorité n’accepte pas cette adresse e-mail.",
    es: "La autoridad no acepta esta dirección de correo.",
    de: "Die Zertifizierungsstelle nimmt diese E-Mail-Adresse nicht an.",
    nl: "De certificaatautoriteit accepteert dit e-mailadres niet.",
    it: "L’autorità non accetta questo indirizzo e-mail.",
    pt: "A autoridade não aceita este endereço de e-mail.",
  },
  "The authority refused": {
    fr: "L’autorité de certification a refusé.",
    es: "La autoridad de certificación se negó.",
    de: "Die Zertifizierungsstelle hat abgelehnt.",
    nl: "De certificaatautoriteit heeft geweigerd.",
    it: "L’autorità di certificazione ha rifiutato.",
    pt: "A autoridade de certificação recusou.",
  },
  "The authority refused (status {status})": {
    fr: "L’autorité de certification a refusé (erreur {status}).",
    es: "La autoridad de certificación se negó (error {status}).",
    de: "Die Zertifizierungsstelle hat abgelehnt (Fehler {status}).",
    nl: "De certificaatautoriteit heeft geweigerd (fout {status}).",
    it: "L’autorità di certificazione ha rifiutato (errore {status}).",
    pt: "A autoridade de certificação recusou (erro {status}).",
  },
  "{provider} refused (status {status})": CERTIFICATE_FAULTS_2,
  "{provider} refused (status {status}: {detail})": CERTIFICATE_FAULTS_2,
  "{server} refused with code {code} (zone {zone})": {
    fr: "{server} a refusé la modification (code {code}).",
    es: "{server} rechazó el cambio (código {code}).",
    de: "{server} hat die Änderung abgelehnt (Code {code}).",
    nl: "{server} heeft de wijziging geweigerd (code {code}).",
    it: "{server} ha rifiutato la modifica (codice {code}).",
    pt: "{server} recusou a alteração (código {code}).",
  },
  "{server} does not understand updates (FORMERR) (zone {zone})": CERTIFICATE_FAULTS_3,
  "{server} takes no updates (NOTIMP) (zone {zone})": CERTIFICATE_FAULTS_3,
  "The online service knows this box as {name} now and no longer as {before}: restore the service, or choose no certificate and then this one again, and set up the devices with the new name":
    {
      fr:
        "Pour le service en ligne, cette box s’appelle maintenant {name} et plus {before}. Choisissez « aucun certificat », puis de nouveau celui-ci, et réglez les appareils avec le nouveau nom.",
      es:
        "Para el servicio en línea, esta box se llama ahora {name} y ya no {before}. Elija «ningún certificado» y después este de nuevo, y configure los dispositivos con el nombre nuevo.",
      de:
        "Beim Online-Dienst heißt diese Box jetzt {name} und nicht mehr {before}. Wählen Sie „kein Zertifikat“ und dann dieses wieder, und richten Sie die Geräte mit dem neuen Namen ein.",
      nl:
        "Bij de onlinedienst heet deze box nu {name} en niet meer {before}. Kies ‘geen certificaat’ en dan dit weer, en stel de apparaten in met de nieuwe naam.",
      it:
        "Per il servizio online questa box ora si chiama {name} e non più {before}. Scegli «nessun certificato» e poi di nuovo questo, e configura i dispositivi con il nuovo nome.",
      pt:
        "Para o serviço online, esta box chama-se agora {name} e já não {before}. Escolha «nenhum certificado» e depois este de novo, e configure os dispositivos com o novo nome.",
    },
  "The online service writes the record {own} alone, not {name}": {
    fr: "Le service en ligne n’écrit que l’enregistrement {own}, pas {name}.",
    es: "El servicio en línea solo escribe el registro {own}, no {name}.",
    de: "Der Online-Dienst schreibt nur den Eintrag {own}, nicht {name}.",
    nl: "De onlinedienst schrijft alleen het record {own}, niet {name}.",
    it: "Il servizio online scrive solo il record {own}, non {name}.",
    pt: "O serviço online só escreve o registo {own}, não {name}.",
  },
  "This version of the box does not know the provider {provider}": {
    fr: "Cette version de la box ne connaît pas le fournisseur {provider}.",
    es: "Esta versión de la box no conoce el proveedor {provider}.",
    de: "Diese Version der Box kennt den Anbieter {provider} nicht.",
    nl: "Deze versie van de box kent de aanbieder {provider} niet.",
    it: "Questa versione della box non conosce il fornitore {provider}.",
    pt: "Esta versão da box não conhece o fornecedor {provider}.",
  },
  "The box knows no online service: give its address in the setting cloud_url": {
    fr: "Aucun service en ligne n’est réglé (réglage cloud_url).",
    es: "No hay ningún servicio en línea configurado (ajuste cloud_url).",
    de: "Es ist kein Online-Dienst eingestellt (Einstellung cloud_url).",
    nl: "Er is geen onlinedienst ingesteld (instelling cloud_url).",
    it: "Nessun servizio online è impostato (impostazione cloud_url).",
    pt: "Nenhum serviço online está definido (definição cloud_url).",
  },
  "What answers at {host} is no online service of the box: check the setting cloud_url":
    CERTIFICATE_FAULTS_4,
  "The online service is not at {host}, which sends elsewhere: correct the setting cloud_url":
    CERTIFICATE_FAULTS_4,
  "There is no online service of the box at {host} (status 404): check the setting cloud_url":
    CERTIFICATE_FAULTS_4,
  "The online service {host} refused the call: {detail}": {
    fr: "Le service en ligne {host} a refusé la demande.",
    es: "El servicio en línea {host} rechazó la petición.",
    de: "Der Online-Dienst {host} hat die Anfrage abgelehnt.",
    nl: "De onlinedienst {host} heeft het verzoek geweigerd.",
    it: "Il servizio online {host} ha rifiutato la richiesta.",
    pt: "O serviço online {host} recusou o pedido.",
  },
  "The online service gave no name that can be used: it may be newer than this box": {
    fr: "Le nom donné par le service en ligne n’est pas utilisable. Mettez la box à jour.",
    es: "El nombre que dio el servicio en línea no se puede usar. Actualice la box.",
    de: "Der Name vom Online-Dienst lässt sich nicht verwenden. Aktualisieren Sie die Box.",
    nl: "De naam van de onlinedienst is niet bruikbaar. Werk de box bij.",
    it: "Il nome dato dal servizio online non si può usare. Aggiorna la box.",
    pt: "O nome dado pelo serviço online não serve. Atualize a box.",
  },
  "The box stopped before it was kept: give the certificate again": {
    fr: "La box s’est arrêtée avant de l’enregistrer. Donnez de nouveau le certificat.",
    es: "La box se detuvo antes de guardarlo. Dé el certificado de nuevo.",
    de: "Die Box wurde beendet, bevor es gespeichert war. Geben Sie das Zertifikat noch einmal an.",
    nl: "De box stopte voordat het was opgeslagen. Geef het certificaat opnieuw op.",
    it: "La box si è fermata prima di salvarlo. Fornisci di nuovo il certificato.",
    pt: "A box parou antes de o guardar. Indique de novo o certificado.",
  },
  "Its files are damaged or gone: give the certificate again": {
    fr: "Ses fichiers sont endommagés ou ont disparu. Donnez de nouveau le certificat.",
    es: "Sus archivos están dañados o han desaparecido. Dé el certificado de nuevo.",
    de:
      "Die Dateien des Zertifikats sind beschädigt oder verschwunden. Geben Sie es noch einmal an.",
    nl: "De bestanden van het certificaat zijn beschadigd of weg. Geef het opnieuw op.",
    it: "I suoi file sono danneggiati o spariti. Fornisci di nuovo il certificato.",
    pt: "Os ficheiros estão danificados ou desapareceram. Indique de novo o certificado.",
  },
};
