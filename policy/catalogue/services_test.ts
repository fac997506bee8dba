import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import { SuffixNames } from "../snapshot/suffix_names.ts";
import { hasAction } from "./categories.ts";
import { PUBLIC_RESOLVERS } from "./resolver_rows.ts";
import { ADGUARD_SERVICES } from "./service_aliases.ts";
import {
  CHANNEL_SERVICES,
  findService,
  SERVICE_GROUPS,
  SERVICES,
  tileLettersOf,
} from "./services.ts";

const fingerprinter = new Fingerprinter(
  Uint8Array.from({ length: 16 }, (_, i) => i * 29 + 5 & 0xff),
);
const index = new SuffixNames(SERVICES.map(({ domains }) => domains), fingerprinter);

/** The services of a name, the closest first. */
function servicesOf(name: string): string[] {
  const into: number[] = [];
  const count = index.find(fingerprinter, fingerprinter.ofWire(nameFromText(name)!), into);
  return into.slice(0, count).map((number) => SERVICES[number].id);
}

Deno.test("there are twelve groups with at least 150 services, and their identifiers are unique", () => {
  assert.equal(SERVICE_GROUPS.length, 12);
  assert.ok(SERVICES.length >= 150, String(SERVICES.length));
  assert.equal(new Set(SERVICES.map(({ id }) => id)).size, SERVICES.length);
  assert.equal(new Set(SERVICES.map(({ name }) => name)).size, SERVICES.length);
  for (const group of SERVICE_GROUPS) {
    assert.ok(SERVICES.filter((service) => service.group === group).length >= 10, group);
  }
  for (const { id, letter, domains, category } of SERVICES) {
    assert.match(id, /^[a-z0-9][a-z0-9_]{0,31}$/);
    // The prefix of services that the household added.
    assert.ok(!id.startsWith("custom"));
    assert.ok([1, 2].includes([...letter].length), `${id}: ${letter}`);
    assert.ok(category === "" || hasAction(category), id);
    for (const domain of domains) assert.equal(nameToText(nameFromText(domain)!), domain, id);
  }
});

Deno.test("channels have the number of services that B 2.4 requires", () => {
  const sizes = Object.entries(CHANNEL_SERVICES).map((
    [channel, services],
  ) => [channel, services.length]);
  const ai = SERVICES.filter(({ group }) => group === "ai").length;
  assert.deepEqual(Object.fromEntries(sizes), {
    transfer: 8,
    storage: 3,
    mixed: 3,
    paste: 10,
    upload: 9,
    webmail: 7,
    ai,
  });
  assert.ok(ai >= 20);
});

/** Parts that can be blocked separately. A block of the whole includes them. */
const PARTS = new Map([
  ["grok", "twitter"],
  ["github_copilot", "github"],
  ["youtube_music", "youtube"],
  ["amazon_streaming", "amazon"],
  ["amazon_music", "amazon"],
]);

Deno.test("no name belongs to two services, except parts that are a service of their own", () => {
  const owners = new Map<string, string>();
  for (const { id, domains } of SERVICES) {
    for (const domain of domains) {
      assert.equal(owners.get(domain), undefined, `${domain} of ${id}`);
      owners.set(domain, id);
    }
  }
  for (const [domain, id] of owners) {
    const others = servicesOf(domain).slice(1);
    assert.deepEqual(
      others,
      PARTS.has(id) && others.length > 0 ? [PARTS.get(id)] : [],
      `${domain} of ${id}`,
    );
  }
});

Deno.test("every service is found by the host names that people and apps query", () => {
  const tested = new Set<string>();
  for (const line of HOSTS.trim().split("\n")) {
    const [id, ...hosts] = line.split(" ");
    assert.ok(hosts.length >= 2 && new Set(hosts).size === hosts.length, id);
    for (const host of hosts) assert.equal(servicesOf(host)[0], id, host);
    tested.add(id);
  }
  assert.deepEqual(SERVICES.map(({ id }) => id).filter((id) => !tested.has(id)), []);
});

Deno.test("shared names and similar names belong to no service", () => {
  const nobody =
    `google.com www.google.com accounts.google.com maps.google.com fonts.googleapis.com www.googleapis.com storage.googleapis.com
    firebaseinstallations.googleapis.com lh3.googleusercontent.com www.gstatic.com clients4.google.com
    apple.com www.apple.com icloud.com gateway.icloud.com p30-buy.itunes.apple.com appleid.apple.com cdn-apple.com
    microsoft.com login.microsoftonline.com login.live.com office.com outlook.office365.com outlook.office.com
    contoso.sharepoint.com contoso.mail.protection.outlook.com graph.microsoft.com skype.com www.bing.com
    e1234.a.akamaiedge.net a248.e.akamai.net example.akamaized.net d111111abcdef8.cloudfront.net s3.amazonaws.com
    dualstack.example.map.fastly.net cdnjs.cloudflare.com cdn.jsdelivr.net unpkg.com example.azureedge.net
    edge.bamgrid.com disney.com appspot.com qq.com v.qq.com naver.com proton.me account.proton.me yandex.ru aol.com yahoo.com
    bbc.co.uk globo.com www.mediaset.it samsung.com playfabapi.com unity3d.com recaptcha.net hcaptcha.com stripe.com
    paypal.com www.wikidata.org example.com notyoutube.com youtube.com.evil.test xx.com ax.com fakeokru.ru tt.co m.net
    metiktok.com openai.com.example localhost box.home.arpa`;
  for (const name of nobody.split(/\s+/)) assert.deepEqual(servicesOf(name), [], name);
});

Deno.test("a name near several services belongs to the right one", () => {
  const cases: readonly (readonly [name: string, services: string[]])[] = [
    ["play.google.com", ["playstore"]],
    ["drive.google.com", ["google_drive"]],
    ["meet.google.com", ["google_meet"]],
    ["gemini.google.com", ["gemini"]],
    ["mail.google.com", ["gmail"]],
    ["onedrive.live.com", ["onedrive"]],
    ["outlook.live.com", ["outlook"]],
    ["teams.live.com", ["teams"]],
    ["music.youtube.com", ["youtube_music", "youtube"]],
    ["atv-ps.amazon.com", ["amazon_streaming", "amazon"]],
    ["music.amazon.de", ["amazon_music", "amazon"]],
    ["aws.amazon.com", ["amazon"]],
    ["grok.x.com", ["grok", "twitter"]],
    ["api.x.ai", ["grok"]],
    ["copilot.github.com", ["github_copilot", "github"]],
    ["weixin.qq.com", ["wechat"]],
    ["im.qq.com", ["qq"]],
    ["mail.proton.me", ["proton_mail"]],
    ["drive.proton.me", ["proton_drive"]],
    ["vpn.proton.me", ["proton_vpn"]],
    ["tv.apple.com", ["apple_streaming"]],
    ["music.apple.com", ["apple_music"]],
    ["apps.apple.com", ["app_store"]],
  ];
  for (const [name, services] of cases) assert.deepEqual(servicesOf(name), services, name);
});

Deno.test("the encrypted servers of all public resolvers are in category bypass", () => {
  for (const { tls, https } of PUBLIC_RESOLVERS) {
    for (const host of [tls, https === undefined ? undefined : new URL(https).hostname]) {
      if (host === undefined) continue;
      assert.ok(servicesOf(host).some((id) => findService(id)?.category === "bypass"), host);
    }
  }
});

Deno.test("service identifiers of AdGuard Home map to those of the catalogue", () => {
  assert.ok(ADGUARD_SERVICES.size >= 120, String(ADGUARD_SERVICES.size));
  for (const [theirs, ours] of ADGUARD_SERVICES) {
    assert.ok(findService(ours) !== undefined, `${theirs} is to be ${ours}`);
  }
  assert.equal(ADGUARD_SERVICES.get("twitter"), "twitter");
  assert.equal(ADGUARD_SERVICES.get("skype"), undefined);
  assert.equal(findService("__proto__"), undefined);
});

Deno.test("tile letters are the capitals of a name, otherwise its first letters", () => {
  const letters = [
    "YouTube",
    "Netflix",
    "4chan",
    "X (Twitter)",
    "imo",
    "Épée du Roi",
    "!!",
    "",
    "日本語",
  ].map(
    tileLettersOf,
  );
  assert.deepEqual(letters, ["YT", "Ne", "4c", "XT", "im", "ÉR", "?", "?", "日本"]);
});

/** Host names that people and apps query, after the identifier of the service. */
const HOSTS = `
chatgpt chatgpt.com ab.chatgpt.com api.openai.com files.oaiusercontent.com cdn.oaistatic.com
claude claude.ai api.anthropic.com www.claudeusercontent.com
gemini gemini.google.com generativelanguage.googleapis.com aistudio.google.com
copilot copilot.microsoft.com sydney.bing.com
deepseek chat.deepseek.com api.deepseek.com
grok grok.com api.x.ai assets.grok.com
meta_ai www.meta.ai meta.ai
perplexity www.perplexity.ai pplx-res.cloudinary.com
mistral chat.mistral.ai api.mistral.ai
character_ai beta.character.ai neo.character.ai characterai.io
replika www.replika.com replika.ai
poe www.poe.com poecdn.net
qwen chat.qwen.ai tongyi.aliyun.com
kimi www.kimi.com api.moonshot.cn
doubao www.doubao.com doubao.com
dola www.dola.com cici.com
manus www.manus.im manus.im
you_com www.you.com you.com
hugging_face huggingface.co cdn-lfs.hf.co
midjourney www.midjourney.com midjourney.com
leonardo_ai www.leonardo.ai leonardo.ai
runway www.runwayml.com runwayml.com
suno www.suno.com suno.ai
elevenlabs www.elevenlabs.io elevenlabs.io
github_copilot api.githubcopilot.com copilot-proxy.githubusercontent.com
cursor api2.cursor.sh www.cursor.com
notebooklm www.notebooklm.google notebooklm.google
grammarly www.grammarly.com grammarly.io
quillbot www.quillbot.com quillbot.com
janitor_ai www.janitorai.com janitorai.com
polybuzz www.polybuzz.ai polybuzz.ai
talkie www.talkie-ai.com talkie-ai.com
facebook www.facebook.com graph.facebook.com scontent.xx.fbcdn.net connect.facebook.net edge-chat.facebook.com fb.me
instagram www.instagram.com i.instagram.com scontent.cdninstagram.com
threads www.threads.net www.threads.com
tiktok www.tiktok.com v16-webapp.tiktok.com api16-normal-c-useast1a.tiktokv.com p16-sign-va.tiktokcdn.com lf16-tiktok-web.ttwstatic.com
snapchat app.snapchat.com aws.api.snapchat.com cf-st.sc-cdn.net gcp.api.snapchat.com feelinsonice-hrd.appspot.com
twitter twitter.com api.x.com pbs.twimg.com t.co abs.twimg.com
reddit www.reddit.com i.redd.it oauth.reddit.com styles.redditmedia.com www.redditstatic.com
pinterest www.pinterest.com www.pinterest.de i.pinimg.com pin.it
linkedin www.linkedin.com media.licdn.com lnkd.in
tumblr www.tumblr.com tmblr.co
bluesky bsky.app public.api.bsky.app cdn.bsky.app bsky.social
mastodon mastodon.social files.mastodon.social fosstodon.org
truth_social www.truthsocial.com truthsocial.com
nextdoor www.nextdoor.com nextdoor.co.uk
quora www.quora.com quoracdn.net
4chan boards.4chan.org i.4cdn.org
9gag 9gag.com img-9gag-fun.9cache.com
imgur i.imgur.com imgur.com
flickr www.flickr.com live.staticflickr.com
500px www.500px.com 500px.org
bereal www.bereal.com bere.al
yubo www.yubo.live yellw.co
wizz www.wizzapp.com wizzapp.com
locket www.locketcamera.com locketcamera.com
ngl www.ngl.link ngl.link
lemon8 www.lemon8-app.com lemon8-app.com
likee likee.video www.like.video
kwai www.kwai.com kwai.net
bigo_live www.bigo.tv bigo.sg
clubhouse www.clubhouse.com joinclubhouse.com
amino www.aminoapps.com narvii.com
vk vk.com sun9-1.userapi.com login.vk.ru
ok ok.ru st.okcdn.ru i.mycdn.me
weibo www.weibo.com weibo.cn
xiaohongshu www.xiaohongshu.com xhscdn.com
zhihu www.zhihu.com zhimg.com
douban www.douban.com doubanio.com
coolapk www.coolapk.com coolapk.com
patreon www.patreon.com patreonusercontent.com
whatsapp web.whatsapp.com e1.whatsapp.net mmg.whatsapp.net media-fra3-1.cdn.whatsapp.net wa.me
telegram web.telegram.org t.me core.telegram.org cdn4.cdn-telegram.org venus.web.telegram.org
signal chat.signal.org cdn.signal.org storage.signal.org textsecure-service.whispersystems.org
messenger www.messenger.com m.me
discord discord.com gateway.discord.gg cdn.discordapp.com media.discordapp.net rotterdam1234.discord.media
viber www.viber.com dl-media.viber.com
line line.me gd2.line.naver.jp obs.line-scdn.net legy-jp.line-apps.com
kakaotalk accounts.kakao.com t1.kakaocdn.net
wechat www.wechat.com short.weixin.qq.com wx.qq.com
qq im.qq.com qzone.qq.com
zalo www.zalo.me zaloapp.com
imo www.imo.im imo.im
kik www.kik.com kik-live.com
kook www.kookapp.cn kaiheila.cn
groupme www.groupme.com groupme.com
tango www.tango.me tango.me
threema www.threema.ch threema.com
wire www.wire.com wire.com
session www.getsession.org getsession.org
olvid www.olvid.io olvid.io
element app.element.io matrix-client.matrix.org
slack app.slack.com edgeapi.slack.com a.slack-edge.com files.slack-files.com wss-primary.slack.com
teams teams.microsoft.com teams.live.com presence.teams.microsoft.com
zoom zoom.us us02web.zoom.us www.zoom.com
google_meet www.meet.google meet.google
google_chat chat.google.com www.chat.google.com
webex www.webex.com wbx2.com
jitsi meet.jit.si 8x8.vc
whereby www.whereby.com whereby.com
youtube www.youtube.com i.ytimg.com r4---sn-4g5e6nsz.googlevideo.com youtubei.googleapis.com yt3.ggpht.com youtu.be www.youtube-nocookie.com
netflix www.netflix.com occ-0-2773-2774.1.nflxso.net ipv4-c001-ams001-ix.1.oca.nflxvideo.net assets.nflxext.com api-global.netflix.com
disneyplus www.disneyplus.com disney.api.edge.bamgrid.com vod-akc-eu-west-1.media.dssott.com prod-ripcut-delivery.disney-plus.net
amazon_streaming www.primevideo.com atv-ps-eu.amazon.com s3-dub-w26.cf.dash.row.aiv-cdn.net m.media.pv-cdn.net
hbomax play.max.com www.hbomax.com default.any-any.prd.api.discomax.com
hulu www.hulu.com img.hulu.com ib1.huluim.com vodmanifest.hulustream.com
peacock_tv www.peacocktv.com peacocktv.com
paramountplus www.paramountplus.com pplusstatic.com
apple_streaming tv.apple.com play-edge.itunes.apple.com vod-ak-svod.tv.apple.com
crunchyroll www.crunchyroll.com beta-api.crunchyroll.com
discoveryplus www.discoveryplus.com discoveryplus.co.uk
twitch www.twitch.tv gql.twitch.tv video-weaver.fra02.hls.ttvnw.net static-cdn.jtvnw.net static.twitchcdn.net
kick www.kick.com kick.com
dailymotion www.dailymotion.com s1.dmcdn.net dai.ly
vimeo vimeo.com player.vimeo.com f.vimeocdn.com
rumble www.rumble.com rmbl.ws
odysee www.odysee.com odycdn.com
plex app.plex.tv 192-168-1-5.abcdef.plex.direct
pluto_tv www.pluto.tv plutotv.net
tubi www.tubi.tv tubitv.com
nebula www.nebula.tv nebula.app
samsung_tv_plus www.samsungtvplus.com samsungtvplus.com
rakuten_tv www.rakuten.tv rakuten.tv
rakuten_viki www.viki.com viki.io
iqiyi www.iqiyi.com iq.com
bilibili www.bilibili.com api.bilibili.com i0.hdslb.com upos-sz-mirrorcos.bilivideo.com
youku www.youku.com ykimg.com
hotstar www.hotstar.com jiohotstar.com
globoplay globoplay.globo.com globoplay.com
canais_globo canaisglobo.globo.com www.canaisglobo.globo.com
looke www.looke.com.br looke.com.br
lionsgateplus www.lionsgateplus.com starzplay.com
directvgo www.directvgo.com directvgo.com
espn www.espn.com espn.net
fifa www.fifa.com fifa.org
dazn www.dazn.com dazn-api.com
canal_plus www.canalplus.com secure-gen-hapi.canal-plus.com
molotov www.molotov.tv molotov.tv
france_tv www.france.tv francetv.fr
tf1 www.tf1.fr mediainfo.tf1.fr
m6_plus www.6play.fr m6.fr
arte www.arte.tv api.arte.tv
ard_mediathek www.ardmediathek.de ardmediathek.de
zdf www.zdf.de zdf.de
rtl_plus www.rtlplus.de rtlplus.com
joyn www.joyn.de joyn.at
zattoo www.zattoo.com zattoo.com
raiplay www.raiplay.it raiplaysound.it
mediaset mediasetinfinity.mediaset.it www.mediasetinfinity.it
atresplayer www.atresplayer.com atresplayer.com
rtve www.rtve.es rtve.es
videoland www.videoland.com videoland.com
npo www.npo.nl npostart.nl
itvx www.itv.com itvx.com
channel4 www.channel4.com c4assets.com
youtube_music music.youtube.com www.music.youtube.com
spotify open.spotify.com spclient.wg.spotify.com i.scdn.co audio-fa.scdn.co audio4-ak-spotify-com.akamaized.net
apple_music music.apple.com amp-api.music.apple.com aod.itunes.apple.com
amazon_music music.amazon.com music.amazon.de
deezer www.deezer.com e-cdns-images.dzcdn.net
soundcloud soundcloud.com api-v2.soundcloud.com i1.sndcdn.com
tidal listen.tidal.com api.tidalhifi.com
qobuz www.qobuz.com qobuz.com
bandcamp www.bandcamp.com bcbits.com
pandora www.pandora.com p-cdn.us
iheartradio www.iheart.com iheartradio.com
tunein www.tunein.com radiotime.com
mixcloud www.mixcloud.com mixcloud.com
audible www.audible.com audible.ca
steam store.steampowered.com api.steampowered.com steamcommunity.com cdn.cloudflare.steamstatic.com cache1-fra1.steamcontent.com steamcdn-a.akamaihd.net
epic_games www.epicgames.com fortnite-public-service-prod11.ol.epicgames.com www.fortnite.com www.unrealengine.com
roblox www.roblox.com tr.rbxcdn.com setup.rbxcdn.com gamejoin.roblox.com
minecraft www.minecraft.net sessionserver.mojang.com api.minecraftservices.com
xboxlive www.xbox.com user.auth.xboxlive.com xsts.auth.xboxlive.com
playstation www.playstation.com fe1.np.community.playstation.net auth.api.sonyentertainmentnetwork.com
nintendo www.nintendo.com accounts.nintendo.com conntest.nintendowifi.net npns-dev.c.app.nintendo.net
battle_net eu.battle.net us.actual.battle.net
blizzard_entertainment www.blizzard.com blizzard.cn
activision_blizzard www.activision.com callofduty.com
electronic_arts www.ea.com gateway.ea.com river.data.ea.com
origin api1.origin.com www.origin.com
ubisoft www.ubisoft.com public-ubiservices.ubi.com
rockstar_games www.rockstargames.com rsg.sc
riot_games auth.riotgames.com lol.dyn.riotcdn.net
leagueoflegends www.leagueoflegends.com prod.euw1.lol.riotgames.pvp.net
valorant playvalorant.com www.playvalorant.com
wargaming www.wargaming.net wgcdn.co
gog www.gog.com gog-statics.com
supercell supercell.com game.brawlstarsgame.com game.clashofclans.com
king www.king.com candycrushsaga.com
zynga www.zynga.com zynga.com
hoyoverse www.hoyoverse.com hoyolab.com
pokemon_go www.pokemongolive.com pokemongo.com
pubg www.pubg.com pubgmobile.com
free_fire www.garena.com freefiremobile.com
geforce_now play.geforcenow.com prod.cloudmatchbeta.nvidiagrid.net
meta_quest www.oculus.com oculuscdn.com
faceit www.faceit.com faceit-cdn.net
itch_io www.itch.io itch.zone
game_jolt www.gamejolt.com gamejolt.net
chess_com www.chess.com chesscomfiles.com
lichess www.lichess.org lichess1.org
poki www.poki.com poki.io
crazygames www.crazygames.com crazygames.fr
coolmath_games www.coolmathgames.com coolmathgames.com
friv www.friv.com friv.com
y8 www.y8.com y8.com
amazon www.amazon.com www.amazon.de m.media-amazon.com images-na.ssl-images-amazon.com
ebay www.ebay.de i.ebayimg.com ir.ebaystatic.com
aliexpress www.aliexpress.com ae01.aliexpress-media.com
alibaba www.alibaba.com alibaba.com
taobao www.taobao.com taobao.global
temu www.temu.com img.kwcdn.com
shein www.shein.com img.ltwebstatic.com
wish www.wish.com contextlogic.com
etsy www.etsy.com etsystatic.com
vinted www.vinted.fr images1.vinted.net
leboncoin www.leboncoin.fr leboncoin.fr
kleinanzeigen www.kleinanzeigen.de ebay-kleinanzeigen.de
marktplaats www.marktplaats.nl marktplaats.com
subito www.subito.it subito.it
wallapop www.wallapop.com wallapop.com
zalando www.zalando.de img01.ztat.net
asos www.asos.com asos-media.com
bol www.bol.com bol.com
cdiscount www.cdiscount.com cdiscount.com
otto www.otto.de otto.de
allegro www.allegro.pl allegro.com
walmart www.walmart.com walmart.ca
mercado_libre www.mercadolibre.com.mx http2.mlstatic.com www.mercadolivre.com.br
shopee www.shopee.com shopee.co.id
lazada www.lazada.com lazada.co.id
tinder tinder.com api.gotinder.com images-ssl.gotinder.com
bumble www.bumble.com bumble.com
badoo badoo.com eu1.badoo.com badoocdn.com
grindr grindr.mobi cdns.grindr.com
hinge www.hinge.co hingeaws.net
okcupid www.okcupid.com okccdn.com
plenty_of_fish www.pof.com plentyoffish.com
match www.match.com match.com
meetic www.meetic.com meetic.fr
happn www.happn.com happn.fr
lovoo www.lovoo.com lovoo.net
parship www.parship.com parship.de
adopte www.adopteunmec.com adopte.app
fruitz www.fruitz.io fruitz.io
feeld www.feeld.co feeld.co
ome_tv www.ome.tv ome.tv
chatroulette www.chatroulette.com chatroulette.com
tantan www.tantanapp.com tantanapp.com
onlyfans www.onlyfans.com onlyfans.com
fansly www.fansly.com fansly.com
pornhub www.pornhub.com ei.phncdn.com
xvideos www.xvideos.com cdn77-pic.xvideos-cdn.com
xhamster www.xhamster.com xhamster.desi
chaturbate www.chaturbate.com highwebmedia.com
bet365 www.bet365.com www.bet365.es
betano www.betano.com betano.de
betclic www.betclic.com betclic.fr
betfair www.betfair.com betfair.es
betway www.betway.com betway.es
blaze www.blaze.com blaze.com
bwin www.bwin.com bwin.fr
draftkings www.draftkings.com draftkings.com
fanduel www.fanduel.com fanduel.com
fdj www.fdj.fr fdj.fr
kalshi www.kalshi.com kalshi.com
lottomatica www.lottomatica.it lottomatica.it
pmu www.pmu.fr pmu.fr
pokerstars www.pokerstars.com pokerstars.net
polymarket www.polymarket.com polymarket.com
roobet www.roobet.com roobet.com
sisal www.sisal.it sisal.it
snai www.snai.it snai.it
stake www.stake.com stake.us
tipico www.tipico.com tipico.de
toto www.toto.nl toto.nl
unibet www.unibet.com unibet.fr
william_hill www.williamhill.com williamhill.es
winamax www.winamax.fr winamax.com
xbet www.1xbet.com 1xbet.com
wetransfer wetransfer.com we.tl download.wetransfer.com
smash www.fromsmash.com fromsmash.com
transfernow www.transfernow.net transfernow.net
swisstransfer www.swisstransfer.com swisstransfer.com
filemail www.filemail.com filemail.com
send_anywhere www.send-anywhere.com send-anywhere.com
grosfichiers www.grosfichiers.com grosfichiers.com
wormhole www.wormhole.app wormhole.app
mega mega.nz g.api.mega.co.nz eu.static.mega.co.nz
pcloud www.pcloud.com pcloud.link
terabox www.terabox.com teraboxapp.com
google_drive drive.google.com drive.usercontent.google.com
onedrive onedrive.live.com api.onedrive.com 1drv.ms skyapi.onedrive.live.com
dropbox www.dropbox.com api.dropboxapi.com dl.dropboxusercontent.com cfl.dropboxstatic.com
pastebin www.pastebin.com pastebin.com
hastebin www.hastebin.com hastebin.com
paste_ee www.paste.ee paste.ee
dpaste www.dpaste.com dpaste.org
privatebin www.privatebin.net privatebin.info
rentry www.rentry.co rentry.org
justpaste_it www.justpaste.it jpst.it
controlc www.controlc.com controlc.com
termbin www.termbin.com termbin.com
textbin www.textbin.net textbin.net
gofile www.gofile.io gofile.io
catbox www.catbox.moe catbox.moe
file_io www.file.io file.io
pixeldrain www.pixeldrain.com pixeldrain.net
krakenfiles www.krakenfiles.com krakenfiles.com
workupload www.workupload.com workupload.com
uguu www.uguu.se uguu.se
tmpfiles www.tmpfiles.org tmpfiles.org
null_pointer 0x0.st www.0x0.st
box app.box.com upload.box.com cdn01.boxcdn.net dl.boxcloud.com
proton_drive drive.proton.me drive-api.proton.me
yandex_disk www.yadi.sk yadi.sk
mediafire www.mediafire.com mediafire.com
one_fichier www.1fichier.com 1fichier.com
rapidgator www.rapidgator.net rapidgator.asia
backblaze www.backblaze.com backblazeb2.com
icedrive www.icedrive.net icedrive.io
internxt www.internxt.com internxt.com
koofr www.koofr.net koofr.eu
scribd www.scribd.com scribdassets.com
gmail mail.google.com gmail.com imap.gmail.com smtp.gmail.com
outlook outlook.live.com www.hotmail.com imap-mail.outlook.com
yahoo_mail mail.yahoo.com imap.mail.yahoo.com mail.yahoo.co.jp
proton_mail mail.proton.me mail-api.proton.me account.protonmail.com
gmx www.gmx.net imap.gmx.com navigator.gmx.net
aol_mail mail.aol.com imap.aol.com
tuta app.tuta.com mail.tutanota.com
web_de www.web.de web.de
mail_ru www.mail.ru imgsmail.ru
laposte www.laposte.net laposte.net
fastmail www.fastmail.com fastmail.fm
zoho_mail www.zohomail.com zohomail.eu
posteo www.posteo.de posteo.net
mailbox_org www.mailbox.org mailbox.org
temp_mail www.temp-mail.org temp-mail.io
guerrilla_mail www.guerrillamail.com guerrillamail.net
icloud_private_relay mask.icloud.com mask-h2.icloud.com
nordvpn nordvpn.com api.nordvpn.com downloads.nordcdn.com
expressvpn www.expressvpn.com www.expressapisv2.net
surfshark www.surfshark.com my.surfshark.com
proton_vpn protonvpn.com api.protonvpn.ch vpn-api.proton.me
cyberghost www.cyberghostvpn.com cg-dialup.net
private_internet_access www.privateinternetaccess.com piaservers.net
mullvad www.mullvad.net mullvad.net
ivpn www.ivpn.net ivpn.net
windscribe www.windscribe.com whiskergalaxy.com
tunnelbear www.tunnelbear.com tunnelbear.com
hotspot_shield www.hotspotshield.com hsselite.com
hide_me www.hide.me hide.me
vyprvpn www.vyprvpn.com goldenfrog.com
adguard_vpn www.adguard-vpn.com adguard-vpn.work
cloudflare_warp api.cloudflareclient.com engage.cloudflareclient.com
hola www.hola.org hola-vpn.com
urban_vpn www.urban-vpn.com urban-vpn.com
turbo_vpn www.turbovpn.com turbovpn.com
psiphon www.psiphon.ca psiphon3.com
lantern www.getlantern.org lantern.io
ultrasurf www.ultrasurf.us ultrasurf.us
tor www.torproject.org dist.torproject.org
croxyproxy www.croxyproxy.com croxyproxy.rocks
ipvanish www.ipvanish.com api.ipvanish.com
purevpn www.purevpn.com purevpn.com
hide_my_ass www.hidemyass.com hidemyass.com
privado_vpn privadovpn.com www.privadovpn.com
opera_vpn api.sec-tunnel.com api2.sec-tunnel.com www.surfeasy.com
mozilla_vpn vpn.mozilla.org www.vpn.mozilla.org
zenmate zenmate.com www.zenmate.com
veepn veepn.com www.veepn.com
browsec browsec.com www.browsec.com
betternet www.betternet.co betternet.co
touch_vpn touchvpn.net www.touchvpn.net
x_vpn xvpn.io www.xvpn.io
planet_vpn freevpnplanet.com www.freevpnplanet.com
nym nymvpn.com validator.nymtech.net
vpn_gate www.vpngate.net vpngate.net
web_proxies www.proxysite.com eu1.proxysite.com www.blockaway.net
encrypted_dns dns.google mozilla.cloudflare-dns.com chrome.cloudflare-dns.com dns.quad9.net abc123.dns.nextdns.io doh.opendns.com dns.adguard-dns.com sky.rethinkdns.com
playstore play.google.com play-lh.googleusercontent.com play-fe.googleapis.com
app_store apps.apple.com iosapps.itunes.apple.com
galaxy_store www.samsungapps.com samsungapps.com
microsoft_store apps.microsoft.com storeedgefd.dsx.mp.microsoft.com
f_droid www.f-droid.org f-droid.org
aptoide www.aptoide.com aptoide.com
apkpure www.apkpure.com apkpure.net
uptodown www.uptodown.com uptodown.net
teamviewer www.teamviewer.com router1.teamviewer.com client.teamviewer.com
anydesk anydesk.com boot.net.anydesk.com relays.net.anydesk.com
rustdesk www.rustdesk.com rustdesk.com
parsec www.parsec.app parsecgaming.com
chrome_remote_desktop remotedesktop.google.com remotedesktop-pa.googleapis.com
tailscale www.tailscale.com tailscale.io
zerotier www.zerotier.com zerotier.com
canva www.canva.com canva.cn
capcut www.capcut.com capcutapi.com
figma www.figma.com figma.site
miro www.miro.com miro.com
trello www.trello.com trellocdn.com
notion www.notion.so api.notion.com
evernote www.evernote.com evernote.com
github github.com api.github.com raw.githubusercontent.com github.githubassets.com
gitlab www.gitlab.com gitlab.io
stack_overflow www.stackoverflow.com stackexchange.com
deepl www.deepl.com api-free.deepl.com
wikipedia en.wikipedia.org upload.wikimedia.org de.m.wikipedia.org
wattpad www.wattpad.com wattpad.com
fandom www.fandom.com wikia.com
ao3 www.archiveofourown.org archiveofourown.org
webtoon www.webtoons.com webtoon.com
brainly www.brainly.com brainly.pl
chegg www.chegg.com chegg.com
speedtest www.speedtest.net ookla.com
binance www.binance.com binance.us
coinbase www.coinbase.com coinbase.com
`;
