/** Obtaining certificates of a public authority, with the box's own resolver (A 7.9.3). */
import { AcmeSources } from "../certificate/acme/sources.ts";
import { createHttpsCaller } from "../system/https_call.ts";
import { createQuery, lookup } from "../system/lookup.ts";
import { delay } from "../async/delay.ts";
import { USER_AGENT } from "../system/version.ts";
import type { Core } from "./core.ts";

/** Creates the certificate sources. */
export function createAcme({ dataDir, settings, resolver, runtime }: Core): AcmeSources {
  const found = (host: string) => lookup(resolver, host);
  return new AcmeSources({
    runtime,
    lookup: found,
    folder: `${dataDir}/tls`,
    workerUrl: runtime.moduleUrl("api/certificate/acme/thread"),
    directory: () => settings.values.acme_directory,
    call: createHttpsCaller({ lookup: found, userAgent: USER_AGENT }),
    ask: async (name, type) =>
      (await resolver.ask(createQuery(name, type), "127.0.0.1", false)).wire,
    pause: (ms, signal) => delay(runtime.after, ms, signal),
  });
}
