/**
 * The list of what the executables contain (SBOM, CycloneDX 1.6) and the texts of its licences. The
 * packages are those that the entry modules reach, with their dependencies, and those of Debian with
 * the C library.
 */
import { type DebianPackage, fetchCLibrary } from "../debian_parts.ts";
import { ENTRIES } from "../entries.ts";
import { findTarget, type Target, TARGETS } from "../target.ts";
import { runTool } from "../tools.ts";
import type { Artifact, ReleaseInput, ReleaseStep } from "./artifact.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Seconds that reading the modules may take. */
const LIMIT = 120;
/** Files of a package that hold its licence. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Native libraries of libSQL, most of them for machines other than the targets. */
const NATIVE = /^@libsql\/(linux|darwin|win32)-/;
/** Their licence. They are not installed for machines other than this one. */
const OF_DATABASE = { licence: "MIT", texts: [] } as const;

/** A package from npm that the executables contain. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; "" = the package names none. */
  readonly licence: string;
  /** The texts of its licence files. */
  readonly texts: readonly string[];
}

/** The result of `deno info --json`, as far as it is used. */
interface ModuleInfo {
  readonly modules: readonly { readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, NpmPackage>>;
}

interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

/** The step that writes both documents. */
export const sbomStep: ReleaseStep = {
  name: "Bill of materials",
  async run({ version, epoch, executables, out }) {
    const packages = await containedPackages();
    const debian = await containedLibraries([...executables.keys()].map(findTarget));
    const bill = `${out}/box-${version}.cdx.json`;
    const licences = `${out}/box-${version}-licences.txt`;
    await Deno.mkdir(out, { recursive: true });
    await Deno.writeTextFile(bill, billText(packages, debian, { version, epoch }));
    await Deno.writeTextFile(licences, licencesText(packages, debian));
    return [bill, licences].map((path): Artifact => ({ kind: "document", path }));
  },
};

/** Debian's packages with the C libraries of the targets, each once. */
async function containedLibraries(targets: readonly Target[]): Promise<DebianPackage[]> {
  const unique = new Map<string, DebianPackage>();
  for (const { libraries, loader } of targets) {
    for (const found of (await fetchCLibrary(libraries, loader)).packages) {
      unique.set(`${found.name}:${found.arch}`, found);
    }
  }
  return [...unique.values()];
}

/** The packages that the entry modules reach, by name. */
export async function containedPackages(): Promise<Package[]> {
  const reached = new Map<string, NpmPackage>();
  for (const entry of ENTRIES) {
    const info = await runTool([Deno.execPath(), "info", "--json", entry], {
      cwd: ROOT,
      limit: LIMIT,
    });
    if (info.code !== 0) throw new Error(`The modules cannot be read: ${entry}: ${info.reason}`);
    const { modules, npmPackages } = JSON.parse(info.output) as ModuleInfo;
    const waiting = modules.flatMap(({ npmPackage }) => npmPackage ?? []);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const found = npmPackages[id];
      if (found === undefined || reached.has(id)) continue;
      reached.set(id, found);
      waiting.push(...found.dependencies);
    }
  }
  const unique = new Map([...reached.values()].map((one) => [`${one.name}@${one.version}`, one]));
  const packages: Package[] = [];
  for (const found of unique.values()) {
    if (!NATIVE.test(found.name)) packages.push(await readPackage(found));
    else if (TARGETS.some(({ database }) => database === found.name)) {
      packages.push({ name: found.name, version: found.version, ...OF_DATABASE });
    }
  }
  const key = ({ name, version }: Package) => `${name}@${version}`;
  return packages.sort((a, b) => key(a) < key(b) ? -1 : 1);
}

async function readPackage({ name, version, localPath }: NpmPackage): Promise<Package> {
  const manifest = JSON.parse(await Deno.readTextFile(`${localPath}/package.json`));
  const texts: string[] = [];
  const names = [...Deno.readDirSync(localPath)].filter(({ isFile }) => isFile)
    .map((entry) => entry.name).filter((file) => LICENCE_FILE.test(file)).sort();
  for (const file of names) texts.push((await Deno.readTextFile(`${localPath}/${file}`)).trim());
  return { name, version, licence: licenceOf(manifest), texts };
}

/** The licence in a package.json; older packages list theirs in `licenses`. */
function licenceOf(
  { license, licenses = [] }: {
    readonly license?: unknown;
    readonly licenses?: readonly { readonly type?: string }[];
  },
): string {
  if (typeof license === "string") return license;
  return licenses.map(({ type = "" }) => type).filter((type) => type !== "").join(" OR ");
}

/** The bill of materials as JSON (CycloneDX 1.6). */
export function billText(
  packages: readonly Package[],
  debian: readonly DebianPackage[],
  { version, epoch }: Pick<ReleaseInput, "version" | "epoch">,
): string {
  const npm = packages.map(({ name, version, licence }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(licence !== "" && { licenses: [{ expression: licence }] }),
    };
  });
  const libraries = debian.map(({ name, version, arch, source, licence }) => {
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`;
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      licenses: [{ expression: licence }],
      properties: [{ name: "debian:source", value: source }],
    };
  });
  const runtime = {
    type: "platform",
    "bom-ref": `pkg:github/denoland/deno@v${Deno.version.deno}`,
    name: "deno",
    version: Deno.version.deno,
    purl: `pkg:github/denoland/deno@v${Deno.version.deno}`,
    licenses: [{ expression: "MIT" }],
  };
  const box = {
    type: "application",
    "bom-ref": "box",
    name: "box",
    version,
    licenses: [{ expression: "Apache-2.0" }],
  };
  const components = [runtime, ...libraries, ...npm];
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: new Date(epoch * 1000).toISOString(), component: box },
    components,
    dependencies: [{ ref: "box", dependsOn: components.map((each) => each["bom-ref"]) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The licences of all packages, each with its texts. */
export function licencesText(
  packages: readonly Package[],
  debian: readonly DebianPackage[],
): string {
  const head = "The executable of the box contains these packages, each under its own licence.\n" +
    "The Deno runtime is under the MIT License; its own dependencies are named in its source.\n" +
    "Files from Debian are unchanged; Debian offers the source packages that are named with them.\n";
  const parts = packages.map(({ name, version, licence, texts }) => {
    const title = `${name} ${version}: ${licence || "see its text"}`;
    return `${title}\n${"-".repeat(title.length)}\n\n${texts.join("\n\n")}\n`;
  });
  const libraries = debian.map(({ name, version, arch, source, licence, text }) => {
    const title = `${name} ${version} for ${arch}, from Debian's source ${source}: ${licence}`;
    return `${title}\n${"-".repeat(title.length)}\n\n${text}\n`;
  });
  return [head, ...parts, ...libraries].join("\n");
}
