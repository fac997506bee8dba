/**
 * Healing names: what a quarantined device needs for its recovery and cannot misuse (A 3.5, 7.4.5):
 * updates of systems, antivirus, time, certificates. Each includes its subdomains. The names are
 * those that vendors publish for firewalls. Stores, mail, web pages and sign-in are excluded on
 * purpose.
 */

/** The purpose of the names in a section. */
export type HealingKind = "systems" | "antivirus" | "time" | "certificates" | "firmware";

/** Names of one vendor. */
export interface HealingSection {
  readonly kind: HealingKind;
  readonly maker: string;
  readonly names: readonly string[];
  /** The source of the names: the vendor, or the project itself. */
  readonly source: string;
}

const SYSTEMS: readonly (readonly [maker: string, names: string, source: string])[] = [
  [
    "Microsoft",
    "windowsupdate.com update.microsoft.com windowsupdate.microsoft.com download.microsoft.com " +
    "delivery.mp.microsoft.com do.dsp.mp.microsoft.com emdl.ws.microsoft.com " +
    "tsfe.trafficshaping.dsp.mp.microsoft.com ntservicepack.microsoft.com wustat.windows.com " +
    "adl.windows.com msftconnecttest.com msftncsi.com",
    "https://learn.microsoft.com/windows-server/administration/windows-server-update-services/deploy/2-configure-wsus",
  ],
  [
    "Apple",
    "appldnld.apple.com gdmf.apple.com gg.apple.com gs.apple.com ig.apple.com mesu.apple.com oscdn.apple.com " +
    "osrecovery.apple.com skl.apple.com swcdn.apple.com swdist.apple.com swdownload.apple.com swpost.apple.com " +
    "swscan.apple.com updates-http.cdn-apple.com updates.cdn-apple.com xp.apple.com configuration.apple.com " +
    "captive.apple.com",
    "https://support.apple.com/101555",
  ],
  [
    "Google",
    "android.clients.google.com update.googleapis.com dl.google.com clients2.google.com tools.google.com " +
    "gvt1.com connectivitycheck.gstatic.com connectivitycheck.android.com",
    "https://support.google.com/work/android/answer/10513641",
  ],
  [
    "Debian",
    "deb.debian.org security.debian.org ftp.debian.org snapshot.debian.org",
    "https://www.debian.org/mirror/list",
  ],
  [
    "Ubuntu",
    "archive.ubuntu.com security.ubuntu.com ports.ubuntu.com changelogs.ubuntu.com api.snapcraft.io snapcraftcontent.com " +
    "livepatch.canonical.com connectivity-check.ubuntu.com",
    "https://ubuntu.com/server/docs/about-apt-upgrade-and-phased-updates",
  ],
  [
    "Fedora, Red Hat",
    "mirrors.fedoraproject.org dl.fedoraproject.org download.fedoraproject.org cdn.redhat.com subscription.rhsm.redhat.com " +
    "mirrorlist.centos.org mirror.stream.centos.org mirrors.rockylinux.org repo.almalinux.org mirrors.almalinux.org",
    "https://access.redhat.com/solutions/65300",
  ],
  [
    "SUSE",
    "download.opensuse.org cdn.opensuse.org updates.suse.com scc.suse.com",
    "https://mirrors.opensuse.org",
  ],
  ["Arch Linux", "geo.mirror.pkgbuild.com", "https://archlinux.org/mirrors/"],
  ["Alpine Linux", "dl-cdn.alpinelinux.org", "https://mirrors.alpinelinux.org"],
  ["Linux Mint", "packages.linuxmint.com", "https://www.linuxmint.com/mirrors.php"],
  [
    "Raspberry Pi",
    "archive.raspberrypi.com archive.raspberrypi.org raspbian.raspberrypi.org",
    "https://www.raspberrypi.com/documentation/",
  ],
  [
    "FreeBSD",
    "update.freebsd.org pkg.freebsd.org",
    "https://docs.freebsd.org/en/books/handbook/cutting-edge/",
  ],
  [
    "Mozilla",
    "aus5.mozilla.org download.mozilla.org download.cdn.mozilla.net archive.mozilla.org detectportal.firefox.com",
    "https://support.mozilla.org/kb/update-firefox-latest-release",
  ],
];

const ANTIVIRUS: readonly (readonly [maker: string, names: string, source: string])[] = [
  [
    "Microsoft Defender",
    "wdcp.microsoft.com wdcpalt.microsoft.com wd.microsoft.com definitionupdates.microsoft.com smartscreen.microsoft.com " +
    "smartscreen-prod.microsoft.com",
    "https://learn.microsoft.com/defender-endpoint/configure-network-connections-microsoft-defender-antivirus",
  ],
  ["Apple XProtect", "valid.apple.com", "https://support.apple.com/101555"],
  [
    "Google Safe Browsing",
    "safebrowsing.googleapis.com safebrowsing.google.com",
    "https://developers.google.com/safe-browsing",
  ],
  [
    "Avast, AVG",
    "u.avast.com avcdn.net update.avast.com update.avg.com",
    "https://support.avast.com/article/antivirus-firewall-exceptions",
  ],
  ["Avira", "dl.antivir.de avira-update.com", "https://support.avira.com"],
  [
    "Bitdefender",
    "upgrade.bitdefender.com update.bitdefender.com lv2.bitdefender.com nimbus.bitdefender.net",
    "https://www.bitdefender.com/business/support/",
  ],
  [
    "ClamAV",
    "database.clamav.net",
    "https://docs.clamav.net/manual/Usage/SignatureManagement.html",
  ],
  ["Emsisoft", "update.emsisoft.com", "https://help.emsisoft.com"],
  [
    "ESET",
    "update.eset.com edf.eset.com download.eset.com ts.eset.com expire.eset.com",
    "https://support.eset.com/kb332",
  ],
  ["F-Secure", "fsapi.com", "https://community.f-secure.com"],
  ["G DATA", "update.gdatasoftware.com", "https://www.gdatasoftware.com"],
  [
    "Kaspersky",
    "downloads.upd.kaspersky.com geo.kaspersky.com touch.kaspersky.com ksn.kaspersky-labs.com",
    "https://support.kaspersky.com",
  ],
  [
    "Malwarebytes",
    "data-cdn.mbamupdates.com cdn.mwbsys.com keystone.mwbsys.com",
    "https://support.malwarebytes.com",
  ],
  [
    "McAfee",
    "update.nai.com download.mcafee.com sadownload.mcafee.com",
    "https://www.mcafee.com/support/",
  ],
  [
    "Norton",
    "liveupdate.symantec.com liveupdate.symantecliveupdate.com liveupdate.norton.com",
    "https://support.norton.com",
  ],
  ["Panda", "acs.pandasoftware.com", "https://www.pandasecurity.com/support/"],
  [
    "Sophos",
    "dci.sophosupd.com dci.sophosupd.net d1.sophosupd.com d2.sophosupd.com d3.sophosupd.com sus.sophosupd.com",
    "https://docs.sophos.com/central/",
  ],
  [
    "Trend Micro",
    "activeupdate.trendmicro.com iau.trendmicro.com",
    "https://success.trendmicro.com",
  ],
];

const TIME: readonly (readonly [maker: string, names: string, source: string])[] = [
  ["NTP Pool", "pool.ntp.org", "https://www.ntppool.org"],
  [
    "Microsoft",
    "time.windows.com",
    "https://learn.microsoft.com/windows-server/networking/windows-time-service/",
  ],
  [
    "Apple",
    "time.apple.com time-ios.apple.com time-macos.apple.com",
    "https://support.apple.com/101555",
  ],
  ["Google", "time.google.com time.android.com", "https://developers.google.com/time"],
  ["Cloudflare", "time.cloudflare.com", "https://www.cloudflare.com/time/"],
  ["NIST", "time.nist.gov", "https://tf.nist.gov/tf-cgi/servers.cgi"],
  ["PTB", "ptbtime1.ptb.de ptbtime2.ptb.de ptbtime3.ptb.de", "https://www.ptb.de"],
  ["Ubuntu", "ntp.ubuntu.com", "https://ubuntu.com/server/docs/about-time-synchronisation"],
];

const CERTIFICATES: readonly (readonly [maker: string, names: string, source: string])[] = [
  [
    "Amazon Trust",
    "amazontrust.com",
    "https://www.amazontrust.com/repository/",
  ],
  [
    "Apple",
    "ocsp.apple.com ocsp2.apple.com crl.apple.com certs.apple.com",
    "https://support.apple.com/101555",
  ],
  ["Certum", "ocsp.certum.pl crl.certum.pl subca.ocsp-certum.com", "https://www.certum.eu"],
  ["D-TRUST", "ocsp.d-trust.net crl.d-trust.net", "https://www.d-trust.net"],
  [
    "DigiCert",
    "ocsp.digicert.com crl3.digicert.com crl4.digicert.com cacerts.digicert.com status.thawte.com status.geotrust.com status.rapidssl.com ocsp.digicert.cn",
    "https://www.digicert.com",
  ],
  ["Entrust", "ocsp.entrust.net crl.entrust.net aia.entrust.net", "https://www.entrust.com"],
  [
    "GlobalSign",
    "ocsp.globalsign.com ocsp2.globalsign.com crl.globalsign.com crl.globalsign.net secure.globalsign.com",
    "https://support.globalsign.com",
  ],
  [
    "GoDaddy, Starfield",
    "ocsp.godaddy.com crl.godaddy.com certificates.godaddy.com ocsp.starfieldtech.com crl.starfieldtech.com",
    "https://certs.godaddy.com",
  ],
  [
    "Google Trust Services",
    "ocsp.pki.goog o.pki.goog c.pki.goog crl.pki.goog i.pki.goog",
    "https://pki.goog",
  ],
  ["HARICA", "ocsp.harica.gr crl.harica.gr", "https://www.harica.gr"],
  [
    "IdenTrust",
    "commercial.ocsp.identrust.com validation.identrust.com crl.identrust.com apps.identrust.com",
    "https://www.identrust.com",
  ],
  ["Let's Encrypt", "lencr.org letsencrypt.org", "https://letsencrypt.org/certificates/"],
  [
    "Microsoft",
    "ocsp.msocsp.com oneocsp.microsoft.com crl.microsoft.com mscrl.microsoft.com",
    "https://www.microsoft.com/pkiops/docs/repository.htm",
  ],
  ["QuoVadis", "ocsp.quovadisglobal.com crl.quovadisglobal.com", "https://www.quovadisglobal.com"],
  [
    "Sectigo",
    "ocsp.sectigo.com crl.sectigo.com crt.sectigo.com ocsp.usertrust.com crl.usertrust.com crt.usertrust.com ocsp.comodoca.com crl.comodoca.com",
    "https://www.sectigo.com",
  ],
  ["SSL.com", "ocsps.ssl.com crls.ssl.com", "https://www.ssl.com/repository/"],
  ["SwissSign", "ocsp.swisssign.net crl.swisssign.net", "https://www.swisssign.com"],
  ["Telekom", "telesec.de", "https://www.telesec.de"],
];

const FIRMWARE: readonly (readonly [maker: string, names: string, source: string])[] = [
  ["Linux Vendor Firmware Service", "fwupd.org", "https://fwupd.org"],
  ["Dell", "downloads.dell.com dl.dell.com", "https://www.dell.com/support"],
  ["HP", "ftp.hp.com ftp.ext.hp.com", "https://support.hp.com"],
  ["Lenovo", "download.lenovo.com", "https://support.lenovo.com"],
  ["AVM", "update.avm.de download.avm.de", "https://avm.de"],
  ["Synology", "update.synology.com update7.synology.com", "https://kb.synology.com"],
  ["QNAP", "update.qnap.com download.qnap.com", "https://www.qnap.com"],
  ["Sony PlayStation", "update.playstation.net", "https://www.playstation.com"],
  ["LG webOS", "snu.lge.com", "https://www.lg.com"],
  [
    "Samsung",
    "fota-cloud-dn.ospserver.net fota-secure-dn.ospserver.net",
    "https://www.samsung.com",
  ],
];

/** All names, by vendor. */
export const HEALING_SECTIONS: readonly HealingSection[] = [
  ...sections("systems", SYSTEMS),
  ...sections("antivirus", ANTIVIRUS),
  ...sections("time", TIME),
  ...sections("certificates", CERTIFICATES),
  ...sections("firmware", FIRMWARE),
];

/** The names without duplicates; each includes its subdomains. */
export const HEALING_NAMES: readonly string[] = HEALING_SECTIONS.flatMap(({ names }) => names);

function sections(
  kind: HealingKind,
  rows: readonly (readonly [maker: string, names: string, source: string])[],
): readonly HealingSection[] {
  return rows.map(([maker, names, source]) => ({ kind, maker, names: names.split(" "), source }));
}
