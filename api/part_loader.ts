/** Parts of the program that are loaded when they are needed. */

/**
 * Loads modules by the addresses that `part` gives. The runtime keeps what could not be loaded for as long as it runs (too many open
 * files, Deno 2.9.5), so what comes after a failure is loaded by an address of its own. Rejects as `import` does.
 */
export function partLoader(part: (path: string) => URL): <Module>(path: string) => Promise<Module> {
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
