/**
 * AdGuard Home's identifiers of the services in the catalogue, for imports. Identifiers missing
 * here are reported as not carried over: their services have ended (Skype), or cannot be identified
 * by name (an entire content network).
 */

const SAME =
  `4chan 500px 9gag activision_blizzard aliexpress amazon amazon_streaming amino apple_streaming backblaze battle_net betano
  betfair betway bigo_live bilibili blaze blizzard_entertainment bluesky box canais_globo chatgpt claude clubhouse coolapk copilot
  crunchyroll dailymotion deepseek deezer directvgo discord discoveryplus disneyplus dola douban dropbox ebay
  electronic_arts epic_games espn facebook fifa flickr gemini globoplay gog grindr grok hbomax hulu icloud_private_relay
  iheartradio imgur instagram iqiyi kakaotalk kik kook lazada leagueoflegends line linkedin lionsgateplus looke mail_ru
  manus mastodon mercado_libre messenger meta_ai minecraft nebula netflix nintendo odysee ok olvid onlyfans origin
  paramountplus peacock_tv perplexity pinterest playstation playstore plenty_of_fish plex pluto_tv qq rakuten_viki reddit
  riot_games roblox rockstar_games samsung_tv_plus shein shopee signal slack snapchat soundcloud spotify steam telegram
  temu threads tidal tiktok tinder tumblr twitch twitter ubisoft valorant viber vimeo vk wargaming wechat weibo whatsapp
  wizz xboxlive xiaohongshu youtube yubo zhihu zoom`;

const OTHERS: readonly (readonly [theirs: string, ours: string])[] = [
  ["canaisglobo", "canais_globo"],
  ["google_play", "playstore"],
  ["x", "twitter"],
  ["xbox", "xboxlive"],
];

/** The identifier in the catalogue, by that of AdGuard Home (`filtering.blocked_services.ids`). */
export const ADGUARD_SERVICES: ReadonlyMap<string, string> = new Map([
  ...SAME.split(/\s+/).map((id) => [id, id] as const),
  ...OTHERS,
]);
