/**
 * Words and endings that tell a look-alike name from an ordinary one (A 7.5.3, 7.5.4). Compiled by
 * the project.
 */

/**
 * Words that imitations add to a protected name, in seven languages. They promise what the real
 * service has: a way in, help, safety, money or a parcel.
 */
export const TRAP_WORDS: readonly string[] = words(`
  access account accounts alert alerts app auth authentication bank banking billing bonus cancel
  care center check client clients cloud code confirm confirmation connect contact customer
  customers delivery desk email fraud gift help helpdesk hotline id identity info invoice invoices
  limited live lock login logon mail manage member mfa mobile my notice notification official
  online order parcel pass password pay payment payments portal prize recover recovery redelivery
  refund register renew renewal reset review reward rewards safe secure secured security service
  services session shop sign signin signon signup sms sso status store support survey suspended
  tax token tracking transfer unlock unlocked update updates upgrade user validate validation
  verification verified verify wallet web win winner
  aide annulation assistance bancaire banque carte colis compte comptes confirmer connexion
  connecter espace facture gagner identification impot livraison message mise mon paiement
  particulier particuliers portail remboursement renouvellement securite service-client suivi
  valider verifier vitale
  acceso actualizacion actualizar ayuda banca clave cliente clientes confirmar cuenta cuentas
  entrega envio factura iniciar paquete pago pagos reembolso seguimiento seguridad seguro sesion
  soporte tarjeta validar verificacion verificar
  aktivierung aktualisieren anmelden anmeldung bestaetigen bestaetigung hilfe kunde kunden
  kundenservice konto lieferung paket rechnung rueckerstattung sendung sicher sicherheit
  verifizierung verlaengern zahlung zugang zustellung
  accedi accesso aggiorna aggiornamento area assistenza bloccato cliente conferma consegna conto
  fattura pacco pagamento rimborso sblocca sicurezza sicuro spedizione supporto utente verifica
  beveiliging betaling bevestigen bezorging factuur hulp inloggen klant klanten mijn pakket
  rekening terugbetaling veilig verificatie verificeren vernieuwen
  acesso ajuda atualizar cartao conta encomenda entrar entrega fatura pagamento recuperar reembolso
  seguranca suporte utilizador verificacao
`);

/** Endings in which imitations are registered most, beside that of the real name. */
export const FAVOURED_ENDINGS: readonly string[] = words(`
  com net org info biz co cm om cc me tv io pw ws su
  app art bar beauty best bid bond business buzz cam casa center cfd click cloud club cyou date
  digital download email expert family finance fit fun group help host icu life link live lol ltd
  makeup men mobi mom money monster network one online page party pics plus press pro quest racing
  ren rest review run sbs science services shop site skin space store stream support surf systems
  tech tel today tokyo top trade uno vip wang webcam website wiki win work works world xin xyz zip
  tk ml ga cf gq
`);

/**
 * Labels one letter away from a protected name that are words or companies of their own. They are
 * no typing errors.
 */
export const ORDINARY_LABELS: readonly string[] = words(`
  abaca abarca acloud aicloud alster amazone antal avanca banca barclay bcloud bilance blockchair
  bocking boeking boobing booing bookings booming booting boozing braken brooking calando ccloud
  cloud cooking correas correios correns correo corretos croton cubito dcloud discard discount
  distord draken dubito easter ebooking ecloud edger ekster elser elsner elstar elstner erster ester
  falando fcloud finance frange gcloud grange hcloud hicloud hinted hledger hooking ibero ibooking
  idcloud imports incloud interest iocloud ipcloud itcloud jcloud karna kcloud klara kragen krakend
  kralen kramen kranen kranken lacoste laporte laposta leder ledge ledges leger legger lester libeo
  liber libera libere liberi liberto librero libro lidero ligero linted lodger looking mcloud
  messinger micloud minted ncloud ocloud officer offices openair openal openapi openki openni openui
  operai orage orang orangen oranger oranges oranje orante paypay pcloud photon picloud porton
  postal postel proteon proto protons protos qcloud raken range rcloud redditi reddito reddot redit
  resolut revolt ribero rooking scloud sparkassen stirpe stride strie strife strike strip striped
  stripes stripo strips strive subita subite switch tcloud telecom telegraf telegramm tibero tinted
  titter tripe twister twitchy ucloud ulster vcloud vented vintec vinten vinter vintex wallart
  walmark wcloud witch witter xcloud ycloud zcloud
`);

/**
 * Words with marks that read as a protected name without them. They are no imitations (A 7.5.2).
 */
export const ORDINARY_WORDS: readonly string[] = words(`
  orangé subitò súbito libéro líbero liberò
  décathlon idéal impôts posté protón visá
`);

/**
 * Domains below which a name of another company is ordinary: networks that deliver for it, lists
 * that are asked about it, and services that forward to it.
 */
export const CARRIER_DOMAINS: readonly string[] = words(`
  a-msedge.net adobedc.net akadns.net akadns6.net akamai.com akamai.net akamaiedge.net akamaihd.net
  akamaized.net alikunlun.com amazonaws.com azure.com azureedge.net azurewebsites.net b-msedge.net
  cdn77.org cdnetworks.net cdngc.net cdngslb.com chinacache.net chinanetcenter.com cloudflare.net
  cloudfront.net domaincontrol.com e-msedge.net edgecastcdn.net edgekey.net edgesuite.net
  eulerian.net fastly.net footprint.net gslb.com impervadns.net incapdns.net kunlunar.com
  kunlunca.com kunlunsl.com l-msedge.net llnwd.net lxdns.com msedge.net nsatc.net omtrdc.net
  outlook.com qtlcdn.com quantil.com s-msedge.net salesforce.com sendgrid.net snwl.net srip.net
  stackpathdns.com t-msedge.net trafficmanager.net webtrekk.net wscdns.com wscloudcdn.com
  wt-eu02.net
  abuseat.org barracudacentral.org dnswl.org invaluement.com mailspike.net rspamd.com
  senderscore.com sorbs.net spamcop.net spamhaus.net spamhaus.org surbl.org uribl.com virustotal.com
  webarchive.org archive.org translate.goog sentry.io agari.com dmarcian.com dmarcian.eu
  ipaddress.com turbopages.org
`);

/**
 * Protected labels in which English words end, such as `accounting` and `signups`. Beside a trap word
 * they count only at the beginning of a part of the label.
 */
export const ENDING_LABELS: readonly string[] = words(`
  ing ups
`);

/** Protected labels that are ordinary words; with a trap word they mean nothing. */
export const GENERIC_LABELS: readonly string[] = words(`
  free ideal office visa web
`);

function words(text: string): readonly string[] {
  return [...new Set(text.trim().split(/\s+/))];
}
