/** Builds the archives: the program, its unit and an install script; equal input, equal bytes. */
import type { Artifact, ReleaseInput, ReleaseStep } from "../release/artifact.ts";
import { type TargetName, unitFor } from "../target.ts";
import { rootKeysFile } from "../release/root_keys.ts";
import { findTool, runTool } from "../tools.ts";

const SOURCE = new URL(".", import.meta.url).pathname;
const PACKAGING = new URL("../", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname;
/** Path of the program in packages, and where the archive installs it. */
const PACKAGED = "/usr/bin/box";
const INSTALLED = "/opt/box/current/box";
/** Seconds that tar may take. The program is compressed already, and gzip is everywhere. */
const LIMIT = 300;

/** The step that makes an archive for each machine. */
export const archiveStep: ReleaseStep = {
  name: "Archives",
  async run(input) {
    const archives: Artifact[] = [];
    for (const [arch, executable] of input.executables) {
      const path = await buildArchive(arch, executable, input);
      archives.push({ kind: "archive", arch, path });
    }
    return archives;
  },
};

/** Builds the archive of one machine; resolves with its path. */
export async function buildArchive(
  arch: TargetName,
  executable: string,
  { version, epoch, out, rootKeys = [] }: Pick<
    ReleaseInput,
    "version" | "epoch" | "out" | "rootKeys"
  >,
): Promise<string> {
  const tar = findTool(["tar"], "GNU tar");
  const name = `box-${version}-linux-${arch}`;
  const work = await Deno.makeTempDir({ prefix: "box-archive-" });
  try {
    const folder = `${work}/${name}`;
    await Deno.mkdir(folder);
    // Modes do not depend on the umask of the builder.
    await Deno.chmod(folder, 0o755);
    await writeFolder(folder, arch, executable, { version, rootKeys });
    await Deno.mkdir(out, { recursive: true });
    const path = `${out}/${name}.tar.gz`;
    const plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"];
    const made = await runTool(
      [tar, ...plain, `--mtime=@${epoch}`, "-C", work, "-czf", path, name],
      { limit: LIMIT, env: { GZIP: "-n" } },
    );
    if (made.code !== 0) throw new Error(`tar does not make the archive: ${made.reason}`);
    return path;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function writeFolder(
  folder: string,
  arch: TargetName,
  executable: string,
  { version, rootKeys }: { readonly version: string; readonly rootKeys: readonly string[] },
): Promise<void> {
  const put = async (from: string, name: string, mode = 0o644, change = (text: string) => text) => {
    await Deno.writeTextFile(`${folder}/${name}`, change(await Deno.readTextFile(from)));
    await Deno.chmod(`${folder}/${name}`, mode);
  };
  await Deno.copyFile(executable, `${folder}/box`);
  await Deno.chmod(`${folder}/box`, 0o755);
  const withVersion = (text: string) => text.replaceAll("@VERSION@", version);
  await put(`${SOURCE}install.sh`, "install.sh", 0o755, withVersion);
  await put(`${SOURCE}uninstall.sh`, "uninstall.sh", 0o755);
  for (const program of ["port-53", "found-settings"]) {
    await put(`${PACKAGING}debian/${program}`, program, 0o755);
  }
  await put(`${PACKAGING}units/box.toml`, "box.toml");
  const ofMachine = (text: string) => unitFor(text, arch);
  const ofArchive = (text: string) =>
    ofMachine(text).replace(PACKAGED, INSTALLED).replace("BOX_INSTALL=deb", "BOX_INSTALL=archive");
  await put(`${PACKAGING}units/box.service`, "box.service", 0o644, ofArchive);
  for (const unit of ["box-update.service", "box-update.path"]) {
    await put(`${PACKAGING}units/${unit}`, unit, 0o644, ofMachine);
  }
  await Deno.writeTextFile(`${folder}/update-keys`, rootKeysFile(rootKeys));
  await Deno.chmod(`${folder}/update-keys`, 0o644);
  for (const name of ["LICENSE", "NOTICE"]) await put(`${ROOT}${name}`, name);
}
