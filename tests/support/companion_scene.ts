/**
 * The online service with a database in its own folder and a clock set by the test, and boxes that
 * call it.
 */
import { type BoxKey, KeyFile } from "../../api/cloud/key.ts";
import { signCall, type SignedCallContent } from "../../api/cloud/signed.ts";
import { DomainAges } from "../../api/companion/ages/ages.ts";
import type { BreachProvider } from "../../api/companion/breaches/provider.ts";
import { BreachRanges } from "../../api/companion/breaches/ranges.ts";
import { BackgroundTasks } from "../../api/companion/background_tasks.ts";
import { CallLimits, type LimitFigures, USUAL_LIMITS } from "../../api/companion/call_limits.ts";
import { CallMetrics } from "../../api/companion/call_metrics.ts";
import {
  type CompanionAnswer,
  type CompanionCall,
  CompanionHandler,
} from "../../api/companion/companion_handler.ts";
import { Copies } from "../../api/companion/copies.ts";
import type { JsonFetch } from "../../api/companion/json_fetch.ts";
import { NameDirectory } from "../../api/companion/directory.ts";
import { Names } from "../../api/companion/names.ts";
import { Operator } from "../../api/companion/operator.ts";
import { OPERATOR_ROUTES } from "../../api/companion/operator_routes.ts";
import type { LoggedCall } from "../../api/companion/request_log.ts";
import { COMPANION_ROUTES } from "../../api/companion/routes.ts";
import { SignedCalls } from "../../api/companion/signed_calls.ts";
import { CompanionDatabase } from "../../api/companion/store/database.ts";
import { TelemetryCounts } from "../../api/companion/telemetry.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { testRuntime } from "./test_runtime.ts";

/** The host under which boxes know the service. */
export const HOST = "cloud.example";
/** Start of a scene, in Unix milliseconds. */
export const BEGIN = Date.UTC(2026, 10, 21, 18);

/** Random bytes. */
export const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** The number of the process of a box, unless a test gives another one. */
export const INSTANCE = randomBytes(16);

/** What the service asks elsewhere; absent = not configured. */
export interface SceneServices {
  readonly rdap?: JsonFetch;
  readonly provider?: BreachProvider;
}

/** A service in this process, without sockets. */
export class CompanionScene implements AsyncDisposable {
  readonly folder: string;
  readonly database: CompanionDatabase;
  readonly names: Names;
  readonly copies: Copies;
  readonly telemetry: TelemetryCounts;
  readonly signed: SignedCalls;
  /** Handles calls of boxes. */
  readonly answering: CompanionHandler;
  /** Handles calls of the operator. */
  readonly operating: CompanionHandler;
  readonly calls = new CallMetrics();
  readonly tasks: BackgroundTasks;
  readonly runtime: Runtime;
  readonly logLines: string[] = [];
  readonly loggedCalls: LoggedCall[] = [];
  /** The hosts at which boxes call. */
  readonly hosts = [HOST];
  time = BEGIN;

  private constructor(
    folder: string,
    database: CompanionDatabase,
    figures: Partial<LimitFigures>,
    { rdap, provider }: SceneServices,
  ) {
    this.folder = folder;
    this.database = database;
    const now = () => this.time;
    this.names = new Names({ database, runtime: testRuntime({ randomBytes, now }) });
    this.copies = new Copies({ database, runtime: testRuntime({ now }) });
    this.telemetry = new TelemetryCounts(database, now);
    this.signed = new SignedCalls({ database, hosts: this.hosts, runtime: testRuntime({ now }) });
    this.runtime = testRuntime({
      now,
      monotonic: now,
      randomBytes,
      after: () => () => {},
      log: (_, text) => void this.logLines.push(text),
    });
    const { runtime, names, copies, telemetry, calls, signed } = this;
    const dnsDomain = "names.example";
    const limits = new CallLimits({ ...USUAL_LIMITS, ...figures }, now);
    const health = async () => ({
      database: await database.all("select 1").then(() => true, () => false),
      dns: true,
    });
    this.tasks = new BackgroundTasks(runtime);
    const operator = new Operator({
      names,
      directory: new NameDirectory(database, now),
      database,
      limits,
      tasks: this.tasks,
      calls,
      health,
      listeners: () => ["http 127.0.0.1:8780"],
      dnsDomain,
      runtime,
    });
    const ages = new DomainAges({
      bootstrap: rdap === undefined ? "" : "https://rdap.example/dns.json",
      fetch: rdap ?? (() => Promise.reject(new Error("not reachable"))),
      runtime,
    });
    const breaches = new BreachRanges({ runtime, ...(provider && { provider }) });
    const services = {
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
    const onLogged = (call: LoggedCall) => void this.loggedCalls.push(call);
    const parts = { services, signed, onCall, runtime };
    this.answering = new CompanionHandler({
      ...parts,
      routes: COMPANION_ROUTES,
      limits,
      onLogged,
    });
    this.operating = new CompanionHandler({ ...parts, routes: OPERATOR_ROUTES });
  }

  /** Opens a scene. `folder` = the folder of another scene whose database it shares. */
  static async open(
    folder?: string,
    figures: Partial<LimitFigures> = {},
    services: SceneServices = {},
  ): Promise<CompanionScene> {
    const own = folder ?? await Deno.makeTempDir({ prefix: "box-companion-" });
    const database = await CompanionDatabase.open({ file: `${own}/companion.db` });
    return new CompanionScene(own, database, figures, services);
  }

  /** A request of the operator at the local socket. */
  operatorCall(method: string, target: string, body?: unknown) {
    return this.operating.answer(callOf(method, target, bytesOf(body)));
  }

  /** A request with JSON, or without a body. */
  call(
    method: string,
    target: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.answering.answer(callOf(method, target, bytesOf(body), headers));
  }

  /** A request signed by a box. `changes` = what the signature covers instead of what is sent. */
  async signedCall(
    key: BoxKey,
    method: string,
    path: string,
    body?: unknown,
    changes: Partial<SignedCallContent> & {
      readonly seconds?: number;
      readonly instance?: Uint8Array;
    } = {},
  ): Promise<CompanionAnswer> {
    const authorization = await this.authorization(
      key,
      { method, path, host: HOST, body: bytesOf(body), ...changes },
      changes.seconds,
      changes.instance,
    );
    return await this.call(method, path, body, { authorization });
  }

  /** The header of a signed request. */
  authorization(
    key: BoxKey,
    call: SignedCallContent,
    seconds = Math.floor(this.time / 1000),
    instance: Uint8Array = INSTANCE,
  ): Promise<string> {
    return signCall(key, call, { seconds, nonce: randomBytes(16), instance });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.database.close();
    await Deno.remove(this.folder, { recursive: true }).catch(() => {});
  }
}

/** The bytes of a JSON body; none for undefined. */
export function bytesOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body));
}

/** A request as a listener passes it on. */
export function callOf(
  method: string,
  target: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): CompanionCall {
  const all: Record<string, string> = {
    ...(body.length > 0 ? { "content-type": "application/json" } : {}),
    ...headers,
  };
  return {
    method,
    target,
    body,
    header: (name) => all[name] ?? "",
    network: "192.0.2",
    home: "192.0.2.1",
  };
}

/** A key as the client of the online service holds it; it is never renewed. */
export function heldKey(key: BoxKey | Promise<BoxKey>): Pick<KeyFile, "key" | "renew"> {
  return { key: () => Promise.resolve(key), renew: () => Promise.resolve() };
}

/** The key of a new box. */
export async function newKey(): Promise<BoxKey> {
  const folder = await Deno.makeTempDir({ prefix: "box-key-" });
  try {
    return await new KeyFile(`${folder}/cloud.key`, () => {}).key();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The JSON of a response. */
export function jsonOf({ body }: CompanionAnswer): Record<string, unknown> {
  return body === "" ? {} : JSON.parse(body);
}
