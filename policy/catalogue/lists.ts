/**
 * Public lists that a household may subscribe to, at their publishers' addresses. The box contains
 * none of their content: they are fetched when chosen. Addresses and licences are from each
 * publisher's home page.
 */
import type { ListFormat } from "../model/rule.ts";
import type { Category } from "./categories.ts";

/** The subject of a list. */
export type ListCategory = Category;

/** A list of the catalogue. */
export interface CatalogueList {
  /** Permanent identifier, stored in subscriptions. */
  readonly id: string;
  readonly name: string;
  readonly category: ListCategory;
  /** Language code of a regional list (ISO 639-1). */
  readonly language?: string;
  readonly url: string;
  readonly format: ListFormat;
  readonly homepage: string;
  /** SPDX identifier or the publisher's words; absent = not published. */
  readonly licence?: string;
}

type Row = readonly [
  id: string,
  name: string,
  category: ListCategory,
  url: string,
  format?: ListFormat,
];

interface Publisher {
  readonly homepage: string;
  readonly licence?: string;
  /** The format of most lists of the publisher. */
  readonly format: ListFormat;
  /** Common prefixes of the addresses in the rows. */
  readonly base: string;
  readonly rows: readonly Row[];
}

const PUBLISHERS: readonly Publisher[] = [
  {
    homepage: "https://github.com/hagezi/dns-blocklists",
    licence: "GPL-3.0",
    format: "adblock",
    base: "https://raw.githubusercontent.com/hagezi/dns-blocklists/main/adblock/",
    rows: [
      ["hagezi-light", "HaGeZi Light", "ads", "light.txt"],
      ["hagezi-normal", "HaGeZi Normal", "ads", "multi.txt"],
      ["hagezi-pro", "HaGeZi Pro", "ads", "pro.txt"],
      ["hagezi-pro-plus", "HaGeZi Pro++", "ads", "pro.plus.txt"],
      ["hagezi-ultimate", "HaGeZi Ultimate", "ads", "ultimate.txt"],
      ["hagezi-popup", "HaGeZi Pop-up Ads", "ads", "popupads.txt"],
      ["hagezi-threats", "HaGeZi Threat Intelligence Feeds", "malware", "tif.txt"],
      [
        "hagezi-threats-medium",
        "HaGeZi Threat Intelligence Feeds, medium",
        "malware",
        "tif.medium.txt",
      ],
      ["hagezi-fake", "HaGeZi Fake: scams and counterfeit shops", "fraud", "fake.txt"],
      ["hagezi-gambling", "HaGeZi Gambling", "gambling", "gambling.txt"],
      ["hagezi-piracy", "HaGeZi Anti-Piracy", "piracy", "anti.piracy.txt"],
      ["hagezi-social", "HaGeZi Social Networks", "social", "social.txt"],
      ["hagezi-adult", "HaGeZi NSFW", "adult", "nsfw.txt"],
      [
        "hagezi-bypass",
        "HaGeZi Encrypted DNS, VPN, Tor and Proxy Bypass",
        "bypass",
        "doh-vpn-proxy-bypass.txt",
      ],
      ["hagezi-doh", "HaGeZi Encrypted DNS servers", "bypass", "doh.txt"],
      ["hagezi-dyndns", "HaGeZi Dynamic DNS", "malware", "dyndns.txt"],
      [
        "hagezi-windows",
        "HaGeZi Windows and Office telemetry",
        "telemetry",
        "native.winoffice.txt",
      ],
      ["hagezi-apple", "HaGeZi Apple telemetry", "telemetry", "native.apple.txt"],
      ["hagezi-amazon", "HaGeZi Amazon telemetry", "telemetry", "native.amazon.txt"],
      ["hagezi-samsung", "HaGeZi Samsung telemetry", "telemetry", "native.samsung.txt"],
      ["hagezi-xiaomi", "HaGeZi Xiaomi telemetry", "telemetry", "native.xiaomi.txt"],
      ["hagezi-huawei", "HaGeZi Huawei telemetry", "telemetry", "native.huawei.txt"],
      ["hagezi-tiktok", "HaGeZi TikTok fingerprinting", "telemetry", "native.tiktok.txt"],
      ["hagezi-lg", "HaGeZi LG webOS telemetry", "telemetry", "native.lgwebos.txt"],
    ],
  },
  {
    homepage: "https://oisd.nl",
    licence: "GPL-3.0",
    format: "adblock",
    base: "https://",
    rows: [
      ["oisd-small", "OISD Small", "ads", "small.oisd.nl"],
      ["oisd-big", "OISD Big", "ads", "big.oisd.nl"],
      ["oisd-nsfw", "OISD NSFW", "adult", "nsfw.oisd.nl"],
    ],
  },
  {
    homepage: "https://github.com/StevenBlack/hosts",
    licence: "MIT",
    format: "hosts",
    base: "https://raw.githubusercontent.com/StevenBlack/hosts/master/",
    rows: [
      ["stevenblack", "StevenBlack Unified", "ads", "hosts"],
      [
        "stevenblack-fakenews",
        "StevenBlack Fake news only",
        "fraud",
        "alternates/fakenews-only/hosts",
      ],
      [
        "stevenblack-gambling",
        "StevenBlack Gambling only",
        "gambling",
        "alternates/gambling-only/hosts",
      ],
      ["stevenblack-porn", "StevenBlack Porn only", "adult", "alternates/porn-only/hosts"],
      ["stevenblack-social", "StevenBlack Social only", "social", "alternates/social-only/hosts"],
    ],
  },
  {
    homepage: "https://github.com/AdguardTeam/AdGuardSDNSFilter",
    licence: "GPL-3.0",
    format: "adblock",
    base: "https://adguardteam.github.io/",
    rows: [
      ["adguard-dns", "AdGuard DNS filter", "ads", "AdGuardSDNSFilter/Filters/filter.txt"],
      [
        "adguard-popup",
        "AdGuard DNS Popup Hosts filter",
        "ads",
        "HostlistsRegistry/assets/filter_59.txt",
      ],
    ],
  },
  {
    homepage: "https://github.com/badmojr/1Hosts",
    licence: "MPL-2.0",
    format: "adblock",
    base: "https://raw.githubusercontent.com/badmojr/1Hosts/master/",
    rows: [
      ["1hosts-lite", "1Hosts Lite", "ads", "Lite/adblock.txt"],
      ["1hosts-xtra", "1Hosts Xtra", "ads", "Xtra/adblock.txt"],
    ],
  },
  {
    homepage: "https://github.com/blocklistproject/Lists",
    licence: "Unlicense",
    format: "hosts",
    base: "https://blocklistproject.github.io/Lists/",
    rows: [
      ["blp-ads", "Block List Project Ads", "ads", "ads.txt"],
      ["blp-tracking", "Block List Project Tracking", "ads", "tracking.txt"],
      ["blp-malware", "Block List Project Malware", "malware", "malware.txt"],
      ["blp-ransomware", "Block List Project Ransomware", "malware", "ransomware.txt"],
      ["blp-phishing", "Block List Project Phishing", "phishing", "phishing.txt"],
      ["blp-scam", "Block List Project Scam", "fraud", "scam.txt"],
      ["blp-fraud", "Block List Project Fraud", "fraud", "fraud.txt"],
      ["blp-porn", "Block List Project Porn", "adult", "porn.txt"],
      ["blp-gambling", "Block List Project Gambling", "gambling", "gambling.txt"],
      ["blp-piracy", "Block List Project Piracy", "piracy", "piracy.txt"],
      ["blp-torrent", "Block List Project Torrent", "piracy", "torrent.txt"],
      ["blp-crypto", "Block List Project Crypto mining", "mining", "crypto.txt"],
      ["blp-drugs", "Block List Project Drugs", "drugs", "drugs.txt"],
      ["blp-facebook", "Block List Project Facebook", "social", "facebook.txt"],
      ["blp-tiktok", "Block List Project TikTok", "social", "tiktok.txt"],
      ["blp-smart-tv", "Block List Project Smart TV", "telemetry", "smart-tv.txt"],
    ],
  },
  {
    homepage: "https://urlhaus.abuse.ch",
    licence: "CC0-1.0",
    format: "hosts",
    base: "https://urlhaus.abuse.ch/downloads/",
    rows: [
      ["urlhaus", "URLhaus: hosts that spread malware", "malware", "hostfile/"],
      ["urlhaus-rpz", "URLhaus as a response policy zone", "malware", "rpz/", "rpz"],
    ],
  },
  {
    homepage: "https://threatfox.abuse.ch",
    licence: "CC0-1.0",
    format: "hosts",
    base: "https://threatfox.abuse.ch/downloads/",
    rows: [["threatfox", "ThreatFox: indicators of compromise", "malware", "hostfile/"]],
  },
  {
    homepage: "https://phishing.army",
    licence: "CC-BY-NC-4.0",
    format: "domains",
    base: "https://phishing.army/download/",
    rows: [
      ["phishing-army", "Phishing Army", "phishing", "phishing_army_blocklist.txt"],
      [
        "phishing-army-extended",
        "Phishing Army, extended",
        "phishing",
        "phishing_army_blocklist_extended.txt",
      ],
    ],
  },
  {
    homepage: "https://github.com/durablenapkin/scamblocklist",
    licence: "MIT",
    format: "adblock",
    base: "https://raw.githubusercontent.com/durablenapkin/scamblocklist/master/",
    rows: [["durablenapkin-scam", "Scam Blocklist by DurableNapkin", "fraud", "adguard.txt"]],
  },
  {
    homepage: "https://gitlab.com/ZeroDot1/CoinBlockerLists",
    licence: "AGPL-3.0",
    format: "domains",
    base: "https://zerodot1.gitlab.io/CoinBlockerLists/",
    rows: [["coinblocker", "CoinBlockerLists", "mining", "list.txt"]],
  },
  {
    homepage: "https://github.com/hoshsadiq/adblock-nocoin-list",
    licence: "MIT",
    format: "hosts",
    base: "https://raw.githubusercontent.com/hoshsadiq/adblock-nocoin-list/master/",
    rows: [["nocoin", "NoCoin", "mining", "hosts.txt"]],
  },
  {
    homepage: "https://github.com/dibdot/DoH-IP-blocklists",
    format: "domains",
    base: "https://raw.githubusercontent.com/dibdot/DoH-IP-blocklists/master/",
    rows: [["dibdot-doh", "dibdot DoH servers", "bypass", "doh-domains.txt"]],
  },
  {
    homepage: "https://github.com/xRuffKez/NRD",
    licence: "MIT",
    format: "adblock",
    base: "https://raw.githubusercontent.com/xRuffKez/NRD/main/lists/",
    rows: [[
      "nrd-14-days-mini",
      "NRD: registered in the last 14 days, mini",
      "new_domains",
      "14-day-mini/adblock/nrd-14day-mini_adblock.txt",
    ]],
  },
  {
    homepage: "https://dsi.ut-capitole.fr/blacklists/index_en.php",
    licence: "CC-BY-SA-4.0",
    format: "wildcard",
    // The university publishes archives of many files; this mirror provides each file separately.
    base: "https://raw.githubusercontent.com/olbat/ut1-blacklists/master/blacklists/",
    rows: [
      ["ut1-dating", "UT1 Toulouse Dating", "dating", "dating/domains"],
      ["ut1-violence", "UT1 Toulouse Violence and hate", "violence", "agressif/domains"],
      ["ut1-drugs", "UT1 Toulouse Drugs", "drugs", "drogue/domains"],
      ["ut1-gambling", "UT1 Toulouse Gambling", "gambling", "gambling/domains"],
      ["ut1-social", "UT1 Toulouse Social networks", "social", "social_networks/domains"],
      ["ut1-videos", "UT1 Toulouse Audio and video", "videos", "audio-video/domains"],
      ["ut1-games", "UT1 Toulouse Games", "games", "games/domains"],
      ["ut1-doh", "UT1 Toulouse Encrypted DNS", "bypass", "doh/domains"],
      ["ut1-mining", "UT1 Toulouse Crypto mining", "mining", "cryptojacking/domains"],
    ],
  },
  {
    homepage: "https://someonewhocares.org/hosts/",
    licence: "non-commercial with attribution",
    format: "hosts",
    base: "https://someonewhocares.org/hosts/",
    rows: [["dan-pollock", "Dan Pollock's hosts", "ads", "zero/hosts"]],
  },
  {
    homepage: "https://pgl.yoyo.org/adservers/",
    format: "hosts",
    base: "https://pgl.yoyo.org/adservers/",
    rows: [[
      "peter-lowe",
      "Peter Lowe's ad servers",
      "ads",
      "serverlist.php?hostformat=hosts&showintro=1&mimetype=plaintext",
    ]],
  },
  {
    homepage: "https://github.com/crazy-max/WindowsSpyBlocker",
    licence: "MIT",
    format: "hosts",
    base: "https://raw.githubusercontent.com/crazy-max/WindowsSpyBlocker/master/data/hosts/",
    rows: [["windows-spy", "WindowsSpyBlocker", "telemetry", "spy.txt"]],
  },
  {
    homepage: "https://github.com/anudeepND/whitelist",
    licence: "MIT",
    format: "domains",
    base: "https://raw.githubusercontent.com/anudeepND/whitelist/master/domains/",
    rows: [["anudeep-allow", "anudeepND: names that are often needed", "allow", "whitelist.txt"]],
  },
];

/**
 * EasyList's lists by language. They are made for browsers; only their rules on whole names apply
 * here.
 */
const REGIONAL: readonly (readonly [language: string, name: string, file: string])[] = [
  ["de", "EasyList Germany", "easylistgermany"],
  ["fr", "Liste FR", "liste_fr"],
  ["es", "EasyList Spanish", "easylistspanish"],
  ["it", "EasyList Italy", "easylistitaly"],
  ["nl", "EasyList Dutch", "easylistdutch"],
  ["pt", "EasyList Portuguese", "easylistportuguese"],
  ["pl", "EasyList Polish", "easylistpolish"],
  ["zh", "EasyList China", "easylistchina"],
];

/** The catalogue, in display order. */
export const LIST_CATALOGUE: readonly CatalogueList[] = [
  ...PUBLISHERS.flatMap(({ homepage, licence, format, base, rows }) =>
    rows.map(([id, name, category, url, own]) => ({
      id,
      name,
      category,
      url: base + url,
      format: own ?? format,
      homepage,
      ...(licence !== undefined && { licence }),
    }))
  ),
  ...REGIONAL.map(([language, name, file]) => ({
    id: `easylist-${language}`,
    name,
    category: "regional" as const,
    language,
    url: `https://easylist-downloads.adblockplus.org/${file}.txt`,
    format: "adblock" as const,
    homepage: "https://easylist.to",
    licence: "GPL-3.0 or CC-BY-SA-3.0",
  })),
];
