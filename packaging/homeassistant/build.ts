/**
 * Builds the Home Assistant add-on: one folder that is copied into /addons, with the executables.
 * Equal input gives equal bytes.
 */
import type { Artifact, ReleaseInput, ReleaseStep } from "../release/artifact.ts";
import type { TargetName } from "../target.ts";
import { findTool, runTool } from "../tools.ts";

const SOURCE = new URL(".", import.meta.url).pathname;
/** The machines in the words of Home Assistant, which no longer supports 32-bit ones. */
const MACHINES: Readonly<Partial<Record<TargetName, string>>> = {
  amd64: "amd64",
  arm64: "aarch64",
};
const PROGRAMS = ["run.sh"];
/** Seconds that tar may take. The programs are compressed already. */
const LIMIT = 300;

/** The step that makes the archive with the add-on. */
export const homeAssistantStep: ReleaseStep = {
  name: "Home Assistant add-on",
  run: async (input) => [await buildAddon(input)],
};

/** Builds the archive; resolves with its artifact. */
export async function buildAddon(
  { version, epoch, executables, out }: Pick<
    ReleaseInput,
    "version" | "epoch" | "executables" | "out"
  >,
): Promise<Artifact> {
  const tar = findTool(["tar"], "GNU tar");
  const work = await Deno.makeTempDir({ prefix: "box-addon-" });
  try {
    const folder = `${work}/box`;
    await Deno.mkdir(`${folder}/translations`, { recursive: true });
    for (const path of ["config.yaml", "build.yaml", "Dockerfile", "run.sh", "DOCS.md"]) {
      const text = await Deno.readTextFile(SOURCE + path);
      await Deno.writeTextFile(`${folder}/${path}`, text.replaceAll("@VERSION@", version));
      await Deno.chmod(`${folder}/${path}`, PROGRAMS.includes(path) ? 0o755 : 0o644);
    }
    for (const { name } of Deno.readDirSync(`${SOURCE}translations`)) {
      await Deno.copyFile(`${SOURCE}translations/${name}`, `${folder}/translations/${name}`);
      await Deno.chmod(`${folder}/translations/${name}`, 0o644);
    }
    for (const [name, path] of executables) {
      const machine = MACHINES[name];
      if (machine === undefined) continue;
      await Deno.copyFile(path, `${folder}/box-${machine}`);
      await Deno.chmod(`${folder}/box-${machine}`, 0o755);
    }
    await Deno.mkdir(out, { recursive: true });
    const path = `${out}/box-${version}-homeassistant.tar`;
    const plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"];
    const made = await runTool(
      [tar, ...plain, `--mtime=@${epoch}`, "-C", work, "-cf", path, "box"],
      {
        limit: LIMIT,
      },
    );
    if (made.code !== 0) throw new Error(`tar does not make the archive: ${made.reason}`);
    return { kind: "addon", path };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
