/** Refusals of lines that name upstream servers. */
import type { Refusals } from "./refusal.ts";

/** The table. */
export const UPSTREAM_REFUSALS: Refusals = {
  "There are no upstreams for: {scope}": "errors.said_gone",
  "{setting}, line {line}: {why}: {text}": {
    fr: "Ligne {line} ({text}) : {why}",
    es: "Línea {line} ({text}): {why}",
    de: "Zeile {line} ({text}): {why}",
    nl: "Regel {line} ({text}): {why}",
    it: "Riga {line} ({text}): {why}",
    pt: "Linha {line} ({text}): {why}",
  },
  "At most {most} groups, people and devices can have their own upstreams; remove some first": {
    fr:
      "Au plus {most} groupes, personnes et appareils peuvent avoir leurs propres serveurs. Retirez-en d’abord.",
    es:
      "Como máximo {most} grupos, personas y dispositivos pueden tener sus propios servidores. Quite algunos primero.",
    de:
      "Höchstens {most} Gruppen, Personen und Geräte können eigene Server haben. Entfernen Sie zuerst einige.",
    nl:
      "Hoogstens {most} groepen, personen en apparaten kunnen eigen servers hebben. Verwijder er eerst een paar.",
    it:
      "Al massimo {most} gruppi, persone e dispositivi possono avere server propri. Rimuovine prima alcuni.",
    pt:
      "No máximo {most} grupos, pessoas e dispositivos podem ter servidores próprios. Remova alguns primeiro.",
  },
  "There can be {most} lines, these are {lines}": {
    fr: "Il peut y avoir {most} lignes, il y en a {lines}. Retirez-en.",
    es: "Puede haber {most} líneas y hay {lines}. Quite algunas.",
    de: "Es kann {most} Zeilen geben, das sind {lines}. Entfernen Sie einige.",
    nl: "Er kunnen {most} regels zijn, dit zijn er {lines}. Haal er een paar weg.",
    it: "Possono esserci {most} righe, queste sono {lines}. Togline alcune.",
    pt: "Pode haver {most} linhas e há {lines}. Retire algumas.",
  },
  "There is no upstream in these lines; add one, such as quad9": {
    fr: "Ces lignes n’indiquent aucun serveur. Ajoutez-en un, par exemple quad9.",
    es: "En estas líneas no hay ningún servidor. Añada uno, por ejemplo quad9.",
    de: "In diesen Zeilen steht kein Server. Fügen Sie einen hinzu, zum Beispiel quad9.",
    nl: "In deze regels staat geen server. Voeg er een toe, zoals quad9.",
    it: "In queste righe non c’è nessun server. Aggiungine uno, per esempio quad9.",
    pt: "Nestas linhas não há nenhum servidor. Acrescente um, por exemplo quad9.",
  },
  "At most {most} upstreams can be tested at once, these are: {count}": {
    fr: "Au plus {most} serveurs peuvent être testés à la fois, il y en a {count}.",
    es: "Se pueden probar como máximo {most} servidores a la vez; aquí hay {count}.",
    de: "Höchstens {most} Server lassen sich auf einmal testen, das sind {count}.",
    nl: "Hoogstens {most} servers kunnen tegelijk worden getest, dit zijn er {count}.",
    it: "Si possono provare al massimo {most} server alla volta, qui sono {count}.",
    pt: "Podem testar-se no máximo {most} servidores de uma vez; aqui há {count}.",
  },
  "Not a DNS stamp; copy all of it, from sdns:// to its end": {
    fr: "Ce n’est pas un « DNS stamp » complet. Copiez-le en entier, depuis sdns://.",
    es: "No es un «DNS stamp» completo. Cópielo entero, desde sdns://.",
    de: "Das ist kein vollständiger DNS-Stamp. Kopieren Sie ihn ganz, ab sdns://.",
    nl: "Dit is geen volledige DNS-stamp. Kopieer hem helemaal, vanaf sdns://.",
    it: "Non è un DNS stamp completo. Copialo tutto, da sdns:// alla fine.",
    pt: "Não é um «DNS stamp» completo. Copie-o todo, desde sdns://.",
  },
  "The stamp is of Oblivious DoH, which the box does not speak; use one of DNSCrypt, or of DNS over HTTPS, TLS or QUIC":
    {
      fr:
        "Ce stamp est pour Oblivious DoH, que la box ne prend pas en charge. Prenez-en un pour DNSCrypt, ou pour DNS sur HTTPS, TLS ou QUIC.",
      es:
        "Este stamp es de Oblivious DoH, que la box no admite. Use uno de DNSCrypt, o de DNS sobre HTTPS, TLS o QUIC.",
      de:
        "Dieser Stamp ist für Oblivious DoH, das die Box nicht unterstützt. Nehmen Sie einen für DNSCrypt oder für DNS über HTTPS, TLS oder QUIC.",
      nl:
        "Deze stamp is voor Oblivious DoH, en dat ondersteunt de box niet. Gebruik er een voor DNSCrypt, of voor DNS via HTTPS, TLS of QUIC.",
      it:
        "Questo stamp è per Oblivious DoH, che la box non supporta. Usane uno per DNSCrypt, o per DNS su HTTPS, TLS o QUIC.",
      pt:
        "Este stamp é de Oblivious DoH, que a box não suporta. Use um de DNSCrypt, ou de DNS sobre HTTPS, TLS ou QUIC.",
    },
  "The stamp is of a relay for DNSCrypt, which answers nothing itself; use the stamp of a server": {
    fr: "Ce stamp est celui d’un relais DNSCrypt, qui ne répond pas. Prenez celui d’un serveur.",
    es: "Este stamp es de un relé DNSCrypt, que no responde. Use el de un servidor.",
    de:
      "Dieser Stamp gehört zu einem DNSCrypt-Relay, das selbst nicht antwortet. Nehmen Sie den eines Servers.",
    nl:
      "Deze stamp is van een DNSCrypt-relay, die zelf niet antwoordt. Gebruik die van een server.",
    it: "Questo stamp è di un relay DNSCrypt, che non risponde da sé. Usa quello di un server.",
    pt: "Este stamp é de um relé DNSCrypt, que não responde. Use o de um servidor.",
  },
  "The stamp is of a relay for Oblivious DoH, which answers nothing itself; use the stamp of a server":
    {
      fr:
        "Ce stamp est celui d’un relais Oblivious DoH, qui ne répond pas. Prenez celui d’un serveur.",
      es: "Este stamp es de un relé Oblivious DoH, que no responde. Use el de un servidor.",
      de:
        "Dieser Stamp gehört zu einem Oblivious-DoH-Relay, das selbst nicht antwortet. Nehmen Sie den eines Servers.",
      nl:
        "Deze stamp is van een Oblivious DoH-relay, die zelf niet antwoordt. Gebruik die van een server.",
      it:
        "Questo stamp è di un relay Oblivious DoH, che non risponde da sé. Usa quello di un server.",
      pt: "Este stamp é de um relé Oblivious DoH, que não responde. Use o de um servidor.",
    },
  "The stamp is of a protocol that the box does not know": {
    fr: "Ce stamp est pour un protocole que la box ne connaît pas.",
    es: "Este stamp es de un protocolo que la box no conoce.",
    de: "Dieser Stamp ist für ein Protokoll, das die Box nicht kennt.",
    nl: "Deze stamp is voor een protocol dat de box niet kent.",
    it: "Questo stamp è per un protocollo che la box non conosce.",
    pt: "Este stamp é de um protocolo que a box não conhece.",
  },
  "The stamp names certificates, which cannot be checked over QUIC; use the server's stamp of another protocol, or quic://{host}":
    {
      fr:
        "Ce stamp impose des certificats, ce qui ne se vérifie pas avec QUIC. Prenez le stamp d’un autre protocole, ou quic://{host}.",
      es:
        "Este stamp exige certificados, y eso no se puede comprobar con QUIC. Use el stamp de otro protocolo, o quic://{host}.",
      de:
        "Dieser Stamp schreibt Zertifikate vor, was sich über QUIC nicht prüfen lässt. Nehmen Sie den Stamp eines anderen Protokolls oder quic://{host}.",
      nl:
        "Deze stamp schrijft certificaten voor, en dat kan via QUIC niet worden gecontroleerd. Gebruik de stamp van een ander protocol, of quic://{host}.",
      it:
        "Questo stamp impone certificati, che con QUIC non si possono verificare. Usa lo stamp di un altro protocollo, o quic://{host}.",
      pt:
        "Este stamp exige certificados, o que não se pode verificar com QUIC. Use o stamp de outro protocolo, ou quic://{host}.",
    },
  "A link-local address works with tls:// or tcp:// in front of it only": {
    fr: "Une adresse de lien local ne marche qu’avec tls:// ou tcp:// devant.",
    es: "Una dirección de enlace local solo funciona con tls:// o tcp:// delante.",
    de: "Eine Link-Local-Adresse geht nur mit tls:// oder tcp:// davor.",
    nl: "Een link-local adres werkt alleen met tls:// of tcp:// ervoor.",
    it: "Un indirizzo link-local funziona solo con tls:// o tcp:// davanti.",
    pt: "Um endereço de ligação local só funciona com tls:// ou tcp:// antes.",
  },
  "A line may hold {most} characters": {
    fr: "Une ligne peut avoir {most} caractères.",
    es: "Una línea puede tener {most} caracteres.",
    de: "Eine Zeile kann {most} Zeichen haben.",
    nl: "Een regel kan {most} tekens hebben.",
    it: "Una riga può avere {most} caratteri.",
    pt: "Uma linha pode ter {most} caracteres.",
  },
  "A forward rule is written [/domain/]upstream": {
    fr: "Une ligne pour un domaine s’écrit [/domaine/]serveur.",
    es: "Una línea para un dominio se escribe [/dominio/]servidor.",
    de: "Eine Zeile für eine Domain schreibt man [/domain/]server.",
    nl: "Een regel voor een domein schrijf je als [/domein/]server.",
    it: "Una riga per un dominio si scrive [/dominio/]server.",
    pt: "Uma linha para um domínio escreve-se [/domínio/]servidor.",
  },
  "Name an upstream after /], or # for the default ones": {
    fr: "Indiquez un serveur après /], ou # pour ceux par défaut.",
    es: "Indique un servidor después de /], o # para los predeterminados.",
    de: "Geben Sie nach /] einen Server an, oder # für die üblichen.",
    nl: "Geef na /] een server op, of # voor de standaardservers.",
    it: "Indica un server dopo /], o # per quelli predefiniti.",
    pt: "Indique um servidor depois de /], ou # para os predefinidos.",
  },
  "# stands alone after /]": {
    fr: "Le # doit être seul après /].",
    es: "El # va solo después de /].",
    de: "Das # steht nach /] allein.",
    nl: "De # staat na /] alleen.",
    it: "Il # sta da solo dopo /].",
    pt: "O # fica sozinho depois de /].",
  },
  "Not a domain name between the slashes": {
    fr: "Entre les barres, il faut un nom de domaine.",
    es: "Entre las barras debe ir un nombre de dominio.",
    de: "Zwischen den Schrägstrichen muss ein Domainname stehen.",
    nl: "Tussen de schuine strepen moet een domeinnaam staan.",
    it: "Tra le barre serve un nome di dominio.",
    pt: "Entre as barras tem de estar um nome de domínio.",
  },
  "Unknown scheme {scheme}//; use {allowed}": {
    fr: "{scheme}// n’est pas connu. Utilisez udp://, tcp://, tls://, https://, h3:// ou quic://.",
    es: "{scheme}// no se conoce. Use udp://, tcp://, tls://, https://, h3:// o quic://.",
    de:
      "{scheme}// ist unbekannt. Verwenden Sie udp://, tcp://, tls://, https://, h3:// oder quic://.",
    nl: "{scheme}// is onbekend. Gebruik udp://, tcp://, tls://, https://, h3:// of quic://.",
    it: "{scheme}// non è conosciuto. Usa udp://, tcp://, tls://, https://, h3:// o quic://.",
    pt: "{scheme}// não é conhecido. Use udp://, tcp://, tls://, https://, h3:// ou quic://.",
  },
  "There is no public resolver {id}": {
    fr: "Il n’y a pas de serveur public nommé {id}.",
    es: "No hay ningún servidor público llamado {id}.",
    de: "Es gibt keinen öffentlichen Server namens {id}.",
    nl: "Er is geen openbare server met de naam {id}.",
    it: "Non c’è un server pubblico chiamato {id}.",
    pt: "Não há nenhum servidor público chamado {id}.",
  },
  "There is no public resolver {id}, perhaps you mean {near}; a host of that name is written udp://{id}":
    {
      fr:
        "Il n’y a pas de serveur public nommé {id}. Vouliez-vous dire {near} ? Une machine de ce nom s’écrit udp://{id}.",
      es:
        "No hay ningún servidor público llamado {id}. ¿Quería decir {near}? Un equipo con ese nombre se escribe udp://{id}.",
      de:
        "Es gibt keinen öffentlichen Server namens {id}. Meinten Sie {near}? Einen Rechner dieses Namens schreibt man udp://{id}.",
      nl:
        "Er is geen openbare server met de naam {id}. Bedoelde u {near}? Een computer met die naam schrijf je als udp://{id}.",
      it:
        "Non c’è un server pubblico chiamato {id}. Intendevi {near}? Un computer con quel nome si scrive udp://{id}.",
      pt:
        "Não há nenhum servidor público chamado {id}. Queria dizer {near}? Um computador com esse nome escreve-se udp://{id}.",
    },
  "There is no public resolver {id}, perhaps you mean {near}": {
    fr: "Il n’y a pas de serveur public nommé {id}. Vouliez-vous dire {near} ?",
    es: "No hay ningún servidor público llamado {id}. ¿Quería decir {near}?",
    de: "Es gibt keinen öffentlichen Server namens {id}. Meinten Sie {near}?",
    nl: "Er is geen openbare server met de naam {id}. Bedoelde u {near}?",
    it: "Non c’è un server pubblico chiamato {id}. Intendevi {near}?",
    pt: "Não há nenhum servidor público chamado {id}. Queria dizer {near}?",
  },
  "{id} is asked by {offered}, not {wanted}": {
    fr: "{id} propose {offered}, pas {wanted}.",
    es: "{id} ofrece {offered}, no {wanted}.",
    de: "{id} bietet {offered}, nicht {wanted}.",
    nl: "{id} biedt {offered}, niet {wanted}.",
    it: "{id} offre {offered}, non {wanted}.",
    pt: "{id} oferece {offered}, não {wanted}.",
  },
  "Not an upstream; use {allowed}": {
    fr:
      "Ce n’est pas un serveur. Écrivez une adresse IP, un nom avec tls:// ou https:// devant, ou un serveur public comme quad9.",
    es:
      "No es un servidor. Escriba una dirección IP, un nombre con tls:// o https:// delante, o un servidor público como quad9.",
    de:
      "Das ist kein Server. Schreiben Sie eine IP-Adresse, einen Namen mit tls:// oder https:// davor oder einen öffentlichen Server wie quad9.",
    nl:
      "Dit is geen server. Schrijf een IP-adres, een naam met tls:// of https:// ervoor, of een openbare server zoals quad9.",
    it:
      "Non è un server. Scrivi un indirizzo IP, un nome con tls:// o https:// davanti, o un server pubblico come quad9.",
    pt:
      "Não é um servidor. Escreva um endereço IP, um nome com tls:// ou https:// antes, ou um servidor público como quad9.",
  },
  "Neither an IP address nor a host name; use {allowed}": {
    fr:
      "Ce n’est ni une adresse IP ni un nom de machine. Écrivez par exemple 192.0.2.1, tls://dns.example ou quad9.",
    es:
      "No es ni una dirección IP ni un nombre de equipo. Escriba por ejemplo 192.0.2.1, tls://dns.example o quad9.",
    de:
      "Das ist weder eine IP-Adresse noch ein Rechnername. Schreiben Sie zum Beispiel 192.0.2.1, tls://dns.example oder quad9.",
    nl:
      "Dit is geen IP-adres en geen computernaam. Schrijf bijvoorbeeld 192.0.2.1, tls://dns.example of quad9.",
    it:
      "Non è né un indirizzo IP né un nome di computer. Scrivi per esempio 192.0.2.1, tls://dns.example o quad9.",
    pt:
      "Não é nem um endereço IP nem um nome de computador. Escreva por exemplo 192.0.2.1, tls://dns.example ou quad9.",
  },
  "A port is a number from 1 to 65535, not {port}": {
    fr: "Un port est un nombre de 1 à 65535, pas {port}.",
    es: "Un puerto es un número de 1 a 65535, no {port}.",
    de: "Ein Port ist eine Zahl von 1 bis 65535, nicht {port}.",
    nl: "Een poort is een getal van 1 tot 65535, niet {port}.",
    it: "Una porta è un numero da 1 a 65535, non {port}.",
    pt: "Uma porta é um número de 1 a 65535, não {port}.",
  },
  "Name the interface of a link-local address, such as {address}%eth0": {
    fr: "Ajoutez l’interface à cette adresse de lien local, par exemple {address}%eth0.",
    es: "Añada la interfaz a esta dirección de enlace local, por ejemplo {address}%eth0.",
    de: "Geben Sie zur Link-Local-Adresse die Schnittstelle an, zum Beispiel {address}%eth0.",
    nl: "Geef bij dit link-local adres de interface op, zoals {address}%eth0.",
    it: "Aggiungi l’interfaccia a questo indirizzo link-local, per esempio {address}%eth0.",
    pt: "Acrescente a interface a este endereço de ligação local, por exemplo {address}%eth0.",
  },
  "Only a link-local address, fe80::/10, is written with an interface": {
    fr: "Seule une adresse de lien local (fe80::/10) s’écrit avec une interface.",
    es: "Solo una dirección de enlace local (fe80::/10) se escribe con una interfaz.",
    de: "Nur eine Link-Local-Adresse (fe80::/10) schreibt man mit Schnittstelle.",
    nl: "Alleen een link-local adres (fe80::/10) schrijf je met een interface.",
    it: "Solo un indirizzo link-local (fe80::/10) si scrive con un’interfaccia.",
    pt: "Só um endereço de ligação local (fe80::/10) se escreve com uma interface.",
  },
  "The name of an interface is wanted after %, and brackets before a port: [fe80::1%eth0]:53": {
    fr: "Après % vient le nom de l’interface, et un port demande des crochets : [fe80::1%eth0]:53.",
    es: "Después de % va el nombre de la interfaz, y un puerto pide corchetes: [fe80::1%eth0]:53.",
    de:
      "Nach % kommt der Name der Schnittstelle, und vor einem Port stehen Klammern: [fe80::1%eth0]:53.",
    nl: "Na % komt de naam van de interface, en voor een poort staan haken: [fe80::1%eth0]:53.",
    it: "Dopo % va il nome dell’interfaccia, e una porta richiede le parentesi: [fe80::1%eth0]:53.",
    pt:
      "Depois de % vem o nome da interface, e uma porta pede parênteses retos: [fe80::1%eth0]:53.",
  },
  "Not a URL; write {protocol}://host/dns-query": {
    fr: "L’adresse n’est pas valable. Écrivez-la comme {protocol}://serveur/dns-query.",
    es: "La dirección no es válida. Escríbala como {protocol}://servidor/dns-query.",
    de: "Die Adresse ist ungültig. Schreiben Sie sie wie {protocol}://server/dns-query.",
    nl: "Het adres is ongeldig. Schrijf het als {protocol}://server/dns-query.",
    it: "L’indirizzo non è valido. Scrivilo come {protocol}://server/dns-query.",
    pt: "O endereço não é válido. Escreva-o como {protocol}://servidor/dns-query.",
  },
  "A user name in the URL is not supported": {
    fr: "L’adresse ne peut pas contenir de nom d’utilisateur. Retirez-le.",
    es: "La dirección no puede llevar un nombre de usuario. Quítelo.",
    de: "Die Adresse darf keinen Benutzernamen enthalten. Entfernen Sie ihn.",
    nl: "Het adres mag geen gebruikersnaam bevatten. Haal die weg.",
    it: "L’indirizzo non può avere un nome utente. Toglilo.",
    pt: "O endereço não pode ter um nome de utilizador. Retire-o.",
  },
  "The stamp holds no address": {
    fr: "Ce stamp ne contient pas d’adresse. Prenez-en un autre.",
    es: "Este stamp no contiene ninguna dirección. Use otro.",
    de: "Dieser Stamp enthält keine Adresse. Nehmen Sie einen anderen.",
    nl: "Deze stamp bevat geen adres. Gebruik een andere.",
    it: "Questo stamp non contiene un indirizzo. Usane un altro.",
    pt: "Este stamp não contém nenhum endereço. Use outro.",
  },
  "The stamp does not say who signs the certificates of the server": {
    fr: "Ce stamp ne dit pas qui signe les certificats du serveur. Prenez-en un autre.",
    es: "Este stamp no dice quién firma los certificados del servidor. Use otro.",
    de:
      "Dieser Stamp nennt nicht, wer die Zertifikate des Servers signiert. Nehmen Sie einen anderen.",
    nl: "Deze stamp zegt niet wie de certificaten van de server ondertekent. Gebruik een andere.",
    it: "Questo stamp non dice chi firma i certificati del server. Usane un altro.",
    pt: "Este stamp não diz quem assina os certificados do servidor. Use outro.",
  },
};
