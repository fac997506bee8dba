/** Asks the box over its local socket and DNS whether a version runs. */
import { request } from "node:http";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";
import { ConnectionStream } from "../http/connection_stream.ts";
import { askDns, healthTargets, parseServer, PROBE_PATIENCE } from "../system/health_probe.ts";

/** What the box says of itself. */
export interface BoxHealth {
  /** Why it is not well; "" = it is. */
  readonly problem: Sentence | "";
  readonly version: string;
  /** Seconds. */
  readonly uptime: number;
}

/** Maximum bytes of an answer. */
const MOST_ANSWER = 256 * 1024;

/** Asks the box behind a socket: its health page, and one query to where it listens. */
export async function boxHealth(socket: string): Promise<BoxHealth> {
  try {
    const health = await askSocket(socket, "/healthz");
    const { version = "", uptime = 0 } = health as { version?: string; uptime?: number };
    const { listeners = [], databases = {} } = await askSocket(socket, "/api/v1/status") as {
      listeners?: readonly string[];
      databases?: Readonly<Record<string, string>>;
    };
    // A version that cannot read what the household configured does not stay.
    const { box = "ok" } = databases;
    if (box !== "ok") {
      const problem = sentence`it cannot use its database: ${box}`;
      return { problem, version: String(version), uptime: Number(uptime) };
    }
    const target = healthTargets(listeners.filter((one) => one.startsWith("udp ")))[0];
    const server = target === undefined ? undefined : parseServer(target);
    const problem = server === undefined
      ? sentence`it listens nowhere for DNS`
      : dnsProblem(await askDns(server));
    return { problem, version: String(version), uptime: Number(uptime) };
  } catch (error) {
    const problem = sentence`the service does not answer: ${(error as Error).message}`;
    return { problem, version: "", uptime: 0 };
  }
}

function dnsProblem(why: string): Sentence | "" {
  return why === "" ? "" : sentence`it does not answer DNS: ${why}`;
}

async function askSocket(socket: string, path: string): Promise<unknown> {
  const connection = new ConnectionStream(await Deno.connect({ transport: "unix", path: socket }));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request({ createConnection: () => connection, path, method: "GET" }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("error", reject);
    response.on("data", (piece: string) => {
      text += piece;
      if (text.length > MOST_ANSWER) sent.destroy(new Error("the answer is too long"));
    });
    response.on("end", () => {
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`${path} answered ${response.statusCode}`));
    });
  });
  const timer = setTimeout(() => sent.destroy(new Error("no answer in time")), PROBE_PATIENCE);
  sent.on("error", reject);
  sent.end();
  try {
    return JSON.parse(await promise);
  } finally {
    clearTimeout(timer);
    connection.destroy();
  }
}
