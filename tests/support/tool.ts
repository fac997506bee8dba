/**
 * Programs of the machine that some tests need. If one is missing, a user's run skips the test by
 * name, and a build fails it.
 */

/** Debian packages of programs with another name. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  "kdig": "knot-dnsutils",
  "dig": "bind9-dnsutils",
  "dnsmasq": "dnsmasq-base",
  "qemu-aarch64-static": "qemu-user-static",
  "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
  "rsyslogd": "rsyslog rsyslog-gnutls",
  "qemu-system-aarch64": "qemu-system-arm",
  "mcopy": "mtools",
  "qemu-arm-static": "qemu-user-static",
  "unshare": "util-linux",
  "nsenter": "util-linux",
  "setpriv": "util-linux",
  "awk": "mawk",
  "ip": "iproute2",
  "man": "man-db",
  "certutil": "libnss3-tools",
  "h2load": "nghttp2-client",
  "dpkg-deb": "dpkg",
  "gpg": "gnupg",
  "apt-get": "apt",
  "systemd-analyze": "systemd",
  "systemd-nspawn": "systemd-container",
};

/** Whether a program is in the search path or in a folder of system programs. */
export function hasTool(name: string): boolean {
  return toolPath(name) !== undefined;
}

/** The path of a program; undefined = missing. */
export function toolPath(name: string): string | undefined {
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin", "/sbin"];
  const folder = folders.find((folder) => {
    try {
      return Deno.statSync(`${folder}/${name}`).isFile;
    } catch {
      return false;
    }
  });
  return folder === undefined ? undefined : `${folder}/${name}`;
}

/** Whether this run must not skip tests: BOX_CI=1 or CI=true. */
export function isStrictRun(): boolean {
  return Deno.env.get("BOX_CI") === "1" || Deno.env.get("CI") === "true";
}

/**
 * For `ignore` of a test: true when one of the programs is missing. In a strict run (BOX_CI=1 or
 * CI=true) it throws instead, so that no test is skipped silently.
 */
export function needsTool(...names: readonly string[]): boolean {
  const missing = names.filter((name) => !hasTool(name));
  if (missing.length === 0) return false;
  const packages = missing.map((name) => PACKAGE_OF[name] ?? name).join(" ");
  if (isStrictRun()) {
    throw new Error(`Programs are missing, install them with apt-get: ${packages}`);
  }
  return true;
}
