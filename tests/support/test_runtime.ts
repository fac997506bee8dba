/** A `Runtime` for tests: a test supplies what its subject uses, and any other use fails. */
import type { Runtime } from "../../api/system/runtime.ts";

/**
 * Creates it. Members that are not supplied throw when called, except for module URLs, which are
 * those of the source files.
 */
export function testRuntime(given: Partial<Runtime> = {}): Runtime {
  return {
    now: () => missing("now"),
    monotonic: () => missing("monotonic"),
    after: () => missing("after"),
    random: () => missing("random"),
    randomBytes: () => missing("randomBytes"),
    interfaces: () => missing("interfaces"),
    networks: () => missing("networks"),
    log: (level, text) => missing(`log (${level}: ${text})`),
    moduleUrl: (path) => new URL(`../../${path}.ts`, import.meta.url),
    ...given,
  };
}

function missing(member: string): never {
  throw new Error(`The test gives no runtime.${member}`);
}
