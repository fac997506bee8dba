/**
 * Determines how the box was installed, for the anonymous statistics and the diagnostic (A 2.9).
 */

/** A container, the image for small computers, the Debian package, or files unpacked by hand. */
export type Install = "docker" | "pi" | "deb" | "archive";

/** Files that exist in each kind of installation; the first file found decides. */
const SIGNS: readonly (readonly [Install, readonly string[]])[] = [
  ["docker", ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]],
  ["pi", ["/etc/box-image"]],
  ["deb", ["/var/lib/dpkg/info/box.list"]],
];

/** Finds how the box was installed; `there` returns whether a file exists. */
export function installKind(there: (path: string) => boolean): Install {
  return SIGNS.find(([, paths]) => paths.some(there))?.[0] ?? "archive";
}

/** Whether a file of this machine exists. */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
