/**
 * Downloads the parts of the executable that come from npm: the runtime of the target and the
 * native library of libSQL.
 */
import { findTool, runTool } from "./tools.ts";
import type { Target } from "./target.ts";

/**
 * Downloads one package with npm, which checks its integrity, and unpacks it. Returns the folder of
 * its files.
 */
async function fetchPackage(name: string, version: string, work: string): Promise<string> {
  const npm = findTool(["npm"], "npm, which comes with Node.js");
  const packed = await runTool([
    npm,
    "pack",
    "--silent",
    "--pack-destination",
    work,
    `${name}@${version}`,
  ], {
    limit: 300,
  });
  if (packed.code !== 0) {
    throw new Error(`The package cannot be fetched: ${name}@${version}: ${packed.transcript}`);
  }
  const folder = `${work}/${name.replace("/", "+")}`;
  await Deno.mkdir(folder);
  const archive = `${work}/${packed.output.trim().split("\n").at(-1)}`;
  const unpacked = await runTool(["tar", "-xzf", archive, "-C", folder], { limit: 120 });
  if (unpacked.code !== 0) {
    throw new Error(`The package cannot be unpacked: ${name}@${version}: ${unpacked.transcript}`);
  }
  await Deno.remove(archive);
  return `${folder}/package`;
}

/**
 * The path of the runtime for a target: the running one if it fits, otherwise the one of its npm
 * package.
 */
export async function fetchRuntime(target: Target, work: string): Promise<string> {
  if (target.arch === Deno.build.arch) return Deno.execPath();
  return `${await fetchPackage(target.runtime, Deno.version.deno, work)}/deno`;
}

/** Puts the native library of libSQL, in the version of deno.lock, into a folder of modules. */
export async function fetchDatabase(
  target: Target,
  root: string,
  work: string,
  modules: string,
): Promise<void> {
  const lock = await Deno.readTextFile(`${root}/deno.lock`);
  const version = new RegExp(`"${RegExp.escape(target.database)}@([0-9][^"]*)"`).exec(lock)?.[1];
  if (version === undefined) {
    throw new Error(`deno.lock does not name the package: ${target.database}`);
  }
  const installed = `${root}/node_modules/.deno/${
    target.database.replace("/", "+")
  }@${version}/node_modules/${target.database}`;
  const here = await Deno.stat(`${installed}/index.node`).then(() => true, () => false);
  const source = here ? installed : await fetchPackage(target.database, version, work);
  await Deno.mkdir(`${modules}/${target.database}`, { recursive: true });
  for (const file of ["index.node", "package.json"]) {
    await Deno.copyFile(`${source}/${file}`, `${modules}/${target.database}/${file}`);
  }
}
