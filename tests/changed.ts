/**
 * Runs the tests that depend on a changed file, `deno task test:changed [REVISION]`: their direct
 * or indirect imports include a file that differs from the revision (HEAD by default) or is
 * untracked.
 */
import { posix } from "node:path";
import { finish, NOTHING, runTests } from "./support/run.ts";
import { modulesByUrl, sourceFiles, textOf } from "./support/source_files.ts";

/** Timeout of the tests in seconds. */
const LIMIT = 1800;

function git(...args: readonly string[]): string[] {
  const { code, stdout, stderr } = new Deno.Command("git", { args: [...args] }).outputSync();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

/**
 * The project's modules that a module imports: statically, dynamically, as types, or by a path from
 * the root.
 */
function importsOf(path: string): string[] {
  const text = textOf(path);
  const relative = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, specifier]) => posix.join(posix.dirname(path), specifier));
  return [...relative, ...modulesByUrl(text)];
}

/** The tests that depend on one of the changed files. */
export function testsOf(changed: ReadonlySet<string>, files: readonly string[]): string[] {
  const users = new Map<string, string[]>();
  for (const path of files) {
    for (const imported of importsOf(path)) {
      users.set(imported, [...users.get(imported) ?? [], path]);
    }
  }

  const reached = new Set(changed);
  for (const path of reached) users.get(path)?.forEach((user) => reached.add(user));
  return files.filter((path) => path.endsWith("_test.ts") && reached.has(path));
}

async function main(revision = "HEAD"): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  const changed = new Set([
    ...git("diff", "--name-only", revision),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]);
  const tests = testsOf(changed, sourceFiles());
  console.log(`${changed.size} changed files, ${tests.length} files of tests`);
  if (tests.length === 0) finish(NOTHING);
  finish(await runTests({ name: "tests of changed files", args: tests, limit: LIMIT }));
}

if (import.meta.main) await main(Deno.args[0]);
