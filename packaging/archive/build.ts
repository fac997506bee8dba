/** Builds the archives: the program, its unit and an install script; equal input, equal bytes. */
import type { Artifact, DebianArch, ReleaseInput, ReleaseStep } from "../release/artifact.ts";
import { findTool, runTool } from "../tools.ts";

const SOURCE = new URL(".", import.meta.url).pathname;
const PACKAGING = new URL("../", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname;
/** Path of the program in packages, and where the archive installs it. */
const PACKAGED = "/usr/bin/box";
const INSTALLED = "/opt/box/current/box";
/** Seconds that tar and xz may take. */
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
  arch: DebianArch,
  executable: string,
  { version, epoch, out }: Pick<ReleaseInput, "version" | "epoch" | "out">,
): Promise<string> {
  const tar = findTool(["tar"], "GNU tar");
  const name = `box-${version}-linux-${arch}`;
  const work = await Deno.makeTempDir({ prefix: "box-archive-" });
  try {
    const folder = `${work}/${name}`;
    await Deno.mkdir(folder);
    await writeFolder(folder, executable, version);
    await Deno.mkdir(out, { recursive: true });
    const path = `${out}/${name}.tar.xz`;
    const plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"];
    const made = await runTool(
      [tar, ...plain, `--mtime=@${epoch}`, "-C", work, "-cJf", path, name],
      { limit: LIMIT, env: { XZ_OPT: "-6 -T1" } },
    );
    if (made.code !== 0) throw new Error(`tar does not make the archive: ${made.reason}`);
    return path;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function writeFolder(folder: string, executable: string, version: string): Promise<void> {
  const put = async (from: string, name: string, mode = 0o644, change = (text: string) => text) => {
    await Deno.writeTextFile(`${folder}/${name}`, change(await Deno.readTextFile(from)));
    await Deno.chmod(`${folder}/${name}`, mode);
  };
  await Deno.copyFile(executable, `${folder}/box`);
  await Deno.chmod(`${folder}/box`, 0o755);
  const withVersion = (text: string) => text.replaceAll("@VERSION@", version);
  await put(`${SOURCE}install.sh`, "install.sh", 0o755, withVersion);
  await put(`${SOURCE}uninstall.sh`, "uninstall.sh", 0o755);
  await put(`${PACKAGING}debian/port-53`, "port-53", 0o755);
  await put(`${PACKAGING}units/box.toml`, "box.toml");
  const ofArchive = (text: string) => text.replace(PACKAGED, INSTALLED);
  await put(`${PACKAGING}units/box.service`, "box.service", 0o644, ofArchive);
  for (const name of ["LICENSE", "NOTICE"]) await put(`${ROOT}${name}`, name);
}
