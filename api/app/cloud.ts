/**
 * The client of the online service, with the box's own resolver and the key in its tls directory (A
 * 5.6).
 */
import type { Core } from "./core.ts";
import { CloudClient } from "../cloud/client.ts";
import { KeyFile } from "../cloud/key.ts";
import { lookup } from "../system/lookup.ts";
import { USER_AGENT } from "../system/version.ts";

/**
 * Creates the client; only one per process, because the online service would take a second client
 * for another box with the same key. The key is created at the first call.
 */
export function createCloud(
  { dataDir, settings, resolver, runtime }: Pick<
    Core,
    "dataDir" | "settings" | "resolver" | "runtime"
  >,
): CloudClient {
  const key = new KeyFile(`${dataDir}/tls/cloud.key`, runtime.log);
  return new CloudClient({
    runtime,
    userAgent: USER_AGENT,
    url: () => settings.values.cloud_url,
    key,
    lookup: (host) => lookup(resolver, host),
  });
}
