/** The executable of this machine, as `deno task compile` makes it. */
import { executableName } from "../../packaging/target.ts";
import { ROOT } from "./source_files.ts";
import { isStrictRun } from "./tool.ts";

const HOST = Deno.build.arch === "aarch64" ? "arm64" : "amd64";
/** Its path. */
export const EXECUTABLE = `${ROOT}dist/${executableName({ name: HOST })}`;

/**
 * Whether it exists: without an executable there is nothing to test. A strict run has built it
 * before.
 */
export function isBuilt(): boolean {
  try {
    return Deno.statSync(EXECUTABLE).isFile;
  } catch {
    if (isStrictRun()) {
      throw new Error(`The executable is missing, run deno task compile first: ${EXECUTABLE}`);
    }
    return false;
  }
}
