/** Copies of the source tree with another version, and executables made from them. */
import { compile } from "../../packaging/compile.ts";
import { findTarget } from "../../packaging/target.ts";
import { withoutBoxVariables } from "./box_process.ts";
import { ROOT } from "./source_files.ts";

/** Folders and files of the source that a box needs to run and to be compiled. */
const SOURCE = [
  ...["api", "cli", "policy", "resolver", "tasks", "ui"],
  ...["main.ts", "deno.json", "deno.lock", "LICENSE", "NOTICE"],
];

/** Copies the source into a new folder, with another version. */
export async function copySource(tree: string, version: string): Promise<void> {
  await Deno.mkdir(tree);
  await run(["cp", "-r", ...SOURCE.map((name) => ROOT + name), tree]);
  await Deno.symlink(`${ROOT}node_modules`, `${tree}/node_modules`);
  await edit(`${tree}/api/system/version.ts`, /VERSION = "[^"]+"/, `VERSION = "${version}"`);
}

/**
 * Compiles an executable of another version below a folder; returns its path. `isMute` = it starts
 * as usual, but its answers over UDP are never sent.
 */
export async function compileVersion(
  folder: string,
  version: string,
  { isMute = false }: { readonly isMute?: boolean } = {},
): Promise<string> {
  const tree = `${folder}/source-${version}`;
  await copySource(tree, version);
  if (isMute) {
    const datagrams = `${tree}/resolver/net/datagrams.ts`;
    await edit(datagrams, /return libc\.sendmmsg\([^\n]+/, "return to - from;");
  }
  const options = { by: "launcher", into: `${folder}/program-${version}` } as const;
  const program = await compile(tree, findTarget(undefined), options);
  await Deno.remove(tree, { recursive: true });
  return program;
}

/** Replaces what matches in a file. Throws when nothing does. */
export async function edit(path: string, from: RegExp, to: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${path} does not have ${from}`);
  await Deno.writeTextFile(path, changed);
}

/** Runs a program without the variables of a box. Throws what it writes when it fails. */
export async function run(command: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command[0]!, {
    args: command.slice(1),
    clearEnv: true,
    env: withoutBoxVariables(Deno.env.toObject()),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${command[0]}: ${new TextDecoder().decode(stderr)}`);
}
