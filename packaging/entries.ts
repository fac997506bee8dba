/**
 * The modules that are loaded by their address: main.ts, the services behind `box serve` and `box
 * companion`, the services behind the responses, the interface, and each thread. Packaging bundles
 * one file for each, under the same relative path. They compose, so the architecture tests let them
 * use the clock and their own address.
 */

/** Entry modules by path from the root of the project. */
export const ENTRIES: readonly string[] = [
  "main.ts",
  "api/app/serve.ts",
  "api/app/control_side.ts",
  "api/companion/main.ts",
  "api/updates/main.ts",
  "api/image/main.ts",
  "api/app/restore_stopped.ts",
  "ui/loader.ts",
  "ui/block_page.ts",
  "policy/lists/public_suffix.ts",
  "resolver/worker.ts",
  "api/store/thread.ts",
  "api/publish/compiler_thread.ts",
  "api/accounts/password_thread.ts",
  "api/front/thread.ts",
  "api/certificate/thread.ts",
  "api/certificate/acme/thread.ts",
];
