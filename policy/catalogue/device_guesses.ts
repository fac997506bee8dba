/** Guesses the kind of a machine from its announcements: maker, name, services (A 2.8, 7.10.5). */
import type { DeviceKind } from "./device_kinds.ts";

/** A guess; "" = none. */
export interface DeviceGuess {
  readonly kind: DeviceKind;
  readonly system: string;
}

type Row = readonly [words: RegExp, kind: DeviceKind, system?: string];

const NOTHING: DeviceGuess = { kind: "", system: "" };

/** Makers of mostly one kind of device. */
const VENDORS: readonly Row[] = [
  [/^(sonos|bose|bang & olufsen|denon|marantz|harman|libratone)/i, "speaker"],
  [/^(nintendo|sony interactive|valve)/i, "console"],
  [
    /hikvision|dahua|reolink|axis communications|arlo|ezviz|amcrest|foscam|vivotek|^ring$|wyze/i,
    "camera",
  ],
  [/synology|qnap|asustor|terramaster|buffalo/i, "nas"],
  [/brother industries|seiko epson|canon|lexmark|kyocera|ricoh|xerox|zebra tech/i, "printer"],
  [
    /^avm|tp-link|netgear|ubiquiti|mikrotik|zyxel|d-link|linksys|eero|sagemcom|arcadyan|technicolor|vantiva|fiberhome|cisco|juniper|aruba|ruckus|sercomm|freebox|askey|commscope|arris/i,
    "router",
  ],
  [
    /espressif|tuya|shelly|allterco|signify|philips lighting|ikea|nanoleaf|lifx|sonoff|itead|ecobee|nest labs|tado|netatmo|aqara|lumi united|wiz |broadlink|yeelight/i,
    "iot",
  ],
  [/roku|tcl |hisense|vizio|vestel|skyworth|tpv|loewe/i, "tv"],
  [
    /samsung electronics|huawei device|honor device|xiaomi comm|oppo|vivo mobile|oneplus|motorola mobility|hmd global|fairphone|realme|itel mobile|tecno|infinix/i,
    "phone",
  ],
  [/garmin|fitbit|polar electro|withings|suunto/i, "wearable"],
  [
    /bsh |miele|whirlpool|electrolux|irobot|roborock|ecovacs|dyson|vorwerk|haier|liebherr/i,
    "appliance",
  ],
  [
    /raspberry pi|intel$|dell|asus$|asustek|micro-star|gigabyte|asrock|super micro|hewlett packard$|lenovo|acer|azurewave|liteon|pegatron|wistron|quanta|compal|framework comp/i,
    "computer",
  ],
];

/** Words in names that machines announce, the most specific first. */
const NAMES: readonly Row[] = [
  [/iphone/i, "phone", "apple"],
  [/ipad/i, "tablet", "apple"],
  [/apple-?watch/i, "wearable", "apple"],
  [/apple-?tv/i, "tv", "apple"],
  [/homepod/i, "speaker", "apple"],
  [/macbook/i, "laptop", "apple"],
  [/\bi?mac(-?mini|-?pro|-?studio)?\b/i, "computer", "apple"],
  [/galaxy-?(tab|book)/i, "tablet", "android/samsung"],
  [/galaxy-?watch/i, "wearable"],
  [/^(galaxy|sm-[a-z]\d)/i, "phone", "android/samsung"],
  [/galaxy/i, "phone", "android/samsung"],
  [/redmi|poco-|xiaomi-?\d|mi-?\d/i, "phone", "android/xiaomi"],
  [/pixel-?\d?/i, "phone", "android"],
  [/oneplus/i, "phone", "android/oneplus"],
  [/^android/i, "phone", "android"],
  [/tablet/i, "tablet"],
  [/^desktop-[a-z0-9]{7}$/i, "computer", "windows"],
  [/^laptop-[a-z0-9]{8}$/i, "laptop", "windows"],
  [/laptop|notebook|thinkpad|elitebook|latitude|chromebook|surface/i, "laptop"],
  [/playstation|^ps[345]|xbox|nintendo|switch|steamdeck/i, "console"],
  [
    /printer|laserjet|officejet|deskjet|envy-|^npi[0-9a-f]{6}|^brw?[0-9a-f]{10,}|^epson|^canon/i,
    "printer",
  ],
  [/camera|^ipc|doorbell|reolink/i, "camera"],
  [/diskstation|^nas|-nas|synology|qnap|truenas/i, "nas"],
  [/fritz\.?box|router|gateway|openwrt|speedport|livebox|freebox|unifi|access-?point/i, "router"],
  [/smart-?tv|bravia|chromecast|^roku|fire-?tv|\btv\b|lgwebos|tizen|shield/i, "tv"],
  [/sonos|speaker|echo|alexa|google-?home|nest-(mini|audio|hub)|soundbar/i, "speaker"],
  [/watch|fitbit/i, "wearable"],
  [/fridge|washer|dryer|dishwasher|oven|roomba|vacuum|roborock/i, "appliance"],
  [/shelly|tasmota|esp[-_]|sonoff|hue|bulb|plug|thermostat|tado|sensor/i, "iot"],
  [/raspberrypi|\bpc\b|-pc$|workstation|server/i, "computer"],
];

/** Services of DNS-SD (RFC 6763), the most specific first. */
const SERVICES: readonly Row[] = [
  [/^_(ipps?|printer|pdl-datastream|scanner|uscans?)\._tcp/i, "printer"],
  [/^_googlecast\._tcp|^_androidtvremote2?\._tcp|^_amzn-wplay\._tcp|^_nvstream_dbd\._tcp/i, "tv"],
  [/^_sonos\._tcp|^_spotify-connect\._tcp/i, "speaker"],
  [/^_(rtsp|axis-video|nvr)\._tcp/i, "camera"],
  [/^_(adisk|readynas|diskstation)\._tcp/i, "nas"],
  [/^_apple-mobdev2?\._tcp/i, "phone", "apple"],
  [/^_companion-link\._tcp|^_rdlink\._tcp|^_sleep-proxy\._udp/i, "", "apple"],
  [/^_afpovertcp\._tcp/i, "computer", "apple"],
  [/^_(hap|matter|esphomelib|hue|shelly|miio|ewelink)\._(tcp|udp)/i, "iot"],
  [/^_raop\._tcp|^_airplay\._tcp/i, "speaker"],
  [/^_(workstation|udisks-ssh)\._tcp/i, "computer", "linux"],
  [/^_(smb|ssh|sftp-ssh|rfb)\._tcp/i, "computer"],
];

/** Kinds of devices of UPnP and words of their servers. */
const UPNP: readonly Row[] = [
  [/InternetGatewayDevice|WANDevice|WFADevice/i, "router"],
  [/ZonePlayer|sonos/i, "speaker"],
  [/MediaRenderer|dial-multiscreen|roku|webos|tizen|bravia|chromecast/i, "tv"],
  [/:Printer:/i, "printer"],
  [/DigitalSecurityCamera/i, "camera"],
  [/MediaServer.*(synology|qnap)|synology|qnap/i, "nas"],
  [/hue|wemo|:light/i, "iot"],
  [/xbox|playstation/i, "console"],
  [/Microsoft-Windows/i, "computer", "windows"],
];

/** Models that Apple announces (`model=` of _device-info._tcp and _airplay._tcp). */
const MODELS: readonly Row[] = [
  [/^iPhone/, "phone", "apple"],
  [/^iPad/, "tablet", "apple"],
  [/^AppleTV/, "tv", "apple"],
  [/^AudioAccessory/, "speaker", "apple"],
  [/^MacBook/, "laptop", "apple"],
  [/^(iMac|Macmini|MacPro|Mac\d)/, "computer", "apple"],
  [/^Watch/, "wearable", "apple"],
];

function first(rows: readonly Row[], text: string): DeviceGuess {
  const found = rows.find(([words]) => words.test(text));
  return found === undefined ? NOTHING : { kind: found[1], system: found[2] ?? "" };
}

/** The usual kind of devices of a maker. */
export function guessByVendor(vendor: string): DeviceGuess {
  return vendor === "" ? NOTHING : first(VENDORS, vendor);
}

/** The guess from an announced name. */
export function guessByName(name: string): DeviceGuess {
  return name === "" ? NOTHING : first(NAMES, name);
}

/**
 * The guess from DNS-SD services (`_ipp._tcp`) and an Apple model. The model takes precedence, then
 * the most specific service.
 */
export function guessByServices(services: readonly string[], model: string): DeviceGuess {
  const known = first(MODELS, model);
  if (known.kind !== "") return known;
  const found = SERVICES.filter(([words]) => services.some((service) => words.test(service)));
  return {
    kind: found.find(([, kind]) => kind !== "")?.[1] ?? "",
    system: found.find(([, , system]) => system !== undefined)?.[2] ?? "",
  };
}

/** The guess from the type, server and model of a UPnP device. */
export function guessByUpnp(text: string): DeviceGuess {
  return first(UPNP, text);
}
