/**
 * Files as memory that all threads share: mapped over memory of V8, which unmaps them when the last
 * thread has released them. So no thread can be left with unmapped bytes, and V8 does not count
 * them. For memory that it counts it collects the heap, which blocks responses for 10 ms.
 */
import {
  addressOf,
  checkResult,
  encodeCString,
  errno,
  libc,
  MADV_DONTNEED,
  O_CLOEXEC,
  O_RDONLY,
  PROT_READ,
  SystemError,
} from "../../resolver/net/libc.ts";

/**
 * The C library maps larger allocations automatically, and unmaps them when they are freed
 * (mallopt(3): no threshold is above 32 MB).
 */
const LARGE = 64 << 20;
/** Of <sys/auxv.h>, <sys/mman.h>: the size of a page is 4 KB on amd64, 4, 16 or 64 KB on arm64. */
const AT_PAGESZ = 6n;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const MAP_PRIVATE = 2;
const MAP_FIXED = 0x10;
const MAP_ANONYMOUS = 0x20;
/** The bit in the word before allocated memory that marks it as a mapping of its own. */
const IS_MAPPED = 2n;
const PAGE = Number(libc.getauxval(AT_PAGESZ)) || 4096;

/**
 * The bytes of a file, at the start of a page, in memory that extends beyond them: no code reads
 * past its end.
 */
export type MappedFile = Uint8Array<SharedArrayBuffer>;

/**
 * Maps a file for reading, without reading it yet. Writing to it ends the process. Throws a
 * SystemError.
 */
export function mapFile(path: string): MappedFile {
  const fd = checkResult(libc.open(encodeCString(path), O_RDONLY | O_CLOEXEC, 0), `open ${path}`);
  try {
    const length = checkResult(libc.lseek(fd, 0n, 2), `measure ${path}`);
    const memory = new Uint8Array(new SharedArrayBuffer(Math.max(LARGE, length + 2 * PAGE)));
    const skipped = (PAGE - Number(addressOf(memory) % BigInt(PAGE))) % PAGE;
    const bytes = memory.subarray(skipped, skipped + length);
    if (length === 0) return bytes;
    if (isMapping(bytes)) place(bytes, PROT_READ, MAP_SHARED, fd, `map ${path}`);
    else bytes.set(Deno.readFileSync(path));
    return bytes;
  } finally {
    libc.close(fd);
  }
}

/**
 * Returns the memory of a mapped file to the system; it is read again from the file at the next
 * access.
 */
export function releasePages(bytes: MappedFile): void {
  if (isMapping(bytes)) libc.madvise(addressOf(bytes), BigInt(bytes.length), MADV_DONTNEED);
}

/**
 * Releases the file; if it was removed, its space on the disk is free then. Later reads find zeros.
 */
export function releaseFile(bytes: MappedFile): void {
  if (bytes.length === 0 || !isMapping(bytes)) return;
  place(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, "leave a mapped file");
}

/**
 * Whether the allocation is a mapping of its own. It is none when the environment forbids the C
 * library to make any (malloc(3)).
 */
function isMapping({ buffer }: MappedFile): boolean {
  const start = addressOf(new Uint8Array(buffer));
  const before = new Deno.UnsafePointerView(Deno.UnsafePointer.create(start - 8n)!);
  return Number(start % BigInt(PAGE)) === 16 && (before.getBigUint64() & IS_MAPPED) !== 0n;
}

function place(
  bytes: MappedFile,
  protection: number,
  flags: number,
  fd: number,
  what: string,
): void {
  const at = Deno.UnsafePointer.create(addressOf(bytes));
  const placed = libc.mmap(at, BigInt(bytes.length), protection, flags | MAP_FIXED, fd, 0n);
  if (Deno.UnsafePointer.value(placed) !== addressOf(bytes)) throw new SystemError(what, errno());
}
