/**
 * The output of `box serve` once everything runs: the DNS addresses, the address of the interface,
 * and the data directory.
 */
import type { EncryptedDns } from "../../policy/snapshot/settings.ts";
import { addressesOf, type InterfaceAddress } from "../system/interfaces.ts";

/** The content of the greeting. */
export interface Greeting {
  /** `udp 0.0.0.0:53`, `http [::]:80`, `socket …`. */
  readonly listeners: readonly string[];
  readonly dataDir: string;
  readonly interfaces: readonly InterfaceAddress[];
  /** Encrypted DNS as it is offered; absent = not offered. */
  readonly encrypted?: EncryptedDns;
  /** SHA-256 of the certificate of the interface; absent or "" = there is none. */
  readonly fingerprint?: string | undefined;
  /** Whether the installation is still unfinished. */
  readonly unfinished?: boolean;
  /** The command in the texts; absent = `box`. */
  readonly command?: string;
}

interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Maximum number of DNS addresses shown. */
const MOST = 4;

/**
 * Returns the command for a program loaded from this URL: a program run from source has no `box` on
 * the path (README).
 */
export function commandOf(module: string, runtime: string): string {
  return module.endsWith(".ts") ? `npx -y deno@${runtime} task box` : "box";
}

/** Returns the lines of the greeting. */
export function createGreeting(
  { listeners, dataDir, interfaces, encrypted, fingerprint, unfinished, command = "box" }: Greeting,
): string {
  const machine = ["127.0.0.1", ...addressesOf(interfaces)];
  const asked = endpoints(listeners, "udp", machine);
  const lines = [
    asked.length > 0
      ? "The box answers."
      : "The box runs, and cannot be asked over UDP: the lines before say why.",
  ];
  for (const { address, port } of asked.slice(0, MOST)) {
    lines.push(`  ask    dig @${address}${port === 53 ? "" : ` -p ${port}`} example.com`);
  }
  const over = encrypted === undefined ? [] : openOf(encrypted, listeners);
  if (over.length > 0) {
    lines.push(`  over   ${new Intl.ListFormat("en-GB").format(over)} as ${encrypted!.name}`);
  }
  const secure = pageOf(listeners, "https", machine);
  const page = secure ?? pageOf(listeners, "http", machine);
  if (page !== undefined) lines.push(`  open   ${page}`);
  if (secure !== undefined && fingerprint) {
    lines.push(
      "         The browser warns once, as the box made the certificate itself. Compare its SHA-256 fingerprint:",
    );
    for (const half of [fingerprint.slice(0, 48), fingerprint.slice(48)]) {
      lines.push(`         ${half}`);
    }
  }
  const folder = dataDir === "/var/lib/box" ? "" : ` --data-dir ${dataDir}`;
  if (unfinished) {
    lines.push(
      `  begin  ${
        page === undefined ? "" : "the page guides through the setup; or: "
      }${command} setup${folder}`,
    );
  }
  lines.push(`  watch  ${command} log --follow${folder}`);
  lines.push(`  data   ${dataDir}`);
  return lines.join("\n") + "\n";
}

/** The enabled protocols of encrypted DNS that have a listener. */
function openOf(encrypted: EncryptedDns, listeners: readonly string[]): string[] {
  const names = [["tls", "TLS"], ["https", "HTTPS"], ["quic", "QUIC"]] as const;
  const isOpen = (kind: string) => listeners.some((listener) => listener.startsWith(`${kind} `));
  return names.filter(([kind]) => encrypted[kind] > 0 && isOpen(kind)).map(([, name]) => name);
}

/**
 * The address of the interface over HTTP or HTTPS; addresses of the network precede the loopback.
 */
function pageOf(
  listeners: readonly string[],
  kind: "http" | "https",
  machine: readonly string[],
): string | undefined {
  const pages = endpoints(listeners, kind, machine);
  const page = pages.find(({ address }) => !address.startsWith("127.")) ?? pages[0];
  if (page === undefined) return undefined;
  const host = page.address.includes(":") ? `[${page.address}]` : page.address;
  const standardPort = kind === "http" ? 80 : 443;
  const port = page.port === standardPort ? "" : `:${page.port}`;
  return `${kind}://${host}${port}/`;
}

/**
 * Where the listeners of one kind can be reached. The unspecified address is replaced by the
 * addresses of the machine (`[::]` of HTTP by those of both families).
 */
function endpoints(
  listeners: readonly string[],
  kind: string,
  machine: readonly string[],
): Endpoint[] {
  const found: Endpoint[] = [];
  for (const listener of listeners) {
    const match = new RegExp(`^${kind} (?:\\[(.+)\\]|(.+)):(\\d+)$`).exec(listener);
    if (match === null) continue;
    const address = match[1] ?? match[2];
    const port = Number(match[3]);
    const reached = address !== "0.0.0.0" && address !== "::"
      ? [address]
      : machine.filter((each) => kind !== "udp" || each.includes(":") === address.includes(":"));
    found.push(...reached.map((each) => ({ address: each, port })));
  }
  return found;
}
