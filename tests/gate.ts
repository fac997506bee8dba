/**
 * The gate, `deno task ok` and `deno task test`: format, lint, types, then every quick test. The last line alone holds the
 * counts. BOX_CI=1 or CI=true turns skipped tests into failures (tests/support/tool.ts).
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests } from "./support/run.ts";

const deno = Deno.execPath();

/** Tests that start the whole box or measure time run alone, after all the others; those in a browser beside the quick ones. */
const WHOLE = "tests/whole/", BROWSER = "tests/e2e/";

async function main(): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  let counts: Counts = NOTHING;
  counts = add(counts, await runCheck("format", [deno, "fmt", "--check", "--quiet"], 60));
  counts = add(counts, await runCheck("lint", [deno, "lint", "--quiet"], 60));
  counts = add(counts, await runCheck("types", [deno, "check", "--quiet", "."], 180));
  const ignored = [WHOLE, BROWSER].map((folder) => `--ignore=${folder}`);
  // One file after the other: files side by side are threads of one process, and share its descriptors. The browser mostly waits.
  const beside = await Promise.all([
    runTests({ name: "tests", args: ["--permit-no-files", ...ignored], limit: 480 }),
    runTests({ name: "tests in a browser", args: [BROWSER], limit: 480 }),
  ]);
  counts = beside.reduce(add, counts);
  counts = add(counts, await runTests({ name: "tests of the whole box", args: [WHOLE], limit: 360 }));
  finish(counts);
}

await main();
