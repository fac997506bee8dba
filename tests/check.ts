/**
 * The checks that run no code of the box, `deno task check`: format, lint, types and architecture.
 */
import { add, finish, runStaticChecks, runTests } from "./support/run.ts";

Deno.chdir(new URL("..", import.meta.url));
const checks = await runStaticChecks();
const architecture = { name: "architecture", args: ["tests/architecture"], limit: 120 };
finish(add(checks, await runTests(architecture)));
