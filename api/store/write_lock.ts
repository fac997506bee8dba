/** Finds out whether another process is writing to a database. */
import { readProcFile } from "../system/proc_files.ts";

/**
 * The byte of the shared-memory file that is the write lock of the write-ahead log
 * (https://www.sqlite.org/walformat.html, 2.3.1).
 */
const WRITE_LOCK = 120;

/**
 * Whether another process holds the write lock. It is read from the table of the kernel: closing a
 * descriptor of the file would drop the locks of this process (fcntl(2)). False if that is unknown.
 */
export function isWrittenByOther(path: string): boolean {
  try {
    const { dev, ino } = Deno.statSync(`${path}-shm`);
    const file = `${deviceText(dev)}:${ino}`;
    return readProcFile("/proc/locks").split("\n").some((line) => holds(line, file));
  } catch {
    return false;
  }
}

/** `1: POSIX  ADVISORY  WRITE 4711 fe:00:1234 120 120`; `->` marks a process that waits. */
function holds(line: string, file: string): boolean {
  if (line === "" || line.includes("->")) return false;
  const [, , , kind, process, place, first, last] = line.split(/\s+/);
  return kind === "WRITE" && place === file && Number(process) !== Deno.pid &&
    Number(first) <= WRITE_LOCK && (last === "EOF" || Number(last) >= WRITE_LOCK);
}

/** The device as the kernel prints it: major and minor in hexadecimal digits. */
function deviceText(device: number): string {
  const number = BigInt(device);
  const major = number >> 8n & 0xfffn | number >> 32n & 0xfffff000n;
  const minor = number & 0xffn | number >> 12n & 0xffffff00n;
  return [major, minor].map((part) => part.toString(16).padStart(2, "0")).join(":");
}
