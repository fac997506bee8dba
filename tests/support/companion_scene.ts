/**
 * The online service with a database in its own folder and a clock set by the test, and boxes that
 * call it.
 */
import { type BoxKey, KeyFile } from "../../api/cloud/key.ts";
import { signCall, type SignedCallContent } from "../../api/cloud/signed.ts";
import {
  type CompanionAnswer,
  type CompanionCall,
  CompanionHandler,
} from "../../api/companion/companion_handler.ts";
import { COMPANION_LIMITS } from "../../api/companion/limits.ts";
import { Names } from "../../api/companion/names.ts";
import { Rates } from "../../api/companion/rates.ts";
import { COMPANION_ROUTES } from "../../api/companion/routes.ts";
import { SignedCalls } from "../../api/companion/signed_calls.ts";
import { CompanionDatabase } from "../../api/companion/store/database.ts";
import { TelemetryCounts } from "../../api/companion/telemetry.ts";
import { testRuntime } from "./test_runtime.ts";

/** The host under which boxes know the service. */
export const HOST = "cloud.example";
/** Start of a scene, in Unix milliseconds. */
export const BEGIN = Date.UTC(2026, 10, 21, 18);

/** Random bytes. */
export const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** A service in this process, without sockets. */
export class CompanionScene implements AsyncDisposable {
  readonly folder: string;
  readonly database: CompanionDatabase;
  readonly names: Names;
  readonly telemetry: TelemetryCounts;
  readonly signed: SignedCalls;
  readonly answering: CompanionHandler;
  readonly logLines: string[] = [];
  /** The hosts at which boxes call. */
  readonly hosts = [HOST];
  time = BEGIN;

  private constructor(folder: string, database: CompanionDatabase) {
    this.folder = folder;
    this.database = database;
    const now = () => this.time;
    const { rates: limits } = COMPANION_LIMITS;
    const rates = (rate: { burst: number; perMinute: number }) => new Rates(rate, 100, now);
    const naming = rates(limits.names);
    const signals = rates(limits.telemetry);
    this.names = new Names({ database, runtime: testRuntime({ randomBytes, now }) });
    this.telemetry = new TelemetryCounts(database, now);
    this.signed = new SignedCalls({ database, hosts: this.hosts, runtime: testRuntime({ now }) });
    this.answering = new CompanionHandler({
      routes: COMPANION_ROUTES,
      services: {
        names: this.names,
        telemetry: this.telemetry,
        dnsDomain: "names.example",
        mayName: (network) => naming.take(network),
        maySignal: (network) => signals.take(network),
        health: async () => ({
          database: await database.all("select 1").then(() => true, () => false),
          dns: true,
        }),
      },
      signed: this.signed,
      rates: { address: rates(limits.perAddress), key: rates(limits.perKey) },
      runtime: testRuntime({ now, log: (_, text) => void this.logLines.push(text) }),
    });
  }

  /** Opens a scene. `folder` = the folder of another scene whose database it shares. */
  static async open(folder?: string): Promise<CompanionScene> {
    const own = folder ?? await Deno.makeTempDir({ prefix: "box-companion-" });
    return new CompanionScene(own, await CompanionDatabase.open({ file: `${own}/companion.db` }));
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
    changes: Partial<SignedCallContent> & { readonly seconds?: number } = {},
  ): Promise<CompanionAnswer> {
    const authorization = await this.authorization(
      key,
      { method, path, host: HOST, body: bytesOf(body), ...changes },
      changes.seconds,
    );
    return await this.call(method, path, body, { authorization });
  }

  /** The header of a signed request. */
  authorization(
    key: BoxKey,
    call: SignedCallContent,
    seconds = Math.floor(this.time / 1000),
  ): Promise<string> {
    return signCall(key, call, { seconds, nonce: randomBytes(16) });
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
  return { method, target, body, header: (name) => all[name] ?? "", network: "192.0.2.1" };
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
