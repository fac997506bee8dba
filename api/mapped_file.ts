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
  MADV_DONTNEED,
  O_CLOEXEC,
  O_RDONLY,
  PROT_READ,
  SystemError,
} from "../resolver/net/libc.ts";

/** The C library maps what is larger than this by itself, and ends that mapping when it is freed (mallopt(3): no threshold is above 32 MB). */
const LARGE = 64 << 20;
/** Of <sys/auxv.h>, <sys/mman.h>: the size of a page is 4 KB on amd64, 4, 16 or 64 KB on arm64. */
const AT_PAGESZ = 6n,
  PROT_WRITE = 2,
  MAP_SHARED = 1,
  MAP_PRIVATE = 2,
  MAP_FIXED = 0x10,
  MAP_ANONYMOUS = 0x20;
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
    const skipped = (PAGE - Number(addressOf(memory) % BigInt(PAGE))) % PAGE;
    const octets = memory.subarray(skipped, skipped + length);
    if (length === 0) return octets;
    if (isMapping(octets)) place(octets, PROT_READ, MAP_SHARED, fd, `map ${path}`);
    else octets.set(Deno.readFileSync(path));
    return octets;
  } finally {
    libc.close(fd);
  }
}

/** Gives the memory of a mapped file back to the system; it is read again from the file when somebody looks. */
export function restFile(octets: MappedFile): void {
  if (isMapping(octets)) libc.madvise(addressOf(octets), BigInt(octets.length), MADV_DONTNEED);
}

/** Lets go of the file, whose room on the disk is free then if it was removed: whoever still looks finds zeros. */
export function leaveFile(octets: MappedFile): void {
  if (octets.length === 0 || !isMapping(octets)) return;
  place(octets, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, "leave a mapped file");
}

/** Whether their memory is a mapping of its own. It is none when the environment forbids the C library to make any (malloc(3)). */
function isMapping({ buffer }: MappedFile): boolean {
  const start = addressOf(new Uint8Array(buffer));
  const before = new Deno.UnsafePointerView(Deno.UnsafePointer.create(start - 8n)!);
  return Number(start % BigInt(PAGE)) === 16 && (before.getBigUint64() & IS_MAPPED) !== 0n;
}

function place(
  octets: MappedFile,
  protection: number,
  flags: number,
  fd: number,
  what: string,
): void {
  const at = Deno.UnsafePointer.create(addressOf(octets));
  const placed = libc.mmap(at, BigInt(octets.length), protection, flags | MAP_FIXED, fd, 0n);
  if (Deno.UnsafePointer.value(placed) !== addressOf(octets)) throw new SystemError(what, errno());
}
