/**
 * `box healthcheck`: checks the box from outside, as keepalived, Docker and systemd do (B 7.3.4).
 */
import {
  askDns,
  askHttp,
  type DnsServer,
  healthTargets,
  parseServer,
  PROBE_PATIENCE,
} from "../../api/system/health_probe.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import type { ServiceClient } from "../socket.ts";
import { clean, paint, printJson } from "../terminal.ts";

const DEFAULT_URL = "http://127.0.0.1:80/healthz";
const DEFAULT_SERVER = "127.0.0.1:53";

/**
 * Checks HTTP and DNS. The local socket provides the addresses if nothing else does, but is not
 * required.
 */
export const healthcheckCommand: Command = {
  name: "healthcheck",
  summary: "Checks the box over HTTP and DNS; exit code 0 or 1",
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
        ? await askHttp(urlOf(target))
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
    const signal = AbortSignal.timeout(PROBE_PATIENCE);
    const { listeners } = await service.call<BoxStatus>("GET", "/api/v1/status", { signal });
    const found = healthTargets(listeners);
    if (found.length > 0) return found;
  } catch {
    // The box does not run or denies access: the checks below find out.
  }
  return [DEFAULT_URL, DEFAULT_SERVER];
}

function urlOf(text: string): string {
  if (!URL.canParse(text)) throw usageError(`This is no address of a health page: ${clean(text)}`);
  return text;
}

function serverOf(text: string): DnsServer {
  const server = parseServer(text);
  if (server === undefined) {
    throw usageError(`This is no address of a DNS server: ${clean(text)}`);
  }
  return server;
}
