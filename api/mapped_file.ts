/**
 * Files as memory that all threads share: mapped over memory of V8, which ends the mapping when the last thread has let go of it. So
 * no thread can be left with octets that are gone, and V8 does not count them: for those that it counts it collects the heap, 10 ms
 * in which nothing is answered.
 */
import {
  addressOf,
  check,
  cString,
  errno,
  libc,
  O_CLOEXEC,
  O_RDONLY,
  PROT_READ,
  SystemError,
} from "../resolver/net/libc.ts";

/** The C library maps what is larger than this by itself, and ends that mapping when it is freed (mallopt(3): no threshold is above 32 MB). */
const LARGE = 64 << 20;
/** Of <sys/auxv.h>, <sys/mman.h>: the size of a page is 4 KB on amd64, 4, 16 or 64 KB on arm64. */
const AT_PAGESZ = 6n, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_FIXED = 0x10, MAP_ANONYMOUS = 0x20;
const MADV_DONTNEED = 4;
/** The bit of the word before allocated memory that tells that it is a mapping of its own. */
const IS_MAPPED = 2n;
const PAGE = Number(libc.getauxval(AT_PAGESZ)) || 4096;

/** The octets of a file, at the start of a page, in memory that goes on behind them: nothing reads past its end. */
export type MappedFile = Uint8Array<SharedArrayBuffer>;

/** Maps a file for reading: nothing of it is read yet. Writing to it ends the process. Throws a SystemError. */
export function mapFile(path: string): MappedFile {
  const fd = check(libc.open(cString(path), O_RDONLY | O_CLOEXEC, 0), `open ${path}`);
  try {
    const length = check(libc.lseek(fd, 0n, 2), `measure ${path}`);
    const memory = new Uint8Array(new SharedArrayBuffer(Math.max(LARGE, length + 2 * PAGE)));
    const start = addressOf(memory), skipped = (PAGE - Number(start % BigInt(PAGE))) % PAGE;
    const octets = memory.subarray(skipped, skipped + length);
    if (length === 0) return octets;
    if (isMapping(start)) place(octets, PROT_READ, MAP_SHARED, fd, `map ${path}`);
    else read(octets, fd, path);
    return octets;
  } finally {
    libc.close(fd);
  }
}

/** Gives the memory of a mapped file back to the system; it is read again from the file when somebody looks. */
export function restFile(octets: MappedFile): void {
  if (!isMapping(addressOf(new Uint8Array(octets.buffer)))) return;
  libc.madvise(addressOf(octets), BigInt(octets.length), MADV_DONTNEED);
}

/** Lets go of the file, whose room on the disk is free then if it was removed: whoever still looks finds zeros. */
export function leaveFile(octets: MappedFile): void {
  if (octets.length === 0 || !isMapping(addressOf(new Uint8Array(octets.buffer)))) return;
  place(octets, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, "leave a mapped file");
}

/** Whether memory of V8 is a mapping of its own. It is none when the environment forbids the C library to make any (malloc(3)). */
function isMapping(start: bigint): boolean {
  const before = new Deno.UnsafePointerView(Deno.UnsafePointer.create(start - 8n)!);
  return Number(start % BigInt(PAGE)) === 16 && (before.getBigUint64() & IS_MAPPED) !== 0n;
}

function place(octets: MappedFile, protection: number, flags: number, fd: number, what: string): void {
  const at = Deno.UnsafePointer.create(addressOf(octets));
  const placed = libc.mmap(at, BigInt(octets.length), protection, flags | MAP_FIXED, fd, 0n);
  if (Deno.UnsafePointer.value(placed) !== addressOf(octets)) throw new SystemError(what, errno());
}

function read(octets: MappedFile, fd: number, path: string): void {
  check(libc.lseek(fd, 0n, 0), `read ${path}`);
  const part = new Uint8Array(1 << 20);
  for (let at = 0; at < octets.length;) {
    const got = check(libc.read(fd, part, BigInt(Math.min(part.length, octets.length - at))), `read ${path}`);
    if (got === 0) break;
    octets.set(part.subarray(0, got), at);
    at += got;
  }
}
