/**
 * The list that a box uses before any other is fetched: well-known advertising, tracking and
 * telemetry hosts, compiled by the project from general knowledge. It is short on purpose: blocking
 * its names breaks nothing that people use.
 */

/** Title of a section and its names, each blocked with its subdomains. */
const SECTIONS: readonly (readonly [title: string, names: string])[] = [
  [
    "Google advertising and measurement",
    "doubleclick.net googlesyndication.com googleadservices.com google-analytics.com googletagservices.com " +
    "2mdn.net admob.com adservice.google.com app-measurement.com invitemedia.com urchin.com",
  ],
  [
    "Exchanges, sell side and buy side platforms",
    "adnxs.com adnxs-simple.com rubiconproject.com pubmatic.com openx.net casalemedia.com indexww.com criteo.com " +
    "criteo.net taboola.com outbrain.com outbrainimg.com smartadserver.com sascdn.com adform.net adformdsp.net " +
    "bidswitch.net sharethrough.com spotxchange.com spotx.tv teads.tv triplelift.com 3lift.com gumgum.com " +
    "yieldmo.com sonobi.com sovrn.com lijit.com contextweb.com 33across.com adtelligent.com districtm.io " +
    "districtm.ca emxdgt.com undertone.com media.net mediavine.com adsrvr.org mathtag.com turn.com rlcdn.com " +
    "tidaltv.com tremorhub.com videoamp.com yieldlab.net yieldlove.com adition.com adscale.de adspirit.de " +
    "improvedigital.com 360yield.com stroeerdigitalgroup.de stickyadstv.com freewheel.tv fwmrm.net smaato.net " +
    "smaato.com inmobi.com mopub.com vungle.com applovin.com applvn.com unityads.unity3d.com ironsrc.com " +
    "supersonicads.com supersonic.com chartboost.com tapjoy.com tapjoyads.com fyber.com inner-active.mobi " +
    "adcolony.com startappservice.com startappexchange.com millennialmedia.com flurry.com leadbolt.net " +
    "airpush.com mobfox.com pangleglobal.com pangle.io liftoff.io moloco.com digitalturbine.com kargo.com " +
    "nativo.com ntv.io revcontent.com mgid.com adblade.com content.ad engageya.com zergnet.com ligatus.com " +
    "plista.com dianomi.com adyoulike.com omnitagjs.com seedtag.com ogury.com ogury.io onetag.com onetag-sys.com " +
    "rtbhouse.com creativecdn.com zemanta.com steelhousemedia.com adroll.com perfectaudience.com bidr.io " +
    "beeswax.com betweendigital.com bidtheatre.com adkernel.com adtarget.me admixer.net admedo.com adman.gr " +
    "eskimi.com e-planning.net eplanning.net getintent.com iponweb.net loopme.me loopme.com lkqd.net lkqd.com " +
    "lucead.com mfadsrvr.com mookie1.com netseer.com nexac.com owneriq.net platform161.com pulsepoint.com " +
    "quantserve.com quantcount.com rhythmone.com richaudience.com rfihub.com rfihub.net rocketfuel.com rundsp.com " +
    "simpli.fi sitescout.com basis.net stackadapt.com tapad.com themediagrid.com tribalfusion.com exponential.com " +
    "truoptik.com unrulymedia.com rtk.io vidoomy.com viralize.tv visx.net w55c.net yieldoptimizer.com zeotap.com " +
    "zedo.com adtech.de adtechus.com advertising.com atwola.com adap.tv brightroll.com btrll.com gemini.yahoo.com " +
    "adspeed.net adspeed.com burstnet.com buysellads.com buysellads.net carbonads.com carbonads.net " +
    "servedby-buysellads.com bizographics.com adbrite.com adbutler.com servedbyadbutler.com adglare.net " +
    "adsafeprotected.com moatads.com moatpixel.com doubleverify.com dvtps.com integralads.com pixalate.com " +
    "adloox.com adlooxtracking.com peer39.net peer39.com grapeshot.co.uk iasds01.com serving-sys.com sizmek.com " +
    "flashtalking.com celtra.com innovid.com jivox.com eyereturn.com extremereach.io ad-delivery.net adthrive.com " +
    "ezoic.net ezoic.com ezodn.com monumetric.com",
  ],
  [
    "Pop-ups, redirects and aggressive networks",
    "popads.net popcash.net popmyads.com propellerads.com propellerclick.com onclickads.net onclkds.com " +
    "exoclick.com exosrv.com exdynsrv.com juicyads.com trafficjunky.net trafficjunky.com trafficfactory.biz " +
    "adsterra.com adsterratech.com hilltopads.net hilltopads.com clickadu.com adcash.com adxpansion.com " +
    "plugrush.com ero-advertising.com trafficstars.com tsyndicate.com clickaine.com evadav.com richads.com " +
    "revenuehits.com bidvertiser.com infolinks.com kontera.com vibrantmedia.com intellitxt.com skimresources.com " +
    "yllix.com clicksor.com",
  ],
  [
    "Measurement and user tracking",
    "scorecardresearch.com comscore.com imrworldwide.com chartbeat.com chartbeat.net parsely.com hotjar.com " +
    "hotjar.io mouseflow.com crazyegg.com clicktale.net fullstory.com inspectlet.com luckyorange.com " +
    "luckyorange.net smartlook.com sessioncam.com decibelinsight.net quantummetric.com contentsquare.net " +
    "contentsquare.com mixpanel.com mxpnl.com amplitude.com segment.io heapanalytics.com kissmetrics.com " +
    "kissmetrics.io woopra.com clicky.com getclicky.com statcounter.com histats.com gostats.com sitemeter.com " +
    "webtrends.com webtrendslive.com omtrdc.net 2o7.net demdex.net everesttech.net everestjs.net at-internet.com " +
    "xiti.com etracker.com etracker.de ioam.de iocnt.net infonline.de wemfbox.ch gemius.pl mediametrie.fr " +
    "estat.com weborama.fr weborama.com eulerian.net eulerian.com mc.yandex.ru yandexmetrica.com tns-counter.ru " +
    "top-fwz1.mail.ru counter.yadro.ru rambler-counter.ru hm.baidu.com cnzz.com umeng.com umengcloud.com 51.la",
  ],
  [
    "Data brokers and identity",
    "bluekai.com bkrtx.com exelator.com krxd.net lotame.com crwdcntrl.net agkn.com acxiom-online.com liveramp.com " +
    "pippio.com liadm.com liveintent.com id5-sync.com eyeota.net adsymptotic.com drawbridge.com semasio.net " +
    "intentiq.com permutive.com permutive.app zeustechnology.com ml314.com bombora.com dstillery.com " +
    "media6degrees.com tynt.com 1rx.io adhigh.net adgrx.com addthis.com addthisedge.com sharethis.com aidata.io " +
    "aidemsrv.com audrte.com bounceexchange.com bouncex.net blueconic.net cxense.com datonics.com pro-market.net " +
    "deepintent.com dotomi.com fastclick.net conversantmedia.com emetriq.de xplosion.de fiftyt.com gwallet.com " +
    "ipredictive.com adelphic.com jumptap.com myvisualiq.net visualiq.com navdmp.com nuggad.net mxptint.net " +
    "onaudience.com reson8.com retargeter.com rezync.com samba.tv sambatv.com tvsquared.com zqtk.net",
  ],
  [
    "Attribution in apps",
    "adjust.io adj.st appsflyer.com appsflyersdk.com kochava.com singular.net tenjin.io tenjin.com " +
    "apsalar.com localytics.com leanplum.com countly.com appmetrica.yandex.com airbridge.io tune.com " +
    "hasoffers.com mobileapptracking.com app.adjust.com s2s.adjust.com",
  ],
  [
    "Social and platform advertising",
    "ads-twitter.com analytics.twitter.com ads.linkedin.com snap.licdn.com ads.pinterest.com ct.pinterest.com " +
    "analytics.pinterest.com ads.tiktok.com analytics.tiktok.com ads-api.tiktok.com ads.reddit.com " +
    "pixel.reddit.com events.redditmedia.com tr.snapchat.com sc-analytics.appspot.com pixel.facebook.com " +
    "an.facebook.com bat.bing.com amazon-adsystem.com adsystem.amazon.com ads.yahoo.com analytics.yahoo.com " +
    "geo.yahoo.com ads.vk.com an.yandex.ru adfox.ru yabs.yandex.ru",
  ],
  [
    "Devices: televisions, phones and desktops that report home",
    "samsungads.com samsungacr.com samsungqbe.com ads.samsung.com lgsmartad.com " +
    "ad.lgappstv.com smartclip.net smartclip.com ibs.lgappstv.com tvinteractive.tv alphonso.tv logs.roku.com " +
    "ads.roku.com ravm.tv vizio-ads.com data.mistat.xiaomi.com tracking.miui.com ad.xiaomi.com ad.intl.xiaomi.com " +
    "tracking.rus.miui.com logservice.hicloud.com ads.huawei.com iadsdk.apple.com metrics.apple.com " +
    "vortex.data.microsoft.com telemetry.microsoft.com " +
    "device-metrics-us.amazon.com device-metrics-us-2.amazon.com",
  ],
];

/** The embedded list in adblock format. */
export const STARTER_LIST: string = [
  "! Title: Starter list",
  ...SECTIONS.flatMap((
    [title, names],
  ) => [`! ${title}`, ...names.split(" ").map((name) => `||${name}^`)]),
  "",
].join("\n");
