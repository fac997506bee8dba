/**
 * `box healthcheck`: checks the box from outside, as keepalived, Docker and systemd do (B 7.3.4).
 */
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import type { ServiceClient } from "../socket.ts";
import { clean, paint, printJson } from "../terminal.ts";

/** Timeout in milliseconds; a check runs every 5 seconds. */
const PATIENCE = 3000;
const DEFAULT_URL = "http://127.0.0.1:80/healthz";
const DEFAULT_SERVER = "127.0.0.1:53";

/**
 * Checks HTTP and DNS. The local socket provides the addresses if nothing else does, but is not
 * required.
 */
export const healthcheckCommand: Command = {
  name: "healthcheck",
  summary: "Asks the box over HTTP and DNS whether it is well; exit code 0 or 1",
  usage: ["[URL] [SERVER]"],
  arguments: {
    URL:
      `Address of the health page. If neither is given: where the box says that it listens, else ${DEFAULT_URL}`,
    SERVER:
      `Address and port that answer DNS. If neither is given: where the box listens, else ${DEFAULT_SERVER}`,
  },
  examples: [
    "box healthcheck",
    "box healthcheck http://127.0.0.1:80/healthz 127.0.0.1:53",
    "box healthcheck 127.0.0.1:5300",
  ],
  most: 2,
  async run({ terminal, json, positionals, service }) {
    const targets = positionals.length === 0 ? await listenedOn(service) : positionals;
    const checks = await Promise.all(targets.map(async (target) => {
      const problem = /^https?:\/\//i.test(target)
        ? await askHttp(target)
        : await askDns(serverOf(target));
      return { target, ok: problem === "", problem };
    }));
    if (json) printJson(terminal, { ok: checks.every(({ ok }) => ok), checks });
    else {
      for (const { target, ok, problem } of checks) {
        const result = ok ? paint(terminal, "green", "ok  ") : paint(terminal, "red", "FAIL");
        const why = ok ? "" : `: ${clean(problem)}`;
        terminal.out(`${result}  ${clean(target)}${why}\n`);
      }
    }
    return checks.every(({ ok }) => ok) ? EXIT.ok : EXIT.failure;
  },
};

/**
 * The listeners of the selected box that can be checked here; the default ports if it does not
 * respond at once.
 */
async function listenedOn(service: ServiceClient): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { listeners } = await service.call<BoxStatus>("GET", "/api/v1/status", { signal });
    const first = (kind: string) => {
      const listener = listeners.find((listener) => listener.startsWith(`${kind} `))?.slice(
        kind.length + 1,
      );
      return listener?.replace(/^0\.0\.0\.0:/, "127.0.0.1:").replace(
        /^\[::\]:/,
        kind === "http" ? "127.0.0.1:" : "[::1]:",
      );
    };
    const http = first("http");
    const dns = first("udp");
    const found = [
      ...http === undefined ? [] : [`http://${http}/healthz`],
      ...dns === undefined ? [] : [dns],
    ];
    if (found.length > 0) return found;
  } catch {
    // The box does not run or denies access: the checks below find out.
  }
  return [DEFAULT_URL, DEFAULT_SERVER];
}

async function askHttp(url: string): Promise<string> {
  if (!URL.canParse(url)) throw usageError(`This is no address of a health page: ${clean(url)}`);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    await response.body?.cancel();
    return response.ok ? "" : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof DOMException ? "no answer within 3 seconds" : "no answer";
  }
}

interface Server {
  readonly address: string;
  readonly port: number;
}

function serverOf(text: string): Server {
  const match = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ??
    /^([^:]+)(?::(\d{1,5}))?$/.exec(text) ??
    /^([0-9a-fA-F:.]+)$/.exec(text);
  const port = Number(match?.[2] ?? 53);
  if (match === null || port < 1 || port > 65_535) {
    throw usageError(`This is no address of a DNS server: ${clean(text)}`);
  }
  return { address: match[1], port };
}

/**
 * Queries `version.bind TXT CH`, which the box answers without any upstream. Any response but
 * SERVFAIL passes.
 */
function askDns({ address, port }: Server): Promise<string> {
  const query = new Uint8Array([
    0,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    ...label("version"),
    ...label("bind"),
    0,
    0,
    16,
    0,
    3,
  ]);
  crypto.getRandomValues(query.subarray(0, 2));
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve("no answer within 3 seconds"), PATIENCE);
  socket.on("error", (error: Error) => resolve(error.message));
  socket.on("message", (message: Uint8Array) => {
    if (
      message.length < 12 || message[0] !== query[0] || message[1] !== query[1] ||
      (message[2] & 0x80) === 0
    ) return;
    resolve((message[3] & 15) === 2 ? "it answered SERVFAIL" : "");
  });
  socket.send(query, port, address, (error) => {
    if (error) resolve(error.message);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function label(text: string): number[] {
  return [text.length, ...new TextEncoder().encode(text)];
}
