/**
 * Determines how the box was installed, for the anonymous statistics and the diagnostic (A 2.9).
 */

/** A container, the image for small computers, the Debian package, or files unpacked by hand. */
export type Install = "docker" | "pi" | "deb" | "archive";

/**
 * Files that exist in each kind of installation; the first file found decides. A container with a
 * systemd of its own, such as one of LXC, is a machine: it installs packages and powers off.
 */
const SIGNS: readonly (readonly [Install, readonly string[]])[] = [
  ["docker", ["/etc/box-container", "/.dockerenv", "/run/.containerenv"]],
  ["pi", ["/etc/box-image"]],
  ["deb", ["/var/lib/dpkg/info/box.list"]],
];

/** The variable in which the unit, the image or the container names its kind. */
export const INSTALL_VARIABLE = "BOX_INSTALL";

const KINDS: readonly Install[] = ["docker", "pi", "deb", "archive"];

/**
 * Finds how the box was installed; `there` returns whether a file exists. What was written there at
 * installation counts first, but an image and a container hold a package or an archive.
 */
export function installKind(there: (path: string) => boolean, given?: string): Install {
  const signed = SIGNS.find(([, paths]) => paths.some(there))?.[0];
  const named = KINDS.find((kind) => kind === given);
  if (signed === "docker" || signed === "pi") return signed;
  return named ?? signed ?? "archive";
}

/**
 * What installs new versions: the root unit of an archive or an image, apt by its root unit, or
 * nothing: in a container, an add-on and from source, people do it.
 */
export type UpdateWay = "unit" | "apt" | "none";

/** The variable that names another folder of the versions than `/opt/box`. */
export const UPDATE_HOME_VARIABLE = "BOX_UPDATE_HOME";

/** What installs new versions, and where its state is. */
export interface UpdatePlace {
  readonly way: UpdateWay;
  /** Below it, `update/` holds the state of the root unit. */
  readonly home: string;
}

/** The folder of the versions, and that of the package. */
const RELEASES_HOME = "/opt/box";
const PACKAGE_HOME = "/var/lib/box-package";

/** Finds what installs new versions, from the files of the machine and the variables. */
export function updatePlace(
  there: (path: string) => boolean,
  env: Readonly<Record<string, string | undefined>>,
): UpdatePlace {
  const given = env[INSTALL_VARIABLE];
  const home = env[UPDATE_HOME_VARIABLE] ?? RELEASES_HOME;
  const isKnown = KINDS.some((kind) => kind === given);
  // A system container with systemd has the root unit; the container image has none.
  if (!isKnown || given === "docker") return { way: "none", home };
  if (given !== "deb" && there(`${home}/update`)) return { way: "unit", home };
  return there("/var/lib/dpkg/info/box.list")
    ? { way: "apt", home: PACKAGE_HOME }
    : { way: "none", home };
}

/** The variable in which the launcher of the executable names its target. */
export const TARGET_VARIABLE = "LAUNCHED_FOR";

/** Machines by the names of the runtime. */
const ARCHITECTURES: Readonly<Record<string, MachineArch>> = {
  x86_64: "amd64",
  aarch64: "arm64",
  arm: "arm",
};

/** Machines in the words of the statistics. */
export type MachineArch = "amd64" | "arm64" | "arm" | "other";

/**
 * The machine that the box was installed for, from the name of the runtime's and that of the
 * launcher's target: on a 32-bit system the runtime is that of arm64.
 */
export function installedArch(runtime: string, target: string | undefined): MachineArch {
  return target === "arm" ? "arm" : ARCHITECTURES[runtime] ?? "other";
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
