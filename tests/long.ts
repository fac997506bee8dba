/**
 * The long run, `deno task long`: a million fuzzed packets, hundreds of kills, big lists, the whole box under pressure, every page
 * in every look, and the arm64 executable under
 * qemu. Prints figures on the way; the last line holds the counts.
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests } from "./support/run.ts";

const deno = Deno.execPath();

/** Seconds that one part may take. */
const LIMIT = 3600;

async function existing(...paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await Deno.stat(path).then(() => true, () => false)) found.push(path);
  return found;
}

/** Every test whose file name says that it fuzzes, kills or fills. */
async function longTests(folder: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await longTests(path, pattern));
    else if (pattern.test(entry.name)) found.push(path);
  }
  return found.sort();
}

async function main(): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  let counts: Counts = NOTHING;
  const part = async (name: string, args: readonly string[], env: Record<string, string>) => {
    if (args.length === 0) return;
    counts = add(counts, await runTests({ name, args, env: { ...env, BOX_LONG: "1" }, limit: LIMIT, shown: true }));
  };
  const fuzz = [...await existing("tests/fuzz"), ...await longTests(".", /fuzz\w*_test\.ts$/)];
  await part("fuzzing", [...new Set(fuzz.filter((path) => path === "tests/fuzz" || !path.startsWith("tests/fuzz/")))], {
    FUZZ_PACKETS: "1000000",
    FUZZ_RUNS: "20000",
  });
  await part("kills", await longTests(".", /kill\w*_test\.ts$/), { LOOPS: "200" });
  await part("big lists", await longTests(".", /big\w*_test\.ts$/), { LIST_LINES: "10000000" });
  const apart = /(kill|big\w*|executable|arm64)_test\.ts$/;
  await part("tunnels inside DNS", await existing("tests/bench/tunnels_test.ts"), {});
  await part("the whole box", (await longTests("tests/whole", /_test\.ts$/)).filter((path) => !apart.test(path)), {});
  await part("pages in a browser", await longTests("tests/e2e", /_test\.ts$/), {});
  for (const target of ["amd64", "arm64"]) {
    counts = add(
      counts,
      await runCheck(`executable for ${target}`, [deno, "task", "compile", "--target", target], LIMIT),
    );
  }
  await part("executables", await existing("tests/whole/executable_test.ts", "tests/whole/arm64_test.ts"), {});
  finish(counts);
}

await main();
