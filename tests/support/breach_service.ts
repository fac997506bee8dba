/** The online service with a provider of breaches, in this process and with real sockets. */
import { nameFromText } from "../../policy/model/name.ts";
import { type LimitFigures, USUAL_LIMITS } from "../../api/companion/call_limits.ts";
import { nameServer } from "../../api/companion/dns/zone.ts";
import type { LoggedCall } from "../../api/companion/request_log.ts";
import { type Companion, openCompanion } from "../../api/companion/service.ts";
import { freePort } from "./box_process.ts";
import { BreachProviderServer } from "./breach_provider.ts";
import { testRuntime } from "./test_runtime.ts";

/** The key of its operator at the provider. */
export const OPERATOR_KEY = "key-of-the-operator";

/** Options of the service. */
export interface BreachServiceOptions {
  /** Whether the operator configured the provider. */
  readonly isConfigured?: boolean;
  readonly limits?: Partial<LimitFigures>;
  /** Its clock in Unix milliseconds, also for what it keeps; absent = those of the machine. */
  readonly now?: () => number;
}

/** A running service with its provider. */
export class BreachService implements AsyncDisposable {
  readonly provider: BreachProviderServer;
  /** What boxes have as `cloud_url`. */
  readonly url: string;
  readonly folder: string;
  readonly logged: string[];
  readonly calls: LoggedCall[];
  readonly #companion: Companion;

  private constructor(
    parts: Pick<BreachService, "provider" | "url" | "folder" | "logged" | "calls">,
    companion: Companion,
  ) {
    this.provider = parts.provider;
    this.url = parts.url;
    this.folder = parts.folder;
    this.logged = parts.logged;
    this.calls = parts.calls;
    this.#companion = companion;
  }

  /** Starts both. */
  static async start(
    { isConfigured = true, limits = {}, now }: BreachServiceOptions = {},
  ): Promise<BreachService> {
    const folder = await Deno.makeTempDir({ prefix: "box-breach-service-" });
    const provider = await BreachProviderServer.start(OPERATOR_KEY);
    const port = freePort();
    const host = `127.0.0.1:${port}`;
    const logged: string[] = [];
    const calls: LoggedCall[] = [];
    const companion = await openCompanion({
      http: [{ address: "127.0.0.1", port }],
      https: [],
      dns: [{ address: "127.0.0.1", port: freePort() }],
      certificate: "",
      key: "",
      hosts: [host],
      proxies: [],
      dnsDomain: "names.example",
      domain: nameFromText("names.example")!,
      nameServers: [nameServer("ns.other.example", [])!],
      dataDir: folder,
      database: { file: `${folder}/companion.db` },
      metrics: [],
      socket: "",
      limits: { ...USUAL_LIMITS, ...limits },
      rdapBootstrap: "",
      breachRange: provider.url,
      breachKey: isConfigured ? OPERATOR_KEY : "",
    }, {
      runtime: testRuntime({
        now: now ?? Date.now,
        monotonic: now ?? (() => performance.now()),
        randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        log: (_, text) => void logged.push(text),
      }),
      provider: { lookup: () => Promise.resolve(["127.0.0.1"]), ca: provider.ca },
      onLogged: (call) => void calls.push(call),
    });
    return new BreachService({ provider, url: `http://${host}`, folder, logged, calls }, companion);
  }

  /** Everything that it stored or logged: its database with the write-ahead log, and its log. */
  async written(): Promise<string> {
    const files = ["companion.db", "companion.db-wal"].map((name) =>
      Deno.readFile(`${this.folder}/${name}`).catch(() => new Uint8Array())
    );
    const texts = (await Promise.all(files)).map((each) => new TextDecoder("latin1").decode(each));
    return [...texts, ...this.logged, JSON.stringify(this.calls)].join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#companion.close();
    await this.provider[Symbol.asyncDispose]();
    await Deno.remove(this.folder, { recursive: true });
  }
}
