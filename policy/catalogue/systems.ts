/**
 * Names that systems query automatically, before any use by a person: connectivity checks, clocks,
 * updates (A 7.10.5). Sources: the documentation of each system's connectivity check and time
 * service. Names that browsers or single programs query are excluded.
 */

/** System by name; `.name` covers its subdomains. */
const NAMES: readonly (readonly [system: string, names: readonly string[]])[] = [
  ["apple", [
    "captive.apple.com",
    "gsp-ssl.ls.apple.com",
    "gspe1-ssl.ls.apple.com",
    "gdmf.apple.com",
    "mesu.apple.com",
    "time.apple.com",
    "time-ios.apple.com",
    "time-macos.apple.com",
    "configuration.ls.apple.com",
    "mask.icloud.com",
    "doh.dns.apple.com",
  ]],
  ["android/samsung", [".ospserver.net", ".samsungdm.com", "connectivitycheck.samsung.com"]],
  ["android/xiaomi", [
    "connect.rom.miui.com",
    "update.intl.miui.com",
    "update.miui.com",
    "resolver.msg.xiaomi.net",
  ]],
  ["android/huawei", ["connectivitycheck.platform.hicloud.com", "query.hicloud.com"]],
  ["android/honor", ["connectivitycheck.platform.hihonorcloud.com"]],
  ["android/oppo", [
    "conn1.oppomobile.com",
    "conn2.oppomobile.com",
    "conn1.coloros.com",
    "conn2.coloros.com",
  ]],
  ["android/vivo", ["wifi.vivo.com.cn"]],
  ["android/oneplus", ["open.oneplus.net"]],
  ["android", [
    "connectivitycheck.gstatic.com",
    "connectivitycheck.android.com",
    "time.android.com",
  ]],
  ["windows", [
    "www.msftconnecttest.com",
    "ipv6.msftconnecttest.com",
    "dns.msftncsi.com",
    "www.msftncsi.com",
    "settings-win.data.microsoft.com",
    "ctldl.windowsupdate.com",
    ".update.microsoft.com",
    "time.windows.com",
  ]],
  ["linux", [
    "connectivity-check.ubuntu.com",
    "nmcheck.gnome.org",
    "networkcheck.kde.org",
    "ping.archlinux.org",
    "ntp.ubuntu.com",
    "motd.ubuntu.com",
    "network-test.debian.org",
    ...[0, 1, 2, 3].flatMap((n) =>
      ["debian", "fedora", "arch", "opensuse", "ubuntu", "centos"].map((of) =>
        `${n}.${of}.pool.ntp.org`
      )
    ),
  ]],
];

const EXACT = new Map<string, string>();
const BELOW = new Map<string, string>();
for (const [system, names] of NAMES) {
  for (const name of names) {
    (name.startsWith(".") ? BELOW : EXACT).set(name.replace(/^\./, ""), system);
  }
}

/** The system that queries a name automatically, "" = none known. */
export function findSystem(name: string): string {
  const exact = EXACT.get(name);
  if (exact !== undefined) return exact;
  // The last two labels identify a row of two labels, the last three a row of three.
  const last = name.lastIndexOf(".");
  const second = name.lastIndexOf(".", last - 1);
  if (last < 0 || second < 0) return "";
  const third = name.lastIndexOf(".", second - 1);
  return BELOW.get(name.slice(second + 1)) ??
    (third < 0 ? "" : BELOW.get(name.slice(third + 1)) ?? "");
}
