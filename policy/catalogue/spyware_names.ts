/**
 * Servers of commercial spyware, sold to watch a person in secret: the copy that is used until a
 * newer one is downloaded (A 7.4.2). From "Stalkerware Indicators of Compromise" of the Echap
 * organisation, CC-BY-4.0 (NOTICE), domains of its servers only.
 */

/** Where the list comes from, and how its publisher calls it. */
export const SPYWARE_LIST = {
  name: "Stalkerware Indicators of Compromise",
  homepage: "https://github.com/AssoEchap/stalkerware-indicators",
  licence: "CC-BY-4.0",
  url: "https://raw.githubusercontent.com/AssoEchap/stalkerware-indicators/master/generated/hosts",
} as const;

/**
 * Names that are left out of every copy, with their subdomains: servers that unrelated programs share,
 * such as analytics and packers of apps, and programs that work in the open, such as parental
 * controls, the trackers of vehicles and finders of lost phones.
 */
export const SPYWARE_EXCEPTIONS: readonly string[] = [
  "androidlost.appspot.com",
  "androidlost.com",
  "androidlost.firebaseio.com",
  "appjiagu.com",
  "apprtc.appspot.com",
  "azurewebsites.windows.net",
  "bark-android-media.s3.amazonaws.com",
  "bark.us",
  "find-my-phone-prod.herokuapp.com",
  "findmykids.org",
  "findmyphone.mangobird.com",
  "traccar-client-app.firebaseio.com",
  "traccar.org",
  "trackview.net",
  "umeng.com",
];

/** Hosts for everyone: their customers may be listed, they themselves are left out of every copy. */
export const SPYWARE_HOSTS: readonly string[] = ["aliyuncs.com", "firebaseio.com"];

/**
 * First labels of servers that a provider shares among all its customers, at the end of the CNAME
 * chains of unrelated sites: a unit of Azure App Service.
 */
export const SHARED_SERVER = /^waws-prod-/;

/** The names, each with its subdomains. */
export const SPYWARE_NAMES: readonly string[] = `
12d60.appspot.com 12d60.firebaseio.com 13-5.org 13-5.ru 1ca43.appspot.com 1topspy.com
4-dot-all-tracker.appspot.com 6-dot-all-tracker.appspot.com 6kvses.com 83dd4.appspot.com
8916f.appspot.com 89685.firebaseio.com 97.logger.mobi a-qa3.thd.cc a-spy.com a.hw.cab a.hwa.cab
a.syncvch.com a.thd.cc a342f.appspot.com a71f4.firebaseio.com absolutesoftsystem.in
ac480.firebaseio.com account.cellphone-remote-tracker.com account.childsafetytrackerapp.com
account.logger.mobi account.refog.com account.trackerplus.ru admin.flexispy.com alert.bk128.com
alert.xiz4me.com ali.panspy.com all-tracker.appspot.com all-tracker.firebaseio.com alltracker.org
alter757.info amon.android-monitor.ru amon1.android-monitor.ru and.info-taxi.info andmon.name
android-api.umobix.com android-apk.android-monitor.ru android-monitor.ru
android-monitor1.android-monitor.ru android-police.android-monitor.ru android-police.ru
android.chyldmonitor.com android.spy24.app android.spytoapp.com android.viptrack.ro
androidapk.biz anmon.android-monitor.ru anmon.name anmon.ru anmon.su anmon1.android-monitor.ru
antitheft-88554.firebaseio.com aovivo.foxspy.com.br api-project-285519687053.firebaseio.com
api-project-999803017449.firebaseio.com api.awarenesstechnologies.com api.bytepioner.com
api.childsafetytrackerapp.com api.clevguard.com api.corn-cob.com api.cp.onemonitar.com
api.flexispy.com api.free-spy.com api.lifecircle.app api.mobilebackup.biz api.mobilespy.at
api.mycellspy.com api.ogymogy.com api.seniorsafetyapp.com api.snoopza.com api.spylix.com
api.thd.cc api.trackview.lifecircle.app api.ttspy.com api007.foxspy.com.br api1.easydoc.info
api3.easydoc.info apidemo.spylix.com apispyhuman.com apitest.awarenesstechnologies.com
apiv4.alter757.info apk.mtf.re apk01.spytoapp.com apk02.spytoapp.com apk03.spytoapp.com
apk04.spytoapp.com apk7.biz apollospy.com app-api.phonedata.me app-api.spyzie.com
app.antifurtodroid.com app.api.spyzie.wondershare.cn app.appspy.net app.foreverspy.com
app.snoopza.com app.xdspy.app app.xyspy.com app2.snoopza.com appspy-net.firebaseio.com appspy.net
aps12.spyhuman.com aps13.spyhuman.com aps14.spyhuman.com aps15.spyhuman.com aps16.spyhuman.com
aps16042016.spyhuman.com aps17.spyhuman.com aps18data.securebackuponline.net
aps18file.securebackuponline.net aps2.spyhuman.com aps22.spyhuman.com asgard-f8c53.firebaseio.com
ass.absolutesoftsystem.in asset.bk128.com auto-forward.com autoforward-8433d.firebaseio.com
awamisolution.com awsapi.io b55y.net back.brunoespiao.com.br backup-a71f4.firebaseio.com bbrp.co
best-spy-apps.com beta-api.logger.mobi beta.logger.mobi beta.smstracker.com bi.thd.cc
bincdi.6kvses.com bincdi.birxpk.com birxpk.com bk128.com blurspy.com
brilliant-flame-585.firebaseio.com brunoespiao.com brunoespiao.com.br
brunoespiao2.s3.amazonaws.com c-phone.ru c1.panspy.com cabinet.ecohouse-eg.com
cabinet.gps-monitor.uz cabinet.kfnm.ru cabinet.thecybernanny.com cabinet.vegosm.ru
cabinet.vkur.se cabinet.vkur1.se catwatchful-e03b8-2.firebaseio.com
catwatchful-e03b8.firebaseio.com catwatchful.com cell-phones-tracker.net
cell-tracker-green.firebaseio.com cell-tracker-updated.firebaseio.com cellmonitoring.co
cellphone-remote-tracker.com cellphoneservices.info celltracker.mobi
celltrackernew.firebaseio.com celular007.s3.amazonaws.com cerberusapp.com clevguard.net
client.mobilefonex.com client.spyhide.com client.spyhide.ir clientreport.info cloud.ttspy.com
clues.link clues4.com cluestr.com control-phone-a05a3.firebaseio.com copy9.com copy9db.com
corn-cob.com cp.mspyonline.com cp.thewispy.com cpcalendars.spymasterpro.com
cpcontacts.spymasterpro.com d-app-apk.com d.corn-cob.com d.d-app-apk.com d.tispy.net
d1.panspy.com d1gslyvqtipqvi.cloudfront.net d24lo6rmha82nf.cloudfront.net
d2nipadu1fr4ne.cloudfront.net d3g4zswpacwtfb.cloudfront.net data-api.phonedata.me
data-api.spyzie.com data-webwatcherdata-alb-1451089636.us-west-2.elb.amazonaws.com
data.api.spyzie.wondershare.cn data.qa.webwatcherdata.com data.reptilicus.net
data.webwatcherdata.com data240.mrec24.com data241.mrec24.com ddiutilities.com dev.hoverwatch.com
dev.snoopza.com dev2.refog.com device-ac480.appspot.com device-ac480.firebaseio.com
disp2.mrec24.com dispatcher.mrecorder.com djp.bz dmw.bz dmw.cc downapk.spytoapp.com
download.webwatcherdata.com downloads.refog.com droimon20.ru dwn.vys.me dz7.wethnc067.xyz
e-spy.app e-spy.org e2c64.firebaseio.com eaglespy.com.br easydoc.info
easyloggerbeta.azurewebsites.net easyphonetrack.com ecom.flexispy.com
edlnc255s2q.s3.amazonaws.com einformatiks.com elcore-api.azurewebsites.net em.awsapi.io
emcpanel.com enterprise.cerberusapp.com evt17.com eyezyapp.thd.cc flower.snoopza.com
flushdata.1topspy.com flushdata.copy9db.com flushdata.hellospy.com flushdata2.hellospy.com
flushdata3.hellospy.com flushdata4.hellospy.com flushdata5.hellospy.com flushdbd.maxxspy.com
fonemonitor.vip foreverspy.com freemobilespy.net freespyapp.com ftp.info-taxi.info
get.snoopza.com getmspy.net getspylix.io guestspy.com hellospy.com hover.watch hoverwatch.com
hw.cab hwa.cab hwm.cab hws.icu hww.cab hz-service.thd.cc hz7.thd.cc hzdy.birxpk.com i.cocospy.com
i.fonemonitor.co i.hoverwatch.com i.minspy.com i.neatspy.com i.safespy.com i.spyic.com
i.spyier.com i.spyine.com i.spyzie.io i.teensafe.net i1.hoverwatch.com i10.clientreport.info
i11.clientreport.info i12.clientreport.info i13.clientreport.info i6.clientreport.info
i7.clientreport.info i8.clientreport.info i9.clientreport.info icloudappe.com idevs.co
ikeymonitor.com ikeymonitor.fr ikm.awsapi.io im.brunoespiao.com.br im.theonespy.com imobispy.com
imonitor-da8b2.firebaseio.com imonitorke.com imonitorsoft.cn imonitorsoft.com info-taxi.info
inv.logger.mobi ioi.life ios-gw.spynger.net ixhtb.s9gxw8.com izapk.xyz izspy-1313.firebaseio.com
jailbreak-gateway.thd.cc jjspy.com jjspy.ml key-logger-90fff.firebaseio.com
kidsguard-6c6a9.firebaseio.com kidsshield.net klg.a-spy.com kokum.ru kuuvv.com kvshdi.birxpk.com
kypler.com l.servidor.in labrador.ua laucass.forumactif.org lb.theonespy.com letmespy.com
lifecircle-223805.firebaseio.com locatorprivacy.com login.quanly24h.net login.webwatcher.com
loverman.net m-media.thd.cc m.a-spy.com m.asgardtech.ru m.lifecircle.app maglook.eu maxxspy.com
mcloud-api.thd.cc media-sync-a.copy9.com media-sync-a.exactspy.com media-sync-a.fonetracker.com
media-sync-a.ispyoo.com media-sync-a.thetruthspy.com media-sync-a100.fonetracker.com
media-sync-a100.thetruthspy.com media-sync-a600.fonetracker.com media-sync-a621.fonetracker.com
media-sync-a696.fonetracker.com media-sync-a710.fonetracker.com media-sync-a740.thetruthspy.com
media-sync-a743.thetruthspy.com media-sync-a746.thetruthspy.com media-sync-a747.thetruthspy.com
media-sync-a748.thetruthspy.com media-sync-a749.thetruthspy.com media-sync-a780.fonetracker.com
media-sync-a785.fonetracker.com media-sync-a7xx.thetruthspy.com media-sync-a810.thetruthspy.com
media-sync-a820.thetruthspy.com media-sync-a825.thetruthspy.com media-sync-a830.thetruthspy.com
media-sync-a835.thetruthspy.com media-sync-a895.thetruthspy.com media-sync-a8xx.thetruthspy.com
media-sync-a910.thetruthspy.com media-sync-a915.thetruthspy.com media-sync-a920.thetruthspy.com
media-sync-a925.thetruthspy.com media-sync-a930.thetruthspy.com media-sync-a935.thetruthspy.com
media-sync-a940.thetruthspy.com media-sync-a941.thetruthspy.com media-sync-a942.thetruthspy.com
media-sync-a943.thetruthspy.com media-sync-a944.thetruthspy.com media-sync-a945.thetruthspy.com
media-sync-a946.thetruthspy.com media-sync-a947.thetruthspy.com
media-sync.systemserviceprovider.com media.thetruthspy.com message-tracker-98822.firebaseio.com
messages01.smstracker.com messages02.smstracker.com mflx.biz mg-spyzie.oss-us-west-1.aliyuncs.com
mi.thd.cc microtracker-1ca43.firebaseio.com mintrack.vip mlite-app.livekit.cloud mlite-app.thd.cc
mlite-socket.thd.cc mliteapp.alter757.info mob-app-gw.spynger.net mob.eurotrans.kz mobi22.com
mobiispy.com mobil-kem.com mobile-gw.thd.cc mobile-tracker-data.com mobile-tracker-free.com
mobilenannylogs.com mobilerecorder-1277.firebaseio.com mobiletool.ru
monitor-android.android-monitor.ru monitor-ultra.com mrec24.com mrswd.wo87sf.com msafe.xyz
mspy.alter757.info mspyonline.com mspytrackercom.alter757.info mtechn.zendesk.com mtf.re
mtoolapp.biz mtoolapp.net mtracker.fortess.net mxspy.com my-spy-a9c92.firebaseio.com my.a-spy.com
my.aispyer.com my.copy9.com my.ispyoo.com my.jjspy.com my.kidsecured.com my.mobiletool.ru
my.mobispy.net my.mrec24.com my.mspyonline.com my.mtoolapp.net my.nexspy.com my.phonsee.com
my.securechildren.online my.snoopza.com my.spylix.com my.spynger.net my.spyzie.com
my.thespyapp.com my.thetruthspy.com my2.snoopza.com myappmobile-537f7.firebaseio.com
mycloud.wisemo.com mycloud1.wisemo.com mydwnd.com mzpgfh.uhabq9.com n.servidor.in
n6sm2m.celltracker.io neatspy.vip nemospy.com netspy-7b8ec.firebaseio.com ngc77.com
node-api.theonespy.com node1.theonespy.com node2.theonespy.com node3.theonespy.com
node4.theonespy.com node5.theonespy.com nodejs.spyhuman.com noujx.s9gxw8.com observer.back4app.io
office.hw.cab ogymoggy.firebaseio.com olurdaolurdediler.shop onespy-in-196211.firebaseio.com
onlinefundb.com package.mrec24.com package2.mrec24.com panel.spy24.net panel24.org
panspy-1.oss-us-west-1.aliyuncs.com panspy.com panspy.me pc.backupsoft.eu pc.brunoespiao.com.br
pc.foxspy.com.br pc.freespyapp.com pc.selfspy.com pc.spykontrol.com pc.spyone.pl
pc.viptelefonprogrami.com pc1.brunoespiao.com.br pctattletale.com pctattletalev2.s3.amazonaws.com
pgv4.com phone-backup-service.firebaseio.com phonecontrolapp-e2c64.firebaseio.com phonedata.me
phonesheriff.com phonespector-b2f13.firebaseio.com phonespector.com phonespying.com
phonetrack.com phonetracker.com phonetracker95gpsonly.firebaseio.com
phonetracking-dd226.firebaseio.com phonetracking.net pi.info-taxi.info pipe.thd.cc
play-store-3bb64.firebaseio.com portal.flexispy.com pro.logger.mobi prog-money.android-monitor.ru
prog-money.com project-323448153542050953.firebaseio.com
project-7991479181228723357.firebaseio.com protocol-a.copy9.com protocol-a.exactspy.com
protocol-a.fonetracker.com protocol-a.guestspy.com protocol-a.ispyoo.com protocol-a.mxspy.com
protocol-a.thetruthspy.com protocol-a100.fonetracker.com protocol-a100.phoneparental.com
protocol-a100.thetruthspy.com protocol-a5.guestspy.com protocol-a58.guestspy.com
protocol-a59.guestspy.com protocol-a6.thetruthspy.com protocol-a60.guestspy.com
protocol-a600.fonetracker.com protocol-a610.copy9.com protocol-a610.thetruthspy.com
protocol-a611.copy9.com protocol-a611.thetruthspy.com protocol-a612.copy9.com
protocol-a614.copy9.com protocol-a615.copy9.com protocol-a616.copy9.com protocol-a617.copy9.com
protocol-a618.copy9.com protocol-a620.copy9.com protocol-a621.copy9.com protocol-a65.guestspy.com
protocol-a69.copy9.com protocol-a696.copy9.com protocol-a70.guestspy.com protocol-a710.copy9.com
protocol-a712.fonetracker.com protocol-a72.thetruthspy.com protocol-a720.thetruthspy.com
protocol-a721.thetruthspy.com protocol-a722.thetruthspy.com protocol-a723.thetruthspy.com
protocol-a724.thetruthspy.com protocol-a725.thetruthspy.com protocol-a726.thetruthspy.com
protocol-a727.thetruthspy.com protocol-a728.thetruthspy.com protocol-a729.thetruthspy.com
protocol-a730.thetruthspy.com protocol-a731.thetruthspy.com protocol-a732.thetruthspy.com
protocol-a733.thetruthspy.com protocol-a734.thetruthspy.com protocol-a735.thetruthspy.com
protocol-a736.thetruthspy.com protocol-a737.thetruthspy.com protocol-a738.thetruthspy.com
protocol-a739.thetruthspy.com protocol-a740.thetruthspy.com protocol-a741.thetruthspy.com
protocol-a742.thetruthspy.com protocol-a743.thetruthspy.com protocol-a744.thetruthspy.com
protocol-a745.mxspy.com protocol-a745.thetruthspy.com protocol-a746.thetruthspy.com
protocol-a747.thetruthspy.com protocol-a748.thetruthspy.com protocol-a749.thetruthspy.com
protocol-a780.copy9.com protocol-a780.fonetracker.com protocol-a780.ispyoo.com
protocol-a780.mxspy.com protocol-a785.copy9.com protocol-a785.fonetracker.com
protocol-a810.ispyoo.com protocol-a810.mxspy.com protocol-a810.thetruthspy.com
protocol-a811.ispyoo.com protocol-a811.mxspy.com protocol-a880.ispyoo.com protocol-a89.ispyoo.com
protocol-a89.mxspy.com protocol-a910.thetruthspy.com protocol-a915.thetruthspy.com
protocol-a920.thetruthspy.com protocol-a925.thetruthspy.com protocol-a930.thetruthspy.com
protocol-a935.thetruthspy.com protocol-a940.thetruthspy.com protocol-a941.thetruthspy.com
protocol-a942.thetruthspy.com protocol-a943.thetruthspy.com protocol-a944.thetruthspy.com
protocol-a945.thetruthspy.com protocol-a946.thetruthspy.com protocol-a947.thetruthspy.com
protocol-monitor.thetruthspy.com protocol-viewer-a.copy9.com protocol.copy9.com
protocol.guestspy.com protocol.inospy.com protocol.ispyoo.com protocol.mxspy.com
protocol.systemserviceprovider.com protocol.thetruthspy.com proxy.reptilicus.net
ps97mailer.logger.mobi pulsesolutions-net-easy-logger.firebaseio.com push.mobilefonex.com
q12z.net q95294fs.beget.tech quanly24h.net rc-api.lifecircle.app rcomlogin.com
realtime-spy-mobile.com rec.hw.cab remotecommands.com remotesecurity-629f2.firebaseio.com
remotesecurityots.firebaseio.com remoto.foxspy.com.br repo.mspyonline.com reptilicus.net
rockalab.com rp.apollospy.com rp.dedrone.com.ua rp.labrador.ua rp.liquidblue.com.ua rrspy.com
rtc.ttspy.com runaki-support.appspot.com s.servidor.in s1.panspy.com s1.spylive360.com
s2.spylive360.com s3.spylive360.com s3.thd.cc s9gxw8.com safespy.vip
sandbox97.childsafetytrackerapp.com sandbox97.logger.mobi sandbox97.seniorsafetyapp.com
sap4mobile-89685.firebaseio.com sap4mobile.com sapient-flight-837.firebaseio.com
screentimelabs.appspot.com secondclone-2d312.firebaseio.com securebackuponline.net
senior-safety-189010.firebaseio.com senseye.spymasterpro.com sentry-01.thd.cc sentry-02.thd.cc
sentry-03.thd.cc sentry-04.thd.cc sentry-05.thd.cc sentry-06.thd.cc sentry-07.thd.cc
sentry-product-new.bbrp.co sentrypc.net server.androidmonitor.com server.freeandroidspy.com
service.n.weiguanai.cn service.weiguanai.cn services.spytoapp.com
servicesloggermobi.azurewebsites.net servidor.in setup.nemospy.com setupmail-a.icloudappe.com
setupmail-a720.icloudappe.com setupmail-a722.icloudappe.com setupmail-a724.icloudappe.com
setupmail-a725.icloudappe.com setupmail-a726.icloudappe.com setupmail-a727.icloudappe.com
setupmail-a729.icloudappe.com setupmail-a732.icloudappe.com setupmail-a733.icloudappe.com
setupmail-a734.icloudappe.com setupmail-a735.icloudappe.com setupmail-a737.icloudappe.com
setupmail-a738.icloudappe.com setupmail-a740.icloudappe.com setupmail-a741.icloudappe.com
setupmail-a742.icloudappe.com setupmail-a743.icloudappe.com setupmail-a744.icloudappe.com
setupmail-a745.icloudappe.com setupmail-a746.icloudappe.com setupmail-a747.icloudappe.com
setupmail-a748.icloudappe.com setupmail-a910.icloudappe.com setupmail-a915.icloudappe.com
setupmail-a920.icloudappe.com setupmail.icloudappe.com shadow-logs.com shadow-spy.com
shadowappbundle-default-rtdb.firebaseio.com shadowlogspanel.firebaseio.com
sl360-7ba65.firebaseio.com smartback-12d60.appspot.com smartback-12d60.firebaseio.com
smsandcalltracker.firebaseio.com snoopza.com sp.kuuvv.com sp18022019.firebaseio.com
spc-runtimes.s3.amazonaws.com spy-datacenter.com spy24.net spy2mobile-bb441.firebaseio.com
spy2mobile.com spyadvice.com spyapp-8916f.firebaseio.com spyapp.top
spyaudiorecorder.firebaseio.com spyera.postaffiliatepro.com spyhide.com spyhide.ir
spyhuman-97943.firebaseio.com spyhuman.com spylive360.com spylogs.com
spymaster-e535b.firebaseio.com spynote.us spysetup.com spyt.co spytomobile.com
spytrac-app1.s3.amazonaws.com spyzee.com spyzie-a.firebaseio.com spyzie.com sse.chyldmonitor.com
staging-all-tracker.appspot.com staging.smstracker.com strapi.msafely.com strapi.spyphone.cc
strapi.spyx.com studio11-7e288.firebaseio.com support.mtoolapp.biz support.phoneparental.com
sync-a.copy9.com sync-a.exactspy.com sync-a.fonetracker.com sync-a.ispyoo.com sync-a.mxspy.com
sync-a.thetruthspy.com sync-a100.fonetracker.com sync-a600.fonetracker.com
sync-a712.fonetracker.com sync-a780.mxspy.com sync-a7xx.thetruthspy.com sync-a8xx.thetruthspy.com
sync-a925.thetruthspy.com sync-a930.thetruthspy.com sync-a935.thetruthspy.com
sync-a940.thetruthspy.com sync-a941.thetruthspy.com sync-a942.thetruthspy.com sync.bk128.com
sync.xiz4me.com tagdps.ru talklog.tools tchsrvce.com test-client.mobilefonex.com
test.onetouchsecurities.com test.refog.com
tfk7r22klf8vtd8g90jq8qno1tpqhmpe.apps.googleusercontent.com thd.cc theodoi24h.com
thetruth-db94a.firebaseio.com thiefguardbd.com tispy.net topzaloha.cz tr.appmia.com trackier.vip
trackine.vip tracking-smartphone.firebaseio.com tracking.mliteapp.com tracking.mspyonline.com
trackingsmartphone.com trackji.com trackmy.mobi trackmyphones-pro.firebaseio.com
trackmyphones.com trackpro.vip tracksp-7743c.firebaseio.com tracksp.in trkps.com
true-truck-86810.firebaseio.com truewebmedia.com ttjj.ga ttjj.ml ttjj.tk ttspy.com ttspy.net
ttspy.top tun-cos-1258344701.file.myqcloud.com u1.panspy.com ua.brunoespiao.com.br ua.evaspy.com
ua.tispy.net ub.evaspy.com uc.evaspy.com ud.evaspy.com ue.brunoespiao.com.br ue.evaspy.com
ue.maglook.eu uf.brunoespiao.com.br uf.evaspy.com uf.maglook.eu uf1.brunoespiao.com.br
ug.evaspy.com ug1c5v.birxpk.com uh.evaspy.com ui.evaspy.com uj.evaspy.com uk.evaspy.com
ul.evaspy.com um.evaspy.com un.evaspy.com unisafe-a342f.firebaseio.com uo.evaspy.com
up.evaspy.com update-service-7e59f.firebaseio.com upload.weiguanai.cn uq.evaspy.com
ur.brunoespiao.com.br ur.evaspy.com ur.spyone.pl
us-central1-api-project-285519687053.cloudfunctions.net
us-central1-catwatchful-e03b8.cloudfunctions.net us.umobix.com usafe-ca594.firebaseio.com
usafe.ru user.ownspy.es users.awosoft.com users.easemon.com users.thephonem.com
v4vw4ytvo4.execute-api.us-east-2.amazonaws.com video-recorder-c0419.firebaseio.com
viewer.snoopza.com viptelefonprogrami.com viptrack.pro virsis.net vkur.se vkur1.se vys.me
web.chyldmonitor.com webrtc.thd.cc webservicesdb.mobiispy.com webwatcher-child-app.firebaseio.com
webwatcherdata.com webwatchernow.com wethnc067.xyz where-is-my-children.firebase.io
wmdcommander.appspot.com wppspy.tech ws.ttspy.com www.android-monitor.ru www.apk7.biz
www.app-spy.com www.brunoespiao.com.br www.cellmonitoring.co www.cerberusapp.com www.e-spy.org
www.einformatiks.com www.imonitorsoft.cn www.imonitorsoft.com www.ioi.life www.maglook.eu
www.msafe.xyz www.mspy.com www.mspyonline.com www.mtoolapp.net www.mydwnd.com www.pgv4.com
www.reptilicus.net www.sentrypc.download www.sentrypc.net www.sentrypconline.com
www.shadow-logs.com www.shadyspy.com www.spappmonitoring.com www.spclogs.com
www.spy-datacenter.com www.spy-phone-app.com www.spyhide.com www.spyhide.ir www.spyzie.com
www.trackmyphones.com www.ttjj.tk www.vys.me www.webwatchernow.com wx.weiguanai.cn x.pgv4.com
x1panel.com xmyevq.birxpk.com xnore.com xnspy.com xpcpanel.com zdalnakontrola.pl
`.trim().split(/\s+/);
