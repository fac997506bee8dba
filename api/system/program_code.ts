/**
 * Releases code of the runtime that stays in memory after its use: 30 MB that only a start needs,
 * for example for compiling. The page cache of the system keeps it until the memory is needed
 * otherwise, and it is read from there again.
 */
import { libc, MADV_DONTNEED } from "../../resolver/net/libc.ts";
import { readProcFile } from "./proc_files.ts";

/** Keys of getauxval(): program headers, their number, and the size of a page. */
const AT_PHDR = 3;
const AT_PHNUM = 5;
const AT_PAGESZ = 6;
/** Elf64_Phdr: its size, the relevant types, and the flag of writable parts. */
const HEADER_SIZE = 56;
const PT_LOAD = 1;
const PT_PHDR = 6;
const PF_W = 2;

/** A segment of the program in memory. */
interface Segment {
  readonly start: bigint;
  readonly size: bigint;
}

/**
 * Pages of the program that are identical to its file: loaded, and never written, not even by the
 * loader.
 */
function untouchedSegments(): Segment[] {
  const headers = libc.getauxval(BigInt(AT_PHDR));
  const count = Number(libc.getauxval(BigInt(AT_PHNUM)));
  const page = libc.getauxval(BigInt(AT_PAGESZ));
  const at = Deno.UnsafePointer.create(headers);
  if (at === null || page === 0n) return [];
  const view = new DataView(new Deno.UnsafePointerView(at).getArrayBuffer(count * HEADER_SIZE));
  const read = Array.from({ length: count }, (_, i) => {
    const offset = i * HEADER_SIZE;
    const flags = view.getUint32(offset + 4, true);
    const address = view.getBigUint64(offset + 16, true);
    const size = view.getBigUint64(offset + 40, true);
    return { type: view.getUint32(offset, true), flags, address, size };
  });
  // Without its own header, the load address of the program is unknown.
  const own = read.find(({ type }) => type === PT_PHDR);
  if (own === undefined) return [];
  const moved = headers - own.address;
  return read.filter(({ type, flags }) => type === PT_LOAD && (flags & PF_W) === 0).map(
    ({ address, size }) => {
      const first = moved + address;
      const start = (first + page - 1n) / page * page;
      return { start, size: (first + size) / page * page - start };
    },
  ).filter(({ size }) => size > 0n);
}

/** Code of the loaded libraries: those of the system and the native one of the databases. */
function librarySegments(): Segment[] {
  let maps: string;
  try {
    maps = readProcFile("/proc/self/maps");
  } catch {
    return [];
  }
  // Libraries are never unloaded, so these addresses stay valid. Read-only data is excluded,
  // because the loader may have written it.
  return [
    ...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) r-xp \S+ \S+ \S+ +\/.*(?:\.so(?:\.\d+)*|\.node)$/gm),
  ].map(
    ([, first, last]) => {
      const start = BigInt(`0x${first}`);
      return { start, size: BigInt(`0x${last}`) - start };
    },
  );
}

let segments: readonly Segment[] | undefined;

/**
 * Releases the code of the runtime from memory, in 1 ms; running code is loaded again page by page.
 * Called after a start, each minute, and before a short-lived thread needs much memory, because
 * starting the thread loaded the code.
 */
export function releaseProgramCode(): void {
  segments ??= [...untouchedSegments(), ...librarySegments()];
  for (const { start, size } of segments) libc.madvise(start, size, MADV_DONTNEED);
}
