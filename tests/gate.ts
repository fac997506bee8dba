/**
 * The gate, `deno task ok` and `deno task test`: format, lint, types, then every quick test. The last line alone holds the
 * counts. BOX_CI=1 or CI=true turns skipped tests into failures (tests/support/tool.ts).
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests } from "./support/run.ts";

const deno = Deno.execPath();

/** Tests that start the whole box or measure time run alone, after all the others. */
const ALONE = ["tests/whole/", "tests/e2e/"];

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function main(): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  let counts: Counts = NOTHING;
  counts = add(counts, await runCheck("format", [deno, "fmt", "--check", "--quiet"], 60));
  counts = add(counts, await runCheck("lint", [deno, "lint", "--quiet"], 60));
  counts = add(counts, await runCheck("types", [deno, "check", "--quiet", "."], 180));
  const alone: string[] = [];
  for (const folder of ALONE) if (await exists(folder)) alone.push(folder);
  const ignored = alone.map((folder) => `--ignore=${folder}`);
  // One file after the other: files side by side are threads of one process, and share its descriptors.
  counts = add(
    counts,
    await runTests({ name: "tests", args: ["--permit-no-files", ...ignored], limit: 300 }),
  );
  for (const folder of alone) {
    const name = folder === "tests/e2e/" ? "tests in a browser" : "tests of the whole box";
    counts = add(counts, await runTests({ name, args: [folder], limit: 300 }));
  }
  finish(counts);
}

await main();
