/** What is slow to make and serves several tests of a file: made for the first of them, cleared away after the last. */

/** Makes something, runs a test with it and clears it away. */
export type With<Made> = (test: (made: Made) => Promise<void>) => Promise<void>;

/**
 * Runs each test with the same thing, which `make` makes; `around` is asked to run each test, to leave the thing as the next test
 * finds it. Must be called where a file declares its tests.
 */
export function shared<Made>(
  make: With<Made>,
  around: (made: Made, run: () => Promise<void>) => Promise<void>,
): With<Made> {
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
