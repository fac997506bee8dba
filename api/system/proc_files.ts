/**
 * Reads files of the kernel in /proc and /sys with the C library. The runtime denies both to
 * programs without all permissions, and the executable may not start programs
 * (packaging/compile.ts).
 */
import {
  checkResult,
  encodeCString,
  errno,
  libc,
  O_CLOEXEC,
  O_RDONLY,
  SystemError,
} from "../../resolver/net/libc.ts";

const { symbols: folders } = Deno.dlopen("libc.so.6", {
  opendir: { parameters: ["buffer"], result: "pointer" },
  readdir: { parameters: ["pointer"], result: "pointer" },
  closedir: { parameters: ["pointer"], result: "i32" },
  readlink: { parameters: ["buffer", "buffer", "usize"], result: "isize" },
});

/** Maximum bytes read from a file. */
const LONGEST = 4 * 1024 * 1024;
/** Bytes of one read, and maximum bytes of a link. */
const AT_ONCE = 16_384;
const LONGEST_LINK = 4096;
/** Offset of the name in struct dirent on 64 bits. */
const NAME_AT = 19;

/** The bytes of a kernel file, about 4 MiB at most. Throws a SystemError when it cannot be read. */
export function kernelBytes(path: string): Uint8Array<ArrayBuffer> {
  const fd = checkResult(libc.open(encodeCString(path), O_RDONLY | O_CLOEXEC, 0), `open ${path}`);
  let bytes = new Uint8Array(AT_ONCE);
  let length = 0;
  try {
    for (let got = -1; got !== 0 && length < LONGEST; length += got) {
      if (length === bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      got = checkResult(
        libc.read(fd, bytes.subarray(length), BigInt(bytes.length - length)),
        `read ${path}`,
      );
    }
  } finally {
    libc.close(fd);
  }
  return bytes.slice(0, length);
}

/** A kernel file as text. Throws a SystemError when it cannot be read. */
export function readProcFile(path: string): string {
  return new TextDecoder().decode(kernelBytes(path));
}

/** The names in a kernel folder. Throws a SystemError when it cannot be read. */
export function kernelNames(path: string): string[] {
  const folder = folders.opendir(encodeCString(path));
  const names: string[] = [];
  if (folder === null) throw new SystemError(`open ${path}`, errno());
  try {
    for (let entry = folders.readdir(folder); entry !== null; entry = folders.readdir(folder)) {
      const name = new Deno.UnsafePointerView(entry).getCString(NAME_AT);
      if (name !== "." && name !== "..") names.push(name);
    }
  } finally {
    folders.closedir(folder);
  }
  return names;
}

/** The target of a kernel link: `socket:[5150]`. Throws a SystemError when it cannot be read. */
export function kernelLink(path: string): string {
  const bytes = new Uint8Array(LONGEST_LINK);
  const length = checkResult(
    folders.readlink(encodeCString(path), bytes, BigInt(bytes.length)),
    `read ${path}`,
  );
  return new TextDecoder().decode(bytes.subarray(0, length));
}
