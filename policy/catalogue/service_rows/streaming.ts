/** Films, television, live video, music and radio. */
import { type Row, under } from "./row.ts";

/** Services of the group `streaming` in the category `videos`. */
export const VIDEOS: readonly Row[] = [
  [
    "youtube",
    "YouTube",
    "youtube.com youtu.be youtube-nocookie.com youtubekids.com youtubeeducation.com youtubei.googleapis.com " +
    "youtube.googleapis.com youtube-ui.l.google.com wide-youtube.l.google.com ytimg.com ytimg.l.google.com googlevideo.com " +
    "yt3.ggpht.com yt3.googleusercontent.com yt.be",
  ],
  [
    "netflix",
    "Netflix",
    "netflix.com netflix.net nflxext.com nflximg.com nflximg.net nflxso.net nflxvideo.net nflxsearch.net",
  ],
  [
    "disneyplus",
    "Disney+",
    "disneyplus.com disney-plus.net disney.api.edge.bamgrid.com disney.content.edge.bamgrid.com " +
    "disney.images.edge.bamgrid.com disney.playback.edge.bamgrid.com media.dssott.com vod.dssott.com",
  ],
  [
    "amazon_streaming",
    "Prime Video",
    "primevideo.com amazonvideo.com aiv-cdn.net aiv-delivery.net pv-cdn.net atv-ps.amazon.com atv-ps-eu.amazon.com " +
    "atv-ps-fe.amazon.com atv-ext.amazon.com atv-ext-eu.amazon.com atv-ext-fe.amazon.com",
  ],
  [
    "hbomax",
    "HBO Max",
    "hbomax.com max.com hbo.com hbonow.com hbogo.com hbomaxcdn.com discomax.com",
  ],
  ["hulu", "Hulu", "hulu.com huluim.com hulustream.com"],
  ["peacock_tv", "Peacock", "peacocktv.com"],
  ["paramountplus", "Paramount+", "paramountplus.com pplusstatic.com cbsaavideo.com"],
  [
    "apple_streaming",
    "Apple TV",
    "tv.apple.com uts-api.itunes.apple.com play-edge.itunes.apple.com np-edge.itunes.apple.com hls.itunes.apple.com",
  ],
  ["crunchyroll", "Crunchyroll", "crunchyroll.com crunchyrollsvc.com vrv.co"],
  [
    "discoveryplus",
    "discovery+",
    under("discoveryplus", "com co.uk in it se dk no fi nl") + " disco-api.com dplay.com",
  ],
  [
    "twitch",
    "Twitch",
    "twitch.tv ttvnw.net jtvnw.net twitchcdn.net twitchsvc.net ext-twitch.tv twitch.map.fastly.net",
  ],
  ["kick", "Kick", "kick.com"],
  ["dailymotion", "Dailymotion", "dailymotion.com dmcdn.net dm-event.net dai.ly"],
  ["vimeo", "Vimeo", "vimeo.com vimeocdn.com vimeopro.com vhx.tv"],
  ["rumble", "Rumble", "rumble.com rmbl.ws"],
  ["odysee", "Odysee", "odysee.com odycdn.com lbry.tv"],
  ["plex", "Plex", "plex.tv plex.direct plexapp.com"],
  ["pluto_tv", "Pluto TV", "pluto.tv plutotv.net"],
  ["tubi", "Tubi", "tubi.tv tubitv.com tubi.video tubi.io"],
  ["nebula", "Nebula", "nebula.tv nebula.app watchnebula.com"],
  ["samsung_tv_plus", "Samsung TV Plus", "samsungtvplus.com"],
  ["rakuten_tv", "Rakuten TV", "rakuten.tv"],
  ["rakuten_viki", "Rakuten Viki", "viki.com viki.io"],
  ["iqiyi", "iQIYI", "iqiyi.com iq.com qiyi.com iqiyipic.com qy.net 71.am"],
  [
    "bilibili",
    "Bilibili",
    "bilibili.com bilibili.tv biliapi.com biliapi.net bilivideo.com bilivideo.cn hdslb.com b23.tv bstarstatic.com acgvideo.com",
  ],
  ["youku", "Youku", "youku.com ykimg.com"],
  ["hotstar", "JioHotstar", "hotstar.com jiohotstar.com hotstarext.com jiocinema.com voot.com"],
  ["globoplay", "Globoplay", "globoplay.globo.com globoplay.com"],
  ["canais_globo", "Canais Globo", "canaisglobo.globo.com"],
  ["looke", "Looke", "looke.com.br"],
  ["lionsgateplus", "Lionsgate+", "lionsgateplus.com starzplay.com"],
  ["directvgo", "DGO (DirecTV GO)", "directvgo.com"],
  ["espn", "ESPN", "espn.com espn.go.com espn.net espncdn.com espn.com.br espn.com.mx espn.com.ar"],
  ["fifa", "FIFA+", "fifa.com fifa.org"],
  ["dazn", "DAZN", "dazn.com dazn-api.com dazndn.com indazn.com"],
  [
    "canal_plus",
    "Canal+",
    "canalplus.com canal-plus.com canal-plus.net canalplus-cdn.net mycanal.fr canal-bis.com",
  ],
  ["molotov", "Molotov", "molotov.tv"],
  ["france_tv", "france.tv", "france.tv francetv.fr ftven.fr"],
  ["tf1", "TF1+", "tf1.fr"],
  ["m6_plus", "M6+", "6play.fr m6.fr m6plus.fr m6web.fr"],
  ["arte", "ARTE", "arte.tv"],
  ["ard_mediathek", "ARD Mediathek", "ardmediathek.de"],
  ["zdf", "ZDF", "zdf.de"],
  ["rtl_plus", "RTL+", "rtlplus.de rtlplus.com tvnow.de"],
  ["joyn", "Joyn", "joyn.de joyn.at joyn.ch joyn.net"],
  ["zattoo", "Zattoo", "zattoo.com"],
  ["raiplay", "RaiPlay", "raiplay.it raiplaysound.it"],
  [
    "mediaset",
    "Mediaset Infinity",
    "mediasetinfinity.mediaset.it mediasetplay.mediaset.it mediasetinfinity.it",
  ],
  ["atresplayer", "atresplayer", "atresplayer.com"],
  ["rtve", "RTVE Play", "rtve.es"],
  ["videoland", "Videoland", "videoland.com"],
  ["npo", "NPO Start", "npo.nl npostart.nl"],
  ["itvx", "ITVX", "itv.com itvx.com"],
  ["channel4", "Channel 4", "channel4.com c4assets.com"],
];

/** Audio services of the group `streaming`, in no category. */
export const MUSIC: readonly Row[] = [
  ["youtube_music", "YouTube Music", "music.youtube.com"],
  [
    "spotify",
    "Spotify",
    "spotify.com spotify.link spotifycdn.com spotifycdn.net scdn.co pscdn.co spotilocal.com spoti.fi " +
    "audio-ak-spotify-com.akamaized.net audio4-ak-spotify-com.akamaized.net heads-ak-spotify-com.akamaized.net",
  ],
  [
    "apple_music",
    "Apple Music",
    "music.apple.com itsliveradio.apple.com streamingaudio.itunes.apple.com aod.itunes.apple.com aod-ssl.itunes.apple.com",
  ],
  [
    "amazon_music",
    "Amazon Music",
    under("music.amazon", "com ca co.jp co.uk com.au com.br com.mx de es fr in it"),
  ],
  ["deezer", "Deezer", "deezer.com dzcdn.net deezer.page.link"],
  ["soundcloud", "SoundCloud", "soundcloud.com sndcdn.com snd.sc"],
  ["tidal", "TIDAL", "tidal.com tidalhifi.com wimpmusic.com"],
  ["qobuz", "Qobuz", "qobuz.com"],
  ["bandcamp", "Bandcamp", "bandcamp.com bcbits.com"],
  ["pandora", "Pandora", "pandora.com p-cdn.us"],
  ["iheartradio", "iHeartRadio", "iheart.com iheartradio.com ihrhls.com"],
  ["tunein", "TuneIn", "tunein.com radiotime.com"],
  ["mixcloud", "Mixcloud", "mixcloud.com"],
  ["audible", "Audible", under("audible", "com ca co.jp co.uk com.au de es fr in it")],
];
