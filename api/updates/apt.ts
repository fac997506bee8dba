/** What apt would do with the package of the box, and doing it. */
import { runLimited } from "./release_folder.ts";
import { UpdateRefusal } from "./refusal.ts";
import { VERSION_FORM } from "./version_order.ts";

/** The file with the repository of the box (docs/install/debian.md). */
export const APT_SOURCE = "/etc/apt/sources.list.d/box.list";

/** Options that make apt read this repository alone. */
const ONLY_SOURCE = [
  "-o",
  `Dir::Etc::sourcelist=${APT_SOURCE}`,
  "-o",
  "Dir::Etc::sourceparts=-",
  "-o",
  "APT::Get::List-Cleanup=0",
];
/** Seconds that apt may take. */
const LIMIT = 1800;
const LOOK_LIMIT = 30;

/** What apt knows of the package. */
export interface AptState {
  /** Whether the repository of the box is configured. */
  readonly isConfigured: boolean;
  /** The version that apt would install; "" = none. */
  readonly candidate: string;
}

/** Asks apt what it would install. It needs no rights. */
export async function aptState(): Promise<AptState> {
  const isConfigured = await Deno.stat(APT_SOURCE).then(({ isFile }) => isFile, () => false);
  const { code, text } = await runLimited(["apt-cache", "policy", "box"], LOOK_LIMIT);
  return { isConfigured, candidate: code === 0 ? candidateOf(text) : "" };
}

/** The candidate in the output of `apt-cache policy`; "" = none. */
export function candidateOf(output: string): string {
  const found = /^\s*Candidate:\s*(\S+)\s*$/m.exec(output)?.[1] ?? "";
  return VERSION_FORM.test(found) ? found : "";
}

/** The commands that install a version from the repository of the box. */
export function aptCommands(version: string): readonly (readonly string[])[] {
  return [
    ["apt-get", "update", ...ONLY_SOURCE],
    [
      "apt-get",
      "install",
      "--only-upgrade",
      "--yes",
      "--no-install-recommends",
      "-o",
      "Dpkg::Options::=--force-confold",
      ...ONLY_SOURCE,
      `box=${version}`,
    ],
  ];
}

/** Installs a version with apt. Throws an UpdateRefusal with what apt says. */
export async function installByApt(version: string): Promise<void> {
  for (const command of aptCommands(version)) {
    const quiet = ["env", "DEBIAN_FRONTEND=noninteractive", ...command];
    const { code, reason } = await runLimited(quiet, LIMIT);
    if (code !== 0) throw new UpdateRefusal("package", `apt does not install it: ${reason}`);
  }
}
