/**
 * Maps files into memory that all threads share, over memory that V8 allocated. V8 unmaps it when
 * the last thread has released it, so no thread can keep unmapped bytes. V8 does not count this
 * memory; for memory that it counts it collects the heap, which blocks responses for 10 ms.
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
/**
 * Constants of <sys/auxv.h> and <sys/mman.h>. A page has 4 KB on amd64, and 4, 16 or 64 KB on
 * arm64.
 */
const AT_PAGESZ = 6n;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const MAP_PRIVATE = 2;
const MAP_FIXED = 0x10;
const MAP_ANONYMOUS = 0x20;
/** The bit in the word before allocated memory that marks a separate mapping. */
const IS_MAPPED = 2n;
const PAGE = Number(libc.getauxval(AT_PAGESZ)) || 4096;

/** The bytes of a file, aligned to a page, in memory that extends beyond them. */
export type MappedFile = Uint8Array<SharedArrayBuffer>;

/**
 * Maps a file without reading it yet. Writing to the bytes ends the process. Throws a SystemError.
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
 * Returns the resident memory of a mapped file to the system; the next access reads the file again.
 */
export function releasePages(bytes: MappedFile): void {
  if (isMapping(bytes)) libc.madvise(addressOf(bytes), BigInt(bytes.length), MADV_DONTNEED);
}

/**
 * Releases the file, so that the disk space of a removed one is freed. Later reads return zeros.
 */
export function releaseFile(bytes: MappedFile): void {
  if (bytes.length === 0 || !isMapping(bytes)) return;
  place(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, "leave a mapped file");
}

/**
 * Whether the allocation is a separate mapping. It is not when the environment forbids the C
 * library to create mappings (malloc(3)).
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
