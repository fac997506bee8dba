/** What takes a device around the box: virtual private networks, relays, proxies. */
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
  ["surfshark", "Surfshark", "surfshark.com shark-china.com"],
  ["proton_vpn", "Proton VPN", "protonvpn.com protonvpn.ch vpn-api.proton.me vpn.proton.me"],
  ["cyberghost", "CyberGhost", "cyberghostvpn.com cg-dialup.net"],
  ["private_internet_access", "Private Internet Access", "privateinternetaccess.com piaservers.net"],
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
];
