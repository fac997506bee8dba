/** What apt would do with the package of the box, and doing it. */
import { type ProgramResult, runLimited } from "./release_folder.ts";
import { UpdateError } from "./refusal.ts";
import { compareVersions, VERSION_FORM } from "./version_order.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The file with the repository of the box (docs/install/debian.md). */
export const APT_SOURCE = "/etc/apt/sources.list.d/box.list";

/** Where apt keeps the indexes of its repositories. */
const APT_LISTS = "/var/lib/apt/lists";

/** Seconds that apt waits for another program that installs packages. */
const LOCK_SECONDS = 600;

/** Configures packages that a power cut left half installed; until then apt installs nothing. */
const FINISH_PACKAGES = ["dpkg", "--force-confold", "--configure", "-a"] as const;

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
/** Maximum characters of an error of apt in a message. */
const MOST_REASON = 300;

/** What apt knows of the package. */
export interface AptState {
  /** Whether the repository of the box is configured. */
  readonly isConfigured: boolean;
  /** The version that apt would install; "" = none. */
  readonly candidate: string;
}

/**
 * What apt would install, from its configuration and its lists: the box starts no programs. The
 * lists are those of the last `apt-get update`.
 */
export async function aptState(
  source: string = APT_SOURCE,
  lists: string = APT_LISTS,
): Promise<AptState> {
  const text = await Deno.readTextFile(source).catch(() => "");
  const addresses = sourceAddresses(text);
  const versions: string[] = [];
  for (const name of addresses.length === 0 ? [] : await namesIn(lists)) {
    const isOurs = name.endsWith("_Packages") &&
      addresses.some((address) => name.startsWith(`${mangled(address)}_dists_`));
    if (!isOurs) continue;
    versions.push(...packageVersions(await Deno.readTextFile(`${lists}/${name}`).catch(() => "")));
  }
  const candidate = versions.sort(compareVersions).at(-1) ?? "";
  return { isConfigured: addresses.length > 0, candidate };
}

/** The addresses of the repositories in a file of sources (sources.list(5)). */
export function sourceAddresses(text: string): readonly string[] {
  return text.split("\n").flatMap((line) =>
    /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)/.exec(line)?.[1] ?? []
  );
}

/** The versions of the package box in an index of packages (deb822(5)). */
export function packageVersions(index: string): readonly string[] {
  return index.split(/\n\n+/).filter((stanza) => /^Package: box$/m.test(stanza)).flatMap((stanza) =>
    /^Version: (\S+)$/m.exec(stanza)?.[1] ?? []
  ).filter((version) => VERSION_FORM.test(version));
}

/** An address as apt names its lists by it. */
function mangled(address: string): string {
  return address.replace(/^\w+:\/*/, "").replace(/\/+$/, "").replaceAll("/", "_");
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) names.push(name);
  } catch {
    // Without lists, apt knows no version.
  }
  return names;
}

/** The commands that install a version from the repository of the box. */
export function aptCommands(version: string): readonly (readonly string[])[] {
  return [
    // A repository that cannot be trusted is an error, even if an older index is still there.
    ["apt-get", "update", "-o", "APT::Update::Error-Mode=any", ...ONLY_SOURCE],
    [
      "apt-get",
      "install",
      "--only-upgrade",
      "--yes",
      "--no-install-recommends",
      "-o",
      "Dpkg::Options::=--force-confold",
      "-o",
      `DPkg::Lock::Timeout=${LOCK_SECONDS}`,
      ...ONLY_SOURCE,
      `box=${version}`,
    ],
  ];
}

/** Installs a version with apt. Throws an UpdateError with what apt says. */
export async function installByApt(version: string): Promise<void> {
  // It may fail because of another package or program; apt then decides whether that matters.
  await runQuietly(FINISH_PACKAGES);
  for (const command of aptCommands(version)) {
    const result = await runQuietly(command);
    if (result.code === 0 || await isInstalled(version)) continue;
    throw new UpdateError("package", sentence`apt does not install it: ${aptReason(result)}`);
  }
}

/** Whether the package has a version: apt also fails when another package cannot be finished. */
async function isInstalled(version: string): Promise<boolean> {
  const { text } = await runQuietly(["dpkg-query", "-W", "-f=${Status} ${Version}", "box"]);
  return text === `install ok installed ${version}`;
}

/** The first error that apt names; those after it follow from it. */
export function aptReason({ text, reason }: Pick<ProgramResult, "text" | "reason">): string {
  const error = /^E: +(.*)$/m.exec(text)?.[1];
  return error?.replace(/\s+/g, " ").slice(0, MOST_REASON) ?? reason;
}

/** Runs a program of the package manager without questions. */
function runQuietly(command: readonly string[]): Promise<ProgramResult> {
  return runLimited(["env", "DEBIAN_FRONTEND=noninteractive", ...command], LIMIT);
}
