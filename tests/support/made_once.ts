/**
 * Shares something slow to create between the tests of a file: created for the first, removed after
 * the last.
 */

/** Creates something, runs a test with it and removes it. */
export type Wrapper<Made> = (test: (made: Made) => Promise<void>) => Promise<void>;

/**
 * Runs each test with the same thing, which `make` creates. `around` runs each test, so that it can
 * restore the thing for the next one. Must be called where a file declares its tests.
 */
export function shared<Made>(
  make: Wrapper<Made>,
  around: (made: Made, run: () => Promise<void>) => Promise<void>,
): Wrapper<Made> {
  const over = Promise.withResolvers<void>();
  let made: Promise<Made> | undefined;
  let cleared: Promise<void> | undefined;
  Deno.test.afterAll(async () => {
    over.resolve();
    await cleared?.catch(() => {});
  });
  const begin = () =>
    new Promise<Made>((begun, failed) => {
      cleared = make((one) => {
        begun(one);
        return over.promise;
      });
      cleared.catch(failed);
    });
  return async (test) => {
    const one = await (made ??= begin());
    await around(one, () => test(one));
  };
}
