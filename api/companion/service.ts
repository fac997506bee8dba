/** The online service as a whole: database, calls of boxes, DNS, operator, background tasks. */
import type { ListenAddress } from "../settings/listen.ts";
import { isPublicAddress } from "../../policy/model/public_address.ts";
import type { Runtime } from "../system/runtime.ts";
import { USER_AGENT } from "../system/version.ts";
import { DomainAges } from "./ages/ages.ts";
import { RangeProvider } from "./breaches/provider.ts";
import { BreachRanges } from "./breaches/ranges.ts";
import { BackgroundTasks } from "./background_tasks.ts";
import { CallLimits } from "./call_limits.ts";
import { CallMetrics } from "./call_metrics.ts";
import { CertificateFiles } from "./certificate_files.ts";
import { CompanionHandler } from "./companion_handler.ts";
import { NameDirectory } from "./directory.ts";
import { Copies } from "./copies.ts";
import { DnsResponder } from "./dns/dns_responder.ts";
import { DnsListener } from "./dns/listener.ts";
import { Zone } from "./dns/zone.ts";
import { ZoneCache } from "./dns/zone_cache.ts";
import { HttpListener, type HttpListenerDeps } from "./http_listener.ts";
import {
  createJsonFetch,
  type JsonFetch,
  type JsonFetchDeps,
  machineLookup,
} from "./json_fetch.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { Names } from "./names.ts";
import { Operator } from "./operator.ts";
import { METRICS_ROUTES, OPERATOR_ROUTES } from "./operator_routes.ts";
import { OperatorSocket } from "./operator_socket.ts";
import type { CompanionOptions } from "./options.ts";
import type { LoggedCall } from "./request_log.ts";
import type { CompanionRoute, CompanionServices } from "./route.ts";
import { COMPANION_ROUTES } from "./routes.ts";
import { SignedCalls } from "./signed_calls.ts";
import { CompanionDatabase } from "./store/database.ts";
import { TelemetryCounts } from "./telemetry.ts";

/** Dependencies of the service, from the composition root. */
export interface CompanionDeps {
  readonly runtime: Runtime;
  /** Requests to RDAP servers; absent = over the network, to public addresses alone. */
  readonly fetchRdap?: JsonFetch;
  /** How the provider of breaches is reached; absent = over the network. */
  readonly provider?: Pick<JsonFetchDeps, "lookup" | "ca">;
  /** Logs a call of a box; absent = calls are not logged. */
  readonly onLogged?: (call: LoggedCall) => void;
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
    const shown = await open(options, deps, closing);
    return { listeners: shown(), close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Opens the parts, each of which is closed with the stack. Returns the listening addresses. */
async function open(
  options: CompanionOptions,
  { runtime, onLogged, fetchRdap = publicRdapFetch(), provider: reached }: CompanionDeps,
  closing: AsyncDisposableStack,
): Promise<() => readonly string[]> {
  const { dnsDomain } = options;
  const database = await CompanionDatabase.open(options.database);
  closing.defer(() => database.close());
  const names: Names = new Names({ database, runtime, changed: (name) => cache.forget(name) });
  const cache = new ZoneCache(names, runtime.monotonic);
  const telemetry = new TelemetryCounts(database, runtime.now);
  const signed = new SignedCalls({ database, hosts: options.hosts, runtime });
  const copies = new Copies({ database, runtime });
  const ages = new DomainAges({ bootstrap: options.rdapBootstrap, fetch: fetchRdap, runtime });
  const provider = breachProvider(options, reached);
  const breaches = new BreachRanges({ runtime, ...(provider && { provider }) });

  const tasks = new BackgroundTasks(runtime);
  closing.defer(() => tasks.close());
  tasks.add("names", () => names.sweep());
  tasks.add("statistics", () => telemetry.sweep());
  tasks.add("signatures", () => signed.sweep());
  tasks.add("copies", () => copies.sweep());

  const calls = new CallMetrics();
  const zone = new DnsResponder(
    new Zone(options),
    cache,
    runtime.monotonic,
    (transport, outcome) => calls.onQuery(transport, outcome),
  );
  const dns: DnsListener[] = [];
  for (const at of options.dns) {
    const listener = await listening(at, () => new DnsListener(at, { answering: zone, runtime }));
    closing.defer(() => listener.close());
    dns.push(listener);
  }

  const health = async () => ({
    database: await database.all("select 1").then(() => true, () => false),
    dns: dns.every(({ isOpen }) => isOpen),
  });
  const limits = new CallLimits(options.limits, runtime.monotonic);
  const http: HttpListener[] = [];
  const listeners = () => [...[...http, ...dns].map(({ shown }) => shown), ...socket.shown];
  const directory = new NameDirectory(database, runtime.now);
  const operator = new Operator({
    names,
    directory,
    database,
    limits,
    tasks,
    calls,
    health,
    listeners,
    dnsDomain,
    runtime,
  });
  const services: CompanionServices = {
    names,
    copies,
    telemetry,
    ages,
    breaches,
    dnsDomain,
    limits,
    health,
    operator,
  };
  const onCall = (route: string, status: number, seconds: number) =>
    calls.onCall(route, status, seconds);
  const handlerOf = (routes: readonly CompanionRoute[]) =>
    new CompanionHandler({ routes, services, signed, onCall, runtime });

  const forOperator = { answering: handlerOf(OPERATOR_ROUTES), proxies: [], runtime };
  const socket = new OperatorSocket(options.socket, forOperator);
  if (options.socket !== "") {
    closing.defer(() => socket.close());
    await socket.open().catch((error) => runtime.log("warn", (error as Error).message));
    tasks.add("socket", () => socket.open());
  }

  const openHttp = async (at: ListenAddress, given: HttpListenerDeps) => {
    const listener = await listening(at, () => HttpListener.open(at, given));
    closing.defer(() => listener.close());
    http.push(listener);
    return listener;
  };
  const forPrograms = { answering: handlerOf(METRICS_ROUTES), proxies: [], runtime };
  for (const at of options.metrics) await openHttp(at, forPrograms);

  const answering = new CompanionHandler({
    routes: COMPANION_ROUTES,
    services,
    signed,
    limits,
    onCall,
    runtime,
    ...(onLogged === undefined ? {} : { onLogged }),
  });
  const forBoxes = { answering, proxies: options.proxies, runtime };
  for (const at of options.http) await openHttp(at, forBoxes);
  if (options.https.length > 0) {
    const files = new CertificateFiles(options);
    const certificate = (await files.changed())!;
    const secure: HttpListener[] = [];
    for (const at of options.https) secure.push(await openHttp(at, { ...forBoxes, certificate }));
    tasks.add("certificate", () => renewCertificate(files, secure));
  }
  return listeners;
}

/** Requests to RDAP servers; only to public addresses, because third parties choose them. */
function publicRdapFetch(): JsonFetch {
  const { redirects, requestSeconds: seconds } = COMPANION_LIMITS.ages;
  return createJsonFetch({
    lookup: machineLookup,
    admits: isPublicAddress,
    userAgent: USER_AGENT,
    redirects,
    seconds,
  });
}

/** The provider that the operator configured; a redirect could send the key to another server. */
function breachProvider(
  { breachRange, breachKey }: CompanionOptions,
  reached: CompanionDeps["provider"] = { lookup: machineLookup },
): RangeProvider | undefined {
  if (breachRange === "" || breachKey === "") return undefined;
  const fetch = createJsonFetch({
    ...reached,
    admits: () => true,
    userAgent: USER_AGENT,
    headers: { "hibp-api-key": breachKey },
    redirects: 0,
    seconds: COMPANION_LIMITS.breaches.requestSeconds,
  });
  return new RangeProvider(breachRange, fetch);
}

/** Opens a listener; the error for an unavailable port contains its address. */
async function listening<T>(
  { address, port }: ListenAddress,
  openListener: () => T | Promise<T>,
): Promise<T> {
  try {
    return await openListener();
  } catch (error) {
    const at = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
    throw new Error(`${at} cannot be listened on: ${(error as Error).message}`);
  }
}

/** Uses a renewed certificate. */
async function renewCertificate(
  files: CertificateFiles,
  listeners: readonly HttpListener[],
): Promise<void> {
  const renewed = await files.changed();
  if (renewed !== undefined) listeners.forEach((listener) => listener.renew(renewed));
}
