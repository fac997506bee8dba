/**
 * Roots of clean Debian systems for tests, made once by mmdebstrap and kept in `dist/roots/` (needs
 * root and Debian's packages).
 */
import { createHash } from "node:crypto";
import { MAY_MAKE_NAMESPACES } from "./network_namespace.ts";
import { ROOT } from "./source_files.ts";
import { needsTool } from "./tool.ts";
import { runText } from "./whole_box.ts";

/** Code names of the releases that the packages support, by number. */
export const DEBIAN = { 12: "bookworm", 13: "trixie" } as const;

/** A release by its number. */
export type DebianRelease = keyof typeof DEBIAN;

/** Their numbers. */
export const DEBIANS = Object.keys(DEBIAN).map((number) => Number(number) as DebianRelease);

/** Packages of every root: an init, the bus, polkit, and what a Debian server has anyway. */
const BASE = [
  "systemd-sysv",
  "dbus",
  "polkitd",
  "adduser",
  "debconf",
  "ca-certificates",
  "iproute2",
];

/** Whether tests may make roots here. In a strict run a missing program is an error. */
export function mayMakeRoots(): boolean {
  return MAY_MAKE_NAMESPACES && !needsTool("mmdebstrap", "tar");
}

/** Unpacks a clean root with `packages` added into `folder`. */
export async function unpackRoot(
  release: DebianRelease,
  packages: readonly string[],
  folder: string,
): Promise<void> {
  const tar = await rootArchive(release, packages);
  await Deno.mkdir(folder, { recursive: true });
  await must("tar", "-C", folder, "--numeric-owner", "-xf", tar);
}

/** The archive of a root, made if it does not exist yet. */
async function rootArchive(release: DebianRelease, packages: readonly string[]): Promise<string> {
  const included = [...BASE, ...packages].sort();
  const key = createHash("sha256").update(included.join(" ")).digest("hex").slice(0, 12);
  const folder = `${ROOT}dist/roots`;
  const path = `${folder}/debian-${release}-${key}.tar`;
  if (await Deno.stat(path).then(() => true, () => false)) return path;

  await Deno.mkdir(folder, { recursive: true });
  const begun = `${path}.${Deno.pid}.tar`;
  try {
    await must(
      "mmdebstrap",
      "--quiet",
      "--variant=minbase",
      `--include=${included.join(",")}`,
      DEBIAN[release],
      begun,
    );
    await Deno.rename(begun, path);
  } finally {
    await Deno.remove(begun).catch(() => {});
  }
  return path;
}

async function must(...args: string[]): Promise<void> {
  const { code, text } = await runText(args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${text}`);
}
