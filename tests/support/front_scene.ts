/**
 * The front in this process on a free port of the loopback, and clients that speak TLS byte by
 * byte.
 */
import assert from "node:assert/strict";
import { type CertificatePair, makeCertificate } from "../../api/certificate/make.ts";
import type { Answer } from "../../api/front/http/front_requests.ts";
import { type Front, type FrontOptions, openFront } from "../../api/front/front.ts";
import type { FrontLimits } from "../../api/front/limits.ts";
import type { FrontListen, Pem } from "../../api/front/protocol.ts";
import type { ListenAddress } from "../../api/settings/listen.ts";
import { freePort } from "./box_process.ts";
import { SimulatedTime } from "./simulated_time.ts";
import { ROOT } from "./source_files.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { testRuntime } from "./test_runtime.ts";
import { WAIT } from "./whole_box.ts";

/** A front and what a test needs to connect to it. */
export interface FrontScene {
  readonly front: Front;
  readonly port: number;
  readonly certificate: CertificatePair;
  /** Lines of its log. */
  readonly logLines: string[];
  /** Opens a TLS connection to it. */
  connect(options?: { readonly alpn?: string; readonly name?: string }): Promise<TlsClient>;
  /** Requests from it with curl; returns the output. */
  curl(...args: readonly string[]): Promise<string>;
}

/** A certificate for names, with its own key. */
export function certificateFor(...names: readonly string[]): Promise<CertificatePair> {
  const now = Date.now();
  const day = 86_400_000;
  return makeCertificate({
    kind: "server",
    subject: names[0]!,
    names,
    addresses: ["127.0.0.1"],
    notBefore: now - day,
    notAfter: now + day,
  });
}

/** HTTPS only, on these addresses. */
export function listenHttps(...https: readonly ListenAddress[]): FrontListen {
  return { https, tls: [], quic: [], dnsOverHttps: false };
}

/** The module of the front's thread. */
export const FRONT_THREAD: URL = new URL(`file://${ROOT}api/front/thread.ts`);

/** The same module, which ends by itself without a message when it receives an authority. */
export const ENDING_THREAD: URL = new URL(
  `data:text/javascript,${
    encodeURIComponent(`import ${JSON.stringify(FRONT_THREAD.href)};
      const { onmessage } = self;
      self.onmessage = (event) => event.data.kind === "authority" ? self.close() : onmessage(event);`)
  }`,
);

/**
 * The clock of a front whose thread ends. The test moves it, so that a busy machine does not lose a
 * thread.
 */
export class ThreadClock {
  readonly #time = new SimulatedTime(0);

  readonly after: Runtime["after"] = (ms, run) => {
    const timer = this.#time.after(ms, run);
    return () => this.#time.cancel(timer);
  };

  /**
   * Ends the thread (ENDING_THREAD) and advances time until that is noticed and the next one
   * answers.
   */
  async again(
    { front, logLines }: Pick<FrontScene, "front" | "logLines">,
    authority: Pem,
  ): Promise<void> {
    front.authority(authority);
    // A thread is checked after 20 seconds, considered lost after another 10, and replaced a second
    // later.
    await this.#time.pass(31_000);
    assert.ok(
      await eventually(() => logLines.some((line) => line.includes("The front is running again"))),
      logLines.join("; "),
    );
  }
}

/** Runs a test with an open front; `more` and `runtime` replace its options. */
export async function withFront(
  answer: Answer,
  run: (scene: FrontScene) => Promise<void>,
  limits: Partial<FrontLimits> = {},
  more: Partial<FrontOptions> = {},
  runtime: Partial<Runtime> = {},
): Promise<void> {
  const port = more.listen?.https[0]?.port || freePort();
  const logLines: string[] = [];
  const certificate = await certificateFor("localhost");
  const front = await openFront({
    listen: listenHttps({ address: "127.0.0.1", port }),
    own: ["localhost"],
    workerUrl: FRONT_THREAD,
    certificate,
    ranges: ["private"],
    answer,
    limits,
    runtime: testRuntime({
      log: (level, text) => logLines.push(`${level} ${text}`),
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      ...runtime,
    }),
    ...more,
  });
  try {
    const connect: FrontScene["connect"] = ({ alpn = "http/1.1", name = "localhost" } = {}) =>
      TlsClient.open(port, alpn, name, certificate.cert);
    await run({
      front,
      port,
      certificate,
      logLines,
      connect,
      curl: (...args) => curl(port, args),
    });
  } finally {
    await front.close();
  }
}

async function curl(port: number, args: readonly string[]): Promise<string> {
  const url = args.at(-1)!;
  const all = ["-sk", "-m", "20", ...args.slice(0, -1), `https://localhost:${port}${url}`];
  const { stdout } = await new Deno.Command("curl", { args: ["-4", ...all], stderr: "null" })
    .output();
  return new TextDecoder().decode(stdout);
}

/** A client that collects what it receives. */
export class TlsClient {
  readonly #connection: Deno.TlsConn;
  readonly #ended: Promise<void>;
  #bytes = new Uint8Array(0);
  #over = false;

  private constructor(connection: Deno.TlsConn) {
    this.#connection = connection;
    this.#ended = this.#read();
  }

  /** Connects; without ALPN when `alpn` is "". */
  static async open(port: number, alpn: string, name: string, ca: string): Promise<TlsClient> {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
    const alpnProtocols = alpn === "" ? [] : [alpn];
    const tls = await Deno.startTls(tcp, { hostname: name, caCerts: [ca], alpnProtocols });
    await tls.handshake();
    return new TlsClient(tls);
  }

  /** The bytes received so far. */
  get received(): Uint8Array {
    return this.#bytes;
  }

  /** The text received so far. */
  get text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  /** Whether the server has closed the connection. */
  get over(): boolean {
    return this.#over;
  }

  /** Sends; false when the connection is closed. */
  async send(data: string | Uint8Array): Promise<boolean> {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    try {
      for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Waits until the server closes or a test of the received data passes; false after `limit` ms.
   */
  async until(holds: (text: string) => boolean = () => false, limit = WAIT): Promise<boolean> {
    const end = performance.now() + limit;
    while (!this.#over && !holds(this.text)) {
      if (performance.now() > end) return false;
      await new Promise((later) => setTimeout(later, 10));
    }
    return true;
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    if (!this.#over) this.#connection.close();
    await this.#ended;
    this.#over = true;
  }

  async #read(): Promise<void> {
    const piece = new Uint8Array(65_536);
    try {
      for (
        let size = await this.#connection.read(piece);
        size !== null;
        size = await this.#connection.read(piece)
      ) {
        const bytes = new Uint8Array(this.#bytes.length + size);
        bytes.set(this.#bytes);
        bytes.set(piece.subarray(0, size), this.#bytes.length);
        this.#bytes = bytes;
      }
      this.#connection.close();
    } catch {
      try {
        this.#connection.close();
      } catch { /* Closed by the test. */ }
    }
    this.#over = true;
  }
}

/** Waits until a condition holds; false after `limit` ms. */
export async function eventually(
  holds: () => Promise<boolean> | boolean,
  limit = WAIT,
): Promise<boolean> {
  const end = performance.now() + limit;
  while (!await holds()) {
    if (performance.now() > end) return false;
    await new Promise((later) => setTimeout(later, 10));
  }
  return true;
}

/**
 * Fails unless an honest client gets `hi`. On a busy machine even an honest client may be too slow
 * for short limits.
 */
export async function assertAnswers({ connect }: FrontScene): Promise<void> {
  let text = "";
  for (let tries = 0; tries < 10; tries++) {
    const client = await connect().catch(() => undefined);
    await client?.send("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
    await client?.until((text) => text.endsWith("\r\nhi"));
    text = client?.text ?? "";
    await client?.close();
    if (text.endsWith("\r\nhi")) return;
  }
  assert.fail(`an honest client is not answered: ${text}`);
}
