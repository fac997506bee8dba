/** Services that bypass the box: virtual private networks, relays, proxies, encrypted resolvers. */
import type { Row } from "./row.ts";

/** Services of the group `privacy`. */
export const PRIVACY: readonly Row[] = [
  [
    "icloud_private_relay",
    "iCloud Private Relay",
    "mask.icloud.com mask-h2.icloud.com mask-api.icloud.com mask.apple-dns.net",
  ],
  ["nordvpn", "NordVPN", "nordvpn.com nordcdn.com nordaccount.com"],
  ["expressvpn", "ExpressVPN", "expressvpn.com expressapisv2.net xvtelink.com"],
  ["surfshark", "Surfshark", "surfshark.com"],
  ["proton_vpn", "Proton VPN", "protonvpn.com protonvpn.ch vpn-api.proton.me vpn.proton.me"],
  ["cyberghost", "CyberGhost", "cyberghostvpn.com cg-dialup.net"],
  [
    "private_internet_access",
    "Private Internet Access",
    "privateinternetaccess.com piaservers.net",
  ],
  ["mullvad", "Mullvad", "mullvad.net"],
  ["ivpn", "IVPN", "ivpn.net"],
  ["windscribe", "Windscribe", "windscribe.com whiskergalaxy.com totallyacdn.com"],
  ["tunnelbear", "TunnelBear", "tunnelbear.com"],
  ["hotspot_shield", "Hotspot Shield", "hotspotshield.com hsselite.com"],
  ["hide_me", "hide.me", "hide.me"],
  ["vyprvpn", "VyprVPN", "vyprvpn.com goldenfrog.com"],
  ["adguard_vpn", "AdGuard VPN", "adguard-vpn.com adguard-vpn.work"],
  ["cloudflare_warp", "Cloudflare WARP", "cloudflareclient.com cloudflarewarp.com warp.plus"],
  ["hola", "Hola", "hola.org hola-vpn.com"],
  ["urban_vpn", "Urban VPN", "urban-vpn.com"],
  ["turbo_vpn", "Turbo VPN", "turbovpn.com"],
  ["psiphon", "Psiphon", "psiphon.ca psiphon3.com psiphon3.net"],
  ["lantern", "Lantern", "getlantern.org lantern.io"],
  ["ultrasurf", "Ultrasurf", "ultrasurf.us"],
  ["tor", "Tor", "torproject.org torproject.net"],
  ["croxyproxy", "CroxyProxy", "croxyproxy.com croxyproxy.rocks croxy.network"],
  ["ipvanish", "IPVanish", "ipvanish.com"],
  ["purevpn", "PureVPN", "purevpn.com"],
  ["hide_my_ass", "HMA VPN", "hidemyass.com"],
  ["privado_vpn", "PrivadoVPN", "privadovpn.com"],
  ["opera_vpn", "Opera VPN", "sec-tunnel.com surfeasy.com"],
  ["mozilla_vpn", "Mozilla VPN", "vpn.mozilla.org"],
  ["zenmate", "ZenMate", "zenmate.com"],
  ["veepn", "VeePN", "veepn.com"],
  ["browsec", "Browsec", "browsec.com"],
  ["betternet", "Betternet", "betternet.co"],
  ["touch_vpn", "Touch VPN", "touchvpn.net"],
  ["x_vpn", "X-VPN", "xvpn.io"],
  ["planet_vpn", "Planet VPN", "freevpnplanet.com"],
  ["nym", "NymVPN", "nymvpn.com nymtech.net"],
  ["vpn_gate", "VPN Gate", "vpngate.net"],
  [
    "web_proxies",
    "Web proxies",
    "proxysite.com proxyium.com blockaway.net 4everproxy.com kproxy.com hidester.com filterbypass.me genmirror.com " +
    "megaproxy.com plainproxies.com vpnbook.com",
  ],
  [
    "encrypted_dns",
    "Encrypted DNS",
    "dns.google dns.google.com cloudflare-dns.com one.one.one.one cloudflare-gateway.com dns.quad9.net dns9.quad9.net " +
    "dns10.quad9.net dns11.quad9.net dns12.quad9.net doh.opendns.com dns.opendns.com " +
    "familyshield.opendns.com doh.umbrella.com dns.umbrella.com sandbox.opendns.com " +
    "dns.nextdns.io dns.adguard.com dns-family.adguard.com dns-unfiltered.adguard.com dns.adguard-dns.com " +
    "family.adguard-dns.com unfiltered.adguard-dns.com d.adguard-dns.com doh.cleanbrowsing.org " +
    "security-filter-dns.cleanbrowsing.org adult-filter-dns.cleanbrowsing.org family-filter-dns.cleanbrowsing.org " +
    "dns.controld.com freedns.controld.com rethinkdns.com doh.libredns.gr dot.libredns.gr dns.digitale-gesellschaft.ch " +
    "doh.ffmuc.net dot.ffmuc.net dnsforge.de doh.applied-privacy.net dot1.applied-privacy.net ordns.he.net dns.alidns.com " +
    "doh.pub dot.pub doh.360.cn dot.360.cn dot.sb dns.sb doh.tiar.app dot.tiar.app dns.njal.la dns.switch.ch " +
    "odvr.nic.cz wikimedia-dns.org common.dot.dns.yandex.net safe.dot.dns.yandex.net family.dot.dns.yandex.net " +
    "protective.joindns4.eu child.joindns4.eu noads.joindns4.eu child-noads.joindns4.eu unfiltered.joindns4.eu " +
    "dns0.eu dns.decloudus.com unicast.censurfridns.dk anycast.censurfridns.dk dns.aa.net.uk dns.brahma.world " +
    "kaitain.restena.lu doh.xfinity.com dot.xfinity.com public.dns.iij.jp jp.tiar.app",
  ],
];
