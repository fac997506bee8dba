/**
 * The companies behind domains that televisions, cameras and other things at home ask for, beside
 * the services of the catalogue. A domain is listed where its owner says so in its documents.
 */
import { SERVICES } from "./services.ts";

/** Makers and suppliers, each with its registrable domains. */
const COMPANIES: readonly (readonly [name: string, domains: string])[] = [
  [
    "Samsung",
    "samsung.com samsungcloud.com samsungcloud.tv samsungcloudsolution.com samsungcloudsolution.net " +
    "samsungelectronics.com samsungotn.net samsungqbe.com samsungrm.net samsungads.com " +
    "samsungacr.com samsungcloudcdn.com samsungapps.com smartthings.com samsungtifa.com " +
    "internetat.tv pavv.co.kr",
  ],
  [
    "LG",
    "lg.com lge.com lgtvsdp.com lgtvcommon.com lgsmartad.com lgappstv.com lgthinq.com lgeapi.com",
  ],
  ["Sony", "sony.com sony.net sonyentertainmentnetwork.com playstation.net playstation.com bda.tv"],
  ["Philips", "philips.com meethue.com philips-hue.com nettvservices.com tpvision.com"],
  ["Panasonic", "panasonic.com vieraconnect.com panasonic.jp"],
  ["Hisense", "hisense.com hismarttv.com vidaahub.com hijuconn.com"],
  ["TCL", "tcl.com tclusa.com tclking.com"],
  ["Sharp", "sharp.com aquostv.com"],
  ["Xiaomi", "mi.com xiaomi.com xiaomi.net miui.com"],
  ["Roku", "roku.com rokucdn.com rokutime.com ravm.tv"],
  ["Vizio", "vizio.com tvinteractive.tv"],
  [
    "Amazon",
    "amazon.com amazon.de amazon.co.uk amazon.fr amazon.it amazon.es amazon.nl amazonaws.com " +
    "amazonvideo.com media-amazon.com amazon-dss.com amazonalexa.com amazon-adsystem.com a2z.com " +
    "aiv-cdn.net ring.com cloudfront.net",
  ],
  [
    "Google",
    "google.com googleapis.com gstatic.com googleusercontent.com googlevideo.com youtube.com " +
    "ytimg.com ggpht.com gvt1.com gvt2.com googletagmanager.com google-analytics.com " +
    "doubleclick.net googlesyndication.com android.com nest.com app-measurement.com crashlytics.com",
  ],
  ["Apple", "apple.com icloud.com mzstatic.com cdn-apple.com aaplimg.com apple-dns.net itunes.com"],
  [
    "Microsoft",
    "microsoft.com windows.com windows.net live.com msn.com azure.com azureedge.net office.com " +
    "xboxlive.com msftconnecttest.com trafficmanager.net",
  ],
  ["Meta", "facebook.com fbcdn.net instagram.com whatsapp.net"],
  [
    "Netflix",
    "netflix.com netflix.net nflxvideo.net nflxext.com nflximg.net nflximg.com nflxso.net",
  ],
  ["Disney", "disneyplus.com disney-plus.net disneystreaming.com bamgrid.com dssott.com go.com"],
  ["Gracenote", "gracenote.com"],
  ["Nielsen", "nielsen.com imrworldwide.com"],
  ["comScore", "scorecardresearch.com comscore.com"],
  ["Samba TV", "samba.tv flingo.tv"],
  ["Alphonso", "alphonso.tv"],
  ["Conviva", "conviva.com"],
  ["Adobe", "adobe.com omtrdc.net demdex.net 2o7.net"],
  ["Akamai", "akamai.net akamaized.net akamaihd.net akamaiedge.net edgekey.net edgesuite.net"],
  ["Cloudflare", "cloudflare.com cloudflare.net cloudflare-dns.com"],
  ["Fastly", "fastly.net fastly.com"],
  ["DigiCert", "digicert.com"],
  ["Let’s Encrypt", "letsencrypt.org lencr.org"],
  ["NTP Pool", "ntp.org"],
  ["Tuya", "tuya.com tuyaeu.com tuyaus.com tuyacn.com iotbing.com"],
  ["Shelly", "shelly.cloud shelly.com"],
  ["Sonos", "sonos.com"],
  ["Reolink", "reolink.com"],
  ["Hikvision", "hikvision.com hik-connect.com ezvizlife.com"],
  ["Dahua", "dahuasecurity.com easy4ipcloud.com imoulife.com"],
  ["Arlo", "arlo.com arloxcld.com netgear.com"],
  ["eufy", "eufylife.com anker.com"],
  ["TP-Link", "tp-link.com tplinkcloud.com tplinknbu.com"],
  ["D-Link", "dlink.com mydlink.com"],
  ["Netatmo", "netatmo.net netatmo.com"],
  ["AVM", "avm.de"],
  ["Bosch", "bosch.com home-connect.com bosch-smarthome.com"],
  ["Miele", "miele.com miele.de"],
  ["Dyson", "dyson.com"],
  ["iRobot", "irobot.com irobotapi.com"],
  ["Ecovacs", "ecovacs.com ecouser.net"],
  ["Roborock", "roborock.com"],
  ["IKEA", "ikea.com ikea.net"],
  ["Brother", "brother.com brother.co.jp"],
  ["HP", "hp.com hpeprint.com hpconnected.com"],
  ["Canon", "canon.com c-wss.com"],
  ["Epson", "epson.com epsonconnect.com"],
];

const BY_DOMAIN: ReadonlyMap<string, string> = new Map([
  ...SERVICES.flatMap(({ name, domains }) => domains.map((domain) => [domain, name] as const)),
  ...COMPANIES.flatMap(([name, domains]) => domains.split(" ").map((one) => [one, name] as const)),
]);

/** Public suffixes below which their company alone has names. */
const OWN_SUFFIXES = ["googleapis.com"];

/**
 * The company behind a registrable domain, lower case; "" = unknown. A domain below another private
 * suffix may belong to anybody, so only an entry of its own counts.
 */
export function companyOf(domain: string): string {
  const suffix = OWN_SUFFIXES.find((one) => domain.endsWith(`.${one}`)) ?? "";
  return BY_DOMAIN.get(domain) ?? BY_DOMAIN.get(suffix) ?? "";
}
