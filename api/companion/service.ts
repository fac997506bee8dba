/** The online service as a whole: database, calls of boxes, DNS, and periodic cleanup. */
import type { ListenAddress } from "../settings/listen.ts";
import { CompanionHandler } from "./companion_handler.ts";
import { CertificateFiles } from "./certificate_files.ts";
import { DnsResponder } from "./dns/dns_responder.ts";
import { DnsListener } from "./dns/listener.ts";
import { Zone } from "./dns/zone.ts";
import { ZoneCache } from "./dns/zone_cache.ts";
import { HttpListener, type HttpListenerDeps } from "./http_listener.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { Names } from "./names.ts";
import type { CompanionOptions } from "./options.ts";
import { Rates } from "./rates.ts";
import { COMPANION_ROUTES } from "./routes.ts";
import { SignedCalls } from "./signed_calls.ts";
import { CompanionDatabase } from "./store/database.ts";
import { TelemetryCounts } from "./telemetry.ts";
import type { Runtime } from "../system/runtime.ts";

/** Dependencies of the service, from the composition root. */
export interface CompanionDeps {
  readonly runtime: Runtime;
}

/** A running service. */
export interface Companion {
  /** The listening addresses as display texts. */
  readonly listeners: readonly string[];
  /** Stops the service after running calls are answered. */
  close(): Promise<void>;
}

/**
 * Starts the service. Rejects, with everything closed again, when the database, certificate or a
 * port is unavailable.
 */
export async function openCompanion(
  options: CompanionOptions,
  deps: CompanionDeps,
): Promise<Companion> {
  if (options.dataDir !== "") await Deno.mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const closing = new AsyncDisposableStack();
  try {
    const database = await CompanionDatabase.open(options.database);
    closing.defer(() => database.close());
    const names: Names = new Names({ database, ...deps, changed: (name) => cache.forget(name) });
    const cache = new ZoneCache(names, deps.runtime.monotonic);
    const telemetry = new TelemetryCounts(database, deps.runtime.now);
    const signed = new SignedCalls({ database, hosts: options.hosts, runtime: deps.runtime });
    const swept: Swept[] = [names, telemetry, signed];
    closing.defer(sweeping(swept, deps));
    const zone = new DnsResponder(new Zone(options), cache, deps.runtime.monotonic);
    const dns: DnsListener[] = [];
    for (const at of options.dns) {
      const listener = await had(at, () => new DnsListener(at, { answering: zone, ...deps }));
      closing.defer(() => listener.close());
      dns.push(listener);
    }
    const answering = answeringOf({ names, telemetry, signed, database, dns }, options, deps);
    const listeners: HttpListener[] = [];
    const open = async (at: ListenAddress, more: Partial<HttpListenerDeps> = {}) => {
      const given = { answering, proxies: options.proxies, ...deps, ...more };
      const listener = await had(at, () => HttpListener.open(at, given));
      closing.defer(() => listener.close());
      listeners.push(listener);
      return listener;
    };
    for (const at of options.http) await open(at);
    if (options.https.length > 0) {
      const files = new CertificateFiles(options);
      const certificate = (await files.changed())!;
      const secure: HttpListener[] = [];
      for (const at of options.https) secure.push(await open(at, { certificate }));
      swept.push(renewing(files, secure));
    }
    const shown = [...listeners, ...dns].map((each) => each.shown);
    return { listeners: shown, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Opens a listener; the error for an unavailable port contains its address. */
async function had<T>({ address, port }: ListenAddress, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const at = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
    throw new Error(`${at} cannot be listened on: ${(error as Error).message}`);
  }
}

interface Parts {
  readonly names: Names;
  readonly telemetry: TelemetryCounts;
  readonly signed: SignedCalls;
  readonly database: CompanionDatabase;
  readonly dns: readonly DnsListener[];
}

function answeringOf(
  { signed, database, dns, ...parts }: Parts,
  { dnsDomain }: CompanionOptions,
  deps: CompanionDeps,
) {
  const { rates: limits } = COMPANION_LIMITS;
  const rates = (of: "perAddress" | "perKey" | "names" | "telemetry") =>
    new Rates(limits[of], limits.remembered, deps.runtime.monotonic);
  const naming = rates("names");
  const signals = rates("telemetry");
  const health = async () => ({
    database: await database.all("select 1").then(() => true, () => false),
    dns: dns.every(({ isOpen }) => isOpen),
  });
  return new CompanionHandler({
    routes: COMPANION_ROUTES,
    services: {
      ...parts,
      dnsDomain,
      mayName: (network) => naming.take(network),
      maySignal: (network) => signals.take(network),
      health,
    },
    signed,
    rates: { address: rates("perAddress"), key: rates("perKey") },
    runtime: deps.runtime,
  });
}

/** A periodic task. */
interface Swept {
  sweep(): Promise<void>;
}

/** Uses a renewed certificate. */
function renewing(files: CertificateFiles, listeners: readonly HttpListener[]): Swept {
  return {
    async sweep() {
      const renewed = await files.changed();
      if (renewed !== undefined) listeners.forEach((listener) => listener.renew(renewed));
    },
  };
}

/** Removes expired data and runs the other tasks each minute; calling the result stops it. */
function sweeping(parts: readonly Swept[], { runtime }: CompanionDeps): () => Promise<void> {
  let ended = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const sweep = async () => {
    for (const part of parts) {
      await part.sweep().catch((error) =>
        runtime.log("warn", `A task of each minute failed: ${(error as Error).message}`)
      );
    }
    if (!ended) again();
  };
  const again = () =>
    cancel = runtime.after(COMPANION_LIMITS.sweepSeconds * 1000, () => running = sweep());
  again();
  return async () => {
    ended = true;
    cancel();
    await running;
  };
}
