/**
 * Parts from Debian's mirror: the C library that the executable brings for systems without a fitting
 * one. apt verifies the signatures. It works in a folder of its own, without root, and changes
 * nothing on this machine.
 */
import type { DebianArch } from "./target.ts";
import { findTool, runTool } from "./tools.ts";

/** The release of Debian whose parts are used. */
export const SUITE = "trixie";
/** Its mirrors, for packages and for their security updates. */
export const MIRROR = "http://deb.debian.org/debian";
export const SECURITY_MIRROR = "http://deb.debian.org/debian-security";
/** The keys that sign them, from the package debian-archive-keyring. */
export const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** Seconds that reading the indexes, or a download, may take. */
const LIMIT = 300;

/** Folders of the libraries in Debian's packages. */
const FOLDERS: Readonly<Record<DebianArch, string>> = {
  amd64: "usr/lib/x86_64-linux-gnu",
  arm64: "usr/lib/aarch64-linux-gnu",
  armhf: "usr/lib/arm-linux-gnueabihf",
};

/** The packages with their licences in SPDX's words, and the files that are taken. */
const LIBRARIES = [
  {
    name: "libc6",
    licence: "LGPL-2.1-or-later",
    files: [
      "libc.so.6",
      "libdl.so.2",
      "libm.so.6",
      "libpthread.so.0",
      "libresolv.so.2",
      "librt.so.1",
    ],
  },
  {
    name: "libgcc-s1",
    licence: "GPL-3.0-or-later WITH GCC-exception-3.1",
    files: ["libgcc_s.so.1"],
  },
] as const;

/** A package of Debian of which the executable has a part. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly arch: DebianArch;
  /** Name and version of its source package. */
  readonly source: string;
  /** SPDX expression of the files that are taken. */
  readonly licence: string;
  /** The text of its file `copyright`. */
  readonly text: string;
}

/** The C library of a machine. */
export interface CLibrary {
  readonly packages: readonly DebianPackage[];
  /** Files by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly loader: Uint8Array;
}

const fetched = new Map<DebianArch, Promise<CLibrary>>();

/**
 * Downloads the C library for a machine, once in this process. `loader` is the path of the program
 * loader on such machines. Rejects with an Error that says what is missing.
 */
export function fetchCLibrary(arch: DebianArch, loader: string): Promise<CLibrary> {
  const known = fetched.get(arch) ?? download(arch, loader);
  fetched.set(arch, known);
  return known;
}

async function download(arch: DebianArch, loader: string): Promise<CLibrary> {
  const work = await Deno.makeTempDir({ prefix: "box-debian-" });
  try {
    const apt = await prepareApt(arch, work);
    await run([...apt, "update"], work);
    await run([...apt, "download", ...LIBRARIES.map(({ name }) => name)], work);
    const packages: DebianPackage[] = [];
    const files = new Map<string, Uint8Array>();
    for (const { name, licence, files: wanted } of LIBRARIES) {
      const tree = `${work}/${name}`;
      const archive = [...Deno.readDirSync(work)].map((entry) => entry.name)
        .find((file) => file.startsWith(`${name}_`) && file.endsWith(".deb"));
      await run(["dpkg-deb", "--extract", `${work}/${archive}`, tree], work);
      const fields = await run(
        ["dpkg-deb", "--show", "--showformat", FIELDS, `${work}/${archive}`],
        work,
      );
      const [version, source] = fields.split("\n") as [string, string];
      const text = await copyrightOf(name, tree, work);
      packages.push({ name, version, arch, source, licence, text });
      for (const file of wanted) {
        files.set(file, await Deno.readFile(`${tree}/${FOLDERS[arch]}/${file}`));
      }
    }
    const name = loader.slice(loader.lastIndexOf("/") + 1);
    const program = await Deno.readFile(`${work}/libc6/${FOLDERS[arch]}/${name}`);
    return { packages, files, loader: program };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Version, and name and version of the source, one per line. */
const FIELDS = "${Version}\\n${source:Package} ${source:Version}\\n";

/** The file `copyright`; that of libgcc-s1 is in the package that it depends on. */
async function copyrightOf(name: string, tree: string, work: string): Promise<string> {
  const path = `${tree}/usr/share/doc/${name}/copyright`;
  const here = await Deno.readTextFile(path).catch(() => undefined);
  if (here !== undefined) return here.trim();
  const base = (await Deno.readLink(`${tree}/usr/share/doc/${name}`)).replace(/^.*\//, "");
  await run([...(await aptOf(work)), "download", base], work);
  const archive = [...Deno.readDirSync(work)].map((entry) => entry.name)
    .find((file) => file.startsWith(`${base}_`) && file.endsWith(".deb"));
  await run(["dpkg-deb", "--extract", `${work}/${archive}`, `${work}/base`], work);
  return (await Deno.readTextFile(`${work}/base/usr/share/doc/${base}/copyright`)).trim();
}

/** Writes the configuration of an apt for another machine into a folder. */
async function prepareApt(arch: DebianArch, work: string): Promise<string[]> {
  await Deno.mkdir(`${work}/lists/partial`, { recursive: true });
  await Deno.mkdir(`${work}/cache/archives/partial`, { recursive: true });
  await Deno.mkdir(`${work}/parts`);
  await Deno.writeTextFile(`${work}/status`, "");
  await Deno.writeTextFile(`${work}/sources.list`, sourcesText());
  const options: Readonly<Record<string, string>> = {
    "APT::Architecture": arch,
    "APT::Sandbox::User": "",
    "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
    "Acquire::Languages": "none",
    "Dir::Cache": `${work}/cache`,
    "Dir::Etc::preferences": "/dev/null",
    "Dir::Etc::preferencesparts": `${work}/parts`,
    "Dir::Etc::sourcelist": `${work}/sources.list`,
    "Dir::Etc::sourceparts": `${work}/parts`,
    "Dir::State": work,
    "Dir::State::status": `${work}/status`,
  };
  const lines = Object.entries(options).map(([name, value]) => `${name} "${value}";\n`);
  const machines = `#clear APT::Architectures;\nAPT::Architectures { "${arch}"; };\n`;
  await Deno.writeTextFile(`${work}/apt.conf`, lines.join("") + machines);
  return aptOf(work);
}

/** The sources of apt, for a machine of this release. */
export function sourcesText(): string {
  const source = (address: string, suite: string) =>
    `deb [signed-by=${KEYRING}] ${address} ${suite} main\n`;
  return source(MIRROR, SUITE) + source(SECURITY_MIRROR, `${SUITE}-security`);
}

function aptOf(work: string): string[] {
  return [findTool(["apt-get"], "apt-get, which Debian has"), "-q", "-c", `${work}/apt.conf`];
}

async function run(command: readonly string[], cwd: string): Promise<string> {
  const ended = await runTool(command, { limit: LIMIT, cwd });
  if (ended.code !== 0) {
    throw new Error(`Debian's C library cannot be fetched: ${command[0]}: ${ended.reason}`);
  }
  return ended.output;
}
