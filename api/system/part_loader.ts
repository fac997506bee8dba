/** Loads parts of the program on demand. */

/**
 * Creates a function that loads modules from the URLs of `part`. The runtime caches a failed load
 * for as long as it runs (too many open files, Deno 2.9.5), so another URL is used after a failure.
 * The function rejects like `import`.
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
