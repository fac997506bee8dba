/** Parts of the program that are loaded on demand. */

/**
 * Loads modules by the addresses that `part` gives. The runtime caches a failed load for as long as
 * it runs (too many open files, Deno 2.9.5). So after a failure, another address is used. Rejects
 * as `import` does.
 */
export function createPartLoader(
  part: (path: string) => URL,
): <Module>(path: string) => Promise<Module> {
  let failures = 0;
  return async (path) => {
    const { href } = part(path);
    try {
      return await import(failures === 0 ? href : `${href}#${failures}`);
    } catch (error) {
      failures++;
      throw error;
    }
  };
}
