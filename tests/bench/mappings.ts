/** The composition of a process's memory, read from /proc. */

/**
 * Megabytes of a process by kind: text of the runtime, mapped tables, native heaps, V8 heaps,
 * stacks.
 */
export type Makeup = ReadonlyMap<string, number>;

const HEADER = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+\s*(.*)$/;

function kindOf(start: bigint, size: number, access: string, path: string): string {
  if (path.startsWith("[")) return path === "[heap]" ? "malloc" : path;
  const file = path.replace(/ \(deleted\)$/, "").split("/").at(-1)!;
  if (/^(deno|box)$/.test(file)) return access.includes("w") ? "runtime, written" : "runtime";
  if (/\.db-shm$|\.db$/.test(file)) return "databases, mapped";
  if (/^names/.test(file) || path.includes("/snapshot")) return "tables of names";
  if (file !== "") return /libsql|\.node$/.test(file) ? "libSQL" : "libraries";
  if (access.startsWith("r-x") || access.startsWith("rwx")) return "V8 code";
  // Arenas of malloc begin at multiples of 64 MB; pages of V8's heaps have 256 KB.
  if (start % 0x4000000n === 0n && size < 0x4000000) return "malloc";
  return size % 0x40000 === 0 && start % 0x40000n === 0n ? "V8 heap" : "other";
}

/** The current memory of a process. */
export function makeupOf(pid: number): Makeup {
  const parts = new Map<string, number>();
  let kind = "";
  for (const line of Deno.readTextFileSync(`/proc/${pid}/smaps`).split("\n")) {
    const header = HEADER.exec(line);
    if (header !== null) {
      const [, first, last, access, path] = header;
      const start = BigInt(`0x${first}`);
      kind = kindOf(start, Number(BigInt(`0x${last}`) - start), access, path);
    } else if (line.startsWith("Rss:")) {
      const kilobytes = Number(/\d+/.exec(line)![0]);
      if (kilobytes > 0) parts.set(kind, (parts.get(kind) ?? 0) + kilobytes / 1024);
    }
  }
  return new Map([...parts].sort((a, b) => b[1] - a[1]));
}

/** The peak memory of a process since `forgetPeak`, in megabytes. */
export function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) /
    1024;
}

/** Resets what `peakMegabytes` returns. */
export function forgetPeak(pid: number): void {
  Deno.writeTextFileSync(`/proc/${pid}/clear_refs`, "5");
}
