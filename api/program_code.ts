/**
 * The code of the runtime that stays in memory after what needed it: 30 MB that only a start reads, compiling among them. The
 * system keeps it in its cache of files for as long as nothing else wants the room, and what is needed again comes from there.
 */
import { libc, MADV_DONTNEED } from "../resolver/net/libc.ts";
import { kernelText } from "./kernel_files.ts";

/** Keys of getauxval: program headers, their number, and the size of a page. */
const AT_PHDR = 3, AT_PHNUM = 5, AT_PAGESZ = 6;
/** Elf64_Phdr: its size, the types that matter, and the flag of what can be written. */
const HEADER_SIZE = 56, PT_LOAD = 1, PT_PHDR = 6, PF_W = 2;

/** A part of the program in memory. */
interface Segment {
  readonly start: bigint;
  readonly size: bigint;
}

/** Whole pages of the program that are as in its file: loaded, and never to be written, not even by the loader. */
function untouchedSegments(): Segment[] {
  const headers = libc.getauxval(BigInt(AT_PHDR)), count = Number(libc.getauxval(BigInt(AT_PHNUM)));
  const page = libc.getauxval(BigInt(AT_PAGESZ)), at = Deno.UnsafePointer.create(headers);
  if (at === null || page === 0n) return [];
  const view = new DataView(new Deno.UnsafePointerView(at).getArrayBuffer(count * HEADER_SIZE));
  const read = Array.from({ length: count }, (_, i) => {
    const offset = i * HEADER_SIZE, flags = view.getUint32(offset + 4, true);
    const address = view.getBigUint64(offset + 16, true),
      size = view.getBigUint64(offset + 40, true);
    return { type: view.getUint32(offset, true), flags, address, size };
  });
  // Without its own header a program says nothing of where it was loaded.
  const own = read.find(({ type }) => type === PT_PHDR);
  if (own === undefined) return [];
  const moved = headers - own.address;
  return read.filter(({ type, flags }) => type === PT_LOAD && (flags & PF_W) === 0).map(
    ({ address, size }) => {
      const first = moved + address, start = (first + page - 1n) / page * page;
      return { start, size: (first + size) / page * page - start };
    },
  ).filter(({ size }) => size > 0n);
}

/** Code of the libraries that the program loaded and keeps, those of the system and the native one of the databases. */
function librarySegments(): Segment[] {
  let maps: string;
  try {
    maps = kernelText("/proc/self/maps");
  } catch {
    return [];
  }
  // None of them is ever unloaded, so that what lies at these addresses stays what it is. Read-only data may have been written by the loader.
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
 * Gives the code of the runtime back that is in memory, in 1 ms; what runs takes its own again, page by page. Called after a start,
 * each minute, and where a short-lived thread is about to take much memory, whose own start is what needed the code.
 */
export function giveBackProgramCode(): void {
  segments ??= [...untouchedSegments(), ...librarySegments()];
  for (const { start, size } of segments) libc.madvise(start, size, MADV_DONTNEED);
}
