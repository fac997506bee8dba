/**
 * The modules that are loaded by their address: main.ts, the services behind `box serve` and `box companion`, what stands behind
 * the answers, the interface, and each thread.
 * Packaging bundles one file for each, under the same relative path; they compose, so the architecture tests let them touch the
 * clock and their own address.
 */

/** Entry modules by path from the root of the project. */
export const ENTRIES: readonly string[] = [
  "main.ts",
  "serve.ts",
  "control_side.ts",
  "companion.ts",
  "ui/loader.ts",
  "ui/block_page.ts",
  "resolver/worker.ts",
  "api/store/thread.ts",
  "api/compiler_thread.ts",
  "api/accounts/password_thread.ts",
  "api/front/thread.ts",
  "api/certificate/thread.ts",
  "api/certificate/acme/thread.ts",
];
