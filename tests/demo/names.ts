/**
 * Names that a household queries, grouped by activity. The most frequent ones are among the OpenDNS
 * top domains (public domain), the others are well-known hosts of their services. Only the threats
 * are invented, under a name that nobody can own (RFC 2606).
 */

const groups = {
  news:
    "www.bbc.co.uk www.tagesschau.de www.spiegel.de www.zeit.de www.theguardian.com www.nytimes.com edition.cnn.com " +
    "www.heise.de www.lemonde.fr www.reuters.com www.weather.com www.accuweather.com",
  web:
    "www.google.com duckduckgo.com www.wikipedia.org de.wikipedia.org en.wikipedia.org www.amazon.de www.ebay.de " +
    "www.paypal.com maps.google.com www.imdb.com www.reddit.com www.pinterest.com www.tumblr.com stackoverflow.com " +
    "www.booking.com www.ikea.com www.chefkoch.de www.bahn.de www.dhl.de www.wordpress.com www.flickr.com imgur.com",
  content:
    "fonts.googleapis.com fonts.gstatic.com ajax.googleapis.com www.gstatic.com cdn.jsdelivr.net unpkg.com " +
    "cdnjs.cloudflare.com code.jquery.com static.cloudflareinsights.com a248.e.akamai.net i.ytimg.com yt3.ggpht.com " +
    "s.w.org secure.gravatar.com upload.wikimedia.org i.redd.it m.media-amazon.com images-na.ssl-images-amazon.com " +
    "pbs.twimg.com abs.twimg.com static.xx.fbcdn.net use.typekit.net maxcdn.bootstrapcdn.com d3.sfdict.com " +
    "e1.akamaiedge.net www.recaptcha.net ocsp.digicert.com ocsp.globalsign.com r3.o.lencr.org",
  ads:
    "ad.doubleclick.net stats.g.doubleclick.net googleads.g.doubleclick.net pagead2.googlesyndication.com " +
    "www.googleadservices.com tpc.googlesyndication.com ib.adnxs.com acdn.adnxs.com fastlane.rubiconproject.com " +
    "ads.pubmatic.com hbopenbid.pubmatic.com u.openx.net dsum-sec.casalemedia.com bidder.criteo.com static.criteo.net " +
    "cdn.taboola.com trc.taboola.com widgets.outbrain.com www8.smartadserver.com cdn.adform.net match.adsrvr.org " +
    "insight.adsrvr.org sync.mathtag.com ads.yahoo.com c.amazon-adsystem.com aax-eu.amazon-adsystem.com " +
    "ad.yieldlab.net ads.stickyadstv.com tags.mathtag.com servedby.flashtalking.com s.adroll.com sync.1rx.io",
  trackers:
    "www.google-analytics.com ssl.google-analytics.com region1.google-analytics.com app-measurement.com " +
    "sb.scorecardresearch.com secure-dcr.imrworldwide.com static.hotjar.com script.hotjar.com ping.chartbeat.net " +
    "static.chartbeat.com api.mixpanel.com api2.amplitude.com cdn.segment.io dpm.demdex.net cm.everesttech.net " +
    "tags.bluekai.com idsync.rlcdn.com bcp.crwdcntrl.net s7.addthis.com b.scorecardresearch.com pixel.quantserve.com " +
    "de.ioam.de script.ioam.de logs1.xiti.com connect.facebook.net pixel.facebook.com bat.bing.com ct.pinterest.com " +
    "analytics.tiktok.com tr.snapchat.com t.myvisualiq.net cdn.mouseflow.com bam.nr-data.net js-agent.newrelic.com",
  mobileAds:
    "app.adjust.com s2s.adjust.com launches.appsflyersdk.com t.appsflyer.com ms.applovin.com rt.applovin.com " +
    "config.unityads.unity3d.com auction.unityads.unity3d.com api.vungle.com outcome-ssp.supersonicads.com " +
    "live.chartboost.com ads.inmobi.com googleads.g.doubleclick.net admob.com adcolony.com",
  social:
    "i.instagram.com graph.instagram.com scontent.cdninstagram.com graph.facebook.com edge-mqtt.facebook.com " +
    "www.facebook.com api.twitter.com www.tiktok.com api16-normal-c-useast1a.tiktokv.com v16-webapp.tiktok.com " +
    "api.snapchat.com app.snapchat.com gcp.api.snapchat.com www.reddit.com gql.reddit.com discord.com " +
    "gateway.discord.gg cdn.discordapp.com",
  messages:
    "g.whatsapp.net mmg.whatsapp.net media.whatsapp.net e1.whatsapp.net chat.signal.org cdn.signal.org " +
    "api.telegram.org outlook.office365.com imap.gmail.com mail.google.com calendar.google.com gateway.icloud.com",
  video:
    "www.youtube.com youtubei.googleapis.com rr3---sn-4g5e6nzl.googlevideo.com rr5---sn-4g5lznek.googlevideo.com " +
    "www.netflix.com api-global.netflix.com occ-0-769-768.1.nflxso.net ipv4-c012-fra001-ix.1.oca.nflxvideo.net " +
    "disney.api.edge.bamgrid.com vod-akc-eu-central-1.media.dssott.com atv-ps-eu.amazon.de www.twitch.tv " +
    "usher.ttvnw.net video-weaver.fra05.hls.ttvnw.net api.ardmediathek.de zdf-cdn.live.cellular.de vimeo.com",
  music:
    "api.spotify.com spclient.wg.spotify.com audio-fa.scdn.co i.scdn.co apresolve.spotify.com soundcloud.com",
  games:
    "api.roblox.com www.roblox.com avatar.roblox.com minecraft.net sessionserver.mojang.com api.minecraftservices.com " +
    "store.steampowered.com steamcdn-a.akamaihd.net api.epicgames.dev fortnite-public-service-prod11.ol.epicgames.com " +
    "supercell.com game.brawlstarsgame.com lol.secure.dyn.riotcdn.net",
  console: "accounts.nintendo.com dauth-lp1.ndas.srv.nintendo.net atum.hac.lp1.d4c.nintendo.net " +
    "receive-lp1.dg.srv.nintendo.net ctest.cdn.nintendo.net conntest.nintendowifi.net api.accounts.nintendo.com",
  school:
    "classroom.google.com docs.google.com drive.google.com www.khanacademy.org anton.app api.anton.app " +
    "www.duolingo.com kahoot.it moodle.bildung.de quizlet.com www.geogebra.org translate.google.com www.leo.org",
  work:
    "teams.microsoft.com login.microsoftonline.com outlook.office.com contoso.sharepoint.com graph.microsoft.com " +
    "slack.com wss-primary.slack.com edgeapi.slack.com github.com api.github.com zoom.us us04web.zoom.us " +
    "registry.npmjs.org pypi.org www.figma.com atlassian.net",
  apple:
    "gateway.icloud.com p42-contacts.icloud.com gsp-ssl.ls.apple.com init.itunes.apple.com api.apple-cloudkit.com " +
    "mesu.apple.com captive.apple.com courier.push.apple.com 17-courier.push.apple.com xp.apple.com time.apple.com " +
    "is1-ssl.mzstatic.com weather-data.apple.com metrics.apple.com iadsdk.apple.com",
  android:
    "android.clients.google.com play.googleapis.com mtalk.google.com connectivitycheck.gstatic.com " +
    "firebaseinstallations.googleapis.com device-provisioning.googleapis.com www.googleapis.com time.android.com " +
    "app-measurement.com firebaselogging-pa.googleapis.com crashlyticsreports-pa.googleapis.com",
  windows: "settings-win.data.microsoft.com www.msftconnecttest.com ctldl.windowsupdate.com " +
    "fe3cr.delivery.mp.microsoft.com login.live.com v10.events.data.microsoft.com vortex.data.microsoft.com " +
    "client.wns.windows.com edge.microsoft.com time.windows.com officeclient.microsoft.com",
  samsungTv:
    "api.samsungcloudsolution.com osb-apps.samsungqbe.com acr-eu-prd.samsungcloud.tv log-config.samsungacr.com " +
    "ads.samsung.com config.samsungads.com time.samsungcloudsolution.com cdn.samsungcloudsolution.com " +
    "lcprd1.samsungcloudsolution.net",
  lgTv:
    "eic.lgtviot.com aic-ngfts.lge.com ad.lgappstv.com ibs.lgappstv.com ngfts.lge.com gb.lgtvsdp.com " +
    "eu.rdx2.lgtvsdp.com snu.lge.com",
  stick:
    "device-metrics-us.amazon.com device-metrics-us-2.amazon.com api.amazon.com dcape-na.amazon.com " +
    "todo-ta-g7g.amazon.com unagi-eu.amazon.com softwareupdates.amazon.com ntp-g7g.amazon.com aviary.amazon.de",
  speaker:
    "api.sonos.com ws.sonos.com msmetrics.ws.sonos.com feature-config.sslauth.sonos.com 0.sonostime.pool.ntp.org",
  echo:
    "bob-dispatch-prod-eu.amazon.com avs-alexa-4-eu.amazon.com device-metrics-us.amazon.com ntp-g7g.amazon.com " +
    "api.amazonalexa.com fireoscaptiveportal.com",
  hub:
    "discovery.meethue.com ws.meethue.com time.meethue.com diagnostics.meethue.com www.ecdinterface.philips.com",
  thermostat: "api.tado.com my.tado.com hops.tado.com i.tado.com",
  camera:
    "devs.tplinkcloud.com n-euw1-devs.tplinkcloud.com security.iot.i.tplinkcloud.com aps1-relay-dcipc.i.tplinknbu.com",
  doorbell: "api.ring.com fw.ring.com es.ring.com ntp.ring.com app-snaps.ring.com",
  vacuum:
    "eu.ott.io.mi.com ott.io.mi.com de.api.io.mi.com data.mistat.xiaomi.com tracking.intl.miui.com",
  printer:
    "xml.avatar.ext.hp.com chat.hpeprint.com ccc.ext.hp.com inkmanagement.hpconnectedpro.com www.hpeprint.com",
  nas:
    "update7.synology.com checkip.synology.com pkgupdate7.synology.com notification.synology.com relay.synology.com",
  solar: "portal.fronius.com solarweb.fronius.com time.fronius.com api.open-meteo.com",
  car: "ota.teslamotors.com hermes-prd.vn.teslamotors.com owner-api.teslamotors.com",
  threats:
    "paypal-secure-login.example parcel-customs-fee.example steamcommunlty.example micros0ft-support.example " +
    "free-robux-now.example bank-push-tan.example",
  bypass:
    "dns.google cloudflare-dns.com mask.icloud.com mask-h2.icloud.com doh.opendns.com api.nordvpn.com " +
    "downloads.nordcdn.com www.torproject.org",
  gone:
    "tracker.coppersurfer.tk old-intranet.example.com api.fitlog-app.net update.abandoned-toy.com",
} as const;

/** A group of names. */
export type NameGroup = keyof typeof groups;

/** The names by group. */
export const NAMES = Object.fromEntries(
  Object.entries(groups).map(([group, text]) => [group, text.split(" ")]),
) as unknown as Readonly<Record<NameGroup, readonly string[]>>;

/** Names of domains that never answer, so that some queries fail. */
export const FAILING: ReadonlySet<string> = new Set(NAMES.gone);
