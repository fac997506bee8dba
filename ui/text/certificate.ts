/** Texts of the certificate page: what it is for, how to install it on each system, how to remove it. Steps stand one on a line. */
import { texts } from "./text.ts";

/** The texts. */
export const certificate = texts({
  title: {
    en: "Certificate of the block page",
    fr: "Certificat de la page de blocage",
    es: "Certificado de la página de bloqueo",
    de: "Zertifikat der Sperrseite",
    nl: "Certificaat van de blokkeerpagina",
    it: "Certificato della pagina di blocco",
    pt: "Certificado da página de bloqueio",
  },
  lead: {
    en:
      "If the box shows a page for blocked sites, this certificate makes it appear on https sites too, instead of a warning.",
    fr:
      "Si la box affiche une page pour les sites bloqués, ce certificat la fait apparaître aussi sur les sites https, au lieu d’un avertissement.",
    es:
      "Si la box muestra una página para los sitios bloqueados, con este certificado aparece también en sitios https, en lugar de un aviso.",
    de:
      "Wenn die Box für gesperrte Websites eine Seite zeigt, erscheint sie mit diesem Zertifikat auch bei https-Websites, statt einer Warnung.",
    nl:
      "Als de box een pagina toont voor geblokkeerde websites, verschijnt die met dit certificaat ook bij https-websites, in plaats van een waarschuwing.",
    it:
      "Se la box mostra una pagina per i siti bloccati, con questo certificato appare anche sui siti https, invece di un avviso.",
    pt:
      "Se a box mostrar uma página para os sites bloqueados, com este certificado ela aparece também em sites https, em vez de um aviso.",
  },
  optional: {
    en:
      "It is not needed: without it, blocked sites stay blocked, and the browser shows its own warning.",
    fr:
      "Il n’est pas nécessaire : sans lui, les sites bloqués le restent, et le navigateur affiche son propre avertissement.",
    es:
      "No es necesario: sin él, los sitios bloqueados siguen bloqueados y el navegador muestra su propio aviso.",
    de:
      "Nötig ist es nicht: Gesperrte Websites bleiben auch ohne das Zertifikat gesperrt, nur zeigt der Browser dann seine eigene Warnung.",
    nl:
      "Het hoeft niet: ook zonder certificaat blijven geblokkeerde websites geblokkeerd; de browser toont dan zijn eigen waarschuwing.",
    it:
      "Non è necessario: anche senza, i siti bloccati restano bloccati e il browser mostra il suo avviso.",
    pt:
      "Não é necessário: sem ele, os sites bloqueados continuam bloqueados e o navegador mostra o seu aviso.",
  },
  own_title: {
    en: "Only on devices of your own",
    fr: "Seulement sur vos propres appareils",
    es: "Solo en dispositivos propios",
    de: "Nur auf eigenen Geräten",
    nl: "Alleen op eigen apparaten",
    it: "Solo sui propri dispositivi",
    pt: "Só em dispositivos próprios",
  },
  own: {
    en:
      "A device that trusts this certificate believes this box when it answers in place of a site. The box does so for sites blocked in the last minutes alone. Never install it for somebody else, and remove it from a device that leaves this network for good.",
    fr:
      "Un appareil qui fait confiance à ce certificat croit cette box quand elle répond à la place d’un site. Elle ne le fait que pour les sites bloqués dans les dernières minutes. Ne l’installez jamais pour quelqu’un d’autre, et supprimez-le d’un appareil qui quitte ce réseau pour de bon.",
    es:
      "Un dispositivo que confía en este certificado cree a esta box cuando responde en lugar de un sitio. La box solo lo hace con sitios bloqueados en los últimos minutos. No lo instale nunca para otra persona y quítelo de un dispositivo que deja esta red para siempre.",
    de:
      "Ein Gerät, das diesem Zertifikat vertraut, glaubt dieser Box, wenn sie anstelle einer Website antwortet. Das tut sie nur bei Websites, die in den letzten Minuten gesperrt wurden. Installieren Sie es nie für andere, und entfernen Sie es von Geräten, die dieses Netz für immer verlassen.",
    nl:
      "Een apparaat dat dit certificaat vertrouwt, gelooft deze box als ze in plaats van een website antwoordt. Dat doet ze alleen voor websites die de laatste minuten zijn geblokkeerd. Installeer het nooit voor iemand anders, en verwijder het van een apparaat dat dit netwerk voorgoed verlaat.",
    it:
      "Un dispositivo che si fida di questo certificato crede a questa box quando risponde al posto di un sito. La box lo fa solo per i siti bloccati negli ultimi minuti. Non installarlo mai per altri, e rimuovilo da un dispositivo che lascia per sempre questa rete.",
    pt:
      "Um dispositivo que confia neste certificado acredita nesta box quando ela responde em vez de um site. A box só o faz com sites bloqueados nos últimos minutos. Não deve ser instalado para outra pessoa, e deve ser removido de um dispositivo que deixa esta rede de vez.",
  },
  check: {
    en: "Compare before you trust it",
    fr: "À comparer avant de lui faire confiance",
    es: "Compárelo antes de confiar",
    de: "Vergleichen, bevor Sie vertrauen",
    nl: "Vergelijk voordat u vertrouwt",
    it: "Da confrontare prima di fidarsi",
    pt: "A comparar antes de confiar",
  },
  fingerprint: {
    en: "SHA-256 fingerprint",
    fr: "Empreinte SHA-256",
    es: "Huella SHA-256",
    de: "SHA-256-Fingerabdruck",
    nl: "SHA-256-vingerafdruk",
    it: "Impronta SHA-256",
    pt: "Impressão digital SHA-256",
  },
  same: {
    en: "The box shows the same fingerprint on its page “{page}”.",
    fr: "La box affiche la même empreinte sur sa page « {page} ».",
    es: "La box muestra la misma huella en su página «{page}».",
    de: "Die Box zeigt denselben Fingerabdruck auf ihrer Seite „{page}“.",
    nl: "De box toont dezelfde vingerafdruk op haar pagina ‘{page}’.",
    it: "La box mostra la stessa impronta nella sua pagina «{page}».",
    pt: "A box mostra a mesma impressão digital na sua página «{page}».",
  },
  valid: {
    en: "Valid",
    fr: "Validité",
    es: "Validez",
    de: "Gültig",
    nl: "Geldig",
    it: "Validità",
    pt: "Validade",
  },
  this_system: {
    en: "On this device: {system}",
    fr: "Sur cet appareil : {system}",
    es: "En este dispositivo: {system}",
    de: "Auf diesem Gerät: {system}",
    nl: "Op dit apparaat: {system}",
    it: "Su questo dispositivo: {system}",
    pt: "Neste dispositivo: {system}",
  },
  other_systems: {
    en: "Other systems",
    fr: "Autres systèmes",
    es: "Otros sistemas",
    de: "Andere Systeme",
    nl: "Andere systemen",
    it: "Altri sistemi",
    pt: "Outros sistemas",
  },
  download: {
    en: "Download {file}",
    fr: "Télécharger {file}",
    es: "Descargar {file}",
    de: "{file} herunterladen",
    nl: "{file} downloaden",
    it: "Scarica {file}",
    pt: "Transferir {file}",
  },
  remove: {
    en: "To remove it:",
    fr: "Pour le supprimer :",
    es: "Para quitarlo:",
    de: "Entfernen:",
    nl: "Verwijderen:",
    it: "Per rimuoverlo:",
    pt: "Para o remover:",
  },
  not_yet: {
    en:
      "The certificate cannot be made at the moment: the box doesn’t know what time it is, or cannot store it. Look again in a few minutes.",
    fr:
      "Le certificat ne peut pas être créé pour le moment : la box ne connaît pas l’heure, ou ne peut pas enregistrer le certificat. Revenez sur cette page dans quelques minutes.",
    es:
      "El certificado no puede crearse en este momento: la box no sabe qué hora es, o no puede guardarlo. Vuelva a mirar dentro de unos minutos.",
    de:
      "Das Zertifikat kann gerade nicht erstellt werden: Die Box kennt die Uhrzeit nicht oder kann es nicht speichern. Sehen Sie in einigen Minuten noch einmal nach.",
    nl:
      "Het certificaat kan nu niet worden gemaakt: de box weet niet hoe laat het is of kan het niet opslaan. Kijk over een paar minuten weer.",
    it:
      "Il certificato non può essere creato in questo momento: la box non sa che ora è, o non può salvarlo. Riprova tra qualche minuto.",
    pt:
      "O certificado não pode ser criado neste momento: a box não sabe que horas são, ou não consegue guardá-lo. Volte a ver daqui a uns minutos.",
  },
  windows_steps: {
    en:
      "Open the downloaded file and choose “Install Certificate”.\nChoose “Current User”, then “Place all certificates in the following store”.\nChoose “Trusted Root Certification Authorities”, finish, and confirm.",
    fr:
      "Ouvrir le fichier téléchargé et choisir « Installer un certificat ».\nChoisir « Utilisateur actuel », puis « Placer tous les certificats dans le magasin suivant ».\nChoisir « Autorités de certification racines de confiance », terminer et confirmer.",
    es:
      "Abrir el archivo descargado y elegir «Instalar certificado».\nElegir «Usuario actual» y después «Colocar todos los certificados en el siguiente almacén».\nElegir «Entidades de certificación raíz de confianza», finalizar y confirmar.",
    de:
      "Die heruntergeladene Datei öffnen und „Zertifikat installieren“ wählen.\n„Aktueller Benutzer“ wählen, dann „Alle Zertifikate in folgendem Speicher speichern“.\n„Vertrauenswürdige Stammzertifizierungsstellen“ wählen, fertigstellen und bestätigen.",
    nl:
      "Open het gedownloade bestand en kies ‘Certificaat installeren’.\nKies ‘Huidige gebruiker’ en dan ‘Alle certificaten in het onderstaande archief opslaan’.\nKies ‘Vertrouwde basiscertificeringsinstanties’, voltooi en bevestig.",
    it:
      "Apri il file scaricato e scegli «Installa certificato».\nScegli «Utente corrente», poi «Colloca tutti i certificati nel seguente archivio».\nScegli «Autorità di certificazione radice attendibili», termina e conferma.",
    pt:
      "Abrir o ficheiro transferido e escolher «Instalar certificado».\nEscolher «Utilizador atual» e depois «Colocar todos os certificados no seguinte arquivo».\nEscolher «Autoridades de certificação de raiz fidedigna», concluir e confirmar.",
  },
  windows_remove: {
    en:
      "open certmgr.msc, “Trusted Root Certification Authorities”, “Certificates”, and delete {name}.",
    fr:
      "ouvrir certmgr.msc, « Autorités de certification racines de confiance », « Certificats », et supprimer {name}.",
    es:
      "abrir certmgr.msc, «Entidades de certificación raíz de confianza», «Certificados», y eliminar {name}.",
    de:
      "certmgr.msc öffnen, „Vertrauenswürdige Stammzertifizierungsstellen“, „Zertifikate“, und {name} löschen.",
    nl:
      "open certmgr.msc, ‘Vertrouwde basiscertificeringsinstanties’, ‘Certificaten’, en verwijder {name}.",
    it:
      "apri certmgr.msc, «Autorità di certificazione radice attendibili», «Certificati», ed elimina {name}.",
    pt:
      "abrir certmgr.msc, «Autoridades de certificação de raiz fidedigna», «Certificados», e eliminar {name}.",
  },
  macos_steps: {
    en:
      "Open the downloaded file: Keychain Access adds it to “login”.\nIn Keychain Access, open {name}.\nUnder “Trust”, choose “Always Trust”, close the window, and confirm with your password.",
    fr:
      "Ouvrir le fichier téléchargé : Trousseaux d’accès l’ajoute à « session ».\nDans Trousseaux d’accès, ouvrir {name}.\nSous « Se fier », choisir « Toujours approuver », fermer la fenêtre et confirmer avec le mot de passe.",
    es:
      "Abrir el archivo descargado: Acceso a Llaveros lo añade a «inicio de sesión».\nEn Acceso a Llaveros, abrir {name}.\nEn «Confiar», elegir «Confiar siempre», cerrar la ventana y confirmar con la contraseña.",
    de:
      "Die heruntergeladene Datei öffnen: Die Schlüsselbundverwaltung legt sie unter „Anmeldung“ ab.\nDort {name} öffnen.\nUnter „Vertrauen“ die Einstellung „Immer vertrauen“ wählen, das Fenster schließen und mit dem Passwort bestätigen.",
    nl:
      "Open het gedownloade bestand: Sleutelhangertoegang zet het bij ‘inloggen’.\nOpen {name} in Sleutelhangertoegang.\nKies onder ‘Vertrouw’ de optie ‘Vertrouw altijd’, sluit het venster en bevestig met het wachtwoord.",
    it:
      "Apri il file scaricato: Accesso Portachiavi lo aggiunge a «login».\nIn Accesso Portachiavi, apri {name}.\nIn «Attendibilità» scegli «Fidati sempre», chiudi la finestra e conferma con la password.",
    pt:
      "Abrir o ficheiro transferido: o Acesso a Porta-chaves junta-o a «início de sessão».\nNo Acesso a Porta-chaves, abrir {name}.\nEm «Confiar», escolher «Confiar sempre», fechar a janela e confirmar com a palavra-passe.",
  },
  macos_remove: {
    en: "in Keychain Access, delete {name}.",
    fr: "dans Trousseaux d’accès, supprimer {name}.",
    es: "en Acceso a Llaveros, eliminar {name}.",
    de: "in der Schlüsselbundverwaltung {name} löschen.",
    nl: "verwijder {name} in Sleutelhangertoegang.",
    it: "in Accesso Portachiavi, elimina {name}.",
    pt: "no Acesso a Porta-chaves, eliminar {name}.",
  },
  ios_steps: {
    en:
      "In Safari, download the profile and choose “Allow”.\nIn Settings, tap “Profile Downloaded”, then “Install”.\nIn Settings, General, About, Certificate Trust Settings, turn {name} on.",
    fr:
      "Dans Safari, télécharger le profil et choisir « Autoriser ».\nDans Réglages, toucher « Profil téléchargé », puis « Installer ».\nDans Réglages, Général, Informations, Réglages des certificats, activer {name}.",
    es:
      "En Safari, descargar el perfil y elegir «Permitir».\nEn Ajustes, tocar «Perfil descargado» y después «Instalar».\nEn Ajustes, General, Información, Ajustes de confianza de los certificados, activar {name}.",
    de:
      "In Safari das Profil laden und „Zulassen“ wählen.\nIn den Einstellungen „Profil geladen“ antippen, dann „Installieren“.\nIn Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen {name} einschalten.",
    nl:
      "Download het profiel in Safari en kies ‘Sta toe’.\nTik in Instellingen op ‘Profiel gedownload’ en dan ‘Installeer’.\nZet in Instellingen, Algemeen, Info, Instellingen vertrouwde certificaten {name} aan.",
    it:
      "In Safari, scarica il profilo e scegli «Consenti».\nIn Impostazioni, tocca «Profilo scaricato», poi «Installa».\nIn Impostazioni, Generali, Info, Impostazioni attendibilità certificati, attiva {name}.",
    pt:
      "No Safari, transferir o perfil e escolher «Permitir».\nNas Definições, tocar em «Perfil descarregado» e depois em «Instalar».\nEm Definições, Geral, Informações, Confiança nos certificados, ativar {name}.",
  },
  ios_remove: {
    en: "Settings, General, VPN & Device Management, choose the profile, “Remove Profile”.",
    fr:
      "Réglages, Général, VPN et gestion de l’appareil, choisir le profil, « Supprimer le profil ».",
    es: "Ajustes, General, VPN y gestión de dispositivos, elegir el perfil, «Eliminar perfil».",
    de:
      "Einstellungen, Allgemein, VPN und Geräteverwaltung, das Profil wählen, „Profil entfernen“.",
    nl: "Instellingen, Algemeen, VPN en apparaatbeheer, kies het profiel, ‘Verwijder profiel’.",
    it: "Impostazioni, Generali, VPN e gestione dispositivo, scegli il profilo, «Rimuovi profilo».",
    pt: "Definições, Geral, VPN e gestão de dispositivos, escolher o perfil, «Remover perfil».",
  },
  android_steps: {
    en:
      "Download the file.\nIn Settings, search for “CA certificate” and open it (Security, Encryption & credentials, Install a certificate).\nChoose “Install anyway”, then the downloaded file.",
    fr:
      "Télécharger le fichier.\nDans Paramètres, chercher « Certificat CA » et l’ouvrir (Sécurité, Chiffrement et identifiants, Installer un certificat).\nChoisir « Installer quand même », puis le fichier téléchargé.",
    es:
      "Descargar el archivo.\nEn Ajustes, buscar «Certificado de CA» y abrirlo (Seguridad, Cifrado y credenciales, Instalar un certificado).\nElegir «Instalar igualmente» y después el archivo descargado.",
    de:
      "Die Datei herunterladen.\nIn den Einstellungen nach „CA-Zertifikat“ suchen und es öffnen (Sicherheit, Verschlüsselung und Anmeldedaten, Zertifikat installieren).\n„Trotzdem installieren“ wählen, dann die heruntergeladene Datei.",
    nl:
      "Download het bestand.\nZoek in Instellingen naar ‘CA-certificaat’ en open het (Beveiliging, Versleuteling en inloggegevens, Een certificaat installeren).\nKies ‘Toch installeren’ en dan het gedownloade bestand.",
    it:
      "Scarica il file.\nIn Impostazioni, cerca «Certificato CA» e aprilo (Sicurezza, Crittografia e credenziali, Installa un certificato).\nScegli «Installa comunque», poi il file scaricato.",
    pt:
      "Transferir o ficheiro.\nNas Definições, procurar «Certificado da AC» e abri-lo (Segurança, Encriptação e credenciais, Instalar um certificado).\nEscolher «Instalar mesmo assim» e depois o ficheiro transferido.",
  },
  android_remove: {
    en: "in Settings, search for “Trusted credentials”, open “User”, {name}, “Remove”.",
    fr:
      "dans Paramètres, chercher « Certificats de confiance », ouvrir « Utilisateur », {name}, « Supprimer ».",
    es: "en Ajustes, buscar «Credenciales de confianza», abrir «Usuario», {name}, «Quitar».",
    de:
      "in den Einstellungen nach „Vertrauenswürdige Anmeldedaten“ suchen, „Nutzer“, {name}, „Entfernen“.",
    nl: "zoek in Instellingen naar ‘Vertrouwde gegevens’, open ‘Gebruiker’, {name}, ‘Verwijderen’.",
    it: "in Impostazioni, cerca «Credenziali attendibili», apri «Utente», {name}, «Rimuovi».",
    pt: "nas Definições, procurar «Credenciais fidedignas», abrir «Utilizador», {name}, «Remover».",
  },
  linux_steps: {
    en:
      "Debian and Ubuntu: copy the file to /usr/local/share/ca-certificates/box-ca.crt and run sudo update-ca-certificates. Fedora: copy it to /etc/pki/ca-trust/source/anchors/ and run sudo update-ca-trust.\nChrome and Chromium: Settings, Privacy and security, Security, Manage certificates, and import it as trusted.",
    fr:
      "Debian et Ubuntu : copier le fichier dans /usr/local/share/ca-certificates/box-ca.crt et lancer sudo update-ca-certificates. Fedora : le copier dans /etc/pki/ca-trust/source/anchors/ et lancer sudo update-ca-trust.\nChrome et Chromium : Paramètres, Confidentialité et sécurité, Sécurité, Gérer les certificats, et l’importer comme fiable.",
    es:
      "Debian y Ubuntu: copiar el archivo a /usr/local/share/ca-certificates/box-ca.crt y ejecutar sudo update-ca-certificates. Fedora: copiarlo a /etc/pki/ca-trust/source/anchors/ y ejecutar sudo update-ca-trust.\nChrome y Chromium: Configuración, Privacidad y seguridad, Seguridad, Gestionar certificados, e importarlo como de confianza.",
    de:
      "Debian und Ubuntu: die Datei nach /usr/local/share/ca-certificates/box-ca.crt kopieren und sudo update-ca-certificates ausführen. Fedora: nach /etc/pki/ca-trust/source/anchors/ kopieren und sudo update-ca-trust ausführen.\nChrome und Chromium: Einstellungen, Datenschutz und Sicherheit, Sicherheit, Zertifikate verwalten, und es als vertrauenswürdig importieren.",
    nl:
      "Debian en Ubuntu: kopieer het bestand naar /usr/local/share/ca-certificates/box-ca.crt en voer sudo update-ca-certificates uit. Fedora: kopieer het naar /etc/pki/ca-trust/source/anchors/ en voer sudo update-ca-trust uit.\nChrome en Chromium: Instellingen, Privacy en beveiliging, Beveiliging, Certificaten beheren, en importeer het als vertrouwd.",
    it:
      "Debian e Ubuntu: copia il file in /usr/local/share/ca-certificates/box-ca.crt ed esegui sudo update-ca-certificates. Fedora: copialo in /etc/pki/ca-trust/source/anchors/ ed esegui sudo update-ca-trust.\nChrome e Chromium: Impostazioni, Privacy e sicurezza, Sicurezza, Gestisci certificati, e importalo come attendibile.",
    pt:
      "Debian e Ubuntu: copiar o ficheiro para /usr/local/share/ca-certificates/box-ca.crt e executar sudo update-ca-certificates. Fedora: copiá-lo para /etc/pki/ca-trust/source/anchors/ e executar sudo update-ca-trust.\nChrome e Chromium: Definições, Privacidade e segurança, Segurança, Gerir certificados, e importá-lo como fidedigno.",
  },
  linux_remove: {
    en:
      "delete the file there and run the same command again; in Chrome, delete {name} from the certificates.",
    fr:
      "y supprimer le fichier et relancer la même commande ; dans Chrome, supprimer {name} des certificats.",
    es:
      "borrar allí el archivo y ejecutar de nuevo el mismo comando; en Chrome, eliminar {name} de los certificados.",
    de:
      "die Datei dort löschen und denselben Befehl noch einmal ausführen; in Chrome {name} aus den Zertifikaten löschen.",
    nl:
      "verwijder het bestand daar en voer dezelfde opdracht opnieuw uit; verwijder {name} in Chrome bij de certificaten.",
    it:
      "elimina lì il file ed esegui di nuovo lo stesso comando; in Chrome, elimina {name} dai certificati.",
    pt:
      "apagar lá o ficheiro e executar de novo o mesmo comando; no Chrome, eliminar {name} dos certificados.",
  },
  chromeos_steps: {
    en:
      "Download the file.\nOpen chrome://certificate-manager, “Local certificates”, “Custom”.\nImport the file under “Trusted Certificates”.",
    fr:
      "Télécharger le fichier.\nOuvrir chrome://certificate-manager, « Certificats locaux », « Personnalisé ».\nImporter le fichier sous « Certificats approuvés ».",
    es:
      "Descargar el archivo.\nAbrir chrome://certificate-manager, «Certificados locales», «Personalizado».\nImportar el archivo en «Certificados de confianza».",
    de:
      "Die Datei herunterladen.\nchrome://certificate-manager öffnen, „Lokale Zertifikate“, „Benutzerdefiniert“.\nDie Datei unter „Vertrauenswürdige Zertifikate“ importieren.",
    nl:
      "Download het bestand.\nOpen chrome://certificate-manager, ‘Lokale certificaten’, ‘Aangepast’.\nImporteer het bestand onder ‘Vertrouwde certificaten’.",
    it:
      "Scarica il file.\nApri chrome://certificate-manager, «Certificati locali», «Personalizzati».\nImporta il file in «Certificati attendibili».",
    pt:
      "Transferir o ficheiro.\nAbrir chrome://certificate-manager, «Certificados locais», «Personalizados».\nImportar o ficheiro em «Certificados fidedignos».",
  },
  chromeos_remove: {
    en: "delete {name} at the same place.",
    fr: "supprimer {name} au même endroit.",
    es: "eliminar {name} en el mismo sitio.",
    de: "{name} an derselben Stelle löschen.",
    nl: "verwijder {name} op dezelfde plaats.",
    it: "elimina {name} nello stesso punto.",
    pt: "eliminar {name} no mesmo sítio.",
  },
  firefox_steps: {
    en:
      "Download the file.\nIn Settings, Privacy & Security, Certificates, choose “View Certificates”, then “Authorities”.\nImport the file and tick “Trust this CA to identify websites”.",
    fr:
      "Télécharger le fichier.\nDans Paramètres, Vie privée et sécurité, Certificats, choisir « Afficher les certificats », puis « Autorités ».\nImporter le fichier et cocher « Confirmer cette AC pour identifier des sites web ».",
    es:
      "Descargar el archivo.\nEn Ajustes, Privacidad y seguridad, Certificados, elegir «Ver certificados» y después «Autoridades».\nImportar el archivo y marcar «Confiar en esta CA para identificar sitios web».",
    de:
      "Die Datei herunterladen.\nIn Einstellungen, Datenschutz & Sicherheit, Zertifikate „Zertifikate anzeigen“ wählen, dann „Zertifizierungsstellen“.\nDie Datei importieren und „Dieser CA vertrauen, um Websites zu identifizieren“ ankreuzen.",
    nl:
      "Download het bestand.\nKies in Instellingen, Privacy & Beveiliging, Certificaten de knop ‘Certificaten bekijken’ en dan ‘Organisaties’.\nImporteer het bestand en vink ‘Deze CA vertrouwen om websites te identificeren’ aan.",
    it:
      "Scarica il file.\nIn Impostazioni, Privacy e sicurezza, Certificati, scegli «Mostra certificati», poi «Autorità».\nImporta il file e spunta «Dai fiducia a questa CA per l’identificazione di siti web».",
    pt:
      "Transferir o ficheiro.\nEm Definições, Privacidade e segurança, Certificados, escolher «Ver certificados» e depois «Autoridades».\nImportar o ficheiro e assinalar «Confiar nesta AC para identificar sites».",
  },
  firefox_remove: {
    en: "choose {name} under “Authorities”, then “Delete or Distrust”.",
    fr: "choisir {name} sous « Autorités », puis « Supprimer ou ne plus faire confiance ».",
    es: "elegir {name} en «Autoridades» y después «Eliminar o dejar de confiar».",
    de: "{name} unter „Zertifizierungsstellen“ wählen, dann „Löschen oder Vertrauen entziehen“.",
    nl: "kies {name} onder ‘Organisaties’ en dan ‘Verwijderen of wantrouwen’.",
    it: "scegli {name} in «Autorità», poi «Elimina o considera inattendibile».",
    pt: "escolher {name} em «Autoridades» e depois «Eliminar ou deixar de confiar».",
  },
});
