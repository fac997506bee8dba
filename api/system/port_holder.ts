/** Finds the process that uses a port, if /proc shows it, for error messages. */
import { kernelLink, kernelNames, readProcFile } from "./proc_files.ts";

/** A process of this machine. */
export interface ProcessInfo {
  readonly pid: number;
  /** Its name, at most 15 characters (proc(5), comm). */
  readonly name: string;
}

/** State of a listening socket in /proc/net/tcp. */
const LISTENING = "0A";

/** The inodes of the sockets bound to a port, in the text of /proc/net/udp, udp6, tcp or tcp6. */
export function inodesOf(table: string, transport: "udp" | "tcp", port: number): string[] {
  const inodes: string[] = [];
  for (const line of table.split("\n").slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    if (inode === undefined || inode === "0" || parseInt(local.split(":").at(-1)!, 16) !== port) {
      continue;
    }
    if (transport === "udp" || state === LISTENING) inodes.push(inode);
  }
  return inodes;
}

/**
 * The process that uses a port; undefined when there is none or it is hidden (only root sees those
 * of others).
 */
export function portHolder(transport: "udp" | "tcp", port: number): ProcessInfo | undefined {
  const inodes = new Set<string>();
  for (const table of [transport, `${transport}6`]) {
    try {
      for (const inode of inodesOf(readProcFile(`/proc/net/${table}`), transport, port)) {
        inodes.add(inode);
      }
    } catch {
      // No IPv6, or no /proc: the readable files are enough.
    }
  }
  return inodes.size === 0 ? undefined : processWith(inodes);
}

/**
 * The holder as text, `held by dnsmasq (process 712)`, or advice when it is unknown. The kernel may
 * hide other processes, and a process that listens on several addresses then finds itself: it gives
 * its number as `not`.
 */
export function holderText(transport: "udp" | "tcp", port: number, not = 0): string {
  const holder = portHolder(transport, port);
  return holder === undefined || holder.pid === not
    ? "held by another program (`ss -lntup` as root names it)"
    : `held by ${holder.name} (process ${holder.pid})`;
}

function processWith(inodes: ReadonlySet<string>): ProcessInfo | undefined {
  for (const entry of listed("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    for (const fd of listed(`/proc/${entry}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${entry}/fd/${fd}`))?.[1];
      if (inode !== undefined && inodes.has(inode)) {
        return { pid: Number(entry), name: nameOf(entry) };
      }
    }
  }
  return undefined;
}

function listed(folder: string): string[] {
  try {
    return kernelNames(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return kernelLink(path);
  } catch {
    return "";
  }
}

function nameOf(pid: string): string {
  try {
    return readProcFile(`/proc/${pid}/comm`).replace(/\p{Cc}/gu, "");
  } catch {
    return "a program";
  }
}
