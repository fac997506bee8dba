/** The code of the box as JavaScript: one file an entry module, under the same relative path, and beside them what they share. */
import { ENTRIES } from "./entries.ts";
import { runTool } from "./tools.ts";

/**
 * Bundles the entry modules of `root` into `built`; the paths written. What is imported only when it is needed stays a file of
 * its own, so a thread holds the text of no code that it does not run. Throws with the bundler's words.
 */
export async function bundle(root: string, built: string): Promise<string[]> {
  const entries: string[] = [];
  for (const entry of ENTRIES) {
    if (await Deno.stat(`${root}/${entry}`).then(() => true, () => false)) entries.push(entry);
  }
  if (!entries.includes("main.ts")) throw new Error(`There is no main.ts to bundle: ${root}`);
  const ended = await runTool(
    [
      ...[Deno.execPath(), "bundle", "--quiet", "--platform", "deno"],
      ...["--code-splitting", "--outdir", built, ...entries],
    ],
    { cwd: root, limit: 120 },
  );
  if (ended.code !== 0) throw new Error(`The code cannot be bundled: ${ended.output}`);
  return await writtenBelow(built);
}

async function writtenBelow(built: string, folder = ""): Promise<string[]> {
  const written: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${built}/${folder}`)) {
    const path = folder + name;
    if (isDirectory) written.push(...await writtenBelow(built, `${path}/`));
    else {
      await Deno.writeTextFile(`${built}/${path}`, inAscii(await Deno.readTextFile(`${built}/${path}`), path));
      written.push(path);
    }
  }
  return written;
}

/**
 * Code with every other character escaped: one above U+00FF makes V8 keep the text of the whole file in two octets a character.
 * Throws where an escape would be read otherwise, after a backslash.
 */
export function inAscii(code: string, path: string): string {
  // deno-lint-ignore no-control-regex
  return code.replace(/(\\*)([^\x00-\x7f])/g, (_, slashes: string, character: string) => {
    if (slashes.length % 2 === 1) throw new Error(`A character after a backslash cannot be escaped: ${path}`);
    return `${slashes}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
