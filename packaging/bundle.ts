/** The code of the box as a few JavaScript files: one an entry module, under the same relative path. */
import { dirname } from "node:path";
import { ENTRIES } from "./entries.ts";
import { runTool } from "./tools.ts";

/** Bundles every entry module of `root` into `built`; the paths written. Throws with the bundler's words. */
export async function bundle(root: string, built: string): Promise<string[]> {
  const written: string[] = [];
  for (const entry of ENTRIES) {
    if (!(await Deno.stat(`${root}/${entry}`).then(() => true, () => false))) continue;
    const out = entry.replace(/\.ts$/, ".js");
    await Deno.mkdir(dirname(`${built}/${out}`), { recursive: true });
    const ended = await runTool(
      [Deno.execPath(), "bundle", "--quiet", "--platform", "deno", "--output", `${built}/${out}`, entry],
      { cwd: root, limit: 120 },
    );
    if (ended.code !== 0) throw new Error(`${entry} cannot be bundled: ${ended.output}`);
    written.push(out);
  }
  if (!written.includes("main.js")) throw new Error(`There is no main.ts to bundle: ${root}`);
  return written;
}
