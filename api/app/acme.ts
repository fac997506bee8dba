/** What certificates of a public authority are obtained with, put together over the box's own resolver (A 7.9.3). */
import type { BoxSettings } from "../settings/box_settings.ts";
import { AcmeSources } from "../certificate/acme/sources.ts";
import { httpsCaller } from "../system/https_call.ts";
import { lookup, queryFor } from "../system/lookup.ts";
import { delay } from "../async/delay.ts";
import { USER_AGENT } from "../system/version.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import type { Runtime } from "../system/runtime.ts";

/** Its dependencies. */
export interface BoxAcmeDeps {
  readonly dataDir: string;
  /** The module of api/certificate/acme/thread.ts. */
  readonly acmeUrl: URL;
  readonly settings: BoxSettings;
  readonly resolver: Pick<ResolverHandle, "ask">;
  readonly runtime: Runtime;
}

/** The place that obtains them. */
export function boxAcme(
  { dataDir, acmeUrl, settings, resolver, runtime }: BoxAcmeDeps,
): AcmeSources {
  const found = (host: string) => lookup(resolver, host);
  return new AcmeSources({
    runtime,
    lookup: found,
    folder: `${dataDir}/tls`,
    workerUrl: acmeUrl,
    directory: () => settings.values.acme_directory,
    call: httpsCaller({ lookup: found, userAgent: USER_AGENT }),
    ask: async (name, type) => (await resolver.ask(queryFor(name, type), "127.0.0.1", false)).wire,
    pause: (ms, signal) => delay(runtime.after, ms, signal),
  });
}
