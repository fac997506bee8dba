/** What certificates of a public authority are obtained with, put together over the box's own resolver (A 7.9.3). */
import type { BoxSettings } from "./box_settings.ts";
import { AcmeSources } from "./certificate/acme/sources.ts";
import { httpsCaller } from "./https_call.ts";
import type { Log } from "./log.ts";
import { lookup, queryFor } from "./lookup.ts";
import { pause } from "./pause.ts";
import { USER_AGENT } from "./version.ts";
import type { ResolverHandle } from "../resolver/protocol.ts";

/** What it is made of. */
export interface BoxAcmeDeps {
  readonly dataDir: string;
  /** The module of api/certificate/acme/thread.ts. */
  readonly acmeUrl: URL;
  readonly settings: BoxSettings;
  readonly resolver: Pick<ResolverHandle, "ask">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Octets that nobody can guess. */
  readonly randomOctets: (length: number) => Uint8Array;
  readonly log: Log;
}

/** The place that obtains them. */
export function boxAcme(
  { dataDir, acmeUrl, settings, resolver, now, monotonic, after, randomOctets, log }: BoxAcmeDeps,
): AcmeSources {
  const found = (host: string) => lookup(resolver, host);
  return new AcmeSources({
    ...{ now, log, lookup: found, elapsed: monotonic, random: randomOctets },
    folder: `${dataDir}/tls`,
    workerUrl: acmeUrl,
    directory: () => settings.values.acme_directory,
    call: httpsCaller({ lookup: found, userAgent: USER_AGENT }),
    ask: async (name, type) => (await resolver.ask(queryFor(name, type), "127.0.0.1", false)).wire,
    pause: (ms, signal) => pause(after, ms, signal),
  });
}
