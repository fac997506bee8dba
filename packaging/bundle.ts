/**
 * The code of the box as JavaScript: one file for each entry module, under the same relative path,
 * and beside them the shared files.
 */
import { ENTRIES } from "./entries.ts";
import { runTool } from "./tools.ts";

/**
 * Bundles the entry modules of `root` into `built`; returns the paths written. Modules that are
 * imported on demand stay separate files, so a thread keeps no text of code that it does not run.
 * Throws with the bundler's message.
 */
export async function bundle(root: string, built: string): Promise<string[]> {
  const entries: string[] = [];
  for (const entry of ENTRIES) {
    if (await Deno.stat(`${root}/${entry}`).then(() => true, () => false)) entries.push(entry);
  }
  if (!entries.includes("main.ts")) throw new Error(`There is no main.ts to bundle: ${root}`);
  const ended = await runTool(
    [
      Deno.execPath(),
      "bundle",
      "--quiet",
      "--platform",
      "deno",
      "--code-splitting",
      // Optional native parts of ssh2, which works without them.
      "--external",
      "*.node",
      "--external",
      "cpu-features",
      "--outdir",
      built,
      ...entries,
    ],
    { cwd: root, limit: 120 },
  );
  if (ended.code !== 0) throw new Error(`The code cannot be bundled: ${ended.transcript}`);
  await withoutIndents(built);
  return await writtenBelow(built);
}

/**
 * Removes the indentation from the code, a quarter of its size: the runtime keeps the text of
 * modules that may be imported twice. Names stay, so that stack traces can be read. It uses the
 * esbuild that `deno bundle` fetched; without it the code stays unchanged, and this is logged.
 */
async function withoutIndents(built: string): Promise<void> {
  const info = await runTool([Deno.execPath(), "info", "--json", "--no-config"], { limit: 60 });
  const fetched = `${JSON.parse(info.output).denoDir}/dl`;
  const esbuild = await programBelow(fetched, /^esbuild/);
  if (esbuild === undefined) {
    return console.log(`The code keeps its indents: no esbuild lies in ${fetched}`);
  }
  const files = (await filesBelow(built)).filter((path) => path.endsWith(".js"));
  const flags = [
    "--minify-whitespace",
    "--charset=utf8",
    "--log-level=warning",
    "--allow-overwrite",
  ];
  const ended = await runTool([esbuild, ...flags, "--outdir=.", "--outbase=.", ...files], {
    cwd: built,
    limit: 120,
  });
  if (ended.code !== 0) {
    throw new Error(`The indents cannot be taken out of the code: ${ended.transcript}`);
  }
}

/** A program of that name in one of the folders of a folder. */
async function programBelow(folder: string, name: RegExp): Promise<string | undefined> {
  const paths = await filesBelow(folder).catch((): string[] => []);
  const found = paths.filter((path) => path.split("/").every((part) => name.test(part))).sort().at(
    -1,
  );
  return found === undefined ? undefined : `${folder}/${found}`;
}

/** Paths of the files of a folder, including its subfolders. */
async function filesBelow(root: string, folder = ""): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
    if (isDirectory) paths.push(...await filesBelow(root, `${folder}${name}/`));
    else paths.push(folder + name);
  }
  return paths;
}

/** Writes the code in ASCII; returns the paths of its files. */
async function writtenBelow(built: string): Promise<string[]> {
  const written = await filesBelow(built);
  for (const path of written) {
    await Deno.writeTextFile(
      `${built}/${path}`,
      toAscii(await Deno.readTextFile(`${built}/${path}`), path),
    );
  }
  return written;
}

/**
 * Code with every other character escaped: one above U+00FF makes V8 keep the text of the whole
 * file in two bytes a character. Throws where an escape would be read otherwise, after a backslash.
 */
export function toAscii(code: string, path: string): string {
  // deno-lint-ignore no-control-regex
  return code.replace(/(\\*)([^\x00-\x7f])/g, (_, slashes: string, character: string) => {
    if (slashes.length % 2 === 1) {
      throw new Error(`A character after a backslash cannot be escaped: ${path}`);
    }
    return `${slashes}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
