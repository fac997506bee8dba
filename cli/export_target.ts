/** The address of an export target as one word: `tls://siem.example:6514`. */
import type { ExportResponse } from "../api/features/box/exports/routes.ts";
import type { Call } from "./command.ts";
import { CommandError, usageError } from "./command_error.ts";
import { clean } from "./terminal.ts";

type Config = ExportResponse["config"];

/** The address part of a configuration. */
export function targetAddress(config: Config): string {
  if (config.kind === "webhook") return config.url;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  if (config.kind === "syslog") return `${config.transport}://${host}:${config.port}`;
  return `${config.security === "tls" ? "smtps" : "smtp"}://${host}:${config.port}`;
}

/**
 * The configuration for an address with the options of a call; missing options keep their value.
 * Throws a usage error.
 */
export async function parseTarget(
  place: string,
  call: Call,
  was?: Config,
): Promise<Record<string, unknown>> {
  const { values, switches } = call;
  const ca = values.ca === undefined ? was?.ca ?? "" : await certificates(values.ca);
  if (/^https?:\/\//i.test(place)) {
    const allowed = switches.has("allow-private") || (was?.kind === "webhook" && was.allow_private);
    return { kind: "webhook", url: place, allow_private: allowed, ca };
  }
  const [, scheme, six, name, port] =
    /^(udp|tcp|tls|smtps?):\/\/(?:\[([0-9a-f:.]+)\]|([^/:@]+)):(\d{1,5})\/?$/i.exec(place) ??
      [];
  const transport = scheme?.toLowerCase();
  const host = six ?? name;
  if (transport === undefined) {
    throw usageError(
      `This is no place such as tls://siem.example:6514, https://… or smtp://mail.example:587: ${
        clean(place)
      }`,
    );
  }
  const at = { host, port: Number(port), ca };
  if (!transport.startsWith("smtp")) {
    const format = values.format ?? (was?.kind === "syslog" ? was.format : "rfc5424");
    return { kind: "syslog", ...at, transport, format };
  }
  const before = was?.kind === "mail" ? was : undefined;
  const from = values.from ?? before?.from;
  const to = values.to?.split(",").map((one) => one.trim()) ?? before?.to;
  if (from === undefined || to === undefined) {
    throw usageError("Say who sends and who gets the messages: --from and --to");
  }
  const user = values.user ?? before?.user ?? "";
  return {
    kind: "mail",
    ...at,
    security: transport === "smtps" ? "tls" : "starttls",
    user,
    from,
    to,
  };
}

async function certificates(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new CommandError(`The file cannot be read (${(error as Error).message}): ${clean(path)}`);
  }
}
