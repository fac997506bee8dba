/**
 * Names of services that criminals imitate (A 7.5.1): banks, payment, messages, social networks,
 * services, shops and public services of eight countries. Compiled by the project from the web
 * sites of the services.
 *
 * A line is a service: first the name that look-alikes imitate, then its other domains, which are
 * never taken for imitations. `+` after a name: the service also uses the endings of the eight
 * countries.
 */

/** The groups of protected names. */
export type ProtectedGroup =
  | "banks"
  | "payment"
  | "messages"
  | "social"
  | "services"
  | "shops"
  | "public";

/** A protected service. */
export interface ProtectedName {
  readonly group: ProtectedGroup;
  /** The domain that look-alikes imitate, lower case. */
  readonly name: string;
  /** All its domains, `name` first. */
  readonly domains: readonly string[];
}

/** Endings of the eight countries: France, Spain, Germany, Netherlands, Italy, Portugal, UK, USA. */
const COUNTRY_ENDINGS: readonly string[] = ["fr", "es", "de", "nl", "it", "pt", "co.uk", "us"];

const LINES: Readonly<Record<ProtectedGroup, string>> = {
  banks: `
    chase.com jpmorganchase.com
    bankofamerica.com bofa.com
    wellsfargo.com
    citibank.com citi.com citigroup.com citibankonline.com
    capitalone.com
    usbank.com
    barclays.com+ barclaycard.co.uk
    hsbc.com+
    lloydsbank.com lloydsbank.co.uk lloydsbankinggroup.com
    natwest.com
    santander.com+ gruposantander.com bancosantander.es santanderbank.com
    nationwide.co.uk nationwide-service.co.uk
    monzo.com
    revolut.com
    credit-agricole.fr credit-agricole.com ca-moncompte.fr creditagricole.com creditagricole.info
    bnpparibas.com+ bnpparibas.net
    societegenerale.fr societegenerale.com societe-generale.fr
    labanquepostale.fr
    boursorama.com boursobank.com boursorama-banque.com
    creditmutuel.fr creditmutuel.com credit-mutuel.fr
    cic.fr
    lcl.fr
    caisse-epargne.fr caissedepargne.fr
    banquepopulaire.fr
    bbva.es bbva.com bbva.pt bbva.it
    caixabank.es caixabank.com
    bankinter.com bankinter.es
    bancsabadell.com bancosabadell.com
    abanca.com
    sparkasse.de
    deutsche-bank.de deutschebank.com db.com
    commerzbank.de commerzbank.com
    postbank.de
    dkb.de
    volksbank.de vr.de
    comdirect.de
    targobank.de
    n26.com
    ing.com+ ingbank.com ingbank.pl
    rabobank.nl rabobank.com
    abnamro.nl abnamro.com
    asnbank.nl
    bunq.com
    intesasanpaolo.com intesasanpaolo.it
    unicredit.it unicredit.eu unicreditgroup.eu unicredit.de unicreditbanca.it
    bancobpm.it
    bper.it bperbanca.it
    finecobank.com fineco.it
    bancamediolanum.it
    millenniumbcp.pt
    cgd.pt
    novobanco.pt
    bancobpi.pt
  `,
  payment: `
    paypal.com+ paypal.me paypalobjects.com
    mastercard.com+
    visa.com+
    americanexpress.com+ amex.com
    stripe.com stripe.network
    klarna.com+ klarnaservices.com klarnauserservices.com klarnacdn.net
    westernunion.com
    coinbase.com
    binance.com binance.us
    kraken.com
    metamask.io
    ledger.com ledgerwallet.com
    blockchain.com
    satispay.com
    mbway.pt
    bizum.es
    ideal.nl
  `,
  messages: `
    gmail.com googlemail.com
    outlook.com hotmail.com live.com outlookmobile.com
    yahoo.com+ yahoo.net yahoomail.com
    whatsapp.com whatsapp.net
    telegram.org telegram.me
    messenger.com
    skype.com
    discord.com discord.gg discordapp.com discordapp.net
    proton.me protonmail.com protonstatus.com
    gmx.net gmx.de gmx.com
    web.de
    laposte.net
    libero.it
    sapo.pt
  `,
  social: `
    facebook.com fb.com fbcdn.net facebook.net meta.com facebookmail.com
    instagram.com cdninstagram.com
    tiktok.com tiktokcdn.com tiktokv.com tiktokshop.com
    snapchat.com
    twitter.com x.com twimg.com
    linkedin.com licdn.com linkedinmobileapp.com
    pinterest.com+ pinimg.com pinterestmail.com
    reddit.com redditstatic.com redditmedia.com redditmail.com reddithelp.com
    youtube.com youtube-nocookie.com
    twitch.tv twitchcdn.net
  `,
  services: `
    google.com+ googleapis.com googleusercontent.com googlevideo.com
    apple.com apple-dns.net apple-cloudkit.com appleid.com
    icloud.com icloud-content.com
    microsoft.com microsoftonline.com microsoftonline-p.com
    office.com office365.com office.net
    netflix.com netflix.net
    disneyplus.com disney-plus.net
    spotify.com
    dropbox.com dropboxapi.com
    adobe.com adobe.io adobelogin.com adobeconnect.com adobesign.com
    github.com githubusercontent.com githubstatus.com
    steamcommunity.com
    steampowered.com
    epicgames.com
    roblox.com
    playstation.com playstation.net
    nintendo.com+ nintendo.net
    airbnb.com+ airbnbmail.com
    booking.com
    openai.com
    chatgpt.com
    docusign.com docusign.net
    wetransfer.com
    vodafone.com+
    orange.fr orange.com orange.es orangebank.fr
    free.fr
    sfr.fr
    bouyguestelecom.fr bouygues-telecom.fr
    movistar.es movistar.com
    telekom.de telekom.com telekomcloud.com
    kpn.com kpnmail.nl
    ziggo.nl
    dhl.com+ dhl-news.de dhlparcel.nl dhlparcel.be dhlparcel.es dhlparcel.pt dhlparcel.co.uk
    fedex.com
    ups.com
    usps.com
    royalmail.com
    evri.com
    dpd.com+ dpdgroup.com
    laposte.fr
    chronopost.fr
    mondialrelay.fr mondialrelay.com
    correos.es
    postnl.nl postnl.com
    ctt.pt
    poste.it posteitaliane.it postepay.it postemobile.it
    doctolib.fr doctolib.de doctolib.it doctolib.com
  `,
  shops: `
    amazon.com+ amazonaws.com media-amazon.com primevideo.com payments-amazon.com amazonpay.com
    ebay.com+ ebaystatic.com ebayimg.com
    aliexpress.com
    zalando.com+
    vinted.com+
    leboncoin.fr
    cdiscount.com
    carrefour.fr carrefour.com carrefour.es carrefour.it carrefour-banque.fr
    ikea.com
    lidl.de lidl.com lidl.fr lidl.es lidl.nl lidl.it lidl.pt lidl.co.uk lidl-shop.de lidl-shop.nl
    mediamarkt.de mediamarkt.com mediamarkt.es mediamarkt.nl media-markt.de
    kleinanzeigen.de
    bol.com
    marktplaats.nl
    wallapop.com
    elcorteingles.es elcorteingles.com
    shein.com
    temu.com
    etsy.com
    walmart.com wal-mart.com
    subito.it
    decathlon.com+
  `,
  public: `
    irs.gov
    hmrc.gov.uk
    impots.gouv.fr
    ameli.fr
    service-public.fr servicepublic.fr
    francetravail.fr
    antai.gouv.fr
    agenciatributaria.gob.es agenciatributaria.es
    seg-social.es
    elster.de elsteronline.de
    arbeitsagentur.de
    digid.nl
    belastingdienst.nl
    mijnoverheid.nl
    inps.it
    agenziaentrate.gov.it
    portaldasfinancas.gov.pt
  `,
};

/** The protected services, in the order of the table. */
export const PROTECTED_NAMES: readonly ProtectedName[] = Object.entries(LINES).flatMap(
  ([group, lines]) =>
    lines.trim().split("\n").map((line): ProtectedName => {
      const domains = line.trim().split(" ").flatMap(withCountries);
      return { group: group as ProtectedGroup, name: domains[0], domains };
    }),
);

function withCountries(text: string): string[] {
  if (!text.endsWith("+")) return [text];
  const name = text.slice(0, -1);
  const label = name.slice(0, name.indexOf("."));
  const others = COUNTRY_ENDINGS.map((ending) => `${label}.${ending}`);
  return [name, ...others.filter((other) => other !== name)];
}
